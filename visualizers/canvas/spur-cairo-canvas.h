/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <cairo.h>

#include "visualizers/canvas/spur-canvas.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CAIRO_CANVAS (spur_cairo_canvas_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurCairoCanvas, spur_cairo_canvas, SPUR, CAIRO_CANVAS, SpurCanvas)

SPUR_AVAILABLE_IN_ALL
SpurCanvas *spur_cairo_canvas_new (cairo_t *context);

G_END_DECLS
