/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"
#include "visualizers/spur-lo-creation-visualizer.h"
#include "visualizers/spur-lo-message-visualizer.h"
#include "visualizers/spur-lo-state-change-visualizer.h"

G_BEGIN_DECLS

/**
 * B3EdgeSendVisualizer:
 *
 * The arrow of what nodes tell each other along an edge.
 */
#define B3_TYPE_EDGE_SEND_VISUALIZER (b3_edge_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  B3EdgeSendVisualizer, b3_edge_send_visualizer, B3, EDGE_SEND_VISUALIZER, SpurLoMessageVisualizer)

/**
 * B3BalancingMessageSendVisualizer:
 *
 * The arrow of a message of balancing.
 */
#define B3_TYPE_BALANCING_MESSAGE_SEND_VISUALIZER (b3_balancing_message_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B3BalancingMessageSendVisualizer,
                      b3_balancing_message_send_visualizer,
                      B3,
                      BALANCING_MESSAGE_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B3TraversalVisualizer:
 *
 * A diamond where a traversal begins.
 */
#define B3_TYPE_TRAVERSAL_VISUALIZER (b3_traversal_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  B3TraversalVisualizer, b3_traversal_visualizer, B3, TRAVERSAL_VISUALIZER, SpurEventVisualizer)

/**
 * B3BisectionVisualizer:
 *
 * A triangle where the tree was bisected.
 */
#define B3_TYPE_BISECTION_VISUALIZER (b3_bisection_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B3BisectionVisualizer,
                      b3_bisection_visualizer,
                      B3,
                      BISECTION_VISUALIZER,
                      SpurLoStateChangeVisualizer)

/**
 * B3LeafCreationVisualizer:
 *
 * A disc for each new leaf, as large as its equations.
 */
#define B3_TYPE_LEAF_CREATION_VISUALIZER (b3_leaf_creation_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B3LeafCreationVisualizer,
                      b3_leaf_creation_visualizer,
                      B3,
                      LEAF_CREATION_VISUALIZER,
                      SpurLoCreationVisualizer)

/**
 * B3NodeEnlargementVisualizer:
 *
 * A square for each node that grows, as large as its equations.
 */
#define B3_TYPE_NODE_ENLARGEMENT_VISUALIZER (b3_node_enlargement_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B3NodeEnlargementVisualizer,
                      b3_node_enlargement_visualizer,
                      B3,
                      NODE_ENLARGEMENT_VISUALIZER,
                      SpurLoStateChangeVisualizer)

G_END_DECLS
