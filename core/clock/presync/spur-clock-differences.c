/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Differences of pairs of clocks in windows of the run, from which the corridor's last curves are
 * made. */
#include "core/clock/presync/spur-clock-differences-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-widths-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"

/* Windows begin at each quarter of their length, so that the curves do not depend on where windows
 * happen to begin. Those that begin closer share most of their messages, and say the same. */
#define N_PHASES 4

typedef struct
{
  const SpurClockWindows *windows;
  gint64 begin_ns; /* of the run */
  gint64 end_ns;
  GArray **differences; /* of each window, SpurClockDifference */
} Listing;

/* The middle of what a window has of the run, in s after its begin. */
static double
get_centre_s (const Listing *self, guint window)
{
  gint64 first_ns = self->windows->begin_ns + (gint64) window * self->windows->length_ns;
  gint64 last_ns = MIN (first_ns + self->windows->length_ns, MAX (self->end_ns, first_ns + 1));

  first_ns = MAX (first_ns, self->begin_ns);
  return (double) (first_ns - self->begin_ns + (last_ns - first_ns) / 2) * 1e-9;
}

/* Until they are weighed, sigma is how far off they can be. */
static void
list_differences (guint window, gpointer user_data)
{
  const Listing *self = user_data;
  guint n = self->windows->n_clocks;
  double time_s = get_centre_s (self, window);
  SpurWindowBounds bounds;

  self->differences[window] = g_array_new (FALSE, FALSE, sizeof (SpurClockDifference));
  spur_window_bounds_solve (&bounds, self->windows, window);
  for (guint i = 0; i < n; i++)
    {
      for (guint j = i + 1; j < n; j++)
        {
          gint64 forth = bounds.from_root[i * n + j], back = bounds.to_root[i * n + j];
          SpurClockDifference difference = {
            time_s, 0.0, 0.0, (double) bounds.relaxation_ns, i, j
          };

          if (forth == SPUR_NO_PATH || back == SPUR_NO_PATH)
            continue;
          difference.value_ns = ((double) forth - (double) back) / 2.0;
          difference.sigma_ns = ((double) forth + (double) back) / 2.0;
          g_array_append_val (self->differences[window], difference);
        }
    }
  spur_window_bounds_clear (&bounds);
}

/* How far off differences are likely to be: the delays of the narrowest corridor of a pair are
 * nearly even, and what it is wider by in other windows is chance. All pairs say no more than n - 1
 * of them would, for paths lead over the same edges, and all windows no more than those of one
 * phase, so each counts less. */
static void
weigh_differences (SpurClockDifference *all, gsize n_differences, guint n_clocks)
{
  g_autofree double *narrowest_ns = g_new (double, (gsize) n_clocks *n_clocks + 1);
  double alike = sqrt (N_PHASES * n_clocks / 2.0);

  for (gsize i = 0; i < (gsize) n_clocks * n_clocks; i++)
    narrowest_ns[i] = INFINITY;
  for (gsize i = 0; i < n_differences; i++)
    {
      double *least_ns = &narrowest_ns[all[i].first * n_clocks + all[i].second];

      *least_ns = MIN (*least_ns, all[i].sigma_ns);
    }
  for (gsize i = 0; i < n_differences; i++)
    {
      double even_ns = SPUR_EVEN_SHARE * narrowest_ns[all[i].first * n_clocks + all[i].second];

      all[i].sigma_ns = hypot ((all[i].sigma_ns - even_ns) / 2.0, SPUR_LEAST_SIGMA_NS) * alike +
                        all[i].relaxation_ns;
    }
}

/* Appends those of windows of which the first begins earlier than the run. */
static void
append_differences (const SpurClockSamples *samples,
                    const Listing *run,
                    gint64 earlier_ns,
                    gint64 length_ns,
                    const SpurJob *job,
                    GArray *all)
{
  g_autoptr (SpurClockWindows) windows =
    spur_clock_windows_new (samples, run->begin_ns - earlier_ns, run->end_ns, length_ns);
  g_autofree GArray **differences = g_new0 (GArray *, windows->n_windows);
  Listing listing = { windows, run->begin_ns, run->end_ns, differences };

  spur_job_run (job, (guint) windows->n_windows, list_differences, &listing);
  for (gsize w = 0; w < windows->n_windows; w++)
    {
      g_array_append_vals (all, differences[w]->data, differences[w]->len);
      g_array_unref (differences[w]);
    }
}

GArray *
spur_clock_differences_new (const SpurClockSamples *samples,
                            gint64 begin_ns,
                            gint64 end_ns,
                            gint64 length_ns,
                            const SpurJob *job)
{
  const Listing run = { .begin_ns = begin_ns, .end_ns = end_ns };
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SpurClockDifference));

  for (gint64 k = 0; k < N_PHASES; k++)
    append_differences (samples, &run, length_ns / N_PHASES * k, length_ns, job, all);
  weigh_differences ((SpurClockDifference *) (gpointer) all->data, all->len, samples->n_clocks);
  return all;
}
