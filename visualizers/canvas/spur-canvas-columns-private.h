/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"

/* Paints the rectangles that are whole pixels into an RGB image that has no clip, in one colour
 * without opacity, and puts the others at the begin of @rest, which has room for all. Returns how
 * many these are. */
gsize spur_canvas_paint_rects (cairo_surface_t *surface,
                               const cairo_matrix_t *matrix,
                               guint32 color,
                               const SpurRect *rects,
                               gsize n_rects,
                               SpurRect *rest);

/* Paints columns into an RGB image that has no clip. @matrix is that of the context, from user
 * space to pixels. FALSE where the columns do not begin at whole pixels, or are turned. */
gboolean spur_canvas_paint_columns (cairo_surface_t *surface,
                                    const cairo_matrix_t *matrix,
                                    guint32 color,
                                    double opacity,
                                    const SpurColumns *columns);
