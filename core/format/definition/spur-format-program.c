/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Rules compiled to flat programs: one for each class of events or kind of definition. */
#include "core/format/definition/spur-format-program-private.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/model/events/spur-event-layout-internal.h"

/* Units of one kind are whole multiples of the kind's smallest. */
static const struct
{
  const char *name;
  guint kind;
  gint64 size;
} units[] = {
  { "ns", 0, 1 },
  { "us", 0, 1000 },
  { "ms", 0, 1000000 },
  { "s", 0, 1000000000 },
  { "min", 0, G_GINT64_CONSTANT (60000000000) },
  { "h", 0, G_GINT64_CONSTANT (3600000000000) },
  { "bytes", 1, 1 },
  { "kB", 1, 1000 },
  { "MB", 1, 1000000 },
  { "GB", 1, 1000000000 },
  { "KiB", 1, 1024 },
  { "MiB", 1, 1024 * 1024 },
  { "GiB", 1, 1024 * 1024 * 1024 },
};

static int
find_unit (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (units[i].name, name) == 0)
        return (int) i;
    }
  return -1;
}

gint64
spur_format_unit_to_ns (const char *unit)
{
  int index = find_unit (unit);

  return index >= 0 && units[index].kind == 0 ? units[index].size : 1;
}

/* What a number in unit @from is times @numerator / @denominator in unit @to: FALSE where they are
 * not known to measure the same. */
static gboolean
convert_unit (const char *from, const char *to, gint64 *numerator, gint64 *denominator)
{
  int a = find_unit (from), b = find_unit (to);
  gint64 larger, smaller, common;

  if (a < 0 || b < 0 || units[a].kind != units[b].kind)
    return FALSE;
  larger = units[a].size;
  smaller = units[b].size;
  while (smaller != 0)
    {
      common = larger % smaller;
      larger = smaller;
      smaller = common;
    }
  *numerator = units[a].size / larger;
  *denominator = units[b].size / larger;
  return TRUE;
}

/* An entry of one of the trace's tables. */
static gboolean
spur_format_type_is_reference (SpurFieldType type)
{
  return type == SPUR_FIELD_STRING || type == SPUR_FIELD_OBJECT || type == SPUR_FIELD_STATE ||
         type == SPUR_FIELD_GROUP || type == SPUR_FIELD_LIST;
}

static gboolean
is_named (const SpurFormatRule *rule, const char *field)
{
  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (item->name != NULL && strcmp (item->name, field) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
set_key (SpurFormatOp *op, const char *key)
{
  op->key = key;
  op->n_key_bytes = key != NULL ? (guint) strlen (key) : 0;
}

/* What a number is where the data does not say it. */
static gboolean
read_default (const SpurFormatDefinition *definition, SpurFormatOp *op, GError **error)
{
  const char *text = op->item->if_missing;
  const char *end = text + strlen (text);
  gboolean is_good;
  double real;

  if (op->type == SPUR_FIELD_DOUBLE)
    {
      is_good = spur_parse_double (text, end, &real);
      memcpy (&op->missing_bits, &real, sizeof real);
    }
  else if (op->is_signed)
    {
      is_good = spur_parse_int (text, end, (gint64 *) &op->missing_bits);
    }
  else
    {
      is_good = spur_parse_uint (text, end, &op->missing_bits) &&
                (op->n_bytes == 8 || op->missing_bits >> (8 * op->n_bytes) == 0);
    }
  return is_good || spur_format_definition_fail (definition, op->item->node, error,
                                                 "the default “%s” is no value of the field", text);
}

/* The scale that the item gives, times what lies between its unit and the field's. */
static gboolean
read_scale (const SpurFormatDefinition *definition,
            SpurFormatOp *op,
            const SpurField *field,
            GError **error)
{
  const SpurFormatItem *item = op->item;
  const char *unit = spur_format_attribute (item->node, "unit", NULL);
  gint64 numerator = 1, denominator = 1;

  op->numerator = item->numerator;
  op->denominator = item->denominator;
  if (unit != NULL && field->unit != NULL && strcmp (unit, field->unit) != 0 &&
      !convert_unit (unit, field->unit, &numerator, &denominator))
    return spur_format_definition_fail (definition, item->node, error,
                                        "%s is in %s, and %s is not known to measure the same; "
                                        "give a scale",
                                        field->name, field->unit, unit);
  if (__builtin_mul_overflow (op->numerator, numerator, &op->numerator) ||
      __builtin_mul_overflow (op->denominator, denominator, &op->denominator))
    return spur_format_definition_fail (definition, item->node, error, "the scale is too large");
  if ((op->numerator != 1 || op->denominator != 1 ||
       (item->lookup != NULL && definition->encoding->is_text)) &&
      spur_format_type_is_reference (field->type))
    return spur_format_definition_fail (definition, item->node, error,
                                        "%s is no number, and has neither scale nor lookup",
                                        field->name);
  return TRUE;
}

static gboolean
fill_field (const SpurFormatDefinition *definition,
            SpurFormatOp *op,
            const SpurEventLayout *layout,
            guint index,
            GError **error)
{
  const SpurField *field = &layout->fields[index];

  op->kind = SPUR_FORMAT_FIELD;
  op->field = (guint16) index;
  op->type = field->type;
  op->offset_bytes = (guint16) field->offset_bytes;
  op->n_bytes = (guint8) spur_field_type_get_n_bytes (field->type);
  op->is_signed = field->type == SPUR_FIELD_INT64;
  op->is_reference = spur_format_type_is_reference (field->type);
  op->may_miss = op->is_reference;
  op->missing_bits = op->is_reference ? SPUR_NONE : 0;
  op->numerator = op->denominator = 1;
  op->is_plain = TRUE;
  set_key (op, field->name);
  if (op->item == NULL || op->item->kind != SPUR_FORMAT_FIELD)
    return TRUE;
  if (op->item->key != NULL)
    set_key (op, op->item->key);
  op->may_miss = op->may_miss || op->item->is_optional;
  if (!read_scale (definition, op, field, error))
    return FALSE;
  op->is_plain = op->item->lookup == NULL && op->numerator == 1 && op->denominator == 1;
  return op->item->if_missing == NULL || op->is_reference || read_default (definition, op, error);
}

/* A field that is called like another item of the rule has a point before its name. */
static void
set_field_key (SpurFormatProgram *self, SpurFormatOp *op)
{
  for (guint i = 0; i < self->rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (self->rule->items, SpurFormatItem, i);
      g_autofree char *name = NULL;

      if (item->key == NULL || strcmp (item->key, op->key) != 0)
        continue;
      if (self->texts == NULL)
        self->texts = g_string_chunk_new (64);
      name = g_strconcat (".", op->key, NULL);
      set_key (op, g_string_chunk_insert (self->texts, name));
      return;
    }
}

static gboolean
add_fields (const SpurFormatDefinition *definition, SpurFormatProgram *self, GError **error)
{
  for (guint i = 0; i < self->layout->n_fields; i++)
    {
      SpurFormatOp *op = &self->ops[self->n_ops];

      if (is_named (self->rule, self->layout->fields[i].name))
        continue;
      if (!fill_field (definition, op, self->layout, i, error))
        return FALSE;
      set_field_key (self, op);
      self->n_ops++;
    }
  return TRUE;
}

/* A rule for all classes may name fields that only some of them have. */
static gboolean
add_field (const SpurFormatDefinition *definition,
           SpurFormatProgram *self,
           const SpurFormatItem *item,
           GError **error)
{
  SpurFormatOp *op = &self->ops[self->n_ops];
  int index = spur_event_layout_find_field (self->layout, item->name);

  if (index < 0 && strcmp (self->rule->class_name,
                           self->layout->name + (self->rule->is_definition ? 1 : 0)) != 0)
    return TRUE;
  if (index < 0)
    return spur_format_definition_fail (definition, item->node, error, "%s has no field %s",
                                        self->layout->name, item->name);
  op->item = item;
  if (!fill_field (definition, op, self->layout, (guint) index, error))
    return FALSE;
  if (op->type == SPUR_FIELD_STATE && item->object_kind != NULL &&
      !spur_meaning_find_word (SPUR_MEANING_STATE_KIND, item->object_kind, &op->state_kind))
    return spur_format_definition_fail (definition, item->node, error,
                                        "%s is no kind of state: work, communication, overhead or "
                                        "idle",
                                        item->object_kind);
  if (item->kind == SPUR_FORMAT_REST)
    {
      if (op->type != SPUR_FIELD_LIST)
        return spur_format_definition_fail (
          definition, item->node, error, "the rest goes into a list, and %s is none", item->name);
      op->kind = SPUR_FORMAT_REST;
      self->rest = (int) self->n_ops;
    }
  self->n_ops++;
  return TRUE;
}

static gboolean
add_item (const SpurFormatDefinition *definition,
          SpurFormatProgram *self,
          const SpurFormatItem *item,
          GError **error)
{
  SpurFormatOp *op;

  if (item->kind == SPUR_FORMAT_FIELDS)
    return add_fields (definition, self, error);
  if (item->kind == SPUR_FORMAT_FIELD || item->kind == SPUR_FORMAT_REST)
    return add_field (definition, self, item, error);
  op = &self->ops[self->n_ops++];
  op->kind = item->kind;
  op->item = item;
  op->may_miss = item->is_optional;
  set_key (op, item->key);
  self->n_time_ops += item->kind == SPUR_FORMAT_TIME;
  return TRUE;
}

static gboolean
check_keys (const SpurFormatDefinition *definition, SpurFormatProgram *self, GError **error)
{
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->n_ops; i++)
    {
      const SpurFormatOp *op = &self->ops[i];

      if (op->key == NULL || op->kind == SPUR_FORMAT_REST)
        continue;
      /* What is said around records may be used for several items of each. */
      if (g_str_has_prefix (op->key, "../@"))
        continue;
      if (!g_hash_table_add (keys, (gpointer) op->key))
        return spur_format_definition_fail (definition,
                                            op->item != NULL ? op->item->node : self->rule->node,
                                            error, "the key %s is there twice", op->key);
    }
  return TRUE;
}

static void
make_empty (SpurFormatProgram *self)
{
  self->empty = g_malloc0 (self->layout->n_bytes + 1);
  self->references = g_new (guint8, self->layout->n_fields + 1);
  for (guint i = 0; i < self->layout->n_fields; i++)
    {
      if (!spur_format_type_is_reference (self->layout->fields[i].type))
        continue;
      spur_event_layout_set_uint (self->layout, i, self->empty, SPUR_NONE);
      self->references[self->n_references++] = (guint8) i;
    }
  for (guint i = 0; i < self->n_ops; i++)
    {
      const SpurFormatOp *op = &self->ops[i];

      if (op->kind == SPUR_FORMAT_FIELD)
        spur_event_layout_set_uint (self->layout, op->field, self->empty, op->missing_bits);
    }
}

SpurFormatProgram *
spur_format_program_new (const SpurFormatDefinition *definition,
                         const SpurFormatRule *rule,
                         const SpurEventLayout *layout,
                         GError **error)
{
  g_autoptr (SpurFormatProgram) self = g_new0 (SpurFormatProgram, 1);

  self->layout = spur_event_layout_ref (layout);
  self->rule = rule;
  self->define = -1;
  if (rule->is_definition)
    spur_format_find_definition_layout (layout->name, &self->define);
  self->name = rule->written != NULL && strcmp (rule->class_name, layout->name) == 0 ? rule->written
                                                                                     : layout->name;
  self->n_name_bytes = strlen (self->name);
  self->class_index = SPUR_NONE;
  self->rest = -1;
  self->ops = g_new0 (SpurFormatOp, rule->items->len + layout->n_fields);
  for (guint i = 0; i < rule->items->len; i++)
    {
      if (!add_item (definition, self, &g_array_index (rule->items, SpurFormatItem, i), error))
        return NULL;
    }
  if (!check_keys (definition, self, error))
    return NULL;
  make_empty (self);
  return g_steal_pointer (&self);
}

void
spur_format_program_free (SpurFormatProgram *self)
{
  if (self->free_data != NULL)
    self->free_data (self->data);
  spur_event_layout_unref (self->layout);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_free (self->references);
  g_free (self->empty);
  g_free (self->ops);
  g_free (self);
}

int
spur_format_program_find_key (const SpurFormatProgram *self,
                              const char *key,
                              gsize n_key_bytes,
                              int hint)
{
  guint n_ops = self->n_ops;
  guint start = hint >= 0 && (guint) hint < n_ops ? (guint) hint : 0;

  for (guint k = 0; k < n_ops; k++)
    {
      guint i = start + k < n_ops ? start + k : start + k - n_ops;
      const SpurFormatOp *op = &self->ops[i];

      if (op->n_key_bytes == n_key_bytes && op->kind != SPUR_FORMAT_REST && op->key != NULL &&
          memcmp (op->key, key, n_key_bytes) == 0)
        return (int) i;
    }
  return -1;
}
