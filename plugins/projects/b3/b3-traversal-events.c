/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-traversal-events.h"

#include "plugins/projects/kit/sim-define.h"

/* Nodes migrate, so what one sends to another is in several streams, and their order is not that of
 * the messages: each message has a number. */
static void
add_edge_fields (SpurEventClass *event_class)
{
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "message", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the message's number");
  spur_event_class_add_field (event_class, "unknowns", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "unknowns that the two nodes share");
  spur_event_class_set_unit (event_class, "unknowns", "unknowns");
}

static void
describe_traversal (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "number", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "which traversal it is, from 1 on");
  spur_event_class_add_field (event_class, "nodes", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many nodes the tree has");
  spur_event_class_add_field (event_class, "unknowns", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "unknowns of all nodes");
  spur_event_class_set_unit (event_class, "unknowns", "unknowns");
}

static void
describe_edge_send (SpurEventClass *event_class)
{
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_BY_ID);
  add_edge_fields (event_class);
}

static void
describe_edge_receive (SpurEventClass *event_class)
{
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID);
  add_edge_fields (event_class);
}

SIM_DEFINE_EVENT_TYPE (B3TraversalEvent,
                       b3_traversal_event,
                       SpurCustomEvent,
                       SPUR_TYPE_CUSTOM_EVENT,
                       "ARESO_Traversal_Event",
                       describe_traversal (event_class))

SIM_DEFINE_EVENT_TYPE (B3EdgeSendEvent,
                       b3_edge_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "ARESO_Edge_Send_Event",
                       describe_edge_send (event_class))

SIM_DEFINE_EVENT_TYPE (B3EdgeReceiveEvent,
                       b3_edge_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "ARESO_Edge_Receive_Event",
                       describe_edge_receive (event_class))
