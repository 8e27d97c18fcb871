/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/clock/presync/spur-clock-factor-private.h"
#include "core/clock/presync/spur-clock-gradients-private.h"
#include "core/clock/spur-clock-chain.h"
#include "tests/clock/made-trace.h"

#define N_CLOCKS 1000
#define N_ROUNDS 50
#define LENGTH_NS 10000000000.0
#define ROUND_NS (LENGTH_NS / N_ROUNDS)

/* An end of a message by true time; the number of the message, sends first. */
typedef struct
{
  double true_ns;
  guint end;
} Event;

/* Clocks in a ring, each of which sends to both neighbours in each round. */
typedef struct
{
  GRand *random;
  double offsets_ns[N_CLOCKS];
  double drifts[N_CLOCKS];
  GArray *events[N_CLOCKS];
  guint64 *places; /* of the ends in their streams */
  SpurEdges *edges;
  SpurTrace *trace;
} Ring;

/* 4 us and 30 us in the mean above it; one in fifty waits a hundred times as long. */
static double
get_delay (GRand *random)
{
  double queue_ns = -30000.0 * log (1.0 - g_rand_double (random));

  return 4000.0 + queue_ns * (g_rand_int_range (random, 0, 50) == 0 ? 100.0 : 1.0);
}

static guint
get_receiver (guint clock, guint side)
{
  return (clock + (side == 0 ? 1 : N_CLOCKS - 1)) % N_CLOCKS;
}

static void
add_messages (Ring *self)
{
  guint end = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      for (guint k = 0; k < 2 * N_CLOCKS; k++)
        {
          Event send = { (round + g_rand_double (self->random) / 2.0) * ROUND_NS, end++ };
          Event receive = { send.true_ns + get_delay (self->random), end++ };

          g_array_append_val (self->events[k / 2], send);
          g_array_append_val (self->events[get_receiver (k / 2, k % 2)], receive);
        }
    }
}

static gint
compare_events (gconstpointer a, gconstpointer b)
{
  const Event *x = a, *y = b;

  return x->true_ns < y->true_ns ? -1 : x->true_ns > y->true_ns;
}

static void
make_trace (Ring *self)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  self->places = g_new (guint64, 4 * N_CLOCKS * N_ROUNDS);
  for (guint i = 0; i < N_CLOCKS; i++)
    {
      GArray *of_stream = g_array_new (FALSE, FALSE, sizeof (gint64));

      g_array_sort (self->events[i], compare_events);
      for (guint k = 0; k < self->events[i]->len; k++)
        {
          const Event *event = &g_array_index (self->events[i], Event, k);
          gint64 time_ns = llrint (LENGTH_NS + event->true_ns + self->offsets_ns[i] +
                                   self->drifts[i] * event->true_ns);

          g_array_append_val (of_stream, time_ns);
          self->places[event->end] = k;
        }
      g_ptr_array_add (times, of_stream);
    }
  self->trace = made_trace_new (times, 256);
  self->edges = spur_edges_new (N_CLOCKS);
  for (guint m = 0; m < 2 * N_CLOCKS * N_ROUNDS; m++)
    {
      guint from = m / 2 % N_CLOCKS;

      made_trace_add_edge (self->edges, from, self->places[2 * m], get_receiver (from, m % 2),
                           self->places[2 * m + 1]);
    }
}

static void
ring_init (Ring *self)
{
  self->random = g_rand_new_with_seed (31);
  for (guint i = 0; i < N_CLOCKS; i++)
    {
      self->offsets_ns[i] = g_rand_double_range (self->random, -2e6, 2e6);
      self->drifts[i] = g_rand_double_range (self->random, -2e-5, 2e-5);
      self->events[i] = g_array_new (FALSE, FALSE, sizeof (Event));
    }
  add_messages (self);
  make_trace (self);
}

static void
ring_clear (Ring *self)
{
  for (guint i = 0; i < N_CLOCKS; i++)
    g_array_unref (self->events[i]);
  g_free (self->places);
  g_rand_free (self->random);
  g_object_unref (self->edges);
  g_object_unref (self->trace);
}

/* The mean distance of clocks from the mean of all, in us. */
static double
get_error_us (const Ring *self, SpurCorrection *correction)
{
  double sum_ns = 0.0;
  const guint n_times = 11;

  for (guint t = 0; t < n_times; t++)
    {
      double errors_ns[N_CLOCKS], mean_ns = 0.0;

      for (guint i = 0; i < N_CLOCKS; i++)
        {
          guint k = (self->events[i]->len - 1) * t / (n_times - 1);
          gint64 time_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, i), k);

          errors_ns[i] = (double) spur_correction_apply (correction, i, k, time_ns) - LENGTH_NS -
                         g_array_index (self->events[i], Event, k).true_ns;
          mean_ns += errors_ns[i] / N_CLOCKS;
        }
      for (guint i = 0; i < N_CLOCKS; i++)
        sum_ns += fabs (errors_ns[i] - mean_ns);
    }
  return sum_ns / n_times / N_CLOCKS / 1e3;
}

/* What is left by some methods, in us. */
static double
correct_ring (const Ring *self, const char *methods)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods, NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (N_CLOCKS);
  g_autoptr (GError) error = NULL;

  spur_clock_chain_run (chain, self->trace, self->edges, correction, NULL, &error);
  g_assert_no_error (error);
  return get_error_us (self, correction);
}

static void
test_ring (void)
{
  g_autoptr (SpurCorrection) none = spur_correction_new (N_CLOCKS);
  double before_us, hull_us, auto_us;
  Ring self;

  g_test_summary ("A ring of 1,000 clocks is no worse by auto than by lines between hulls.");
  ring_init (&self);
  before_us = get_error_us (&self, none);
  hull_us = correct_ring (&self, "hull,eclc");
  auto_us = correct_ring (&self, "auto");
  g_test_message ("%.1f us before, %.2f us by hull, %.2f us by auto", before_us, hull_us, auto_us);
  g_assert_cmpfloat (before_us, >, 500.0);
  g_assert_cmpfloat (auto_us, <, 1.2 * hull_us);
  ring_clear (&self);
}

/* A chain of equal springs whose ends are held. */
#define N_SPRINGS 400

typedef struct
{
  guint n_rounds;
} Springs;

static void
multiply_springs (gconstpointer system, const double *values, double *result)
{
  ((Springs *) system)->n_rounds++;
  for (guint i = 0; i < N_SPRINGS; i++)
    result[i] =
      2.0 * values[i] - (i > 0 ? values[i - 1] : 0.0) - (i + 1 < N_SPRINGS ? values[i + 1] : 0.0);
}

static void
scale_springs (gconstpointer system, const double *right, double *result)
{
  for (guint i = 0; i < N_SPRINGS; i++)
    result[i] = right[i] / 2.0;
}

static void
test_gradients (void)
{
  const double shares[] = { 1e-16, 0.05, 1.0 };
  guint n_rounds = G_MAXUINT;

  g_test_summary ("A system is solved as well as is asked for, in rounds that are worth it.");
  for (guint s = 0; s < G_N_ELEMENTS (shares); s++)
    {
      Springs springs = { 0 };
      const SpurGradients gradients = { &springs,      N_SPRINGS, multiply_springs,
                                        scale_springs, shares[s], 10 * N_SPRINGS };
      double right[N_SPRINGS], values[N_SPRINGS], energy = 0.0, missing = 0.0;

      for (guint i = 0; i < N_SPRINGS; i++)
        right[i] = 1.0;
      spur_gradients_solve (&gradients, right, values);
      for (guint i = 0; i < N_SPRINGS; i++)
        {
          double exact = (i + 1.0) * (N_SPRINGS - i) / 2.0;

          energy += exact;
          missing += exact - values[i];
        }
      g_test_message ("share %g: %u rounds, %g is missing", shares[s], springs.n_rounds,
                      missing / energy);
      if (s < 2)
        g_assert_cmpfloat (fabs (missing / energy), <=, MAX (5.0 * shares[s], 1e-10));
      g_assert_cmpuint (springs.n_rounds, <=, n_rounds);
      n_rounds = springs.n_rounds;
    }
  g_assert_cmpuint (n_rounds, <, N_SPRINGS / 10);
}

static void
test_chain_factor (void)
{
  SpurMatrixEntry entries[2 * N_SPRINGS];
  double diagonal[N_SPRINGS], right[N_SPRINGS], values[N_SPRINGS];
  g_autoptr (SpurClockFactor) factor = NULL;
  gsize n_entries = 0;

  g_test_summary ("A chain has no entries to drop: its factor solves it. Equal places add up.");
  for (guint32 i = 0; i < N_SPRINGS; i++)
    {
      right[i] = 1.0;
      diagonal[i] = i == 7 ? 3.0 : 2.0;
      for (guint half = 0; half < 2 && i + 1 < N_SPRINGS; half++)
        entries[n_entries++] = (SpurMatrixEntry){ i + half, i + 1 - half, -0.5 };
    }
  entries[n_entries++] = (SpurMatrixEntry){ 7, 7, -0.5 };
  factor = spur_clock_factor_new (N_SPRINGS, diagonal, entries, n_entries);
  spur_clock_factor_solve (factor, right, values);
  for (guint i = 0; i < N_SPRINGS; i++)
    g_assert_cmpfloat_with_epsilon (values[i], (i + 1.0) * (N_SPRINGS - i) / 2.0, 1e-6);
}

/* A torus in which every fifth spring is 10,000 times as stiff as the others, and each clock is
 * held a little. */
#define SIDE 40
#define N_NODES (SIDE * SIDE)
#define HELD 0.01

typedef struct
{
  SpurMatrixEntry entries[2 * N_NODES];
  double diagonal[N_NODES];
  SpurClockFactor *factor;
  guint n_rounds;
} Torus;

static void
multiply_torus (gconstpointer system, const double *values, double *result)
{
  const Torus *torus = system;

  ((Torus *) system)->n_rounds++;
  for (guint i = 0; i < N_NODES; i++)
    result[i] = torus->diagonal[i] * values[i];
  for (guint i = 0; i < 2 * N_NODES; i++)
    {
      const SpurMatrixEntry *entry = &torus->entries[i];

      result[entry->row] += entry->value * values[entry->column];
      result[entry->column] += entry->value * values[entry->row];
    }
}

static void
scale_torus (gconstpointer system, const double *right, double *result)
{
  const Torus *torus = system;

  if (torus->factor != NULL)
    spur_clock_factor_solve (torus->factor, right, result);
  for (guint i = 0; i < N_NODES && torus->factor == NULL; i++)
    result[i] = right[i] / torus->diagonal[i];
}

/* Gives the rounds it took. */
static guint
solve_torus (Torus *torus, const double *truth)
{
  const SpurGradients gradients = {
    torus, N_NODES, multiply_torus, scale_torus, 1e-16, 10 * N_NODES
  };
  g_autofree double *right = g_new (double, N_NODES);
  g_autofree double *values = g_new (double, N_NODES);

  multiply_torus (torus, truth, right);
  torus->n_rounds = 0;
  spur_gradients_solve (&gradients, right, values);
  for (guint i = 0; i < N_NODES; i++)
    g_assert_cmpfloat_with_epsilon (values[i], truth[i], 1e-3);
  return torus->n_rounds;
}

static void
test_torus_factor (void)
{
  g_autofree Torus *torus = g_new0 (Torus, 1);
  g_autofree double *truth = g_new (double, N_NODES);
  guint n_plain, n_factored;

  g_test_summary (
    "Of a torus with springs of two kinds, small entries are dropped, to good effect.");
  for (guint32 i = 0; i < N_NODES; i++)
    torus->diagonal[i] = HELD;
  for (guint32 i = 0; i < 2 * N_NODES; i++)
    {
      guint32 node = i / 2, x = node % SIDE, y = node / SIDE;
      guint32 other = i % 2 == 0 ? y * SIDE + (x + 1) % SIDE : (y + 1) % SIDE * SIDE + x;
      double stiffness = i * 7919 % 5 == 0 ? 1e4 : 1.0;

      torus->entries[i] = (SpurMatrixEntry){ node, other, -stiffness };
      torus->diagonal[node] += stiffness;
      torus->diagonal[other] += stiffness;
    }
  for (guint i = 0; i < N_NODES; i++)
    truth[i] = (double) (i * 104729 % 1009) - 504.0;
  n_plain = solve_torus (torus, truth);
  torus->factor = spur_clock_factor_new (N_NODES, torus->diagonal, torus->entries, 2 * N_NODES);
  n_factored = solve_torus (torus, truth);
  g_test_message ("%u rounds by the diagonal, %u by the factor", n_plain, n_factored);
  g_assert_cmpuint (n_factored, >, 1);
  g_assert_cmpuint (n_factored, <, n_plain / 3);
  spur_clock_factor_free (torus->factor);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/many-clocks/ring", test_ring);
  g_test_add_func ("/clock/many-clocks/gradients", test_gradients);
  g_test_add_func ("/clock/many-clocks/chain-factor", test_chain_factor);
  g_test_add_func ("/clock/many-clocks/torus-factor", test_torus_factor);
  return g_test_run ();
}
