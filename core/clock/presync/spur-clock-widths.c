/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-widths-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-pairs-private.h"

/* Clocks whose changes tell, all together, what they scatter by to an eighth. */
#define LEAST_KNOWN 32

/* Parts of the run that say how far off the whole is. */
#define N_PARTS 8

/* Crystals are exact to about 20 ppm, so two of them are no farther apart than this. */
#define MOST_DRIFT 4e-5

/* Constants that contradict no edge are taken to hold for this many times the time with edges
 * before and after it: a choice, since nothing tells of drift there, and programs often begin
 * silently. */
#define N_LENGTHS 8

/* Half of the values of a normal distribution are within this part of its sigma. */
#define MEDIAN_OF_SIGMA 0.6745

double
spur_clock_windows_get_scatter (const SpurClockWindows *windows, guint clock, guint n_least)
{
  double sum = 0.0;
  guint n_known = 0;

  for (gsize w = 0; w < windows->n_windows; w++)
    {
      const SpurClockView *view = spur_clock_windows_get_view (windows, w, clock);
      double off_ns = hypot (view->error_ns, (double) windows->relaxations_ns[w]);

      if (view->half_width_ns < 0.0)
        continue;
      sum += off_ns * off_ns;
      n_known++;
    }
  return n_known >= n_least ? sqrt (sum / n_known) : -1.0;
}

double
spur_clock_windows_get_chance (const SpurClockWindows *windows, guint clock)
{
  g_autofree double *widths_ns = g_new (double, windows->n_windows + 1);
  double narrowest_ns;
  gsize n_known = 0;

  for (gsize w = 0; w < windows->n_windows; w++)
    {
      const SpurClockView *view = spur_clock_windows_get_view (windows, w, clock);

      if (view->half_width_ns >= 0.0)
        widths_ns[n_known++] = view->half_width_ns;
    }
  if (n_known == 0)
    return 0.0;
  narrowest_ns = spur_pair_select (widths_ns, n_known, 0);
  return (spur_pair_select (widths_ns, n_known, n_known / 2) - narrowest_ns) / 2.0;
}

/* What a tree of pairs says can be explained by clocks; the rest of the pairs close circles. */
static guint
count_circles (const GArray *lines, const guint *groups, guint n_clocks)
{
  g_autofree guint8 *is_known = g_new0 (guint8, n_clocks + 1);
  g_autofree guint8 *has_known = g_new0 (guint8, n_clocks + 1);
  guint n_needed = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      const SpurPairLine *line = &g_array_index (lines, SpurPairLine, i);

      is_known[line->first] = is_known[line->second] = TRUE;
    }
  for (guint i = 0; i < n_clocks; i++)
    {
      n_needed += is_known[i] && has_known[groups[i]];
      has_known[groups[i]] |= is_known[i];
    }
  return lines->len - MIN (n_needed, lines->len);
}

double
spur_clock_samples_get_unevenness (const SpurClockSamples *self, const guint *groups)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (self);
  g_autoptr (GArray) lines = spur_clock_pairs_find_lines (pairs, self, spur_pair_line_by_least);
  guint n = lines->len, n_circles = count_circles (lines, groups, self->n_clocks);
  g_autofree double *seen_ns = g_new (double, n + 1);
  g_autofree double *delays_ns = g_new (double, n + 1);
  double assumed_ns, sigma_ns = 0.0;

  if (n == 0)
    return 0.0;
  /* How far least delays are from being the same in both directions, and how long they are. */
  for (guint i = 0; i < n; i++)
    {
      seen_ns[i] = fabs (g_array_index (lines, SpurPairLine, i).error_ns);
      delays_ns[i] = g_array_index (lines, SpurPairLine, i).sigma_ns;
    }
  assumed_ns = (1.0 - SPUR_EVEN_SHARE) * spur_pair_select (delays_ns, n, n / 2);
  /* What circles do not show is taken by clocks: it is the share of the tree in all pairs. */
  if (n_circles > 0)
    sigma_ns =
      spur_pair_select (seen_ns, n, n / 2) / MEDIAN_OF_SIGMA * sqrt ((double) n / n_circles);
  return hypot (SPUR_BOUND_SIGMAS * sigma_ns, assumed_ns) * sqrt ((double) (n - n_circles) / n);
}

double
spur_clock_fit_get_change (const SpurClockFit *self,
                           const SpurClockFit *other,
                           const SpurClockSamples *samples,
                           const guint *groups)
{
  guint n = samples->n_clocks, n_known = 0;
  g_autofree guint8 *is_known = g_new0 (guint8, n + 1);
  g_autofree double *changes_ns = g_new0 (double, n + 1);
  double squares = 0.0;

  for (guint i = 0; i < n; i++)
    n_known += is_known[i] = self->knots[i] != NULL;
  for (guint end = 0; end < 2; end++)
    {
      for (guint i = 0; i < n; i++)
        {
          gint64 at_ns = end == 0 ? samples->spans[i].first_ns : samples->spans[i].last_ns;

          changes_ns[i] = (double) (spur_clock_fit_apply (self, i, at_ns) -
                                    spur_clock_fit_apply (other, i, at_ns));
        }
      spur_clock_take_means_off (changes_ns, is_known, groups, n);
      for (guint i = 0; i < n; i++)
        squares += changes_ns[i] * changes_ns[i];
    }
  return n_known >= LEAST_KNOWN ? sqrt (squares / (2.0 * n_known)) : -1.0;
}

typedef struct
{
  double hard_ns;   /* what edges allow of constants, or how well lines are known by their delays */
  double part_ns;   /* by what parts of the run scatter; below 0 where that is unknown */
  double change_ns; /* by what fewer edges change; below 0 where that is unknown */
  double uneven_ns;
  double length_ns; /* of the time with edges */
  double drift;     /* how fast lines part outside of it */
} Evidence;

/* A line through the middles of parts is known to the root of their number better than each of
 * them, and half as well at its ends. A constant that is known so well may hide as much drift. */
static void
set_width (SpurClockFit *self,
           const SpurClockSamples *samples,
           guint clock,
           gboolean is_exact,
           const Evidence *evidence)
{
  double half_ns = evidence->hard_ns, drift = 2.0 * evidence->hard_ns / evidence->length_ns;

  if (evidence->part_ns >= 0.0)
    {
      half_ns = MIN (half_ns, 2.0 * evidence->part_ns / sqrt (N_PARTS));
      drift = sqrt (12.0 / N_PARTS) * evidence->part_ns / evidence->length_ns;
    }
  if (evidence->change_ns >= 0.0)
    half_ns = MIN (half_ns, evidence->change_ns);
  drift = MIN (drift, self->outcome == SPUR_CLOCK_OUTCOME_OFFSETS ? MOST_DRIFT : evidence->drift);
  half_ns = hypot (half_ns, evidence->uneven_ns);
  /* Constants that contradict no edge are in the middle of what edges allow, unless these are so
   * uneven that clocks may drift without a contradiction. */
  if (is_exact && evidence->uneven_ns <= SPUR_BOUND_SIGMAS * evidence->hard_ns)
    half_ns = MIN (half_ns, evidence->hard_ns);
  spur_clock_fit_set_width (self, samples, clock, half_ns, drift);
}

void
spur_clock_fit_measure_widths (SpurClockFit *self,
                               const SpurClockSamples *samples,
                               const guint *groups,
                               const SpurJob *job,
                               gboolean is_exact,
                               double change_ns)
{
  SpurClockSamples rest = *samples;
  g_autoptr (SpurClockWindows) windows = NULL;
  gint64 begin_ns, end_ns;
  Evidence evidence;

  rest.samples = g_new (SpurClockSample, samples->n_samples + 1);
  spur_clock_samples_apply (samples, (SpurClockTimeFunc) spur_clock_fit_apply, self, job,
                            rest.samples);
  spur_clock_samples_get_sends (&rest, &begin_ns, &end_ns);
  windows = spur_clock_windows_new (&rest, begin_ns, end_ns, (end_ns - begin_ns) / N_PARTS + 1);
  spur_clock_windows_view (windows, job);
  evidence.length_ns = (double) MAX (end_ns - begin_ns, 1);
  evidence.uneven_ns = spur_clock_samples_get_unevenness (&rest, groups);
  evidence.change_ns = SPUR_BOUND_SIGMAS * change_ns;
  for (guint i = 0; self->half_widths_ns != NULL && i < self->n_clocks; i++)
    {
      evidence.hard_ns = (double) self->half_widths_ns[i];
      evidence.drift = self->drifts[i];
      evidence.part_ns = SPUR_BOUND_SIGMAS * spur_clock_windows_get_scatter (windows, i, N_PARTS);
      if (evidence.hard_ns >= 0.0)
        set_width (self, samples, i, is_exact, &evidence);
    }
  if (is_exact)
    {
      self->begin_ns -= N_LENGTHS * (end_ns - begin_ns);
      self->step_ns += 2 * N_LENGTHS * (end_ns - begin_ns);
    }
  g_free (rest.samples);
}

double
spur_clock_fit_get_usual_width (const SpurClockFit *self, const guint8 *is_selected)
{
  g_autofree double *widths_ns = g_new (double, self->n_clocks + 1);
  guint n_selected = 0;

  for (guint i = 0; self->half_widths_ns != NULL && i < self->n_clocks; i++)
    {
      gint64 widest_ns = -1;

      if (!is_selected[i])
        continue;
      for (gsize k = 0; k < self->n_places; k++)
        widest_ns = MAX (widest_ns, self->half_widths_ns[i * self->n_places + k]);
      if (widest_ns < 0)
        return -1.0;
      widths_ns[n_selected++] = (double) widest_ns;
    }
  return n_selected > 0 ? spur_pair_select (widths_ns, n_selected, n_selected / 2) : -1.0;
}
