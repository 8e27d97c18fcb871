/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Writes a trace as binary records. A value that does not fit into its form is an error. */
#include <string.h>

#include "core/base/spur-varint-private.h"
#include "core/format/binary/spur-binary-private.h"

typedef struct
{
  const SpurBinaryFormat *format;
  SpurFormatSource *source;
  /* One record; written when it is whole, as its length comes first. */
  GByteArray *record;
  GHashTable *interned;
  SpurBinaryDeltas deltas;
  /* The record's stream, counted from 1; 0 before the record says it. */
  guint32 stream;
} BinaryWriter;

/* What a record is made of: an event, or the values of a definition. */
typedef struct
{
  const SpurBinaryProgram *program;
  const SpurFormatEvent *event;
  const SpurFormatValue *values;
} Subject;

/* What the form of an item cannot say; gives FALSE. */
#define refuse(self, item, format, ...)                                                            \
  spur_format_source_refuse ((self)->source, "%s: " format,                                        \
                             (item)->op->key != NULL ? (item)->op->key : "a record", __VA_ARGS__)

static void
put_bytes (BinaryWriter *self, gconstpointer bytes, gsize n_bytes)
{
  g_byte_array_append (self->record, bytes, (guint) n_bytes);
}

static void
put_varint (BinaryWriter *self, guint64 value)
{
  guint8 bytes[SPUR_VARINT_MAX_BYTES];

  put_bytes (self, bytes, (gsize) (spur_put_varint (bytes, value) - bytes));
}

static gboolean
fits_type (const SpurBinaryNumber *number, guint64 value)
{
  guint n_bits = 8 * number->n_bytes;

  if (number->form != SPUR_BINARY_FIXED || n_bits == 64)
    return TRUE;
  if (number->is_signed)
    return spur_extend_sign (value, number->n_bytes) == (gint64) value;
  return value >> n_bits == 0;
}

static void
put_number (BinaryWriter *self, const SpurBinaryNumber *number, guint64 value)
{
  guint8 bytes[8];

  if (number->form == SPUR_BINARY_VARINT)
    put_varint (self, value);
  else if (number->form == SPUR_BINARY_ZIGZAG)
    put_varint (self, spur_zigzag ((gint64) value));
  else
    {
      spur_put_wide (bytes, number->n_bytes, number->is_big_endian, value);
      put_bytes (self, bytes, number->n_bytes);
    }
}

static gboolean
put_fitting (BinaryWriter *self,
             const SpurBinaryItem *item,
             const SpurBinaryNumber *number,
             guint64 value)
{
  if (G_UNLIKELY (!fits_type (number, value)))
    return refuse (self, item, "%" G_GINT64_FORMAT " does not fit into %u bytes", (gint64) value,
                   number->n_bytes);
  put_number (self, number, value);
  return TRUE;
}

static gboolean
put_item_number (BinaryWriter *self,
                 const Subject *subject,
                 const SpurBinaryItem *item,
                 guint64 value)
{
  gint64 *before;
  guint64 difference;

  if (!item->is_delta)
    return put_fitting (self, item, &item->number, value);
  before = spur_binary_deltas_get (&self->deltas, subject->program, item, self->stream);
  difference = value - (guint64) *before;
  *before = (gint64) value;
  return put_fitting (self, item, &item->number, difference);
}

static void
put_float (BinaryWriter *self, const SpurBinaryItem *item, double value)
{
  guint n_bytes = item->form == SPUR_BINARY_FLOAT32 ? 4 : 8;
  float short_value = (float) value;
  guint32 short_bits;
  guint64 bits;
  guint8 bytes[8];

  memcpy (&bits, &value, sizeof bits);
  memcpy (&short_bits, &short_value, sizeof short_bits);
  spur_put_wide (bytes, n_bytes, item->number.is_big_endian, n_bytes == 4 ? short_bits : bits);
  put_bytes (self, bytes, n_bytes);
}

static gboolean
put_counted (BinaryWriter *self, const SpurBinaryItem *item, const char *text, gsize n_bytes)
{
  if (!put_fitting (self, item, &item->length, n_bytes))
    return FALSE;
  put_bytes (self, text, n_bytes);
  return TRUE;
}

static gboolean
put_interned (BinaryWriter *self, const SpurBinaryItem *item, const char *text)
{
  gpointer number = g_hash_table_lookup (self->interned, text);

  put_varint (self, GPOINTER_TO_UINT (number));
  if (number != NULL)
    return TRUE;
  g_hash_table_insert (self->interned, g_strdup (text),
                       GUINT_TO_POINTER (g_hash_table_size (self->interned) + 1));
  return put_counted (self, item, text, strlen (text));
}

static gboolean
put_padded (BinaryWriter *self, const SpurBinaryItem *item, const char *text)
{
  gsize n_bytes = strlen (text);
  guint n_before = self->record->len;

  if (n_bytes > item->n_padded_bytes)
    return refuse (self, item, "“%.40s” has more than %u bytes", text, item->n_padded_bytes);
  g_byte_array_set_size (self->record, n_before + item->n_padded_bytes);
  memset (self->record->data + n_before, 0, item->n_padded_bytes);
  memcpy (self->record->data + n_before, text, n_bytes);
  return TRUE;
}

static gboolean
put_text (BinaryWriter *self, const SpurBinaryItem *item, const char *text)
{
  if (text == NULL)
    text = "";
  switch (item->form)
    {
    case SPUR_BINARY_TEXT:
      return put_counted (self, item, text, strlen (text));
    case SPUR_BINARY_TERMINATED:
      put_bytes (self, text, strlen (text) + 1);
      return TRUE;
    case SPUR_BINARY_PADDED:
      return put_padded (self, item, text);
    default:
      return put_interned (self, item, text);
    }
}

/* The number that a name is written as: of a lookup, or of its digits. */
static gboolean
put_name_as_number (BinaryWriter *self,
                    const Subject *subject,
                    const SpurBinaryItem *item,
                    const char *text)
{
  const SpurFormatItem *rule_item = item->op->item;
  guint64 value;

  if (text != NULL && rule_item != NULL &&
      spur_format_lookup_find_value (rule_item->lookup, text, strlen (text), &value))
    return put_item_number (self, subject, item, value);
  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &value, NULL))
    return put_item_number (self, subject, item, value);
  if (text != NULL && g_ascii_string_to_signed (text, 10, G_MININT64, -1, (gint64 *) &value, NULL))
    return put_item_number (self, subject, item, value);
  return refuse (self, item, "“%.60s” has no number", text != NULL ? text : "none");
}

/* All bits set stands for no entry. */
static gboolean
put_entry (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item, guint32 entry)
{
  if (entry == SPUR_NONE && item->form == SPUR_BINARY_FIXED && item->number.n_bytes < 4)
    entry = G_MAXUINT32 >> (32 - 8 * item->number.n_bytes);
  return put_item_number (self, subject, item, entry);
}

/* What is in the data for a field: the scale undone, exactly. */
static gboolean
unscale_value (BinaryWriter *self, const SpurBinaryItem *item, guint64 bits, guint64 *value)
{
  SpurInt128 wide;

  *value = bits;
  if (item->op->numerator == 1 && item->op->denominator == 1)
    return TRUE;
  if (!spur_format_op_unscale (item->op, bits, &wide) || wide > G_MAXINT64 || wide < G_MININT64)
    return refuse (self, item, "%" G_GINT64_FORMAT " is no whole number in the unit of the data",
                   (gint64) bits);
  *value = (guint64) (gint64) wide;
  return TRUE;
}

static gboolean
put_field (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item, guint64 bits)
{
  const SpurFormatOp *op = item->op;
  double real;

  if (item->form == SPUR_BINARY_FLOAT32 || item->form == SPUR_BINARY_FLOAT64)
    {
      memcpy (&real, &bits, sizeof real);
      put_float (self, item, op->is_plain ? real : spur_format_op_unscale_double (op, real));
      return TRUE;
    }
  if (!spur_binary_is_number (item->form))
    return put_text (self, item,
                     spur_format_source_get_text (self->source, op->type, (guint32) bits));
  if (op->is_reference && !item->is_entry)
    return put_name_as_number (
      self, subject, item, spur_format_source_get_text (self->source, op->type, (guint32) bits));
  if (op->is_reference)
    return put_entry (self, subject, item, (guint32) bits);
  return unscale_value (self, item, bits, &bits) && put_item_number (self, subject, item, bits);
}

static gboolean
put_list (BinaryWriter *self, const SpurBinaryItem *item, guint32 entry)
{
  const SpurList *list =
    entry != SPUR_NONE ? spur_definitions_get_list (self->source->definitions, entry) : NULL;
  guint n_entries = list != NULL ? list->n_entries : 0;
  double real;

  if (!put_fitting (self, item, &item->length, n_entries))
    return FALSE;
  for (guint i = 0; i < n_entries; i++)
    {
      const SpurEntry *value = &list->entries[i];
      gboolean is_float = item->form == SPUR_BINARY_FLOAT32 || item->form == SPUR_BINARY_FLOAT64;
      gboolean is_whole = value->type != SPUR_FIELD_DOUBLE && value->type != SPUR_FIELD_STRING;

      if (is_float != (value->type == SPUR_FIELD_DOUBLE) ||
          spur_binary_is_number (item->form) != is_whole)
        return refuse (self, item, "the list's entry %u is of another type than the array", i);
      memcpy (&real, &value->bits, sizeof real);
      if (is_float)
        put_float (self, item, real);
      else if (is_whole ? !put_fitting (self, item, &item->number, value->bits)
                        : !put_text (self, item, value->text))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_group (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item, guint32 entry)
{
  const SpurGroup *group =
    entry != SPUR_NONE ? spur_definitions_get_group (self->source->definitions, entry) : NULL;
  guint n_members = group != NULL ? group->n_members : 0;

  if (!put_fitting (self, item, &item->length, n_members))
    return FALSE;
  for (guint i = 0; i < n_members; i++)
    {
      if (!put_entry (self, subject, item, group->members[i]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
put_time (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item)
{
  const SpurFormatTime *time = &item->op->item->time;
  const SpurFormatEvent *event = subject->event;
  gint64 unit_ns = time->kind == SPUR_FORMAT_TIME_SECONDS ? G_USEC_PER_SEC * 1000 : time->unit_ns;

  if (time->kind == SPUR_FORMAT_TIME_TICKS)
    return put_item_number (self, subject, item, (guint64) event->ticks);
  if (item->form == SPUR_BINARY_FLOAT64)
    {
      put_float (self, item, (double) event->ns / (double) unit_ns);
      return TRUE;
    }
  return put_item_number (self, subject, item,
                          (guint64) spur_mul_div_floor (event->ns, 1, unit_ns));
}

static gboolean
put_stream (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item)
{
  const char *name = self->source->stream_texts[subject->event->stream];

  self->stream = subject->event->stream + 1;
  if (!spur_binary_is_number (item->form))
    return put_text (self, item, name);
  if (spur_format_definition_find_define (self->source->definition, SPUR_FORMAT_DEFINE_STREAM) !=
      NULL)
    return put_fitting (self, item, &item->number, subject->event->stream);
  return put_name_as_number (self, subject, item, name);
}

static gboolean
put_class (BinaryWriter *self, const SpurBinaryProgram *program, const SpurBinaryItem *item)
{
  const SpurFormatProgram *class_program = program->program;
  guint64 number;

  if (!spur_binary_is_number (item->form))
    return put_text (self, item, class_program->name);
  if (self->format->has_numbered_rules && spur_binary_get_written (class_program->rule, &number))
    return put_fitting (self, item, &item->number, number);
  if (self->format->has_numbered_rules)
    return refuse (self, item, "%s has no number in the format", class_program->layout->name);
  return put_fitting (self, item, &item->number, class_program->class_index);
}

static void
put_predecessors (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item)
{
  gsize n_predecessors;
  const SpurPredecessor *before =
    spur_format_walk_get_predecessors (self->source, subject->event, &n_predecessors);

  put_number (self, &item->length, n_predecessors);
  for (gsize i = 0; i < n_predecessors; i++)
    {
      put_varint (self, before[i].predecessor_stream);
      put_varint (self, before[i].predecessor_event);
    }
}

static gboolean
put_event_item (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item)
{
  const SpurFormatOp *op = item->op;
  guint64 bits;

  switch (op->kind)
    {
    case SPUR_FORMAT_FIELD:
      bits = spur_format_op_get_bits (op, subject->event->record);
      if (!item->is_array)
        return put_field (self, subject, item, bits);
      return op->type == SPUR_FIELD_LIST ? put_list (self, item, (guint32) bits)
                                         : put_group (self, subject, item, (guint32) bits);
    case SPUR_FORMAT_TIME:
      return put_time (self, subject, item);
    case SPUR_FORMAT_STREAM:
      return put_stream (self, subject, item);
    case SPUR_FORMAT_CLASS:
      return put_class (self, subject->program, item);
    case SPUR_FORMAT_CONSTANT:
      put_bytes (self, item->bytes, item->n_padded_bytes);
      return TRUE;
    default:
      put_predecessors (self, subject, item);
      return TRUE;
    }
}

static gboolean
put_defined_item (BinaryWriter *self, const Subject *subject, const SpurBinaryItem *item)
{
  const SpurFormatOp *op = item->op;
  const SpurFormatValue *value;

  if (op->kind == SPUR_FORMAT_CLASS)
    return put_class (self, subject->program, item);
  if (op->kind == SPUR_FORMAT_CONSTANT)
    {
      put_bytes (self, item->bytes, item->n_padded_bytes);
      return TRUE;
    }
  if (op->kind != SPUR_FORMAT_FIELD)
    return refuse (self, item, "%s", "definitions have neither times nor streams");
  value = &subject->values[op->field];
  if (op->type == SPUR_FIELD_STRING && spur_binary_is_number (item->form))
    return put_name_as_number (self, subject, item, value->text);
  if (op->type == SPUR_FIELD_STRING)
    return put_text (self, item, value->text);
  return put_field (self, subject, item, value->bits);
}

static gboolean
is_present (const Subject *subject, const SpurBinaryItem *item)
{
  return item->op->kind != SPUR_FORMAT_FIELD ||
         spur_format_op_is_present (item->op, subject->event, subject->values);
}

static void
put_presence (BinaryWriter *self, const Subject *subject)
{
  const SpurBinaryProgram *program = subject->program;
  guint at = self->record->len;

  g_byte_array_set_size (self->record, at + program->n_presence_bytes);
  memset (self->record->data + at, 0, program->n_presence_bytes);
  for (guint i = program->presence_at; i < program->n_items; i++)
    {
      const SpurBinaryItem *item = &program->items[i];

      if (item->presence >= 0 && is_present (subject, item))
        self->record->data[at + (guint) item->presence / 8] |= 1u << (item->presence % 8);
    }
}

static gboolean
put_items (BinaryWriter *self, const Subject *subject)
{
  const SpurBinaryProgram *program = subject->program;

  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurBinaryItem *item = &program->items[i];

      if (i == program->presence_at)
        put_presence (self, subject);
      if (item->presence >= 0 && !is_present (subject, item))
        continue;
      if (subject->event != NULL ? !put_event_item (self, subject, item)
                                 : !put_defined_item (self, subject, item))
        return FALSE;
    }
  return TRUE;
}

/* How long a length is follows from its form alone, but of a varint that counts itself. */
static gboolean
put_length (BinaryWriter *self)
{
  const SpurBinaryNumber *number = &self->format->length;
  guint8 bytes[SPUR_VARINT_MAX_BYTES];
  guint64 n_bytes = self->record->len;
  guint n_own = number->n_bytes;

  if (number->form == SPUR_BINARY_NOTHING)
    return TRUE;
  if (self->format->length_counts_itself && number->form != SPUR_BINARY_FIXED)
    {
      n_own = 1;
      while ((guint) (spur_put_varint (bytes, number->form == SPUR_BINARY_ZIGZAG
                                                ? spur_zigzag ((gint64) (n_bytes + n_own))
                                                : n_bytes + n_own) -
                      bytes) > n_own)
        n_own++;
    }
  if (self->format->length_counts_itself)
    n_bytes += n_own;
  if (!fits_type (number, n_bytes))
    return spur_format_source_refuse (
      self->source, "a record of %" G_GUINT64_FORMAT " bytes is longer than its length can say",
      n_bytes);
  if (number->form == SPUR_BINARY_FIXED)
    spur_put_wide (bytes, n_own, number->is_big_endian, n_bytes);
  else
    n_own = (guint) (spur_put_varint (bytes, number->form == SPUR_BINARY_ZIGZAG
                                               ? spur_zigzag ((gint64) n_bytes)
                                               : n_bytes) -
                     bytes);
  spur_format_output_put (self->source->output, bytes, n_own);
  return TRUE;
}

static gboolean
write_record (BinaryWriter *self, const Subject *subject)
{
  g_byte_array_set_size (self->record, 0);
  self->stream = 0;
  if (!put_items (self, subject))
    return FALSE;
  if (self->record->len == 0 && self->format->length.form == SPUR_BINARY_NOTHING)
    return spur_format_source_refuse (
      self->source, "a record of %s has no bytes, and could not be told from none",
      subject->program->program->layout->name);
  if (!put_length (self))
    return FALSE;
  if (self->record->len > 0)
    spur_format_output_put (self->source->output, self->record->data, self->record->len);
  return TRUE;
}

static gboolean
write_definition (const SpurFormatRecord *record, gpointer user_data)
{
  BinaryWriter *self = user_data;
  Subject subject = { .values = record->values };

  subject.program =
    spur_binary_program_get (self->source->definition, record->program, &self->source->error);
  return subject.program != NULL && write_record (self, &subject);
}

static gboolean
write_events (BinaryWriter *self)
{
  SpurFormatSource *source = self->source;
  SpurFormatEvent event;

  spur_format_walk_begin (source);
  while (spur_format_walk_next (source, &event))
    {
      Subject subject = { .event = &event };

      subject.program = spur_binary_program_get (
        source->definition, (SpurFormatProgram *) event.program, &source->error);
      if (subject.program == NULL || !write_record (self, &subject))
        return FALSE;
    }
  return source->error == NULL;
}

gboolean
spur_binary_write (SpurFormatSource *source)
{
  g_autoptr (GByteArray) record = g_byte_array_new ();
  g_autoptr (GHashTable) interned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  BinaryWriter self = {
    .format = source->definition->compiled, .source = source, .record = record, .interned = interned
  };
  gboolean is_good;

  spur_binary_deltas_init (&self.deltas);
  if (self.format->header->len > 0)
    spur_format_output_put (source->output, self.format->header->data, self.format->header->len);
  is_good =
    spur_format_source_each_definition (source, write_definition, &self) && write_events (&self);
  spur_binary_deltas_clear (&self.deltas);
  return is_good;
}
