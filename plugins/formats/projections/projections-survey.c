/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The first pass: which entry methods, array elements and texts there are. */
#include "config.h"

#include "plugins/formats/projections/projections-reading.h"

#include <string.h>

/* Texts beyond are not kept: a log may be made of nothing else. */
#define MAX_TEXTS 100000

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
  if (!projections_element_from_record (&element, survey->reading->sts, record) ||
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
survey_line (const ProjectionsLines *lines, const ProjectionsLine *line, gpointer user_data)
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
  ProjectionsWalk walk = { -1, NULL };

  survey.log->elements =
    g_hash_table_new_full (projections_element_hash, projections_element_equal, g_free, NULL);
  survey.log->texts = g_hash_table_new (g_str_hash, g_str_equal);
  survey.log->text_order = g_ptr_array_new_with_free_func (g_free);
  projections_reading_walk (self, log, survey_line, &survey, &walk);
  g_free (walk.damage);
}
