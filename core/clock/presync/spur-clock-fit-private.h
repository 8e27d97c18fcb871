/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-samples-private.h"
#include "core/clock/spur-clock-outcome-private.h"

/* What a method found of the clocks. */

/* A bound, or what is more than chance, in standard deviations: 99.7 % of a normal distribution. */
#define SPUR_CLOCK_N_SIGMAS 3.0

/* Where a clock's map bends, whatever events are there. */
typedef struct
{
  gint64 from_ns;
  gint64 to_ns;
} SpurFitKnot;

/* An event whose stamp does not tell when it was. Those up to the next place are there, too; with
 * @is_bend their stamps tell how far they are on the way. From the last place of some on, where
 * @is_end is set, stamps tell again. */
typedef struct
{
  guint32 stream;
  guint16 is_end;
  guint16 is_bend;
  guint64 event;
  gint64 to_ns;
} SpurFitPlace;

typedef struct
{
  guint n_clocks;
  /* Of each clock SpurFitKnot by rising time; NULL for a clock that keeps its times. */
  GArray **knots;
  SpurClockOutcome outcome;
  SpurClockOutcomeCurves curves;
  GArray *findings; /* SpurClockFinding, with clocks for streams */
  /* What the times above are without, or NULL. */
  GArray *setbacks;
  /* Events that are placed one by one, SpurFitPlace by stream and event, or NULL. */
  GArray *places;
  /* Facts of the method, as "window-ns", with their values. */
  GPtrArray *facts;

  /* How far each clock may be off at equally distant times; below 0 where that is unknown, NULL
   * where the method does not say. */
  gint64 *half_widths_ns;
  double *drifts; /* how fast each width grows before and after these times, as a share */
  gsize n_places;
  gint64 begin_ns;
  gint64 step_ns;
} SpurClockFit;

SpurClockFit *spur_clock_fit_new (guint n_clocks);

void spur_clock_fit_free (SpurClockFit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockFit, spur_clock_fit_free)

void spur_clock_fit_note (SpurClockFit *self, const char *key, gint64 value);

void spur_clock_fit_tell (SpurClockFit *self, SpurClockFinding finding);

/* A bend of the clock's map; times before and after rise. */
void spur_clock_fit_add (SpurClockFit *self, guint clock, gint64 from_ns, gint64 to_ns);

/* Lines between the offsets that were measured, with half widths where these are bounded; refused
 * where there are none. Gives how many there are. */
gsize
spur_clock_fit_add_measured (SpurClockFit *self, const SpurClockSamples *samples, SpurTrace *trace);

/* Looks for edges that are reversed by more than the half widths of their clocks allow; FALSE where
 * there are none. The finding names the clock at which the worst of them ends. All ranks call it.
 */
gboolean spur_clock_fit_find_contradiction (const SpurClockFit *self,
                                            const SpurClockSamples *samples,
                                            SpurClockFinding *finding);

/* The same half width of a clock at all times, and how fast it grows before and after, as a share.
 */
void spur_clock_fit_set_width (SpurClockFit *self,
                               const SpurClockSamples *samples,
                               guint clock,
                               double half_width_ns,
                               double drift);

/* No half width of a clock that has one is below @least_ns of the clock. */
void spur_clock_fit_widen (SpurClockFit *self, const gint64 *least_ns);

/* Moves all clocks that have knots by so much, the same for all, that what is added to events is 0
 * in the mean. */
void spur_clock_fit_centre (SpurClockFit *self, const SpurClockSamples *samples);

/* The clock's time without its error; as it is where @self is NULL. */
gint64 spur_clock_fit_apply (const SpurClockFit *self, guint clock, gint64 time_ns);

/* Samples that would be contradicted: with the fit, or as they are where @self is NULL. */
gsize spur_clock_fit_count_reversed (const SpurClockFit *self,
                                     const SpurClockSamples *samples,
                                     const SpurJob *job);

/* (transfer full): By how much edges of each clock are reversed at the worst, with the fit or as
 * they are where @self is NULL; 0 where none is. All ranks call it. */
gint64 *spur_clock_fit_get_worst (const SpurClockFit *self, const SpurClockSamples *samples);

/* The map of a stream, or NULL where it would change nothing. */
SpurTimeMap *spur_clock_fit_make_map (const SpurClockFit *self,
                                      guint clock,
                                      SpurTrace *trace,
                                      SpurCorrection *correction,
                                      guint stream,
                                      GError **error);

gint64 spur_clock_fit_get_half_width (const SpurClockFit *self, guint clock, gint64 time_ns);
