/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-pairs-private.h"

/* A constant or a line for every clock, from all edges at once, that outliers do not move. */
typedef struct
{
  guint n_clocks;
  gint64 middle_ns;  /* when clocks are wrong by @errors_ns */
  double half_s;     /* half of the time with edges */
  double *errors_ns; /* of each clock, then what the error grows by in @half_s */
  /* How well the worst clock is known at the ends, and what it grows by. */
  double end_sigma_ns;
  double growth_sigma_ns;
  double scale_ns; /* delays of most pairs come so near to the least */
} SpurRobustLines;

/* @groups are those of spur_clock_samples_get_groups(). @drifts tells with which clock each one has
 * its drift in common; NULL where each has its own. All ranks call it. */
SpurRobustLines *spur_robust_lines_new (const SpurClockSamples *samples,
                                        const guint *groups,
                                        gboolean has_slopes,
                                        const guint *drifts);

void spur_robust_lines_free (SpurRobustLines *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurRobustLines, spur_robust_lines_free)

/* The clock's time without its error. */
gint64 spur_robust_lines_apply (const SpurRobustLines *self, guint clock, gint64 time_ns);

/* The logarithm of the density of a delay that is @excess_ns above what a model allows: scales are
 * what a tenth of the delays are below, and below @soft_ns a delay contradicts the model. */
double spur_robust_rate (double excess_ns, double scale_ns, double soft_ns);
