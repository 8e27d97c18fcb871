/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CLOCK_QUALITY (spur_clock_quality_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurClockQuality, spur_clock_quality, SPUR, CLOCK_QUALITY, GObject)

typedef struct _SpurStreamQuality SpurStreamQuality;

/**
 * SpurStreamQuality:
 * @n_events: how many events were looked at
 * @n_receives: how many of them are ends of receive operations
 * @fast_ns: F, being fast: the mean over the events of how much later than true they are, in ns;
 *   where an event is early it counts 0
 * @slow_ns: S, being slow: the mean over the events of how much earlier than true they are, in ns
 * @fast_received_ns: as @fast_ns, over the ends of receive operations only
 * @slow_received_ns: as @slow_ns, over the ends of receive operations only
 * @fastest_ns: the most that an event is later than true, in ns; 0 for none
 * @slowest_ns: the most that an event is earlier than true, in ns; 0 for none
 * @deviation: A: the sum over the intervals of neighbouring events of how much they are longer or
 *   shorter than true, divided by the true time from the first to the last event
 *
 * How good the times of a stream are, or the mean of several streams.
 *
 * Since: 1.0
 */
struct _SpurStreamQuality
{
  guint64 n_events;
  guint64 n_receives;
  double fast_ns;
  double slow_ns;
  double fast_received_ns;
  double slow_received_ns;
  gint64 fastest_ns;
  gint64 slowest_ns;
  double deviation;
};

SPUR_AVAILABLE_IN_ALL
SpurClockQuality *spur_clock_quality_new (SpurTrace *trace,
                                          SpurCorrection *correction,
                                          SpurTrace *truth,
                                          const SpurJob *job,
                                          GError **error);

SPUR_AVAILABLE_IN_ALL
guint spur_clock_quality_get_n_streams (SpurClockQuality *self);

SPUR_AVAILABLE_IN_ALL
const SpurStreamQuality *spur_clock_quality_get_stream (SpurClockQuality *self, guint stream);

SPUR_AVAILABLE_IN_ALL
const SpurStreamQuality *spur_clock_quality_get_mean (SpurClockQuality *self);

G_END_DECLS
