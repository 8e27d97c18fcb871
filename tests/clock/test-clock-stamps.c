/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-finding.h"
#include "made-trace.h"
#include "rank-correct.h"
#include "rank-loop.h"

/* Streams that call each other, by clocks that are set back or do not go on: what a stamp says
 * depends on the event, not on the time. A call has an event before and one after that of its edge.
 */
#define N_STREAMS 4
#define N_MESSAGES 4000
#define STEP_NS 500000

SPUR_DEFINE_ORDER (compare_errors, gint64, SPUR_ORDER (*p, *q))

/* What a clock reads. */
typedef gint64 (*ReadFunc) (guint stream, gint64 true_ns);

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  GPtrArray *truth;
  SpurCorrection *correction;
  /* Stamps of this share are late, by so much at most, and none of a stream is earlier then. */
  double late;
  gint64 late_ns;
  gint64 held_ns[N_STREAMS];
  gint64 wrong_ns; /* by how much the stamp of one edge is wrong */
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

static gint64
read_stop (guint stream, gint64 true_ns)
{
  gint64 stop_ns = N_MESSAGES * STEP_NS / 2, off_ns = CLAMP (true_ns - stop_ns, 0, 30000000);

  return read_line (stream, true_ns) - (stream == 1 ? off_ns : 0);
}

/* Ticks of 1 ms, which clocks have at different times. */
static gint64
read_ticks (guint stream, gint64 true_ns)
{
  return (1000000000 + true_ns + 70300000 * stream) / 1000000 * 1000000;
}

/* The three events of a call; gives the one of the edge. */
static guint64
add_call (World *self, GPtrArray *times, guint stream, gint64 true_ns, ReadFunc read)
{
  static const gint64 off_ns[] = { -400, 0, 200 };
  GArray *of_stream = times->pdata[stream];

  for (guint i = 0; i < G_N_ELEMENTS (off_ns); i++)
    {
      gint64 truth_ns = true_ns + off_ns[i], time_ns;

      if (self->late > 0.0 && g_test_rand_double () < self->late)
        self->held_ns[stream] =
          truth_ns + llrint ((double) self->late_ns * g_test_rand_double_range (0.25, 1.0));
      time_ns = read (stream, MAX (truth_ns, self->held_ns[stream]));

      g_array_append_val (((GArray *) self->truth->pdata[stream]), truth_ns);
      g_array_append_val (of_stream, time_ns);
    }
  return of_stream->len - 2;
}

static void
add_messages (World *self, GPtrArray *times, ReadFunc read)
{
  for (gint64 i = 0; i < N_MESSAGES; i++)
    {
      guint from = (guint) g_test_rand_int_range (0, N_STREAMS);
      guint to = (from + (guint) g_test_rand_int_range (1, N_STREAMS)) % N_STREAMS;
      double delay_ns = 4000.0 - 20000.0 * log (1.0 - g_test_rand_double ());
      guint64 send = add_call (self, times, from, i * STEP_NS, read);
      gint64 received_ns = i * STEP_NS + llrint (MIN (delay_ns, STEP_NS - 1000.0));
      guint64 receive = add_call (self, times, to, received_ns, read);

      made_trace_add_edge (self->edges, from, send, to, receive);
      if (i == N_MESSAGES / 3 && self->wrong_ns > 0)
        g_array_index ((GArray *) times->pdata[from], gint64, send) += self->wrong_ns;
      if (i == N_MESSAGES / 3 && self->wrong_ns < 0)
        g_array_index ((GArray *) times->pdata[to], gint64, receive) += self->wrong_ns;
    }
}

static void
run_rank (SpurExchange *exchange, gpointer data)
{
  World *self = data;
  g_autoptr (SpurClockCorrector) model = spur_clock_corrector_make ("model", NULL);
  g_autoptr (SpurCorrection) other = spur_correction_new (N_STREAMS);
  g_autoptr (GError) error = NULL;

  rank_correct (exchange, model, self->trace, self->edges,
                exchange->rank == 0 ? self->correction : other, NULL, &error);
  g_assert_no_error (error);
}

/* Corrects by the model, which any number of ranks do in the same way. */
static void
correct_by_ranks (World *self)
{
  g_autoptr (SpurCorrection) alone = spur_correction_new (N_STREAMS);

  self->correction = g_object_ref (alone);
  rank_loop_run (1, 0, run_rank, self);
  g_set_object (&self->correction, NULL);
  self->correction = spur_correction_new (N_STREAMS);
  rank_loop_run (3, 0, run_rank, self);
  g_assert_cmpstr (spur_correction_get_fact (alone, "model.result"), ==,
                   spur_correction_get_fact (self->correction, "model.result"));
  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autoptr (GArray) a = made_trace_get_times (self->trace, alone, s);
      g_autoptr (GArray) b = made_trace_get_times (self->trace, self->correction, s);

      g_assert_cmpmem (a->data, a->len * sizeof (gint64), b->data, b->len * sizeof (gint64));
    }
}

/* By the model, then by a logical clock unless some edges remain that would push all others. */
static void
world_init (World *self, ReadFunc read)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("eclc", NULL);
  g_autoptr (GError) error = NULL;

  self->truth = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->edges = spur_edges_new (N_STREAMS);
  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
      g_ptr_array_add (self->truth, g_array_new (FALSE, FALSE, sizeof (gint64)));
    }
  add_messages (self, times, read);
  self->trace = made_trace_new (times, 256);
  correct_by_ranks (self);
  if (self->late > 0.0)
    return;
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

/* The share of the edges' events between two true times that are off from most others by more than
 * a limit. No event comes before the one before it. */
static double
get_share_off (const World *self, gint64 begin_ns, gint64 end_ns, double limit_ns)
{
  g_autoptr (GArray) errors = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 middle_ns;
  guint n_off = 0;

  for (guint s = 0; s < N_STREAMS; s++)
    {
      g_autoptr (GArray) times = made_trace_get_times (self->trace, self->correction, s);
      const gint64 *truth = (const gint64 *) (gpointer) ((GArray *) self->truth->pdata[s])->data;

      for (guint i = 0; i < times->len; i++)
        {
          gint64 time_ns = g_array_index (times, gint64, i), error_ns = time_ns - truth[i];

          g_assert_cmpint (time_ns, >=, i > 0 ? g_array_index (times, gint64, i - 1) : time_ns);
          if (truth[i] >= begin_ns && truth[i] < end_ns && i % 3 == 1)
            g_array_append_val (errors, error_ns);
        }
    }
  g_array_sort (errors, compare_errors);
  middle_ns = g_array_index (errors, gint64, errors->len / 2);
  for (guint i = 0; i < errors->len; i++)
    n_off += fabs ((double) (g_array_index (errors, gint64, i) - middle_ns)) > limit_ns;
  return (double) n_off / errors->len;
}

static void
check_world (const World *self, gint64 begin_ns, gint64 end_ns, double limit_ns)
{
  g_assert_cmpfloat (get_share_off (self, begin_ns, end_ns, limit_ns), ==, 0.0);
}

/* How many findings of a kind there are, of a size in absolute value within 2 %. */
static guint
count_findings (const World *self, SpurClockFindingKind kind, double size_ns)
{
  g_autoptr (GArray) findings = spur_clock_finding_list (self->correction);
  guint n = 0;

  for (guint i = 0; i < findings->len; i++)
    {
      const SpurClockFinding *finding = &g_array_index (findings, SpurClockFinding, i);

      n +=
        finding->kind == kind && fabs (fabs ((double) finding->size_ns) - size_ns) < 0.02 * size_ns;
    }
  return n;
}

static void
test_leap (void)
{
  World world = { 0 };
  gint64 half_ns = N_MESSAGES * STEP_NS / 2;

  g_test_summary ("Clocks that all are set back at once read each time twice, and stay joined.");
  world_init (&world, read_leap);
  check_world (&world, 0, half_ns, 6000.0);
  check_world (&world, half_ns, G_MAXINT64, 6000.0);
  g_assert_cmpuint (count_findings (&world, SPUR_CLOCK_FINDING_STEP, 5e8), ==, N_STREAMS);
  world_clear (&world);
}

static void
test_setback (void)
{
  World world = { 0 };

  g_test_summary ("So does one that is set back by more than its events are apart.");
  world_init (&world, read_setback);
  check_world (&world, 0, G_MAXINT64, 6000.0);
  world_clear (&world);
}

static void
test_stop (void)
{
  World world = { 0 };

  g_test_summary ("Events of a clock that stands are where their edges put them.");
  world_init (&world, read_stop);
  /* The slowest of 4000 messages takes 170 us, and what is usual is 18 us. */
  check_world (&world, 0, G_MAXINT64, 200000.0);
  g_assert_cmpuint (count_findings (&world, SPUR_CLOCK_FINDING_STEP, 3e7), ==, 1);
  world_clear (&world);
}

static void
test_late (void)
{
  World world = { .late = 0.002, .late_ns = 2000000 };

  g_test_summary ("So are events that are stamped late, also where no edge contradicts that.");
  world_init (&world, read_line);
  /* Twelve in 1,000 are stamped late; with both ends of an edge that is not told by others. */
  g_assert_cmpfloat (get_share_off (&world, 0, G_MAXINT64, 200000.0), <, 0.004);
  world_clear (&world);
}

static void
test_late_first (void)
{
  World world = { .late = 1e-9, .held_ns = { 3000000 } };

  g_test_summary ("Also where the first stamps of a stream are late.");
  world_init (&world, read_line);
  g_assert_cmpfloat (get_share_off (&world, 0, G_MAXINT64, 200000.0), <, 0.001);
  world_clear (&world);
}

static void
test_wrong (void)
{
  static const gint64 wrong_ns[] = { -100000000, 100000000 };

  g_test_summary ("And so is a single one, which moves no other.");
  for (guint i = 0; i < G_N_ELEMENTS (wrong_ns); i++)
    {
      World world = { .wrong_ns = wrong_ns[i] };

      world_init (&world, read_line);
      check_world (&world, 0, G_MAXINT64, 60000.0);
      g_assert_cmpuint (count_findings (&world, SPUR_CLOCK_FINDING_STAMPS, 1e8), ==, 1);
      world_clear (&world);
    }
}

/* By how much edges seem to take another time than they do, in the mean. */
static double
get_delay_error (const World *self)
{
  gsize n_edges;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  double sum_ns = 0.0;

  for (guint s = 0; s < N_STREAMS; s++)
    g_ptr_array_add (times, made_trace_get_times (self->trace, self->correction, s));
  for (gsize i = 0; i < n_edges; i++)
    {
      const GPtrArray *of[] = { times, self->truth };
      gint64 delays_ns[2];

      for (guint k = 0; k < 2; k++)
        delays_ns[k] =
          g_array_index ((GArray *) of[k]->pdata[edges[i].to_stream], gint64, edges[i].to_event) -
          g_array_index ((GArray *) of[k]->pdata[edges[i].from_stream], gint64,
                         edges[i].from_event);
      sum_ns += fabs ((double) (delays_ns[0] - delays_ns[1]));
    }
  return sum_ns / (double) n_edges;
}

static void
test_ticks (void)
{
  World world = { 0 };

  g_test_summary ("Both ends of an edge tell where between two ticks they are.");
  world_init (&world, read_ticks);
  /* The difference of two stamps is off by a third of a tick. */
  g_test_message ("%g ns", get_delay_error (&world));
  g_assert_cmpfloat (get_delay_error (&world), <, 250000.0);
  world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/stamps/leap", test_leap);
  g_test_add_func ("/clock/stamps/setback", test_setback);
  g_test_add_func ("/clock/stamps/stop", test_stop);
  g_test_add_func ("/clock/stamps/late", test_late);
  g_test_add_func ("/clock/stamps/late-first", test_late_first);
  g_test_add_func ("/clock/stamps/wrong", test_wrong);
  g_test_add_func ("/clock/stamps/ticks", test_ticks);
  return g_test_run ();
}
