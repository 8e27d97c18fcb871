/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

/* The kinds of some edges: of each, or where @each is NULL one for all. */
typedef struct
{
  guint8 *each;
  SpurEdgeKind all;
} SpurEdgeKinds;

static inline SpurEdgeKind
spur_edge_kinds_get (const SpurEdgeKinds *self, gsize index)
{
  return self->each != NULL ? (SpurEdgeKind) self->each[index] : self->all;
}

/* Kinds of @n_edges edges that have all of those with a bit in @mask, to be filled in where these
 * are several. */
SpurEdgeKinds spur_edge_kinds_new (guint mask, gsize n_edges);

/* An edge with its kind, as one that is on its way to others. */
typedef struct
{
  SpurEdge edge;
  guint64 kind;
} SpurKindEdge;

/* By spur_edge_compare(), then by kind. */
int spur_kind_edge_compare (const void *a, const void *b);

/* Puts edges that are in no order in it, with their kinds. */
void spur_edge_kinds_sort (const SpurEdgeKinds *self, SpurEdge *edges, gsize n_edges);

/* Takes @edges, which are in order, and @kinds. */
void spur_edges_take (SpurEdges *self, SpurEdge *edges, gsize n_edges, const SpurEdgeKinds *kinds);

/* The kinds of the edges in order, until another edge is added. */
const SpurEdgeKinds *spur_edges_get_kinds (SpurEdges *self);

/* Takes @nodes, which have the pairs of @n_edges edges without a mu, in order. */
typedef struct _SpurNodes SpurNodes;
void spur_edges_take_nodes (
  SpurEdges *self, SpurTrace *trace, SpurNodes *nodes, gsize n_edges, const SpurEdgeKinds *kinds);

/* How many one-to-one edges there are, without making them. */
gsize spur_edges_get_n_edges (SpurEdges *self);

/* Makes room for these in all. */
void spur_edges_reserve (SpurEdges *self, gsize n_edges);

/* Moves the one-to-one edges, put in order, to @to, which has none. All else stays where it is. */
void spur_edges_move (SpurEdges *self, SpurEdges *to);

/* Only the one-to-one edges without a byte in @is_out are kept. */
void spur_edges_leave_out_edges (SpurEdges *self, const guint8 *is_out);

/* Makes room for these in all, where there are none yet. */
void spur_edges_reserve_collectives (SpurEdges *self, gsize n_instances, gsize n_members);

/* As spur_edges_get_collective(), which bindings can call. */
SpurCollective spur_edges_read_collective (SpurEdges *self, gsize index);

/* The members of all collective operations, one operation after the other. */
const SpurMember *spur_edges_get_members (SpurEdges *self, gsize *n_members);

/* The operation of one of these, and its position in that. */
SpurCollective spur_edges_find_member (SpurEdges *self, guint32 member, guint32 *position);

void spur_edges_set_counts (SpurEdges *self, const SpurMatchCounts *counts);

/* Takes @unmatched, SpurUnmatched, in any order. */
void spur_edges_take_unmatched (SpurEdges *self, GArray *unmatched);

/* By stream, then by position. */
int spur_unmatched_compare (const void *a, const void *b);

/* Adds to a list that is not full yet. */
void spur_unmatched_add (
  GArray *unmatched, guint32 stream, guint64 event, SpurUnmatchedReason reason, guint32 object);

/* The edges in order, to be given the mu that @delays say, but for those that came with one: they
 * have a bit in @is_own. */
SpurEdge *spur_edges_open_delays (SpurEdges *self,
                                  SpurDelays *delays,
                                  gsize *n_edges,
                                  const guint64 **is_own);

/* Takes @mu_ns, one for each collective operation. */
void spur_edges_take_collective_mu (SpurEdges *self, gint64 *mu_ns);

/* Where mu goes by pairs of streams, the delays that know it; else NULL. */
SpurDelays *spur_edges_get_pair_delays (SpurEdges *self);

/* What was applied to @other holds for @self, whose edges have their mu already; @mu_ns, which is
 * taken, has that of its collective operations. */
void spur_edges_take_delays (SpurEdges *self, SpurEdges *other, gint64 *mu_ns);

/* The same where both have the same collective operations. */
void spur_edges_copy_delays (SpurEdges *self, SpurEdges *other);

/* What is left out because it is part of cycles, and what there is instead: a byte for every edge,
 * the collective operations with the mu of each, and the first of what was left out. */
typedef struct
{
  guint8 *is_out;
  SpurEdges *collectives;
  GArray *collective_mu_ns;
  GArray *cyclic;
  guint64 n_cyclic;
} SpurEdgesWithout;

void spur_edges_leave_out (SpurEdges *self, const SpurEdgesWithout *without);

/* Edges that another rank left out: how many there are, and those that are named. */
void spur_edges_add_cyclic (SpurEdges *self, guint64 n_all, const SpurEdge *named, gsize n_named);

/* SpurEdge by receive, then by send. */
int spur_edge_compare (const void *a, const void *b);

/* The smallest delay between an enter and an exit of a collective operation, or
 * %SPUR_MU_DEFAULT. What delays say of a pair of streams comes before it. */
gint64 spur_edges_get_collective_mu_ns (SpurEdges *self, gsize index);

/* The first of the edges that were left out, until more are; pairs of members of collective
 * operations are among them. */
const SpurEdge *spur_edges_get_cyclic (SpurEdges *self, gsize *n_cyclic);

/* (transfer full): The names of @n_named edges, as in "rank 0 event 3 before rank 1 event 5", and
 * how many more there are in all. */
char *
spur_edges_describe_list (const SpurEdge *edges, gsize n_named, guint64 n_all, SpurTrace *trace);
