/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-target-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_user (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "user", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "who logs in or out");
  spur_event_class_add_field (event_class, "users", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many users are logged in then");
}

SIM_DEFINE_EVENT_TYPE (A1ComputerAdditionEvent,
                       a1_computer_addition_event,
                       SpurTargetAdditionEvent,
                       SPUR_TYPE_TARGET_ADDITION_EVENT,
                       "OMIS_Computer_Addition_Event")

SIM_DEFINE_EVENT_TYPE (A1ProcessorAdditionEvent,
                       a1_processor_addition_event,
                       SpurTargetAdditionEvent,
                       SPUR_TYPE_TARGET_ADDITION_EVENT,
                       "OMIS_Processor_Addition_Event")

SIM_DEFINE_EVENT_TYPE (A1ComputerRemovalEvent,
                       a1_computer_removal_event,
                       SpurTargetRemovalEvent,
                       SPUR_TYPE_TARGET_REMOVAL_EVENT,
                       "OMIS_Computer_Removal_Event")

SIM_DEFINE_EVENT_TYPE (A1LoginEvent,
                       a1_login_event,
                       SpurTargetStateChangeEvent,
                       SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
                       "OMIS_Login_Event",
                       add_user (event_class))

SIM_DEFINE_EVENT_TYPE (A1LogoutEvent,
                       a1_logout_event,
                       SpurTargetStateChangeEvent,
                       SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
                       "OMIS_Logout_Event",
                       add_user (event_class))

SIM_DEFINE_EVENT_TYPE (A1NodeLoadEvent,
                       a1_node_load_event,
                       SpurLmTargetLoadEvent,
                       SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                       "OMIS_Node_Load_Event")

SIM_DEFINE_EVENT_TYPE (A1NetworkLoadEvent,
                       a1_network_load_event,
                       SpurLmNetworkLoadEvent,
                       SPUR_TYPE_LM_NETWORK_LOAD_EVENT,
                       "OMIS_Network_Load_Event")
