/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges-internal.h"
#include "core/clock/parallel/spur-halo-private.h"
#include "core/clock/parallel/spur-partition.h"

struct _SpurPartition
{
  GObject parent_instance;

  SpurTrace *trace;
  guint n_streams;
  /* Which rank has a stream. */
  SpurDistribution distribution;
  SpurMatchCounts counts;
  /* On rank 0 all edges of the trace, where a method asked for them. */
  SpurEdges *whole;
  SpurDelays *delays;

  /* The edges into own streams, unless the graph has them, and some of the collective operations:
   * each is at one rank. */
  SpurEdges *edges;

  /* All edges with an end in an own stream, and all operations with a member in one; their nodes,
   * and which of these other ranks know. Made of the edges and their mu when asked for. */
  SpurEdges *graph;
  SpurNodes *nodes;
  SpurHalo *halo;
};

/* Gives each stream to a rank, so that all have about as many events. */
guint32 *spur_partition_balance (const guint64 *n_events, guint n_streams, guint n_ranks);

/* Takes the edges into own streams and the collective operations that this rank has. */
void spur_partition_take_edges (SpurPartition *self, SpurEdges *edges);

/* The edges, or their mu, changed. */
void spur_partition_forget_graph (SpurPartition *self);

/* The halo of the graph, made where it is not there. All ranks call it. */
SpurHalo *spur_partition_get_halo (SpurPartition *self, const SpurJob *job);

/* The edges of @edges, which may be into streams of any rank, that are into own streams, from all
 * ranks. */
SpurEdges *spur_partition_collect_edges (SpurPartition *self, SpurEdges *edges);

/* Writes an operation of @edges, and adds all those of a message to @edges and their mu to @mu_ns.
 */
void spur_partition_put_collective (GByteArray *message, SpurEdges *edges, gsize index);
void spur_partition_add_collectives (SpurEdges *edges, const GByteArray *message, GArray *mu_ns);

/* Gives every rank its part of the edges that rank 0 has. */
void spur_partition_take_whole (SpurPartition *self);

void spur_partition_check_edges (SpurPartition *self,
                                 SpurCheck *check,
                                 SpurCorrection *correction,
                                 gint64 mu_ns,
                                 const SpurJob *job);

static inline gboolean
spur_partition_is_own (const SpurPartition *self, guint stream)
{
  return spur_distribution_is_own (&self->distribution, stream);
}

/* Does a step of a chain, as spur_clock_corrector_correct() does: all ranks together where they
 * can, else rank 0 for all. All ranks call it, and what it gives is the same on all of them. */
gboolean spur_partition_correct (SpurPartition *self,
                                 SpurClockCorrector *corrector,
                                 SpurCorrection *correction,
                                 const SpurJob *job,
                                 GError **error);
