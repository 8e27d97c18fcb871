/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The lines of a log. */
#include "config.h"

#include "core/format/spur-codec.h"
#include "plugins/formats/projections/projections-reading.h"
#include "plugins/formats/projections/projections-scan.h"

#define HEADER "PROJECTIONS-RECORD"
#define LINES_PER_REPORT 8192

/* A log whose very first line is cut off has lost all its records, which is counted later. */
static gboolean
read_header (ProjectionsLines *lines, gint64 *n_claimed, GError **error)
{
  ProjectionsLine line;
  ProjectionsScan scan;
  gsize n_common;
  g_autofree char *text = NULL;

  *n_claimed = -1;
  if (!projections_lines_next (lines, &line))
    return TRUE;
  n_common = MIN (line.n_bytes, strlen (HEADER));
  scan = (ProjectionsScan){ line.text + n_common, line.text + line.n_bytes };
  if (memcmp (line.text, HEADER, n_common) == 0)
    {
      if (line.is_cut_off || (n_common == strlen (HEADER) &&
                              projections_scan_int_in (&scan, 0, G_MAXINT64, n_claimed)))
        return TRUE;
    }
  text = g_utf8_make_valid (line.text, (gssize) MIN (line.n_bytes, 60));
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
               "%s:1: expected \"" HEADER
               "\" and a number, found \"%s\"; logs of +binary-trace and "
               "of other tracers are not read",
               lines->name, text);
  return FALSE;
}

static void
report_progress (ProjectionsReading *self, const ProjectionsLines *lines, guint64 *n_reported_bytes)
{
  guint64 n_bytes = lines->offset_bytes;
  guint64 n_fresh = n_bytes > *n_reported_bytes ? n_bytes - *n_reported_bytes : 0;

  *n_reported_bytes += n_fresh;
  spur_job_report (self->job, "reading", atomic_fetch_add (&self->n_done_bytes, n_fresh) + n_fresh,
                   self->n_total_bytes);
}

static gboolean
walk_lines (ProjectionsReading *self,
            ProjectionsLines *lines,
            ProjectionsLineFunc func,
            gpointer user_data,
            GError **error)
{
  ProjectionsLine line;
  guint64 n_reported_bytes = 0;

  while (projections_lines_next (lines, &line))
    {
      func (lines, &line, user_data);
      if (line.number % LINES_PER_REPORT == 0)
        {
          if (spur_job_is_cancelled (self->job, error))
            return FALSE;
          report_progress (self, lines, &n_reported_bytes);
        }
    }
  report_progress (self, lines, &n_reported_bytes);
  return !spur_job_is_cancelled (self->job, error);
}

gboolean
projections_reading_walk (ProjectionsReading *self,
                          guint log,
                          ProjectionsLineFunc func,
                          gpointer user_data,
                          ProjectionsWalk *walk)
{
  GError **error = &self->logs[log].error;
  g_autoptr (ProjectionsLines) lines = self->open (log, self->open_data, error);

  if (lines == NULL || !read_header (lines, &walk->n_claimed, error) ||
      !walk_lines (self, lines, func, user_data, error))
    return FALSE;
  if (lines->damage != NULL)
    walk->damage = g_strconcat (lines->name, ": ", lines->damage, NULL);
  return TRUE;
}
