/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Breaks of clocks. The edges of a pair of clocks say between what bounds their difference is, from
 * block to block of edges. It breaks where it changes far more within two blocks than it does
 * usually, and stays so. That of a clock is seen by most of the clocks that it has edges with, at
 * one time and of one size. The sizes are fitted again to all edges, together with lines. */
#include "core/clock/presync/spur-clock-breaks-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-pairs-private.h"

/* The least number of edges of each direction in a block, of which the best one may be wrong. */
#define MIN_OF_SIDE 4
#define MAX_BLOCKS 256

/* The most edges of each direction that are looked at, 16 for a block. */
#define MAX_BOUNDS 4096

/* Blocks to both sides that tell whether a change stays, and the fewest of them. */
#define N_STEADY 5
#define MIN_STEADY 3

/* In a pair with few blocks those are a large part of the run. There an eighth of the blocks is
 * enough, if their edges contradict those of the other side by more than any drift explains: 1 % at
 * the most, as in lines of clocks. */
#define STEADY_PART 8
#define LEAST_BLOCKS 3
#define MOST_DRIFT 1e7 /* ns a second */

/* A change is a break if it is larger than the usual one by this factor, and edges contradict each
 * other without it: changes of a clock that wanders as a sine are at most 1.4 times the median one,
 * those of a random walk 6.6 times in one of 100,000. */
#define BREAK_RATIO 16.0
#define LEAST_CHANGE_NS 100.0

/* Where blocks differ by chance now and then, a break is four times what nearly all changes are. */
#define LARGE_RATIO 4.0

/* Leap seconds are whole by definition. What is lost is as long as no stream has an event, and one
 * size in 100 is as near to a whole second by chance. */
#define SECOND_NS G_GINT64_CONSTANT (1000000000)
#define NEAR_SECOND_NS 10000000

/* Sizes that two pairs see are the same within this share. */
#define SAME_SHARE 0.25

/* By the partner's clock and by the own one, with how far the own clock is ahead at least or at
 * most. */
typedef struct
{
  double time_s;
  double own_s;
  double ahead_ns;
  gboolean is_least;
} Bound;

/* One clock of a pair, and how fast it drifts away from the other one usually. */
typedef struct
{
  const SpurPairSide *sent;
  const SpurPairSide *received;
  double slope;       /* ns a second */
  double slope_error; /* the deviation of that, by its scatter */
  double usual_ns;    /* what the difference changes by besides */
  double near_ns;     /* what it changes by at most where nothing breaks */
  guint n_steady;     /* blocks that a change has on both sides at least */
} View;

typedef struct
{
  gsize begin; /* bounds */
  gsize end;
  double time_s;
  double ahead_ns;
  double half_width_ns;
} Block;

/* What a pair says of one of its clocks: that a break would be seen, or that there is one. */
typedef struct
{
  guint32 clock;
  guint32 partner;
  double begin_s; /* by the own clock */
  double end_s;
  double size_ns;  /* 0 where a break would be seen */
  double least_ns; /* that is larger than this */
} Witness;

SPUR_DEFINE_ORDER (compare_bounds, Bound, SPUR_BY_2 (time_s, ahead_ns))

SPUR_DEFINE_ORDER (compare_breaks, SpurClockBreak, SPUR_BY_2 (clock, time_ns))

SPUR_DEFINE_ORDER (compare_witnesses, Witness, SPUR_BY_4 (clock, partner, begin_s, size_ns))

static double
get_median (double *values, gsize n_values)
{
  return n_values > 0 ? spur_pair_select (values, n_values, n_values / 2) : 0.0;
}

/* Adds the bounds of one side within a time: of neighbours, if they are many, the one that took
 * least.
 */
static void
add_bounds (
  GArray *bounds, const View *view, const SpurPairSide *side, gsize max, const double *range_s)
{
  gsize step = side->n_points / max + 1;

  for (gsize i = 0; i < side->n_points; i += step)
    {
      const SpurPairPoint *point = &side->points[i];
      Bound bound;

      for (gsize k = i + 1; k < MIN (i + step, side->n_points); k++)
        point = side->points[k].delay_ns < point->delay_ns ? &side->points[k] : point;
      bound = (Bound){ point->time_s, point->time_s + point->delay_ns * 1e-9, point->delay_ns,
                       side == view->sent };
      if (bound.is_least)
        bound = (Bound){ bound.own_s, bound.time_s, -bound.ahead_ns, TRUE };
      bound.ahead_ns -= view->slope * bound.time_s;
      if (bound.time_s >= range_s[0] && bound.time_s <= range_s[1])
        g_array_append_val (bounds, bound);
    }
}

/* (element-type Bound) (transfer full): The bounds of a clock within a time, of each side that many
 * at most. */
static GArray *
list_bounds (const View *view, gsize max, double begin_s, double end_s)
{
  GArray *bounds = g_array_new (FALSE, FALSE, sizeof (Bound));
  const double range_s[] = { begin_s, end_s };

  add_bounds (bounds, view, view->sent, max, range_s);
  add_bounds (bounds, view, view->received, max, range_s);
  g_array_sort (bounds, compare_bounds);
  return bounds;
}

/* The second best bounds of a block. */
static void
close_block (Block *block, const Bound *bounds)
{
  double least[] = { -INFINITY, -INFINITY }, most[] = { INFINITY, INFINITY };

  for (gsize i = block->begin; i < block->end; i++)
    {
      double ahead_ns = bounds[i].ahead_ns;

      if (bounds[i].is_least)
        {
          least[1] = MAX (least[1], MIN (least[0], ahead_ns));
          least[0] = MAX (least[0], ahead_ns);
        }
      else
        {
          most[1] = MIN (most[1], MAX (most[0], ahead_ns));
          most[0] = MIN (most[0], ahead_ns);
        }
    }
  block->ahead_ns = (least[1] + most[1]) / 2.0;
  block->half_width_ns = fabs (most[1] - least[1]) / 2.0;
  block->time_s = (bounds[block->begin].time_s + bounds[block->end - 1].time_s) / 2.0;
}

/* (element-type Block) (transfer full) */
static GArray *
make_blocks (const GArray *bounds)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  const Bound *all = (const Bound *) (gpointer) bounds->data;
  gsize counts[2] = { 0, 0 }, begin = 0, n_usual = bounds->len / MAX_BLOCKS;

  for (gsize i = 0; i < bounds->len; i++)
    {
      counts[all[i].is_least != FALSE]++;
      if (MIN (counts[0], counts[1]) >= MIN_OF_SIDE && i + 1 - begin >= n_usual)
        {
          Block block = { .begin = begin, .end = i + 1 };

          close_block (&block, all);
          g_array_append_val (blocks, block);
          begin = i + 1;
          counts[0] = counts[1] = 0;
        }
    }
  return blocks;
}

/* Takes off how the clocks drift against each other usually, and sees what is usual besides. */
static void
take_slope_off (View *view, GArray *blocks, GArray *bounds)
{
  Block *all = (Block *) (gpointer) blocks->data;
  guint n = blocks->len - 2, large;
  g_autofree double *changes = g_new (double, n + 1);

  for (guint b = 0; b < n; b++)
    changes[b] =
      (all[b + 2].ahead_ns - all[b].ahead_ns) / MAX (all[b + 2].time_s - all[b].time_s, 1e-9);
  view->slope = get_median (changes, n);
  for (guint b = 0; b < n; b++)
    changes[b] = fabs (changes[b] - view->slope);
  view->slope_error = get_median (changes, n) / sqrt (n);
  for (guint i = 0; i < bounds->len; i++)
    {
      Bound *bound = &g_array_index (bounds, Bound, i);

      bound->ahead_ns -= view->slope * bound->time_s;
    }
  for (guint b = 0; b < blocks->len; b++)
    close_block (&all[b], (const Bound *) (gpointer) bounds->data);
  for (guint b = 0; b < n; b++)
    changes[b] = fabs (all[b + 2].ahead_ns - all[b].ahead_ns);
  view->usual_ns = MAX (get_median (changes, n), LEAST_CHANGE_NS);
  /* The largest ones may be breaks, two of them at least. */
  large = MAX (n / 2, n - 1 - MIN (n - 1, MAX (n / 16, 4)));
  view->usual_ns = MAX (view->usual_ns, spur_pair_select (changes, n, large) / LARGE_RATIO);
}

/* The middle one of some blocks. */
static double
get_steady (const Block *blocks, guint begin, guint end)
{
  double values[N_STEADY];
  guint n = 0;

  for (guint b = begin; b < end && n < N_STEADY; b++)
    values[n++] = blocks[b].ahead_ns;
  return get_median (values, n);
}

SPUR_DEFINE_ORDER (compare_own, Bound, SPUR_BY_2 (own_s, time_s))

/* 1 where a bound is impossible before a break, or as usual after it; -1 for the converse; 0 for
 * edges that took long. */
static int
classify_bound (const Bound *bound, double before_ns, double size_ns, double near_ns)
{
  double off_ns = (bound->ahead_ns - before_ns) * (size_ns > 0.0 ? 1.0 : -1.0);
  double left_ns = fabs (size_ns) - off_ns;

  if (bound->is_least == (size_ns > 0.0))
    return off_ns > near_ns ? 1 : off_ns >= -near_ns ? -1 : 0;
  return left_ns > near_ns ? -1 : left_ns >= -near_ns ? 1 : 0;
}

/* Between which times of the own clock it breaks: where the fewest edges are on the wrong side. A
 * clock that stands has a time before which none of its sends can have been. */
static void
narrow_break (Witness *witness, const View *view, const Block *before, const Block *after)
{
  double near_ns = MIN (before->half_width_ns + view->near_ns, fabs (witness->size_ns) / 2.0);
  g_autoptr (GArray) bounds = list_bounds (view, G_MAXSIZE, before->time_s, after->time_s);
  g_autofree int *kinds = g_new (int, bounds->len + 1);
  const Bound *all = (const Bound *) (gpointer) bounds->data;
  guint cut = 0;
  int sum = 0, most = 0;

  if (witness->size_ns < 0.0)
    g_array_sort (bounds, compare_own);
  witness->begin_s = INFINITY;
  witness->end_s = -INFINITY;
  for (guint i = 0; i < bounds->len; i++)
    {
      kinds[i] = classify_bound (&all[i], before->ahead_ns, witness->size_ns, near_ns);
      sum -= kinds[i];
      cut = sum > most ? i + 1 : cut;
      most = MAX (most, sum);
      witness->begin_s = MIN (witness->begin_s, all[i].own_s);
      witness->end_s = MAX (witness->end_s, all[i].own_s);
    }
  for (guint i = 0; i < bounds->len; i++)
    {
      gboolean is_sent_before = witness->size_ns < 0.0 && all[i].is_least;

      if (kinds[i] < 0 && (i < cut || is_sent_before))
        witness->begin_s = MAX (witness->begin_s, all[i].own_s);
      else if (kinds[i] > 0 && i >= cut)
        witness->end_s = MIN (witness->end_s, all[i].own_s);
    }
}

/* Block @b is the last one before a break: gives the first one after it, or @b. */
static guint
skip_break (const Block *blocks, guint n_blocks, guint b, double usual_ns)
{
  guint last = b;

  while (last + 2 < n_blocks &&
         fabs (blocks[last + 2].ahead_ns - blocks[last].ahead_ns) > BREAK_RATIO * usual_ns)
    last++;
  return last > b ? last + 1 : b;
}

/* What is usual is that from block to block. Over a long time without edges it is more, and the
 * drift is not known well enough: 16 times its error are some six deviations of a median. */
static double
get_usual_change (const View *view, const Block *blocks, guint begin, guint end, double spacing_s)
{
  double gap = 1.0;

  for (guint b = begin; b < end; b++)
    gap = MAX (gap, (blocks[b + 1].time_s - blocks[b].time_s) / spacing_s / 2.0);
  return MAX (gap * view->usual_ns,
              view->slope_error * (blocks[end].time_s - blocks[begin].time_s));
}

static double
get_spacing (const GArray *blocks)
{
  const Block *all = (const Block *) (gpointer) blocks->data;

  return (all[blocks->len - 1].time_s - all[0].time_s) / (blocks->len - 1.0) + 1e-9;
}

/* From a block on, in steps of @step, the first one that is not at both sides of a break. */
static const Block *
skip_mixed (
  const Block *blocks, guint n_blocks, guint b, int step, double steady_ns, double size_ns)
{
  guint at = b;

  while (at < n_blocks && fabs (blocks[at].ahead_ns - steady_ns) > SAME_SHARE * fabs (size_ns))
    at += (guint) step;
  return &blocks[at < n_blocks ? at : b];
}

/* Adds where a pair would see breaks, and those that it sees. */
static void
add_witnesses (
  Witness witness, const View *view, const GArray *blocks, const GArray *bounds, GArray *witnesses)
{
  const Block *all = (const Block *) (gpointer) blocks->data;
  guint n_blocks = blocks->len, n_steady = view->n_steady;
  double spacing_s = get_spacing (blocks);

  witness.begin_s = g_array_index (bounds, Bound, all[n_steady - 1].begin).own_s;
  witness.end_s = g_array_index (bounds, Bound, all[n_blocks - n_steady].end - 1).own_s;
  g_array_append_val (witnesses, witness);
  for (guint b = n_steady - 1; b + n_steady < n_blocks; b++)
    {
      guint after = skip_break (all, n_blocks, b, view->usual_ns);
      double before_ns, after_ns;

      if (after == b || after + n_steady > n_blocks)
        continue;
      before_ns = get_steady (all, b + 1 > N_STEADY ? b + 1 - N_STEADY : 0, b + 1);
      after_ns = get_steady (all, after, n_blocks);
      witness.size_ns = after_ns - before_ns;
      if (fabs (witness.size_ns) >
            BREAK_RATIO * get_usual_change (view, all, b, after, spacing_s) &&
          fabs (witness.size_ns) > all[b].half_width_ns + all[after].half_width_ns)
        {
          narrow_break (&witness, view,
                        skip_mixed (all, n_blocks, b, -1, before_ns, witness.size_ns),
                        skip_mixed (all, n_blocks, after, 1, after_ns, witness.size_ns));
          g_array_append_val (witnesses, witness);
        }
      b = after - 1;
    }
}

/* Where a pair has few edges: its blocks do not tell how clocks drift, and what is usual is how
 * exactly they tell how clocks differ. */
static void
find_in_few (Witness witness, View *view, GArray *witnesses)
{
  g_autoptr (GArray) bounds = NULL;
  g_autoptr (GArray) blocks = NULL;
  g_autofree double *widths_ns = NULL;

  view->slope = 0.0;
  view->slope_error = MOST_DRIFT / BREAK_RATIO;
  bounds = list_bounds (view, MAX_BOUNDS, -INFINITY, INFINITY);
  blocks = make_blocks (bounds);
  view->n_steady = MAX (blocks->len / STEADY_PART, 1);
  if (blocks->len < LEAST_BLOCKS || view->n_steady >= MIN_STEADY)
    return;
  widths_ns = g_new (double, blocks->len);
  for (guint b = 0; b < blocks->len; b++)
    widths_ns[b] = g_array_index (blocks, Block, b).half_width_ns;
  view->usual_ns = MAX (get_median (widths_ns, blocks->len), LEAST_CHANGE_NS);
  view->near_ns = MOST_DRIFT * get_spacing (blocks);
  witness.least_ns = MAX (BREAK_RATIO * view->usual_ns, 2.0 * view->near_ns);
  add_witnesses (witness, view, blocks, bounds, witnesses);
}

static void
find_witnesses (Witness witness, View *view, GArray *witnesses)
{
  g_autoptr (GArray) bounds = list_bounds (view, MAX_BOUNDS, -INFINITY, INFINITY);
  g_autoptr (GArray) blocks = make_blocks (bounds);
  guint n_before = witnesses->len;

  if (blocks->len >= 2 * MIN_STEADY)
    {
      take_slope_off (view, blocks, bounds);
      view->n_steady = MIN_STEADY;
      view->near_ns = BREAK_RATIO * view->usual_ns;
      add_witnesses (witness, view, blocks, bounds, witnesses);
    }
  if (witnesses->len <= n_before + 1)
    find_in_few (witness, view, witnesses);
}

/* (element-type Witness) (transfer full): What all pairs say, at all ranks. */
static GArray *
gather_witnesses (const SpurClockPairs *pairs, const SpurClockSamples *samples)
{
  GArray *witnesses = g_array_new (FALSE, FALSE, sizeof (Witness));

  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &pairs->pairs[i];

      find_witnesses ((Witness){ .clock = pair->first, .partner = pair->second },
                      &(View){ .sent = &pair->forth, .received = &pair->back }, witnesses);
      find_witnesses ((Witness){ .clock = pair->second, .partner = pair->first },
                      &(View){ .sent = &pair->back, .received = &pair->forth }, witnesses);
    }
  spur_communicator_gather (samples->communicator, witnesses, compare_witnesses);
  return witnesses;
}

/* A clock that goes back, or stands, has the same times again. */
static gboolean
is_same_break (const Witness *a, const Witness *b)
{
  double again_s = MAX (-a->size_ns, 0.0) * 1e-9;

  return a->clock == b->clock && a->size_ns != 0.0 && b->size_ns != 0.0 &&
         fabs (a->size_ns - b->size_ns) < SAME_SHARE * fabs (a->size_ns) &&
         MAX (a->begin_s, b->begin_s) <= MIN (a->end_s, b->end_s) + again_s;
}

/* Those of one clock. */
static Witness *
get_range (Witness *all, gsize n_witnesses, guint clock, gsize *n_range)
{
  gsize low = 0, high = n_witnesses, middle, begin;

  SPUR_BISECT (low, high, middle, all[middle].clock < clock);
  for (begin = low; low < n_witnesses && all[low].clock == clock; low++)
    continue;
  *n_range = low - begin;
  return all + begin;
}

/* Which clocks see a break as this one does, and which could see it. */
static SpurClockBreak
ask_witnesses (Witness *all, gsize n_witnesses, const Witness *asked, gint64 middle_ns)
{
  SpurClockBreak found = { .clock = asked->clock };
  Witness *range = get_range (all, n_witnesses, asked->clock, &n_witnesses);
  g_autofree double *sizes_ns = g_new (double, n_witnesses + 1);
  double begin_s = asked->begin_s, end_s = asked->end_s;
  guint last_asked = G_MAXUINT;

  for (gsize i = 0; i < n_witnesses; i++)
    {
      const Witness *witness = &range[i];

      if (is_same_break (asked, witness))
        {
          sizes_ns[found.n_partners++] = witness->size_ns;
          begin_s = MAX (begin_s, witness->begin_s);
          end_s = MIN (end_s, witness->end_s);
        }
      else if (witness->size_ns == 0.0 && witness->partner != last_asked &&
               witness->begin_s <= asked->begin_s && witness->end_s >= asked->end_s &&
               witness->least_ns < fabs (asked->size_ns))
        {
          last_asked = witness->partner;
          found.n_asked++;
        }
    }
  found.size_ns = llrint (get_median (sizes_ns, found.n_partners));
  found.begin_ns = middle_ns + llrint (begin_s * 1e9);
  found.end_ns = middle_ns + llrint (end_s * 1e9);
  spur_clock_break_set_time (&found);
  return found;
}

/* A break of a clock explains what its partners seem to have. */
static void
forget_explained (Witness *all, gsize n_witnesses, const Witness *taken)
{
  const Witness asked = *taken;
  gsize n_range, n_others;
  Witness *range = get_range (all, n_witnesses, asked.clock, &n_range);

  for (gsize i = 0; i < n_range; i++)
    {
      Witness *others;

      if (!is_same_break (&asked, &range[i]))
        continue;
      others = get_range (all, n_witnesses, range[i].partner, &n_others);
      for (gsize k = 0; k < n_others; k++)
        {
          if (others[k].partner == asked.clock &&
              fabs (others[k].size_ns + range[i].size_ns) < SAME_SHARE * fabs (range[i].size_ns))
            others[k].size_ns = 0.0;
        }
      range[i].size_ns = 0.0;
    }
}

static GArray *
choose_breaks (const GArray *witnesses, gint64 middle_ns)
{
  Witness *all = (Witness *) (gpointer) witnesses->data;
  gsize n_witnesses = witnesses->len;
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (SpurClockBreak));

  for (;;)
    {
      SpurClockBreak best = { 0 };
      double best_share = 0.5;
      gsize chosen = n_witnesses;

      for (gsize i = 0; i < n_witnesses; i++)
        {
          SpurClockBreak found;
          double share;

          if (all[i].size_ns == 0.0)
            continue;
          found = ask_witnesses (all, n_witnesses, &all[i], middle_ns);
          share = (double) found.n_partners / MAX (found.n_asked, found.n_partners);
          if (share < best_share || (share == best_share && found.n_partners <= best.n_partners))
            continue;
          best = found;
          best_share = share;
          chosen = i;
        }
      if (chosen == n_witnesses)
        break;
      g_array_append_val (breaks, best);
      forget_explained (all, n_witnesses, &all[chosen]);
    }
  g_array_sort (breaks, compare_breaks);
  return breaks;
}

/* ---- All breaks ---- */

/* (transfer full): Those that stamps show. What is left of them is not known yet. */
static GArray *
list_setbacks (const SpurClockSamples *samples)
{
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (SpurClockBreak));

  for (guint i = 0; i < samples->setbacks->len; i++)
    {
      const SpurClockSetback *at = &g_array_index (samples->setbacks, SpurClockSetback, i);
      gint64 shift_ns =
        spur_clock_setbacks_get_shift (samples->setbacks, at->stream, at->event - 1);
      SpurClockBreak new = { .clock = at->clock,
                             .time_ns = at->before_ns + shift_ns + 1,
                             .begin_ns = at->before_ns + shift_ns + 1,
                             .end_ns = at->before_ns + shift_ns + 1,
                             .back_ns = at->shift_ns - shift_ns };

      g_array_append_val (breaks, new);
    }
  g_array_sort (breaks, compare_breaks);
  for (guint i = breaks->len; i > 1; i--)
    {
      const SpurClockBreak *at = &g_array_index (breaks, SpurClockBreak, i - 1);

      if (compare_breaks (at, at - 1) == 0)
        g_array_remove_index (breaks, i - 1);
    }
  return breaks;
}

/* Where all clocks are set back at once, as by a leap second, edges tell how much more some are
 * than others, and not how much all are: it is the least that keeps the events of each in order,
 * or a whole second where that is near. */
static void
reduce_common (GArray *setbacks, const SpurClockSamples *samples)
{
  guint n_clocks = samples->n_clocks, n_crossing = 0;
  gint64 most_ns = G_MININT64, back_ns, whole_ns;

  /* Edges over it tell, if they are more than a few. */
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];

      n_crossing +=
        (spur_clock_breaks_find_last (setbacks, sample->from, sample->send_ns) == SPUR_NONE) !=
        (spur_clock_breaks_find_last (setbacks, sample->to, sample->receive_ns) == SPUR_NONE);
    }
  if (setbacks->len != n_clocks || spur_clock_samples_sum (samples, n_crossing) > n_clocks)
    return;
  for (guint b = 0; b < n_clocks; b++)
    {
      if (g_array_index (setbacks, SpurClockBreak, b).clock != b)
        return;
      most_ns = MAX (most_ns, g_array_index (setbacks, SpurClockBreak, b).size_ns);
    }
  back_ns = g_array_index (setbacks, SpurClockBreak, 0).back_ns -
            g_array_index (setbacks, SpurClockBreak, 0).size_ns + most_ns;
  whole_ns = (back_ns + SECOND_NS - 1) / SECOND_NS * SECOND_NS;
  if (whole_ns - back_ns <= NEAR_SECOND_NS)
    most_ns += whole_ns - back_ns;
  for (guint b = 0; b < n_clocks; b++)
    g_array_index (setbacks, SpurClockBreak, b).size_ns -= most_ns;
}

/* Adds breaks of samples without the known ones. */
static void
add_breaks (GArray *known, const GArray *breaks)
{
  guint n_known = known->len;

  for (guint i = 0; i < breaks->len; i++)
    {
      SpurClockBreak new = g_array_index (breaks, SpurClockBreak, i);

      for (guint k = 0; k < n_known; k++)
        {
          const SpurClockBreak *at = &g_array_index (known, SpurClockBreak, k);

          if (at->clock == new.clock && at->time_ns <= new.time_ns)
            {
              new.time_ns += at->size_ns;
              new.begin_ns += at->size_ns;
              new.end_ns += at->size_ns;
            }
        }
      g_array_append_val (known, new);
    }
  g_array_sort (known, compare_breaks);
}

GArray *
spur_clock_breaks_find (const SpurClockSamples *samples, const guint *groups)
{
  GArray *known = list_setbacks (samples);
  g_autoptr (SpurClockSamples) rest = NULL;
  g_autoptr (SpurClockPairs) pairs = NULL;
  g_autoptr (GArray) breaks = NULL, witnesses = NULL;

  if (known->len > 0)
    {
      spur_clock_breaks_fit (known, samples, groups);
      reduce_common (known, samples);
      rest = spur_clock_breaks_take_off (known, samples);
    }
  pairs = spur_clock_pairs_new (rest != NULL ? rest : samples);
  witnesses = gather_witnesses (pairs, samples);
  breaks = choose_breaks (witnesses, pairs->middle_ns);
  if (breaks->len > 0)
    {
      add_breaks (known, breaks);
      spur_clock_breaks_fit (known, samples, groups);
      g_array_sort (known, compare_breaks);
    }
  return known;
}

/* ---- With breaks ---- */

/* The knots of a clock between two breaks, the times of which are shifted. */
static void
add_part (GArray *knots,
          const SpurClockFit *fit,
          guint clock,
          gint64 begin_ns,
          gint64 end_ns,
          gint64 shift_ns)
{
  const GArray *from = fit->knots[clock];
  SpurFitKnot knot;

  if (begin_ns != G_MININT64)
    {
      knot = (SpurFitKnot){ begin_ns, spur_clock_fit_apply (fit, clock, begin_ns - shift_ns) };
      g_array_append_val (knots, knot);
    }
  for (guint i = 0; from != NULL && i < from->len; i++)
    {
      knot = g_array_index (from, SpurFitKnot, i);
      knot.from_ns += shift_ns;
      if (knot.from_ns > begin_ns && knot.from_ns < end_ns)
        g_array_append_val (knots, knot);
    }
  if (end_ns != G_MAXINT64 && end_ns > begin_ns)
    {
      knot = (SpurFitKnot){ end_ns, spur_clock_fit_apply (fit, clock, end_ns - shift_ns) };
      g_array_append_val (knots, knot);
    }
}

/* Between breaks a clock is known from its edges there only, so less well by the root. */
static void
widen_by_breaks (SpurClockFit *fit, guint clock, guint n_breaks)
{
  for (gsize k = 0; fit->half_widths_ns != NULL && k < fit->n_places; k++)
    {
      gint64 *width_ns = &fit->half_widths_ns[clock * fit->n_places + k];

      if (*width_ns > 0)
        *width_ns = llrint (ceil ((double) *width_ns * sqrt (n_breaks + 1.0)));
    }
}

void
spur_clock_breaks_put_back (const GArray *breaks, SpurClockFit *fit)
{
  const SpurClockBreak *all = (const SpurClockBreak *) (gconstpointer) breaks->data;

  for (guint b = 0, next; b < breaks->len; b = next)
    {
      guint clock = all[b].clock;
      GArray *knots = g_array_new (FALSE, FALSE, sizeof (SpurFitKnot));
      gint64 begin_ns = G_MININT64, shift_ns = 0;

      for (next = b; next < breaks->len && all[next].clock == clock; next++)
        {
          /* Where the clock was set forward it has no events for so long. */
          add_part (knots, fit, clock, begin_ns, all[next].time_ns - MAX (all[next].size_ns, 1),
                    shift_ns);
          begin_ns = all[next].time_ns;
          shift_ns += all[next].size_ns;
        }
      add_part (knots, fit, clock, begin_ns, G_MAXINT64, shift_ns);
      widen_by_breaks (fit, clock, next - b);
      g_clear_pointer (&fit->knots[clock], g_array_unref);
      fit->knots[clock] = knots;
    }
  for (guint b = 0; b < breaks->len; b++)
    {
      const SpurClockBreak *at = &all[b];
      guint n_asked = at->back_ns > 0 ? 0 : MAX (at->n_asked, at->n_partners);

      spur_clock_fit_tell (fit, (SpurClockFinding){ SPUR_CLOCK_FINDING_STEP, at->clock, at->time_ns,
                                                    at->size_ns - at->back_ns, at->n_partners,
                                                    n_asked });
    }
}
