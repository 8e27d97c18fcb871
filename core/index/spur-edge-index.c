/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Edges in the order of time with sums of blocks of them, so that the arrows of any span cost what
 * is seen of them. */
#include "core/index/spur-edge-index.h"

#include <string.h>

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/packet/spur-packed-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* Edges of a block; and blocks of a level that are one of the next. Powers of two, so that a span
 * is a few blocks of each level. */
#define BLOCK_EDGES 256
#define LEVEL_BLOCKS 16
#define MAX_LEVELS 16

/* Bundles of the blocks of a level, ordered by pair in each. */
typedef struct
{
  GArray *bundles; /* SpurEdgeBundle */
  GArray *firsts;  /* gsize by block, then their number */
} Level;

/**
 * SpurEdgeIndex:
 *
 * The one-to-one edges of a trace by the time at which they are sent, and the moves of its load
 * objects by that at which they come: bundles by pair of groups with number, bytes, delays and
 * violations, for any span without looking at each edge. Violations and moves are lists of their
 * own, of which each is kept.
 *
 * Since: 1.0
 */
struct _SpurEdgeIndex
{
  GObject parent_instance;

  SpurTrace *trace;
  SpurEdges *source;
  guint32 *groups;
  GArray *edges;      /* SpurIndexedEdge */
  GArray *latest_ns;  /* gint64 by block: of its edges and of those before the latest end */
  GArray *violations; /* SpurIndexedEdge */
  GArray *moves;      /* SpurMove */
  Level levels[MAX_LEVELS];
  guint n_levels;

  /* What was asked for last. */
  GArray *found;
};

SPUR_DEFINE_OBJECT (SpurEdgeIndex, spur_edge_index, G_TYPE_FLAG_NONE)

static void
spur_edge_index_clear (SpurEdgeIndex *self)
{
  for (guint i = 0; i < self->n_levels; i++)
    {
      g_array_unref (self->levels[i].bundles);
      g_array_unref (self->levels[i].firsts);
    }
  g_array_unref (self->edges);
  g_array_unref (self->latest_ns);
  g_array_unref (self->violations);
  g_array_unref (self->moves);
  g_array_unref (self->found);
  g_free (self->groups);
  g_clear_object (&self->source);
  g_clear_object (&self->trace);
}

static void
spur_edge_index_init (SpurEdgeIndex *self)
{
  self->edges = g_array_new (FALSE, FALSE, sizeof (SpurIndexedEdge));
  self->latest_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->violations = g_array_new (FALSE, FALSE, sizeof (SpurIndexedEdge));
  self->moves = g_array_new (FALSE, FALSE, sizeof (SpurMove));
  self->found = g_array_new (FALSE, FALSE, sizeof (SpurEdgeBundle));
}

/* Edges */

static gint64
get_time_ns (SpurEdgeIndex *self, SpurCorrection *correction, guint stream, guint64 event)
{
  gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, stream), event);

  return correction != NULL ? spur_correction_apply (correction, stream, event, raw_ns) : raw_ns;
}

static void
add_edges (SpurEdgeIndex *self, const SpurEdgeIndexOptions *options)
{
  SpurCorrection *correction = options->raw ? NULL : spur_trace_get_correction (self->trace);
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->source, &n_edges);

  g_array_set_size (self->edges, (guint) n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &edges[i];

      g_array_index (self->edges, SpurIndexedEdge, i) = (SpurIndexedEdge){
        .sent_ns = get_time_ns (self, correction, edge->from_stream, edge->from_event),
        .received_ns = get_time_ns (self, correction, edge->to_stream, edge->to_event),
        .mu_ns = edge->mu_ns != SPUR_MU_DEFAULT ? edge->mu_ns : options->mu_ns,
        .edge = i
      };
    }
}

/* An edge at its send. */
typedef struct
{
  guint32 stream;
  guint64 event;
  gsize edge;
} Send;

SPUR_DEFINE_ORDER (compare_sends, Send, SPUR_BY_3 (stream, event, edge))
SPUR_DEFINE_ARRAY_SORT (sort_sends, Send, compare_sends)

/* Where the walk over a stream is among the sends. */
typedef struct
{
  SpurEdgeIndex *index;
  const Send *next;
  const Send *end;
} SizeWalk;

static void
take_size (const SpurEventLayout *layout, const guint8 *record, guint64 event, gpointer data)
{
  SizeWalk *self = data;
  SpurUse use = layout->field_of_use[SPUR_USE_SIZE] >= 0 ? SPUR_USE_SIZE : SPUR_USE_SENT_BYTES;

  while (self->next < self->end && self->next->event < event)
    self->next++;
  for (; self->next < self->end && self->next->event == event; self->next++)
    g_array_index (self->index->edges, SpurIndexedEdge, self->next->edge).n_bytes =
      spur_event_layout_get_use (layout, use, record, 0);
}

/* Classes whose events say how many bytes they send. */
static guint8 *
find_sizes (SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  guint8 *has_size = g_new0 (guint8, (gsize) n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      has_size[i] =
        layout->field_of_use[SPUR_USE_SIZE] >= 0 || layout->field_of_use[SPUR_USE_SENT_BYTES] >= 0;
    }
  return has_size;
}

/* In one pass over the streams that send. */
static void
add_sizes (SpurEdgeIndex *self)
{
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (Send));
  g_autofree guint8 *has_size = find_sizes (self->trace);
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->source, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      Send send = { edges[i].from_stream, edges[i].from_event, i };

      g_array_append_val (sends, send);
    }
  sort_sends (sends);
  for (guint i = 0, end; i < sends->len; i = end)
    {
      const Send *first = &g_array_index (sends, Send, i);
      SizeWalk walk;

      for (end = i; end < sends->len && g_array_index (sends, Send, end).stream == first->stream;)
        end++;
      walk = (SizeWalk){ self, first, first + (end - i) };
      spur_stream_visit_wanted (spur_trace_get_stream (self->trace, first->stream), has_size,
                                take_size, &walk);
    }
}

SPUR_DEFINE_ORDER (compare_edges, SpurIndexedEdge, SPUR_BY_3 (sent_ns, received_ns, edge))
SPUR_DEFINE_ARRAY_SORT (sort_edges, SpurIndexedEdge, compare_edges)

static gboolean
is_violated (const SpurIndexedEdge *edge)
{
  return edge->received_ns - edge->sent_ns < edge->mu_ns;
}

static void
list_violations (SpurEdgeIndex *self)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const SpurIndexedEdge *edge = &g_array_index (self->edges, SpurIndexedEdge, i);

      if (is_violated (edge))
        g_array_append_vals (self->violations, edge, 1);
    }
}

SPUR_DEFINE_ORDER (compare_moves, SpurMove, SPUR_BY_4 (came_ns, left_ns, object, to))
SPUR_DEFINE_ARRAY_SORT (sort_moves, SpurMove, compare_moves)

static void
list_moves (SpurEdgeIndex *self, SpurTimeline *timeline)
{
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (timeline, &n_moves);

  if (n_moves > 0)
    g_array_append_vals (self->moves, moves, (guint) n_moves);
  sort_moves (self->moves);
}

/* Bundles */

SPUR_DEFINE_ORDER (compare_pairs, SpurEdgeBundle, SPUR_BY_2 (from_group, to_group))
SPUR_DEFINE_ARRAY_SORT (sort_bundles, SpurEdgeBundle, compare_pairs)

static void
merge_bundle (SpurEdgeBundle *to, const SpurEdgeBundle *from)
{
  to->n_edges += from->n_edges;
  to->n_bytes += from->n_bytes;
  to->n_reversed += from->n_reversed;
  to->n_below_mu += from->n_below_mu;
  to->least_ns = MIN (to->least_ns, from->least_ns);
  to->largest_ns = MAX (to->largest_ns, from->largest_ns);
}

/* Sorts bundles, and makes one of those of a pair. */
static void
join_bundles (GArray *bundles)
{
  guint n_kept = 0;

  sort_bundles (bundles);
  for (guint i = 0; i < bundles->len; i++)
    {
      const SpurEdgeBundle *bundle = &g_array_index (bundles, SpurEdgeBundle, i);
      SpurEdgeBundle *last =
        n_kept > 0 ? &g_array_index (bundles, SpurEdgeBundle, n_kept - 1) : NULL;

      if (last != NULL && compare_pairs (last, bundle) == 0)
        merge_bundle (last, bundle);
      else
        g_array_index (bundles, SpurEdgeBundle, n_kept++) = *bundle;
    }
  g_array_set_size (bundles, n_kept);
}

/* Adds edges [first, end) one by one. */
static void
bundle_edges (const SpurEdgeIndex *self, gsize first, gsize end, GArray *bundles)
{
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->source, &n_edges);

  for (gsize i = first; i < end; i++)
    {
      const SpurIndexedEdge *indexed = &g_array_index (self->edges, SpurIndexedEdge, i);
      const SpurEdge *edge = &edges[indexed->edge];
      gint64 delay_ns = indexed->received_ns - indexed->sent_ns;
      SpurEdgeBundle bundle = { .from_group = self->groups[edge->from_stream],
                                .to_group = self->groups[edge->to_stream],
                                .n_edges = 1,
                                .n_bytes = indexed->n_bytes,
                                .n_reversed = delay_ns < 0,
                                .n_below_mu = is_violated (indexed),
                                .least_ns = delay_ns,
                                .largest_ns = delay_ns };

      g_array_append_val (bundles, bundle);
    }
}

static void
level_append (Level *self, GArray *bundles)
{
  join_bundles (bundles);
  if (bundles->len > 0)
    g_array_append_vals (self->bundles, bundles->data, bundles->len);
  {
    gsize end = self->bundles->len;

    g_array_append_val (self->firsts, end);
  }
}

static Level *
begin_level (SpurEdgeIndex *self)
{
  Level *level = &self->levels[self->n_levels++];
  gsize first = 0;

  level->bundles = g_array_new (FALSE, FALSE, sizeof (SpurEdgeBundle));
  level->firsts = g_array_new (FALSE, FALSE, sizeof (gsize));
  g_array_append_val (level->firsts, first);
  return level;
}

/* Adds the bundles of blocks [first, end) of a level. */
static void
add_blocks (const Level *level, gsize first, gsize end, GArray *bundles)
{
  gsize begin = g_array_index (level->firsts, gsize, first);
  gsize n_bundles = g_array_index (level->firsts, gsize, end) - begin;

  if (n_bundles > 0)
    g_array_append_vals (bundles, &g_array_index (level->bundles, SpurEdgeBundle, begin),
                         (guint) n_bundles);
}

/* Whole blocks only; what is left is read edge by edge. */
static void
make_levels (SpurEdgeIndex *self)
{
  g_autoptr (GArray) bundles = g_array_new (FALSE, FALSE, sizeof (SpurEdgeBundle));
  gsize n_blocks = self->edges->len / BLOCK_EDGES;

  for (gsize i = 0; n_blocks > 0 && self->n_levels < MAX_LEVELS; i = 0)
    {
      guint last = self->n_levels;
      Level *level = begin_level (self);

      for (; i < n_blocks; i++)
        {
          g_array_set_size (bundles, 0);
          if (last == 0)
            bundle_edges (self, i * BLOCK_EDGES, (i + 1) * BLOCK_EDGES, bundles);
          else
            add_blocks (&self->levels[last - 1], i * LEVEL_BLOCKS, (i + 1) * LEVEL_BLOCKS, bundles);
          level_append (level, bundles);
        }
      n_blocks /= LEVEL_BLOCKS;
    }
}

static void
note_latest (SpurEdgeIndex *self)
{
  gint64 latest_ns = G_MININT64;

  for (guint i = 0; i < self->edges->len; i++)
    {
      const SpurIndexedEdge *edge = &g_array_index (self->edges, SpurIndexedEdge, i);

      latest_ns = MAX (latest_ns, MAX (edge->sent_ns, edge->received_ns));
      if ((i + 1) % BLOCK_EDGES == 0 || i + 1 == self->edges->len)
        g_array_append_val (self->latest_ns, latest_ns);
    }
}

/**
 * spur_edge_index_new: (skip)
 * @trace: a sealed trace
 * @edges: its edges
 * @options: what the index is of
 * @job: (nullable): how the work is to be done
 *
 * Makes an index of the edges at raw or corrected times.
 *
 * Returns: (transfer full): the index
 *
 * Since: 1.0
 */
SpurEdgeIndex *
spur_edge_index_new (SpurTrace *trace,
                     SpurEdges *edges,
                     const SpurEdgeIndexOptions *options,
                     const SpurJob *job)
{
  SpurEdgeIndex *self;
  guint n_streams;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (options != NULL, NULL);

  self = g_object_new (SPUR_TYPE_EDGE_INDEX, NULL);
  n_streams = spur_trace_get_n_streams (trace);
  self->trace = g_object_ref (trace);
  self->source = g_object_ref (edges);
  self->groups = g_new (guint32, (gsize) n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    self->groups[i] = options->groups != NULL ? options->groups[i] : i;
  add_edges (self, options);
  add_sizes (self);
  spur_job_report (job, "indexing edges", 1, 2);
  sort_edges (self->edges);
  list_violations (self);
  note_latest (self);
  make_levels (self);
  if (options->timeline != NULL)
    list_moves (self, options->timeline);
  spur_job_report (job, "indexing edges", 2, 2);
  return self;
}

/* Edges that are sent before a time. */
static gsize
count_before (const GArray *edges, gint64 time_ns)
{
  gsize low = 0, high = edges->len, middle;

  SPUR_BISECT (low, high, middle, g_array_index (edges, SpurIndexedEdge, middle).sent_ns < time_ns)
  return low;
}

/**
 * spur_edge_index_visit: (skip)
 * @self: an index
 * @from_ns: begin of a span of time
 * @to_ns: its end, which is in it
 * @visit: (scope call): what is called
 * @user_data: what it is called with
 *
 * Visits the edges that are on their way at some time of a span, by the time at which they are
 * sent; then those received in the span or before, but sent behind it.
 *
 * Since: 1.0
 */
void
spur_edge_index_visit (
  SpurEdgeIndex *self, gint64 from_ns, gint64 to_ns, SpurEdgeVisit visit, gpointer user_data)
{
  gsize low = 0, high, middle, end;

  g_return_if_fail (SPUR_IS_EDGE_INDEX (self) && visit != NULL);
  g_return_if_fail (to_ns < G_MAXINT64);

  high = self->latest_ns->len;
  SPUR_BISECT (low, high, middle, g_array_index (self->latest_ns, gint64, middle) < from_ns)
  end = count_before (self->edges, to_ns + 1);
  for (gsize i = low * BLOCK_EDGES; i < end; i++)
    {
      const SpurIndexedEdge *edge = &g_array_index (self->edges, SpurIndexedEdge, i);

      if (MAX (edge->sent_ns, edge->received_ns) >= from_ns)
        visit (edge, user_data);
    }
  for (gsize i = count_before (self->violations, to_ns + 1); i < self->violations->len; i++)
    {
      const SpurIndexedEdge *edge = &g_array_index (self->violations, SpurIndexedEdge, i);

      if (edge->received_ns <= to_ns)
        visit (edge, user_data);
    }
}

/* Adds blocks [first, end) of the first level, by as few blocks of all levels as there can be. */
static void
add_span (const SpurEdgeIndex *self, gsize first, gsize end, GArray *bundles)
{
  guint level = 0;
  gsize n_blocks = 1;

  while (first < end)
    {
      while (level + 1 < self->n_levels && first % (n_blocks * LEVEL_BLOCKS) == 0 &&
             first + n_blocks * LEVEL_BLOCKS <= end)
        {
          level++;
          n_blocks *= LEVEL_BLOCKS;
        }
      while (first + n_blocks > end)
        {
          level--;
          n_blocks /= LEVEL_BLOCKS;
        }
      add_blocks (&self->levels[level], first / n_blocks, first / n_blocks + 1, bundles);
      first += n_blocks;
    }
}

/**
 * spur_edge_index_get_bundles: (skip)
 * @self: an index
 * @from_ns: begin of a span of time
 * @to_ns: its end, which is not in it
 * @n_bundles: (out): how many
 *
 * Sums up the edges that are sent in a span, by pair of groups. The cost follows the pairs and not
 * the edges.
 *
 * Returns: (transfer none) (array length=n_bundles): the bundles by pair, until the next call
 *
 * Since: 1.0
 */
const SpurEdgeBundle *
spur_edge_index_get_bundles (SpurEdgeIndex *self, gint64 from_ns, gint64 to_ns, gsize *n_bundles)
{
  gsize first, end, first_block, end_block;

  g_return_val_if_fail (SPUR_IS_EDGE_INDEX (self), NULL);
  g_return_val_if_fail (n_bundles != NULL, NULL);

  g_array_set_size (self->found, 0);
  first = count_before (self->edges, from_ns);
  end = MAX (first, count_before (self->edges, to_ns));
  first_block = (first + BLOCK_EDGES - 1) / BLOCK_EDGES;
  end_block = end / BLOCK_EDGES;
  if (first_block >= end_block)
    bundle_edges (self, first, end, self->found);
  else
    {
      bundle_edges (self, first, first_block * BLOCK_EDGES, self->found);
      add_span (self, first_block, end_block, self->found);
      bundle_edges (self, end_block * BLOCK_EDGES, end, self->found);
    }
  join_bundles (self->found);
  *n_bundles = self->found->len;
  return (const SpurEdgeBundle *) (gpointer) self->found->data;
}

/**
 * spur_edge_index_get_violations: (skip)
 * @self: an index
 * @from_ns: begin of a span of time
 * @to_ns: its end, which is not in it
 * @n_violations: (out): how many
 *
 * Gets the edges that are sent in a span and received less than their mu after it, all of them.
 *
 * Returns: (transfer none) (array length=n_violations): the edges, by the time of their sends
 *
 * Since: 1.0
 */
const SpurIndexedEdge *
spur_edge_index_get_violations (SpurEdgeIndex *self,
                                gint64 from_ns,
                                gint64 to_ns,
                                gsize *n_violations)
{
  gsize first;

  g_return_val_if_fail (SPUR_IS_EDGE_INDEX (self), NULL);
  g_return_val_if_fail (n_violations != NULL, NULL);

  first = count_before (self->violations, from_ns);
  *n_violations = MAX (first, count_before (self->violations, to_ns)) - first;
  return (const SpurIndexedEdge *) (gpointer) self->violations->data + first;
}

static gsize
count_moves_before (const GArray *moves, gint64 time_ns)
{
  gsize low = 0, high = moves->len, middle;

  SPUR_BISECT (low, high, middle, g_array_index (moves, SpurMove, middle).came_ns < time_ns)
  return low;
}

/**
 * spur_edge_index_get_moves: (skip)
 * @self: an index
 * @from_ns: begin of a span of time
 * @to_ns: its end, which is not in it
 * @n_moves: (out): how many
 *
 * Gets the moves that come in a span, all of them.
 *
 * Returns: (transfer none) (array length=n_moves): the moves, by the time at which they come
 *
 * Since: 1.0
 */
const SpurMove *
spur_edge_index_get_moves (SpurEdgeIndex *self, gint64 from_ns, gint64 to_ns, gsize *n_moves)
{
  gsize first;

  g_return_val_if_fail (SPUR_IS_EDGE_INDEX (self), NULL);
  g_return_val_if_fail (n_moves != NULL, NULL);

  first = count_moves_before (self->moves, from_ns);
  *n_moves = MAX (first, count_moves_before (self->moves, to_ns)) - first;
  return (const SpurMove *) (gpointer) self->moves->data + first;
}
