/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Columns by rows of totals: what a column holds is the difference of the totals at its ends, each
 * of which are those of the nearest row and of the few events from there. */
#include "core/index/spur-row-sweep-private.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-order-internal.h"

/* A column of fewer events is read event by event from where the one before it ended. A row costs
 * about as much as they do. */
#define NEAR_EVENTS 24
/* With these fractions of a tick a column's parts fit into 32 bits, and it is longer than what they
 * leave out by 2^16 at least. */
#define FRACTION_BITS 8
#define LINE_BYTES 64
/* The ends of a column are rounded, too, and the events there are not known exactly. */
#define LEAST_EVENTS 4

static inline gint64
get_begin_ns (SpurRowSweep *self, guint32 block)
{
  return self->is_plain ? self->stream->begins_ticks[block]
                        : spur_block_reader_get_begin_ns (&self->reader, block);
}

static void
enter_block (SpurRowSweep *self, guint32 block)
{
  const SpurIndexStream *stream = self->stream;
  guint32 n_blocks = stream->head->n_blocks;
  guint n_events = SPUR_INDEX_BLOCK_EVENTS;
  gint64 length_ticks;

  self->block = block;
  self->begin_ns = get_begin_ns (self, block);
  self->end_ns = G_MAXINT64;
  self->is_even = FALSE;
  if (block == n_blocks)
    return;
  if (block + 1 == n_blocks)
    n_events = (guint) (stream->head->n_events - block * (guint64) n_events);
  length_ticks = stream->begins_ticks[block + 1] - stream->begins_ticks[block];
  self->end_ns = get_begin_ns (self, block + 1);
  if (length_ticks <= 0 || length_ticks > G_MAXUINT32)
    return;
  self->is_even = spur_block_reader_is_line (&self->reader, block, block + 1);
  self->last_ticks = (guint32) (length_ticks - 1);
  self->ticks_per_ns = (double) length_ticks / (double) (self->end_ns - self->begin_ns);
  self->events_per_tick = n_events / (double) length_ticks;
}

/* Goes to the last block that begins at a time or before, or stays at the first one; goes to the
 * number of blocks behind the last event. */
static void
find_block (SpurRowSweep *self, gint64 time_ns)
{
  guint32 low = self->block, n_blocks = self->stream->head->n_blocks, step = 1, high, middle;

  if (time_ns < self->end_ns)
    return;
  while (low + step <= n_blocks && get_begin_ns (self, low + step) <= time_ns)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n_blocks + 1);
  low++;
  SPUR_BISECT (low, high, middle, get_begin_ns (self, middle) <= time_ns);
  enter_block (self, low - 1);
}

/* The time in the block that was found. FALSE where its times are not those of the clock, all
 * stretched by one factor. */
static gboolean
place_edge (SpurRowSweep *self, gint64 time_ns, SpurRowEdge *edge)
{
  *edge = (SpurRowEdge){ .block = self->block };
  if (self->block == self->stream->head->n_blocks || time_ns <= self->begin_ns)
    return TRUE;
  if (!self->is_even)
    return FALSE;
  edge->n_ticks = (guint32) (time_ns - self->begin_ns);
  if (!self->is_plain)
    {
      double n_ticks = (double) (time_ns - self->begin_ns) * self->ticks_per_ns;

      edge->n_ticks = (guint32) MIN (n_ticks, (double) self->last_ticks);
      edge->fraction = (guint8) ((n_ticks - (double) (gint64) n_ticks) * (1 << FRACTION_BITS));
    }
  edge->guess = (guint16) (edge->n_ticks * self->events_per_tick);
  return TRUE;
}

static inline void
fetch_bytes (const guint8 *from, const guint8 *to)
{
  for (; from < to + LINE_BYTES; from += LINE_BYTES)
    __builtin_prefetch (from);
}

static inline guint
get_nearest_row (const SpurRowSweep *self, guint event)
{
  return (event + (1u << self->row_bits) / 2) >> self->row_bits;
}

/* Reads the piece of the latest run with an event, which becomes the run. */
static void
copy_piece (SpurRowSweep *self, guint64 event)
{
  const SpurPager *pager = spur_stream_get_class_table (self->stream->stream)->pager;
  SpurTickRun *run = &self->runs[self->n_runs];
  gsize width = run->column.width;
  guint64 begin =
    MAX (event / SPUR_ROW_SWEEP_PIECE_EVENTS * SPUR_ROW_SWEEP_PIECE_EVENTS, run->first);
  guint64 end = MIN ((event / SPUR_ROW_SWEEP_PIECE_EVENTS + 1) * SPUR_ROW_SWEEP_PIECE_EVENTS,
                     run->first + run->n_events);
  gsize room = self->half * (gsize) SPUR_ROW_SWEEP_COLUMNS + self->n_runs;
  guint8 *bytes = self->rooms + room * SPUR_ROW_SWEEP_ROOM_BYTES;

  if (run->ticks != NULL || width > sizeof (guint32) ||
      !spur_pager_read (pager, run->column.values + (begin - run->first) * width,
                        (end - begin) * width, bytes))
    return;
  self->offsets[self->n_runs] = (guint32) (begin - run->first);
  run->first = begin;
  run->n_events = (guint32) (end - begin);
  run->column.values = bytes;
}

/* The run of ticks with an event, which lies behind those that were asked for before. */
static const SpurTickRun *
find_run (SpurRowSweep *self, guint64 event)
{
  const SpurTickRun *latest = &self->runs[MAX (self->n_runs, 1) - 1];

  if (self->n_runs > 0 && event - latest->first < latest->n_events)
    return latest;
  spur_stream_find_ticks (self->stream->stream, event, &self->runs[self->n_runs]);
  self->offsets[self->n_runs] = 0;
  if (self->rooms != NULL)
    copy_piece (self, event);
  return &self->runs[self->n_runs++];
}

/* Lets memory bring what is between the nearest row and an edge. */
static void
fetch_edge (SpurRowSweep *self, SpurRowEdge *edge)
{
  const SpurIndexStream *stream = self->stream;
  const SpurIndexHead *head = stream->head;
  guint64 begin = edge->block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  guint row = get_nearest_row (self, edge->guess);
  guint64 from = begin + MIN (edge->guess, row << self->row_bits);
  guint64 to = begin + MAX (edge->guess, row << self->row_bits);
  const guint32 *totals;
  const SpurTickRun *run;

  if (to >= head->n_events)
    return;
  totals = spur_index_get_row (stream, edge->block) + row * (gsize) head->n_states;
  fetch_bytes ((const guint8 *) totals, (const guint8 *) (totals + head->n_states));
  fetch_bytes (stream->column + from, stream->column + to);
  run = find_run (self, begin);
  edge->run = (guint8) self->n_runs;
  if (to >= run->first + run->n_events)
    return;
  if (run->ticks != NULL)
    fetch_bytes ((const guint8 *) (run->ticks + (from - run->first)),
                 (const guint8 *) (run->ticks + (to - run->first)));
  else
    fetch_bytes (run->column.values + (from - run->first) * run->column.width,
                 run->column.values + (to - run->first) * run->column.width);
}

/* Finds out whether times are stretched by one factor from one edge to the next. */
static void
join_edges (SpurRowSweep *self, gint64 from_ns, gint64 column_ns, SpurRowEdge *to)
{
  const SpurRowEdge *from = to - 1;
  const SpurIndexStream *stream = self->stream;
  const gint64 *begins = stream->begins_ticks;
  guint32 end = MIN (to->block + 1, stream->head->n_blocks);
  gint64 n_ticks = begins[to->block] + to->n_ticks - begins[from->block] - from->n_ticks;
  gint64 n_events = (to->block - (gint64) from->block) * SPUR_INDEX_BLOCK_EVENTS + to->guess -
                    from->guess + LEAST_EVENTS;
  gint64 length_ns;

  to->is_line = n_ticks <= G_MAXUINT32;
  to->length_ticks = (guint32) n_ticks;
  to->ns_per_tick = 1.0;
  if (self->is_plain || !to->is_line)
    return;
  length_ns = get_begin_ns (self, end) - from_ns;
  to->is_line = spur_block_reader_is_long (&self->reader, n_events, column_ns) &&
                spur_block_reader_is_line (&self->reader, from->block, end);
  if (begins[end] > begins[from->block])
    to->ns_per_tick = (double) length_ns / (double) (begins[end] - begins[from->block]);
}

/* Looks up the next edges. */
static void
place_edges (SpurRowSweep *self)
{
  gint64 edge_ns = self->column_edges.edge_ns;

  self->edges[0] = self->edges[self->n_edges];
  self->edges[0].run = 0;
  self->n_runs = 0;
  self->half = !self->half;
  if (self->rooms != NULL && self->now.half == self->half)
    self->now.block = G_MAXUINT32;
  self->n_edges = MIN (self->n_left, SPUR_ROW_SWEEP_COLUMNS);
  self->n_left -= self->n_edges;
  self->at = 0;
  for (guint i = 1; i <= self->n_edges; i++)
    {
      gint64 time_ns = spur_column_edges_next (&self->column_edges);
      const SpurRowEdge *before = &self->edges[i - 1];
      SpurRowEdge *edge = &self->edges[i];
      gint64 begin_ns = self->begin_ns;

      find_block (self, time_ns);
      edge->is_placed = place_edge (self, time_ns, edge);
      if (before->is_placed && edge->is_placed)
        join_edges (self, begin_ns, time_ns - edge_ns, edge);
      edge_ns = time_ns;
      if (edge->is_line && edge->block > before->block + 1)
        fetch_edge (self, edge);
    }
}

/* Reads the ticks of a block at once. */
static void
read_block (SpurRowSweep *self)
{
  SpurRowBlock *now = &self->now;
  gint64 begin_ticks = self->stream->begins_ticks[now->block];
  gint64 ticks[SPUR_INDEX_BLOCK_EVENTS];

  spur_block_reader_read_ticks (&self->reader, now->block, ticks);
  for (guint i = 0; i < now->n_events; i++)
    self->read_ticks[i] = (guint32) (ticks[i] - begin_ticks);
  now->values = (const guint8 *) self->read_ticks;
}

/* Goes to a block. Its ticks are read at once where they fall or lie in two runs. */
static void
open_block (SpurRowSweep *self, const SpurRowEdge *edge)
{
  const SpurIndexStream *stream = self->stream;
  guint32 block = edge->block;
  guint64 first = block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  const SpurTickRun *run =
    edge->run > 0 ? &self->runs[edge->run - 1] : spur_block_reader_find_run (&self->reader, first);
  guint32 position = (guint32) (first - run->first);
  guint32 offset = edge->run > 0 ? self->offsets[edge->run - 1] : 0;
  const SpurPackedColumn *column = &run->column;
  SpurRowBlock *now = &self->now;

  *now = (SpurRowBlock){
    .width = sizeof *run->ticks,
    .mask = G_MAXUINT32,
    .n_events = (guint32) MIN (stream->head->n_events - first, SPUR_INDEX_BLOCK_EVENTS),
    .length_ticks = (guint32) (stream->begins_ticks[block + 1] - stream->begins_ticks[block]),
    .block = block,
    .half = self->half,
    .states = stream->column + first,
  };
  if ((stream->first_levels[block] & SPUR_INDEX_FALLS) != 0 ||
      position + now->n_events > run->n_events)
    {
      read_block (self);
      return;
    }
  now->base = (guint32) (run->base_ticks - stream->begins_ticks[block]);
  now->values = (const guint8 *) (run->ticks + position);
  if (run->ticks != NULL)
    return;
  now->base += (guint32) column->base;
  now->step = column->step;
  now->start = column->step * (offset + (guint64) position);
  now->width = column->width;
  now->mask = column->width < 4 ? (1u << (8 * column->width)) - 1 : G_MAXUINT32;
  now->values = column->values + (gsize) position * column->width;
}

/* Behind packed values there is slack. */
static inline guint32
get_ticks (const SpurRowBlock *self, guint event)
{
  return self->base + (guint32) ((self->start + self->step * event) >> SPUR_PACKED_STEP_BITS) +
         (spur_get_le32 (self->values + (gsize) event * self->width) & self->mask);
}

/* With rows there are less than 64 states. */
static inline guint64
get_bit (guint8 state)
{
  return G_GUINT64_CONSTANT (1) << (state & 63);
}

/* Adds from the event @at, or the time @now_ticks after it, to a later time in the block. Returns
 * the states that there were, a bit for each. */
static inline guint64
walk_forward (SpurRowSweep *self, guint32 *totals, guint at, guint32 now_ticks, guint32 to_ticks)
{
  /* What is written to is not in here. */
  const SpurRowBlock block = self->now;
  guint32 next_ticks = block.length_ticks;
  guint64 states = 0;

  for (; at + 1 < block.n_events; at++)
    {
      next_ticks = get_ticks (&block, at + 1);
      if (next_ticks > to_ticks)
        break;
      totals[block.states[at]] += next_ticks - now_ticks;
      states |= get_bit (block.states[at]);
      now_ticks = next_ticks;
    }
  self->state = block.states[at];
  self->event = at;
  self->next_ticks = at + 1 < block.n_events ? next_ticks : block.length_ticks;
  totals[self->state] += to_ticks - now_ticks;
  return states | get_bit (self->state);
}

/* Takes away from the event @at, which is at @later_ticks, back to a time in the block. */
static inline void
walk_back (SpurRowSweep *self, guint32 *totals, guint at, guint32 later_ticks, guint32 to_ticks)
{
  const SpurRowBlock block = self->now;

  while (at > 0)
    {
      guint32 now_ticks = get_ticks (&block, --at);

      if (now_ticks <= to_ticks)
        break;
      totals[block.states[at]] -= later_ticks - now_ticks;
      later_ticks = now_ticks;
    }
  self->state = block.states[at];
  self->event = at;
  self->next_ticks = later_ticks;
  totals[self->state] -= later_ticks - to_ticks;
}

/* Totals at an edge, from the nearest row. */
static void
sum_from_row (SpurRowSweep *self, const SpurRowEdge *edge, guint32 *totals)
{
  const SpurIndexStream *stream = self->stream;
  const SpurIndexHead *head = stream->head;
  guint row = edge->block < head->n_blocks ? get_nearest_row (self, edge->guess) : 0;
  guint64 place = ((edge->block * (guint64) SPUR_INDEX_BLOCK_EVENTS) >> self->row_bits) + row;
  guint event = row << self->row_bits;
  guint32 ticks;

  place = MIN (place, self->n_rows - 1);
  memcpy (totals + 1, stream->rows + place * head->n_states, head->n_states * sizeof *totals);
  if (edge->block == head->n_blocks)
    {
      self->state = 0;
      self->event = 0;
      self->next_ticks = 0;
      return;
    }
  if (self->now.block != edge->block)
    open_block (self, edge);
  event = MIN (event, self->now.n_events);
  ticks = event < self->now.n_events ? get_ticks (&self->now, event) : self->now.length_ticks;
  if (ticks <= edge->n_ticks)
    walk_forward (self, totals, event, ticks, edge->n_ticks);
  else
    walk_back (self, totals, event, ticks, edge->n_ticks);
}

/* Goes on to an edge in the same block event by event. Most columns of a picture that is zoomed in
 * have no event. */
static void
sum_near (SpurRowSweep *self, const SpurRowEdge *from, const SpurRowEdge *to)
{
  self->has_totals = FALSE;
  if (to->n_ticks < self->next_ticks)
    {
      self->states = get_bit (self->state);
      self->parts[self->state] = to->n_ticks - from->n_ticks;
      return;
    }
  self->states = walk_forward (self, self->parts, self->event, from->n_ticks, to->n_ticks);
}

/* Goes on to an edge anywhere. */
static void
sum_far (SpurRowSweep *self, const SpurRowEdge *to)
{
  guint32 n_states = self->stream->head->n_states;
  const guint32 *before = self->totals[self->present];
  guint32 *totals = self->totals[!self->present], *parts = self->parts;

  sum_from_row (self, to, totals);
  for (guint32 i = 1; i <= n_states; i++)
    parts[i] = totals[i] - before[i];
  self->present = !self->present;
  self->has_totals = TRUE;
  self->states = 0;
}

/* Adds the parts of ticks at both ends. */
static void
add_fractions (SpurRowSweep *self, guint8 state, const SpurRowEdge *from, const SpurRowEdge *to)
{
  guint32 n_states = self->stream->head->n_states;

  if (to->length_ticks >> (32 - FRACTION_BITS - 1) != 0)
    return;
  for (guint32 i = 0; i <= n_states; i++)
    self->parts[i] <<= FRACTION_BITS;
  self->parts[self->state] += to->fraction;
  self->parts[state] -= from->fraction;
  self->ns_per_part /= 1 << FRACTION_BITS;
}

gboolean
spur_row_sweep_next (SpurRowSweep *self)
{
  const SpurRowEdge *from, *to;
  gboolean is_near;
  guint8 state;

  if (self->at == self->n_edges)
    place_edges (self);
  from = &self->edges[self->at++];
  to = from + 1;
  if (!to->is_line)
    {
      self->has_totals = self->is_at_edge = FALSE;
      return FALSE;
    }
  is_near = self->is_at_edge && to->block == from->block && to->block == self->now.block &&
            to->guess - from->guess <= NEAR_EVENTS;
  if (!is_near && !self->has_totals)
    sum_from_row (self, from, self->totals[self->present]);
  self->is_at_edge = TRUE;
  state = self->state;
  self->ns_per_part = to->ns_per_tick;
  if (is_near)
    sum_near (self, from, to);
  else
    sum_far (self, to);
  if (!self->is_plain)
    add_fractions (self, state, from, to);
  return TRUE;
}

gboolean
spur_row_sweep_init (SpurRowSweep *self,
                     const SpurIndexStream *stream,
                     SpurCorrection *correction,
                     const SpurIndexWindow *window,
                     guint8 *rooms)
{
  guint32 n_until;

  self->stream = stream;
  if (stream->head->row_events == 0 || stream->head->n_blocks == 0)
    return FALSE;
  spur_block_reader_init (&self->reader, stream, correction);
  spur_column_edges_init (&self->column_edges, window);
  self->is_plain = self->reader.is_ns && self->reader.walk.n_maps == 0;
  self->n_left = window->n_columns;
  self->n_rows = spur_index_count_rows (stream->head);
  self->row_bits = (guint) __builtin_ctz (stream->head->row_events);
  self->n_edges = self->at = 0;
  self->rooms = rooms;
  self->half = 0;
  self->has_totals = self->is_at_edge = FALSE;
  self->present = 0;
  self->now.block = G_MAXUINT32;
  self->states = 0;
  memset (self->parts, 0, sizeof self->parts);
  memset (self->totals, 0, sizeof self->totals);
  n_until = spur_block_reader_count_until (&self->reader, window->from_ns);
  enter_block (self, n_until > 0 ? n_until - 1 : 0);
  find_block (self, window->from_ns);
  self->edges[0].is_placed = place_edge (self, window->from_ns, &self->edges[0]);
  return TRUE;
}
