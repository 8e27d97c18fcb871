/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-varint-private.h"
#include "core/format/binary/spur-binary-private.h"

/* Binary data on its way in: spur-binary-input.c takes values from bytes, spur-binary-reader.c
 * makes records of them. No length or count that the data claims is believed before it is held
 * against the bytes that are there. */

#define SPUR_BINARY_N_CACHED 256

typedef struct
{
  const char *begin;
  gsize n_bytes;
  /* Where it is the name of a class. */
  SpurBinaryProgram *program;
} SpurBinaryText;

typedef struct
{
  const SpurBinaryFormat *format;
  SpurFormatBuilder *builder;
  GError **error;
  const guint8 *at;
  /* Where the record or else the data ends. */
  const guint8 *end;
  GArray *texts;
  SpurBinaryDeltas deltas;
  /* As deltas count streams; 0 before the record says its own. */
  guint32 stream;
  /* Numbers for streams that have names only. */
  SpurFormatNames stream_numbers;
  SpurBinaryProgram *cached[SPUR_BINARY_N_CACHED];
  GHashTable *by_number;
  /* Where the class ends that was looked at before; NULL where it could not be read. */
  const guint8 *class_end;
} SpurBinaryReader;

/* An error where the reader is; gives FALSE. */
#define spur_binary_refuse(self, code, ...)                                                        \
  ((self)->builder->place = (self)->at,                                                            \
   spur_format_builder_fail ((self)->builder, code, __VA_ARGS__))

gboolean spur_binary_refuse_short (SpurBinaryReader *self, const char *what, guint64 n_needed);

gboolean spur_binary_get_varint (SpurBinaryReader *self, guint64 *value);

gboolean spur_binary_get_float (SpurBinaryReader *self, const SpurBinaryItem *item, double *value);

/* The number of the text, counted from 1. */
gboolean
spur_binary_get_interned (SpurBinaryReader *self, const SpurBinaryItem *item, guint64 *number);

gboolean
spur_binary_get_text (SpurBinaryReader *self, const SpurBinaryItem *item, SpurBinaryText *text);

static inline gboolean
spur_binary_is_signed (const SpurBinaryNumber *number)
{
  return number->is_signed || number->form == SPUR_BINARY_ZIGZAG;
}

static inline gsize
spur_binary_get_n_left (const SpurBinaryReader *self)
{
  return (gsize) (self->end - self->at);
}

/* With the sign extended to 64 bits. */
static inline gboolean
spur_binary_get_number (SpurBinaryReader *self, const SpurBinaryNumber *number, guint64 *value)
{
  if (number->form == SPUR_BINARY_FIXED)
    {
      guint n_bytes = number->n_bytes;

      if (G_UNLIKELY (spur_binary_get_n_left (self) < n_bytes))
        return spur_binary_refuse_short (self, "a number", n_bytes);
      *value = spur_get_wide (self->at, n_bytes, number->is_big_endian);
      if (number->is_signed)
        *value = (guint64) spur_extend_sign (*value, n_bytes);
      self->at += n_bytes;
      return TRUE;
    }
  if (!spur_binary_get_varint (self, value))
    return FALSE;
  if (number->form == SPUR_BINARY_ZIGZAG)
    *value = (guint64) spur_unzigzag (*value);
  return TRUE;
}
