/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Records as lines of text: a rule becomes the steps by which a line is written. */
#include "core/format/text/spur-format-text-private.h"

#include <string.h>

#include "core/base/spur-digits-private.h"

/* Prefixes are copied in pieces of this size, whatever their length. */
#define PIECE 16

/* Fields of the record come first. */
typedef enum
{
  STEP_UINT,
  STEP_INT,
  STEP_DOUBLE,
  STEP_SCALED,
  STEP_NAME,
  STEP_REST,
  STEP_NOTHING,
  STEP_TIME,
  STEP_TIME_TICKS,
  STEP_TIME_SLOW,
  STEP_TIME_QUOTED,
  STEP_STREAM,
  STEP_STREAM_IF_OTHER,
  STEP_HOST,
  STEP_PROGRAM,
  STEP_ENTRY,
  STEP_PREDECESSORS,
} StepKind;

typedef struct
{
  char *text;
  guint32 n_bytes;
} Slice;

typedef struct
{
  StepKind kind;
  gboolean may_miss;
  guint16 offset_bytes;
  guint8 n_bytes;
  guint64 missing_bits;
  /* Always, and only before a value that is there; both have room to be copied in pieces. */
  Slice always;
  Slice if_there;
  const Slice *names;
  const SpurFormatOp *op;
  /* Of times: the text of a second, which many events share. */
  gint64 second;
  guint n_second_bytes;
  char second_text[64];
  /* Of <rest/>: texts by list. */
  Slice *rests;
} Step;

/* Whether the events of a list are calls of a logger. */
typedef enum
{
  CALL_UNKNOWN,
  CALL_NO,
  CALL_YES,
} Call;

typedef struct
{
  guint n_steps;
  Step *steps;
  /* By list, where the rule writes entries as items; else NULL. */
  guint8 *calls;
} Line;

/* Tables of names beside those of fields that are references. */
enum
{
  TABLE_STREAMS = SPUR_FIELD_LIST + 1,
  TABLE_HOSTS,
  N_TABLES,
};

typedef struct
{
  SpurFormatSource *source;
  SpurFormatOutput *output;
  SpurFormatTextStyle style;
  Slice *tables[N_TABLES];
  guint n_entries[N_TABLES];
  char *program;
  Line **lines;
  GString *buffer;
} SpurFormatText;

static Slice
keep_slice (const GString *text)
{
  gsize n_bytes = (text->len + 2 * PIECE) / PIECE * PIECE;
  Slice slice = { g_malloc0 (n_bytes), (guint32) text->len };

  memcpy (slice.text, text->str, text->len);
  return slice;
}

static Slice
quote_slice (SpurFormatText *self, const char *text)
{
  g_string_truncate (self->buffer, 0);
  self->style.quote (self->style.data, self->buffer, text, strlen (text));
  return keep_slice (self->buffer);
}

static const char *
get_name (SpurFormatText *self, guint table, guint index)
{
  const char *host =
    table == TABLE_HOSTS ? spur_format_log_get_host (self->source->trace, index) : NULL;

  if (host != NULL)
    return host;
  return table >= TABLE_STREAMS ? self->source->stream_texts[index]
                                : spur_format_source_get_text (self->source, table, index);
}

static void
quote_tables (SpurFormatText *self)
{
  SpurTrace *trace = self->source->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const guint n_entries[N_TABLES] = {
    [SPUR_FIELD_STRING] = spur_definitions_get_n_strings (definitions),
    [SPUR_FIELD_STATE] = spur_definitions_get_n_states (definitions),
    [SPUR_FIELD_OBJECT] = spur_definitions_get_n_objects (definitions),
    [SPUR_FIELD_GROUP] = spur_definitions_get_n_groups (definitions),
    [SPUR_FIELD_LIST] = spur_definitions_get_n_lists (definitions),
    [TABLE_STREAMS] = spur_trace_get_n_streams (trace),
    [TABLE_HOSTS] = spur_trace_get_n_streams (trace),
  };

  for (guint table = SPUR_FIELD_STRING; table < N_TABLES; table++)
    {
      self->n_entries[table] = n_entries[table];
      self->tables[table] = g_new (Slice, (gsize) n_entries[table] + 1);
      for (guint i = 0; i < n_entries[table]; i++)
        self->tables[table][i] = quote_slice (self, get_name (self, table, i));
    }
  self->program = spur_format_log_dup_program (trace);
}

static StepKind
choose_field_kind (const SpurFormatOp *op)
{
  if (op->is_reference)
    return STEP_NAME;
  if (!op->is_plain)
    return STEP_SCALED;
  if (op->type == SPUR_FIELD_DOUBLE)
    return STEP_DOUBLE;
  return op->is_signed ? STEP_INT : STEP_UINT;
}

static StepKind
choose_kind (const SpurFormatOp *op)
{
  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      return choose_field_kind (op);
    case SPUR_FORMAT_REST:
      return STEP_REST;
    case SPUR_FORMAT_STREAM:
      if (op->item->is_host)
        return STEP_HOST;
      return op->may_miss && op->item->if_missing == NULL ? STEP_STREAM_IF_OTHER : STEP_STREAM;
    case SPUR_FORMAT_CONSTANT:
      return op->item->is_program ? STEP_PROGRAM : STEP_ENTRY;
    case SPUR_FORMAT_CLASS:
      return STEP_ENTRY;
    case SPUR_FORMAT_PREDECESSORS:
      return STEP_PREDECESSORS;
    case SPUR_FORMAT_TIME:
      if (op->item->time.kind == SPUR_FORMAT_TIME_TICKS)
        return STEP_TIME_TICKS;
      return op->item->time.kind == SPUR_FORMAT_TIME_PATTERN ||
                 op->item->time.kind == SPUR_FORMAT_TIME_ISO8601
               ? STEP_TIME_SLOW
               : STEP_TIME;
    default:
      return STEP_NOTHING;
    }
}

/* Whether a time has letters that a value can only have in quotes. */
static gboolean
needs_quotes (SpurFormatText *self, const SpurFormatTime *form)
{
  g_string_truncate (self->buffer, 0);
  if (form->kind == SPUR_FORMAT_TIME_PATTERN)
    self->style.quote (self->style.data, self->buffer, form->pattern, strlen (form->pattern));
  return self->buffer->len > 0 && strcmp (self->buffer->str, form->pattern) != 0;
}

static void
fill_step (SpurFormatText *self, Step *step, const SpurFormatOp *op)
{
  step->op = op;
  step->kind = choose_kind (op);
  if (step->kind == STEP_TIME_SLOW && needs_quotes (self, &op->item->time))
    step->kind = STEP_TIME_QUOTED;
  step->may_miss = op->may_miss;
  step->offset_bytes = op->offset_bytes;
  step->n_bytes = op->n_bytes;
  step->missing_bits = op->missing_bits;
  step->second = G_MININT64;
  if (step->kind == STEP_NAME)
    step->names = self->tables[op->type];
  if (step->kind == STEP_REST)
    step->rests = g_new0 (Slice, (gsize) self->n_entries[SPUR_FIELD_LIST] + 1);
}

static gboolean
is_dynamic (const SpurFormatOp *op)
{
  return op->item != NULL && (op->item->is_program || op->item->entry != NULL);
}

/* Constants and the class's name become part of what leads the next item. */
static void
add_op (SpurFormatText *self,
        const SpurFormatProgram *program,
        const SpurFormatOp *op,
        Line *line,
        GString *always)
{
  g_autoptr (GString) if_there = g_string_new (NULL);
  Step *step = &line->steps[line->n_steps];

  self->style.lead (self->style.data, program, op, always, if_there);
  if ((op->kind == SPUR_FORMAT_CONSTANT || op->kind == SPUR_FORMAT_CLASS) && !is_dynamic (op))
    {
      const char *text = op->kind == SPUR_FORMAT_CLASS ? program->name : op->item->value;

      g_string_append_len (always, if_there->str, (gssize) if_there->len);
      self->style.quote (self->style.data, always, text, strlen (text));
      return;
    }
  fill_step (self, step, op);
  if (step->kind == STEP_NOTHING)
    return;
  step->always = keep_slice (always);
  step->if_there = keep_slice (if_there);
  g_string_truncate (always, 0);
  line->n_steps++;
}

static Line *
make_line (SpurFormatText *self, const SpurFormatProgram *program)
{
  g_autofree guint *order = g_new (guint, program->n_ops + 1);
  g_autoptr (GString) always = g_string_new (NULL);
  g_autoptr (GString) nothing = g_string_new (NULL);
  Line *line = g_new0 (Line, 1);
  Step *end;

  line->steps = g_new0 (Step, program->n_ops + 1);
  for (guint i = 0; i < program->n_ops; i++)
    order[i] = i;
  if (self->style.arrange != NULL)
    self->style.arrange (self->style.data, program, order);
  for (guint i = 0; i < program->n_ops; i++)
    {
      const SpurFormatOp *op = &program->ops[order[i]];

      add_op (self, program, op, line, always);
      if (op->item != NULL && op->item->entry != NULL && program->rest >= 0 && line->calls == NULL)
        line->calls = g_new0 (guint8, (gsize) self->n_entries[SPUR_FIELD_LIST] + 1);
    }
  self->style.lead (self->style.data, program, NULL, always, nothing);
  end = &line->steps[line->n_steps++];
  end->kind = STEP_NOTHING;
  end->always = keep_slice (always);
  end->if_there = keep_slice (nothing);
  return line;
}

static void
free_line (Line *line, guint n_lists)
{
  for (guint i = 0; i < line->n_steps; i++)
    {
      Step *step = &line->steps[i];

      for (guint k = 0; step->rests != NULL && k < n_lists; k++)
        g_free (step->rests[k].text);
      g_free (step->rests);
      g_free (step->always.text);
      g_free (step->if_there.text);
    }
  g_free (line->steps);
  g_free (line->calls);
  g_free (line);
}

/* Definitions have no lists but as texts. */
static void
free_plain_line (gpointer line)
{
  free_line (line, 0);
}

static void
init_text (SpurFormatText *self, SpurFormatSource *source, const SpurFormatTextStyle *style)
{
  self->source = source;
  self->output = source->output;
  self->style = *style;
  self->buffer = g_string_new (NULL);
  quote_tables (self);
  self->lines = g_new0 (Line *, source->n_classes + 1);
  for (guint i = 0; i < source->n_classes; i++)
    {
      if (source->plan[i] != NULL)
        self->lines[i] = make_line (self, source->plan[i]);
    }
}

static void
clear_text (SpurFormatText *self)
{
  for (guint i = 0; i < self->source->n_classes; i++)
    {
      if (self->lines[i] != NULL)
        free_line (self->lines[i], self->n_entries[SPUR_FIELD_LIST]);
    }
  g_free (self->lines);
  for (guint table = SPUR_FIELD_STRING; table < N_TABLES; table++)
    {
      for (guint i = 0; i < self->n_entries[table]; i++)
        g_free (self->tables[table][i].text);
      g_free (self->tables[table]);
    }
  g_free (self->program);
  g_string_free (self->buffer, TRUE);
}

/* Copies whole pieces; what is too much is written over by what follows. */
static inline void
put_slice (SpurFormatOutput *output, const Slice *slice)
{
  char *next = output->next;

  if (G_LIKELY (slice->n_bytes <= PIECE && output->end - next >= PIECE))
    {
      memcpy (next, slice->text, PIECE);
      output->next = next + slice->n_bytes;
      return;
    }
  spur_format_output_put (output, slice->text, slice->n_bytes);
}

/* What the field is, divided by the scale: exactly, or as a decimal number. */
static void
put_scaled (SpurFormatText *self, const SpurFormatOp *op, guint64 bits)
{
  SpurInt128 value;
  double real;

  if (op->type == SPUR_FIELD_DOUBLE)
    memcpy (&real, &bits, sizeof real);
  else if (spur_format_op_unscale (op, bits, &value))
    {
      self->output->next = value < 0 ? spur_put_int (self->output->next, (gint64) value)
                                     : spur_put_uint (self->output->next, (guint64) value);
      return;
    }
  else
    real = op->is_signed ? (double) (gint64) bits : (double) bits;
  self->output->next =
    spur_put_double (self->output->next, spur_format_op_unscale_double (op, real));
}

static void
put_quoted (SpurFormatText *self, const char *text)
{
  g_string_truncate (self->buffer, 0);
  self->style.quote (self->style.data, self->buffer, text, strlen (text));
  spur_format_output_put (self->output, self->buffer->str, self->buffer->len);
}

static gboolean
put_looked_up (SpurFormatText *self, const SpurFormatOp *op, guint64 bits)
{
  const char *text = spur_format_lookup_find_text (op->item->lookup, bits);

  if (text != NULL)
    put_quoted (self, text);
  return text != NULL;
}

/* The list of an event that is a call of a logger; NULL for other events. */
static const SpurList *
find_call (SpurFormatText *self, const SpurFormatProgram *program, const guint8 *record)
{
  guint8 *calls = self->lines[program->class_index]->calls;
  const SpurList *list;
  guint64 bits;

  if (calls == NULL)
    return NULL;
  bits = spur_format_op_get_bits (&program->ops[program->rest], record);
  if (bits == SPUR_NONE)
    return NULL;
  list = spur_definitions_get_list (self->source->definitions, (guint) bits);
  if (calls[bits] == CALL_UNKNOWN)
    calls[bits] = spur_format_log_is_call (self->source, program, list) ? CALL_YES : CALL_NO;
  return calls[bits] == CALL_YES ? list : NULL;
}

/* What the call gave for the item, else what the item says of all events. */
static void
put_entry (SpurFormatText *self, const Step *step, const SpurFormatEvent *event)
{
  const SpurFormatItem *item = step->op->item;
  const SpurList *list = find_call (self, event->program, event->record);
  int index = list != NULL ? spur_format_log_find_entry (list, item->entry) : -1;

  put_slice (self->output, &step->if_there);
  if (index >= 0)
    put_quoted (self, list->entries[index].text);
  else
    put_quoted (self, step->op->kind == SPUR_FORMAT_CLASS ? event->program->name : item->value);
}

/* An event that is about a program is of that one. */
static void
put_program (SpurFormatText *self, const Step *step, const SpurFormatEvent *event)
{
  const SpurEventLayout *layout = event->program->layout;
  int subject = layout->field_of_use[SPUR_USE_SUBJECT];
  guint64 object =
    subject >= 0 ? spur_event_layout_get_uint (layout, (guint) subject, event->record) : SPUR_NONE;
  const char *name = self->program != NULL ? self->program : step->op->item->value;

  if (object < self->n_entries[SPUR_FIELD_OBJECT])
    {
      const SpurObject *info =
        spur_definitions_get_object (self->source->definitions, (guint) object);

      if (g_strcmp0 (info->kind, SPUR_FORMAT_LOG_PROGRAM_KIND) == 0)
        name = info->name;
    }
  put_slice (self->output, &step->if_there);
  put_quoted (self, name);
}

/* What no item of the call's line has. */
static void
put_rest_of_call (SpurFormatText *self,
                  const SpurFormatProgram *program,
                  const Step *step,
                  const SpurList *list)
{
  SpurList rest = *list;
  g_autofree SpurEntry *entries = spur_format_log_dup_rest (program, list, &rest.n_entries);
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  rest.entries = entries;
  if (rest.n_entries == 0)
    return;
  if (self->style.rest != NULL && self->style.rest (self->style.data, program, &rest, out))
    {
      spur_format_output_put (self->output, out->str, out->len);
      return;
    }
  spur_format_list_put (text, &rest);
  put_slice (self->output, &step->if_there);
  put_quoted (self, text->str);
}

static void
put_rest (SpurFormatText *self, const SpurFormatProgram *program, Step *step, guint32 list)
{
  Slice *text = &step->rests[list];

  if (text->text == NULL)
    {
      g_autoptr (GString) out = g_string_new (NULL);
      const SpurList *info = spur_definitions_get_list (self->source->definitions, list);

      if (self->style.rest == NULL || !self->style.rest (self->style.data, program, info, out))
        {
          g_string_assign (out, "");
          g_string_append_len (out, step->if_there.text, step->if_there.n_bytes);
          g_string_append_len (out, self->tables[SPUR_FIELD_LIST][list].text,
                               self->tables[SPUR_FIELD_LIST][list].n_bytes);
        }
      *text = keep_slice (out);
    }
  put_slice (self->output, text);
}

static void
put_predecessors (SpurFormatText *self, const Step *step, const SpurFormatEvent *event)
{
  gsize n_predecessors;
  const SpurPredecessor *before =
    spur_format_walk_get_predecessors (self->source, event, &n_predecessors);

  if (n_predecessors == 0)
    return;
  put_slice (self->output, &step->if_there);
  g_string_truncate (self->buffer, 0);
  for (gsize i = 0; i < n_predecessors; i++)
    g_string_append_printf (self->buffer, "%s%u:%" G_GUINT64_FORMAT, i > 0 ? ";" : "",
                            before[i].predecessor_stream, before[i].predecessor_event);
  spur_format_output_put (self->output, self->buffer->str, self->buffer->len);
}

/* Calendars are worked out once a second; what is behind the second is all that differs. */
static void
put_calendar (SpurFormatText *self, Step *step, const SpurFormatEvent *event)
{
  const SpurFormatTime *form = &step->op->item->time;
  gint64 second = event->ns / 1000000000 - (event->ns % 1000000000 < 0);
  char *out = self->output->next;
  gboolean has_fraction = form->kind == SPUR_FORMAT_TIME_ISO8601
                            ? form->n_digits > 0
                            : strchr (form->pattern, 'f') != NULL;

  if (has_fraction && form->kind == SPUR_FORMAT_TIME_PATTERN)
    {
      self->output->next = spur_format_time_put (form, out, event->ns, event->ps);
      return;
    }
  if (second != step->second)
    {
      char text[SPUR_FORMAT_TIME_MAX_BYTES];
      gsize n_bytes = (gsize) (spur_format_time_put (form, text, event->ns, 0) - text);

      /* Of ISO 8601 the fraction and the Z are not the second's. */
      if (has_fraction)
        n_bytes -= MIN (form->n_digits, 9) + 2;
      step->n_second_bytes = (guint) MIN (n_bytes, sizeof step->second_text);
      memcpy (step->second_text, text, step->n_second_bytes);
      step->second = n_bytes <= sizeof step->second_text ? second : G_MININT64;
    }
  memcpy (out, step->second_text, sizeof step->second_text);
  out += step->n_second_bytes;
  if (has_fraction)
    {
      *out++ = '.';
      spur_put_nanoseconds (out, (guint32) (event->ns - second * 1000000000));
      out += MIN (form->n_digits, 9);
      *out++ = 'Z';
    }
  self->output->next = out;
}

static void
put_quoted_time (SpurFormatText *self, const Step *step, const SpurFormatEvent *event)
{
  char text[SPUR_FORMAT_TIME_MAX_BYTES];
  char *end = spur_format_time_put (&step->op->item->time, text, event->ns, event->ps);

  g_string_truncate (self->buffer, 0);
  self->style.quote (self->style.data, self->buffer, text, (gsize) (end - text));
  spur_format_output_put (self->output, self->buffer->str, self->buffer->len);
}

/* The nanoseconds of the microsecond are only written where there are some. */
static inline gboolean
is_nothing (const SpurFormatTime *form, gint64 ns)
{
  gint64 rest;

  if (form->of_ns == 0)
    return FALSE;
  rest = ns % form->of_ns;
  return (rest < 0 ? rest + form->of_ns : rest) < form->unit_ns;
}

static inline gboolean
is_same_slice (const Slice *a, const Slice *b)
{
  return a->n_bytes == b->n_bytes && memcmp (a->text, b->text, a->n_bytes) == 0;
}

/* What is not a field of the record. */
static inline void
put_identity (SpurFormatText *self, Step *step, const SpurFormatEvent *event)
{
  SpurFormatOutput *output = self->output;

  switch (step->kind)
    {
    case STEP_TIME:
      if (step->may_miss && is_nothing (&step->op->item->time, event->ns))
        return;
      put_slice (output, &step->if_there);
      output->next =
        spur_format_time_put (&step->op->item->time, output->next, event->ns, event->ps);
      return;
    case STEP_TIME_SLOW:
      put_slice (output, &step->if_there);
      put_calendar (self, step, event);
      return;
    case STEP_TIME_QUOTED:
      put_slice (output, &step->if_there);
      put_quoted_time (self, step, event);
      return;
    case STEP_TIME_TICKS:
      put_slice (output, &step->if_there);
      output->next = spur_put_int (output->next, event->ticks);
      return;
    case STEP_STREAM:
      put_slice (output, &step->if_there);
      put_slice (output, &self->tables[TABLE_STREAMS][event->stream]);
      return;
    case STEP_HOST:
      put_slice (output, &step->if_there);
      put_slice (output, &self->tables[TABLE_HOSTS][event->stream]);
      return;
    case STEP_STREAM_IF_OTHER:
      if (is_same_slice (&self->tables[TABLE_HOSTS][event->stream],
                         &self->tables[TABLE_STREAMS][event->stream]))
        return;
      put_slice (output, &step->if_there);
      put_slice (output, &self->tables[TABLE_STREAMS][event->stream]);
      return;
    case STEP_PROGRAM:
      put_program (self, step, event);
      return;
    case STEP_ENTRY:
      put_entry (self, step, event);
      return;
    case STEP_PREDECESSORS:
      put_predecessors (self, step, event);
      return;
    default:
      return;
    }
}

static inline void
put_field (SpurFormatText *self, Step *step, guint64 bits)
{
  SpurFormatOutput *output = self->output;
  double real;

  put_slice (output, &step->if_there);
  if (step->kind == STEP_UINT)
    output->next = spur_put_uint (output->next, bits);
  else if (step->kind == STEP_NAME)
    put_slice (output, &step->names[bits]);
  else if (step->kind == STEP_INT)
    output->next = spur_put_int (output->next, (gint64) bits);
  else if (step->kind == STEP_SCALED)
    {
      if (!put_looked_up (self, step->op, bits))
        put_scaled (self, step->op, bits);
    }
  else
    {
      memcpy (&real, &bits, sizeof real);
      output->next = spur_put_double (output->next, real);
    }
}

static inline void
put_step (SpurFormatText *self, Step *step, const SpurFormatEvent *event)
{
  guint64 bits;

  if (step->always.n_bytes > 0)
    put_slice (self->output, &step->always);
  spur_format_output_need (self->output, SPUR_FORMAT_TIME_MAX_BYTES + 2 * PIECE);
  if (step->kind > STEP_REST)
    {
      put_identity (self, step, event);
      return;
    }
  bits = spur_format_op_get_bits (step->op, event->record);
  if (step->may_miss && bits == step->missing_bits)
    return;
  if (step->kind == STEP_REST)
    {
      const SpurList *call = find_call (self, event->program, event->record);

      if (call != NULL)
        put_rest_of_call (self, event->program, step, call);
      else
        put_rest (self, event->program, step, (guint32) bits);
    }
  else
    put_field (self, step, bits);
}

static void
put_value (SpurFormatText *self, const SpurFormatOp *op, const SpurFormatValue *value)
{
  char digits[SPUR_DIGITS_MAX_BYTES];

  if (op->type == SPUR_FIELD_STRING)
    put_quoted (self, value->text);
  else
    spur_format_output_put (
      self->output, digits,
      (gsize) (spur_format_put_bits (digits, op->type, value->bits) - digits));
}

static gboolean
is_missing (const SpurFormatOp *op, const SpurFormatValue *value)
{
  if (op->type == SPUR_FIELD_STRING)
    return value->text == NULL;
  return op->may_miss && value->bits == op->missing_bits;
}

static gboolean
put_definition (const SpurFormatRecord *record, gpointer user_data)
{
  SpurFormatText *self = user_data;
  Line *line = record->program->data;

  if (line == NULL)
    {
      record->program->data = line = make_line (self, record->program);
      record->program->free_data = free_plain_line;
    }
  for (guint i = 0; i < line->n_steps; i++)
    {
      const Step *step = &line->steps[i];
      const SpurFormatOp *op = step->op;

      put_slice (self->output, &step->always);
      if (op == NULL || op->kind != SPUR_FORMAT_FIELD ||
          is_missing (op, &record->values[op->field]))
        continue;
      put_slice (self->output, &step->if_there);
      put_value (self, op, &record->values[op->field]);
    }
  return TRUE;
}

static gboolean
write_text (SpurFormatText *self)
{
  SpurFormatEvent event;

  if (!spur_format_source_each_definition (self->source, put_definition, self))
    return FALSE;
  if (self->source->is_apart)
    return TRUE;
  spur_format_walk_begin (self->source);
  while (spur_format_walk_next (self->source, &event))
    {
      Line *line = self->lines[event.program->class_index];
      Step *end = line->steps + line->n_steps;

      for (Step *step = line->steps; step < end; step++)
        put_step (self, step, &event);
    }
  return self->source->error == NULL;
}

gboolean
spur_format_text_write (SpurFormatSource *source, const SpurFormatTextStyle *style)
{
  SpurFormatText self = { 0 };
  gboolean is_good;

  init_text (&self, source, style);
  is_good = write_text (&self);
  clear_text (&self);
  return is_good;
}
