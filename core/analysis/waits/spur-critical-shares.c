/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* In which states the critical path is, beside all streams in the mean. */
#include "core/analysis/waits/spur-critical-path-private.h"
#include "core/analysis/waits/spur-state-stack-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/packet/spur-packed-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* Times by state, the last of them outside of all states. */
typedef struct
{
  const GArray *path;
  const SpurCalls *calls;
  const SpurCallsInput *input;
  SpurPathShare *shares;
  guint n_states;
  /* By class, whether its events enter or leave a state. */
  guint8 *is_wanted;
  GMutex mutex;
} Sharing;

/* The path's parts on a stream, of which those before @part end before @last_ns; and the states of
 * the stream. @chunks are read up to @next_event. */
typedef struct
{
  const Sharing *sharing;
  SpurPathShare *shares;
  GArray *parts;
  guint part;
  SpurStateStack states;
  gint64 last_ns;
  SpurStream *stream;
  SpurChunkWalk *chunks;
  guint64 next_event;
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
  const SpurEnteredState *top = spur_state_stack_get_top (&self->states);
  guint32 n_states = self->sharing->n_states;
  guint32 state = top != NULL ? MIN (top->state, n_states) : n_states;

  if (end_ns <= self->last_ns)
    return;
  self->shares[state].path_ns += get_path_ns (self, end_ns);
  self->last_ns = end_ns;
}

static void
push_state (StreamWalk *self, guint32 state)
{
  spur_state_stack_push (&self->states, (SpurEnteredState){ state, SPUR_CALL_NONE });
}

static void
take_event (StreamWalk *self, const SpurChunk *chunk, guint32 at, const guint8 *record)
{
  const SpurEventLayout *layout =
    spur_stream_get_class_table (self->stream)->layouts[chunk->classes[at]];
  gint64 raw_ns = spur_stream_ticks_to_ns (self->stream, spur_chunk_get_ticks (chunk, at));

  take_time (self, spur_time_walk_at (&self->times, chunk->first + at, raw_ns));
  if (layout->effect == SPUR_EFFECT_ENTER)
    push_state (self,
                (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE));
  else
    spur_state_stack_pop (&self->states);
}

/* Whether the path is on the stream again before a time. */
static gboolean
has_path_before (const StreamWalk *self, gint64 end_ns)
{
  return self->part < self->parts->len &&
         g_array_index (self->parts, SpurPathPart, self->part).begin_ns < end_ns;
}

/* Events of the stream from @begin on and before @end, which is at @end_ns. */
typedef struct
{
  guint64 begin;
  guint64 end;
  gint64 end_ns;
} Range;

static void
take_chunk (StreamWalk *self, const SpurChunk *chunk, const Range *range)
{
  const SpurClassTable *classes = spur_stream_get_class_table (self->stream);
  const guint8 *record = chunk->records;

  for (guint32 i = 0; i < chunk->n_events && chunk->first + i < range->end &&
                      has_path_before (self, range->end_ns);
       i++)
    {
      if (chunk->first + i >= range->begin && self->sharing->is_wanted[chunk->classes[i]])
        take_event (self, chunk, i, record);
      record += classes->record_bytes[chunk->classes[i]];
    }
}

/* The same of a chunk that has only events of wanted classes. */
static void
take_wanted (StreamWalk *self,
             const SpurChunk *chunk,
             const guint64 *wanted,
             guint32 n_wanted,
             const Range *range)
{
  for (guint32 i = 0; i < n_wanted && has_path_before (self, range->end_ns); i++)
    {
      guint32 at = (guint32) (wanted[i] >> 32);

      if (chunk->first + at >= range->begin && chunk->first + at < range->end)
        take_event (self, chunk, at, chunk->records + (guint32) wanted[i]);
    }
}

/* As far as the events are on the path. */
static void
take_range (StreamWalk *self, const Range *range)
{
  const SpurChunk *chunk;
  const guint64 *wanted;
  guint32 n_wanted;

  if (self->next_event != range->begin)
    spur_chunk_walk_seek (self->chunks, range->begin);
  do
    {
      chunk = spur_chunk_walk_next (self->chunks);
      if (chunk == NULL)
        return;
      wanted = spur_chunk_walk_get_wanted (self->chunks, &n_wanted);
      if (wanted != NULL)
        take_wanted (self, chunk, wanted, n_wanted, range);
      else
        take_chunk (self, chunk, range);
      self->next_event = chunk->first + chunk->n_events;
    }
  while (self->next_event < range->end && has_path_before (self, range->end_ns));
}

/* The part of the stream from a mark to the next, or to its end. */
static void
read_part (StreamWalk *self, const SpurStreamWork *work, guint index)
{
  const SpurStateMark *mark = &g_array_index (work->marks, SpurStateMark, index);
  gboolean is_last = index + 1 == work->marks->len;
  Range range = { mark->event, is_last ? spur_stream_get_n_events (self->stream) : mark[1].event,
                  is_last ? work->end_ns : mark[1].changed_ns };

  if (!has_path_before (self, range.end_ns))
    return;
  self->last_ns = mark->changed_ns;
  self->states.n_states = 0;
  for (guint32 i = 0; i < mark->n_states; i++)
    push_state (self, g_array_index (work->marked_states, guint32, mark->first_state + i));
  take_range (self, &range);
  if (is_last)
    take_time (self, range.end_ns);
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
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
  StreamWalk walk = {
    self, shares, parts, .stream = stream, .chunks = chunks, .next_event = G_MAXUINT64
  };

  if (!work->has_events)
    return;
  spur_chunk_walk_want_classes (chunks, self->is_wanted);
  spur_time_walk_init (&walk.times, self->input->correction, index);
  for (guint i = 0; i < work->marks->len; i++)
    read_part (&walk, work, i);
  spur_state_stack_clear (&walk.states);
  g_mutex_lock (&self->mutex);
  for (guint i = 0; i <= self->n_states; i++)
    {
      self->shares[i].path_ns += shares[i].path_ns;
      self->shares[i].sum_ns += work->states_ns[i];
    }
  g_mutex_unlock (&self->mutex);
}

static guint8 *
find_wanted_classes (SpurTrace *trace)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  guint8 *is_wanted = g_new (guint8, n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    {
      SpurEffect effect = spur_trace_get_class (trace, i)->effect;

      is_wanted[i] = effect == SPUR_EFFECT_ENTER || effect == SPUR_EFFECT_LEAVE;
    }
  return is_wanted;
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
  g_autofree guint8 *is_wanted = find_wanted_classes (input->trace);
  Sharing sharing = { path, calls, input, shares, n_states, is_wanted, { 0 } };

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
