/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks by offsets whose errors are bounded: no event is further off than the correction says. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-finding.h"
#include "events/spur-lo-events.h"
#include "made-trace.h"

#define SECOND_NS G_GINT64_CONSTANT (1000000000)
#define LENGTH_NS (20 * SECOND_NS)
#define N_EVENTS 200
#define N_SEEDS 20
#define N_STREAMS 4

/* Round trips are up to this. */
#define MAX_HALF_WIDTH_NS 60000

/* Streams 0 and 3 read the reference, stream 1 another clock, and stream 2 that one, too, in the
 * second half of the run. */
static const guint32 domains[N_STREAMS] = { 0, 1, 1, 0 };

/* @step_ns: between bursts, the first of which is at @first_ns. The line through two measurements
 * may be off by both widths as far behind them as they are apart. */
typedef struct
{
  const char *name;
  double offset_ns;
  double drift_ppm;
  double wander_ns;
  gint64 first_ns;
  gint64 step_ns;
  double most_wide; /* in the middle of the run, by the greatest width of a measurement */
} World;

static const World worlds[] = {
  { "line", 5e6, 30.0, 0.0, SECOND_NS / 20, 10 * SECOND_NS - SECOND_NS / 10, 1.01 },
  { "often", -3e6, -50.0, 0.0, SECOND_NS / 20, SECOND_NS / 10, 1.01 },
  { "at-once", 3e6, -50.0, 0.0, SECOND_NS, SECOND_NS / 1000, 2.0 },
  { "wander", 5e6, 10.0, 1e6, SECOND_NS / 20, SECOND_NS / 2, 3.0 },
  { "large", 3600e9, 500.0, 0.0, SECOND_NS / 20, 5 * SECOND_NS, 2.0 },
};

static gint64
get_time (const World *world, guint stream, gint64 true_ns)
{
  double error_ns = world->offset_ns + 1e-6 * world->drift_ppm * (double) true_ns +
                    world->wander_ns * sin (2 * G_PI * (double) true_ns / (double) LENGTH_NS);

  return domains[stream] == 0 ? true_ns : true_ns + llrint (error_ns);
}

static gint64
get_true_ns (guint stream, guint event)
{
  gint64 begin_ns = stream == 2 ? LENGTH_NS / 2 : 0;
  gint64 end_ns = stream == 1 ? LENGTH_NS / 2 : LENGTH_NS;

  return begin_ns + (end_ns - begin_ns) * event / (N_EVENTS - 1);
}

/* What bursts measured while a stream was recorded. */
static void
add_probes (const World *world, SpurStream *stream, guint index, GRand *random)
{
  gint64 begin_ns = get_true_ns (index, 0), end_ns = get_true_ns (index, N_EVENTS - 1);
  guint n_bursts = 0;

  for (gint64 at_ns = begin_ns + world->first_ns; at_ns < end_ns && (n_bursts < 3 || index > 0);
       at_ns += world->step_ns)
    {
      double width_ns = g_rand_double_range (random, MAX_HALF_WIDTH_NS / 4.0, MAX_HALF_WIDTH_NS);
      gint64 wrong_ns = llrint (g_rand_double_range (random, -width_ns, width_ns));
      gint64 time_ns = get_time (world, index, at_ns);
      SpurClockOffset offset = { time_ns, at_ns - time_ns + wrong_ns, ceil (width_ns) };

      if (strcmp (world->name, "at-once") == 0 && n_bursts == 10)
        break;
      n_bursts++;
      spur_stream_add_clock_offset (stream, &offset);
    }
}

static SpurTrace *
make_trace (const World *world, gboolean is_bounded, GRand *random)
{
  SpurTrace *trace = spur_trace_new ();
  guint klass = spur_trace_add_event_type (trace, SPUR_TYPE_LO_EVENT);
  const SpurClockOffset zero = { 0, 0, 0 };
  const guint8 record[4] = { 0xff, 0xff, 0xff, 0xff };

  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autofree char *name = g_strdup_printf ("stream %u", s);
      SpurClock clock = { name, "program", 1000000000, 0, domains[s] };
      SpurStream *stream = spur_trace_add_stream (
        trace, name, spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
        SPUR_NONE);

      for (guint i = 0; i < N_EVENTS; i++)
        spur_stream_append (stream, get_time (world, s, get_true_ns (s, i)), klass, record);
      if (domains[s] == 0)
        spur_stream_add_clock_offset (stream, &zero);
      else
        add_probes (world, stream, s, random);
    }
  if (is_bounded)
    spur_trace_set_fact (trace, "clock-offsets", "bounded");
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

/* How many findings of a kind there are; of any kind where it is -1. */
static guint
count_findings (SpurTrace *trace, SpurCorrection *correction, int kind)
{
  g_autoptr (GArray) findings = spur_clock_finding_list (correction);
  guint n_findings = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const SpurClockFinding *finding = &g_array_index (findings, SpurClockFinding, i);
      g_autofree char *text = spur_clock_finding_describe (finding, trace);

      g_test_message ("%s", text);
      n_findings += kind < 0 || (int) finding->kind == kind;
    }
  return n_findings;
}

static SpurCorrection *
correct (SpurTrace *trace, SpurEdges *edges, SpurClockChain **chain)
{
  g_autoptr (GError) error = NULL;
  SpurCorrection *correction = spur_correction_new (N_STREAMS);

  *chain = spur_clock_chain_new ("auto", &error);
  g_assert_no_error (error);
  spur_clock_chain_run (*chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  return correction;
}

/* Gives the greatest half width of events in the middle. */
static gint64
check_events (SpurTrace *trace, SpurClockChain *chain, SpurCorrection *correction)
{
  gint64 widest_ns = 0;

  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autoptr (GArray) times = made_trace_get_times (trace, correction, s);

      for (guint i = 0; i < N_EVENTS; i++)
        {
          gint64 time_ns = g_array_index (times, gint64, i);
          gint64 width_ns = spur_clock_chain_get_half_width_ns (chain, s, time_ns);
          gint64 true_ns = get_true_ns (s, i);

          g_assert_cmpint (width_ns, >=, 0);
          g_assert_cmpint (ABS (time_ns - true_ns), <=, width_ns);
          if (domains[s] == 0)
            g_assert_cmpint (ABS (time_ns - true_ns), <=, 1);
          if (true_ns > LENGTH_NS / 8 && true_ns < LENGTH_NS * 7 / 8)
            widest_ns = MAX (widest_ns, width_ns);
        }
    }
  return widest_ns;
}

static void
test_world (gconstpointer data)
{
  const World *world = data;

  g_test_summary ("Without a message clocks are right within what the correction says.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (SpurTrace) trace = make_trace (world, TRUE, random);
      g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
      g_autoptr (SpurClockChain) chain = NULL;
      g_autoptr (SpurCorrection) correction = correct (trace, edges, &chain);
      g_autofree char *known = spur_clock_verdict_describe (correction);
      SpurClockVerdict verdicts[N_STREAMS];
      guint components[N_STREAMS];
      gint64 widest_ns = check_events (trace, chain, correction);

      g_test_message ("%s; at most %" G_GINT64_FORMAT " ns", known, widest_ns);
      g_assert_cmpint (widest_ns, >, MAX_HALF_WIDTH_NS / 4);
      if (strcmp (world->name, "at-once") != 0)
        g_assert_cmpfloat ((double) widest_ns, <, world->most_wide * MAX_HALF_WIDTH_NS + 100);
      g_assert_true (g_str_has_prefix (known, "offsets known to "));
      g_assert_nonnull (strstr (known, " us by probes; nothing had to be pushed"));
      g_assert_cmpint (spur_clock_verdict_read (correction, verdicts, components), ==,
                       SPUR_CLOCK_VERDICT_MEASURED);
      g_assert_cmpuint (count_findings (trace, correction, -1), ==, 0);
    }
}

/* From the reference to the other clock: what is sent at an event is received a little later or at
 * the same time. */
static SpurEdges *
make_edges (void)
{
  SpurEdges *edges = spur_edges_new (N_STREAMS);

  for (guint i = 1; i + 1 < N_EVENTS; i++)
    made_trace_add_edge (edges, 0, i / 2, 1, i);
  return edges;
}

static void
test_messages (void)
{
  g_test_summary ("Messages in one direction push events no further than bounds allow.");

  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (SpurTrace) trace = make_trace (&worlds[0], TRUE, random);
      g_autoptr (SpurEdges) edges = make_edges ();
      g_autoptr (SpurClockChain) chain = NULL;
      g_autoptr (SpurCorrection) correction = correct (trace, edges, &chain);
      g_autofree char *known = spur_clock_verdict_describe (correction);
      const char *pushed = spur_correction_get_fact (correction, "known.pushed-ns");
      gsize n_edges;
      const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
      g_autoptr (GArray) from = made_trace_get_times (trace, correction, 0);
      g_autoptr (GArray) to = made_trace_get_times (trace, correction, 1);

      g_test_message ("%s", known);
      g_assert_nonnull (strstr (known, " us by probes"));
      g_assert_cmpint (g_ascii_strtoll (pushed, NULL, 10), <=, 2 * MAX_HALF_WIDTH_NS);
      for (gsize i = 0; i < n_edges; i++)
        g_assert_cmpint (g_array_index (from, gint64, all[i].from_event), <=,
                         g_array_index (to, gint64, all[i].to_event));
    }
}

/* The receive is 0.5 s before the send by true time, though the clock hides that. */
static void
test_contradicted (void)
{
  const World ahead = { "ahead", 30e9, 0.0, 0.0, SECOND_NS / 20, SECOND_NS, 1.0 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (SpurTrace) trace = make_trace (&ahead, TRUE, random);
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurClockChain) chain = NULL;
  g_autoptr (SpurCorrection) correction = NULL;
  g_autofree char *known = NULL;

  g_test_summary ("Bounds that messages contradict are not believed.");

  for (guint i = 0; i < 50; i++)
    made_trace_add_edge (edges, 0, i + 10, 1, i);
  correction = correct (trace, edges, &chain);
  known = spur_clock_verdict_describe (correction);
  g_test_message ("%s", known);
  g_assert_null (strstr (known, "by probes"));
  g_assert_cmpuint (count_findings (trace, correction, SPUR_CLOCK_FINDING_PROBES), ==, 1);
  for (guint s = 0; s < N_STREAMS; s++)
    g_assert_cmpint (spur_correction_get_n_maps (correction, s), ==, 0);
}

static void
test_unbounded (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (SpurTrace) trace = make_trace (&worlds[0], FALSE, random);
  g_autoptr (SpurEdges) edges = spur_edges_new (N_STREAMS);
  g_autoptr (SpurClockChain) chain = NULL;
  g_autoptr (SpurCorrection) correction = correct (trace, edges, &chain);
  g_autofree char *known = spur_clock_verdict_describe (correction);

  g_test_summary ("A tracer's offsets do not say how far clocks may be off.");

  g_assert_cmpstr (known, ==, "offsets as they were measured; nothing had to be pushed");
  g_assert_cmpint (spur_clock_chain_get_half_width_ns (chain, 1, SECOND_NS), ==, -1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autofree char *name = g_strconcat ("/clock/probes/", worlds[i].name, NULL);

      g_test_add_data_func (name, &worlds[i], test_world);
    }
  g_test_add_func ("/clock/probes/messages", test_messages);
  g_test_add_func ("/clock/probes/contradicted", test_contradicted);
  g_test_add_func ("/clock/probes/unbounded", test_unbounded);
  return g_test_run ();
}
