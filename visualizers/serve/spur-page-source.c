/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/serve/spur-page-source-internal.h"

#include "core/base/spur-error-internal.h"
#include "core/index/spur-index-history.h"
#include "visualizers/serve/spur-page-source-private.h"

static GString *
make_page (SpurPageSource *self, const SpurJob *job, GError **error)
{
  GString *page, *news;

  spur_report_fill_sides (&self->report, job);
  if (spur_job_is_cancelled (job, error))
    return NULL;
  spur_report_choose_window (&self->report, NULL);
  if (!self->report.is_live)
    return spur_report_make_page (&self->report, job);
  page = spur_report_make_live_page (&self->report, &news, job);
  self->news = g_string_free_to_bytes (news);
  return page;
}

static void
index_edges (SpurPageSource *self, const SpurJob *job)
{
  const SpurEdgeIndexOptions raw = { .raw = TRUE };
  const SpurEdgeIndexOptions corrected = { .raw = FALSE };

  self->raw_edges = spur_edge_index_new (self->report.trace, self->report.edges, &raw, job);
  if (self->report.has_corrected)
    self->corrected_edges =
      spur_edge_index_new (self->report.trace, self->report.edges, &corrected, job);
}

/**
 * spur_page_source_new: (skip)
 * @trace: a sealed trace
 * @edges: its edges
 * @options: what the page is like
 * @job: (nullable): how to do it
 * @error: return location for an error
 *
 * Makes what a server gives out of a trace.
 *
 * Returns: (transfer full): a source, or %NULL with %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
SpurPageSource *
spur_page_source_new (SpurTrace *trace,
                      SpurEdges *edges,
                      const SpurPageSourceOptions *options,
                      const SpurJob *job,
                      GError **error)
{
  g_autoptr (SpurPageSource) self = g_new0 (SpurPageSource, 1);
  GString *page;

  self->input = g_strdup (options->input);
  self->report.trace = g_object_ref (trace);
  self->report.edges = g_object_ref (edges);
  self->report.input = self->input;
  self->report.is_live = options->is_live;
  self->report.tail = options->tail;
  if (options->index != NULL && spur_index_has_history (options->index))
    self->report.index = g_object_ref (options->index);
  page = make_page (self, job, error);
  if (page == NULL)
    return NULL;
  self->page = g_string_free_to_bytes (page);
  self->report.tail = NULL;
  /* Only parts are made from pictures again. */
  if (self->report.index == NULL)
    spur_report_clear (&self->report);
  else
    index_edges (self, job);
  return g_steal_pointer (&self);
}

/**
 * spur_page_source_free: (skip)
 * @self: a source
 *
 * Frees a source.
 *
 * Since: 1.0
 */
void
spur_page_source_free (SpurPageSource *self)
{
  spur_report_clear (&self->report);
  g_clear_object (&self->report.trace);
  g_clear_object (&self->report.edges);
  g_clear_object (&self->report.index);
  g_clear_object (&self->raw_edges);
  g_clear_object (&self->corrected_edges);
  g_clear_pointer (&self->page, g_bytes_unref);
  g_clear_pointer (&self->news, g_bytes_unref);
  g_free (self->input);
  g_free (self);
}

/**
 * spur_page_source_get_page: (skip)
 * @self: a source
 *
 * The page, in HTML.
 *
 * Returns: (transfer none): it lives as long as @self
 *
 * Since: 1.0
 */
GBytes *
spur_page_source_get_page (SpurPageSource *self)
{
  return self->page;
}

/**
 * spur_page_source_answer: (skip)
 * @self: a source
 * @what: "news", "tile", "marks", "part", "load", "profile" or "system"
 * @query: (nullable): texts by name, which may be anything
 * @error: return location for an error
 *
 * Answers what a page asks for. Times are in ns, as on the page's axis.
 *
 * News are JSON: of a trace that grows the "data" of its page, and the "page" without them.
 *
 * A tile is of mode (raw or corrected), from, to, columns, tracks (a list as 0-63,70) and hidden (a
 * list of swatches). It has, little-endian, the numbers of tracks and of columns (32 bits each) and
 * of events in the window (64 bits); then of each track three swatches a column, their shares in
 * 1/255, and the share of all other states, a byte each; at most a million bytes.
 *
 * Marks are of mode, from, to and columns, what visualizers contribute to them: JSON with columns
 * of marks, bars, values and links as the page of a small trace has them, but those that are of one
 * column come as one, and "markCounts" say how many events each mark stands for. Of a window with
 * more than 1,000,000 events there are none, and "isTooLarge" says so.
 *
 * A part is of mode and either from and to, or stream and event. It is JSON with the columns of the
 * events there and around it, up to 100,000, as the page of a small trace has them.
 *
 * A load is of mode, from, to and columns, of which it has as many or fewer: for each the mean load
 * of the targets and the largest one, in 1/65535, little-endian 16 bits each.
 *
 * A profile is of mode, from and to: JSON with the number of events, and lists of times in ns by
 * state, by object, and of work by row. The system is of mode and time: JSON with a list of
 * [object, place, state] for what streams are about that have begun by then; -1 is none.
 *
 * Returns: (transfer full): the answer, or %NULL with %G_IO_ERROR_INVALID_ARGUMENT where something
 *   is wrong with @query, or %G_IO_ERROR_NOT_FOUND where there is no such thing
 *
 * Since: 1.0
 */
GBytes *
spur_page_source_answer (SpurPageSource *self, const char *what, GHashTable *query, GError **error)
{
  static const struct
  {
    const char *what;
    GBytes *(*make) (SpurPageSource *self, GHashTable *query, GError **error);
  } answers[] = {
    { "tile", spur_page_source_make_tile },       { "marks", spur_page_source_make_marks },
    { "part", spur_page_source_make_part },       { "load", spur_page_source_make_load },
    { "profile", spur_page_source_make_profile }, { "system", spur_page_source_make_system },
  };

  if (self->news != NULL && g_str_equal (what, "news"))
    return g_bytes_ref (self->news);
  for (guint i = 0; self->report.index != NULL && i < G_N_ELEMENTS (answers); i++)
    {
      if (g_str_equal (what, answers[i].what))
        return answers[i].make (self, query, error);
    }
  return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no such thing");
}
