/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The axis of time below a plot, and the lines of its ticks across it, for every view of a span. */
#include "visualizers/canvas/spur-time-frame-internal.h"

#include "visualizers/style/spur-palette-internal.h"

#define TICK_GAP_PX 110.0
#define TEXT_PX 12.0

double
spur_time_frame_find_x (const SpurTimeFrame *self, gint64 time_ns)
{
  return self->plot.x + self->plot.width * (double) (time_ns - self->from_ns) /
                          (double) (self->to_ns - self->from_ns);
}

static void
init_axis (const SpurTimeFrame *self, SpurTimeAxis *axis)
{
  spur_time_axis_init (axis, self->from_ns, self->to_ns, self->zero_ns,
                       (guint) (self->plot.width / TICK_GAP_PX));
}

void
spur_time_frame_draw_grid (const SpurTimeFrame *self, SpurCanvas *canvas)
{
  const SpurPaint grid = { .color = SPUR_COLOR_GRID, .opacity = 1.0, .width_px = 0.8 };
  SpurTimeAxis axis;

  init_axis (self, &axis);
  for (guint i = 0; i < axis.n_ticks; i++)
    {
      double x = spur_time_frame_find_x (self, spur_time_axis_get_tick_ns (&axis, i));
      const SpurSegment line = { { x, self->plot.y }, { x, self->plot.y + self->plot.height } };

      canvas->draw_segments (canvas, SPUR_LAYER_FRAME, &grid, &line, 1);
    }
}

static void
draw_axis_title (const SpurTimeFrame *self, const SpurTimeAxis *axis, SpurCanvas *canvas)
{
  g_autofree char *begin = spur_view_find_date (self->trace, self->zero_ns);
  g_autofree char *unit = spur_time_axis_get_title (axis, self->zero_ns);
  g_autofree char *title = begin != NULL ? g_strconcat (unit, ", ", begin, NULL) : g_strdup (unit);
  const SpurText text = { .text = title,
                          .at = { self->plot.x + self->plot.width / 2.0,
                                  self->plot.y + self->plot.height + 36.0 },
                          .align = SPUR_ALIGN_CENTER,
                          .size_px = TEXT_PX,
                          .color = SPUR_COLOR_MUTED };

  canvas->draw_text (canvas, SPUR_LAYER_FRAME, &text);
}

void
spur_time_frame_draw_axis (const SpurTimeFrame *self, SpurCanvas *canvas)
{
  const SpurPaint ink = { .color = SPUR_COLOR_MUTED, .opacity = 1.0, .width_px = 1.0 };
  double bottom = self->plot.y + self->plot.height;
  const SpurSegment base = { { self->plot.x, bottom },
                             { self->plot.x + self->plot.width, bottom } };
  SpurTimeAxis axis;

  init_axis (self, &axis);
  for (guint i = 0; i < axis.n_ticks; i++)
    {
      g_autofree char *label = spur_time_axis_get_label (&axis, i);
      double x = spur_time_frame_find_x (self, spur_time_axis_get_tick_ns (&axis, i));
      const SpurSegment tick = { { x, bottom }, { x, bottom + 5.0 } };
      const SpurText text = { .text = label,
                              .at = { x, bottom + 18.0 },
                              .align = SPUR_ALIGN_CENTER,
                              .size_px = 11.0,
                              .color = SPUR_COLOR_MUTED };

      canvas->draw_segments (canvas, SPUR_LAYER_FRAME, &ink, &tick, 1);
      canvas->draw_text (canvas, SPUR_LAYER_FRAME, &text);
    }
  canvas->draw_segments (canvas, SPUR_LAYER_FRAME, &ink, &base, 1);
  draw_axis_title (self, &axis, canvas);
}
