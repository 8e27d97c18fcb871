/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B2: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A node of the database system, with a disk of its own. */
#define B2_TYPE_NODE (b2_node_get_type ())
GType b2_node_get_type (void);

/* A query of a user; it is answered by interpreters. */
#define B2_TYPE_QUERY (b2_query_get_type ())
GType b2_query_get_type (void);

/* A process that interprets a partial query. */
#define B2_TYPE_INTERPRETER (b2_interpreter_get_type ())
GType b2_interpreter_get_type (void);

/* Assigns interpreters to nodes. */
#define B2_TYPE_SCHEDULER (b2_scheduler_get_type ())
GType b2_scheduler_get_type (void);

/* Measures a node. */
#define B2_TYPE_MONITOR (b2_monitor_get_type ())
GType b2_monitor_get_type (void);

/* Events */

/* An interpreter is started for a partial query, in a process of its own, where it stays. */
#define B2_TYPE_INTERPRETER_CREATION_EVENT (b2_interpreter_creation_event_get_type ())
GType b2_interpreter_creation_event_get_type (void);

/* An interpreter or a query comes to its next phase. */
#define B2_TYPE_QUERY_PHASE_EVENT (b2_query_phase_event_get_type ())
GType b2_query_phase_event_get_type (void);

/* An interpreter has read pages, from the disk of its node or over the network. */
#define B2_TYPE_PAGE_READ_EVENT (b2_page_read_event_get_type ())
GType b2_page_read_event_get_type (void);

/* State of a node: how much of its main memory is taken, and its input and output. */
#define B2_TYPE_NODE_LOAD_EVENT (b2_node_load_event_get_type ())
GType b2_node_load_event_get_type (void);

/* Load of the network that all nodes share. */
#define B2_TYPE_NETWORK_LOAD_EVENT (b2_network_load_event_get_type ())
GType b2_network_load_event_get_type (void);

/* An interpreter sends tuples to the one that works on them further. */
#define B2_TYPE_TUPLES_SEND_EVENT (b2_tuples_send_event_get_type ())
GType b2_tuples_send_event_get_type (void);

/* An interpreter gets tuples. */
#define B2_TYPE_TUPLES_RECEIVE_EVENT (b2_tuples_receive_event_get_type ())
GType b2_tuples_receive_event_get_type (void);

/* A node reports its state. */
#define B2_TYPE_REPORT_SEND_EVENT (b2_report_send_event_get_type ())
GType b2_report_send_event_get_type (void);

/* The scheduler learns the state of a node. */
#define B2_TYPE_REPORT_RECEIVE_EVENT (b2_report_receive_event_get_type ())
GType b2_report_receive_event_get_type (void);

/* The scheduler assigns a partial query to a node. */
#define B2_TYPE_ASSIGNMENT_SEND_EVENT (b2_assignment_send_event_get_type ())
GType b2_assignment_send_event_get_type (void);

/* A node is told to interpret a partial query. */
#define B2_TYPE_ASSIGNMENT_RECEIVE_EVENT (b2_assignment_receive_event_get_type ())
GType b2_assignment_receive_event_get_type (void);

/* A node tells that an interpreter has ended. */
#define B2_TYPE_COMPLETION_SEND_EVENT (b2_completion_send_event_get_type ())
GType b2_completion_send_event_get_type (void);

/* The scheduler learns that an interpreter has ended. */
#define B2_TYPE_COMPLETION_RECEIVE_EVENT (b2_completion_receive_event_get_type ())
GType b2_completion_receive_event_get_type (void);

G_END_DECLS
