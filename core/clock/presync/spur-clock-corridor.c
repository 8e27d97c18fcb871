/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/clock/presync/spur-clock-beyond-private.h"
#include "core/clock/presync/spur-clock-differences-private.h"
#include "core/clock/presync/spur-clock-forecast-private.h"
#include "core/clock/presync/spur-clock-widths-private.h"
#include "core/clock/presync/spur-presynchroniser-private.h"

/* More windows times clocks than this are not worth their memory. */
#define MAX_VIEWS (1u << 23)

/* How drifts change, in ns/s/sqrt(s), where nothing better is known. */
#define USUAL_NOISE 10.0

/* The least noise in what is left of clocks that wander. */
#define REST_NOISE 300.0

/* Crystals are exact to about 20 ppm, which is how much clocks drift as far as can be known
 * beforehand, in ns a second. */
#define USUAL_SLOPE 2e4

/* Parts of the run whose drifts say how well that of the whole is known: what n values scatter by
 * is known to 1 / sqrt (2 n), so these tell it to a quarter. */
#define N_PARTS 8

/* What is left of the drift of a clock, at the least. */
#define LEAST_DRIFT_NS_PER_S 5000.0

/* Windows are a sixteenth of the run at the most; half of that where they are full, for what n
 * values scatter by is known to 1 / sqrt (2 n), an eighth, so that drifts which change are told
 * from chance. Halves of full ones have 40 edges of a clock each way with eight others, which tell
 * least delays to a fortieth of what delays scatter by. */
#define FIRST_WINDOW 4
#define LEAST_HALVINGS 2
#define LEAST_HALVINGS_OF_FULL 3
#define FULL_EDGES (2 * 40 * 2 * 8)

/* Windows shorter than this hold no two messages of a clock, and 20 halvings need a run of 12 days
 * to come down to them. */
#define MIN_WINDOW_NS 1000000
#define MAX_HALVINGS 20

/* Windows that tell what a clock scatters by, to a third. */
#define LEAST_SEEN 4

/* A line of 1 ms is off a curve whose drift changes by 300 ppm a second, the most that the smoother
 * knows, by 0.04 ns. */
#define MIN_LINE_NS 1000000

#define MIN_KNOT_S 0.05
#define MAX_KNOT_S 1.0

/* A corridor at work (clock-correction.md section 6). Curves take errors off, one after the
 * other: straight lines, what windows say made smooth, and what pairs of clocks say then. */
typedef struct
{
  const SpurClockSamples *base; /* without lines only, once these are found */
  const SpurJob *job;
  SpurClockSamples *samples; /* without the errors found so far */
  SpurClockCurves *lines;
  SpurClockCurves *wander;
  SpurClockCurves *rest;
  double *slope_sigmas; /* how well each line is known, in ns a second */
  double *carried;      /* how fast each clock drifts beyond all messages */
  /* What clocks are off more than by @carried before the first message and after the last one. */
  SpurClockBeyond beyond[2];
  gint64 begin_ns;
  gint64 end_ns;
  gint64 window_ns;
  gint64 relaxation_ns;
  SpurDriftModel model;
  double drift; /* how well the lines are known if clocks run straight, in ns a second */
  gsize n_reversed;
  guint n_halvings;
  guint least_halvings;
} SpurCorridor;

static void
corridor_clear (SpurCorridor *self)
{
  g_clear_pointer (&self->lines, spur_clock_curves_free);
  g_clear_pointer (&self->wander, spur_clock_curves_free);
  g_clear_pointer (&self->rest, spur_clock_curves_free);
  if (self->samples->samples != self->base->samples)
    g_free (self->samples->samples);
  g_free (self->samples);
  g_free (self->carried);
  g_free (self->slope_sigmas);
  spur_clock_beyond_clear (&self->beyond[0]);
  spur_clock_beyond_clear (&self->beyond[1]);
}

/* Fills the samples from @from, which they may be themselves; gives how many are reversed. */
static gsize
apply_curves (SpurCorridor *self, const SpurClockSamples *from, const SpurClockCurves *curves)
{
  gsize n_bytes = (gsize) curves->n_clocks * curves->n_places * sizeof (double);

  spur_communicator_follow (from->communicator, curves->values, n_bytes);
  spur_communicator_follow (from->communicator, curves->slopes, n_bytes);
  return spur_clock_samples_apply (from, (SpurClockTimeFunc) spur_clock_curves_apply, curves,
                                   self->job, self->samples->samples);
}

/* The samples are what they were in the last round whose curves stayed. */
static void
restore_samples (SpurCorridor *self)
{
  if (self->wander != NULL)
    apply_curves (self, self->base, self->wander);
  else if (self->samples->n_samples > 0)
    memcpy (self->samples->samples, self->base->samples,
            self->samples->n_samples * sizeof *self->samples->samples);
}

/* What windows of a length say. */
static SpurClockWindows *
view_windows (const SpurCorridor *self, gint64 window_ns)
{
  SpurClockWindows *windows =
    spur_clock_windows_new (self->samples, self->begin_ns, self->end_ns, window_ns);

  spur_clock_windows_view (windows, self->job);
  return windows;
}

/* How well the slope of a clock's line is known, in ns a second: a clock that wanders drifts in
 * another way from each part of the run to the next. */
static double
get_slope_sigma (const SpurClockWindows *windows, guint clock)
{
  double step_s = (double) windows->length_ns * 1e-9;
  double n = 0.0, sum = 0.0, squares = 0.0;

  for (gsize w = 0; w + 1 < windows->n_windows; w++)
    {
      const SpurClockView *view = spur_clock_windows_get_view (windows, w, clock);
      const SpurClockView *next = view + windows->n_clocks;
      double slope = (next->error_ns - view->error_ns) / step_s;

      if (view->half_width_ns < 0.0 || next->half_width_ns < 0.0)
        continue;
      n++;
      sum += slope;
      squares += slope * slope;
    }
  return n > 1.0 ? sqrt (MAX (squares - sum * sum / n, 0.0) / (n - 1.0) / n) : USUAL_SLOPE;
}

/* Slopes are carried on beyond all messages as far as they are known better than beforehand. */
static void
find_carried_slopes (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks;
  g_autoptr (SpurClockWindows) windows =
    view_windows (self, (self->end_ns - self->begin_ns) / N_PARTS + 1);

  self->carried = g_new0 (double, n_clocks + 1);
  self->slope_sigmas = g_new0 (double, n_clocks + 1);
  for (guint i = 0; i < n_clocks; i++)
    {
      double slope = self->lines->slopes[i];
      double sigma = hypot (self->drift, get_slope_sigma (windows, i));
      double known = slope * slope - SPUR_CLOCK_N_SIGMAS * SPUR_CLOCK_N_SIGMAS * sigma * sigma;
      double usual = MAX (known, USUAL_SLOPE * USUAL_SLOPE);

      self->carried[i] = slope * usual / (usual + sigma * sigma);
      self->slope_sigmas[i] = sigma;
    }
}

/* How fast the clocks drift all the time. */
static void
take_lines_off (SpurCorridor *self)
{
  guint n_clocks = self->base->n_clocks;
  g_autofree guint *groups = spur_clock_samples_get_groups (self->base);
  g_autoptr (SpurRobustLines) lines = spur_robust_lines_new (self->base, groups, TRUE, NULL);

  self->lines = spur_clock_curves_new (n_clocks, 1, lines->middle_ns, 0.0, 1.0);
  for (guint i = 0; i < n_clocks; i++)
    {
      self->lines->values[i] = lines->errors_ns[i];
      self->lines->slopes[i] = lines->errors_ns[n_clocks + i] / lines->half_s;
    }
  self->drift = MAX (lines->growth_sigma_ns / lines->half_s, LEAST_DRIFT_NS_PER_S);
  self->n_reversed = apply_curves (self, self->samples, self->lines);
  spur_clock_samples_get_sends (self->samples, &self->begin_ns, &self->end_ns);
  find_carried_slopes (self);
}

/* How narrow the corridor of a clock gets: what it is wider by is chance. */
static double
get_narrowest (const SpurClockWindows *windows, guint clock)
{
  double narrowest_ns = INFINITY;

  for (gsize w = 0; w < windows->n_windows; w++)
    {
      double half_width_ns = spur_clock_windows_get_view (windows, w, clock)->half_width_ns;

      if (half_width_ns >= 0.0)
        narrowest_ns = MIN (narrowest_ns, half_width_ns);
    }
  return narrowest_ns;
}

/* (transfer full): The observations of all clocks, with what was found in the rounds before. */
static SpurClockObservation *
list_observations (const SpurCorridor *self, const SpurClockWindows *windows)
{
  gsize n_windows = windows->n_windows;
  SpurClockObservation *observations =
    g_new (SpurClockObservation, n_windows * windows->n_clocks + 1);

  for (guint i = 0; i < windows->n_clocks; i++)
    {
      double narrowest_ns = get_narrowest (windows, i);

      for (gsize w = 0; w < n_windows; w++)
        {
          gint64 time_ns =
            self->begin_ns + windows->length_ns / 2 + (gint64) w * windows->length_ns;
          const SpurClockView *view = spur_clock_windows_get_view (windows, w, i);
          SpurClockObservation *observation = &observations[i * n_windows + w];

          *observation = (SpurClockObservation){ view->error_ns, -1.0 };
          if (view->half_width_ns < 0.0)
            continue;
          if (self->wander != NULL)
            observation->value_ns += spur_clock_curves_get (self->wander, i, time_ns);
          observation->sigma_ns =
            (view->half_width_ns - narrowest_ns) / 2.0 + (double) windows->relaxations_ns[w];
        }
    }
  return observations;
}

/* Whether windows are so short that in most of them, of those with messages, most clocks are not
 * connected any more. */
static gboolean
is_torn (const SpurClockWindows *windows)
{
  gsize n_expected = 0, n_known = 0;

  for (gsize w = 0; w < windows->n_windows; w++)
    n_expected += windows->first[w + 1] > windows->first[w] ? windows->n_clocks : 0;
  for (gsize i = 0; i < windows->n_windows * windows->n_clocks; i++)
    n_known += windows->views[i].half_width_ns >= 0.0;
  return 2 * n_known < n_expected;
}

/* Whether halves of the windows have many edges of each clock. */
static gboolean
is_full (const SpurCorridor *self, const SpurClockWindows *windows)
{
  return spur_clock_samples_sum (self->samples, self->samples->n_samples) >=
         FULL_EDGES * windows->n_windows * windows->n_clocks;
}

/* Sees how wrong the clocks are in windows, and makes it smooth. Every round begins from the
 * offsets, so what was made up in a round with windows too long is gone in the next one; where it
 * would reverse more edges the last curves stay. FALSE where windows are too short. */
static gboolean
run_round (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks;
  double step_s = (double) self->window_ns * 1e-9;
  g_autoptr (SpurClockCurves) curves = NULL;
  g_autoptr (SpurClockWindows) windows = view_windows (self, self->window_ns);
  gsize n_windows = windows->n_windows, n_reversed;
  g_autofree SpurClockObservation *observations = NULL;
  SpurDriftModel model;

  if (self->n_halvings > 0 && is_torn (windows))
    return FALSE;
  self->least_halvings = is_full (self, windows) ? LEAST_HALVINGS_OF_FULL : LEAST_HALVINGS;
  self->relaxation_ns = 0;
  for (gsize w = 0; w < n_windows; w++)
    self->relaxation_ns = MAX (self->relaxation_ns, windows->relaxations_ns[w]);
  observations = list_observations (self, windows);
  g_clear_pointer (&windows, spur_clock_windows_free);
  curves = spur_clock_curves_new (n_clocks, n_windows, self->begin_ns, step_s / 2.0, step_s);
  model = spur_clock_smooth (observations, n_clocks, n_windows, step_s, self->drift, curves->values,
                             curves->slopes, self->job);
  n_reversed = apply_curves (self, self->base, curves);
  if (n_reversed > self->n_reversed)
    {
      restore_samples (self);
      return TRUE;
    }
  self->n_reversed = n_reversed;
  g_clear_pointer (&self->wander, spur_clock_curves_free);
  self->wander = g_steal_pointer (&curves);
  self->model = model;
  return TRUE;
}

/* Curves from windows of a length leave nothing that changes from one to the next, so windows of
 * twice the length see what is left as well, and with less chance, as least delays of twice the
 * messages do. But their scatter must be known, which takes some windows. */
static gint64
get_rest_window (const SpurCorridor *self)
{
  gint64 most_ns = (self->end_ns - self->begin_ns) / (FIRST_WINDOW << LEAST_HALVINGS);

  return MAX (self->window_ns, MIN (2 * self->window_ns, most_ns));
}

/* Where clocks run straight nothing is left; what smooth curves leave of others is not straight. */
static double
get_rest_noise (const SpurCorridor *self)
{
  return self->model.aging > 0.0 ? MAX (self->model.noise, REST_NOISE) : self->model.noise;
}

static void
refine_curves (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks;
  double knot_s = CLAMP ((double) self->window_ns * 1e-9 / 2.0, MIN_KNOT_S, MAX_KNOT_S);
  g_autoptr (GArray) differences = NULL;
  g_autoptr (SpurClockCurves) rest = NULL;
  gboolean is_found;

  if (n_clocks > SPUR_WINDOWS_MAX_DENSE)
    return;
  differences = spur_clock_differences_new (self->samples, self->begin_ns, self->end_ns,
                                            get_rest_window (self), self->job);
  rest = spur_clock_spline_fit ((const SpurClockDifference *) (gpointer) differences->data,
                                differences->len, n_clocks, self->begin_ns, 0.0,
                                (double) (self->end_ns - self->begin_ns) * 1e-9, knot_s,
                                self->model.drift, get_rest_noise (self));
  is_found = rest != NULL;
  spur_communicator_follow (self->samples->communicator, &is_found, sizeof is_found);
  if (!is_found || rest == NULL)
    return;
  if (apply_curves (self, self->samples, rest) <= self->n_reversed)
    self->rest = g_steal_pointer (&rest);
  else
    restore_samples (self);
}

/* As without any round before. */
static void
begin_rounds (SpurCorridor *self)
{
  self->model = (SpurDriftModel){ SPUR_USUAL_DRIFT, USUAL_NOISE, 0.0, SPUR_LEAST_SIGMA_NS };
  self->samples->samples =
    g_memdup2 (self->base->samples, self->base->n_samples * sizeof *self->base->samples);
  self->window_ns = MAX ((self->end_ns - self->begin_ns) / FIRST_WINDOW, 1);
  self->n_halvings = 0;
}

static gboolean
halve_windows (SpurCorridor *self)
{
  gint64 window_ns = self->window_ns / 2;

  if (self->n_halvings == MAX_HALVINGS || window_ns < MIN_WINDOW_NS ||
      (self->end_ns - self->begin_ns) / window_ns * self->samples->n_clocks > MAX_VIEWS)
    return FALSE;
  self->window_ns = window_ns;
  self->n_halvings++;
  return TRUE;
}

/* The rounds of most samples, whose curves foretell the others. */
typedef struct
{
  SpurCorridor corridor; /* of @known */
  SpurClockSamples known;
  SpurClockSamples asked;
  SpurClockSamples rest; /* of @asked without the errors that the curves tell */
  gboolean is_begun;
  gboolean is_over;
  gint64 rates[SPUR_N_RATES];
} Forecast;

static void
forecast_begin (Forecast *self, const SpurCorridor *corridor)
{
  self->is_begun = TRUE;
  spur_clock_samples_split (corridor->base, &self->known, &self->asked);
  self->rest = self->asked;
  self->rest.samples =
    g_memdup2 (self->asked.samples, (self->asked.n_samples + 1) * sizeof *self->asked.samples);
  self->corridor = (SpurCorridor){ .base = &self->known,
                                   .job = corridor->job,
                                   .samples = g_memdup2 (&self->known, sizeof self->known),
                                   .begin_ns = corridor->begin_ns,
                                   .end_ns = corridor->end_ns,
                                   .drift = corridor->drift };
  self->corridor.n_reversed = spur_clock_fit_count_reversed (NULL, &self->known, corridor->job);
  begin_rounds (&self->corridor);
  self->is_over = !run_round (&self->corridor);
}

static void
forecast_rate (Forecast *self)
{
  const SpurCorridor *corridor = &self->corridor;

  if (corridor->wander != NULL)
    spur_clock_samples_apply (&self->asked, (SpurClockTimeFunc) spur_clock_curves_apply,
                              corridor->wander, corridor->job, self->rest.samples);
  spur_clock_rest_rate (corridor->samples, &self->rest, self->rates);
}

/* Whether curves from half the windows of this round foretell better than those from all of them.
 */
static gboolean
forecast_is_better (Forecast *self, const SpurCorridor *corridor)
{
  gint64 before[SPUR_N_RATES];

  if (!self->is_begun)
    forecast_begin (self, corridor);
  while (!self->is_over && self->corridor.n_halvings < corridor->n_halvings)
    self->is_over = !halve_windows (&self->corridor) || !run_round (&self->corridor);
  if (self->is_over)
    return FALSE;
  forecast_rate (self);
  memcpy (before, self->rates, sizeof before);
  self->is_over = !halve_windows (&self->corridor) || !run_round (&self->corridor);
  if (self->is_over)
    return FALSE;
  forecast_rate (self);
  return spur_clock_rates_are_better (self->rates, before);
}

static void
forecast_clear (Forecast *self)
{
  if (!self->is_begun)
    return;
  corridor_clear (&self->corridor);
  g_free (self->known.samples);
  g_free (self->asked.samples);
  g_free (self->rest.samples);
}

/* Whether shorter windows would be of no use. Where nothing contradicts windows that are nearly the
 * whole run, the clocks may still wander within them, and nothing contradicts any windows in which
 * clocks wander by less than least delays. */
static gboolean
is_settled (const SpurCorridor *self, gsize n_before, Forecast *forecast)
{
  return self->relaxation_ns == 0 && self->n_halvings >= self->least_halvings &&
         (n_before == 0 || self->n_reversed * 2 > n_before) && !forecast_is_better (forecast, self);
}

/* Halves windows as long as that repairs edges or foretells them better, and as there are messages
 * in them. */
static void
run_rounds (SpurCorridor *self)
{
  Forecast forecast = { .is_begun = FALSE };

  begin_rounds (self);
  while (!spur_job_is_cancelled (self->job, NULL))
    {
      gsize n_before = self->n_reversed;

      if (!run_round (self))
        {
          self->window_ns *= 2;
          self->n_halvings--;
          break;
        }
      if (is_settled (self, n_before, &forecast) || !halve_windows (self))
        break;
    }
  forecast_clear (&forecast);
}

/* What was found of a clock in windows at a time between the messages, in s after the first one. */
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

/* How far the first or the last events are from all messages, at the most, as the lines have it. */
static double
get_longest_gap (const SpurCorridor *self, gboolean is_after)
{
  gint64 gap_ns = 0;

  for (guint i = 0; i < self->samples->n_clocks; i++)
    {
      const SpurClockSpan *span = &self->samples->spans[i];

      if (span->n_events == 0)
        continue;
      gap_ns =
        MAX (gap_ns, is_after
                       ? spur_clock_curves_apply (self->lines, i, span->last_ns) - self->end_ns
                       : self->begin_ns - spur_clock_curves_apply (self->lines, i, span->first_ns));
    }
  return (double) gap_ns * 1e-9;
}

/* What a clock is off at a time between the messages, without the drift that is carried on. */
static double
get_excess (gconstpointer corridor, guint clock, double time_s)
{
  const SpurCorridor *self = corridor;

  return (self->lines->slopes[clock] - self->carried[clock]) * time_s +
         get_found (self, clock, time_s);
}

/* Lines alone do not show how drifts change. */
static void
look_beyond (SpurCorridor *self)
{
  if (self->wander == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (self->beyond); i++)
    spur_clock_beyond_init (&self->beyond[i], get_excess, self, self->samples->n_clocks,
                            (double) (self->end_ns - self->begin_ns) * 1e-9,
                            (double) self->window_ns * 1e-9, get_longest_gap (self, i == 1),
                            i == 1);
}

/* How much faster than at other times a clock may run, as a share: what it did during the run, or
 * how well its line is known where windows are few, and by how much it is carried on otherwise. */
static double
get_drift (const SpurCorridor *self, guint clock)
{
  double step_s = (double) self->window_ns * 1e-9, low = 0.0, high = 0.0;
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9;
  double carried = fabs (self->lines->slopes[clock] - self->carried[clock]);

  if (span_s < LEAST_SEEN * step_s)
    return SPUR_CLOCK_N_SIGMAS * self->slope_sigmas[clock] * 1e-9;
  for (double at_s = 0.0; at_s + step_s <= span_s; at_s += step_s)
    {
      double slope =
        (get_found (self, clock, at_s + step_s) - get_found (self, clock, at_s)) / step_s;

      low = at_s > 0.0 ? MIN (low, slope) : slope;
      high = at_s > 0.0 ? MAX (high, slope) : slope;
    }
  return (high - low + carried) * 1e-9;
}

/* Half widths grow with the distance from where less was possible. */
static void
spread_widths (gint64 *widths_ns, gsize n_places, gint64 step_ns, double drift)
{
  gint64 growth_ns = (gint64) ceil (drift * (double) step_ns), last_ns = -1;

  for (gsize k = 0; k < 2 * n_places; k++)
    {
      gint64 *width_ns = &widths_ns[k < n_places ? k : 2 * n_places - 1 - k];

      last_ns += last_ns >= 0 ? growth_ns : 0;
      if (*width_ns < 0 || (last_ns >= 0 && last_ns < *width_ns))
        *width_ns = last_ns;
      last_ns = *width_ns;
    }
}

/* How far off a clock may be in a window: as far as it is in others and as this one says, and no
 * farther than edges allow. */
static gint64
get_width (const SpurClockView *view, gint64 relaxation_ns, double scatter_ns, double uneven_ns)
{
  double most_ns = MAX (MAX (view->high_ns, -view->low_ns), 0.0) + (double) relaxation_ns;
  double likely_ns = MAX (SPUR_BOUND_SIGMAS * scatter_ns, fabs (view->error_ns));

  if (view->half_width_ns < 0.0)
    return -1;
  likely_ns = hypot (likely_ns, uneven_ns) + (double) relaxation_ns;
  return (gint64) ceil (scatter_ns < 0.0 ? most_ns : MIN (most_ns, likely_ns));
}

/* How far off the curves may be, at the end: half widths of @fit. */
static void
measure_widths (SpurCorridor *self, SpurClockFit *fit)
{
  guint n_clocks = self->samples->n_clocks;
  g_autofree guint *groups = spur_clock_samples_get_groups (self->samples);
  double uneven_ns = spur_clock_samples_get_unevenness (self->samples, groups);
  gint64 span_ns = self->end_ns - self->begin_ns;
  g_autoptr (SpurClockWindows) windows = NULL;

  /* No window is for the last edge alone. */
  fit->step_ns = span_ns / MAX (span_ns / self->window_ns, 1) + 1;
  windows = view_windows (self, fit->step_ns);
  fit->n_places = windows->n_windows;
  fit->begin_ns = self->begin_ns;
  fit->half_widths_ns = g_new (gint64, n_clocks * fit->n_places + 1);
  fit->drifts = g_new0 (double, n_clocks + 1);
  for (guint i = 0; i < n_clocks; i++)
    {
      gint64 *widths_ns = fit->half_widths_ns + i * fit->n_places;
      double scatter_ns = spur_clock_windows_get_scatter (windows, i, LEAST_SEEN);

      if (scatter_ns >= 0.0)
        scatter_ns = hypot (scatter_ns, spur_clock_windows_get_chance (windows, i));
      for (gsize w = 0; w < fit->n_places; w++)
        widths_ns[w] = get_width (spur_clock_windows_get_view (windows, w, i),
                                  windows->relaxations_ns[w], scatter_ns, uneven_ns);
      fit->drifts[i] = get_drift (self, i);
      spread_widths (widths_ns, fit->n_places, fit->step_ns, fit->drifts[i]);
    }
}

/* What a clock is off more at a time that is far from all messages than at the next one. */
static double
get_error_far (const SpurCorridor *self, guint clock, gint64 far_ns)
{
  double usual = (self->carried[clock] - self->lines->slopes[clock]) * 1e-9;

  return usual * (double) far_ns +
         spur_clock_beyond_get (&self->beyond[far_ns > 0], clock, fabs ((double) far_ns) * 1e-9);
}

/* The clock's time without its errors. */
static gint64
correct_time (const SpurCorridor *self, guint clock, gint64 time_ns)
{
  gint64 far_ns;

  time_ns = spur_clock_curves_apply (self->lines, clock, time_ns);
  far_ns = time_ns - CLAMP (time_ns, self->begin_ns, self->end_ns);
  time_ns -= far_ns;
  if (self->wander != NULL)
    time_ns = spur_clock_curves_apply (self->wander, clock, time_ns);
  if (self->rest != NULL)
    time_ns = spur_clock_curves_apply (self->rest, clock, time_ns);
  return time_ns + far_ns - llrint (get_error_far (self, clock, far_ns));
}

/* Draws a clock's curve by straight lines that are never off by more than a ns. */
typedef struct
{
  SpurCorridor *corridor;
  SpurClockFit *fit;
  guint clock;
  gint64 last_ns;
} Approximation;

static void
add_knot (Approximation *self, gint64 from_ns, gint64 to_ns)
{
  self->last_ns = MAX (self->last_ns, to_ns);
  spur_clock_fit_add (self->fit, self->clock, from_ns, self->last_ns);
}

static gboolean
is_straight (
  const Approximation *self, gint64 begin_ns, gint64 begin_to, gint64 end_ns, gint64 end_to)
{
  for (guint i = 1; i < 4; i++)
    {
      gint64 at_ns = begin_ns + (end_ns - begin_ns) / 4 * i;
      double line = (double) (begin_to - begin_ns) +
                    (double) ((end_to - end_ns) - (begin_to - begin_ns)) *
                      ((double) (at_ns - begin_ns) / (double) (end_ns - begin_ns));

      if (fabs ((double) (correct_time (self->corridor, self->clock, at_ns) - at_ns) - line) > 1.5)
        return FALSE;
    }
  return TRUE;
}

static void
divide_span (Approximation *self, gint64 begin_ns, gint64 begin_to, gint64 end_ns, gint64 end_to)
{
  gint64 middle_ns = begin_ns + (end_ns - begin_ns) / 2;
  gint64 middle_to;

  if (end_ns - begin_ns <= MIN_LINE_NS || is_straight (self, begin_ns, begin_to, end_ns, end_to))
    {
      add_knot (self, end_ns, end_to);
      return;
    }
  middle_to = correct_time (self->corridor, self->clock, middle_ns);
  divide_span (self, begin_ns, begin_to, middle_ns, middle_to);
  divide_span (self, middle_ns, middle_to, end_ns, end_to);
}

static void
approximate_clock (Approximation *self, const SpurClockSpan *span)
{
  gint64 step_ns = MAX (2 * self->corridor->window_ns, MIN_LINE_NS);
  gint64 at_ns = span->first_ns, at_to = correct_time (self->corridor, self->clock, at_ns);

  add_knot (self, at_ns, at_to);
  while (at_ns < span->last_ns)
    {
      gint64 next_ns = span->last_ns - at_ns > step_ns ? at_ns + step_ns : span->last_ns;
      gint64 next_to = correct_time (self->corridor, self->clock, next_ns);

      divide_span (self, at_ns, at_to, next_ns, next_to);
      at_ns = next_ns;
      at_to = next_to;
    }
}

/* The knots of @fit, of clocks that edges connect with others in both directions. */
static void
add_knots (SpurCorridor *self, SpurClockFit *fit)
{
  for (guint i = 0; i < self->base->n_clocks; i++)
    {
      Approximation approximation = { self, fit, i, G_MININT64 };

      /* Without others in both directions a clock has no width. */
      if (self->base->spans[i].n_events > 0 && fit->half_widths_ns[i * fit->n_places] >= 0)
        approximate_clock (&approximation, &self->base->spans[i]);
    }
}

void
spur_presync_follow (const SpurPresyncInput *input, SpurClockFit *fit)
{
  SpurCorridor self = { .base = input->samples,
                        .job = input->work->job,
                        .samples = g_memdup2 (input->samples, sizeof *input->samples) };

  take_lines_off (&self);
  run_rounds (&self);
  if (!spur_job_is_cancelled (input->work->job, NULL))
    {
      refine_curves (&self);
      look_beyond (&self);
      measure_widths (&self, fit);
      add_knots (&self, fit);
      fit->curves = (SpurClockOutcomeCurves){ 0, fit->n_clocks, self.window_ns };
      spur_clock_fit_note (fit, "window-ns", self.window_ns);
      spur_clock_fit_note (fit, "relaxation-ns", self.relaxation_ns);
      spur_clock_fit_note (fit, "drift-ppb", (gint64) self.model.drift);
      spur_clock_fit_note (fit, "noise-ppb-per-sqrt-s", (gint64) self.model.noise);
      spur_clock_fit_note (fit, "aging-ppb-per-s-per-sqrt-s", (gint64) self.model.aging);
    }
  corridor_clear (&self);
}
