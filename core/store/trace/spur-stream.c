/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-stream.h"

#include <string.h>

#include "core/base/spur-integer-private.h"
#include "core/base/spur-object-internal.h"
#include "core/store/trace/spur-spool-private.h"
#include "core/store/trace/spur-stream-private.h"

#define FIRST_CHUNK_EVENTS 256
#define LEAST_CHUNK_EVENTS 64
/* Shorter streams are many: each would need a walk's buffers to unpack it, and saves little. */
#define LEAST_COMPACT_EVENTS (1u << 14)
#define RECORD_BYTES_PER_EVENT 28
#define MIN_RECORD_BYTES 4096
/* The ticks, the class, and its part of a mark. */
#define COLUMN_BYTES_PER_EVENT 7

/**
 * SpurStream:
 *
 * The locally ordered events of one recorder, stamped by one clock.
 *
 * Events lie in chunks of columns (#SpurChunk). A stream is filled by its codec, then sealed with
 * its trace, and read-only from then on; any number of threads may read it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_OBJECT (SpurStream, spur_stream, 0)

static void
free_buffer (SpurStream *self)
{
  if (self->n_block_bytes > 0)
    g_free (self->block);
  self->block = NULL;
  self->n_block_bytes = 0;
  self->thread = NULL;
}

static void
spur_stream_clear (SpurStream *self)
{
  for (guint i = 0; self->kept != NULL && i < self->packed->len; i++)
    g_free (self->kept[i]);
  spur_stream_free_packer (self);
  g_free (self->kept);
  g_free (self->copied);
  g_mutex_clear (&self->copying);
  g_array_unref (self->packed);
  g_array_unref (self->chunks);
  free_buffer (self);
  spur_arena_clear (&self->arena);
  g_array_unref (self->clock_offsets);
  g_free (self->name);
}

static void
spur_stream_init (SpurStream *self)
{
  self->chunks = g_array_new (FALSE, FALSE, sizeof (SpurChunk));
  self->packed = g_array_new (FALSE, FALSE, sizeof (SpurPackedChunk));
  g_mutex_init (&self->copying);
  spur_arena_init (&self->arena);
  self->clock_offsets = g_array_new (FALSE, FALSE, sizeof (SpurClockOffset));
  self->out_of_range = G_MAXUINT64;
  self->last_ticks = G_MININT64;
  self->record_bytes_per_event = RECORD_BYTES_PER_EVENT;
}

SpurStream *
spur_stream_new (const SpurClassTable *classes,
                 guint index,
                 const char *name,
                 guint clock,
                 guint64 resolution_hz,
                 guint32 target)
{
  SpurStream *self = g_object_new (SPUR_TYPE_STREAM, NULL);
  SpurInt128 limit =
    (SpurInt128) SPUR_TIME_LIMIT_NS * (SpurInt128) resolution_hz / SPUR_STREAM_NS_PER_S;

  self->classes = classes;
  self->index = index;
  self->name = g_strdup (name);
  self->clock = clock;
  self->target = target;
  self->resolution_hz = (gint64) resolution_hz;
  self->limit_ticks = limit > SPUR_TIME_LIMIT_NS ? SPUR_TIME_LIMIT_NS : (gint64) limit;
  return self;
}

static gsize
count_chunk_bytes (const SpurStream *self)
{
  gsize n_marks = (self->max_events + SPUR_CHUNK_MARK_EVENTS - 1) / SPUR_CHUNK_MARK_EVENTS;

  return self->max_events * (sizeof (guint32) + sizeof (guint16)) + n_marks * sizeof (guint32) +
         self->max_bytes;
}

static void
set_chunk_size (SpurStream *self, guint n_events)
{
  self->max_events = MIN (n_events, self->classes->chunk_events);
  self->max_bytes = MAX (self->max_events * self->record_bytes_per_event, MIN_RECORD_BYTES);
}

/* Chunks that are written away leave their memory behind for the next one. */
static void
open_buffer (SpurStream *self)
{
  SpurBuffers *buffers = spur_spool_get_buffers (self->classes->spool);
  GThread *thread = g_thread_self ();
  gsize n_bytes = count_chunk_bytes (self), share;

  if (n_bytes <= self->n_block_bytes && thread == self->thread)
    return;
  share = spur_buffers_get_share (buffers);
  if (n_bytes > share)
    {
      set_chunk_size (self, MAX (share / (self->record_bytes_per_event + COLUMN_BYTES_PER_EVENT),
                                 LEAST_CHUNK_EVENTS));
      n_bytes = count_chunk_bytes (self);
    }
  n_bytes = MAX (n_bytes, self->n_block_bytes);
  spur_buffers_set (buffers, self, self->index, n_bytes, spur_stream_drop_buffer);
  self->thread = thread;
  if (n_bytes == self->n_block_bytes)
    return;
  g_free (self->block);
  self->block = g_malloc (n_bytes);
  self->n_block_bytes = n_bytes;
}

void
spur_stream_drop_buffer (SpurStream *self)
{
  spur_stream_close (self);
  if (self->n_block_bytes == 0)
    return;
  spur_buffers_set (spur_spool_get_buffers (self->classes->spool), self, self->index, 0,
                    spur_stream_drop_buffer);
  free_buffer (self);
}

static void
open_chunk (SpurStream *self)
{
  gsize n_marks;

  set_chunk_size (self, MAX (self->last_events * 2, FIRST_CHUNK_EVENTS));
  if (self->classes->spool == NULL)
    self->block = spur_arena_alloc (&self->arena, count_chunk_bytes (self));
  else
    open_buffer (self);
  n_marks = (self->max_events + SPUR_CHUNK_MARK_EVENTS - 1) / SPUR_CHUNK_MARK_EVENTS;
  self->ticks = (guint32 *) (gpointer) self->block;
  self->marks = self->ticks + self->max_events;
  self->class_column = (guint16 *) (self->marks + n_marks);
  self->records = (guint8 *) (self->class_column + self->max_events);
  self->max_open_events = self->max_events;
  self->open_events = 0;
  self->open_bytes = 0;
}

/* Kept out of appending, where it would be done event by event. */
static void
take_ticks (SpurStream *self)
{
  SpurChunkFacts facts = { 0 };
  gint64 limit = self->limit_ticks;

  /* A chunk of times near the limits of 64 bits may wrap around. */
  if (self->base_ticks < -limit || self->base_ticks > limit)
    {
      if (self->out_of_range == G_MAXUINT64)
        {
          self->out_of_range = self->n_events;
          self->out_of_range_ticks = self->base_ticks;
        }
      return;
    }
  spur_chunk_facts_take_ticks (&facts, self->base_ticks, self->ticks, self->open_events, TRUE);
  self->n_steps_back += facts.n_steps_back + (self->base_ticks < self->last_ticks);
  self->last_ticks = facts.last_ticks;
  self->min_ticks = MIN (self->min_ticks, facts.min_ticks);
  self->max_ticks = MAX (self->max_ticks, facts.max_ticks);
  for (guint32 i = 0; facts.max_ticks > limit && self->out_of_range == G_MAXUINT64; i++)
    {
      if (self->base_ticks + self->ticks[i] <= limit)
        continue;
      self->out_of_range = self->n_events + i;
      self->out_of_range_ticks = self->base_ticks + self->ticks[i];
    }
}

/* Columns of a chunk that ends early move together. The records come last in a block, so that
 * what is not needed goes to the next block. */
static void
pack_chunk (SpurStream *self)
{
  guint32 n_events = self->open_events;
  gsize n_marks = (n_events + SPUR_CHUNK_MARK_EVENTS - 1) / SPUR_CHUNK_MARK_EVENTS;
  guint32 *marks = self->ticks + n_events;
  guint16 *class_column = (guint16 *) (marks + n_marks);
  guint8 *records = (guint8 *) (class_column + n_events);

  if (n_events < self->max_events)
    {
      self->marks = memmove (marks, self->marks, n_marks * sizeof *marks);
      self->class_column =
        memmove (class_column, self->class_column, n_events * sizeof *class_column);
      self->records = memmove (records, self->records, self->open_bytes);
    }
  spur_arena_trim_last (&self->arena,
                        (gsize) (self->records - (guint8 *) self->ticks) + self->open_bytes);
}

static void
spool_chunk (SpurStream *self, const SpurChunk *chunk)
{
  SpurPackedChunk packed;

  spur_spool_add (self->classes->spool, chunk, &packed);
  packed.first = chunk->first;
  g_array_append_val (self->packed, packed);
}

/* Beside chunks that were packed by others. The columns are not needed any more. */
static void
pack_in_memory (SpurStream *self, const SpurChunk *chunk)
{
  SpurPackedChunk packed = { .first = chunk->first,
                             .base_ticks = chunk->base_ticks,
                             .n_events = chunk->n_events };
  SpurChunkFacts facts;
  guint8 *bytes;

  if (self->packer == NULL)
    {
      self->packer = g_new (SpurPackedWriter, 1);
      spur_packed_writer_init (self->packer, self->classes);
    }
  spur_packed_writer_pack (self->packer, chunk, &facts);
  for (guint i = 0; i < SPUR_N_REFERENCES; i++)
    self->n_referred[i] = MAX (self->n_referred[i], facts.n_referred[i]);
  packed.n_bytes = self->packer->n_bytes;
  bytes = spur_arena_alloc (&self->arena, packed.n_bytes + SPUR_PACKED_SLACK_BYTES);
  packed.bytes = memcpy (bytes, self->packer->bytes, packed.n_bytes);
  memset (bytes + packed.n_bytes, 0, SPUR_PACKED_SLACK_BYTES);
  g_array_append_val (self->packed, packed);
}

void
spur_stream_free_packer (SpurStream *self)
{
  if (self->packer != NULL)
    spur_packed_writer_clear (self->packer);
  g_clear_pointer (&self->packer, g_free);
}

void
spur_stream_close (SpurStream *self)
{
  SpurChunk chunk = { .first = self->n_events,
                      .base_ticks = self->base_ticks,
                      .n_events = self->open_events,
                      .n_record_bytes = self->open_bytes };

  if (self->open_events == 0)
    return;
  take_ticks (self);
  if (self->classes->spool == NULL)
    pack_chunk (self);
  chunk.ticks = self->ticks;
  chunk.classes = self->class_column;
  chunk.records = self->records;
  chunk.marks = self->marks;
  if (self->classes->spool == NULL && self->packed->len > 0)
    pack_in_memory (self, &chunk);
  else if (self->classes->spool == NULL)
    g_array_append_val (self->chunks, chunk);
  else if (self->out_of_range == G_MAXUINT64)
    spool_chunk (self, &chunk);
  self->record_bytes_per_event =
    MAX (self->record_bytes_per_event, self->open_bytes / self->open_events + 4);
  self->n_events += self->open_events;
  self->last_events = self->open_events;
  self->open_events = 0;
  self->open_bytes = 0;
  self->max_open_events = 0;
  self->ticks = NULL;
}

/* Full chunks stay as they are until the stream goes. */
void
spur_stream_share (SpurStream *self, SpurStream *to)
{
  spur_stream_close (self);
  g_array_append_vals (to->chunks, self->chunks->data, self->chunks->len);
  g_array_append_vals (to->clock_offsets, self->clock_offsets->data, self->clock_offsets->len);
  to->origin = self->origin;
  to->n_events = self->n_events;
  to->n_steps_back = self->n_steps_back;
  to->out_of_range = self->out_of_range;
  to->out_of_range_ticks = self->out_of_range_ticks;
  to->last_ticks = self->last_ticks;
  to->min_ticks = self->min_ticks;
  to->max_ticks = self->max_ticks;
}

/* Chunks in memory become packed ones, as a stream has only one of the two. */
static void
pack_all_chunks (SpurStream *self)
{
  spur_stream_close (self);
  for (guint i = 0; i < self->chunks->len; i++)
    pack_in_memory (self, &g_array_index (self->chunks, SpurChunk, i));
  g_array_set_size (self->chunks, 0);
}

void
spur_stream_compact (guint index, gpointer streams)
{
  SpurStream *self = ((SpurStream **) streams)[index];
  SpurArena columns = self->arena;

  if (self->packed->len > 0 || self->n_events < LEAST_COMPACT_EVENTS)
    return;
  spur_arena_init (&self->arena);
  pack_all_chunks (self);
  spur_arena_clear (&columns);
  spur_stream_begin_reading (self, NULL);
}

void
spur_stream_adopt_packed (SpurStream *self,
                          const SpurPackedChunk *chunk,
                          const SpurChunkFacts *facts)
{
  SpurPackedChunk adopted = *chunk;

  pack_all_chunks (self);
  if (adopted.values != NULL)
    {
      gsize n_head_bytes = spur_packed_chunk_get_head_bytes (chunk);

      adopted.bytes =
        memcpy (spur_arena_alloc (&self->arena, n_head_bytes), chunk->bytes, n_head_bytes);
    }
  adopted.first = self->n_events;
  g_array_append_val (self->packed, adopted);
  self->n_events += chunk->n_events;
  self->n_steps_back += facts->n_steps_back + (facts->first_ticks < self->last_ticks);
  self->last_ticks = facts->last_ticks;
  self->min_ticks = MIN (self->min_ticks, facts->min_ticks);
  self->max_ticks = MAX (self->max_ticks, facts->max_ticks);
}

const SpurPackedChunk *
spur_stream_get_packed (SpurStream *self, guint index)
{
  return self->packed->len > 0 ? &g_array_index (self->packed, SpurPackedChunk, index) : NULL;
}

const SpurClassTable *
spur_stream_get_class_table (SpurStream *self)
{
  return self->classes;
}

void
spur_stream_set_n_steps_back (SpurStream *self, guint64 n_steps_back)
{
  self->n_steps_back = n_steps_back;
}

void
spur_stream_set_span (SpurStream *self, gint64 min_ticks, gint64 max_ticks)
{
  self->min_ticks = min_ticks;
  self->max_ticks = max_ticks;
}

void
spur_stream_get_span (SpurStream *self, gint64 *min_ticks, gint64 *max_ticks)
{
  *min_ticks = self->min_ticks;
  *max_ticks = self->max_ticks;
}

gint64
spur_stream_get_limit_ticks (SpurStream *self)
{
  return self->limit_ticks;
}

static guint8 *add_event_to_new_chunk (SpurStream *self, gint64 ticks, guint class_index);

/* What is rarely needed is a call at its very end, so that it keeps no registers. */
static inline guint8 *
add_event (SpurStream *self, gint64 ticks, guint class_index)
{
  guint32 n_bytes = self->classes->record_bytes[class_index];
  guint32 position = self->open_events;
  guint8 *record;
  guint64 since_base = (guint64) ticks - (guint64) self->base_ticks;

  if (G_UNLIKELY (position == self->max_open_events || since_base > G_MAXUINT32 ||
                  n_bytes > self->max_bytes - self->open_bytes))
    return add_event_to_new_chunk (self, ticks, class_index);
  record = self->records + self->open_bytes;
  if (position % SPUR_CHUNK_MARK_EVENTS == 0)
    self->marks[position / SPUR_CHUNK_MARK_EVENTS] = self->open_bytes;
  self->ticks[position] = (guint32) since_base;
  self->class_column[position] = (guint16) class_index;
  self->open_bytes += n_bytes;
  self->open_events = position + 1;
  return record;
}

G_NO_INLINE static guint8 *
add_event_to_new_chunk (SpurStream *self, gint64 ticks, guint class_index)
{
  spur_stream_close (self);
  open_chunk (self);
  self->base_ticks = ticks;
  return add_event (self, ticks, class_index);
}

/* Most records are so short that a call costs more than copying them: both ends, which overlap. */
static inline void
copy_record (guint8 *to, const guint8 *from, guint32 n_bytes)
{
  if (n_bytes > 32)
    {
      memcpy (to, from, n_bytes);
    }
  else if (n_bytes >= 16)
    {
      memcpy (to, from, 16);
      memcpy (to + n_bytes - 16, from + n_bytes - 16, 16);
    }
  else if (n_bytes >= 8)
    {
      memcpy (to, from, 8);
      memcpy (to + n_bytes - 8, from + n_bytes - 8, 8);
    }
  else
    {
      for (guint32 i = 0; i < n_bytes; i++)
        to[i] = from[i];
    }
}

/**
 * spur_stream_append:
 * @self: a stream of a trace that is not sealed yet
 * @ticks: the event's raw time
 * @class_index: its class in the trace
 * @record: its fields, packed as the class's layout says
 *
 * Adds an event at the end. A time outside of plus or minus %SPUR_TIME_LIMIT_NS makes
 * spur_trace_seal() fail.
 *
 * Since: 1.0
 */
void
spur_stream_append (SpurStream *self, gint64 ticks, guint class_index, const void *record)
{
  copy_record (add_event (self, ticks, class_index), record,
               self->classes->record_bytes[class_index]);
}

/**
 * spur_stream_append_in_place: (skip)
 * @self: a stream of a trace that is not sealed yet
 * @ticks: the event's raw time
 * @class_index: its class in the trace
 *
 * Adds an event at the end like spur_stream_append(), but leaves it to the caller to write its
 * fields, all of them, before anything else is done with @self or added to the trace. It saves a
 * copy whose size the compiler does not know, which counts where tens of millions of events are
 * read.
 *
 * Returns: (transfer none): where the fields are to be written, packed as the class's layout
 *   says; not aligned
 *
 * Since: 1.0
 */
gpointer
spur_stream_append_in_place (SpurStream *self, gint64 ticks, guint class_index)
{
  return add_event (self, ticks, class_index);
}

/**
 * spur_stream_get_index:
 * @self: a stream
 *
 * Gets its position in the trace.
 *
 * Returns: its position
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_stream_get_index, SpurStream, SPUR_IS_STREAM, self->index)

/**
 * spur_stream_get_name:
 * @self: a stream
 *
 * Gets its name.
 *
 * Returns: (transfer none): its name
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *, spur_stream_get_name, SpurStream, SPUR_IS_STREAM, self->name)

/**
 * spur_stream_get_target:
 * @self: a stream
 *
 * Gets the target that its events happened on, an entry of the trace's table of active objects,
 * or %SPUR_NONE.
 *
 * Returns: the target
 *
 * Since: 1.0
 */
guint32
spur_stream_get_target (SpurStream *self)
{
  g_return_val_if_fail (SPUR_IS_STREAM (self), SPUR_NONE);

  return self->target;
}

/**
 * spur_stream_get_clock:
 * @self: a stream
 *
 * Gets its clock, an entry of the trace's table of clocks.
 *
 * Returns: its clock
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_stream_get_clock, SpurStream, SPUR_IS_STREAM, self->clock)

/**
 * spur_stream_get_origin:
 * @self: a stream
 *
 * The origin of the identifiers of the stream's events: with an event's position it makes a number
 * that no event of another stream has, in whatever trace that is.
 *
 * Returns: a random number, or 0 where the recorder gave none
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint64, spur_stream_get_origin, SpurStream, SPUR_IS_STREAM, self->origin)

/**
 * spur_stream_set_origin:
 * @self: a stream
 * @origin: the origin of its events' identifiers, or 0
 *
 * Called by recorders, and by readers of what was recorded.
 *
 * Since: 1.0
 */
void
spur_stream_set_origin (SpurStream *self, guint64 origin)
{
  g_return_if_fail (SPUR_IS_STREAM (self));

  self->origin = origin;
}

/**
 * spur_stream_get_n_events:
 * @self: a stream
 *
 * Gets how many events it has.
 *
 * Returns: how many events it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint64, spur_stream_get_n_events, SpurStream, SPUR_IS_STREAM, self->n_events + self->open_events)

/**
 * spur_stream_get_n_steps_back:
 * @self: a stream
 *
 * Gets how many events have a raw time before that of the event before them.
 *
 * Returns: how many events have a raw time before that of the event before them
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint64, spur_stream_get_n_steps_back, SpurStream, SPUR_IS_STREAM, self->n_steps_back)

/**
 * spur_stream_add_clock_offset:
 * @self: a stream
 * @offset: what was measured of its clock
 *
 * Notes what a tracer measured of the stream's clock.
 *
 * Since: 1.0
 */
void
spur_stream_add_clock_offset (SpurStream *self, const SpurClockOffset *offset)
{
  g_return_if_fail (SPUR_IS_STREAM (self));
  g_return_if_fail (offset != NULL);

  g_array_append_val (self->clock_offsets, *offset);
}

/**
 * spur_stream_get_clock_offsets:
 * @self: a stream
 * @n_offsets: (out): how many
 *
 * Gets what was measured of its clock.
 *
 * Returns: (transfer none) (array length=n_offsets): what was measured of its clock
 *
 * Since: 1.0
 */
const SpurClockOffset *
spur_stream_get_clock_offsets (SpurStream *self, guint *n_offsets)
{
  g_return_val_if_fail (SPUR_IS_STREAM (self), NULL);
  g_return_val_if_fail (n_offsets != NULL, NULL);

  *n_offsets = self->clock_offsets->len;
  return (const SpurClockOffset *) (gpointer) self->clock_offsets->data;
}
