/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/style/spur-visualizer.h"

G_BEGIN_DECLS

/**
 * B3LeafCreationVisualizer:
 *
 * A sign for each new leaf, the larger the more unknowns it has.
 */
#define B3_TYPE_LEAF_CREATION_VISUALIZER (b3_leaf_creation_visualizer_get_type ())
G_DECLARE_DERIVABLE_TYPE (B3LeafCreationVisualizer,
                          b3_leaf_creation_visualizer,
                          B3,
                          LEAF_CREATION_VISUALIZER,
                          SpurVisualizer)

struct _B3LeafCreationVisualizerClass
{
  SpurVisualizerClass parent_class;
};

/**
 * B3NodeEnlargementVisualizer:
 *
 * The same for each node that is enlarged.
 */
#define B3_TYPE_NODE_ENLARGEMENT_VISUALIZER (b3_node_enlargement_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B3NodeEnlargementVisualizer,
                      b3_node_enlargement_visualizer,
                      B3,
                      NODE_ENLARGEMENT_VISUALIZER,
                      B3LeafCreationVisualizer)

G_END_DECLS
