/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The methods of pre-synchronisation: classes that differ in how they find the curves of clocks. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-breaks-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"
#include "core/clock/spur-clock-methods-private.h"

#define MAX_INTERVALS 1000

GType spur_pair_join_get_type (void);

/* clang-format off */
G_DEFINE_ENUM_TYPE (SpurPairJoin, spur_pair_join,
  G_DEFINE_ENUM_VALUE (SPUR_JOIN_ALL, "all"),
  G_DEFINE_ENUM_VALUE (SPUR_JOIN_TREE, "tree"))
/* clang-format on */

/* Offsets that a tracer measured against a reference clock, mostly at start and end, with a
 * straight line between. */
static void
fit_measured (const SpurPresyncInput *input, SpurClockFit *fit)
{
  spur_clock_fit_add_measured (fit, input->samples, input->work->trace);
}

/* The tightest bound of the difference of two clocks. */
static gint64
get_bound (const SpurWindowBounds *bounds, const SpurClockWindows *windows, guint from, guint to)
{
  gint64 bound_ns = SPUR_NO_PATH;

  for (guint k = 0; k < windows->n_roots; k++)
    {
      gint64 first_ns = bounds->to_root[(gsize) k * windows->n_clocks + from];
      gint64 second_ns = bounds->from_root[(gsize) k * windows->n_clocks + to];

      if (first_ns != SPUR_NO_PATH && second_ns != SPUR_NO_PATH)
        bound_ns = MIN (bound_ns, first_ns + second_ns);
    }
  return bound_ns;
}

static void
note_stream (SpurClockFit *fit, guint stream, const char *what, gint64 value)
{
  g_autofree char *key = g_strdup_printf ("stream.%u.%s", stream, what);

  spur_clock_fit_note (fit, key, value);
}

/* For each clock the first one of its group, or SPUR_NONE for a clock alone. */
static guint *
find_references (const guint *groups, guint n_clocks)
{
  g_autofree guint *firsts = g_new (guint, n_clocks + 1);
  guint *references = g_new (guint, n_clocks + 1);

  memset (firsts, 0xff, n_clocks * sizeof *firsts);
  for (guint i = 0; i < n_clocks; i++)
    {
      references[i] = firsts[groups[i]];
      if (references[i] == SPUR_NONE)
        firsts[groups[i]] = i;
      else
        references[references[i]] = references[i];
    }
  return references;
}

/* A constant offset for every clock.
 *
 * An edge says that its receive comes mu after its send at the earliest, so edges in both
 * directions bound the difference of two clocks from both sides. The tightest of all bounds, also
 * through third clocks, leave an interval; the offset is in its middle. The first of the clocks
 * that are connected keeps its times.
 *
 * The facts that it notes: `bounds.relaxation-ns` (above 0 where clocks drift, so that no constant
 * offset satisfies every edge), and for every stream `I` that is bounded
 * `bounds.stream.I.offset-ns` and `bounds.stream.I.width-ns`, against the first one. */
static void
fit_bounds (const SpurPresyncInput *input, SpurClockFit *fit)
{
  const SpurClockSamples *samples = input->samples;
  g_autoptr (SpurClockWindows) windows = spur_clock_windows_new_whole (samples);
  g_autofree SpurClockView *views = g_new0 (SpurClockView, samples->n_clocks + 1);
  g_autofree gint64 *offsets_ns = g_new0 (gint64, samples->n_clocks + 1);
  g_autofree guint *references = find_references (input->groups, samples->n_clocks);
  SpurWindowBounds bounds;

  spur_window_bounds_solve (&bounds, windows, 0);
  spur_window_bounds_view (&bounds, windows, views);
  fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      double offset_ns;

      if (references[i] == SPUR_NONE)
        continue;
      offset_ns = views[references[i]].error_ns - views[i].error_ns;
      if (fabs (offset_ns) > SPUR_TIME_LIMIT_NS)
        {
          fit->outcome = SPUR_CLOCK_OUTCOME_OUT_OF_RANGE;
          break;
        }
      offsets_ns[i] = llrint (offset_ns);
      fit->outcome = SPUR_CLOCK_OUTCOME_OFFSETS;
      spur_clock_fit_add (fit, i, samples->spans[i].first_ns,
                          samples->spans[i].first_ns + offsets_ns[i]);
      spur_clock_fit_set_width (fit, samples, i, views[i].half_width_ns, 0.0);
    }
  spur_clock_fit_note (fit, "relaxation-ns", bounds.relaxation_ns);
  for (guint s = 0; fit->outcome == SPUR_CLOCK_OUTCOME_OFFSETS && s < samples->n_streams; s++)
    {
      guint clock = samples->clocks[s], reference = references[clock];

      if (reference == SPUR_NONE)
        continue;
      note_stream (fit, s, "offset-ns", offsets_ns[clock]);
      note_stream (fit, s, "width-ns",
                   get_bound (&bounds, windows, clock, reference) +
                     get_bound (&bounds, windows, reference, clock));
    }
  spur_window_bounds_clear (&bounds);
}

/* (transfer full): About how wrong each clock is all the time. */
static gint64 *
find_constants (const SpurClockSamples *self)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (self);
  g_autoptr (GArray) lines = spur_clock_pairs_find_lines (pairs, self, spur_pair_line_by_middle);
  g_autofree double *errors_ns = spur_pair_lines_join (lines, self->n_clocks, SPUR_JOIN_ALL, NULL);
  gint64 *constants_ns = g_new (gint64, self->n_clocks + 1);

  for (guint i = 0; i < self->n_clocks; i++)
    constants_ns[i] = isnan (errors_ns[i]) ? 0 : llrint (errors_ns[i]);
  spur_communicator_follow (self->communicator, constants_ns,
                            self->n_clocks * sizeof *constants_ns);
  return constants_ns;
}

/* Has a method look at clocks without what they are wrong by all the time. Edges of both directions
 * between two clocks are placed where the sender's clock says, so what is not small against the run
 * would tear them apart. */
static void
fit_near (const SpurPresyncInput *input, SpurPresyncFunc fit_clocks, SpurClockFit *fit)
{
  SpurPresyncInput near = *input;
  g_autofree gint64 *constants_ns = find_constants (input->samples);
  g_autoptr (GArray) breaks = g_array_new (FALSE, FALSE, sizeof (SpurClockBreak));
  g_autoptr (SpurClockSamples) samples = NULL;

  for (guint i = 0; i < input->samples->n_clocks; i++)
    {
      SpurClockBreak before_all = { .clock = i, .time_ns = G_MININT64, .size_ns = constants_ns[i] };

      g_array_append_val (breaks, before_all);
    }
  near.samples = samples = spur_clock_breaks_take_off (breaks, input->samples);
  fit_clocks (&near, fit);
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      for (guint k = 0; fit->knots[i] != NULL && k < fit->knots[i]->len; k++)
        g_array_index (fit->knots[i], SpurFitKnot, k).from_ns += constants_ns[i];
    }
}

/* A line for every clock whose pairs have some. */
static void
fit_lines (const SpurClockSamples *self,
           SpurPairLineFunc find,
           SpurPairJoin join,
           SpurClockFit *fit)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (self);
  g_autoptr (GArray) lines = spur_clock_pairs_find_lines (pairs, self, find);
  g_autofree double *errors = spur_pair_lines_join (lines, self->n_clocks, join, NULL);

  spur_clock_fit_note (fit, "pairs", lines->len);
  fit->outcome = lines->len > 0 ? SPUR_CLOCK_OUTCOME_LINES : SPUR_CLOCK_OUTCOME_ONE_WAY;
  for (guint i = 0; i < self->n_clocks; i++)
    {
      const SpurClockSpan *span = &self->spans[i];
      double slope = errors[self->n_clocks + i] * 1e-9;

      /* A clock without events has no span. */
      for (guint end = 0; end < 2 && span->n_events > 0 && !isnan (errors[i]); end++)
        {
          gint64 end_ns = end == 0 ? span->first_ns : MAX (span->last_ns, span->first_ns + 1);

          spur_clock_fit_add (fit, i, end_ns,
                              end_ns -
                                llrint (errors[i] + slope * (double) (end_ns - pairs->middle_ns)));
        }
    }
}

/* Offset and drift of every clock: the line of a pair of clocks runs between the lower hulls of the
 * delays of both directions, in the middle of what is feasible. */
static void
fit_hull (const SpurPresyncInput *input, SpurClockFit *fit)
{
  fit_lines (input->samples, spur_pair_line_by_hull, input->options->pairs, fit);
}

/* Duda's regression: the delays of each direction between two clocks get a regression line, and the
 * difference of the clocks is in the middle of both, which is right where both directions take the
 * same time. */
static void
fit_regression (const SpurPresyncInput *input, SpurClockFit *fit)
{
  fit_lines (input->samples, spur_pair_line_by_regression, SPUR_JOIN_TREE, fit);
}

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
  return spur_pair_lines_join (lines, samples->n_clocks, SPUR_JOIN_TREE, NULL);
}

/* Straight between the middles of intervals, and outside as in the nearest two. */
static void
add_intervals (SpurClockFit *fit,
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

/* Hofmann's minimum and maximum strategy.
 *
 * The run is divided into intervals. In each the shortest delays of both directions between two
 * clocks say by how much these differ at least and at most; the middle is taken, joined over a
 * spanning tree of the narrowest pairs, and between the middles of intervals clocks run straight.
 * With one interval offsets are constant, with more drifts may change. */
static void
fit_extremes (const SpurPresyncInput *input, SpurClockFit *fit)
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
        add_intervals (fit, samples, i, times_ns, found_ns, n_known);
      n_found += n_known > 0;
    }
  if (n_found > 0)
    fit->outcome = SPUR_CLOCK_OUTCOME_INTERVALS;
}

void
spur_presync_find (const SpurPresyncMethod *method,
                   const SpurPresyncInput *input,
                   SpurClockFit *fit)
{
  if (method->is_near)
    fit_near (input, method->fit, fit);
  else
    method->fit (input, fit);
}

/* How wide a clock's corridor is most of the time: long gaps between messages, where next to
 * nothing is known, say nothing of how well the rest is. */
static double
get_median_width (const SpurClockFit *fit, guint clock)
{
  g_autofree double *widths_ns = g_new (double, fit->n_places);

  for (gsize k = 0; k < fit->n_places; k++)
    widths_ns[k] = (double) fit->half_widths_ns[clock * fit->n_places + k];
  return spur_pair_select (widths_ns, fit->n_places, fit->n_places / 2);
}

/* How many clocks have curves; none where the corridor is wider than what is wrong, for clocks that
 * some others are moved against would be worse off than all of them. */
static guint
count_corrected (const SpurClockSamples *samples, const SpurClockFit *fit)
{
  g_autofree gint64 *worst_ns = spur_clock_fit_get_worst (NULL, samples);
  gint64 largest_ns = 0;
  double width_ns = 0.0;
  guint n_corrected = 0;

  for (guint i = 0; i < fit->n_clocks; i++)
    {
      if (fit->knots[i] == NULL)
        continue;
      n_corrected++;
      width_ns += get_median_width (fit, i);
      largest_ns = MAX (largest_ns, worst_ns[i]);
    }
  return width_ns > (double) largest_ns * n_corrected ? 0 : n_corrected;
}

void
spur_presync_by_corridor (const SpurPresyncInput *input, SpurClockFit *fit)
{
  const SpurClockSamples *samples = input->samples;

  if (spur_clock_samples_sum (samples, samples->n_samples) == 0)
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_NOT_CONNECTED;
      return;
    }
  fit_near (input, spur_presync_follow, fit);
  fit->curves.n_corrected = count_corrected (samples, fit);
  fit->outcome = SPUR_CLOCK_OUTCOME_TOO_WIDE;
  if (fit->curves.n_corrected > 0)
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_CURVES;
      spur_clock_fit_centre (fit, samples);
    }
  spur_clock_fit_note (fit, "corrected-clocks", fit->curves.n_corrected);
}

static const SpurOption hull_options[] = {
  { "pairs", G_TYPE_ENUM, spur_pair_join_get_type, G_STRUCT_OFFSET (SpurPresyncOptions, pairs), 0,
    0 },
};

static const SpurOption extremes_options[] = {
  { "intervals", G_TYPE_UINT, NULL, G_STRUCT_OFFSET (SpurPresyncOptions, n_intervals), 1,
    MAX_INTERVALS },
};

static const SpurPresyncMethod methods[] = {
  { "SpurBoundsCorrector", "bounds", fit_bounds, FALSE, FALSE, FALSE, NULL, 0 },
  { "SpurOffsetCorrector", "offset", fit_measured, FALSE, TRUE, FALSE, NULL, 0 },
  { "SpurHullCorrector", "hull", fit_hull, TRUE, FALSE, FALSE, hull_options, 1 },
  { "SpurMinMaxCorrector", "minmax", fit_extremes, TRUE, FALSE, FALSE, extremes_options, 1 },
  { "SpurRegressionCorrector", "regression", fit_regression, TRUE, FALSE, FALSE, NULL, 0 },
  { "SpurModelCorrector", "model", spur_presync_by_model, FALSE, FALSE, TRUE, NULL, 0 },
  { "SpurCorridorCorrector", "corridor", spur_presync_by_corridor, FALSE, FALSE, TRUE, NULL, 0 },
};

void
spur_presynchroniser_register (SpurClockTypeFunc add_type)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      const GTypeInfo info = {
        .class_size = sizeof (SpurPresynchroniserClass),
        .class_init = spur_presynchroniser_class_set_method,
        .class_data = &methods[i],
        .instance_size = sizeof (SpurPresynchroniser),
      };

      add_type (g_type_register_static (SPUR_TYPE_PRESYNCHRONISER, methods[i].type_name, &info,
                                        G_TYPE_FLAG_NONE));
    }
}
