/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-min-max-corrector.h"

#include <math.h>

#include "core/clock/presync/spur-clock-lines-private.h"

#define DEFAULT_INTERVALS 2
#define MAX_INTERVALS 1000

/**
 * SpurMinMaxCorrector:
 *
 * Pre-synchronisation by Hofmann's minimum and maximum strategy.
 *
 * The run is divided into intervals. In each the shortest delays of both directions between two
 * clocks say by how much these differ at least and at most; the middle is taken, joined over a
 * spanning tree of the narrowest pairs, and between the middles of intervals clocks run straight.
 * With one interval offsets are constant, with more drifts may change. Method "minmax".
 *
 * Since: 1.0
 */
struct _SpurMinMaxCorrector
{
  SpurPresynchroniser parent_instance;

  guint n_intervals;
};

G_DEFINE_TYPE (SpurMinMaxCorrector, spur_min_max_corrector, SPUR_TYPE_PRESYNCHRONISER)

enum
{
  PROP_INTERVALS = 1,
  N_PROPS,
};

/* Errors in the middle of an interval; NAN where they are not known. */
static void
fit_interval (const SpurClockPairs *pairs,
              const SpurClockSamples *samples,
              double begin_s,
              double end_s,
              double *errors_ns)
{
  g_autofree SpurPairLine *lines = g_new0 (SpurPairLine, pairs->n_pairs + 1);
  g_autofree double *slopes = g_new0 (double, pairs->n_clocks + 1);
  g_autofree guint8 *is_known = g_new0 (guint8, pairs->n_clocks + 1);
  gsize n_lines = 0;

  for (gsize i = 0; i < pairs->n_pairs; i++)
    n_lines += spur_pair_line_by_extremes (&pairs->pairs[i], begin_s, end_s, &lines[n_lines]);
  lines = spur_pair_lines_gather (g_steal_pointer (&lines), samples, &n_lines);
  spur_pair_lines_join (lines, n_lines, pairs->n_clocks, SPUR_JOIN_TREE, INFINITY, errors_ns,
                        slopes, is_known);
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

static gboolean
spur_min_max_corrector_fit (SpurPresynchroniser *presynchroniser,
                            SpurTrace *trace,
                            const SpurClockSamples *samples,
                            SpurClockFit *fit,
                            const SpurJob *job,
                            GError **error)
{
  guint n = SPUR_MIN_MAX_CORRECTOR (presynchroniser)->n_intervals, n_found = 0;
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

static void
spur_min_max_corrector_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_INTERVALS)
    g_value_set_uint (value, SPUR_MIN_MAX_CORRECTOR (object)->n_intervals);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
spur_min_max_corrector_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *spec)
{
  if (id == PROP_INTERVALS)
    SPUR_MIN_MAX_CORRECTOR (object)->n_intervals = g_value_get_uint (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
spur_min_max_corrector_class_init (SpurMinMaxCorrectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = spur_min_max_corrector_get_property;
  object_class->set_property = spur_min_max_corrector_set_property;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "minmax";
  SPUR_PRESYNCHRONISER_CLASS (klass)->fit = spur_min_max_corrector_fit;

  /**
   * SpurMinMaxCorrector:intervals:
   *
   * Into how many intervals the run is divided, from 1 to 1000; at first 2.
   *
   * Since: 1.0
   */
  g_object_class_install_property (object_class, PROP_INTERVALS,
                                   g_param_spec_uint ("intervals", NULL, NULL, 1, MAX_INTERVALS,
                                                      DEFAULT_INTERVALS,
                                                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
spur_min_max_corrector_init (SpurMinMaxCorrector *self)
{
  self->n_intervals = DEFAULT_INTERVALS;
}
