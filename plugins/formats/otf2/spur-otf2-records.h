/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

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

gboolean spur_otf2_is_tail (const guint8 *bytes, gsize n_bytes);

const char *spur_otf2_record_format (SpurOtf2FileKind kind, guint8 record);

G_END_DECLS
