/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The history of a window: what is open at its begin, by the index, and the events in it. */
#include "core/analysis/presence/spur-history-internal.h"
#include "core/index/spur-block-reader-private.h"
#include "core/index/spur-index-history.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/* A stream in a window. */
typedef struct
{
  SpurIndex *index;
  const SpurIndexStream *stream;
  const SpurIndexWindow *window;
  SpurTimeWalk times;
  GArray *spans;
  /* Positions of open spans plus 1; 0 for one that began before the window, and its state. */
  GArray *open;
  gint64 latest_ticks;
  guint32 target;
} Walk;

typedef struct
{
  guint32 state;
  guint32 span;
} Open;

static gboolean
is_target (SpurTrace *trace, guint32 object)
{
  const SpurObject *info = spur_definitions_get_object (spur_trace_get_definitions (trace), object);

  return info != NULL && g_type_is_a (info->type, SPUR_TYPE_TARGET);
}

static void
open_span (Walk *self, guint level, gint64 begin_ns)
{
  Open *open = &g_array_index (self->open, Open, level);
  SpurSpan span = { begin_ns,
                    self->window->to_ns,
                    spur_stream_get_index (self->stream->stream),
                    level,
                    self->target,
                    self->stream->head->subject,
                    open->state,
                    TRUE };

  g_array_append_val (self->spans, span);
  open->span = self->spans->len;
}

/* What is open at the window's begin is opened there. */
static void
open_all (Walk *self)
{
  for (guint i = 0; i < self->open->len; i++)
    {
      if (g_array_index (self->open, Open, i).span == 0)
        open_span (self, i, self->window->from_ns);
    }
}

static void
close_innermost (Walk *self, gint64 time_ns)
{
  guint32 span;

  if (self->open->len == 0)
    return;
  span = g_array_index (self->open, Open, self->open->len - 1).span;
  if (span > 0)
    g_array_index (self->spans, SpurSpan, span - 1).end_ns = time_ns;
  g_array_set_size (self->open, self->open->len - 1);
}

static void
take_event (Walk *self, const SpurEventLayout *layout, const guint8 *record, gint64 time_ns)
{
  gboolean is_inside = time_ns >= self->window->from_ns;
  Open open = { SPUR_NONE, 0 };

  if (layout->effect == SPUR_EFFECT_LEAVE)
    close_innermost (self, time_ns);
  if (layout->effect != SPUR_EFFECT_ENTER)
    return;
  open.state = (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);
  g_array_append_val (self->open, open);
  if (is_inside)
    open_span (self, self->open->len - 1, time_ns);
}

static gint64
get_time_ns (Walk *self, guint64 event, gint64 ticks)
{
  self->latest_ticks = MAX (self->latest_ticks, ticks);
  return spur_time_walk_at (&self->times, event,
                            spur_stream_ticks_to_ns (self->stream->stream, self->latest_ticks));
}

/* FALSE behind the window's end. */
static gboolean
take_chunk (Walk *self, const SpurChunk *chunk, guint64 begin)
{
  const SpurClassTable *classes = spur_stream_get_class_table (self->stream->stream);
  const guint8 *record = chunk->records;
  gboolean has_begun = FALSE;

  for (guint32 i = 0; i < chunk->n_events; i++)
    {
      const SpurEventLayout *layout = classes->layouts[chunk->classes[i]];

      if (chunk->first + i >= begin)
        {
          gint64 time_ns = get_time_ns (self, chunk->first + i, spur_chunk_get_ticks (chunk, i));

          if (time_ns > self->window->to_ns)
            return FALSE;
          if (!has_begun && time_ns >= self->window->from_ns)
            open_all (self);
          has_begun |= time_ns >= self->window->from_ns;
          take_event (self, layout, record, time_ns);
        }
      record += layout->n_bytes;
    }
  return TRUE;
}

/* The block from which on events are read: the last one before the window whose open states are
 * known. */
static guint32
find_block (const SpurIndexStream *stream, guint32 n_until)
{
  guint32 block = n_until > 0 ? n_until - 1 : 0;

  while (block > 0 && (stream->first_levels[block] & SPUR_INDEX_MISSING) != 0)
    block--;
  return block;
}

static void
restore_levels (Walk *self, guint32 block)
{
  const SpurIndexStream *stream = self->stream;
  guint32 n_levels = stream->head->n_levels;
  guint32 begin = MIN (SPUR_INDEX_LEVEL (stream->first_levels[block]), n_levels);
  guint32 end = MIN (SPUR_INDEX_LEVEL (stream->first_levels[block + 1]), n_levels);

  for (guint32 i = begin; i < end; i++)
    {
      guint32 state = spur_index_get_state (stream->levels, stream->head->width, i);
      Open open = { stream->states[MIN (state, stream->head->n_states)], 0 };

      g_array_append_val (self->open, open);
    }
  self->latest_ticks = stream->begins_ticks[block];
}

static void
read_events (Walk *self, guint32 block)
{
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (self->stream->stream, SPUR_CHUNK_ALL);
  guint64 begin = block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  const SpurChunk *chunk;

  spur_chunk_walk_seek (walk, begin);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL && take_chunk (self, chunk, begin))
    continue;
}

static void
close_at_end (Walk *self, SpurBlockReader *reader)
{
  gint64 last_ns = spur_block_reader_get_begin_ns (reader, self->stream->head->n_blocks);

  if (last_ns <= self->window->from_ns)
    return;
  open_all (self);
  for (guint i = 0; last_ns < self->window->to_ns && i < self->open->len; i++)
    g_array_index (self->spans, SpurSpan, g_array_index (self->open, Open, i).span - 1).end_ns =
      last_ns;
}

static void
list_spans (SpurIndex *self, guint stream, const SpurIndexWindow *window, GArray *spans)
{
  SpurCorrection *correction = window->raw ? NULL : spur_trace_get_correction (self->trace);
  const SpurIndexStream *indexed =
    spur_index_use_stream (self, stream, window->from_ns, window->to_ns);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  Walk walk = { .index = self,
                .stream = indexed,
                .window = window,
                .spans = spans,
                .open = open,
                .target = is_target (self->trace, indexed->head->subject)
                            ? indexed->head->subject
                            : spur_stream_get_target (indexed->stream) };
  SpurBlockReader reader;
  guint32 n_until, block;

  if (indexed->head->n_blocks == 0)
    return;
  spur_block_reader_init (&reader, indexed, correction);
  spur_time_walk_init (&walk.times, correction, stream);
  /* Events at the very begin of the window are in it. */
  n_until = spur_block_reader_count_until (&reader, window->from_ns - 1);
  block = find_block (indexed, n_until);
  restore_levels (&walk, block);
  read_events (&walk, block);
  close_at_end (&walk, &reader);
}

/**
 * spur_index_get_history: (skip)
 * @self: an index for which spur_index_has_spans() holds
 * @window: a span of time; its columns are not looked at
 *
 * Gets what #SpurHistory says of a window, by the events in it and not by those of the whole trace.
 * Spans are cut at the window's begin and end. Its timeline knows of no object.
 *
 * Returns: (transfer full): the history of the window
 *
 * Since: 1.0
 */
SpurHistory *
spur_index_get_history (SpurIndex *self, const SpurIndexWindow *window)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (SpurSpan));

  for (guint i = 0; i < self->n_streams; i++)
    list_spans (self, i, window, spans);
  return spur_history_new_of_spans (self->trace, window->raw, spans);
}

/* Objects that streams on different targets say to be in states are seen to move. */
static gboolean
is_at_one_target (SpurIndex *self)
{
  guint n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (self->trace));
  g_autofree guint32 *target_of_object = g_new (guint32, (gsize) n_objects + 1);
  g_autofree guint8 *is_seen = g_new0 (guint8, (gsize) n_objects + 1);

  for (guint i = 0; i < self->n_streams; i++)
    {
      guint32 subject = self->streams[i].head->subject;
      guint32 target = spur_stream_get_target (self->streams[i].stream);

      if (subject == SPUR_INDEX_MIXED)
        return FALSE;
      if (subject >= n_objects || is_target (self->trace, subject))
        continue;
      if (is_seen[subject] && target_of_object[subject] != target)
        return FALSE;
      is_seen[subject] = TRUE;
      target_of_object[subject] = target;
    }
  return TRUE;
}

static gboolean
chunk_has_class (SpurStream *stream, guint index, const guint8 *is_one)
{
  const SpurPackedChunk *packed = spur_stream_get_packed (stream, index);
  const SpurChunk *chunk;

  if (packed != NULL)
    {
      if (packed->values == NULL)
        spur_pager_touch (spur_stream_get_class_table (stream)->pager, packed->n_bytes);
      return spur_packed_chunk_has_class (packed, is_one);
    }
  chunk = spur_stream_get_chunk (stream, index);
  for (guint32 i = 0; i < chunk->n_events; i++)
    {
      if (is_one[chunk->classes[i]])
        return TRUE;
    }
  return FALSE;
}

/* Whether no event does more than to enter or leave a state, or to measure where @may_measure.
 * Formats define classes of which a trace has no event. */
static gboolean
is_of_regions (SpurIndex *self, gboolean may_measure)
{
  guint n_classes = spur_trace_get_n_classes (self->trace), n_others = 0;
  g_autofree guint8 *is_other = g_new0 (guint8, (gsize) n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);

      is_other[i] = (layout->effect != SPUR_EFFECT_NONE && layout->effect != SPUR_EFFECT_ENTER &&
                     layout->effect != SPUR_EFFECT_LEAVE &&
                     (layout->effect != SPUR_EFFECT_MEASURE || !may_measure)) ||
                    spur_replay_get_movement (layout) != SPUR_MOVEMENT_NONE;
      n_others += is_other[i];
    }
  for (guint s = 0; n_others > 0 && s < self->n_streams; s++)
    {
      SpurStream *stream = self->streams[s].stream;

      for (guint i = 0; i < spur_stream_get_n_chunks (stream); i++)
        {
          if (chunk_has_class (stream, i, is_other))
            return FALSE;
        }
    }
  return TRUE;
}

/**
 * spur_index_has_history: (skip)
 * @self: an index
 *
 * Says whether the states that streams enter and leave are all that the trace tells of its objects:
 * nothing is placed, moves, ends, is measured or set, and each stream enters the states of one
 * object. Then what happens in a window does not depend on what happened elsewhere before.
 *
 * Returns: %TRUE where it is so
 *
 * Since: 1.0
 */
gboolean
spur_index_has_history (SpurIndex *self)
{
  gint known = g_atomic_int_get (&self->has_history);

  if (known == 0)
    {
      known = is_of_regions (self, FALSE) && is_at_one_target (self) ? 1 : -1;
      g_atomic_int_set (&self->has_history, known);
    }
  return known > 0;
}

/**
 * spur_index_has_spans: (skip)
 * @self: an index
 *
 * Says whether spur_index_get_history() has all spans of a window: what spur_index_has_history()
 * says, but that something may be measured, of which that history has nothing.
 *
 * Returns: %TRUE where it is so
 *
 * Since: 1.0
 */
gboolean
spur_index_has_spans (SpurIndex *self)
{
  return spur_index_has_history (self) || (is_of_regions (self, TRUE) && is_at_one_target (self));
}

/**
 * spur_index_get_subject: (skip)
 * @self: an index for which spur_index_has_spans() holds
 * @stream: index of a stream
 *
 * Gets whose states the stream enters.
 *
 * Returns: the object, or %SPUR_NONE where the stream names none
 *
 * Since: 1.0
 */
guint32
spur_index_get_subject (SpurIndex *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams, SPUR_NONE);

  return self->streams[stream].head->subject;
}
