/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-points-private.h"

/* Backward amortization (clock-correction.md section 3) of one stream. The forward pass is gone
 * through again, which needs no edges now that LC' is known. Besides the nodes the points are the
 * events beside a bend, so that straight lines between points say the same of all other events. */
typedef struct
{
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurTimes times;
  SpurTimes probe;
  SpurClockLine line;
  SpurClockPoints points;
  SpurHull hull;
  SpurClockResult *result;
} Amortizer;

static void
append (Amortizer *self, guint64 event, gint64 from_ns, gint64 to_ns, gint64 limit_ns)
{
  SpurClockPoint point = { event, from_ns, to_ns, limit_ns };

  spur_clock_points_insert (&self->points, self->points.n_points, &point);
}

static inline gint64
get_clock_ns (const Amortizer *self, gint64 from_ns)
{
  if (!self->line.is_started)
    return from_ns;
  return MAX (from_ns, spur_clock_line_at (&self->line, self->parameters, from_ns));
}

/* An event that is no node, with its LC' before what happens at the next node. */
static void
append_internal (Amortizer *self, guint64 event)
{
  gint64 from_ns = spur_times_at (&self->probe, event);

  append (self, event, from_ns, get_clock_ns (self, from_ns), SPUR_NO_LIMIT);
}

/* Where the original clock overtakes the line before @event the line bends: adds the events on
 * both sides. */
static void
add_bend (Amortizer *self, guint64 event, gint64 from_ns)
{
  const SpurClockPoint *last;
  guint64 low, high = event;

  if (self->points.n_points == 0 || !self->line.is_started)
    return;
  last = &self->points.all[self->points.n_points - 1];
  low = last->event;
  if (low + 1 >= event || self->line.last_ns <= last->from_ns ||
      spur_clock_line_at (&self->line, self->parameters, from_ns) >= from_ns)
    return;
  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;
      gint64 middle_ns = spur_times_at (&self->probe, middle);

      if (middle_ns > spur_clock_line_at (&self->line, self->parameters, middle_ns))
        high = middle;
      else
        low = middle;
    }
  if (low > last->event)
    append_internal (self, low);
  if (high < event)
    append_internal (self, high);
}

static gint64
get_left_corner (const Amortizer *self, gint64 right_ns, gint64 jump_ns)
{
  gint64 first_ns = self->points.all[0].to_ns;
  SpurInt128 length = right_ns - first_ns;

  if (self->parameters->window == SPUR_WINDOW_SLOPE)
    length =
      MIN (length, (SpurInt128) jump_ns * SPUR_PARTS_PER_BILLION / self->parameters->slope_ppb);
  else if (self->parameters->window == SPUR_WINDOW_FIXED)
    length = MIN (length, self->parameters->length_ns);
  return right_ns - (gint64) length;
}

/* Makes points of the events on both sides of the window's left corner. Returns the index of the
 * first point inside of the window. */
static gsize
add_corner (Amortizer *self, gint64 left_ns)
{
  gsize index = spur_clock_points_find (&self->points, left_ns);
  SpurClockPoint a, b, point = { 0, 0, 0, SPUR_NO_LIMIT };
  guint64 low, high;

  if (index == self->points.n_points)
    return index;
  a = self->points.all[index - 1];
  b = self->points.all[index];
  low = a.event;
  high = b.event;
  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;
      gint64 middle_ns = spur_times_at (&self->probe, middle);

      if (spur_clock_points_between (&a, &b, middle_ns) > left_ns)
        high = middle;
      else
        low = middle;
    }
  if (high < b.event)
    {
      point.event = high;
      point.from_ns = spur_times_at (&self->probe, high);
      point.to_ns = spur_clock_points_between (&a, &b, point.from_ns);
      spur_clock_points_insert (&self->points, index, &point);
    }
  if (low > a.event)
    {
      point.event = low;
      point.from_ns = spur_times_at (&self->probe, low);
      point.to_ns = spur_clock_points_between (&a, &b, point.from_ns);
      spur_clock_points_insert (&self->points, index++, &point);
    }
  return index;
}

/* Spreads a jump over the events before it. */
static void
spread (Amortizer *self, gint64 right_ns, gint64 jump_ns)
{
  gint64 left_ns = get_left_corner (self, right_ns, jump_ns);
  gsize first, segment = 0;

  if (left_ns >= right_ns)
    return;
  first = add_corner (self, left_ns);
  spur_hull_begin (&self->hull, left_ns, 0);
  for (gsize i = first; i < self->points.n_points; i++)
    {
      const SpurClockPoint *point = &self->points.all[i];

      if (point->limit_ns != SPUR_NO_LIMIT)
        spur_hull_add (&self->hull, point->to_ns, point->limit_ns - point->to_ns);
    }
  spur_hull_add (&self->hull, right_ns, jump_ns);
  for (gsize i = first; i < self->points.n_points; i++)
    {
      SpurClockPoint *point = &self->points.all[i];

      point->to_ns += spur_hull_get_height (&self->hull, &segment, point->to_ns);
    }
}

static void
take_node (Amortizer *self, guint64 event, guint64 node)
{
  gint64 from_ns = spur_times_at (&self->times, event);
  gint64 clock_ns = self->pass->clock_ns[node];
  SpurClockLine next = self->line;
  gint64 clock_b_ns = spur_clock_line_next (&next, self->parameters, from_ns);

  if (self->points.n_points == 0 && event > 0)
    append_internal (self, 0);
  add_bend (self, event, from_ns);
  if (clock_ns > clock_b_ns && self->points.n_points > 0)
    {
      if (self->points.all[self->points.n_points - 1].event + 1 < event)
        append_internal (self, event - 1);
      if (self->parameters->is_backward)
        spread (self, clock_b_ns, clock_ns - clock_b_ns);
    }
  if (clock_ns > clock_b_ns)
    spur_clock_line_jump (&next, from_ns, clock_ns);
  self->line = next;
  append (self, event, from_ns, clock_ns,
          self->pass->limits_ns != NULL ? self->pass->limits_ns[node] : SPUR_NO_LIMIT);
}

/* After the last node the clock goes on along its line. */
static void
take_rest (Amortizer *self, guint64 n_events)
{
  if (self->points.all[self->points.n_points - 1].event + 1 == n_events)
    return;
  add_bend (self, n_events - 1, spur_times_at (&self->times, n_events - 1));
  if (self->points.all[self->points.n_points - 1].event + 1 < n_events)
    append_internal (self, n_events - 1);
}

static void
measure (Amortizer *self, guint stream)
{
  SpurClockResult *result = self->result;

  for (gsize i = 0; i < self->points.n_points; i++)
    {
      const SpurClockPoint *point = &self->points.all[i];
      gint64 shift_ns = point->to_ns - point->from_ns;
      SpurInt128 stretch_ns, length_ns;

      result->largest_shift_ns = MAX (result->largest_shift_ns, ABS (shift_ns));
      if (shift_ns != 0 && spur_nodes_contains (self->pass->nodes, stream, point->event))
        result->n_moved++;
      if (i == 0)
        continue;
      length_ns = point->from_ns - point[-1].from_ns;
      stretch_ns = shift_ns - (point[-1].to_ns - point[-1].from_ns);
      if (stretch_ns <= 0)
        continue;
      stretch_ns = stretch_ns * 1000000 / MAX (length_ns, 1);
      result->steepest_ppm = MAX (result->steepest_ppm, (gint64) MIN (stretch_ns, G_MAXINT64));
    }
}

void
spur_clock_amortize (SpurClockResult *result,
                     const SpurClockPass *pass,
                     const SpurClockParameters *parameters,
                     SpurTrace *trace,
                     SpurCorrection *correction,
                     guint stream)
{
  const SpurNodeStream *nodes = &pass->nodes->streams[stream];
  Amortizer self = { .pass = pass, .parameters = parameters, .result = result };
  SpurNodeWalk walk;
  guint64 event, node;

  if (nodes->n_nodes == 0 || (pass->n_jumps[stream] == 0 && pass->has_all[stream] == 0))
    return;
  spur_times_init (&self.times, trace, correction, stream);
  spur_times_init (&self.probe, trace, correction, stream);
  spur_node_walk_init (&walk, pass->nodes, stream);
  spur_clock_points_reserve (&self.points, nodes->n_nodes + nodes->n_nodes / 16 + 64);
  for (node = nodes->ranks[0]; spur_node_walk_next (&walk, &event); node++)
    take_node (&self, event, node);
  take_rest (&self, nodes->n_events);
  measure (&self, stream);
  if (result->largest_shift_ns > 0)
    result->map = spur_clock_points_get_map (&self.points, &result->error);
  spur_clock_points_clear (&self.points);
  spur_hull_clear (&self.hull);
}
