/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* States that are set before and after a window. What a stream sets of an object without a long
 * pause is a run, of which the first and the last row are kept: they say where the object is seen,
 * as long as it is seen nowhere else meanwhile. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"

/* A run ends where nothing is set for this part of the trace, so that a stream keeps 128 rows of an
 * object and its window, 3 KiB, or fewer. */
#define RUNS_OF_TRACE 64

SpurTimelineRuns *
spur_timeline_runs_new (const SpurTimeline *timeline)
{
  SpurTimelineRuns *self = g_new0 (SpurTimelineRuns, 1);

  self->gap_ns = (timeline->end_ns - timeline->begin_ns) / RUNS_OF_TRACE;
  self->of_object = g_new0 (SpurTimelineRun, (gsize) timeline->n_objects + 1);
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
spur_timeline_runs_free (SpurTimelineRuns *self)
{
  g_array_unref (self->touched);
  g_free (self->of_object);
  g_free (self);
}

/* Gives the last row of a run, if it was not kept: then rows between are not there. */
static guint
end_run (SpurTimelineRuns *self, guint32 object, SpurTimelineRow *kept, GArray *skips)
{
  SpurTimelineRun *run = &self->of_object[object];
  const SpurTimelineSkip skip = { run->kept_ns, run->last.time_ns, object,
                                  spur_timeline_row_get_stream (&run->last) };

  if (!run->is_skipped)
    return 0;
  run->is_skipped = FALSE;
  g_array_append_val (skips, skip);
  *kept = run->last;
  return 1;
}

/* Whether a row of the window, or the first one of an object after it, or after a pause. */
static gboolean
begins_run (const SpurTimelineRuns *self, const SpurTimelineRun *run, const SpurTimelineRow *row)
{
  return !run->is_begun || (row->time_ns >= self->from_ns && row->time_ns <= self->to_ns) ||
         (row->time_ns > self->to_ns && run->last.time_ns <= self->to_ns) ||
         row->time_ns - run->last.time_ns > self->gap_ns || row->value == SPUR_NONE ||
         run->last.value == SPUR_NONE;
}

guint
spur_timeline_runs_take (SpurTimelineRuns *self,
                         guint32 object,
                         const SpurTimelineRow *row,
                         SpurTimelineRow kept[2],
                         GArray *skips)
{
  SpurTimelineRun *run = &self->of_object[object];
  guint n_kept = 0;

  if (!run->is_touched)
    g_array_append_val (self->touched, object);
  run->is_touched = TRUE;
  if (begins_run (self, run, row))
    {
      n_kept = end_run (self, object, kept, skips);
      kept[n_kept++] = *row;
      run->kept_ns = row->time_ns;
    }
  else
    run->is_skipped = TRUE;
  run->is_begun = TRUE;
  run->last = *row;
  return n_kept;
}

guint
spur_timeline_runs_end (SpurTimelineRuns *self,
                        guint32 *object,
                        SpurTimelineRow *kept,
                        GArray *skips)
{
  while (self->touched->len > 0)
    {
      guint n_kept;

      *object = g_array_index (self->touched, guint32, self->touched->len - 1);
      n_kept = end_run (self, *object, kept, skips);
      self->of_object[*object] = (SpurTimelineRun){ 0 };
      g_array_set_size (self->touched, self->touched->len - 1);
      if (n_kept > 0)
        return n_kept;
    }
  return 0;
}

/* Whether no other target's stream sets a state of the object while rows are skipped. Where both
 * skip rows, one of them has one that it keeps in what the other skips. */
static gboolean
is_seen_there (const SpurTimeline *self, const SpurTimelineSkip *skip)
{
  const SpurTimelineRows *states = &self->kinds[SPUR_TIMELINE_STATES];
  guint32 target = spur_stream_get_target (spur_trace_get_stream (self->trace, skip->stream));
  gsize low = states->firsts[skip->object], end = states->firsts[skip->object + 1];
  gsize high = end, middle;

  if (spur_timeline_has_ended (self, skip->object) || spur_timeline_has_ended (self, target))
    return FALSE;
  SPUR_BISECT (low, high, middle, states->rows[middle].time_ns < skip->begin_ns)
  for (; low < end && states->rows[low].time_ns <= skip->end_ns; low++)
    {
      guint32 stream = spur_timeline_row_get_stream (&states->rows[low]);

      if (stream != skip->stream &&
          spur_stream_get_target (spur_trace_get_stream (self->trace, stream)) != target)
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_timeline_runs_are_seen (const SpurTimeline *self, GArray *const *skips_of_stream)
{
  g_autofree guint8 *is_seen = g_new0 (guint8, (gsize) self->n_objects + 1);

  for (guint32 i = 0; i < self->n_objects; i++)
    is_seen[i] = spur_timeline_is_always_seen (self, i);
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    for (guint i = 0; skips_of_stream[s] != NULL && i < skips_of_stream[s]->len; i++)
      {
        const SpurTimelineSkip *skip = &g_array_index (skips_of_stream[s], SpurTimelineSkip, i);

        if (is_seen[skip->object] && !is_seen_there (self, skip))
          return FALSE;
      }
  return TRUE;
}
