/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B4: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A workstation. */
#define B4_TYPE_MACHINE (b4_machine_get_type ())
GType b4_machine_get_type (void);

/* A process that simulates some partitions of the circuit. */
#define B4_TYPE_SIMULATOR (b4_simulator_get_type ())
GType b4_simulator_get_type (void);

/* The global controller, which asks for the progress of virtual time and initiates migrations. */
#define B4_TYPE_CONTROLLER (b4_controller_get_type ())
GType b4_controller_get_type (void);

/* Gates and signals that are simulated together, and migrate together. It is placed in a simulator.
 */
#define B4_TYPE_CIRCUIT_PARTITION (b4_circuit_partition_get_type ())
GType b4_circuit_partition_get_type (void);

/* Events */

/* The controller tells a slow simulator to hand a partition on. */
#define B4_TYPE_MIGRATION_INITIATION_SEND_EVENT (b4_migration_initiation_send_event_get_type ())
GType b4_migration_initiation_send_event_get_type (void);

/* A simulator is told to hand a partition on. */
#define B4_TYPE_MIGRATION_INITIATION_RECEIVE_EVENT                                                 \
  (b4_migration_initiation_receive_event_get_type ())
GType b4_migration_initiation_receive_event_get_type (void);

/* A simulator tells the controller that a partition is there and runs. */
#define B4_TYPE_MIGRATION_COMPLETION_SEND_EVENT (b4_migration_completion_send_event_get_type ())
GType b4_migration_completion_send_event_get_type (void);

/* The controller hears that a migration is complete. */
#define B4_TYPE_MIGRATION_COMPLETION_RECEIVE_EVENT                                                 \
  (b4_migration_completion_receive_event_get_type ())
GType b4_migration_completion_receive_event_get_type (void);

/* The controller tells where a partition is from now on. */
#define B4_TYPE_NEW_LOCATION_SEND_EVENT (b4_new_location_send_event_get_type ())
GType b4_new_location_send_event_get_type (void);

/* A simulator hears where a partition is from now on. */
#define B4_TYPE_NEW_LOCATION_RECEIVE_EVENT (b4_new_location_receive_event_get_type ())
GType b4_new_location_receive_event_get_type (void);

/* Signals for a partition that is no longer here are handed on to where it went. */
#define B4_TYPE_EVENT_FORWARDING_SEND_EVENT (b4_event_forwarding_send_event_get_type ())
GType b4_event_forwarding_send_event_get_type (void);

/* Signals that were sent to where the partition was have come here. */
#define B4_TYPE_EVENT_FORWARDING_RECEIVE_EVENT (b4_event_forwarding_receive_event_get_type ())
GType b4_event_forwarding_receive_event_get_type (void);

/* A message of the rounds in which the controller finds the global virtual time. */
#define B4_TYPE_PROGRESS_MESSAGE_SEND_EVENT (b4_progress_message_send_event_get_type ())
GType b4_progress_message_send_event_get_type (void);

/* The same where it is received. */
#define B4_TYPE_PROGRESS_MESSAGE_RECEIVE_EVENT (b4_progress_message_receive_event_get_type ())
GType b4_progress_message_receive_event_get_type (void);

/* The netlist of a partition leaves its simulator; the partition stays for now. */
#define B4_TYPE_TOPOLOGY_SEND_EVENT (b4_topology_send_event_get_type ())
GType b4_topology_send_event_get_type (void);

/* The netlist has come. The partition is not here before its state is. */
#define B4_TYPE_TOPOLOGY_RECEIVE_EVENT (b4_topology_receive_event_get_type ())
GType b4_topology_receive_event_get_type (void);

/* Signals, saved states and all else that a partition knows leave its simulator. */
#define B4_TYPE_STATE_SEND_EVENT (b4_state_send_event_get_type ())
GType b4_state_send_event_get_type (void);

/* The state has come, and with it the partition. */
#define B4_TYPE_STATE_RECEIVE_EVENT (b4_state_receive_event_get_type ())
GType b4_state_receive_event_get_type (void);

/* A simulator tells another one of signals that change. */
#define B4_TYPE_SIGNAL_SEND_EVENT (b4_signal_send_event_get_type ())
GType b4_signal_send_event_get_type (void);

/* Signals from another simulator have come. */
#define B4_TYPE_SIGNAL_RECEIVE_EVENT (b4_signal_receive_event_get_type ())
GType b4_signal_receive_event_get_type (void);

/* What all events of the time warp protocol have: a virtual time, in ticks of the circuit. */
#define B4_TYPE_TIME_WARP_EVENT (b4_time_warp_event_get_type ())
GType b4_time_warp_event_get_type (void);

/* The local virtual time of a simulator. */
#define B4_TYPE_LOCAL_TIME_EVENT (b4_local_time_event_get_type ())
GType b4_local_time_event_get_type (void);

/* How fast the local virtual time of a simulator progresses, as told to the controller. */
#define B4_TYPE_PROGRESS_EVENT (b4_progress_event_get_type ())
GType b4_progress_event_get_type (void);

/* A signal came late, and a partition went back to its virtual time. */
#define B4_TYPE_ROLLBACK_EVENT (b4_rollback_event_get_type ())
GType b4_rollback_event_get_type (void);

/* The global virtual time, before which no simulator goes back any more. */
#define B4_TYPE_GLOBAL_TIME_EVENT (b4_global_time_event_get_type ())
GType b4_global_time_event_get_type (void);

G_END_DECLS
