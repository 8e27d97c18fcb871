/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "made-trace.h"
#include "reference-clock.h"

G_BEGIN_DECLS

#define RANDOM_MAX_STREAMS 7

/* A random trace. Its events are made in the order of a true time in which no edge goes back;
 * what the streams' clocks said of that time comes after. */
typedef struct
{
  guint64 state;
  guint n_streams;
  gboolean is_true;
  gboolean has_steps_back;
  gint64 mu_ns;
  gint64 now_ns;
  GArray *streams;
  GArray *true_ns;
  GArray *positions;
  GArray *from_ns;
  guint n_of_stream[RANDOM_MAX_STREAMS];
  GArray *edges;
  GArray *pending;
  GArray *predecessors;
  SpurEdges *found;
  gint64 *pair_mu_ns;
} RandomTrace;

/* The same for the same seed. */
RandomTrace *random_trace_new (guint64 seed);

void random_trace_free (RandomTrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RandomTrace, random_trace_free)

/* A property of random traces. */
typedef void (*RandomTraceTest) (guint64 seed);

/* Runs a test for @n_traces seeds in a row, beginning anywhere, and says for which; SPUR_TEST_SEED
 * runs the one trace of a seed. Returns how many there were. */
guint random_trace_run (RandomTraceTest test, guint n_traces);

/* Numbers below a limit, and chances in percent, after those that made the trace. */
guint random_trace_below (RandomTrace *self, guint limit);

gboolean random_trace_chance (RandomTrace *self, guint percent);

guint64 random_trace_get_position (RandomTrace *self, guint event);

guint random_trace_get_stream (RandomTrace *self, guint event);

SpurTrace *random_trace_get_trace (RandomTrace *self, guint chunk_events);

/* Adds the edges that the library finds for the predecessors, each once, and gives all edges the
 * mu of their pairs of streams. */
void random_trace_find_edges (RandomTrace *self, SpurTrace *trace);

/* Gives the edges the mu of their pairs of streams, of which there are some. */
void random_trace_apply_delays (RandomTrace *self, SpurTrace *trace);

/* The corrected times of all events in the order in which they were made. */
gint64 *random_trace_get_times (RandomTrace *self, SpurTrace *trace, SpurCorrection *correction);

/* Whether the times obey the clock condition: order, and @edges, ReferenceEdge. */
void random_trace_check_times (RandomTrace *self, GArray *edges, const gint64 *to_ns);

G_END_DECLS
