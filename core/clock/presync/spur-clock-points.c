/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-points-private.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"

void
spur_clock_points_reserve (SpurClockPoints *self, gsize n_points)
{
  if (n_points <= self->n_allocated)
    return;
  self->n_allocated = n_points;
  self->all = spur_pages_grow (self->all, self->n_points * sizeof self->all[0], n_points,
                               sizeof self->all[0]);
}

void
spur_clock_points_insert (SpurClockPoints *self, gsize index, const SpurClockPoint *point)
{
  if (self->n_points == self->n_allocated)
    spur_clock_points_reserve (self, MAX (self->n_allocated + self->n_allocated / 2, 64));
  memmove (&self->all[index + 1], &self->all[index],
           (self->n_points - index) * sizeof self->all[0]);
  self->all[index] = *point;
  self->n_points++;
}

gsize
spur_clock_points_find (const SpurClockPoints *self, gint64 to_ns)
{
  gsize low = 0, high = self->n_points, middle;

  SPUR_BISECT (low, high, middle, self->all[middle].to_ns <= to_ns);
  return low;
}

/* The slopes of lines from a point that, rounded down, go through the points after it: at least
 * the first fraction, less than the second. */
typedef struct
{
  gint64 low_height, low_length;
  gint64 high_height, high_length;
} Fan;

#define FAN_OPEN ((Fan){ 0, 0, 0, 0 })

/* Whether the line from @a to @b gives all points between exactly. */
static gboolean
fan_admits (const Fan *self,
            const SpurClockPoint *a,
            const SpurClockPoint *before,
            const SpurClockPoint *b)
{
  SpurInt128 length = b->from_ns - a->from_ns;
  SpurInt128 height = b->to_ns - a->to_ns;

  if (b->from_ns < before->from_ns)
    return FALSE;
  if (length == 0)
    return height == 0 || before == a;
  if (self->low_length > 0 && self->low_height * length > height * self->low_length)
    return FALSE;
  return self->high_length == 0 || height * self->high_length < self->high_height * length;
}

/* Narrows the slopes to those through one point more. FALSE where there is none. */
static gboolean
fan_narrow (Fan *self, const SpurClockPoint *a, const SpurClockPoint *point)
{
  gint64 length = point->from_ns - a->from_ns;
  gint64 height = point->to_ns - a->to_ns;

  if (length <= 0)
    return length == 0 && height == 0;
  if (self->low_length == 0 ||
      (SpurInt128) height * self->low_length > (SpurInt128) self->low_height * length)
    {
      self->low_height = height;
      self->low_length = length;
    }
  if (self->high_length == 0 ||
      (SpurInt128) (height + 1) * self->high_length < (SpurInt128) self->high_height * length)
    {
      self->high_height = height + 1;
      self->high_length = length;
    }
  return TRUE;
}

/* The first point after @index that is not shifted as far. */
static inline gsize
skip_shifted (const SpurClockPoints *self, gsize index)
{
  const SpurClockPoint *all = self->all;
  gint64 shift_ns = all[index].to_ns - all[index].from_ns;

  for (index++; index < self->n_points; index++)
    {
      if (all[index].to_ns - all[index].from_ns != shift_ns ||
          all[index].from_ns < all[index - 1].from_ns)
        break;
    }
  return index;
}

/* Most points are shifted as far as the one before, and are on a line with it, or a nanosecond
 * less than @start, as the line falls behind: all slopes below 1 that give the last of them give
 * those before it. Gives the first point that is neither, and the slopes that are left. */
static gsize
begin_line (const SpurClockPoints *self, gsize start, Fan *fan)
{
  const SpurClockPoint *a = &self->all[start], *last;
  gsize end = skip_shifted (self, start);
  gint64 length, height;

  if (end == start + 1 && end < self->n_points && a[1].from_ns > a->from_ns &&
      a[1].to_ns - a[1].from_ns == a->to_ns - a->from_ns - 1)
    end = skip_shifted (self, end);
  last = &self->all[end - 1];
  length = last->from_ns - a->from_ns;
  height = last->to_ns - a->to_ns;
  *fan = length > 0 ? (Fan){ height, length, height + 1, length } : FAN_OPEN;
  return end;
}

/* No knot comes behind the point that it is, so they are written over points already passed. */
static gsize
keep_knots (SpurClockPoints *self)
{
  gsize n_knots = 0;

  for (gsize start = 0; start < self->n_points;)
    {
      const SpurClockPoint *a = &self->all[start];
      Fan fan;
      gsize end = begin_line (self, start, &fan);

      if (end == start + 1 && end < self->n_points && fan_admits (&fan, a, a, a + 1))
        end++;
      while (end > start + 1 && end < self->n_points && fan_narrow (&fan, a, &self->all[end - 1]) &&
             fan_admits (&fan, a, &self->all[end - 1], &self->all[end]))
        end++;
      /* Whatever comes is not on a line with what was: the line ends here. */
      self->all[n_knots++] = *a;
      start = MAX (end - 1, start + 1);
    }
  return n_knots;
}

SpurTimeMap *
spur_clock_points_take_map (SpurClockPoints *self, GError **error)
{
  const SpurClockPoint *last = &self->all[self->n_points - 1];

  if (last->to_ns > SPUR_TIME_LIMIT_NS)
    {
      g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
                   "event %" G_GUINT64_FORMAT ": its time would be %" G_GINT64_FORMAT
                   " ns, which is outside of +-2^61 ns",
                   last->event, last->to_ns);
      return NULL;
    }
  self->n_points = keep_knots (self);
  return spur_time_map_new (self->all, self->n_points, error);
}

void
spur_clock_points_clear (SpurClockPoints *self)
{
  g_clear_pointer (&self->all, spur_pages_free);
  self->n_points = self->n_allocated = 0;
}

static void
push_vertex (SpurHull *self, gint64 at_ns, gint64 height_ns)
{
  if (self->n_vertices == self->n_allocated)
    {
      self->n_allocated = MAX (2 * self->n_allocated, 32);
      self->vertices = g_renew (SpurVertex, self->vertices, self->n_allocated);
    }
  self->vertices[self->n_vertices++] = (SpurVertex){ at_ns, height_ns };
}

void
spur_hull_begin (SpurHull *self, gint64 at_ns, gint64 height_ns)
{
  self->n_vertices = 0;
  push_vertex (self, at_ns, height_ns);
}

void
spur_hull_add (SpurHull *self, gint64 at_ns, gint64 height_ns)
{
  const SpurVertex *last = &self->vertices[self->n_vertices - 1];

  if (last->at_ns == at_ns && last->height_ns <= height_ns)
    return;
  if (last->at_ns == at_ns)
    self->n_vertices--;
  while (self->n_vertices >= 2)
    {
      const SpurVertex *a = &self->vertices[self->n_vertices - 2];
      const SpurVertex *b = &self->vertices[self->n_vertices - 1];

      if ((SpurInt128) (b->height_ns - a->height_ns) * (at_ns - a->at_ns) <
          (SpurInt128) (height_ns - a->height_ns) * (b->at_ns - a->at_ns))
        break;
      self->n_vertices--;
    }
  push_vertex (self, at_ns, height_ns);
}

static gint64
get_height (const SpurVertex *a, const SpurVertex *b, gint64 at_ns)
{
  return a->height_ns +
         spur_mul_div_floor (b->height_ns - a->height_ns, at_ns - a->at_ns, b->at_ns - a->at_ns);
}

gint64
spur_hull_get_height (const SpurHull *self, gsize *segment, gint64 at_ns)
{
  while (*segment + 2 < self->n_vertices && self->vertices[*segment + 1].at_ns < at_ns)
    (*segment)++;
  return get_height (&self->vertices[*segment], &self->vertices[*segment + 1], at_ns);
}

gint64
spur_hull_get_height_at (const SpurVertex *vertices, gsize n_vertices, gint64 at_ns)
{
  gsize low = 0, high = n_vertices - 1, middle;

  if (at_ns <= vertices[low].at_ns || at_ns > vertices[high].at_ns)
    return 0;
  SPUR_BISECT (low, high, middle, vertices[middle].at_ns < at_ns);
  return get_height (&vertices[low - 1], &vertices[low], at_ns);
}

gboolean
spur_hull_find_steep (const SpurHull *self, gint64 *at_ns)
{
  gsize i = self->n_vertices - 1;

  while (i > 0 && self->vertices[i].height_ns - self->vertices[i - 1].height_ns >
                    self->vertices[i].at_ns - self->vertices[i - 1].at_ns)
    i--;
  *at_ns = self->vertices[i].at_ns;
  return i + 1 < self->n_vertices;
}

void
spur_hull_clear (SpurHull *self)
{
  g_clear_pointer (&self->vertices, g_free);
  self->n_vertices = self->n_allocated = 0;
}

/* Directions (clock-correction.md section 7): the points of a mirrored pass turned round, and the
 * points between those of two passes. */

static SpurClockPoint
mirror_point (const SpurClockPoint *point, guint64 last_event)
{
  return (SpurClockPoint){ last_event - point->event, -point->from_ns, -point->to_ns };
}

void
spur_clock_points_mirror (SpurClockPoints *self, guint64 last_event)
{
  for (gsize i = 0; i < (self->n_points + 1) / 2; i++)
    {
      SpurClockPoint *a = &self->all[i];
      SpurClockPoint *b = &self->all[self->n_points - 1 - i];
      SpurClockPoint swap = mirror_point (a, last_event);

      *a = mirror_point (b, last_event);
      *b = swap;
    }
}

/* The time after of an event that is next to come to point @index of @self, or is that point. */
static gint64
get_to_ns (const SpurClockPoints *self, gsize index, guint64 event, gint64 from_ns)
{
  const SpurClockPoint *a, *b;

  if (self->n_points == 0)
    return from_ns;
  if (index < self->n_points && self->all[index].event == event)
    return self->all[index].to_ns;
  if (index == 0 || index == self->n_points)
    {
      a = &self->all[index == 0 ? 0 : index - 1];
      return from_ns + a->to_ns - a->from_ns;
    }
  a = &self->all[index - 1];
  b = &self->all[index];
  if (b->from_ns <= a->from_ns)
    return a->to_ns;
  return a->to_ns +
         spur_mul_div_floor (b->to_ns - a->to_ns, from_ns - a->from_ns, b->from_ns - a->from_ns);
}

void
spur_clock_points_mix (SpurClockPoints *self, const SpurClockPoints *mirror, gint64 mix_ppb)
{
  SpurClockPoints mixed = { NULL };
  gsize i = 0, k = 0;

  spur_clock_points_reserve (&mixed, MAX (self->n_points + mirror->n_points, 1));
  while (i < self->n_points || k < mirror->n_points)
    {
      const SpurClockPoint *a = i < self->n_points ? &self->all[i] : NULL;
      const SpurClockPoint *b = k < mirror->n_points ? &mirror->all[k] : NULL;
      const SpurClockPoint *next = a == NULL || (b != NULL && b->event < a->event) ? b : a;
      SpurClockPoint point = { next->event, next->from_ns, 0 };
      gint64 early_ns = get_to_ns (self, i, next->event, next->from_ns);
      gint64 late_ns = get_to_ns (mirror, k, next->event, next->from_ns);

      point.to_ns =
        early_ns + spur_mul_div_floor (mix_ppb, late_ns - early_ns, SPUR_PARTS_PER_BILLION);
      mixed.all[mixed.n_points++] = point;
      i += a != NULL && a->event == point.event;
      k += b != NULL && b->event == point.event;
    }
  spur_clock_points_clear (self);
  *self = mixed;
}
