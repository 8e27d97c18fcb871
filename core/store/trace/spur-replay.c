/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Replays what events do to active objects, stream by stream, for histories, timelines and
 * presences. */
#include "core/store/trace/spur-replay-internal.h"

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

void
spur_replay_stream (SpurTrace *trace,
                    guint stream,
                    SpurReplayKind kind,
                    SpurReplayVisit visit,
                    SpurReplayVisit end,
                    gpointer user_data)
{
  SpurStream *events = spur_trace_get_stream (trace, stream);
  const SpurClassTable *classes = spur_stream_get_class_table (events);
  gboolean is_timed = kind != SPUR_REPLAY_SUBJECTS;
  gboolean is_corrected = kind == SPUR_REPLAY_CORRECTED || kind == SPUR_REPLAY_ALL_CORRECTED;
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (
    events, is_timed ? SPUR_CHUNK_ALL : SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (SpurEntered));
  SpurReplay self = {
    .trace = trace, .stream = stream, .target = spur_stream_get_target (events), .entered = entered
  };
  const SpurChunk *chunk;
  SpurTimeWalk times;

  spur_time_walk_init (&times, is_corrected ? spur_trace_get_correction (trace) : NULL, stream);
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      self.record = chunk->records;
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          self.class_index = chunk->classes[i];
          self.layout = classes->layouts[self.class_index];
          self.event = chunk->first + i;
          if (is_timed)
            self.time_ns =
              spur_time_walk_at (&times, self.event,
                                 spur_stream_ticks_to_ns (events, spur_chunk_get_ticks (chunk, i)));
          if (is_visited (self.layout, kind))
            {
              self.subject = spur_replay_get_use (&self, SPUR_USE_SUBJECT);
              if (is_timed)
                track_state (&self);
              visit (&self, user_data);
            }
          self.record += self.layout->n_bytes;
        }
    }
  while (end != NULL && entered->len > 0)
    {
      take_left (&self);
      end (&self, user_data);
    }
}
