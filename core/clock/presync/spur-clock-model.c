/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pre-synchronisation by the smallest model that explains the edges, method "model" of
 * doc/clock-correction.md. Constants that contradict no edge are taken. Otherwise models are made
 * from half of the edges, and rated by the likelihood of the other half. The smallest one is taken
 * whose rate is not below the best one's by more than chance explains, and made again from all
 * edges. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-breaks-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"
#include "core/clock/presync/spur-clock-widths-private.h"

/* From small to large. Two ways to make constants and lines: the likeliest ones, which few edges
 * tell best, and those in the middle of what edges allow, which many do. */
typedef enum
{
  MODEL_NONE,
  MODEL_MEASURED,
  MODEL_CONSTANT,
  MODEL_MIDDLE,
  MODEL_LINE,
  MODEL_HULL,
  MODEL_CURVE,
  N_MODELS
} Model;

static const guint sizes[N_MODELS] = { 0, 1, 2, 2, 3, 3, 4 };

/* Delays hang together for a while, so chance is seen from parts of the time, as many as give it to
 * an eighth (the standard deviation of n values is known to 1 / sqrt (2 n)). */
#define N_BLOCKS 32

/* Rates are summed as whole numbers, in the same way by any number of ranks. */
#define RATE_UNIT 1e6

/* A model with one size more has a number more for every clock, and one that means nothing makes
 * edges likelier by as much as a unit of the logarithm (Akaike's criterion). */
#define LEAST_GAIN 1.0

/* More edges than this are not needed to choose: their noise is below 1 % of a unit of rate. But
 * each clock needs some for its line, from which its line is known to a tenth of what they scatter.
 */
#define MAX_RATED (1u << 18)
#define RATED_PER_CLOCK 128

/* A side with fewer delays than this has no tenth of its own. */
#define MIN_OF_SCALE 10
#define LEAST_SCALE_NS 100.0
#define LEAST_SOFT_NS 20.0

/* Least delays come nearer to the truth with each one, likely ones with the root of their number,
 * which ratings do not see. In simulated runs with exponential delays lines of both kinds are as
 * good as each other where there are 25 each way of each pair. */
#define MIN_OF_LEAST 25

/* A bound in sigmas: 99.7 % of a normal distribution. */
#define N_SIGMAS 3.0

/* Clocks may be right, and single stamps wrong, where no more edges than this are reversed. */
#define MOST_WRONG 0.01

typedef struct
{
  const SpurPresyncInput *input;
  const SpurClockSamples *samples; /* all */
  const guint *groups;
  guint8 *is_joined;         /* clocks with edges in both directions of which some are reversed */
  gboolean has_breaks;       /* which are taken off the samples */
  gboolean has_few_reversed; /* edges, as single stamps that are wrong explain */
  gsize n_reversed;
  SpurRobustLines *lines; /* the last ones, which hulls improve */
  const SpurClockSample *lines_of;
} Choice;

static gboolean
is_selected (const Choice *choice, const SpurClockSample *sample, guint64 n_parts, guint64 part)
{
  /* Fibonacci hashing: neighbours in time come into different parts. */
  guint64 hash = ((guint64) sample->send_ns * 31 + (guint64) sample->receive_ns) *
                 G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return choice->groups[sample->from] == choice->groups[sample->to] &&
         choice->is_joined[sample->from] && (hash >> 32) % n_parts == part;
}

/* A part of the samples; the rest is that of the whole. */
static void
select_samples (SpurClockSamples *self, const Choice *choice, guint64 n_parts, guint64 part)
{
  const SpurClockSamples *all = choice->samples;
  gsize n_selected = 0;

  *self = *all;
  for (gsize i = 0; i < all->n_samples; i++)
    n_selected += is_selected (choice, &all->samples[i], n_parts, part);
  if (n_selected == all->n_samples)
    return;
  self->samples = g_new (SpurClockSample, n_selected + 1);
  self->n_samples = 0;
  for (gsize i = 0; i < all->n_samples; i++)
    {
      if (is_selected (choice, &all->samples[i], n_parts, part))
        self->samples[self->n_samples++] = all->samples[i];
    }
}

static void
release_samples (SpurClockSamples *self, const Choice *choice)
{
  if (self->samples != choice->samples->samples)
    g_free (self->samples);
}

/* Constants in the middle of what all edges allow; FALSE where they allow none. */
static gboolean
fit_middles (const Choice *choice, const SpurClockSamples *samples, SpurClockFit *fit)
{
  g_autoptr (SpurClockWindows) windows = spur_clock_windows_new_whole (samples);

  spur_clock_windows_view (windows, choice->input->work->job);
  if (windows->relaxations_ns[0] > 0)
    return FALSE;
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      const SpurClockView *view = spur_clock_windows_get_view (windows, 0, i);
      gint64 begin_ns = samples->spans[i].first_ns;

      if (!choice->is_joined[i] || view->half_width_ns < 0.0)
        continue;
      spur_clock_fit_add (fit, i, begin_ns, begin_ns - llrint (view->error_ns));
      spur_clock_fit_set_width (fit, choice->samples, i, view->half_width_ns, 0.0);
    }
  return TRUE;
}

/* Samples without the errors of lines, and without those that contradict them. */
static void
take_lines_off (SpurClockSamples *self,
                const SpurClockSamples *samples,
                const SpurRobustLines *lines)
{
  *self = *samples;
  self->samples = g_new (SpurClockSample, samples->n_samples + 1);
  spur_clock_samples_apply (samples, (SpurClockTimeFunc) spur_robust_lines_apply, lines, NULL,
                            self->samples);
  self->n_samples = 0;
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &self->samples[i];

      if ((double) (sample->receive_ns - sample->send_ns) >= -lines->scale_ns)
        self->samples[self->n_samples++] = *sample;
    }
}

/* Where edges are few, what they allow tells more than how close they come to that. */
static gboolean
find_pair_line (const SpurClockPair *pair, SpurPairLine *line)
{
  return spur_pair_line_by_likelihood (pair, line) || spur_pair_line_by_hull (pair, line);
}

/* What is left of lines is told by the least delays of pairs, where their edges are many. */
static void
improve_by_hulls (const SpurClockSamples *samples, SpurRobustLines *lines)
{
  SpurClockSamples rest;
  g_autoptr (SpurClockPairs) pairs = NULL;
  g_autoptr (GArray) of_pairs = NULL;
  g_autofree double *errors = NULL;
  guint n = samples->n_clocks;

  take_lines_off (&rest, samples, lines);
  pairs = spur_clock_pairs_new (&rest);
  of_pairs = spur_clock_pairs_find_lines (pairs, &rest, find_pair_line);
  errors = spur_pair_lines_join (of_pairs, n, SPUR_JOIN_ALL,
                                 N_SIGMAS * lines->growth_sigma_ns / lines->half_s);
  for (guint i = 0; i < n; i++)
    {
      double off_s = (double) (lines->middle_ns - pairs->middle_ns) * 1e-9;

      if (isnan (errors[i]))
        continue;
      lines->errors_ns[i] += errors[i] + errors[n + i] * off_s;
      lines->errors_ns[n + i] += errors[n + i] * lines->half_s;
    }
  g_free (rest.samples);
}

static void
fit_lines (Choice *choice, const SpurClockSamples *samples, Model model, SpurClockFit *fit)
{
  SpurRobustLines *lines = choice->lines;

  if (model != MODEL_HULL || choice->lines_of != samples->samples)
    {
      g_clear_pointer (&choice->lines, spur_robust_lines_free);
      lines = choice->lines =
        spur_robust_lines_new (samples, choice->groups, model != MODEL_CONSTANT, NULL);
      choice->lines_of = model == MODEL_LINE ? samples->samples : NULL;
    }
  if (model == MODEL_HULL)
    {
      improve_by_hulls (samples, lines);
      choice->lines_of = NULL;
    }
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      gint64 begin_ns = samples->spans[i].first_ns;
      gint64 end_ns = MAX (samples->spans[i].last_ns, begin_ns + 1);

      if (!choice->is_joined[i])
        continue;
      spur_clock_fit_add (fit, i, begin_ns, spur_robust_lines_apply (lines, i, begin_ns));
      spur_clock_fit_add (fit, i, end_ns, spur_robust_lines_apply (lines, i, end_ns));
      spur_clock_fit_set_width (fit, choice->samples, i, SPUR_BOUND_SIGMAS * lines->end_sigma_ns,
                                SPUR_BOUND_SIGMAS * lines->growth_sigma_ns / lines->half_s * 1e-9);
    }
}

/* (transfer full): The model of samples; NULL where it has none. */
static SpurClockFit *
make_fit (Choice *choice, Model model, const SpurClockSamples *samples)
{
  g_autoptr (SpurClockFit) fit = spur_clock_fit_new (samples->n_clocks);
  SpurPresyncInput input = *choice->input;

  input.samples = samples;
  switch (model)
    {
    case MODEL_NONE:
      if (!choice->has_few_reversed)
        return NULL;
      fit->outcome =
        choice->has_breaks ? SPUR_CLOCK_OUTCOME_STEPS : SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT;
      break;
    case MODEL_MEASURED:
      /* They are in the times of the trace itself. */
      if (choice->has_breaks || spur_clock_fit_add_measured (fit, samples, input.work->trace) == 0)
        return NULL;
      break;
    case MODEL_MIDDLE:
      fit->outcome = SPUR_CLOCK_OUTCOME_OFFSETS;
      if (!fit_middles (choice, samples, fit))
        return NULL;
      break;
    case MODEL_CONSTANT:
    case MODEL_LINE:
    case MODEL_HULL:
      fit->outcome =
        model == MODEL_CONSTANT ? SPUR_CLOCK_OUTCOME_OFFSETS : SPUR_CLOCK_OUTCOME_LINES;
      fit_lines (choice, samples, model, fit);
      break;
    case MODEL_CURVE:
      spur_presync_by_corridor (&input, fit);
      if (!spur_clock_outcome_is_change (fit->outcome))
        return NULL;
      break;
    case N_MODELS:
      g_assert_not_reached ();
    }
  return g_steal_pointer (&fit);
}

/* Delays of samples by a model. */
static SpurClockPairs *
pair_rest (const SpurClockFit *fit, const SpurClockSamples *samples)
{
  SpurClockSamples rest = *samples;
  SpurClockPairs *pairs;

  rest.samples = g_new (SpurClockSample, samples->n_samples + 1);
  spur_clock_samples_apply (samples, (SpurClockTimeFunc) spur_clock_fit_apply, fit, NULL,
                            rest.samples);
  pairs = spur_clock_pairs_new (&rest);
  g_free (rest.samples);
  return pairs;
}

static double
get_scale (const SpurPairSide *side, double usual_ns)
{
  if (side->n_points < MIN_OF_SCALE)
    return usual_ns;
  return MAX (spur_pair_side_get_tenth (side, 0.0, 0.0), LEAST_SCALE_NS);
}

static void
rate_side (const SpurClockPairs *pairs, const SpurPairSide *side, double scale_ns, gint64 *blocks)
{
  double soft_ns = MAX (scale_ns / 4.0, LEAST_SOFT_NS);

  for (gsize i = 0; i < side->n_points; i++)
    {
      double place = side->points[i].time_s / MAX (pairs->length_s, 1e-9) + 0.5;
      guint block = (guint) CLAMP (place * N_BLOCKS, 0.0, N_BLOCKS - 1.0);

      blocks[block] +=
        llrint (RATE_UNIT * spur_robust_rate (side->points[i].delay_ns, scale_ns, soft_ns));
    }
}

/* Half of the usual scale of all sides, which those have that have few delays. */
static double
get_usual_scale (const SpurClockPairs *pairs, const SpurClockSamples *samples)
{
  gint64 sums[2] = { 0, 0 };

  for (gsize i = 0; i < 2 * pairs->n_pairs; i++)
    {
      const SpurPairSide *side = spur_clock_pairs_get_side (pairs, i);

      if (side->n_points == 0)
        continue;
      sums[0] +=
        llrint (1e3 * log (MAX (spur_pair_side_get_tenth (side, 0.0, 0.0), LEAST_SCALE_NS)));
      sums[1]++;
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, sums, 2);
  return sums[1] > 0 ? exp ((double) sums[0] / (double) sums[1] * 1e-3) : LEAST_SCALE_NS;
}

/* How likely the model makes samples that it was not made from, by parts of the time. */
static void
rate_fit (const SpurClockFit *fit,
          const SpurClockSamples *known,
          const SpurClockSamples *asked,
          gint64 *blocks)
{
  g_autoptr (SpurClockPairs) before = pair_rest (fit, known);
  g_autoptr (SpurClockPairs) after = pair_rest (fit, asked);
  double usual_ns = get_usual_scale (before, known);

  memset (blocks, 0, N_BLOCKS * sizeof *blocks);
  for (gsize i = 0; i < after->n_pairs; i++)
    {
      const SpurClockPair *pair = &after->pairs[i];
      const SpurClockPair *same = spur_clock_pairs_find (before, pair->first, pair->second);

      rate_side (after, &pair->forth, same != NULL ? get_scale (&same->forth, usual_ns) : usual_ns,
                 blocks);
      rate_side (after, &pair->back, same != NULL ? get_scale (&same->back, usual_ns) : usual_ns,
                 blocks);
    }
  spur_communicator_all_reduce (known->communicator, SPUR_REDUCE_SUM, blocks, N_BLOCKS);
}

static gint64
sum_blocks (const gint64 *blocks)
{
  gint64 sum = 0;

  for (guint i = 0; i < N_BLOCKS; i++)
    sum += blocks[i];
  return sum;
}

/* Whether a model is worse than the best one by more than @n_errors standard errors, and by more
 * than is of use. */
static gboolean
is_worse (const gint64 *blocks, const gint64 *best, double n_errors, double least_gain)
{
  double sum = (double) (sum_blocks (best) - sum_blocks (blocks)), squares = 0.0;

  for (guint i = 0; i < N_BLOCKS; i++)
    squares += pow ((double) (best[i] - blocks[i]) - sum / N_BLOCKS, 2.0);
  return sum > n_errors * sqrt (squares * N_BLOCKS / (N_BLOCKS - 1.0)) + least_gain * RATE_UNIT;
}

/* What samples say of the models that were not made from them. */
typedef struct
{
  SpurClockFit *fit; /* of half of the samples, or fewer */
  gboolean is_made;
  gint64 blocks[N_BLOCKS];
  gsize n_reversed;
} Rating;

/* Models are made from one of the parts of samples and rated by another one. */
static guint64
count_parts (const SpurClockSamples *samples)
{
  guint64 n_all = spur_clock_samples_sum (samples, samples->n_samples);

  return 2 * (n_all / MAX (MAX_RATED, RATED_PER_CLOCK * (guint64) samples->n_clocks) + 1);
}

static void
rate_models (Choice *choice, Rating *ratings)
{
  guint64 n_parts = count_parts (choice->samples);
  SpurClockSamples known, asked;

  select_samples (&known, choice, n_parts, 0);
  select_samples (&asked, choice, n_parts, 1);
  for (guint model = 0; model < N_MODELS; model++)
    {
      SpurClockFit *fit = make_fit (choice, model, &known);

      ratings[model].fit = fit;
      ratings[model].is_made = fit != NULL;
      if (fit == NULL)
        continue;
      rate_fit (fit, &known, &asked, ratings[model].blocks);
      ratings[model].n_reversed =
        spur_clock_fit_count_reversed (fit, &asked, choice->input->work->job);
    }
  release_samples (&known, choice);
  release_samples (&asked, choice);
}

/* A model that leaves more reversed edges than another one by more than chance is refuted. */
static gboolean
is_refuted (gsize n_reversed, gsize n_least)
{
  double more = (double) n_reversed - (double) n_least;

  return more > N_SIGMAS * sqrt ((double) n_reversed + (double) n_least);
}

static void
leave_out_refuted (Rating *ratings)
{
  gsize least = G_MAXSIZE;

  for (guint model = 0; model < N_MODELS; model++)
    {
      if (ratings[model].is_made)
        least = MIN (least, ratings[model].n_reversed);
    }
  for (guint model = 0; model < N_MODELS; model++)
    {
      if (is_refuted (ratings[model].n_reversed, least))
        ratings[model].is_made = FALSE;
    }
}

/* How many delays there are of each direction of a pair, in the mean. */
static gsize
count_each_way (const Choice *choice)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (choice->samples);

  return spur_clock_samples_sum (choice->samples, choice->samples->n_samples) /
         MAX (spur_clock_samples_sum (choice->samples, 2 * pairs->n_pairs), 1);
}

static Model
choose_model (const Choice *choice, const Rating *ratings)
{
  gint64 most = G_MININT64;
  guint best = MODEL_NONE, chosen = MODEL_NONE;

  for (guint model = 0; model < N_MODELS; model++)
    {
      if (!ratings[model].is_made || sum_blocks (ratings[model].blocks) <= most)
        continue;
      most = sum_blocks (ratings[model].blocks);
      best = model;
    }
  for (; chosen < best; chosen++)
    {
      double least_gain = LEAST_GAIN * choice->samples->n_clocks * (sizes[best] - sizes[chosen]);
      /* Clocks are left alone unless it is as good as certain that they are wrong. */
      double n_errors = chosen == MODEL_NONE ? N_SIGMAS : 1.0;

      if (ratings[chosen].is_made &&
          !is_worse (ratings[chosen].blocks, ratings[best].blocks, n_errors, least_gain))
        break;
    }
  if (count_each_way (choice) < MIN_OF_LEAST)
    return chosen;
  for (guint model = chosen + 1; model < N_MODELS; model++)
    {
      if (ratings[model].is_made && sizes[model] == sizes[chosen])
        chosen = model;
    }
  return chosen;
}

/* Groups of clocks in which no edge is reversed are left alone, and clocks without others. FALSE
 * where these are all. */
static gboolean
find_joined (Choice *self)
{
  guint n_clocks = self->samples->n_clocks;
  g_autofree gint64 *is_reversed = g_new0 (gint64, n_clocks + 1);
  gboolean has_any = FALSE;

  for (gsize i = 0; i < self->samples->n_samples; i++)
    {
      const SpurClockSample *sample = &self->samples->samples[i];
      guint group = self->groups[sample->from];

      if (group == self->groups[sample->to] && sample->receive_ns < sample->send_ns)
        is_reversed[group] = TRUE;
    }
  spur_communicator_all_reduce (self->samples->communicator, SPUR_REDUCE_MAX, is_reversed,
                                n_clocks);
  for (guint i = 0; i < n_clocks; i++)
    {
      self->is_joined[i] =
        is_reversed[self->groups[i]] != 0 && self->samples->spans[i].n_events > 0;
      has_any |= self->is_joined[i];
    }
  return has_any;
}

static void
take_fit (SpurClockFit *fit, SpurClockFit *from)
{
  SpurClockFit swap = *fit;

  *fit = *from;
  *from = swap;
}

/* Whether a model of clocks explains most of what contradicts others. */
static gboolean
is_explanation (const Choice *choice, const SpurClockFit *fit, const SpurClockSamples *samples)
{
  return 2 * spur_clock_fit_count_reversed (fit, samples, choice->input->work->job) <
         choice->n_reversed;
}

/* Of constants and lines. */
static void
measure_widths (const Choice *choice,
                const SpurClockSamples *samples,
                Model model,
                const SpurClockFit *of_part,
                SpurClockFit *fit)
{
  double change_ns = -1.0;

  if (of_part != NULL)
    change_ns = spur_clock_fit_get_change (fit, of_part, samples, choice->groups) /
                sqrt ((double) count_parts (choice->samples) - 1.0);
  spur_clock_fit_measure_widths (fit, samples, choice->groups, choice->input->work->job,
                                 model == MODEL_MIDDLE, change_ns);
}

/* Half of the edges may be too few for a line or a curve that all of them show. Where no model
 * explains most of what contradicts others, a curve promises the least. */
static void
take_larger_instead (Choice *choice,
                     const SpurClockSamples *samples,
                     Model *model,
                     SpurClockFit *best)
{
  static const Model larger[] = { MODEL_LINE, MODEL_CURVE };
  const SpurJob *job = choice->input->work->job;

  for (guint i = 0; i < G_N_ELEMENTS (larger); i++)
    {
      gsize n_reversed = spur_clock_fit_count_reversed (best, samples, job);
      g_autoptr (SpurClockFit) fit = NULL;

      if (sizes[*model] >= sizes[larger[i]] || !is_refuted (n_reversed, 0))
        continue;
      fit = make_fit (choice, larger[i], samples);
      if (fit == NULL)
        continue;
      if ((larger[i] == MODEL_CURVE && !is_explanation (choice, best, samples)) ||
          is_refuted (n_reversed, spur_clock_fit_count_reversed (fit, samples, job)))
        {
          *model = larger[i];
          take_fit (best, fit);
        }
    }
}

/* (transfer full): The best model of samples, which knows nothing of breaks. */
static SpurClockFit *
find_best (Choice *choice, Model *model)
{
  Rating ratings[N_MODELS] = { { FALSE } };
  SpurClockFit *best;
  SpurClockSamples all;

  rate_models (choice, ratings);
  leave_out_refuted (ratings);
  *model = choose_model (choice, ratings);
  select_samples (&all, choice, 1, 0);
  best = make_fit (choice, *model, &all);
  if (best == NULL)
    {
      *model = MODEL_LINE;
      best = make_fit (choice, *model, &all);
    }
  if (choice->has_few_reversed && !is_explanation (choice, best, &all))
    {
      *model = MODEL_NONE;
      spur_clock_fit_free (best);
      best = make_fit (choice, *model, &all);
    }
  take_larger_instead (choice, &all, model, best);
  if (*model != MODEL_CURVE)
    {
      g_autofree gint64 *worst_ns = spur_clock_fit_get_worst (best, &all);

      measure_widths (choice, &all, *model, ratings[*model].fit, best);
      /* Edges that a model leaves reversed show how wrong it is for their clocks at some time. */
      spur_clock_fit_widen (best, worst_ns);
    }
  for (guint i = 0; i < N_MODELS; i++)
    g_clear_pointer (&ratings[i].fit, spur_clock_fit_free);
  release_samples (&all, choice);
  return best;
}

/* Constants that contradict no edge, where there are some. */
static SpurClockFit *
find_middles (Choice *choice)
{
  SpurClockSamples all;
  SpurClockFit *fit;

  select_samples (&all, choice, 1, 0);
  fit = make_fit (choice, MODEL_MIDDLE, &all);
  if (fit != NULL)
    measure_widths (choice, &all, MODEL_MIDDLE, NULL, fit);
  release_samples (&all, choice);
  return fit;
}

/* Finds breaks where @breaks are NULL. */
static void
fit_clocks (const SpurPresyncInput *input, GArray **breaks, SpurClockFit *fit)
{
  g_autofree guint8 *is_joined = g_new0 (guint8, input->samples->n_clocks + 1);
  Choice choice = {
    .input = input, .samples = input->samples, .groups = input->groups, .is_joined = is_joined
  };
  g_autoptr (SpurClockSamples) whole = NULL;
  g_autoptr (SpurClockFit) best = NULL;
  Model model = MODEL_MIDDLE;

  if (spur_clock_samples_sum (input->samples, input->samples->n_samples) == 0)
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_NOT_CONNECTED;
      return;
    }
  if (!find_joined (&choice))
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
      return;
    }
  /* Where constants contradict no edge at all, nothing tells of more. */
  if (*breaks == NULL && input->samples->setbacks->len == 0)
    best = find_middles (&choice);
  if (best == NULL)
    {
      if (*breaks == NULL)
        *breaks = spur_clock_breaks_find (choice.samples, input->groups);
      choice.has_breaks = (*breaks)->len > 0;
      if (choice.has_breaks)
        choice.samples = whole = spur_clock_breaks_take_off (*breaks, input->samples);
      choice.n_reversed = spur_clock_fit_count_reversed (NULL, choice.samples, input->work->job);
      choice.has_few_reversed =
        (double) choice.n_reversed <=
        MOST_WRONG * (double) spur_clock_samples_sum (choice.samples, choice.samples->n_samples);
      best = find_best (&choice, &model);
      g_clear_pointer (&choice.lines, spur_robust_lines_free);
    }
  take_fit (fit, best);
  if (choice.has_breaks)
    spur_clock_breaks_put_back (*breaks, fit);
  if (model != MODEL_NONE && model != MODEL_MEASURED && model != MODEL_CURVE)
    spur_clock_fit_centre (fit, input->samples);
}

void
spur_presync_by_model (const SpurPresyncInput *input, SpurClockFit *fit)
{
  SpurPresyncInput right = *input;
  g_autoptr (SpurClockFit) again = NULL;
  g_autoptr (GArray) breaks = NULL;
  g_autoptr (SpurClockSamples) rest = NULL, same = NULL;

  fit_clocks (input, &breaks, fit);
  if (!spur_clock_outcome_is_change (fit->outcome) &&
      fit->outcome != SPUR_CLOCK_OUTCOME_CLOCKS_RIGHT)
    return;
  right.samples = rest = spur_clock_stands_place (input, fit);
  if (rest == NULL)
    return;
  /* Without stamps that are wrong clocks are known better. */
  again = spur_clock_fit_new (fit->n_clocks);
  fit_clocks (&right, &breaks, again);
  take_fit (fit, again);
  same = spur_clock_stands_place (input, fit);
}
