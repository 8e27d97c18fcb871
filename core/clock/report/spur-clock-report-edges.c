/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Edges by the class of event that ends them, and by the pair of streams that they join. */
#include "config.h"

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-mu-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/report/spur-clock-report-private.h"
#include "core/store/trace/spur-chunk-walk.h"

#define NO_VIOLATIONS ((SpurViolations){ 0, 0, 0, G_MAXINT64 })

typedef struct
{
  guint index;
  SpurReportClass counts;
} Class;

/* What one receiving stream has; few classes, as a rule. */
typedef struct
{
  GArray *messages;
  GHashTable *pairs;
} Side;

typedef struct
{
  const SpurReportInput *input;
  SpurMu mu;
  SpurNodes *nodes;
  gint64 *before_ns;
  gint64 *after_ns;
  Side *sides;
  GArray *collectives;
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

static SpurReportClass *
get_class (GArray *classes, guint index)
{
  Class new_class = { index, { .before = NO_VIOLATIONS, .after = NO_VIOLATIONS } };

  for (guint i = 0; i < classes->len; i++)
    {
      Class *class = &g_array_index (classes, Class, i);

      if (class->index == index)
        return &class->counts;
    }
  g_array_append_val (classes, new_class);
  return &g_array_index (classes, Class, classes->len - 1).counts;
}

static SpurReportPair *
get_pair (Side *side, guint32 from, guint32 to)
{
  SpurReportPair *pair = g_hash_table_lookup (side->pairs, GUINT_TO_POINTER (from + 1));

  if (pair == NULL)
    {
      pair = g_new0 (SpurReportPair, 1);
      *pair = (SpurReportPair){ from, to, 0, NO_VIOLATIONS, NO_VIOLATIONS };
      g_hash_table_insert (side->pairs, GUINT_TO_POINTER (from + 1), pair);
    }
  return pair;
}

static gint64
get_delay (const Counting *self, const SpurEdge *edge, const gint64 *times_ns)
{
  return times_ns[spur_nodes_find (self->nodes, edge->to_stream, edge->to_event)] -
         times_ns[spur_nodes_find (self->nodes, edge->from_stream, edge->from_event)];
}

static gsize
find_first_edge (const SpurEdge *edges, gsize n_edges, guint stream)
{
  gsize low = 0, high = n_edges, middle;

  SPUR_BISECT (low, high, middle, edges[middle].to_stream < stream);
  return low;
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
count_stream (guint index, gpointer user_data)
{
  const Counting *self = user_data;
  Side *side = &self->sides[index];
  gsize n_edges, i;
  const SpurEdge *edges = spur_edges_get_all (self->input->edges, &n_edges);
  SpurStream *stream = spur_trace_get_stream (self->input->trace, index);
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk = NULL;
  SpurReportPair *pair = NULL;

  for (i = find_first_edge (edges, n_edges, index); i < n_edges && edges[i].to_stream == index; i++)
    {
      const SpurEdge *edge = &edges[i];
      gint64 mu_ns = spur_mu_get_edge (&self->mu, edge);
      gint64 before_ns = get_delay (self, edge, self->before_ns);
      gint64 after_ns = get_delay (self, edge, self->after_ns);
      SpurReportClass *class;

      if (walk == NULL)
        {
          walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
          spur_chunk_walk_seek (walk, edge->to_event);
          chunk = spur_chunk_walk_next (walk);
        }
      class = get_class (side->messages, find_class (walk, &chunk, edge->to_event));
      if (pair == NULL || pair->from_stream != edge->from_stream)
        pair = get_pair (side, edge->from_stream, index);
      class->n_edges++;
      pair->n_edges++;
      count_edge (&class->before, before_ns, before_ns < mu_ns);
      count_edge (&class->after, after_ns, after_ns < mu_ns);
      count_edge (&pair->before, before_ns, before_ns < mu_ns);
      count_edge (&pair->after, after_ns, after_ns < mu_ns);
    }
}

/* The enters of a collective operation at one set of times. */
typedef struct
{
  const gint64 *times_ns;
  gint64 *enters_ns;
  gint64 *latest_ns;
  gint64 *bounds_ns;
} Enters;

typedef struct
{
  SpurCollective collective;
  gsize index;
  gint64 mu_ns;
  Enters before;
  Enters after;
  guint32 n_room;
} Operation;

/* The member whose enter is the latest that @member waits for. */
static guint32
find_latest (const SpurCollective *collective, const Enters *enters, guint32 member)
{
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (enters->enters_ns[i] == enters->latest_ns[member] &&
          spur_collective_depends (collective, i, member))
        return i;
    }
  return member;
}

static void
look_at_enters (const Counting *self, const Operation *operation, Enters *enters)
{
  const SpurCollective *collective = &operation->collective;

  for (guint32 i = 0; i < collective->n_members; i++)
    enters->enters_ns[i] = enters->times_ns[spur_nodes_find (
      self->nodes, collective->members[i].stream, collective->members[i].enter_event)];
  spur_collective_get_latest (collective, enters->enters_ns, enters->latest_ns);
  spur_mu_get_bounds (&self->mu, operation->index, enters->enters_ns, enters->bounds_ns);
}

static void
count_exit (const Counting *self,
            const Operation *operation,
            const Enters *enters,
            guint32 member,
            guint32 latest,
            SpurViolations *of_class,
            SpurViolations *of_pair)
{
  const SpurMember *here = &operation->collective.members[member];
  gint64 exit_ns = enters->times_ns[spur_nodes_find (self->nodes, here->stream, here->exit_event)];
  gint64 delay_ns = exit_ns - enters->enters_ns[latest];

  count_edge (of_class, exit_ns - enters->latest_ns[member], exit_ns < enters->bounds_ns[member]);
  count_edge (of_pair, delay_ns, delay_ns < operation->mu_ns);
}

/* A member counts for one pair, that of the latest enter by raw times. */
static void
count_operation (const Counting *self, Operation *operation)
{
  const SpurCollective *collective = &operation->collective;

  look_at_enters (self, operation, &operation->before);
  look_at_enters (self, operation, &operation->after);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];
      SpurReportClass *class;
      SpurReportPair *pair;
      guint32 latest;

      if (operation->before.latest_ns[i] == G_MININT64)
        continue;
      latest = find_latest (collective, &operation->before, i);
      class = get_class (
        self->collectives,
        spur_stream_get_class_index (spur_trace_get_stream (self->input->trace, member->stream),
                                     member->exit_event));
      pair =
        get_pair (&self->sides[member->stream], collective->members[latest].stream, member->stream);
      class->n_edges++;
      pair->n_edges++;
      count_exit (self, operation, &operation->before, i, latest, &class->before, &pair->before);
      count_exit (self, operation, &operation->after, i, latest, &class->after, &pair->after);
    }
}

static void
make_enters (Enters *enters, gsize n_members)
{
  enters->enters_ns = g_renew (gint64, enters->enters_ns, 3 * n_members);
  enters->latest_ns = enters->enters_ns + n_members;
  enters->bounds_ns = enters->latest_ns + n_members;
}

static void
make_room (Operation *operation)
{
  gsize n_members = operation->collective.n_members;

  if (n_members <= operation->n_room)
    return;
  operation->n_room = (guint32) n_members;
  make_enters (&operation->before, n_members);
  make_enters (&operation->after, n_members);
}

static void
count_collectives (const Counting *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->input->edges);
  Operation operation = { .before.times_ns = self->before_ns, .after.times_ns = self->after_ns };

  for (gsize i = 0; i < n_collectives && !spur_job_is_cancelled (self->input->job, NULL); i++)
    {
      spur_edges_get_collective (self->input->edges, i, &operation.collective);
      operation.index = i;
      operation.mu_ns = spur_mu_get_collective (&self->mu, i);
      make_room (&operation);
      count_operation (self, &operation);
    }
  g_free (operation.before.enters_ns);
  g_free (operation.after.enters_ns);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (((const SpurReportClass *) a)->name, ((const SpurReportClass *) b)->name);
}

static void
collect_classes (const Counting *self, GArray *from, gboolean is_collective, GArray *classes)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SpurReportClass));

  for (guint i = 0; i < from->len; i++)
    {
      Class *class = &g_array_index (from, Class, i);

      class->counts.name = spur_trace_get_class (self->input->trace, class->index)->name;
      class->counts.is_collective = is_collective;
      g_array_append_val (found, class->counts);
    }
  g_array_sort (found, compare_names);
  g_array_append_vals (classes, found->data, found->len);
}

static void
collect_messages (const Counting *self, GArray *classes)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Class));

  for (guint s = 0; s < self->nodes->n_streams; s++)
    {
      for (guint i = 0; i < self->sides[s].messages->len; i++)
        {
          const Class *from = &g_array_index (self->sides[s].messages, Class, i);
          SpurReportClass *into = get_class (all, from->index);

          into->n_edges += from->counts.n_edges;
          add_violations (&into->before, &from->counts.before);
          add_violations (&into->after, &from->counts.after);
        }
    }
  collect_classes (self, all, FALSE, classes);
}

SPUR_DEFINE_ORDER (compare_pairs, SpurReportPair, SPUR_BY (from_stream))

static void
collect_pairs (const Counting *self, GArray *pairs)
{
  for (guint s = 0; s < self->nodes->n_streams; s++)
    {
      g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SpurReportPair));
      GHashTableIter iter;
      gpointer pair;

      g_hash_table_iter_init (&iter, self->sides[s].pairs);
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
  g_autofree Side *sides = NULL;
  g_autoptr (GArray) collectives = g_array_new (FALSE, FALSE, sizeof (Class));
  Counting self = {
    input, spur_mu_of (input->edges, input->mu_ns, FALSE), nodes, NULL, NULL, NULL, collectives
  };

  g_return_if_fail (nodes != NULL);

  self.before_ns = before_ns = spur_nodes_get_times (nodes, input->trace, NULL, input->job);
  self.after_ns = after_ns =
    spur_nodes_get_times (nodes, input->trace, input->correction, input->job);
  self.sides = sides = g_new0 (Side, MAX (n_streams, 1));
  for (guint s = 0; s < n_streams; s++)
    sides[s] = (Side){ g_array_new (FALSE, FALSE, sizeof (Class)),
                       g_hash_table_new_full (NULL, NULL, NULL, g_free) };
  spur_job_run (input->job, n_streams, count_stream, &self);
  count_collectives (&self);
  collect_messages (&self, classes);
  collect_classes (&self, collectives, TRUE, classes);
  collect_pairs (&self, pairs);
  for (guint s = 0; s < n_streams; s++)
    {
      g_array_unref (sides[s].messages);
      g_hash_table_unref (sides[s].pairs);
    }
}
