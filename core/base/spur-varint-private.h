/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* Numbers as binary formats write them: of any width and byte order, or seven bits a byte with the
 * low ones first (LEB128). */

#define SPUR_VARINT_MAX_BYTES 10

/* -1, 1, -2 become 1, 2, 3, so that small numbers of either sign are short. */
static inline guint64
spur_zigzag (gint64 value)
{
  return ((guint64) value << 1) ^ (guint64) (value >> 63);
}

static inline gint64
spur_unzigzag (guint64 value)
{
  return (gint64) ((value >> 1) ^ (0 - (value & 1)));
}

/* At most SPUR_VARINT_MAX_BYTES; gives the end. */
static inline guint8 *
spur_put_varint (guint8 *bytes, guint64 value)
{
  while (value >= 0x80)
    {
      *bytes++ = (guint8) (value | 0x80);
      value >>= 7;
    }
  *bytes++ = (guint8) value;
  return bytes;
}

/* How many bytes the number has; 0 where the bytes end before it does, -1 where it has more than 64
 * bits. */
static inline int
spur_get_varint (const guint8 *bytes, const guint8 *end, guint64 *value)
{
  const guint8 *at = bytes;
  guint64 result = 0;

  for (guint shift = 0; at < end; shift += 7)
    {
      guint8 byte = *at++;

      if (G_UNLIKELY (shift == 63 && byte > 1))
        return -1;
      result |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        {
          *value = result;
          return (int) (at - bytes);
        }
    }
  return 0;
}

/* Unsigned, of 1 to 8 bytes. */
static inline guint64
spur_get_wide (const guint8 *bytes, guint n_bytes, gboolean is_big_endian)
{
  guint8 wide[8] = { 0 };
  guint64 value;

  memcpy (is_big_endian ? wide + 8 - n_bytes : wide, bytes, n_bytes);
  memcpy (&value, wide, sizeof value);
  return is_big_endian ? GUINT64_FROM_BE (value) : GUINT64_FROM_LE (value);
}

/* What does not fit is cut off. */
static inline void
spur_put_wide (guint8 *bytes, guint n_bytes, gboolean is_big_endian, guint64 value)
{
  guint8 wide[8];

  value = is_big_endian ? GUINT64_TO_BE (value) : GUINT64_TO_LE (value);
  memcpy (wide, &value, sizeof value);
  memcpy (bytes, is_big_endian ? wide + 8 - n_bytes : wide, n_bytes);
}

/* The number of @n_bytes bytes with its sign. */
static inline gint64
spur_extend_sign (guint64 value, guint n_bytes)
{
  guint shift = 64 - 8 * n_bytes;

  return (gint64) (value << shift) >> shift;
}
