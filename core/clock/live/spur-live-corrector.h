/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib-object.h>

#include "core/causality/live/spur-live-event.h"
#include "core/causality/spur-delays.h"

G_BEGIN_DECLS

typedef struct _SpurLiveCounts SpurLiveCounts;
typedef struct _SpurLiveOptions SpurLiveOptions;

/**
 * SpurLiveCounts:
 * @n_pushed: events that came
 * @n_popped: events that left
 * @n_held: events that are here
 * @most_held: the most that were here at a time
 * @n_messages: messages and collective operations of which a part is waited for
 * @n_late: events that came after later ones had left, and were put behind these
 * @worst_late_ns: the most that one of them was moved for that, in ns
 * @n_unmatched: ends of edges that were given up because their begin did not come in time
 * @n_behind: begins of edges that came after the end had been given up and left
 * @n_forgotten: messages, channels and collective operations that were dropped because too many
 *   waited for a part that did not come
 * @n_cycles: how often streams waited for each other in a circle, which is wrong matching
 *
 * What a #SpurLiveCorrector did so far.
 *
 * Since: 1.0
 */
struct _SpurLiveCounts
{
  guint64 n_pushed;
  guint64 n_popped;
  guint64 n_held;
  guint64 most_held;
  guint64 n_messages;
  guint64 n_late;
  gint64 worst_late_ns;
  guint64 n_unmatched;
  guint64 n_behind;
  guint64 n_forgotten;
  guint64 n_cycles;
};

/**
 * SpurLiveOptions:
 * @mu_ns: the least delay of edges of which nothing else is known, in ns, not negative; 1 at first
 * @delays: (nullable): the least delays of edges by pairs of streams, and where they say it of all
 *   others; they live as long as the corrector and do not change. Those by class are told with the
 *   events, by spur_live_classes_new()
 * @delta_ns: the least distance kept between two events of a stream, in ns, not negative; 0 at
 *   first
 * @gamma_ppb: how fast a clock runs after a jump, until it is on its own time again, in parts per
 *   billion, at most 1,000,000,000; 999,990,000 at first
 * @delay_ns: how long an event stays at most, in ns, from when it came to the latest time that was
 *   seen in any event or told by spur_live_corrector_advance(); 1 s at first
 * @max_held: how many events may stay at most while all are taken that can be; 1,048,576 at first
 * @max_messages: how many messages, channels and collective operations are remembered at most, of
 *   each, beyond those whose events are here; 1,048,576 at first
 *
 * How a live corrector works. For an edge the first of these holds: what is said of its pair of
 * streams, of the class of its receive, of all others by @delays, and @mu_ns.
 *
 * Since: 1.0
 */
struct _SpurLiveOptions
{
  gint64 mu_ns;
  SpurDelays *delays;
  gint64 delta_ns;
  gint64 gamma_ppb;
  gint64 delay_ns;
  guint max_held;
  guint max_messages;
};

#define SPUR_TYPE_LIVE_CORRECTOR (spur_live_corrector_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurLiveCorrector, spur_live_corrector, SPUR, LIVE_CORRECTOR, GObject)

SPUR_AVAILABLE_IN_ALL
SpurLiveCorrector *spur_live_corrector_new (guint n_streams);

SPUR_AVAILABLE_IN_ALL
guint spur_live_corrector_add_stream (SpurLiveCorrector *self);

SPUR_AVAILABLE_IN_ALL
void spur_live_corrector_end_stream (SpurLiveCorrector *self, guint stream);

SPUR_AVAILABLE_IN_ALL
SpurLiveOptions *spur_live_corrector_get_options (SpurLiveCorrector *self);

SPUR_AVAILABLE_IN_ALL
gboolean
spur_live_corrector_push (SpurLiveCorrector *self, const SpurLiveEvent *event, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_live_corrector_advance (SpurLiveCorrector *self, gint64 now_ns);

SPUR_AVAILABLE_IN_ALL
void spur_live_corrector_advance_stream (SpurLiveCorrector *self, guint stream, gint64 now_ns);

SPUR_AVAILABLE_IN_ALL
gboolean spur_live_corrector_pop (SpurLiveCorrector *self, SpurLiveEvent *event);

SPUR_AVAILABLE_IN_ALL
void spur_live_corrector_get_counts (SpurLiveCorrector *self, SpurLiveCounts *counts);

G_END_DECLS
