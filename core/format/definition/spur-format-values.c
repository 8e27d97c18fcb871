/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Fields of the record that is being filled: numbers with their transforms, texts, and lists and
 * groups that a record has as arrays. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-integer-private.h"
#include "core/format/definition/spur-format-builder-private.h"

static gboolean
refuse_value (SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes)
{
  static const char *const wanted[] = {
    [SPUR_FIELD_UINT8] = "a whole number up to 255",
    [SPUR_FIELD_UINT16] = "a whole number up to 65535",
    [SPUR_FIELD_UINT32] = "a whole number up to 4294967295",
    [SPUR_FIELD_UINT64] = "a whole number up to 18446744073709551615",
    [SPUR_FIELD_INT64] = "a whole number of 64 bits",
    [SPUR_FIELD_DOUBLE] = "a number",
  };

  return spur_format_builder_refuse (
    self, "%s is “%.*s”, it must be %s", op->key != NULL ? op->key : op->item->name,
    (int) MIN (n_bytes, 60), text,
    op->type < G_N_ELEMENTS (wanted) && wanted[op->type] != NULL ? wanted[op->type] : "a number");
}

/* The scaled value fits, or FALSE. */
static gboolean
put_scaled (SpurFormatBuilder *self, const SpurFormatOp *op, SpurInt128 value)
{
  value = value * op->numerator;
  if (op->denominator != 1)
    value = value / op->denominator;
  if (op->is_signed ? value < G_MININT64 || value > G_MAXINT64
                    : value < 0 || value >> (8 * op->n_bytes) != 0)
    return FALSE;
  spur_format_builder_put_bits (self, op, (guint64) value);
  return TRUE;
}

static gboolean
put_double (SpurFormatBuilder *self, const SpurFormatOp *op, double value)
{
  guint64 bits;

  if (!op->is_plain)
    value = value * (double) op->numerator / (double) op->denominator;
  memcpy (&bits, &value, sizeof bits);
  spur_format_builder_put_bits (self, op, bits);
  return TRUE;
}

const char *
spur_format_lookup_find_text (const SpurFormatLookup *self, guint64 value)
{
  for (guint i = 0; self != NULL && i < self->entries->len; i++)
    {
      const SpurFormatLookupEntry *entry = &g_array_index (self->entries, SpurFormatLookupEntry, i);

      if (entry->value == value)
        return entry->text;
    }
  return NULL;
}

gboolean
spur_format_lookup_find_value (const SpurFormatLookup *self,
                               const char *text,
                               gsize n_bytes,
                               guint64 *value)
{
  for (guint i = 0; self != NULL && i < self->entries->len; i++)
    {
      const SpurFormatLookupEntry *entry = &g_array_index (self->entries, SpurFormatLookupEntry, i);

      if (strlen (entry->text) != n_bytes || memcmp (entry->text, text, n_bytes) != 0)
        continue;
      *value = entry->value;
      return TRUE;
    }
  return FALSE;
}

static gboolean
put_looked_up (SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes)
{
  guint64 value;

  if (!spur_format_lookup_find_value (op->item->lookup, text, n_bytes, &value))
    return FALSE;
  return op->type == SPUR_FIELD_DOUBLE ? put_double (self, op, (double) value)
                                       : put_scaled (self, op, value);
}

/* A number's text may be a text of the lookup, or the number itself. */
static gboolean
put_number_text (SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes;
  guint64 whole;
  gint64 signed_whole;
  double real;

  if (!op->is_plain && op->item->lookup != NULL && put_looked_up (self, op, text, n_bytes))
    return TRUE;
  if (op->type == SPUR_FIELD_DOUBLE)
    return spur_parse_double (text, end, &real) && put_double (self, op, real);
  if (spur_parse_uint (text, end, &whole))
    return put_scaled (self, op, whole);
  if (spur_parse_int (text, end, &signed_whole))
    return put_scaled (self, op, signed_whole);
  /* What one unit more exactly says has a fraction in the other. */
  if (!op->is_plain && spur_parse_double (text, end, &real) && real > -9e18 && real < 9e18)
    return put_scaled (self, op, 1) &&
           (spur_format_builder_put_bits (
              self, op,
              (guint64) (gint64) (real * (double) op->numerator / (double) op->denominator + 0.5)),
            TRUE);
  return FALSE;
}

static void
keep_text (SpurFormatBuilder *self, guint field, const char *text, gsize n_bytes)
{
  if (self->texts[field] == NULL)
    self->texts[field] = g_string_new (NULL);
  g_string_truncate (self->texts[field], 0);
  g_string_append_len (self->texts[field], text, (gssize) n_bytes);
  self->has_text[field] = TRUE;
}

static gboolean
put_defined (SpurFormatBuilder *self, const SpurFormatOp *op, const char *text, gsize n_bytes)
{
  guint64 value;

  if (op->type == SPUR_FIELD_STRING)
    {
      if (memchr (text, '\0', n_bytes) != NULL)
        return spur_format_builder_refuse (self, "a text has a byte 0, which no text may have");
      keep_text (self, op->field, text, n_bytes);
      return TRUE;
    }
  if (op->type != SPUR_FIELD_OBJECT)
    return put_number_text (self, op, text, n_bytes) || refuse_value (self, op, text, n_bytes);
  if (!spur_parse_uint (text, text + n_bytes, &value) || value >= SPUR_NONE)
    return refuse_value (self, op, text, n_bytes);
  spur_format_builder_put_bits (self, op, value);
  return TRUE;
}

gboolean
spur_format_builder_put_text (SpurFormatBuilder *self,
                              const SpurFormatOp *op,
                              const char *text,
                              gsize n_bytes)
{
  guint64 bits;

  if (G_UNLIKELY (self->program->define >= 0))
    return put_defined (self, op, text, n_bytes);
  if (op->is_reference)
    {
      if (!spur_format_builder_resolve (self, op, text, n_bytes, &bits))
        return FALSE;
      spur_format_builder_put_bits (self, op, bits);
      return TRUE;
    }
  /* Most numbers are plain, and none of theirs needs more than this. */
  if (op->is_plain && !op->is_signed && op->type != SPUR_FIELD_DOUBLE &&
      spur_parse_uint (text, text + n_bytes, &bits) &&
      (op->n_bytes == 8 || bits >> (8 * op->n_bytes) == 0))
    {
      spur_format_builder_put_bits (self, op, bits);
      return TRUE;
    }
  return put_number_text (self, op, text, n_bytes) || refuse_value (self, op, text, n_bytes);
}

gboolean
spur_format_builder_put_number (SpurFormatBuilder *self, const SpurFormatOp *op, gint64 value)
{
  char text[SPUR_DIGITS_MAX_BYTES];

  if (op->type == SPUR_FIELD_DOUBLE)
    return put_double (self, op, (double) value);
  return put_scaled (self, op, value) ||
         refuse_value (self, op, text, (gsize) (spur_put_int (text, value) - text));
}

gboolean
spur_format_builder_put_entries (SpurFormatBuilder *self,
                                 const SpurFormatOp *op,
                                 const SpurEntry *entries,
                                 guint n_entries)
{
  SpurList list = { .type = SPUR_TYPE_STATE_LIST,
                    .class_name = "SpurStateList",
                    .n_entries = n_entries,
                    .entries = entries };

  spur_format_builder_put_bits (self, op, spur_definitions_add_list (self->definitions, &list));
  return TRUE;
}

gboolean
spur_format_builder_put_members (SpurFormatBuilder *self,
                                 const SpurFormatOp *op,
                                 const guint32 *members,
                                 guint n_members)
{
  for (guint i = 0; i < n_members; i++)
    {
      if (members[i] >= self->objects->len && members[i] != SPUR_NONE)
        return spur_format_builder_refuse (self, "member %u is object %u, there are %u", i,
                                           members[i], self->objects->len);
    }
  spur_format_builder_put_bits (
    self, op, spur_definitions_add_group (self->definitions, NULL, members, n_members));
  return TRUE;
}
