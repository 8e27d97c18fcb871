/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <stdlib.h>

#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"

void
spur_intervals_init (SpurIntervals *self)
{
  *self = (SpurIntervals){ .rows = g_array_new (FALSE, FALSE, sizeof (SpurInterval)) };
}

void
spur_intervals_clear (SpurIntervals *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->latest_ns, g_free);
  g_clear_pointer (&self->firsts, g_free);
}

void
spur_intervals_add (SpurIntervals *self, const SpurInterval *interval)
{
  if (interval->begin_ns < interval->end_ns)
    g_array_append_vals (self->rows, interval, 1);
}

SPUR_DEFINE_ORDER (compare_intervals, SpurInterval, SPUR_BY_4 (key, begin_ns, value, end_ns))

/* The middle of [begin, end) is the root of what is in it. Its depth is the logarithm of its
 * size, so recursion is shallow. */
static gint64
mark_latest (SpurIntervals *self, guint32 begin, guint32 end)
{
  guint32 middle = begin + (end - begin) / 2;
  gint64 latest_ns, before_ns, after_ns;

  if (begin == end)
    return G_MININT64;
  latest_ns = g_array_index (self->rows, SpurInterval, middle).end_ns;
  before_ns = mark_latest (self, begin, middle);
  after_ns = mark_latest (self, middle + 1, end);
  latest_ns = MAX (latest_ns, MAX (before_ns, after_ns));
  self->latest_ns[middle] = latest_ns;
  return latest_ns;
}

void
spur_intervals_index (SpurIntervals *self, guint32 n_keys)
{
  guint32 row = 0;

  if (self->rows->len > 0)
    qsort (self->rows->data, self->rows->len, sizeof (SpurInterval), compare_intervals);
  self->n_keys = n_keys;
  self->latest_ns = g_new (gint64, self->rows->len + 1);
  self->firsts = g_new (guint32, (gsize) n_keys + 1);
  for (guint32 key = 0; key < n_keys; key++)
    {
      self->firsts[key] = row;
      while (row < self->rows->len && g_array_index (self->rows, SpurInterval, row).key == key)
        row++;
      mark_latest (self, self->firsts[key], row);
    }
  self->firsts[n_keys] = row;
}

static void
find_between (const SpurIntervals *self, guint32 begin, guint32 end, gint64 time_ns, GArray *values)
{
  guint32 middle = begin + (end - begin) / 2;
  const SpurInterval *row;

  if (begin == end || self->latest_ns[middle] <= time_ns)
    return;
  row = &g_array_index (self->rows, SpurInterval, middle);
  find_between (self, begin, middle, time_ns, values);
  if (row->begin_ns > time_ns)
    return;
  if (row->end_ns > time_ns)
    g_array_append_val (values, row->value);
  find_between (self, middle + 1, end, time_ns, values);
}

void
spur_intervals_find (const SpurIntervals *self, guint32 key, gint64 time_ns, GArray *values)
{
  if (key < self->n_keys)
    find_between (self, self->firsts[key], self->firsts[key + 1], time_ns, values);
}

static void
find_overlaps_between (const SpurIntervals *self,
                       const guint32 bounds[2],
                       const gint64 span_ns[2],
                       GArray *intervals)
{
  guint32 middle = bounds[0] + (bounds[1] - bounds[0]) / 2;
  const SpurInterval *row;

  if (bounds[0] == bounds[1] || self->latest_ns[middle] <= span_ns[0])
    return;
  row = &g_array_index (self->rows, SpurInterval, middle);
  find_overlaps_between (self, (guint32[]){ bounds[0], middle }, span_ns, intervals);
  if (row->begin_ns >= span_ns[1])
    return;
  if (row->end_ns > span_ns[0])
    g_array_append_vals (intervals, row, 1);
  find_overlaps_between (self, (guint32[]){ middle + 1, bounds[1] }, span_ns, intervals);
}

void
spur_intervals_find_overlaps (
  const SpurIntervals *self, guint32 key, gint64 begin_ns, gint64 end_ns, GArray *intervals)
{
  if (key < self->n_keys)
    find_overlaps_between (self, (guint32[]){ self->firsts[key], self->firsts[key + 1] },
                           (gint64[]){ begin_ns, end_ns }, intervals);
}
