/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/report/spur-clock-report.h"

/* What a report is made from. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;
  gint64 mu_ns;
  const SpurJob *job;
} SpurReportInput;

/* The edges by class and by pair of streams. */
void spur_clock_report_count_edges (const SpurReportInput *input, GArray *classes, GArray *pairs);

/* What became of the events of every stream. */
void spur_clock_report_measure (const SpurReportInput *input,
                                gint64 begin_ns,
                                gint64 end_ns,
                                SpurReportStream *streams);

/* Adds the intervals of @from to @into, but for the means. */
void spur_distortion_add (SpurDistortion *into, const SpurDistortion *from);
