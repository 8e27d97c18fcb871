/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* In which states the critical path is, beside all streams in the mean. */
#include "core/analysis/waits/spur-critical-path-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* Times by state, the last of them outside of all states. */
typedef struct
{
  const GArray *path;
  const SpurCalls *calls;
  const SpurCallsInput *input;
  SpurPathShare *shares;
  guint n_states;
  GMutex mutex;
} Sharing;

/* The path's parts on a stream, of which those before @part end before @last_ns; and the states of
 * the stream, the innermost last. */
typedef struct
{
  const Sharing *sharing;
  SpurPathShare *shares;
  GArray *parts;
  guint part;
  GArray *states;
  gint64 last_ns;
  SpurStream *stream;
  SpurChunkWalk *chunks;
  SpurTimeWalk times;
} StreamWalk;

static gint64
get_path_ns (StreamWalk *self, gint64 end_ns)
{
  gint64 path_ns = 0;

  for (guint i = self->part; i < self->parts->len; i++)
    {
      const SpurPathPart *part = &g_array_index (self->parts, SpurPathPart, i);

      if (part->begin_ns >= end_ns)
        break;
      path_ns += MAX (MIN (part->end_ns, end_ns) - MAX (part->begin_ns, self->last_ns), 0);
      self->part += part->end_ns <= end_ns;
    }
  return path_ns;
}

/* The state since the last change lasts until @end_ns. */
static void
take_time (StreamWalk *self, gint64 end_ns)
{
  guint32 n_states = self->sharing->n_states, state = n_states;

  if (end_ns <= self->last_ns)
    return;
  if (self->states->len > 0)
    state = MIN (g_array_index (self->states, guint32, self->states->len - 1), n_states);
  self->shares[state].path_ns += get_path_ns (self, end_ns);
  self->last_ns = end_ns;
}

static void
take_event (StreamWalk *self,
            const SpurChunk *chunk,
            guint32 at,
            const SpurEventLayout *layout,
            const guint8 *record)
{
  gint64 raw_ns = spur_stream_ticks_to_ns (self->stream, spur_chunk_get_ticks (chunk, at));
  guint32 state;

  take_time (self, spur_time_walk_at (&self->times, chunk->first + at, raw_ns));
  if (layout->effect == SPUR_EFFECT_ENTER)
    {
      state = (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);
      g_array_append_val (self->states, state);
    }
  else if (self->states->len > 0)
    g_array_set_size (self->states, self->states->len - 1);
}

/* Whether the path is on the stream again before a time. */
static gboolean
has_path_before (const StreamWalk *self, gint64 end_ns)
{
  return self->part < self->parts->len &&
         g_array_index (self->parts, SpurPathPart, self->part).begin_ns < end_ns;
}

/* The events of a chunk from @begin on and before @end, which is at @end_ns, as far as they are on
 * the path. */
static void
take_chunk (StreamWalk *self, const SpurChunk *chunk, guint64 begin, guint64 end, gint64 end_ns)
{
  const SpurClassTable *classes = spur_stream_get_class_table (self->stream);
  const guint8 *record = chunk->records;

  for (guint32 i = 0;
       i < chunk->n_events && chunk->first + i < end && has_path_before (self, end_ns); i++)
    {
      const SpurEventLayout *layout = classes->layouts[chunk->classes[i]];

      if (chunk->first + i >= begin &&
          (layout->effect == SPUR_EFFECT_ENTER || layout->effect == SPUR_EFFECT_LEAVE))
        take_event (self, chunk, i, layout, record);
      record += layout->n_bytes;
    }
}

/* The part of the stream from a mark to the next, or to its end. */
static void
read_part (StreamWalk *self, const SpurStreamWork *work, guint index)
{
  const SpurStateMark *mark = &g_array_index (work->marks, SpurStateMark, index);
  gboolean is_last = index + 1 == work->marks->len;
  guint64 end = is_last ? spur_stream_get_n_events (self->stream) : mark[1].event;
  gint64 end_ns = is_last ? work->end_ns : mark[1].changed_ns;
  const SpurChunk *chunk;

  if (!has_path_before (self, end_ns))
    return;
  self->last_ns = mark->changed_ns;
  g_array_set_size (self->states, 0);
  g_array_append_vals (self->states,
                       (guint32 *) (gpointer) work->marked_states->data + mark->first_state,
                       mark->n_states);
  spur_chunk_walk_seek (self->chunks, mark->event);
  do
    {
      chunk = spur_chunk_walk_next (self->chunks);
      if (chunk != NULL)
        take_chunk (self, chunk, mark->event, end, end_ns);
    }
  while (chunk != NULL && chunk->first + chunk->n_events < end && has_path_before (self, end_ns));
  if (is_last)
    take_time (self, end_ns);
}

static GArray *
list_parts (const GArray *path, guint32 stream)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (SpurPathPart));

  for (guint i = 0; i < path->len; i++)
    {
      SpurPathPart part = g_array_index (path, SpurPathPart, i);

      if (part.stream == stream && part.kind == SPUR_PATH_STREAM)
        g_array_append_val (parts, part);
    }
  return parts;
}

static void
share_stream (guint index, gpointer user_data)
{
  Sharing *self = user_data;
  const SpurStreamWork *work = &self->calls->streams[index].work;
  SpurStream *stream = spur_trace_get_stream (self->input->trace, index);
  g_autofree SpurPathShare *shares = g_new0 (SpurPathShare, self->n_states + 1);
  g_autoptr (GArray) parts = list_parts (self->path, index);
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
  StreamWalk walk = { self, shares, parts, 0, states, .stream = stream, .chunks = chunks };

  if (!work->has_events)
    return;
  spur_time_walk_init (&walk.times, self->input->correction, index);
  for (guint i = 0; i < work->marks->len; i++)
    read_part (&walk, work, i);
  g_mutex_lock (&self->mutex);
  for (guint i = 0; i <= self->n_states; i++)
    {
      self->shares[i].path_ns += shares[i].path_ns;
      self->shares[i].sum_ns += work->states_ns[i];
    }
  g_mutex_unlock (&self->mutex);
}

SPUR_DEFINE_ORDER (compare_shares,
                   SpurPathShare,
                   SPUR_ORDER (q->path_ns, p->path_ns) ?: SPUR_BY (state))

GArray *
spur_critical_path_get_shares (const GArray *path,
                               const SpurCalls *calls,
                               const SpurCallsInput *input)
{
  GArray *result = g_array_new (FALSE, FALSE, sizeof (SpurPathShare));
  guint n_used = 0;
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (input->trace));
  g_autofree SpurPathShare *shares = g_new0 (SpurPathShare, n_states + 1);
  Sharing sharing = { path, calls, input, shares, n_states, { 0 } };

  g_mutex_init (&sharing.mutex);
  spur_job_run (input->job, calls->n_streams, share_stream, &sharing);
  g_mutex_clear (&sharing.mutex);
  for (guint s = 0; s < calls->n_streams; s++)
    n_used += calls->streams[s].work.has_events;
  for (guint i = 0; i <= n_states; i++)
    {
      if (shares[i].sum_ns == 0)
        continue;
      shares[i].state = i < n_states ? i : SPUR_NONE;
      shares[i].imbalance_ns = MAX (shares[i].path_ns - shares[i].sum_ns / (gint64) n_used, 0);
      g_array_append_val (result, shares[i]);
    }
  g_array_sort (result, compare_shares);
  return result;
}
