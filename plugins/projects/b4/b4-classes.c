/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (B4Machine, b4_machine, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (B4Simulator, b4_simulator, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B4Controller, b4_controller, SPUR_TYPE_LM_COMPONENT)
SIM_DEFINE_OBJECT_TYPE (B4CircuitPartition, b4_circuit_partition, SPUR_TYPE_LOAD_OBJECT)

SIM_DEFINE_MESSAGE_CLASSES (
  B4MigrationInitiation,
  b4_migration_initiation,
  SPUR_TYPE_LM_MESSAGE,
  "Migration_Initiation",
  SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
  SPUR_TRAIT_FIELD ("destination", OBJECT, NONE, "the simulator that has the partition then"))

SIM_DEFINE_MESSAGE_CLASSES (
  B4MigrationCompletion,
  b4_migration_completion,
  SPUR_TYPE_LM_MESSAGE,
  "Migration_Completion",
  SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
  SPUR_TRAIT_FIELD ("destination", OBJECT, NONE, "the simulator that has the partition then"))

SIM_DEFINE_MESSAGE_CLASSES (
  B4NewLocation,
  b4_new_location,
  SPUR_TYPE_LM_MESSAGE,
  "New_Location",
  SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
  SPUR_TRAIT_FIELD ("destination", OBJECT, NONE, "the simulator that has the partition then"))

SIM_DEFINE_MESSAGE_CLASSES (
  B4EventForwarding,
  b4_event_forwarding,
  SPUR_TYPE_LM_MESSAGE,
  "Event_Forwarding",
  SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
  SPUR_TRAIT_UNIT_FIELD (
    "virtual_time", UINT64, NONE, "ticks", "the virtual time that it tells of"),
  SPUR_TRAIT_FIELD ("signals", UINT32, NONE, "how many signals are handed on"))

SIM_DEFINE_MESSAGE_CLASSES (B4ProgressMessage,
                            b4_progress_message,
                            SPUR_TYPE_LM_MESSAGE,
                            "Progress_Message",
                            SPUR_TRAIT_UNIT_FIELD ("virtual_time",
                                                   UINT64,
                                                   NONE,
                                                   "ticks",
                                                   "the virtual time that it tells of"))

SPUR_DEFINE_EVENT_CLASS (
  B4TopologySendEvent,
  b4_topology_send_event,
  SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
  SPUR_TRAIT_NAME ("Partition_Topology_Send_Event"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
  SPUR_TRAIT_FIELD ("gates", UINT32, NONE, "how many gates the partition has"))

SPUR_DEFINE_EVENT_CLASS (
  B4TopologyReceiveEvent,
  b4_topology_receive_event,
  SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("Partition_Topology_Receive_Event"),
  SPUR_TRAIT_EFFECT (NONE),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
  SPUR_TRAIT_FIELD ("gates", UINT32, NONE, "how many gates the partition has"))

SIM_DEFINE_MESSAGE_CLASSES (
  B4State,
  b4_state,
  SPUR_TYPE_LO_MIGRATION,
  "Partition_State",
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
  SPUR_TRAIT_UNIT_FIELD (
    "virtual_time", UINT64, NONE, "ticks", "how far the partition was simulated"))

SIM_DEFINE_MESSAGE_CLASSES (
  B4Signal,
  b4_signal,
  SPUR_TYPE_LO_MESSAGE,
  "Circuit_Signal",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_UNIT_FIELD (
    "virtual_time", UINT64, NONE, "ticks", "when the first of the signals changes"),
  SPUR_TRAIT_FIELD ("signals", UINT32, NONE, "how many signals change"),
  SPUR_TRAIT_FIELD ("anti_signals", UINT32, NONE, "how many signals are taken back"))

SPUR_DEFINE_EVENT_CLASS (
  B4TimeWarpEvent,
  b4_time_warp_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("Time_Warp_Event"),
  SPUR_TRAIT_UNIT_FIELD ("virtual_time", UINT64, NONE, "ticks", "the virtual time from now on"))

SPUR_DEFINE_EVENT_CLASS (B4LocalTimeEvent,
                         b4_local_time_event,
                         B4_TYPE_TIME_WARP_EVENT,
                         SPUR_TRAIT_NAME ("Time_Warp_Local_Time_Event"))

SPUR_DEFINE_EVENT_CLASS (B4ProgressEvent,
                         b4_progress_event,
                         B4_TYPE_TIME_WARP_EVENT,
                         SPUR_TRAIT_NAME ("Time_Warp_Progress_Event"),
                         SPUR_TRAIT_UNIT_FIELD ("progress",
                                                DOUBLE,
                                                NONE,
                                                "ticks/s",
                                                "progress of virtual time since it was last told"))

SPUR_DEFINE_EVENT_CLASS (
  B4RollbackEvent,
  b4_rollback_event,
  B4_TYPE_TIME_WARP_EVENT,
  SPUR_TRAIT_NAME ("Time_Warp_Rollback_Event"),
  SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "what was rolled back"),
  SPUR_TRAIT_UNIT_FIELD ("from", UINT64, NONE, "ticks", "the partition's virtual time before"),
  SPUR_TRAIT_FIELD ("undone", UINT32, NONE, "how many signals were worked on in vain"),
  SPUR_TRAIT_FIELD ("anti_signals", UINT32, NONE, "how many signals were taken back"))

SPUR_DEFINE_EVENT_CLASS (B4GlobalTimeEvent,
                         b4_global_time_event,
                         B4_TYPE_TIME_WARP_EVENT,
                         SPUR_TRAIT_NAME ("Time_Warp_Global_Time_Event"))
