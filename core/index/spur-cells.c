/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Cells of a stream: one sweep over its blocks, of which those that a column holds as a whole are
 * added by their sums. */
#include <string.h>

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/index/spur-event-sweep-private.h"
#include "core/index/spur-row-sweep-private.h"

#define FULL_SHARE 255.0

/* Time by state, of the states whose round is the present one; these are listed. */
typedef struct
{
  double *times_ns;
  guint32 *rounds;
  guint32 *touched;
  guint32 round;
  guint n_touched;
} Sums;

/* A stream at a time. */
typedef struct
{
  const SpurIndexStream *stream;
  /* What of it was read, if it was; and where its ticks are read to. */
  SpurIndexStream copy;
  guint8 *rooms;
  SpurCorrection *correction;
  SpurBlockReader reader;
  /* Of the present column; and of a part of the present block. */
  Sums column;
  Sums part;

  guint32 block;
  gint64 begin_ns;
  gint64 end_ns;
  gboolean is_even;
  /* The sweep is in the block at @now_ns, after its event @at. */
  gint64 now_ns;
  guint at;
  /* Nothing of the block was taken; or what was is in @part. */
  gboolean is_whole;
  gboolean has_part;
  /* Where the latest column ended, if there was one. */
  gboolean has_begun;
  gint64 column_ns;
} Sweep;

static void
sums_init (Sums *self, guint32 n_states)
{
  self->times_ns = g_new (double, n_states + 1);
  self->rounds = g_new0 (guint32, n_states + 1);
  self->touched = g_new (guint32, n_states + 1);
  self->round = 1;
  self->n_touched = 0;
}

static void
sums_clear (Sums *self)
{
  g_free (self->times_ns);
  g_free (self->rounds);
  g_free (self->touched);
}

/* There are at most 2^32 - 2 rounds, since there are no more columns. */
static inline void
sums_reset (Sums *self)
{
  self->round++;
  self->n_touched = 0;
}

static inline void
sums_add (Sums *self, guint32 state, double time_ns)
{
  if (G_LIKELY (self->rounds[state] == self->round))
    {
      self->times_ns[state] += time_ns;
      return;
    }
  self->rounds[state] = self->round;
  self->times_ns[state] = time_ns;
  self->touched[self->n_touched++] = state;
}

/* Adds what @part has, times 1 or -1. */
static void
sums_add_part (Sums *self, const Sums *part, double factor)
{
  for (guint i = 0; i < part->n_touched; i++)
    sums_add (self, part->touched[i], factor * part->times_ns[part->touched[i]]);
}

static void
enter_block (Sweep *self, guint32 block)
{
  self->block = block;
  self->is_whole = TRUE;
  self->has_part = FALSE;
  self->at = 0;
  if (block >= self->stream->head->n_blocks)
    return;
  self->begin_ns = self->now_ns = spur_block_reader_get_begin_ns (&self->reader, block);
  self->end_ns = spur_block_reader_get_begin_ns (&self->reader, block + 1);
  self->is_even =
    spur_index_has_sums (self->stream, block) &&
    spur_block_reader_is_even (&self->reader, block, block + 1, self->begin_ns, self->end_ns);
}

static inline guint32
get_state (const Sweep *self, guint event)
{
  const SpurIndexHead *head = self->stream->head;
  gsize place = self->block * (gsize) SPUR_INDEX_BLOCK_EVENTS + event;

  /* Nearly all streams. */
  if (G_LIKELY (head->width == 1))
    return MIN (self->stream->column[place], head->n_states);
  return MIN (spur_index_get_state (self->stream->column, head->width, place), head->n_states);
}

/* Time from one event of the block that was read to another. */
static void
add_events (const Sweep *self, Sums *sums, guint from, guint to)
{
  const gint64 *times_ns = self->reader.times_ns;

  for (guint i = from; i < to; i++)
    sums_add (sums, get_state (self, i), (double) (times_ns[i + 1] - times_ns[i]));
}

/* Adds what is in the block's rows or sums. */
static void
add_block_rows (const Sweep *self, Sums *sums, double ns_per_tick)
{
  const guint32 *row = spur_index_get_row (self->stream, self->block);
  const guint32 *next = spur_index_get_row (self->stream, self->block + 1);

  for (guint32 i = 0; i < self->stream->head->n_states; i++)
    {
      if (next[i] != row[i])
        sums_add (sums, i + 1, (next[i] - row[i]) * ns_per_tick);
    }
}

static void
add_block_sums (const Sweep *self, Sums *sums, double ns_per_tick)
{
  const SpurIndexStream *stream = self->stream;
  guint32 begin = MIN (stream->first_sums[self->block], stream->head->n_sums);
  guint32 end =
    MIN (stream->first_sums[self->block + 1] & ~SPUR_INDEX_MISSING, stream->head->n_sums);

  for (guint32 i = begin; i < end; i++)
    {
      guint32 state = MIN (spur_index_get_state (stream->sum_states, stream->head->width, i),
                           stream->head->n_states);

      sums_add (sums, state, stream->sum_ticks[i] * ns_per_tick);
    }
}

/* Adds the whole block. */
static void
add_block (const Sweep *self, Sums *sums)
{
  const gint64 *begins = self->stream->begins_ticks;
  gint64 n_ticks = begins[self->block + 1] - begins[self->block];
  double ns_per_tick =
    n_ticks > 0 ? (double) (self->end_ns - self->begin_ns) / (double) n_ticks : 0.0;

  if (self->stream->head->row_events > 0)
    add_block_rows (self, sums, ns_per_tick);
  else
    add_block_sums (self, sums, ns_per_tick);
}

/* The last event of the block at @time_ns or before, not before the present one; mostly one of the
 * next, so steps begin small. */
static guint
find_event (const Sweep *self, gint64 time_ns)
{
  const gint64 *times_ns = self->reader.times_ns;
  guint low = self->at, high = low + 1;

  while (high < self->reader.n_events && times_ns[high] <= time_ns)
    {
      guint step = high - self->at;

      low = high;
      high += step;
    }
  high = MIN (high, self->reader.n_events);
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (times_ns[middle] <= time_ns)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Goes on inside of the block to a time before its end, adding to @sums. */
static void
read_until (Sweep *self, gint64 time_ns, Sums *sums)
{
  guint event;

  spur_block_reader_read (&self->reader, self->block);
  event = find_event (self, time_ns);
  if (event == self->at)
    sums_add (sums, get_state (self, event), (double) (time_ns - self->now_ns));
  else
    {
      const gint64 *times_ns = self->reader.times_ns;

      sums_add (sums, get_state (self, self->at), (double) (times_ns[self->at + 1] - self->now_ns));
      add_events (self, sums, self->at + 1, event);
      sums_add (sums, get_state (self, event), (double) (time_ns - times_ns[event]));
    }
  self->at = event;
  self->now_ns = time_ns;
}

/* Adds from the present time to the end of the block, which was read. */
static void
read_rest (const Sweep *self, Sums *sums)
{
  sums_add (sums, get_state (self, self->at),
            (double) (self->reader.times_ns[self->at + 1] - self->now_ns));
  add_events (self, sums, self->at + 1, self->reader.n_events);
}

/* The rest of the block goes to the column, which ends behind it. */
static void
finish_block (Sweep *self)
{
  if (self->is_even && (self->is_whole || self->has_part))
    {
      add_block (self, &self->column);
      if (self->has_part)
        sums_add_part (&self->column, &self->part, -1.0);
    }
  else
    {
      spur_block_reader_read (&self->reader, self->block);
      read_rest (self, &self->column);
    }
  enter_block (self, self->block + 1);
}

/* Blocks that begin a section which the column holds as a whole are added by the running totals. */
static gboolean
finish_section (Sweep *self, gint64 time_ns)
{
  const SpurIndexStream *stream = self->stream;
  const SpurIndexHead *head = stream->head;
  guint32 section = self->block / head->section_blocks;
  guint32 next = (section + 1) * head->section_blocks;
  const gint64 *totals = stream->totals + section * (gsize) (head->n_states + 1);
  const gint64 *before = section > 0 ? totals - (head->n_states + 1) : NULL;
  gint64 end_ns, n_ticks;
  double ns_per_tick;

  if (!self->is_whole || self->block % head->section_blocks != 0 || section + 1 >= head->n_sections)
    return FALSE;
  end_ns = spur_block_reader_get_begin_ns (&self->reader, next);
  if (end_ns > time_ns ||
      !spur_block_reader_is_even (&self->reader, self->block, next, self->begin_ns, end_ns))
    return FALSE;
  n_ticks = stream->begins_ticks[next] - stream->begins_ticks[self->block];
  ns_per_tick = n_ticks > 0 ? (double) (end_ns - self->begin_ns) / (double) n_ticks : 0.0;
  for (guint32 i = 1; i <= head->n_states; i++)
    {
      gint64 sum_ticks = totals[i] - (before != NULL ? before[i] : 0);

      if (sum_ticks > 0)
        sums_add (&self->column, i, (double) sum_ticks * ns_per_tick);
    }
  enter_block (self, next);
  return TRUE;
}

/* The one end of a column in an even block: only the shorter side of it is read. */
static void
split_block (Sweep *self, gint64 time_ns)
{
  guint event;

  sums_reset (&self->part);
  spur_block_reader_read (&self->reader, self->block);
  event = find_event (self, time_ns);
  if (event < self->reader.n_events / 2)
    {
      read_until (self, time_ns, &self->part);
      sums_add_part (&self->column, &self->part, 1.0);
      self->has_part = TRUE;
      return;
    }
  self->at = event;
  self->now_ns = time_ns;
  read_rest (self, &self->part);
  add_block (self, &self->column);
  sums_add_part (&self->column, &self->part, -1.0);
}

/* Goes on to the end of a column, @time_ns; the next one ends at @next_ns. */
static void
sweep_until (Sweep *self, gint64 time_ns, gint64 next_ns)
{
  while (self->block < self->stream->head->n_blocks && self->end_ns <= time_ns)
    {
      if (!finish_section (self, time_ns))
        finish_block (self);
    }
  if (self->block >= self->stream->head->n_blocks || time_ns <= self->now_ns)
    return;
  if (self->is_whole && self->is_even && next_ns >= self->end_ns)
    split_block (self, time_ns);
  else
    read_until (self, time_ns, &self->column);
  self->is_whole = FALSE;
}

/* Parts of a cell of @shares_per_ns. */
static inline guint8
get_share (double time_ns, double shares_per_ns)
{
  return (guint8) CLAMP (time_ns * shares_per_ns + 0.5, 0.0, FULL_SHARE);
}

/* The states with the most time come first; of equal ones the lower one, so that the order does not
 * depend on that of the events. */
static void
rank_states (const Sums *sums, guint32 ranked[SPUR_CELL_STATES])
{
  /* Of the last one that is ranked. */
  double least_ns = -G_MAXDOUBLE;

  for (guint i = 0; i < sums->n_touched; i++)
    {
      guint32 state = sums->touched[i];
      guint place = SPUR_CELL_STATES;

      if (state == 0 || sums->times_ns[state] < least_ns)
        continue;
      while (
        place > 0 &&
        (ranked[place - 1] == 0 || sums->times_ns[state] > sums->times_ns[ranked[place - 1]] ||
         (sums->times_ns[state] == sums->times_ns[ranked[place - 1]] && state < ranked[place - 1])))
        place--;
      if (place == SPUR_CELL_STATES)
        continue;
      memmove (&ranked[place + 1], &ranked[place], (SPUR_CELL_STATES - 1 - place) * sizeof *ranked);
      ranked[place] = state;
      if (ranked[SPUR_CELL_STATES - 1] != 0)
        least_ns = sums->times_ns[ranked[SPUR_CELL_STATES - 1]];
    }
}

static void
put_states (const Sweep *self, double shares_per_ns, SpurCell *cell)
{
  guint32 ranked[SPUR_CELL_STATES] = { 0 };
  const Sums *sums = &self->column;
  double all_ns = 0.0;
  int n_shares = 0;

  for (guint i = 0; i < sums->n_touched; i++)
    all_ns += sums->touched[i] != 0 ? sums->times_ns[sums->touched[i]] : 0.0;
  rank_states (sums, ranked);
  for (guint i = 0; i < SPUR_CELL_STATES && ranked[i] != 0; i++)
    {
      guint8 share = get_share (sums->times_ns[ranked[i]], shares_per_ns);

      if (share == 0)
        break;
      cell->states[i] = self->stream->states[ranked[i]];
      cell->shares[i] = share;
      n_shares += share;
    }
  cell->rest = (guint8) MAX (get_share (all_ns, shares_per_ns) - n_shares, 0);
}

static const SpurCell empty_cell = { .states = { SPUR_NONE, SPUR_NONE, SPUR_NONE } };

static inline void
put_cell (const Sweep *self, double shares_per_ns, guint column, gpointer data)
{
  const Sums *sums = &self->column;
  SpurCell *cell = (SpurCell *) data + column;

  *cell = empty_cell;
  if (sums->n_touched == 1)
    {
      guint32 state = sums->touched[0];

      cell->shares[0] = state != 0 ? get_share (sums->times_ns[state], shares_per_ns) : 0;
      if (cell->shares[0] > 0)
        cell->states[0] = self->stream->states[state];
    }
  else if (sums->n_touched > 1)
    put_states (self, shares_per_ns, cell);
}

/* The largest parts come first, each above the number that makes it unlike any other: of equal
 * parts that of the lower state comes first. */
typedef struct
{
  guint64 first;
  guint64 second;
  guint64 third;
} Ranking;

#define RANK_BITS 8
#define RANK_MASK ((1u << RANK_BITS) - 1)

/* Without a branch, as which state is the larger one cannot be foreseen. */
static inline void
ranking_add (Ranking *self, guint32 part, guint32 state)
{
  guint64 entry = ((guint64) part << RANK_BITS) | (RANK_MASK - state);
  guint64 lower = MIN (self->first, entry);

  self->first = MAX (self->first, entry);
  entry = MIN (self->second, lower);
  self->second = MAX (self->second, lower);
  self->third = MAX (self->third, entry);
}

/* Parts of a cell; they are not below 0. */
static inline guint8
get_part_share (guint64 part, double shares_per_part)
{
  return (guint8) MIN ((guint64) ((double) part * shares_per_part + 0.5), G_MAXUINT8);
}

/* Puts a state into the cell, or none where its part is too small to be seen. */
static inline void
put_part (const SpurRowSweep *self, guint64 entry, double shares_per_part, guint i, SpurCell *cell)
{
  guint8 share = get_part_share (entry >> RANK_BITS, shares_per_part);

  /* The entry of state 0 is none. */
  cell->states[i] = self->stream->states[share > 0 ? RANK_MASK - (entry & RANK_MASK) : 0];
  cell->shares[i] = share;
}

static inline void
put_row_cell (SpurRowSweep *self, double shares_per_ns, guint column, gpointer data)
{
  SpurCell *cell = (SpurCell *) data + column;
  double shares_per_part = shares_per_ns * self->ns_per_part;
  guint32 n_states = self->stream->head->n_states;
  Ranking ranking = { 0, 0, 0 };
  guint64 all = 0;

  for (guint32 i = 1; self->states == 0 && i <= n_states; i++)
    {
      guint32 part = spur_row_sweep_take (self, i);

      ranking_add (&ranking, part, i);
      all += part;
    }
  for (guint64 left = self->states; left != 0; left &= left - 1)
    {
      guint32 state = (guint32) __builtin_ctzll (left);
      guint32 part = spur_row_sweep_take (self, state);

      /* Bit 0 is of time in no state. */
      part = state > 0 && state <= n_states ? part : 0;
      ranking_add (&ranking, part, state);
      all += part;
    }
  put_part (self, ranking.first, shares_per_part, 0, cell);
  put_part (self, ranking.second, shares_per_part, 1, cell);
  put_part (self, ranking.third, shares_per_part, 2, cell);
  cell->rest = (guint8) MAX (
    get_part_share (all, shares_per_part) - cell->shares[0] - cell->shares[1] - cell->shares[2], 0);
}

/* Goes to the block with the begin of the window. */
static void
begin_sweep (Sweep *self, gint64 from_ns)
{
  guint32 n_until = spur_block_reader_count_until (&self->reader, from_ns);

  enter_block (self, n_until > 0 ? n_until - 1 : 0);
  if (self->begin_ns >= from_ns)
    return;
  if (self->end_ns <= from_ns)
    {
      enter_block (self, self->block + 1);
      return;
    }
  spur_block_reader_read (&self->reader, self->block);
  self->at = find_event (self, from_ns);
  self->now_ns = from_ns;
  self->is_whole = FALSE;
}

static void
sweep_init (Sweep *self, SpurIndex *index, guint stream, const SpurIndexWindow *window)
{
  *self = (Sweep){ .stream = &self->copy };
  if (!spur_index_copy_stream (index, stream, window, &self->copy))
    {
      self->copy.bytes = NULL;
      self->stream = spur_index_use_stream (index, stream, window->from_ns, window->to_ns);
    }
  else if (spur_pager_is_short (spur_stream_get_class_table (self->stream->stream)->pager))
    self->rooms = spur_pages_new (SPUR_ROW_SWEEP_ROOMS, SPUR_ROW_SWEEP_ROOM_BYTES);
  sums_init (&self->column, self->stream->head->n_states);
  sums_init (&self->part, self->stream->head->n_states);
  self->correction = window->raw ? NULL : spur_trace_get_correction (index->trace);
  spur_block_reader_init (&self->reader, self->stream, self->correction);
}

static void
sweep_clear (Sweep *self)
{
  sums_clear (&self->column);
  sums_clear (&self->part);
  spur_pages_free (self->copy.bytes);
  spur_pages_free (self->rooms);
}

/* Write a column: from the sums of a sweep, or by rows of totals. */
typedef void (*PutColumn) (const Sweep *sweep, double shares_per_ns, guint column, gpointer data);
typedef void (*PutRowColumn) (SpurRowSweep *sweep,
                              double shares_per_ns,
                              guint column,
                              gpointer data);

/* The columns that have to be read. */
static inline void
read_column (Sweep *self, gint64 begin_ns, gint64 end_ns, gint64 next_ns)
{
  if (self->stream->head->n_blocks == 0)
    return;
  if (!self->has_begun || self->column_ns != begin_ns)
    begin_sweep (self, begin_ns);
  self->has_begun = TRUE;
  self->column_ns = end_ns;
  sums_reset (&self->column);
  sweep_until (self, end_ns, next_ns);
}

static inline void
sweep_columns (
  Sweep *self, const SpurIndexWindow *window, PutColumn put, PutRowColumn put_row, gpointer data)
{
  gint64 begin_ns = window->from_ns, end_ns;
  SpurColumnEdges edges;
  double shares_per_ns[2];
  SpurRowSweep rows;
  gboolean has_rows =
    spur_row_sweep_init (&rows, self->stream, self->correction, window, self->rooms);

  spur_column_edges_init (&edges, window);
  /* Columns are this long, or longer by 1. */
  shares_per_ns[0] = edges.width_ns > 0 ? FULL_SHARE / (double) edges.width_ns : 0.0;
  shares_per_ns[1] = FULL_SHARE / (double) (edges.width_ns + 1);
  end_ns = spur_column_edges_next (&edges);
  for (guint i = 0; i < window->n_columns; i++)
    {
      gint64 next_ns = spur_column_edges_next (&edges);

      double shares = shares_per_ns[end_ns - begin_ns != edges.width_ns];

      if (has_rows && spur_row_sweep_next (&rows))
        put_row (&rows, shares, i, data);
      else
        {
          read_column (self, begin_ns, end_ns, next_ns);
          put (self, shares, i, data);
        }
      begin_ns = end_ns;
      end_ns = next_ns;
    }
}

/**
 * spur_index_get_cells: (skip)
 * @self: an index
 * @stream: index of a stream
 * @window: a span of time in columns, at least one
 * @cells: (out caller-allocates) (array): room for a cell a column
 *
 * Sums up in which states a stream is, column by column. Each share is within 1/255 of what the
 * events say. The cost follows the columns and not the events, but where a correction bends often.
 *
 * Where times of the stream fall, an event counts as if it happened at the latest time before it.
 * Several threads may call it at once.
 *
 * Since: 1.0
 */
void
spur_index_get_cells (SpurIndex *self, guint stream, const SpurIndexWindow *window, SpurCell *cells)
{
  Sweep sweep;

  g_return_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams);
  g_return_if_fail (window != NULL && window->n_columns > 0 && window->from_ns <= window->to_ns);

  sweep_init (&sweep, self, stream, window);
  sweep_columns (&sweep, window, put_cell, put_row_cell, cells);
  sweep_clear (&sweep);
}

static void
put_shares (const Sweep *sweep, double shares_per_ns, guint column, gpointer data)
{
  const SpurIndexShares *self = data;
  float *shares = self->shares + column * (gsize) self->n_groups;

  for (guint i = 0; i < sweep->column.n_touched; i++)
    {
      guint32 state = sweep->column.touched[i];

      if (state != 0)
        shares[self->groups[sweep->stream->states[state]]] +=
          (float) (sweep->column.times_ns[state] * shares_per_ns / FULL_SHARE);
    }
}

static void
put_row_shares (SpurRowSweep *sweep, double shares_per_ns, guint column, gpointer data)
{
  const SpurIndexShares *self = data;
  float *shares = self->shares + column * (gsize) self->n_groups;
  float shares_per_part = (float) (sweep->ns_per_part * shares_per_ns / FULL_SHARE);
  const guint32 *states = sweep->stream->states;
  guint32 n_states = sweep->stream->head->n_states;

  for (guint32 i = 1; sweep->states == 0 && i <= n_states; i++)
    shares[self->groups[states[i]]] += (float) spur_row_sweep_take (sweep, i) * shares_per_part;
  for (guint64 left = sweep->states; left != 0; left &= left - 1)
    {
      guint32 state = (guint32) __builtin_ctzll (left);
      float share = (float) spur_row_sweep_take (sweep, state) * shares_per_part;

      if (state > 0 && state <= n_states)
        shares[self->groups[states[state]]] += share;
    }
}

static void
add_shares (SpurIndex *self,
            guint stream,
            const SpurIndexWindow *window,
            const SpurIndexShares *shares)
{
  SpurIndexShares target = *shares;
  Sweep sweep;

  sweep_init (&sweep, self, stream, window);
  sweep_columns (&sweep, window, put_shares, put_row_shares, &target);
  sweep_clear (&sweep);
}

/**
 * spur_index_add_shares: (skip)
 * @self: an index
 * @streams: (array length=n_streams): indexes of streams, as those of a row of pixels
 * @n_streams: how many
 * @window: a span of time in columns, at least one
 * @shares: groups of states, and where their shares are added to those that are there
 *
 * Sums up as spur_index_get_cells() does, but by groups of states, of which all are told apart, and
 * over streams.
 *
 * Since: 1.0
 */
void
spur_index_add_shares (SpurIndex *self,
                       const guint *streams,
                       guint n_streams,
                       const SpurIndexWindow *window,
                       const SpurIndexShares *shares)
{
  SpurEventSweep events;

  g_return_if_fail (SPUR_IS_INDEX (self) && shares != NULL);
  g_return_if_fail (window != NULL && window->n_columns > 0 && window->from_ns <= window->to_ns);

  for (guint i = 0; i < n_streams; i++)
    g_return_if_fail (streams[i] < self->n_streams);

  spur_event_sweep_init (&events, window, shares);
  for (guint i = 0; i < n_streams; i++)
    {
      const SpurIndexStream *stream =
        spur_index_use_stream (self, streams[i], window->from_ns, window->to_ns);

      if (!spur_event_sweep_add (&events, stream,
                                 window->raw ? NULL : spur_trace_get_correction (self->trace)))
        add_shares (self, streams[i], window, shares);
    }
  spur_event_sweep_finish (&events);
}

/**
 * spur_index_add_times: (skip)
 * @self: an index
 * @stream: index of a stream
 * @window: a span of time; its columns are not looked at
 * @times_ns: (array): times in ns by entry of the state table
 *
 * Adds how long a stream is in each state, which is within 1 ns for each of its events in the span
 * where times are corrected or have another unit, else exact.
 *
 * Since: 1.0
 */
void
spur_index_add_times (SpurIndex *self,
                      guint stream,
                      const SpurIndexWindow *window,
                      gint64 *times_ns)
{
  Sweep sweep;

  g_return_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams);
  g_return_if_fail (window != NULL && window->from_ns <= window->to_ns);

  sweep_init (&sweep, self, stream, window);
  read_column (&sweep, window->from_ns, window->to_ns, G_MAXINT64);
  for (guint i = 0; i < sweep.column.n_touched; i++)
    {
      guint32 state = sweep.column.touched[i];

      if (state != 0)
        times_ns[sweep.stream->states[state]] += (gint64) (sweep.column.times_ns[state] + 0.5);
    }
  sweep_clear (&sweep);
}
