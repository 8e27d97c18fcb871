/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-time-map.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-integer-private.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/store/trace/spur-store-internal.h"

/**
 * SpurTimeMap:
 *
 * A monotone piecewise-linear function from the times of a stream's events to other times.
 *
 * Between two knots it is a straight line, rounded down; before the first and after the last one
 * it shifts as that knot does. A knot lies at an event, or between events: then it has the position
 * of the first event that is not before it. Times are in ns of trace time. Immutable, so threads
 * may share it.
 *
 * Since: 1.0
 */
struct _SpurTimeMap
{
  gatomicrefcount ref_count;
  gsize n_knots;
  SpurKnot knots[];
};

G_DEFINE_BOXED_TYPE (SpurTimeMap, spur_time_map, spur_time_map_ref, spur_time_map_unref)

static gboolean
is_time (gint64 time_ns)
{
  return time_ns >= -SPUR_TIME_LIMIT_NS && time_ns <= SPUR_TIME_LIMIT_NS;
}

/* Knots between two events share the position of the later one, and differ by their times. */
static gboolean
follows_knot (const SpurKnot *knot, const SpurKnot *before)
{
  return knot->to_ns >= before->to_ns &&
         (knot->event > before->event ||
          (knot->event == before->event && knot->from_ns > before->from_ns));
}

static gboolean
check_knot (const SpurKnot *knots, gsize index, GError **error)
{
  const SpurKnot *knot = &knots[index];

  if (!is_time (knot->from_ns) || !is_time (knot->to_ns))
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                           "time map: knot %" G_GSIZE_FORMAT " at event %" G_GUINT64_FORMAT
                           ": %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                           " ns is outside of +-2^61 ns",
                           index, knot->event, knot->from_ns, knot->to_ns);
  if (index > 0 && !follows_knot (knot, &knots[index - 1]))
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                           "time map: knot %" G_GSIZE_FORMAT " at event %" G_GUINT64_FORMAT
                           " does not come after the one before it",
                           index, knot->event);
  return TRUE;
}

/**
 * spur_time_map_new:
 * @knots: (array length=n_knots): the knots, by rising event, and those of one event by rising time
 *   before; their times after never fall
 * @n_knots: how many, at least 1
 * @error: return location for an error
 *
 * Makes the map, or %NULL with %SPUR_STORE_ERROR_RANGE or %SPUR_STORE_ERROR_FORMAT where the
 * knots are not as they must be.
 *
 * Returns: (transfer full): the map
 *
 * Since: 1.0
 */
SpurTimeMap *
spur_time_map_new (const SpurKnot *knots, gsize n_knots, GError **error)
{
  SpurTimeMap *self;

  g_return_val_if_fail (knots != NULL && n_knots > 0, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  for (gsize i = 0; i < n_knots; i++)
    {
      if (!check_knot (knots, i, error))
        return NULL;
    }
  self = spur_pages_new (1, sizeof *self + n_knots * sizeof *knots);
  g_atomic_ref_count_init (&self->ref_count);
  self->n_knots = n_knots;
  memcpy (self->knots, knots, n_knots * sizeof *knots);
  return self;
}

/**
 * spur_time_map_new_offset:
 * @offset_ns: what is to be added to every time, within plus or minus %SPUR_TIME_LIMIT_NS
 *
 * Makes the map.
 *
 * Returns: (transfer full): the map
 *
 * Since: 1.0
 */
SpurTimeMap *
spur_time_map_new_offset (gint64 offset_ns)
{
  SpurKnot knot = { 0, 0, offset_ns };

  g_return_val_if_fail (is_time (offset_ns), NULL);

  return spur_time_map_new (&knot, 1, NULL);
}

/**
 * spur_time_map_ref:
 * @self: a time map
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
SpurTimeMap *
spur_time_map_ref (SpurTimeMap *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * spur_time_map_unref:
 * @self: (transfer full): a time map
 *
 * Gives a reference back; the map goes with its last one.
 *
 * Since: 1.0
 */
void
spur_time_map_unref (SpurTimeMap *self)
{
  g_return_if_fail (self != NULL);

  if (g_atomic_ref_count_dec (&self->ref_count))
    spur_pages_free (self);
}

/**
 * spur_time_map_get_knots:
 * @self: a time map
 * @n_knots: (out): how many knots, at least 1
 *
 * Gets the knots by rising event.
 *
 * Returns: (transfer none) (array length=n_knots): the knots
 *
 * Since: 1.0
 */
const SpurKnot *
spur_time_map_get_knots (const SpurTimeMap *self, gsize *n_knots)
{
  g_return_val_if_fail (self != NULL && n_knots != NULL, NULL);

  *n_knots = self->n_knots;
  return self->knots;
}

/* Number of knots at or before the event. */
static gsize
count_until (const SpurTimeMap *self, guint64 event)
{
  gsize low = 0, high = self->n_knots, middle;

  SPUR_BISECT (low, high, middle, self->knots[middle].event <= event)
  return low;
}

static inline gint64
apply_in_segment (const SpurTimeMap *self, gsize n_before, guint64 event, gint64 from_ns)
{
  const SpurKnot *a = &self->knots[MAX (n_before, 1) - 1];
  const SpurKnot *b;
  gint64 distance_ns, length_ns;

  if (n_before > 0 && event == a->event && from_ns <= a->from_ns && self->n_knots > 1)
    return a->to_ns;
  if (n_before == 0 || n_before == self->n_knots)
    return from_ns + (a->to_ns - a->from_ns);

  b = &self->knots[n_before];
  if (b->from_ns <= a->from_ns || from_ns <= a->from_ns)
    return a->to_ns;
  if (from_ns >= b->from_ns)
    return b->to_ns;
  distance_ns = from_ns - a->from_ns;
  length_ns = b->from_ns - a->from_ns;
  /* Nearly all maps stretch time so little that this product fits into 64 bits, unlike that with
   * the whole length after the map. */
  return a->to_ns + distance_ns +
         spur_mul_div_floor (distance_ns, b->to_ns - a->to_ns - length_ns, length_ns);
}

gint64
spur_time_map_apply (const SpurTimeMap *self, guint64 event, gint64 from_ns)
{
  return apply_in_segment (self, count_until (self, event), event, from_ns);
}

/**
 * spur_time_map_apply_near:
 * @self: a time map
 * @hint: (inout): where the last event was; 0 at first
 * @event: position of the event in its stream
 * @from_ns: the event's time before the map
 *
 * Maps the time of an event, in constant time where events are asked for in order, else in the
 * order of the logarithm of the number of knots.
 *
 * Returns: the event's time after the map
 *
 * Since: 1.0
 */
gint64
spur_time_map_apply_near (const SpurTimeMap *self, gsize *hint, guint64 event, gint64 from_ns)
{
  gsize n_before = *hint;

  if (n_before > 0 && (n_before > self->n_knots || self->knots[n_before - 1].event > event))
    n_before = count_until (self, event);
  for (guint i = 0; n_before < self->n_knots && self->knots[n_before].event <= event; i++)
    {
      if (i == 8)
        {
          n_before = count_until (self, event);
          break;
        }
      n_before++;
    }
  *hint = n_before;
  return apply_in_segment (self, n_before, event, from_ns);
}

void
spur_time_map_apply_all (
  const SpurTimeMap *self, gsize *hint, const guint64 *events, gint64 *times_ns, gsize n_events)
{
  const SpurKnot *knots = self->knots;
  gsize n_knots = self->n_knots, n_before = *hint;

  if (n_events > 0 && (n_before == 0 || knots[n_before - 1].event > events[0]))
    n_before = count_until (self, events[0]);
  for (gsize i = 0; i < n_events; i++)
    {
      while (n_before < n_knots && knots[n_before].event <= events[i])
        n_before++;
      times_ns[i] = apply_in_segment (self, n_before, events[i], times_ns[i]);
    }
  *hint = n_before;
}

/* Between two knots times are held between theirs. Outside of them they are only shifted, which
 * keeps order where the knots are at the times that their events have. */
gboolean
spur_time_map_keeps_order (const SpurTimeMap *self,
                           guint64 n_events,
                           gint64 (*get_from_ns) (guint64 event, gpointer user_data),
                           gpointer user_data)
{
  const SpurKnot *first = &self->knots[0], *last = &self->knots[self->n_knots - 1];

  if (self->n_knots == 1)
    return TRUE;
  if (first->event > 0 && first->event <= n_events &&
      get_from_ns (first->event - 1, user_data) > first->from_ns)
    return FALSE;
  return n_events == 0 || last->event >= n_events - 1 ||
         get_from_ns (last->event + 1, user_data) >= last->from_ns;
}
