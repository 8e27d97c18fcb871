/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where the ends of a message say different things of it, one was recorded wrongly, or both are no
 * pair. Looked for when asked, after matching. */
#include "core/causality/spur-disagreements.h"

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/causality/spur-scan-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/trace/spur-chunk-walk.h"

/* Edges of a task. */
#define BLOCK_EDGES (1u << 16)

/**
 * SpurDisagreements:
 *
 * The messages of a trace whose ends disagree on what was sent.
 *
 * Since: 1.0
 */
struct _SpurDisagreements
{
  GObject parent_instance;

  guint64 counts[SPUR_DISAGREEMENT_TAG + 1];
  GArray *all;
};

SPUR_DEFINE_OBJECT (SpurDisagreements, spur_disagreements, G_TYPE_FLAG_NONE)

static void
spur_disagreements_clear (SpurDisagreements *self)
{
  g_array_unref (self->all);
}

static void
spur_disagreements_init (SpurDisagreements *self)
{
  self->all = g_array_new (FALSE, FALSE, sizeof (SpurDisagreement));
}

/* What a block of edges found. */
typedef struct
{
  guint64 n_found;
  GArray *listed;
} Block;

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurNodes *nodes;
  /* By class: where the size is, and how long a record is. */
  SpurPlace *places;
  guint32 *n_bytes;
  guint8 *is_wanted;
  /* By node, 0 where it is not known. */
  guint64 *sizes;
  const SpurNodePair *pairs;
  const SpurEdge *all;
  gsize n_edges;
  Block *blocks;
} Search;

/* Sizes are of use where both sends and receives have some, in one unit. */
static gboolean
init_classes (Search *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  gboolean has_sends = FALSE, has_receives = FALSE, is_one_unit = TRUE;
  const char *unit = NULL;

  self->places = g_new0 (SpurPlace, MAX (n_classes, 1));
  self->n_bytes = g_new0 (guint32, MAX (n_classes, 1));
  self->is_wanted = g_new0 (guint8, MAX (n_classes, 1));
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);
      int index = layout->field_of_use[SPUR_USE_SIZE];
      const SpurField *field = index >= 0 ? &layout->fields[index] : NULL;

      self->n_bytes[i] = layout->n_bytes;
      if (field == NULL || (layout->role != SPUR_ROLE_SEND && layout->role != SPUR_ROLE_RECEIVE))
        continue;
      self->is_wanted[i] = TRUE;
      self->places[i] = (SpurPlace){ (guint16) field->offset_bytes,
                                     (guint8) spur_field_type_get_n_bytes (field->type) };
      is_one_unit &= (!has_sends && !has_receives) || g_strcmp0 (unit, field->unit) == 0;
      unit = field->unit;
      has_sends |= layout->role == SPUR_ROLE_SEND;
      has_receives |= layout->role == SPUR_ROLE_RECEIVE;
    }
  return has_sends && has_receives && is_one_unit;
}

static guint64
get_size (const SpurPlace *place, const guint8 *record)
{
  guint64 size = spur_place_get (place, record, 0);

  return size == G_MAXUINT64 >> (64 - 8 * place->n_bytes) ? 0 : size;
}

static void
read_sizes (guint index, gpointer user_data)
{
  const Search *self = user_data;
  const SpurNodeStream *of_stream = &self->nodes->streams[index];
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk;
  guint64 *size = self->sizes + (of_stream->n_nodes > 0 ? of_stream->ranks[0] : 0);

  if (of_stream->n_nodes == 0)
    return;
  walk = spur_chunk_walk_new (spur_trace_get_stream (self->trace, index),
                              SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      guint32 offset = 0;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          guint class_index = chunk->classes[i];

          if (spur_nodes_contains (self->nodes, index, chunk->first + i))
            *size++ = self->is_wanted[class_index]
                        ? get_size (&self->places[class_index], chunk->records + offset)
                        : 0;
          offset += self->n_bytes[class_index];
        }
    }
}

/* The stream and the event of a node. */
static void
find_node (const SpurNodes *nodes, guint64 node, guint32 *stream, guint64 *event)
{
  guint32 s = 0;

  while (nodes->streams[s].n_nodes == 0 ||
         node - nodes->streams[s].ranks[0] >= nodes->streams[s].n_nodes)
    s++;
  *stream = s;
  *event = spur_nodes_get_event (nodes, s, node);
}

static void
compare_sizes (guint block, gpointer user_data)
{
  const Search *self = user_data;
  const SpurEdgeKinds *kinds = spur_edges_get_kinds (self->edges);
  gsize begin = block * (gsize) BLOCK_EDGES, end = MIN (begin + BLOCK_EDGES, self->n_edges);
  Block *found = &self->blocks[block];

  for (gsize i = begin; i < end; i++)
    {
      guint64 from = self->pairs != NULL ? self->pairs[i].from
                                         : spur_nodes_find_from (self->nodes, &self->all[i]);
      guint64 to =
        self->pairs != NULL ? self->pairs[i].to : spur_nodes_find_to (self->nodes, &self->all[i]);
      SpurDisagreement row = { SPUR_DISAGREEMENT_SIZE, 0, 0, 0, 0, self->sizes[from],
                               self->sizes[to] };

      if (row.sent == row.received || row.sent == 0 || row.received == 0 ||
          spur_edge_kinds_get (kinds, i) != SPUR_EDGE_MESSAGE)
        continue;
      if (found->n_found++ >= SPUR_MAX_DISAGREEMENTS)
        continue;
      find_node (self->nodes, from, &row.from_stream, &row.from_event);
      find_node (self->nodes, to, &row.to_stream, &row.to_event);
      if (found->listed == NULL)
        found->listed = g_array_new (FALSE, FALSE, sizeof row);
      g_array_append_val (found->listed, row);
    }
}

static void
take_block (SpurDisagreements *self, Block *block)
{
  guint n_room = SPUR_MAX_DISAGREEMENTS - self->all->len;

  self->counts[SPUR_DISAGREEMENT_SIZE] += block->n_found;
  if (block->listed == NULL)
    return;
  g_array_append_vals (self->all, block->listed->data, MIN (block->listed->len, n_room));
  g_array_unref (block->listed);
}

static void
find_sizes (SpurDisagreements *self, Search *search, const SpurJob *job)
{
  g_autoptr (SpurNodes) nodes = NULL;
  SPUR_AUTO_PAGES guint64 *sizes = NULL;
  g_autofree Block *blocks = NULL;
  guint n_blocks;

  search->n_edges = spur_edges_get_n_edges (search->edges);
  if (search->n_edges == 0 || !init_classes (search))
    return;
  search->nodes = nodes = spur_edges_get_nodes (search->edges, search->trace, job);
  g_return_if_fail (nodes != NULL);

  search->sizes = sizes = SPUR_PAGES_NEW (guint64, nodes->n_nodes);
  search->pairs = nodes->pairs;
  if (search->pairs == NULL)
    search->all = spur_edges_get_all (search->edges, &search->n_edges);
  n_blocks = (guint) ((search->n_edges + BLOCK_EDGES - 1) / BLOCK_EDGES);
  search->blocks = blocks = g_new0 (Block, n_blocks);
  spur_job_run (job, nodes->n_streams, read_sizes, search);
  spur_job_run (job, n_blocks, compare_sizes, search);
  for (guint i = 0; i < n_blocks; i++)
    take_block (self, &blocks[i]);
}

/* A numbered end without a partner. */
typedef struct
{
  SpurChannelKey key;
  guint64 number;
  guint64 event;
  guint32 stream;
  guint64 is_receive;
} Lonely;

SPUR_DEFINE_ORDER (compare_lonely,
                   Lonely,
                   SPUR_BY_4 (key.group, key.ends, number, is_receive) ?: SPUR_BY_2 (stream, event))

static gboolean
is_of_one_message (const Lonely *a, const Lonely *b)
{
  return a->key.group == b->key.group && a->key.ends == b->key.ends && a->number == b->number;
}

static void
add_lonely (const SpurScanClasses *classes,
            SpurTrace *trace,
            const SpurUnmatched *row,
            GArray *list)
{
  SpurStream *stream = spur_trace_get_stream (trace, row->stream);
  const SpurEventLayout *layout;
  const guint8 *record = spur_stream_get_record (stream, row->event, &layout);
  const SpurScanClass *class = &classes->classes[spur_stream_get_class_index (stream, row->event)];
  Lonely lonely = { .event = row->event, .stream = row->stream };

  if (class->match != SPUR_MATCH_FIFO || class->places[SPUR_USE_NUMBER].n_bytes == 0)
    return;
  lonely.number = spur_scan_class_get_number (class, record);
  lonely.key = spur_scan_class_get_key (
    class, record, spur_scan_class_get (class, SPUR_USE_PEER, record, SPUR_NONE));
  lonely.is_receive = class->role == SPUR_ROLE_RECEIVE;
  if (lonely.number != 0)
    g_array_append_val (list, lonely);
}

/* Of what is listed as unmatched. */
static void
find_tags (SpurDisagreements *self, const Search *search)
{
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof (Lonely));
  SpurScanClasses classes;
  gsize n_rows;
  const SpurUnmatched *rows = spur_edges_get_unmatched (search->edges, &n_rows);

  if (n_rows == 0)
    return;
  spur_scan_classes_init (&classes, search->trace);
  for (gsize i = 0; i < n_rows; i++)
    add_lonely (&classes, search->trace, &rows[i], list);
  spur_scan_classes_clear (&classes);
  g_array_sort (list, compare_lonely);
  for (guint i = 1; i < list->len; i++)
    {
      const Lonely *send = &g_array_index (list, Lonely, i - 1), *receive = send + 1;
      const SpurDisagreement row = { SPUR_DISAGREEMENT_TAG, send->event,     receive->event,
                                     send->stream,          receive->stream, send->key.tag,
                                     receive->key.tag };

      if (!is_of_one_message (send, receive) || send->is_receive || !receive->is_receive ||
          send->key.tag == receive->key.tag)
        continue;
      self->counts[SPUR_DISAGREEMENT_TAG]++;
      g_array_append_val (self->all, row);
    }
}

/**
 * spur_disagreements_find:
 * @trace: a sealed trace
 * @edges: its edges
 * @job: (nullable): how the work is to be done
 *
 * Finds messages whose ends disagree: on the size, where both know it and it is not 0; or on the
 * tag, among ends that have a number and no partner (of spur_edges_get_unmatched()). A receive
 * counts with what was received, not with the room that there was for it.
 *
 * Returns: (transfer full): what was found
 *
 * Since: 1.0
 */
SpurDisagreements *
spur_disagreements_find (SpurTrace *trace, SpurEdges *edges, const SpurJob *job)
{
  SpurDisagreements *self;
  Search search = { .trace = trace, .edges = edges };

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace), NULL);

  self = g_object_new (SPUR_TYPE_DISAGREEMENTS, NULL);
  find_sizes (self, &search, job);
  find_tags (self, &search);
  g_free (search.places);
  g_free (search.n_bytes);
  g_free (search.is_wanted);
  return self;
}

/**
 * spur_disagreements_count:
 * @self: what was found
 * @kind: in what ends disagree
 *
 * Counts the messages whose ends disagree in something.
 *
 * Returns: how many there are
 *
 * Since: 1.0
 */
guint64
spur_disagreements_count (SpurDisagreements *self, SpurDisagreementKind kind)
{
  g_return_val_if_fail (SPUR_IS_DISAGREEMENTS (self), 0);
  g_return_val_if_fail ((guint) kind < G_N_ELEMENTS (self->counts), 0);

  return self->counts[kind];
}

/**
 * spur_disagreements_get_all:
 * @self: what was found
 * @n_disagreements: (out): how many there are in the list
 *
 * Gets the first of the messages whose ends disagree: those of sizes in the order of the edges,
 * then those of tags; of each kind at most %SPUR_MAX_DISAGREEMENTS.
 *
 * Returns: (transfer none) (nullable) (array length=n_disagreements): the messages, as long as
 * @self
 *
 * Since: 1.0
 */
const SpurDisagreement *
spur_disagreements_get_all (SpurDisagreements *self, gsize *n_disagreements)
{
  g_return_val_if_fail (SPUR_IS_DISAGREEMENTS (self), NULL);
  g_return_val_if_fail (n_disagreements != NULL, NULL);

  *n_disagreements = self->all->len;
  return self->all->len > 0 ? (const SpurDisagreement *) (gconstpointer) self->all->data : NULL;
}
