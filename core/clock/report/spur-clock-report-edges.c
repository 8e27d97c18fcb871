/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Edges by the class of event that ends them, and by the pair of streams that they join. */
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edge-visitor-internal.h"
#include "core/clock/report/spur-clock-report-private.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-store-internal.h"

#define NO_VIOLATIONS ((SpurViolations){ 0, 0, 0, G_MAXINT64 })

typedef struct
{
  const SpurReportInput *input;
  SpurEdgeVisitor visitor;
  gint64 *before_ns;
  gint64 *after_ns;
  /* Of every receiving stream by sending stream. */
  GHashTable **pairs;
  /* Of messages by class, and of collective operations; under the lock while streams are counted.
   */
  SpurReportClass *messages;
  SpurReportClass *collectives;
  GMutex lock;
} Counting;

static void
count_edge (SpurViolations *violations, gint64 delay_ns, gboolean is_below_mu)
{
  violations->n_reversed += delay_ns < 0;
  violations->n_below_mu += is_below_mu;
  violations->worst_ns = MAX (violations->worst_ns, -delay_ns);
  violations->least_ns = MIN (violations->least_ns, delay_ns);
}

static void
add_violations (SpurViolations *into, const SpurViolations *from)
{
  into->n_reversed += from->n_reversed;
  into->n_below_mu += from->n_below_mu;
  into->worst_ns = MAX (into->worst_ns, from->worst_ns);
  into->least_ns = MIN (into->least_ns, from->least_ns);
}

/* One for every class of event. */
static SpurReportClass *
new_classes (SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  SpurReportClass *classes = g_new0 (SpurReportClass, n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    classes[i].before = classes[i].after = NO_VIOLATIONS;
  return classes;
}

static SpurReportPair *
get_pair (const Counting *self, guint32 from, guint32 to)
{
  SpurReportPair *pair = g_hash_table_lookup (self->pairs[to], GUINT_TO_POINTER (from + 1));

  if (pair == NULL)
    {
      pair = g_new0 (SpurReportPair, 1);
      *pair = (SpurReportPair){ from, to, 0, NO_VIOLATIONS, NO_VIOLATIONS };
      g_hash_table_insert (self->pairs[to], GUINT_TO_POINTER (from + 1), pair);
    }
  return pair;
}

static gint64
get_delay (const SpurEdgeVisitor *visitor, gsize edge, const gint64 *times_ns)
{
  return times_ns[spur_edge_visitor_get_to (visitor, NULL, edge)] -
         times_ns[spur_edge_visitor_get_from (visitor, NULL, edge)];
}

/* The class of an event, where events are asked for in order. */
static guint
find_class (SpurChunkWalk *walk, const SpurChunk **chunk, guint64 event)
{
  while (event - (*chunk)->first >= (*chunk)->n_events)
    *chunk = spur_chunk_walk_next (walk);
  return (*chunk)->classes[event - (*chunk)->first];
}

static void
add_messages (Counting *self, const SpurReportClass *messages)
{
  g_mutex_lock (&self->lock);
  for (guint i = 0; i < spur_trace_get_n_classes (self->input->trace); i++)
    {
      self->messages[i].n_edges += messages[i].n_edges;
      add_violations (&self->messages[i].before, &messages[i].before);
      add_violations (&self->messages[i].after, &messages[i].after);
    }
  g_mutex_unlock (&self->lock);
}

static void
count_stream (guint index, gpointer user_data)
{
  Counting *self = user_data;
  gsize i = spur_edges_find_into (self->input->edges, index, 0);
  gsize end = spur_edges_find_into (self->input->edges, index + 1, 0);
  SpurStream *stream = spur_trace_get_stream (self->input->trace, index);
  g_autofree SpurReportClass *messages = NULL;
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk = NULL;
  SpurReportPair *pair = NULL;

  if (i == end)
    return;
  messages = new_classes (self->input->trace);
  walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
  spur_chunk_walk_seek (walk, self->visitor.all[i].to_event);
  chunk = spur_chunk_walk_next (walk);
  for (; i < end; i++)
    {
      const SpurEdge *edge = &self->visitor.all[i];
      gint64 mu_ns = spur_edge_visitor_get_mu (&self->visitor, NULL, i);
      gint64 before_ns = get_delay (&self->visitor, i, self->before_ns);
      gint64 after_ns = get_delay (&self->visitor, i, self->after_ns);
      SpurReportClass *class;

      class = &messages[find_class (walk, &chunk, edge->to_event)];
      if (pair == NULL || pair->from_stream != edge->from_stream)
        pair = get_pair (self, edge->from_stream, index);
      class->n_edges++;
      pair->n_edges++;
      count_edge (&class->before, before_ns, before_ns < mu_ns);
      count_edge (&class->after, after_ns, after_ns < mu_ns);
      count_edge (&pair->before, before_ns, before_ns < mu_ns);
      count_edge (&pair->after, after_ns, after_ns < mu_ns);
    }
  add_messages (self, messages);
}

/* The member whose enter is the latest that @member waits for. */
static guint32
find_latest (const SpurOperationTimes *operation, guint32 member)
{
  for (guint32 i = 0; i < operation->collective.n_members; i++)
    {
      if (operation->enters_ns[i] == operation->latest_ns[member] &&
          spur_collective_depends (&operation->collective, i, member))
        return i;
    }
  return member;
}

/* Counts for a class what a member waits for, and for a pair what it waits for one other. */
typedef struct
{
  guint32 member;
  guint32 latest;
  gint64 mu_ns;
} Exit;

static void
count_exit (const SpurOperationTimes *operation,
            const Exit *exit,
            gint64 exit_ns,
            SpurViolations *of_class,
            SpurViolations *of_pair)
{
  gint64 delay_ns = exit_ns - operation->enters_ns[exit->latest];

  count_edge (of_class, exit_ns - operation->latest_ns[exit->member],
              exit_ns < operation->bounds_ns[exit->member]);
  count_edge (of_pair, delay_ns, delay_ns < exit->mu_ns);
}

/* A member counts for one pair, that of the latest enter by raw times. */
static void
count_operation (const Counting *self,
                 const SpurOperationTimes *before,
                 const SpurOperationTimes *after)
{
  const SpurMember *members = before->collective.members;
  gint64 mu_ns = spur_mu_get_collective (&self->visitor.mu, before->index);

  for (guint32 i = 0; i < before->collective.n_members; i++)
    {
      Exit exit = { i, i, mu_ns };
      guint32 stream = members[i].stream;
      guint64 node = spur_nodes_find_exit (self->visitor.nodes, &members[i]);
      SpurReportClass *class;
      SpurReportPair *pair;

      if (before->latest_ns[i] == G_MININT64)
        continue;
      exit.latest = find_latest (before, i);
      class = &self->collectives[spur_stream_get_class_index (
        spur_trace_get_stream (self->input->trace, stream), members[i].exit_event)];
      pair = get_pair (self, members[exit.latest].stream, stream);
      class->n_edges++;
      pair->n_edges++;
      count_exit (before, &exit, self->before_ns[node], &class->before, &pair->before);
      count_exit (after, &exit, self->after_ns[node], &class->after, &pair->after);
    }
}

static void
count_collectives (const Counting *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->input->edges);
  SpurOperationTimes before = { 0 }, after = { 0 };

  for (gsize i = 0; i < n_collectives && !spur_job_is_cancelled (self->input->job, NULL); i++)
    {
      spur_edge_visitor_read (&self->visitor, i, self->before_ns, &before);
      spur_edge_visitor_read (&self->visitor, i, self->after_ns, &after);
      count_operation (self, &before, &after);
    }
  spur_operation_times_clear (&before);
  spur_operation_times_clear (&after);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (((const SpurReportClass *) a)->name, ((const SpurReportClass *) b)->name);
}

static void
collect_classes (const Counting *self, gboolean is_collective, GArray *classes)
{
  SpurReportClass *all = is_collective ? self->collectives : self->messages;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SpurReportClass));

  for (guint i = 0; i < spur_trace_get_n_classes (self->input->trace); i++)
    {
      if (all[i].n_edges == 0)
        continue;
      all[i].name = spur_trace_get_class (self->input->trace, i)->name;
      all[i].is_collective = is_collective;
      g_array_append_val (found, all[i]);
    }
  g_array_sort (found, compare_names);
  g_array_append_vals (classes, found->data, found->len);
}

SPUR_DEFINE_ORDER (compare_pairs, SpurReportPair, SPUR_BY (from_stream))

static void
collect_pairs (const Counting *self, GArray *pairs)
{
  for (guint s = 0; s < self->visitor.nodes->n_streams; s++)
    {
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SpurReportPair));
      GHashTableIter iter;
      gpointer pair;

      g_hash_table_iter_init (&iter, self->pairs[s]);
      while (g_hash_table_iter_next (&iter, NULL, &pair))
        g_array_append_vals (found, pair, 1);
      g_array_sort (found, compare_pairs);
      g_array_append_vals (pairs, found->data, found->len);
    }
}

void
spur_clock_report_count_edges (const SpurReportInput *input, GArray *classes, GArray *pairs)
{
  guint n_streams = spur_trace_get_n_streams (input->trace);
  g_autoptr (SpurNodes) nodes = spur_nodes_make (input->trace, input->edges, NULL, NULL);
  g_autofree gint64 *before_ns = NULL;
  g_autofree gint64 *after_ns = NULL;
  g_autofree GHashTable **hashes = g_new (GHashTable *, n_streams + 1);
  g_autofree SpurReportClass *messages = new_classes (input->trace);
  g_autofree SpurReportClass *collectives = new_classes (input->trace);
  const SpurMu mu = spur_mu_of (input->edges, input->mu_ns, FALSE);
  Counting self = {
    .input = input, .pairs = hashes, .messages = messages, .collectives = collectives
  };

  g_return_if_fail (nodes != NULL);

  g_mutex_init (&self.lock);
  self.visitor = spur_edge_visitor_of (&mu, nodes, TRUE);
  self.before_ns = before_ns = spur_nodes_get_times (nodes, input->trace, NULL, input->job);
  self.after_ns = after_ns =
    spur_nodes_get_times (nodes, input->trace, input->correction, input->job);
  for (guint s = 0; s < n_streams; s++)
    hashes[s] = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  spur_job_run (input->job, n_streams, count_stream, &self);
  count_collectives (&self);
  collect_classes (&self, FALSE, classes);
  collect_classes (&self, TRUE, classes);
  collect_pairs (&self, pairs);
  for (guint s = 0; s < n_streams; s++)
    g_hash_table_unref (hashes[s]);
  g_mutex_clear (&self.lock);
}
