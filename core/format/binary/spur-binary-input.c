/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Values from bytes. */
#include "config.h"

#include "core/format/binary/spur-binary-input-private.h"

#include <string.h>

#include "core/format/definition/spur-format-builder-private.h"

#define MAX_TEXT_BYTES (1u << 20)

gboolean
spur_binary_refuse_short (SpurBinaryReader *self, const char *what, guint64 n_needed)
{
  return spur_binary_refuse (self, SPUR_FORMAT_ERROR_TRUNCATED,
                             "%s has %" G_GUINT64_FORMAT " bytes, %" G_GSIZE_FORMAT " are left",
                             what, n_needed, (gsize) (self->end - self->at));
}

gboolean
spur_binary_get_varint (SpurBinaryReader *self, guint64 *value)
{
  int n_bytes = spur_get_varint (self->at, self->end, value);

  if (G_UNLIKELY (n_bytes == 0))
    return spur_binary_refuse (self, SPUR_FORMAT_ERROR_TRUNCATED, "the data ends within a number");
  if (G_UNLIKELY (n_bytes < 0))
    return spur_binary_refuse (self, SPUR_FORMAT_ERROR_DATA, "a number has more than 64 bits");
  self->at += n_bytes;
  return TRUE;
}

gboolean
spur_binary_get_float (SpurBinaryReader *self, const SpurBinaryItem *item, double *value)
{
  guint n_bytes = item->form == SPUR_BINARY_FLOAT32 ? 4 : 8;
  guint64 bits;
  guint32 short_bits;
  float short_value;

  if (spur_binary_get_n_left (self) < n_bytes)
    return spur_binary_refuse_short (self, "a number", n_bytes);
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
get_bytes (SpurBinaryReader *self, guint64 n_bytes, SpurBinaryText *text)
{
  if (G_UNLIKELY (n_bytes > spur_binary_get_n_left (self)))
    return spur_binary_refuse_short (self, "a text", n_bytes);
  if (G_UNLIKELY (n_bytes > MAX_TEXT_BYTES))
    return spur_binary_refuse (self, SPUR_FORMAT_ERROR_DATA,
                               "a text has %" G_GUINT64_FORMAT " bytes, it may have %u", n_bytes,
                               MAX_TEXT_BYTES);
  text->begin = (const char *) self->at;
  text->n_bytes = (gsize) n_bytes;
  if (G_UNLIKELY (memchr (text->begin, '\0', text->n_bytes) != NULL))
    return spur_binary_refuse (self, SPUR_FORMAT_ERROR_DATA, "a text has a byte of value 0");
  self->at += n_bytes;
  return TRUE;
}

static gboolean
get_terminated (SpurBinaryReader *self, SpurBinaryText *text)
{
  const guint8 *end = memchr (self->at, '\0', spur_binary_get_n_left (self));

  if (end == NULL)
    return spur_binary_refuse (self, SPUR_FORMAT_ERROR_TRUNCATED, "the data ends within a text");
  if (!get_bytes (self, (guint64) (end - self->at), text))
    return FALSE;
  self->at++;
  return TRUE;
}

static gboolean
get_padded (SpurBinaryReader *self, guint n_bytes, SpurBinaryText *text)
{
  const guint8 *end;

  if (spur_binary_get_n_left (self) < n_bytes)
    return spur_binary_refuse_short (self, "a text", n_bytes);
  end = memchr (self->at, '\0', n_bytes);
  text->begin = (const char *) self->at;
  text->n_bytes = end != NULL ? (gsize) (end - self->at) : n_bytes;
  self->at += n_bytes;
  return TRUE;
}

gboolean
spur_binary_get_interned (SpurBinaryReader *self, const SpurBinaryItem *item, guint64 *number)
{
  const guint8 *begin = self->at;
  SpurBinaryText text = { 0 };
  guint64 n_bytes = 0;

  if (!spur_binary_get_varint (self, number))
    return FALSE;
  if (G_UNLIKELY (*number > self->texts->len))
    {
      self->at = begin;
      return spur_binary_refuse (self, SPUR_FORMAT_ERROR_DATA,
                                 "text number %" G_GUINT64_FORMAT " is not defined, there are %u",
                                 *number, self->texts->len);
    }
  if (*number > 0)
    return TRUE;
  if (!spur_binary_get_number (self, &item->length, &n_bytes) || !get_bytes (self, n_bytes, &text))
    return FALSE;
  g_array_append_val (self->texts, text);
  *number = self->texts->len;
  return TRUE;
}

gboolean
spur_binary_get_text (SpurBinaryReader *self, const SpurBinaryItem *item, SpurBinaryText *text)
{
  guint64 number = 0;

  switch (item->form)
    {
    case SPUR_BINARY_TEXT:
      return spur_binary_get_number (self, &item->length, &number) &&
             get_bytes (self, number, text);
    case SPUR_BINARY_TERMINATED:
      return get_terminated (self, text);
    case SPUR_BINARY_PADDED:
      return get_padded (self, item->n_padded_bytes, text);
    default:
      if (!spur_binary_get_interned (self, item, &number))
        return FALSE;
      *text = g_array_index (self->texts, SpurBinaryText, number - 1);
      return TRUE;
    }
}
