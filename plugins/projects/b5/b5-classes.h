/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B5: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A workstation with one or two processors. */
#define B5_TYPE_WORKSTATION (b5_workstation_get_type ())
GType b5_workstation_get_type (void);

/* A virtual process: a distributed resource to which work load is assigned. */
#define B5_TYPE_PROCESS (b5_process_get_type ())
GType b5_process_get_type (void);

/* A virtual agent: executes one task after the other, and migrates between processes. */
#define B5_TYPE_AGENT (b5_agent_get_type ())
GType b5_agent_get_type (void);

/* A virtual task: a subproblem of the application, which stays with its agent. */
#define B5_TYPE_TASK (b5_task_get_type ())
GType b5_task_get_type (void);

/* ALDY itself, as it is linked to a process. */
#define B5_TYPE_DISTRIBUTOR (b5_distributor_get_type ())
GType b5_distributor_get_type (void);

/* Events */

/* ALDY sends one of its internal messages. What the message carries are fields of the subclasses,
 * so the general content is left out. */
#define B5_TYPE_MESSAGE_SEND_EVENT (b5_message_send_event_get_type ())
GType b5_message_send_event_get_type (void);

/* ALDY receives one of its internal messages. What the message carries are fields of the
 * subclasses, so the general content is left out. */
#define B5_TYPE_MESSAGE_RECEIVE_EVENT (b5_message_receive_event_get_type ())
GType b5_message_receive_event_get_type (void);

/* A process with little load asks another one for an agent: the first step of the receiver-
 * initiated strategy. */
#define B5_TYPE_REQUEST_SEND_EVENT (b5_request_send_event_get_type ())
GType b5_request_send_event_get_type (void);

/* A process is asked for an agent. */
#define B5_TYPE_REQUEST_RECEIVE_EVENT (b5_request_receive_event_get_type ())
GType b5_request_receive_event_get_type (void);

/* A process grants an agent to one that asked, or has none to give. */
#define B5_TYPE_REPLY_SEND_EVENT (b5_reply_send_event_get_type ())
GType b5_reply_send_event_get_type (void);

/* A process learns whether the one that it asked sends an agent. */
#define B5_TYPE_REPLY_RECEIVE_EVENT (b5_reply_receive_event_get_type ())
GType b5_reply_receive_event_get_type (void);

/* A task came for an agent that is here no more, and is sent after it. */
#define B5_TYPE_FORWARD_SEND_EVENT (b5_forward_send_event_get_type ())
GType b5_forward_send_event_get_type (void);

/* A task comes that was sent after its agent. */
#define B5_TYPE_FORWARD_RECEIVE_EVENT (b5_forward_receive_event_get_type ())
GType b5_forward_receive_event_get_type (void);

/* Tells a process that sent a task to where an agent was, where the agent is now. */
#define B5_TYPE_LOCATION_SEND_EVENT (b5_location_send_event_get_type ())
GType b5_location_send_event_get_type (void);

/* A process learns where an agent went. */
#define B5_TYPE_LOCATION_RECEIVE_EVENT (b5_location_receive_event_get_type ())
GType b5_location_receive_event_get_type (void);

/* Start, end, and the detection of the end by recovery of credits. */
#define B5_TYPE_CONTROL_SEND_EVENT (b5_control_send_event_get_type ())
GType b5_control_send_event_get_type (void);

/* Start, end, and the detection of the end by recovery of credits. */
#define B5_TYPE_CONTROL_RECEIVE_EVENT (b5_control_receive_event_get_type ())
GType b5_control_receive_event_get_type (void);

/* The load of a virtual process; its state says what that means to the strategy. */
#define B5_TYPE_PROCESS_LOAD_EVENT (b5_process_load_event_get_type ())
GType b5_process_load_event_get_type (void);

/* An agent has no task, and blocks until one arrives. */
#define B5_TYPE_AGENT_BLOCKING_EVENT (b5_agent_blocking_event_get_type ())
GType b5_agent_blocking_event_get_type (void);

/* A task waits in a virtual process until its agent takes it. */
#define B5_TYPE_TASK_BUFFERING_EVENT (b5_task_buffering_event_get_type ())
GType b5_task_buffering_event_get_type (void);

/* A task is assigned to an agent, which executes it to its end. */
#define B5_TYPE_TASK_ASSIGNMENT_EVENT (b5_task_assignment_event_get_type ())
GType b5_task_assignment_event_get_type (void);

/* An agent leaves its process, and takes with it the tasks that wait for it. */
#define B5_TYPE_AGENT_MIGRATION_SEND_EVENT (b5_agent_migration_send_event_get_type ())
GType b5_agent_migration_send_event_get_type (void);

/* An agent comes to its new process. */
#define B5_TYPE_AGENT_MIGRATION_RECEIVE_EVENT (b5_agent_migration_receive_event_get_type ())
GType b5_agent_migration_receive_event_get_type (void);

/* An agent sends a task to an agent, wherever that is. Agents migrate, so the message has a number
 * instead of an order. */
#define B5_TYPE_TASK_SEND_EVENT (b5_task_send_event_get_type ())
GType b5_task_send_event_get_type (void);

/* A task arrives where its agent is. Agents migrate, so the message has a number instead of an
 * order. */
#define B5_TYPE_TASK_RECEIVE_EVENT (b5_task_receive_event_get_type ())
GType b5_task_receive_event_get_type (void);

G_END_DECLS
