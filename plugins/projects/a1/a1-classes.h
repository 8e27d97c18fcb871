/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A1: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A computer of the network. */
#define A1_TYPE_COMPUTER (a1_computer_get_type ())
GType a1_computer_get_type (void);

/* A processor of a computer. */
#define A1_TYPE_PROCESSOR (a1_processor_get_type ())
GType a1_processor_get_type (void);

/* A process of a parallel application. */
#define A1_TYPE_PROCESS (a1_process_get_type ())
GType a1_process_get_type (void);

/* A thread of a process. */
#define A1_TYPE_THREAD (a1_thread_get_type ())
GType a1_thread_get_type (void);

/* An object in the sense of a programming language, in a process. */
#define A1_TYPE_OBJECT (a1_object_get_type ())
GType a1_object_get_type (void);

/* A part of the monitoring system OCM: one on each computer, with its node status reporter, and a
 * central one. */
#define A1_TYPE_MONITOR (a1_monitor_get_type ())
GType a1_monitor_get_type (void);

/* Events */

/* A monitor asks another one for a service, or answers. */
#define A1_TYPE_SERVICE_SEND_EVENT (a1_service_send_event_get_type ())
GType a1_service_send_event_get_type (void);

/* A monitor is asked for a service, or gets an answer. */
#define A1_TYPE_SERVICE_RECEIVE_EVENT (a1_service_receive_event_get_type ())
GType a1_service_receive_event_get_type (void);

/* A process sends to another one. */
#define A1_TYPE_MESSAGE_SEND_EVENT (a1_message_send_event_get_type ())
GType a1_message_send_event_get_type (void);

/* A process gets a message. */
#define A1_TYPE_MESSAGE_RECEIVE_EVENT (a1_message_receive_event_get_type ())
GType a1_message_receive_event_get_type (void);

/* The checkpoint of a process leaves for another computer. */
#define A1_TYPE_CHECKPOINT_MIGRATION_SEND_EVENT (a1_checkpoint_migration_send_event_get_type ())
GType a1_checkpoint_migration_send_event_get_type (void);

/* A process goes on from its checkpoint. */
#define A1_TYPE_CHECKPOINT_MIGRATION_RECEIVE_EVENT                                                 \
  (a1_checkpoint_migration_receive_event_get_type ())
GType a1_checkpoint_migration_receive_event_get_type (void);

/* A process is created on a computer. */
#define A1_TYPE_PROCESS_CREATION_EVENT (a1_process_creation_event_get_type ())
GType a1_process_creation_event_get_type (void);

/* A thread is created in a process. */
#define A1_TYPE_THREAD_CREATION_EVENT (a1_thread_creation_event_get_type ())
GType a1_thread_creation_event_get_type (void);

/* An object is created in a process. */
#define A1_TYPE_OBJECT_CREATION_EVENT (a1_object_creation_event_get_type ())
GType a1_object_creation_event_get_type (void);

/* A process needs other resources than before. Its state stays what it is. */
#define A1_TYPE_REQUIREMENTS_EVENT (a1_requirements_event_get_type ())
GType a1_requirements_event_get_type (void);

/* A process, thread or object ends. */
#define A1_TYPE_TERMINATION_EVENT (a1_termination_event_get_type ())
GType a1_termination_event_get_type (void);

/* A computer joins; what it offers is in its attributes. */
#define A1_TYPE_COMPUTER_ADDITION_EVENT (a1_computer_addition_event_get_type ())
GType a1_computer_addition_event_get_type (void);

/* A processor of a computer joins. */
#define A1_TYPE_PROCESSOR_ADDITION_EVENT (a1_processor_addition_event_get_type ())
GType a1_processor_addition_event_get_type (void);

/* A computer leaves. */
#define A1_TYPE_COMPUTER_REMOVAL_EVENT (a1_computer_removal_event_get_type ())
GType a1_computer_removal_event_get_type (void);

/* An interactive user logs in. */
#define A1_TYPE_LOGIN_EVENT (a1_login_event_get_type ())
GType a1_login_event_get_type (void);

/* An interactive user logs out. */
#define A1_TYPE_LOGOUT_EVENT (a1_logout_event_get_type ())
GType a1_logout_event_get_type (void);

/* The node status reporter measures the load of its computer. */
#define A1_TYPE_NODE_LOAD_EVENT (a1_node_load_event_get_type ())
GType a1_node_load_event_get_type (void);

/* The central monitor measures the load of the network. */
#define A1_TYPE_NETWORK_LOAD_EVENT (a1_network_load_event_get_type ())
GType a1_network_load_event_get_type (void);

G_END_DECLS
