/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-check.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "made-trace.h"

/* A trace of @n_streams streams with events at 0, 10, 20 ... */
static SpurTrace *
make_trace (guint n_streams, guint n_events, gint64 first_ns)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < n_streams; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = 0; i < n_events; i++)
        {
          gint64 time_ns = first_ns + 10 * (gint64) i;

          g_array_append_val (of_stream, time_ns);
        }
      g_ptr_array_add (times, of_stream);
    }
  return made_trace_new (times, 64);
}

static void
add_collective (SpurEdges *edges, SpurPattern pattern, guint n, guint64 enter, guint64 exit)
{
  g_autofree SpurMember *members = g_new (SpurMember, n);
  SpurCollective collective = { pattern, 0, n, members };

  for (guint i = 0; i < n; i++)
    members[i] = (SpurMember){ enter, exit, i, TRUE, TRUE };
  spur_edges_add_collective (edges, &collective);
}

static void
expect_error (SpurTrace *trace, SpurEdges *edges, int code, const char *message)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (GError) error = NULL;

  g_assert_false (spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error));
  g_assert_error (error, SPUR_CAUSALITY_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_null (spur_correction_get_fact (correction, "method"));
}

static void
test_cycle (void)
{
  g_autoptr (SpurTrace) trace = make_trace (4, 3, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (4);

  g_test_summary ("A cycle is named edge by edge, without the streams that only wait for it.");

  made_trace_add_edge (edges, 1, 2, 2, 0);
  made_trace_add_edge (edges, 2, 1, 3, 0);
  made_trace_add_edge (edges, 3, 1, 1, 1);
  made_trace_add_edge (edges, 3, 2, 0, 0);
  expect_error (trace, edges, SPUR_CAUSALITY_ERROR_CYCLE,
                "the edges form a cycle, so they are matched wrongly: "
                "rank 3 event 1 before rank 1 event 1, rank 2 event 1 before rank 3 event 0, "
                "rank 1 event 2 before rank 2 event 0");
}

static void
test_node_cycle (void)
{
  g_autoptr (SpurTrace) trace = make_trace (3, 3, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (3);

  g_test_summary ("Events that are each the other's predecessor are a cycle.");

  made_trace_add_edge (edges, 0, 1, 1, 1);
  made_trace_add_edge (edges, 1, 1, 0, 1);
  made_trace_add_edge (edges, 1, 1, 2, 1);
  expect_error (trace, edges, SPUR_CAUSALITY_ERROR_CYCLE,
                "the edges form a cycle, so they are matched wrongly: "
                "rank 1 event 1 before rank 0 event 1, rank 0 event 1 before rank 1 event 1");
}

static void
test_collective_cycle (void)
{
  g_autoptr (SpurTrace) trace = make_trace (3, 4, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (3);

  g_test_summary ("A message from behind a barrier to before it is a cycle.");

  add_collective (edges, SPUR_PATTERN_BARRIER, 3, 1, 2);
  made_trace_add_edge (edges, 0, 3, 2, 0);
  expect_error (trace, edges, SPUR_CAUSALITY_ERROR_CYCLE,
                "the edges form a cycle, so they are matched wrongly: "
                "rank 2 event 1 before rank 0 event 2, rank 0 event 3 before rank 2 event 0");
}

static void
test_range (void)
{
  const gint64 limit = SPUR_TIME_LIMIT_NS;

  g_test_summary ("A time that would be one past the limit is an error that names the event.");

  for (guint bad = 0; bad < 3; bad++)
    {
      /* Either the receive itself or what comes after it. */
      guint n_receives = bad == 2 ? 1 : 2;
      g_autoptr (SpurTrace) trace = make_trace (2, 2, limit - 20);
      g_autoptr (SpurEdges) edges = spur_edges_new (2);
      g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
      g_autoptr (SpurCorrection) correction = spur_correction_new (2);
      g_autoptr (GError) error = NULL;

      made_trace_add_edge (edges, 0, 1, 1, n_receives - 1);
      spur_clock_corrector_set_mu_ns (corrector, bad == 1 ? 11 : 10);
      g_assert_cmpint (
        spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error), ==, !bad);
      if (bad == 0)
        continue;
      g_assert_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE);
      g_assert_true (g_str_has_prefix (error->message, "rank 1: event 1: "));
    }
}

static void
test_unchanged (void)
{
  g_autoptr (SpurTrace) trace = make_trace (3, 100, 5);
  g_autoptr (SpurEdges) edges = spur_edges_new (3);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (3);

  g_test_summary ("Without a violation there is no map, and the report says so.");

  made_trace_add_edge (edges, 0, 1, 1, 2);
  add_collective (edges, SPUR_PATTERN_N_TO_N, 3, 50, 51);
  g_assert_true (spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, NULL));
  for (guint s = 0; s < 3; s++)
    g_assert_cmpuint (spur_correction_get_n_maps (correction, s), ==, 0);
  g_assert_true (
    g_str_has_prefix (spur_correction_get_fact (correction, "eclc.result"), "nothing changed"));
  g_assert_cmpstr (spur_correction_get_fact (correction, "method"), ==, "eclc");
}

static guint64
count_below_mu (SpurTrace *trace, SpurEdges *edges, SpurCorrection *correction, gint64 mu_ns)
{
  SpurCheck check;

  spur_check_run (&check, trace, edges, correction, mu_ns, NULL);
  return check.n_below_mu;
}

static void
test_checked_again (void)
{
  g_autoptr (SpurTrace) trace = make_trace (2, 4, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A check does not say what another mu, other times or other edges made it say.");

  made_trace_add_edge (edges, 0, 1, 1, 2);
  made_trace_add_edge (edges, 0, 2, 1, 1);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (count_below_mu (trace, edges, NULL, 1), ==, 1);
      g_assert_cmpuint (count_below_mu (trace, edges, NULL, 20), ==, 2);
    }
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.edges-repaired"), ==, "1");
  g_assert_cmpuint (count_below_mu (trace, edges, correction, 1), ==, 0);
  made_trace_add_edge (edges, 0, 3, 1, 1);
  g_assert_cmpuint (count_below_mu (trace, edges, NULL, 1), ==, 2);
}

static void
test_facts (void)
{
  g_autoptr (SpurTrace) trace = make_trace (2, 100, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);

  g_test_summary ("The report of one jump.");

  made_trace_add_edge (edges, 0, 60, 1, 50);
  made_trace_add_edge (edges, 0, 10, 1, 40);
  g_assert_true (spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, NULL));
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.jumps"), ==, "1");
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.edges-repaired"), ==, "1");
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.largest-jump-ns"), ==, "101");
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.largest-shift-ns"), ==, "101");
  /* The receive at event 40 is spread along with the events before the jump. */
  g_assert_cmpstr (spur_correction_get_fact (correction, "eclc.moved-nodes"), ==, "2");
}

/* A stream that steps back is put in order although no edge is violated. */
static void
test_steps_back (void)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  const gint64 raw_ns[] = { 0, 100, 90, 95, 200 };
  g_autoptr (SpurEdges) edges = spur_edges_new (1);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (1);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GArray) after = NULL;
  SpurCheck check;

  g_test_summary ("A clock that steps back goes on from where it was, in order.");

  g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  g_array_append_vals (((GArray *) g_ptr_array_index (times, 0)), raw_ns, G_N_ELEMENTS (raw_ns));
  trace = made_trace_new (times, 2);
  spur_check_run (&check, trace, edges, NULL, 1, NULL);
  g_assert_cmpuint (check.n_order_inversions, ==, 1);
  g_assert_true (spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, NULL));
  spur_check_run (&check, trace, edges, correction, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
  after = made_trace_get_times (trace, correction, 0);
  g_assert_cmpint (g_array_index (after, gint64, 2), ==, 100);
  g_assert_cmpint (g_array_index (after, gint64, 4), ==, 209);
}

static void
test_one_event_member (void)
{
  g_autoptr (SpurTrace) trace = make_trace (3, 4, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (3);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (3);
  const SpurMember members[] = {
    { 1, 1, 0, TRUE, TRUE },
    { 1, 3, 1, TRUE, TRUE },
    { 2, 3, 2, TRUE, TRUE },
  };
  SpurCollective collective = { SPUR_PATTERN_N_TO_N, SPUR_NONE, 3, members };
  g_autoptr (GError) error = NULL;
  SpurCheck check;

  g_test_summary ("A member that enters and leaves by one event waits for all others only.");

  spur_edges_add_collective (edges, &collective);
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  spur_check_run (&check, trace, edges, correction, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
  g_assert_cmpint (spur_correction_apply (correction, 0, 1, 10), ==, 21);
}

static void
test_many_streams (void)
{
  guint n_streams = 4000, n_events = 60;
  g_autoptr (SpurTrace) trace = make_trace (n_streams, n_events, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (n_streams);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (n_streams);
  g_autoptr (GError) error = NULL;
  SpurCheck check;
  gint64 begin_us = g_get_monotonic_time ();

  g_test_summary ("Thousands of streams: all wait for one, for all, for the one before.");

  for (guint s = 1; s < n_streams; s++)
    {
      made_trace_add_edge (edges, 0, 5, s, 4);
      made_trace_add_edge (edges, s, 8, 0, 9);
      made_trace_add_edge (edges, s - 1, 30, s, 30);
    }
  add_collective (edges, SPUR_PATTERN_BARRIER, n_streams, 12, 13);
  add_collective (edges, SPUR_PATTERN_SCAN, n_streams, 16, 17);
  add_collective (edges, SPUR_PATTERN_ONE_TO_N, n_streams, 20, 21);
  add_collective (edges, SPUR_PATTERN_N_TO_ONE, n_streams, 24, 25);
  add_collective (edges, SPUR_PATTERN_N_TO_N, n_streams, 40, 41);
  spur_clock_corrector_set_mu_ns (corrector, 25);
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  spur_check_run (&check, trace, edges, correction, 25, NULL);
  g_assert_true (spur_check_is_clean (&check));
  g_assert_cmpuint (check.n_edges, ==, 3 * (n_streams - 1));
  g_test_message ("%" G_GINT64_FORMAT " us", g_get_monotonic_time () - begin_us);
}

static void
test_cancelled (void)
{
  g_autoptr (SpurTrace) trace = make_trace (2, 10, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  SpurJob job = { NULL, NULL, cancellable, 1 };

  g_test_summary ("Who cancels gets the correction as it was.");

  made_trace_add_edge (edges, 0, 9, 1, 0);
  g_cancellable_cancel (cancellable);
  g_assert_false (spur_clock_corrector_correct (corrector, trace, edges, correction, &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (spur_correction_get_n_maps (correction, 1), ==, 0);
}

static void
test_full_chain (void)
{
  g_autoptr (SpurTrace) trace = make_trace (2, 10, 0);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (1);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A chain that is full takes no further step.");

  for (guint i = 0; i < SPUR_CORRECTION_MAX_MAPS; i++)
    spur_correction_append_map (correction, 1, map);
  g_assert_false (spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/extended/cycle", test_cycle);
  g_test_add_func ("/clock/extended/node-cycle", test_node_cycle);
  g_test_add_func ("/clock/extended/collective-cycle", test_collective_cycle);
  g_test_add_func ("/clock/extended/range", test_range);
  g_test_add_func ("/clock/extended/unchanged", test_unchanged);
  g_test_add_func ("/clock/extended/checked-again", test_checked_again);
  g_test_add_func ("/clock/extended/facts", test_facts);
  g_test_add_func ("/clock/extended/steps-back", test_steps_back);
  g_test_add_func ("/clock/extended/one-event-member", test_one_event_member);
  g_test_add_func ("/clock/extended/many-streams", test_many_streams);
  g_test_add_func ("/clock/extended/cancelled", test_cancelled);
  g_test_add_func ("/clock/extended/full-chain", test_full_chain);
  return g_test_run ();
}
