/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Backward amortization (clock-correction.md section 3) of one stream. The forward pass is gone
 * through again, which needs no edges now that LC' is known. Besides the nodes the points are the
 * events beside a bend, so that straight lines between points say the same of all other events. */
#include "core/clock/presync/spur-clock-points-private.h"

#include "core/base/spur-order-internal.h"

typedef struct
{
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurClockTimes probe;
  SpurNodeWalk walk;
  SpurClockLine line;
  SpurClockPoints points;
  GArray *jumps;
  GArray *vertices;
  SpurHull hull;
  guint stream;
} Amortizer;

/* A jump and its window: the hull, kept so that an event between points can
 * be given exactly when it becomes one. */
typedef struct
{
  guint64 event;
  gint64 from_ns;
  gint64 to_ns;
  guint first_vertex;
  guint n_vertices;
} Jump;

/* The most events between points of a window that all become points, which costs nothing. */
#define FEW_EVENTS 32

/* Field by field, as a copy of the whole would wait for its parts. */
static inline void
append_point (Amortizer *self, guint64 event, gint64 from_ns, gint64 to_ns)
{
  SpurClockPoint *place;

  if (G_UNLIKELY (self->points.n_points == self->points.n_allocated))
    spur_clock_points_reserve (&self->points, 2 * self->points.n_allocated + 64);
  place = &self->points.all[self->points.n_points++];
  place->event = event;
  place->from_ns = from_ns;
  place->to_ns = to_ns;
}

static inline gint64
get_clock_ns (const Amortizer *self, gint64 from_ns)
{
  if (!self->line.is_started)
    return from_ns;
  return MAX (from_ns, spur_clock_line_at (&self->line, self->parameters->gamma_ppb, from_ns));
}

/* An event that is no node, with its LC' before what happens at the next node. */
static void
append_internal (Amortizer *self, guint64 event)
{
  gint64 from_ns = spur_clock_times_at (&self->probe, event);

  append_point (self, event, from_ns, get_clock_ns (self, from_ns));
}

/* Whether the original clock may overtake the line before an event where it is above the line. */
static inline gboolean
may_bend (const Amortizer *self, const SpurClockLine *line, guint64 event)
{
  const SpurClockPoint *last;

  if (self->points.n_points == 0 || !line->is_started)
    return FALSE;
  last = &self->points.all[self->points.n_points - 1];
  return line->last_ns > last->from_ns && last->event + 1 < event;
}

/* There the line bends: adds the events on both sides. */
static void
add_bend (Amortizer *self, guint64 event)
{
  const SpurClockPoint *last = &self->points.all[self->points.n_points - 1];
  guint64 low = last->event, high = event;

  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;
      gint64 middle_ns = spur_clock_times_at (&self->probe, middle);

      if (middle_ns > spur_clock_line_at (&self->line, self->parameters->gamma_ppb, middle_ns))
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

static guint
count_jumps_until (const Amortizer *self, guint64 event)
{
  guint low = 0, high = self->jumps->len, middle;

  SPUR_BISECT (low, high, middle, g_array_index (self->jumps, Jump, middle).event <= event);
  return low;
}

/* The time so far of an event that is no node: its LC', moved by the windows of the jumps after it.
 * Once the original clock has overtaken the line from the last jump it stays above it. */
static SpurClockPoint
get_internal (Amortizer *self, guint64 event)
{
  guint n_before = count_jumps_until (self, event);
  SpurClockPoint point = { event, spur_clock_times_at (&self->probe, event), 0 };

  point.to_ns = point.from_ns;
  if (n_before > 0)
    {
      const Jump *jump = &g_array_index (self->jumps, Jump, n_before - 1);

      point.to_ns =
        MAX (point.from_ns, jump->to_ns + spur_mul_div_floor (self->parameters->gamma_ppb,
                                                              point.from_ns - jump->from_ns,
                                                              SPUR_PARTS_PER_BILLION));
    }
  for (guint i = n_before; i < self->jumps->len; i++)
    {
      const Jump *jump = &g_array_index (self->jumps, Jump, i);

      if (jump->n_vertices > 0)
        point.to_ns +=
          spur_hull_get_height_at (&g_array_index (self->vertices, SpurVertex, jump->first_vertex),
                                   jump->n_vertices, point.to_ns);
    }
  return point;
}

/* Makes points of the events on both sides of the window's left corner. Returns the index of the
 * first point inside of the window. */
static gsize
add_corner (Amortizer *self, gint64 left_ns)
{
  gsize index = spur_clock_points_find (&self->points, left_ns);
  SpurClockPoint point;
  guint64 low, high, middle, before, after;

  if (index == self->points.n_points)
    return index;
  before = self->points.all[index - 1].event;
  low = before + 1;
  high = after = self->points.all[index].event;
  SPUR_BISECT (low, high, middle, get_internal (self, middle).to_ns <= left_ns);
  if (low < after)
    {
      point = get_internal (self, low);
      spur_clock_points_insert (&self->points, index, &point);
    }
  if (low - 1 > before)
    {
      point = get_internal (self, low - 1);
      spur_clock_points_insert (&self->points, index++, &point);
    }
  return index;
}

/* Makes points of the last @n_extra events that are none yet. */
static void
add_all_events (Amortizer *self, guint64 n_extra)
{
  gsize read = self->points.n_points;
  gsize write = read + (gsize) n_extra;

  spur_clock_points_reserve (&self->points, write);
  self->points.n_points = write;
  while (write > read)
    {
      SpurClockPoint b = self->points.all[--read];
      guint64 a_event = self->points.all[read - 1].event;

      self->points.all[--write] = b;
      for (guint64 event = b.event - 1; event > a_event; event--)
        self->points.all[--write] = get_internal (self, event);
    }
}

static guint64
count_extra (const Amortizer *self, gsize first)
{
  gsize last = self->points.n_points - 1;

  return self->points.all[last].event - self->points.all[first].event - (last - first);
}

/* Where the hull is steeper than time itself, a nanosecond more or less in the time of an event
 * would make several: there every event becomes a point; elsewhere only where they are few. */
static void
add_events (Amortizer *self, gsize first)
{
  gsize steep;
  gint64 steep_ns;

  if (first == self->points.n_points)
    return;
  if (count_extra (self, first) <= FEW_EVENTS)
    {
      add_all_events (self, count_extra (self, first));
      return;
    }
  if (!spur_hull_find_steep (&self->hull, &steep_ns))
    return;
  /* The hull's corner is at a point, or left of the first one. */
  steep = MAX (spur_clock_points_find (&self->points, steep_ns), 1) - 1;
  add_all_events (self, count_extra (self, MAX (steep, first)));
}

/* Remembers the window of the jump that comes next. */
static void
keep_window (Amortizer *self, Jump *jump)
{
  jump->first_vertex = self->vertices->len;
  jump->n_vertices = (guint) self->hull.n_vertices;
  g_array_append_vals (self->vertices, self->hull.vertices, jump->n_vertices);
}

/* The limit of a point; events that are no nodes have none. */
static gint64
get_limit (const Amortizer *self, const SpurClockPoint *point)
{
  const SpurNodes *nodes = self->pass->nodes;

  if (!spur_nodes_contains (nodes, self->stream, point->event))
    return SPUR_NO_LIMIT;
  return self->pass->limits_ns[spur_nodes_find (nodes, self->stream, point->event)];
}

/* Amortizes a jump over the events before it. */
static void
amortize_jump (Amortizer *self, gint64 right_ns, gint64 jump_ns, Jump *jump)
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
      gint64 limit_ns = get_limit (self, point);

      if (limit_ns != SPUR_NO_LIMIT)
        spur_hull_add (&self->hull, point->to_ns, limit_ns - point->to_ns);
    }
  spur_hull_add (&self->hull, right_ns, jump_ns);
  add_events (self, first);
  for (gsize i = first; i < self->points.n_points; i++)
    {
      SpurClockPoint *point = &self->points.all[i];

      point->to_ns += spur_hull_get_height (&self->hull, &segment, point->to_ns);
    }
  keep_window (self, jump);
}

static void
take_jump (Amortizer *self, guint64 event, gint64 from_ns, gint64 clock_b_ns, gint64 clock_ns)
{
  Jump jump = { event, from_ns, clock_ns, 0, 0 };

  if (self->points.n_points > 0)
    {
      if (self->points.all[self->points.n_points - 1].event + 1 < event)
        append_internal (self, event - 1);
      if (self->parameters->is_backward)
        amortize_jump (self, clock_b_ns, clock_ns - clock_b_ns, &jump);
    }
  g_array_append_val (self->jumps, jump);
}

/* With a controller every event is a node, and no line is needed. */
static void
take_controlled_node (Amortizer *self, guint64 event, guint64 node)
{
  gint64 from_ns = self->pass->from_ns[node], clock_ns = self->pass->clock_ns[node];
  gint64 clock_b_ns = self->pass->clock_b_ns[node];

  if (clock_ns > clock_b_ns)
    take_jump (self, event, from_ns, clock_b_ns, clock_ns);
  append_point (self, event, from_ns, clock_ns);
}

/* Goes along @line, which is only sometimes kept in @self. */
static inline void
take_node (Amortizer *self, SpurClockLine *line, guint64 event, guint64 node)
{
  const SpurClockParameters *parameters = self->parameters;
  gint64 from_ns = self->pass->from_ns[node], clock_ns = self->pass->clock_ns[node];
  gint64 line_ns = spur_clock_line_at (line, parameters->gamma_ppb, from_ns);
  gint64 clock_b_ns = MAX (from_ns, line->last_ns + parameters->delta_ns);
  gboolean leaves = !line->is_started || clock_b_ns > line_ns;

  clock_b_ns = line->is_started ? MAX (clock_b_ns, line_ns) : from_ns;
  if (G_UNLIKELY (clock_ns > clock_b_ns || (line_ns < from_ns && may_bend (self, line, event))))
    {
      self->line = *line;
      if (line_ns < from_ns && may_bend (self, line, event))
        add_bend (self, event);
      if (clock_ns > clock_b_ns)
        {
          take_jump (self, event, from_ns, clock_b_ns, clock_ns);
          leaves = TRUE;
        }
    }
  spur_clock_line_take (line, from_ns, clock_ns, leaves);
  append_point (self, event, from_ns, clock_ns);
}

static void
take_nodes (Amortizer *self, guint64 node)
{
  SpurClockLine line = self->line;
  guint64 event;

  for (; spur_node_walk_next (&self->walk, &event); node++)
    {
      if (self->points.n_points == 0 && event > 0)
        append_internal (self, 0);
      if (self->pass->clock_b_ns == NULL)
        take_node (self, &line, event, node);
      else
        take_controlled_node (self, event, node);
    }
  self->line = line;
}

/* After the last node the clock goes on along its line. */
static void
take_rest (Amortizer *self, guint64 n_events)
{
  gint64 last_ns;

  if (self->points.all[self->points.n_points - 1].event + 1 == n_events)
    return;
  last_ns = spur_clock_times_at (&self->probe, n_events - 1);
  if (may_bend (self, &self->line, n_events - 1) &&
      spur_clock_line_at (&self->line, self->parameters->gamma_ppb, last_ns) < last_ns)
    add_bend (self, n_events - 1);
  if (self->points.all[self->points.n_points - 1].event + 1 < n_events)
    append_internal (self, n_events - 1);
}

void
spur_clock_amortize (SpurClockPoints *points,
                     const SpurClockPass *pass,
                     const SpurClockParameters *parameters,
                     const SpurClockWork *work,
                     guint stream)
{
  const SpurNodeStream *nodes = &pass->nodes->streams[stream];
  Amortizer self = { .pass = pass, .parameters = parameters, .stream = stream };

  if (nodes->n_nodes == 0 || (pass->n_jumps[stream] == 0 && pass->has_all[stream] == 0))
    return;
  self.jumps = g_array_new (FALSE, FALSE, sizeof (Jump));
  self.vertices = g_array_new (FALSE, FALSE, sizeof (SpurVertex));
  spur_clock_times_init (&self.probe, parameters, work, stream);
  spur_node_walk_init (&self.walk, pass->nodes, stream);
  spur_clock_points_reserve (&self.points, nodes->n_nodes + nodes->n_nodes / 16 + 16);
  take_nodes (&self, nodes->ranks[0]);
  take_rest (&self, nodes->n_events);
  *points = self.points;
  g_array_unref (self.jumps);
  g_array_unref (self.vertices);
  spur_hull_clear (&self.hull);
}
