/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-nodes-internal.h"

#include "core/base/spur-pages-private.h"

/* Edges, members or the like of a task. */
#define BLOCK (1u << 15)

typedef struct
{
  SpurNodes *self;
  gsize n_edges;
  gsize n_members;
  /* Whether several threads set bits in the same words. */
  gboolean is_shared;
  gint is_wrong;
} Marking;

/* Fails where the trace does not have the event. */
static inline gboolean
mark_event (Marking *marking, SpurNodePen *pen, guint32 stream, guint64 event)
{
  SpurNodeStream *nodes = &marking->self->streams[stream];

  if (event >= nodes->n_events)
    return FALSE;
  spur_node_pen_mark (pen, nodes, event, marking->is_shared);
  return TRUE;
}

static void
mark_edges (guint block, gpointer user_data)
{
  Marking *marking = user_data;
  gsize begin = block * (gsize) BLOCK, end = MIN (begin + BLOCK, marking->n_edges);
  SpurNodePen from = { NULL, 0 }, to = { NULL, 0 };

  for (gsize i = begin; i < end; i++)
    {
      const SpurEdge *edge = &marking->self->edges[i];

      if (mark_event (marking, &from, edge->from_stream, edge->from_event) &&
          mark_event (marking, &to, edge->to_stream, edge->to_event))
        continue;
      g_atomic_int_set (&marking->is_wrong, TRUE);
      break;
    }
  spur_node_pen_lift (&from, marking->is_shared);
  spur_node_pen_lift (&to, marking->is_shared);
}

static void
mark_members (guint block, gpointer user_data)
{
  Marking *marking = user_data;
  gsize begin = block * (gsize) BLOCK, end = MIN (begin + BLOCK, marking->n_members);
  SpurNodePen pen = { NULL, 0 };

  for (gsize i = begin; i < end; i++)
    {
      const SpurMember *member = &marking->self->members[i];

      if (mark_event (marking, &pen, member->stream, member->enter_event) &&
          mark_event (marking, &pen, member->stream, member->exit_event))
        continue;
      g_atomic_int_set (&marking->is_wrong, TRUE);
      break;
    }
  spur_node_pen_lift (&pen, marking->is_shared);
}

static void
pair_edges (guint block, gpointer user_data)
{
  const Marking *marking = user_data;
  SpurNodes *self = marking->self;
  gsize begin = block * (gsize) BLOCK, end = MIN (begin + BLOCK, marking->n_edges);
  gboolean has_mu = FALSE;

  for (gsize i = begin; i < end; i++)
    {
      const SpurEdge *edge = &self->edges[i];

      has_mu |= edge->mu_ns != SPUR_MU_DEFAULT;

      self->pairs[i].from = (guint32) spur_nodes_find (self, edge->from_stream, edge->from_event);
      self->pairs[i].to = (guint32) spur_nodes_find (self, edge->to_stream, edge->to_event);
    }
  if (has_mu)
    g_atomic_int_set (&self->has_mu, TRUE);
}

static void
pair_members (guint block, gpointer user_data)
{
  const Marking *marking = user_data;
  const SpurNodes *self = marking->self;
  gsize begin = block * (gsize) BLOCK, end = MIN (begin + BLOCK, marking->n_members);

  for (gsize i = begin; i < end; i++)
    {
      const SpurMember *member = &self->members[i];
      SpurNodePair *pair = &self->member_pairs[i];

      pair->from = (guint32) spur_nodes_find (self, member->stream, member->enter_event);
      pair->to = (guint32) spur_nodes_find (self, member->stream, member->exit_event);
    }
}

static guint
count_blocks (gsize n)
{
  return (guint) ((n + BLOCK - 1) / BLOCK);
}

/* Numbers by which the values of nodes are found without counting bits. */
static void
make_pairs (Marking *marking, const SpurJob *job)
{
  SpurNodes *self = marking->self;

  if (self->n_nodes > G_MAXUINT32)
    return;
  self->pairs = SPUR_PAGES_NEW (SpurNodePair, marking->n_edges);
  self->member_pairs = SPUR_PAGES_NEW (SpurNodePair, marking->n_members);
  spur_job_run (job, count_blocks (marking->n_edges), pair_edges, marking);
  spur_job_run (job, count_blocks (marking->n_members), pair_members, marking);
}

static void
mark_all (SpurNodeStream *nodes)
{
  if (nodes->n_events == 0)
    return;
  memset (nodes->bits, 0xff, nodes->n_words * sizeof *nodes->bits);
  if (nodes->n_events % 64 != 0)
    nodes->bits[nodes->n_words - 1] = (G_GUINT64_CONSTANT (1) << (nodes->n_events % 64)) - 1;
}

static void
count_nodes (SpurNodes *self)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurNodeStream *nodes = &self->streams[s];
      guint64 first = self->n_nodes;

      for (gsize w = 0; w < nodes->n_words; w++)
        {
          nodes->ranks[w] = self->n_nodes;
          self->n_nodes += spur_nodes_count_bits (nodes->bits[w]);
        }
      nodes->n_nodes = self->n_nodes - first;
    }
}

SpurNodes *
spur_nodes_new_empty (SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  SpurNodes *self = spur_pages_new0 (1, sizeof *self + n_streams * sizeof self->streams[0]);
  gsize n_words = 0;

  g_atomic_ref_count_init (&self->ref_count);
  self->n_streams = n_streams;
  for (guint s = 0; s < n_streams; s++)
    {
      SpurNodeStream *nodes = &self->streams[s];
      SpurStream *stream = spur_trace_get_stream (trace, s);

      nodes->n_events = spur_stream_get_n_events (stream);
      nodes->n_steps_back = spur_stream_get_n_steps_back (stream);
      nodes->n_words = (gsize) ((nodes->n_events + 63) / 64);
      n_words += nodes->n_words;
    }
  self->words = SPUR_PAGES_NEW (guint64, 2 * n_words);
  n_words = 0;
  for (guint s = 0; s < n_streams; s++)
    {
      SpurNodeStream *nodes = &self->streams[s];

      nodes->bits = self->words + 2 * n_words;
      nodes->ranks = nodes->bits + nodes->n_words;
      n_words += nodes->n_words;
    }
  return self;
}

void
spur_nodes_open_stream (SpurNodes *self, guint stream)
{
  SpurNodeStream *nodes = &self->streams[stream];

  memset (nodes->bits, 0, nodes->n_words * sizeof *nodes->bits);
}

SpurNodes *
spur_nodes_make (SpurTrace *trace, SpurEdges *edges, const guint8 *all, const SpurJob *job)
{
  g_autoptr (SpurNodes) self = spur_nodes_new_empty (trace);
  Marking marking = { .self = self, .is_shared = spur_job_get_n_threads (job) > 1 };

  self->edges = spur_edges_get_all (edges, &marking.n_edges);
  self->members = spur_edges_get_members (edges, &marking.n_members);
  for (guint s = 0; s < self->n_streams; s++)
    {
      spur_nodes_open_stream (self, s);
      if (all != NULL && all[s] != 0)
        mark_all (&self->streams[s]);
    }
  spur_job_run (job, count_blocks (marking.n_edges), mark_edges, &marking);
  spur_job_run (job, count_blocks (marking.n_members), mark_members, &marking);
  if (marking.is_wrong)
    return NULL;
  count_nodes (self);
  make_pairs (&marking, job);
  return g_steal_pointer (&self);
}

void
spur_nodes_number (SpurNodes *self, SpurEdges *edges, const SpurJob *job)
{
  Marking marking = { .self = self, .is_shared = spur_job_get_n_threads (job) > 1 };

  self->members = spur_edges_get_members (edges, &marking.n_members);
  spur_job_run (job, count_blocks (marking.n_members), mark_members, &marking);
  count_nodes (self);
  if (self->n_nodes > G_MAXUINT32)
    return;
  self->member_pairs = SPUR_PAGES_NEW (SpurNodePair, marking.n_members);
  spur_job_run (job, count_blocks (marking.n_members), pair_members, &marking);
}

/* Where the events of nodes are, to be written behind each other. */
typedef struct
{
  const SpurNodes *self;
  SpurEdge *edges;
  gsize n_pairs;
  guint64 *events;
  /* Of every stream. */
  guint64 *first_node;
} Writing;

static void
list_events (guint stream, gpointer user_data)
{
  const Writing *writing = user_data;
  const SpurNodeStream *nodes = &writing->self->streams[stream];
  guint64 *event;
  SpurNodeWalk walk;

  if (nodes->n_nodes == 0)
    return;
  event = writing->events + nodes->ranks[0];
  spur_node_walk_init (&walk, writing->self, stream);
  while (spur_node_walk_next (&walk, event))
    event++;
}

static gboolean
is_of_stream (const SpurNodeStream *nodes, guint64 node)
{
  return nodes->n_nodes > 0 && node - nodes->ranks[0] < nodes->n_nodes;
}

/* The last stream with nodes of which none is after @node. */
static guint
find_stream (const Writing *writing, guint64 node)
{
  guint low = 0, high = writing->self->n_streams;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (writing->first_node[middle] <= node)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
write_edges (guint block, gpointer user_data)
{
  const Writing *writing = user_data;
  const SpurNodes *self = writing->self;
  gsize begin = block * (gsize) BLOCK, end = MIN (begin + BLOCK, writing->n_pairs);
  guint from = 0, to = 0;

  for (gsize i = begin; i < end; i++)
    {
      const SpurNodePair *pair = &self->pairs[i];

      if (!is_of_stream (&self->streams[from], pair->from))
        from = find_stream (writing, pair->from);
      if (!is_of_stream (&self->streams[to], pair->to))
        to = find_stream (writing, pair->to);
      writing->edges[i] = (SpurEdge){ writing->events[pair->from], writing->events[pair->to],
                                      SPUR_MU_DEFAULT, from, to };
    }
}

void
spur_nodes_write_edges (const SpurNodes *self, SpurEdge *edges, gsize n_pairs, const SpurJob *job)
{
  SPUR_AUTO_PAGES guint64 *events = SPUR_PAGES_NEW (guint64, self->n_nodes);
  g_autofree guint64 *first_node = g_new (guint64, self->n_streams + 1);
  Writing writing = { self, edges, n_pairs, events, first_node };
  guint64 n_nodes = 0;

  for (guint s = 0; s < self->n_streams; s++)
    {
      first_node[s] = n_nodes;
      n_nodes += self->streams[s].n_nodes;
    }
  spur_job_run (job, self->n_streams, list_events, &writing);
  spur_job_run (job, count_blocks (n_pairs), write_edges, &writing);
}

void
spur_nodes_read_times (SpurNodes *self, SpurTrace *trace, const SpurJob *job)
{
  gint64 *raw_ns;

  if (self->raw_ns != NULL)
    return;
  raw_ns = SPUR_PAGES_NEW (gint64, self->n_nodes);
  spur_nodes_fill_times (self, trace, NULL, NULL, job, raw_ns);
  self->raw_ns = raw_ns;
}

SpurNodes *
spur_nodes_ref (SpurNodes *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
spur_nodes_free (SpurNodes *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint s = 0; self->words == NULL && s < self->n_streams; s++)
    {
      spur_pages_free (self->streams[s].bits);
      spur_pages_free (self->streams[s].ranks);
    }
  spur_pages_free (self->words);
  spur_pages_free (self->pairs);
  spur_pages_free (self->member_pairs);
  spur_pages_free (self->raw_ns);
  g_free (self->raw_check);
  spur_pages_free (self);
}

guint64
spur_nodes_get_event (const SpurNodes *self, guint stream, guint64 node)
{
  const SpurNodeStream *nodes = &self->streams[stream];
  gsize low = 0, high = nodes->n_words;
  guint64 bits;

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (nodes->ranks[middle] <= node)
        low = middle;
      else
        high = middle;
    }
  bits = nodes->bits[low];
  for (guint64 k = nodes->ranks[low]; k < node; k++)
    bits &= bits - 1;
  return 64 * (guint64) low + (guint64) __builtin_ctzll (bits);
}

void
spur_times_init (SpurTimes *self, SpurTrace *trace, SpurCorrection *correction, guint stream)
{
  self->stream = spur_trace_get_stream (trace, stream);
  self->run.first = 0;
  self->run.n_events = 0;
  spur_time_walk_init (&self->maps, correction, stream);
}

void
spur_times_seek (SpurTimes *self, guint64 event)
{
  spur_stream_find_ticks (self->stream, event, &self->run);
}

gboolean
spur_times_are_raw (SpurCorrection *correction)
{
  guint n_streams = correction != NULL ? spur_correction_get_n_streams (correction) : 0;

  for (guint s = 0; s < n_streams; s++)
    {
      if (spur_correction_get_n_maps (correction, s) > 0)
        return FALSE;
    }
  return TRUE;
}

/* Words of the nodes of a stream. */
typedef struct
{
  guint stream;
  gsize first_word;
  gsize end_word;
} Piece;

typedef struct
{
  const SpurNodes *nodes;
  SpurTrace *trace;
  SpurCorrection *correction;
  const guint8 *is_own;
  gint64 *times;
  /* Piece: the tasks. */
  GArray *pieces;
} Filling;

/* Words of a piece of a stream that is in memory, so that threads are done at the same
 * time. What has to be unpacked is not taken to pieces. */
guint spur_nodes_piece_words = 4096;

static void
list_pieces (Filling *self)
{
  for (guint s = 0; s < self->nodes->n_streams; s++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, s);
      gsize n_words = self->nodes->streams[s].n_words;
      gsize step = n_words;
      Piece piece = { s, 0, 0 };

      if (self->is_own != NULL && self->is_own[s] == 0)
        continue;
      if (n_words > spur_nodes_piece_words && spur_stream_get_packed (stream, 0) == NULL)
        step = spur_nodes_piece_words;
      do
        {
          piece.first_word = piece.end_word;
          piece.end_word = MIN (piece.first_word + step, n_words);
          g_array_append_val (self->pieces, piece);
        }
      while (piece.end_word < n_words);
    }
}

/* Nodes that are read together. */
#define BATCH 512

/* Their raw times; events rise. */
static void
read_batch (SpurTimes *times, const guint64 *events, gsize n_events, gint64 *time_ns)
{
  for (gsize i = 0; i < n_events;)
    {
      gsize n = 0;

      if (events[i] - times->run.first >= times->run.n_events)
        spur_times_seek (times, events[i]);
      while (i + n < n_events && events[i + n] - times->run.first < times->run.n_events)
        n++;
      spur_tick_run_read (&times->run, events + i, n, time_ns + i);
      i += n;
    }
  if (spur_stream_is_in_ns (times->stream))
    return;
  for (gsize i = 0; i < n_events; i++)
    time_ns[i] = spur_stream_ticks_to_ns (times->stream, time_ns[i]);
}

static void
fill_times (guint index, gpointer user_data)
{
  const Filling *filling = user_data;
  const Piece *piece = &g_array_index (filling->pieces, Piece, index);
  const SpurNodes *nodes = filling->nodes;
  const SpurNodeStream *of_stream = &nodes->streams[piece->stream];
  guint64 events[BATCH], node, end;
  SpurNodeWalk walk;
  SpurTimes times;

  if (nodes->raw_ns == NULL && piece->first_word == 0)
    spur_trace_fetch_streams (filling->trace, piece->stream, SPUR_CHUNK_TICKS);
  if (of_stream->n_nodes == 0)
    return;
  node = of_stream->ranks[piece->first_word];
  end = piece->end_word < of_stream->n_words ? of_stream->ranks[piece->end_word]
                                             : of_stream->ranks[0] + of_stream->n_nodes;
  spur_times_init (&times, filling->trace, filling->correction, piece->stream);
  spur_node_walk_init_at (&walk, nodes, piece->stream, piece->first_word);
  while (node < end)
    {
      gint64 *time_ns = filling->times + node;
      gsize n = 0;

      while (n < MIN (BATCH, end - node) && spur_node_walk_next (&walk, &events[n]))
        n++;
      if (nodes->raw_ns != NULL)
        memcpy (time_ns, nodes->raw_ns + node, n * sizeof *time_ns);
      else
        read_batch (&times, events, n, time_ns);
      for (guint i = 0; i < times.maps.n_maps; i++)
        spur_time_map_apply_all (times.maps.maps[i], &times.maps.hints[i], events, time_ns, n);
      node += n;
    }
}

void
spur_nodes_fill_times (const SpurNodes *self,
                       SpurTrace *trace,
                       SpurCorrection *correction,
                       const guint8 *is_own,
                       const SpurJob *job,
                       gint64 *times)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  Filling filling = { self, trace, correction, is_own, times, pieces };

  list_pieces (&filling);
  spur_job_run (job, pieces->len, fill_times, &filling);
}

gint64 *
spur_nodes_get_times (const SpurNodes *self,
                      SpurTrace *trace,
                      SpurCorrection *correction,
                      const SpurJob *job)
{
  gint64 *times = g_new (gint64, self->n_nodes);

  spur_nodes_fill_times (self, trace, correction, NULL, job, times);
  return times;
}
