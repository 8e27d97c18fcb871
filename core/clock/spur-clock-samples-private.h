/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-presynchroniser.h"

G_BEGIN_DECLS

/* What pre-synchronisation knows of clocks: edges between different clock domains, as times. */

/* The receive cannot be earlier than the send: what it must be later is taken off already. */
typedef struct
{
  gint64 send_ns;
  gint64 receive_ns;
  guint32 from;
  guint32 to;
} SpurClockSample;

/* What is known of a clock domain; the streams without events have no part in it. */
typedef struct
{
  gint64 first_ns;
  gint64 last_ns;
  guint64 n_events;
} SpurClockSpan;

struct _SpurClockSamples
{
  guint n_clocks;
  guint n_streams;
  guint *clocks; /* of each stream */
  SpurClockSpan *spans;

  gsize n_samples;
  SpurClockSample *samples;
  gsize n_messages; /* the samples before this one come from one-to-one edges */
};

/* @clocks are numbers of the streams' clock domains, from 0 without gaps. */
SpurClockSamples *spur_clock_samples_new (SpurTrace *trace,
                                          SpurEdges *edges,
                                          SpurCorrection *correction,
                                          const guint *clocks,
                                          gint64 mu_ns,
                                          const SpurJob *job);

void spur_clock_samples_free (SpurClockSamples *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockSamples, spur_clock_samples_free)

/* For every clock the number of the set of clocks that are connected with it in both directions,
 * maybe through others. */
guint *spur_clock_samples_get_groups (const SpurClockSamples *self);

static inline gsize
spur_clock_samples_count_reversed (const SpurClockSample *samples, gsize n_samples)
{
  gsize n_reversed = 0;

  for (gsize i = 0; i < n_samples; i++)
    n_reversed += samples[i].receive_ns < samples[i].send_ns;
  return n_reversed;
}

G_END_DECLS
