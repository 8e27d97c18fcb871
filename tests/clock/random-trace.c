/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "random-trace.h"

#include "core/causality/spur-delays.h"
#include "tests/test-corpus.h"

typedef struct
{
  guint send;
  guint to;
} Pending;

/* splitmix64 */
static guint64
draw (RandomTrace *self)
{
  guint64 z = (self->state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

guint
random_trace_below (RandomTrace *self, guint limit)
{
  return (guint) (draw (self) % limit);
}

gboolean
random_trace_chance (RandomTrace *self, guint percent)
{
  return random_trace_below (self, 100) < percent;
}

static guint
add_event (RandomTrace *self, guint stream)
{
  guint position = self->n_of_stream[stream]++;

  self->now_ns += random_trace_chance (self, 40)
                    ? 0
                    : random_trace_below (self, random_trace_chance (self, 10) ? 2000 : 40);
  g_array_append_val (self->streams, stream);
  g_array_append_val (self->true_ns, self->now_ns);
  g_array_append_val (self->positions, position);
  return self->streams->len - 1;
}

/* More events without an edge than are looked at one by one. */
static void
add_burst (RandomTrace *self)
{
  guint stream = random_trace_below (self, self->n_streams);
  guint n_events = 40 + random_trace_below (self, 80);

  for (guint i = 0; i < n_events; i++)
    add_event (self, stream);
}

guint64
random_trace_get_position (RandomTrace *self, guint event)
{
  return g_array_index (self->positions, guint, event);
}

guint
random_trace_get_stream (RandomTrace *self, guint event)
{
  return g_array_index (self->streams, guint, event);
}

static gint64
get_mu (RandomTrace *self, guint from, guint to)
{
  return self->pair_mu_ns != NULL ? self->pair_mu_ns[from * RANDOM_MAX_STREAMS + to] : self->mu_ns;
}

static void
add_reference_edge (RandomTrace *self, guint from, guint to, gint64 mu_ns)
{
  ReferenceEdge edge = { from, to, mu_ns };

  g_array_append_val (self->edges, edge);
}

/* At least mu goes by before a receive of a trace with true clocks. */
static void
pass (RandomTrace *self)
{
  if (self->is_true)
    self->now_ns += 400;
}

static void
add_receive (RandomTrace *self)
{
  guint index = random_trace_below (self, self->pending->len);
  Pending pending = g_array_index (self->pending, Pending, index);
  guint from = random_trace_get_stream (self, pending.send);
  SpurEdge edge = { random_trace_get_position (self, pending.send), 0, SPUR_MU_DEFAULT, from,
                    pending.to };
  guint receive;

  g_array_remove_index_fast (self->pending, index);
  pass (self);
  receive = add_event (self, pending.to);
  edge.to_event = random_trace_get_position (self, receive);
  if (random_trace_chance (self, 10))
    edge.mu_ns = random_trace_below (self, 300);
  spur_edges_add (self->found, &edge);
  add_reference_edge (self, pending.send, receive,
                      edge.mu_ns != SPUR_MU_DEFAULT ? edge.mu_ns : get_mu (self, from, pending.to));
}

/* An edge from one event to another one that was made after it. */
static void
add_edge (RandomTrace *self, guint from, guint to)
{
  guint32 from_stream = random_trace_get_stream (self, from);
  guint32 to_stream = random_trace_get_stream (self, to);

  if (from_stream == to_stream)
    return;
  made_trace_add_edge (self->found, from_stream, random_trace_get_position (self, from), to_stream,
                       random_trace_get_position (self, to));
  add_reference_edge (self, from, to, get_mu (self, from_stream, to_stream));
}

static gboolean
waits (SpurPattern pattern, guint root, const SpurMember *members, guint from, guint to)
{
  if (from == to)
    return FALSE;
  if (pattern == SPUR_PATTERN_BARRIER)
    return TRUE;
  if (!members[from].sends || !members[to].receives)
    return FALSE;
  switch (pattern)
    {
    case SPUR_PATTERN_ONE_TO_N:
      return from == root;
    case SPUR_PATTERN_N_TO_ONE:
      return to == root;
    case SPUR_PATTERN_N_TO_N:
      return TRUE;
    case SPUR_PATTERN_SCAN:
    case SPUR_PATTERN_EXSCAN:
      return from < to;
    case SPUR_PATTERN_INTERNAL:
    case SPUR_PATTERN_PAIRS:
    case SPUR_PATTERN_BARRIER:
      break;
    }
  return FALSE;
}

static void
shuffle (RandomTrace *self, guint *values, guint n_values)
{
  for (guint i = n_values; i > 1; i--)
    {
      guint k = random_trace_below (self, i);
      guint swap = values[i - 1];

      values[i - 1] = values[k];
      values[k] = swap;
    }
}

static void
add_collective (RandomTrace *self)
{
  guint order[RANDOM_MAX_STREAMS], ranks[RANDOM_MAX_STREAMS], enters[RANDOM_MAX_STREAMS],
    exits[RANDOM_MAX_STREAMS];
  guint n = 2 + random_trace_below (self, self->n_streams - 1);
  SpurMember members[RANDOM_MAX_STREAMS];
  SpurCollective collective = { (SpurPattern) random_trace_below (self, SPUR_PATTERN_PAIRS + 1),
                                random_trace_below (self, n), n, members };

  for (guint i = 0; i < self->n_streams; i++)
    order[i] = ranks[i] = i;
  shuffle (self, order, self->n_streams);
  shuffle (self, ranks, n);
  for (guint i = 0; i < n; i++)
    {
      enters[ranks[i]] = add_event (self, order[ranks[i]]);
      if (random_trace_chance (self, 30))
        add_event (self, random_trace_below (self, self->n_streams));
    }
  pass (self);
  shuffle (self, ranks, n);
  for (guint i = 0; i < n; i++)
    {
      if (random_trace_chance (self, 30))
        add_event (self, random_trace_below (self, self->n_streams));
      exits[ranks[i]] = add_event (self, order[ranks[i]]);
    }
  for (guint i = 0; i < n; i++)
    members[i] = (SpurMember){ random_trace_get_position (self, enters[i]),
                               random_trace_get_position (self, exits[i]), order[i],
                               random_trace_chance (self, 85), random_trace_chance (self, 85) };
  spur_edges_add_collective (self->found, &collective);
  for (guint k = 0; k < n * n; k++)
    {
      if (collective.pattern == SPUR_PATTERN_PAIRS && random_trace_chance (self, 30))
        add_edge (self, enters[k / n], exits[k % n]);
      if (waits (collective.pattern, collective.root, members, k / n, k % n))
        add_reference_edge (self, enters[k / n], exits[k % n],
                            get_mu (self, order[k / n], order[k % n]));
    }
}

/* A team of threads: a fork, its begins, what each does, its ends and the join. */
static void
add_team (RandomTrace *self)
{
  guint order[RANDOM_MAX_STREAMS], ends[RANDOM_MAX_STREAMS];
  guint n = 2 + random_trace_below (self, self->n_streams - 1);
  guint fork, join;

  for (guint i = 0; i < self->n_streams; i++)
    order[i] = i;
  shuffle (self, order, self->n_streams);
  fork = add_event (self, order[0]);
  pass (self);
  for (guint i = 0; i < n; i++)
    add_edge (self, fork, add_event (self, order[i]));
  for (guint i = random_trace_below (self, 8); i > 0; i--)
    add_event (self, order[random_trace_below (self, n)]);
  shuffle (self, order + 1, n - 1);
  for (guint i = 0; i < n; i++)
    ends[i] = add_event (self, order[i]);
  pass (self);
  join = add_event (self, order[0]);
  for (guint i = 0; i < n; i++)
    add_edge (self, ends[i], join);
}

/* A scan may be left before later ranks enter. */
static void
add_early_scan (RandomTrace *self)
{
  guint order[RANDOM_MAX_STREAMS], enters[RANDOM_MAX_STREAMS], exits[RANDOM_MAX_STREAMS];
  SpurMember members[RANDOM_MAX_STREAMS];
  guint n = self->n_streams;
  SpurCollective collective = { SPUR_PATTERN_SCAN, SPUR_NONE, n, members };

  for (guint i = 0; i < n; i++)
    order[i] = i;
  shuffle (self, order, n);
  for (guint i = 0; i < n; i++)
    {
      enters[i] = add_event (self, order[i]);
      pass (self);
      exits[i] = add_event (self, order[i]);
      members[i] = (SpurMember){ random_trace_get_position (self, enters[i]),
                                 random_trace_get_position (self, exits[i]), order[i],
                                 random_trace_chance (self, 85), random_trace_chance (self, 85) };
      for (guint k = 0; k < i; k++)
        {
          if (members[k].sends && members[i].receives)
            add_reference_edge (self, enters[k], exits[i], get_mu (self, order[k], order[i]));
        }
    }
  spur_edges_add_collective (self->found, &collective);
}

static void
add_send (RandomTrace *self)
{
  Pending pending;
  guint from = random_trace_below (self, self->n_streams);

  pending.to = (from + 1 + random_trace_below (self, self->n_streams - 1)) % self->n_streams;
  pending.send = add_event (self, from);
  g_array_append_val (self->pending, pending);
  /* One send may have several receives. */
  if (random_trace_chance (self, 10))
    g_array_append_val (self->pending, pending);
}

/* What the clocks said: off, drifting, sometimes stepping back. */
static void
read_clocks (RandomTrace *self)
{
  gint64 offsets_ns[RANDOM_MAX_STREAMS], drifts_ppm[RANDOM_MAX_STREAMS],
    last_ns[RANDOM_MAX_STREAMS];

  for (guint s = 0; s < RANDOM_MAX_STREAMS; s++)
    {
      offsets_ns[s] = self->is_true ? 0 : (gint64) random_trace_below (self, 4000) - 2000;
      drifts_ppm[s] = self->is_true ? 0 : (gint64) random_trace_below (self, 40000) - 20000;
      last_ns[s] = G_MININT64;
    }
  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = random_trace_get_stream (self, e);
      gint64 true_ns = g_array_index (self->true_ns, gint64, e);
      gint64 from_ns = true_ns + offsets_ns[s] + true_ns * drifts_ppm[s] / 1000000;

      if (!self->is_true && random_trace_chance (self, 3))
        from_ns -= random_trace_below (self, 500);
      if (!self->has_steps_back)
        from_ns = MAX (from_ns, last_ns[s]);
      last_ns[s] = from_ns;
      g_array_append_val (self->from_ns, from_ns);
    }
}

/* Says of two events whatever, of which one came before the other, that it was directly before;
 * so events are at the begin and at the end of edges. */
static void
add_predecessor (RandomTrace *self)
{
  guint to = 1 + random_trace_below (self, self->streams->len - 1);
  guint from = random_trace_chance (self, 50) ? random_trace_below (self, to)
                                              : to - 1 - random_trace_below (self, MIN (to, 10));
  SpurPredecessor row = { random_trace_get_position (self, to),
                          random_trace_get_position (self, from),
                          random_trace_get_stream (self, to),
                          random_trace_get_stream (self, from) };

  if (row.stream == row.predecessor_stream)
    return;
  if (self->is_true &&
      g_array_index (self->true_ns, gint64, to) - g_array_index (self->true_ns, gint64, from) < 400)
    return;
  g_array_append_val (self->predecessors, row);
  add_reference_edge (self, from, to, get_mu (self, row.predecessor_stream, row.stream));
}

static void
add_predecessors (RandomTrace *self)
{
  guint n = random_trace_chance (self, 50) ? 0 : random_trace_below (self, 1 + self->streams->len);

  if (self->streams->len < 2)
    return;
  for (guint i = 0; i < n; i++)
    add_predecessor (self);
}

/* The edges that the library finds for the predecessors, each once. */
static void
find_predecessors (RandomTrace *self, SpurTrace *trace)
{
  g_autoptr (SpurEdges) named = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (GHashTable) different =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (named, &n_edges);

  for (guint i = 0; i < self->predecessors->len; i++)
    g_hash_table_add (different,
                      g_bytes_new (&g_array_index (self->predecessors, SpurPredecessor, i),
                                   sizeof (SpurPredecessor)));
  g_assert_cmpuint (n_edges, ==, g_hash_table_size (different));
  g_assert_cmpuint (spur_edges_get_counts (named)->n_named, ==, n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      SpurPredecessor row = { all[i].to_event, all[i].from_event, all[i].to_stream,
                              all[i].from_stream };
      g_autoptr (GBytes) bytes = g_bytes_new (&row, sizeof row);

      g_assert_true (g_hash_table_contains (different, bytes));
      spur_edges_add (self->found, &all[i]);
    }
}

RandomTrace *
random_trace_new (guint64 seed)
{
  RandomTrace *self = g_new0 (RandomTrace, 1);
  guint n_steps;

  self->state = seed;
  self->n_streams = 2 + random_trace_below (self, RANDOM_MAX_STREAMS - 1);
  self->is_true = random_trace_chance (self, 15);
  self->has_steps_back = !self->is_true && random_trace_chance (self, 15);
  self->mu_ns = random_trace_chance (self, 30) ? 1 : random_trace_below (self, 200);
  self->streams = g_array_new (FALSE, FALSE, sizeof (guint));
  self->true_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->positions = g_array_new (FALSE, FALSE, sizeof (guint));
  self->from_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->edges = g_array_new (FALSE, FALSE, sizeof (ReferenceEdge));
  self->pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  self->predecessors = g_array_new (FALSE, FALSE, sizeof (SpurPredecessor));
  self->found = spur_edges_new (self->n_streams);
  if (random_trace_chance (self, 15))
    {
      self->pair_mu_ns = g_new (gint64, RANDOM_MAX_STREAMS * RANDOM_MAX_STREAMS);
      for (guint i = 0; i < RANDOM_MAX_STREAMS * RANDOM_MAX_STREAMS; i++)
        self->pair_mu_ns[i] = random_trace_below (self, 300);
    }
  n_steps = random_trace_below (self, random_trace_chance (self, 50) ? 20 : 150);
  for (guint i = 0; i < n_steps; i++)
    {
      guint what = random_trace_below (self, 100);

      if (what < 2)
        add_burst (self);
      else if (what < 45)
        add_event (self, random_trace_below (self, self->n_streams));
      else if (what < 70)
        add_send (self);
      else if (what < 95 && self->pending->len > 0)
        add_receive (self);
      else if (what < 97)
        add_collective (self);
      else if (what < 98)
        add_team (self);
      else
        add_early_scan (self);
    }
  while (self->pending->len > 0)
    add_receive (self);
  add_predecessors (self);
  read_clocks (self);
  return self;
}

void
random_trace_free (RandomTrace *self)
{
  g_array_unref (self->streams);
  g_array_unref (self->true_ns);
  g_array_unref (self->positions);
  g_array_unref (self->from_ns);
  g_array_unref (self->edges);
  g_array_unref (self->pending);
  g_array_unref (self->predecessors);
  g_object_unref (self->found);
  g_free (self->pair_mu_ns);
  g_free (self);
}

SpurTrace *
random_trace_get_trace (RandomTrace *self, guint chunk_events)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < self->n_streams; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (guint e = 0; e < self->streams->len; e++)
    {
      gint64 from_ns = g_array_index (self->from_ns, gint64, e);

      g_array_append_val (((GArray *) g_ptr_array_index (times, random_trace_get_stream (self, e))),
                          from_ns);
    }
  return made_trace_new_ordered (times, self->predecessors, chunk_events);
}

void
random_trace_apply_delays (RandomTrace *self, SpurTrace *trace)
{
  g_autoptr (SpurDelays) delays = spur_delays_new ();

  for (guint i = 0; i < self->n_streams * self->n_streams; i++)
    {
      guint from = i / self->n_streams, to = i % self->n_streams;

      spur_delays_set_pair_ns (delays, from, to, self->pair_mu_ns[from * RANDOM_MAX_STREAMS + to]);
    }
  spur_delays_apply (delays, self->found, trace, NULL, NULL);
}

void
random_trace_find_edges (RandomTrace *self, SpurTrace *trace)
{
  find_predecessors (self, trace);
  if (self->pair_mu_ns != NULL)
    random_trace_apply_delays (self, trace);
}

/* The corrected times of all events in the order in which they were made. */
gint64 *
random_trace_get_times (RandomTrace *self, SpurTrace *trace, SpurCorrection *correction)
{
  gint64 *to_ns = g_new (gint64, self->streams->len + 1);

  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = random_trace_get_stream (self, e);
      guint64 position = random_trace_get_position (self, e);

      to_ns[e] =
        spur_correction_apply (correction, s, position,
                               spur_stream_get_raw_ns (spur_trace_get_stream (trace, s), position));
    }
  return to_ns;
}

void
random_trace_check_times (RandomTrace *self, GArray *edges, const gint64 *to_ns)
{
  gint64 last_ns[RANDOM_MAX_STREAMS];

  for (guint s = 0; s < RANDOM_MAX_STREAMS; s++)
    last_ns[s] = G_MININT64;
  for (guint e = 0; e < self->streams->len; e++)
    {
      guint s = random_trace_get_stream (self, e);

      g_assert_cmpint (to_ns[e], >=, last_ns[s]);
      last_ns[s] = to_ns[e];
    }
  for (guint i = 0; i < edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (edges, ReferenceEdge, i);

      g_assert_cmpint (to_ns[edge->to], >=, to_ns[edge->from] + edge->mu_ns);
    }
}

guint
random_trace_run (RandomTraceTest test, guint n_traces)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");
  guint64 seed =
    text != NULL ? g_ascii_strtoull (text, NULL, 0) : (guint64) g_get_real_time () * 0x2545f491;
  guint n_seeds = text != NULL ? 1 : spur_test_scale (n_traces);

  for (guint i = 0; i < n_seeds; i++)
    {
      /* Printed before, so that a crash leaves it, too. */
      g_test_message ("SPUR_TEST_SEED=%" G_GUINT64_FORMAT, seed + i);
      test (seed + i);
    }
  g_print ("# %u traces from seed %" G_GUINT64_FORMAT "\n", n_seeds, seed);
  return n_seeds;
}
