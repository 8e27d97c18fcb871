/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-entry-begin-event.h"

/* An entry method begins: its message is received, and the method is the state of the array
 * element, or of the PE where the chare is no array. */
struct _ProjectionsEntryBeginEvent
{
  SpurLoMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (ProjectionsEntryBeginEvent,
                     projections_entry_begin_event,
                     SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT)

static void
projections_entry_begin_event_class_init (ProjectionsEntryBeginEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Entry_Begin_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID);
  spur_event_class_set_effect (event_class, SPUR_EFFECT_ENTER);
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "message", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the PE that created the message, times 2^32, plus its number there");
  spur_event_class_add_field (event_class, "state", SPUR_FIELD_STATE, SPUR_USE_STATE,
                              "the entry method");
}

static void
projections_entry_begin_event_init (ProjectionsEntryBeginEvent *self)
{
}
