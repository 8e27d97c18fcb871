/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks that change by less than the least delay: in windows of a sixteenth of the run, or in all
 * of it, so that no edge contradicts a curve, or constants, that do not follow them. */
#include "config.h"

#include <math.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-corrector.h"
#include "made-trace.h"

#define N_CLOCKS 4
#define N_MESSAGES 40000
#define STEP_NS 1000000
#define PERIOD_S 20.0

/* So that no time is below 0. */
#define BEGIN_NS G_GINT64_CONSTANT (1000000000)

/* How clocks change, and messages between them. */
typedef struct
{
  double wander_ns;
  double drift;
  double least_ns;
  double queue_ns; /* the mean above the least one */
} World;

static gint64
read_clock (const World *world, guint clock, gint64 true_ns)
{
  double turn = 2.0 * G_PI * (double) true_ns * 1e-9 / PERIOD_S;
  double drift = world->drift * (clock - (N_CLOCKS - 1) / 2.0);

  return BEGIN_NS + true_ns +
         llrint (300e3 * sin (7.0 * clock + 1.0) + world->wander_ns * sin (turn + 2.4 * clock) +
                 drift * (double) true_ns);
}

/* What a message's ends are, and how long it was under way. */
typedef struct
{
  guint clocks[2];
  guint64 events[2];
  gint64 delay_ns;
} Message;

static gint64
draw_delay (const World *world)
{
  gint64 delay_ns = llrint (world->least_ns - world->queue_ns * log (1.0 - g_test_rand_double ()));

  return MIN (delay_ns, STEP_NS - 1);
}

static SpurTrace *
make_trace (const World *world, SpurEdges *edges, Message *messages)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < N_CLOCKS; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (gint64 i = 0; i < N_MESSAGES; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_CLOCKS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_CLOCKS)) % N_CLOCKS;
      Message *message = &messages[i];

      *message = (Message){ { from, to }, { 0, 0 }, draw_delay (world) };
      for (guint end = 0; end < 2; end++)
        {
          GArray *of_clock = times->pdata[message->clocks[end]];
          gint64 true_ns = i * STEP_NS + (end > 0 ? message->delay_ns : 0);
          gint64 time_ns = read_clock (world, message->clocks[end], true_ns);

          message->events[end] = of_clock->len;
          g_array_append_val (of_clock, time_ns);
        }
      made_trace_add_edge (edges, from, message->events[0], to, message->events[1]);
    }
  return made_trace_new (times, 256);
}

/* How far off the clocks of a message are from each other, the root of the mean square. */
static double
get_error_ns (SpurTrace *trace, SpurCorrection *correction, const Message *messages)
{
  double squares = 0.0;

  for (gsize i = 0; i < N_MESSAGES; i++)
    {
      const Message *message = &messages[i];
      gint64 times_ns[2];

      for (guint end = 0; end < 2; end++)
        {
          SpurStream *stream = spur_trace_get_stream (trace, message->clocks[end]);
          guint64 event = message->events[end];

          times_ns[end] = spur_correction_apply (correction, message->clocks[end], event,
                                                 spur_stream_get_raw_ns (stream, event));
        }
      squares += pow ((double) (times_ns[1] - times_ns[0] - message->delay_ns), 2.0);
    }
  return sqrt (squares / N_MESSAGES);
}

/* (out) @result: what was made of the clocks. */
static double
correct_trace (const World *world, char **result)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (N_CLOCKS);
  g_autoptr (SpurEdges) edges = spur_edges_new (N_CLOCKS);
  g_autofree Message *messages = g_new (Message, N_MESSAGES);
  g_autoptr (SpurTrace) trace = make_trace (world, edges, messages);
  g_autoptr (GError) error = NULL;

  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  *result = g_strdup (spur_correction_get_fact (correction, "model.result"));
  return get_error_ns (trace, correction, messages);
}

static void
test_foretold (void)
{
  g_test_summary ("Windows get so short that edges are foretold best, even where no edge "
                  "contradicts longer ones.");

  const World world = { .wander_ns = 40e3, .least_ns = 30e3, .queue_ns = 20e3 };
  g_autofree char *result = NULL;

  /* Windows that no edge contradicts leave some 200 ns, a sixteenth of the run. */
  g_assert_cmpfloat (correct_trace (&world, &result), <, 150.0);
}

static void
test_hidden (void)
{
  g_test_summary ("Lines and curves are found where constants contradict no edge.");

  /* Within 40 s clocks drift apart by up to 120 us, or wander by 80 us, and every message takes 200
   * us. Constants leave some 30 us. */
  const World drifting = { .drift = 1e-6, .least_ns = 200e3, .queue_ns = 5e3 };
  const World wandering = { .wander_ns = 40e3, .least_ns = 200e3, .queue_ns = 5e3 };
  g_autofree char *line = NULL, *curve = NULL;

  g_assert_cmpfloat (correct_trace (&drifting, &line), <, 150.0);
  g_assert_cmpfloat (correct_trace (&wandering, &curve), <, 150.0);
  g_assert_nonnull (strstr (curve, "curve"));
}

static void
test_constant (void)
{
  g_test_summary ("Clocks that neither drift nor wander get constants.");

  const World world = { .least_ns = 200e3, .queue_ns = 5e3 };
  g_autofree char *result = NULL;

  g_assert_cmpfloat (correct_trace (&world, &result), <, 150.0);
  g_assert_cmpstr (result, ==, "a constant offset for every clock");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/wander/foretold", test_foretold);
  g_test_add_func ("/clock/wander/hidden", test_hidden);
  g_test_add_func ("/clock/wander/constant", test_constant);
  return g_test_run ();
}
