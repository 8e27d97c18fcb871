/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-chunk-walk.h"

#include "core/store/packet/spur-packed-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* Unpacked records of a block; 64 KiB fit into any second-level cache. */
#define BLOCK_RECORD_BYTES (64u << 10)

/**
 * SpurChunkWalk: (skip)
 *
 * The events of a stream in order, some hundred at a time.
 *
 * Where the trace is in memory, the walk hands out its chunks as they are. Of a trace that was
 * opened from a container it unpacks what is wanted into memory of its own, which stays small and
 * is used again and again. So this is the way through many events that is fast for both.
 *
 * ```c
 * g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
 * const SpurChunk *chunk;
 *
 * while ((chunk = spur_chunk_walk_next (walk)) != NULL)
 *   for (guint32 i = 0; i < chunk->n_events; i++)
 *     ...
 * ```
 *
 * A walk is used by one thread at a time; any number of walks may go through the same stream.
 *
 * Since: 1.0
 */
struct _SpurChunkWalk
{
  SpurStream *stream;
  guint n_chunks;
  guint next_chunk;

  /* Of packed chunks. */
  const SpurPackedChunk *packed;
  gboolean is_entered;
  guint32 block_events;
  SpurPackedReader reader;
  SpurPackedBlock block;
  SpurChunk chunk;
};

static guint32
get_longest_record (const SpurClassTable *table)
{
  guint32 n_bytes = 1;

  for (guint i = 0; i < table->n_classes; i++)
    n_bytes = MAX (n_bytes, table->record_bytes[i]);
  return n_bytes;
}

static void
allocate_block (SpurChunkWalk *self, SpurChunkParts parts, guint32 max_events)
{
  guint32 n_bytes = get_longest_record (self->reader.table);

  self->block_events = CLAMP (BLOCK_RECORD_BYTES / n_bytes, 64, max_events);
  if ((parts & SPUR_CHUNK_TICKS) != 0)
    self->block.ticks = g_new (guint32, self->block_events);
  if ((parts & SPUR_CHUNK_CLASSES) != 0)
    self->block.classes = g_new (guint16, self->block_events);
  if ((parts & SPUR_CHUNK_RECORDS) != 0)
    self->block.records = g_malloc (self->block_events * (gsize) n_bytes);
}

/**
 * spur_chunk_walk_new: (skip)
 * @stream: a stream of a sealed trace, which lives longer than the walk
 * @parts: what is wanted of the events; less costs less
 *
 * Makes a walk that begins at the stream's first event.
 *
 * Returns: (transfer full): the walk; free it with spur_chunk_walk_free()
 *
 * Since: 1.0
 */
SpurChunkWalk *
spur_chunk_walk_new (SpurStream *stream, SpurChunkParts parts)
{
  g_return_val_if_fail (SPUR_IS_STREAM (stream), NULL);

  return spur_chunk_walk_new_of_blocks (stream, parts, SPUR_PACKED_BLOCK_EVENTS);
}

/**
 * spur_chunk_walk_new_of_blocks: (skip)
 * @stream: a stream of a sealed trace, which lives longer than the walk
 * @parts: what is wanted of the events
 * @max_events: the most events that are unpacked at a time
 *
 * Makes a walk of smaller blocks, for walks through many streams at once, or to places far apart.
 *
 * Returns: (transfer full): the walk; free it with spur_chunk_walk_free()
 *
 * Since: 1.0
 */
SpurChunkWalk *
spur_chunk_walk_new_of_blocks (SpurStream *stream, SpurChunkParts parts, guint32 max_events)
{
  SpurChunkWalk *self = g_new0 (SpurChunkWalk, 1);

  self->stream = stream;
  self->n_chunks = spur_stream_get_n_chunks (stream);
  if (self->n_chunks == 0)
    return self;
  self->packed = spur_stream_get_packed (stream, 0);
  if (self->packed == NULL)
    return self;
  spur_packed_reader_init (&self->reader, spur_stream_get_class_table (stream));
  allocate_block (self, parts, max_events);
  self->chunk.ticks = self->block.ticks;
  self->chunk.classes = self->block.classes;
  self->chunk.records = self->block.records;
  return self;
}

/**
 * spur_chunk_walk_want_classes: (skip)
 * @self: a walk of classes, records and, if it is to be, ticks
 * @is_wanted: bytes by index of class, not zero where its events are wanted; they live as long as
 *   the walk
 *
 * Leaves out the events of other classes where that costs less.
 *
 * Since: 1.0
 */
void
spur_chunk_walk_want_classes (SpurChunkWalk *self, const guint8 *is_wanted)
{
  self->reader.is_wanted = is_wanted;
  if (self->packed != NULL)
    self->block.wanted = g_new (guint64, self->block_events + 1);
}

/**
 * spur_chunk_walk_get_wanted: (skip)
 * @self: a walk that wants some classes
 * @n_wanted: (out): how many events of the chunk are wanted
 *
 * Gets which events of the last chunk are wanted: their positions above the offsets of their
 * records, in 32 bits each. The chunk has the classes and records of these only.
 *
 * Returns: (transfer none) (nullable): the events; %NULL where the chunk has all
 *
 * Since: 1.0
 */
const guint64 *
spur_chunk_walk_get_wanted (const SpurChunkWalk *self, guint32 *n_wanted)
{
  *n_wanted = self->block.n_wanted;
  return self->block.wanted;
}

/**
 * spur_chunk_walk_free: (skip)
 * @self: (transfer full): a walk
 *
 * Ends a walk and frees its memory.
 *
 * Since: 1.0
 */
void
spur_chunk_walk_free (SpurChunkWalk *self)
{
  g_return_if_fail (self != NULL);

  if (self->packed != NULL)
    spur_packed_reader_clear (&self->reader);
  g_free (self->block.ticks);
  g_free (self->block.classes);
  g_free (self->block.records);
  g_free (self->block.wanted);
  g_free (self);
}

/**
 * spur_chunk_walk_seek: (skip)
 * @self: a walk
 * @event: position of an event in the stream, below the number of its events
 *
 * Lets the walk go on with a chunk that has the event, not always as its first one.
 *
 * Since: 1.0
 */
void
spur_chunk_walk_seek (SpurChunkWalk *self, guint64 event)
{
  guint index = spur_stream_find_chunk (self->stream, event);
  gboolean is_there = self->is_entered && self->next_chunk == index;

  self->next_chunk = index;
  if (self->packed == NULL)
    return;
  if (is_there && self->block.records != NULL &&
      spur_packed_reader_skip (&self->reader, (guint32) (event - self->packed[index].first)))
    return;
  spur_pager_touch (self->reader.table->pager, self->packed[index].n_bytes);
  spur_packed_reader_enter (&self->reader, &self->packed[index]);
  if (self->block.records != NULL)
    spur_packed_reader_seek (&self->reader, (guint32) (event - self->packed[index].first));
  else
    self->reader.at = (guint32) (event - self->packed[index].first);
  self->is_entered = TRUE;
}

static void
read_block (SpurChunkWalk *self, const SpurPackedChunk *packed)
{
  guint32 n_events = MIN (packed->n_events - self->reader.at, self->block_events);

  self->chunk.first = packed->first + self->reader.at;
  self->chunk.base_ticks = packed->base_ticks;
  self->chunk.n_events = n_events;
  spur_packed_reader_read (&self->reader, n_events, &self->block);
  self->chunk.n_record_bytes = self->block.n_record_bytes;
}

/* Goes to the next packed chunk with a wanted class; %FALSE where there is none. */
static gboolean
enter_next_chunk (SpurChunkWalk *self)
{
  while (self->reader.is_wanted != NULL &&
         !spur_packed_chunk_has_class (&self->packed[self->next_chunk], self->reader.is_wanted))
    {
      spur_pager_touch (self->reader.table->pager, self->packed[self->next_chunk].n_bytes);
      if (++self->next_chunk == self->n_chunks)
        return FALSE;
    }
  spur_pager_touch (self->reader.table->pager, self->packed[self->next_chunk].n_bytes);
  spur_packed_reader_enter (&self->reader, &self->packed[self->next_chunk]);
  spur_packed_reader_seek (&self->reader, 0);
  self->is_entered = TRUE;
  return TRUE;
}

/**
 * spur_chunk_walk_next: (skip)
 * @self: a walk
 *
 * Goes to the next events. Columns that were not wanted may be missing, and marks always.
 *
 * Returns: (transfer none) (nullable): a chunk, which is there until the next call; %NULL at the
 *   end of the stream
 *
 * Since: 1.0
 */
const SpurChunk *
spur_chunk_walk_next (SpurChunkWalk *self)
{
  const SpurPackedChunk *packed;

  g_return_val_if_fail (self != NULL, NULL);

  if (self->next_chunk >= self->n_chunks)
    return NULL;
  if (self->packed == NULL)
    return spur_stream_get_chunk (self->stream, self->next_chunk++);
  if (!self->is_entered && !enter_next_chunk (self))
    return NULL;
  packed = &self->packed[self->next_chunk];
  read_block (self, packed);
  if (self->reader.at == packed->n_events)
    {
      self->is_entered = FALSE;
      self->next_chunk++;
    }
  return &self->chunk;
}

/**
 * spur_stream_visit_wanted: (skip)
 * @stream: a stream of a sealed trace
 * @is_wanted: bytes by index of class, not zero where its events are wanted
 * @visit: (scope call): what is called with each
 * @user_data: what it is called with
 *
 * Goes through the events of some classes in order.
 *
 * Since: 1.0
 */
void
spur_stream_visit_wanted (SpurStream *stream,
                          const guint8 *is_wanted,
                          SpurWantedVisit visit,
                          gpointer user_data)
{
  const SpurClassTable *classes = spur_stream_get_class_table (stream);
  g_autoptr (SpurChunkWalk) walk =
    spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  const SpurChunk *chunk;

  spur_chunk_walk_want_classes (walk, is_wanted);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      guint32 n_wanted;
      const guint64 *wanted = spur_chunk_walk_get_wanted (walk, &n_wanted);
      const guint8 *record = chunk->records;

      for (guint32 i = 0; wanted != NULL && i < n_wanted; i++)
        visit (classes->layouts[chunk->classes[wanted[i] >> 32]],
               chunk->records + (guint32) wanted[i], chunk->first + (wanted[i] >> 32), user_data);
      for (guint32 i = 0; wanted == NULL && i < chunk->n_events; i++)
        {
          const SpurEventLayout *layout = classes->layouts[chunk->classes[i]];

          if (is_wanted[chunk->classes[i]])
            visit (layout, record, chunk->first + i, user_data);
          record += layout->n_bytes;
        }
    }
}
