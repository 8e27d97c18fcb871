/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pre-synchronisation by Hofmann's minimum and maximum strategy, method "minmax".
 *
 * The run is divided into intervals. In each the shortest delays of both directions between two
 * clocks say by how much these differ at least and at most; the middle is taken, joined over a
 * spanning tree of the narrowest pairs, and between the middles of intervals clocks run straight.
 * With one interval offsets are constant, with more drifts may change. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-pairs-private.h"

/* Errors in the middle of an interval, in s after the middle of all sends; NAN where they are not
 * known. */
static double *
fit_interval (const SpurClockSamples *samples, gint64 middle_ns, double begin_s, double end_s)
{
  SpurClockSamples part = *samples;
  g_autoptr (SpurClockPairs) pairs = NULL;
  g_autoptr (GArray) lines = NULL;

  part.samples = g_new (SpurClockSample, samples->n_samples + 1);
  part.n_samples = 0;
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      double time_s = (double) (samples->samples[i].send_ns - middle_ns) * 1e-9;

      if (time_s >= begin_s && time_s < end_s)
        part.samples[part.n_samples++] = samples->samples[i];
    }
  pairs = spur_clock_pairs_new (&part);
  g_free (part.samples);
  lines = spur_clock_pairs_find_lines (pairs, samples, spur_pair_line_by_least);
  return spur_pair_lines_join (lines, samples->n_clocks, SPUR_JOIN_TREE, INFINITY);
}

/* Straight between the middles of intervals, and outside as in the nearest two. */
static void
add_clock (SpurClockFit *fit,
           const SpurClockSamples *samples,
           guint clock,
           const gint64 *times_ns,
           const double *errors_ns,
           guint n_times)
{
  const SpurClockSpan *span = &samples->spans[clock];
  gint64 before_ns = G_MININT64;

  for (guint i = 0; i <= n_times + 1; i++)
    {
      guint a = CLAMP (i, 1, MAX (n_times, 2) - 1) - 1, b = MIN (a + 1, n_times - 1);
      gint64 at_ns = i == 0 ? span->first_ns : i > n_times ? span->last_ns : times_ns[i - 1];
      double slope =
        b > a ? (errors_ns[b] - errors_ns[a]) / (double) (times_ns[b] - times_ns[a]) : 0.0;

      if ((i > 0 && at_ns <= before_ns) || (i <= n_times && at_ns > span->last_ns))
        continue;
      spur_clock_fit_add (fit, clock, at_ns,
                          at_ns - llrint (errors_ns[a] + slope * (double) (at_ns - times_ns[a])));
      before_ns = at_ns;
    }
}

void
spur_presync_by_extremes (const SpurPresyncInput *input, SpurClockFit *fit)
{
  const SpurClockSamples *samples = input->samples;
  guint n = input->options->n_intervals, n_found = 0;
  g_autoptr (GPtrArray) errors = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *found_ns = g_new0 (double, n);
  g_autofree gint64 *times_ns = g_new0 (gint64, n);
  gint64 begin_ns, end_ns, middle_ns;
  double length_s, step_s;

  spur_clock_samples_get_sends (samples, &begin_ns, &end_ns);
  fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
  if (begin_ns > end_ns)
    return;
  middle_ns = begin_ns + (end_ns - begin_ns) / 2;
  length_s = (double) (end_ns - begin_ns) * 1e-9;
  step_s = length_s / n;
  for (guint k = 0; k < n; k++)
    g_ptr_array_add (errors,
                     fit_interval (samples, middle_ns, step_s * k - length_s / 2.0,
                                   k + 1 < n ? step_s * (k + 1) - length_s / 2.0 : G_MAXDOUBLE));
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      guint n_known = 0;

      for (guint k = 0; k < n; k++)
        {
          found_ns[n_known] = ((const double *) errors->pdata[k])[i];
          times_ns[n_known] = middle_ns + llrint ((step_s * (k + 0.5) - length_s / 2.0) * 1e9);
          n_known += !isnan (found_ns[n_known]);
        }
      if (n_known > 0 && samples->spans[i].n_events > 0)
        add_clock (fit, samples, i, times_ns, found_ns, n_known);
      n_found += n_known > 0;
    }
  if (n_found > 0)
    fit->outcome = SPUR_CLOCK_OUTCOME_INTERVALS;
}
