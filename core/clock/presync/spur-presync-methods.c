/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The methods of pre-synchronisation: classes that differ in how they find the curves of clocks. */
#include "config.h"

#include "core/clock/presync/spur-clock-corridor-private.h"
#include "core/clock/presync/spur-clock-lines-private.h"
#include "core/clock/presync/spur-clock-model-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"

#define MAX_INTERVALS 1000

#define SPUR_TYPE_HULL_PAIRS (spur_hull_pairs_get_type ())
GType spur_hull_pairs_get_type (void);

/* clang-format off */
G_DEFINE_ENUM_TYPE (SpurHullPairs, spur_hull_pairs,
  G_DEFINE_ENUM_VALUE (SPUR_HULL_PAIRS_ALL, "all"),
  G_DEFINE_ENUM_VALUE (SPUR_HULL_PAIRS_TREE, "tree"))
/* clang-format on */

/* Offsets that a tracer measured against a reference clock, mostly at start and end, with a
 * straight line between. */
static gboolean
fit_measured (const SpurPresyncInput *input, SpurClockFit *fit, GError **error)
{
  spur_clock_fit_add_measured (fit, input->samples, input->trace);
  return TRUE;
}

/* Offset and drift of every clock: the line of a pair of clocks runs between the lower hulls of the
 * delays of both directions, in the middle of what is feasible. */
static gboolean
fit_hull (const SpurPresyncInput *input, SpurClockFit *fit, GError **error)
{
  spur_clock_samples_fit_lines (
    input->samples, spur_pair_line_by_hull,
    input->options->pairs == SPUR_HULL_PAIRS_TREE ? SPUR_JOIN_TREE : SPUR_JOIN_ALL, fit);
  return TRUE;
}

/* Duda's regression: the delays of each direction between two clocks get a regression line, and the
 * difference of the clocks is in the middle of both, which is right where both directions take the
 * same time. */
static gboolean
fit_regression (const SpurPresyncInput *input, SpurClockFit *fit, GError **error)
{
  spur_clock_samples_fit_lines (input->samples, spur_pair_line_by_regression, SPUR_JOIN_TREE, fit);
  return TRUE;
}

static void
note_corridor (const SpurCorridor *corridor, SpurClockFit *fit, guint n_corrected)
{
  fit->curves = (SpurClockOutcomeCurves){ n_corrected, fit->n_clocks, corridor->window_ns };
  spur_clock_fit_note (fit, "corrected-clocks", n_corrected);
  spur_clock_fit_note (fit, "window-ns", corridor->window_ns);
  spur_clock_fit_note (fit, "relaxation-ns", corridor->relaxation_ns);
  spur_clock_fit_note (fit, "drift-ppb", (gint64) corridor->model.drift);
  spur_clock_fit_note (fit, "noise-ppb-per-sqrt-s", (gint64) corridor->model.noise);
  spur_clock_fit_note (fit, "aging-ppb-per-s-per-sqrt-s", (gint64) corridor->model.aging);
}

gboolean
spur_presync_by_corridor (const SpurPresyncInput *input, SpurClockFit *fit, GError **error)
{
  const SpurClockSamples *samples = input->samples;
  g_autofree guint8 *keeps = g_new0 (guint8, samples->n_clocks + 1);
  SpurCorridor corridor;
  guint n_corrected;

  if (spur_clock_samples_sum (samples, samples->n_samples) == 0)
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_NOT_CONNECTED;
      return TRUE;
    }
  spur_corridor_init (&corridor, samples, input->job);
  if (!spur_corridor_run (&corridor, error))
    {
      spur_corridor_clear (&corridor);
      return FALSE;
    }
  spur_corridor_measure (&corridor, fit);
  n_corrected = spur_corridor_choose (&corridor, fit, keeps);
  fit->outcome = n_corrected > 0 ? SPUR_CLOCK_OUTCOME_CURVES : SPUR_CLOCK_OUTCOME_TOO_WIDE;
  if (n_corrected > 0)
    {
      spur_corridor_add_knots (&corridor, keeps, fit);
      spur_clock_fit_centre (fit, samples);
    }
  note_corridor (&corridor, fit, n_corrected);
  spur_corridor_clear (&corridor);
  return TRUE;
}

static const SpurClockOption hull_options[] = {
  { "pairs", G_TYPE_ENUM, spur_hull_pairs_get_type, G_STRUCT_OFFSET (SpurPresyncOptions, pairs), 0,
    0 },
};

static const SpurClockOption extremes_options[] = {
  { "intervals", G_TYPE_UINT, NULL, G_STRUCT_OFFSET (SpurPresyncOptions, n_intervals), 1,
    MAX_INTERVALS },
};

static const SpurPresyncMethod methods[] = {
  { "SpurOffsetCorrector", "offset", fit_measured, TRUE, FALSE, NULL, 0 },
  { "SpurHullCorrector", "hull", fit_hull, FALSE, FALSE, hull_options, 1 },
  { "SpurMinMaxCorrector", "minmax", spur_presync_by_extremes, FALSE, FALSE, extremes_options, 1 },
  { "SpurRegressionCorrector", "regression", fit_regression, FALSE, FALSE, NULL, 0 },
  { "SpurModelCorrector", "model", spur_presync_by_model, FALSE, TRUE, NULL, 0 },
  { "SpurCorridorCorrector", "corridor", spur_presync_by_corridor, FALSE, TRUE, NULL, 0 },
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
