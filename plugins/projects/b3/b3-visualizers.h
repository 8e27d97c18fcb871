/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The visualizers of project B3 that are more than a style; the styles are in the manifest. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* A disc for each new leaf, as large as its equations. */
GType b3_leaf_creation_visualizer_get_type (void);

/* A square for each node that grows, as large as its equations. */
GType b3_node_enlargement_visualizer_get_type (void);

G_END_DECLS
