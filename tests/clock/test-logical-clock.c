/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-causal-clock.h"
#include "made-trace.h"

static SpurTrace *
make_trace (const gint64 *a_ns, guint n_a, const gint64 *b_ns, guint n_b)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  g_ptr_array_add (times,
                   g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (gint64)), a_ns, n_a));
  g_ptr_array_add (times,
                   g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (gint64)), b_ns, n_b));
  return made_trace_new (times, 64);
}

static SpurCorrection *
correct (SpurClockCorrector *corrector, SpurTrace *trace, SpurEdges *edges)
{
  SpurCorrection *correction = spur_correction_new (2);
  g_autoptr (GError) error = NULL;

  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  return correction;
}

static void
expect_times (SpurTrace *trace,
              SpurCorrection *correction,
              guint stream,
              const gint64 *expected_ns,
              guint n_events)
{
  g_autoptr (GArray) times = made_trace_get_times (trace, correction, stream);

  g_assert_cmpuint (times->len, ==, n_events);
  for (guint i = 0; i < n_events; i++)
    g_assert_cmpint (g_array_index (times, gint64, i), ==, expected_ns[i]);
}

static const gint64 a_ns[] = { 0, 1000, 2000 };
static const gint64 b_ns[] = { 0, 100, 400, 500, 600, 1100 };

/* The message of 1000 arrives at 400 by the clock of b. */
static SpurEdges *
make_edges (void)
{
  SpurEdges *edges = spur_edges_new (2);

  made_trace_add_edge (edges, 0, 1, 1, 2);
  return edges;
}

static void
test_stands_still (void)
{
  static const gint64 expected_ns[] = { 0, 100, 1050, 1050, 1050, 1100 };
  g_autoptr (SpurTrace) trace = make_trace (a_ns, 3, b_ns, 6);
  g_autoptr (SpurEdges) edges = make_edges ();
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("logical", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_test_summary ("After a jump the clock stands still until time has caught up with it.");

  spur_clock_corrector_set_mu_ns (clock, 50);
  correction = correct (clock, trace, edges);
  expect_times (trace, correction, 0, a_ns, 3);
  expect_times (trace, correction, 1, expected_ns, 6);
  g_assert_cmpstr (spur_correction_get_fact (correction, "method"), ==, "logical");
  g_assert_cmpstr (spur_correction_get_fact (correction, "logical.method"), ==,
                   "simple logical clock, forward only");
  g_assert_cmpstr (spur_correction_get_fact (correction, "logical.jumps"), ==, "1");
  g_assert_cmpstr (spur_correction_get_fact (correction, "logical.largest-jump-ns"), ==, "650");
}

static void
test_delta (void)
{
  static const gint64 expected_ns[] = { 0, 100, 1050, 1080, 1110, 1140 };
  g_autoptr (SpurTrace) trace = make_trace (a_ns, 3, b_ns, 6);
  g_autoptr (SpurEdges) edges = make_edges ();
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("logical", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_test_summary ("With a delta it goes on by that much.");

  g_object_set (clock, "mu-ns", (gint64) 50, "delta-ns", (gint64) 30, NULL);
  correction = correct (clock, trace, edges);
  expect_times (trace, correction, 1, expected_ns, 6);
}

static void
test_backward (void)
{
  static const gint64 expected_ns[] = { 0, 262, 1050, 1050, 1050, 1100 };
  g_autoptr (SpurTrace) trace = make_trace (a_ns, 3, b_ns, 6);
  g_autoptr (SpurEdges) edges = make_edges ();
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("logical", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_test_summary ("Its jumps can be spread backwards: here 650 over 400 ns, for the window is "
                  "longer than the stream.");

  g_object_set (clock, "mu-ns", (gint64) 50, "backward", TRUE, NULL);
  correction = correct (clock, trace, edges);
  expect_times (trace, correction, 1, expected_ns, 6);
}

static void
test_unchanged (void)
{
  g_autoptr (SpurTrace) trace = make_trace (a_ns, 3, b_ns, 6);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("logical", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_test_summary ("A trace that obeys the clock condition gets no map.");

  made_trace_add_edge (edges, 0, 0, 1, 1);
  made_trace_add_edge (edges, 1, 4, 0, 1);
  correction = correct (clock, trace, edges);
  g_assert_cmpuint (spur_correction_get_n_maps (correction, 0), ==, 0);
  g_assert_cmpuint (spur_correction_get_n_maps (correction, 1), ==, 0);
  g_assert_cmpstr (spur_correction_get_fact (correction, "logical.result"), ==,
                   "nothing changed: the clock condition holds");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/logical/stands-still", test_stands_still);
  g_test_add_func ("/clock/logical/delta", test_delta);
  g_test_add_func ("/clock/logical/backward", test_backward);
  g_test_add_func ("/clock/logical/unchanged", test_unchanged);
  return g_test_run ();
}
