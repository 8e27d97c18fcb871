/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a definition says of binary records, looked up once. */
#include "core/format/binary/spur-binary-private.h"

#define MAX_PADDED_BYTES 65536
#define MAX_HEADER_BYTES 65536

/* "uint24", "int64": the type of a number of whole bytes. */
static gboolean
parse_fixed (const char *word, SpurBinaryNumber *number)
{
  gboolean is_signed = g_str_has_prefix (word, "int");
  guint64 n_bits;

  if (!is_signed && !g_str_has_prefix (word, "uint"))
    return FALSE;
  if (!g_ascii_string_to_unsigned (word + (is_signed ? 3 : 4), 10, 8, 64, &n_bits, NULL) ||
      n_bits % 8 != 0)
    return FALSE;
  number->form = SPUR_BINARY_FIXED;
  number->n_bytes = (guint8) (n_bits / 8);
  number->is_signed = is_signed;
  return TRUE;
}

static gboolean
parse_number (const char *word, gboolean is_big_endian, SpurBinaryNumber *number)
{
  number->is_big_endian = is_big_endian;
  if (g_str_equal (word, "varint"))
    number->form = SPUR_BINARY_VARINT;
  else if (g_str_equal (word, "zigzag"))
    number->form = SPUR_BINARY_ZIGZAG;
  else
    return parse_fixed (word, number);
  return TRUE;
}

static gboolean
parse_form (const char *word, gboolean is_big_endian, SpurBinaryItem *item)
{
  static const struct
  {
    const char *word;
    SpurBinaryForm form;
  } forms[] = {
    { "float32", SPUR_BINARY_FLOAT32 }, { "float64", SPUR_BINARY_FLOAT64 },
    { "text", SPUR_BINARY_TEXT },       { "terminated", SPUR_BINARY_TERMINATED },
    { "padded", SPUR_BINARY_PADDED },   { "interned", SPUR_BINARY_INTERNED },
    { "bytes", SPUR_BINARY_BYTES },
  };

  item->number.is_big_endian = is_big_endian;
  if (parse_number (word, is_big_endian, &item->number))
    {
      item->form = item->number.form;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      if (!g_str_equal (forms[i].word, word))
        continue;
      item->form = forms[i].form;
      return TRUE;
    }
  return FALSE;
}

static const char *
get_attribute (const SpurFormatItem *item, const char *name)
{
  return item != NULL ? spur_format_attribute (item->node, name, NULL) : NULL;
}

static gboolean
has_flag (const SpurFormatItem *item, const char *name)
{
  const char *text = get_attribute (item, name);

  return text != NULL && g_str_equal (text, "true");
}

/* Two hexadecimal digits a byte, ?? for one that does not count. */
static gboolean
parse_hex (const char *text, GByteArray *bytes, GByteArray *mask)
{
  while (*text != '\0')
    {
      gboolean is_any = text[0] == '?' && text[1] == '?';
      guint8 byte, counts = is_any ? 0 : 0xff;

      if (g_ascii_isspace (*text))
        {
          text++;
          continue;
        }
      if (!is_any && (!g_ascii_isxdigit (text[0]) || !g_ascii_isxdigit (text[1])))
        return FALSE;
      byte = is_any
               ? 0
               : (guint8) (g_ascii_xdigit_value (text[0]) * 16 + g_ascii_xdigit_value (text[1]));
      if (bytes->len == MAX_HEADER_BYTES)
        return FALSE;
      g_byte_array_append (bytes, &byte, 1);
      if (mask != NULL)
        g_byte_array_append (mask, &counts, 1);
      else if (is_any)
        return FALSE;
      text += 2;
    }
  return TRUE;
}

static gboolean
has_table (const SpurFormatDefinition *definition,
           const SpurFormatProgram *program,
           SpurFieldType type)
{
  static const SpurFormatDefine tables[] = {
    [SPUR_FIELD_STRING] = SPUR_FORMAT_DEFINE_STRING,
    [SPUR_FIELD_OBJECT] = SPUR_FORMAT_DEFINE_OBJECT,
    [SPUR_FIELD_STATE] = SPUR_FORMAT_DEFINE_STATE,
    [SPUR_FIELD_GROUP] = SPUR_FORMAT_DEFINE_GROUP,
    [SPUR_FIELD_LIST] = SPUR_FORMAT_DEFINE_LIST,
  };

  /* In definitions texts are texts, and what refers to another definition is its number. */
  if (program->define >= 0)
    return type != SPUR_FIELD_STRING;
  return type >= SPUR_FIELD_STRING &&
         spur_format_definition_find_define (definition, tables[type]) != NULL;
}

static const char *
get_usual_form (const SpurFormatDefinition *definition,
                const SpurFormatProgram *program,
                const SpurFormatOp *op)
{
  switch (op->kind)
    {
    case SPUR_FORMAT_TIME:
      return "zigzag";
    case SPUR_FORMAT_STREAM:
      return spur_format_definition_find_define (definition, SPUR_FORMAT_DEFINE_STREAM) != NULL
               ? "varint"
               : "interned";
    case SPUR_FORMAT_CLASS:
      return "interned";
    case SPUR_FORMAT_PREDECESSORS:
      return "varint";
    case SPUR_FORMAT_CONSTANT:
      return "bytes";
    default:
      break;
    }
  if (op->is_reference && has_table (definition, program, op->type))
    return "varint";
  if (op->is_reference)
    return program->define >= 0 ? "text" : "interned";
  if (op->type == SPUR_FIELD_UINT8)
    return "uint8";
  if (op->type == SPUR_FIELD_DOUBLE)
    return "float64";
  return op->type == SPUR_FIELD_INT64 ? "zigzag" : "varint";
}

static const xmlNode *
get_node (const SpurFormatProgram *program, const SpurFormatOp *op)
{
  return op->item != NULL ? op->item->node : program->rule->node;
}

static gboolean
is_text_form (SpurBinaryForm form)
{
  return form == SPUR_BINARY_TEXT || form == SPUR_BINARY_TERMINATED || form == SPUR_BINARY_PADDED ||
         form == SPUR_BINARY_INTERNED;
}

static gboolean
is_float_form (SpurBinaryForm form)
{
  return form == SPUR_BINARY_FLOAT32 || form == SPUR_BINARY_FLOAT64;
}

/* What does not go together is said here, so that reading and writing need not ask. */
static const char *
find_clash (const SpurBinaryItem *item)
{
  const SpurFormatOp *op = item->op;

  if (item->form == SPUR_BINARY_PADDED && item->n_padded_bytes == 0)
    return "a padded text needs bytes=…";
  if ((item->form == SPUR_BINARY_BYTES) != (op->kind == SPUR_FORMAT_CONSTANT))
    return "only constants are bytes, and constants are nothing else";
  if (op->kind == SPUR_FORMAT_VECTOR_CLOCK)
    return "vector clocks are for text formats";
  if (item->is_delta && !spur_binary_is_number (item->form))
    return "only whole numbers have deltas";
  if (item->is_array && op->type != SPUR_FIELD_LIST && op->type != SPUR_FIELD_GROUP)
    return "only lists and groups are arrays";
  if (item->is_array && op->type == SPUR_FIELD_GROUP && !spur_binary_is_number (item->form))
    return "the members of a group are numbers";
  if (op->kind == SPUR_FORMAT_TIME && is_text_form (item->form))
    return "a time is a number";
  if (op->kind == SPUR_FORMAT_TIME && item->form == SPUR_BINARY_FLOAT32)
    return "a time does not fit into a float32";
  if (op->kind == SPUR_FORMAT_TIME && (op->item->time.of_ns != 0 || op->item->time.is_fallback ||
                                       op->item->time.kind == SPUR_FORMAT_TIME_ISO8601 ||
                                       op->item->time.kind == SPUR_FORMAT_TIME_PATTERN))
    return "a time in binary data is one number, of units, seconds or ticks";
  if ((op->kind == SPUR_FORMAT_STREAM || op->kind == SPUR_FORMAT_CLASS) &&
      is_float_form (item->form))
    return "streams and classes are whole numbers or texts";
  if (op->kind == SPUR_FORMAT_PREDECESSORS &&
      (item->form != SPUR_BINARY_VARINT || item->length.form != SPUR_BINARY_VARINT))
    return "predecessors are varints";
  if (op->kind == SPUR_FORMAT_FIELD && !op->is_reference && is_text_form (item->form))
    return "the field is a number";
  if (op->kind == SPUR_FORMAT_FIELD && op->is_reference && !item->is_array &&
      is_float_form (item->form))
    return "the field is no number";
  if (op->kind == SPUR_FORMAT_FIELD && !op->is_reference && is_float_form (item->form) &&
      op->type != SPUR_FIELD_DOUBLE)
    return "the field is a whole number";
  if (op->kind == SPUR_FORMAT_FIELD && op->type == SPUR_FIELD_DOUBLE && !is_float_form (item->form))
    return "the field is a double, which is a float64 or float32";
  return NULL;
}

static gboolean
fill_constant (const SpurFormatDefinition *definition, SpurBinaryItem *item, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (item->op->kind != SPUR_FORMAT_CONSTANT)
    return TRUE;
  if (!parse_hex (item->op->item->value, bytes, NULL) || bytes->len > MAX_PADDED_BYTES)
    return spur_format_definition_fail (definition, item->op->item->node, error,
                                        "a constant of binary data is bytes in hexadecimal "
                                        "digits, as in \"4c 42 00\"");
  item->n_padded_bytes = bytes->len;
  item->bytes = g_memdup2 (bytes->data, bytes->len);
  return TRUE;
}

static gboolean
fill_item (const SpurFormatDefinition *definition,
           SpurBinaryProgram *self,
           SpurBinaryItem *item,
           GError **error)
{
  const SpurBinaryFormat *format = definition->compiled;
  const SpurFormatOp *op = item->op;
  const char *order = get_attribute (op->item, "byte-order");
  const char *word = get_attribute (op->item, "as");
  const char *length = get_attribute (op->item, "length");
  const char *bytes = get_attribute (op->item, "bytes");
  gboolean is_big_endian = order != NULL ? g_str_equal (order, "big") : format->is_big_endian;
  const char *clash;

  if (op->kind == SPUR_FORMAT_REST)
    return spur_format_definition_fail (definition, get_node (self->program, op), error,
                                        "binary records have no names, so there is no rest");
  if (word == NULL)
    word = get_usual_form (definition, self->program, op);
  if (!parse_form (word, is_big_endian, item))
    return spur_format_definition_fail (definition, get_node (self->program, op), error,
                                        "as=\"%s\" is no form of a value", word);
  if (!parse_number (length != NULL ? length : "varint", is_big_endian, &item->length))
    return spur_format_definition_fail (definition, get_node (self->program, op), error,
                                        "length=\"%s\" is no number", length);
  item->n_padded_bytes =
    bytes != NULL ? (guint) MIN (g_ascii_strtoull (bytes, NULL, 10), MAX_PADDED_BYTES) : 0;
  item->is_array = has_flag (op->item, "array");
  item->is_delta = has_flag (op->item, "delta") ||
                   (op->kind == SPUR_FORMAT_TIME && get_attribute (op->item, "as") == NULL);
  item->is_entry = has_table (definition, self->program, op->type);
  clash = find_clash (item);
  if (clash == NULL && format->others != NULL && item->form == SPUR_BINARY_INTERNED)
    clash = "where records are passed over, texts in them are, too, and cannot be interned";
  if (clash != NULL)
    return spur_format_definition_fail (definition, get_node (self->program, op), error, "%s",
                                        clash);
  return fill_constant (definition, item, error);
}

static void
program_free (gpointer data)
{
  SpurBinaryProgram *self = data;

  for (guint i = 0; i < self->n_items; i++)
    g_free (self->items[i].bytes);
  g_free (self->items);
  g_free (self);
}

static void
number_presence (SpurBinaryProgram *self)
{
  guint n_present = 0;

  self->presence_at = self->n_items;
  for (guint i = 0; i < self->n_items; i++)
    {
      SpurBinaryItem *item = &self->items[i];
      const SpurFormatOp *op = item->op;

      item->presence = -1;
      if (op->item != NULL && op->item->kind != SPUR_FORMAT_FIELDS
            ? !has_flag (op->item, "optional")
            : !op->may_miss)
        continue;
      if (n_present == 0)
        self->presence_at = i;
      item->presence = (int) n_present++;
    }
  self->n_presence_bytes = (n_present + 7) / 8;
}

static gboolean
number_slots (const SpurFormatDefinition *definition, SpurBinaryProgram *self, GError **error)
{
  guint n_times = 0;

  for (guint i = 0; i < self->n_items; i++)
    {
      SpurBinaryItem *item = &self->items[i];

      if (!item->is_delta)
        continue;
      item->slot = item->op->kind == SPUR_FORMAT_TIME ? n_times++ : self->n_slots++;
    }
  return n_times <= SPUR_BINARY_TIME_SLOTS ||
         spur_format_definition_fail (definition, self->program->rule->node, error,
                                      "a record may have %d times", SPUR_BINARY_TIME_SLOTS);
}

SpurBinaryProgram *
spur_binary_program_get (const SpurFormatDefinition *definition,
                         SpurFormatProgram *program,
                         GError **error)
{
  static gint n_programs;
  SpurBinaryProgram *self = program->data;

  if (self != NULL)
    return self;
  self = g_new0 (SpurBinaryProgram, 1);
  program->data = self;
  program->free_data = program_free;
  self->program = program;
  self->index = (guint) g_atomic_int_add (&n_programs, 1);
  self->items = g_new0 (SpurBinaryItem, program->n_ops + 1);
  for (guint i = 0; i < program->n_ops; i++)
    {
      SpurBinaryItem *item = &self->items[self->n_items++];

      item->op = &program->ops[i];
      if (!fill_item (definition, self, item, error))
        {
          program->data = NULL;
          program->free_data = NULL;
          program_free (self);
          return NULL;
        }
    }
  number_presence (self);
  if (!number_slots (definition, self, error))
    return NULL;
  return self;
}

guint
spur_binary_get_n_bytes (const SpurBinaryItem *item)
{
  switch (item->form)
    {
    case SPUR_BINARY_FIXED:
      return item->number.n_bytes;
    case SPUR_BINARY_FLOAT32:
      return 4;
    case SPUR_BINARY_FLOAT64:
      return 8;
    case SPUR_BINARY_PADDED:
    case SPUR_BINARY_BYTES:
      return item->n_padded_bytes;
    default:
      return 0;
    }
}

static gboolean
is_same_form (const SpurBinaryItem *a, const SpurBinaryItem *b)
{
  return a->form == b->form && a->number.n_bytes == b->number.n_bytes &&
         a->number.is_big_endian == b->number.is_big_endian &&
         a->number.is_signed == b->number.is_signed && a->n_padded_bytes == b->n_padded_bytes &&
         a->length.form == b->length.form && a->length.n_bytes == b->length.n_bytes &&
         a->length.is_big_endian == b->length.is_big_endian;
}

/* The class is looked at before the rule is known, so it must be at the same place in all. */
static gboolean
add_class_place (SpurBinaryFormat *self,
                 const SpurFormatDefinition *definition,
                 const SpurBinaryProgram *program,
                 gboolean is_first,
                 GError **error)
{
  const xmlNode *node = program->program->rule->node;
  guint offset = 0;

  for (guint i = 0; i < program->n_items; i++)
    {
      const SpurBinaryItem *item = &program->items[i];
      guint n_bytes = item->is_array || item->presence >= 0 ? 0 : spur_binary_get_n_bytes (item);

      if (item->op->kind == SPUR_FORMAT_CLASS && is_first)
        {
          self->has_class = TRUE;
          self->class_item = *item;
          self->class_item.op = NULL;
          self->class_offset_bytes = offset;
          self->class_is_number = spur_binary_is_number (item->form);
          return TRUE;
        }
      if (item->op->kind == SPUR_FORMAT_CLASS)
        return (self->has_class && self->class_offset_bytes == offset &&
                is_same_form (&self->class_item, item)) ||
               spur_format_definition_fail (definition, node, error,
                                            "<class/> must be at the same place in all rules, as "
                                            "it tells which rule is meant");
      if (n_bytes == 0)
        break;
      offset += n_bytes;
    }
  return (is_first || !self->has_class) ||
         spur_format_definition_fail (definition, node, error,
                                      "<class/> must be at the same place in all rules, behind "
                                      "nothing but items of fixed size");
}

gboolean
spur_binary_get_written (const SpurFormatRule *rule, guint64 *number)
{
  const char *text = rule->written;
  gboolean is_hex = text != NULL && g_str_has_prefix (text, "0x");

  return text != NULL && g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0,
                                                     G_MAXUINT64, number, NULL);
}

static gboolean
check_rule (SpurBinaryFormat *self,
            const SpurFormatDefinition *definition,
            const SpurFormatRule *rule,
            gboolean is_first,
            GError **error)
{
  g_autoptr (SpurEventLayout) any = NULL;
  g_autoptr (SpurFormatProgram) program = NULL;
  g_autofree char *word = g_strconcat ("@", rule->class_name, NULL);
  const SpurEventLayout *layout = NULL;
  SpurBinaryProgram *own;
  guint64 number;

  if (!g_str_equal (rule->class_name, "*"))
    layout = rule->is_definition ? spur_format_find_definition_layout (word, NULL)
                                 : spur_format_definition_find_class (definition, rule->class_name);
  if (layout == NULL && rule->is_definition)
    layout = spur_format_get_definition_layout (SPUR_FORMAT_DEFINE_FACT);
  if (layout == NULL)
    layout = any = spur_event_layout_new ("Any", NULL, SPUR_TYPE_EVENT);
  program = spur_format_program_new (definition, rule, layout, error);
  if (program == NULL)
    return FALSE;
  own = spur_binary_program_get (definition, program, error);
  if (own == NULL)
    return FALSE;
  if (spur_binary_get_written (rule, &number))
    self->has_numbered_rules = TRUE;
  return add_class_place (self, definition, own, is_first, error);
}

static gboolean
check_rules (SpurBinaryFormat *self, const SpurFormatDefinition *definition, GError **error)
{
  for (guint i = 0; i < definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (definition->rules, i);

      if (!check_rule (self, definition, rule, i == 0, error))
        return FALSE;
      if (rule->is_definition && !self->has_class)
        return spur_format_definition_fail (definition, rule->node, error,
                                            "definitions among the records need <class/> to be "
                                            "told from events");
      if (rule->is_definition && self->class_is_number)
        return spur_format_definition_fail (definition, rule->node, error,
                                            "definitions among the records need <class/> to be a "
                                            "text");
      self->only_rule = i == 0 ? rule : NULL;
    }
  if (self->has_class || self->only_rule != NULL)
    return TRUE;
  return spur_format_definition_fail (definition, definition->node, error,
                                      "there are several rules, and no <class/> first in each to "
                                      "tell which one is meant");
}

static gboolean
compile_format (SpurFormatDefinition *definition, GError **error)
{
  SpurBinaryFormat *self = g_new0 (SpurBinaryFormat, 1);
  const xmlNode *node = definition->node;
  const char *length = spur_format_attribute (node, "length", NULL);

  definition->compiled = self;
  self->is_big_endian = g_str_equal (spur_format_attribute (node, "byte-order", "little"), "big");
  self->others = spur_format_attribute (node, "others", NULL);
  self->header = g_byte_array_new ();
  self->header_mask = g_byte_array_new ();
  self->length_counts_itself =
    g_str_equal (spur_format_attribute (node, "length-counts-itself", "false"), "true");
  if (!parse_hex (spur_format_attribute (node, "header", ""), self->header, self->header_mask))
    return spur_format_definition_fail (definition, definition->node, error,
                                        "<header> is bytes in hexadecimal digits, ?? for any, as "
                                        "in \"4c 42 ??\"");
  if (length != NULL && !parse_number (length, self->is_big_endian, &self->length))
    return spur_format_definition_fail (definition, definition->node, error,
                                        "length=\"%s\" is no number", length);
  if (self->others != NULL && length == NULL)
    return spur_format_definition_fail (definition, definition->node, error,
                                        "records of unknown classes can be passed over only where "
                                        "length=… says how long they are");
  return check_rules (self, definition, error);
}

static void
free_format (gpointer data)
{
  SpurBinaryFormat *self = data;

  g_byte_array_unref (self->header);
  g_byte_array_unref (self->header_mask);
  g_free (self);
}

void
spur_binary_deltas_init (SpurBinaryDeltas *self)
{
  self->slots = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->last = NULL;
  self->last_key = 0;
}

void
spur_binary_deltas_clear (SpurBinaryDeltas *self)
{
  g_clear_pointer (&self->slots, g_hash_table_unref);
}

gint64 *
spur_binary_deltas_find (SpurBinaryDeltas *self, guint64 key, guint n_slots)
{
  gint64 *slots = g_hash_table_lookup (self->slots, &key);

  if (slots == NULL)
    {
      slots = g_new0 (gint64, n_slots);
      g_hash_table_insert (self->slots, g_memdup2 (&key, sizeof key), slots);
    }
  self->last_key = key;
  self->last = slots;
  return slots;
}

const SpurFormatEncoding spur_format_binary = {
  .element = "binary",
  .is_text = FALSE,
  .compile = compile_format,
  .free_compiled = free_format,
  .read = spur_binary_read,
  .write = spur_binary_write,
};
