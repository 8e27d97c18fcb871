/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The page of a trace: a space-time picture in each set of times, with checks, as one file. */
#include "config.h"

#include "visualizers/page/spur-report.h"

#include "core/base/spur-new-files.h"
#include "visualizers/page/spur-report-private.h"

#define MAX_BANDS 3000
/* Marks at one instant are not in the page; the scene only needs some fineness. */
#define N_COLUMNS 16

static void
fill_side (SpurReport *self, SpurReportSide *side, gboolean raw, const SpurJob *job)
{
  const SpurSpaceTimeOptions options = { .trace = self->trace,
                                         .edges = self->edges,
                                         .registry = spur_registry_get_default (),
                                         .raw = raw,
                                         .n_columns = N_COLUMNS,
                                         .max_arrows = 0,
                                         .max_bands = MAX_BANDS };
  SpurCorrection *correction = raw ? NULL : spur_trace_get_correction (self->trace);

  side->picture = spur_space_time_new (&options);
  spur_check_run (&side->check, self->trace, self->edges, correction, 0, job);
}

/**
 * spur_report_save:
 * @trace: a sealed trace
 * @edges: its edges
 * @path: the file to write, usually ending in .html
 * @job: (nullable): how to do it
 * @error: return location for an error
 *
 * Writes a page that shows a trace: what happened where and when, at the times as recorded and
 * at the corrected ones, what the correction did, and the load of the targets over time.
 *
 * The page is one file that loads nothing from anywhere, and may be opened from a disk or sent
 * by a server with the strictest content security policy. What of a large trace it leaves out,
 * it says. The file appears complete or not at all.
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED where @job was cancelled, or another error of
 *   #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_report_save (
  SpurTrace *trace, SpurEdges *edges, const char *path, const SpurJob *job, GError **error)
{
  SpurReport report = { .trace = trace, .edges = edges };
  gboolean saved = FALSE;
  GString *page;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), FALSE);
  g_return_val_if_fail (SPUR_IS_EDGES (edges), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  report.has_corrected = spur_trace_get_correction (trace) != NULL;
  spur_job_report (job, "drawing", 0, 3);
  fill_side (&report, &report.raw, TRUE, job);
  spur_job_report (job, "drawing", 1, 3);
  if (report.has_corrected)
    fill_side (&report, &report.corrected, FALSE, job);
  spur_job_report (job, "drawing", 2, 3);
  page = spur_report_make_page (&report);
  if (!spur_job_is_cancelled (job, error))
    saved = spur_new_files_save (path, page->str, page->len, "a page is written as a regular file",
                                 error);
  spur_job_report (job, "drawing", 3, 3);
  g_string_free (page, TRUE);
  g_clear_pointer (&report.raw.picture, spur_space_time_free);
  g_clear_pointer (&report.corrected.picture, spur_space_time_free);
  return saved;
}
