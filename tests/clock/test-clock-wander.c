/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks that change by less than the least delay: in windows of a sixteenth of the run, or in all
 * of it, so that no edge contradicts a curve, or constants, that do not follow them; and clocks of
 * which few edges tell that they drift. */
#include "config.h"

#include <math.h>

#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-corrector.h"
#include "made-trace.h"

#define N_CLOCKS 4
#define N_MESSAGES 40000
#define STEP_NS 1000000
#define PERIOD_S 20.0

/* Worlds with few messages. */
#define N_FEW 200

#define CONSTANTS "a constant offset for every clock"

/* So that no time is below 0. */
#define BEGIN_NS G_GINT64_CONSTANT (1000000000)

/* How clocks change, and messages between them. */
typedef struct
{
  double wander_ns;
  double drift;
  double least_ns;
  double queue_ns; /* the mean above the least one */
  /* How many a clock sends to each neighbour in a ring; 0 for N_MESSAGES from any to any. */
  guint n_each;
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

static guint
count_messages (const World *world)
{
  return world->n_each > 0 ? world->n_each * 2 * N_CLOCKS : N_MESSAGES;
}

/* Of a ring in turns, so that each pair talks in all of the run. */
static void
draw_clocks (const World *world, guint message, guint clocks[2])
{
  clocks[0] = (guint) g_test_rand_int_range (0, N_CLOCKS);
  clocks[1] = (clocks[0] + (guint) g_test_rand_int_range (1, N_CLOCKS)) % N_CLOCKS;
  if (world->n_each == 0)
    return;
  clocks[0] = message / 2 % N_CLOCKS;
  clocks[1] = (clocks[0] + (message % 2 == 0 ? 1 : N_CLOCKS - 1)) % N_CLOCKS;
}

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
  guint n_messages = count_messages (world);
  gint64 step_ns = (gint64) N_MESSAGES * STEP_NS / n_messages;

  for (guint s = 0; s < N_CLOCKS; s++)
    g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
  for (guint i = 0; i < n_messages; i++)
    {
      Message *message = &messages[i];

      draw_clocks (world, i, message->clocks);
      message->delay_ns = draw_delay (world);
      for (guint end = 0; end < 2; end++)
        {
          GArray *of_clock = times->pdata[message->clocks[end]];
          gint64 true_ns = i * step_ns + (end > 0 ? message->delay_ns : 0);
          gint64 time_ns = read_clock (world, message->clocks[end], true_ns);

          message->events[end] = of_clock->len;
          g_array_append_val (of_clock, time_ns);
        }
      made_trace_add_edge (edges, message->clocks[0], message->events[0], message->clocks[1],
                           message->events[1]);
    }
  return made_trace_new (times, 256);
}

/* A world whose clocks were corrected. */
typedef struct
{
  SpurEdges *edges;
  Message *messages;
  guint n_messages;
  SpurTrace *trace;
  SpurCorrection *correction;
} Run;

static void
run_init (Run *self, const World *world, const char *method)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (method, NULL);
  g_autoptr (GError) error = NULL;

  self->edges = spur_edges_new (N_CLOCKS);
  self->n_messages = count_messages (world);
  self->messages = g_new (Message, self->n_messages);
  self->trace = make_trace (world, self->edges, self->messages);
  self->correction = spur_correction_new (N_CLOCKS);
  spur_clock_chain_run (chain, self->trace, self->edges, self->correction, NULL, &error);
  g_assert_no_error (error);
}

static void
run_clear (Run *self)
{
  g_object_unref (self->correction);
  g_object_unref (self->trace);
  g_object_unref (self->edges);
  g_free (self->messages);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* What was made of the clocks. */
static const char *
run_get_result (const Run *self)
{
  return spur_correction_get_fact (self->correction, "model.result");
}

/* By corrected times. */
static gint64
run_get_delay_ns (const Run *self, const Message *message)
{
  gint64 times_ns[2];

  for (guint end = 0; end < 2; end++)
    {
      SpurStream *stream = spur_trace_get_stream (self->trace, message->clocks[end]);
      guint64 event = message->events[end];

      times_ns[end] = spur_correction_apply (self->correction, message->clocks[end], event,
                                             spur_stream_get_raw_ns (stream, event));
    }
  return times_ns[1] - times_ns[0];
}

/* How far off the clocks of a message are from each other, the root of the mean square. */
static double
run_get_error_ns (const Run *self)
{
  double squares = 0.0;

  for (guint i = 0; i < self->n_messages; i++)
    squares += pow (
      (double) (run_get_delay_ns (self, &self->messages[i]) - self->messages[i].delay_ns), 2.0);
  return sqrt (squares / self->n_messages);
}

/* Messages that are received before they are sent, by corrected times. */
static guint
run_count_reversed (const Run *self)
{
  guint n_reversed = 0;

  for (guint i = 0; i < self->n_messages; i++)
    n_reversed += run_get_delay_ns (self, &self->messages[i]) < 0;
  return n_reversed;
}

/* (out) @result: what was made of the clocks. */
static double
correct_trace (const World *world, char **result)
{
  g_auto (Run) run = { NULL };

  run_init (&run, world, "auto");
  *result = g_strdup (run_get_result (&run));
  return run_get_error_ns (&run);
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

/* Whether clocks get constants that messages contradict. */
static gboolean
has_wrong_constants (const World *world)
{
  g_auto (Run) run = { NULL };

  run_init (&run, world, "model");
  return g_str_equal (run_get_result (&run), CONSTANTS) && run_count_reversed (&run) > 0;
}

static void
test_few (void)
{
  g_test_summary ("Where few messages tell that clocks drift, constants that some contradict are "
                  "not taken.");

  /* Within 40 s neighbours drift apart by 60 us, and messages take 50 us. */
  const World world = { .drift = 1.5e-6, .least_ns = 20e3, .queue_ns = 30e3, .n_each = 5 };
  guint n_wrong = 0;

  for (guint i = 0; i < N_FEW; i++)
    n_wrong += has_wrong_constants (&world);
  g_test_message ("%u of %d", n_wrong, N_FEW);
  g_assert_cmpuint (n_wrong, <=, N_FEW / 100);
}

static void
test_constant (void)
{
  g_test_summary ("Clocks that neither drift nor wander get constants.");

  const World world = { .least_ns = 200e3, .queue_ns = 5e3 };
  g_autofree char *result = NULL;

  g_assert_cmpfloat (correct_trace (&world, &result), <, 150.0);
  g_assert_cmpstr (result, ==, CONSTANTS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/wander/foretold", test_foretold);
  g_test_add_func ("/clock/wander/hidden", test_hidden);
  g_test_add_func ("/clock/wander/constant", test_constant);
  g_test_add_func ("/clock/wander/few", test_few);
  return g_test_run ();
}
