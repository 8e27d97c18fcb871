/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* The kinds of files of an archive that consist of chunks of records. */
typedef enum
{
  SPUR_OTF2_EVENTS,
  SPUR_OTF2_LOCAL_DEFINITIONS,
  SPUR_OTF2_GLOBAL_DEFINITIONS,
  SPUR_OTF2_SNAPSHOTS,
  SPUR_OTF2_MARKERS,
} SpurOtf2FileKind;

/* What a record starts with, of any file kind. */
enum
{
  SPUR_OTF2_END_OF_CHUNK = 0,
  SPUR_OTF2_END_OF_BUFFER = 1,
  SPUR_OTF2_END_OF_FILE = 2,
  SPUR_OTF2_CHUNK_HEADER = 3,
  SPUR_OTF2_TIMESTAMP = 5,
  SPUR_OTF2_ATTRIBUTE_LIST = 6,

  /* Of an .evt file only. */
  SPUR_OTF2_METRIC = 31,
};

#define SPUR_OTF2_BIG_ENDIAN 0x23
#define SPUR_OTF2_LITTLE_ENDIAN 0x42

/* After the mark of the file's end: the mark of the buffer's end and a line end. */
#define SPUR_OTF2_MAX_TAIL_BYTES 3

/* A number of up to 8 bytes. */
static inline guint64
spur_otf2_get_number (const guint8 *at, guint n_bytes, gboolean is_big_endian)
{
  guint64 value = 0;

  for (guint i = 0; i < n_bytes; i++)
    value = value << 8 | at[is_big_endian ? i : n_bytes - 1 - i];
  return value;
}

/* One of 8 bytes. */
static inline guint64
spur_otf2_get_long (const guint8 *at, gboolean is_big_endian)
{
  guint64 value;

  memcpy (&value, at, sizeof value);
  return is_big_endian ? GUINT64_FROM_BE (value) : GUINT64_FROM_LE (value);
}

static inline void
spur_otf2_put_long (guint8 *at, guint64 value, gboolean is_big_endian)
{
  value = is_big_endian ? GUINT64_TO_BE (value) : GUINT64_TO_LE (value);
  memcpy (at, &value, sizeof value);
}

gboolean spur_otf2_is_tail (const guint8 *bytes, gsize n_bytes);

const char *spur_otf2_record_format (SpurOtf2FileKind kind, guint8 record);
