/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of a stream that is filled, in any order. */
#include <string.h>

#include "core/base/spur-integer-private.h"
#include "core/base/spur-object-internal.h"
#include "core/store/trace/spur-stream-private.h"

/**
 * spur_stream_get_n_chunks:
 * @self: a stream of a sealed trace
 *
 * Gets how many chunks it has.
 *
 * Returns: how many chunks it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint,
                    spur_stream_get_n_chunks,
                    SpurStream,
                    SPUR_IS_STREAM,
                    self->packed->len > 0 ? self->packed->len : self->chunks->len)

static SpurChunk *
unpack_chunk (SpurStream *self, guint index)
{
  const SpurPackedChunk *packed = &g_array_index (self->packed, SpurPackedChunk, index);

  spur_pager_touch (self->classes->pager, packed->n_bytes);
  return spur_packed_chunk_unpack (packed, self->classes);
}

/* The first thread to finish keeps its unpacked chunk; the others free theirs. */
static const SpurChunk *
keep_chunk (SpurStream *self, guint index)
{
  SpurChunk *chunk = g_atomic_pointer_get (&self->kept[index]);

  if (chunk != NULL)
    return chunk;
  chunk = unpack_chunk (self, index);
  if (g_atomic_pointer_compare_and_exchange (&self->kept[index], NULL, chunk))
    return chunk;
  g_free (chunk);
  return g_atomic_pointer_get (&self->kept[index]);
}

/**
 * spur_stream_get_chunk:
 * @self: a stream of a sealed trace
 * @index: which chunk, below spur_stream_get_n_chunks()
 *
 * Of a trace that was opened from a container the chunk is unpacked and stays in memory. Who reads
 * many events takes a #SpurChunkWalk.
 *
 * Returns: (transfer none): the chunk; it lives as long as @self
 *
 * Since: 1.0
 */
const SpurChunk *
spur_stream_get_chunk (SpurStream *self, guint index)
{
  g_return_val_if_fail (SPUR_IS_STREAM (self), NULL);
  g_return_val_if_fail (index < spur_stream_get_n_chunks (self), NULL);

  if (self->packed->len > 0)
    return keep_chunk (self, index);
  return &g_array_index (self->chunks, SpurChunk, index);
}

#define LINE_BYTES 64
/* Bytes fetched per column, and chunks per stream. Of larger columns the processor prefetches the
 * rest by itself. */
#define MAX_FETCHED_BYTES 2048
#define MAX_FETCHED_CHUNKS 4

/* Both ends are read, as processors do not fetch what lies in a page that they do not know. */
static void
fetch_bytes (gconstpointer data, gsize n_bytes)
{
  const volatile guint8 *bytes = data;

  n_bytes = MIN (n_bytes, MAX_FETCHED_BYTES);
  if (n_bytes == 0)
    return;
  (void) bytes[0];
  (void) bytes[n_bytes - 1];
  for (gsize i = LINE_BYTES; i < n_bytes; i += LINE_BYTES)
    __builtin_prefetch ((const guint8 *) data + i);
}

static void
fetch_columns (const SpurStream *self, SpurChunkParts parts)
{
  for (guint i = 0; i < MIN (self->chunks->len, MAX_FETCHED_CHUNKS); i++)
    {
      const SpurChunk *chunk = &g_array_index (self->chunks, SpurChunk, i);

      if ((parts & SPUR_CHUNK_TICKS) != 0)
        fetch_bytes (chunk->ticks, chunk->n_events * sizeof *chunk->ticks);
      if ((parts & SPUR_CHUNK_CLASSES) != 0)
        fetch_bytes (chunk->classes, chunk->n_events * sizeof *chunk->classes);
      if ((parts & SPUR_CHUNK_RECORDS) != 0)
        fetch_bytes (chunk->records, chunk->n_record_bytes);
    }
}

/* What one load leads to is loaded after those of the other streams, as loads that do not wait for
 * each other cost hardly more than one. */
void
spur_streams_fetch (SpurStream **streams, guint n_streams, SpurChunkParts parts)
{
  for (guint s = 0; s < n_streams; s++)
    fetch_bytes (streams[s], sizeof *streams[s]);
  for (guint s = 0; s < n_streams; s++)
    {
      fetch_bytes (streams[s]->packed, sizeof *streams[s]->packed);
      fetch_bytes (streams[s]->chunks, sizeof *streams[s]->chunks);
    }
  for (guint s = 0; s < n_streams; s++)
    fetch_bytes (streams[s]->chunks->data, streams[s]->chunks->len * sizeof (SpurChunk));
  for (guint s = 0; s < n_streams; s++)
    fetch_columns (streams[s], parts);
}

static guint64
get_first (SpurStream *self, guint index)
{
  return self->packed->len > 0 ? g_array_index (self->packed, SpurPackedChunk, index).first
                               : g_array_index (self->chunks, SpurChunk, index).first;
}

guint
spur_stream_find_chunk (SpurStream *self, guint64 event)
{
  guint low = 0, high = spur_stream_get_n_chunks (self);

  g_return_val_if_fail (event < self->n_events, 0);

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (get_first (self, middle) <= event)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Where the ticks of the chunk with an event are; @touch says how much of it is read. */
static void
find_run (SpurStream *self,
          guint64 event,
          SpurTickRun *run,
          void (*touch) (SpurPager *pager, gsize n_bytes))
{
  guint index = spur_stream_find_chunk (self, event);
  const SpurPackedChunk *packed = spur_stream_get_packed (self, index);
  const SpurChunk *chunk;

  if (packed != NULL)
    {
      touch (self->classes->pager, packed->n_bytes);
      *run = (SpurTickRun){ packed->first, packed->n_events, packed->base_ticks, NULL, { 0 } };
      spur_packed_chunk_find_ticks (packed, &run->column);
      return;
    }
  chunk = &g_array_index (self->chunks, SpurChunk, index);
  *run = (SpurTickRun){ chunk->first, chunk->n_events, chunk->base_ticks, chunk->ticks, { 0 } };
}

/**
 * spur_stream_get_ticks:
 * @self: a stream of a sealed trace
 * @event: position of an event, below spur_stream_get_n_events()
 *
 * Gets the event's raw time in ticks of the stream's clock.
 *
 * Returns: the event's raw time in ticks of the stream's clock
 *
 * Since: 1.0
 */
gint64
spur_stream_get_ticks (SpurStream *self, guint64 event)
{
  SpurTickRun run;

  find_run (self, event, &run, spur_pager_touch_places);
  return spur_tick_run_get (&run, event);
}

void
spur_stream_find_ticks (SpurStream *self, guint64 event, SpurTickRun *run)
{
  find_run (self, event, run, spur_pager_touch);
}

void
spur_tick_run_read (const SpurTickRun *self, const guint64 *events, gsize n_events, gint64 *ticks)
{
  if (self->ticks == NULL)
    {
      spur_packed_column_gather (&self->column, self->first, events, n_events, self->base_ticks,
                                 ticks);
      return;
    }
  for (gsize i = 0; i < n_events; i++)
    ticks[i] = self->base_ticks + self->ticks[events[i] - self->first];
}

/**
 * spur_stream_count_classes: (skip)
 * @self: a stream of a sealed trace
 * @n_of_class: (inout) (array): numbers by class of the trace
 *
 * Adds how many events of each class the stream has. It takes time by chunk where these are packed.
 *
 * Since: 1.0
 */
void
spur_stream_count_classes (SpurStream *self, guint64 *n_of_class)
{
  for (guint i = 0; i < spur_stream_get_n_chunks (self); i++)
    {
      const SpurPackedChunk *packed = spur_stream_get_packed (self, i);
      const SpurChunk *chunk;

      if (packed != NULL)
        {
          if (packed->values == NULL)
            spur_pager_touch (self->classes->pager, packed->n_bytes);
          spur_packed_chunk_count_classes (packed, n_of_class);
          continue;
        }
      chunk = &g_array_index (self->chunks, SpurChunk, i);
      for (guint32 k = 0; k < chunk->n_events; k++)
        n_of_class[chunk->classes[k]]++;
    }
}

/**
 * spur_stream_get_class_index:
 * @self: a stream of a sealed trace
 * @event: position of an event, below spur_stream_get_n_events()
 *
 * Gets the event's class in the trace.
 *
 * Returns: the event's class
 *
 * Since: 1.0
 */
guint
spur_stream_get_class_index (SpurStream *self, guint64 event)
{
  guint index = spur_stream_find_chunk (self, event);
  const SpurPackedChunk *packed = spur_stream_get_packed (self, index);
  const SpurChunk *chunk;

  if (packed != NULL)
    {
      spur_pager_touch_places (self->classes->pager, packed->n_bytes);
      return spur_packed_chunk_get_class (packed, (guint32) (event - packed->first));
    }
  chunk = &g_array_index (self->chunks, SpurChunk, index);
  return chunk->classes[event - chunk->first];
}

/**
 * spur_stream_ticks_to_ns:
 * @self: a stream
 * @ticks: a raw time in ticks of the stream's clock
 *
 * Gets the raw time in ns of trace time, rounded down.
 *
 * Returns: the raw time in ns of trace time, rounded down
 *
 * Since: 1.0
 */
gint64
spur_stream_ticks_to_ns (SpurStream *self, gint64 ticks)
{
  gint64 seconds, rest;

  if (self->resolution_hz == SPUR_STREAM_NS_PER_S)
    return ticks;
  /* Whole seconds and the rest apart need no product of 128 bits. */
  if (self->resolution_hz <= SPUR_STREAM_NS_PER_S * 8)
    {
      seconds = ticks / self->resolution_hz;
      rest = ticks % self->resolution_hz;
      if (rest < 0)
        {
          seconds--;
          rest += self->resolution_hz;
        }
      return (gint64) ((guint64) seconds * SPUR_STREAM_NS_PER_S +
                       (guint64) (rest * SPUR_STREAM_NS_PER_S / self->resolution_hz));
    }
  return spur_mul_div_floor (ticks, SPUR_STREAM_NS_PER_S, self->resolution_hz);
}

gboolean
spur_stream_is_in_ns (SpurStream *self)
{
  return self->resolution_hz == SPUR_STREAM_NS_PER_S;
}

void
spur_stream_chunk_to_ns (
  SpurStream *self, const SpurChunk *chunk, guint32 begin, guint32 n_events, gint64 *raw_ns)
{
  gint64 base_ticks = chunk->base_ticks;
  const guint32 *ticks = chunk->ticks + begin;

  if (self->resolution_hz == SPUR_STREAM_NS_PER_S)
    {
      for (guint32 i = 0; i < n_events; i++)
        raw_ns[i] = base_ticks + ticks[i];
      return;
    }
  /* Microseconds and the like: times lie within limits, so the product does, too. */
  if (SPUR_STREAM_NS_PER_S % self->resolution_hz == 0)
    {
      guint64 factor = (guint64) (SPUR_STREAM_NS_PER_S / self->resolution_hz);

      for (guint32 i = 0; i < n_events; i++)
        raw_ns[i] = (gint64) ((guint64) (base_ticks + ticks[i]) * factor);
      return;
    }
  for (guint32 i = 0; i < n_events; i++)
    raw_ns[i] = spur_stream_ticks_to_ns (self, base_ticks + ticks[i]);
}

/**
 * spur_stream_get_raw_ns:
 * @self: a stream of a sealed trace
 * @event: position of an event, below spur_stream_get_n_events()
 *
 * Gets the event's raw time in ns of trace time.
 *
 * Returns: the event's raw time in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_stream_get_raw_ns (SpurStream *self, guint64 event)
{
  return spur_stream_ticks_to_ns (self, spur_stream_get_ticks (self, event));
}

static const guint8 *
find_record (SpurStream *self,
             const SpurChunk *chunk,
             guint64 event,
             const SpurEventLayout **layout)
{
  guint32 position = (guint32) (event - chunk->first);
  guint32 i = position - position % SPUR_CHUNK_MARK_EVENTS;
  const guint8 *record = chunk->records + chunk->marks[i / SPUR_CHUNK_MARK_EVENTS];

  for (; i < position; i++)
    record += self->classes->record_bytes[chunk->classes[i]];
  *layout = self->classes->layouts[chunk->classes[position]];
  return record;
}

/**
 * spur_stream_get_record:
 * @self: a stream of a sealed trace
 * @event: position of an event, below spur_stream_get_n_events()
 * @layout: (out) (transfer none): the layout of the event's class
 *
 * Walks less than %SPUR_CHUNK_MARK_EVENTS records. Of a trace that was opened from a container the
 * chunk is unpacked and stays in memory; who reads many events takes a #SpurChunkWalk.
 *
 * Returns: (transfer none): the event's packed record; it lives as long as @self
 *
 * Since: 1.0
 */
const guint8 *
spur_stream_get_record (SpurStream *self, guint64 event, const SpurEventLayout **layout)
{
  const SpurChunk *chunk = spur_stream_get_chunk (self, spur_stream_find_chunk (self, event));

  return find_record (self, chunk, event, layout);
}

static const SpurChunk *
find_copied (SpurStream *self, guint index)
{
  if (self->copied != NULL && self->copied_index == index)
    return self->copied;
  g_free (self->copied);
  self->copied_index = index;
  self->copied = unpack_chunk (self, index);
  return self->copied;
}

void
spur_stream_copy_record (SpurStream *self,
                         guint64 event,
                         guint8 *record,
                         const SpurEventLayout **layout)
{
  guint index = spur_stream_find_chunk (self, event);
  const guint8 *found;

  if (self->packed->len == 0)
    {
      found = find_record (self, &g_array_index (self->chunks, SpurChunk, index), event, layout);
      memcpy (record, found, (*layout)->n_bytes);
      return;
    }
  g_mutex_lock (&self->copying);
  found = find_record (self, find_copied (self, index), event, layout);
  memcpy (record, found, (*layout)->n_bytes);
  g_mutex_unlock (&self->copying);
}

void
spur_stream_begin_reading (SpurStream *self, const guint8 *bytes)
{
  for (guint i = 0; bytes != NULL && i < self->packed->len; i++)
    {
      SpurPackedChunk *packed = &g_array_index (self->packed, SpurPackedChunk, i);

      packed->bytes = bytes + packed->offset;
    }
  spur_stream_free_packer (self);
  if (self->packed->len > 0)
    self->kept = g_new0 (SpurChunk *, self->packed->len);
}
