/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* How right, how fast and how large a correction is where there are many clocks:
 *
 *   many-clocks SIDE ROUNDS [OPTION...]
 *
 * SIDE times SIDE processes on a torus, in a ring or in a random graph, each with a clock of its
 * own, send to one of their neighbours in every round, for ten seconds. Delays are 300 ns and,
 * above that, exponential.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>

#include "core/clock/spur-clock-chain.h"
#include "events/spur-lo-events.h"

#define LENGTH_NS G_GINT64_CONSTANT (10000000000)
#define LEAST_DELAY_NS 300

static char *methods;
static double offset_us = 1000.0;
static double drift_ppm = 20.0;
static double wander_us;
static double period_s = 5.0;
static double mean_delay_us = 2.0;
static int n_threads;
static int seed = 1;
static char *graph;

static const GOptionEntry entries[] = {
  { "method", 'm', 0, G_OPTION_ARG_STRING, &methods, "Correctors (default auto)", "LIST" },
  { "offset", 'o', 0, G_OPTION_ARG_DOUBLE, &offset_us, "Offsets up to that", "US" },
  { "drift", 'd', 0, G_OPTION_ARG_DOUBLE, &drift_ppm, "Drifts up to that", "PPM" },
  { "wander", 'a', 0, G_OPTION_ARG_DOUBLE, &wander_us, "Wander up to that", "US" },
  { "period", 'p', 0, G_OPTION_ARG_DOUBLE, &period_s, "Periods around that", "S" },
  { "delay", 'l', 0, G_OPTION_ARG_DOUBLE, &mean_delay_us, "Mean delay above the least", "US" },
  { "graph", 'g', 0, G_OPTION_ARG_STRING, &graph, "torus (default), ring or random", "NAME" },
  { "threads", 'j', 0, G_OPTION_ARG_INT, &n_threads, "Threads to use", "N" },
  { "seed", 's', 0, G_OPTION_ARG_INT, &seed, "What chance begins with", "N" },
  G_OPTION_ENTRY_NULL,
};

typedef struct
{
  double offset_ns;
  double drift;
  double height_ns;
  double frequency;
  double phase;
} Wrong;

typedef struct
{
  guint side;
  guint n_clocks;
  guint n_rounds;
  GRand *random;
  guint *neighbours[4]; /* of each clock, the second of which is the first's way back, and so on */
  Wrong *wrongs;
  SpurTrace *trace;
  SpurEdges *edges;
  gint64 **truth; /* two events a round of each clock */
} World;

static double
get_error (const Wrong *wrong, gint64 true_ns)
{
  double t = (double) true_ns * 1e-9;

  return wrong->offset_ns + wrong->drift * t +
         wrong->height_ns * sin (wrong->frequency * t + wrong->phase);
}

static void
make_wrongs (World *self)
{
  self->wrongs = g_new (Wrong, self->n_clocks);
  for (guint i = 0; i < self->n_clocks; i++)
    self->wrongs[i] = (Wrong){
      1e3 * g_rand_double_range (self->random, -offset_us, offset_us),
      1e3 * g_rand_double_range (self->random, -drift_ppm, drift_ppm),
      1e3 * g_rand_double_range (self->random, -wander_us, wander_us),
      2.0 * G_PI / (period_s * g_rand_double_range (self->random, 0.5, 1.5)),
      g_rand_double_range (self->random, 0.0, 2.0 * G_PI),
    };
}

/* A circle of all clocks in a random order (Sattolo's shuffle). */
static guint *
make_random_circle (const World *self)
{
  guint *circle = g_new (guint, self->n_clocks);

  for (guint i = 0; i < self->n_clocks; i++)
    circle[i] = i;
  for (guint i = self->n_clocks - 1; i > 0; i--)
    {
      guint k = (guint) g_rand_int_range (self->random, 0, (gint32) i), swap = circle[i];

      circle[i] = circle[k];
      circle[k] = swap;
    }
  return circle;
}

static guint *
make_regular_circles (const World *self, gboolean is_ring, gboolean is_column)
{
  guint side = self->side;
  guint *circles = g_new (guint, self->n_clocks);

  for (guint i = 0; i < self->n_clocks; i++)
    {
      guint x = i % side, y = i / side;

      if (is_ring)
        circles[i] = (i + 1) % self->n_clocks;
      else
        circles[i] = is_column ? (y + 1) % side * side + x : y * side + (x + 1) % side;
    }
  return circles;
}

static void
make_neighbours (World *self)
{
  gboolean is_ring = g_strcmp0 (graph, "ring") == 0;

  for (guint k = 0; k < 4; k += 2)
    {
      guint *there = g_strcmp0 (graph, "random") == 0 ? make_random_circle (self)
                                                      : make_regular_circles (self, is_ring, k > 0);

      self->neighbours[k] = there;
      self->neighbours[k + 1] = g_new (guint, self->n_clocks);
      for (guint i = 0; i < self->n_clocks; i++)
        self->neighbours[k + 1][there[i]] = i;
    }
}

/* True times of a round: sends, then receives. */
static void
make_round (World *self, guint round)
{
  gint64 step_ns = LENGTH_NS / self->n_rounds, begin_ns = round * step_ns;
  g_autofree gint64 *sent_ns = g_new (gint64, self->n_clocks);
  g_autofree gint64 *received_ns = g_new (gint64, self->n_clocks);
  g_autofree guint *senders = g_new (guint, self->n_clocks);

  for (guint i = 0; i < self->n_clocks; i++)
    {
      gint64 delay_ns =
        LEAST_DELAY_NS -
        llrint (1e3 * mean_delay_us * log (1.0 - g_rand_double_range (self->random, 0.0, 1.0)));
      guint to = self->neighbours[round % 4][i];

      sent_ns[i] = begin_ns + llrint (g_rand_double (self->random) * (double) step_ns / 4.0);
      received_ns[to] = sent_ns[i] + MIN (delay_ns, step_ns / 2);
      senders[to] = i;
    }
  for (guint i = 0; i < self->n_clocks; i++)
    {
      gboolean is_send_first = sent_ns[i] <= received_ns[i];

      self->truth[i][2 * round] = is_send_first ? sent_ns[i] : received_ns[i];
      self->truth[i][2 * round + 1] = is_send_first ? received_ns[i] : sent_ns[i];
    }
  for (guint i = 0; i < self->n_clocks; i++)
    {
      guint from = senders[i];
      SpurEdge edge = {
        .from_stream = from,
        .to_stream = i,
        .from_event = 2 * (guint64) round + (sent_ns[from] > received_ns[from]),
        .to_event = 2 * (guint64) round + (sent_ns[i] <= received_ns[i]),
        .mu_ns = SPUR_MU_DEFAULT,
      };

      spur_edges_add (self->edges, &edge);
    }
}

static gboolean
make_trace (World *self, GError **error)
{
  guint klass;

  self->trace = spur_trace_new ();
  klass = spur_trace_add_event_type (self->trace, SPUR_TYPE_LO_EVENT);
  for (guint i = 0; i < self->n_clocks; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };
      SpurStream *stream = spur_trace_add_stream (
        self->trace, name,
        spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock), SPUR_NONE);
      const guint8 record[4] = { 0xff, 0xff, 0xff, 0xff };

      for (guint k = 0; k < 2 * self->n_rounds; k++)
        spur_stream_append (stream,
                            LENGTH_NS + self->truth[i][k] +
                              llrint (get_error (&self->wrongs[i], self->truth[i][k])),
                            klass, record);
    }
  return spur_trace_seal (self->trace, error);
}

/* The mean distance of clocks from the mean of all, and the largest, in us; and how many of them
 * are within what the chain says. */
static void
tell (const World *self, const char *what, SpurCorrection *correction, SpurClockChain *chain)
{
  g_autofree double *errors = g_new (double, self->n_clocks);
  double sum = 0.0, worst = 0.0, width = 0.0;
  guint64 n_told = 0, n_covered = 0;

  for (guint q = 0; q < 200; q++)
    {
      guint k = (guint) ((guint64) q * (2 * self->n_rounds - 1) / 199);
      double mean = 0.0;

      for (guint i = 0; i < self->n_clocks; i++)
        {
          gint64 raw_ns = spur_stream_get_raw_ns (spur_trace_get_stream (self->trace, i), k);

          if (correction != NULL)
            raw_ns = spur_correction_apply (correction, i, k, raw_ns);
          errors[i] = (double) (raw_ns - LENGTH_NS - self->truth[i][k]);
          mean += errors[i] / self->n_clocks;
        }
      for (guint i = 0; i < self->n_clocks; i++)
        {
          double off = fabs (errors[i] - mean);
          gint64 half_ns =
            chain != NULL
              ? spur_clock_chain_get_half_width_ns (chain, i, LENGTH_NS + self->truth[i][k])
              : -1;

          sum += off;
          worst = MAX (worst, off);
          n_told += half_ns >= 0;
          n_covered += half_ns >= 0 && off <= (double) half_ns;
          width += half_ns >= 0 ? (double) half_ns : 0.0;
        }
    }
  g_print ("%-4s inter-location %.4f us (max %.3f)", what, sum / 200.0 / self->n_clocks / 1e3,
           worst / 1e3);
  if (n_told > 0)
    g_print ("  bound covers %.3f %% (mean %.3f us)", 100.0 * (double) n_covered / (double) n_told,
             width / (double) n_told / 1e3);
  g_print ("\n");
}

static gint64
get_cpu_us (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec * G_USEC_PER_SEC + usage.ru_utime.tv_usec;
}

static glong
get_memory_kib (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static gboolean
run (World *self, GError **error)
{
  SpurJob job = { .n_threads = (guint) n_threads };
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (methods ? methods : "auto", error);
  g_autoptr (SpurCorrection) correction = NULL;
  gint64 begin_us, cpu_us;
  glong before_kib;

  if (chain == NULL)
    return FALSE;
  make_wrongs (self);
  make_neighbours (self);
  for (guint k = 0; k < self->n_rounds; k++)
    make_round (self, k);
  if (!make_trace (self, error))
    return FALSE;
  tell (self, "in", NULL, NULL);
  correction = spur_correction_new (self->n_clocks);
  before_kib = get_memory_kib ();
  begin_us = g_get_monotonic_time ();
  cpu_us = get_cpu_us ();
  if (!spur_clock_chain_run (chain, self->trace, self->edges, correction, &job, error))
    return FALSE;
  begin_us = g_get_monotonic_time () - begin_us;
  cpu_us = get_cpu_us () - cpu_us;
  tell (self, "out", correction, chain);
  for (guint i = 0; i < spur_clock_chain_get_n_steps (chain); i++)
    {
      const SpurClockStep *step = spur_clock_chain_get_step (chain, i);

      g_print ("     %s: %s; reversed %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT "\n", step->name,
               step->result, step->before.n_reversed, step->after.n_reversed);
    }
  g_print ("     %u clocks, %u messages: %.2f s (%.2f s of processors), %ld MiB more than before "
           "(%ld)\n",
           self->n_clocks, self->n_clocks * self->n_rounds, (double) begin_us / 1e6,
           (double) cpu_us / 1e6, (get_memory_kib () - before_kib) / 1024, before_kib / 1024);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("SIDE ROUNDS");
  g_autoptr (GError) error = NULL;
  World world = { 0 };
  gboolean is_good;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc != 3 ||
      (world.side = (guint) atoi (argv[1])) < 2 || world.side > 1024 ||
      (world.n_rounds = (guint) atoi (argv[2])) < 1)
    {
      g_printerr ("many-clocks: %s\n", error != NULL ? error->message : "give a side and rounds");
      return 1;
    }
  world.n_clocks = world.side * world.side;
  world.random = g_rand_new_with_seed ((guint32) seed);
  world.edges = spur_edges_new (world.n_clocks);
  world.truth = g_new (gint64 *, world.n_clocks);
  for (guint i = 0; i < world.n_clocks; i++)
    world.truth[i] = g_new (gint64, 2 * (gsize) world.n_rounds);
  is_good = run (&world, &error);
  if (!is_good)
    g_printerr ("many-clocks: %s\n", error->message);
  for (guint i = 0; i < world.n_clocks; i++)
    g_free (world.truth[i]);
  for (guint k = 0; k < G_N_ELEMENTS (world.neighbours); k++)
    g_free (world.neighbours[k]);
  g_free (world.truth);
  g_free (world.wrongs);
  g_rand_free (world.random);
  g_clear_object (&world.trace);
  g_clear_object (&world.edges);
  return is_good ? 0 : 1;
}
