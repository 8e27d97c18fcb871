/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The lines of a log, and the first pass: which entry methods, array elements and texts there are.
 */
#include "core/base/spur-error-internal.h"
#include "plugins/formats/projections/projections-reading.h"

#include <string.h>

#include "core/format/spur-codec.h"
#include "plugins/formats/projections/projections-scan.h"

#define HEADER "PROJECTIONS-RECORD"
#define LINES_PER_REPORT 8192

/* Texts beyond are not kept: a log may be made of nothing else. */
#define MAX_TEXTS 100000

/* A log whose very first line is cut off has lost all its records, which is counted later. */
static gboolean
read_header (FormatLines *lines, gint64 *n_claimed, GError **error)
{
  FormatLine line;
  ProjectionsScan scan;
  gsize n_common;
  g_autofree char *text = NULL;

  *n_claimed = -1;
  if (!format_lines_next (lines, &line))
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
  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s:1: expected \"" HEADER
                         "\" and a number, found \"%s\"; logs of +binary-trace and "
                         "of other tracers are not read",
                         lines->name, text);
}

static void
report_progress (ProjectionsReading *self, const FormatLines *lines, guint64 *n_reported_bytes)
{
  guint64 n_bytes = lines->offset_bytes;
  guint64 n_fresh = n_bytes > *n_reported_bytes ? n_bytes - *n_reported_bytes : 0;

  *n_reported_bytes += n_fresh;
  spur_job_report (self->job, "reading", atomic_fetch_add (&self->n_done_bytes, n_fresh) + n_fresh,
                   self->n_total_bytes);
}

static gboolean
walk_lines (ProjectionsReading *self,
            FormatLines *lines,
            ProjectionsLineFunc func,
            gpointer user_data,
            GError **error)
{
  FormatLine line;
  guint64 n_reported_bytes = 0;

  while (format_lines_next (lines, &line))
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
                          gpointer user_data)
{
  ProjectionsLog *at = &self->logs[log];
  GError **error = &at->error;
  g_autoptr (FormatLines) lines = self->open (log, self->open_data, error);

  if (lines == NULL || !read_header (lines, &at->n_claimed, error) ||
      !walk_lines (self, lines, func, user_data, error))
    return FALSE;
  g_free (at->damage);
  at->damage = lines->damage != NULL ? g_strconcat (lines->name, ": ", lines->damage, NULL) : NULL;
  return TRUE;
}

typedef struct
{
  ProjectionsReading *reading;
  ProjectionsLog *log;
  /* Most records are about the same element as the one before. */
  ProjectionsElement last;
} Survey;

static void
survey_element (Survey *survey, const ProjectionsRecord *record)
{
  ProjectionsElement element;

  survey->log->n_entries = MAX (survey->log->n_entries, (guint) record->entry + 1);
  atomic_store_explicit (&survey->reading->is_used[record->entry], 1, memory_order_relaxed);
  if (!projections_element_from_record (&element, survey->reading,
                                        (guint) (survey->log - survey->reading->logs), record) ||
      projections_element_equal (&element, &survey->last))
    return;
  survey->last = element;
  if (!g_hash_table_contains (survey->log->elements, &element))
    g_hash_table_add (survey->log->elements, g_memdup2 (&element, sizeof element));
}

static void
survey_text (Survey *survey, const ProjectionsRecord *record)
{
  ProjectionsLog *log = survey->log;
  char *text = g_utf8_make_valid (record->text, (gssize) record->n_text_bytes);

  if (log->text_order->len >= MAX_TEXTS || g_hash_table_contains (log->texts, text))
    {
      g_free (text);
      return;
    }
  g_hash_table_add (log->texts, text);
  g_ptr_array_add (log->text_order, text);
}

static void
survey_line (const FormatLines *lines, const FormatLine *line, gpointer user_data)
{
  Survey *survey = user_data;
  ProjectionsRecord record;
  gint64 type;

  /* Most lines are of other types, and are not parsed now. */
  if (line->is_cut_off || !projections_record_scan_type (line, &type) ||
      (type != PROJECTIONS_BEGIN_PROCESSING && type != PROJECTIONS_NOTE &&
       type != PROJECTIONS_BRACKETED_NOTE) ||
      projections_record_parse (survey->reading->sts, line, &record) != PROJECTIONS_PARSED)
    return;
  if (type == PROJECTIONS_BEGIN_PROCESSING)
    survey_element (survey, &record);
  else
    survey_text (survey, &record);
}

void
projections_reading_survey_log (guint log, gpointer reading)
{
  ProjectionsReading *self = reading;
  Survey survey = { self, &self->logs[log], { PROJECTIONS_MAX_ID + 1, 0, { 0 } } };

  survey.log->elements =
    g_hash_table_new_full (projections_element_hash, projections_element_equal, g_free, NULL);
  survey.log->texts = g_hash_table_new (g_str_hash, g_str_equal);
  survey.log->text_order = g_ptr_array_new_with_free_func (g_free);
  projections_reading_walk (self, log, survey_line, &survey);
}
