/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/store/spur-cursor.h"

#include "core/store/spur-store-private.h"

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

/* Where the walk is in one stream. */
typedef struct
{
  SpurStream *stream;
  const SpurChunk *chunk;
  const guint8 *record;
  SpurTimeWalk walk;
  guint64 event;
  gint64 raw_ns;
  gint64 corrected_ns;
  gint64 time_ns;
  guint index;
  guint chunk_index;
  guint32 position;
} Place;

struct _SpurCursor
{
  GObject parent_instance;

  SpurTrace *trace;
  gboolean raw;
  gboolean has_begun;
  Place *places;
  Place **heap;
  guint n_places;
  guint n_heap;
};

G_DEFINE_TYPE (SpurCursor, spur_cursor, G_TYPE_OBJECT)

static void
spur_cursor_finalize (GObject *object)
{
  SpurCursor *self = SPUR_CURSOR (object);

  g_free (self->heap);
  g_free (self->places);
  g_clear_object (&self->trace);
  G_OBJECT_CLASS (spur_cursor_parent_class)->finalize (object);
}

static void
spur_cursor_class_init (SpurCursorClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_cursor_finalize;
}

static void
spur_cursor_init (SpurCursor *self)
{
}

static void
read_time (Place *place, gboolean raw)
{
  place->raw_ns =
    spur_stream_ticks_to_ns (place->stream, spur_chunk_get_ticks (place->chunk, place->position));
  place->corrected_ns = spur_time_walk_at (&place->walk, place->event, place->raw_ns);
  place->time_ns = raw ? place->raw_ns : place->corrected_ns;
}

static gboolean
enter_chunk (Place *place)
{
  if (place->chunk_index >= spur_stream_get_n_chunks (place->stream))
    return FALSE;
  place->chunk = spur_stream_get_chunk (place->stream, place->chunk_index);
  place->position = 0;
  place->record = place->chunk->records;
  return TRUE;
}

static gboolean
step (SpurCursor *self, Place *place)
{
  const SpurEventLayout *layout =
    spur_trace_get_class (self->trace, place->chunk->classes[place->position]);

  place->record += layout->n_bytes;
  place->event++;
  if (++place->position == place->chunk->n_events)
    {
      place->chunk_index++;
      if (!enter_chunk (place))
        return FALSE;
    }
  read_time (place, self->raw);
  return TRUE;
}

static gboolean
comes_before (const Place *a, const Place *b)
{
  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->index < b->index);
}

static void
sift_down (SpurCursor *self, guint at)
{
  for (;;)
    {
      guint least = at;

      for (guint child = 2 * at + 1; child <= 2 * at + 2 && child < self->n_heap; child++)
        {
          if (comes_before (self->heap[child], self->heap[least]))
            least = child;
        }
      if (least == at)
        return;
      Place *place = self->heap[at];
      self->heap[at] = self->heap[least];
      self->heap[least] = place;
      at = least;
    }
}

static SpurCursor *
cursor_new (SpurTrace *trace, guint first, guint n_streams, gboolean raw)
{
  SpurCursor *self = g_object_new (SPUR_TYPE_CURSOR, NULL);

  self->trace = g_object_ref (trace);
  self->raw = raw;
  self->places = g_new0 (Place, n_streams + 1);
  self->heap = g_new0 (Place *, n_streams + 1);
  self->n_places = n_streams;
  for (guint i = 0; i < n_streams; i++)
    {
      Place *place = &self->places[i];

      place->stream = spur_trace_get_stream (trace, first + i);
      place->index = first + i;
      spur_time_walk_init (&place->walk, spur_trace_get_correction (trace), place->index);
      if (!enter_chunk (place))
        continue;
      read_time (place, raw);
      self->heap[self->n_heap++] = place;
    }
  for (guint i = self->n_heap / 2; i-- > 0;)
    sift_down (self, i);
  return self;
}

/**
 * spur_cursor_new:
 * @trace: a sealed trace, whose correction stays while the cursor is used
 * @raw: whether to walk in the order of raw times where the trace has a correction
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
  g_return_val_if_fail (SPUR_IS_CURSOR (self), FALSE);

  if (self->n_heap == 0)
    return FALSE;
  if (!self->has_begun)
    {
      self->has_begun = TRUE;
      return TRUE;
    }
  if (!step (self, self->heap[0]))
    self->heap[0] = self->heap[--self->n_heap];
  sift_down (self, 0);
  return self->n_heap > 0;
}

/**
 * spur_cursor_get_stream:
 * @self: a cursor on an event
 *
 * Returns: position of the event's stream
 *
 * Since: 1.0
 */
guint
spur_cursor_get_stream (SpurCursor *self)
{
  return self->heap[0]->index;
}

/**
 * spur_cursor_get_position:
 * @self: a cursor on an event
 *
 * Returns: position of the event in its stream
 *
 * Since: 1.0
 */
guint64
spur_cursor_get_position (SpurCursor *self)
{
  return self->heap[0]->event;
}

/**
 * spur_cursor_get_time_ns:
 * @self: a cursor on an event
 *
 * Returns: the time by which the cursor walks, in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_cursor_get_time_ns (SpurCursor *self)
{
  return self->heap[0]->time_ns;
}

/**
 * spur_cursor_get_raw_ns:
 * @self: a cursor on an event
 *
 * Returns: what the recorder's clock said, in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_cursor_get_raw_ns (SpurCursor *self)
{
  return self->heap[0]->raw_ns;
}

/**
 * spur_cursor_get_corrected_ns:
 * @self: a cursor on an event
 *
 * Returns: the corrected time in ns of trace time; the raw one where there is no correction
 *
 * Since: 1.0
 */
gint64
spur_cursor_get_corrected_ns (SpurCursor *self)
{
  return self->heap[0]->corrected_ns;
}

/**
 * spur_cursor_get_class_index:
 * @self: a cursor on an event
 *
 * Returns: the event's class in the trace
 *
 * Since: 1.0
 */
guint
spur_cursor_get_class_index (SpurCursor *self)
{
  return self->heap[0]->chunk->classes[self->heap[0]->position];
}

/**
 * spur_cursor_get_layout:
 * @self: a cursor on an event
 *
 * Returns: (transfer none): what the event's class says of its events
 *
 * Since: 1.0
 */
const SpurEventLayout *
spur_cursor_get_layout (SpurCursor *self)
{
  return spur_trace_get_class (self->trace, spur_cursor_get_class_index (self));
}

/**
 * spur_cursor_get_record: (skip)
 * @self: a cursor on an event
 *
 * Returns: (transfer none): the event's packed record
 *
 * Since: 1.0
 */
const guint8 *
spur_cursor_get_record (SpurCursor *self)
{
  return self->heap[0]->record;
}

/**
 * spur_cursor_get_use:
 * @self: a cursor on an event
 * @use: what a field means
 * @if_absent: the answer where the event has no such field
 *
 * Returns: the bits of the field
 *
 * Since: 1.0
 */
guint64
spur_cursor_get_use (SpurCursor *self, SpurUse use, guint64 if_absent)
{
  return spur_event_layout_get_use (spur_cursor_get_layout (self), use, self->heap[0]->record,
                                    if_absent);
}

/**
 * spur_cursor_ref_event:
 * @self: a cursor on an event
 *
 * Returns: (transfer full): an object of the event, at the cursor's time
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
