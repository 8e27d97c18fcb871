/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/space-time/spur-space-time-internal.h"

/* The strip of signs above the states of a lane. */
#define SPUR_SIGNS_PX 10.0

/* A picture while it is drawn. */
typedef struct
{
  SpurSpaceTime *picture;
  SpurCanvas *canvas;
  const SpurStyle *styles;
  guint n_styles;
  const SpurSpaceTimeSize *size;
  SpurRect plot;
  double lane_px;
  /* What a lane's strip of signs and its states take of it; arrows come to their edges. */
  double body_px;
  double signs_px;
  /* By lane. */
  gboolean *is_crowded;
  SpurStripSight sight;
  const SpurLaneBars *bars;
} SpurDrawing;

static inline double
to_x (const SpurDrawing *drawing, gint64 time_ns)
{
  const SpurSpaceTime *picture = drawing->picture;

  return drawing->plot.x + drawing->plot.width * (double) (time_ns - picture->from_ns) /
                             (double) (picture->to_ns - picture->from_ns);
}

static inline double
body_top (const SpurDrawing *drawing, guint lane)
{
  return drawing->plot.y + lane * drawing->lane_px + (drawing->lane_px - drawing->body_px) / 2.0;
}

static inline double
states_top (const SpurDrawing *drawing, guint lane)
{
  return body_top (drawing, lane) + drawing->signs_px;
}

static inline double
states_height (const SpurDrawing *drawing)
{
  return drawing->body_px - drawing->signs_px;
}

/* The middle of the signs, which lie on the states where they have no strip. */
static inline double
signs_middle (const SpurDrawing *drawing, guint lane)
{
  double height = drawing->signs_px > 0.0 ? drawing->signs_px : drawing->body_px;

  return body_top (drawing, lane) + height / 2.0;
}

static inline void
draw_segments (const SpurDrawing *drawing,
               SpurLayer layer,
               const SpurPaint *paint,
               GArray *segments)
{
  drawing->canvas->draw_segments (drawing->canvas, layer, paint,
                                  (const SpurSegment *) segments->data, segments->len);
}

/* All signs and ticks of the scene, and the counts beside them. */
void spur_space_time_draw_signs (const SpurDrawing *drawing);

/* Finds the lanes whose signs would cover one another, and whether there is any sign. */
gboolean spur_space_time_find_crowded (SpurDrawing *drawing);
