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

/* LEB128; signed numbers zigzag. */
void spur_report_put_unsigned (GByteArray *bytes, guint64 value);
void spur_report_put_signed (GByteArray *bytes, gint64 value);

/* A reference to a table; none is 0. */
void spur_report_put_entry (GByteArray *bytes, guint32 entry);

/* Adds a member "key":"bytes in base64" to an object. */
void spur_report_append_base64 (GString *json, const char *key, GByteArray *bytes);

/* When all things of a kind begin and end. The page draws some of them, and says by this of how
 * many in the window that is seen. */
GArray *spur_report_census_new (void);

/* In either order: a message may be received before it is sent. */
void spur_report_census_add (GArray *census, gint64 one_ns, gint64 other_ns);

void spur_report_census_append (GArray *census, GString *json, const char *key, gint64 zero_ns);

/* The numbers that the page draws, as JSON that may stand in an HTML script element. Says in @self
 * how much of what there is they are. */
void spur_report_append_data (GString *json, SpurReport *self);

/* Members of it: the states of the page, and how many there are in any window. */
void spur_report_append_states (GString *json, SpurReport *self, SpurSpaceTime *picture);
void spur_report_append_state_census (GString *json, SpurSpaceTime *picture);

/* Pieces of the page, in HTML: text; what the correction did, and what is known of the trace. */
void spur_report_add_text (GHashTable *pieces, SpurReport *self);
void spur_report_add_facts (GHashTable *pieces, SpurReport *self);
