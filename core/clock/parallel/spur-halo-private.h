/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/parallel/spur-communicator-private.h"

/* Which rank has a stream. With one rank @owners is NULL: it has all. */
typedef struct
{
  SpurCommunicator *communicator;
  guint32 *owners;
} SpurDistribution;

/* All streams at a process alone. */
extern const SpurDistribution spur_distribution_self;

static inline gboolean
spur_distribution_is_own (const SpurDistribution *self, guint stream)
{
  return self->owners == NULL || self->owners[stream] == self->communicator->rank;
}

/* A byte for every stream, which is not 0 for own ones. */
guint8 *spur_distribution_list_own (const SpurDistribution *self, guint n_streams);

/* Where there are several ranks: gives the system back what was read of the trace's file, and what
 * was freed. Ranks of one machine divide its memory between them. */
void spur_distribution_release_memory (const SpurDistribution *self, SpurTrace *trace);

/* A rank that an own node's value goes to. The values of 2^40 nodes would take 8 TiB of a rank. */
typedef struct
{
  guint64 node : 40;
  guint64 rank : 24;
} SpurHaloRoute;

G_STATIC_ASSERT (sizeof (SpurHaloRoute) == 8);

/* The nodes of other ranks' streams that own nodes meet at edges and in collective operations:
 * ghost nodes. Every rank that meets a stream has its nodes in the same order, so values come
 * without names. @routes are in the order of nodes and ranks, those of a stream from first_route
 * on. */
typedef struct
{
  const SpurDistribution *distribution;
  const SpurNodes *nodes;
  SpurHaloRoute *routes;
  gsize *first_route;
} SpurHalo;

/* @edges have an own stream at one end at least, and @nodes are theirs. */
SpurHalo *
spur_halo_new (const SpurDistribution *distribution, const SpurNodes *nodes, SpurEdges *edges);

void spur_halo_free (SpurHalo *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurHalo, spur_halo_free)

/* The times of all nodes after the maps of @correction, which needs those of own streams only. All
 * ranks call it. */
gint64 *spur_halo_get_times (SpurHalo *self,
                             SpurTrace *trace,
                             SpurCorrection *correction,
                             const SpurJob *job);
