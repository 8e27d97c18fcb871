/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* In which states the critical path is, beside all streams in the mean. */
#include "core/analysis/waits/spur-critical-path-private.h"
#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-replay-internal.h"

/* Times by state, the last of them outside of all states. */
typedef struct
{
  const GArray *path;
  const SpurCallsInput *input;
  const SpurStreamWork *work;
  SpurPathShare *shares;
  guint n_states;
  GMutex mutex;
} Sharing;

/* The path's parts on a stream, of which those before @part end before @last_ns. */
typedef struct
{
  const Sharing *sharing;
  SpurPathShare *shares;
  GArray *parts;
  guint part;
  guint32 state;
  gint64 last_ns;
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
  SpurPathShare *share = &self->shares[MIN (self->state, self->sharing->n_states)];

  if (end_ns <= self->last_ns)
    return;
  share->sum_ns += end_ns - self->last_ns;
  share->path_ns += get_path_ns (self, end_ns);
  self->last_ns = end_ns;
}

static void
take_change (SpurReplay *replay, gpointer user_data)
{
  StreamWalk *self = user_data;
  const SpurEntered *innermost = spur_replay_get_innermost (replay);

  take_time (self, replay->time_ns);
  self->state = innermost != NULL ? innermost->state : SPUR_NONE;
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
  const SpurStreamWork *work = &self->work[index];
  SpurTrace *trace = self->input->trace;
  g_autofree SpurPathShare *shares = g_new0 (SpurPathShare, self->n_states + 1);
  g_autoptr (GArray) parts = list_parts (self->path, index);
  StreamWalk walk = { self, shares, parts, 0, SPUR_NONE, work->begin_ns };

  if (!work->has_events)
    return;
  spur_replay_stream (trace, index,
                      self->input->correction != NULL ? SPUR_REPLAY_CORRECTED : SPUR_REPLAY_RAW,
                      take_change, NULL, &walk);
  take_time (&walk, work->end_ns);
  g_mutex_lock (&self->mutex);
  for (guint i = 0; i <= self->n_states; i++)
    {
      self->shares[i].path_ns += shares[i].path_ns;
      self->shares[i].sum_ns += shares[i].sum_ns;
    }
  g_mutex_unlock (&self->mutex);
}

SPUR_DEFINE_ORDER (compare_shares,
                   SpurPathShare,
                   SPUR_ORDER (q->path_ns, p->path_ns) ?: SPUR_BY (state))

GArray *
spur_critical_path_get_shares (const GArray *path,
                               const SpurCallsInput *input,
                               const SpurStreamWork *work)
{
  GArray *result = g_array_new (FALSE, FALSE, sizeof (SpurPathShare));
  guint n_streams = spur_trace_get_n_streams (input->trace), n_used = 0;
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (input->trace));
  g_autofree SpurPathShare *shares = g_new0 (SpurPathShare, n_states + 1);
  Sharing sharing = { path, input, work, shares, n_states, { 0 } };

  g_mutex_init (&sharing.mutex);
  spur_job_run (input->job, n_streams, share_stream, &sharing);
  g_mutex_clear (&sharing.mutex);
  for (guint s = 0; s < n_streams; s++)
    n_used += work[s].has_events;
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
