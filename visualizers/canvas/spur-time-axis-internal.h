/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Where a time axis has its ticks, and what is written there. */
typedef struct
{
  gint64 origin_ns;
  gint64 first_ns;
  gint64 step_ns;
  guint n_ticks;
  guint unit;
  guint decimals;
} SpurTimeAxis;

void spur_time_axis_init (
  SpurTimeAxis *self, gint64 from_ns, gint64 to_ns, gint64 zero_ns, guint max_ticks);

gint64 spur_time_axis_get_tick_ns (const SpurTimeAxis *self, guint tick);

char *spur_time_axis_get_label (const SpurTimeAxis *self, guint tick);

/* What the axis says below its labels: the unit, and from where it counts. */
char *spur_time_axis_get_title (const SpurTimeAxis *self, gint64 zero_ns);
