/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-entry-creation-event.h"

/* The message that will start an entry method is created; one message may start many. */
struct _ProjectionsEntryCreationEvent
{
  SpurLoMessageSendEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (ProjectionsEntryCreationEvent,
                     projections_entry_creation_event,
                     SPUR_TYPE_LO_MESSAGE_SEND_EVENT)

static void
projections_entry_creation_event_class_init (ProjectionsEntryCreationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Entry_Creation_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_BY_ID);
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "message", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "this PE, times 2^32, plus the message's number here");
  spur_event_class_add_field (event_class, "receivers", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many PEs it goes to");
}

static void
projections_entry_creation_event_init (ProjectionsEntryCreationEvent *self)
{
}
