/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What waits came from: by hand, and that nothing of it is lost. */
#include "config.h"

#include "core/analysis/waits/spur-waits.h"
#include "tests/analysis/wait-trace.h"

static SpurWaits *
find_waits (WaitTrace *trace, guint n_threads)
{
  const SpurWaitsSettings settings = { FALSE, -1, G_MININT64, G_MAXINT64, TRUE, G_MAXUINT };
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace->trace, &job, &error);
  SpurWaits *waits;

  g_assert_no_error (error);
  waits = spur_waits_new (trace->trace, edges, &settings, &job, &error);
  g_assert_no_error (error);
  return waits;
}

static void
check_total (SpurWaits *waits, guint32 stream, SpurDelayTotal expected)
{
  SpurDelayTotal total;

  g_assert_true (spur_waits_get_delay_total (waits, stream, &total));
  g_assert_cmpint (total.direct_ns, ==, expected.direct_ns);
  g_assert_cmpint (total.indirect_ns, ==, expected.indirect_ns);
  g_assert_cmpint (total.unexplained_ns, ==, expected.unexplained_ns);
}

static void
check_cost (SpurWaits *waits, gsize index, SpurDelayCost expected)
{
  gsize n_costs;
  const SpurDelayCost *costs = spur_waits_get_delay_costs (waits, &n_costs);

  g_assert_cmpuint (index, <, n_costs);
  g_assert_cmpuint (costs[index].stream, ==, expected.stream);
  g_assert_cmpint (costs[index].begin_ns, ==, expected.begin_ns);
  g_assert_cmpint (costs[index].end_ns, ==, expected.end_ns);
  g_assert_cmpint (costs[index].excess_ns, ==, expected.excess_ns);
  g_assert_cmpint (costs[index].direct_ns, ==, expected.direct_ns);
  g_assert_cmpint (costs[index].indirect_ns, ==, expected.indirect_ns);
}

static void
test_message (void)
{
  g_auto (WaitTrace) trace;
  g_autoptr (SpurWaits) waits = NULL;

  g_test_summary ("What a stream works longer than the one that waits for it is what that waits.");

  wait_trace_init (&trace, 2, TRUE);
  wait_trace_enter (&trace, 0, 0, "main");
  wait_trace_receive_call (&trace, 0, 10000, 14000, 1);
  wait_trace_leave (&trace, 0, 20000);
  wait_trace_enter (&trace, 1, 0, "main");
  wait_trace_send_call (&trace, 1, 12000, 13000, 0);
  wait_trace_leave (&trace, 1, 13000);
  wait_trace_seal (&trace, FALSE);
  waits = find_waits (&trace, 1);
  check_total (waits, 0, (SpurDelayTotal){ 0, 0, 0 });
  check_total (waits, 1, (SpurDelayTotal){ 2000, 0, 0 });
  check_cost (waits, 0, (SpurDelayCost){ 1, 0, 12000, 2000, 2000, 0 });
}

/* Rank 1 waits 15 us for rank 0, which works 15 longer. Rank 2 waits 17 us for rank 1: 1 because
 * that works 1 longer, 15 because it waits, and 1 because the message takes 1. */
static void
test_chain (void)
{
  g_auto (WaitTrace) trace;
  g_autoptr (SpurWaits) waits = NULL;

  g_test_summary ("Waits behind waits come from where the first of them comes from.");

  wait_trace_init (&trace, 3, TRUE);
  for (guint i = 0; i < 3; i++)
    wait_trace_enter (&trace, i, 0, "main");
  wait_trace_send_call (&trace, 0, 20000, 20000, 1);
  wait_trace_receive_call (&trace, 1, 5000, 21000, 0);
  wait_trace_send_call (&trace, 1, 21000, 21000, 2);
  wait_trace_receive_call (&trace, 2, 4000, 22000, 1);
  wait_trace_seal (&trace, FALSE);
  waits = find_waits (&trace, 1);
  check_total (waits, 0, (SpurDelayTotal){ 15000, 15000, 0 });
  check_total (waits, 1, (SpurDelayTotal){ 1000, 0, 0 });
  check_total (waits, 2, (SpurDelayTotal){ 0, 0, 1000 });
  check_cost (waits, 0, (SpurDelayCost){ 0, 0, 20000, 15000, 15000, 15000 });
  check_cost (waits, 1, (SpurDelayCost){ 1, 0, 21000, 1000, 1000, 0 });
}

static void
test_operations (void)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };
  const gint64 begins_ns[2][3] = { { 5000, 8000, 6000 }, { 10000, 12000, 19000 } };
  g_auto (WaitTrace) trace;
  g_autoptr (SpurWaits) waits = NULL;

  g_test_summary ("What many wait for is one delay, since the operation before.");

  wait_trace_init (&trace, 3, TRUE);
  for (guint i = 0; i < 3; i++)
    {
      wait_trace_enter (&trace, i, 0, "main");
      wait_trace_collective (&trace, i, begins_ns[0][i], 9000, &barrier);
      wait_trace_collective (&trace, i, begins_ns[1][i], 19000, &barrier);
    }
  wait_trace_seal (&trace, FALSE);
  waits = find_waits (&trace, 2);
  check_total (waits, 0, (SpurDelayTotal){ 0, 0, 0 });
  check_total (waits, 1, (SpurDelayTotal){ 5000, 0, 0 });
  check_total (waits, 2, (SpurDelayTotal){ 16000, 0, 0 });
  check_cost (waits, 0, (SpurDelayCost){ 2, 9000, 19000, 9000, 16000, 0 });
  check_cost (waits, 1, (SpurDelayCost){ 1, 0, 8000, 3000, 5000, 0 });
}

static void
test_latency (void)
{
  g_auto (WaitTrace) trace;
  g_autoptr (SpurWaits) waits = NULL;

  g_test_summary ("A wait that no work explains is left unexplained.");

  wait_trace_init (&trace, 2, TRUE);
  wait_trace_enter (&trace, 0, 0, "main");
  wait_trace_enter (&trace, 0, 5000, "idle");
  wait_trace_leave (&trace, 0, 9000);
  wait_trace_send_call (&trace, 0, 9000, 9000, 1);
  wait_trace_enter (&trace, 1, 0, "main");
  wait_trace_receive_call (&trace, 1, 6000, 9500, 0);
  wait_trace_seal (&trace, FALSE);
  waits = find_waits (&trace, 1);
  /* Rank 1 waits 3 us because rank 0 is idle for 4, and why that is, is not known. */
  check_total (waits, 0, (SpurDelayTotal){ 0, 0, 7000 });
  check_total (waits, 1, (SpurDelayTotal){ 0, 0, 0 });
}

static void
add_random_step (WaitTrace *trace, guint n_ranks, gint64 *now_ns)
{
  guint from = (guint) g_test_rand_int_range (0, (gint) n_ranks);
  guint to = (from + (guint) g_test_rand_int_range (1, (gint) n_ranks)) % n_ranks;
  gint64 arrived_ns = now_ns[from] + g_test_rand_int_range (0, 3000);
  gint64 received_ns = MAX (now_ns[to], arrived_ns) + 100;

  wait_trace_send_call (trace, from, now_ns[from], now_ns[from] + 50, to);
  wait_trace_receive_call (trace, to, now_ns[to], received_ns, from);
  now_ns[from] += 50 + g_test_rand_int_range (0, 5000);
  now_ns[to] = received_ns + g_test_rand_int_range (0, 5000);
}

static void
add_barrier (WaitTrace *trace, guint n_ranks, gint64 *now_ns)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };
  gint64 latest_ns = 0;

  for (guint i = 0; i < n_ranks; i++)
    latest_ns = MAX (latest_ns, now_ns[i]);
  for (guint i = 0; i < n_ranks; i++)
    {
      gint64 end_ns = latest_ns + g_test_rand_int_range (0, 300);

      wait_trace_collective (trace, i, now_ns[i], end_ns, &barrier);
      now_ns[i] = end_ns;
    }
}

static void
check_sums (SpurWaits *waits, SpurWaits *others, guint n_ranks)
{
  SpurWaitTotal all;
  gint64 sum_ns = 0;
  gsize n_costs, n_others;
  const SpurDelayCost *costs = spur_waits_get_delay_costs (waits, &n_costs);
  const SpurDelayCost *other_costs = spur_waits_get_delay_costs (others, &n_others);

  for (guint i = 0; i < n_ranks; i++)
    {
      SpurDelayTotal total;

      g_assert_true (spur_waits_get_delay_total (waits, i, &total));
      check_total (others, i, total);
      sum_ns += total.direct_ns + total.indirect_ns + total.unexplained_ns;
    }
  spur_waits_get_total (waits, SPUR_NONE, SPUR_NONE, &all);
  g_assert_cmpint (sum_ns, ==, all.duration_ns);
  g_assert_cmpmem (costs, n_costs * sizeof *costs, other_costs, n_others * sizeof *costs);
}

static void
test_random_runs (void)
{
  g_test_summary ("All waits are explained or counted as unexplained, with any number of threads.");

  for (guint i = 0; i < 100; i++)
    {
      g_auto (WaitTrace) trace;
      g_autoptr (SpurWaits) one = NULL;
      g_autoptr (SpurWaits) two = NULL;
      guint n_ranks = (guint) g_test_rand_int_range (2, WAIT_TRACE_MAX_RANKS + 1);
      guint n_steps = (guint) g_test_rand_int_range (1, 200);
      gint64 now_ns[WAIT_TRACE_MAX_RANKS] = { 0 };

      wait_trace_init (&trace, n_ranks, TRUE);
      for (guint k = 0; k < n_ranks; k++)
        wait_trace_enter (&trace, k, 0, "main");
      for (guint k = 0; k < n_steps; k++)
        {
          if (g_test_rand_int_range (0, 10) == 0)
            add_barrier (&trace, n_ranks, now_ns);
          else
            add_random_step (&trace, n_ranks, now_ns);
        }
      wait_trace_seal (&trace, FALSE);
      one = find_waits (&trace, 1);
      two = find_waits (&trace, 2);
      check_sums (one, two, n_ranks);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/delay-costs/message", test_message);
  g_test_add_func ("/delay-costs/chain", test_chain);
  g_test_add_func ("/delay-costs/operations", test_operations);
  g_test_add_func ("/delay-costs/latency", test_latency);
  g_test_add_func ("/delay-costs/random-runs", test_random_runs);
  return g_test_run ();
}
