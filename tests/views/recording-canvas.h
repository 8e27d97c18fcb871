/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"

G_BEGIN_DECLS

/* Counts what is drawn, by layer, and keeps the texts. */
typedef struct
{
  SpurCanvas canvas;

  guint n_rects[SPUR_N_LAYERS];
  guint n_segments[SPUR_N_LAYERS];
  guint n_polygons[SPUR_N_LAYERS];
  guint n_glyphs[SPUR_N_LAYERS];
  /* Marks outside of the frame in the colour that is kept for violations. */
  guint n_red;
  /* Anything whose place is no number. */
  guint n_bad;
  GHashTable *colors;
  GPtrArray *texts;
  /* Where states and signs are drawn, from above. */
  double top_of_bars;
  double foot_of_bars;
  double top_of_glyphs;
  double largest_glyph;
  /* Of lines among the signs, such as those of levels. */
  double top_of_lines;
  double foot_of_lines;
  /* Of the last line of a message. */
  double message_y;
  /* Of the last text on a bar. */
  double name_y;
} RecordingCanvas;

RecordingCanvas *recording_canvas_new (void);

void recording_canvas_free (RecordingCanvas *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RecordingCanvas, recording_canvas_free)

gboolean recording_canvas_has_text (RecordingCanvas *self, const char *text);

G_END_DECLS
