/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-block-reader-private.h"
#include "core/index/spur-column-edges-private.h"

/* Columns whose edges are looked up before the first of them is read, so that memory has the time
 * to answer. What they fetch fits into the nearest cache. */
#define SPUR_ROW_SWEEP_COLUMNS 24

/* Ticks are read piece by piece, each of these events or fewer and of whole blocks, where they are
 * packed into 4 bytes or fewer. The pieces of columns that are looked up, and those of the columns
 * before, have a room each. */
#define SPUR_ROW_SWEEP_PIECE_EVENTS 4096
#define SPUR_ROW_SWEEP_ROOM_BYTES                                                                  \
  ((gsize) SPUR_ROW_SWEEP_PIECE_EVENTS * sizeof (guint32) + SPUR_PACKED_SLACK_BYTES)
#define SPUR_ROW_SWEEP_ROOMS ((gsize) 2 * SPUR_ROW_SWEEP_COLUMNS)

/* Any byte is a place in it, whatever an index says. */
#define SPUR_ROW_SWEEP_STATES 256

/* Where a column ends. */
typedef struct
{
  guint32 block;
  /* Since the begin of the block: whole ticks, and 1/256 of a tick. */
  guint32 n_ticks;
  guint8 fraction;
  /* Whether that is known; and whether times are those of the clock, all stretched by one factor,
   * back to the edge before. */
  guint8 is_placed;
  guint8 is_line;
  /* Of the runs of ticks that were found, that of the block; 0 where none was. */
  guint8 run;
  /* The event of the block that is about there. */
  guint16 guess;
  /* Of the column that ends here. */
  guint32 length_ticks;
  double ns_per_tick;
} SpurRowEdge;

/* Ticks of a block's events since its begin, and their states. */
typedef struct
{
  const guint8 *values;
  guint64 step;
  guint64 start;
  guint32 base;
  guint32 width;
  guint32 mask;
  guint32 n_events;
  guint32 length_ticks;
  guint32 block;
  /* The half of the rooms with its ticks. */
  guint half;
  const guint8 *states;
} SpurRowBlock;

/* The columns of a stream that has rows of totals, in order. */
typedef struct
{
  const SpurIndexStream *stream;
  SpurBlockReader reader;
  SpurColumnEdges column_edges;
  /* Times are those of the clock, in ns. */
  gboolean is_plain;
  guint row_bits;
  guint64 n_rows;

  /* The block of the edge that was looked up last. */
  guint32 block;
  gint64 begin_ns;
  gint64 end_ns;
  /* Whether its times are those of the clock, all stretched by one factor. */
  gboolean is_even;
  guint32 last_ticks;
  double ticks_per_ns;
  double events_per_tick;
  SpurRowEdge edges[SPUR_ROW_SWEEP_COLUMNS + 1];
  guint n_edges;
  SpurTickRun runs[SPUR_ROW_SWEEP_COLUMNS];
  /* Of a run that is a piece, how many values of its column come before it. */
  guint32 offsets[SPUR_ROW_SWEEP_COLUMNS];
  guint n_runs;
  /* The rooms, or NULL; and which half of them has the ticks of those runs. */
  guint8 *rooms;
  guint half;
  guint at;
  guint n_left;

  /* Totals at the begin of the next column, modulo 2^32, if they are known, and at its end. */
  gboolean has_totals;
  guint present;
  guint32 totals[2][SPUR_ROW_SWEEP_STATES];
  /* The event before that edge, in its block, and its state, if they are known. */
  gboolean is_at_edge;
  guint event;
  guint8 state;
  /* Of the event behind. */
  guint32 next_ticks;
  SpurRowBlock now;
  /* Its ticks, where they are not packed one by one. */
  guint32 read_ticks[SPUR_INDEX_BLOCK_EVENTS];

  /* The column: what of it is in which state, in parts of @ns_per_part, until it is taken; and
   * those states that have some, or 0 for any but 0. The state 0 is none. */
  guint32 parts[SPUR_ROW_SWEEP_STATES];
  guint64 states;
  double ns_per_part;
} SpurRowSweep;

/* FALSE where the stream has no rows. @rooms, of %SPUR_ROW_SWEEP_ROOMS times
 * %SPUR_ROW_SWEEP_ROOM_BYTES, are for ticks that are read; they are mapped where it is NULL. */
gboolean spur_row_sweep_init (SpurRowSweep *self,
                              const SpurIndexStream *stream,
                              SpurCorrection *correction,
                              const SpurIndexWindow *window,
                              guint8 *rooms);

/* Sums up the next column. FALSE where its times are not those of the clock stretched by one
 * factor, so that its events are to be read. */
gboolean spur_row_sweep_next (SpurRowSweep *self);

/* Takes the part of a state; those of all states of a column are taken once. */
static inline guint32
spur_row_sweep_take (SpurRowSweep *self, guint32 state)
{
  guint32 part = self->parts[state];

  self->parts[state] = 0;
  return part;
}
