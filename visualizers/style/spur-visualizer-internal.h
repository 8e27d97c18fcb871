/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/plugin/spur-registry.h"
#include "visualizers/style/spur-visualizer.h"

/* Whether spur_visualizer_add_marks() could add a mark. Most event classes are drawn from the
 * states and edges of the trace, and a view need not walk their events. */
gboolean spur_visualizer_has_marks (SpurVisualizer *self, const SpurStyle *style);

/* Sets the style of a visualizer, and that of the nearest ancestor of its event class that is drawn
 * as a sign. */
void
spur_visualizer_set_style (SpurVisualizer *self, const SpurStyle *style, const SpurStyle *sign);

/* The style of that ancestor; its form is something else where there is none. */
const SpurStyle *spur_visualizer_peek_sign (SpurVisualizer *self);

/* Adds a mark of @style for every event, where the subject is from then on. */
void spur_visualizer_add_glyphs (SpurScene *scene, const SpurEventBatch *batch, guint32 style);

/* The style of a class of which nothing is known: it is not drawn. */
void spur_style_init (SpurStyle *style);

/* Changes @style by what @registry says of just this event class; ancestors are not asked. */
void spur_style_apply_class (SpurStyle *style, SpurRegistry *registry, const char *event_class);

/* Visualizers that draw events by more than their style. */
GType spur_neighborhood_visualizer_get_type (void);
GType spur_put_visualizer_get_type (void);
GType spur_get_visualizer_get_type (void);
GType spur_thread_visualizer_get_type (void);
