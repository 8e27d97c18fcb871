/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-recorder-drop-visualizer.h"

/**
 * SpurRecorderDropVisualizer:
 *
 * Draws where a recorder dropped events: a red cross, since the picture is not whole there.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurRecorderDropVisualizer,
               spur_recorder_drop_visualizer,
               SPUR_TYPE_CUSTOM_VISUALIZER)

static void
spur_recorder_drop_visualizer_class_init (SpurRecorderDropVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_CROSS;
  style->color = 0xc62828;
  style->opacity = 1.0;
  style->width_px = 8.0;
  style->label = "events dropped";
}

static void
spur_recorder_drop_visualizer_init (SpurRecorderDropVisualizer *self)
{
}
