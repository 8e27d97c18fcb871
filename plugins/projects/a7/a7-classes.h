/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A7: what its load objects and targets are, and what happens to them. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Active objects */

/* A processor of the hypercube. */
#define A7_TYPE_NODE (a7_node_get_type ())
GType a7_node_get_type (void);

/* A node of the tree of subproblems, with a scalar load. */
#define A7_TYPE_SUBPROBLEM (a7_subproblem_get_type ())
GType a7_subproblem_get_type (void);

/* The part of the strategy that runs on a node. */
#define A7_TYPE_BALANCER (a7_balancer_get_type ())
GType a7_balancer_get_type (void);

/* Events */

/* A bisection creates a subproblem where its parent is. */
#define A7_TYPE_SUBPROBLEM_CREATION_EVENT (a7_subproblem_creation_event_get_type ())
GType a7_subproblem_creation_event_get_type (void);

/* A subproblem turns out to be harder than it looked, and waits again. */
#define A7_TYPE_SUBPROBLEM_GROWTH_EVENT (a7_subproblem_growth_event_get_type ())
GType a7_subproblem_growth_event_get_type (void);

/* A node measures its load at the begin of a round. */
#define A7_TYPE_DIFFUSION_LOAD_EVENT (a7_diffusion_load_event_get_type ())
GType a7_diffusion_load_event_get_type (void);

/* A subproblem leaves for another node. */
#define A7_TYPE_SUBPROBLEM_MIGRATION_SEND_EVENT (a7_subproblem_migration_send_event_get_type ())
GType a7_subproblem_migration_send_event_get_type (void);

/* A subproblem comes from another node. */
#define A7_TYPE_SUBPROBLEM_MIGRATION_RECEIVE_EVENT                                                 \
  (a7_subproblem_migration_receive_event_get_type ())
GType a7_subproblem_migration_receive_event_get_type (void);

/* A node tells a neighbour its load. */
#define A7_TYPE_DIFFUSION_MESSAGE_SEND_EVENT (a7_diffusion_message_send_event_get_type ())
GType a7_diffusion_message_send_event_get_type (void);

/* A node learns the load of a neighbour. */
#define A7_TYPE_DIFFUSION_MESSAGE_RECEIVE_EVENT (a7_diffusion_message_receive_event_get_type ())
GType a7_diffusion_message_receive_event_get_type (void);

G_END_DECLS
