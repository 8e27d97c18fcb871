/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks that wander by less than the least delay in windows of a sixteenth of the run, so that no
 * edge contradicts these, which are too long for them. */
#include "config.h"

#include <math.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-corrector.h"
#include "made-trace.h"

#define N_CLOCKS 4
#define N_MESSAGES 40000
#define STEP_NS 1000000
#define WANDER_NS 40e3
#define PERIOD_S 20.0

/* So that no time is below 0. */
#define BEGIN_NS G_GINT64_CONSTANT (1000000000)

static gint64
read_clock (guint clock, gint64 true_ns)
{
  double turn = 2.0 * G_PI * (double) true_ns * 1e-9 / PERIOD_S;

  return BEGIN_NS + true_ns +
         llrint (300e3 * sin (7.0 * clock + 1.0) + WANDER_NS * sin (turn + 2.4 * clock));
}

/* What a message's ends are, and how long it was under way. */
typedef struct
{
  guint clocks[2];
  guint64 events[2];
  gint64 delay_ns;
} Message;

/* At least 30 us, and above that 20 us in the mean. */
static gint64
draw_delay (void)
{
  gint64 delay_ns = 30000 - llrint (20000.0 * log (1.0 - g_test_rand_double ()));

  return MIN (delay_ns, STEP_NS - 1);
}

static SpurTrace *
make_trace (SpurEdges *edges, Message *messages)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; s < N_CLOCKS; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (gint64 i = 0; i < N_MESSAGES; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_CLOCKS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_CLOCKS)) % N_CLOCKS;
      Message *message = &messages[i];

      *message = (Message){ { from, to }, { 0, 0 }, draw_delay () };
      for (guint end = 0; end < 2; end++)
        {
          GArray *of_clock = times->pdata[message->clocks[end]];
          gint64 true_ns = i * STEP_NS + (end > 0 ? message->delay_ns : 0);
          gint64 time_ns = read_clock (message->clocks[end], true_ns);

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

static double
correct_trace (void)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("auto", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (N_CLOCKS);
  g_autoptr (SpurEdges) edges = spur_edges_new (N_CLOCKS);
  g_autofree Message *messages = g_new (Message, N_MESSAGES);
  g_autoptr (SpurTrace) trace = make_trace (edges, messages);
  g_autoptr (GError) error = NULL;

  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  return get_error_ns (trace, correction, messages);
}

static void
test_foretold (void)
{
  g_test_summary ("Windows get so short that edges are foretold best, even where no edge "
                  "contradicts longer ones.");

  /* Windows that no edge contradicts leave some 200 ns, a sixteenth of the run. */
  g_assert_cmpfloat (correct_trace (), <, 150.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/wander/foretold", test_foretold);
  return g_test_run ();
}
