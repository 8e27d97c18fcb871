/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-regression-corrector.h"

#include "core/clock/presync/spur-clock-lines-private.h"

/**
 * SpurRegressionCorrector:
 *
 * Pre-synchronisation by Duda's regression: a straight line for every clock.
 *
 * The delays of each direction between two clocks get a regression line; the difference of the
 * clocks is in the middle of both, which is right where both directions take the same time. A
 * spanning tree of the pairs whose lines are known best gives a line for every clock. Method
 * "regression".
 *
 * Since: 1.0
 */
struct _SpurRegressionCorrector
{
  SpurPresynchroniser parent_instance;
};

G_DEFINE_TYPE (SpurRegressionCorrector, spur_regression_corrector, SPUR_TYPE_PRESYNCHRONISER)

static gboolean
spur_regression_corrector_fit (SpurPresynchroniser *presynchroniser,
                               SpurTrace *trace,
                               const SpurClockSamples *samples,
                               SpurClockFit *fit,
                               const SpurJob *job,
                               GError **error)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);

  spur_clock_pairs_fit_lines (pairs, samples, spur_pair_line_by_regression, SPUR_JOIN_TREE, fit);
  return TRUE;
}

static void
spur_regression_corrector_class_init (SpurRegressionCorrectorClass *klass)
{
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "regression";
  SPUR_PRESYNCHRONISER_CLASS (klass)->fit = spur_regression_corrector_fit;
}

static void
spur_regression_corrector_init (SpurRegressionCorrector *self)
{
}
