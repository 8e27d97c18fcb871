/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which events the page of a trace holds: all of them, or all of a window of time. */
#include "core/base/spur-order-internal.h"
#include "visualizers/page/spur-page-private.h"

/* The page of 996,480 events (spur simulate --grid=8x8 --iterations=1730) has 5 MB, opens in 2.6 s
 * on a busy machine of two cores, and the browser's process takes 405 MB then. A tab of ten times
 * as much would not open everywhere. */
#define MAX_EVENTS 1000000

/* The first event of a stream that is not before @time_ns. */
static guint64
find_event (SpurSpaceTime *picture, guint stream, gint64 time_ns)
{
  guint64 low = 0, middle;
  guint64 high = spur_stream_get_n_events (spur_trace_get_stream (picture->trace, stream));

  SPUR_BISECT (low, high, middle, spur_space_time_event_ns (picture, stream, middle) < time_ns)
  return low;
}

/* What lies in the window at recorded or at corrected times. */
static SpurReportRange
find_range (SpurReport *self, guint stream, gint64 to_ns)
{
  SpurReportRange range = { G_MAXUINT64, 0 };
  guint64 end = 0;

  for (guint i = 0; i < (self->has_corrected ? 2 : 1); i++)
    {
      const SpurReportSide *side = i == 0 ? &self->raw : &self->corrected;
      SpurSpaceTime *picture = side->picture;

      if (self->only != NULL && side != self->only)
        continue;
      range.first = MIN (range.first, find_event (picture, stream, self->from_ns));
      end = MAX (end, find_event (picture, stream, to_ns + 1));
    }
  range.n_events = end > range.first ? end - range.first : 0;
  return range;
}

static guint64
count_events (SpurReport *self, gint64 to_ns)
{
  guint64 n_events = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    n_events += find_range (self, i, to_ns).n_events;
  return n_events;
}

static gint64
cut_window (SpurReport *self)
{
  gint64 low = self->from_ns, high = self->to_ns;

  while (high - low > 1)
    {
      gint64 middle = low + (high - low) / 2;

      if (count_events (self, middle) > MAX_EVENTS)
        high = middle;
      else
        low = middle;
    }
  return low;
}

guint64
spur_report_count_stream (const SpurReport *self, guint stream)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
  const guint64 *kept;
  guint n_kept = 0;

  if (self->tail != NULL)
    n_events += spur_recording_tail_get_past (self->tail, stream, &kept, &n_kept);
  return n_events - n_kept;
}

/* Since when a trace has all events; that of a tail has some of those before. */
static gint64
find_begin (SpurReport *self, gint64 begin_ns)
{
  gint64 from_ns = G_MAXINT64;

  for (guint i = 0; self->tail != NULL && i < spur_trace_get_n_streams (self->trace); i++)
    {
      const guint64 *kept;
      guint n_kept;
      guint64 n_gone = spur_recording_tail_get_past (self->tail, i, &kept, &n_kept);

      if (n_gone == 0)
        return begin_ns;
      if (n_kept < spur_stream_get_n_events (spur_trace_get_stream (self->trace, i)))
        from_ns = MIN (from_ns, spur_space_time_event_ns (self->raw.picture, i, n_kept));
    }
  return from_ns < G_MAXINT64 ? from_ns : begin_ns;
}

/* Of a trace that grows the page has the end. */
static void
cut_begin (SpurReport *self)
{
  gint64 low = self->from_ns, high = self->to_ns;

  while (high - low > 1)
    {
      self->from_ns = low + (high - low) / 2;
      if (count_events (self, self->to_ns) > SPUR_REPORT_PART_EVENTS)
        low = self->from_ns;
      else
        high = self->from_ns;
    }
  self->from_ns = high;
}

void
spur_report_choose_window (SpurReport *self, const SpurReportOptions *options)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);
  SpurSpaceTime *raw = self->raw.picture;
  SpurSpaceTime *shown = self->has_corrected ? self->corrected.picture : raw;
  gboolean is_whole = options == NULL || !options->has_span;

  self->ranges = g_new0 (SpurReportRange, (gsize) n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    self->n_events += spur_report_count_stream (self, i);
  self->from_ns =
    is_whole ? find_begin (self, MIN (raw->from_ns, shown->from_ns)) : options->from_ns;
  self->to_ns = is_whole ? MAX (raw->to_ns, shown->to_ns) : MAX (options->to_ns, options->from_ns);
  if (self->index != NULL)
    return;
  self->is_cut = (is_whole ? self->n_events : count_events (self, self->to_ns)) >
                 (self->is_live ? SPUR_REPORT_PART_EVENTS : MAX_EVENTS);
  if (self->is_cut && !self->is_live)
    self->to_ns = cut_window (self);
  else if (self->is_cut && count_events (self, self->to_ns) > SPUR_REPORT_PART_EVENTS)
    cut_begin (self);
  for (guint i = 0; i < n_streams; i++)
    {
      /* A clock that steps back does not hinder a page of all. */
      if (is_whole && !self->is_cut)
        self->ranges[i].n_events =
          spur_stream_get_n_events (spur_trace_get_stream (self->trace, i));
      else
        self->ranges[i] = find_range (self, i, self->to_ns);
      self->n_events_kept += self->ranges[i].n_events;
    }
}

gboolean
spur_report_has_event (const SpurReport *self, guint stream, guint64 event)
{
  const SpurReportRange *range = &self->ranges[stream];

  return event >= range->first && event - range->first < range->n_events;
}

gboolean
spur_report_is_in_window (const SpurReport *self, gint64 one_ns, gint64 other_ns)
{
  return MAX (one_ns, other_ns) >= self->from_ns && MIN (one_ns, other_ns) <= self->to_ns;
}
