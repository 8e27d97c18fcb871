/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/analysis/presence/spur-history.h"
#include "core/causality/spur-check.h"
#include "core/clock/spur-trace-correct.h"
#include "core/index/spur-edge-index.h"
#include "tests/index/index-world.h"
#include "tests/test-corpus.h"

#define N_STREAMS 6
#define N_GROUPS 3
/* More than one block of the second level. */
#define N_EDGES 20000
#define N_PIXELS 1920
#define MU_NS 1000

/* An edge and what is to be said of it. */
typedef struct
{
  SpurIndexedEdge indexed;
  guint32 pair;
} Expected;

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  GArray *expected; /* Expected */
  guint32 groups[N_STREAMS];
} World;

static gint64
get_time_ns (SpurTrace *trace, guint stream, guint64 event)
{
  return spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event);
}

static void
world_init (World *self, guint32 seed)
{
  const IndexRecipe recipe = { 3000, 5, 1000000000, 2000, 3, 0 };
  IndexWorld made;
  gsize n_edges;
  const SpurEdge *edges;

  index_world_init (&made, seed);
  for (guint i = 0; i < N_STREAMS; i++)
    {
      index_world_add_stream (&made, &recipe);
      self->groups[i] = i % N_GROUPS;
    }
  g_assert_true (spur_trace_seal (made.trace, NULL));
  self->trace = g_object_ref (made.trace);
  self->edges = spur_edges_new (N_STREAMS);
  for (guint i = 0; i < N_EDGES; i++)
    {
      guint from = (guint) g_rand_int_range (made.rand, 0, N_STREAMS);
      guint event = (guint) g_rand_int_range (made.rand, 0, (gint32) recipe.n_events);
      guint other = event + (guint) g_rand_int_range (made.rand, 0, 200);
      SpurEdge edge = { .from_stream = from,
                        .to_stream =
                          (from + 1 + (guint) g_rand_int_range (made.rand, 0, 4)) % N_STREAMS,
                        .from_event = event,
                        .to_event = MIN (other, recipe.n_events - 1),
                        .mu_ns = i % 5 == 0 ? 50000 : SPUR_MU_DEFAULT };

      spur_edges_add (self->edges, &edge);
    }
  self->expected = g_array_new (FALSE, FALSE, sizeof (Expected));
  edges = spur_edges_get_all (self->edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &edges[i];
      Expected expected = { { get_time_ns (self->trace, edge->from_stream, edge->from_event),
                              get_time_ns (self->trace, edge->to_stream, edge->to_event),
                              edge->mu_ns == SPUR_MU_DEFAULT ? MU_NS : edge->mu_ns, 0, i },
                            self->groups[edge->from_stream] * N_GROUPS +
                              self->groups[edge->to_stream] };

      g_array_append_val (self->expected, expected);
    }
  index_world_clear (&made);
}

static void
world_clear (World *self)
{
  g_object_unref (self->edges);
  g_object_unref (self->trace);
  g_array_unref (self->expected);
}

static SpurEdgeIndex *
make_index (World *self)
{
  const SpurEdgeIndexOptions options = { TRUE, MU_NS, self->groups, NULL };

  return spur_edge_index_new (self->trace, self->edges, &options, NULL);
}

/* What a scan over all edges says of a pair in a span. */
static void
assert_bundle (World *self, const SpurEdgeBundle *found, guint pair, gint64 from_ns, gint64 to_ns)
{
  SpurEdgeBundle sum = { .least_ns = G_MAXINT64, .largest_ns = G_MININT64 };

  for (guint i = 0; i < self->expected->len; i++)
    {
      const Expected *expected = &g_array_index (self->expected, Expected, i);
      gint64 delay_ns = expected->indexed.received_ns - expected->indexed.sent_ns;

      if (expected->pair != pair || expected->indexed.sent_ns < from_ns ||
          expected->indexed.sent_ns >= to_ns)
        continue;
      sum.n_edges++;
      sum.n_reversed += delay_ns < 0;
      sum.n_below_mu += delay_ns < expected->indexed.mu_ns;
      sum.least_ns = MIN (sum.least_ns, delay_ns);
      sum.largest_ns = MAX (sum.largest_ns, delay_ns);
    }
  if (sum.n_edges == 0)
    {
      g_assert_null (found);
      return;
    }
  g_assert_nonnull (found);
  g_assert_cmpuint (found->n_edges, ==, sum.n_edges);
  g_assert_cmpuint (found->n_reversed, ==, sum.n_reversed);
  g_assert_cmpuint (found->n_below_mu, ==, sum.n_below_mu);
  g_assert_cmpint (found->least_ns, ==, sum.least_ns);
  g_assert_cmpint (found->largest_ns, ==, sum.largest_ns);
}

static void
assert_bundles (World *self, SpurEdgeIndex *index, gint64 from_ns, gint64 to_ns)
{
  gsize n_bundles, at = 0;
  const SpurEdgeBundle *bundles = spur_edge_index_get_bundles (index, from_ns, to_ns, &n_bundles);

  for (guint pair = 0; pair < N_GROUPS * N_GROUPS; pair++)
    {
      gboolean is_next =
        at < n_bundles && bundles[at].from_group * N_GROUPS + bundles[at].to_group == pair;

      assert_bundle (self, is_next ? &bundles[at] : NULL, pair, from_ns, to_ns);
      at += is_next;
    }
  g_assert_cmpuint (at, ==, n_bundles);
}

static void
choose_span (gint64 *from_ns, gint64 *to_ns)
{
  *from_ns = g_test_rand_int_range (-100000, 3000000);
  *to_ns = *from_ns + g_test_rand_int_range (0, g_test_rand_bit () ? 5000000 : 50000);
}

/* Makes an index of random edges and looks at 60 random spans of it. */
static void
check_spans (guint seed,
             void (*check) (World *self, SpurEdgeIndex *index, gint64 from_ns, gint64 to_ns))
{
  g_autoptr (SpurEdgeIndex) index = NULL;
  World world;

  world_init (&world, seed);
  index = make_index (&world);
  check (&world, index, G_MININT64, G_MAXINT64 - 1);
  for (guint i = 0; i < 60; i++)
    {
      gint64 from_ns, to_ns;

      choose_span (&from_ns, &to_ns);
      check (&world, index, from_ns, to_ns);
    }
  world_clear (&world);
}

static void
test_bundles (void)
{
  g_test_summary ("Bundles of any span are the sums of all edges sent in it.");

  check_spans (1, assert_bundles);
}

/* By edge how often it was visited. */
static void
note_visit (const SpurIndexedEdge *edge, gpointer n_visits)
{
  ((guint8 *) n_visits)[edge->edge]++;
}

static void
assert_visits (World *self, SpurEdgeIndex *index, gint64 from_ns, gint64 to_ns)
{
  g_autofree guint8 *n_visits = g_new0 (guint8, self->expected->len);

  spur_edge_index_visit (index, from_ns, to_ns, note_visit, n_visits);
  for (guint i = 0; i < self->expected->len; i++)
    {
      const SpurIndexedEdge *edge = &g_array_index (self->expected, Expected, i).indexed;
      gboolean is_seen = MAX (edge->sent_ns, edge->received_ns) >= from_ns &&
                         MIN (edge->sent_ns, edge->received_ns) <= to_ns;

      g_assert_cmpuint (n_visits[edge->edge], ==, is_seen);
    }
}

static void
test_visits (void)
{
  g_test_summary ("Each edge that is on its way in a span is visited once, and no other one.");

  check_spans (2, assert_visits);
}

/* Goes through a span pixel by pixel: what each has adds up to what all have. */
static void
assert_pixels (SpurEdgeIndex *index, const SpurCheck *check, gsize n_moves_expected)
{
  gsize n_edges = 0, n_reversed = 0, n_below_mu = 0, n_violations = 0, n_moves = 0;
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;
  gsize n_all;
  const SpurIndexedEdge *violations =
    spur_edge_index_get_violations (index, G_MININT64, G_MAXINT64, &n_all);

  for (gsize i = 0; i + 1 < n_all; i++)
    g_assert_cmpint (violations[i].sent_ns, <=, violations[i + 1].sent_ns);
  begin_ns = -SPUR_TIME_LIMIT_NS;
  end_ns = SPUR_TIME_LIMIT_NS;
  for (guint pixel = 0; pixel < N_PIXELS; pixel++)
    {
      /* The first and the last one have all that is before and behind two minutes. */
      gint64 from_ns = pixel == 0 ? begin_ns : pixel * G_GINT64_CONSTANT (62500000);
      gint64 to_ns = pixel + 1 == N_PIXELS ? end_ns : (pixel + 1) * G_GINT64_CONSTANT (62500000);
      gsize n_bundles, n_found;
      const SpurEdgeBundle *bundles =
        spur_edge_index_get_bundles (index, from_ns, to_ns, &n_bundles);

      for (gsize i = 0; i < n_bundles; i++)
        {
          n_edges += bundles[i].n_edges;
          n_reversed += bundles[i].n_reversed;
          n_below_mu += bundles[i].n_below_mu;
        }
      spur_edge_index_get_violations (index, from_ns, to_ns, &n_found);
      n_violations += n_found;
      spur_edge_index_get_moves (index, from_ns, to_ns, &n_found);
      n_moves += n_found;
    }
  g_assert_cmpuint (n_edges, ==, check->n_edges);
  g_assert_cmpuint (n_reversed, ==, check->n_reversed);
  g_assert_cmpuint (n_below_mu, ==, check->n_below_mu);
  g_assert_cmpuint (n_violations, ==, check->n_below_mu);
  g_assert_cmpuint (n_moves, ==, n_moves_expected);
}

static void
test_check (void)
{
  g_autoptr (SpurEdgeIndex) index = NULL;
  SpurCheck check;
  World world;

  g_test_summary ("Violations summed over pixels are those that a check of the trace counts.");

  world_init (&world, 3);
  index = make_index (&world);
  spur_check_run (&check, world.trace, world.edges, NULL, MU_NS, NULL);
  g_assert_cmpuint (check.n_reversed, >, 0);
  g_assert_cmpuint (check.n_below_mu, >, check.n_reversed);
  assert_pixels (index, &check, 0);
  world_clear (&world);
}

/* What the sends of all edges say of their bytes, one by one. */
static guint64
sum_bytes (SpurTrace *trace, SpurEdges *edges)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
  guint64 n_bytes = 0;

  for (gsize i = 0; i < n_edges; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, all[i].from_stream);
      const SpurEventLayout *layout;
      const guint8 *record = spur_stream_get_record (stream, all[i].from_event, &layout);
      SpurUse use = layout->field_of_use[SPUR_USE_SIZE] >= 0 ? SPUR_USE_SIZE : SPUR_USE_SENT_BYTES;

      if (layout->field_of_use[use] >= 0)
        n_bytes += spur_event_layout_get_uint (layout, (guint) layout->field_of_use[use], record);
    }
  return n_bytes;
}

static void
assert_bytes (SpurEdgeIndex *index, guint64 n_expected)
{
  guint64 n_bytes = 0;
  gsize n_bundles;
  const SpurEdgeBundle *bundles =
    spur_edge_index_get_bundles (index, G_MININT64, G_MAXINT64, &n_bundles);

  for (gsize i = 0; i < n_bundles; i++)
    n_bytes += bundles[i].n_bytes;
  g_assert_cmpuint (n_bytes, ==, n_expected);
}

static void
assert_trace (SpurTrace *trace, SpurEdges *edges, gboolean raw)
{
  g_autoptr (SpurHistory) history = spur_history_new (trace, raw);
  const SpurEdgeIndexOptions options = { raw, MU_NS, NULL, spur_history_get_timeline (history) };
  g_autoptr (SpurEdgeIndex) index = spur_edge_index_new (trace, edges, &options, NULL);
  SpurCheck check;
  gsize n_moves;

  spur_timeline_get_moves (options.timeline, &n_moves);
  spur_check_run (&check, trace, edges, raw ? NULL : spur_trace_get_correction (trace), MU_NS,
                  NULL);
  assert_pixels (index, &check, n_moves);
  assert_bytes (index, sum_bytes (trace, edges));
}

static void
test_corpus (gconstpointer set)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEdges) edges = NULL;
  g_autofree char *path = NULL;

  g_test_summary ("So it is with real traces, raw and corrected, and with moves.");

  if (!spur_test_has_corpus (set))
    {
      g_test_skip ("the trace is not there");
      return;
    }
  path = spur_test_corpus (set);
  trace = spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);
  g_assert_no_error (error);
  edges = spur_edges_new_for_trace (trace, NULL, &error);
  g_assert_no_error (error);
  assert_trace (trace, edges, TRUE);
  g_assert_true (spur_trace_correct (trace, "auto", NULL, NULL, &error));
  g_assert_no_error (error);
  assert_trace (trace, edges, FALSE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edge-index/bundles", test_bundles);
  g_test_add_func ("/edge-index/visits", test_visits);
  g_test_add_func ("/edge-index/check", test_check);
  g_test_add_data_func ("/edge-index/corpus/lammps-8", "otf2-pmpi-lammps-8/skewed-a/traces.otf2",
                        test_corpus);
  g_test_add_data_func ("/edge-index/corpus/pingpong", "projections-pipit-pingpong", test_corpus);
  g_test_add_data_func ("/edge-index/corpus/greedy", "projections-charm-lbtest-greedy-4pe",
                        test_corpus);
  g_test_add_data_func ("/edge-index/corpus/refine", "projections-charm-lbtest-refine-8pe",
                        test_corpus);
  g_test_add_data_func ("/edge-index/corpus/sst", "otf2-sst-10hosts/traces.otf2", test_corpus);
  return g_test_run ();
}
