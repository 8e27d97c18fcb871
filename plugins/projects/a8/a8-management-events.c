/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-management-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_index (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "index", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how much is to be done on the host");
  spur_event_class_set_unit (event_class, "index", "actors");
}

static void
add_actor (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "creator", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the actor that creates");
  spur_event_class_add_field (event_class, "actor", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the actor that is created");
}

static void
add_location (SpurEventClass *event_class)
{
  add_actor (event_class);
  spur_event_class_add_field (event_class, "location", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the host that it is on");
}

SIM_DEFINE_EVENT_TYPE (A8LoadIndexSendEvent,
                       a8_load_index_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Sphere_Load_Index_Send_Event",
                       add_index (event_class))

SIM_DEFINE_EVENT_TYPE (A8LoadIndexReceiveEvent,
                       a8_load_index_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Sphere_Load_Index_Receive_Event",
                       add_index (event_class))

SIM_DEFINE_EVENT_TYPE (A8SphereCreationSendEvent,
                       a8_sphere_creation_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Sphere_Creation_Send_Event",
                       add_actor (event_class))

SIM_DEFINE_EVENT_TYPE (A8SphereCreationReceiveEvent,
                       a8_sphere_creation_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Sphere_Creation_Receive_Event",
                       add_actor (event_class))

SIM_DEFINE_EVENT_TYPE (A8LocationSendEvent,
                       a8_location_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Sphere_Location_Send_Event",
                       add_location (event_class))

SIM_DEFINE_EVENT_TYPE (A8LocationReceiveEvent,
                       a8_location_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Sphere_Location_Receive_Event",
                       add_location (event_class))
