/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"
#include "events/spur-target-events.h"

G_BEGIN_DECLS

/**
 * A1ComputerAdditionEvent:
 *
 * A computer joins; what it offers is in its attributes.
 */
#define A1_TYPE_COMPUTER_ADDITION_EVENT (a1_computer_addition_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ComputerAdditionEvent,
                      a1_computer_addition_event,
                      A1,
                      COMPUTER_ADDITION_EVENT,
                      SpurTargetAdditionEvent)

/**
 * A1ProcessorAdditionEvent:
 *
 * A processor of a computer joins.
 */
#define A1_TYPE_PROCESSOR_ADDITION_EVENT (a1_processor_addition_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ProcessorAdditionEvent,
                      a1_processor_addition_event,
                      A1,
                      PROCESSOR_ADDITION_EVENT,
                      SpurTargetAdditionEvent)

/**
 * A1ComputerRemovalEvent:
 *
 * A computer leaves.
 */
#define A1_TYPE_COMPUTER_REMOVAL_EVENT (a1_computer_removal_event_get_type ())
G_DECLARE_FINAL_TYPE (A1ComputerRemovalEvent,
                      a1_computer_removal_event,
                      A1,
                      COMPUTER_REMOVAL_EVENT,
                      SpurTargetRemovalEvent)

/**
 * A1LoginEvent:
 *
 * An interactive user logs in.
 */
#define A1_TYPE_LOGIN_EVENT (a1_login_event_get_type ())
G_DECLARE_FINAL_TYPE (A1LoginEvent, a1_login_event, A1, LOGIN_EVENT, SpurTargetStateChangeEvent)

/**
 * A1LogoutEvent:
 *
 * An interactive user logs out.
 */
#define A1_TYPE_LOGOUT_EVENT (a1_logout_event_get_type ())
G_DECLARE_FINAL_TYPE (A1LogoutEvent, a1_logout_event, A1, LOGOUT_EVENT, SpurTargetStateChangeEvent)

/**
 * A1NodeLoadEvent:
 *
 * The node status reporter measures the load of its computer.
 */
#define A1_TYPE_NODE_LOAD_EVENT (a1_node_load_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A1NodeLoadEvent, a1_node_load_event, A1, NODE_LOAD_EVENT, SpurLmTargetLoadEvent)

/**
 * A1NetworkLoadEvent:
 *
 * The central monitor measures the load of the network.
 */
#define A1_TYPE_NETWORK_LOAD_EVENT (a1_network_load_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A1NetworkLoadEvent, a1_network_load_event, A1, NETWORK_LOAD_EVENT, SpurLmNetworkLoadEvent)

G_END_DECLS
