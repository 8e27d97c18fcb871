/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-state-change-visualizer.h"

/**
 * SpurLoStateChangeVisualizer:
 *
 * Draws states of load objects: bars on the lane where the object is, in the colour of the
 * state. Entering and leaving regions is drawn by it, too.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoStateChangeVisualizer,
               spur_lo_state_change_visualizer,
               SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_state_change_visualizer_class_init (SpurLoStateChangeVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_BAR;
  style->label = NULL;
}

static void
spur_lo_state_change_visualizer_init (SpurLoStateChangeVisualizer *self)
{
}
