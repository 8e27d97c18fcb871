/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>

#include "core/causality/spur-delays.h"
#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-corrector.h"
#include "core/clock/spur-trace-correct.h"
#include "core/store/trace/spur-store-internal.h"
#include "made-trace.h"

/* Streams that send to each other in random directions, by clocks that are wrong in a known way:
 * offset, drift and a sine. */
typedef struct
{
  guint n_streams;
  guint n_clocks; /* streams share them in turn */
  guint n_messages;
  double offset_us;
  double drift_ppm;
  double wander_us;
  double period_s;
  gboolean is_one_way;
  gboolean is_late; /* slow messages in the last hundredth of the run only */
  double quiet;     /* the share of the run before all messages */
  gboolean is_ring;
  guint n_groups;  /* that never send to each other; 0 for one */
  gint64 wrong_ns; /* by how much one receive in the middle is stamped wrong */
  SpurTrace *trace;
  SpurEdges *edges;
  GPtrArray *truth;
} World;

#define LENGTH_NS G_GINT64_CONSTANT (10000000000)

static gint64
get_error (const World *self, guint stream, gint64 true_ns)
{
  guint clock = stream % self->n_clocks;
  double phase = 2.4 * clock, t = (double) true_ns * 1e-9;

  return llrint (1e3 * (self->offset_us * sin (7.0 * clock + 1.0) +
                        self->drift_ppm * cos (5.0 * clock) * t +
                        self->wander_us * sin (2.0 * G_PI * t / self->period_s + phase)));
}

static guint64
add_event (World *self, GPtrArray *times, guint stream, gint64 true_ns)
{
  GArray *truth = self->truth->pdata[stream], *of_stream = times->pdata[stream];
  gint64 time_ns = true_ns + get_error (self, stream, true_ns) + LENGTH_NS;

  g_array_append_val (truth, true_ns);
  g_array_append_val (of_stream, time_ns);
  return of_stream->len - 1;
}

static guint
choose_receiver (const World *self, guint from)
{
  guint n_groups = MAX (self->n_groups, 1), n = self->n_streams;

  if (self->is_ring)
    return (from + (g_test_rand_bit () ? 1 : n - 1)) % n;
  return (from + n_groups * (guint) g_test_rand_int_range (1, (gint) (n / n_groups))) % n;
}

/* (transfer full): The times of streams that have no events yet. */
static GPtrArray *
open_streams (World *self)
{
  GPtrArray *times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  self->truth = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint s = 0; s < self->n_streams; s++)
    {
      g_ptr_array_add (self->truth, g_array_new (FALSE, FALSE, sizeof (gint64)));
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
    }
  self->edges = spur_edges_new (self->n_streams);
  return times;
}

/* Messages are sent one after the other, so that every stream's events are in order. */
static void
world_init (World *self)
{
  g_autoptr (GPtrArray) times = open_streams (self);
  gint64 begin_ns = llrint ((self->is_late ? 0.99 : self->quiet) * (double) LENGTH_NS);
  gint64 step_ns = (LENGTH_NS - begin_ns) / self->n_messages;

  for (guint s = 0; begin_ns > 0 && s < self->n_streams; s++)
    add_event (self, times, s, 0);
  for (guint i = 0; i < self->n_messages; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, (gint) self->n_streams);
      guint to = choose_receiver (self, from);
      gint64 sent_ns = begin_ns + i * step_ns;
      gint64 delay_ns = 300 - llrint (2000.0 * log (1.0 - g_test_rand_double ()));
      guint64 send, receive;

      if (self->is_one_way && from > to)
        continue;
      delay_ns *= self->is_late ? 100 : 1;
      send = add_event (self, times, from, sent_ns);
      receive = add_event (self, times, to, sent_ns + MIN (delay_ns, step_ns - 1));
      made_trace_add_edge (self->edges, from, send, to, receive);
      if (i == self->n_messages / 2)
        g_array_index ((GArray *) times->pdata[to], gint64, receive) += self->wrong_ns;
    }
  self->trace = made_trace_new (times, 256);
}

/* Streams whose clocks differ by constants, and meet in a barrier now and then. */
static void
add_barriers (World *self)
{
  g_autoptr (GPtrArray) times = open_streams (self);
  g_autofree SpurMember *members = g_new (SpurMember, self->n_streams);

  for (gint64 k = 0; k < 400; k++)
    {
      SpurCollective barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, self->n_streams, members };

      for (guint s = 0; s < self->n_streams; s++)
        {
          gint64 enter_ns = k * 1000000 + g_test_rand_int_range (0, 4000);
          gint64 exit_ns = k * 1000000 + g_test_rand_int_range (5000, 9000);

          guint64 enter = add_event (self, times, s, enter_ns);
          guint64 leave = add_event (self, times, s, exit_ns);

          members[s] = (SpurMember){ enter, leave, s, TRUE, TRUE };
        }
      spur_edges_add_collective (self->edges, &barrier);
    }
  self->trace = made_trace_new (times, 256);
}

static void
world_clear (World *self)
{
  g_clear_object (&self->trace);
  g_clear_object (&self->edges);
  g_clear_pointer (&self->truth, g_ptr_array_unref);
}

/* How far all events together are moved, as a share of how far each is. */
static double
get_balance (const World *self, SpurCorrection *correction)
{
  double sum = 0.0, distance = 0.0;

  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, s);

      for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
        {
          gint64 raw_ns = spur_stream_get_raw_ns (stream, i);
          double moved_ns = (double) (spur_correction_apply (correction, s, i, raw_ns) - raw_ns);

          sum += moved_ns;
          distance += fabs (moved_ns);
        }
    }
  return fabs (sum) / MAX (distance, 1.0);
}

/* The mean distance of clocks from the mean of all, in us. */
static double
score (const World *self, SpurCorrection *correction)
{
  g_autofree guint *at = g_new0 (guint, self->n_streams);
  g_autofree double *errors = g_new (double, self->n_streams);
  double sum = 0.0;

  for (guint q = 1; q < 1000; q++)
    {
      gint64 time_ns = LENGTH_NS / 1000 * q;
      double mean = 0.0;

      for (guint s = 0; s < self->n_streams; s++)
        {
          GArray *truth = self->truth->pdata[s];
          SpurStream *stream = spur_trace_get_stream (self->trace, s);

          while (at[s] + 1 < truth->len && g_array_index (truth, gint64, at[s] + 1) <= time_ns)
            at[s]++;
          errors[s] = (double) (spur_correction_apply (correction, s, at[s],
                                                       spur_stream_get_raw_ns (stream, at[s])) -
                                g_array_index (truth, gint64, at[s]));
          mean += errors[s] / self->n_streams;
        }
      for (guint s = 0; s < self->n_streams; s++)
        sum += fabs (errors[s] - mean);
    }
  return sum / 999.0 / self->n_streams / 1e3;
}

static SpurCorrection *
correct (World *self, SpurClockChain *chain, guint n_threads)
{
  SpurCorrection *correction = spur_correction_new (self->n_streams);
  const SpurJob job = { .n_threads = n_threads };
  g_autoptr (GError) error = NULL;

  spur_clock_chain_run (chain, self->trace, self->edges, correction, &job, &error);
  g_assert_no_error (error);
  return correction;
}

static double
correct_by (World *self, const char *methods, const char *option, const char *value)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods, NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  if (option != NULL)
    g_assert_true (spur_clock_chain_set_option (chain, option, value, NULL));
  correction = correct (self, chain, 0);
  g_test_message ("%s %s: %g us", methods, value != NULL ? value : "", score (self, correction));
  return score (self, correction);
}

static void
test_lines (void)
{
  static const double offsets_us[] = { 50e3, 40e6 };

  g_test_summary ("Every method finds clocks that drift and are off, also by more than the run.");

  for (guint i = 0; i < G_N_ELEMENTS (offsets_us); i++)
    {
      World self = { 5, 5, 20000, .offset_us = offsets_us[i], .drift_ppm = 30.0, .period_s = 1.0 };
      g_autoptr (SpurCorrection) none = spur_correction_new (5);

      world_init (&self);
      g_assert_cmpfloat (score (&self, none), >, 1000.0);
      g_assert_cmpfloat (correct_by (&self, "hull", NULL, NULL), <, 1.5);
      g_assert_cmpfloat (correct_by (&self, "hull", "pairs", "tree"), <, 2.0);
      g_assert_cmpfloat (correct_by (&self, "regression", NULL, NULL), <, 2.0);
      g_assert_cmpfloat (correct_by (&self, "minmax", NULL, NULL), <, 30.0);
      g_assert_cmpfloat (correct_by (&self, "minmax", "intervals", "20"), <, 10.0);
      g_assert_cmpfloat (correct_by (&self, "corridor", NULL, NULL), <, 0.3);
      g_assert_cmpfloat (correct_by (&self, "auto", NULL, NULL), <, 0.3);
      world_clear (&self);
    }
}

/* Gives how far clocks are off, and what the first step says and what was found first. */
static double
correct_automatically (World *self, char **result)
{
  g_autoptr (GArray) findings = NULL;
  g_autofree char *found = NULL;
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (SpurCorrection) correction = NULL;
  double off_us;

  world_init (self);
  correction = correct (self, chain, 0);
  off_us = score (self, correction);
  findings = spur_clock_finding_list (correction);
  if (findings->len > 0)
    found =
      spur_clock_finding_describe ((SpurClockFinding *) (gpointer) findings->data, self->trace);
  *result = g_strconcat (spur_clock_chain_get_step (chain, 0)->result, "; ", found, NULL);
  world_clear (self);
  return off_us;
}

static void
test_smallest_model (void)
{
  static const struct
  {
    World world;
    double most_us;
    const char *says;
  } rows[] = {
    /* Constant offsets; the same with few messages. */
    { { 4, 4, 4000, .offset_us = 500.0, .period_s = 1.0 }, 0.05, "constant offset" },
    { { 8, 8, 300, .offset_us = 500.0, .period_s = 1.0 }, 1.0, "constant offset" },
    /* A ring of 60 clocks, 40 messages each; all to all, 5 messages a pair. */
    { { 60, 60, 2400, .offset_us = 2e3, .drift_ppm = 20.0, .period_s = 1.0, .is_ring = TRUE },
      1.5,
      "straight line" },
    { { 30, 30, 2200, .offset_us = 2e3, .drift_ppm = 20.0, .period_s = 1.0 },
      0.8,
      "straight line" },
    { { 8, 8, 8000, .offset_us = 500.0, .drift_ppm = 20.0, .period_s = 1.0, .n_groups = 2 },
      500.0,
      "2 groups of clocks" },
    { { 4, 4, 20000, .offset_us = 3e3, .wander_us = 50.0, .period_s = 6.0 }, 0.6, "curve" },
  };

  g_test_summary ("The smallest model that foretells edges is taken, and few edges are enough.");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      World self = rows[i].world;
      g_autofree char *result = NULL;

      g_assert_cmpfloat (correct_automatically (&self, &result), <, rows[i].most_us);
      g_assert_nonnull (strstr (result, rows[i].says));
    }
}

static void
test_wrong_stamp (void)
{
  World self = { 6, 6, 30000, .period_s = 1.0, .wrong_ns = -1000000000 };
  g_autofree char *result = NULL;

  g_test_summary ("One wrong stamp moves no clock, and no other event.");

  g_assert_cmpfloat (correct_automatically (&self, &result), <, 0.01);
  g_assert_nonnull (strstr (result, "a wrong stamp, off by -"));
}

static void
test_unconnected (void)
{
  World self = { 3, 3, 200, .offset_us = 500.0, .period_s = 1.0, .wrong_ns = -1000000000 };
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (SpurCorrection) correction = NULL;

  g_test_summary ("What has no edges is not touched, in whatever order its events are.");

  world_init (&self);
  g_set_object (&self.edges, NULL);
  self.edges = spur_edges_new (3);
  correction = correct (&self, chain, 0);
  for (guint s = 0; s < 3; s++)
    g_assert_cmpuint (spur_correction_get_n_maps (correction, s), ==, 0);
  world_clear (&self);
}

static void
test_wander (void)
{
  World self = { 4, 4, 20000, .offset_us = 3000.0, .wander_us = 50.0, .period_s = 6.0 };

  g_test_summary ("Clocks that wander are followed by the corridor, not by lines.");

  world_init (&self);
  g_assert_cmpfloat (correct_by (&self, "hull", NULL, NULL), >, 5.0);
  g_assert_cmpfloat (correct_by (&self, "corridor", NULL, NULL), <, 0.6);
  world_clear (&self);
}

/* Of what is told, at least 99 in 100 must be true. */
static void
assert_bound (World *self, gint64 most_ns)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("corridor", NULL);
  g_autoptr (SpurCorrection) correction = correct (self, chain, 0);
  guint n = self->n_streams, n_true = 0, n_all = 0;
  g_autofree double *errors = g_new (double, n);
  g_autofree gint64 *times_ns = g_new (gint64, n);

  for (guint q = 1; q < 100; q++)
    {
      double mean = 0.0;

      for (guint s = 0; s < n; s++)
        {
          GArray *truth = self->truth->pdata[s];
          guint at = 0;

          while (at + 1 < truth->len &&
                 g_array_index (truth, gint64, at + 1) <= LENGTH_NS / 100 * q)
            at++;
          times_ns[s] = spur_correction_apply (
            correction, s, at, spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, s), at));
          errors[s] = (double) (times_ns[s] - g_array_index (truth, gint64, at));
          mean += errors[s] / n;
        }
      for (guint s = 0; s < n; s++)
        {
          gint64 half_ns = spur_clock_chain_get_half_width_ns (chain, s, times_ns[s]);

          g_assert_cmpint (half_ns, >=, 0);
          g_assert_cmpint (half_ns, <, most_ns);
          n_true += fabs (errors[s] - mean) <= (double) half_ns;
          n_all++;
        }
    }
  g_assert_cmpuint (100 * n_true, >=, 99 * n_all);
}

static void
test_bound (void)
{
  World self = { 4, 4, 20000, .offset_us = 3000.0, .wander_us = 30.0, .period_s = 9.0 };

  g_test_summary ("The bound covers what clocks are off after the correction.");

  world_init (&self);
  assert_bound (&self, 1000000);
  world_clear (&self);
}

static void
test_waves_end (void)
{
  World self = {
    6, 6, 8000, .offset_us = 3000.0, .wander_us = 50.0, .period_s = 0.9, .quiet = 0.8,
  };

  g_test_summary (
    "Clocks that go to and fro do not run away from that before all messages, and the "
    "bound says how little is known there.");

  world_init (&self);
  g_assert_cmpfloat (correct_by (&self, "auto", NULL, NULL), <, 2.0 * self.wander_us);
  /* Clocks that go at 350 us/s in either direction may do so for the 8 s before all messages: 5.6
   * ms, and some more, as slopes are seen with an error. */
  assert_bound (&self, 10000000);
  world_clear (&self);
}

static void
assert_same (World *self, SpurCorrection *a, SpurCorrection *b)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      g_autoptr (GArray) times = made_trace_get_times (self->trace, a, s);
      g_autoptr (GArray) others = made_trace_get_times (self->trace, b, s);

      g_assert_cmpmem (times->data, times->len * sizeof (gint64), others->data,
                       others->len * sizeof (gint64));
    }
}

static void
test_threads (void)
{
  World self = { 6, 6, 6000, .offset_us = 900.0, .wander_us = 20.0, .period_s = 3.0 };
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("corridor,eclc", NULL);
  g_autoptr (SpurCorrection) one = NULL;
  g_autoptr (SpurCorrection) many = NULL;

  g_test_summary ("The result is the same with any number of threads.");

  world_init (&self);
  one = correct (&self, chain, 1);
  many = correct (&self, chain, 8);
  assert_same (&self, one, many);
  world_clear (&self);
}

static void
assert_unchanged (World *self, const char *method, const char *why)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (method, NULL);
  g_autoptr (SpurCorrection) correction = correct (self, chain, 0);

  for (guint s = 0; s < self->n_streams; s++)
    g_assert_cmpuint (spur_correction_get_n_maps (correction, s), ==, 0);
  g_assert_nonnull (strstr (spur_clock_chain_get_step (chain, 0)->result, why));
}

static void
test_gates (void)
{
  static const char *const methods[] = { "hull", "regression", "minmax", "corridor" };
  World right = { 4, 4, 4000, .offset_us = 0.05, .period_s = 1.0 };
  World one_way = { 4, 4, 4000, .offset_us = 500.0, .period_s = 1.0, .is_one_way = TRUE };

  g_test_summary ("Nothing is changed where nothing is wrong, or nothing can be told.");

  world_init (&right);
  world_init (&one_way);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      assert_unchanged (&right, methods[i], "no edge is reversed");
      assert_unchanged (&one_way, methods[i], "nothing changed");
    }
  assert_unchanged (&right, "offset", "no offsets were measured");
  world_clear (&right);
  world_clear (&one_way);
}

static void
test_one_way (void)
{
  World shapes[] = {
    { 5, 5, 8000, .offset_us = 500.0, .drift_ppm = 20.0, .period_s = 1.0, .is_one_way = TRUE },
    { 5, 5, 8000, .wander_us = 50.0, .period_s = 5.0, .is_one_way = TRUE },
    { 5, 5, 8000, .wander_us = 20.0, .period_s = 40.0, .is_one_way = TRUE },
  };

  g_test_summary ("Messages in one direction only: auto repairs, and makes no clock worse.");

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      World *self = &shapes[i];
      g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
      g_autoptr (SpurCorrection) none = NULL;
      g_autoptr (SpurCorrection) correction = NULL;
      SpurCheck check;

      world_init (self);
      none = spur_correction_new (self->n_streams);
      correction = correct (self, chain, 0);
      spur_check_run (&check, self->trace, self->edges, correction, 1, NULL);
      g_assert_true (spur_check_is_clean (&check));
      g_test_message ("%g to %g us", score (self, none), score (self, correction));
      g_assert_cmpfloat (score (self, correction), <=, i == 0 ? 0.5 : score (self, none));
      g_assert_true (i == 0 || spur_correction_get_fact (correction, "auto.balance") != NULL);
      g_assert_cmpfloat (get_balance (self, correction), <, 0.02);
      world_clear (self);
    }
}

static void
count_notifications (GObject *object, GParamSpec *spec, gpointer n_notifications)
{
  ++*(guint *) n_notifications;
}

static void
test_outcomes (void)
{
  World self = { 5, 5, 8000, .wander_us = 50.0, .period_s = 5.0, .is_one_way = TRUE };
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  SpurClockCorrector *eclc = spur_clock_chain_get_corrector (chain, 1);
  g_autoptr (SpurCorrection) correction = NULL;
  guint n_notifications = 0;

  g_test_summary ("Steps say what they did by a value, and auto leaves the correctors' options.");

  world_init (&self);
  g_signal_connect (eclc, "notify", G_CALLBACK (count_notifications), &n_notifications);
  correction = correct (&self, chain, 0);
  g_assert_nonnull (spur_correction_get_fact (correction, "auto.balance"));
  g_assert_cmpint (spur_clock_chain_get_step (chain, 0)->outcome, ==, SPUR_CLOCK_OUTCOME_ONE_WAY);
  g_assert_cmpint (spur_clock_chain_get_step (chain, 1)->outcome, ==, SPUR_CLOCK_OUTCOME_REPAIRED);
  g_assert_cmpint (spur_clock_corrector_get_outcome (eclc), ==, SPUR_CLOCK_OUTCOME_REPAIRED);
  g_assert_cmpuint (n_notifications, ==, 0);
  world_clear (&self);
}

static void
test_trace (void)
{
  World self = { 2, 2, 0, .offset_us = 500.0, .period_s = 1.0 };
  g_autoptr (SpurClockReport) report = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A trace is corrected in one call.");

  add_barriers (&self);
  g_assert_false (spur_trace_correct (self.trace, "elcc", NULL, &report, &error));
  g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_METHOD);
  g_assert_null (report);
  g_assert_null (spur_trace_get_correction (self.trace));
  g_clear_error (&error);
  g_assert_true (spur_trace_correct (self.trace, "auto", NULL, &report, &error));
  g_assert_no_error (error);
  g_assert_nonnull (spur_trace_get_correction (self.trace));
  g_assert_true (spur_clock_report_get_figures (report)->correction ==
                 spur_trace_get_correction (self.trace));
  g_assert_cmpuint (spur_clock_report_get_figures (report)->n_streams, ==, 2);
  g_assert_true (spur_trace_correct (self.trace, "eclc", NULL, NULL, &error));
  world_clear (&self);
}

static void
test_late_messages (void)
{
  guint n_better = 0;

  g_test_summary ("What a few messages tell of drifts is not carried on for long, mostly.");

  for (guint i = 0; i < 12; i++)
    {
      World self = {
        3, 3, 150, .offset_us = 500.0, .drift_ppm = 3.0, .period_s = 1.0, .is_late = TRUE,
      };
      double line;

      world_init (&self);
      line = correct_by (&self, "hull", NULL, NULL);
      n_better += correct_by (&self, "auto", NULL, NULL) < line / 2.0;
      world_clear (&self);
    }
  g_assert_cmpuint (n_better, >, 6);
}

static void
test_domains (void)
{
  World self = {
    6, 3, 12000, .offset_us = 800.0, .drift_ppm = 20.0, .wander_us = 10.0, .period_s = 7.0
  };
  static const char *const texts[] = { "found", "rank 0,rank 3; rank 1, rank 4;rank 2,rank 5" };

  g_test_summary ("Streams of one clock get one map, whether that is found or said.");

  world_init (&self);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("corridor", NULL);
      g_autoptr (SpurCorrection) correction = NULL;

      g_assert_true (spur_clock_chain_set_option (chain, "domains", texts[i], NULL));
      correction = correct (&self, chain, 0);
      g_assert_cmpstr (spur_correction_get_fact (correction, "corridor.domains"), ==, "3");
      g_assert_cmpfloat (score (&self, correction), <, 0.5);
      for (guint s = 0; s < 3; s++)
        {
          SpurStream *stream = spur_trace_get_stream (self.trace, s);
          SpurTimeMap *map = spur_correction_get_map (correction, s, 0);
          SpurTimeMap *twin = spur_correction_get_map (correction, s + 3, 0);

          for (guint64 event = 0; event < spur_stream_get_n_events (stream); event += 7)
            {
              gint64 raw_ns = spur_stream_get_raw_ns (stream, event);
              gsize n_knots;
              const SpurKnot *knots = spur_time_map_get_knots (twin, &n_knots);
              guint64 position = 0;

              /* The same time in the other stream, where it would be between its events. */
              while (position < n_knots && knots[position].from_ns <= raw_ns)
                position++;
              if (position == 0 || position == n_knots)
                continue;
              if (knots[position - 1].event == knots[position].event)
                continue;
              g_assert_cmpint (spur_time_map_apply (twin, knots[position - 1].event, raw_ns), ==,
                               spur_time_map_apply (map, event, raw_ns));
            }
        }
    }
  world_clear (&self);
}

static void
test_unknown_domain (void)
{
  World self = { 2, 2, 100, .offset_us = 800.0, .period_s = 1.0 };
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("corridor", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A stream that is not there is named.");

  world_init (&self);
  g_assert_true (spur_clock_chain_set_option (chain, "domains", "rank 0,rank 2", NULL));
  g_assert_false (spur_clock_chain_run (chain, self.trace, self.edges, correction, NULL, &error));
  g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION);
  g_assert_nonnull (strstr (error->message, "'rank 2'"));
  world_clear (&self);
}

static void
test_offsets (void)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("offset", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GArray) corrected = NULL;
  const SpurClockOffset offsets[] = { { 3000, -200, 0.0 }, { 1000, -100, 0.0 } };

  g_test_summary ("Measured offsets are joined by lines, which go on outside.");

  for (guint s = 0; s < 2; s++)
    {
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
      for (gint64 time_ns = 0; time_ns <= 4000; time_ns += 500)
        g_array_append_val (((GArray *) times->pdata[s]), time_ns);
    }
  trace = made_trace_new (times, 64);
  for (guint i = 0; i < 2; i++)
    spur_stream_add_clock_offset (spur_trace_get_stream (trace, 1), &offsets[i]);
  g_assert_true (spur_clock_chain_run (chain, trace, edges, correction, NULL, NULL));
  g_assert_cmpuint (spur_correction_get_n_maps (correction, 0), ==, 0);
  corrected = made_trace_get_times (trace, correction, 1);
  for (guint i = 0; i < corrected->len; i++)
    g_assert_cmpint (g_array_index (corrected, gint64, i), ==,
                     500 * (gint64) i - 50 - 25 * (gint64) i);
}

/* What messages in one direction do not tell, measurements at both ends do. */
static void
test_measured (void)
{
  World self = {
    4, 4, 4000, .offset_us = 800.0, .drift_ppm = 20.0, .period_s = 1.0, .is_one_way = TRUE
  };

  g_test_summary ("Measured offsets are used where messages do not tell, if they agree.");

  world_init (&self);
  g_assert_cmpfloat (correct_by (&self, "auto", NULL, NULL), >, 0.1);
  for (guint s = 0; s < self.n_streams; s++)
    {
      for (guint end = 0; end < 2; end++)
        {
          gint64 error_ns = get_error (&self, s, end * LENGTH_NS);
          SpurClockOffset offset = { LENGTH_NS + (gint64) end * LENGTH_NS + error_ns, -error_ns,
                                     0.0 };

          spur_stream_add_clock_offset (spur_trace_get_stream (self.trace, s), &offset);
        }
    }
  g_assert_cmpfloat (correct_by (&self, "auto", NULL, NULL), <, 0.01);
  world_clear (&self);

  /* Measurements that reverse more edges are not believed. */
  world_init (&self);
  for (guint s = 0; s < self.n_streams; s++)
    {
      SpurClockOffset offset = { LENGTH_NS, (gint64) (self.n_streams - s) * 10000000, 0.0 };

      spur_stream_add_clock_offset (spur_trace_get_stream (self.trace, s), &offset);
    }
  g_assert_cmpfloat (correct_by (&self, "auto", NULL, NULL), <, 800.0);
  world_clear (&self);
}

/* More clocks than every pair is looked at for. */
static void
test_many_clocks (void)
{
  World self = { 60, 60, 60000, .offset_us = 5000.0, .drift_ppm = 20.0, .period_s = 1.0 };

  g_test_summary ("Many clocks are corrected by a few roots.");

  world_init (&self);
  g_assert_cmpfloat (correct_by (&self, "corridor", NULL, NULL), <, 2.0);
  world_clear (&self);
}

static void
test_delays (void)
{
  static const char *const methods[] = { "hull", "regression", "minmax", "corridor" };

  g_test_summary ("A mu of a class or a pair of streams holds for collective operations, too.");

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      World self = { 4, 4, 0, .offset_us = 500.0, .period_s = 1.0 };
      g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods[i], NULL);
      g_autoptr (SpurDelays) of_class = spur_delays_new ();
      g_autoptr (SpurDelays) of_pairs = spur_delays_new ();
      g_autoptr (SpurCorrection) plain = NULL;
      g_autoptr (SpurCorrection) by_class = NULL;
      g_autoptr (SpurCorrection) by_pairs = NULL;

      add_barriers (&self);
      plain = correct (&self, chain, 0);
      g_assert_true (spur_clock_chain_set_option (chain, "mu-ns", "200us", NULL));
      spur_delays_set_class_ns (of_class, "LO_Event", 1);
      spur_delays_apply (of_class, self.edges, self.trace, NULL, NULL);
      by_class = correct (&self, chain, 0);
      assert_same (&self, plain, by_class);
      for (guint k = 0; k < self.n_streams * self.n_streams; k++)
        spur_delays_set_pair_ns (of_pairs, k / self.n_streams, k % self.n_streams, 1);
      spur_delays_apply (of_pairs, self.edges, self.trace, NULL, NULL);
      by_pairs = correct (&self, chain, 0);
      assert_same (&self, plain, by_pairs);
      world_clear (&self);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/presynchronisers/lines", test_lines);
  g_test_add_func ("/clock/presynchronisers/smallest-model", test_smallest_model);
  g_test_add_func ("/clock/presynchronisers/wrong-stamp", test_wrong_stamp);
  g_test_add_func ("/clock/presynchronisers/unconnected", test_unconnected);
  g_test_add_func ("/clock/presynchronisers/wander", test_wander);
  g_test_add_func ("/clock/presynchronisers/bound", test_bound);
  g_test_add_func ("/clock/presynchronisers/waves-end", test_waves_end);
  g_test_add_func ("/clock/presynchronisers/threads", test_threads);
  g_test_add_func ("/clock/presynchronisers/gates", test_gates);
  g_test_add_func ("/clock/presynchronisers/one-way", test_one_way);
  g_test_add_func ("/clock/presynchronisers/outcomes", test_outcomes);
  g_test_add_func ("/clock/presynchronisers/trace", test_trace);
  g_test_add_func ("/clock/presynchronisers/late-messages", test_late_messages);
  g_test_add_func ("/clock/presynchronisers/domains", test_domains);
  g_test_add_func ("/clock/presynchronisers/unknown-domain", test_unknown_domain);
  g_test_add_func ("/clock/presynchronisers/offsets", test_offsets);
  g_test_add_func ("/clock/presynchronisers/measured", test_measured);
  g_test_add_func ("/clock/presynchronisers/many-clocks", test_many_clocks);
  g_test_add_func ("/clock/presynchronisers/delays", test_delays);
  return g_test_run ();
}
