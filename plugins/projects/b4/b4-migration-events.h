/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * B4TopologySendEvent:
 *
 * The netlist of a partition leaves its simulator; the partition stays for now.
 */
#define B4_TYPE_TOPOLOGY_SEND_EVENT (b4_topology_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B4TopologySendEvent, b4_topology_send_event, B4, TOPOLOGY_SEND_EVENT, SpurLoMigrationSendEvent)

/**
 * B4TopologyReceiveEvent:
 *
 * The netlist has come. The partition is not here before its state is.
 */
#define B4_TYPE_TOPOLOGY_RECEIVE_EVENT (b4_topology_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4TopologyReceiveEvent,
                      b4_topology_receive_event,
                      B4,
                      TOPOLOGY_RECEIVE_EVENT,
                      SpurLoMigrationReceiveEvent)

/**
 * B4StateSendEvent:
 *
 * Signals, saved states and all else that a partition knows leave its simulator.
 */
#define B4_TYPE_STATE_SEND_EVENT (b4_state_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B4StateSendEvent, b4_state_send_event, B4, STATE_SEND_EVENT, SpurLoMigrationSendEvent)

/**
 * B4StateReceiveEvent:
 *
 * The state has come, and with it the partition.
 */
#define B4_TYPE_STATE_RECEIVE_EVENT (b4_state_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B4StateReceiveEvent, b4_state_receive_event, B4, STATE_RECEIVE_EVENT, SpurLoMigrationReceiveEvent)

G_END_DECLS
