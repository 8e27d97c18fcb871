/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The visualizers of project B3 that are more than a style; the styles are in the manifest. */
#include "plugins/projects/kit/sim-visualizer.h"

/* Signs grow with the unknowns of the node, in steps that the eye can tell apart. */
static void
set_size (guint64 n_unknowns, SpurStyle *style)
{
  static const struct
  {
    guint64 below;
    double width_px;
  } steps[] = { { 100, 4.0 }, { 200, 6.0 }, { 400, 8.0 }, { G_MAXUINT64, 11.0 } };
  guint i = 0;

  while (n_unknowns >= steps[i].below)
    i++;
  style->width_px = steps[i].width_px;

  /* One size stands for all in the legend. */
  if (i != 1)
    style->label = NULL;
}

extern const SimVisualizer b3_visualizers[];

const SimVisualizer b3_visualizers[] = {
  /* A square for each node that grows, as large as its equations. */
  { "B3NodeEnlargementVisualizer", "unknowns", set_size },
  /* A disc for each new leaf, as large as its equations. */
  { "B3LeafCreationVisualizer", "unknowns", set_size },
  { NULL },
};
