/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-edge-index.h"
#include "visualizers/page/spur-page-private.h"
#include "visualizers/serve/spur-page-source-internal.h"

struct _SpurPageSource
{
  /* Of the page without events; its pictures say what rows and colours there are. */
  SpurReport report;
  char *input;
  GBytes *page;
  /* What a page of an older version takes of it; NULL where the trace does not grow. */
  GBytes *news;
  /* At raw and at corrected times, which spare parts looking at all edges; or NULL. */
  SpurEdgeIndex *raw_edges;
  SpurEdgeIndex *corrected_edges;
};

/* A window of one of the sets of times, in trace time. */
typedef struct
{
  const SpurReportSide *side;
  gint64 from_ns;
  gint64 to_ns;
} SpurPageWindow;

/* Numbers of a query; FALSE with an error where there is none, or none of the range. */
gboolean spur_page_query_int (
  GHashTable *query, const char *name, gint64 least, gint64 most, gint64 *value, GError **error);

/* "mode": raw or corrected. */
const SpurReportSide *
spur_page_query_side (SpurPageSource *self, GHashTable *query, GError **error);

gboolean spur_page_query_window (SpurPageSource *self,
                                 GHashTable *query,
                                 SpurPageWindow *window,
                                 GError **error);

/* A list of numbers below @end and ranges of them, as 0-3,7. There may be none where the query has
 * none. At most @most. */
GArray *
spur_page_query_list (GHashTable *query, const char *name, guint end, guint most, GError **error);

/* Events of all streams in the window. */
guint64 spur_page_window_count (SpurPageSource *self, const SpurPageWindow *window);

GBytes *spur_page_source_make_tile (SpurPageSource *self, GHashTable *query, GError **error);
GBytes *spur_page_source_make_marks (SpurPageSource *self, GHashTable *query, GError **error);
GBytes *spur_page_source_make_part (SpurPageSource *self, GHashTable *query, GError **error);
GBytes *spur_page_source_make_load (SpurPageSource *self, GHashTable *query, GError **error);
GBytes *spur_page_source_make_profile (SpurPageSource *self, GHashTable *query, GError **error);
GBytes *spur_page_source_make_system (SpurPageSource *self, GHashTable *query, GError **error);
