/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/view/spur-view.h"

/* How large a picture is, and what is written above it. */
typedef struct
{
  const char *title;
  double width_px;
  double height_px;
  /* Whether it becomes a list of shapes, and not points. */
  gboolean is_svg;
} SpurViewSize;

/* Draws a picture that is prepared. */
typedef void (*SpurViewDrawFunc) (SpurView *self, SpurCanvas *canvas, const SpurViewSize *size);

/* Draws the picture as spur_view_draw() does. */
void spur_view_draw_on (SpurView *self, SpurCanvas *canvas);

/* What was collected is collected again before it is drawn. */
void spur_view_forget (SpurView *self);
