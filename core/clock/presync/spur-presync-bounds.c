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

/* The tightest bound of the difference of two clocks. */
static gint64
get_bound (const SpurWindowBounds *bounds, const SpurClockWindows *windows, guint from, guint to)
{
  gint64 bound_ns = SPUR_NO_PATH;

  for (guint k = 0; k < windows->n_roots; k++)
    {
      gint64 first_ns = bounds->to_root[(gsize) k * windows->n_clocks + from];
      gint64 second_ns = bounds->from_root[(gsize) k * windows->n_clocks + to];

      if (first_ns != SPUR_NO_PATH && second_ns != SPUR_NO_PATH)
        bound_ns = MIN (bound_ns, first_ns + second_ns);
    }
  return bound_ns;
}

static void
note_stream (SpurClockFit *fit, guint stream, const char *what, gint64 value)
{
  g_autofree char *key = g_strdup_printf ("stream.%u.%s", stream, what);

  spur_clock_fit_note (fit, key, value);
}

/* For each clock the first one of its group, or SPUR_NONE for a clock alone. */
static guint *
find_references (const guint *groups, guint n_clocks)
{
  g_autofree guint *firsts = g_new (guint, n_clocks + 1);
  guint *references = g_new (guint, n_clocks + 1);

  memset (firsts, 0xff, n_clocks * sizeof *firsts);
  for (guint i = 0; i < n_clocks; i++)
    {
      references[i] = firsts[groups[i]];
      if (references[i] == SPUR_NONE)
        firsts[groups[i]] = i;
      else
        references[references[i]] = references[i];
    }
  return references;
}

void
spur_presync_by_bounds (const SpurPresyncInput *input, SpurClockFit *fit)
{
  const SpurClockSamples *samples = input->samples;
  g_autoptr (SpurClockWindows) windows = spur_clock_windows_new_whole (samples);
  g_autofree SpurClockView *views = g_new0 (SpurClockView, samples->n_clocks + 1);
  g_autofree gint64 *offsets_ns = g_new0 (gint64, samples->n_clocks + 1);
  g_autofree guint *references = find_references (input->groups, samples->n_clocks);
  SpurWindowBounds bounds;

  spur_window_bounds_solve (&bounds, windows, 0);
  spur_window_bounds_view (&bounds, windows, views);
  fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      double offset_ns;

      if (references[i] == SPUR_NONE)
        continue;
      offset_ns = views[references[i]].error_ns - views[i].error_ns;
      if (fabs (offset_ns) > SPUR_TIME_LIMIT_NS)
        {
          fit->outcome = SPUR_CLOCK_OUTCOME_OUT_OF_RANGE;
          break;
        }
      offsets_ns[i] = llrint (offset_ns);
      fit->outcome = SPUR_CLOCK_OUTCOME_OFFSETS;
      spur_clock_fit_add (fit, i, samples->spans[i].first_ns,
                          samples->spans[i].first_ns + offsets_ns[i]);
      spur_clock_fit_set_width (fit, samples, i, views[i].half_width_ns, 0.0);
    }
  spur_clock_fit_note (fit, "relaxation-ns", bounds.relaxation_ns);
  for (guint s = 0; fit->outcome == SPUR_CLOCK_OUTCOME_OFFSETS && s < samples->n_streams; s++)
    {
      guint clock = samples->clocks[s], reference = references[clock];

      if (reference == SPUR_NONE)
        continue;
      note_stream (fit, s, "offset-ns", offsets_ns[clock]);
      note_stream (fit, s, "width-ns",
                   get_bound (&bounds, windows, clock, reference) +
                     get_bound (&bounds, windows, reference, clock));
    }
  spur_window_bounds_clear (&bounds);
}
