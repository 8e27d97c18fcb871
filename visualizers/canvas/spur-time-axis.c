/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Ticks and labels of a time axis, for pictures of a span of time. */
#include "visualizers/canvas/spur-canvas-internal.h"

static const char *const unit_names[] = { "ns", "\xc2\xb5s", "ms", "s" };

static gint64
floor_to (gint64 value, gint64 step)
{
  gint64 rest = value % step;

  return value - (rest < 0 ? rest + step : rest);
}

/* The smallest of 1, 2, 5 times a power of ten that is at least @least_ns. */
static gint64
round_step (gint64 least_ns)
{
  gint64 power = 1;

  while (power <= least_ns / 10)
    power *= 10;
  if (power >= least_ns)
    return power;
  if (2 * power >= least_ns)
    return 2 * power;
  return 5 * power >= least_ns ? 5 * power : 10 * power;
}

/* Labels count from @zero_ns, or, where they would become too long to read, from a round time
 * next to @from_ns. */
void
spur_time_axis_init (
  SpurTimeAxis *self, gint64 from_ns, gint64 to_ns, gint64 zero_ns, guint max_ticks)
{
  gint64 length_ns = MAX (to_ns - from_ns, 1);
  gint64 unit_ns = 1;
  gint64 decimal_ns;

  *self = (SpurTimeAxis){ .origin_ns = zero_ns };
  self->step_ns = round_step ((length_ns - 1) / MAX (max_ticks, 1) + 1);
  while (self->unit < 3 && unit_ns * 1000 <= MAX (length_ns / 2, 1))
    {
      unit_ns *= 1000;
      self->unit++;
    }
  if (ABS (from_ns - zero_ns) / self->step_ns > 100000)
    self->origin_ns = zero_ns + floor_to (from_ns - zero_ns, self->step_ns * 1000);
  decimal_ns = unit_ns;
  while (decimal_ns > 1 && self->step_ns % decimal_ns != 0)
    {
      decimal_ns /= 10;
      self->decimals++;
    }
  self->first_ns = self->origin_ns + floor_to (from_ns - self->origin_ns, self->step_ns);
  if (self->first_ns < from_ns)
    self->first_ns += self->step_ns;
  if (self->first_ns <= to_ns)
    self->n_ticks = (guint) ((to_ns - self->first_ns) / self->step_ns + 1);
}

gint64
spur_time_axis_get_tick_ns (const SpurTimeAxis *self, guint tick)
{
  return self->first_ns + tick * self->step_ns;
}

char *
spur_time_axis_get_label (const SpurTimeAxis *self, guint tick)
{
  gint64 value = spur_time_axis_get_tick_ns (self, tick) - self->origin_ns;
  gint64 divisor = 1;

  for (guint i = 0; i < self->unit; i++)
    divisor *= 1000;
  for (guint i = 0; i < self->decimals; i++)
    divisor /= 10;
  return g_strdup (SPUR_VIEW_DECIMAL (value / divisor, self->decimals));
}

char *
spur_time_axis_get_title (const SpurTimeAxis *self, gint64 zero_ns)
{
  if (self->origin_ns == zero_ns)
    return g_strdup_printf ("%s after the trace's begin", unit_names[self->unit]);
  return g_strdup_printf ("%s after %s s, counted from the trace's begin", unit_names[self->unit],
                          SPUR_VIEW_DECIMAL (self->origin_ns - zero_ns, 9));
}
