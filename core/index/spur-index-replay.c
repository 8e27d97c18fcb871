/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where objects are in a window, and what is done in it: by its events and what is open at its
 * begin, not by the events before. */
#include "core/index/spur-index-replay.h"

#include "core/analysis/profile/spur-profile-internal.h"
#include "core/causality/spur-check-internal.h"
#include "core/index/spur-block-reader-private.h"

/* Parts of all streams in a window. */
typedef struct
{
  SpurIndex *index;
  gint64 from_ns;
  gint64 to_ns;
  gboolean raw;
  SpurTimelinePart *parts;
} Window;

static void
window_clear (Window *self)
{
  for (guint i = 0; i < self->index->n_streams; i++)
    g_free (self->parts[i].part.entered);
  g_free (self->parts);
}

static SpurCorrection *
get_correction (const Window *self)
{
  return self->raw ? NULL : spur_trace_get_correction (self->index->trace);
}

static guint32
get_column (const SpurIndexStream *stream, guint64 event)
{
  return spur_index_get_state (stream->column, stream->head->width, event);
}

/* How many events of the stream are before the window. */
static guint64
count_before (const Window *self, const SpurIndexStream *stream)
{
  SpurBlockReader reader;
  guint32 n_blocks;
  guint n_events = 0;

  spur_block_reader_init (&reader, stream, get_correction (self));
  n_blocks = spur_block_reader_count_until (&reader, MAX (self->from_ns, -SPUR_TIME_LIMIT_NS) - 1);
  if (n_blocks == 0)
    return 0;
  spur_block_reader_read (&reader, n_blocks - 1);
  while (n_events < reader.n_events && reader.times_ns[n_events] < self->from_ns)
    n_events++;
  return (n_blocks - 1) * (guint64) SPUR_INDEX_BLOCK_EVENTS + n_events;
}

/* The last event before the window after which the innermost state is another one; 0 where there is
 * none. */
static guint64
find_last_change (const SpurIndexStream *stream, guint64 n_before)
{
  guint64 event = n_before;

  while (event > 1 && get_column (stream, event - 1) == get_column (stream, event - 2))
    event--;
  return event - (event > 0);
}

static guint64
find_first_entered (const SpurIndexStream *stream)
{
  guint64 event = 0;

  if (stream->head->n_states == 0)
    return G_MAXUINT64;
  while (event < stream->head->n_events && get_column (stream, event) == 0)
    event++;
  return event;
}

static guint
list_kinds (const Window *self, const SpurIndexStream *stream)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->index->trace);
  guint kinds = 0;

  for (guint32 i = 1; i <= stream->head->n_states; i++)
    {
      const SpurState *state = spur_definitions_get_state (definitions, stream->states[i]);

      kinds |= 1u << (state != NULL ? state->kind : SPUR_STATE_WORK);
    }
  return kinds;
}

static void
restore_levels (const SpurIndexStream *stream, guint32 block, SpurReplayPart *part)
{
  guint32 n_levels = stream->head->n_levels;
  guint32 begin = MIN (SPUR_INDEX_LEVEL (stream->first_levels[block]), n_levels);
  guint32 end = MIN (SPUR_INDEX_LEVEL (stream->first_levels[block + 1]), n_levels);

  part->n_entered = end > begin ? end - begin : 0;
  part->entered = g_new0 (SpurEntered, part->n_entered + 1);
  for (guint32 i = 0; i < part->n_entered; i++)
    {
      guint32 state = spur_index_get_state (stream->levels, stream->head->width, begin + i);

      part->entered[i].object = stream->head->subject;
      part->entered[i].state = stream->states[MIN (state, stream->head->n_states)];
    }
}

static void
find_part (const Window *self, guint index)
{
  const SpurIndexStream *stream =
    spur_index_use_stream (self->index, index, self->from_ns, self->to_ns);
  SpurTimelinePart *part = &self->parts[index];
  guint32 block;

  *part = (SpurTimelinePart){ .part = { .stream = index,
                                        .kind = self->raw ? SPUR_REPLAY_RAW : SPUR_REPLAY_CORRECTED,
                                        .until_ns = self->to_ns },
                              .from_ns = self->from_ns,
                              .object = stream->head->subject,
                              .first_entered = G_MAXUINT64 };
  if (stream->head->n_events == 0)
    return;
  part->kinds = list_kinds (self, stream);
  part->first_entered = find_first_entered (stream);
  block =
    (guint32) (find_last_change (stream, count_before (self, stream)) / SPUR_INDEX_BLOCK_EVENTS);
  while (block > 0 && (stream->first_levels[block] & SPUR_INDEX_MISSING) != 0)
    block--;
  part->part.first = block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  restore_levels (stream, block, &part->part);
}

/* Finds the parts of all streams. FALSE where they do not say whose states they enter, or where
 * times fall, so that events of the window may be anywhere. */
static gboolean
find_parts (Window *self, gboolean needs_states)
{
  SpurIndex *index = self->index;

  self->parts = g_new0 (SpurTimelinePart, index->n_streams + 1);
  for (guint i = 0; i < index->n_streams && needs_states; i++)
    {
      if (index->streams[i].head->subject == SPUR_INDEX_MIXED)
        return FALSE;
    }
  if (spur_check_count_inversions (index->trace, get_correction (self), NULL, NULL) > 0)
    return FALSE;
  for (guint i = 0; i < index->n_streams; i++)
    find_part (self, i);
  return TRUE;
}

/**
 * spur_index_get_timeline:
 * @self: an index
 * @from_ns: begin of a window
 * @to_ns: end of the window, a time that is part of it; not before @from_ns
 * @raw: whether these are times of the clocks, else of the trace's correction
 *
 * Gets where objects are in a window, and in which states. It answers for times in the window as
 * spur_timeline_new() does, but where each stream enters the states of one object, and these do not
 * say where the objects are, it costs the events in the window, and elsewhere those that do more
 * than to enter and leave states. What changes before and after the window, it does not know. For
 * other traces it goes through all events.
 *
 * Returns: (transfer full): the timeline of the window
 *
 * Since: 1.0
 */
SpurTimeline *
spur_index_get_timeline (SpurIndex *self, gint64 from_ns, gint64 to_ns, gboolean raw)
{
  SpurTimeline *timeline = NULL;
  Window window = { self, from_ns, to_ns, raw, NULL };

  g_return_val_if_fail (SPUR_IS_INDEX (self) && from_ns <= to_ns, NULL);

  if (find_parts (&window, TRUE))
    timeline = spur_timeline_new_of_parts (self->trace, raw, window.parts);
  window_clear (&window);
  return timeline != NULL ? timeline : spur_timeline_new (self->trace, raw);
}

/**
 * spur_index_get_profile:
 * @self: an index
 * @settings: what to sum up
 * @job: (nullable): how to do it
 * @error: set when %NULL is returned
 *
 * Gets the sums that spur_profile_new() has. They cost the events of the span; those of the whole
 * trace where times are wanted of streams that enter states of several objects, or pairs of
 * messages with numbers. Where states are set, all events that set them are looked at.
 *
 * Returns: (transfer full) (nullable): the sums; %NULL with %G_IO_ERROR_CANCELLED
 *
 * Since: 1.0
 */
SpurProfile *
spur_index_get_profile (SpurIndex *self,
                        const SpurProfileSettings *settings,
                        const SpurJob *job,
                        GError **error)
{
  SpurProfile *profile;
  Window window = { .index = self };

  g_return_val_if_fail (SPUR_IS_INDEX (self), NULL);
  g_return_val_if_fail (settings != NULL && settings->begin_ns <= settings->end_ns, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  window.from_ns = settings->begin_ns;
  window.to_ns = settings->end_ns;
  window.raw = settings->raw;
  if (find_parts (&window, (settings->parts & SPUR_PROFILE_STATES) != 0))
    profile = spur_profile_new_of_parts (self->trace, settings, window.parts, job, error);
  else
    profile = spur_profile_new (self->trace, settings, job, error);
  window_clear (&window);
  return profile;
}
