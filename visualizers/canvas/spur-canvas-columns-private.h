/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"

/* Paints columns into an RGB image that has no clip. @matrix is that of the context, from user
 * space to pixels. FALSE where the columns do not begin at whole pixels, or are turned. */
gboolean spur_canvas_paint_columns (cairo_surface_t *surface,
                                    const cairo_matrix_t *matrix,
                                    guint32 color,
                                    double opacity,
                                    const SpurColumns *columns);
