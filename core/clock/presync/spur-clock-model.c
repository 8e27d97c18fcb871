/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pre-synchronisation by the smallest model that explains the edges, method "model" of
 * doc/clock-correction.md. Models are made from half of the edges, and rated by the likelihood of
 * the other half, of few edges also the other way round. The smallest one is taken whose rate is
 * not below the best one's by more than chance explains, and made again from all edges. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-breaks-private.h"
#include "core/clock/presync/spur-clock-forecast-private.h"
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

/* A model with one size more has a number more for every clock, and one that means nothing makes
 * edges likelier by as much as a unit of the logarithm (Akaike's criterion). */
#define LEAST_GAIN 1.0

/* More edges than this are not needed to choose: their noise is below 1 % of a unit of rate. But
 * each clock needs some for its line, from which its line is known to a tenth of what they scatter.
 */
#define MAX_RATED (1u << 18)
#define RATED_PER_CLOCK 128

/* Half of as many delays each way are three, which a hull has at the least. */
#define MIN_OF_LEAST 6

/* Of no more edges than this each half makes models that the other one rates, and both rates are
 * added. This takes up to twice as long: for 16,000 edges 0.1 s more of 64 clocks, 0.7 s of 1,024.
 */
#define MAX_SWAPPED (1u << 14)

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
  gboolean has_constants;    /* that contradict no edge */
  gsize n_reversed;
  guint64 n_parts;         /* of the samples, of which one makes models and one rates them */
  guint n_swaps;           /* 2 where each of these does both, else 1 */
  SpurClockUsual usual[2]; /* of known edges */
  SpurRobustLines *lines;  /* the last ones, which hulls improve */
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
      spur_robust_lines_improve (lines, samples);
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

/* (transfer full): That of more clocks, each of which is one of @fit's. */
static SpurClockFit *
spread_fit (const SpurClockFit *fit, const guint *domains, guint n_clocks)
{
  SpurClockFit *self = spur_clock_fit_new (n_clocks);

  for (guint i = 0; i < n_clocks; i++)
    self->knots[i] = fit->knots[domains[i]] != NULL ? g_array_ref (fit->knots[domains[i]]) : NULL;
  return self;
}

/* Delays tell whether clocks are right at all, and where they are long and nearly equal their shape
 * over the time tells more. */
typedef enum
{
  VIEW_DELAYS,
  VIEW_SHAPE,
  N_VIEWS
} View;

/* What samples say of the models that were not made from them. */
typedef struct
{
  SpurClockFit *fit; /* of half of the samples, or fewer */
  gboolean is_made;
  gint64 rates[N_VIEWS][SPUR_N_RATES];
  gsize n_reversed;
} Rating;

/* Models are made from one of the parts of samples and rated by another one. */
static guint64
count_parts (const SpurClockSamples *samples)
{
  guint64 n_all = spur_clock_samples_sum (samples, samples->n_samples);

  return 2 * (n_all / MAX (MAX_RATED, RATED_PER_CLOCK * (guint64) samples->n_clocks) + 1);
}

/* Gives the first one of those that leave the fewest; N_MODELS where there is none. */
static Model
leave_out_refuted (Rating *ratings)
{
  gsize least = G_MAXSIZE;
  guint first = N_MODELS;

  for (guint model = 0; model < N_MODELS; model++)
    {
      if (!ratings[model].is_made || ratings[model].n_reversed >= least)
        continue;
      least = ratings[model].n_reversed;
      first = model;
    }
  for (guint model = 0; model < N_MODELS; model++)
    {
      if (spur_clock_is_refuted (ratings[model].n_reversed, least))
        ratings[model].is_made = FALSE;
    }
  return first;
}

/* Models of one part of the samples, and the part that rates them. */
typedef struct
{
  SpurClockSamples known;
  SpurClockSamples told; /* the same of the clocks that are rated */
  SpurClockSamples asked;
  SpurClockFit *fits[N_MODELS];
} Trial;

static void
trial_init (Trial *self, Choice *choice, const Choice *apart, const guint *domains, guint64 part)
{
  const Choice *rated = apart != NULL ? apart : choice;

  select_samples (&self->known, choice, rated->n_parts, part);
  self->told = self->known;
  if (rated != choice)
    select_samples (&self->told, rated, rated->n_parts, part);
  select_samples (&self->asked, rated, rated->n_parts, 1 - part);
  for (guint model = 0; model < N_MODELS; model++)
    {
      SpurClockFit *fit = make_fit (choice, model, &self->known);

      if (fit != NULL && apart != NULL)
        {
          SpurClockFit *spread = spread_fit (fit, domains, self->asked.n_clocks);

          spur_clock_fit_free (fit);
          fit = spread;
        }
      self->fits[model] = fit;
    }
}

static void
trial_clear (Trial *self, const Choice *choice, const Choice *rated)
{
  for (guint model = 0; model < N_MODELS; model++)
    g_clear_pointer (&self->fits[model], spur_clock_fit_free);
  release_samples (&self->known, choice);
  if (rated != choice)
    release_samples (&self->told, rated);
  release_samples (&self->asked, rated);
}

/* Models that the trials have in common. */
static void
count_reversed (Trial *trials, guint n_trials, const SpurJob *job, Rating *ratings)
{
  for (guint model = 0; model < N_MODELS; model++)
    {
      Rating *rating = &ratings[model];

      rating->is_made = TRUE;
      for (guint i = 0; i < n_trials; i++)
        {
          const SpurClockFit *fit = trials[i].fits[model];

          rating->is_made &= fit != NULL;
          if (fit != NULL)
            rating->n_reversed += spur_clock_fit_count_reversed (fit, &trials[i].asked, job);
        }
    }
}

static void
add_rates (const Trial *trial, const SpurClockUsual *usual, Rating *ratings)
{
  for (guint model = 0; model < N_MODELS; model++)
    {
      gint64 rates[N_VIEWS][SPUR_N_RATES];

      if (!ratings[model].is_made || usual->pairs == NULL)
        continue;
      spur_clock_fit_rate (trial->fits[model], usual, &trial->asked, rates[VIEW_DELAYS]);
      spur_clock_fit_rate_shape (trial->fits[model], &trial->told, &trial->asked,
                                 rates[VIEW_SHAPE]);
      for (guint i = 0; i < SPUR_N_RATES; i++)
        {
          ratings[model].rates[VIEW_DELAYS][i] += rates[VIEW_DELAYS][i];
          ratings[model].rates[VIEW_SHAPE][i] += rates[VIEW_SHAPE][i];
        }
    }
}

/* @apart, if not NULL, has the samples of more clocks, of which each is one of @self's, as @domains
 * tells; these rate then, by what is usual there. */
static void
rate_models (Choice *self, const Choice *apart, const guint *domains, Rating *ratings)
{
  const Choice *rated = apart != NULL ? apart : self;
  Trial trials[2];
  Model first;

  for (guint i = 0; i < rated->n_swaps; i++)
    trial_init (&trials[i], self, apart, domains, i);
  count_reversed (trials, rated->n_swaps, self->input->work->job, ratings);
  first = leave_out_refuted (ratings);
  for (guint i = 0; i < rated->n_swaps; i++)
    {
      if (apart == NULL && first != N_MODELS)
        spur_clock_usual_init (&self->usual[i], trials[i].fits[first], &trials[i].known);
      add_rates (&trials[i], &rated->usual[i], ratings);
    }
  for (guint model = 0; model < N_MODELS; model++)
    ratings[model].fit = g_steal_pointer (&trials[0].fits[model]);
  for (guint i = 0; i < rated->n_swaps; i++)
    trial_clear (&trials[i], self, rated);
}

/* By how many standard errors a model may be worse than the best one. Clocks are left alone unless
 * it is as good as certain that they are wrong. Constants that edges contradict have no benefit of
 * doubt, for clocks drift. */
static double
get_benefit (const Choice *choice, Model model)
{
  if (model == MODEL_NONE)
    return SPUR_CLOCK_N_SIGMAS;
  return !choice->has_constants && (model == MODEL_CONSTANT || model == MODEL_MIDDLE) ? 0.0 : 1.0;
}

static double
get_least_gain (const Choice *choice, Model from, Model to)
{
  return LEAST_GAIN * choice->samples->n_clocks * ((double) sizes[to] - sizes[from]);
}

/* The smallest one from @chosen on that is not worse than the best one. */
static Model
find_smallest (const Choice *choice, const Rating *ratings, View view, Model chosen)
{
  double most = -INFINITY;
  Model best = chosen;

  for (Model model = chosen; model < N_MODELS; model++)
    {
      double rate = (double) spur_clock_rates_sum (ratings[model].rates[view]) -
                    SPUR_RATE_UNIT * get_least_gain (choice, chosen, model);

      if (!ratings[model].is_made || rate <= most)
        continue;
      most = rate;
      best = model;
    }
  while (chosen < best && (!ratings[chosen].is_made ||
                           spur_clock_rates_are_worse (
                             ratings[chosen].rates[view], ratings[best].rates[view],
                             get_benefit (choice, chosen), get_least_gain (choice, chosen, best))))
    chosen++;
  return chosen;
}

static Model
choose_model (const Choice *choice, const Rating *ratings)
{
  g_autoptr (SpurClockPairs) pairs = NULL;
  Model chosen =
    choice->has_constants ? MODEL_MIDDLE : find_smallest (choice, ratings, VIEW_DELAYS, MODEL_NONE);

  chosen = find_smallest (choice, ratings, VIEW_SHAPE, chosen);
  pairs = spur_clock_pairs_new (choice->samples);
  if (spur_clock_pairs_count_each_way (pairs, choice->samples) < MIN_OF_LEAST)
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
                sqrt ((double) choice->n_parts - 1.0);
  spur_clock_fit_measure_widths (fit, samples, choice->groups, choice->input->work->job,
                                 model == MODEL_MIDDLE, change_ns);
}

/* Whether more edges contradict constants than single stamps that are wrong explain, and a line
 * explains most of these: clocks drift. */
static gboolean
is_drift (const SpurClockSamples *samples, Model model, gsize n_reversed, gsize n_of_line)
{
  gsize n_samples = spur_clock_samples_sum (samples, samples->n_samples);

  return (model == MODEL_CONSTANT || model == MODEL_MIDDLE) &&
         (double) n_reversed > MOST_WRONG * (double) n_samples && 2 * n_of_line < n_reversed;
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
      gsize n_reversed = spur_clock_fit_count_reversed (best, samples, job), n_larger;
      g_autoptr (SpurClockFit) fit = NULL;

      if (sizes[*model] >= sizes[larger[i]] || n_reversed == 0 ||
          (larger[i] == MODEL_CURVE && !spur_clock_is_refuted (n_reversed, 0)))
        continue;
      fit = make_fit (choice, larger[i], samples);
      if (fit == NULL)
        continue;
      n_larger = spur_clock_fit_count_reversed (fit, samples, job);
      if ((larger[i] == MODEL_CURVE && !is_explanation (choice, best, samples)) ||
          (larger[i] == MODEL_LINE && is_drift (samples, *model, n_reversed, n_larger)) ||
          spur_clock_is_refuted (n_reversed, n_larger))
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

  rate_models (choice, NULL, NULL, ratings);
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

      if (*model != MODEL_MEASURED)
        measure_widths (
          choice, &all, *model,
          choice->has_constants && *model == MODEL_MIDDLE ? NULL : ratings[*model].fit, best);
      /* Edges that a model leaves reversed show how wrong it is for their clocks at some time. */
      spur_clock_fit_widen (best, worst_ns);
    }
  for (guint i = 0; i < N_MODELS; i++)
    g_clear_pointer (&ratings[i].fit, spur_clock_fit_free);
  release_samples (&all, choice);
  return best;
}

/* Whether probes tell of clocks that edges do not join to the others, or leave alone. */
static gboolean
has_more_clocks (const Choice *choice, const SpurClockFit *probed)
{
  guint group = G_MAXUINT;

  for (guint i = 0; i < probed->n_clocks; i++)
    {
      if (probed->half_widths_ns[i * probed->n_places] < 0)
        continue;
      if (group == G_MAXUINT)
        group = choice->groups[i];
      if (!choice->is_joined[i] || choice->groups[i] != group)
        return TRUE;
    }
  return FALSE;
}

/* Probes are taken where they tell of more clocks than edges do and no edge contradicts their
 * bounds, or where they tell it better and leave no more edges reversed. */
static gboolean
is_better (const Choice *choice, const SpurClockFit *probed, const SpurClockFit *best)
{
  const SpurJob *job = choice->input->work->job;
  double width_ns = spur_clock_fit_get_usual_width (probed, choice->is_joined);
  double best_ns = spur_clock_fit_get_usual_width (best, choice->is_joined);
  SpurClockFinding finding;

  if (width_ns < 0.0)
    return FALSE;
  if (has_more_clocks (choice, probed))
    return !spur_clock_fit_find_contradiction (probed, choice->samples, &finding);
  return (best_ns < 0.0 || best_ns > width_ns) &&
         spur_clock_fit_count_reversed (probed, choice->samples, job) <=
           spur_clock_fit_count_reversed (best, choice->samples, job);
}

static void
take_probed_instead (const Choice *choice, Model *model, SpurClockFit *best)
{
  g_autoptr (SpurClockFit) fit = spur_clock_fit_new (best->n_clocks);

  if (choice->has_breaks || choice->samples->setbacks->len > 0)
    return;
  spur_clock_fit_add_measured (fit, choice->samples, choice->input->work->trace);
  if (fit->outcome != SPUR_CLOCK_OUTCOME_BOUNDED || !is_better (choice, fit, best))
    return;
  *model = MODEL_MEASURED;
  take_fit (best, fit);
}

/* Whether there are constants that contradict no edge. */
static gboolean
has_middles (Choice *choice)
{
  g_autoptr (SpurClockFit) fit = NULL;
  SpurClockSamples all;

  select_samples (&all, choice, 1, 0);
  fit = make_fit (choice, MODEL_MIDDLE, &all);
  release_samples (&all, choice);
  return fit != NULL;
}

static void
choice_clear (Choice *self)
{
  g_clear_pointer (&self->lines, spur_robust_lines_free);
  for (guint i = 0; i < G_N_ELEMENTS (self->usual); i++)
    spur_clock_usual_clear (&self->usual[i]);
}

static void
look_at_samples (Choice *self)
{
  gsize n_samples = spur_clock_samples_sum (self->samples, self->samples->n_samples);

  self->n_parts = count_parts (self->samples);
  self->n_swaps = n_samples <= MAX_SWAPPED ? 2 : 1;
  self->n_reversed = spur_clock_fit_count_reversed (NULL, self->samples, self->input->work->job);
  self->has_few_reversed = (double) self->n_reversed <= MOST_WRONG * (double) n_samples;
}

/* Which model foretells best, of clocks as they are or joined; N_MODELS where there is none. */
static Model
rate_clocks (Choice *self, const Choice *apart, const guint *domains, Rating *ratings)
{
  look_at_samples (self);
  rate_models (self, apart, domains, ratings);
  for (guint i = 0; i < N_MODELS; i++)
    g_clear_pointer (&ratings[i].fit, spur_clock_fit_free);
  for (guint i = 0; i < N_MODELS; i++)
    {
      if (ratings[i].is_made)
        return choose_model (self, ratings);
    }
  return N_MODELS;
}

gboolean
spur_presync_is_joined (const SpurPresyncInput *input,
                        const SpurPresyncInput *joined,
                        const guint *domains,
                        gboolean has_hosts)
{
  guint n_clocks = input->samples->n_clocks, n_domains = joined->samples->n_clocks;
  g_autofree guint8 *is_joined = g_new0 (guint8, n_clocks + 1);
  g_autofree guint8 *is_joined_together = g_new0 (guint8, n_domains + 1);
  Choice apart = {
    .input = input, .samples = input->samples, .groups = input->groups, .is_joined = is_joined
  };
  Choice together = { .input = joined,
                      .samples = joined->samples,
                      .groups = joined->groups,
                      .is_joined = is_joined_together };
  Rating ratings[2][N_MODELS] = { { { NULL } } };
  Model many, few = N_MODELS;

  if (!find_joined (&apart) || !find_joined (&together))
    return FALSE;
  many = rate_clocks (&apart, NULL, NULL, ratings[0]);
  if (has_hosts || !spur_clock_domains_is_chance (input->samples, domains))
    few = rate_clocks (&together, &apart, domains, ratings[1]);
  choice_clear (&apart);
  choice_clear (&together);
  if (many == N_MODELS || few == N_MODELS)
    return FALSE;
  /* The same model of fewer clocks has fewer numbers. */
  return !spur_clock_is_refuted (ratings[1][few].n_reversed, ratings[0][many].n_reversed) &&
         !spur_clock_rates_are_worse (ratings[1][few].rates[VIEW_DELAYS],
                                      ratings[0][many].rates[VIEW_DELAYS], 1.0,
                                      LEAST_GAIN * sizes[many] * (n_clocks - n_domains));
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
      look_at_samples (&choice);
      fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
      if (!choice.has_few_reversed)
        spur_presync_by_one_way (input, fit);
      return;
    }
  choice.has_constants =
    *breaks == NULL && input->samples->setbacks->len == 0 && has_middles (&choice);
  if (!choice.has_constants)
    {
      if (*breaks == NULL)
        *breaks = spur_clock_breaks_find (choice.samples, input->groups);
      choice.has_breaks = (*breaks)->len > 0;
      if (choice.has_breaks)
        choice.samples = whole = spur_clock_breaks_take_off (*breaks, input->samples);
    }
  look_at_samples (&choice);
  best = find_best (&choice, &model);
  choice_clear (&choice);
  take_probed_instead (&choice, &model, best);
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
