/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-request-send-event.h"

struct _B5RequestSendEvent
{
  B5MessageSendEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5RequestSendEvent, b5_request_send_event, B5_TYPE_MESSAGE_SEND_EVENT)

static void
b5_request_send_event_class_init (B5RequestSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Request_Send_Event");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many tasks the asking process has");
  spur_event_class_set_unit (event_class, "load", "tasks");
}

static void
b5_request_send_event_init (B5RequestSendEvent *self)
{
}
