/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>

#include "core/clock/spur-clock-chain.h"
#include "made-trace.h"

/* Streams that call each other, by clocks that are set back or do not go on: what a stamp says
 * depends on the event, not on the time. A call has an event before and one after that of its edge.
 */
#define N_STREAMS 4
#define N_MESSAGES 4000
#define STEP_NS 500000

/* What a clock reads. */
typedef gint64 (*ReadFunc) (guint stream, gint64 true_ns);

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  GPtrArray *truth;
  SpurCorrection *correction;
} World;

/* Offsets and drifts. */
static gint64
read_line (guint stream, gint64 true_ns)
{
  return 1000000000 + true_ns + 700000 * stream + (stream % 3) * (true_ns / 300000);
}

static gint64
read_leap (guint stream, gint64 true_ns)
{
  return read_line (stream, true_ns) - (true_ns >= N_MESSAGES * STEP_NS / 2 ? 500000000 : 0);
}

static gint64
read_setback (guint stream, gint64 true_ns)
{
  return read_line (stream, true_ns) -
         (stream == 2 && true_ns >= N_MESSAGES * STEP_NS / 4 ? 30000000 : 0);
}

/* The three events of a call; gives the one of the edge. */
static guint64
add_call (World *self, GPtrArray *times, guint stream, gint64 true_ns, ReadFunc read)
{
  static const gint64 off_ns[] = { -400, 0, 200 };
  GArray *of_stream = times->pdata[stream];

  for (guint i = 0; i < G_N_ELEMENTS (off_ns); i++)
    {
      gint64 truth_ns = true_ns + off_ns[i], time_ns = read (stream, truth_ns);

      g_array_append_val (((GArray *) self->truth->pdata[stream]), truth_ns);
      g_array_append_val (of_stream, time_ns);
    }
  return of_stream->len - 2;
}

static void
world_init (World *self, ReadFunc read, const char *methods)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods, NULL);
  g_autoptr (GError) error = NULL;

  self->truth = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->edges = spur_edges_new (N_STREAMS);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
      g_ptr_array_add (self->truth, g_array_new (FALSE, FALSE, sizeof (gint64)));
    }
  for (gint64 i = 0; i < N_MESSAGES; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_STREAMS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_STREAMS)) % N_STREAMS;
      double delay_ns = 4000.0 - 20000.0 * log (1.0 - g_test_rand_double ());
      guint64 send = add_call (self, times, from, i * STEP_NS, read);

      made_trace_add_edge (
        self->edges, from, send, to,
        add_call (self, times, to, i * STEP_NS + llrint (MIN (delay_ns, STEP_NS - 1000.0)), read));
    }
  self->trace = made_trace_new (times, 256);
  self->correction = spur_correction_new (N_STREAMS);
  spur_clock_chain_run (chain, self->trace, self->edges, self->correction, NULL, &error);
  g_assert_no_error (error);
}

static void
world_clear (World *self)
{
  g_clear_pointer (&self->truth, g_ptr_array_unref);
  g_clear_object (&self->trace);
  g_clear_object (&self->edges);
  g_clear_object (&self->correction);
}

/* Checks that the events between two true times are right but for an error in common, and no event
 * comes before the one before it. Clocks that all are wrong at once may be wrong by something else
 * from then on. */
static void
check_world (const World *self, gint64 begin_ns, gint64 end_ns, double limit_ns)
{
  double sum_ns = 0.0, n = 0.0;

  for (guint round = 0; round < 2; round++)
    {
      for (guint s = 0; s < N_STREAMS; s++)
        {
          g_autoptr (GArray) times = made_trace_get_times (self->trace, self->correction, s);
          const gint64 *truth =
            (const gint64 *) (gpointer) ((GArray *) self->truth->pdata[s])->data;

          for (guint i = 0; i < times->len; i++)
            {
              gint64 time_ns = g_array_index (times, gint64, i);

              g_assert_cmpint (time_ns, >=, i > 0 ? g_array_index (times, gint64, i - 1) : time_ns);
              if (truth[i] < begin_ns || truth[i] >= end_ns)
                continue;
              if (round == 0)
                {
                  sum_ns += (double) (time_ns - truth[i]);
                  n++;
                  continue;
                }
              g_assert_cmpfloat (fabs ((double) (time_ns - truth[i]) - sum_ns / n), <, limit_ns);
            }
        }
    }
}

static void
test_leap (void)
{
  World world = { 0 };
  gint64 half_ns = N_MESSAGES * STEP_NS / 2;

  g_test_summary ("Clocks that all are set back at once read each time twice, and stay joined.");
  world_init (&world, read_leap, "auto");
  check_world (&world, 0, half_ns, 6000.0);
  check_world (&world, half_ns, G_MAXINT64, 6000.0);
  g_assert_nonnull (
    strstr (spur_correction_get_fact (world.correction, "model.result"), "(its stamps step back)"));
  world_clear (&world);
}

static void
test_setback (void)
{
  static const char *const methods[] = { "auto", "model" };

  g_test_summary ("So does one that is set back by more than its events are apart.");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      World world = { 0 };

      world_init (&world, read_setback, methods[i]);
      check_world (&world, 0, G_MAXINT64, 6000.0);
      world_clear (&world);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/stamps/leap", test_leap);
  g_test_add_func ("/clock/stamps/setback", test_setback);
  return g_test_run ();
}
