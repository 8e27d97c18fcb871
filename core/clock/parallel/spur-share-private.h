/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/parallel/spur-ranks-private.h"
#include "core/clock/parallel/spur-share.h"

G_BEGIN_DECLS

/* An event of an own stream that an event of a rank's streams depends on. */
typedef struct
{
  guint64 event;
  guint32 rank;
} SpurShareRoute;

/* A member of a collective operation in an own stream. What it waits for is found by the rank that
 * has the operation, its owner. */
typedef struct
{
  guint64 enter_event;
  guint64 exit_event;
  gint64 bound_ns;
  guint32 stream;
  guint32 owner;
  guint8 sends;
  guint8 receives;
  guint8 is_bounded;
} SpurShareJoin;

/* An enter or exit in a stream. */
typedef struct
{
  guint64 event;
  gsize join;
  gboolean is_exit;
} SpurShareEnd;

struct _SpurShare
{
  GObject parent_instance;

  SpurRanks *ranks;
  SpurTrace *trace;
  guint n_streams;
  /* Which rank has a stream. */
  guint32 *owners;
  SpurMatchCounts counts;
  /* On rank 0 all edges of the trace, where a method asked for them. */
  SpurEdges *whole;
  SpurDelays *delays;

  /* The edges into own streams, those of each stream from first_edge on, and the collective
   * operations that this rank has. */
  SpurEdges *edges;
  const SpurEdge *all;
  gsize n_edges;
  gsize *first_edge;

  /* The slot of each edge: a place for what is known of its send, the same for all edges from it.
   * Slots are in the order of streams and events; slot_events tells which event it is. */
  gsize *slots;
  guint64 *slot_events;
  gsize n_slots;
  gsize *first_slot;

  /* The same from the other side: who waits for events of own streams. */
  SpurShareRoute *routes;
  gsize *first_route;

  /* Members in own streams by owner, the ones of rank r from first_join[r] on, and their enters
   * and exits by stream. */
  SpurShareJoin *joins;
  gsize *first_join;
  SpurShareEnd *ends;
  gsize *first_end;

  /* The members of the operations that this rank has, by the rank of their stream, in the order
   * that that rank has for them, too. */
  gsize n_members;
  gsize *first_member;
  guint32 *instance_of_member;
  gsize *members_at;
  gsize *first_member_at;
};

/* Gives each stream to a rank, so that all have about as many events. */
guint32 *spur_share_balance (const guint64 *n_events, guint n_streams, guint n_ranks);

/* As spur_share_match(), with the edges given; they are the same on all ranks. */
void spur_share_set_edges (SpurShare *self, SpurEdges *edges);

/* Takes the edges into own streams and the collective operations that this rank has, and tells
 * everybody who waits for whom. */
void spur_share_link (SpurShare *self, SpurEdges *edges);

void spur_share_unlink (SpurShare *self);

/* The edges of @edges, which may be into streams of any rank, that are into own streams, from all
 * ranks. */
SpurEdges *spur_share_collect_edges (SpurShare *self, SpurEdges *edges);

/* Gives every rank its part of the edges that rank 0 has. */
void spur_share_take_whole (SpurShare *self);

/* The share of a trace that goes back in time; lives no longer than @self. */
SpurShare *spur_share_new_mirrored (SpurShare *self);

/* The events of own streams at the ends of edges; all events of streams with a byte in @all. */
SpurNodes *spur_share_get_nodes (SpurShare *self, const guint8 *all);

/* A value for every slot, from the values of the nodes that they stand for. */
gint64 *spur_share_give_values (SpurShare *self, const SpurNodes *nodes, const gint64 *values);

/* Lowers the limits of nodes to those of their slots. */
void spur_share_return_limits (SpurShare *self,
                               const SpurNodes *nodes,
                               const gint64 *slot_limits,
                               gint64 *limits);

/* For every member of the operations that this rank has the values at its enter and exit. */
void spur_share_give_members (
  SpurShare *self, const SpurNodes *nodes, const gint64 *values, gint64 **enters, gint64 **exits);

/* Lowers the limits of enters to those that were found for the members. */
void spur_share_return_members (SpurShare *self,
                                const SpurNodes *nodes,
                                const gint64 *member_limits,
                                gint64 *limits);

void spur_share_check_edges (
  SpurShare *self, SpurCheck *check, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job);

static inline gboolean
spur_share_is_own (const SpurShare *self, guint stream)
{
  return self->owners[stream] == self->ranks->rank;
}

G_END_DECLS
