/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/causality/id-messages.h"

typedef SpurLoMessageSendEvent TestIdSendEvent;
typedef SpurLoMessageSendEventClass TestIdSendEventClass;
typedef SpurLoMessageReceiveEvent TestIdReceiveEvent;
typedef SpurLoMessageReceiveEventClass TestIdReceiveEventClass;

G_DEFINE_TYPE (TestIdSendEvent, test_id_send_event, SPUR_TYPE_LO_MESSAGE_SEND_EVENT)
G_DEFINE_TYPE (TestIdReceiveEvent, test_id_receive_event, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT)

static void
test_id_send_event_class_init (TestIdSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Test_Id_Send_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_BY_ID);
  spur_event_class_add_field (event_class, "id", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID, NULL);
}

static void
test_id_send_event_init (TestIdSendEvent *self)
{
}

static void
test_id_receive_event_class_init (TestIdReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Test_Id_Receive_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID);
  spur_event_class_add_field (event_class, "id", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID, NULL);
}

static void
test_id_receive_event_init (TestIdReceiveEvent *self)
{
}
