/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"

G_BEGIN_DECLS

/**
 * B3Workstation:
 *
 * A workstation of the cluster.
 */
#define B3_TYPE_WORKSTATION (b3_workstation_get_type ())
G_DECLARE_FINAL_TYPE (B3Workstation, b3_workstation, B3, WORKSTATION, SpurTarget)

/**
 * B3Process:
 *
 * A process that holds nodes of the tree and computes one at a time.
 */
#define B3_TYPE_PROCESS (b3_process_get_type ())
G_DECLARE_FINAL_TYPE (B3Process, b3_process, B3, PROCESS, SpurLoadObject)

/**
 * B3TreeNode:
 *
 * A node of the tree of substructures: a system of linear equations.
 */
#define B3_TYPE_TREE_NODE (b3_tree_node_get_type ())
G_DECLARE_FINAL_TYPE (B3TreeNode, b3_tree_node, B3, TREE_NODE, SpurLoadObject)

/**
 * B3Balancer:
 *
 * Who bisects the tree and says where its nodes go.
 */
#define B3_TYPE_BALANCER (b3_balancer_get_type ())
G_DECLARE_FINAL_TYPE (B3Balancer, b3_balancer, B3, BALANCER, SpurLmComponent)

G_END_DECLS
