/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-start-receive-event.h"

struct _A5StartReceiveEvent
{
  SpurLmMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5StartReceiveEvent,
                     a5_start_receive_event,
                     SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT)

static void
a5_start_receive_event_class_init (A5StartReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Start_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "prover", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the prover");
  spur_event_class_add_field (event_class, "problem", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "the conjecture");
  spur_event_class_add_field (event_class, "memory", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that is free there, as far as is known");
  spur_event_class_set_unit (event_class, "memory", "bytes");
  spur_event_class_add_field (event_class, "need", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that the prover needs");
  spur_event_class_set_unit (event_class, "need", "bytes");
}

static void
a5_start_receive_event_init (A5StartReceiveEvent *self)
{
}
