/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-curves-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"

/* A corridor at work (clock-correction.md section 6). Curves take errors off, one after the
 * other: straight lines, what windows say made smooth, and what pairs of clocks say then. */
typedef struct
{
  const SpurClockSamples *base; /* without lines only, once these are found */
  const SpurJob *job;
  SpurClockSamples *samples; /* without the errors found so far */
  SpurClockCurves *lines;
  SpurClockCurves *wander;
  SpurClockCurves *rest;
  double *slope_sigmas; /* how well each line is known, in ns a second */
  double *carried;      /* how fast each clock drifts beyond all messages */
  /* What each clock drifts more than @carried at the begin and at the end of the messages, in ns a
   * second, and for how long clocks keep such drifts. */
  double *end_drifts;
  double keeping_s;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 window_ns;
  gint64 relaxation_ns;
  SpurDriftModel model;
  double drift; /* how well the lines are known if clocks run straight, in ns a second */
  gsize n_reversed;
  guint n_halvings;
  guint least_halvings;
} SpurCorridor;

/* For how much of @time_s beyond all messages a drift goes on. */
double spur_corridor_get_kept (const SpurCorridor *self, double time_s);

/* The knots of @fit, of clocks that edges connect with others in both directions. */
void spur_corridor_add_knots (SpurCorridor *self, SpurClockFit *fit);

/* Curves of clocks that wander, and how wrong they may be at any time. The samples of @input are
 * changed: lines are taken off them, which saves a copy. */
gboolean spur_corridor_follow (const SpurPresyncInput *input, SpurClockFit *fit, GError **error);
