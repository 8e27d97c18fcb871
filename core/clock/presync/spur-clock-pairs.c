/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-pairs-private.h"

#include "core/base/spur-order-internal.h"

#include <math.h>

/* For every sample the side that it is of. Pairs get numbers in the order in which they first come;
 * their clocks are added to @keys. */
static guint32 *
number_sides (const SpurClockSamples *samples, GArray *keys)
{
  g_autoptr (GHashTable) numbers =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint32 *side_of = g_new (guint32, samples->n_samples + 1), last_side = 0;
  gint64 last_key = -1;

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      guint32 from = samples->samples[i].from, to = samples->samples[i].to;
      gint64 key = (gint64) ((guint64) MIN (from, to) << 32 | MAX (from, to));

      if (key != last_key)
        {
          gpointer number;

          if (!g_hash_table_lookup_extended (numbers, &key, NULL, &number))
            {
              number = GUINT_TO_POINTER (keys->len);
              g_hash_table_insert (numbers, g_memdup2 (&key, sizeof key), number);
              g_array_append_val (keys, key);
            }
          last_key = key;
          last_side = 2 * GPOINTER_TO_UINT (number);
        }
      side_of[i] = last_side + (from > to);
    }
  return side_of;
}

SPUR_DEFINE_ORDER (compare_points, SpurPairPoint, SPUR_BY_2 (time_s, delay_ns))

/* Takes a point, not before those that were there, into the hull. */
static void
add_vertex (SpurPairSide *self, const SpurPairPoint *point)
{
  SpurPairPoint *hull = self->vertices;
  gsize n = self->n_vertices;

  if (n > 0 && hull[n - 1].time_s == point->time_s)
    return;
  while (n >= 2 &&
         (hull[n - 1].delay_ns - hull[n - 2].delay_ns) * (point->time_s - hull[n - 2].time_s) >=
           (point->delay_ns - hull[n - 2].delay_ns) * (hull[n - 1].time_s - hull[n - 2].time_s))
    n--;
  hull[n++] = *point;
  self->n_vertices = n;
}

static void
find_hull (SpurPairSide *self)
{
  SPUR_SORT_UNLESS_SORTED (self->points, self->n_points, compare_points);
  for (gsize i = 0; i < self->n_points; i++)
    {
      self->sum_s += self->points[i].time_s;
      add_vertex (self, &self->points[i]);
    }
}

SPUR_DEFINE_ORDER (compare_pairs, SpurClockPair, SPUR_BY_2 (first, second))

/* Distributes the points over the sides of their pairs. */
static void
fill_sides (SpurClockPairs *self,
            const SpurClockSamples *samples,
            const guint32 *side_of,
            const GArray *keys)
{
  gsize n_sides = 2 * (gsize) self->n_pairs;
  g_autofree gsize *next = g_new0 (gsize, n_sides + 1);

  for (gsize i = 0; i < samples->n_samples; i++)
    next[side_of[i] + 1]++;
  for (gsize i = 0; i < n_sides; i++)
    {
      SpurClockPair *pair = &self->pairs[i / 2];
      SpurPairSide *side = spur_clock_pairs_get_side (self, i);
      gint64 key = g_array_index (keys, gint64, i / 2);

      pair->first = (guint32) ((guint64) key >> 32);
      pair->second = (guint32) key;
      side->n_points = next[i + 1];
      next[i + 1] += next[i];
      side->points = self->points + next[i];
      side->vertices = self->vertices + next[i];
    }
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];

      self->points[next[side_of[i]]++] =
        (SpurPairPoint){ (double) (sample->send_ns - self->middle_ns) * 1e-9,
                         (double) (sample->receive_ns - sample->send_ns) };
    }
}

SpurClockPairs *
spur_clock_pairs_new (const SpurClockSamples *samples)
{
  SpurClockPairs *self = g_new0 (SpurClockPairs, 1);
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree guint32 *side_of = number_sides (samples, keys);
  gint64 begin_ns, end_ns;

  spur_clock_samples_get_sends (samples, &begin_ns, &end_ns);
  self->n_clocks = samples->n_clocks;
  if (begin_ns <= end_ns)
    {
      self->middle_ns = begin_ns + (end_ns - begin_ns) / 2;
      self->length_s = (double) (end_ns - begin_ns) * 1e-9;
    }
  self->n_pairs = keys->len;
  self->pairs = g_new0 (SpurClockPair, self->n_pairs + 1);
  self->points = g_new (SpurPairPoint, samples->n_samples + 1);
  self->vertices = g_new (SpurPairPoint, samples->n_samples + 1);
  fill_sides (self, samples, side_of, keys);
  for (gsize i = 0; i < 2 * self->n_pairs; i++)
    find_hull (spur_clock_pairs_get_side (self, i));
  qsort (self->pairs, self->n_pairs, sizeof self->pairs[0], compare_pairs);
  return self;
}

const SpurClockPair *
spur_clock_pairs_find (const SpurClockPairs *self, guint32 first, guint32 second)
{
  const SpurClockPair key = { .first = first, .second = second };

  return bsearch (&key, self->pairs, self->n_pairs, sizeof key, compare_pairs);
}

void
spur_clock_pairs_free (SpurClockPairs *self)
{
  g_free (self->pairs);
  g_free (self->points);
  g_free (self->vertices);
  g_free (self);
}

/* The hull is convex, so the least is where its slope passes that of the line. */
double
spur_pair_side_get_least (const SpurPairSide *self, double slope)
{
  const SpurPairPoint *hull = self->vertices;
  gsize low = 0, high = self->n_vertices - 1, middle;

  SPUR_BISECT (low, high, middle,
               hull[middle + 1].delay_ns - hull[middle].delay_ns <
                 slope * (hull[middle + 1].time_s - hull[middle].time_s));
  return hull[low].delay_ns - slope * hull[low].time_s;
}
