/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index-values-internal.h"
#include "core/index/spur-index.h"
#include "core/store/trace/spur-store-internal.h"

/* Events whose time by state is summed up. Where a column of a picture ends inside of a block, up
 * to half of the block is read event by event, so that a column costs about as much as its sums. */
#define SPUR_INDEX_BLOCK_EVENTS 256

/* First byte of an index of a stream; all numbers are as this machine has them. */
typedef struct
{
  guint64 n_events;
  guint32 n_blocks;
  /* States of this stream, without the one that is none. */
  guint32 n_states;
  /* Bytes of a state in a column. */
  guint32 width;
  guint32 n_sums;
  guint32 section_blocks;
  guint32 n_sections;
  guint32 n_levels;
  /* The object whose states the stream enters, or SPUR_NONE where none is named; SPUR_INDEX_MIXED
   * where there are several, or where a state is none of the trace's. */
  guint32 subject;
  /* Events from one row of totals to the next, which divide a block; 0 where there are no rows, but
   * sums of blocks. */
  guint32 row_events;
  /* What is measured, and the values of blocks. */
  guint32 n_series;
  guint64 n_values;
} SpurIndexHead;

G_STATIC_ASSERT (sizeof (SpurIndexHead) == 56);

/* The values of a series in a block, and where among its events the first and the last finite one
 * are. */
typedef struct
{
  guint32 block;
  guint32 series;
  guint16 n_values;
  guint16 n_others;
  guint16 first;
  guint16 last;
  double least;
  double most;
  double sum;
} SpurIndexBlockValues;

G_STATIC_ASSERT (sizeof (SpurIndexBlockValues) == 40);
G_STATIC_ASSERT (sizeof (SpurIndexSeries) == 8);

#define SPUR_INDEX_MIXED (SPUR_NONE - 1)

/* Rows of totals and sums of blocks may take this part of a byte an event; with one byte for the
 * state an event takes less than two. */
#define SPUR_INDEX_SUM_BYTES_NUMERATOR 3
#define SPUR_INDEX_SUM_BYTES_DENOMINATOR 4
/* Rows of totals lie at least that far from one another, and there are as many as may be. */
#define SPUR_INDEX_LEAST_ROW_EVENTS 64
/* With more states rows of whole blocks would take more, so that there are none, but sums. */
#define SPUR_INDEX_MAX_ROW_STATES                                                                  \
  (SPUR_INDEX_BLOCK_EVENTS * SPUR_INDEX_SUM_BYTES_NUMERATOR / SPUR_INDEX_SUM_BYTES_DENOMINATOR / 4)

/* A stream's states in raw ticks. The state after an event lasts until the next one; 0 is none, and
 * others are entries of @states. Times that fall count as the latest one before them. */
typedef struct
{
  SpurStream *stream;
  guint8 *bytes;
  gsize n_bytes;

  const SpurIndexHead *head;
  /* Of the trace; n_states + 1. */
  const guint32 *states;
  /* When each block begins; then when the last event is. */
  const gint64 *begins_ticks;
  /* By section but the first one, and state: ticks from the stream's begin to that of the section.
   */
  const gint64 *totals;
  /* Of each block the first of its sums; then their number. */
  const guint32 *first_sums;
  const guint32 *sum_ticks;
  const guint8 *sum_states;
  /* By row and state, without the one that is none: ticks from the stream's begin to the row's
   * event, modulo 2^32; the last row is that of the last event. */
  const guint32 *rows;
  /* Of each block the first of the states that are open at its begin, then their number; the
   * outermost one comes first. */
  const guint32 *first_levels;
  const guint8 *levels;
  /* In the order in which they come. */
  const SpurIndexSeries *series;
  /* Block by block. */
  const SpurIndexBlockValues *values;
  /* By event. */
  const guint8 *column;
} SpurIndexStream;

/* A block that has no sums, or no levels. The events of it, or before it, are to be read. */
#define SPUR_INDEX_MISSING (1u << 31)
/* With the first level of a block: times of its events fall, or are before its begin. */
#define SPUR_INDEX_FALLS (1u << 30)
#define SPUR_INDEX_LEVEL(entry) ((entry) & ~(SPUR_INDEX_MISSING | SPUR_INDEX_FALLS))

/* Rows of a stream with its end. */
static inline guint64
spur_index_count_rows (const SpurIndexHead *head)
{
  return head->row_events > 0 ? (head->n_events + head->row_events - 1) / head->row_events + 1 : 0;
}

/* Entries of the totals of sections. */
static inline gsize
spur_index_count_totals (const SpurIndexHead *head)
{
  return (MAX (head->n_sections, 1) - 1) * (head->n_states + (gsize) 1);
}

/* Entries of the table of blocks' sums. */
static inline gsize
spur_index_count_firsts (const SpurIndexHead *head)
{
  return head->row_events > 0 ? 0 : head->n_blocks + (gsize) 1;
}

/* Whether it is known how long a block is in each state. */
static inline gboolean
spur_index_has_sums (const SpurIndexStream *self, guint32 block)
{
  if (self->head->row_events > 0)
    return self->begins_ticks[block + 1] - self->begins_ticks[block] <= G_MAXUINT32;
  return (self->first_sums[block] & SPUR_INDEX_MISSING) == 0;
}

/* The row of totals at the begin of a block; for the number of blocks that of the last event. */
static inline const guint32 *
spur_index_get_row (const SpurIndexStream *self, guint32 block)
{
  guint64 row = block * (guint64) (SPUR_INDEX_BLOCK_EVENTS / self->head->row_events);

  return self->rows + MIN (row, spur_index_count_rows (self->head) - 1) * self->head->n_states;
}

static inline guint32
spur_index_get_state (const guint8 *column, guint width, gsize place)
{
  if (width == 1)
    return column[place];
  if (width == 2)
    return ((const guint16 *) (gconstpointer) column)[place];
  return ((const guint32 *) (gconstpointer) column)[place];
}

struct _SpurIndex
{
  GObject parent_instance;

  SpurTrace *trace;
  guint n_streams;
  SpurIndexStream *streams;
  /* Of spur_index_has_history(): 1 or -1, or 0 as long as it was not asked for. */
  gint has_history;
  /* Events that were looked at to make it. */
  guint64 n_taken;
  /* Where the bytes of the streams are, and what looks after it; NULL where each has its own. */
  GMappedFile *file;
  SpurPager *pager;
};

/* Bytes of its file that an index may have in memory. */
#define SPUR_INDEX_MAPPED_BYTES ((guint64) 96 << 20)

/* Parts of a stream's bytes that are read in one place each, around which the kernel maps 64 KiB.
 */
#define SPUR_INDEX_PLACES_BYTES ((gsize) 5 << 16)

/* A stream of which a span is about to be read. Its events are taken to come evenly. */
const SpurIndexStream *
spur_index_use_stream (const SpurIndex *self, guint stream, gint64 from_ns, gint64 to_ns);

/* A stream may take this for one picture. */
#define SPUR_INDEX_MAX_COPY_BYTES ((gsize) 16 << 20)

/* Reads a stream instead of using it, where many columns lie in much of it and it would not stay in
 * memory. FALSE where it is to be used; else @copy->bytes are for spur_pages_free(). */
gboolean spur_index_copy_stream (const SpurIndex *self,
                                 guint stream,
                                 const SpurIndexWindow *window,
                                 SpurIndexStream *copy);

SpurIndex *spur_index_new_empty (SpurTrace *trace);

/* The bytes of a stream's index, from spur_pages_new(). */
guint8 *spur_index_build_stream (SpurTrace *trace, guint stream, gsize *n_bytes);

/* Finds the parts of a stream's index in its bytes, which begin at a multiple of 8. FALSE where
 * they cannot be an index of that stream. */
gboolean spur_index_stream_attach (SpurIndexStream *self, SpurStream *stream, gsize n_bytes);

/* The same for the index of a stream that had @n_events. */
gboolean spur_index_stream_attach_part (SpurIndexStream *self,
                                        SpurStream *stream,
                                        guint64 n_events,
                                        gsize n_bytes);

/* Bytes of the parts of an index, each of which begins at a multiple of 8. */
static inline gsize
spur_index_align (gsize n_bytes)
{
  return (n_bytes + 7) & ~(gsize) 7;
}
