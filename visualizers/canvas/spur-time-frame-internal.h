/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/canvas/spur-canvas-internal.h"

/* A plot across which time goes. */
typedef struct
{
  SpurTrace *trace;
  gint64 from_ns;
  gint64 to_ns;
  /* From where the axis counts. */
  gint64 zero_ns;
  SpurRect plot;
} SpurTimeFrame;

double spur_time_frame_find_x (const SpurTimeFrame *self, gint64 time_ns);

void spur_time_frame_draw_grid (const SpurTimeFrame *self, SpurCanvas *canvas);

void spur_time_frame_draw_axis (const SpurTimeFrame *self, SpurCanvas *canvas);
