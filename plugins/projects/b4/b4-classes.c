/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B4: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

const SimClass b4_classes[] = {
  /* A workstation. */
  { "B4Machine", "SpurTarget" },
  /* A process that simulates some partitions of the circuit. */
  { "B4Simulator", "SpurLoadObject" },
  /* The global controller, which asks for the progress of virtual time and initiates migrations. */
  { "B4Controller", "SpurLmComponent" },
  /* Gates and signals that are simulated together, and migrate together. It is placed in a
     simulator. */
  { "B4CircuitPartition", "SpurLoadObject" },
  /* The controller tells a slow simulator to hand a partition on. */
  SIM_MESSAGE (
    "B4MigrationInitiation",
    "SpurLmMessage",
    "Migration_Initiation",
    SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
    SPUR_TRAIT_FIELD ("destination", OBJECT, NONE, "the simulator that has the partition then")),
  /* A simulator tells the controller that a partition is there and runs. */
  SIM_MESSAGE (
    "B4MigrationCompletion",
    "SpurLmMessage",
    "Migration_Completion",
    SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
    SPUR_TRAIT_FIELD ("destination", OBJECT, NONE, "the simulator that has the partition then")),
  /* The controller tells where a partition is from now on. */
  SIM_MESSAGE (
    "B4NewLocation",
    "SpurLmMessage",
    "New_Location",
    SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
    SPUR_TRAIT_FIELD ("destination", OBJECT, NONE, "the simulator that has the partition then")),
  /* Signals for a partition that is no longer here are handed on to where it went. */
  SIM_MESSAGE ("B4EventForwarding",
               "SpurLmMessage",
               "Event_Forwarding",
               SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "the partition that it is about"),
               SPUR_TRAIT_UNIT_FIELD (
                 "virtual_time", UINT64, NONE, "ticks", "the virtual time that it tells of"),
               SPUR_TRAIT_FIELD ("signals", UINT32, NONE, "how many signals are handed on")),
  /* A message of the rounds in which the controller finds the global virtual time. */
  SIM_MESSAGE ("B4ProgressMessage",
               "SpurLmMessage",
               "Progress_Message",
               SPUR_TRAIT_UNIT_FIELD (
                 "virtual_time", UINT64, NONE, "ticks", "the virtual time that it tells of")),
  /* The netlist of a partition leaves its simulator; the partition stays for now. */
  SIM_EVENT ("B4TopologySendEvent",
             "SpurLoMigrationSendEvent",
             "Partition_Topology_Send_Event",
             SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
             SPUR_TRAIT_FIELD ("gates", UINT32, NONE, "how many gates the partition has")),
  /* The netlist has come. The partition is not here before its state is. */
  SIM_EVENT ("B4TopologyReceiveEvent",
             "SpurLoMigrationReceiveEvent",
             "Partition_Topology_Receive_Event",
             SPUR_TRAIT_EFFECT (NONE),
             SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
             SPUR_TRAIT_FIELD ("gates", UINT32, NONE, "how many gates the partition has")),
  /* Signals, saved states and all else that a partition knows leave its simulator. */
  SIM_MESSAGE ("B4State",
               "SpurLoMigration",
               "Partition_State",
               SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
               SPUR_TRAIT_UNIT_FIELD (
                 "virtual_time", UINT64, NONE, "ticks", "how far the partition was simulated")),
  /* A simulator tells another one of signals that change. */
  SIM_MESSAGE ("B4Signal",
               "SpurLoMessage",
               "Circuit_Signal",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_UNIT_FIELD (
                 "virtual_time", UINT64, NONE, "ticks", "when the first of the signals changes"),
               SPUR_TRAIT_FIELD ("signals", UINT32, NONE, "how many signals change"),
               SPUR_TRAIT_FIELD ("anti_signals", UINT32, NONE, "how many signals are taken back")),
  /* What all events of the time warp protocol have: a virtual time, in ticks of the circuit. */
  SIM_EVENT (
    "B4TimeWarpEvent",
    "SpurLoStateChangeEvent",
    "Time_Warp_Event",
    SPUR_TRAIT_UNIT_FIELD ("virtual_time", UINT64, NONE, "ticks", "the virtual time from now on")),
  /* The local virtual time of a simulator. */
  SIM_EVENT ("B4LocalTimeEvent", "B4TimeWarpEvent", "Time_Warp_Local_Time_Event"),
  /* How fast the local virtual time of a simulator progresses, as told to the controller. */
  SIM_EVENT (
    "B4ProgressEvent",
    "B4TimeWarpEvent",
    "Time_Warp_Progress_Event",
    SPUR_TRAIT_UNIT_FIELD (
      "progress", DOUBLE, NONE, "ticks/s", "progress of virtual time since it was last told")),
  /* A signal came late, and a partition went back to its virtual time. */
  SIM_EVENT (
    "B4RollbackEvent",
    "B4TimeWarpEvent",
    "Time_Warp_Rollback_Event",
    SPUR_TRAIT_FIELD ("partition", OBJECT, NONE, "what was rolled back"),
    SPUR_TRAIT_UNIT_FIELD ("from", UINT64, NONE, "ticks", "the partition's virtual time before"),
    SPUR_TRAIT_FIELD ("undone", UINT32, NONE, "how many signals were worked on in vain"),
    SPUR_TRAIT_FIELD ("anti_signals", UINT32, NONE, "how many signals were taken back")),
  /* The global virtual time, before which no simulator goes back any more. */
  SIM_EVENT ("B4GlobalTimeEvent", "B4TimeWarpEvent", "Time_Warp_Global_Time_Event"),
  { NULL },
};
