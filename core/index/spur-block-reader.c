/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/index/spur-block-reader-private.h"

#include <string.h>

#include "core/base/spur-order-internal.h"

/* A time map rounds each time down by less than 1 ns, and so does the unit of a clock, so the times
 * in between are off by less than that for each event. Where events last this long that is less
 * than 1/512 of a column, half of what a cell's share can say. */
#define LEAST_STRETCHED_NS G_GINT64_CONSTANT (512)

void
spur_block_reader_init (SpurBlockReader *self,
                        const SpurIndexStream *stream,
                        SpurCorrection *correction)
{
  self->stream = stream;
  self->is_ns = spur_stream_is_in_ns (stream->stream);
  memset (&self->run, 0, sizeof self->run);
  self->block = G_MAXUINT32;
  spur_time_walk_init (&self->walk, correction, spur_stream_get_index (stream->stream));
}

static guint64
get_first_event (const SpurBlockReader *self, guint32 block)
{
  if (block == self->stream->head->n_blocks)
    return self->stream->head->n_events - 1;
  return block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
}

static gint64
get_raw_ns (const SpurBlockReader *self, gint64 ticks)
{
  return self->is_ns ? ticks : spur_stream_ticks_to_ns (self->stream->stream, ticks);
}

gint64
spur_block_reader_get_begin_ns (SpurBlockReader *self, guint32 block)
{
  gint64 raw_ns = get_raw_ns (self, self->stream->begins_ticks[block]);

  if (self->walk.n_maps == 0)
    return raw_ns;
  return spur_time_walk_at (&self->walk, get_first_event (self, block), raw_ns);
}

guint32
spur_block_reader_count_until (SpurBlockReader *self, gint64 time_ns)
{
  guint32 low = 0, high = self->stream->head->n_blocks, middle;

  SPUR_BISECT (low, high, middle, spur_block_reader_get_begin_ns (self, middle) <= time_ns)
  return low;
}

const SpurTickRun *
spur_block_reader_find_run (SpurBlockReader *self, guint64 event)
{
  if (event - self->run.first >= self->run.n_events)
    spur_stream_find_ticks (self->stream->stream, event, &self->run);
  return &self->run;
}

void
spur_block_reader_read_ticks (SpurBlockReader *self, guint32 block, gint64 *ticks)
{
  guint64 first = get_first_event (self, block);
  guint n_events = (guint) MIN (self->stream->head->n_events - first, SPUR_INDEX_BLOCK_EVENTS);
  gint64 latest = self->stream->begins_ticks[block];
  guint32 words[SPUR_INDEX_BLOCK_EVENTS + SPUR_PACKED_SLACK_BYTES];
  SpurValuePlaces to = { (guint8 *) words, NULL, sizeof *words, sizeof *words };

  for (guint i = 0; i < n_events;)
    {
      const SpurTickRun *run = spur_block_reader_find_run (self, first + i);
      guint32 position = (guint32) (first + i - run->first);
      guint32 n_read = MIN (n_events - i, run->n_events - position);
      const guint32 *values = run->ticks != NULL ? run->ticks + position : words;
      gint64 base_ticks = run->base_ticks;

      if (run->ticks == NULL)
        spur_packed_column_read (&run->column, position, n_read, &to);
      for (guint k = 0; k < n_read; k++)
        ticks[i + k] = latest = MAX (latest, base_ticks + values[k]);
      i += n_read;
    }
}

void
spur_block_reader_read (SpurBlockReader *self, guint32 block)
{
  guint64 first = get_first_event (self, block);
  gint64 *times_ns = self->times_ns;

  if (block == self->block)
    return;
  self->block = block;
  self->n_events = (guint) MIN (self->stream->head->n_events - first, SPUR_INDEX_BLOCK_EVENTS);
  spur_block_reader_read_ticks (self, block, times_ns);
  for (guint i = 0; !self->is_ns && i < self->n_events; i++)
    times_ns[i] = spur_stream_ticks_to_ns (self->stream->stream, times_ns[i]);
  for (guint i = 0; self->walk.n_maps > 0 && i < self->n_events; i++)
    times_ns[i] = spur_time_walk_at (&self->walk, first + i, times_ns[i]);
  times_ns[self->n_events] = spur_block_reader_get_begin_ns (self, block + 1);
}

/* Whether a map is one line from an event to another, and where it takes their times. */
static gboolean
is_one_line (const SpurTimeMap *map, gsize *hint, const guint64 events[2], gint64 times_ns[2])
{
  gsize n_knots, n_before;
  const SpurKnot *knots = spur_time_map_get_knots (map, &n_knots);
  gint64 to_ns = spur_time_map_apply_near (map, hint, events[0], times_ns[0]);
  gboolean is_inside;

  n_before = *hint;
  /* Between two knots no time is before the one or after the other. */
  is_inside =
    n_before == 0 || n_before == n_knots ||
    (times_ns[0] >= knots[n_before - 1].from_ns && times_ns[1] <= knots[n_before].from_ns);
  times_ns[0] = to_ns;
  times_ns[1] = spur_time_map_apply_near (map, hint, events[1], times_ns[1]);
  return is_inside && *hint == n_before;
}

gboolean
spur_block_reader_is_long (const SpurBlockReader *self, gint64 n_events, gint64 length_ns)
{
  return length_ns >= n_events * (self->walk.n_maps + !self->is_ns) * LEAST_STRETCHED_NS;
}

gboolean
spur_block_reader_is_line (SpurBlockReader *self, guint32 block, guint32 end)
{
  const SpurIndexStream *stream = self->stream;
  guint64 events[2] = { get_first_event (self, block), get_first_event (self, end) };
  gint64 times_ns[2];

  if (self->walk.n_maps == 0)
    return TRUE;
  times_ns[0] = get_raw_ns (self, stream->begins_ticks[block]);
  times_ns[1] = get_raw_ns (self, stream->begins_ticks[end]);
  for (guint i = 0; i < self->walk.n_maps; i++)
    {
      if (!is_one_line (self->walk.maps[i], &self->walk.hints[i], events, times_ns))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_block_reader_is_even (
  SpurBlockReader *self, guint32 block, guint32 end, gint64 begin_ns, gint64 end_ns)
{
  /* Half of a block may be a column. */
  gint64 n_events = (gint64) (end - block) * SPUR_INDEX_BLOCK_EVENTS * 2;

  return spur_block_reader_is_long (self, n_events, end_ns - begin_ns) &&
         spur_block_reader_is_line (self, block, end);
}
