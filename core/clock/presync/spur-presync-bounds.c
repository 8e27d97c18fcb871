/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pre-synchronisation by a constant offset for every clock, method "bounds".
 *
 * An edge says that its receive comes mu after its send at the earliest, so edges in both
 * directions bound the difference of two clocks from both sides. The tightest of all bounds, also
 * through third clocks, leave an interval; the offset is in its middle. The first of the clocks
 * that are connected keeps its times.
 *
 * The facts that it notes: `bounds.relaxation-ns` (above 0 where clocks drift, so that no constant
 * offset satisfies every edge), and for every stream `I` that is bounded
 * `bounds.stream.I.offset-ns` and `bounds.stream.I.width-ns`, against the first one. */
#include "core/clock/presync/spur-presynchroniser-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-windows-private.h"

/* What all edges together say of the clocks. */
typedef struct
{
  SpurClockWindows *windows;
  SpurWindowBounds bounds;
  SpurClockView *views;
  guint *references; /* of each clock the first one of its group; SPUR_NONE for one alone */
} Solution;

static void
find_references (Solution *self, const SpurClockSamples *samples)
{
  g_autofree guint *groups = spur_clock_samples_get_groups (samples);
  g_autofree guint *firsts = g_new0 (guint, samples->n_clocks + 1);
  g_autofree guint *sizes = g_new0 (guint, samples->n_clocks + 1);

  self->references = g_new (guint, samples->n_clocks + 1);
  for (guint i = samples->n_clocks; i-- > 0;)
    {
      firsts[groups[i]] = i;
      sizes[groups[i]]++;
    }
  for (guint i = 0; i < samples->n_clocks; i++)
    self->references[i] = sizes[groups[i]] > 1 ? firsts[groups[i]] : SPUR_NONE;
}

static void
solution_init (Solution *self, const SpurClockSamples *samples)
{
  self->windows = spur_clock_windows_new_whole (samples);
  self->views = g_new0 (SpurClockView, samples->n_clocks + 1);
  spur_window_bounds_init (&self->bounds, self->windows);
  spur_window_bounds_solve (&self->bounds, self->windows, 0);
  spur_window_bounds_view (&self->bounds, self->windows, self->views);
  find_references (self, samples);
}

static void
solution_clear (Solution *self)
{
  spur_window_bounds_clear (&self->bounds);
  spur_clock_windows_free (self->windows);
  g_free (self->views);
  g_free (self->references);
}

/* The tightest bound of the difference of two clocks. */
static gint64
get_bound (const Solution *self, guint from, guint to)
{
  gint64 bound_ns = SPUR_NO_PATH;

  for (guint k = 0; k < self->windows->n_roots; k++)
    {
      gint64 first_ns = self->bounds.to_root[(gsize) k * self->windows->n_clocks + from];
      gint64 second_ns = self->bounds.from_root[(gsize) k * self->windows->n_clocks + to];

      if (first_ns != SPUR_NO_PATH && second_ns != SPUR_NO_PATH)
        bound_ns = MIN (bound_ns, first_ns + second_ns);
    }
  return bound_ns;
}

/* How far the clock's times are moved, in ns. */
static double
get_offset (const Solution *self, guint clock)
{
  return self->views[self->references[clock]].error_ns - self->views[clock].error_ns;
}

static void
note_stream (SpurClockFit *fit, guint stream, const char *what, gint64 value)
{
  g_autofree char *key = g_strdup_printf ("stream.%u.%s", stream, what);

  spur_clock_fit_note (fit, key, value);
}

static void
note_streams (const Solution *self, const SpurClockSamples *samples, SpurClockFit *fit)
{
  for (guint s = 0; s < samples->n_streams; s++)
    {
      guint clock = samples->clocks[s], reference = self->references[clock];

      if (reference == SPUR_NONE)
        continue;
      note_stream (fit, s, "offset-ns", llrint (get_offset (self, clock)));
      note_stream (fit, s, "width-ns",
                   get_bound (self, clock, reference) + get_bound (self, reference, clock));
    }
}

gboolean
spur_presync_by_bounds (const SpurPresyncInput *input, SpurClockFit *fit, GError **error)
{
  const SpurClockSamples *samples = input->samples;
  Solution self;

  solution_init (&self, samples);
  fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      gint64 first_ns = samples->spans[i].first_ns;

      if (self.references[i] == SPUR_NONE)
        continue;
      if (fabs (get_offset (&self, i)) > SPUR_TIME_LIMIT_NS)
        {
          fit->outcome = SPUR_CLOCK_OUTCOME_OUT_OF_RANGE;
          break;
        }
      fit->outcome = SPUR_CLOCK_OUTCOME_OFFSETS;
      spur_clock_fit_add (fit, i, first_ns, first_ns + llrint (get_offset (&self, i)));
      spur_clock_fit_set_width (fit, samples, i, self.views[i].half_width_ns, 0.0);
    }
  spur_clock_fit_note (fit, "relaxation-ns", self.bounds.relaxation_ns);
  if (fit->outcome == SPUR_CLOCK_OUTCOME_OFFSETS)
    note_streams (&self, samples, fit);
  solution_clear (&self);
  return TRUE;
}
