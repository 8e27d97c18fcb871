/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "visualizers/page/spur-page-private.h"
#include "visualizers/space-time/spur-space-time-internal.h"

/* The trace in one set of times. */
typedef struct
{
  SpurSpaceTime *picture;
  SpurCheck check;
} SpurReportSide;

/* What a report is made from. Without a correction there is only the raw side. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurReportSide raw;
  SpurReportSide corrected;
  gboolean has_corrected;

  /* How much the page draws, of how much there is. */
  guint64 n_spans;
  guint64 n_spans_kept;
  guint64 n_edges;
  guint64 n_edges_kept;
} SpurReport;

/* The numbers that the page draws, as JSON that may stand in an HTML script element. */
GString *spur_report_make_data (SpurReport *self);

/* Members of it: the states of the page, and how many there are in any window. */
void spur_report_append_states (GString *json, SpurReport *self, SpurSpaceTime *picture);
void spur_report_append_state_census (GString *json, SpurSpaceTime *picture);

/* Pieces of the page, in HTML. */
char *spur_report_make_subtitle (SpurReport *self);
char *spur_report_make_headline (SpurReport *self);
char *spur_report_make_switch (SpurReport *self);
char *spur_report_make_legend (SpurReport *self);
char *spur_report_make_note (SpurReport *self);
char *spur_report_make_imbalance (SpurReport *self);
char *spur_report_make_busy (SpurReport *self);
char *spur_report_make_correction (SpurReport *self);
char *spur_report_make_facts (SpurReport *self);

/* The whole page. */
GString *spur_report_make_page (SpurReport *self);
