/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* Unaligned little-endian access to packed records. */

static inline guint16
spur_get_le16 (const guint8 *bytes)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT16_FROM_LE (value);
}

static inline guint32
spur_get_le32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

static inline guint64
spur_get_le64 (const guint8 *bytes)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT64_FROM_LE (value);
}

/* memcmp() for a few bytes, without a call: whole words, of which the last one overlaps the one
 * before it. */
static inline gboolean
spur_bytes_are_same (gconstpointer a, gconstpointer b, gsize n_bytes)
{
  const guint8 *first = a, *second = b;

  if (n_bytes >= 8)
    {
      for (gsize i = 8; i < n_bytes; i += 8)
        {
          if (spur_get_le64 (first + i - 8) != spur_get_le64 (second + i - 8))
            return FALSE;
        }
      return spur_get_le64 (first + n_bytes - 8) == spur_get_le64 (second + n_bytes - 8);
    }
  if (n_bytes >= 4)
    return spur_get_le32 (first) == spur_get_le32 (second) &&
           spur_get_le32 (first + n_bytes - 4) == spur_get_le32 (second + n_bytes - 4);
  while (n_bytes > 0 && first[n_bytes - 1] == second[n_bytes - 1])
    n_bytes--;
  return n_bytes == 0;
}

static inline void
spur_put_le16 (guint8 *bytes, guint16 value)
{
  value = GUINT16_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

static inline void
spur_put_le32 (guint8 *bytes, guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

static inline void
spur_put_le64 (guint8 *bytes, guint64 value)
{
  value = GUINT64_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}
