/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/report/spur-clock-report.h"

/* What of the streams is drawn. */
typedef enum
{
  SPUR_CLOCK_CHART_SHIFTS,
  SPUR_CLOCK_CHART_WANDER,
  SPUR_CLOCK_CHART_WIDTHS,
} SpurClockChart;

/* A line for each stream over time, as SVG with a legend in HTML. */
char *spur_clock_chart_make (SpurClockReport *report, SpurClockChart chart);

/* Reversed edges by pair of streams, before and after, as SVG; "" for too many streams. */
char *spur_clock_matrix_make (SpurClockReport *report);

/* Tables. */
char *spur_clock_page_make_classes (SpurClockReport *report);
char *spur_clock_page_make_pairs (SpurClockReport *report);
char *spur_clock_page_make_intervals (SpurClockReport *report);
char *spur_clock_page_make_streams (SpurClockReport *report);
char *spur_clock_page_make_facts (SpurClockReport *report);
