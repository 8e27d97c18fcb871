/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Replays what events do to active objects, stream by stream, for histories, timelines and
 * presences. */
#include "core/store/trace/spur-replay-internal.h"

#include "core/store/packet/spur-packed-internal.h"
#include "core/store/trace/spur-store-internal.h"

SpurMovement
spur_replay_get_movement (const SpurEventLayout *layout)
{
  gboolean has_source = layout->field_of_use[SPUR_USE_SOURCE] >= 0;

  if (layout->field_of_use[SPUR_USE_SUBJECT] < 0)
    return SPUR_MOVEMENT_NONE;
  if (layout->effect == SPUR_EFFECT_PLACE)
    return SPUR_MOVEMENT_ARRIVES;
  if (layout->effect == SPUR_EFFECT_END)
    return SPUR_MOVEMENT_ENDS;
  return layout->effect == SPUR_EFFECT_NONE && layout->role == SPUR_ROLE_SEND && has_source
           ? SPUR_MOVEMENT_LEAVES
           : SPUR_MOVEMENT_NONE;
}

static gboolean
is_visited (const SpurEventLayout *layout, SpurReplayKind kind)
{
  gboolean has_subject = layout->field_of_use[SPUR_USE_SUBJECT] >= 0;

  if (kind == SPUR_REPLAY_SUBJECTS)
    return has_subject;
  if (kind == SPUR_REPLAY_ALL_CORRECTED || kind == SPUR_REPLAY_ALL_RAW)
    return TRUE;
  return layout->effect != SPUR_EFFECT_NONE || layout->field_of_use[SPUR_USE_RESOURCES] >= 0 ||
         (layout->role == SPUR_ROLE_SEND && has_subject);
}

static void
take_left (SpurReplay *self)
{
  const SpurEntered *innermost = spur_replay_get_innermost (self);

  self->has_left = innermost != NULL;
  if (innermost == NULL)
    return;
  self->left = *innermost;
  g_array_set_size (self->entered, self->entered->len - 1);
}

static void
track_state (SpurReplay *self)
{
  self->has_left = FALSE;
  if (self->layout->effect == SPUR_EFFECT_ENTER)
    {
      SpurEntered entered = { self->subject, spur_replay_get_use (self, SPUR_USE_STATE), 0 };

      g_array_append_val (self->entered, entered);
    }
  else if (self->layout->effect == SPUR_EFFECT_LEAVE)
    take_left (self);
}

/* A part of a stream, up to an event. */
typedef struct
{
  SpurReplay replay;
  const SpurReplayPart *part;
  SpurStream *events;
  const SpurClassTable *classes;
  SpurTimeWalk times;
  gboolean is_timed;
  SpurReplayVisit visit;
  gpointer user_data;
} Walk;

static void
begin_walk (Walk *self, SpurTrace *trace, guint stream, SpurReplayKind kind)
{
  gboolean is_corrected = kind == SPUR_REPLAY_CORRECTED || kind == SPUR_REPLAY_ALL_CORRECTED;

  self->events = spur_trace_get_stream (trace, stream);
  self->classes = spur_stream_get_class_table (self->events);
  self->is_timed = kind != SPUR_REPLAY_SUBJECTS;
  self->replay = (SpurReplay){ .trace = trace,
                               .stream = stream,
                               .target = spur_stream_get_target (self->events),
                               .entered = g_array_new (FALSE, FALSE, sizeof (SpurEntered)) };
  spur_time_walk_init (&self->times, is_corrected ? spur_trace_get_correction (trace) : NULL,
                       stream);
}

static void
end_walk (Walk *self)
{
  g_array_unref (self->replay.entered);
}

static inline void
set_event (Walk *self, const SpurChunk *chunk, guint32 index)
{
  SpurReplay *replay = &self->replay;

  replay->class_index = chunk->classes[index];
  replay->layout = self->classes->layouts[replay->class_index];
  replay->event = chunk->first + index;
  if (self->is_timed)
    replay->time_ns = spur_time_walk_at (
      &self->times, replay->event,
      spur_stream_ticks_to_ns (self->events, spur_chunk_get_ticks (chunk, index)));
}

/* FALSE where the part ends. */
static gboolean
replay_chunk (Walk *self, const SpurChunk *chunk)
{
  SpurReplay *replay = &self->replay;
  guint32 n_before =
    (guint32) MIN (MAX (self->part->first, chunk->first) - chunk->first, chunk->n_events);

  replay->record = chunk->records;
  for (guint32 i = 0; i < n_before; i++)
    replay->record += self->classes->record_bytes[chunk->classes[i]];
  for (guint32 i = n_before; i < chunk->n_events; i++)
    {
      set_event (self, chunk, i);
      if (replay->time_ns > self->part->until_ns)
        return FALSE;
      if (is_visited (replay->layout, self->part->kind))
        {
          replay->subject = spur_replay_get_use (replay, SPUR_USE_SUBJECT);
          if (self->is_timed)
            track_state (replay);
          self->visit (replay, self->user_data);
        }
      replay->record += replay->layout->n_bytes;
    }
  return TRUE;
}

void
spur_replay_part (SpurTrace *trace,
                  const SpurReplayPart *part,
                  SpurReplayVisit visit,
                  SpurReplayVisit end,
                  gpointer user_data)
{
  Walk self = { .part = part, .visit = visit, .user_data = user_data };
  g_autoptr (SpurChunkWalk) chunks = NULL;
  const SpurChunk *chunk;

  begin_walk (&self, trace, part->stream, part->kind);
  if (part->n_entered > 0)
    g_array_append_vals (self.replay.entered, part->entered, part->n_entered);
  chunks = spur_chunk_walk_new (
    self.events, self.is_timed ? SPUR_CHUNK_ALL : SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  if (part->first > 0)
    spur_chunk_walk_seek (chunks, part->first);
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL && replay_chunk (&self, chunk))
    continue;
  while (end != NULL && self.replay.entered->len > 0)
    {
      take_left (&self.replay);
      end (&self.replay, user_data);
    }
  end_walk (&self);
}

void
spur_replay_stream (SpurTrace *trace,
                    guint stream,
                    SpurReplayKind kind,
                    SpurReplayVisit visit,
                    SpurReplayVisit end,
                    gpointer user_data)
{
  const SpurReplayPart whole = { .stream = stream, .kind = kind, .until_ns = G_MAXINT64 };

  spur_replay_part (trace, &whole, visit, end, user_data);
}

static void
visit_event (
  Walk *self, SpurReplayKind kind, const SpurChunk *chunk, guint32 index, const guint8 *record)
{
  set_event (self, chunk, index);
  if (!is_visited (self->replay.layout, kind))
    return;
  self->replay.record = record;
  self->replay.subject = spur_replay_get_use (&self->replay, SPUR_USE_SUBJECT);
  self->visit (&self->replay, self->user_data);
}

void
spur_replay_classes (SpurTrace *trace,
                     guint stream,
                     SpurReplayKind kind,
                     const guint8 *is_wanted,
                     SpurReplayVisit visit,
                     gpointer user_data)
{
  Walk self = { .visit = visit, .user_data = user_data };
  g_autoptr (SpurChunkWalk) chunks = NULL;
  const SpurChunk *chunk;

  begin_walk (&self, trace, stream, kind);
  chunks = spur_chunk_walk_new (self.events, SPUR_CHUNK_ALL);
  spur_chunk_walk_want_classes (chunks, is_wanted);
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      guint32 n_wanted;
      const guint64 *wanted = spur_chunk_walk_get_wanted (chunks, &n_wanted);
      const guint8 *record = chunk->records;

      for (guint32 i = 0; wanted != NULL && i < n_wanted; i++)
        visit_event (&self, kind, chunk, (guint32) (wanted[i] >> 32),
                     chunk->records + (guint32) wanted[i]);
      for (guint32 i = 0; wanted == NULL && i < chunk->n_events; i++)
        {
          if (is_wanted[chunk->classes[i]])
            visit_event (&self, kind, chunk, i, record);
          record += self.classes->record_bytes[chunk->classes[i]];
        }
    }
  end_walk (&self);
}
