/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"
#include "core/clock/presync/spur-clock-samples-private.h"

/* Edges by the time of their sends, and what those of a window tell of the clocks: how far each
 * may be wrong against each other one (clock-correction.md section 6, steps 3 and 4). */

/* Up to this many clocks every one is a root. */
#define SPUR_WINDOWS_MAX_DENSE 48

/* No path. */
#define SPUR_NO_PATH G_MAXINT64

/* How far a sample's receive is behind its send. */
typedef struct
{
  gint64 delay_ns;
  guint32 from;
  guint32 to;
} SpurWindowSample;

/* What a window says of a clock: its error against the mean of those that it is connected with in
 * both directions. */
typedef struct
{
  double error_ns;
  double half_width_ns; /* below 0 where nothing is known */
  double low_ns;        /* the error is in between */
  double high_ns;
} SpurClockView;

typedef struct
{
  guint n_clocks;
  guint n_roots;
  guint *roots;
  gint64 begin_ns;
  gint64 length_ns;
  gsize n_windows;
  gsize *first;
  SpurWindowSample *samples;
  /* What all windows say of all clocks, by window, and by how much what they say was relaxed. */
  SpurClockView *views;
  gint64 *relaxations_ns;
} SpurClockWindows;

static inline const SpurClockView *
spur_clock_windows_get_view (const SpurClockWindows *self, gsize window, guint clock)
{
  return &self->views[window * self->n_clocks + clock];
}

/* What a window tells: errors of clock i against root k lie between -to_root[k][i] and
 * from_root[k][i]. */
typedef struct
{
  gint64 *from_root;
  gint64 *to_root;
  gint64 relaxation_ns;
} SpurWindowBounds;

SpurClockWindows *spur_clock_windows_new (const SpurClockSamples *samples,
                                          gint64 begin_ns,
                                          gint64 end_ns,
                                          gint64 length_ns);

/* All samples in one window, with a root among every set of clocks that are connected in both
 * directions, as far as memory goes. */
SpurClockWindows *spur_clock_windows_new_whole (const SpurClockSamples *samples);

void spur_clock_windows_free (SpurClockWindows *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockWindows, spur_clock_windows_free)

void spur_window_bounds_clear (SpurWindowBounds *self);

/* The tightest bounds through all clocks; contradictions are relaxed. To be cleared. */
void
spur_window_bounds_solve (SpurWindowBounds *self, const SpurClockWindows *windows, gsize window);

void spur_window_bounds_view (const SpurWindowBounds *self,
                              const SpurClockWindows *windows,
                              SpurClockView *views);

/* Sees what the windows say. */
void spur_clock_windows_view (SpurClockWindows *self, const SpurJob *job);
