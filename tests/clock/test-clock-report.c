/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/report/spur-clock-explanation.h"
#include "core/clock/report/spur-clock-report.h"
#include "made-trace.h"

/* Three streams with events at 0, 1000, 2000, ... */
#define N_STREAMS 3
#define N_EVENTS 10
#define STEP_NS 1000

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < N_STREAMS; s++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      for (guint i = 0; i < N_EVENTS; i++)
        {
          gint64 time_ns = STEP_NS * (gint64) i;

          g_array_append_val (of_stream, time_ns);
        }
      g_ptr_array_add (times, of_stream);
    }
  fixture->trace = made_trace_new (times, 4);
  fixture->edges = spur_edges_new (N_STREAMS);
  fixture->correction = spur_correction_new (N_STREAMS);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->correction);
  g_object_unref (fixture->edges);
  g_object_unref (fixture->trace);
}

static void
add_offset (Fixture *fixture, guint stream, gint64 offset_ns)
{
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (offset_ns);

  spur_correction_append_map (fixture->correction, stream, map);
}

static SpurClockReport *
make_report (Fixture *fixture, guint n_threads)
{
  SpurJob job = { .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  SpurClockReport *report =
    spur_clock_report_new (fixture->trace, fixture->edges, fixture->correction, 100, &job, &error);

  g_assert_no_error (error);
  return report;
}

/* 0 to 1 reversed by 2000, 1 to 2 takes 0 ns; both well after the correction. */
static void
add_edges (Fixture *fixture)
{
  made_trace_add_edge (fixture->edges, 0, 5, 1, 3);
  made_trace_add_edge (fixture->edges, 0, 2, 1, 4);
  made_trace_add_edge (fixture->edges, 1, 6, 2, 6);
  add_offset (fixture, 1, 3000);
  add_offset (fixture, 2, 3500);
}

static void
test_violations (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurClockReport) report = NULL;
  const SpurReportClass *classes;
  const SpurReportPair *pairs;
  gsize n_classes, n_pairs;

  g_test_summary ("Violations are counted by class and by pair, before and after.");
  add_edges (fixture);
  report = make_report (fixture, 1);
  classes = spur_clock_report_get_figures (report)->classes;
  n_classes = spur_clock_report_get_figures (report)->n_classes;
  g_assert_cmpuint (n_classes, ==, 1);
  g_assert_false (classes[0].is_collective);
  g_assert_cmpuint (classes[0].n_edges, ==, 3);
  g_assert_cmpuint (classes[0].before.n_reversed, ==, 1);
  g_assert_cmpuint (classes[0].before.n_below_mu, ==, 2);
  g_assert_cmpint (classes[0].before.worst_ns, ==, 2000);
  g_assert_cmpuint (classes[0].after.n_below_mu, ==, 0);
  g_assert_cmpint (classes[0].after.least_ns, ==, 500);
  pairs = spur_clock_report_get_figures (report)->pairs;
  n_pairs = spur_clock_report_get_figures (report)->n_pairs;
  g_assert_cmpuint (n_pairs, ==, 2);
  g_assert_cmpuint (pairs[0].from_stream, ==, 0);
  g_assert_cmpuint (pairs[0].to_stream, ==, 1);
  g_assert_cmpuint (pairs[0].n_edges, ==, 2);
  g_assert_cmpuint (pairs[0].before.n_reversed, ==, 1);
  g_assert_cmpuint (pairs[1].from_stream, ==, 1);
  g_assert_cmpuint (pairs[1].before.n_below_mu, ==, 1);
  g_assert_cmpuint (spur_clock_report_get_figures (report)->before.n_reversed, ==, 1);
  g_assert_cmpuint (spur_clock_report_get_figures (report)->after.n_below_mu, ==, 0);
}

static void
test_collectives (Fixture *fixture, gconstpointer data)
{
  SpurMember members[N_STREAMS];
  SpurCollective collective = { SPUR_PATTERN_BARRIER, SPUR_NONE, N_STREAMS, members };
  g_autoptr (SpurClockReport) report = NULL;
  const SpurReportClass *classes;
  const SpurReportPair *pairs;
  gsize n_classes, n_pairs;

  g_test_summary (
    "Members of a collective operation count for the latest enter that they wait for.");
  for (guint s = 0; s < N_STREAMS; s++)
    members[s] = (SpurMember){ s == 2 ? 5 : 1, s == 2 ? 6 : 2, s, TRUE, TRUE };
  spur_edges_add_collective (fixture->edges, &collective);
  add_offset (fixture, 0, 4000);
  add_offset (fixture, 1, 4000);
  report = make_report (fixture, 2);
  classes = spur_clock_report_get_figures (report)->classes;
  n_classes = spur_clock_report_get_figures (report)->n_classes;
  g_assert_cmpuint (n_classes, ==, 1);
  g_assert_true (classes[0].is_collective);
  g_assert_cmpuint (classes[0].n_edges, ==, 3);
  g_assert_cmpuint (classes[0].before.n_reversed, ==, 2);
  g_assert_cmpint (classes[0].before.worst_ns, ==, 3000);
  g_assert_cmpuint (classes[0].after.n_reversed, ==, 0);
  pairs = spur_clock_report_get_figures (report)->pairs;
  n_pairs = spur_clock_report_get_figures (report)->n_pairs;
  g_assert_cmpuint (n_pairs, ==, 3);
  g_assert_cmpuint (pairs[0].from_stream, ==, 2);
  g_assert_cmpuint (pairs[0].to_stream, ==, 0);
  g_assert_cmpuint (pairs[0].before.n_reversed, ==, 1);
  g_assert_cmpuint (pairs[1].from_stream, ==, 2);
}

/* Interval k of stream 0 is stretched from 1000 to 1000 + changes[k]. */
static void
stretch (Fixture *fixture, const gint64 *changes)
{
  SpurKnot knots[N_EVENTS] = { { 0, 0, 0 } };
  g_autoptr (SpurTimeMap) map = NULL;

  for (guint i = 1; i < N_EVENTS; i++)
    knots[i] = (SpurKnot){ i, STEP_NS * (gint64) i, knots[i - 1].to_ns + STEP_NS + changes[i - 1] };
  map = spur_time_map_new (knots, N_EVENTS, NULL);
  spur_correction_append_map (fixture->correction, 0, map);
}

static void
test_distortion (Fixture *fixture, gconstpointer data)
{
  static const gint64 changes[N_EVENTS - 1] = { 0, 1, -10, 11, 100, -100, 1000, 1001, 0 };
  static const guint64 wanted[SPUR_REPORT_N_CHANGES] = { 2, 0, 1, 1, 3, 1, 1 };
  g_autoptr (SpurClockReport) report = NULL;
  const SpurDistortion *distortion;
  const SpurReportStream *streams;
  gsize n_streams;

  g_test_summary ("Intervals fall into the classes of section 8, limits included.");
  stretch (fixture, changes);
  report = make_report (fixture, 1);
  streams = spur_clock_report_get_figures (report)->streams;
  n_streams = spur_clock_report_get_figures (report)->n_streams;
  g_assert_cmpuint (n_streams, ==, N_STREAMS);
  distortion = &streams[0].distortion;
  g_assert_cmpmem (distortion->n_changes, sizeof distortion->n_changes, wanted, sizeof wanted);
  g_assert_cmpuint (distortion->n_intervals, ==, 9);
  g_assert_cmpint (distortion->max_ns, ==, 1001);
  g_assert_cmpint (distortion->sum_ns, ==, 2223);
  g_assert_cmpint (distortion->length_ns, ==, 9000);
  g_assert_cmpfloat_with_epsilon (distortion->mean, 2.223 / 9, 1e-12);
  g_assert_cmpfloat_with_epsilon (distortion->weighted_mean, 2223.0 / 9000, 1e-12);
  g_assert_cmpfloat_with_epsilon (distortion->max, 1.001, 1e-12);
  g_assert_cmpfloat_with_epsilon (streams[0].steepest, 2.001, 1e-12);
  g_assert_cmpuint (streams[0].steepest_event, ==, 8);
  distortion = &spur_clock_report_get_figures (report)->distortion;
  g_assert_cmpuint (distortion->n_intervals, ==, 27);
  g_assert_cmpuint (distortion->n_changes[0], ==, 20);
  g_assert_cmpfloat_with_epsilon (distortion->weighted_mean, 2223.0 / 27000, 1e-12);
}

static gint64
get_half_width (guint stream, gint64 time_ns, gpointer user_data)
{
  return stream == 0 ? -1 : 20000 - time_ns;
}

static void
test_streams (Fixture *fixture, gconstpointer data)
{
  static const gint64 changes[N_EVENTS - 1] = { 0, 0, 0, 500, 0, 0, 0, 0, -200 };
  g_autoptr (SpurClockReport) report = NULL;
  const SpurReportStream *streams;
  guint n_samples = 0;

  g_test_summary ("Shifts, moved events and samples of a stream.");
  stretch (fixture, changes);
  add_offset (fixture, 1, -70);
  report = make_report (fixture, 2);
  spur_clock_report_take_half_widths (report, get_half_width, NULL);
  streams = spur_clock_report_get_figures (report)->streams;
  g_assert_cmpuint (streams[0].n_moved, ==, 6);
  g_assert_cmpint (streams[0].first_shift_ns, ==, 0);
  g_assert_cmpint (streams[0].last_shift_ns, ==, 300);
  g_assert_cmpint (streams[0].max_shift_ns, ==, 500);
  g_assert_cmpint (streams[0].min_shift_ns, ==, 0);
  g_assert_cmpfloat_with_epsilon (streams[0].mean_shift_ns, 280.0, 1e-9);
  g_assert_cmpint (streams[0].half_width_ns, ==, -1);
  g_assert_cmpuint (streams[1].n_moved, ==, N_EVENTS);
  g_assert_cmpint (streams[1].min_shift_ns, ==, -70);
  g_assert_cmpint (streams[1].max_shift_ns, ==, -70);
  /* That of the first event. */
  g_assert_cmpint (streams[1].half_width_ns, ==, 20070);
  g_assert_cmpuint (streams[2].n_moved, ==, 0);
  for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
    n_samples += streams[0].samples[i].min_ns <= streams[0].samples[i].max_ns;
  g_assert_cmpuint (n_samples, ==, N_EVENTS);
  g_assert_cmpint (streams[0].samples[SPUR_REPORT_N_SAMPLES - 1].min_ns, ==, 300);
  g_assert_cmpuint (spur_clock_report_get_figures (report)->n_moved, ==, 6 + N_EVENTS);
}

static void
test_raw (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurClockReport) report =
    spur_clock_report_new (fixture->trace, fixture->edges, NULL, 1, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const SpurJob cancelled = { .cancellable = cancellable };
  g_autoptr (GError) error = NULL;

  g_test_summary ("Without a correction nothing moved; work can be cancelled.");
  g_assert_cmpuint (spur_clock_report_get_figures (report)->n_moved, ==, 0);
  g_assert_cmpuint (spur_clock_report_get_figures (report)->distortion.n_changes[0], ==, 27);
  g_cancellable_cancel (cancellable);
  g_assert_null (
    spur_clock_report_new (fixture->trace, fixture->edges, NULL, 1, &cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static SpurReason *
explain (Fixture *fixture, guint stream, guint64 event, gsize *n_reasons)
{
  g_autoptr (GError) error = NULL;
  SpurReason *reasons = spur_clock_explain (fixture->trace, fixture->edges, fixture->correction,
                                            stream, event, NULL, n_reasons, &error);

  g_assert_no_error (error);
  return reasons;
}

static void
correct (Fixture *fixture, gboolean backward)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (GError) error = NULL;

  spur_clock_corrector_set_option (corrector, "backward", backward ? "true" : "false", &error);
  g_assert_no_error (error);
  spur_clock_corrector_correct (corrector, fixture->trace, fixture->edges, fixture->correction,
                                NULL, &error);
  g_assert_no_error (error);
}

static void
assert_reason (const SpurReason *reason,
               SpurReasonKind kind,
               guint stream,
               guint64 event,
               guint from_stream,
               guint64 from_event)
{
  g_assert_cmpint (reason->kind, ==, kind);
  g_assert_cmpuint (reason->stream, ==, stream);
  g_assert_cmpuint (reason->event, ==, event);
  g_assert_cmpuint (reason->from_stream, ==, from_stream);
  g_assert_cmpuint (reason->from_event, ==, from_event);
}

static void
test_chain (Fixture *fixture, gconstpointer data)
{
  gsize n_reasons;
  SpurReason *reasons;

  g_test_summary ("An event is traced back over two edges to the send that nothing pushed.");
  made_trace_add_edge (fixture->edges, 0, 6, 1, 2);
  made_trace_add_edge (fixture->edges, 1, 3, 2, 3);
  correct (fixture, FALSE);
  reasons = explain (fixture, 2, 5, &n_reasons);
  g_assert_cmpuint (n_reasons, ==, 5);
  assert_reason (&reasons[0], SPUR_REASON_CARRIED, 2, 5, 2, 3);
  assert_reason (&reasons[1], SPUR_REASON_JUMP, 2, 3, 1, 3);
  g_assert_cmpint (reasons[1].mu_ns, ==, 1);
  assert_reason (&reasons[2], SPUR_REASON_CARRIED, 1, 3, 1, 2);
  assert_reason (&reasons[3], SPUR_REASON_JUMP, 1, 2, 0, 6);
  g_assert_cmpint (reasons[3].after_ns, ==, 6001);
  assert_reason (&reasons[4], SPUR_REASON_CAUSE, 0, 6, 1, 2);
  g_assert_cmpstr (reasons[0].method, ==, "eclc");
  g_free (reasons);
}

static void
test_all_events (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurClockExplanation) explanation = NULL;
  g_autoptr (SpurClockExplanation) nothing = NULL;
  g_autoptr (GError) error = NULL;
  const SpurExplainedStep *steps;
  gsize n_steps;

  g_test_summary ("Every push of a step is told, with the times before and after it.");
  made_trace_add_edge (fixture->edges, 0, 6, 1, 2);
  made_trace_add_edge (fixture->edges, 1, 3, 2, 3);
  correct (fixture, FALSE);
  explanation =
    spur_clock_explanation_new (fixture->trace, fixture->edges, fixture->correction, NULL, &error);
  g_assert_no_error (error);
  steps = spur_clock_explanation_get_steps (explanation, &n_steps);
  g_assert_cmpuint (n_steps, ==, 1);
  g_assert_cmpstr (steps[0].method, ==, "eclc");
  g_assert_cmpuint (steps[0].n_jumps, ==, 2);
  assert_reason (&steps[0].jumps[0], SPUR_REASON_JUMP, 1, 2, 0, 6);
  assert_reason (&steps[0].jumps[1], SPUR_REASON_JUMP, 2, 3, 1, 3);
  g_assert_cmpint (steps[0].jumps[0].after_ns, ==, 6001);
  g_assert_cmpint (spur_correction_apply (steps[0].forward, 1, 2, 2000), ==, 6001);
  g_assert_cmpint (spur_correction_apply (steps[0].after, 0, 6, 6000), ==, 6000);
  nothing = spur_clock_explanation_new (fixture->trace, fixture->edges, NULL, NULL, &error);
  g_assert_no_error (error);
  spur_clock_explanation_get_steps (nothing, &n_steps);
  g_assert_cmpuint (n_steps, ==, 0);
}

static void
test_spread (Fixture *fixture, gconstpointer data)
{
  gsize n_reasons;
  SpurReason *reasons;

  g_test_summary ("What backward amortization added is told with the jump that it spreads.");
  made_trace_add_edge (fixture->edges, 0, 6, 1, 5);
  correct (fixture, TRUE);
  reasons = explain (fixture, 1, 4, &n_reasons);
  g_assert_cmpuint (n_reasons, ==, 3);
  assert_reason (&reasons[0], SPUR_REASON_SPREAD, 1, 4, 1, 5);
  assert_reason (&reasons[1], SPUR_REASON_JUMP, 1, 5, 0, 6);
  assert_reason (&reasons[2], SPUR_REASON_CAUSE, 0, 6, 1, 5);
  g_free (reasons);
  reasons = explain (fixture, 2, 4, &n_reasons);
  g_assert_cmpuint (n_reasons, ==, 1);
  g_assert_cmpint (reasons[0].kind, ==, SPUR_REASON_UNMOVED);
  g_free (reasons);
}

static void
test_collective_chain (Fixture *fixture, gconstpointer data)
{
  SpurMember members[N_STREAMS];
  SpurCollective collective = { SPUR_PATTERN_BARRIER, SPUR_NONE, N_STREAMS, members };
  gsize n_reasons;
  SpurReason *reasons;

  g_test_summary ("In a collective operation it is the latest enter that pushes.");
  for (guint s = 0; s < N_STREAMS; s++)
    members[s] = (SpurMember){ s == 2 ? 7 : 1, s == 2 ? 8 : 2, s, TRUE, TRUE };
  spur_edges_add_collective (fixture->edges, &collective);
  correct (fixture, FALSE);
  reasons = explain (fixture, 0, 2, &n_reasons);
  g_assert_cmpuint (n_reasons, ==, 2);
  assert_reason (&reasons[0], SPUR_REASON_JUMP, 0, 2, 2, 7);
  assert_reason (&reasons[1], SPUR_REASON_CAUSE, 2, 7, 0, 2);
  g_free (reasons);
}

static void
correct_in (Fixture *fixture, SpurDirection direction, gint64 mix_ppb)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (GError) error = NULL;

  g_object_set (corrector, "backward", FALSE, "direction", direction, "mix-ppb", mix_ppb, NULL);
  spur_clock_corrector_set_mu_ns (corrector, 7);
  g_assert_true (spur_clock_corrector_correct (corrector, fixture->trace, fixture->edges,
                                               fixture->correction, NULL, &error));
  g_assert_no_error (error);
}

static void
test_mirrored (Fixture *fixture, gconstpointer data)
{
  gsize n_reasons;
  SpurReason *reasons;

  g_test_summary ("Back in time a send is pulled before its receive, with the mu that was noted.");
  made_trace_add_edge (fixture->edges, 1, 4, 0, 2);
  made_trace_add_edge (fixture->edges, 0, 6, 2, 3);
  correct_in (fixture, SPUR_DIRECTION_MIRROR, 0);
  reasons = explain (fixture, 1, 3, &n_reasons);
  g_assert_cmpuint (n_reasons, ==, 5);
  assert_reason (&reasons[0], SPUR_REASON_CARRIED, 1, 3, 1, 4);
  assert_reason (&reasons[1], SPUR_REASON_JUMP, 1, 4, 0, 2);
  g_assert_cmpint (reasons[1].before_ns, ==, 4000);
  g_assert_cmpint (reasons[1].mu_ns, ==, 7);
  assert_reason (&reasons[2], SPUR_REASON_CARRIED, 0, 2, 0, 6);
  g_assert_cmpint (reasons[2].after_ns - 7, ==, reasons[1].after_ns);
  assert_reason (&reasons[3], SPUR_REASON_JUMP, 0, 6, 2, 3);
  g_assert_cmpint (reasons[3].after_ns, ==, 3000 - 7);
  assert_reason (&reasons[4], SPUR_REASON_CAUSE, 2, 3, 0, 6);
  for (gsize i = 0; i < n_reasons; i++)
    g_assert_true (reasons[i].is_backwards);
  g_free (reasons);
}

static void
test_mixed (Fixture *fixture, gconstpointer data)
{
  gsize n_reasons;
  SpurReason *reasons;
  gint64 early_ns, late_ns, time_ns;

  g_test_summary ("Of a mix each direction has its chain, and its share of the shift.");
  made_trace_add_edge (fixture->edges, 0, 6, 1, 2);
  made_trace_add_edge (fixture->edges, 1, 7, 2, 5);
  correct_in (fixture, SPUR_DIRECTION_MIX, 250000000);
  reasons = explain (fixture, 1, 5, &n_reasons);
  g_assert_cmpuint (n_reasons, ==, 8);
  g_assert_cmpint (reasons[0].kind, ==, SPUR_REASON_PART);
  g_assert_cmpint (reasons[0].share_ppb, ==, 750000000);
  assert_reason (&reasons[1], SPUR_REASON_CARRIED, 1, 5, 1, 2);
  assert_reason (&reasons[2], SPUR_REASON_JUMP, 1, 2, 0, 6);
  assert_reason (&reasons[3], SPUR_REASON_CAUSE, 0, 6, 1, 2);
  g_assert_cmpint (reasons[4].kind, ==, SPUR_REASON_PART);
  g_assert_cmpint (reasons[4].share_ppb, ==, 250000000);
  assert_reason (&reasons[5], SPUR_REASON_CARRIED, 1, 5, 1, 7);
  assert_reason (&reasons[6], SPUR_REASON_JUMP, 1, 7, 2, 5);
  assert_reason (&reasons[7], SPUR_REASON_CAUSE, 2, 5, 1, 7);
  g_assert_cmpint (reasons[4].stream, ==, 1);
  g_assert_cmpint (reasons[4].event, ==, 5);
  for (gsize i = 0; i < n_reasons; i++)
    g_assert_true (reasons[i].is_backwards == (i >= 4));
  early_ns = reasons[0].after_ns - 5000;
  late_ns = reasons[4].after_ns - 5000;
  g_assert_cmpint (early_ns, >, 4000);
  g_assert_cmpint (late_ns, <, -2000);
  time_ns = spur_correction_apply (fixture->correction, 1, 5, 5000);
  g_assert_cmpint (ABS (time_ns - 5000 - (3 * early_ns + late_ns) / 4), <=, 2);
  g_free (reasons);
}

static void
test_unnamed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  gsize n_reasons = 0;

  g_test_summary ("Facts that do not say which maps are of which step are an error, not a guess.");
  add_offset (fixture, 1, 100);
  spur_correction_set_fact (fixture->correction, "method", "bounds");
  g_assert_null (spur_clock_explain (fixture->trace, fixture->edges, fixture->correction, 1, 0,
                                     NULL, &n_reasons, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  spur_correction_set_fact (fixture->correction, "maps.1", "1-3");
  g_assert_null (spur_clock_explain (fixture->trace, fixture->edges, fixture->correction, 1, 0,
                                     NULL, &n_reasons, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

#define ADD(name, test) g_test_add ("/clock-report/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("violations", test_violations);
  ADD ("collectives", test_collectives);
  ADD ("distortion", test_distortion);
  ADD ("streams", test_streams);
  ADD ("raw", test_raw);
  ADD ("explain/chain", test_chain);
  ADD ("explain/all", test_all_events);
  ADD ("explain/spread", test_spread);
  ADD ("explain/collective", test_collective_chain);
  ADD ("explain/mirrored", test_mirrored);
  ADD ("explain/mixed", test_mixed);
  ADD ("explain/unnamed", test_unnamed);
  return g_test_run ();
}
