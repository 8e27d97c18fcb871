/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-meaning.h"

G_BEGIN_DECLS

typedef struct _SpurLiveClockOptions SpurLiveClockOptions;
typedef struct _SpurLiveStamp SpurLiveStamp;
typedef struct _SpurLiveClock SpurLiveClock;

/**
 * SpurLiveClockOptions:
 * @mu_ns: the least delay of a message, in ns, not negative
 * @delta_ns: the least distance kept between two events of a process, in ns, not negative
 * @q_init_ns: what the controller takes both clocks' error for at the begin, in ns
 * @q_min_ns: the error of a clock that it puts up with, in ns
 * @q_factor_ppb: the part of a past error beyond @q_min_ns that it still counts after an event, in
 *   parts per billion
 * @gamma_max_ppb: speed of a clock that is ahead of the process's own, in parts per billion, at
 * most 1,000,000,000
 * @gamma_degress_ppb: by which factor it slows the clock down, in parts per billion, above 0 and at
 *   most 1,000,000,000
 * @l_upper_ppb: the ratio of the two clocks' errors above which it slows down, in parts per billion
 * @l_lower_ppb: the ratio below which it speeds up, in parts per billion
 *
 * How a #SpurLiveClock runs; the controller's numbers as in PDP'97 algorithm 3.
 *
 * Since: 1.0
 */
struct _SpurLiveClockOptions
{
  gint64 mu_ns;
  gint64 delta_ns;
  gint64 q_init_ns;
  gint64 q_min_ns;
  gint64 q_factor_ppb;
  gint64 gamma_max_ppb;
  gint64 gamma_degress_ppb;
  gint64 l_upper_ppb;
  gint64 l_lower_ppb;
};

/**
 * SpurLiveStamp:
 * @bytes: LC, then LC', in ns, each as 8 bytes, the lowest first
 *
 * What a message carries: the sender's two clocks, the same on every machine.
 *
 * Since: 1.0
 */
struct _SpurLiveStamp
{
  guint8 bytes[16];
};

/**
 * SpurLiveClock:
 * @options: how it runs
 * @logical_ns: LC of the last event
 * @controlled_ns: LC' of the last event
 * @gamma_ppb: speed at which LC' goes on, in parts per billion
 * @n_events: events so far
 * @n_refused: stamps that were passed over because their times lie outside of +-2^61 ns
 *
 * The controlled logical clock of one process, while the application runs (PDP'97 section 7).
 *
 * Since: 1.0
 */
struct _SpurLiveClock
{
  SpurLiveClockOptions options;
  gint64 logical_ns;
  gint64 controlled_ns;
  gint64 gamma_ppb;
  guint64 n_events;
  guint64 n_refused;

  /*< private >*/
  gint64 anchor_from_ns;
  gint64 anchor_to_ns;
  gint64 logical_error_ns;
  gint64 controlled_error_ns;
};

SPUR_AVAILABLE_IN_ALL
void spur_live_clock_options_init (SpurLiveClockOptions *self);

SPUR_AVAILABLE_IN_ALL
void spur_live_clock_init (SpurLiveClock *self, const SpurLiveClockOptions *options);

SPUR_AVAILABLE_IN_ALL
gint64 spur_live_clock_local (SpurLiveClock *self, gint64 raw_ns);

SPUR_AVAILABLE_IN_ALL
gint64 spur_live_clock_send (SpurLiveClock *self, gint64 raw_ns, SpurLiveStamp *stamp);

SPUR_AVAILABLE_IN_ALL
gint64 spur_live_clock_receive (SpurLiveClock *self, gint64 raw_ns, const SpurLiveStamp *stamp);

SPUR_AVAILABLE_IN_ALL
gint64 spur_live_clock_receive_all (SpurLiveClock *self,
                                    gint64 raw_ns,
                                    const SpurLiveStamp *stamps,
                                    gsize n_stamps,
                                    const gint64 *mus_ns);

SPUR_AVAILABLE_IN_ALL
void spur_live_stamp_get_ns (const SpurLiveStamp *self, gint64 *logical_ns, gint64 *controlled_ns);

G_END_DECLS
