/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-curves-private.h"
#include "core/clock/presync/spur-clock-fit-private.h"
#include "core/clock/presync/spur-clock-smoother-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"

/* A corridor at work (clock-correction.md section 6). Curves take errors off, one after the
 * other: constant offsets, straight lines, what windows say made smooth, and what pairs of clocks
 * say then. A last one, the same for all clocks, is chosen so that
 * the clocks together stay where they were. */
typedef struct
{
  const SpurClockSamples *raw;
  const SpurJob *job;
  SpurClockSamples *samples; /* without the errors found so far */
  SpurClockSample *base;     /* without offsets and lines only */
  SpurClockCurves *offsets;
  SpurClockCurves *lines;
  SpurClockCurves *wander;
  SpurClockCurves *rest;
  SpurClockCurves *common;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 window_ns;
  gint64 relaxation_ns;
  SpurDriftModel model;
  double drift; /* how well the lines are known, in ns a second */
  gsize n_reversed;
  guint n_halvings;
} SpurCorridor;

void spur_corridor_init (SpurCorridor *self, const SpurClockSamples *samples, const SpurJob *job);

void spur_corridor_clear (SpurCorridor *self);

gboolean spur_corridor_run (SpurCorridor *self, GError **error);

/* What remains possible, at the end: half widths of @fit. */
void spur_corridor_measure (SpurCorridor *self, SpurClockFit *fit);

/* Which clocks keep their times: those that edges do not connect with others in both directions.
 * Gives how many do not; none where the corridor is wider than what is wrong, for clocks that some
 * others are moved against would be worse off than all of them. */
guint spur_corridor_choose (SpurCorridor *self, const SpurClockFit *fit, guint8 *keeps);

/* The knots of @fit; @keeps says of each clock whether it keeps its times. */
void spur_corridor_add_knots (SpurCorridor *self, const guint8 *keeps, SpurClockFit *fit);
