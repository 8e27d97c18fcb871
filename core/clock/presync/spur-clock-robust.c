/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Constants or lines of all clocks at once, those with which the delays of all edges are
 * likeliest. Delays are distributed as x / (scale + x)^2 above 0. A delay below 0 is not
 * impossible: its likelihood falls as that of a normal distribution near 0 and by a power of the
 * distance farther off, so that stamps which are wrong by far have no weight. */
#include "core/clock/presync/spur-clock-pairs-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-factor-private.h"
#include "core/clock/presync/spur-clock-gradients-private.h"

/* Delays of one side of a pair that are looked at: of neighbours in time only the least counts. */
#define MAX_POINTS 512

/* Delays and scales below these differ by chance only: clocks are read to tens of ns. */
#define LEAST_SOFT_NS 20.0
#define LEAST_SCALE_NS 100.0

/* A side needs ten delays to have a tenth; others have the scale of all. */
#define MIN_OF_SCALE 40

/* The density falls by a power from three widths below 0 on, 99.9 % of a normal distribution. */
#define NORMAL_REACH 3.0
#define TAIL_POWER 2.0

/* Contradictions are looked at coarsely first and ever finer, each time as far as is of use. */
#define SOFTER 4.0
#define N_COARSE_STEPS 4
#define N_FINE_STEPS 40
#define N_FINE_ROUNDS 4
#define N_HALVINGS 20
/* A step that makes delays likelier by less than this for each clock is of no use. */
#define SMALL_PER_CLOCK 1e-3

/* Clocks drift by 1 % at the most, and by 20 ppm at the least as far as is known beforehand. */
#define MOST_SLOPE 1e7
#define LEAST_SLOPE 2e4

/* Errors in common are free, so something must hold them, as a share of what holds each. */
#define HOLD 1e-9

/* Conjugate gradients end when what is left is a tenth of a sigma, or after this number of rounds.
 */
#define SHARE 1e-2
#define MAX_ROUNDS 2000

/* Clocks for which it is computed how well they are known. */
#define MAX_MEASURED 16

/* What a pair says: how likely its delays are and how that changes with the difference of its
 * clocks' errors and with that of their growths. */
typedef struct
{
  guint32 first;
  guint32 second;
  double value;
  double gradient[2];
  double matrix[3];
} Part;

typedef struct
{
  const SpurClockSamples *samples;
  const SpurClockPairs *pairs; /* few points of each, with places from -1 to 1 for their times */
  double *scales;              /* of each pair two */
  guint n;                     /* of clocks */
  gboolean has_slopes;
  const guint *drifts; /* or NULL where each clock has its own */
  double half_s;
  double soft_ns;
  double ridge;
  gboolean is_held;
  double *unknowns;
  double *trial;
  double *gradient;
  double *diagonal;        /* of each clock three entries */
  GArray *parts;           /* Part, in the order of pairs */
  SpurClockFactor *factor; /* of the matrix */
  double value;
  double usual_scale_ns;
} Fitting;

double
spur_robust_rate (double excess_ns, double scale_ns, double soft_ns)
{
  double off = MIN (excess_ns / soft_ns - 1.0, 0.0), far = MAX (-NORMAL_REACH - off, 0.0);
  double near = MAX (off, -NORMAL_REACH), seen_ns = MAX (excess_ns, soft_ns);

  scale_ns = MAX (scale_ns, soft_ns);
  return log (scale_ns * seen_ns) - 2.0 * log (scale_ns + seen_ns) + near - near * near / 2.0 -
         TAIL_POWER * log1p (far * (1.0 + NORMAL_REACH) / TAIL_POWER);
}

/* Where the growth of a clock is among the unknowns. */
static guint
get_growth (const Fitting *self, guint clock)
{
  return self->n + (self->drifts != NULL ? self->drifts[clock] : clock);
}

static double
get_excess (const Fitting *self, const double *unknowns, gsize side, const SpurPairPoint *point)
{
  const SpurClockPair *pair = &self->pairs->pairs[side / 2];
  double error_ns = unknowns[pair->second] - unknowns[pair->first];
  double growth_ns =
    unknowns[get_growth (self, pair->second)] - unknowns[get_growth (self, pair->first)];
  double sign = side % 2 == 0 ? 1.0 : -1.0;

  return point->delay_ns - sign * (error_ns + growth_ns * point->time_s);
}

/* Both sides of a pair have one scale. With one each an error of their clocks would be a difference
 * of the scales, which makes it no less likely. */
static void
even_scales (Fitting *self)
{
  for (gsize k = 0; k < 2 * self->pairs->n_pairs; k += 2)
    {
      double *scales = &self->scales[k];

      if (scales[0] > 0.0 && scales[1] > 0.0)
        scales[0] = scales[1] = (scales[0] + scales[1]) / 2.0;
    }
}

/* Of every pair; of those with few delays the middle one of all the sides. Gives the farthest that
 * a tenth of the delays of a side are below 0. */
static double
find_scales (Fitting *self)
{
  g_autoptr (GArray) middles = g_array_new (FALSE, FALSE, sizeof (double));
  double least_ns = 0.0, usual_ns = LEAST_SCALE_NS;
  gint64 farthest_ns;

  for (gsize k = 0; k < 2 * self->pairs->n_pairs; k++)
    {
      const SpurPairSide *side = spur_clock_pairs_get_side (self->pairs, k);
      gsize n = side->n_points;
      g_autofree double *values = g_new (double, n + 1);
      double tenth_ns = 0.0, middle_ns;

      for (gsize i = 0; i < n; i++)
        values[i] = get_excess (self, self->unknowns, k, &side->points[i]);
      if (n > 0)
        {
          tenth_ns = spur_pair_select (values, n, n / 10);
          middle_ns = spur_pair_select (values, n, n / 2);
          g_array_append_val (middles, middle_ns);
        }
      least_ns = MIN (least_ns, tenth_ns);
      self->scales[k] = n >= MIN_OF_SCALE ? MAX (tenth_ns, LEAST_SCALE_NS) : 0.0;
    }
  spur_communicator_gather (self->samples->communicator, middles, NULL);
  if (middles->len > 0)
    usual_ns =
      spur_pair_select ((double *) (gpointer) middles->data, middles->len, middles->len / 2) / 4.0;
  usual_ns = MAX (usual_ns, LEAST_SCALE_NS);
  farthest_ns = llrint (-least_ns);
  spur_communicator_all_reduce (self->samples->communicator, SPUR_REDUCE_MAX, &farthest_ns, 1);
  even_scales (self);
  for (gsize k = 0; k < 2 * self->pairs->n_pairs; k++)
    self->scales[k] = self->scales[k] > 0.0 ? self->scales[k] : usual_ns;
  self->usual_scale_ns = usual_ns;
  return (double) farthest_ns;
}

static void
add_delay (
  const Fitting *self, Part *part, double excess_ns, double scale_ns, double sign, double place)
{
  double soft_ns = self->soft_ns, first, second;

  part->value += spur_robust_rate (excess_ns, scale_ns, soft_ns);
  scale_ns = MAX (scale_ns, soft_ns);
  if (excess_ns >= soft_ns)
    {
      double sum_ns = scale_ns + excess_ns;

      first = 1.0 / excess_ns - 2.0 / sum_ns;
      /* Far above the scale the likelihood bends upwards. */
      second = MAX (1.0 / (excess_ns * excess_ns) - 2.0 / (sum_ns * sum_ns),
                    self->is_held ? 1.0 / (sum_ns * sum_ns) : 0.0);
    }
  else
    {
      double off = 1.0 - excess_ns / soft_ns, far = off - NORMAL_REACH;

      first = far > 0.0 ? (1.0 + NORMAL_REACH) / (1.0 + far * (1.0 + NORMAL_REACH) / TAIL_POWER)
                        : 1.0 + off;
      second = first / (soft_ns * soft_ns * (1.0 + off));
      first /= soft_ns;
    }
  part->gradient[0] -= sign * first;
  part->gradient[1] -= sign * first * place;
  part->matrix[0] += second;
  part->matrix[1] += second * place;
  part->matrix[2] += second * place * place;
}

SPUR_DEFINE_ORDER (compare_parts, Part, SPUR_BY_2 (first, second))

/* What all pairs say, in their order wherever they are. */
static void
rate_unknowns (Fitting *self, const double *unknowns)
{
  g_array_set_size (self->parts, 0);
  for (gsize k = 0; k < 2 * self->pairs->n_pairs; k += 2)
    {
      const SpurClockPair *pair = &self->pairs->pairs[k / 2];
      Part part = { pair->first, pair->second, 0.0, { 0.0 }, { 0.0 } };

      for (guint way = 0; way < 2; way++)
        {
          const SpurPairSide *side = spur_clock_pairs_get_side (self->pairs, k + way);

          for (gsize i = 0; i < side->n_points; i++)
            add_delay (self, &part, get_excess (self, unknowns, k + way, &side->points[i]),
                       self->scales[k + way], way == 0 ? 1.0 : -1.0, side->points[i].time_s);
        }
      g_array_append_val (self->parts, part);
    }
  spur_communicator_gather (self->samples->communicator, self->parts, compare_parts);
  self->value = 0.0;
  for (guint k = 0; k < self->parts->len; k++)
    self->value += g_array_index (self->parts, Part, k).value;
  for (guint i = self->n; i < 2 * self->n; i++)
    self->value -= self->ridge * unknowns[i] * unknowns[i] / 2.0;
  spur_communicator_follow (self->samples->communicator, &self->value, sizeof self->value);
}

/* The gradient and the blocks of each clock, from the parts. */
static void
sum_parts (Fitting *self)
{
  const Part *parts = (const Part *) (gpointer) self->parts->data;
  guint n = self->n;

  memset (self->gradient, 0, 2 * n * sizeof *self->gradient);
  memset (self->diagonal, 0, 3 * n * sizeof *self->diagonal);
  for (gsize k = 0; k < self->parts->len; k++)
    {
      const guint32 clocks[] = { parts[k].first, parts[k].second };

      for (guint side = 0; side < 2; side++)
        {
          double sign = side == 0 ? -1.0 : 1.0;
          guint growth = get_growth (self, clocks[side]);

          self->gradient[clocks[side]] += sign * parts[k].gradient[0];
          self->gradient[growth] += sign * parts[k].gradient[1];
          self->diagonal[3 * clocks[side]] += parts[k].matrix[0];
          self->diagonal[3 * clocks[side] + 1] += parts[k].matrix[1];
          self->diagonal[3 * (growth - n) + 2] += parts[k].matrix[2];
        }
    }
  for (guint i = 0; i < n; i++)
    {
      double *block = &self->diagonal[3 * i];

      if (!self->has_slopes)
        self->gradient[n + i] = block[1] = block[2] = 0.0;
      self->gradient[n + i] -= self->ridge * self->unknowns[n + i];
      block[0] += HOLD * block[0];
      block[0] = block[0] > 0.0 ? block[0] : 1.0;
      block[2] += self->ridge;
    }
}

static void
multiply_matrix (gconstpointer fitting, const double *values, double *result)
{
  const Fitting *self = fitting;
  const Part *parts = (const Part *) (gpointer) self->parts->data;
  guint n = self->n;

  for (guint i = 0; i < n; i++)
    result[n + i] = self->diagonal[3 * i + 2] * values[n + i];
  for (guint i = 0; i < n; i++)
    {
      const double *block = &self->diagonal[3 * i];
      guint growth = get_growth (self, i);

      result[i] = block[0] * values[i] + block[1] * values[growth];
      result[growth] += block[1] * values[i];
    }
  for (gsize k = 0; k < self->parts->len; k++)
    {
      guint a = parts[k].first, b = parts[k].second;
      guint of_a = get_growth (self, a), of_b = get_growth (self, b);
      const double *m = parts[k].matrix;
      double cross = self->has_slopes ? m[1] : 0.0, square = self->has_slopes ? m[2] : 0.0;

      result[a] -= m[0] * values[b] + cross * values[of_b];
      result[b] -= m[0] * values[a] + cross * values[of_a];
      result[of_a] -= cross * values[b] + square * values[of_b];
      result[of_b] -= cross * values[a] + square * values[of_a];
    }
}

static void
add_to_matrix (GArray *entries, guint row, guint column, double value)
{
  const SpurMatrixEntry entry = { row, column, value };

  if (value != 0.0)
    g_array_append_val (entries, entry);
}

/* About the inverse of the matrix, once for all that is solved with it. */
static void
factor_matrix (Fitting *self)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (SpurMatrixEntry));
  g_autofree double *diagonal = g_new (double, 2 * (gsize) self->n + 1);

  for (guint i = 0; i < self->n; i++)
    {
      diagonal[i] = self->diagonal[3 * i];
      diagonal[self->n + i] = self->diagonal[3 * i + 2];
      add_to_matrix (entries, i, get_growth (self, i), self->diagonal[3 * i + 1]);
    }
  for (gsize k = 0; k < self->parts->len; k++)
    {
      const Part *part = &g_array_index (self->parts, Part, k);
      guint of_a = get_growth (self, part->first), of_b = get_growth (self, part->second);

      add_to_matrix (entries, part->first, part->second, -part->matrix[0]);
      if (!self->has_slopes)
        continue;
      add_to_matrix (entries, part->first, of_b, -part->matrix[1]);
      add_to_matrix (entries, part->second, of_a, -part->matrix[1]);
      add_to_matrix (entries, of_a, of_b, -part->matrix[2]);
    }
  g_clear_pointer (&self->factor, spur_clock_factor_free);
  self->factor = spur_clock_factor_new (
    2 * self->n, diagonal, (const SpurMatrixEntry *) (gpointer) entries->data, entries->len);
}

static void
solve_about (gconstpointer fitting, const double *right, double *result)
{
  const Fitting *self = fitting;

  spur_clock_factor_solve (self->factor, right, result);
}

static void
solve_system (const Fitting *self, const double *right, double *values)
{
  const SpurGradients gradients = { self,  2 * (gsize) self->n, multiply_matrix, solve_about,
                                    SHARE, MAX_ROUNDS };

  spur_gradients_solve (&gradients, right, values);
}

/* A step of Newton's, as long as it makes the delays likelier. Gives by how much it does. */
static double
take_newton_step (Fitting *self)
{
  guint n = 2 * self->n;
  g_autofree double *way = g_new (double, n);
  double before = self->value, share = 1.0;

  sum_parts (self);
  factor_matrix (self);
  solve_system (self, self->gradient, way);
  for (guint round = 0; round < N_HALVINGS; round++, share /= 2.0)
    {
      for (guint i = 0; i < n; i++)
        self->trial[i] = self->unknowns[i] + share * way[i];
      spur_communicator_follow (self->samples->communicator, self->trial, n * sizeof (double));
      rate_unknowns (self, self->trial);
      if (!(self->value > before))
        continue;
      memcpy (self->unknowns, self->trial, n * sizeof (double));
      return self->value - before;
    }
  rate_unknowns (self, self->unknowns);
  return 0.0;
}

/* Where the delays of some clocks are all so far above their scale that nothing holds these clocks,
 * a step takes them anywhere, and no part of it is of use to the others. Then each delay is held as
 * if it were to become 0 in one step. */
static void
climb_steps (Fitting *self, guint n_steps)
{
  self->is_held = FALSE;
  rate_unknowns (self, self->unknowns);
  for (guint step = 0; step < n_steps; step++)
    {
      double gain = take_newton_step (self);

      if (gain <= 0.0 && !self->is_held)
        {
          self->is_held = TRUE;
          rate_unknowns (self, self->unknowns);
          gain = take_newton_step (self);
        }
      if (gain <= SMALL_PER_CLOCK * self->n)
        break;
    }
  self->is_held = FALSE;
  rate_unknowns (self, self->unknowns);
}

/* How much clocks drift usually, as far as is known now: twice the root of the mean square. */
static void
find_ridge (Fitting *self)
{
  double *growths = self->unknowns + self->n, sum = 0.0, slope;

  for (guint i = 0; i < self->n; i++)
    sum += growths[i] * growths[i] / self->n;
  slope = CLAMP (2.0 * sqrt (sum) / self->half_s, LEAST_SLOPE, MOST_SLOPE);
  self->ridge = self->has_slopes ? 1.0 / (slope * slope * self->half_s * self->half_s) : 1.0;
}

/* From coarse to fine: what contradicts others is seen ever more clearly, and has ever less to say.
 * Clocks drift by @slope at first, as far as is known. */
static void
climb_from (Fitting *self, double slope)
{
  double soft_ns = MAX (find_scales (self), LEAST_SOFT_NS);

  self->ridge = 1.0 / (slope * self->half_s * slope * self->half_s);
  for (; soft_ns > LEAST_SOFT_NS; soft_ns = MAX (soft_ns / SOFTER, LEAST_SOFT_NS))
    {
      self->soft_ns = soft_ns;
      find_scales (self);
      climb_steps (self, N_COARSE_STEPS);
    }
  self->soft_ns = LEAST_SOFT_NS;
  for (guint round = 0; round < N_FINE_ROUNDS; round++)
    {
      find_scales (self);
      find_ridge (self);
      climb_steps (self, N_FINE_STEPS);
    }
}

/* How likely the delays are whatever the drifts are, near those that were found: drifts that are
 * made up for few delays are less so. */
static double
get_evidence (Fitting *self)
{
  double evidence = self->value;

  sum_parts (self);
  for (guint i = 0; i < self->n; i++)
    evidence -= log (self->diagonal[3 * i + 2] / self->ridge) / 2.0;
  return evidence;
}

/* Few delays are explained by large drifts as well as by small ones, so both are tried. */
static void
fit_all (Fitting *self)
{
  gsize n_bytes = 2 * self->n * sizeof (double);
  g_autofree double *start = g_memdup2 (self->unknowns, n_bytes);
  g_autofree double *large = NULL;
  gsize n_delays = 0;
  double evidence;

  for (gsize k = 0; k < 2 * self->pairs->n_pairs; k++)
    n_delays += spur_clock_pairs_get_side (self->pairs, k)->n_points;
  n_delays = spur_clock_samples_sum (self->samples, n_delays);
  climb_from (self, MOST_SLOPE);
  if (!self->has_slopes || n_delays >= MIN_OF_SCALE * (gsize) self->n)
    return;
  evidence = get_evidence (self);
  large = g_memdup2 (self->unknowns, n_bytes);
  memcpy (self->unknowns, start, n_bytes);
  climb_from (self, LEAST_SLOPE);
  if (get_evidence (self) >= evidence)
    return;
  memcpy (self->unknowns, large, n_bytes);
  find_scales (self);
  find_ridge (self);
  rate_unknowns (self, self->unknowns);
}

/* Middles that are nearer to each other than usual are so by chance. */
static void
even_sigmas (GArray *lines)
{
  SpurPairLine *all = (SpurPairLine *) (gpointer) lines->data;
  g_autofree double *sigmas_ns = g_new (double, lines->len + 1);
  double usual_ns;

  for (guint i = 0; i < lines->len; i++)
    sigmas_ns[i] = all[i].sigma_ns;
  usual_ns = lines->len > 0 ? spur_pair_select (sigmas_ns, lines->len, lines->len / 2) : 0.0;
  for (guint i = 0; i < lines->len; i++)
    all[i].sigma_ns = MAX (all[i].sigma_ns, usual_ns);
}

static void
begin_with_middles (Fitting *self, const SpurClockPairs *pairs)
{
  g_autoptr (GArray) lines =
    spur_clock_pairs_find_lines (pairs, self->samples, spur_pair_line_by_middle);
  g_autofree double *errors_ns = NULL;

  even_sigmas (lines);
  errors_ns = spur_pair_lines_join (lines, self->n, SPUR_JOIN_ALL, NULL);
  for (guint i = 0; i < self->n; i++)
    self->unknowns[i] = isnan (errors_ns[i]) ? 0.0 : errors_ns[i];
  spur_communicator_follow (self->samples->communicator, self->unknowns,
                            2 * self->n * sizeof (double));
}

/* Of neighbours in time only the least delay remains, with its place for its time. */
static void
thin_side (SpurPairSide *side, double half_s)
{
  gsize step = side->n_points / MAX_POINTS + 1, n_points = 0;

  for (gsize i = 0; i < side->n_points; i += step)
    {
      SpurPairPoint least = side->points[i];

      for (gsize k = i; k < MIN (i + step, side->n_points); k++)
        least = side->points[k].delay_ns < least.delay_ns ? side->points[k] : least;
      side->points[n_points++] = (SpurPairPoint){ least.time_s / half_s, least.delay_ns };
    }
  side->n_points = n_points;
}

/* How well clocks are known against the mean of their groups, at the worst of some. */
static void
measure_sigmas (Fitting *self, const guint *groups, SpurRobustLines *lines)
{
  guint n = self->n, n_measured = MIN (n, MAX_MEASURED);
  g_autofree double *right = g_new (double, 2 * n + 1);
  g_autofree double *values = g_new (double, 2 * n + 1);
  g_autofree guint8 *is_known = g_new (guint8, n + 1);

  memset (is_known, TRUE, n);
  sum_parts (self);
  factor_matrix (self);
  for (guint k = 0; k < n_measured; k++)
    {
      guint clock = (guint) ((guint64) k * n / n_measured);
      double variances[3] = { 0.0 };

      memset (right, 0, 2 * n * sizeof *right);
      right[clock] = 1.0;
      spur_clock_take_means_off (right, is_known, groups, n);
      solve_system (self, right, values);
      variances[0] = spur_gradients_get_product (right, values, 2 * n);
      if (self->has_slopes)
        {
          variances[1] = spur_gradients_get_product (right, values + n, n);
          memmove (right + n, right, n * sizeof *right);
          memset (right, 0, n * sizeof *right);
          solve_system (self, right, values);
          variances[2] = spur_gradients_get_product (right, values, 2 * n);
        }
      lines->growth_sigma_ns = MAX (lines->growth_sigma_ns, sqrt (MAX (variances[2], 0.0)));
      lines->end_sigma_ns =
        MAX (lines->end_sigma_ns,
             sqrt (MAX (variances[0] + 2.0 * fabs (variances[1]) + variances[2], 0.0)));
    }
  spur_communicator_follow (self->samples->communicator, &lines->growth_sigma_ns, sizeof (double));
  spur_communicator_follow (self->samples->communicator, &lines->end_sigma_ns, sizeof (double));
}

SpurRobustLines *
spur_robust_lines_new (const SpurClockSamples *samples,
                       const guint *groups,
                       gboolean has_slopes,
                       const guint *drifts)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);
  SpurRobustLines *lines = g_new0 (SpurRobustLines, 1);
  guint n = samples->n_clocks;
  g_autofree double *scales = g_new0 (double, 2 * pairs->n_pairs + 1);
  g_autofree double *trial = g_new0 (double, 2 * n + 1);
  g_autofree double *gradient = g_new0 (double, 2 * n + 1);
  g_autofree double *diagonal = g_new0 (double, 3 * n + 1);
  g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (Part));
  Fitting fitting = { .samples = samples,
                      .pairs = pairs,
                      .scales = scales,
                      .n = n,
                      .has_slopes = has_slopes,
                      .drifts = drifts,
                      .half_s = MAX (pairs->length_s / 2.0, 1e-9),
                      .unknowns = g_new0 (double, 2 * n + 1),
                      .trial = trial,
                      .gradient = gradient,
                      .diagonal = diagonal,
                      .parts = parts };

  begin_with_middles (&fitting, pairs);
  for (gsize k = 0; k < 2 * pairs->n_pairs; k++)
    thin_side (spur_clock_pairs_get_side (pairs, k), fitting.half_s);
  fit_all (&fitting);
  measure_sigmas (&fitting, groups, lines);
  g_clear_pointer (&fitting.factor, spur_clock_factor_free);
  lines->n_clocks = n;
  lines->middle_ns = pairs->middle_ns;
  lines->half_s = fitting.half_s;
  lines->scale_ns = fitting.usual_scale_ns;
  lines->errors_ns = fitting.unknowns;
  return lines;
}

gint64
spur_robust_lines_apply (const SpurRobustLines *self, guint clock, gint64 time_ns)
{
  double place = (double) (time_ns - self->middle_ns) * 1e-9 / self->half_s;

  return time_ns -
         llrint (self->errors_ns[clock] + self->errors_ns[self->n_clocks + clock] * place);
}

void
spur_robust_lines_free (SpurRobustLines *self)
{
  g_free (self->errors_ns);
  g_free (self);
}
