/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Efficiencies and the critical path: by hand, and beside a simulated run of which the ideal time
 * is known. */
#include "config.h"

#include <math.h>

#include "core/analysis/waits/spur-critical-path-private.h"
#include "core/base/spur-pages-private.h"
#include "tests/analysis/wait-trace.h"

#define MAX_RELATIVE_ERROR 1e-9

/* All that is found of a trace. */
typedef struct
{
  SpurEdges *edges;
  SpurCalls *calls;
  SpurEfficiency efficiency;
  GArray *path;
  GArray *shares;
} Found;

static void
found_clear (Found *self)
{
  g_object_unref (self->edges);
  spur_calls_free (self->calls);
  g_array_unref (self->path);
  g_array_unref (self->shares);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Found, found_clear)

static void
find_all (Found *self, WaitTrace *trace, guint n_threads)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;
  SpurCallsInput input = { trace->trace, NULL, spur_trace_get_correction (trace->trace),
                           -1,           TRUE, &job };

  input.edges = self->edges = spur_edges_new_for_trace (trace->trace, &job, &error);
  g_assert_no_error (error);
  self->calls = spur_calls_new (&input, &error);
  g_assert_no_error (error);
  spur_efficiency_find (&self->efficiency, self->calls, &input, &error);
  g_assert_no_error (error);
  self->path = spur_critical_path_find (self->calls, &input);
  self->shares = spur_critical_path_get_shares (self->path, self->calls, &input);
}

static void
check_part (const Found *self, guint index, SpurPathPart expected)
{
  const SpurPathPart *part = &g_array_index (self->path, SpurPathPart, index);

  g_assert_cmpint (part->begin_ns, ==, expected.begin_ns);
  g_assert_cmpint (part->end_ns, ==, expected.end_ns);
  g_assert_cmpuint (part->kind, ==, expected.kind);
  g_assert_cmpuint (part->stream, ==, expected.stream);
  g_assert_cmpuint (part->from_stream, ==, expected.from_stream);
}

static void
check_share (const Found *self, WaitTrace *trace, const char *state, SpurPathShare expected)
{
  for (guint i = 0; i < self->shares->len; i++)
    {
      const SpurPathShare *share = &g_array_index (self->shares, SpurPathShare, i);
      const char *name =
        share->state != SPUR_NONE
          ? spur_definitions_get_state (spur_trace_get_definitions (trace->trace), share->state)
              ->name
          : "";

      if (!g_str_equal (name, state))
        continue;
      g_assert_cmpint (share->path_ns, ==, expected.path_ns);
      g_assert_cmpint (share->sum_ns, ==, expected.sum_ns);
      g_assert_cmpint (share->imbalance_ns, ==, expected.imbalance_ns);
      return;
    }
  g_error ("no share of %s", state);
}

static void
check_is_whole (const Found *self)
{
  const SpurEfficiency *figures = &self->efficiency;
  gint64 length_ns = 0;

  for (guint i = 0; i < self->path->len; i++)
    {
      const SpurPathPart *part = &g_array_index (self->path, SpurPathPart, i);

      g_assert_cmpint (part->begin_ns, <, part->end_ns);
      if (i > 0)
        g_assert_cmpint (part->begin_ns, ==, part[-1].end_ns);
      length_ns += part->end_ns - part->begin_ns;
    }
  g_assert_cmpint (length_ns, ==, figures->runtime_ns);
  g_assert_cmpfloat_with_epsilon (figures->load_balance * figures->serialisation *
                                    figures->transfer,
                                  figures->parallel, MAX_RELATIVE_ERROR);
  g_assert_cmpfloat_with_epsilon (figures->serialisation * figures->transfer,
                                  figures->communication, MAX_RELATIVE_ERROR);
}

/* Rank 0 works 10 us, waits for rank 1, which works 12, and works 6 more. */
static void
make_late_sender (WaitTrace *self, gboolean is_skewed)
{
  wait_trace_init (self, 2, !is_skewed);
  self->is_skewed = is_skewed;
  wait_trace_enter (self, 0, 0, "main");
  wait_trace_receive_call (self, 0, 10000, 14000, 1);
  wait_trace_leave (self, 0, 20000);
  wait_trace_enter (self, 1, 0, "main");
  wait_trace_send_call (self, 1, 12000, 13000, 0);
  wait_trace_leave (self, 1, 13000);
  wait_trace_seal (self, is_skewed);
}

static void
test_late_sender (gconstpointer is_skewed)
{
  g_auto (WaitTrace) trace;
  g_auto (Found) found;

  g_test_summary ("A run that waits once, with right clocks and corrected ones.");

  make_late_sender (&trace, GPOINTER_TO_INT (is_skewed));
  find_all (&found, &trace, 1);
  check_is_whole (&found);
  g_assert_cmpuint (found.efficiency.n_streams, ==, 2);
  g_assert_cmpint (found.efficiency.runtime_ns, ==, 20000);
  g_assert_cmpint (found.efficiency.ideal_ns, ==, 18000);
  g_assert_cmpint (found.efficiency.work_ns, ==, 28000);
  g_assert_cmpint (found.efficiency.most_work_ns, ==, 16000);
  g_assert_cmpfloat (found.efficiency.load_balance, ==, 14.0 / 16.0);
  g_assert_cmpfloat (found.efficiency.serialisation, ==, 16.0 / 18.0);
  g_assert_cmpfloat (found.efficiency.transfer, ==, 18.0 / 20.0);
  g_assert_cmpfloat (found.efficiency.parallel, ==, 14.0 / 20.0);
  g_assert_cmpuint (found.path->len, ==, 3);
  check_part (&found, 0, (SpurPathPart){ 0, 12000, SPUR_PATH_STREAM, 1, 1 });
  check_part (&found, 1, (SpurPathPart){ 12000, 14000, SPUR_PATH_EDGE, 0, 1 });
  check_part (&found, 2, (SpurPathPart){ 14000, 20000, SPUR_PATH_STREAM, 0, 0 });
  check_share (&found, &trace, "main", (SpurPathShare){ 0, 18000, 28000, 4000 });
  check_share (&found, &trace, "MPI_Recv", (SpurPathShare){ 0, 0, 4000, 0 });
}

static void
test_barrier (void)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };
  const gint64 begins_ns[] = { 5000, 8000, 6000 }, ends_ns[] = { 15000, 10000, 10000 };
  g_auto (WaitTrace) trace;
  g_auto (Found) found;

  g_test_summary ("A barrier leads to the member that enters last.");

  wait_trace_init (&trace, 3, TRUE);
  for (guint i = 0; i < 3; i++)
    {
      wait_trace_enter (&trace, i, 0, "main");
      wait_trace_collective (&trace, i, begins_ns[i], 9000, &barrier);
      wait_trace_leave (&trace, i, ends_ns[i]);
    }
  wait_trace_seal (&trace, FALSE);
  find_all (&found, &trace, 1);
  check_is_whole (&found);
  g_assert_cmpint (found.efficiency.ideal_ns, ==, 14000);
  g_assert_cmpint (found.efficiency.work_ns, ==, 27000);
  g_assert_cmpint (found.efficiency.most_work_ns, ==, 11000);
  g_assert_cmpuint (found.path->len, ==, 3);
  check_part (&found, 0, (SpurPathPart){ 0, 8000, SPUR_PATH_STREAM, 1, 1 });
  check_part (&found, 1, (SpurPathPart){ 8000, 9000, SPUR_PATH_EDGE, 0, 1 });
  check_part (&found, 2, (SpurPathPart){ 9000, 15000, SPUR_PATH_STREAM, 0, 0 });
}

static void
test_many_receives (void)
{
  g_auto (WaitTrace) trace;
  g_auto (Found) found;
  guint64 posted;

  g_test_summary ("A call that waits for many messages waited for the one that was sent last, in "
                  "whatever order they end; a stream may begin late.");

  wait_trace_init (&trace, 3, TRUE);
  posted = wait_trace_enter (&trace, 0, 0, "MPI_Irecv");
  wait_trace_leave (&trace, 0, 1000);
  wait_trace_enter (&trace, 0, 2000, "MPI_Waitall");
  wait_trace_receive (&trace, 0, 9000, 2, posted);
  wait_trace_receive (&trace, 0, 10000, 1, posted);
  wait_trace_leave (&trace, 0, 10000);
  wait_trace_enter (&trace, 0, 12000, "last");
  wait_trace_send_call (&trace, 1, 5000, 6000, 0);
  wait_trace_enter (&trace, 2, 4000, "main");
  wait_trace_send_call (&trace, 2, 8000, 9000, 0);
  wait_trace_seal (&trace, FALSE);
  find_all (&found, &trace, 2);
  check_is_whole (&found);
  g_assert_cmpuint (found.path->len, ==, 4);
  check_part (&found, 0, (SpurPathPart){ 0, 4000, SPUR_PATH_BEFORE, 2, 2 });
  check_part (&found, 1, (SpurPathPart){ 4000, 8000, SPUR_PATH_STREAM, 2, 2 });
  check_part (&found, 2, (SpurPathPart){ 8000, 9000, SPUR_PATH_EDGE, 0, 2 });
  check_part (&found, 3, (SpurPathPart){ 9000, 12000, SPUR_PATH_STREAM, 0, 0 });
}

static void
test_idle (void)
{
  g_auto (WaitTrace) trace;
  g_auto (Found) found;

  g_test_summary ("An idle state before a message that is in no call is a wait for it.");

  wait_trace_init (&trace, 2, TRUE);
  wait_trace_enter (&trace, 0, 0, "main");
  wait_trace_leave (&trace, 0, 1000);
  wait_trace_enter (&trace, 0, 1000, "idle");
  wait_trace_leave (&trace, 0, 7000);
  wait_trace_receive (&trace, 0, 7000, 1, 4);
  wait_trace_enter (&trace, 0, 7000, "main");
  wait_trace_leave (&trace, 0, 8000);
  wait_trace_enter (&trace, 1, 0, "main");
  wait_trace_send (&trace, 1, 6000, 0, 8);
  wait_trace_leave (&trace, 1, 6000);
  wait_trace_seal (&trace, FALSE);
  find_all (&found, &trace, 1);
  check_is_whole (&found);
  g_assert_cmpint (found.efficiency.ideal_ns, ==, 7000);
  check_part (&found, 0, (SpurPathPart){ 0, 6000, SPUR_PATH_STREAM, 1, 1 });
  check_part (&found, 2, (SpurPathPart){ 7000, 8000, SPUR_PATH_STREAM, 0, 0 });
}

static void
test_work_in_idle (void)
{
  g_auto (WaitTrace) trace;
  g_auto (Found) found;

  g_test_summary ("Work inside of an idle state, as of a scheduler, is work.");

  wait_trace_init (&trace, 2, TRUE);
  for (guint rank = 0; rank < 2; rank++)
    {
      wait_trace_enter (&trace, rank, 0, "idle");
      wait_trace_enter (&trace, rank, 1000, "main");
      wait_trace_leave (&trace, rank, 3000 + 4000 * (gint64) rank);
      wait_trace_leave (&trace, rank, 10000);
    }
  wait_trace_seal (&trace, FALSE);
  find_all (&found, &trace, 1);
  /* 2 us and 6 us of 10 us. */
  g_assert_cmpfloat_with_epsilon (found.efficiency.parallel, 0.4, 1e-9);
  g_assert_cmpfloat_with_epsilon (found.efficiency.load_balance, 4.0 / 6, 1e-9);
}

static void
test_empty (void)
{
  g_auto (WaitTrace) trace;
  g_auto (Found) found;

  g_test_summary ("Nothing is known of a run without events.");

  wait_trace_init (&trace, 2, TRUE);
  wait_trace_seal (&trace, FALSE);
  find_all (&found, &trace, 1);
  g_assert_cmpuint (found.path->len, ==, 0);
  g_assert_cmpuint (found.efficiency.n_streams, ==, 0);
  g_assert_true (isnan (found.efficiency.parallel));
}

/* A run whose ranks know when they would be at a place if messages took no time. */
typedef struct
{
  WaitTrace *trace;
  guint n_ranks;
  gint64 now_ns[WAIT_TRACE_MAX_RANKS];
  gint64 ideal_ns[WAIT_TRACE_MAX_RANKS];
} Run;

static void
run_work (Run *self)
{
  guint rank = (guint) g_test_rand_int_range (0, (gint) self->n_ranks);
  gint64 length_ns = g_test_rand_int_range (0, 5000);

  self->now_ns[rank] += length_ns;
  self->ideal_ns[rank] += length_ns;
}

static void
run_message (Run *self)
{
  guint from = (guint) g_test_rand_int_range (0, (gint) self->n_ranks);
  guint to = (from + (guint) g_test_rand_int_range (1, (gint) self->n_ranks)) % self->n_ranks;
  gint64 sent_ns = self->now_ns[from], enter_ns = self->now_ns[to];
  gint64 arrived_ns = sent_ns + g_test_rand_int_range (0, 3000);
  gint64 received_ns = MAX (enter_ns, arrived_ns) + 100;

  self->now_ns[from] += g_test_rand_int_range (0, 500);
  wait_trace_send_call (self->trace, from, sent_ns, self->now_ns[from], to);
  wait_trace_receive_call (self->trace, to, enter_ns, received_ns, from);
  self->now_ns[to] = received_ns;
  self->ideal_ns[to] = MAX (self->ideal_ns[to], self->ideal_ns[from]);
}

static void
run_barrier (Run *self)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };
  gint64 latest_ns = 0, ideal_ns = 0;

  for (guint i = 0; i < self->n_ranks; i++)
    {
      latest_ns = MAX (latest_ns, self->now_ns[i]);
      ideal_ns = MAX (ideal_ns, self->ideal_ns[i]);
    }
  for (guint i = 0; i < self->n_ranks; i++)
    {
      gint64 end_ns = latest_ns + g_test_rand_int_range (0, 300);

      wait_trace_collective (self->trace, i, self->now_ns[i], end_ns, &barrier);
      self->now_ns[i] = end_ns;
      self->ideal_ns[i] = ideal_ns;
    }
}

static void
simulate_run (Run *self)
{
  guint n_steps = (guint) g_test_rand_int_range (1, 200);

  for (guint i = 0; i < self->n_ranks; i++)
    {
      wait_trace_enter (self->trace, i, 0, "main");
      self->now_ns[i] = self->ideal_ns[i] = 1000;
    }
  for (guint i = 0; i < n_steps; i++)
    {
      gint what = g_test_rand_int_range (0, 20);

      if (what == 0)
        run_barrier (self);
      else if (what < 10)
        run_message (self);
      else
        run_work (self);
    }
  for (guint i = 0; i < self->n_ranks; i++)
    wait_trace_leave (self->trace, i, self->now_ns[i]);
  wait_trace_seal (self->trace, FALSE);
}

/* Field by field, as the bytes between fields are not set. */
static void
check_same_efficiency (const SpurEfficiency *one, const SpurEfficiency *two)
{
  g_assert_cmpuint (one->n_streams, ==, two->n_streams);
  g_assert_cmpint (one->runtime_ns, ==, two->runtime_ns);
  g_assert_cmpint (one->ideal_ns, ==, two->ideal_ns);
  g_assert_cmpint (one->work_ns, ==, two->work_ns);
  g_assert_cmpint (one->most_work_ns, ==, two->most_work_ns);
  g_assert_cmpfloat (one->load_balance, ==, two->load_balance);
  g_assert_cmpfloat (one->serialisation, ==, two->serialisation);
  g_assert_cmpfloat (one->transfer, ==, two->transfer);
  g_assert_cmpfloat (one->communication, ==, two->communication);
  g_assert_cmpfloat (one->parallel, ==, two->parallel);
}

static void
check_same_path (const GArray *one, const GArray *two)
{
  g_assert_cmpuint (one->len, ==, two->len);
  for (guint i = 0; i < one->len; i++)
    {
      const SpurPathPart *a = &g_array_index (one, SpurPathPart, i);
      const SpurPathPart *b = &g_array_index (two, SpurPathPart, i);

      g_assert_cmpint (a->begin_ns, ==, b->begin_ns);
      g_assert_cmpint (a->end_ns, ==, b->end_ns);
      g_assert_cmpint (a->kind, ==, b->kind);
      g_assert_cmpuint (a->stream, ==, b->stream);
      g_assert_cmpuint (a->from_stream, ==, b->from_stream);
    }
}

static void
check_same_shares (const GArray *one, const GArray *two)
{
  g_assert_cmpuint (one->len, ==, two->len);
  for (guint i = 0; i < one->len; i++)
    {
      const SpurPathShare *a = &g_array_index (one, SpurPathShare, i);
      const SpurPathShare *b = &g_array_index (two, SpurPathShare, i);

      g_assert_cmpuint (a->state, ==, b->state);
      g_assert_cmpint (a->path_ns, ==, b->path_ns);
      g_assert_cmpint (a->sum_ns, ==, b->sum_ns);
      g_assert_cmpint (a->imbalance_ns, ==, b->imbalance_ns);
    }
}

static void
check_run (WaitTrace *trace, gint64 ideal_ns)
{
  g_auto (Found) one;
  g_auto (Found) two;

  find_all (&one, trace, 1);
  find_all (&two, trace, 2);
  check_is_whole (&one);
  g_assert_cmpint (one.efficiency.ideal_ns, ==, ideal_ns);
  check_same_efficiency (&one.efficiency, &two.efficiency);
  check_same_path (one.path, two.path);
  check_same_shares (one.shares, two.shares);
}

static void
test_random_runs (void)
{
  g_test_summary ("The ideal run is as the simulator knows it, and the path as long as the run.");

  for (guint i = 0; i < 200; i++)
    {
      g_auto (WaitTrace) trace;
      guint n_ranks = (guint) g_test_rand_int_range (2, WAIT_TRACE_MAX_RANKS + 1);
      Run run = { &trace, n_ranks, { 0 }, { 0 } };
      gint64 ideal_ns = 0;

      wait_trace_init (&trace, n_ranks, TRUE);
      simulate_run (&run);
      for (guint k = 0; k < n_ranks; k++)
        ideal_ns = MAX (ideal_ns, run.ideal_ns[k]);
      check_run (&trace, ideal_ns);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/efficiency/late-sender", GINT_TO_POINTER (FALSE), test_late_sender);
  g_test_add_data_func ("/efficiency/late-sender/skewed", GINT_TO_POINTER (TRUE), test_late_sender);
  g_test_add_func ("/efficiency/barrier", test_barrier);
  g_test_add_func ("/efficiency/many-receives", test_many_receives);
  g_test_add_func ("/efficiency/idle", test_idle);
  g_test_add_func ("/efficiency/work-in-idle", test_work_in_idle);
  g_test_add_func ("/efficiency/empty", test_empty);
  g_test_add_func ("/efficiency/random-runs", test_random_runs);
  return g_test_run ();
}
