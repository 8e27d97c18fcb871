/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-control-receive-event.h"

struct _B5ControlReceiveEvent
{
  B5MessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ControlReceiveEvent, b5_control_receive_event, B5_TYPE_MESSAGE_RECEIVE_EVENT)

static void
b5_control_receive_event_class_init (B5ControlReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Control_Receive_Event");
  spur_event_class_add_field (event_class, "credit", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "the share of the work that is done, for the detection of the end");
  spur_event_class_set_unit (event_class, "credit", "1");
}

static void
b5_control_receive_event_init (B5ControlReceiveEvent *self)
{
}
