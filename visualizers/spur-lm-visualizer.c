/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lm-visualizer.h"

/**
 * SpurLmVisualizer:
 *
 * Draws events of the load management of which nothing more is known: a short line, as any
 * event.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLmVisualizer, spur_lm_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lm_visualizer_class_init (SpurLmVisualizerClass *klass)
{
}

static void
spur_lm_visualizer_init (SpurLmVisualizer *self)
{
}
