/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-cycles.h"
#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "random-trace.h"

#define N_TRACES 300

/* Event by event what happened directly before what. */
typedef struct
{
  RandomTrace *made;
  GArray *edges;
  gboolean *is_reached;
} Graph;

static guint
find_next (RandomTrace *self, guint event)
{
  for (guint e = event + 1; e < self->streams->len; e++)
    {
      if (random_trace_get_stream (self, e) == random_trace_get_stream (self, event))
        return e;
    }
  return G_MAXUINT;
}

/* All events that come after one. */
static void
reach (Graph *self, guint from)
{
  guint n_events = self->made->streams->len;
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  memset (self->is_reached, 0, n_events * sizeof *self->is_reached);
  g_array_append_val (open, from);
  self->is_reached[from] = TRUE;
  while (open->len > 0)
    {
      guint event = g_array_index (open, guint, open->len - 1);
      guint next = find_next (self->made, event);

      g_array_set_size (open, open->len - 1);
      if (next != G_MAXUINT && !self->is_reached[next])
        {
          self->is_reached[next] = TRUE;
          g_array_append_val (open, next);
        }
      for (guint i = 0; i < self->edges->len; i++)
        {
          const ReferenceEdge *edge = &g_array_index (self->edges, ReferenceEdge, i);

          if (edge->from != event || self->is_reached[edge->to])
            continue;
          self->is_reached[edge->to] = TRUE;
          g_array_append_val (open, edge->to);
        }
    }
}

/* Says of an event of another stream that comes after one that it came directly before it. */
static gboolean
close_cycle (Graph *self)
{
  RandomTrace *made = self->made;
  guint n_events = made->streams->len;
  guint to = random_trace_below (made, n_events);
  g_autoptr (GArray) after = g_array_new (FALSE, FALSE, sizeof (guint));
  ReferenceEdge edge = { 0, to, 0 };
  SpurEdge added;

  reach (self, to);
  for (guint e = 0; e < n_events; e++)
    {
      if (self->is_reached[e] &&
          random_trace_get_stream (made, e) != random_trace_get_stream (made, to))
        g_array_append_val (after, e);
    }
  if (after->len == 0)
    return FALSE;
  edge.from = g_array_index (after, guint, random_trace_below (made, after->len));
  added =
    (SpurEdge){ random_trace_get_position (made, edge.from), random_trace_get_position (made, to),
                0, random_trace_get_stream (made, edge.from), random_trace_get_stream (made, to) };
  spur_edges_add (made->found, &added);
  g_array_append_val (self->edges, edge);
  return TRUE;
}

static char *
get_key (RandomTrace *self, guint from, guint to)
{
  return g_strdup_printf ("%u.%" G_GUINT64_FORMAT " %u.%" G_GUINT64_FORMAT,
                          random_trace_get_stream (self, from),
                          random_trace_get_position (self, from),
                          random_trace_get_stream (self, to), random_trace_get_position (self, to));
}

/* Parts the edges by whether their begin comes after their end. */
static GArray *
part (Graph *self, GHashTable *cyclic)
{
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (ReferenceEdge));

  for (guint i = 0; i < self->edges->len; i++)
    {
      const ReferenceEdge *edge = &g_array_index (self->edges, ReferenceEdge, i);

      reach (self, edge->to);
      if (self->is_reached[edge->from])
        g_hash_table_add (cyclic, get_key (self->made, edge->from, edge->to));
      else
        g_array_append_val (rest, *edge);
    }
  return rest;
}

static void
check_cyclic (RandomTrace *self, GHashTable *expected)
{
  g_autoptr (GHashTable) listed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gsize n_cyclic;
  const SpurEdge *cyclic = spur_edges_get_cyclic (self->found, &n_cyclic);

  for (gsize i = 0; i < n_cyclic; i++)
    {
      char *key =
        g_strdup_printf ("%u.%" G_GUINT64_FORMAT " %u.%" G_GUINT64_FORMAT, cyclic[i].from_stream,
                         cyclic[i].from_event, cyclic[i].to_stream, cyclic[i].to_event);

      if (!g_hash_table_contains (expected, key))
        g_error ("%s is in no cycle", key);
      g_hash_table_add (listed, key);
    }
  g_assert_cmpuint (spur_edges_get_counts (self->found)->n_cyclic, >=, n_cyclic);
  if (spur_edges_get_counts (self->found)->n_cyclic == n_cyclic)
    g_assert_cmpuint (g_hash_table_size (listed), ==, g_hash_table_size (expected));
}

static void
expect_cycle (RandomTrace *self, SpurTrace *trace)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (self->n_streams);
  g_autoptr (GError) error = NULL;

  g_assert_false (
    spur_clock_corrector_correct (corrector, trace, self->found, correction, NULL, &error));
  g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE);
  g_assert_cmpuint (spur_edges_get_counts (self->found)->n_cyclic, ==, 0);
}

/* The correction of what is left is that of a trace without the cyclic edges. */
static void
check_rest (RandomTrace *self, SpurTrace *trace, GArray *rest, SpurDirection direction)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (self->n_streams);
  g_autoptr (SpurNodes) nodes = NULL;
  guint n_events = self->streams->len;
  g_autofree gint64 *expected_ns = g_new (gint64, n_events + 1);
  g_autofree double *slack_ns = g_new (double, n_events + 1);
  g_autofree gint64 *to_ns = NULL;
  g_autoptr (GError) error = NULL;
  ReferenceTrace reference = { .n_events = n_events,
                               .n_streams = self->n_streams,
                               .streams = (const guint *) (gpointer) self->streams->data,
                               .from_ns = (const gint64 *) (gpointer) self->from_ns->data,
                               .edges = rest,
                               .gamma_ppb = 999990000,
                               .slope_ppb = 10000000,
                               .is_backward = TRUE,
                               .direction = direction,
                               .mix_ppb = 500000000 };

  g_object_set (corrector, "mu-ns", self->mu_ns, "on-cycle", SPUR_ON_CYCLE_LEAVE_OUT, "direction",
                direction, NULL);
  spur_clock_corrector_correct (corrector, trace, self->found, correction, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (spur_correction_get_fact (correction, "eclc.cyclic-edges"));
  g_assert_nonnull (
    strstr (spur_correction_get_fact (correction, "eclc.cyclic-edges-left-out"), " before rank "));
  to_ns = random_trace_get_times (self, trace, correction);
  random_trace_check_times (self, rest, to_ns);
  reference_clock_run (&reference, expected_ns, slack_ns);
  nodes = spur_nodes_make (trace, self->found, NULL, NULL);
  for (guint e = 0; e < n_events; e++)
    {
      if (spur_nodes_contains (nodes, random_trace_get_stream (self, e),
                               random_trace_get_position (self, e)))
        g_assert_cmpint (to_ns[e], ==, expected_ns[e]);
    }
}

static guint64 n_left_out, n_kept;

static void
run_trace (guint64 seed)
{
  g_autoptr (RandomTrace) made = random_trace_new (seed);
  g_autoptr (SpurTrace) trace = random_trace_get_trace (made, 64);
  g_autofree gboolean *is_reached = g_new (gboolean, made->streams->len + 1);
  g_autoptr (GArray) edges = g_array_copy (made->edges);
  g_autoptr (GArray) rest = NULL;
  g_autoptr (GHashTable) cyclic = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Graph graph = { made, edges, is_reached };
  guint n_closed = 0;
  SpurCheck check;

  random_trace_find_edges (made, trace);
  for (guint i = 1 + random_trace_below (made, 3); i > 0 && made->streams->len > 0; i--)
    n_closed += close_cycle (&graph);
  if (n_closed == 0)
    return;
  if (made->pair_mu_ns != NULL)
    random_trace_apply_delays (made, trace);
  rest = part (&graph, cyclic);
  expect_cycle (made, trace);
  check_rest (made, trace, rest, (SpurDirection) random_trace_below (made, 3));
  check_cyclic (made, cyclic);
  g_assert_cmpuint (spur_edges_leave_out_cycles (made->found, trace), ==, 0);
  spur_check_run (&check, trace, made->found, NULL, made->mu_ns, NULL);
  n_left_out += g_hash_table_size (cyclic);
  n_kept += rest->len;
}

static void
test_random_cycles (void)
{
  g_test_summary ("Exactly the edges in cycles are left out, and the rest is corrected.");

  if (random_trace_run (run_trace, N_TRACES) > 50)
    g_assert_true (n_left_out > 0 && n_kept > 0);
  g_print ("# %" G_GUINT64_FORMAT " edges left out, %" G_GUINT64_FORMAT " kept\n", n_left_out,
           n_kept);
}

static SpurTrace *
make_trace (guint n_streams, guint n_events)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < n_streams; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = 0; i < n_events; i++)
        {
          gint64 time_ns = 100 * (gint64) i;

          g_array_append_val (of_stream, time_ns);
        }
      g_ptr_array_add (times, of_stream);
    }
  return made_trace_new (times, 64);
}

static void
test_message_round_barrier (void)
{
  g_autoptr (SpurTrace) trace = make_trace (4, 6);
  g_autoptr (SpurEdges) edges = spur_edges_new (4);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (4);
  g_autoptr (GError) error = NULL;
  g_autofree char *names = NULL;
  SpurMember members[4];
  SpurCollective barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 4, members };
  SpurCheck check;

  g_test_summary ("A message matched across a barrier is left out, with one pair of the barrier.");

  for (guint32 i = 0; i < 4; i++)
    members[i] = (SpurMember){ 2, 3, i, TRUE, TRUE };
  spur_edges_add_collective (edges, &barrier);
  made_trace_add_edge (edges, 0, 4, 1, 1);
  g_assert_true (spur_clock_corrector_set_option (corrector, "on-cycle", "leave-out", &error));
  made_trace_add_edge (edges, 3, 0, 2, 0);
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_cyclic, ==, 2);
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.cyclic-edges"), ==, "2");
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.cyclic-edges-left-out"), ==,
                   "rank 0 event 4 before rank 1 event 1, rank 1 event 2 before rank 0 event 3");
  names = spur_edges_describe_cyclic (edges, trace, 1);
  g_assert_cmpstr (names, ==, "rank 0 event 4 before rank 1 event 1, and 1 more");
  spur_check_run (&check, trace, edges, correction, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
  g_assert_cmpuint (check.n_edges, ==, 1);
  g_assert_cmpuint (check.n_collective_receives, ==, 4);
}

static void
test_no_cycle (void)
{
  g_autoptr (SpurTrace) trace = make_trace (2, 3);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autofree char *names = NULL;
  SpurMember members[2] = { { 1, 1, 0, TRUE, TRUE }, { 1, 1, 1, FALSE, TRUE } };
  SpurCollective collective = { SPUR_PATTERN_N_TO_N, SPUR_NONE, 2, members };
  gsize n_cyclic;

  g_test_summary ("Nothing is left out where nothing is in a cycle.");

  made_trace_add_edge (edges, 0, 0, 1, 0);
  spur_edges_add_collective (edges, &collective);
  g_assert_cmpuint (spur_edges_leave_out_cycles (edges, trace), ==, 0);
  g_assert_null (spur_edges_get_cyclic (edges, &n_cyclic));
  g_assert_cmpuint (n_cyclic, ==, 0);
  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 1);
  names = spur_edges_describe_cyclic (edges, trace, 9);
  g_assert_cmpstr (names, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/cycles/message-round-barrier", test_message_round_barrier);
  g_test_add_func ("/clock/cycles/no-cycle", test_no_cycle);
  g_test_add_func ("/clock/cycles/random", test_random_cycles);
  return g_test_run ();
}
