/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-store-internal.h"

/*
 * Packed chunks: a run of a stream's events as it lies in a container. doc/container.md describes
 * the bytes. Every column says how it is packed: value j is
 *
 *     base + floor (step * j / 65536) + what is stored of j, in width bytes
 *
 * modulo the size of the column's type.
 */

#define SPUR_PACKED_MAX_EVENTS (1u << 20)
#define SPUR_PACKED_START_BYTES 8
#define SPUR_PACKED_CLASS_BYTES 8
#define SPUR_PACKED_COLUMN_BYTES 24
/* Columns of every chunk, before those of fields. */
#define SPUR_PACKED_TICKS 0
#define SPUR_PACKED_SLOTS 1
#define SPUR_PACKED_N_COMMON 2
/* With up to 2^20 values no product has more than 64 bits. */
#define SPUR_PACKED_STEP_BITS 16
#define SPUR_PACKED_MAX_STEP ((G_GUINT64_CONSTANT (1) << 44) - 1)
/* That many bytes behind packed values may be read, and behind values being packed written. */
#define SPUR_PACKED_SLACK_BYTES 8
/* What is decoded at a time stays in the cache. */
#define SPUR_PACKED_BLOCK_EVENTS 1024

typedef struct
{
  guint64 base;
  guint64 step;
  const guint8 *values;
  guint32 n_values;
  guint32 width;
} SpurPackedColumn;

/* Where values of one column are: at @start, a multiple of @stride_bytes or an entry of @places
 * further. */
typedef struct
{
  guint8 *start;
  const guint32 *places;
  gsize stride_bytes;
  guint n_bytes;
} SpurValuePlaces;

/* Values @first to @first + @n_values of the column go where @to says. */
void spur_packed_column_read (const SpurPackedColumn *self,
                              guint32 first,
                              guint32 n_values,
                              const SpurValuePlaces *to);

/* The low 32 bits of values, with @base added: of those at @events, when the column's first one is
 * that of event @first. */
void spur_packed_column_gather (const SpurPackedColumn *self,
                                guint64 first,
                                const guint64 *events,
                                gsize n_events,
                                gint64 base,
                                gint64 *values);

guint64 spur_packed_column_get (const SpurPackedColumn *self, guint32 index);

/* The greatest value of a column of references plus 1, modulo 2^32. */
guint32 spur_packed_column_count_referred (const SpurPackedColumn *self);

/* How values are ordered to find a base: as they are, as signed ones, or with none before 0. */
typedef enum
{
  SPUR_PACKED_UNSIGNED,
  SPUR_PACKED_SIGNED,
  SPUR_PACKED_REFERENCE,
} SpurPackedOrder;

/* Chooses how to pack, and packs behind @bytes. Returns the greatest value plus 1 of references,
 * modulo 2^32. */
guint32 spur_packed_column_write (SpurPackedColumn *self,
                                  const SpurValuePlaces *from,
                                  guint32 n_values,
                                  SpurPackedOrder order,
                                  guint min_width,
                                  guint8 *bytes);

/* What tables a field can refer to, in the order of the types of such fields. */
typedef enum
{
  SPUR_REFERENCE_STRING,
  SPUR_REFERENCE_OBJECT,
  SPUR_REFERENCE_STATE,
  SPUR_REFERENCE_GROUP,
  SPUR_REFERENCE_LIST,
  SPUR_N_REFERENCES,
} SpurReferenceKind;

/* Below 0 for a field that refers to no table. */
static inline int
spur_packed_get_reference (SpurFieldType type)
{
  return (int) type - SPUR_FIELD_STRING;
}

G_STATIC_ASSERT (SPUR_FIELD_OBJECT - SPUR_FIELD_STRING == SPUR_REFERENCE_OBJECT);
G_STATIC_ASSERT (SPUR_FIELD_LIST - SPUR_FIELD_STRING == SPUR_REFERENCE_LIST);

/* What is known of a chunk's events without looking at them again. */
struct _SpurChunkFacts
{
  gint64 first_ticks;
  gint64 last_ticks;
  gint64 min_ticks;
  gint64 max_ticks;
  guint64 n_steps_back;
  /* The greatest entry of each table plus 1; 0 where nothing refers to it. */
  guint32 n_referred[SPUR_N_REFERENCES];
};

void spur_chunk_facts_take_ticks (SpurChunkFacts *self,
                                  gint64 base_ticks,
                                  const guint32 *ticks,
                                  guint32 n_events,
                                  gboolean is_first);

/* A packed chunk in a file or in memory: its head and the values of its columns. */
struct _SpurPackedChunk
{
  guint64 first;
  gint64 base_ticks;
  guint32 n_events;
  /* Of both. */
  guint32 n_bytes;
  const guint8 *bytes;
  /* NULL where the values follow the head. */
  const guint8 *values;
  /* Where in a file being written it is. */
  guint64 offset;
  /* 0 where it is not known yet. */
  guint64 hash;
};

/* Bytes of the head. */
guint64 spur_packed_get_head_bytes (guint32 n_columns, guint32 n_classes);
gsize spur_packed_chunk_get_head_bytes (const SpurPackedChunk *self);

/* Makes a head: the start, then the classes, then the columns. */
guint8 *spur_packed_put_start (guint8 *at, guint32 n_columns, guint32 n_classes);
guint8 *spur_packed_put_class (guint8 *at, guint32 class_index, guint32 n_events);
guint8 *spur_packed_put_column (guint8 *at, const SpurPackedColumn *column);

typedef struct
{
  guint32 class_index;
  guint32 n_events;
  guint32 n_record_bytes;
  guint32 first_column;
  guint32 n_columns;
  /* Events of the class before the next event; scratch within a block. */
  guint32 at;
  guint32 n_in_block;
  guint32 next_place;
} SpurPackedClass;

/* Reads the events of packed chunks in order. The arrays are reused from chunk to chunk. */
typedef struct
{
  const SpurClassTable *table;
  /* By index of class, whether its events are read; NULL for all. */
  const guint8 *is_wanted;
  guint32 n_events;
  guint32 n_record_bytes;
  guint32 at;
  guint32 n_columns;
  guint32 n_classes;
  guint32 n_column_room;
  guint32 n_class_room;
  SpurPackedColumn *columns;
  SpurPackedClass *classes;
  /* Of each class, where only some are wanted: 0, or 1 above the bytes of a record, so that one sum
   * counts both. */
  guint64 *steps;
  guint16 *slots;
  guint32 *places;
} SpurPackedReader;

void spur_packed_reader_init (SpurPackedReader *self, const SpurClassTable *table);
void spur_packed_reader_clear (SpurPackedReader *self);

/* NULL, or what is wrong with how the chunk is built. Looks at no value. */
const char *spur_packed_reader_open (SpurPackedReader *self, const SpurPackedChunk *chunk);

/* For a chunk that was opened before. */
void spur_packed_reader_enter (SpurPackedReader *self, const SpurPackedChunk *chunk);

/* Goes on at an event of the chunk. */
void spur_packed_reader_seek (SpurPackedReader *self, guint32 event);

/* The same for an event that is not before the next one; FALSE where it is. */
gboolean spur_packed_reader_skip (SpurPackedReader *self, guint32 event);

/* What is wanted is not NULL. */
typedef struct
{
  guint32 *ticks;
  guint16 *classes;
  guint8 *records;
  guint32 *marks;
  guint32 n_record_bytes;
  /* Where only some classes are wanted: the positions of their events above the offsets of their
   * records, with room for one more. Records are those of these events, and so are @classes. */
  guint64 *wanted;
  guint32 n_wanted;
} SpurPackedBlock;

/* The next @n_events of the chunk, at most %SPUR_PACKED_BLOCK_EVENTS; says how long records are. */
void spur_packed_reader_read (SpurPackedReader *self, guint32 n_events, SpurPackedBlock *block);

/* One field of all events of the chunk that was entered: of each event class the position of the
 * field among its fields, or -1, which gives G_MAXUINT64. */
void spur_packed_reader_read_field (SpurPackedReader *self, const int *fields, guint64 *values);

/* NULL, or what is wrong with the values and at which event. */
const char *spur_packed_reader_check_slots (SpurPackedReader *self, guint32 *event);
void
spur_packed_reader_check_ticks (SpurPackedReader *self, gint64 base_ticks, SpurChunkFacts *facts);
/* Sets what is referred to. */
void spur_packed_reader_check_references (SpurPackedReader *self, SpurChunkFacts *facts);

/* The whole chunk as columns in one block of memory, for g_free(). */
SpurChunk *spur_packed_chunk_unpack (const SpurPackedChunk *self, const SpurClassTable *table);

/* Raw times of the events, counted from the chunk's base ticks. */
void spur_packed_chunk_find_ticks (const SpurPackedChunk *self, SpurPackedColumn *column);
/* Adds to @n_of_class, by index of class, how many events of it there are. */
void spur_packed_chunk_count_classes (const SpurPackedChunk *self, guint64 *n_of_class);
/* Whether there are events of a class with a non-zero byte. */
gboolean spur_packed_chunk_has_class (const SpurPackedChunk *self, const guint8 *is_one);
guint16 spur_packed_chunk_get_class (const SpurPackedChunk *self, guint32 event);

/* Times of a run of a stream's events, in any order. */
typedef struct
{
  guint64 first;
  guint32 n_events;
  gint64 base_ticks;
  /* NULL where they are packed. */
  const guint32 *ticks;
  SpurPackedColumn column;
} SpurTickRun;

/* Ticks of the @n events, all of the run. */
void
spur_tick_run_read (const SpurTickRun *self, const guint64 *events, gsize n_events, gint64 *ticks);

/* The run with that event. */
void spur_stream_find_ticks (SpurStream *self, guint64 event, SpurTickRun *run);

static inline gint64
spur_tick_run_get (const SpurTickRun *self, guint64 event)
{
  guint32 position = (guint32) (event - self->first);

  if (self->ticks != NULL)
    return self->base_ticks + self->ticks[position];
  return self->base_ticks + (guint32) spur_packed_column_get (&self->column, position);
}

/* Packs chunks. What it made is there until the next one. */
typedef struct
{
  const SpurClassTable *table;
  guint8 *bytes;
  gsize n_room;
  guint32 n_bytes;
  guint16 *slots;
  guint32 *places;
  guint32 n_place_room;
  guint32 *counts;
  GArray *classes;
} SpurPackedWriter;

void spur_packed_writer_init (SpurPackedWriter *self, const SpurClassTable *table);
void spur_packed_writer_clear (SpurPackedWriter *self);
/* Of the facts only what is referred to. */
void
spur_packed_writer_pack (SpurPackedWriter *self, const SpurChunk *chunk, SpurChunkFacts *facts);
