/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-corridor-private.h"

#include <math.h>

#include "core/clock/spur-clock-lines-private.h"
#include "core/clock/spur-clock-spline-private.h"

#define SAMPLES_PER_TASK 65536

/* No difference of two clocks is seen better than this. */
#define LEAST_SIGMA_NS 20.0

/* More windows times clocks than this are not worth their memory. */
#define MAX_VIEWS (1u << 23)

/* How drifts change, in ns/s/sqrt(s), where nothing better is known. */
#define USUAL_NOISE 10.0

/* What a clock does is at most so many sigma off. */
#define N_SIGMAS 3.0

/* Delays are not quite what makes their least ones exact, so chance is larger than they say. */
#define CHANCE 1.5

/* What is left of the drift of a clock, at the least. */
#define LEAST_DRIFT_NS_PER_S 5000.0

#define MIN_KNOT_S 0.05
#define MAX_KNOT_S 1.0

void
spur_corridor_init (SpurCorridor *self, const SpurClockSamples *samples, const SpurJob *job)
{
  memset (self, 0, sizeof *self);
  self->raw = samples;
  self->job = job;
  self->samples = g_memdup2 (samples, sizeof *samples);
  self->samples->samples =
    g_memdup2 (samples->samples, samples->n_samples * sizeof *samples->samples);
  self->spare = g_new (SpurClockSample, samples->n_samples + 1);
}

void
spur_corridor_clear (SpurCorridor *self)
{
  g_clear_pointer (&self->offsets, spur_clock_curves_free);
  g_clear_pointer (&self->lines, spur_clock_curves_free);
  g_clear_pointer (&self->wander, spur_clock_curves_free);
  g_clear_pointer (&self->rest, spur_clock_curves_free);
  g_clear_pointer (&self->common, spur_clock_curves_free);
  g_free (self->samples->samples);
  g_free (self->samples);
  g_free (self->spare);
  g_free (self->base);
  g_free (self->bends);
}

typedef struct
{
  SpurCorridor *corridor;
  const SpurClockSample *from;
  const SpurClockCurves *curves;
  gsize *n_reversed;
} Applying;

static void
apply_to_some (guint task, gpointer user_data)
{
  Applying *self = user_data;
  const SpurClockSample *from = self->from;
  gsize begin = (gsize) task * SAMPLES_PER_TASK;
  gsize end = MIN (begin + SAMPLES_PER_TASK, self->corridor->samples->n_samples);

  for (gsize i = begin; i < end; i++)
    {
      SpurClockSample sample = from[i];

      sample.send_ns = spur_clock_curves_apply (self->curves, sample.from, sample.send_ns);
      sample.receive_ns = spur_clock_curves_apply (self->curves, sample.to, sample.receive_ns);
      self->corridor->spare[i] = sample;
      self->n_reversed[task] += sample.receive_ns < sample.send_ns;
    }
}

/* What the errors would make of @from, in the spare samples. */
static gsize
try_curves (SpurCorridor *self, const SpurClockSample *from, const SpurClockCurves *curves)
{
  guint n_tasks = (guint) (self->samples->n_samples / SAMPLES_PER_TASK + 1);
  g_autofree gsize *n_reversed = g_new0 (gsize, n_tasks);
  Applying applying = { self, from, curves, n_reversed };
  gsize n_numbers = (gsize) curves->n_clocks * curves->n_places, n_all = 0;

  spur_clock_samples_follow (self->samples, curves->values, n_numbers * sizeof (double));
  spur_clock_samples_follow (self->samples, curves->slopes, n_numbers * sizeof (double));
  spur_job_run (self->job, n_tasks, apply_to_some, &applying);
  for (guint i = 0; i < n_tasks; i++)
    n_all += n_reversed[i];
  return spur_clock_samples_sum (self->samples, n_all);
}

/* The spare samples are the samples from now on. */
static void
take_spare (SpurCorridor *self, gsize n_reversed)
{
  SpurClockSample *samples = self->samples->samples;

  self->samples->samples = self->spare;
  self->spare = samples;
  self->n_reversed = n_reversed;
}

static void
measure_span (SpurCorridor *self)
{
  spur_clock_samples_get_sends (self->samples, &self->begin_ns, &self->end_ns);
}

/* What all windows say. */
typedef struct
{
  SpurClockWindows *windows;
  SpurClockView *views;
  gint64 *relaxations_ns;
  GArray **differences;
} Looking;

static void
look_at_window (guint window, gpointer user_data)
{
  Looking *self = user_data;
  SpurWindowBounds bounds;

  spur_window_bounds_init (&bounds, self->windows);
  spur_window_bounds_solve (&bounds, self->windows, window);
  spur_window_bounds_view (&bounds, self->windows, self->views + window * self->windows->n_clocks);
  self->relaxations_ns[window] = bounds.relaxation_ns;
  spur_window_bounds_clear (&bounds);
}

static void
looking_init (Looking *self, SpurCorridor *corridor, gint64 window_ns, SpurJobTask task)
{
  self->windows =
    spur_clock_windows_new (corridor->samples, corridor->begin_ns, corridor->end_ns, window_ns);
  self->views = g_new0 (SpurClockView, self->windows->n_windows * self->windows->n_clocks + 1);
  self->relaxations_ns = g_new0 (gint64, self->windows->n_windows);
  self->differences = g_new0 (GArray *, self->windows->n_windows);
  spur_job_run (corridor->job, (guint) self->windows->n_windows, task, self);
}

static void
looking_clear (Looking *self)
{
  for (gsize w = 0; w < self->windows->n_windows; w++)
    g_clear_pointer (&self->differences[w], g_array_unref);
  g_clear_pointer (&self->windows, spur_clock_windows_free);
  g_free (self->views);
  g_free (self->relaxations_ns);
  g_free (self->differences);
}

/* One window over everything: constant errors, whatever they are. */
static void
find_offsets (SpurCorridor *self, double *errors_ns)
{
  Looking looking;

  measure_span (self);
  looking_init (&looking, self, MAX (self->end_ns - self->begin_ns, 1) + 1, look_at_window);
  for (guint i = 0; i < self->samples->n_clocks; i++)
    errors_ns[i] = looking.views[i].half_width_ns >= 0.0 ? looking.views[i].error_ns : 0.0;
  looking_clear (&looking);
}

static void
take_offsets_off (SpurCorridor *self)
{
  self->offsets = spur_clock_curves_new (self->samples->n_clocks, 1, 0, 0.0, 1.0);
  find_offsets (self, self->offsets->values);
  take_spare (self, try_curves (self, self->samples->samples, self->offsets));
}

/* How well the slopes of clocks are known from those of pairs, at the worst clock. */
static double
get_drift_sigma (const SpurPairLine *lines, gsize n_lines, guint n_clocks)
{
  g_autofree double *weights = g_new0 (double, n_clocks + 1);
  double worst = 0.0;

  for (gsize i = 0; i < n_lines; i++)
    {
      double weight = 1.0 / (lines[i].slope_sigma * lines[i].slope_sigma);

      weights[lines[i].first] += weight;
      weights[lines[i].second] += weight;
    }
  for (guint i = 0; i < n_clocks; i++)
    worst = MAX (worst, weights[i] > 0.0 ? 1.0 / sqrt (weights[i]) : 0.0);
  return worst;
}

/* What all slopes say together is less than what each says: where they are as large as chance makes
 * them clocks hardly drift (Stein's estimator). */
static void
shrink_slopes (const SpurPairLine *lines, gsize n_lines, guint n_clocks, double *slopes)
{
  double sum = 0.0, share;

  for (gsize i = 0; i < n_lines; i++)
    {
      double off = (slopes[lines[i].second] - slopes[lines[i].first]) / lines[i].slope_sigma;

      sum += off * off;
    }
  share = sum > 0.0 ? MAX (1.0 - CHANCE * (n_clocks - 1.0) / sum, 0.0) : 0.0;
  for (guint i = 0; i < n_clocks; i++)
    slopes[i] *= share;
}

/* How fast the clocks drift all the time. */
static void
take_lines_off (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks;
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (self->samples);
  g_autofree SpurPairLine *lines = NULL;
  g_autofree double *errors_ns = g_new0 (double, n_clocks + 1);
  g_autofree guint8 *is_known = g_new0 (guint8, n_clocks + 1);
  g_autoptr (SpurClockCurves) curves =
    spur_clock_curves_new (n_clocks, 1, pairs->middle_ns, 0.0, 1.0);
  gsize n_lines, n_reversed;

  lines =
    spur_clock_pairs_find_lines (pairs, self->samples, spur_pair_line_by_likelihood, &n_lines);
  spur_pair_lines_join (lines, n_lines, n_clocks, SPUR_JOIN_ALL, errors_ns, curves->slopes,
                        is_known);
  shrink_slopes (lines, n_lines, n_clocks, curves->slopes);
  self->drift = SPUR_USUAL_DRIFT;
  if (n_lines > 0)
    self->drift = MAX (get_drift_sigma (lines, n_lines, n_clocks), LEAST_DRIFT_NS_PER_S);
  n_reversed = try_curves (self, self->samples->samples, curves);
  take_spare (self, n_reversed);
  self->lines = g_steal_pointer (&curves);
  find_offsets (self, errors_ns);
  memcpy (self->lines->values, errors_ns, n_clocks * sizeof *errors_ns);
}

/* Rounds begin from here. */
static void
take_straight_errors_off (SpurCorridor *self)
{
  take_offsets_off (self);
  self->base = g_memdup2 (self->samples->samples, self->samples->n_samples * sizeof *self->base);
  take_lines_off (self);
  take_spare (self, try_curves (self, self->base, self->lines));
  /* Of several processes one may have none. */
  if (self->samples->n_samples > 0)
    memcpy (self->base, self->samples->samples, self->samples->n_samples * sizeof *self->base);
  measure_span (self);
}

/* What windows say of a clock, with what was found in the rounds before. */
static void
gather_sights (const SpurCorridor *self, const Looking *looking, SpurClockSight *sights)
{
  guint n_clocks = self->samples->n_clocks;
  gsize n_windows = looking->windows->n_windows;

  for (gsize w = 0; w < n_windows; w++)
    {
      gint64 time_ns = self->begin_ns + self->window_ns / 2 + (gint64) w * self->window_ns;

      for (guint i = 0; i < n_clocks; i++)
        {
          const SpurClockView *view = &looking->views[w * n_clocks + i];
          SpurClockSight *sight = &sights[i * n_windows + w];

          sight->sigma_ns = -1.0;
          if (view->half_width_ns < 0.0)
            continue;
          sight->value_ns = view->error_ns;
          if (self->wander != NULL)
            sight->value_ns += spur_clock_curves_get (self->wander, i, time_ns);
          sight->sigma_ns =
            hypot (view->half_width_ns / 2.0, LEAST_SIGMA_NS) + (double) looking->relaxations_ns[w];
        }
    }
}

/* Sees how wrong the clocks are in windows, and makes it smooth. Every round begins from the
 * offsets, so what was made up in a round with windows too long is gone in the next one; where it
 * would reverse more edges the last curves stay. */
static void
run_round (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks;
  double step_s = (double) self->window_ns * 1e-9;
  g_autoptr (SpurClockCurves) curves = NULL;
  g_autofree SpurClockSight *sights = NULL;
  gsize n_windows, n_reversed;
  Looking looking;
  SpurClockHabit habit;

  looking_init (&looking, self, self->window_ns, look_at_window);
  n_windows = looking.windows->n_windows;
  self->relaxation_ns = 0;
  for (gsize w = 0; w < n_windows; w++)
    self->relaxation_ns = MAX (self->relaxation_ns, looking.relaxations_ns[w]);
  sights = g_new (SpurClockSight, n_windows * n_clocks + 1);
  gather_sights (self, &looking, sights);
  looking_clear (&looking);
  curves = spur_clock_curves_new (n_clocks, n_windows, self->begin_ns, step_s / 2.0, step_s);
  habit = spur_clock_smooth (sights, n_clocks, n_windows, step_s, self->drift, curves->values,
                             curves->slopes, self->job);
  n_reversed = try_curves (self, self->base, curves);
  if (n_reversed > self->n_reversed)
    return;
  take_spare (self, n_reversed);
  g_clear_pointer (&self->wander, spur_clock_curves_free);
  self->wander = g_steal_pointer (&curves);
  self->habit = habit;
}

/* Differences of pairs in a window. All pairs say no more than n - 1 of them would, for paths lead
 * over the same edges, so each counts less. */
static void
look_at_pairs (guint window, gpointer user_data)
{
  Looking *self = user_data;
  guint n = self->windows->n_clocks;
  double time_s = ((double) window + 0.5) * (double) self->windows->length_ns * 1e-9;
  SpurWindowBounds bounds;

  self->differences[window] = g_array_new (FALSE, FALSE, sizeof (SpurClockDifference));
  spur_window_bounds_init (&bounds, self->windows);
  spur_window_bounds_solve (&bounds, self->windows, window);
  self->relaxations_ns[window] = bounds.relaxation_ns;
  for (guint i = 0; i < n; i++)
    {
      for (guint j = i + 1; j < n; j++)
        {
          gint64 forth = bounds.from_root[i * n + j], back = bounds.to_root[i * n + j];
          SpurClockDifference difference = { time_s, 0.0, 0.0, i, j };

          if (forth == SPUR_NO_PATH || back == SPUR_NO_PATH)
            continue;
          difference.value_ns = ((double) forth - (double) back) / 2.0;
          difference.sigma_ns =
            hypot (((double) forth + (double) back) / 4.0, LEAST_SIGMA_NS) * sqrt (n / 2.0) +
            (double) bounds.relaxation_ns;
          g_array_append_val (self->differences[window], difference);
        }
    }
  spur_window_bounds_clear (&bounds);
}

static void
refine (SpurCorridor *self)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SpurClockDifference));
  double length_s = (double) self->window_ns * 1e-9;
  g_autoptr (SpurClockCurves) rest = NULL;
  gboolean is_found;
  gsize n_reversed;
  Looking looking;

  if (self->samples->n_clocks > SPUR_WINDOWS_MAX_DENSE)
    return;
  looking_init (&looking, self, self->window_ns, look_at_pairs);
  for (gsize w = 0; w < looking.windows->n_windows; w++)
    g_array_append_vals (all, looking.differences[w]->data, looking.differences[w]->len);
  rest = spur_clock_spline_fit (
    (const SpurClockDifference *) (gpointer) all->data, all->len, self->samples->n_clocks,
    self->begin_ns, 0.0, (double) (self->end_ns - self->begin_ns) * 1e-9,
    CLAMP (length_s / 2.0, MIN_KNOT_S, MAX_KNOT_S), self->habit.drift, self->habit.noise);
  is_found = rest != NULL;
  spur_clock_samples_follow (self->samples, &is_found, sizeof is_found);
  n_reversed =
    is_found && rest != NULL ? try_curves (self, self->samples->samples, rest) : G_MAXSIZE;
  if (n_reversed <= self->n_reversed)
    {
      take_spare (self, n_reversed);
      self->rest = g_steal_pointer (&rest);
    }
  looking_clear (&looking);
}

gint64
spur_corridor_find_straight (const SpurCorridor *self, guint clock, gint64 time_ns)
{
  return spur_clock_curves_apply (self->lines, clock,
                                  spur_clock_curves_apply (self->offsets, clock, time_ns));
}

/* What was found of a clock at a time between the messages. */
static double
get_found (const SpurCorridor *self, guint clock, double time_s)
{
  gint64 time_ns = self->begin_ns + llrint (time_s * 1e9);
  double found = 0.0;

  if (self->wander != NULL)
    found += spur_clock_curves_get (self->wander, clock, time_ns);
  if (self->rest != NULL)
    found += spur_clock_curves_get (self->rest, clock, time_ns);
  return found;
}

/* How far back it is looked to see how a clock runs on, as a share of how far it runs on, and by
 * polynomials of which degree. */
typedef struct
{
  double share;
  guint degree;
} Outlook;

/* Smoothing makes curves straight at their very ends, so none looks at those only. */
static const Outlook outlooks[] = {
  { 1.0, 1 },
  { 1.0, 2 },
  { 2.0, 2 },
  { 2.0, 3 },
};

#define N_OUTLOOKS G_N_ELEMENTS (outlooks)
#define MAX_DEGREE 3
#define N_LOOKS 16
#define N_TRIALS 256

/* Gauss elimination; the matrix is positive. */
static void
solve_small (double matrix[MAX_DEGREE + 1][MAX_DEGREE + 1], double *right, guint n)
{
  for (guint k = 0; k < n; k++)
    {
      for (guint i = k + 1; i < n; i++)
        {
          double factor = matrix[i][k] / matrix[k][k];

          for (guint j = k; j < n; j++)
            matrix[i][j] -= factor * matrix[k][j];
          right[i] -= factor * right[k];
        }
    }
  for (guint i = n; i > 0; i--)
    {
      for (guint j = i; j < n; j++)
        right[i - 1] -= matrix[i - 1][j] * right[j];
      right[i - 1] /= matrix[i - 1][i - 1];
    }
}

/* The polynomial that a clock follows from a time on, for @length_s, which is negative where the
 * clock is followed back. Coefficients are those of powers of seconds. */
static void
follow (const SpurCorridor *self,
        guint clock,
        double time_s,
        double length_s,
        guint degree,
        double *coefficients)
{
  double matrix[MAX_DEGREE + 1][MAX_DEGREE + 1] = { { 0 } };
  double right[MAX_DEGREE + 1] = { 0 }, scale = 1.0;

  for (guint k = 0; k <= N_LOOKS; k++)
    {
      double u = (double) k / N_LOOKS, powers[2 * MAX_DEGREE + 1] = { 1.0 };
      double value = get_found (self, clock, time_s + u * length_s);

      for (guint i = 1; i <= 2 * degree; i++)
        powers[i] = powers[i - 1] * u;
      for (guint i = 0; i <= degree; i++)
        {
          right[i] += powers[i] * value;
          for (guint j = 0; j <= degree; j++)
            matrix[i][j] += powers[i + j];
        }
    }
  solve_small (matrix, right, degree + 1);
  for (guint i = 0; i <= MAX_DEGREE; i++)
    {
      coefficients[i] = i <= degree ? right[i] * scale : 0.0;
      scale /= length_s;
    }
}

/* How well it can be told during the run how clocks ran on for @length_s: the sum of squares. */
static double
rate_outlook (const SpurCorridor *self, const Outlook *outlook, double length_s)
{
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9;
  double look_s = MIN (outlook->share * length_s, span_s - length_s), sum = 0.0;
  double longest_s = MIN (2.0 * length_s, span_s - length_s);
  double step_s = MAX (length_s / 4.0, span_s / N_TRIALS);
  double coefficients[MAX_DEGREE + 1];

  for (guint i = 0; i < self->samples->n_clocks; i++)
    {
      for (double at_s = length_s; at_s + longest_s <= span_s; at_s += step_s)
        {
          double back_s = span_s - at_s, off;

          follow (self, i, at_s, look_s, outlook->degree, coefficients);
          off = get_found (self, i, at_s - length_s) - get_found (self, i, at_s) -
                spur_corridor_get_growth (coefficients, -length_s);
          sum += off * off;
          follow (self, i, back_s, -look_s, outlook->degree, coefficients);
          off = get_found (self, i, back_s + length_s) - get_found (self, i, back_s) -
                spur_corridor_get_growth (coefficients, length_s);
          sum += off * off;
        }
    }
  return sum;
}

/* How long the longest time is that a clock runs without messages before the first one or after the
 * last one; no more than what a quarter of the run can tell of. */
static double
get_gap (const SpurCorridor *self)
{
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9;
  gint64 gap_ns = 0;

  for (guint i = 0; i < self->samples->n_clocks; i++)
    {
      const SpurClockSpan *span = &self->raw->spans[i];

      if (span->n_events == 0)
        continue;
      gap_ns = MAX (gap_ns, self->begin_ns - spur_corridor_find_straight (self, i, span->first_ns));
      gap_ns = MAX (gap_ns, spur_corridor_find_straight (self, i, span->last_ns) - self->end_ns);
    }
  return MIN ((double) gap_ns * 1e-9, span_s / 4.0);
}

/* Before the first message and after the last one clocks run on as it was best told during the
 * run. */
static void
find_bends (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks, chosen = 0;
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9, best = 0.0;

  self->bends = g_new0 (SpurCorridorBend, 2 * (gsize) n_clocks + 1);
  self->bend_s = get_gap (self);
  /* What is shorter than a window is straight. */
  if (self->bend_s * 1e9 < (double) self->window_ns)
    self->bend_s = 0.0;
  if (!(self->bend_s > 0.0))
    return;
  for (guint i = 0; i < N_OUTLOOKS; i++)
    {
      double sum = rate_outlook (self, &outlooks[i], self->bend_s);

      if (i > 0 && sum >= best)
        continue;
      best = sum;
      chosen = i;
    }
  for (guint i = 0; i < 2 * n_clocks; i++)
    {
      double end_s = i % 2 == 0 ? 0.0 : span_s,
             look_s = MIN (outlooks[chosen].share * self->bend_s, span_s);
      double out_s = i % 2 == 0 ? -1.0 : 1.0;

      follow (self, i / 2, end_s, -out_s * look_s, outlooks[chosen].degree,
              self->bends[i].coefficients);
      /* What curves do outside of themselves is not to be done twice. */
      self->bends[i].coefficients[1] -=
        out_s * (get_found (self, i / 2, end_s + out_s) - get_found (self, i / 2, end_s));
    }
}

gboolean
spur_corridor_run (SpurCorridor *self, const SpurCorridorLimits *limits, GError **error)
{
  gsize n_before;

  take_straight_errors_off (self);
  self->habit = (SpurClockHabit){ SPUR_USUAL_DRIFT, USUAL_NOISE };
  self->window_ns = MAX ((self->end_ns - self->begin_ns) / 4, 1);
  for (;;)
    {
      if (spur_job_is_cancelled (self->job, error))
        return FALSE;
      n_before = self->n_reversed;
      run_round (self);
      if (self->relaxation_ns == 0 && (n_before == 0 || self->n_reversed * 2 > n_before))
        break;
      if (self->n_halvings == limits->max_halvings || self->window_ns / 2 < limits->min_window_ns ||
          (self->end_ns - self->begin_ns) / (self->window_ns / 2) * self->samples->n_clocks >
            MAX_VIEWS)
        break;
      self->window_ns /= 2;
      self->n_halvings++;
    }
  if (limits->is_refined)
    refine (self);
  find_bends (self);
  return TRUE;
}

/* How much faster than at other times a clock may run, as a share: what it did during the run, and
 * how well its line is known. */
static double
get_drift (const SpurCorridor *self, guint clock)
{
  double step_s = (double) self->window_ns * 1e-9, low = 0.0, high = 0.0;
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9;

  for (double at_s = 0.0; at_s + step_s <= span_s; at_s += step_s)
    {
      double slope =
        (get_found (self, clock, at_s + step_s) - get_found (self, clock, at_s)) / step_s;

      low = at_s > 0.0 ? MIN (low, slope) : slope;
      high = at_s > 0.0 ? MAX (high, slope) : slope;
    }
  return MAX (high - low, N_SIGMAS * self->drift) * 1e-9;
}

/* Half widths where nothing was seen grow with the distance from where something was. */
static void
fill_gaps (gint64 *widths_ns, gsize n_places, gint64 step_ns, double drift)
{
  gint64 last_ns = -1;
  gint64 growth_ns = (gint64) ceil (drift * (double) step_ns);
  g_autofree gint64 *backwards = g_new (gint64, n_places + 1);

  for (gsize k = n_places; k > 0; k--)
    {
      last_ns = widths_ns[k - 1] >= 0 ? widths_ns[k - 1] : last_ns < 0 ? -1 : last_ns + growth_ns;
      backwards[k - 1] = last_ns;
    }
  last_ns = -1;
  for (gsize k = 0; k < n_places; k++)
    {
      last_ns = widths_ns[k] >= 0 ? widths_ns[k] : last_ns < 0 ? -1 : last_ns + growth_ns;
      if (widths_ns[k] < 0)
        widths_ns[k] = last_ns < 0        ? backwards[k]
                       : backwards[k] < 0 ? last_ns
                                          : MIN (last_ns, backwards[k]);
    }
}

void
spur_corridor_measure (SpurCorridor *self, SpurClockFit *fit)
{
  guint n_clocks = self->samples->n_clocks;
  Looking looking;

  looking_init (&looking, self, self->window_ns, look_at_window);
  fit->n_places = looking.windows->n_windows;
  fit->begin_ns = self->begin_ns;
  fit->step_ns = self->window_ns;
  fit->half_widths_ns = g_new (gint64, n_clocks * fit->n_places + 1);
  fit->growths = g_new (double, n_clocks + 1);
  for (guint i = 0; i < n_clocks; i++)
    {
      gint64 *widths_ns = fit->half_widths_ns + i * fit->n_places;

      for (gsize w = 0; w < fit->n_places; w++)
        {
          const SpurClockView *view = &looking.views[w * n_clocks + i];

          widths_ns[w] = view->half_width_ns < 0.0
                           ? -1
                           : (gint64) ceil (MAX (MAX (view->high_ns, -view->low_ns), 0.0)) +
                               looking.relaxations_ns[w];
        }
      fit->growths[i] = get_drift (self, i);
      fill_gaps (widths_ns, fit->n_places, fit->step_ns, fit->growths[i]);
    }
  looking_clear (&looking);
}
