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
void
spur_clock_chart_append (GString *html, const SpurReportFigures *figures, SpurClockChart chart);

/* Reversed edges by pair of streams, before and after, as SVG; nothing for too many streams. */
void spur_clock_matrix_append (GString *html, const SpurReportFigures *figures);

/* Pieces of the page: tables, and what is said below them. */
void spur_clock_page_add_classes (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_pairs (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_intervals (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_streams (GHashTable *pieces, const SpurReportFigures *figures);
void spur_clock_page_add_facts (GHashTable *pieces, const SpurReportFigures *figures);
