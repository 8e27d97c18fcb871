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

/* Errors in the middle of an interval; NAN where they are not known. */
static void
fit_interval (const SpurClockPairs *pairs,
              const SpurClockSamples *samples,
              double begin_s,
              double end_s,
              double *errors_ns)
{
  g_autofree SpurPairLine *lines = g_new0 (SpurPairLine, pairs->n_pairs + 1);
  g_autofree guint8 *is_known = g_new0 (guint8, pairs->n_clocks + 1);
  gsize n_lines = 0;

  for (gsize i = 0; i < pairs->n_pairs; i++)
    n_lines += spur_pair_line_by_extremes (&pairs->pairs[i], begin_s, end_s, &lines[n_lines]);
  lines = spur_pair_lines_gather (g_steal_pointer (&lines), samples, &n_lines);
  spur_pair_lines_join (lines, n_lines, pairs->n_clocks, SPUR_JOIN_TREE, INFINITY, errors_ns, NULL,
                        is_known);
  for (guint i = 0; i < pairs->n_clocks; i++)
    {
      if (!is_known[i])
        errors_ns[i] = NAN;
    }
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

gboolean
spur_presync_by_extremes (const SpurPresyncInput *input, SpurClockFit *fit, GError **error)
{
  const SpurClockSamples *samples = input->samples;
  guint n = input->options->n_intervals, n_found = 0;
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);
  g_autofree double *errors_ns = g_new0 (double, (gsize) n * samples->n_clocks + 1);
  g_autofree double *found_ns = g_new0 (double, n);
  g_autofree gint64 *times_ns = g_new0 (gint64, n);
  double step_s = pairs->length_s / n;

  for (guint k = 0; k < n; k++)
    fit_interval (pairs, samples, step_s * k - pairs->length_s / 2.0,
                  k + 1 < n ? step_s * (k + 1) - pairs->length_s / 2.0 : G_MAXDOUBLE,
                  errors_ns + (gsize) k * samples->n_clocks);
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      guint n_known = 0;

      for (guint k = 0; k < n; k++)
        {
          double error_ns = errors_ns[(gsize) k * samples->n_clocks + i];

          if (error_ns != error_ns)
            continue;
          found_ns[n_known] = error_ns;
          times_ns[n_known++] =
            pairs->middle_ns + llrint ((step_s * (k + 0.5) - pairs->length_s / 2.0) * 1e9);
        }
      if (n_known > 0 && samples->spans[i].n_events > 0)
        add_clock (fit, samples, i, times_ns, found_ns, n_known);
      n_found += n_known > 0;
    }
  fit->outcome = n_found > 0 ? SPUR_CLOCK_OUTCOME_INTERVALS : SPUR_CLOCK_OUTCOME_ONE_WAY;
  return TRUE;
}
