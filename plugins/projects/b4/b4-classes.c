/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B4: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

#define DESTINATION                                                                                \
  SIM_FIELD ("destination", OBJECT, NULL, "the simulator that has the partition then")

/* clang-format off */
const SimClass b4_classes[] = {
  /* A workstation. */
  { "B4Machine", "SpurTarget" },
  /* A process that simulates some partitions of the circuit. */
  { "B4Simulator", "SpurLoadObject" },
  /* The global controller, which asks for the progress of virtual time and initiates migrations. */
  { "B4Controller", "SpurLmComponent" },
  /* Gates and signals that are simulated together, and migrate together. It is placed in a
   * simulator. */
  { "B4CircuitPartition", "SpurLoadObject" },
  /* The controller tells a slow simulator to hand a partition on. */
  SIM_MESSAGE ("B4MigrationInitiation", "SpurLmMessage", "Migration_Initiation",
               SIM_FIELD ("partition", OBJECT, NULL, "the partition that it is about"),
               DESTINATION),
  /* A simulator tells the controller that a partition is there and runs. */
  SIM_MESSAGE ("B4MigrationCompletion", "SpurLmMessage", "Migration_Completion",
               SIM_FIELD ("partition", OBJECT, NULL, "the partition that it is about"),
               DESTINATION),
  /* The controller tells where a partition is from now on. */
  SIM_MESSAGE ("B4NewLocation", "SpurLmMessage", "New_Location",
               SIM_FIELD ("partition", OBJECT, NULL, "the partition that it is about"),
               DESTINATION),
  /* Signals for a partition that is no longer here are handed on to where it went. */
  SIM_MESSAGE ("B4EventForwarding", "SpurLmMessage", "Event_Forwarding",
               SIM_FIELD ("partition", OBJECT, NULL, "the partition that it is about"),
               SIM_FIELD ("virtual_time", UINT64, "ticks", "the virtual time that it tells of"),
               SIM_FIELD ("signals", UINT32, NULL, "how many signals are handed on")),
  /* A message of the rounds in which the controller finds the global virtual time. */
  SIM_MESSAGE ("B4ProgressMessage", "SpurLmMessage", "Progress_Message",
               SIM_FIELD ("virtual_time", UINT64, "ticks", "the virtual time that it tells of")),
  /* The netlist of a partition leaves its simulator; the partition stays for now. */
  SIM_EVENT ("B4TopologySend", "SpurLoMigrationSend", "Partition_Topology_Send",
             SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of the message"),
             SIM_FIELD ("gates", UINT32, NULL, "how many gates the partition has")),
  /* The netlist has come. The partition is not here before its state is. */
  SIM_EVENT ("B4TopologyReceive", "SpurLoMigrationReceive", "Partition_Topology_Receive",
             SPUR_TRAIT_EFFECT (NONE),
             SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of the message"),
             SIM_FIELD ("gates", UINT32, NULL, "how many gates the partition has")),
  /* Signals, saved states and all else that a partition knows leave its simulator. */
  SIM_MESSAGE ("B4State", "SpurLoMigration", "Partition_State",
               SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of the message"),
               SIM_FIELD ("virtual_time", UINT64, "ticks", "how far the partition was simulated")),
  /* A simulator tells another one of signals that change. */
  SIM_MESSAGE ("B4Signal", "SpurLoMessage", "Circuit_Signal",
               SIM_OMIT ("content"),
               SIM_FIELD ("virtual_time", UINT64, "ticks", "when the first of the signals changes"),
               SIM_FIELD ("signals", UINT32, NULL, "how many signals change"),
               SIM_FIELD ("anti_signals", UINT32, NULL, "how many signals are taken back")),
  /* What all events of the time warp protocol have: a virtual time, in ticks of the circuit. */
  SIM_EVENT ("B4TimeWarp", "SpurLoStateChange", "Time_Warp",
             SIM_FIELD ("virtual_time", UINT64, "ticks", "the virtual time from now on")),
  /* The local virtual time of a simulator. */
  SIM_EVENT ("B4LocalTime", "B4TimeWarp", "Time_Warp_Local_Time"),
  /* How fast the local virtual time of a simulator progresses, as told to the controller. */
  SIM_EVENT ("B4Progress", "B4TimeWarp", "Time_Warp_Progress",
             SIM_FIELD ("progress", DOUBLE, "ticks/s",
                        "progress of virtual time since it was last told")),
  /* A signal came late, and a partition went back to its virtual time. */
  SIM_EVENT ("B4Rollback", "B4TimeWarp", "Time_Warp_Rollback",
             SIM_FIELD ("partition", OBJECT, NULL, "what was rolled back"),
             SIM_FIELD ("from", UINT64, "ticks", "the partition's virtual time before"),
             SIM_FIELD ("undone", UINT32, NULL, "how many signals were worked on in vain"),
             SIM_FIELD ("anti_signals", UINT32, NULL, "how many signals were taken back")),
  /* The global virtual time, before which no simulator goes back any more. */
  SIM_EVENT ("B4GlobalTime", "B4TimeWarp", "Time_Warp_Global_Time"),
  { NULL },
};
/* clang-format on */
