/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/* A processor of the hypercube. */
#define A7_TYPE_NODE (a7_node_get_type ())
G_DECLARE_FINAL_TYPE (A7Node, a7_node, A7, NODE, SpurTarget)

/* A node of the tree of subproblems, with a scalar load. */
#define A7_TYPE_SUBPROBLEM (a7_subproblem_get_type ())
G_DECLARE_FINAL_TYPE (A7Subproblem, a7_subproblem, A7, SUBPROBLEM, SpurLoadObject)

/* The part of the strategy that runs on a node. */
#define A7_TYPE_BALANCER (a7_balancer_get_type ())
G_DECLARE_FINAL_TYPE (A7Balancer, a7_balancer, A7, BALANCER, SpurLmComponent)

G_END_DECLS
