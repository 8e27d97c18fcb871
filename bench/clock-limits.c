/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* How right any correction can be: the error of an estimator that knows how delays are distributed,
 * how clocks behave and when their drifts change, and has messages only.
 *
 *   clock-limits REGIME [SEEDS [SWEEPS]]
 *
 * Its estimate is the mean of the posterior, which no other one beats in the mean over clocks and
 * delays by the square of its error. The posterior is sampled with Metropolis' algorithm, a knot of
 * a clock at a time. Delays are the least delay and, above that, exponential; some have a hundred
 * times the mean. Errors are those between clocks: what all have in common is taken off.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#define MAX_CLOCKS 8
#define N_TIMES 2000
#define TAIL_FACTOR 100.0

/* Before samples count, steps become such that about two proposals in five are taken. */
#define LONGER 1.1
#define SHORTER 0.94
#define FIRST_STEP_US 0.5
#define DEFAULT_SWEEPS 6000

typedef enum
{
  CLOCK_CONSTANT,
  CLOCK_LINE,
  CLOCK_WANDERS, /* straight pieces of a twentieth of a period, with drifts that return to a mean */
} Behaviour;

typedef struct
{
  const char *name;
  Behaviour behaviour;
  guint n_clocks;
  guint n_pairs;    /* of a long ring, of which each is estimated alone; 0 for clocks of which all
                       messages are looked at together */
  gboolean is_ring; /* only neighbours talk */
  double length_s;
  guint n_messages; /* each way of each pair */
  double queue_us;
  double tail;
  double wander_us;
  double period_s;
} Regime;

static const Regime regimes[] = {
  { "startup", CLOCK_CONSTANT, 4, 0, FALSE, 1.1, 825, 60.0, 0.02, 0.0, 0.0 },
  { "ring-8-few", CLOCK_LINE, 8, 0, TRUE, 10.0, 5, 30.0, 0.02, 0.0, 0.0 },
  { "ring-256", CLOCK_LINE, 2, 256, FALSE, 10.0, 25, 30.0, 0.02, 0.0, 0.0 },
  { "hosts", CLOCK_WANDERS, 4, 0, FALSE, 60.0, 2880, 40.0, 0.02, 40.0, 15.0 },
  { "wander-5s", CLOCK_WANDERS, 8, 0, FALSE, 60.0, 600, 30.0, 0.02, 50.0, 5.0 },
};

/* What each drift keeps of the one before. */
#define KEPT_DRIFT exp (-0.2)

typedef struct
{
  guint n_knots;
  double piece_s;
  double drift_us; /* the deviation of what it drifts by in a piece */
  double *truth;
  double *guess; /* a sample of the posterior */
  double *sum;   /* of all samples that count */
  double *steps;
  GArray **messages; /* indexes of those that a knot bears on */
} Clock;

/* One end of a message: between which knots it is, and where. */
typedef struct
{
  guint clock;
  guint knot;
  double share;
} End;

typedef struct
{
  End from;
  End to;
  double excess_us; /* above the least delay */
  double likelihood;
} Message;

typedef struct
{
  const Regime *regime;
  GRand *random;
  Clock clocks[MAX_CLOCKS];
  GArray *messages;
  guint n_samples;
} World;

static double
draw_normal (GRand *random)
{
  double length = sqrt (-2.0 * log (1.0 - g_rand_double (random)));

  return length * cos (2.0 * G_PI * g_rand_double (random));
}

static double
get_at (const double *values, const End *end)
{
  return end->share > 0.0
           ? values[end->knot] + (values[end->knot + 1] - values[end->knot]) * end->share
           : values[end->knot];
}

static End
find_end (const World *self, guint clock, double time_s)
{
  double place = time_s / self->clocks[clock].piece_s;
  guint knot = (guint) place;

  if (self->clocks[clock].n_knots == 1)
    return (End){ clock, 0, 0.0 };
  return (End){ clock, knot, place - knot };
}

/* A random walk of the drift, at most as far off its own line as the regime says. */
static void
make_wander (Clock *self, const Regime *regime, GRand *random)
{
  double n = self->n_knots, drift = draw_normal (random), most = 0.0;
  double sum = 0.0, products = 0.0, squares = 0.0, slope, base;

  for (guint k = 1; k < self->n_knots; k++)
    {
      self->truth[k] = self->truth[k - 1] + drift;
      drift = KEPT_DRIFT * drift + sqrt (1.0 - KEPT_DRIFT * KEPT_DRIFT) * draw_normal (random);
    }
  for (guint k = 0; k < self->n_knots; k++)
    {
      double off = k - (n - 1.0) / 2.0;

      sum += self->truth[k];
      products += off * self->truth[k];
      squares += off * off;
    }
  slope = products / squares;
  base = sum / n - slope * (n - 1.0) / 2.0;
  for (guint k = 0; k < self->n_knots; k++)
    most = MAX (most, fabs (self->truth[k] - base - slope * k));
  self->drift_us = regime->wander_us / most;
  for (guint k = 0; k < self->n_knots; k++)
    self->truth[k] *= self->drift_us;
}

static void
clock_init (Clock *self, const Regime *regime, GRand *random)
{
  self->piece_s = regime->length_s;
  self->n_knots = regime->behaviour == CLOCK_CONSTANT ? 1 : 2;
  if (regime->behaviour == CLOCK_WANDERS)
    {
      self->piece_s = regime->period_s * (0.5 + g_rand_double (random)) / 20.0;
      self->n_knots = (guint) (regime->length_s / self->piece_s) + 2;
    }
  self->truth = g_new0 (double, self->n_knots);
  if (regime->behaviour == CLOCK_WANDERS)
    make_wander (self, regime, random);
  self->guess = g_memdup2 (self->truth, self->n_knots * sizeof (double));
  self->sum = g_new0 (double, self->n_knots);
  self->steps = g_new (double, self->n_knots);
  self->messages = g_new (GArray *, self->n_knots);
  for (guint k = 0; k < self->n_knots; k++)
    {
      self->steps[k] = FIRST_STEP_US;
      self->messages[k] = g_array_new (FALSE, FALSE, sizeof (guint));
    }
}

static void
clock_clear (Clock *self)
{
  for (guint k = 0; k < self->n_knots; k++)
    g_array_unref (self->messages[k]);
  g_free (self->messages);
  g_free (self->truth);
  g_free (self->guess);
  g_free (self->sum);
  g_free (self->steps);
}

static double
get_error (const World *self, const double *values, const End *end)
{
  return get_at (values, end) - get_at (self->clocks[end->clock].truth, end);
}

/* The logarithm of how likely the delay is that clocks as they are guessed to be give a message. */
static double
rate_message (const World *self, const Message *message)
{
  const Regime *regime = self->regime;
  double excess_us = message->excess_us -
                     get_error (self, self->clocks[message->to.clock].guess, &message->to) +
                     get_error (self, self->clocks[message->from.clock].guess, &message->from);
  double far_us = TAIL_FACTOR * regime->queue_us;

  if (excess_us < 0.0)
    return -INFINITY;
  return log ((1.0 - regime->tail) / regime->queue_us * exp (-excess_us / regime->queue_us) +
              regime->tail / far_us * exp (-excess_us / far_us));
}

static void
add_to_knots (World *self, const End *end, guint message)
{
  Clock *clock = &self->clocks[end->clock];

  g_array_append_val (clock->messages[end->knot], message);
  if (clock->n_knots > 1)
    g_array_append_val (clock->messages[end->knot + 1], message);
}

static void
add_message (World *self, guint from, guint to)
{
  const Regime *regime = self->regime;
  double time_s = g_rand_double (self->random) * regime->length_s;
  double mean_us =
    regime->queue_us * (g_rand_double (self->random) < regime->tail ? TAIL_FACTOR : 1.0);
  Message message = {
    .from = find_end (self, from, time_s),
    .to = find_end (self, to, time_s),
    .excess_us = -mean_us * log (1.0 - g_rand_double (self->random)),
  };

  message.likelihood = rate_message (self, &message);
  add_to_knots (self, &message.from, self->messages->len);
  add_to_knots (self, &message.to, self->messages->len);
  g_array_append_val (self->messages, message);
}

static gboolean
can_talk (const Regime *regime, guint from, guint to)
{
  guint n = regime->n_clocks;

  return from != to && (!regime->is_ring || (from + 1) % n == to || (to + 1) % n == from);
}

static void
world_init (World *self, const Regime *regime, guint32 seed)
{
  *self = (World){ .regime = regime, .random = g_rand_new_with_seed (seed) };
  self->messages = g_array_new (FALSE, FALSE, sizeof (Message));
  for (guint i = 0; i < regime->n_clocks; i++)
    clock_init (&self->clocks[i], regime, self->random);
  for (guint i = 0; i < regime->n_clocks; i++)
    {
      for (guint j = 0; j < regime->n_clocks; j++)
        {
          for (guint k = 0; can_talk (regime, i, j) && k < regime->n_messages; k++)
            add_message (self, i, j);
        }
    }
}

static void
world_clear (World *self)
{
  for (guint i = 0; i < self->regime->n_clocks; i++)
    clock_clear (&self->clocks[i]);
  g_array_unref (self->messages);
  g_rand_free (self->random);
}

/* What is known of a clock beforehand, as far as it depends on a knot. */
static double
rate_drifts (const Clock *self, guint knot)
{
  double sum = 0.0, square = self->drift_us * self->drift_us;

  if (square == 0.0)
    return 0.0;
  for (guint k = MAX (knot, 1); k < MIN (knot + 3, self->n_knots); k++)
    {
      double drift = self->guess[k] - self->guess[k - 1];

      if (k == 1)
        sum -= drift * drift / (2.0 * square);
      else
        sum -= pow (drift - KEPT_DRIFT * (self->guess[k - 1] - self->guess[k - 2]), 2.0) /
               (2.0 * square * (1.0 - KEPT_DRIFT * KEPT_DRIFT));
    }
  return sum;
}

/* Proposes another value of a knot; @likelihoods has room for those of its messages. */
static gboolean
move_knot (World *self, Clock *clock, guint knot, double *likelihoods)
{
  const guint *indexes = (const guint *) (gpointer) clock->messages[knot]->data;
  guint n_indexes = clock->messages[knot]->len;
  Message *messages = (Message *) (gpointer) self->messages->data;
  double before = clock->guess[knot], gain = -rate_drifts (clock, knot);
  double least = log (1.0 - g_rand_double (self->random));

  clock->guess[knot] += clock->steps[knot] * draw_normal (self->random);
  gain += rate_drifts (clock, knot);
  for (guint i = 0; i < n_indexes && gain > -INFINITY; i++)
    {
      likelihoods[i] = rate_message (self, &messages[indexes[i]]);
      gain += likelihoods[i] - messages[indexes[i]].likelihood;
    }
  if (!(gain > least))
    {
      clock->guess[knot] = before;
      return FALSE;
    }
  for (guint i = 0; i < n_indexes; i++)
    messages[indexes[i]].likelihood = likelihoods[i];
  return TRUE;
}

/* The first clock of those that do not wander stays, as only differences are known of them. */
static void
sample_posterior (World *self, guint n_sweeps)
{
  g_autofree double *likelihoods = g_new (double, self->messages->len + 1);
  guint first = self->regime->behaviour == CLOCK_WANDERS ? 0 : 1;

  for (guint sweep = 0; sweep < n_sweeps; sweep++)
    {
      gboolean counts = sweep >= n_sweeps / 5;

      for (guint i = first; i < self->regime->n_clocks; i++)
        {
          Clock *clock = &self->clocks[i];

          for (guint k = 0; k < clock->n_knots; k++)
            {
              gboolean is_taken = move_knot (self, clock, k, likelihoods);

              if (counts)
                clock->sum[k] += clock->guess[k];
              else
                clock->steps[k] *= is_taken ? LONGER : SHORTER;
            }
        }
      self->n_samples += counts;
    }
}

/* The estimate's error at a time. */
static double
get_estimate (const World *self, guint clock, double time_s)
{
  End end = find_end (self, clock, time_s);

  if (self->n_samples == 0)
    return 0.0;
  return get_at (self->clocks[clock].sum, &end) / self->n_samples -
         get_at (self->clocks[clock].truth, &end);
}

static double
get_mean_error (const double *errors, guint n_errors)
{
  double mean = 0.0, sum = 0.0;

  for (guint i = 0; i < n_errors; i++)
    mean += errors[i] / n_errors;
  for (guint i = 0; i < n_errors; i++)
    sum += fabs (errors[i] - mean);
  return sum / n_errors;
}

static double
rate_clocks (const Regime *regime, guint32 seed, guint n_sweeps)
{
  double errors[MAX_CLOCKS], sum = 0.0;
  World world;

  world_init (&world, regime, seed);
  sample_posterior (&world, n_sweeps);
  for (guint t = 0; t < N_TIMES; t++)
    {
      for (guint i = 0; i < regime->n_clocks; i++)
        errors[i] = get_estimate (&world, i, (t + 0.5) / N_TIMES * regime->length_s);
      sum += get_mean_error (errors, regime->n_clocks);
    }
  world_clear (&world);
  return sum / N_TIMES;
}

/* Pairs one after the other; what they do not add up to 0 by is shared out to all. */
static double
rate_ring (const Regime *regime, guint32 seed, guint n_sweeps)
{
  guint n = regime->n_pairs;
  g_autofree World *worlds = g_new (World, n);
  g_autofree double *errors = g_new (double, n);
  double sum = 0.0;

  for (guint i = 0; i < n; i++)
    {
      world_init (&worlds[i], regime, seed * n + i);
      sample_posterior (&worlds[i], n_sweeps);
    }
  for (guint t = 0; t < N_TIMES; t++)
    {
      double time_s = (t + 0.5) / N_TIMES * regime->length_s, last = 0.0;

      for (guint i = 0; i < n; i++)
        last = errors[i] = last + get_estimate (&worlds[i], 1, time_s);
      for (guint i = 0; i < n; i++)
        errors[i] -= last * (i + 1) / n;
      sum += get_mean_error (errors, n);
    }
  for (guint i = 0; i < n; i++)
    world_clear (&worlds[i]);
  return sum / N_TIMES;
}

static void
print_limits (const Regime *regime, guint n_seeds, guint n_sweeps)
{
  double sum = 0.0, squares = 0.0, mean;

  for (guint seed = 1; seed <= n_seeds; seed++)
    {
      double error = regime->n_pairs > 0 ? rate_ring (regime, seed, n_sweeps)
                                         : rate_clocks (regime, seed, n_sweeps);

      g_print ("seed %u  %.4f us\n", seed, error);
      sum += error;
      squares += error * error;
    }
  mean = sum / n_seeds;
  g_print ("%s: %.4f us in the mean, deviation of a seed %.4f\n", regime->name, mean,
           n_seeds > 1 ? sqrt (MAX (squares - sum * mean, 0.0) / (n_seeds - 1)) : 0.0);
}

int
main (int argc, char **argv)
{
  guint n_seeds = argc > 2 ? (guint) strtoul (argv[2], NULL, 10) : 1;
  guint n_sweeps = argc > 3 ? (guint) strtoul (argv[3], NULL, 10) : DEFAULT_SWEEPS;

  for (guint i = 0; i < G_N_ELEMENTS (regimes) && argc > 1 && n_seeds > 0; i++)
    {
      if (strcmp (regimes[i].name, argv[1]) == 0)
        {
          print_limits (&regimes[i], n_seeds, n_sweeps);
          return EXIT_SUCCESS;
        }
    }
  g_printerr ("clock-limits REGIME [SEEDS [SWEEPS]]; regimes:");
  for (guint i = 0; i < G_N_ELEMENTS (regimes); i++)
    g_printerr (" %s", regimes[i].name);
  g_printerr ("\n");
  return EXIT_FAILURE;
}
