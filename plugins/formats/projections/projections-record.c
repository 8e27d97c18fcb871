/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/formats/projections/projections-reading.h"

#include "plugins/formats/projections/projections-scan.h"

typedef struct
{
  const ProjectionsSts *sts;
  const FormatLine *line;
  ProjectionsScan scan;
} Parsing;

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
parse_index (Parsing *parsing, ProjectionsRecord *record)
{
  record->n_dims = projections_sts_get_n_dims (parsing->sts, record->entry);
  for (guint i = 0; i < record->n_dims; i++)
    {
      gint64 number;

      if (!scan_int32 (parsing, &number))
        return FALSE;
      record->index[i] = (gint32) number;
    }
  return TRUE;
}

/* One space, then as many bytes as the number says; a line's end among them ends the text that is
 * kept. */
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

/* What the letters of a type's form mean. */
static gboolean
parse_field (Parsing *parsing, char field, ProjectionsRecord *record)
{
  gint64 end_us;

  switch (field)
    {
    case 'm': /* what all records about messages begin with */
      return parse_message_head (parsing, record);
    case 't':
      return scan_time (parsing, record);
    case 'e':
      return scan_int32 (parsing, &record->event);
    case 'p':
      return scan_int32 (parsing, &record->pe);
    case 'n':
      return scan_int32 (parsing, &record->number);
    case 'v':
      return projections_scan_double (&parsing->scan, &record->value);
    case 'w': /* a word that is not used */
      return skip_words (parsing, 1);
    case 'c': /* the counters */
      return skip_words (parsing, (guint64) parsing->sts->n_counters);
    case 'i':
      return parse_index (parsing, record);
    case 'o': /* chares that are no arrays have up to 4 numbers of no meaning here */
      for (guint i = 0; record->n_dims == 0 && i < 4 && !is_at_end (parsing); i++)
        skip_words (parsing, 1);
      return TRUE;
    case 'q': /* newer versions add the number of the event that it is nested in */
      return is_at_end (parsing) || skip_words (parsing, 1);
    case 'r':
      return projections_scan_int_in (&parsing->scan, 0, G_MAXINT32, &record->n_receivers);
    case 'l': /* the list of receivers may be longer than a line that is kept, and is not needed */
      return parsing->line->is_clipped ||
             (skip_words (parsing, (guint64) record->n_receivers) && is_at_end (parsing));
    case '1':
      record->n_receivers = 1;
      return TRUE;
    case 'V':
      record->value = (double) record->event;
      return TRUE;
    case 'd': /* the time of the end */
      if (!projections_scan_int_in (&parsing->scan, 0, PROJECTIONS_MAX_TIME_US, &end_us))
        return FALSE;
      record->value = (double) (end_us - record->time_us);
      return TRUE;
    case 'x':
      return parse_text (parsing, record);
    default:
      return is_at_end (parsing);
    }
}

static const struct
{
  const char *form;
  const char *fields;
} types[PROJECTIONS_N_TYPES] = {
  [PROJECTIONS_CREATION] = { "m1w$", "1 mtype entry time event pe bytes sendtime" },
  [PROJECTIONS_BEGIN_PROCESSING] = { "mwiwco$",
                                     "2 mtype entry time event pe bytes recvtime index cpustart" },
  [PROJECTIONS_END_PROCESSING] = { "mwc$", "3 mtype entry time event pe bytes cputime" },
  [PROJECTIONS_ENQUEUE] = { "wtepV$", "4 mtype time event pe" },
  [PROJECTIONS_DEQUEUE] = { "wtepV$", "5 mtype time event pe" },
  [PROJECTIONS_BEGIN_COMPUTATION] = { "t$", "6 time" },
  [PROJECTIONS_END_COMPUTATION] = { "t$", "7 time" },
  [PROJECTIONS_BEGIN_INTERRUPT] = { "tep$", "8 time event pe" },
  [PROJECTIONS_END_INTERRUPT] = { "tep$", "9 time event pe" },
  [PROJECTIONS_MESSAGE_RECV] = { "mV$", "10 mtype entry time event pe bytes" },
  [PROJECTIONS_BEGIN_TRACE] = { "t$", "11 time" },
  [PROJECTIONS_END_TRACE] = { "t$", "12 time" },
  [PROJECTIONS_USER_EVENT] = { "ntepVq$", "13 number time event pe" },
  [PROJECTIONS_BEGIN_IDLE] = { "tp$", "14 time pe" },
  [PROJECTIONS_END_IDLE] = { "tp$", "15 time pe" },
  [PROJECTIONS_BEGIN_PACK] = { "tp$", "16 time pe" },
  [PROJECTIONS_END_PACK] = { "tp$", "17 time pe" },
  [PROJECTIONS_BEGIN_UNPACK] = { "tp$", "18 time pe" },
  [PROJECTIONS_END_UNPACK] = { "tp$", "19 time pe" },
  [PROJECTIONS_CREATION_BCAST] = { "mwr$", "20 mtype entry time event pe bytes sendtime pes" },
  [PROJECTIONS_CREATION_MULTICAST] = { "mwrl",
                                       "21 mtype entry time event pe bytes sendtime n pe ..." },
  [PROJECTIONS_USER_SUPPLIED] = { "vt$", "26 value time" },
  [PROJECTIONS_MEMORY_USAGE] = { "vt$", "27 bytes time" },
  [PROJECTIONS_NOTE] = { "tx", "28 time length text" },
  [PROJECTIONS_BRACKETED_NOTE] = { "tdex", "29 time endtime event length text" },
  [PROJECTIONS_END_PHASE] = { "vt$", "30 phase time" },
  [PROJECTIONS_USER_STAT] = { "twvpn$", "32 time usertime value pe number" },
  [PROJECTIONS_BEGIN_USER_EVENT_PAIR] = { "ntepVq$", "98 number time event pe nested" },
  [PROJECTIONS_END_USER_EVENT_PAIR] = { "ntepVq$", "99 number time event pe nested" },
  [PROJECTIONS_USER_EVENT_PAIR] = { "ntepVq$", "100 number time event pe nested" },
};

gboolean
projections_record_scan_type (const FormatLine *line, gint64 *type)
{
  ProjectionsScan scan = { line->text, line->text + line->n_bytes };

  return projections_scan_int (&scan, type);
}

ProjectionsVerdict
projections_record_parse (const ProjectionsSts *sts,
                          const FormatLine *line,
                          ProjectionsRecord *record)
{
  Parsing parsing = { sts, line, { line->text, line->text + line->n_bytes } };
  gint64 type;

  memset (record, 0, sizeof *record);
  if (!projections_scan_int (&parsing.scan, &type))
    return PROJECTIONS_MALFORMED;
  if (type < 0 || type >= PROJECTIONS_N_TYPES || types[type].form == NULL)
    return PROJECTIONS_UNKNOWN_TYPE;
  record->type = (guint) type;
  for (const char *field = types[type].form; *field != '\0'; field++)
    {
      if (!parse_field (&parsing, *field, record))
        return PROJECTIONS_MALFORMED;
    }
  return PROJECTIONS_PARSED;
}

const char *
projections_record_describe (guint type)
{
  return type < PROJECTIONS_N_TYPES && types[type].fields != NULL ? types[type].fields
                                                                  : "a number from 1 to 100";
}

gboolean
projections_element_from_record (ProjectionsElement *self,
                                 const ProjectionsReading *reading,
                                 guint log,
                                 const ProjectionsRecord *record)
{
  gboolean is_manager = reading->kinds[record->entry] >= PROJECTIONS_ENTRY_BALANCING;

  if (record->type != PROJECTIONS_BEGIN_PROCESSING || (record->n_dims == 0 && !is_manager))
    return FALSE;
  memset (self, 0, sizeof *self);
  self->chare = projections_sts_get_entry (reading->sts, record->entry)->chare;
  self->n_dims = record->n_dims;
  memcpy (self->index, record->index, record->n_dims * sizeof record->index[0]);
  /* Every PE has a branch of a load balancer. */
  if (record->n_dims == 0)
    {
      self->n_dims = 1;
      self->index[0] = (gint32) log;
    }
  return TRUE;
}

guint
projections_element_hash (gconstpointer self)
{
  const ProjectionsElement *element = self;
  guint32 hash = element->chare * 2654435761u;

  for (guint i = 0; i < element->n_dims; i++)
    hash = (hash ^ (guint32) element->index[i]) * 2654435761u + (hash >> 15);
  return hash;
}

gboolean
projections_element_equal (gconstpointer self, gconstpointer other)
{
  return projections_element_compare (self, other) == 0;
}

int
projections_element_compare (gconstpointer self, gconstpointer other)
{
  const ProjectionsElement *a = self;
  const ProjectionsElement *b = other;

  if (a->chare != b->chare)
    return a->chare < b->chare ? -1 : 1;
  for (guint i = 0; i < PROJECTIONS_MAX_DIMS; i++)
    {
      if (a->index[i] != b->index[i])
        return a->index[i] < b->index[i] ? -1 : 1;
    }
  return 0;
}

char *
projections_element_to_string (const ProjectionsElement *self, const ProjectionsSts *sts)
{
  const ProjectionsChare *chare = projections_sts_get_chare (sts, self->chare);
  g_autoptr (GString) text = g_string_new (chare != NULL ? chare->name : "");

  for (guint i = 0; i < self->n_dims; i++)
    g_string_append_printf (text, "%c%d", i == 0 ? '[' : ',', self->index[i]);
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
