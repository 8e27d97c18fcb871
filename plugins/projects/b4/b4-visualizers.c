/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The visualizers of project B4 that are more than a style; the styles are in the manifest. */
#include "plugins/projects/kit/sim-visualizer.h"

#define TICKS_PER_COLOR 25

static void
set_rollback_style (guint64 n_undone, SpurStyle *style)
{
  style->width_px = n_undone < 4 ? 4.0 : n_undone < 16 ? 6.0 : 9.0;
  style->label = n_undone < 4    ? "rollback of up to 3 signals"
                 : n_undone < 16 ? "rollback of 4 to 15 signals"
                                 : "rollback of 16 signals and more";
}

/* The hues repeat; neighbours among them are far apart. */
static void
set_time_color (guint64 virtual_time, SpurStyle *style)
{
  static const guint32 colors[] = { 0x1b4965, 0xe9c46a, 0x5fa8d3, 0x9d4edd };
  guint64 hue = virtual_time / TICKS_PER_COLOR % G_N_ELEMENTS (colors);

  style->color = colors[hue];

  /* One colour stands for all in the legend. */
  style->label = hue == 0 ? "virtual time, a colour for 25 ticks" : NULL;
}

extern const SimVisualizer b4_visualizers[];

const SimVisualizer b4_visualizers[] = {
  /* A triangle for each rollback, as large as what is undone. */
  { "B4RollbackVisualizer", "undone", set_rollback_style },
  /* A tick where the local virtual time grows, in a colour for it. */
  { "B4LocalTimeVisualizer", "virtual_time", set_time_color },
  { NULL },
};
