/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-tuples-receive-event.h"

struct _B2TuplesReceiveEvent
{
  SpurLoMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2TuplesReceiveEvent,
                     b2_tuples_receive_event,
                     SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT)

static void
b2_tuples_receive_event_class_init (B2TuplesReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Tuples_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "tuples", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how many tuples");
  spur_event_class_set_unit (event_class, "tuples", "tuples");
}

static void
b2_tuples_receive_event_init (B2TuplesReceiveEvent *self)
{
}
