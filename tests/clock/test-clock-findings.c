/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What auto makes of clocks that are wrong in one way each, and what it says of them. */
#include "config.h"

#include <math.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-trace-correct.h"
#include "made-trace.h"
#include "spur-enums.h"

#define LENGTH_NS G_GINT64_CONSTANT (20000000000)
#define SECOND_NS G_GINT64_CONSTANT (1000000000)

/* Streams with a clock each that send to each other. */
typedef struct
{
  const char *name;
  guint n_streams;
  guint n_messages;
  double offset_us; /* at most, as drift_ppm */
  double drift_ppm;
  gboolean is_ring;
  guint n_groups;    /* that never send to each other; 0 for one */
  gint64 delay_ns;   /* at least */
  gint64 tick_ns;    /* 0 for 1 */
  gint64 step_ns;    /* of stream 3 after a half of the run */
  gint64 wrong_ns;   /* of one receive */
  gint64 mu_ns;      /* 0 for that of any edges */
  double most_us;    /* that clocks may be wrong in the mean */
  double most_moved; /* of all events, as a share */
  int finding;       /* SpurClockFindingKind, or -1 */
  SpurClockVerdict verdict;
} World;

/* What comes out of it. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  GPtrArray *truth; /* of gint64 by stream */
} Made;

static gint64
get_time (const World *world, guint stream, gint64 true_ns)
{
  double offset_ns = 1e3 * world->offset_us * sin (7.0 * stream + 1.0);
  double drift_ns = 1e-6 * world->drift_ppm * cos (5.0 * stream) * (double) true_ns;
  gint64 time_ns = SECOND_NS + true_ns + llrint (offset_ns + drift_ns);

  if (stream == 3 && true_ns >= LENGTH_NS / 2)
    time_ns += world->step_ns;
  return world->tick_ns > 0 ? time_ns / world->tick_ns * world->tick_ns : time_ns;
}

static guint
choose_receiver (const World *world, GRand *random, guint from)
{
  guint n = world->n_streams, n_groups = MAX (world->n_groups, 1);

  if (world->is_ring)
    return (from + (g_rand_boolean (random) ? 1 : n - 1)) % n;
  return (from + n_groups * (guint) g_rand_int_range (random, 1, (gint) (n / n_groups))) % n;
}

/* Messages follow one after the other, so events of a stream are in order. */
static void
made_init (Made *self, const World *world)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  gint64 step_ns = LENGTH_NS / world->n_messages;

  self->edges = spur_edges_new (world->n_streams);
  self->truth = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint s = 0; s < world->n_streams; s++)
    {
      g_ptr_array_add (self->truth, g_array_new (FALSE, FALSE, sizeof (gint64)));
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
    }
  for (guint i = 0; i < world->n_messages; i++)
    {
      guint from = (guint) g_rand_int_range (random, 0, (gint) world->n_streams);
      guint streams[] = { from, choose_receiver (world, random, from) };
      gint64 sent_ns = i * step_ns;
      gint64 delay_ns = world->delay_ns - llrint (1e4 * log (1.0 - g_rand_double (random)));
      gint64 true_ns[] = { sent_ns, sent_ns + MIN (delay_ns, step_ns - 1) };
      GArray *of_streams[] = { times->pdata[streams[0]], times->pdata[streams[1]] };

      for (guint k = 0; k < 2; k++)
        {
          gint64 time_ns = get_time (world, streams[k], true_ns[k]);

          time_ns += k == 1 && i == world->n_messages / 2 ? world->wrong_ns : 0;
          g_array_append_val (of_streams[k], time_ns);
          g_array_append_val ((GArray *) self->truth->pdata[streams[k]], true_ns[k]);
        }
      made_trace_add_edge (self->edges, streams[0], of_streams[0]->len - 1, streams[1],
                           of_streams[1]->len - 1);
    }
  self->trace = made_trace_new (times, 256);
}

static void
made_clear (Made *self)
{
  g_clear_object (&self->trace);
  g_clear_object (&self->edges);
  g_clear_pointer (&self->truth, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Made, made_clear)

/* The mean distance of clocks from the mean of those of their group, in us. */
static double
score (const Made *made, const World *world, SpurCorrection *correction)
{
  guint n_groups = MAX (world->n_groups, 1), n = world->n_streams;
  g_autofree guint *at = g_new0 (guint, n);
  g_autofree double *errors = g_new (double, n);
  double sum = 0.0;

  for (guint q = 1; q < 200; q++)
    {
      g_autofree double *means = g_new0 (double, n_groups);

      for (guint s = 0; s < n; s++)
        {
          GArray *truth = made->truth->pdata[s];
          gint64 raw_ns;

          while (at[s] + 1 < truth->len &&
                 g_array_index (truth, gint64, at[s] + 1) <= LENGTH_NS / 200 * q)
            at[s]++;
          raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (made->trace, s), at[s]);
          errors[s] = (double) (spur_correction_apply (correction, s, at[s], raw_ns) -
                                g_array_index (truth, gint64, at[s]));
          means[s % n_groups] += errors[s] * n_groups / n;
        }
      for (guint s = 0; s < n; s++)
        sum += fabs (errors[s] - means[s % n_groups]);
    }
  return sum / 199.0 / n / 1e3;
}

/* How long the run is after the correction. */
static double
get_length_s (SpurTrace *trace, SpurCorrection *correction)
{
  gint64 first_ns = G_MAXINT64, last_ns = G_MININT64;

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      g_autoptr (GArray) times = made_trace_get_times (trace, correction, s);

      first_ns = MIN (first_ns, g_array_index (times, gint64, 0));
      last_ns = MAX (last_ns, g_array_index (times, gint64, times->len - 1));
    }
  return (double) (last_ns - first_ns) * 1e-9;
}

/* Of @kind, or of any where that is -1. */
static const SpurClockFinding *
find_finding (const GArray *findings, int kind)
{
  for (guint i = 0; i < findings->len; i++)
    {
      const SpurClockFinding *finding = &g_array_index (findings, SpurClockFinding, i);

      if (kind < 0 || (int) finding->kind == kind)
        return finding;
    }
  return NULL;
}

static SpurCorrection *
correct (const Made *made, const char *methods, gint64 mu_ns)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods, NULL);
  SpurCorrection *correction = spur_correction_new (spur_trace_get_n_streams (made->trace));
  g_autoptr (GError) error = NULL;

  for (guint i = 0; mu_ns > 0 && i < spur_clock_chain_get_n_correctors (chain); i++)
    spur_clock_corrector_set_mu_ns (spur_clock_chain_get_corrector (chain, i), mu_ns);
  spur_clock_chain_run (chain, made->trace, made->edges, correction, NULL, &error);
  g_assert_no_error (error);
  return correction;
}

static void
check_findings (const World *world, const Made *made, SpurCorrection *correction)
{
  g_autoptr (GArray) findings = spur_clock_finding_list (correction);
  const SpurClockFinding *finding = find_finding (findings, world->finding);
  g_autofree char *text =
    finding != NULL ? spur_clock_finding_describe (finding, made->trace) : NULL;

  g_test_message ("%s: %s", world->name, text != NULL ? text : "no finding");
  g_assert_true ((finding != NULL) == (world->finding >= 0));
  if (world->step_ns != 0)
    {
      g_assert_cmpuint (finding->stream, ==, 3);
      g_assert_cmpfloat (fabs ((double) (finding->size_ns - world->step_ns)), <, 1e4);
      g_assert_cmpfloat (
        fabs ((double) (finding->time_ns - SECOND_NS - LENGTH_NS / 2) - (double) world->step_ns), <,
        1e8);
    }
  if (world->wrong_ns != 0)
    g_assert_cmpfloat (fabs ((double) (finding->size_ns - world->wrong_ns)), <, 1e6);
  if (world->tick_ns != 0)
    g_assert_cmpint (finding->size_ns, ==, world->tick_ns);
  if (world->n_groups > 1)
    g_assert_cmpuint (finding->n_seen, ==, world->n_groups);
}

static void
test_world (gconstpointer data)
{
  const World *world = data;
  g_auto (Made) made = { NULL };
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurClockReport) report = NULL;
  g_autofree char *known = NULL;
  const SpurReportFigures *figures;
  double off_us, before_us;

  g_test_summary ("Clocks are as right as they can be, and what is wrong with them is said.");

  made_init (&made, world);
  correction = spur_correction_new (world->n_streams);
  before_us = score (&made, world, correction);
  g_clear_object (&correction);
  correction = correct (&made, "auto", world->mu_ns);
  report = spur_clock_report_new (made.trace, made.edges, correction, 1, NULL, NULL);
  figures = spur_clock_report_get_figures (report);
  known = spur_clock_verdict_describe (correction);
  off_us = score (&made, world, correction);
  g_test_message ("%s: %g us of %g, %g s, %" G_GUINT64_FORMAT " moved: %s", world->name, off_us,
                  before_us, get_length_s (made.trace, correction), figures->n_moved, known);
  check_findings (world, &made, correction);
  g_assert_cmpfloat (off_us, <=, world->most_us);
  if (world->mu_ns == 0)
    g_assert_cmpfloat (off_us, <=, before_us + 0.1);
  g_assert_cmpfloat ((double) figures->n_moved, <=, world->most_moved * 2.0 * world->n_messages);
  g_assert_cmpint (figures->verdict, ==, world->verdict);
  if (world->mu_ns == 0)
    g_assert_cmpfloat (fabs (get_length_s (made.trace, correction) - 20.0), <,
                       0.2 + 2e-6 * world->offset_us);
}

/* The same traces each time: how near few messages lead is a matter of chance. */
static const World worlds[] = {
  { "constant", 4, 8000, .offset_us = 500.0, .delay_ns = 5000, .most_us = 1.0, .most_moved = 1.0,
    .finding = -1, .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
  { "ring-60", 60, 2400, .offset_us = 2e3, .drift_ppm = 20.0, .is_ring = TRUE, .delay_ns = 5000,
    .most_us = 6.0, .most_moved = 1.0, .finding = -1, .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
  { "all-64", 64, 20160, .offset_us = 2e3, .drift_ppm = 20.0, .delay_ns = 5000, .most_us = 50.0,
    .most_moved = 1.0, .finding = -1, .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
  { "ticks", 6, 8000, .delay_ns = 30000, .tick_ns = 10000000, .most_us = 5000.0, .most_moved = 1.0,
    .finding = SPUR_CLOCK_FINDING_TICKS, .verdict = SPUR_CLOCK_VERDICT_APPROXIMATE },
  { "wrong-stamp", 6, 32101, .delay_ns = 5000, .wrong_ns = -SECOND_NS, .most_us = 0.1,
    .most_moved = 0.00002, .finding = SPUR_CLOCK_FINDING_STAMPS,
    .verdict = SPUR_CLOCK_VERDICT_EXACT },
  { "late-stamp", 6, 32101, .delay_ns = 5000, .wrong_ns = SECOND_NS, .most_us = 0.1,
    .most_moved = 0.00002, .finding = SPUR_CLOCK_FINDING_STAMPS,
    .verdict = SPUR_CLOCK_VERDICT_EXACT },
  { "step", 8, 16000, .offset_us = 1e3, .drift_ppm = 5.0, .delay_ns = 5000, .step_ns = 5000000,
    .most_us = 10.0, .most_moved = 1.0, .finding = SPUR_CLOCK_FINDING_STEP,
    .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
  { "resume", 8, 16000, .offset_us = 1e3, .drift_ppm = 5.0, .delay_ns = 5000,
    .step_ns = 180 * SECOND_NS, .most_us = 10.0, .most_moved = 1.0,
    .finding = SPUR_CLOCK_FINDING_STEP, .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
  { "groups", 8, 8000, .offset_us = 1e3, .drift_ppm = 5.0, .n_groups = 2, .delay_ns = 5000,
    .most_us = 5.0, .most_moved = 1.0, .finding = SPUR_CLOCK_FINDING_COMPONENTS,
    .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
  { "mu", 4, 8000, .offset_us = 500.0, .delay_ns = 250000, .mu_ns = 5000000, .most_us = 1e6,
    .most_moved = 1.0, .finding = SPUR_CLOCK_FINDING_MU,
    .verdict = SPUR_CLOCK_VERDICT_APPROXIMATE },
  { "mu-true", 4, 8000, .offset_us = 500.0, .delay_ns = 250000, .mu_ns = 250000, .most_us = 1.0,
    .most_moved = 1.0, .finding = -1, .verdict = SPUR_CLOCK_VERDICT_DETERMINED },
};

/* Three events of a call at a time, with that of the edge in the middle. */
static guint64
add_call (
  Made *self, GPtrArray *times, const World *world, guint stream, gint64 true_ns, gint64 off_ns)
{
  static const gint64 around_ns[] = { -400, 0, 200 };
  GArray *of_stream = times->pdata[stream];

  for (guint i = 0; i < G_N_ELEMENTS (around_ns); i++)
    {
      gint64 event_ns = true_ns + around_ns[i];
      gint64 time_ns = get_time (world, stream, event_ns) + (i == 1 ? off_ns : 0);

      g_array_append_val (of_stream, time_ns);
      g_array_append_val ((GArray *) self->truth->pdata[stream], event_ns);
    }
  return of_stream->len - 2;
}

/* A ring of few messages, of which one in seven has a receive that is stamped wrongly. */
static void
made_init_ring (Made *self, const World *world)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint n = world->n_streams;

  self->edges = spur_edges_new (n);
  self->truth = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint s = 0; s < n; s++)
    {
      g_ptr_array_add (self->truth, g_array_new (FALSE, FALSE, sizeof (gint64)));
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
    }
  for (guint i = 0; i < world->n_messages; i++)
    {
      guint from = i % n, to = (from + (i / n % 2 == 0 ? 1 : n - 1)) % n;
      gint64 sent_ns = LENGTH_NS / world->n_messages * i + 1000000;
      guint64 send = add_call (self, times, world, from, sent_ns, 0);
      guint64 receive =
        add_call (self, times, world, to, sent_ns + world->delay_ns + 1000 * (i % 5),
                  i % 7 == 5 ? world->wrong_ns : 0);

      made_trace_add_edge (self->edges, from, send, to, receive);
    }
  self->trace = made_trace_new (times, 256);
}

static void
test_few_stamps (void)
{
  static const World world = {
    "few stamps",          4, 28, .offset_us = 10.0, .delay_ns = 20000, .tick_ns = 4000000,
    .wrong_ns = -SECOND_NS
  };
  g_auto (Made) made = { NULL };
  g_autoptr (SpurCorrection) correction = spur_correction_new (world.n_streams);
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (GError) error = NULL;
  double before_us;

  g_test_summary (
    "Few stamps, some of them wrong, by clocks that tick slowly: order is made within "
    "ticks only, and bounds are no narrower than these.");
  made_init_ring (&made, &world);
  before_us = score (&made, &world, correction);
  g_clear_object (&correction);
  correction = spur_correction_new (world.n_streams);
  spur_clock_chain_run (chain, made.trace, made.edges, correction, NULL, &error);
  g_assert_no_error (error);
  g_test_message ("%g us of %g, %g s", score (&made, &world, correction), before_us,
                  get_length_s (made.trace, correction));
  g_assert_cmpfloat (score (&made, &world, correction), <=, 4000.0);
  for (guint s = 0; s < world.n_streams; s++)
    g_assert_cmpint (spur_clock_chain_get_half_width_ns (chain, s, SECOND_NS + LENGTH_NS / 2), >=,
                     world.tick_ns);
}

static void
test_methods (void)
{
  static const char *const methods[] = { "hull,eclc", "regression", "hull", "minmax", "bounds" };
  const World *world = &worlds[2];
  g_auto (Made) made = { NULL };
  g_autoptr (SpurCorrection) none = spur_correction_new (world->n_streams);

  g_test_summary ("With few messages a pair no method makes clocks worse than they are.");

  made_init (&made, world);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (SpurCorrection) correction = correct (&made, methods[i], 0);

      g_test_message ("%s: %g us of %g", methods[i], score (&made, world, correction),
                      score (&made, world, none));
      g_assert_cmpfloat (score (&made, world, correction), <=, score (&made, world, none));
    }
}

/* Two clocks, of which one is 20 hours ahead, with messages in its direction only or none. */
static void
test_measured (void)
{
  const gint64 ahead_ns = 74938 * SECOND_NS;

  g_test_summary (
    "Offsets that were measured are used where no edge is reversed, or there is none.");

  for (guint n_messages = 0; n_messages <= 100; n_messages += 100)
    {
      g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
      const SpurClockOffset offset = { ahead_ns, -ahead_ns };
      g_auto (Made) made = { NULL, spur_edges_new (2), NULL };
      g_autoptr (SpurCorrection) correction = NULL;
      g_autofree char *known = NULL;

      for (guint s = 0; s < 2; s++)
        g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
      for (gint64 i = 0; i < 100; i++)
        {
          gint64 time_ns = i * 15000000, there_ns = time_ns + ahead_ns + 20000;

          g_array_append_val ((GArray *) times->pdata[0], time_ns);
          g_array_append_val ((GArray *) times->pdata[1], there_ns);
          if (i < n_messages)
            made_trace_add_edge (made.edges, 0, (guint64) i, 1, (guint64) i);
        }
      made.trace = made_trace_new (times, 256);
      spur_stream_add_clock_offset (spur_trace_get_stream (made.trace, 1), &offset);
      correction = correct (&made, "auto", 0);
      known = spur_clock_verdict_describe (correction);
      g_test_message ("%g s: %s", get_length_s (made.trace, correction), known);
      g_assert_cmpfloat (get_length_s (made.trace, correction), <, 1.6);
      g_assert_cmpstr (known, ==, "offsets as they were measured; nothing had to be pushed");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autofree char *name = g_strconcat ("/clock/findings/", worlds[i].name, NULL);

      g_test_add_data_func (name, &worlds[i], test_world);
    }
  g_test_add_func ("/clock/findings/few-stamps", test_few_stamps);
  g_test_add_func ("/clock/findings/methods", test_methods);
  g_test_add_func ("/clock/findings/measured", test_measured);
  return g_test_run ();
}
