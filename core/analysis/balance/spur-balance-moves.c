/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Steps of load balancing, where the trace does not tell phases: load objects that move together,
 * far apart from those that move before and after. */
#include "core/analysis/balance/spur-balance-private.h"
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/* Steps are apart by an order of magnitude more than the moves of one step: times that are spread
 * evenly or at random have no such break behind half of their distances. */
#define LEAST_RATIO 10

#define NS_PER_S G_GUINT64_CONSTANT (1000000000)

/* Distances from one move to the next one, or to the begin or the end of the trace, by their powers
 * of two: those of one are too near to each other for a break between them. */
typedef struct
{
  gint64 shortest_ns;
  gint64 longest_ns;
  guint n_gaps;
  guint n_inner; /* between moves */
} Gaps;

#define N_POWERS 64

G_STATIC_ASSERT (LEAST_RATIO >= 2);

SPUR_DEFINE_ORDER (compare_times, gint64, SPUR_ORDER (*p, *q))
SPUR_DEFINE_ARRAY_SORT (sort_times, gint64, compare_times)

SpurTimeline *
spur_balance_get_timeline (SpurBalance *self)
{
  if (self->timeline == NULL)
    self->timeline = spur_timeline_new_of_places (self->trace, self->options.raw);
  return self->timeline;
}

static gboolean
has_movements (SpurBalance *self)
{
  for (guint i = 0; i < spur_trace_get_n_classes (self->trace); i++)
    {
      SpurMovement movement = spur_replay_get_movement (spur_trace_get_class (self->trace, i));

      if (movement == SPUR_MOVEMENT_ARRIVES || movement == SPUR_MOVEMENT_LEAVES)
        return TRUE;
    }
  return FALSE;
}

/* When load objects come to their new targets, in order. */
static GArray *
list_moves (SpurBalance *self)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  const SpurMove *moves;
  gsize n_moves;

  if (!has_movements (self))
    return times;
  moves = spur_timeline_get_moves (spur_balance_get_timeline (self), &n_moves);
  for (gsize i = 0; i < n_moves; i++)
    {
      if (spur_balance_is_load_object (self, moves[i].object))
        g_array_append_val (times, moves[i].came_ns);
    }
  sort_times (times);
  return times;
}

static void
add_gap (Gaps *powers, gint64 length_ns, gboolean is_inner)
{
  Gaps *gaps = &powers[length_ns > 0 ? 64 - __builtin_clzll ((guint64) length_ns) : 0];

  length_ns = MAX (length_ns, 0);
  gaps->shortest_ns = gaps->n_gaps > 0 ? MIN (gaps->shortest_ns, length_ns) : length_ns;
  gaps->longest_ns = MAX (gaps->longest_ns, length_ns);
  gaps->n_gaps++;
  gaps->n_inner += is_inner;
}

static void
count_gaps (SpurBalance *self, const GArray *times, Gaps powers[N_POWERS])
{
  add_gap (powers, g_array_index (times, gint64, 0) - self->begin_ns, FALSE);
  for (guint i = 1; i < times->len; i++)
    add_gap (powers, g_array_index (times, gint64, i) - g_array_index (times, gint64, i - 1), TRUE);
  add_gap (powers, self->end_ns - g_array_index (times, gint64, times->len - 1), FALSE);
}

/* Of all clocks the longest one. */
static gint64
get_tick_ns (SpurBalance *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  gint64 longest_ns = 1;

  for (guint i = 0; i < spur_definitions_get_n_clocks (definitions); i++)
    {
      guint64 resolution_hz = spur_definitions_get_clock (definitions, i)->resolution_hz;

      longest_ns = MAX (longest_ns, (gint64) (NS_PER_S / MAX (resolution_hz, 1)));
    }
  return longest_ns;
}

/* The largest distance between moves of one step: the one before the sharpest break in the
 * distances, of those where a step has two moves or more in the mean. Moves at one time are told
 * apart from others only where there is no other break. -1 where there are no steps. */
static gint64
find_longest_inside (const Gaps powers[N_POWERS], guint n_moves, gint64 tick_ns)
{
  const Gaps *shorter = NULL;
  gint64 longest_ns = -1;
  double sharpest = LEAST_RATIO;
  guint n_inside = 0;

  for (guint i = 0; i < N_POWERS; i++)
    {
      const Gaps *longer = &powers[i];
      double ratio = 0.0;

      if (longer->n_gaps == 0)
        continue;
      if (shorter != NULL)
        ratio = (double) longer->shortest_ns / (double) MAX (shorter->longest_ns, tick_ns);
      if (ratio >= LEAST_RATIO && n_inside >= n_moves - n_inside &&
          (longest_ns <= 0 || ratio > sharpest))
        {
          longest_ns = shorter->longest_ns;
          sharpest = ratio;
        }
      n_inside += longer->n_inner;
      shorter = longer;
    }
  return longest_ns;
}

GArray *
spur_balance_list_steps (SpurBalance *self)
{
  g_autoptr (GArray) times = list_moves (self);
  Gaps powers[N_POWERS] = { 0 };
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 longest_ns;

  if (times->len < 2)
    return steps;
  count_gaps (self, times, powers);
  longest_ns = find_longest_inside (powers, times->len, get_tick_ns (self));
  for (guint i = 0; i < times->len && longest_ns >= 0; i++)
    {
      gint64 time_ns = g_array_index (times, gint64, i);

      if (i == 0 || time_ns - g_array_index (times, gint64, i - 1) > longest_ns)
        g_array_append_val (steps, time_ns);
    }
  return steps;
}
