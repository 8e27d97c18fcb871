/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-curves-private.h"
#include "core/clock/presync/spur-clock-fit-private.h"
#include "core/clock/presync/spur-clock-smoother-private.h"
#include "core/clock/presync/spur-clock-waves-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"

G_BEGIN_DECLS

/* What is to be added to a straight line, by powers of seconds. */
typedef struct
{
  double coefficients[4];
} SpurCorridorBend;

/* A corridor at work (clock-correction.md section 6). Curves take errors off, one after the
 * other: constant offsets, straight lines, waves where there are some, what windows say made
 * smooth, and what pairs of clocks say then. A last one, the same for all clocks, is chosen so that
 * the clocks together stay where they were. */
typedef struct
{
  const SpurClockSamples *raw;
  const SpurJob *job;
  SpurClockSamples *samples; /* without the errors found so far */
  SpurClockSample *spare;
  SpurClockSample *base; /* without offsets and lines only */
  SpurClockCurves *offsets;
  SpurClockCurves *lines;
  SpurClockCurves *waves;
  SpurClockWaves *found_waves;
  gint64 waves_base_ns;
  SpurClockCurves *wander;
  SpurClockCurves *rest;
  SpurClockCurves *common;
  SpurCorridorBend *bends; /* of each clock before the first message and after the last one */
  double bend_s;           /* how long they last */
  gint64 begin_ns;
  gint64 end_ns;
  gint64 window_ns;
  gint64 relaxation_ns;
  SpurClockHabit habit;
  double drift;         /* how well the lines are known, in ns a second */
  gboolean is_straight; /* that lines say all that can be told */
  gsize n_reversed;
  guint n_halvings;
} SpurCorridor;

typedef struct
{
  gint64 min_window_ns;
  guint max_halvings;
  gboolean is_refined;
} SpurCorridorLimits;

/* What all windows say. */
typedef struct
{
  SpurClockWindows *windows;
  SpurClockView *views;
  gint64 *relaxations_ns;
  GArray **differences;
} SpurLooking;

void spur_looking_init (SpurLooking *self, const SpurCorridor *corridor, gint64 window_ns);

/* The sights of all clocks, with what was found in the rounds before and with @curves, which were
 * taken off before them and may be NULL; of those, without what all clocks have in common. */
void spur_looking_gather (const SpurLooking *self,
                          const SpurCorridor *corridor,
                          const SpurClockCurves *curves,
                          SpurClockSight *sights);

void spur_looking_clear (SpurLooking *self);

/* How much a polynomial grows from 0 on. */
static inline double
spur_corridor_get_growth (const double *coefficients, double time_s)
{
  return time_s * (coefficients[1] + time_s * (coefficients[2] + time_s * coefficients[3]));
}

/* What was found of a clock in windows at a time between the messages, in s after the first one. */
double spur_corridor_get_found (const SpurCorridor *self, guint clock, double time_s);

/* Looks for waves, at first or better than before; FALSE where there are none. */
gboolean spur_corridor_find_waves (SpurCorridor *self);

/* Before the first message and after the last one clocks run on as it was best told during the
 * run. */
void spur_corridor_find_bends (SpurCorridor *self);

/* The clock's time without its constant and straight errors, and its waves. */
gint64 spur_corridor_find_straight (const SpurCorridor *self, guint clock, gint64 time_ns);

void spur_corridor_init (SpurCorridor *self, const SpurClockSamples *samples, const SpurJob *job);

void spur_corridor_clear (SpurCorridor *self);

gboolean spur_corridor_run (SpurCorridor *self, const SpurCorridorLimits *limits, GError **error);

/* What remains possible, at the end: half widths of @fit. */
void spur_corridor_measure (SpurCorridor *self, SpurClockFit *fit);

/* Which clocks keep their times: those that edges do not connect with others in both directions.
 * Gives how many do not; none where the corridor is wider than what is wrong, for clocks that some
 * others are moved against would be worse off than all of them. */
guint spur_corridor_choose (SpurCorridor *self, const SpurClockFit *fit, guint8 *keeps);

/* The knots of @fit; @keeps says of each clock whether it keeps its times. */
void spur_corridor_draw (SpurCorridor *self, const guint8 *keeps, SpurClockFit *fit);

G_END_DECLS
