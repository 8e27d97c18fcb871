/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/reading/spur-packet.h"

/* The clocks of recorders against that of the collector. Time is in ns since the collector began.
 */
typedef struct
{
  gint64 begin_ns;
  gint64 begin_real_ns;
  guint8 boot[16];

  /* By boot and kind, since processes of one host read the same clock. */
  GHashTable *clocks;
} SpurCollectClocks;

/* At @ticks the time was @time_ns. */
typedef struct
{
  guint64 ticks;
  gint64 time_ns;
  guint64 hz;

  /* By what the resolution is known better the longer the clock is seen. */
  guint64 first_ticks;
  gint64 first_monotonic_ns;
  guint64 told_hz;
  gboolean is_shared;
} SpurCollectClock;

void spur_collect_clocks_init (SpurCollectClocks *self);
void spur_collect_clocks_clear (SpurCollectClocks *self);

gint64 spur_collect_clocks_get_now_ns (const SpurCollectClocks *self);

/* @ticks: the recorder's clock now, or 0. */
SpurCollectClock *spur_collect_clocks_find (SpurCollectClocks *self,
                                            const SpurRecordingPreamble *preamble,
                                            guint64 ticks);

/* Gives back what was found; clocks of one computer stay. */
void spur_collect_clock_unref (SpurCollectClock *self);

/* When the clock said @ticks, CLOCK_MONOTONIC of its computer said @monotonic_ns. */
void spur_collect_clock_calibrate (SpurCollectClock *self, guint64 ticks, gint64 monotonic_ns);

/* Clamped to +-2^60 ns. */
gint64 spur_collect_clock_get_ns (const SpurCollectClock *self, guint64 ticks);
