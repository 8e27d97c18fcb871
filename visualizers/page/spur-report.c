/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The page of a trace: a space-time picture in each set of times, with checks, as one file. */
#include "visualizers/page/spur-report.h"

#include <string.h>

#include "visualizers/page/spur-page-private.h"

/* With an index states come from that, and the rest by parts. */
static void
fill_side (SpurReport *self, SpurReportSide *side, gboolean raw, const SpurJob *job)
{
  const SpurSpaceTimeOptions options = { .trace = self->trace,
                                         .edges = self->edges,
                                         .registry = spur_registry_get_default (),
                                         .raw = raw,
                                         .lanes = raw ? NULL : self->raw.picture->lanes,
                                         .index = self->index,
                                         .is_outline = self->index != NULL,
                                         .keep_all = TRUE,
                                         .max_arrows = G_MAXUINT,
                                         .max_bands = G_MAXUINT };
  SpurCorrection *correction = raw ? NULL : spur_trace_get_correction (self->trace);

  side->picture = spur_space_time_new (&options);
  if (self->index != NULL)
    spur_report_fill_streams (self, side);
  spur_check_run (&side->check, self->trace, self->edges, correction, 0, job);
}

void
spur_report_fill_sides (SpurReport *self, const SpurJob *job)
{
  self->has_corrected = spur_trace_get_correction (self->trace) != NULL;
  spur_job_report (job, "drawing", 0, 3);
  fill_side (self, &self->raw, TRUE, job);
  spur_job_report (job, "drawing", 1, 3);
  if (self->has_corrected)
    fill_side (self, &self->corrected, FALSE, job);
  spur_job_report (job, "drawing", 2, 3);
}

static GHashTable *
make_pieces (SpurReport *self, const SpurJob *job)
{
  GHashTable *pieces = spur_page_pieces_new ();

  spur_report_add_text (pieces, self);
  spur_report_add_findings (pieces, self);
  spur_page_add_piece (pieces, "BALANCE");
  spur_page_add_piece (pieces, "WAITS");
  if (self->index == NULL)
    {
      spur_report_add_balance (pieces, self, job);
      spur_report_add_waits (pieces, self, job);
    }
  spur_report_add_facts (pieces, self);
  return pieces;
}

static GString *
fill_page (GHashTable *pieces)
{
  static const char *const styles[] = { "report.css", NULL };
  static const char *const scripts[] = {
    "format.js",  "reader.js",    "columns.js",  "cells.js",  "arrows.js",  "lines.js",
    "paint.js",   "events.js",    "explain.js",  "search.js", "profile.js", "situations.js",
    "formula.js", "lifelines.js", "source.js",   "served.js", "live.js",    "rows.js",
    "picture.js", "load.js",      "panel.js",    "focus.js",  "tables.js",  "signs.js",
    "pointer.js", "paper.js",     "overview.js", "boxes.js",  "system.js",  "page.js",
    NULL
  };

  return spur_page_fill (pieces, "report.html", styles, scripts);
}

GString *
spur_report_make_page (SpurReport *self, const SpurJob *job)
{
  g_autoptr (GHashTable) pieces = make_pieces (self, job);

  spur_report_append_data (spur_page_add_piece (pieces, "DATA"), self, job);
  return fill_page (pieces);
}

GString *
spur_report_make_live_page (SpurReport *self, GString **news, const SpurJob *job)
{
  static const char *const none[] = { NULL };
  g_autoptr (GHashTable) pieces = make_pieces (self, job);
  GString *data = spur_page_add_piece (pieces, "DATA"), *text;

  text = spur_page_fill (pieces, "report.html", none, none);
  spur_report_append_data (data, self, job);
  *news = g_string_new ("{\"page\":");
  /* The policy of the head would be asked about its empty style. */
  spur_report_append_string (*news, strstr (text->str, "<body>"));
  g_string_append (*news, ",\"data\":");
  g_string_append_len (*news, data->str, (gssize) data->len);
  g_string_append_c (*news, '}');
  g_string_free (text, TRUE);
  return fill_page (pieces);
}

void
spur_report_clear (SpurReport *self)
{
  g_clear_pointer (&self->raw.picture, spur_space_time_free);
  g_clear_pointer (&self->corrected.picture, spur_space_time_free);
  g_clear_pointer (&self->raw.streams, spur_report_streams_free);
  g_clear_pointer (&self->corrected.streams, spur_report_streams_free);
  g_clear_pointer (&self->ranges, g_free);
}

GString *
spur_report_make_whole (SpurTrace *trace,
                        SpurEdges *edges,
                        const SpurReportOptions *options,
                        const SpurJob *job,
                        GError **error)
{
  SpurReport report = { .trace = trace,
                        .edges = edges,
                        .input = options != NULL ? options->input : NULL };
  GString *page;

  spur_report_fill_sides (&report, job);
  spur_report_choose_window (&report, options);
  page = spur_report_make_page (&report, job);
  spur_report_clear (&report);
  if (!spur_job_is_cancelled (job, error))
    return page;
  g_string_free (page, TRUE);
  return NULL;
}

/**
 * spur_report_save:
 * @trace: a sealed trace
 * @edges: its edges
 * @options: (nullable): what of it is in the page; all of it where it is %NULL
 * @path: the file to write, usually ending in .html
 * @job: (nullable): how to do it
 * @error: return location for an error
 *
 * Writes a page that shows a trace: what happened where and when, at the times as recorded and
 * at the corrected ones, what the correction did, the load of the targets over time, how even it
 * was and whether moving paid, and what calls waited for.
 *
 * The page is one file that loads nothing from anywhere, and may be opened from a disk or sent
 * by a server with the strictest content security policy. It holds every event of the trace, or of
 * the part that was asked for, up to a million; what it leaves out it says first, with the command
 * that makes a page of it. The file appears complete or not at all.
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED where @job was cancelled, or another error of
 *   #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_report_save (SpurTrace *trace,
                  SpurEdges *edges,
                  const SpurReportOptions *options,
                  const char *path,
                  const SpurJob *job,
                  GError **error)
{
  g_autoptr (GString) page = NULL;
  gboolean saved;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  page = spur_report_make_whole (trace, edges, options, job, error);
  saved = page != NULL && spur_page_save (page, path, error);
  spur_job_report (job, "drawing", 3, 3);
  return saved;
}
