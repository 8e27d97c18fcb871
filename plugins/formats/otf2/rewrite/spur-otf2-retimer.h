/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-trace.h"
#include "plugins/formats/otf2/spur-otf2-archive.h"

/* Where a record's fields are, while it is changed. */
typedef struct
{
  guint8 type;
  gboolean is_big_endian;

  /* Behind the record's length. */
  guint8 *fields;
  gsize n_bytes;
} SpurOtf2Record;

/* What is changed in the files of one kind while they are copied record by record. */
typedef struct
{
  SpurOtf2FileKind kind;

  /* Of files with times: the new time of a record; %FALSE sets the error. */
  gboolean (*get_time) (
    gpointer user_data, guint8 type, guint64 old_time, guint64 *new_time, GError **error);

  /* Changes the fields where they are. (nullable) */
  void (*change) (gpointer user_data, SpurOtf2Record *record);

  /* Puts other fields in the place of those of a record. (nullable) Returns whether it did. */
  gboolean (*replace) (gpointer user_data, const SpurOtf2Record *record, GByteArray *fields);
} SpurOtf2CopyClass;

/* A file of an archive that is copied. */
typedef struct
{
  const SpurOtf2CopyClass *class;
  gpointer user_data;
  const char *from;
  const char *to;
  guint64 chunk_bytes;
  GCancellable *cancellable;
} SpurOtf2Copy;

gboolean spur_otf2_copy_run (const SpurOtf2Copy *self, GError **error);

gboolean spur_otf2_copy_get_first_time (const char *path, guint64 *time, GError **error);

gboolean spur_otf2_take_number (const SpurOtf2Record *record, gsize *at, guint64 *number);

void spur_otf2_add_number (GByteArray *fields, guint64 number, gboolean is_big_endian);

/* An event's time as the archive says it and as the correction says it, both in ticks since the
 * archive's global offset. */
typedef struct
{
  guint64 event;
  gint64 old_ticks;
  gint64 new_ticks;
} SpurOtf2Time;

/* From old to new times of one location. */
typedef struct
{
  SpurStream *stream;
  guint64 resolution_hz;
  guint64 n_events;

  SpurTimeMap *maps[SPUR_CORRECTION_MAX_MAPS];
  gsize hints[SPUR_CORRECTION_MAX_MAPS];
  guint n_maps;

  SpurChunkWalk *walk;
  const SpurChunk *chunk;
  guint32 position;
  SpurOtf2Time last;
  gboolean has_last;
  SpurOtf2Time next;
  guint next_class;
  gboolean has_next;
} SpurOtf2Times;

void spur_otf2_times_init (SpurOtf2Times *self,
                           SpurStream *stream,
                           SpurCorrection *correction,
                           guint64 resolution_hz);

void spur_otf2_times_clear (SpurOtf2Times *self);

gboolean spur_otf2_times_take (SpurOtf2Times *self, gint64 old_ticks, gint64 *new_ticks);

gint64
spur_otf2_times_take_all (SpurOtf2Times *self, gint64 old_ticks, const gboolean *is_of_record);

gint64 spur_otf2_times_between (const SpurOtf2Times *self, gint64 old_ticks);

gint64 spur_otf2_times_at (SpurOtf2Times *self, gint64 old_ticks);

/* What is the same for all files of an archive. Times in ticks. */
typedef struct
{
  SpurTrace *trace;
  guint64 resolution_hz;
  guint64 global_offset;

  /* By event class: whether its events are values of metrics, of which a record may have several,
   * or none that could be read. */
  const gboolean *is_metric;

  /* Whether any time may change; else clock offsets stay valid too. */
  gboolean is_changed;

  /* Added to all times, so that none is negative. */
  guint64 shift;
} SpurOtf2Clock;

/* Gives the records of one location their new times. */
typedef struct
{
  const SpurOtf2Clock *clock;
  SpurOtf2Times times;

  /* For what comes in another order than the events. */
  SpurOtf2Times others;

  /* Whether the records are the events of @times. */
  gboolean is_own;

  guint64 first_old;
  guint64 first_new;
  guint64 last_new;
  guint64 n_records;
  guint64 last_offset_time;
  guint64 n_clock_offsets;
} SpurOtf2Retimer;

void spur_otf2_retimer_init (SpurOtf2Retimer *self,
                             const SpurOtf2Clock *clock,
                             SpurStream *stream,
                             gboolean is_own);

void spur_otf2_retimer_clear (SpurOtf2Retimer *self);

gboolean spur_otf2_retimer_is_done (const SpurOtf2Retimer *self);

guint64 spur_otf2_retimer_map (SpurOtf2Retimer *self, guint64 time);

/* The .evt, .snap and .def file of a location; the user data is its #SpurOtf2Retimer. */
extern const SpurOtf2CopyClass spur_otf2_event_copy;
extern const SpurOtf2CopyClass spur_otf2_snapshot_copy;
extern const SpurOtf2CopyClass spur_otf2_definition_copy;
