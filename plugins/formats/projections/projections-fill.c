/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The second pass: records become events. */
#include <string.h>

#include "events/spur-events.h"
#include "plugins/formats/projections/projections-reading.h"

#define MAX_RECORD_BYTES 64

static const struct
{
  const char *name;
  SpurStateKind kind;
  guint begin;
  guint end;
} regions[PROJECTIONS_N_REGIONS] = {
  /* It says only that the program runs, and lies around everything else. */
  { "computation", SPUR_STATE_IDLE, PROJECTIONS_BEGIN_COMPUTATION, PROJECTIONS_END_COMPUTATION },
  { "idle", SPUR_STATE_IDLE, PROJECTIONS_BEGIN_IDLE, PROJECTIONS_END_IDLE },
  { "packing", SPUR_STATE_OVERHEAD, PROJECTIONS_BEGIN_PACK, PROJECTIONS_END_PACK },
  { "unpacking", SPUR_STATE_OVERHEAD, PROJECTIONS_BEGIN_UNPACK, PROJECTIONS_END_UNPACK },
  { "writing the log", SPUR_STATE_OVERHEAD, PROJECTIONS_BEGIN_INTERRUPT,
    PROJECTIONS_END_INTERRUPT },
};

static ProjectionsKind
define_kind (SpurTrace *trace, GType type)
{
  return (ProjectionsKind){ spur_trace_add_event_type (trace, type),
                            spur_event_type_get_layout (type) };
}

void
projections_reading_define_vocabulary (ProjectionsReading *reading)
{
  ProjectionsVocabulary *self = &reading->vocabulary;
  SpurTrace *trace = reading->trace;

  self->begin = define_kind (trace, PROJECTIONS_TYPE_ENTRY_BEGIN_EVENT);
  self->end = define_kind (trace, PROJECTIONS_TYPE_ENTRY_END_EVENT);
  self->creation = define_kind (trace, PROJECTIONS_TYPE_ENTRY_CREATION_EVENT);
  self->enter = define_kind (trace, SPUR_TYPE_REGION_ENTER_EVENT);
  self->exit = define_kind (trace, SPUR_TYPE_REGION_EXIT_EVENT);
  self->record = define_kind (trace, PROJECTIONS_TYPE_RECORD_EVENT);
  self->phase = define_kind (trace, SPUR_TYPE_LM_PHASE_EVENT);
  self->creation_receivers =
    (guint) spur_event_layout_find_field (self->creation.layout, "receivers");
  self->record_type = (guint) spur_event_layout_find_field (self->record.layout, "type");
  self->record_text = (guint) spur_event_layout_find_field (self->record.layout, "text");
  self->record_value = (guint) spur_event_layout_find_field (self->record.layout, "value");
  for (guint i = 0; i < PROJECTIONS_N_REGIONS; i++)
    self->states[i] = spur_definitions_add_state (spur_trace_get_definitions (trace),
                                                  regions[i].name, regions[i].kind);
}

/* The region that a type of record begins or ends, or %PROJECTIONS_N_REGIONS. */
static ProjectionsRegion
find_region (guint type, gboolean *is_begin)
{
  for (guint i = 0; i < PROJECTIONS_N_REGIONS; i++)
    {
      *is_begin = type == regions[i].begin;
      if (*is_begin || type == regions[i].end)
        return (ProjectionsRegion) i;
    }
  return PROJECTIONS_N_REGIONS;
}

/* An entry method that runs. */
typedef struct
{
  guint32 subject;
  guint32 state;
  ProjectionsEntryKind kind;
} Frame;

typedef struct
{
  ProjectionsReading *reading;
  const ProjectionsVocabulary *words;
  ProjectionsLog *log;
  SpurStream *stream;
  guint32 pe;
  guint64 n_records;
  gboolean has_end;
  gboolean is_balancing;
  guint64 n_phases;

  GArray *frames;
  guint64 n_open[PROJECTIONS_N_REGIONS];
  /* Most records are about the same element as the one before. */
  ProjectionsElement last;
  guint32 last_object;
  /* Of the record before, type 0 where there is none. */
  guint last_type;
  gint64 last_time_us;
} Fill;

static void
put_field (const ProjectionsKind *kind, SpurUse use, guint8 *record, guint64 value)
{
  spur_event_layout_set_uint (kind->layout, (guint) kind->layout->field_of_use[use], record, value);
}

static guint32
get_current_subject (const Fill *fill)
{
  if (fill->frames->len == 0)
    return fill->pe;
  return g_array_index (fill->frames, Frame, fill->frames->len - 1).subject;
}

static guint32
find_subject (Fill *fill, const ProjectionsRecord *record)
{
  ProjectionsElement element;
  gpointer object;

  if (!projections_element_from_record (&element, fill->reading, fill->pe, record))
    return fill->pe;
  if (projections_element_equal (&element, &fill->last))
    return fill->last_object;
  /* Missing only where the log changed since it was surveyed. */
  if (!g_hash_table_lookup_extended (fill->reading->objects, &element, NULL, &object))
    return fill->pe;
  fill->last = element;
  fill->last_object = GPOINTER_TO_UINT (object);
  return fill->last_object;
}

static guint64
get_message_id (const ProjectionsRecord *record)
{
  return (guint64) (guint32) record->pe << 32 | (guint32) record->event;
}

static void
put_message (const ProjectionsKind *kind, guint8 *bytes, const ProjectionsRecord *record)
{
  put_field (kind, SPUR_USE_TAG, bytes, (guint64) record->entry);
  put_field (kind, SPUR_USE_SIZE, bytes, (guint64) record->n_message_bytes);
  put_field (kind, SPUR_USE_MESSAGE_ID, bytes, get_message_id (record));
}

/* Not used before only where the log changed since it was surveyed. */
static guint32
find_state (Fill *fill, const ProjectionsRecord *record)
{
  ProjectionsReading *reading = fill->reading;

  return atomic_load_explicit (&reading->is_used[record->entry], memory_order_relaxed)
           ? reading->states[record->entry]
           : SPUR_NONE;
}

static void
add_begin (Fill *fill, const ProjectionsRecord *record)
{
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };
  Frame frame = { find_subject (fill, record), find_state (fill, record),
                  fill->reading->kinds[record->entry] };
  gboolean is_known = record->pe >= 0 && record->pe < fill->reading->n_logs;

  put_message (&fill->words->begin, bytes, record);
  put_field (&fill->words->begin, SPUR_USE_SUBJECT, bytes, frame.subject);
  put_field (&fill->words->begin, SPUR_USE_PEER, bytes,
             is_known ? (guint32) record->pe : SPUR_NONE);
  put_field (&fill->words->begin, SPUR_USE_STATE, bytes, frame.state);
  fill->is_balancing |= frame.kind == PROJECTIONS_ENTRY_BALANCE_BEGIN;
  g_array_append_val (fill->frames, frame);
  spur_stream_append (fill->stream, record->time_us, fill->words->begin.index, bytes);
}

static void
add_creation (Fill *fill, const ProjectionsRecord *record)
{
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };

  put_message (&fill->words->creation, bytes, record);
  put_field (&fill->words->creation, SPUR_USE_SUBJECT, bytes, get_current_subject (fill));
  put_field (&fill->words->creation, SPUR_USE_PEER, bytes, SPUR_NONE);
  spur_event_layout_set_uint (fill->words->creation.layout, fill->words->creation_receivers, bytes,
                              (guint64) record->n_receivers);
  spur_stream_append (fill->stream, record->time_us, fill->words->creation.index, bytes);
}

static void
add_state (Fill *fill,
           const ProjectionsKind *kind,
           const ProjectionsRecord *record,
           guint32 subject,
           guint32 state)
{
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };

  put_field (kind, SPUR_USE_SUBJECT, bytes, subject);
  put_field (kind, SPUR_USE_STATE, bytes, state);
  spur_stream_append (fill->stream, record->time_us, kind->index, bytes);
}

static guint32
find_text (Fill *fill, const ProjectionsRecord *record)
{
  gpointer string = GUINT_TO_POINTER (SPUR_NONE);
  g_autofree char *text = NULL;

  if (record->type == PROJECTIONS_USER_STAT)
    g_hash_table_lookup_extended (fill->reading->statistics, GINT_TO_POINTER ((int) record->number),
                                  NULL, &string);
  else if (record->type == PROJECTIONS_USER_EVENT ||
           record->type >= PROJECTIONS_BEGIN_USER_EVENT_PAIR)
    g_hash_table_lookup_extended (fill->reading->user_events,
                                  GINT_TO_POINTER ((int) record->number), NULL, &string);
  else if (record->text != NULL)
    {
      text = g_utf8_make_valid (record->text, (gssize) record->n_text_bytes);
      if (!g_hash_table_lookup_extended (fill->reading->strings, text, NULL, &string))
        fill->log->losses[PROJECTIONS_LOSS_TEXTS]++;
    }
  return GPOINTER_TO_UINT (string);
}

static void
add_record (Fill *fill, const ProjectionsRecord *record)
{
  const SpurEventLayout *layout = fill->words->record.layout;
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };
  guint64 value;

  memcpy (&value, &record->value, sizeof value);
  put_field (&fill->words->record, SPUR_USE_SUBJECT, bytes, get_current_subject (fill));
  spur_event_layout_set_uint (layout, fill->words->record_type, bytes, record->type);
  spur_event_layout_set_uint (layout, fill->words->record_text, bytes, find_text (fill, record));
  spur_event_layout_set_uint (layout, fill->words->record_value, bytes, value);
  spur_stream_append (fill->stream, record->time_us, fill->words->record.index, bytes);
}

/* The first time that clients are resumed after the PE began to balance. */
static void
add_phase (Fill *fill, const ProjectionsRecord *record)
{
  guint8 bytes[MAX_RECORD_BYTES] = { 0 };

  fill->is_balancing = FALSE;
  put_field (&fill->words->phase, SPUR_USE_PHASE, bytes, ++fill->n_phases);
  spur_stream_append (fill->stream, record->time_us, fill->words->phase.index, bytes);
}

static void
add_end (Fill *fill, const ProjectionsRecord *record)
{
  Frame frame;

  /* Charm++ writes the end of what began before tracing did, and some ends twice. */
  if (fill->frames->len == 0)
    {
      add_record (fill, record);
      return;
    }
  frame = g_array_index (fill->frames, Frame, fill->frames->len - 1);
  g_array_set_size (fill->frames, fill->frames->len - 1);
  add_state (fill, &fill->words->end, record, frame.subject, frame.state);
  if (frame.kind == PROJECTIONS_ENTRY_BALANCE_END && fill->is_balancing)
    add_phase (fill, record);
}

static void
add_other (Fill *fill, const ProjectionsRecord *record)
{
  gboolean is_begin;
  ProjectionsRegion region = find_region (record->type, &is_begin);

  if (region == PROJECTIONS_N_REGIONS || (!is_begin && fill->n_open[region] == 0))
    add_record (fill, record);
  else
    {
      fill->n_open[region] += is_begin ? 1 : (guint64) -1;
      add_state (fill, is_begin ? &fill->words->enter : &fill->words->exit, record, fill->pe,
                 fill->words->states[region]);
    }
}

static void
add_event (Fill *fill, const ProjectionsRecord *record)
{
  switch (record->type)
    {
    case PROJECTIONS_CREATION:
    case PROJECTIONS_CREATION_BCAST:
    case PROJECTIONS_CREATION_MULTICAST:
      add_creation (fill, record);
      break;
    case PROJECTIONS_BEGIN_PROCESSING:
      add_begin (fill, record);
      break;
    case PROJECTIONS_END_PROCESSING:
      add_end (fill, record);
      break;
    default:
      add_other (fill, record);
      break;
    }
}

/* Records that the runtime writes are counted with the one before. */
static void
count_pair (Fill *fill, const ProjectionsRecord *record)
{
  ProjectionsPairs *pairs = &fill->log->pairs;
  guint type = record->type < PROJECTIONS_N_PAIRED ? record->type : 0;

  if (type != 0 && fill->last_type != 0 && record->time_us >= fill->last_time_us)
    {
      pairs->n_pairs[fill->last_type][type]++;
      pairs->sums_us[fill->last_type][type] += (guint64) (record->time_us - fill->last_time_us);
    }
  fill->last_type = type;
  fill->last_time_us = record->time_us;
}

static void
note_problem (Fill *fill, const FormatLines *lines, const FormatLine *line, const char *wanted)
{
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;

  if (fill->log->first_problem != NULL)
    return;
  text = g_utf8_make_valid (line->text, (gssize) MIN (line->n_bytes, 100));
  escaped = g_strescape (text, NULL);
  fill->log->first_problem = g_strdup_printf ("%s:%" G_GUINT64_FORMAT ": expected %s, found \"%s\"",
                                              lines->name, line->number, wanted, escaped);
}

static void
fill_line (const FormatLines *lines, const FormatLine *line, gpointer user_data)
{
  Fill *fill = user_data;
  ProjectionsRecord record;

  if (line->n_bytes == 0)
    return;
  fill->n_records++;
  fill->has_end = FALSE;
  if (line->is_cut_off)
    {
      fill->log->losses[PROJECTIONS_LOSS_CUT_OFF]++;
      note_problem (fill, lines, line, "the end of the record's line");
      return;
    }
  switch (projections_record_parse (fill->reading->sts, line, &record))
    {
    case PROJECTIONS_PARSED:
      add_event (fill, &record);
      count_pair (fill, &record);
      fill->has_end = record.type == PROJECTIONS_END_COMPUTATION;
      break;
    case PROJECTIONS_MALFORMED:
      fill->log->losses[PROJECTIONS_LOSS_MALFORMED]++;
      note_problem (fill, lines, line, projections_record_describe (record.type));
      break;
    case PROJECTIONS_UNKNOWN_TYPE:
      fill->log->losses[PROJECTIONS_LOSS_UNKNOWN]++;
      note_problem (fill, lines, line, "a record of a known type");
      break;
    }
}

/* The first line counts the records of the first time that the tracer wrote; a program that ended
 * as it should ends its computation. */
static guint64
count_missing (const Fill *fill, gint64 n_claimed)
{
  if (n_claimed > 0 && (guint64) n_claimed > fill->n_records)
    return (guint64) n_claimed - fill->n_records;
  return fill->has_end ? 0 : 1;
}

static void
note_ending (Fill *fill)
{
  ProjectionsLog *log = fill->log;

  log->losses[PROJECTIONS_LOSS_MISSING] = count_missing (fill, log->n_claimed);
  if (log->damage == NULL)
    return;
  log->losses[PROJECTIONS_LOSS_UNREADABLE] = 1;
  if (log->first_problem == NULL)
    log->first_problem = g_strdup (log->damage);
}

void
projections_reading_fill_stream (guint log, gpointer reading)
{
  ProjectionsReading *self = reading;
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  Fill fill = { .reading = self,
                .words = &self->vocabulary,
                .log = &self->logs[log],
                .stream = spur_trace_get_stream (self->trace, log),
                .pe = log,
                .frames = frames,
                .last = { .chare = PROJECTIONS_MAX_ID + 1 } };

  if (projections_reading_walk (self, log, fill_line, &fill))
    note_ending (&fill);
}
