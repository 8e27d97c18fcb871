/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-record.h"

#include "plugins/formats/projections/projections-scan.h"

typedef struct
{
  const ProjectionsSts *sts;
  const ProjectionsLine *line;
  ProjectionsScan scan;
} Parsing;

typedef gboolean (*ParseFunc) (Parsing *parsing, ProjectionsRecord *record);

static gboolean
scan_time (Parsing *parsing, ProjectionsRecord *record)
{
  return projections_scan_int_in (&parsing->scan, 0, PROJECTIONS_MAX_TIME_US, &record->time_us);
}

static gboolean
scan_int32 (Parsing *parsing, gint64 *value)
{
  return projections_scan_int_in (&parsing->scan, G_MININT32, G_MAXINT32, value);
}

/* Fields that are not used, but whose absence says that the line is damaged. */
static gboolean
skip_words (Parsing *parsing, guint64 n_words)
{
  const char *word;
  gsize n_bytes;

  for (guint64 i = 0; i < n_words; i++)
    {
      if (!projections_scan_word (&parsing->scan, &word, &n_bytes))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_at_end (Parsing *parsing)
{
  return projections_scan_is_at_end (&parsing->scan) && !parsing->line->is_clipped;
}

/* What all records about messages begin with. */
static gboolean
parse_message_head (Parsing *parsing, ProjectionsRecord *record)
{
  gint64 message_type;

  return projections_scan_int (&parsing->scan, &message_type) &&
         projections_scan_int_in (&parsing->scan, 0, PROJECTIONS_MAX_ID, &record->entry) &&
         scan_time (parsing, record) && scan_int32 (parsing, &record->event) &&
         scan_int32 (parsing, &record->pe) &&
         projections_scan_int_in (&parsing->scan, 0, G_MAXINT64, &record->n_message_bytes);
}

static gboolean
parse_creation (Parsing *parsing, ProjectionsRecord *record)
{
  record->n_receivers = 1;
  return parse_message_head (parsing, record) && skip_words (parsing, 1) && is_at_end (parsing);
}

static gboolean
parse_to_many (Parsing *parsing, ProjectionsRecord *record)
{
  return parse_message_head (parsing, record) && skip_words (parsing, 1) &&
         projections_scan_int_in (&parsing->scan, 0, G_MAXINT32, &record->n_receivers);
}

static gboolean
parse_broadcast (Parsing *parsing, ProjectionsRecord *record)
{
  return parse_to_many (parsing, record) && is_at_end (parsing);
}

/* The list of receivers may be longer than a line that is kept, and is not needed. */
static gboolean
parse_multicast (Parsing *parsing, ProjectionsRecord *record)
{
  return parse_to_many (parsing, record) &&
         (parsing->line->is_clipped ||
          (skip_words (parsing, (guint64) record->n_receivers) && is_at_end (parsing)));
}

static gboolean
parse_begin (Parsing *parsing, ProjectionsRecord *record)
{
  guint n_dims;

  if (!parse_message_head (parsing, record) || !skip_words (parsing, 1))
    return FALSE;
  n_dims = projections_sts_get_n_dims (parsing->sts, record->entry);
  for (guint i = 0; i < n_dims; i++)
    {
      gint64 number;

      if (!scan_int32 (parsing, &number))
        return FALSE;
      record->index[i] = (gint32) number;
    }
  record->n_dims = n_dims;
  /* Chares that are no arrays have up to 4 numbers of no meaning there. */
  if (!skip_words (parsing, 1 + parsing->sts->n_counters))
    return FALSE;
  for (guint i = 0; n_dims == 0 && i < 4 && !is_at_end (parsing); i++)
    skip_words (parsing, 1);
  return is_at_end (parsing);
}

static gboolean
parse_end (Parsing *parsing, ProjectionsRecord *record)
{
  return parse_message_head (parsing, record) &&
         skip_words (parsing, 1 + parsing->sts->n_counters) && is_at_end (parsing);
}

static gboolean
parse_receive (Parsing *parsing, ProjectionsRecord *record)
{
  if (!parse_message_head (parsing, record) || !is_at_end (parsing))
    return FALSE;
  record->value = (double) record->event;
  return TRUE;
}

static gboolean
parse_queue (Parsing *parsing, ProjectionsRecord *record)
{
  if (!skip_words (parsing, 1) || !scan_time (parsing, record) ||
      !scan_int32 (parsing, &record->event) || !scan_int32 (parsing, &record->pe))
    return FALSE;
  record->value = (double) record->event;
  return is_at_end (parsing);
}

static gboolean
parse_time (Parsing *parsing, ProjectionsRecord *record)
{
  return scan_time (parsing, record) && is_at_end (parsing);
}

static gboolean
parse_time_and_pe (Parsing *parsing, ProjectionsRecord *record)
{
  return scan_time (parsing, record) && scan_int32 (parsing, &record->pe) && is_at_end (parsing);
}

static gboolean
parse_interrupt (Parsing *parsing, ProjectionsRecord *record)
{
  return scan_time (parsing, record) && scan_int32 (parsing, &record->event) &&
         scan_int32 (parsing, &record->pe) && is_at_end (parsing);
}

/* Newer versions add the number of the event that it is nested in. */
static gboolean
parse_user_event (Parsing *parsing, ProjectionsRecord *record)
{
  if (!scan_int32 (parsing, &record->number) || !scan_time (parsing, record) ||
      !scan_int32 (parsing, &record->event) || !scan_int32 (parsing, &record->pe))
    return FALSE;
  record->value = (double) record->event;
  return is_at_end (parsing) || (skip_words (parsing, 1) && is_at_end (parsing));
}

static gboolean
parse_value_and_time (Parsing *parsing, ProjectionsRecord *record)
{
  return projections_scan_double (&parsing->scan, &record->value) && scan_time (parsing, record) &&
         is_at_end (parsing);
}

static gboolean
parse_statistic (Parsing *parsing, ProjectionsRecord *record)
{
  return scan_time (parsing, record) && skip_words (parsing, 1) &&
         projections_scan_double (&parsing->scan, &record->value) &&
         scan_int32 (parsing, &record->pe) && scan_int32 (parsing, &record->number) &&
         is_at_end (parsing);
}

/* One space, then @n_bytes bytes; a line's end among them ends the text that is kept. */
static gboolean
parse_text (Parsing *parsing, ProjectionsRecord *record)
{
  gint64 n_bytes;
  gsize n_left_bytes;

  if (!projections_scan_int_in (&parsing->scan, 0, G_MAXINT32, &n_bytes))
    return FALSE;
  if (parsing->scan.at < parsing->scan.end)
    parsing->scan.at++;
  n_left_bytes = (gsize) (parsing->scan.end - parsing->scan.at);
  record->text = parsing->scan.at;
  record->n_text_bytes = MIN ((gsize) n_bytes, n_left_bytes);
  parsing->scan.at += record->n_text_bytes;
  return parsing->line->is_clipped || is_at_end (parsing);
}

static gboolean
parse_note (Parsing *parsing, ProjectionsRecord *record)
{
  return scan_time (parsing, record) && parse_text (parsing, record);
}

static gboolean
parse_bracketed_note (Parsing *parsing, ProjectionsRecord *record)
{
  gint64 end_us;

  if (!scan_time (parsing, record) ||
      !projections_scan_int_in (&parsing->scan, 0, PROJECTIONS_MAX_TIME_US, &end_us) ||
      !scan_int32 (parsing, &record->event))
    return FALSE;
  record->value = (double) (end_us - record->time_us);
  return parse_text (parsing, record);
}

static const struct
{
  ParseFunc parse;
  const char *fields;
} types[PROJECTIONS_N_TYPES] = {
  [PROJECTIONS_CREATION] = { parse_creation, "1 mtype entry time event pe bytes sendtime" },
  [PROJECTIONS_BEGIN_PROCESSING] = { parse_begin,
                                     "2 mtype entry time event pe bytes recvtime index cpustart" },
  [PROJECTIONS_END_PROCESSING] = { parse_end, "3 mtype entry time event pe bytes cputime" },
  [PROJECTIONS_ENQUEUE] = { parse_queue, "4 mtype time event pe" },
  [PROJECTIONS_DEQUEUE] = { parse_queue, "5 mtype time event pe" },
  [PROJECTIONS_BEGIN_COMPUTATION] = { parse_time, "6 time" },
  [PROJECTIONS_END_COMPUTATION] = { parse_time, "7 time" },
  [PROJECTIONS_BEGIN_INTERRUPT] = { parse_interrupt, "8 time event pe" },
  [PROJECTIONS_END_INTERRUPT] = { parse_interrupt, "9 time event pe" },
  [PROJECTIONS_MESSAGE_RECV] = { parse_receive, "10 mtype entry time event pe bytes" },
  [PROJECTIONS_BEGIN_TRACE] = { parse_time, "11 time" },
  [PROJECTIONS_END_TRACE] = { parse_time, "12 time" },
  [PROJECTIONS_USER_EVENT] = { parse_user_event, "13 number time event pe" },
  [PROJECTIONS_BEGIN_IDLE] = { parse_time_and_pe, "14 time pe" },
  [PROJECTIONS_END_IDLE] = { parse_time_and_pe, "15 time pe" },
  [PROJECTIONS_BEGIN_PACK] = { parse_time_and_pe, "16 time pe" },
  [PROJECTIONS_END_PACK] = { parse_time_and_pe, "17 time pe" },
  [PROJECTIONS_BEGIN_UNPACK] = { parse_time_and_pe, "18 time pe" },
  [PROJECTIONS_END_UNPACK] = { parse_time_and_pe, "19 time pe" },
  [PROJECTIONS_CREATION_BCAST] = { parse_broadcast,
                                   "20 mtype entry time event pe bytes sendtime pes" },
  [PROJECTIONS_CREATION_MULTICAST] = { parse_multicast,
                                       "21 mtype entry time event pe bytes sendtime n pe ..." },
  [PROJECTIONS_USER_SUPPLIED] = { parse_value_and_time, "26 value time" },
  [PROJECTIONS_MEMORY_USAGE] = { parse_value_and_time, "27 bytes time" },
  [PROJECTIONS_NOTE] = { parse_note, "28 time length text" },
  [PROJECTIONS_BRACKETED_NOTE] = { parse_bracketed_note, "29 time endtime event length text" },
  [PROJECTIONS_END_PHASE] = { parse_value_and_time, "30 phase time" },
  [PROJECTIONS_USER_STAT] = { parse_statistic, "32 time usertime value pe number" },
  [PROJECTIONS_BEGIN_USER_EVENT_PAIR] = { parse_user_event, "98 number time event pe nested" },
  [PROJECTIONS_END_USER_EVENT_PAIR] = { parse_user_event, "99 number time event pe nested" },
  [PROJECTIONS_USER_EVENT_PAIR] = { parse_user_event, "100 number time event pe nested" },
};

gboolean
projections_record_scan_type (const ProjectionsLine *line, gint64 *type)
{
  ProjectionsScan scan = { line->text, line->text + line->n_bytes };

  return projections_scan_int (&scan, type);
}

ProjectionsVerdict
projections_record_parse (const ProjectionsSts *sts,
                          const ProjectionsLine *line,
                          ProjectionsRecord *record)
{
  Parsing parsing = { sts, line, { line->text, line->text + line->n_bytes } };
  gint64 type;

  memset (record, 0, sizeof *record);
  if (!projections_scan_int (&parsing.scan, &type))
    return PROJECTIONS_MALFORMED;
  if (type < 0 || type >= PROJECTIONS_N_TYPES || types[type].parse == NULL)
    return PROJECTIONS_UNKNOWN_TYPE;
  record->type = (guint) type;
  return types[type].parse (&parsing, record) ? PROJECTIONS_PARSED : PROJECTIONS_MALFORMED;
}

const char *
projections_record_describe (guint type)
{
  return type < PROJECTIONS_N_TYPES && types[type].fields != NULL ? types[type].fields
                                                                  : "a number from 1 to 100";
}
