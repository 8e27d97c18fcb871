/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-edges-internal.h"
#include "core/store/packet/spur-packed-internal.h"

/* The events at the ends of edges, numbered through all streams: a bit per event and a count per
 * 64 events, so that a value per node needs no search and no position per node. What is asked of
 * all streams again and again is here, too, as the streams themselves lie far apart. */
typedef struct
{
  guint64 *bits;
  guint64 *ranks;
  gsize n_words;
  guint64 n_events;
  guint64 n_nodes;
  guint64 n_steps_back;
} SpurNodeStream;

/* Sets bits of one stream; those of neighbours together. */
typedef struct
{
  guint64 *word;
  guint64 bits;
} SpurNodePen;

/* The nodes of an edge, or of the enter and exit of a member. */
typedef struct
{
  guint32 from;
  guint32 to;
} SpurNodePair;

/* What a check found with this mu. */
typedef struct
{
  gint64 mu_ns;
  SpurCheck check;
} SpurNodesCheck;

/* @pairs belong to the edges and @member_pairs to @members, in the same order; both are NULL where
 * there are more nodes than 32 bits can count. */
struct _SpurNodes
{
  gatomicrefcount ref_count;
  guint n_streams;
  guint64 n_nodes;
  /* The bits and ranks of all streams, unless each has its own. */
  guint64 *words;
  const SpurEdge *edges;
  const SpurMember *members;
  SpurNodePair *pairs;
  SpurNodePair *member_pairs;
  /* Whether an edge had a mu when the pairs were made. */
  gint has_mu;
  /* Raw times, or NULL before they are asked for. */
  gint64 *raw_ns;
  /* The first check of raw times where no edge has a mu, or NULL. */
  SpurNodesCheck *raw_check;
  SpurNodeStream streams[];
};

/* Every event of the streams with a non-zero byte in @all, which may be NULL, is a node. NULL
 * where an edge names an event that the trace does not have. Good until edges are added. */
SpurNodes *
spur_nodes_make (SpurTrace *trace, SpurEdges *edges, const guint8 *all, const SpurJob *job);

/* Reads the raw times where they are not there yet. */
void spur_nodes_read_times (SpurNodes *self, SpurTrace *trace, const SpurJob *job);

/* For code that finds edges: nodes without any; then room for those of every stream, by one thread
 * each; then every event at the end of an edge is marked, by one thread at a time in a stream
 * unless it says that it @is_shared; and then they are numbered, with those of the members of
 * @edges. */
SpurNodes *spur_nodes_new_empty (SpurTrace *trace);
void spur_nodes_open_stream (SpurNodes *self, guint stream);
void spur_nodes_number (SpurNodes *self, SpurEdges *edges, const SpurJob *job);

/* What belongs to @n_pairs edges goes to @edges. */
void
spur_nodes_write_edges (const SpurNodes *self, SpurEdge *edges, gsize n_pairs, const SpurJob *job);

static inline void
spur_node_pen_lift (SpurNodePen *self, gboolean is_shared)
{
  if (self->word == NULL)
    return;
  if (is_shared)
    __atomic_fetch_or (self->word, self->bits, __ATOMIC_RELAXED);
  else
    *self->word |= self->bits;
}

static inline void
spur_node_pen_mark (SpurNodePen *self, SpurNodeStream *nodes, guint64 event, gboolean is_shared)
{
  guint64 *word = nodes->bits + event / 64;

  if (word != self->word)
    {
      spur_node_pen_lift (self, is_shared);
      *self = (SpurNodePen){ word, 0 };
    }
  self->bits |= G_GUINT64_CONSTANT (1) << (event % 64);
}

/* The nodes of the edges, with raw times; made at the first call. */
SpurNodes *spur_edges_get_nodes (SpurEdges *self, SpurTrace *trace, const SpurJob *job);

/* The same for a caller that reads all times itself: there need be no raw times. */
SpurNodes *
spur_edges_get_nodes_without_times (SpurEdges *self, SpurTrace *trace, const SpurJob *job);

SpurNodes *spur_nodes_ref (SpurNodes *self);

/* Gives a reference back. */
void spur_nodes_free (SpurNodes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurNodes, spur_nodes_free)

static inline gboolean
spur_nodes_contains (const SpurNodes *self, guint stream, guint64 event)
{
  return (self->streams[stream].bits[event / 64] >> (event % 64) & 1) != 0;
}

/* The compiler's own calls a function where it may not take the processor's instruction. */
static inline guint64
spur_nodes_count_bits (guint64 bits)
{
  bits -= bits >> 1 & G_GUINT64_CONSTANT (0x5555555555555555);
  bits = (bits & G_GUINT64_CONSTANT (0x3333333333333333)) +
         (bits >> 2 & G_GUINT64_CONSTANT (0x3333333333333333));
  bits = (bits + (bits >> 4)) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);
  return bits * G_GUINT64_CONSTANT (0x0101010101010101) >> 56;
}

/* The number of a node. */
static inline guint64
spur_nodes_find (const SpurNodes *self, guint stream, guint64 event)
{
  const SpurNodeStream *nodes = &self->streams[stream];
  guint64 below = nodes->bits[event / 64] & ((G_GUINT64_CONSTANT (1) << (event % 64)) - 1);

  return nodes->ranks[event / 64] + spur_nodes_count_bits (below);
}

/* The nodes of an edge out of spur_edges_get_all(). */
static inline guint64
spur_nodes_find_from (const SpurNodes *self, const SpurEdge *edge)
{
  if (G_LIKELY (self->pairs != NULL))
    return self->pairs[edge - self->edges].from;
  return spur_nodes_find (self, edge->from_stream, edge->from_event);
}

static inline guint64
spur_nodes_find_to (const SpurNodes *self, const SpurEdge *edge)
{
  if (G_LIKELY (self->pairs != NULL))
    return self->pairs[edge - self->edges].to;
  return spur_nodes_find (self, edge->to_stream, edge->to_event);
}

/* The pairs where they say all of the edges, which then need not be read: none has a mu. */
static inline const SpurNodePair *
spur_nodes_get_plain_pairs (const SpurNodes *self, SpurEdges *edges)
{
  return self->has_mu || spur_edges_get_delays (edges) != NULL ? NULL : self->pairs;
}

/* The nodes of a member out of spur_edges_get_collective(). */
static inline guint64
spur_nodes_find_enter (const SpurNodes *self, const SpurMember *member)
{
  if (G_LIKELY (self->member_pairs != NULL))
    return self->member_pairs[member - self->members].from;
  return spur_nodes_find (self, member->stream, member->enter_event);
}

static inline guint64
spur_nodes_find_exit (const SpurNodes *self, const SpurMember *member)
{
  if (G_LIKELY (self->member_pairs != NULL))
    return self->member_pairs[member - self->members].to;
  return spur_nodes_find (self, member->stream, member->exit_event);
}

/* The event of a node of the stream. */
guint64 spur_nodes_get_event (const SpurNodes *self, guint stream, guint64 node);

/* Times of a stream's events, before the step of correction that is going on. */
typedef struct
{
  SpurStream *stream;
  SpurTickRun run;
  SpurTimeWalk maps;
} SpurTimes;

void spur_times_init (SpurTimes *self, SpurTrace *trace, SpurCorrection *correction, guint stream);

void spur_times_seek (SpurTimes *self, guint64 event);

/* Whether times after the maps of @correction, which may be NULL, are raw times. */
gboolean spur_times_are_raw (SpurCorrection *correction);

static inline gint64
spur_times_at (SpurTimes *self, guint64 event)
{
  if (G_UNLIKELY (event - self->run.first >= self->run.n_events))
    spur_times_seek (self, event);
  return spur_time_walk_at (
    &self->maps, event,
    spur_stream_ticks_to_ns (self->stream, spur_tick_run_get (&self->run, event)));
}

/* The nodes of a stream in order. */
typedef struct
{
  const SpurNodeStream *nodes;
  gsize word;
  guint64 rest;
} SpurNodeWalk;

/* From those of a word on. */
static inline void
spur_node_walk_init_at (SpurNodeWalk *self, const SpurNodes *nodes, guint stream, gsize word)
{
  self->nodes = &nodes->streams[stream];
  self->word = word;
  self->rest = word < self->nodes->n_words ? self->nodes->bits[word] : 0;
}

static inline void
spur_node_walk_init (SpurNodeWalk *self, const SpurNodes *nodes, guint stream)
{
  spur_node_walk_init_at (self, nodes, stream, 0);
}

static inline gboolean
spur_node_walk_next (SpurNodeWalk *self, guint64 *event)
{
  while (self->rest == 0)
    {
      if (self->word + 1 >= self->nodes->n_words)
        return FALSE;
      self->rest = self->nodes->bits[++self->word];
    }
  *event = 64 * (guint64) self->word + (guint64) __builtin_ctzll (self->rest);
  self->rest &= self->rest - 1;
  return TRUE;
}

/* The time of every node after the maps of @correction, which may be NULL. */
gint64 *spur_nodes_get_times (const SpurNodes *self,
                              SpurTrace *trace,
                              SpurCorrection *correction,
                              const SpurJob *job);

/* The same, into @times; only of streams with a byte in @is_own, where that is not NULL. */
void spur_nodes_fill_times (const SpurNodes *self,
                            SpurTrace *trace,
                            SpurCorrection *correction,
                            const guint8 *is_own,
                            const SpurJob *job,
                            gint64 *times);

/* Words of a stream for which that is done at a time. */
extern guint spur_nodes_piece_words;
