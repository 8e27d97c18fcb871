/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-fit-private.h"

/* Where clocks break: they are set, stand for a while or are carried on after a sleep, so that from
 * one time on all their edges are shifted by one and the same amount. */
typedef struct
{
  guint32 clock;
  guint32 n_partners; /* clocks whose edges show it, of those that could */
  guint32 n_asked;
  gint64 time_ns;  /* by the clock itself, from when on its times are shifted */
  gint64 begin_ns; /* between which times of it that is, by the clocks that see it; equal where its
                      own stamps show it */
  gint64 end_ns;
  gint64 size_ns; /* by how much, later being positive */
  gint64 back_ns; /* what samples are without, as the clock's own stamps step back; 0 for most */
} SpurClockBreak;

/* (element-type SpurClockBreak): By clock and time, the same at all ranks, which all call it. */
GArray *spur_clock_breaks_find (const SpurClockSamples *samples, const guint *groups);

/* In the middle of the times that it is between, but not while a clock that is set forward reads
 * none. */
void spur_clock_break_set_time (SpurClockBreak *self);

/* The last break of a clock up to a time; SPUR_NONE where there is none. */
guint spur_clock_breaks_find_last (const GArray *breaks, guint clock, gint64 time_ns);

/* What is left of the sizes after the first look, and when breaks are, by the edges of all pairs.
 * All ranks call it. */
void spur_clock_breaks_fit (GArray *breaks, const SpurClockSamples *samples, const guint *groups);

/* Samples, spans and moments as if there were no breaks; to be freed. */
SpurClockSamples *spur_clock_breaks_take_off (const GArray *breaks,
                                              const SpurClockSamples *samples);

/* Makes a fit of samples without breaks one of the clocks as they are, and findings of the breaks.
 */
void spur_clock_breaks_put_back (const GArray *breaks, SpurClockFit *fit);
