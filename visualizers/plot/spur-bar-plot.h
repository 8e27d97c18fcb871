/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas.h"

G_BEGIN_DECLS

#define SPUR_TYPE_BAR_PLOT (spur_bar_plot_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurBarPlot, spur_bar_plot, SPUR, BAR_PLOT, GObject)

SPUR_AVAILABLE_IN_ALL
SpurBarPlot *spur_bar_plot_new (const char *title, guint n_groups);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_set_subtitle (SpurBarPlot *self, const char *subtitle);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_set_axes (SpurBarPlot *self,
                             const char *groups,
                             const char *values,
                             const char *unit);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_add_series (SpurBarPlot *self, const char *name, const double *values);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_set_limit (SpurBarPlot *self, double value, const char *label);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_mark_group (SpurBarPlot *self, guint group, const char *label);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_set_size (SpurBarPlot *self, guint width_px, guint height_px);

SPUR_AVAILABLE_IN_ALL
void spur_bar_plot_draw (SpurBarPlot *self, SpurCanvas *canvas);

SPUR_AVAILABLE_IN_ALL
gboolean spur_bar_plot_save (SpurBarPlot *self, const char *path, GError **error);

G_END_DECLS
