/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Replays what events do to active objects, stream by stream, for histories and timelines. */
#include "core/analysis/spur-replay-private.h"

#include "core/store/trace/spur-store-internal.h"

static gboolean
is_visited (const SpurEventLayout *layout)
{
  return layout->effect != SPUR_EFFECT_NONE || layout->field_of_use[SPUR_USE_RESOURCES] >= 0 ||
         (layout->role == SPUR_ROLE_SEND && layout->field_of_use[SPUR_USE_SOURCE] >= 0);
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
visit_event (SpurReplay *self, SpurReplayVisit visit, gpointer user_data)
{
  self->subject = spur_replay_get_use (self, SPUR_USE_SUBJECT);
  self->has_left = FALSE;
  if (self->layout->effect == SPUR_EFFECT_ENTER)
    {
      SpurEntered entered = { self->subject, spur_replay_get_use (self, SPUR_USE_STATE), 0 };

      g_array_append_val (self->entered, entered);
    }
  else if (self->layout->effect == SPUR_EFFECT_LEAVE)
    take_left (self);
  visit (self, user_data);
}

void
spur_replay_stream (SpurTrace *trace,
                    guint stream,
                    gboolean raw,
                    SpurReplayVisit visit,
                    SpurReplayVisit end,
                    gpointer user_data)
{
  SpurStream *events = spur_trace_get_stream (trace, stream);
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (events, SPUR_CHUNK_ALL);
  g_autoptr (GArray) entered = g_array_new (FALSE, FALSE, sizeof (SpurEntered));
  SpurReplay self = {
    .trace = trace, .stream = stream, .target = spur_stream_get_target (events), .entered = entered
  };
  const SpurChunk *chunk;
  SpurTimeWalk times;

  spur_time_walk_init (&times, raw ? NULL : spur_trace_get_correction (trace), stream);
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      self.record = chunk->records;
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          self.layout = spur_trace_get_class (trace, chunk->classes[i]);
          self.event = chunk->first + i;
          self.time_ns = spur_time_walk_at (
            &times, self.event, spur_stream_ticks_to_ns (events, spur_chunk_get_ticks (chunk, i)));
          if (is_visited (self.layout))
            visit_event (&self, visit, user_data);
          self.record += self.layout->n_bytes;
        }
    }
  while (end != NULL && entered->len > 0)
    {
      take_left (&self);
      end (&self, user_data);
    }
}
