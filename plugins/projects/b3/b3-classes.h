/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B3: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A workstation of the cluster. */
#define B3_TYPE_WORKSTATION (b3_workstation_get_type ())
GType b3_workstation_get_type (void);

/* A process that holds nodes of the tree and computes one at a time. */
#define B3_TYPE_PROCESS (b3_process_get_type ())
GType b3_process_get_type (void);

/* A node of the tree of substructures: a system of linear equations. */
#define B3_TYPE_TREE_NODE (b3_tree_node_get_type ())
GType b3_tree_node_get_type (void);

/* Who bisects the tree and says where its nodes go. */
#define B3_TYPE_BALANCER (b3_balancer_get_type ())
GType b3_balancer_get_type (void);

/* Events */

/* The tree was bisected, the heaviest part first, until there was a part for each process. */
#define B3_TYPE_BISECTION_EVENT (b3_bisection_event_get_type ())
GType b3_bisection_event_get_type (void);

/* A process or the balancer tells of a phase of balancing, which the tag names. */
#define B3_TYPE_BALANCING_MESSAGE_SEND_EVENT (b3_balancing_message_send_event_get_type ())
GType b3_balancing_message_send_event_get_type (void);

/* A process or the balancer hears of a phase of balancing. */
#define B3_TYPE_BALANCING_MESSAGE_RECEIVE_EVENT (b3_balancing_message_receive_event_get_type ())
GType b3_balancing_message_receive_event_get_type (void);

/* A new leaf is made by the node above it. */
#define B3_TYPE_LEAF_CREATION_EVENT (b3_leaf_creation_event_get_type ())
GType b3_leaf_creation_event_get_type (void);

/* An internal node gets more unknowns. */
#define B3_TYPE_NODE_ENLARGEMENT_EVENT (b3_node_enlargement_event_get_type ())
GType b3_node_enlargement_event_get_type (void);

/* The local computation within a node begins, inside of what its process does. */
#define B3_TYPE_COMPUTATION_BEGIN_EVENT (b3_computation_begin_event_get_type ())
GType b3_computation_begin_event_get_type (void);

/* The local computation within a node ends. */
#define B3_TYPE_COMPUTATION_END_EVENT (b3_computation_end_event_get_type ())
GType b3_computation_end_event_get_type (void);

/* A node leaves its process. */
#define B3_TYPE_NODE_MIGRATION_SEND_EVENT (b3_node_migration_send_event_get_type ())
GType b3_node_migration_send_event_get_type (void);

/* A node has come to its new process. */
#define B3_TYPE_NODE_MIGRATION_RECEIVE_EVENT (b3_node_migration_receive_event_get_type ())
GType b3_node_migration_receive_event_get_type (void);

/* A new traversal of the tree begins at the root, down to the leaves and up again. */
#define B3_TYPE_TRAVERSAL_EVENT (b3_traversal_event_get_type ())
GType b3_traversal_event_get_type (void);

/* A node sends along an edge of the tree: down where the tag is 0, up where it is 1. */
#define B3_TYPE_EDGE_SEND_EVENT (b3_edge_send_event_get_type ())
GType b3_edge_send_event_get_type (void);

/* A node gets what was sent along an edge of the tree. */
#define B3_TYPE_EDGE_RECEIVE_EVENT (b3_edge_receive_event_get_type ())
GType b3_edge_receive_event_get_type (void);

G_END_DECLS
