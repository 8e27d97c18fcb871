/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-visualizer.h"

/**
 * SpurLoVisualizer:
 *
 * Draws events of load objects of which nothing more is known: a short line, as any event.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoVisualizer, spur_lo_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_visualizer_class_init (SpurLoVisualizerClass *klass)
{
}

static void
spur_lo_visualizer_init (SpurLoVisualizer *self)
{
}
