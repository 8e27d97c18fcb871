/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-cursor.h"

#include "core/base/spur-object-internal.h"
#include "core/store/packet/spur-packed-internal.h"
#include "core/store/trace/spur-cursor-private.h"

/**
 * SpurCursor:
 *
 * Walks the events of a trace in the order of their times.
 *
 * Events of one time come in the order of their streams; within a stream the order is always the
 * stream's. The cursor stands before the first event at first. A cursor is used by one thread.
 *
 * Since: 1.0
 */

/* Events whose times are computed at once. */
#define WINDOW_EVENTS 128
/* What is unpacked of all streams together stays in the cache. */
#define ALL_BLOCK_EVENTS 16384
#define MIN_BLOCK_EVENTS WINDOW_EVENTS

/* Where the walk is in one stream. What is needed at every event comes first. */
typedef struct
{
  const gint64 *time_ns;
  const gint64 *window_end;
  const guint16 *class_index;
  const guint8 *record;
  SpurStream *stream;
  SpurChunkWalk *walk;
  const SpurChunk *chunk;
  guint index;
  /* Where in the chunk the window begins. */
  guint32 window_begin;
  SpurTimeWalk maps;
  gint64 window[WINDOW_EVENTS];
} Place;

/* The next event of a stream. Unsigned times, so that the end of a stream comes after all. */
typedef struct
{
  guint64 time;
  guint64 place;
} Key;

#define KEY_OF_TIME(time_ns) ((guint64) (time_ns) ^ G_GUINT64_CONSTANT (1) << 63)
#define TIME_OF_KEY(time) ((gint64) ((time) ^ G_GUINT64_CONSTANT (1) << 63))
#define KEY_OF_END (G_MAXUINT64 - 1)

struct _SpurCursor
{
  GObject parent_instance;

  SpurTrace *trace;
  const SpurClassTable *table;
  gboolean raw;
  gboolean has_begun;
  /* The place of the event that the cursor is on. */
  Place *at;
  Place *places;
  guint n_places;
  /* A tree of losers for a power of two of places: the leaf of place i would be entry n_leaves + i,
   * the parent of entry k is entry k / 2. */
  Key *tree;
  gsize n_leaves;
  Key winner;
  /* Of SpurCursorField. */
  GPtrArray *fields;
};

SPUR_DEFINE_OBJECT (SpurCursor, spur_cursor, 0)

static void
spur_cursor_clear (SpurCursor *self)
{
  for (guint i = 0; i < self->n_places; i++)
    spur_chunk_walk_free (self->places[i].walk);
  g_free (self->tree);
  g_free (self->places);
  g_ptr_array_unref (self->fields);
  g_clear_object (&self->trace);
}

static void
spur_cursor_init (SpurCursor *self)
{
  self->fields = g_ptr_array_new_with_free_func (g_free);
}

SpurTrace *
spur_cursor_get_trace (SpurCursor *self)
{
  return self->trace;
}

const SpurCursorField *
spur_cursor_keep_field (SpurCursor *self, SpurCursorField *field)
{
  g_ptr_array_add (self->fields, field);
  return field;
}

static guint32
get_position (const Place *place)
{
  return place->window_begin + (guint32) (place->time_ns - place->window);
}

static void
open_window (SpurCursor *self, Place *place, guint32 begin)
{
  const SpurChunk *chunk = place->chunk;
  guint32 n_events = MIN (chunk->n_events - begin, WINDOW_EVENTS);

  spur_stream_chunk_to_ns (place->stream, chunk, begin, n_events, place->window);
  for (guint32 i = 0; !self->raw && place->maps.n_maps > 0 && i < n_events; i++)
    place->window[i] = spur_time_walk_at (&place->maps, chunk->first + begin + i, place->window[i]);
  place->time_ns = place->window;
  place->window_begin = begin;
  place->window_end = place->window + n_events;
}

/* What is rarely needed at an event. */
G_NO_INLINE static guint64
open_next (SpurCursor *self, Place *place)
{
  guint32 position = 0;

  if (place->chunk != NULL)
    position = get_position (place);
  if (place->chunk == NULL || position == place->chunk->n_events)
    {
      position = 0;
      place->chunk = spur_chunk_walk_next (place->walk);
      if (place->chunk == NULL)
        return KEY_OF_END;
      place->record = place->chunk->records;
      place->class_index = place->chunk->classes;
    }
  open_window (self, place, position);
  return KEY_OF_TIME (*place->time_ns);
}

static inline guint64
step_place (SpurCursor *self, Place *place)
{
  place->record += self->table->record_bytes[*place->class_index++];
  if (G_UNLIKELY (++place->time_ns == place->window_end))
    return open_next (self, place);
  return KEY_OF_TIME (*place->time_ns);
}

/* Takes a key from its leaf up to the root. Which of two comes first is as good as random, so it
 * is worked out without a branch. Of equal times the one from the left wins. */
static inline void
replay_key (SpurCursor *self, Key key)
{
  Key *tree = self->tree;

  for (gsize node = self->n_leaves + key.place; node > 1; node /= 2)
    {
      Key *other = &tree[node / 2];
      guint64 mask = -(guint64) (other->time < key.time + (node & 1));
      guint64 time = (other->time ^ key.time) & mask;
      guint64 place = (other->place ^ key.place) & mask;

      other->time ^= time;
      other->place ^= place;
      key.time ^= time;
      key.place ^= place;
    }
  self->winner = key;
}

static void
play_all (SpurCursor *self)
{
  gsize n = self->n_leaves;
  g_autofree Key *winners = g_new (Key, 2 * n);

  for (gsize i = 0; i < n; i++)
    winners[n + i] =
      (Key){ i < self->n_places ? open_next (self, &self->places[i]) : KEY_OF_END, i };
  for (gsize i = n - 1; i > 0; i--)
    {
      const Key *left = &winners[2 * i], *right = left + 1;

      winners[i] = left->time <= right->time ? *left : *right;
      self->tree[i] = left->time <= right->time ? *right : *left;
    }
  self->winner = winners[1];
}

static SpurCursor *
cursor_new (SpurTrace *trace, guint first, guint n_streams, gboolean raw)
{
  SpurCursor *self = g_object_new (SPUR_TYPE_CURSOR, NULL);
  guint32 block_events =
    CLAMP (ALL_BLOCK_EVENTS / MAX (n_streams, 1), MIN_BLOCK_EVENTS, SPUR_PACKED_BLOCK_EVENTS);

  self->trace = g_object_ref (trace);
  self->table = spur_trace_get_class_table (trace);
  self->raw = raw;
  self->places = g_new0 (Place, n_streams + 1);
  self->n_places = n_streams;
  self->n_leaves = 1;
  while (self->n_leaves < n_streams)
    self->n_leaves *= 2;
  self->tree = g_new0 (Key, self->n_leaves);
  for (guint i = 0; i < n_streams; i++)
    {
      Place *place = &self->places[i];

      place->stream = spur_trace_get_stream (trace, first + i);
      place->index = first + i;
      place->walk = spur_chunk_walk_new_of_blocks (place->stream, SPUR_CHUNK_ALL, block_events);
      spur_time_walk_init (&place->maps, spur_trace_get_correction (trace), place->index);
    }
  if (n_streams > 0)
    play_all (self);
  return self;
}

/**
 * spur_cursor_new:
 * @trace: a sealed trace, whose correction stays while the cursor is used
 * @raw: whether to walk in the order of raw times where the trace has a correction
 *
 * Makes a cursor over all streams.
 *
 * Returns: (transfer full): a cursor over all streams
 *
 * Since: 1.0
 */
SpurCursor *
spur_cursor_new (SpurTrace *trace, gboolean raw)
{
  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);

  return cursor_new (trace, 0, spur_trace_get_n_streams (trace), raw);
}

/**
 * spur_cursor_new_for_stream:
 * @trace: a sealed trace, whose correction stays while the cursor is used
 * @stream: position of the stream
 * @raw: whether raw times are meant where the trace has a correction
 *
 * Makes a cursor over one stream.
 *
 * Returns: (transfer full): a cursor over one stream
 *
 * Since: 1.0
 */
SpurCursor *
spur_cursor_new_for_stream (SpurTrace *trace, guint stream, gboolean raw)
{
  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (stream < spur_trace_get_n_streams (trace), NULL);

  return cursor_new (trace, stream, 1, raw);
}

/**
 * spur_cursor_next:
 * @self: a cursor
 *
 * Goes to the next event.
 *
 * Returns: %FALSE where there is none; the cursor must not be asked then
 *
 * Since: 1.0
 */
gboolean
spur_cursor_next (SpurCursor *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (self->n_places == 0)
    return FALSE;
  if (G_LIKELY (self->has_begun) && self->winner.time != KEY_OF_END)
    replay_key (self, (Key){ step_place (self, self->at), self->winner.place });
  self->has_begun = TRUE;
  self->at = &self->places[self->winner.place];
  return self->winner.time != KEY_OF_END;
}

/**
 * spur_cursor_get_stream:
 * @self: a cursor on an event
 *
 * Gets position of the event's stream.
 *
 * Returns: position
 *
 * Since: 1.0
 */
guint
spur_cursor_get_stream (SpurCursor *self)
{
  return self->at->index;
}

/**
 * spur_cursor_get_position:
 * @self: a cursor on an event
 *
 * Gets position of the event in its stream.
 *
 * Returns: position
 *
 * Since: 1.0
 */
guint64
spur_cursor_get_position (SpurCursor *self)
{
  return self->at->chunk->first + get_position (self->at);
}

/**
 * spur_cursor_get_time_ns:
 * @self: a cursor on an event
 *
 * Gets the time by which the cursor walks, in ns of trace time.
 *
 * Returns: the time by which the cursor walks, in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_cursor_get_time_ns (SpurCursor *self)
{
  return TIME_OF_KEY (self->winner.time);
}

/**
 * spur_cursor_get_raw_ns:
 * @self: a cursor on an event
 *
 * Gets what the recorder's clock said, in ns of trace time.
 *
 * Returns: what the recorder's clock said, in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_cursor_get_raw_ns (SpurCursor *self)
{
  return spur_stream_ticks_to_ns (self->at->stream,
                                  spur_chunk_get_ticks (self->at->chunk, get_position (self->at)));
}

/**
 * spur_cursor_get_class_index:
 * @self: a cursor on an event
 *
 * Gets the event's class in the trace.
 *
 * Returns: the event's class
 *
 * Since: 1.0
 */
guint
spur_cursor_get_class_index (SpurCursor *self)
{
  return *self->at->class_index;
}

/**
 * spur_cursor_get_layout:
 * @self: a cursor on an event
 *
 * Gets what the event's class says of its events.
 *
 * Returns: (transfer none): what the event's class says of its events
 *
 * Since: 1.0
 */
const SpurEventLayout *
spur_cursor_get_layout (SpurCursor *self)
{
  return self->table->layouts[*self->at->class_index];
}

/**
 * spur_cursor_get_record: (skip)
 * @self: a cursor on an event
 *
 * Gets the event's packed record.
 *
 * Returns: (transfer none): the event's packed record; it is there until the cursor goes on
 *
 * Since: 1.0
 */
const guint8 *
spur_cursor_get_record (SpurCursor *self)
{
  return self->at->record;
}

/**
 * spur_cursor_ref_event:
 * @self: a cursor on an event
 *
 * Gets an object of the event, at the cursor's time.
 *
 * Returns: (transfer full): an object
 *
 * Since: 1.0
 */
SpurEvent *
spur_cursor_ref_event (SpurCursor *self)
{
  SpurEvent *event;

  g_return_val_if_fail (SPUR_IS_CURSOR (self), NULL);

  event = spur_trace_get_event (self->trace, spur_cursor_get_stream (self),
                                spur_cursor_get_position (self));
  spur_event_set_time_ns (event, spur_cursor_get_time_ns (self));
  return event;
}
