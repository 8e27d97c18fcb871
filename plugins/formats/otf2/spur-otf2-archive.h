/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <string.h>

#include "core/base/spur-job.h"

/* One of several tasks, as #SpurJobTask, that may fail. */
typedef gboolean (*SpurOtf2Task) (guint index, gpointer user_data, GError **error);

/* Does independent tasks; FALSE with the error of the first one that failed. No task begins after
 * one has failed. */
gboolean spur_otf2_errors_run (
  const SpurJob *job, guint n_tasks, SpurOtf2Task task, gpointer user_data, GError **error);

void spur_otf2_errors_hold (void);
void spur_otf2_errors_release (void);

void spur_otf2_errors_begin (void);
gboolean spur_otf2_errors_fail (const char *path, const char *what, GError **error);
void spur_otf2_errors_end (void);

/* FALSE, with what the last system call said. */
gboolean spur_otf2_errors_fail_system (const char *path, GError **error);

/* What the anchor file NAME.otf2 of an archive says. */
typedef struct
{
  char *path;
  char *folder;
  char *global_definitions;
  char *creator;
  guint64 event_chunk_bytes;
  guint64 definition_chunk_bytes;
  guint64 n_global_definitions;
} SpurOtf2Anchor;

gboolean spur_otf2_anchor_is_one (const char *path);

SpurOtf2Anchor *spur_otf2_anchor_read (const char *path, GError **error);

void spur_otf2_anchor_free (SpurOtf2Anchor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOtf2Anchor, spur_otf2_anchor_free)

char *
spur_otf2_anchor_build_path (const SpurOtf2Anchor *self, guint64 location, const char *suffix);

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

/* What a sound file holds; n_missing counts events that its chunks announce and do not hold. */
typedef struct
{
  guint64 n_records;
  guint64 n_missing;
  guint64 n_mappings;

  /* (nullable) Of an .evt file: the metrics that it has records of, by the location's own ids, and
   * how many values these have at most. Of a .def file: the global ids of metrics by the
   * location's own, where they differ. */
  GHashTable *metrics;
} SpurOtf2Census;

gboolean spur_otf2_scan (const char *path,
                         SpurOtf2FileKind kind,
                         guint64 chunk_bytes,
                         SpurOtf2Census *census,
                         GError **error);

void spur_otf2_census_clear (SpurOtf2Census *self);
