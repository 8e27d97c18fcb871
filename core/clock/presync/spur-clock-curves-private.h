/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A smooth error of every clock: cubic between places that are equally far from each other,
 * straight outside. Errors in ns, times in s after @base_ns, slopes in ns a second. */
typedef struct
{
  guint n_clocks;
  gsize n_places;
  gint64 base_ns;
  double begin_s;
  double step_s;
  double *values; /* of the first clock at all places, then of the next one */
  double *slopes;
} SpurClockCurves;

/* All errors are 0. */
SpurClockCurves *spur_clock_curves_new (
  guint n_clocks, gsize n_places, gint64 base_ns, double begin_s, double step_s);

void spur_clock_curves_free (SpurClockCurves *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockCurves, spur_clock_curves_free)

/* The clock's error when it says @time_ns. */
double spur_clock_curves_get (const SpurClockCurves *self, guint clock, gint64 time_ns);

/* @time_ns without the error, to the nearest ns. */
gint64 spur_clock_curves_apply (const SpurClockCurves *self, guint clock, gint64 time_ns);
