/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

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

/* One of events at equal distances from each other. */
typedef struct
{
  gint64 time_ns;
  guint32 clock;
} SpurClockMoment;

/* How processes that have some of the samples each put together what they find. All of them go
 * through the same steps, and call these functions in the same order. */
typedef struct
{
  gpointer data;
  void (*add_up) (gpointer data, gint64 *values, gsize n_values);
  void (*find_least) (gpointer data, gint64 *values, gsize n_values);
  void (*find_most) (gpointer data, gint64 *values, gsize n_values);
  /* What all of them say, one after the other; takes @own. */
  GByteArray *(*gather) (gpointer data, GByteArray *own);
  /* What the first of them says is what all say. */
  void (*follow) (gpointer data, gpointer bytes, gsize n_bytes);
} SpurSampleExchange;

typedef struct
{
  guint n_clocks;
  guint n_streams;
  guint *clocks; /* of each stream */
  SpurClockSpan *spans;
  GArray *moments; /* of the streams that are here, SpurClockMoment */

  /* NULL where all samples are here; else those of a pair of clocks are all in one place. */
  const SpurSampleExchange *exchange;
  gsize n_samples;
  SpurClockSample *samples;
} SpurClockSamples;

/* Samples that are being put together. */
typedef struct
{
  SpurClockSamples *samples;
  gsize n_allocated;
  gint64 mu_ns;
} SpurClockSampling;

/* @clocks are numbers of the streams' clock domains, from 0 without gaps. */
SpurClockSamples *spur_clock_samples_new (SpurTrace *trace,
                                          SpurEdges *edges,
                                          SpurCorrection *correction,
                                          const guint *clocks,
                                          gint64 mu_ns,
                                          const SpurJob *job);

/* Without any sample; @clocks is copied. */
SpurClockSamples *spur_clock_samples_new_empty (guint n_streams, const guint *clocks);

void spur_clock_samples_free (SpurClockSamples *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockSamples, spur_clock_samples_free)

void spur_clock_sampling_add_edge (SpurClockSampling *self,
                                   const SpurEdge *edge,
                                   gint64 send_ns,
                                   gint64 receive_ns);

/* A collective operation of @edges, with the times of all members. */
void spur_clock_sampling_add_collective (SpurClockSampling *self,
                                         SpurEdges *edges,
                                         gsize index,
                                         const gint64 *enters_ns,
                                         const gint64 *exits_ns);

/* Takes the times of a stream that has events. */
void spur_clock_samples_add_span (SpurClockSamples *self,
                                  SpurTrace *trace,
                                  SpurCorrection *correction,
                                  guint stream);

/* Takes moments of a stream; its spans and those of all others are known. */
void spur_clock_samples_add_moments (SpurClockSamples *self,
                                     SpurTrace *trace,
                                     SpurCorrection *correction,
                                     guint stream);

/* From the first to the last send; the first is later than the last where there is none. */
void spur_clock_samples_get_sends (const SpurClockSamples *self, gint64 *begin_ns, gint64 *end_ns);

/* How many there are in all places together, of which this one has @n_here. */
gsize spur_clock_samples_sum (const SpurClockSamples *self, gsize n_here);

/* Numbers that were computed in floating point become those of the first process, for machines may
 * differ in the last digit. */
void spur_clock_samples_follow (const SpurClockSamples *self, gpointer numbers, gsize n_bytes);

/* The items of all places together; takes @items, which are in one place each. */
GByteArray *spur_clock_samples_gather (const SpurClockSamples *self, GByteArray *items);

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
