/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-integer-private.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "made-trace.h"

#define N_EVENTS 400
#define N_STREAMS 3

/* Streams that send to each other in a ring every 200 ns, and receive 100 ns after each send; the
 * clock of the first one is @off_ns off. */
static SpurTrace *
make_ring (SpurEdges *edges, gint64 off_ns)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint32 s = 0; s < N_STREAMS; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (gint64 i = 0; i < N_EVENTS; i++)
        {
          gint64 time_ns = 100 * i + (s == 0 ? off_ns : 0);

          g_array_append_val (of_stream, time_ns);
        }
      for (guint64 i = 0; i + 1 < N_EVENTS; i += 2)
        made_trace_add_edge (edges, s, i, (s + 1) % N_STREAMS, i + 1);
      g_ptr_array_add (times, of_stream);
    }
  return made_trace_new (times, 64);
}

static SpurCorrection *
correct (SpurClockCorrector *clock, SpurTrace *trace, SpurEdges *edges)
{
  SpurCorrection *correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (GError) error = NULL;
  SpurCheck check;

  spur_clock_corrector_correct (clock, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  spur_check_run (&check, trace, edges, correction, spur_clock_corrector_get_mu_ns (clock), NULL);
  g_assert_true (spur_check_is_clean (&check));
  return correction;
}

static SpurCorrection *
correct_in (SpurDirection direction, gint64 mix_ppb, SpurTrace *trace, SpurEdges *edges)
{
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("eclc", NULL);

  g_object_set (clock, "direction", direction, "mix-ppb", mix_ppb, "mu-ns", (gint64) 50, NULL);
  return correct (clock, trace, edges);
}

/* Sum over all events of how far they are from where they were in truth. */
static gint64
get_error (SpurTrace *trace, SpurCorrection *correction)
{
  gint64 error_ns = 0;

  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autoptr (GArray) times = made_trace_get_times (trace, correction, s);

      for (gint64 i = 0; i < N_EVENTS; i++)
        error_ns += ABS (g_array_index (times, gint64, (guint) i) - 100 * i);
    }
  return error_ns;
}

static void
test_fast_and_slow (void)
{
  g_test_summary ("A clock that is fast wants the mirror, one that is slow the forward result.");

  for (gint64 off_ns = -5000; off_ns <= 5000; off_ns += 10000)
    {
      g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
      g_autoptr (SpurTrace) trace = make_ring (edges, off_ns);
      g_autoptr (SpurCorrection) forward = correct_in (SPUR_DIRECTION_FORWARD, 0, trace, edges);
      g_autoptr (SpurCorrection) mirror = correct_in (SPUR_DIRECTION_MIRROR, 0, trace, edges);
      gint64 forward_ns = get_error (trace, forward), mirror_ns = get_error (trace, mirror);

      g_test_message ("off by %" G_GINT64_FORMAT ": error forward %" G_GINT64_FORMAT
                      ", mirrored %" G_GINT64_FORMAT,
                      off_ns, forward_ns, mirror_ns);
      if (off_ns > 0)
        g_assert_cmpint (2 * mirror_ns, <, forward_ns);
      else
        g_assert_cmpint (2 * forward_ns, <, mirror_ns);
    }
}

static void
test_mirror_is_latest (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurTrace) trace = make_ring (edges, 3000);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("logical", NULL);
  g_autoptr (SpurCorrection) forward = NULL, mirror = NULL;

  g_test_summary ("Forwards no event is earlier than it was, in the mirror none is later.");

  g_object_set (clock, "mu-ns", (gint64) 50, NULL);
  forward = correct (clock, trace, edges);
  g_object_set (clock, "direction", SPUR_DIRECTION_MIRROR, NULL);
  mirror = correct (clock, trace, edges);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autoptr (GArray) early = made_trace_get_times (trace, forward, s);
      g_autoptr (GArray) late = made_trace_get_times (trace, mirror, s);

      for (guint64 i = 0; i < N_EVENTS; i++)
        {
          gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (trace, s), i);

          g_assert_cmpint (g_array_index (early, gint64, (guint) i), >=, raw_ns);
          g_assert_cmpint (g_array_index (late, gint64, (guint) i), <=, raw_ns);
        }
    }
}

static void
test_mix (void)
{
  static const gint64 mixes_ppb[] = { 0, 1, 333333333, 500000000, 999999999, 1000000000 };
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurTrace) trace = make_ring (edges, 3000);
  g_autoptr (SpurCorrection) forward = correct_in (SPUR_DIRECTION_FORWARD, 0, trace, edges);
  g_autoptr (SpurCorrection) mirror = correct_in (SPUR_DIRECTION_MIRROR, 0, trace, edges);

  g_test_summary ("A mix is exactly between both.");

  for (guint m = 0; m < G_N_ELEMENTS (mixes_ppb); m++)
    {
      g_autoptr (SpurCorrection) mix = correct_in (SPUR_DIRECTION_MIX, mixes_ppb[m], trace, edges);

      for (guint s = 0; s < N_STREAMS; s++)
        {
          g_autoptr (GArray) early = made_trace_get_times (trace, forward, s);
          g_autoptr (GArray) late = made_trace_get_times (trace, mirror, s);
          g_autoptr (GArray) mixed = made_trace_get_times (trace, mix, s);

          for (guint i = 0; i < N_EVENTS; i++)
            {
              gint64 early_ns = g_array_index (early, gint64, i);
              gint64 late_ns = g_array_index (late, gint64, i);

              g_assert_cmpint (g_array_index (mixed, gint64, i), ==,
                               early_ns +
                                 spur_mul_div_floor (mixes_ppb[m], late_ns - early_ns, 1000000000));
            }
        }
    }
}

static gint64
get_fact (SpurCorrection *correction, const char *key)
{
  const char *text = spur_correction_get_fact (correction, key);

  g_assert_nonnull (text);
  return g_ascii_strtoll (text, NULL, 10);
}

/* Two streams with a message each way every 100 ns, all of which take no time. */
static SpurTrace *
make_ping_pong (SpurEdges *edges, gint64 off_ns)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint32 s = 0; s < 2; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (gint64 i = 0; i < N_EVENTS; i++)
        {
          gint64 time_ns = 100 * i + (s == 0 ? off_ns : 0);

          g_array_append_val (of_stream, time_ns);
        }
      for (guint64 i = s; i < N_EVENTS; i += 2)
        made_trace_add_edge (edges, s, i, 1 - s, i);
      g_ptr_array_add (times, of_stream);
    }
  return made_trace_new (times, 64);
}

static gint64
get_error_of_gamma (SpurTrace *trace, SpurEdges *edges, gint64 gamma_ppb)
{
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_object_set (clock, "mu-ns", (gint64) 20, "gamma-ppb", gamma_ppb, NULL);
  correction = correct (clock, trace, edges);
  return get_fact (correction, "eclc.largest-error-ns");
}

static void
expect_iterated (gint64 off_ns, gint64 threshold_ns)
{
  static const gint64 first_ppb[] = { 999990000, 999900000, 999000000 };
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurTrace) trace = make_ping_pong (edges, off_ns);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = NULL;
  gint64 gamma_ppb = 0;
  guint n_passes = 0;

  g_object_set (clock, "mu-ns", (gint64) 20, "gamma-control", SPUR_GAMMA_CONTROL_ITERATED, NULL);
  correction = correct (clock, trace, edges);
  do
    {
      gamma_ppb = n_passes < 3 ? first_ppb[n_passes] : gamma_ppb * 9 / 10;
      n_passes++;
    }
  while (get_error_of_gamma (trace, edges, gamma_ppb) > threshold_ns);
  g_test_message ("gamma %" G_GINT64_FORMAT " after %u passes", gamma_ppb, n_passes);
  g_assert_cmpuint (n_passes, >, 3);
  g_assert_cmpint (get_fact (correction, "eclc.gamma-ppb"), ==, gamma_ppb);
  g_assert_cmpint (get_fact (correction, "eclc.gamma-passes"), ==, n_passes);
  g_assert_cmpint (get_fact (correction, "eclc.largest-error-ns"), <=, threshold_ns);
}

static void
test_iterated_gamma (void)
{
  g_test_summary ("Gamma is made smaller until no event is pushed too far.");

  expect_iterated (0, (N_EVENTS - 1) * 100 / 20);
}

static void
test_threshold_out_of_reach (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurTrace) trace = make_ping_pong (edges, 4000);

  g_test_summary ("Where no gamma can do that, twice the error of the simple clock is allowed.");

  expect_iterated (4000, 2 * get_error_of_gamma (trace, edges, 0));
}

static void
test_one_pass (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurTrace) trace = make_ring (edges, -500);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_test_summary ("One pass is enough where errors are small.");

  g_object_set (clock, "gamma-control", SPUR_GAMMA_CONTROL_ITERATED, "gamma-ppb", (gint64) 5, NULL);
  correction = correct (clock, trace, edges);
  g_assert_cmpint (get_fact (correction, "eclc.gamma-ppb"), ==, 999990000);
  g_assert_cmpint (get_fact (correction, "eclc.gamma-passes"), ==, 1);
}

/* Stream 0 sends to 1 at 1000, and both then receive from 2 what it sent at 5000, so both jump. */
static SpurTrace *
make_headroom (SpurEdges *edges)
{
  static const gint64 times_ns[3][3] = { { 0, 1000, 2000 }, { 0, 1010, 2100 }, { 0, 5000, 6000 } };
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < 3; s++)
    g_ptr_array_add (
      times, g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (gint64)), times_ns[s], 3));
  made_trace_add_edge (edges, 0, 1, 1, 1);
  made_trace_add_edge (edges, 2, 1, 0, 2);
  made_trace_add_edge (edges, 2, 1, 1, 2);
  return made_trace_new (times, 64);
}

static void
test_final_limits (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (3);
  g_autoptr (SpurTrace) trace = make_headroom (edges);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurCorrection) from_forward = correct (clock, trace, edges);
  g_autoptr (SpurCorrection) from_final = NULL;
  g_autoptr (GArray) tight = made_trace_get_times (trace, from_forward, 0);
  g_autoptr (GArray) free = NULL;
  g_autoptr (GArray) received = NULL;

  g_test_summary ("A send may move as far as its receive did.");

  g_object_set (clock, "backward-limits", SPUR_BACKWARD_LIMITS_FINAL, NULL);
  from_final = correct (clock, trace, edges);
  free = made_trace_get_times (trace, from_final, 0);
  received = made_trace_get_times (trace, from_final, 1);
  g_assert_cmpint (g_array_index (tight, gint64, 1), ==, 1009);
  /* 2901 spread over 2100, and 3001 over 2000, with no more than the receive's headroom. */
  g_assert_cmpint (g_array_index (received, gint64, 1), ==, 1010 + 2901 * 1010 / 2100);
  g_assert_cmpint (g_array_index (free, gint64, 1), ==,
                   MIN (1000 + 3001 / 2, g_array_index (received, gint64, 1) - 1));
  g_assert_cmpint (get_fact (from_final, "eclc.steepest-ppm"), <,
                   get_fact (from_forward, "eclc.steepest-ppm"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/directions/fast-and-slow", test_fast_and_slow);
  g_test_add_func ("/clock/directions/mirror-is-latest", test_mirror_is_latest);
  g_test_add_func ("/clock/directions/mix", test_mix);
  g_test_add_func ("/clock/directions/iterated-gamma", test_iterated_gamma);
  g_test_add_func ("/clock/directions/threshold-out-of-reach", test_threshold_out_of_reach);
  g_test_add_func ("/clock/directions/one-pass", test_one_pass);
  g_test_add_func ("/clock/directions/final-limits", test_final_limits);
  return g_test_run ();
}
