/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Gives every edge and collective operation its mu once, so that no pass over edges asks rules. */
#include "core/causality/spur-delays-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-store-internal.h"

#define NS_PER_SECOND 1000000000

typedef struct
{
  SpurDelays *delays;
  SpurTrace *trace;
  SpurEdges *edges;
  SpurEdge *all;
  gsize n_edges;
  const gsize *first_edge;
  const guint64 *is_own;
  const gint64 *class_mu_ns;
  const guint32 *domains;
  const guint8 *is_coarse;
  gboolean has_classes;
  gboolean has_domains;
  SpurDelayCensus *census;
  const SpurDelayExchange *exchange;
} Applying;

/* The least delay of a class: of edges from one stream, of operations in one domain. Its key is the
 * class and that. */
typedef struct
{
  guint64 key;
  gint64 least_ns;
} Measured;

static void
count_delay (SpurDelayCensus *census, SpurDelaySource source, gint64 mu_ns)
{
  if (census->n_edges[source]++ == 0)
    census->least_ns[source] = census->most_ns[source] = mu_ns;
  census->least_ns[source] = MIN (census->least_ns[source], mu_ns);
  census->most_ns[source] = MAX (census->most_ns[source], mu_ns);
}

static void
add_census (SpurDelayCensus *sum, const SpurDelayCensus *part)
{
  for (guint i = 0; i < SPUR_N_DELAY_SOURCES; i++)
    {
      if (part->n_edges[i] == 0)
        continue;
      sum->least_ns[i] =
        sum->n_edges[i] == 0 ? part->least_ns[i] : MIN (sum->least_ns[i], part->least_ns[i]);
      sum->most_ns[i] =
        sum->n_edges[i] == 0 ? part->most_ns[i] : MAX (sum->most_ns[i], part->most_ns[i]);
      sum->n_edges[i] += part->n_edges[i];
    }
}

/* The classes of events of a stream that come in order. */
typedef struct
{
  SpurChunkWalk *walk;
  const SpurChunk *chunk;
} ClassWalk;

static guint
get_class (ClassWalk *self, guint64 event)
{
  if (self->chunk == NULL || event - self->chunk->first >= self->chunk->n_events)
    {
      spur_chunk_walk_seek (self->walk, event);
      self->chunk = spur_chunk_walk_next (self->walk);
    }
  return self->chunk->classes[event - self->chunk->first];
}

static gboolean
is_same_domain (const Applying *self, guint32 a, guint32 b)
{
  return self->has_domains && self->domains[a] == self->domains[b];
}

/* Times of the senders, each read at where it was last. */
static gint64
get_sent_ns (const Applying *self, GHashTable *senders, const SpurEdge *edge)
{
  SpurTimes *times = g_hash_table_lookup (senders, GUINT_TO_POINTER (edge->from_stream));

  if (times == NULL)
    {
      times = g_new (SpurTimes, 1);
      spur_times_init (times, self->trace, NULL, edge->from_stream);
      g_hash_table_insert (senders, GUINT_TO_POINTER (edge->from_stream), times);
    }
  return spur_times_at (times, edge->from_event);
}

static void
measure_class (GHashTable *measured, guint64 key, gint64 least_ns)
{
  Measured *known = g_hash_table_lookup (measured, &key);

  if (known != NULL)
    {
      known->least_ns = MIN (known->least_ns, least_ns);
      return;
    }
  known = g_new (Measured, 1);
  *known = (Measured){ key, least_ns };
  g_hash_table_insert (measured, &known->key, known);
}

/* The least delays of the edges into a stream from streams with the same clock. */
static GHashTable *
measure_edges (const Applying *self, guint stream, const guint16 *classes)
{
  GHashTable *measured = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_autoptr (GHashTable) senders = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  SpurTimes times;

  spur_times_init (&times, self->trace, NULL, stream);
  for (gsize i = self->first_edge[stream]; i < self->first_edge[stream + 1]; i++)
    {
      const SpurEdge *edge = &self->all[i];
      guint64 key =
        (guint64) classes[i - self->first_edge[stream]] << 32 | (guint64) edge->from_stream;

      if (is_same_domain (self, edge->from_stream, stream))
        measure_class (measured, key,
                       spur_times_at (&times, edge->to_event) - get_sent_ns (self, senders, edge));
    }
  return measured;
}

static guint16 *
list_edge_classes (const Applying *self, guint stream)
{
  gsize first = self->first_edge[stream], n_edges = self->first_edge[stream + 1] - first;
  guint16 *classes = g_new0 (guint16, MAX (n_edges, 1));
  g_autoptr (SpurChunkWalk) walk =
    spur_chunk_walk_new (spur_trace_get_stream (self->trace, stream), SPUR_CHUNK_CLASSES);
  ClassWalk of_stream = { walk, NULL };

  for (gsize i = 0; i < n_edges; i++)
    classes[i] = (guint16) get_class (&of_stream, self->all[first + i].to_event);
  return classes;
}

static gboolean
is_own (const Applying *self, gsize edge)
{
  return (self->is_own[edge / 64] >> (edge % 64) & 1) != 0;
}

/* A clock that contradicts itself measures nothing: then its domain is none. */
static SpurDelaySource
take_measured (const Applying *self, const Measured *known, gboolean is_coarse, gint64 *mu_ns)
{
  if (known != NULL && known->least_ns >= 0 && known->least_ns != G_MAXINT64)
    {
      *mu_ns = known->least_ns;
      return SPUR_DELAY_MEASURED;
    }
  if (spur_delays_get_estimates (self->delays) && is_coarse)
    {
      *mu_ns = 0;
      return SPUR_DELAY_COARSE;
    }
  *mu_ns = spur_delays_get_default_ns (self->delays);
  return SPUR_DELAY_DEFAULT;
}

static SpurDelaySource
find_delay (
  const Applying *self, GHashTable *measured, const SpurEdge *edge, guint16 klass, gint64 *mu_ns)
{
  guint64 key = (guint64) klass << 32 | (guint64) edge->from_stream;

  *mu_ns = SPUR_MU_DEFAULT;
  if (spur_delays_has_pairs (self->delays))
    *mu_ns = spur_delays_get_pair_ns (self->delays, edge->from_stream, edge->to_stream);
  if (*mu_ns != SPUR_MU_DEFAULT)
    return SPUR_DELAY_PAIR;
  if (self->has_classes)
    *mu_ns = self->class_mu_ns[klass];
  if (*mu_ns != SPUR_MU_DEFAULT)
    return SPUR_DELAY_CLASS;
  return take_measured (self, measured != NULL ? g_hash_table_lookup (measured, &key) : NULL,
                        self->is_coarse[edge->from_stream] || self->is_coarse[edge->to_stream],
                        mu_ns);
}

static void
apply_to_stream (guint stream, gpointer user_data)
{
  const Applying *self = user_data;
  g_autofree guint16 *classes = NULL;
  g_autoptr (GHashTable) measured = NULL;

  if (self->first_edge[stream] == self->first_edge[stream + 1])
    return;
  if (self->has_classes || self->has_domains)
    classes = list_edge_classes (self, stream);
  if (self->has_domains)
    measured = measure_edges (self, stream, classes);
  for (gsize i = self->first_edge[stream]; i < self->first_edge[stream + 1]; i++)
    {
      SpurEdge *edge = &self->all[i];
      guint16 klass = classes != NULL ? classes[i - self->first_edge[stream]] : 0;
      SpurDelaySource source = SPUR_DELAY_OWN;

      if (!is_own (self, i))
        source = find_delay (self, measured, edge, klass, &edge->mu_ns);
      count_delay (&self->census[stream], source, edge->mu_ns);
    }
}

/* What is known of a collective operation besides its class. */
typedef struct
{
  guint klass;
  gboolean is_coarse;
  gboolean is_one_domain;
  guint32 n_receives;
  gint64 least_ns;
} Instance;

static gint64
measure_instance (Applying *self, SpurTimes *times, const SpurCollective *collective)
{
  g_autofree gint64 *enters_ns = g_new (gint64, 2 * (gsize) collective->n_members);
  gint64 *latest_ns = enters_ns + collective->n_members;
  gint64 least_ns = G_MAXINT64;

  for (guint32 i = 0; i < collective->n_members; i++)
    enters_ns[i] =
      spur_times_at (&times[collective->members[i].stream], collective->members[i].enter_event);
  spur_collective_get_latest (collective, enters_ns, latest_ns);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];

      if (latest_ns[i] != G_MININT64)
        least_ns =
          MIN (least_ns, spur_times_at (&times[member->stream], member->exit_event) - latest_ns[i]);
    }
  return least_ns;
}

static Instance
look_at_instance (Applying *self, SpurTimes *times, const SpurCollective *collective)
{
  Instance instance = { 0, FALSE, self->has_domains, 0, G_MAXINT64 };

  if (collective->n_members == 0)
    return instance;
  if (self->has_classes || self->has_domains)
    instance.klass = spur_stream_get_class_index (
      spur_trace_get_stream (self->trace, collective->members[0].stream),
      collective->members[0].exit_event);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      guint32 stream = collective->members[i].stream;

      instance.is_coarse |= self->is_coarse[stream] != 0;
      instance.is_one_domain &= is_same_domain (self, stream, collective->members[0].stream);
      instance.n_receives += spur_collective_member_receives (collective, i);
    }
  if (instance.is_one_domain)
    instance.least_ns = measure_instance (self, times, collective);
  return instance;
}

/* The least delays that all processes know. */
static void
share_classes (const Applying *self, GHashTable *measured)
{
  GByteArray *own = g_byte_array_new ();
  g_autoptr (GByteArray) all = NULL;
  GHashTableIter iter;
  gpointer known;

  g_hash_table_iter_init (&iter, measured);
  while (g_hash_table_iter_next (&iter, NULL, &known))
    g_byte_array_append (own, known, sizeof (Measured));
  all = self->exchange->gather (self->exchange->data, own);
  for (guint i = 0; i < all->len; i += (guint) sizeof (Measured))
    {
      Measured row;

      memcpy (&row, all->data + i, sizeof row);
      measure_class (measured, row.key, row.least_ns);
    }
}

static void
share_census (const Applying *self, SpurDelayCensus *sum)
{
  GByteArray *own = g_byte_array_new ();
  g_autoptr (GByteArray) all = NULL;

  g_byte_array_append (own, (const guint8 *) sum, sizeof *sum);
  all = self->exchange->gather (self->exchange->data, own);
  memset (sum, 0, sizeof *sum);
  for (guint i = 0; i < all->len; i += (guint) sizeof *sum)
    {
      SpurDelayCensus part;

      memcpy (&part, all->data + i, sizeof part);
      add_census (sum, &part);
    }
}

static SpurDelaySource
find_instance_delay (
  Applying *self, GHashTable *measured, const Instance *instance, guint64 key, gint64 *mu_ns)
{
  const Measured *known = instance->is_one_domain ? g_hash_table_lookup (measured, &key) : NULL;

  *mu_ns = self->has_classes ? self->class_mu_ns[instance->klass] : SPUR_MU_DEFAULT;
  if (*mu_ns != SPUR_MU_DEFAULT)
    return SPUR_DELAY_CLASS;
  return take_measured (self, known, instance->is_coarse, mu_ns);
}

static void
apply_to_collectives (Applying *self, SpurDelayCensus *census)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);
  guint n_streams = spur_edges_get_n_streams (self->edges);
  g_autoptr (GHashTable) measured =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_autofree SpurTimes *times = g_new (SpurTimes, MAX (n_streams, 1));
  g_autofree Instance *instances = g_new (Instance, MAX (n_collectives, 1));
  g_autofree guint64 *keys = g_new0 (guint64, MAX (n_collectives, 1));
  gint64 *mu_ns = g_new (gint64, MAX (n_collectives, 1));

  for (guint s = 0; s < n_streams; s++)
    spur_times_init (&times[s], self->trace, NULL, s);
  for (gsize i = 0; i < n_collectives; i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->edges, i);

      instances[i] = look_at_instance (self, times, &collective);
      if (!instances[i].is_one_domain)
        continue;
      keys[i] =
        (guint64) instances[i].klass << 32 | (guint64) self->domains[collective.members[0].stream];
      measure_class (measured, keys[i], instances[i].least_ns);
    }
  if (self->exchange != NULL)
    share_classes (self, measured);
  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurDelaySource source =
        find_instance_delay (self, measured, &instances[i], keys[i], &mu_ns[i]);

      for (guint32 k = 0; k < instances[i].n_receives; k++)
        count_delay (census, source, mu_ns[i]);
    }
  spur_edges_take_collective_mu (self->edges, mu_ns);
}

static guint32 *
list_domains (SpurTrace *trace, const guint32 *given, gboolean *has_domains)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_streams = spur_trace_get_n_streams (trace);
  guint32 *domains = g_new (guint32, MAX (n_streams, 1));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint s = 0; s < n_streams; s++)
    {
      guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, s));

      domains[s] =
        given != NULL ? given[s] : spur_definitions_get_clock (definitions, clock)->domain;
      *has_domains |= !g_hash_table_add (seen, GUINT_TO_POINTER (domains[s]));
    }
  return domains;
}

static guint8 *
list_coarse (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_streams = spur_trace_get_n_streams (trace);
  guint8 *is_coarse = g_new (guint8, MAX (n_streams, 1));

  for (guint s = 0; s < n_streams; s++)
    {
      guint clock = spur_stream_get_clock (spur_trace_get_stream (trace, s));

      is_coarse[s] = spur_definitions_get_clock (definitions, clock)->resolution_hz < NS_PER_SECOND;
    }
  return is_coarse;
}

/* Where nothing is said and nothing can be measured no edge needs a look: all have the default, or
 * came with a mu. */
static gboolean
is_plain (const Applying *self)
{
  guint n_streams = spur_edges_get_n_streams (self->edges);

  if (spur_delays_has_pairs (self->delays) || self->has_classes || self->has_domains ||
      spur_delays_get_default_ns (self->delays) != SPUR_MU_DEFAULT)
    return FALSE;
  for (guint s = 0; spur_delays_get_estimates (self->delays) && s < n_streams; s++)
    {
      if (self->is_coarse[s])
        return FALSE;
    }
  for (gsize i = 0; i <= self->n_edges / 64; i++)
    {
      if (self->is_own[i] != 0)
        return FALSE;
    }
  return TRUE;
}

/* All processes go the same way. */
static gboolean
is_plain_everywhere (const Applying *self)
{
  guint8 is_not = !is_plain (self);
  GByteArray *own;
  g_autoptr (GByteArray) all = NULL;

  if (self->exchange == NULL)
    return !is_not;
  own = g_byte_array_new ();
  g_byte_array_append (own, &is_not, 1);
  all = self->exchange->gather (self->exchange->data, own);
  for (guint i = 0; i < all->len; i++)
    is_not |= all->data[i];
  return !is_not;
}

static void
count_plain (Applying *self, SpurDelayCensus *census)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);

  census->least_ns[SPUR_DELAY_DEFAULT] = census->most_ns[SPUR_DELAY_DEFAULT] = SPUR_MU_DEFAULT;
  census->n_edges[SPUR_DELAY_DEFAULT] = self->n_edges;
  for (gsize i = 0; i < n_collectives; i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->edges, i);

      for (guint32 k = 0; k < collective.n_members; k++)
        census->n_edges[SPUR_DELAY_DEFAULT] += spur_collective_member_receives (&collective, k);
    }
}

static gsize *
find_first_edges (const SpurEdge *all, gsize n_edges, guint n_streams)
{
  gsize *first = g_new (gsize, n_streams + 1);
  gsize k = 0;

  for (guint s = 0; s < n_streams; s++)
    {
      first[s] = k;
      while (k < n_edges && all[k].to_stream == s)
        k++;
    }
  first[n_streams] = k;
  return first;
}

/**
 * spur_delays_apply:
 * @self: delays
 * @edges: edges of @trace
 * @trace: a sealed trace
 * @domains: (nullable) (array): a number for each stream, equal where two streams read one and the
 *   same physical clock; %NULL for what the trace's clocks say
 * @job: (nullable): how the work is to be done
 *
 * Gives every edge its mu, and every collective operation; check and correctors take it from there.
 * What an earlier call gave is forgotten, what edges came with is kept. Not while other threads
 * read
 * @edges. Takes time in the order of the number of edges, and where something goes by class, of a
 * look at the classes of all events.
 *
 * Since: 1.0
 */
void
spur_delays_apply (
  SpurDelays *self, SpurEdges *edges, SpurTrace *trace, const guint32 *domains, const SpurJob *job)
{
  spur_delays_apply_exchanged (self, edges, trace, domains, NULL, job);
}

void
spur_delays_apply_exchanged (SpurDelays *self,
                             SpurEdges *edges,
                             SpurTrace *trace,
                             const guint32 *domains,
                             const SpurDelayExchange *exchange,
                             const SpurJob *job)
{
  Applying applying = { .delays = self, .trace = trace, .edges = edges, .exchange = exchange };
  g_autofree gint64 *class_mu_ns = NULL;
  g_autofree guint32 *known_domains = NULL;
  g_autofree guint8 *is_coarse = NULL;
  g_autofree gsize *first_edge = NULL;
  g_autofree SpurDelayCensus *census = NULL;
  SpurDelayCensus sum = { { 0 }, { 0 }, { 0 } };
  guint n_streams;

  g_return_if_fail (SPUR_IS_DELAYS (self));
  g_return_if_fail (SPUR_IS_EDGES (edges) && SPUR_IS_TRACE (trace));
  g_return_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace));

  n_streams = spur_trace_get_n_streams (trace);
  applying.all = spur_edges_open_delays (edges, self, &applying.n_edges, &applying.is_own);
  applying.class_mu_ns = class_mu_ns = spur_delays_list_classes (self, trace);
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    applying.has_classes |= class_mu_ns[i] != SPUR_MU_DEFAULT;
  applying.domains = known_domains = list_domains (trace, domains, &applying.has_domains);
  applying.has_domains = applying.has_domains && self != NULL && spur_delays_get_estimates (self);
  applying.is_coarse = is_coarse = list_coarse (trace);
  if (is_plain_everywhere (&applying))
    {
      count_plain (&applying, &sum);
      if (exchange != NULL)
        share_census (&applying, &sum);
      spur_delays_take_census (self, &sum);
      return;
    }
  applying.first_edge = first_edge = find_first_edges (applying.all, applying.n_edges, n_streams);
  applying.census = census = g_new0 (SpurDelayCensus, n_streams + 1);
  spur_job_run (job, n_streams, apply_to_stream, &applying);
  apply_to_collectives (&applying, &census[n_streams]);
  for (guint s = 0; s <= n_streams; s++)
    add_census (&sum, &census[s]);
  if (exchange != NULL)
    share_census (&applying, &sum);
  spur_delays_take_census (self, &sum);
}
