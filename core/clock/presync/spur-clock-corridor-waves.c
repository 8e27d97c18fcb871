/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-corridor-private.h"

#include <math.h>

/* Waves are told from windows of a thirty-second of the run at the most, and from no more windows
 * than that. */
#define MIN_WINDOWS 32
#define MAX_WINDOWS 512

/* They are there if a part of the run is foretold from the others with so much less error than
 * smooth curves foretell it with. */
#define MAX_SHARE 0.6

/* Curves are drawn through so many places, so that the shortest wave is off by less than a ns. */
#define N_PLACES 1024
#define N_PLACES_OF_MANY 256
#define MANY_CLOCKS 2048

/* Before the first message and after the last one waves go on for so much of the run, and then fade
 * away within the same time. */
#define MAX_OUTSIDE 0.25

/* So many clocks say for all whether there are any. */
#define MAX_JUDGES 64

typedef struct
{
  const SpurCorridor *corridor;
  const SpurClockSight *sights;
  guint n_judges;
  gsize n_windows;
  double step_s;
  /* How far off what was foretold is, by curves and by waves. */
  double curves_off;
  double waves_off;
} Foresight;

static const SpurClockSight *
get_sights (const Foresight *self, guint judge)
{
  guint clock = (guint) ((guint64) judge * self->corridor->samples->n_clocks / self->n_judges);

  return self->sights + clock * self->n_windows;
}

/* What curves and waves from some windows say of the others. */
static void
compare (Foresight *self,
         gsize begin,
         gsize n_known,
         const double *values,
         const double *slopes,
         const SpurClockWaves *waves,
         double blur_ns)
{
  guint n_clocks = self->n_judges;
  gboolean is_all = n_clocks == self->corridor->samples->n_clocks;
  double slope;

  for (gsize k = 0; k < self->n_windows; k++)
    {
      gsize edge = k < begin ? 0 : n_known - 1;
      double time_s = ((double) k - (double) begin + 0.5) * self->step_s, mean = 0.0;
      double out_s = ((double) k - (double) (begin + edge)) * self->step_s;

      if (k >= begin && k < begin + n_known)
        continue;
      for (guint i = 0; is_all && i < n_clocks; i++)
        mean += spur_clock_waves_get (waves, i, time_s, &slope) / n_clocks;
      for (guint i = 0; i < n_clocks; i++)
        {
          const SpurClockSight *sight = get_sights (self, i) + k;
          gsize at = i * n_known + edge;
          double sigma_ns = hypot (sight->sigma_ns, blur_ns);

          if (sight->sigma_ns < 0.0)
            continue;
          self->curves_off += fabs (sight->value_ns - values[at] - slopes[at] * out_s) / sigma_ns;
          self->waves_off +=
            fabs (sight->value_ns + mean - spur_clock_waves_get (waves, i, time_s, &slope)) /
            sigma_ns;
        }
    }
}

/* Foretells all windows but @n_known of them. */
static void
foretell (Foresight *self, gsize begin, gsize n_known)
{
  guint n_clocks = self->n_judges;
  g_autofree SpurClockSight *known = g_new (SpurClockSight, n_known * n_clocks + 1);
  g_autofree double *values = g_new0 (double, n_known *n_clocks + 1);
  g_autofree double *slopes = g_new0 (double, n_known *n_clocks + 1);
  g_autoptr (SpurClockWaves) waves = NULL;
  SpurClockHabit habit;

  for (guint i = 0; i < n_clocks; i++)
    memcpy (known + i * n_known, get_sights (self, i) + begin, n_known * sizeof *known);
  habit = spur_clock_smooth (known, n_clocks, n_known, self->step_s, self->corridor->drift, values,
                             slopes, self->corridor->job);
  waves = spur_clock_waves_new (known, n_clocks, n_known, self->step_s,
                                n_clocks == self->corridor->samples->n_clocks, NULL, 0.0,
                                self->corridor->job);
  compare (self, begin, n_known, values, slopes, waves, habit.blur_ns);
}

/* Whether waves are there: a quarter or an eighth of the run at either end is foretold by them, and
 * much better than by curves. More freedom always fits better; it does not foretell better. */
static gboolean
are_there (const SpurCorridor *corridor,
           const SpurClockSight *sights,
           gsize n_windows,
           double step_s)
{
  guint n_judges = MIN (corridor->samples->n_clocks, MAX_JUDGES);

  for (gsize share = 4; share <= 8; share *= 2)
    {
      Foresight foresight = {
        corridor, sights, n_judges, n_windows, step_s, 0.0, 0.0,
      };
      gsize n_foretold = n_windows / share;

      foretell (&foresight, 0, n_windows - n_foretold);
      foretell (&foresight, n_foretold, n_windows - n_foretold);
      if (foresight.waves_off < MAX_SHARE * foresight.curves_off)
        return TRUE;
    }
  return FALSE;
}

/* Waves as curves over all events; they end as lines. */
static SpurClockCurves *
draw (const SpurCorridor *self, const SpurClockWaves *waves)
{
  guint n_clocks = self->samples->n_clocks;
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9, out_s = MAX_OUTSIDE * span_s;
  gsize n_waving = n_clocks < MANY_CLOCKS ? N_PLACES : N_PLACES_OF_MANY;
  double step_s = (span_s + 2.0 * out_s) / (double) (n_waving - 1);
  gsize n_fading = (gsize) ceil (out_s / step_s), n_places = n_waving + 2 * n_fading;
  double fading_s = (double) n_fading * step_s;
  SpurClockCurves *curves =
    spur_clock_curves_new (n_clocks, n_places, self->begin_ns, -out_s - fading_s, step_s);

  for (guint i = 0; i < n_clocks; i++)
    {
      for (gsize k = 0; k < n_places; k++)
        {
          gsize at = i * n_places + k;
          double time_s = curves->begin_s + (double) k * step_s;
          double far_s = time_s - CLAMP (time_s, -out_s, span_s + out_s);

          curves->values[at] =
            spur_clock_waves_get_faded (waves, i, time_s, far_s, fading_s, &curves->slopes[at]);
        }
    }
  return curves;
}

gboolean
spur_corridor_find_waves (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks;
  gint64 span_ns = self->end_ns - self->begin_ns;
  gint64 window_ns = CLAMP (self->window_ns, span_ns / MAX_WINDOWS, span_ns / MIN_WINDOWS);
  double step_s = (double) window_ns * 1e-9;
  double later_s = (double) (self->begin_ns - self->waves_base_ns) * 1e-9;
  g_autofree SpurClockSight *sights = NULL;
  SpurClockWaves *waves;
  SpurLooking looking;
  gsize n_windows;

  if (window_ns < 1)
    return FALSE;
  spur_looking_init (&looking, self, window_ns);
  n_windows = looking.windows->n_windows;
  sights = g_new (SpurClockSight, n_windows * n_clocks + 1);
  spur_looking_gather (&looking, self, self->waves, sights);
  spur_looking_clear (&looking);
  if (self->waves == NULL && !are_there (self, sights, n_windows, step_s))
    return FALSE;
  waves = spur_clock_waves_new (sights, n_clocks, n_windows, step_s, TRUE, self->found_waves,
                                later_s, self->job);
  g_clear_pointer (&self->found_waves, spur_clock_waves_free);
  g_clear_pointer (&self->waves, spur_clock_curves_free);
  self->found_waves = waves;
  self->waves_base_ns = self->begin_ns;
  self->waves = draw (self, waves);
  return TRUE;
}
