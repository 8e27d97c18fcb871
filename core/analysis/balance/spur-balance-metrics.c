/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The numbers by which the field tells how evenly load is spread over targets. */
#include "core/analysis/balance/spur-balance-metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-order-internal.h"

SPUR_DEFINE_ORDER (compare_loads, double, SPUR_ORDER (*p, *q))

/* Of loads in ascending order x_1 .. x_n: sum ((2 i - n - 1) x_i) / (n sum (x_i)). */
static double
compute_gini (const double *loads, guint n_targets, double sum)
{
  g_autofree double *sorted = g_memdup2 (loads, n_targets * sizeof *loads);
  double weighted = 0;

  qsort (sorted, n_targets, sizeof *sorted, compare_loads);
  for (guint i = 0; i < n_targets; i++)
    weighted += (2.0 * (i + 1) - n_targets - 1.0) * sorted[i];
  return weighted / (n_targets * sum);
}

/**
 * spur_balance_metrics_compute:
 * @metrics: (out caller-allocates): where the metrics go
 * @loads: (array length=n_targets): the load of each target, finite and not below 0, in any unit
 * @n_targets: how many targets there are
 *
 * Says how evenly @loads are spread.
 *
 * Since: 1.0
 */
void
spur_balance_metrics_compute (SpurBalanceMetrics *metrics, const double *loads, guint n_targets)
{
  SpurBalanceMetrics m = { .n_targets = n_targets,
                           .max_over_mean = NAN,
                           .imbalance = NAN,
                           .sigma_over_mean = NAN,
                           .gini = NAN,
                           .percentage = NAN,
                           .efficiency = NAN };
  double squares = 0;

  g_return_if_fail (metrics != NULL);
  g_return_if_fail (loads != NULL || n_targets == 0);

  for (guint i = 0; i < n_targets; i++)
    {
      m.sum += loads[i];
      m.max = MAX (m.max, loads[i]);
    }
  if (n_targets > 0)
    m.mean = m.sum / n_targets;
  if (m.sum > 0)
    {
      for (guint i = 0; i < n_targets; i++)
        squares += (loads[i] - m.mean) * (loads[i] - m.mean);
      m.max_over_mean = m.max / m.mean;
      m.imbalance = m.max_over_mean - 1;
      m.sigma_over_mean = sqrt (squares / n_targets) / m.mean;
      m.gini = compute_gini (loads, n_targets, m.sum);
      m.efficiency = m.mean / m.max;
      m.percentage = 0;
      if (n_targets > 1)
        m.percentage = (m.max - m.mean) / m.max * n_targets / (n_targets - 1.0) * 100;
    }
  *metrics = m;
}
