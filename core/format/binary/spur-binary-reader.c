/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads a trace from binary records: takes values from bytes and makes records of them. No length
 * or count that the data claims is believed before it is held against the bytes that are there. */
#include <math.h>
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-varint-private.h"
#include "core/format/binary/spur-binary-private.h"

#define MAX_TEXT_BYTES (1u << 20)
#define N_CACHED 256

typedef struct
{
  const char *begin;
  gsize n_bytes;
  /* Where it is the name of a class. */
  SpurBinaryProgram *program;
} Text;

typedef struct
{
  const SpurBinaryFormat *format;
  SpurFormatBuilder *builder;
  const guint8 *at;
  /* Where the record or else the data ends. */
  const guint8 *end;
  GArray *texts;
  SpurBinaryDeltas deltas;
  /* As deltas count streams; 0 before the record says its own. */
  guint32 stream;
  /* Numbers for streams that have names only. */
  SpurFormatNames stream_numbers;
  SpurBinaryProgram *cached[N_CACHED];
  GHashTable *by_number;
  /* Where the class ends that was looked at before; NULL where it could not be read. */
  const guint8 *class_end;
} Reader;

/* An error where the reader is; gives FALSE. */
#define refuse(self, code, ...)                                                                    \
  ((self)->builder->place = (self)->at,                                                            \
   spur_format_builder_fail ((self)->builder, code, __VA_ARGS__))

static inline gboolean
is_signed (const SpurBinaryNumber *number)
{
  return number->is_signed || number->form == SPUR_BINARY_ZIGZAG;
}

static inline gsize
get_n_left (const Reader *self)
{
  return (gsize) (self->end - self->at);
}

static gboolean
refuse_short (Reader *self, const char *what, guint64 n_needed)
{
  return refuse (self, SPUR_FORMAT_ERROR_TRUNCATED,
                 "%s has %" G_GUINT64_FORMAT " bytes, %" G_GSIZE_FORMAT " are left", what, n_needed,
                 (gsize) (self->end - self->at));
}

static gboolean
get_varint (Reader *self, guint64 *value)
{
  int n_bytes = spur_get_varint (self->at, self->end, value);

  if (G_UNLIKELY (n_bytes == 0))
    return refuse (self, SPUR_FORMAT_ERROR_TRUNCATED, "the data ends within a number");
  if (G_UNLIKELY (n_bytes < 0))
    return refuse (self, SPUR_FORMAT_ERROR_DATA, "a number has more than 64 bits");
  self->at += n_bytes;
  return TRUE;
}

/* With the sign extended to 64 bits. */
static inline gboolean
get_number (Reader *self, const SpurBinaryNumber *number, guint64 *value)
{
  if (number->form == SPUR_BINARY_FIXED)
    {
      guint n_bytes = number->n_bytes;

      if (G_UNLIKELY (get_n_left (self) < n_bytes))
        return refuse_short (self, "a number", n_bytes);
      *value = spur_get_wide (self->at, n_bytes, number->is_big_endian);
      if (number->is_signed)
        *value = (guint64) spur_extend_sign (*value, n_bytes);
      self->at += n_bytes;
      return TRUE;
    }
  if (!get_varint (self, value))
    return FALSE;
  if (number->form == SPUR_BINARY_ZIGZAG)
    *value = (guint64) spur_unzigzag (*value);
  return TRUE;
}

static gboolean
get_float (Reader *self, const SpurBinaryItem *item, double *value)
{
  guint n_bytes = item->form == SPUR_BINARY_FLOAT32 ? 4 : 8;
  guint64 bits;
  guint32 short_bits;
  float short_value;

  if (get_n_left (self) < n_bytes)
    return refuse_short (self, "a number", n_bytes);
  bits = spur_get_wide (self->at, n_bytes, item->number.is_big_endian);
  self->at += n_bytes;
  if (n_bytes == 8)
    {
      memcpy (value, &bits, sizeof bits);
      return TRUE;
    }
  short_bits = (guint32) bits;
  memcpy (&short_value, &short_bits, sizeof short_value);
  *value = short_value;
  return TRUE;
}

static gboolean
get_bytes (Reader *self, guint64 n_bytes, Text *text)
{
  if (G_UNLIKELY (n_bytes > get_n_left (self)))
    return refuse_short (self, "a text", n_bytes);
  if (G_UNLIKELY (n_bytes > MAX_TEXT_BYTES))
    return refuse (self, SPUR_FORMAT_ERROR_DATA,
                   "a text has %" G_GUINT64_FORMAT " bytes, it may have %u", n_bytes,
                   MAX_TEXT_BYTES);
  text->begin = (const char *) self->at;
  text->n_bytes = (gsize) n_bytes;
  if (G_UNLIKELY (memchr (text->begin, '\0', text->n_bytes) != NULL))
    return refuse (self, SPUR_FORMAT_ERROR_DATA, "a text has a byte of value 0");
  self->at += n_bytes;
  return TRUE;
}

static gboolean
get_terminated (Reader *self, Text *text)
{
  const guint8 *end = memchr (self->at, '\0', get_n_left (self));

  if (end == NULL)
    return refuse (self, SPUR_FORMAT_ERROR_TRUNCATED, "the data ends within a text");
  if (!get_bytes (self, (guint64) (end - self->at), text))
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
get_padded (Reader *self, guint n_bytes, Text *text)
{
  const guint8 *end;

  if (get_n_left (self) < n_bytes)
    return refuse_short (self, "a text", n_bytes);
  end = memchr (self->at, '\0', n_bytes);
  text->begin = (const char *) self->at;
  text->n_bytes = end != NULL ? (gsize) (end - self->at) : n_bytes;
  self->at += n_bytes;
  return TRUE;
}

/* The number of the text, counted from 1. */
static gboolean
get_interned (Reader *self, const SpurBinaryItem *item, guint64 *number)
{
  const guint8 *begin = self->at;
  Text text = { 0 };
  guint64 n_bytes = 0;

  if (!get_varint (self, number))
    return FALSE;
  if (G_UNLIKELY (*number > self->texts->len))
    {
      self->at = begin;
      return refuse (self, SPUR_FORMAT_ERROR_DATA,
                     "text number %" G_GUINT64_FORMAT " is not defined, there are %u", *number,
                     self->texts->len);
    }
  if (*number > 0)
    return TRUE;
  if (!get_number (self, &item->length, &n_bytes) || !get_bytes (self, n_bytes, &text))
    return FALSE;
  g_array_append_val (self->texts, text);
  *number = self->texts->len;
  return TRUE;
}

static gboolean
get_text (Reader *self, const SpurBinaryItem *item, Text *text)
{
  guint64 number = 0;

  switch (item->form)
    {
    case SPUR_BINARY_TEXT:
      return get_number (self, &item->length, &number) && get_bytes (self, number, text);
    case SPUR_BINARY_TERMINATED:
      return get_terminated (self, text);
    case SPUR_BINARY_PADDED:
      return get_padded (self, item->n_padded_bytes, text);
    default:
      if (!get_interned (self, item, &number))
        return FALSE;
      *text = g_array_index (self->texts, Text, number - 1);
      return TRUE;
    }
}

/* A number, with the one before added where it is a difference. */
static inline gboolean
get_item_number (Reader *self,
                 const SpurBinaryProgram *program,
                 const SpurBinaryItem *item,
                 guint64 *value)
{
  gint64 *before;

  if (!get_number (self, &item->number, value))
    return FALSE;
  if (!item->is_delta)
    return TRUE;
  before = spur_binary_deltas_get (&self->deltas, program, item, self->stream);
  *value += (guint64) *before;
  *before = (gint64) *value;
  return TRUE;
}

/* A number where a name is meant: of a lookup, or its digits. */
static Text
name_number (const SpurBinaryItem *item, guint64 value, char *digits)
{
  const SpurFormatItem *rule_item = item->op->item;
  const char *text =
    rule_item != NULL ? spur_format_lookup_find_text (rule_item->lookup, value) : NULL;
  char *end;

  if (text != NULL)
    return (Text){ text, strlen (text), NULL };
  end = is_signed (&item->number) ? spur_put_int (digits, (gint64) value)
                                  : spur_put_uint (digits, value);
  return (Text){ digits, (gsize) (end - digits), NULL };
}

/* All bits set is no entry. */
static gboolean
is_no_entry (const SpurBinaryItem *item, guint64 value)
{
  guint n_bytes = item->form == SPUR_BINARY_FIXED ? MIN (item->number.n_bytes, 4) : 4;

  return value == G_MAXUINT32 >> (32 - 8 * n_bytes) || value == G_MAXUINT64;
}

static gboolean
put_whole (Reader *self, const SpurBinaryItem *item, guint64 value)
{
  const SpurFormatOp *op = item->op;
  guint n_bits = 8 * op->n_bytes;
  char digits[SPUR_DIGITS_MAX_BYTES];
  Text text;

  if (op->is_reference && !item->is_entry)
    {
      text = name_number (item, value, digits);
      return spur_format_builder_put_text (self->builder, op, text.begin, text.n_bytes);
    }
  if (op->is_reference && is_no_entry (item, value))
    value = SPUR_NONE;
  if (G_UNLIKELY (!op->is_plain && op->item->lookup == NULL))
    return spur_format_builder_put_number (self->builder, op, (gint64) value);
  if (G_UNLIKELY (n_bits < 64 && value >> n_bits != 0))
    return refuse (self, SPUR_FORMAT_ERROR_DATA,
                   "%s is %" G_GUINT64_FORMAT ", which does not fit into %u bits",
                   op->key != NULL ? op->key : "a field", value, n_bits);
  spur_format_builder_put_bits (self->builder, op, value);
  return TRUE;
}

static gboolean
read_field (Reader *self, const SpurBinaryProgram *program, const SpurBinaryItem *item)
{
  guint64 value;
  double real;
  Text text;

  if (G_LIKELY (spur_binary_is_number (item->form)))
    return get_item_number (self, program, item, &value) && put_whole (self, item, value);
  if (item->form == SPUR_BINARY_FLOAT64 || item->form == SPUR_BINARY_FLOAT32)
    {
      if (!get_float (self, item, &real))
        return FALSE;
      memcpy (&value, &real, sizeof value);
      spur_format_builder_put_bits (self->builder, item->op, value);
      return TRUE;
    }
  return get_text (self, item, &text) &&
         spur_format_builder_put_text (self->builder, item->op, text.begin, text.n_bytes);
}

static gboolean
read_time (Reader *self, const SpurBinaryProgram *program, const SpurBinaryItem *item)
{
  const SpurFormatTime *time = &item->op->item->time;
  guint64 value;
  gint64 ns;
  double real;

  if (item->form == SPUR_BINARY_FLOAT64)
    {
      double unit = time->kind == SPUR_FORMAT_TIME_SECONDS ? 1e9 : (double) time->unit_ns;

      if (!get_float (self, item, &real))
        return FALSE;
      real = rint (real * unit);
      if (!(real >= -0x1p62 && real <= 0x1p62))
        return refuse (self, SPUR_FORMAT_ERROR_DATA, "the time is outside of +-2^62 ns");
      spur_format_builder_set_time_ns (self->builder, (gint64) real, 0);
      return TRUE;
    }
  if (!get_item_number (self, program, item, &value))
    return FALSE;
  if (time->kind == SPUR_FORMAT_TIME_TICKS)
    {
      spur_format_builder_set_ticks (self->builder, (gint64) value);
      return TRUE;
    }
  if ((!is_signed (&item->number) && !item->is_delta && value > G_MAXINT64) ||
      __builtin_mul_overflow (
        (gint64) value,
        time->kind == SPUR_FORMAT_TIME_SECONDS ? G_USEC_PER_SEC * 1000 : time->unit_ns, &ns))
    return refuse (self, SPUR_FORMAT_ERROR_DATA, "the time is outside of +-2^63 ns");
  spur_format_builder_set_time_ns (self->builder, ns, 0);
  return TRUE;
}

static gboolean
read_stream (Reader *self, const SpurBinaryItem *item)
{
  gboolean has_table = spur_format_definition_find_define (self->builder->definition,
                                                           SPUR_FORMAT_DEFINE_STREAM) != NULL;
  char digits[SPUR_DIGITS_MAX_BYTES];
  guint64 value;
  Text text;

  if (spur_binary_is_number (item->form))
    {
      if (!get_number (self, &item->number, &value))
        return FALSE;
      self->stream = (guint32) value + 1;
      if (has_table)
        return spur_format_builder_set_stream_index (self->builder, value);
      text = name_number (item, value, digits);
    }
  else if (item->form == SPUR_BINARY_INTERNED)
    {
      if (!get_interned (self, item, &value))
        return FALSE;
      self->stream = (guint32) value;
      text = g_array_index (self->texts, Text, value - 1);
    }
  else
    {
      if (!get_text (self, item, &text))
        return FALSE;
      if (!spur_format_names_find (&self->stream_numbers, text.begin, text.n_bytes, &self->stream))
        {
          self->stream = self->stream_numbers.n_names + 1;
          spur_format_names_add (&self->stream_numbers, text.begin, text.n_bytes, self->stream);
        }
    }
  return spur_format_builder_set_stream (self->builder, item->op, text.begin, text.n_bytes);
}

/* A number of elements, which is held against what is left. */
static gboolean
get_count (Reader *self, const SpurBinaryItem *item, guint n_least_bytes, guint64 *count)
{
  const guint8 *begin = self->at;

  if (!get_number (self, &item->length, count))
    return FALSE;
  if (*count <= get_n_left (self) / n_least_bytes)
    return TRUE;
  self->at = begin;
  return refuse (self, SPUR_FORMAT_ERROR_TRUNCATED,
                 "an array has %" G_GUINT64_FORMAT " elements, %" G_GSIZE_FORMAT " bytes are left",
                 *count, get_n_left (self));
}

static gboolean
read_entry (Reader *self, const SpurBinaryItem *item, SpurEntry *entry, GPtrArray *texts)
{
  double real;
  Text text;

  entry->name = "";
  if (spur_binary_is_number (item->form))
    {
      entry->type = is_signed (&item->number) ? SPUR_FIELD_INT64 : SPUR_FIELD_UINT64;
      return get_number (self, &item->number, &entry->bits);
    }
  if (item->form == SPUR_BINARY_FLOAT32 || item->form == SPUR_BINARY_FLOAT64)
    {
      entry->type = SPUR_FIELD_DOUBLE;
      if (!get_float (self, item, &real))
        return FALSE;
      memcpy (&entry->bits, &real, sizeof real);
      return TRUE;
    }
  entry->type = SPUR_FIELD_STRING;
  if (!get_text (self, item, &text))
    return FALSE;
  entry->text = g_strndup (text.begin, text.n_bytes);
  g_ptr_array_add (texts, (gpointer) entry->text);
  return TRUE;
}

static gboolean
read_list (Reader *self, const SpurBinaryItem *item)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, TRUE, sizeof (SpurEntry));
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  guint64 count;

  if (!get_count (self, item, MAX (spur_binary_get_n_bytes (item), 1), &count))
    return FALSE;
  for (guint64 i = 0; i < count; i++)
    {
      SpurEntry entry = { 0 };

      if (!read_entry (self, item, &entry, texts))
        return FALSE;
      g_array_append_val (entries, entry);
    }
  return spur_format_builder_put_entries (
    self->builder, item->op, (const SpurEntry *) (gpointer) entries->data, entries->len);
}

static gboolean
read_group (Reader *self, const SpurBinaryItem *item)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 count, value;

  if (!get_count (self, item, MAX (spur_binary_get_n_bytes (item), 1), &count))
    return FALSE;
  for (guint64 i = 0; i < count; i++)
    {
      guint32 member;

      if (!get_number (self, &item->number, &value))
        return FALSE;
      member = is_no_entry (item, value) ? SPUR_NONE : (guint32) MIN (value, SPUR_NONE - 1);
      g_array_append_val (members, member);
    }
  return spur_format_builder_put_members (self->builder, item->op,
                                          (const guint32 *) (gpointer) members->data, members->len);
}

static gboolean
read_predecessors (Reader *self, const SpurBinaryItem *item)
{
  guint64 count, stream, event;

  if (!get_count (self, item, 2, &count))
    return FALSE;
  for (guint64 i = 0; i < count; i++)
    {
      if (!get_varint (self, &stream) || !get_varint (self, &event))
        return FALSE;
      spur_format_builder_add_predecessor (self->builder, stream, event);
    }
  return TRUE;
}

static gboolean
read_constant (Reader *self, const SpurBinaryItem *item)
{
  if (get_n_left (self) < item->n_padded_bytes)
    return refuse_short (self, "a constant", item->n_padded_bytes);
  if (memcmp (self->at, item->bytes, item->n_padded_bytes) != 0)
    return refuse (self, SPUR_FORMAT_ERROR_DATA, "the bytes %s must be here",
                   item->op->item->value);
  self->at += item->n_padded_bytes;
  return TRUE;
}

static gboolean
read_item (Reader *self, const SpurBinaryProgram *program, const SpurBinaryItem *item)
{
  switch (item->op->kind)
    {
    case SPUR_FORMAT_FIELD:
      if (!item->is_array)
        return read_field (self, program, item);
      return item->op->type == SPUR_FIELD_LIST ? read_list (self, item) : read_group (self, item);
    case SPUR_FORMAT_TIME:
      return read_time (self, program, item);
    case SPUR_FORMAT_STREAM:
      return read_stream (self, item);
    case SPUR_FORMAT_CLASS:
      self->at = self->class_end;
      return TRUE;
    case SPUR_FORMAT_PREDECESSORS:
      return read_predecessors (self, item);
    default:
      return read_constant (self, item);
    }
}

static gboolean
read_items (Reader *self, const SpurBinaryProgram *program)
{
  const guint8 *present = NULL;

  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurBinaryItem *item = &program->items[i];

      if (i == program->presence_at)
        {
          if (get_n_left (self) < program->n_presence_bytes)
            return refuse_short (self, "what says which items are there",
                                 program->n_presence_bytes);
          present = self->at;
          self->at += program->n_presence_bytes;
        }
      if (item->presence >= 0 && !(present[item->presence / 8] >> (item->presence % 8) & 1))
        continue;
      if (!read_item (self, program, item))
        return FALSE;
    }
  return TRUE;
}

static SpurBinaryProgram *
make_program (Reader *self, SpurFormatProgram *program)
{
  return program != NULL
           ? spur_binary_program_get (self->builder->definition, program, &self->builder->error)
           : NULL;
}

static SpurBinaryProgram *
find_by_name (Reader *self, const char *name, gsize n_bytes)
{
  return make_program (self, spur_format_builder_find_class (self->builder, name, n_bytes));
}

/* The name that a rule gives the class of a number. */
static const char *
find_written (const Reader *self, guint64 number)
{
  for (guint i = 0; i < self->builder->definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->builder->definition->rules, i);
      guint64 written;

      if (spur_binary_get_written (rule, &written) && written == number)
        return rule->written;
    }
  return NULL;
}

static SpurBinaryProgram *
find_by_number (Reader *self, guint64 number)
{
  SpurBinaryProgram *program =
    number < N_CACHED ? self->cached[number] : g_hash_table_lookup (self->by_number, &number);
  const char *written;

  if (program != NULL)
    return program;
  written = find_written (self, number);
  if (written != NULL)
    program = find_by_name (self, written, strlen (written));
  else if (!self->format->has_numbered_rules)
    program = make_program (self, spur_format_builder_get_class (self->builder, number));
  else
    refuse (self, SPUR_FORMAT_ERROR_DATA,
            "class %" G_GUINT64_FORMAT " is none that the format describes", number);
  if (program == NULL)
    return NULL;
  if (number < N_CACHED)
    self->cached[number] = program;
  else
    g_hash_table_insert (self->by_number, g_memdup2 (&number, sizeof number), program);
  return program;
}

static SpurBinaryProgram *
find_by_interned (Reader *self, guint64 number)
{
  Text *text = &g_array_index (self->texts, Text, number - 1);

  if (G_UNLIKELY (text->program == NULL))
    text->program = find_by_name (self, text->begin, text->n_bytes);
  return text->program;
}

/* The end of the class is set where it could be read, whether it is known or not. */
static SpurBinaryProgram *
read_class (Reader *self)
{
  const SpurBinaryFormat *format = self->format;
  const SpurBinaryItem *item = &format->class_item;
  guint64 number;
  Text text;

  if (format->class_is_number)
    {
      if (!get_number (self, &item->number, &number))
        return NULL;
      self->class_end = self->at;
      return find_by_number (self, number);
    }
  if (item->form == SPUR_BINARY_INTERNED)
    {
      if (!get_interned (self, item, &number))
        return NULL;
      self->class_end = self->at;
      return find_by_interned (self, number);
    }
  if (!get_text (self, item, &text))
    return NULL;
  self->class_end = self->at;
  return find_by_name (self, text.begin, text.n_bytes);
}

/* Looks at the class of the record that begins here. */
static SpurBinaryProgram *
look_up_class (Reader *self)
{
  const SpurBinaryFormat *format = self->format;
  const SpurFormatRule *rule = format->only_rule;
  const guint8 *begin = self->at;
  SpurBinaryProgram *program;

  if (!format->has_class)
    {
      const char *name = rule->written != NULL ? rule->written : rule->class_name;

      if (self->cached[0] == NULL)
        self->cached[0] = find_by_name (self, name, strlen (name));
      return self->cached[0];
    }
  if (get_n_left (self) < format->class_offset_bytes)
    {
      refuse_short (self, "what comes before the class of a record", format->class_offset_bytes);
      return NULL;
    }
  self->at += format->class_offset_bytes;
  program = read_class (self);
  self->at = begin;
  return program;
}

/* Narrows the end to that of the record. */
static gboolean
read_length (Reader *self)
{
  const SpurBinaryFormat *format = self->format;
  const guint8 *begin = self->at;
  guint64 n_bytes;

  if (format->length.form == SPUR_BINARY_NOTHING)
    return TRUE;
  if (!get_number (self, &format->length, &n_bytes))
    return FALSE;
  if (format->length_counts_itself && n_bytes < (guint64) (self->at - begin))
    {
      self->at = begin;
      return refuse (self, SPUR_FORMAT_ERROR_DATA,
                     "a record has %" G_GUINT64_FORMAT " bytes, less than its length alone",
                     n_bytes);
    }
  if (format->length_counts_itself)
    n_bytes -= (guint64) (self->at - begin);
  if (n_bytes > get_n_left (self))
    {
      refuse_short (self, "a record", n_bytes);
      return FALSE;
    }
  self->end = self->at + n_bytes;
  return TRUE;
}

/* Unknown records are counted where their length is known. */
static gboolean
pass_unknown (Reader *self)
{
  if (self->format->others == NULL || self->class_end == NULL)
    return FALSE;
  g_clear_error (&self->builder->error);
  spur_trace_add_loss (self->builder->trace, self->format->others, 1);
  self->at = self->end;
  return TRUE;
}

static gboolean
read_record (Reader *self, const guint8 *data_end)
{
  SpurBinaryProgram *program;

  self->builder->place = self->at;
  self->end = data_end;
  self->class_end = NULL;
  self->stream = 0;
  if (!read_length (self))
    return FALSE;
  program = look_up_class (self);
  if (G_UNLIKELY (program == NULL))
    return pass_unknown (self);
  spur_format_builder_begin (self->builder, program->program);
  if (!read_items (self, program) || !spur_format_builder_end (self->builder))
    return FALSE;
  if (G_LIKELY (self->format->length.form == SPUR_BINARY_NOTHING || self->at == self->end))
    return TRUE;
  spur_trace_add_loss (self->builder->trace, "bytes of records beyond what the format describes",
                       get_n_left (self));
  self->at = self->end;
  return TRUE;
}

static gboolean
read_header (Reader *self)
{
  const GByteArray *header = self->format->header;

  for (guint i = 0; i < header->len && i < get_n_left (self); i++)
    {
      if (((self->at[i] ^ header->data[i]) & self->format->header_mask->data[i]) == 0)
        continue;
      self->at += i;
      return refuse (self, SPUR_FORMAT_ERROR_DATA,
                     "the file begins with another byte than the format: 0x%02x, it must be 0x%02x",
                     *self->at, header->data[i]);
    }
  if (get_n_left (self) < header->len)
    return refuse_short (self, "the file's header", header->len);
  self->at += header->len;
  return TRUE;
}

static gboolean
read_all (Reader *self)
{
  const guint8 *data_end = self->end;

  if (!read_header (self))
    return FALSE;
  while (self->at < data_end)
    {
      const guint8 *begin = self->at;

      if (!read_record (self, data_end))
        return FALSE;
      if (self->at == begin)
        return refuse (self, SPUR_FORMAT_ERROR_DATA, "a record has no bytes");
      if (!spur_format_builder_go_on (self->builder, self->at))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_binary_read (SpurFormatBuilder *builder)
{
  g_autofree Reader *self = g_new0 (Reader, 1);
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (Text));
  g_autoptr (GHashTable) by_number =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gboolean is_good;

  self->format = builder->definition->compiled;
  self->builder = builder;
  self->at = builder->bytes;
  self->end = builder->bytes + builder->n_bytes;
  self->texts = texts;
  spur_format_names_init (&self->stream_numbers);
  self->by_number = by_number;
  spur_binary_deltas_init (&self->deltas);
  is_good = read_all (self);
  spur_binary_deltas_clear (&self->deltas);
  spur_format_names_clear (&self->stream_numbers);
  return is_good;
}
