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
