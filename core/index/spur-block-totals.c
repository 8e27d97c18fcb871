/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/index/spur-block-totals-private.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-order-internal.h"

/* Where a time is looked for first lies mostly this near to where it is. */
#define FIRST_STEP 4

/* Ticks of events since the begin of their block. They are read one by one where they lie in one
 * run and do not fall, else all at once. */
typedef struct
{
  const SpurTickRun *run;
  guint32 position;
  guint32 offset;
  guint n_events;
  /* Of the bytes of a packed value those that count; behind the last one there is slack. */
  guint32 mask;
  gboolean is_read;
  guint32 ticks[SPUR_INDEX_BLOCK_EVENTS + SPUR_PACKED_SLACK_BYTES];
} Ticks;

static void
read_all (Ticks *self, SpurBlockReader *reader, guint32 block)
{
  gint64 ticks[SPUR_INDEX_BLOCK_EVENTS];
  gint64 begin_ticks = reader->stream->begins_ticks[block];

  spur_block_reader_read_ticks (reader, block, ticks);
  for (guint i = 0; i < self->n_events; i++)
    self->ticks[i] = (guint32) (ticks[i] - begin_ticks);
  self->is_read = TRUE;
}

static void
find_ticks (Ticks *self, SpurBlockReader *reader, guint32 block)
{
  const SpurIndexStream *stream = reader->stream;
  guint64 first = block * (guint64) SPUR_INDEX_BLOCK_EVENTS;

  self->n_events = (guint) MIN (stream->head->n_events - first, SPUR_INDEX_BLOCK_EVENTS);
  self->run = spur_block_reader_find_run (reader, first);
  self->position = (guint32) (first - self->run->first);
  self->offset = (guint32) (self->run->base_ticks - stream->begins_ticks[block]);
  self->mask =
    self->run->column.width < 4 ? (1u << (8 * self->run->column.width)) - 1 : G_MAXUINT32;
  self->is_read = FALSE;
  if ((stream->first_levels[block] & SPUR_INDEX_FALLS) != 0 ||
      self->position + self->n_events > self->run->n_events)
    read_all (self, reader, block);
}

static inline guint32
get_ticks (const Ticks *self, guint event)
{
  const SpurPackedColumn *column = &self->run->column;
  guint32 position = self->position + event;

  if (self->is_read)
    return self->ticks[event];
  if (self->run->ticks != NULL)
    return self->run->ticks[position] + self->offset;
  return (guint32) (column->base + (column->step * position >> SPUR_PACKED_STEP_BITS)) +
         (spur_get_le32 (column->values + (gsize) position * column->width) & self->mask) +
         self->offset;
}

/* Reads [first, end) to their places. */
static void
read_part (Ticks *self, guint first, guint end)
{
  SpurValuePlaces to = { (guint8 *) (self->ticks + first), NULL, sizeof (guint32),
                         sizeof (guint32) };

  if (self->is_read)
    return;
  if (self->run->ticks == NULL)
    spur_packed_column_read (&self->run->column, self->position + first, end - first, &to);
  else
    memcpy (to.start, self->run->ticks + self->position + first,
            (end - first) * sizeof *self->run->ticks);
  for (guint i = first; i < end; i++)
    self->ticks[i] += self->offset;
}

/* The last event at @ticks or before, of a block that is @length_ticks long. Events come about
 * evenly. */
static guint
find_event (const Ticks *self, guint32 ticks, guint32 length_ticks)
{
  guint guess = (guint) ((guint64) ticks * self->n_events / MAX (length_ticks, 1));
  guint low = 0, high = self->n_events, step = FIRST_STEP, middle;

  guess = MIN (guess, self->n_events - 1);
  if (get_ticks (self, guess) <= ticks)
    {
      low = guess;
      while (low + step < high && get_ticks (self, low + step) <= ticks)
        {
          low += step;
          step *= 2;
        }
      high = MIN (low + step, high);
    }
  else
    {
      high = guess;
      while (high > step && get_ticks (self, high - step) > ticks)
        {
          high -= step;
          step *= 2;
        }
      low = high > step ? high - step : 0;
    }
  low++;
  SPUR_BISECT (low, high, middle, get_ticks (self, middle) <= ticks);
  return low - 1;
}

static void
copy_row (SpurBlockTotals *self, const SpurIndexStream *stream, guint64 row)
{
  guint32 n_states = stream->head->n_states;

  row = MIN (row, spur_index_count_rows (stream->head) - 1);
  self->ticks_by_state[0] = 0;
  memcpy (self->ticks_by_state + 1, stream->rows + row * n_states,
          n_states * sizeof *self->ticks_by_state);
}

void
spur_block_totals_begin (SpurBlockTotals *self, const SpurIndexStream *stream, guint32 block)
{
  copy_row (self, stream, block * (guint64) (SPUR_INDEX_BLOCK_EVENTS / stream->head->row_events));
  self->last_state = 0;
  self->last_ticks = 0.0;
  self->event = 0;
}

/* A stream with rows has less than 256 states, each of which takes a byte. */
static inline guint32
get_state (const guint8 *column, guint32 n_states, guint event)
{
  return MIN (column[event], n_states);
}

void
spur_block_totals_read (SpurBlockTotals *self,
                        SpurBlockReader *reader,
                        guint32 block,
                        double n_ticks)
{
  const SpurIndexStream *stream = reader->stream;
  guint64 begin = block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  const guint8 *column = stream->column + begin;
  guint32 n_states = stream->head->n_states;
  guint32 length = (guint32) (stream->begins_ticks[block + 1] - stream->begins_ticks[block]);
  guint32 row_events = stream->head->row_events;
  guint first, end, event;
  Ticks ticks;

  find_ticks (&ticks, reader, block);
  self->event = event = find_event (&ticks, (guint32) n_ticks, length);
  first = event / row_events * row_events;
  end = MIN (first + row_events, ticks.n_events);
  if (event - first < end - event)
    {
      copy_row (self, stream, (begin + first) / row_events);
      read_part (&ticks, first, event + 1);
      for (guint i = first; i < event; i++)
        self->ticks_by_state[get_state (column, n_states, i)] +=
          ticks.ticks[i + 1] - ticks.ticks[i];
    }
  else
    {
      guint32 later = length;

      copy_row (self, stream, (begin + first) / row_events + 1);
      read_part (&ticks, event, MIN (end + 1, ticks.n_events));
      if (end < ticks.n_events)
        later = ticks.ticks[end];
      for (guint i = end; i > event; later = ticks.ticks[--i])
        self->ticks_by_state[get_state (column, n_states, i - 1)] -= later - ticks.ticks[i - 1];
    }
  self->last_state = get_state (column, n_states, event);
  self->last_ticks = n_ticks - ticks.ticks[event];
}

#define LINE_BYTES 64

static inline void
fetch_lines (gconstpointer bytes, guint n_lines)
{
  for (guint i = 0; i < n_lines; i++)
    __builtin_prefetch ((const guint8 *) bytes + i * LINE_BYTES);
}

void
spur_block_totals_fetch (SpurBlockReader *reader, guint64 event)
{
  const SpurIndexStream *stream = reader->stream;
  guint64 row = event / stream->head->row_events;
  guint row_lines = stream->head->n_states * sizeof (guint32) * 2 / LINE_BYTES + 1;

  const SpurTickRun *run;
  guint64 position;

  if (event + SPUR_INDEX_BLOCK_EVENTS >= stream->head->n_events)
    return;
  run = spur_block_reader_find_next_run (reader, event);
  position = event - run->first;
  fetch_lines (stream->column + event - LINE_BYTES / 2, 2);
  fetch_lines (stream->rows + row * stream->head->n_states, row_lines);
  if (run->ticks != NULL)
    fetch_lines (run->ticks + position, 4);
  else
    fetch_lines (run->column.values + position * run->column.width - LINE_BYTES * 3 / 2, 4);
}
