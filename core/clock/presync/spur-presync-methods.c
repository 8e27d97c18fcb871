/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The methods of pre-synchronisation: classes that differ in how they find the curves of clocks. */
#include "core/clock/presync/spur-clock-breaks-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"
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

/* Has a method look at clocks without what they are wrong by all the time. Edges of both directions
 * between two clocks are placed where the sender's clock says, so what is not small against the run
 * would tear them apart. */
static void
fit_near (const SpurPresyncInput *input, SpurPresyncFunc fit_clocks, SpurClockFit *fit)
{
  SpurPresyncInput near = *input;
  g_autofree gint64 *constants_ns = spur_clock_samples_find_constants (input->samples);
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

/* Offset and drift of every clock: the line of a pair of clocks runs between the lower hulls of the
 * delays of both directions, in the middle of what is feasible. */
static void
fit_hull (const SpurPresyncInput *input, SpurClockFit *fit)
{
  spur_clock_samples_fit_lines (input->samples, spur_pair_line_by_hull, input->options->pairs, fit);
}

/* Duda's regression: the delays of each direction between two clocks get a regression line, and the
 * difference of the clocks is in the middle of both, which is right where both directions take the
 * same time. */
static void
fit_regression (const SpurPresyncInput *input, SpurClockFit *fit)
{
  spur_clock_samples_fit_lines (input->samples, spur_pair_line_by_regression, SPUR_JOIN_TREE, fit);
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
  { "SpurBoundsCorrector", "bounds", spur_presync_by_bounds, FALSE, FALSE, FALSE, NULL, 0 },
  { "SpurOffsetCorrector", "offset", fit_measured, FALSE, TRUE, FALSE, NULL, 0 },
  { "SpurHullCorrector", "hull", fit_hull, TRUE, FALSE, FALSE, hull_options, 1 },
  { "SpurMinMaxCorrector", "minmax", spur_presync_by_extremes, TRUE, FALSE, FALSE, extremes_options,
    1 },
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
