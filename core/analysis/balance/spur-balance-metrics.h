/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SpurBalanceMetrics:
 * @n_targets: how many targets there are
 * @sum: the load of all targets
 * @mean: the mean load of a target
 * @max: the largest load of a target
 * @max_over_mean: @max / @mean, from 1 on
 * @imbalance: @max / @mean - 1
 * @sigma_over_mean: the standard deviation of all loads (of the population) / @mean
 * @gini: the Gini coefficient: mean distance of two loads / (2 @mean), from 0 to 1
 * @percentage: DeRose's imbalance percentage, (@max - @mean) / @max * n / (n - 1) * 100, from 0
 *   to 100
 * @efficiency: @mean / @max, from 0 to 1
 *
 * How evenly load is spread over targets. Ratios are NAN, unknown, where no target has any
 * load.
 *
 * Since: 1.0
 */
typedef struct
{
  guint n_targets;
  double sum;
  double mean;
  double max;
  double max_over_mean;
  double imbalance;
  double sigma_over_mean;
  double gini;
  double percentage;
  double efficiency;
} SpurBalanceMetrics;

SPUR_AVAILABLE_IN_ALL
void
spur_balance_metrics_compute (SpurBalanceMetrics *metrics, const double *loads, guint n_targets);

G_END_DECLS
