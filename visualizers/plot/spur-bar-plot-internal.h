/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"

#define SPUR_BAR_PLOT_MAX_SERIES 5

/* A bar in each group, and a line at the mean of its values, which are not negative. */
typedef struct
{
  const char *name;
  double *values;
} SpurBarSeries;

/* Bars in groups, as a figure for each process by each of several methods (PDP'97, figures 4 and
 * 5). */
typedef struct
{
  const char *title;
  const char *subtitle; /* NULL for none */
  const char *groups;   /* what stands at the axes: the groups, the values and their unit */
  const char *values;
  const char *unit;
  guint n_groups; /* at least 1; they are numbered from 0 */
  SpurBarSeries series[SPUR_BAR_PLOT_MAX_SERIES];
  guint n_series;
  double limit; /* a value that the others are compared with; without a label there is none */
  const char *limit_label;
  guint marked; /* the group with a band and a label; SPUR_NONE for none */
  const char *mark;
} SpurBarPlot;

void spur_bar_plot_draw (const SpurBarPlot *self, SpurCanvas *canvas);

/* Exported for the command. */
SPUR_AVAILABLE_IN_ALL
gboolean spur_bar_plot_save (const SpurBarPlot *self, const char *path, GError **error);
