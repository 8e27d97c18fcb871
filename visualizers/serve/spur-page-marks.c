/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What visualizers contribute to a window with more events than a page gets one by one: events of a
 * class that no column of the screen tells apart are a bucket, as in other pictures. */
#include <string.h>

#include "visualizers/serve/spur-page-source-private.h"

/* They are read one by one, while other pages wait: as many as the page of a file holds. */
#define MAX_EVENTS 1000000
#define MAX_COLUMNS 8192

/* As many as can be told apart; of more those that cross a window are one. */
#define MAX_LINKS 4000

/* A column of each lane may have a mark of each style. */
#define MAX_CELLS 400000

/* Rows and styles are those of the page. */
static SpurSpaceTime *
draw_marks (SpurPageSource *self, const SpurPageWindow *window, guint n_columns)
{
  const SpurSpaceTimeOptions options = { .trace = self->report.trace,
                                         .edges = self->report.edges,
                                         .registry = spur_registry_get_default (),
                                         .index = self->report.index,
                                         .raw = window->side == &self->report.raw,
                                         .has_span = TRUE,
                                         .from_ns = window->from_ns,
                                         .to_ns = window->to_ns,
                                         .n_columns = n_columns,
                                         .lanes = self->report.raw.picture->lanes,
                                         .has_no_edges = TRUE,
                                         .max_arrows = MAX_LINKS };

  return spur_space_time_new (&options);
}

GBytes *
spur_page_source_make_marks (SpurPageSource *self, GHashTable *query, GError **error)
{
  guint n_lanes = MAX (self->report.raw.picture->lanes->n_lanes, 1);
  g_autoptr (SpurSpaceTime) picture = NULL;
  SpurReport report = { .trace = self->report.trace, .edges = self->report.edges };
  SpurPageWindow window;
  gint64 n_columns;
  GString *json;

  if (!spur_page_query_window (self, query, &window, error) ||
      !spur_page_query_int (query, "columns", 1, MAX_COLUMNS, &n_columns, error))
    return NULL;
  if (spur_page_window_count (self, &window) > MAX_EVENTS)
    return g_bytes_new_static ("{\"isTooLarge\":true}", strlen ("{\"isTooLarge\":true}"));
  picture = draw_marks (self, &window, (guint) MIN (n_columns, MAX (MAX_CELLS / n_lanes, 1)));
  report.from_ns = window.from_ns;
  report.to_ns = window.to_ns;
  json = g_string_new ("{");
  spur_report_append_marks (json, &report, picture);
  return g_string_free_to_bytes (g_string_append_c (json, '}'));
}
