/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* How far off clocks are before the first message or after the last one: a least-squares prediction
 * from what they did there, as this foretold what followed it at other times of the run. */

#define SPUR_BEYOND_STEPS 8

/* The error of a clock at a time between the messages, in s after the first one; in ns. */
typedef double (*SpurClockErrorFunc) (gconstpointer errors, guint clock, double time_s);

/* What each clock is off more than at the next message, at distances of which each is twice the one
 * before, the last one @length_s. What is farther away follows the clock's drift at the messages,
 * which is kept for @keeping_s. */
typedef struct
{
  double length_s;
  double keeping_s;
  double (*changes_ns)[SPUR_BEYOND_STEPS];
  double *drifts; /* in ns a second */
} SpurClockBeyond;

/* Of errors known for @span_s, with no detail in less than @window_s, to the farthest event: before
 * the first message, or if @is_after after the last one. */
void spur_clock_beyond_init (SpurClockBeyond *self,
                             SpurClockErrorFunc get_error,
                             gconstpointer errors,
                             guint n_clocks,
                             double span_s,
                             double window_s,
                             double farthest_s,
                             gboolean is_after);

void spur_clock_beyond_clear (SpurClockBeyond *self);

/* How much more a clock is off than at the next message, @far_s away from that. */
double spur_clock_beyond_get (const SpurClockBeyond *self, guint clock, double far_s);
