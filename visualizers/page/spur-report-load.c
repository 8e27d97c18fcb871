/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The load of the rows of a page that has no events: from the running totals of an index. */
#include "core/analysis/presence/spur-history-internal.h"
#include "visualizers/page/spur-page-private.h"

/* States by what they count as. */
enum
{
  GROUP_OTHER,
  GROUP_RUNNING,
  N_GROUPS
};

struct _SpurReportStreams
{
  /* By state. */
  guint32 *groups;
  /* By lane, and one more: where its streams begin in the list of those that have events. */
  guint *first_of_lane;
  guint *of_lanes;
  /* By place in that list: whether what is in no state works. */
  guint8 *implies_work;
};

/* Which kinds of states a stream is ever in. */
static guint
find_kinds (SpurReport *self, const SpurReportSide *side, guint stream)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint n_states = spur_definitions_get_n_states (definitions), kinds = 0;
  g_autofree gint64 *times_ns = g_new0 (gint64, (gsize) n_states + 1);
  const SpurIndexWindow window = { .from_ns = side->picture->from_ns,
                                   .to_ns = side->picture->to_ns,
                                   .n_columns = 1,
                                   .raw = side == &self->raw };

  spur_index_add_times (self->index, stream, &window, times_ns);
  for (guint i = 0; i < n_states; i++)
    {
      if (times_ns[i] > 0)
        kinds |= 1u << spur_definitions_get_state (definitions, i)->kind;
    }
  return kinds;
}

static guint32 *
group_states (SpurDefinitions *definitions)
{
  guint n_states = spur_definitions_get_n_states (definitions);
  guint32 *groups = g_new (guint32, (gsize) n_states + 1);

  for (guint i = 0; i < n_states; i++)
    {
      SpurStateKind kind = spur_definitions_get_state (definitions, i)->kind;
      gboolean is_running = kind == SPUR_STATE_WORK || kind == SPUR_STATE_OVERHEAD;

      groups[i] = is_running ? GROUP_RUNNING : GROUP_OTHER;
    }
  return groups;
}

/* The part of a column in which the stream has begun and has not ended. */
static float
get_presence (SpurReport *self,
              const SpurReportSide *side,
              guint stream,
              const SpurIndexWindow *window,
              guint column)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
  double length_ns = (double) (window->to_ns - window->from_ns) / window->n_columns;
  double begin_ns = (double) window->from_ns + length_ns * column, end_ns = begin_ns + length_ns;

  begin_ns = MAX (begin_ns, (double) spur_space_time_event_ns (side->picture, stream, 0));
  end_ns = MIN (end_ns, (double) spur_space_time_event_ns (side->picture, stream, n_events - 1));
  return (float) (MAX (end_ns - begin_ns, 0.0) / length_ns);
}

static void
list_streams (SpurReportStreams *self, SpurTrace *trace, const SpurLanes *lanes)
{
  guint n_streams = spur_trace_get_n_streams (trace), n_listed = 0;
  g_autofree guint *next_in_lane = g_new (guint, n_streams + 1);
  g_autofree guint *last_of_lane = g_new (guint, lanes->n_lanes + 1);

  for (guint lane = 0; lane < lanes->n_lanes; lane++)
    last_of_lane[lane] = SPUR_NONE;
  /* From the last on, so that those of a lane are found in their order. */
  for (guint i = n_streams; i-- > 0;)
    {
      guint32 lane = lanes->lane_of_stream[i];

      if (lane >= lanes->n_lanes ||
          spur_stream_get_n_events (spur_trace_get_stream (trace, i)) == 0)
        continue;
      next_in_lane[i] = last_of_lane[lane];
      last_of_lane[lane] = i;
    }
  for (guint lane = 0; lane < lanes->n_lanes; lane++)
    {
      self->first_of_lane[lane] = n_listed;
      for (guint i = last_of_lane[lane]; i != SPUR_NONE; i = next_in_lane[i])
        self->of_lanes[n_listed++] = i;
    }
  self->first_of_lane[lanes->n_lanes] = n_listed;
}

void
spur_report_fill_streams (SpurReport *self, SpurReportSide *side)
{
  const SpurLanes *lanes = side->picture->lanes;
  gsize n_streams = spur_trace_get_n_streams (self->trace);
  SpurReportStreams *streams = g_new (SpurReportStreams, 1);

  *streams = (SpurReportStreams){ .groups = group_states (spur_trace_get_definitions (self->trace)),
                                  .first_of_lane = g_new (guint, (gsize) lanes->n_lanes + 1),
                                  .of_lanes = g_new (guint, n_streams + 1),
                                  .implies_work = g_new (guint8, n_streams + 1) };
  list_streams (streams, self->trace, lanes);
  for (guint i = 0; i < streams->first_of_lane[lanes->n_lanes]; i++)
    streams->implies_work[i] =
      spur_timeline_implies_work (find_kinds (self, side, streams->of_lanes[i]));
  side->streams = streams;
}

void
spur_report_streams_free (SpurReportStreams *self)
{
  g_free (self->groups);
  g_free (self->first_of_lane);
  g_free (self->of_lanes);
  g_free (self->implies_work);
  g_free (self);
}

static void
add_stream (SpurReport *self,
            const SpurReportSide *side,
            guint index,
            const SpurIndexWindow *window,
            float *loads)
{
  const SpurReportStreams *streams = side->streams;
  guint stream = streams->of_lanes[index];
  g_autofree float *shares = g_new0 (float, (gsize) window->n_columns *N_GROUPS);
  const SpurIndexShares to = { streams->groups, N_GROUPS, shares };

  spur_index_add_shares (self->index, &stream, 1, window, &to);
  for (guint i = 0; i < window->n_columns; i++)
    {
      const float *share = &shares[(gsize) i * N_GROUPS];

      loads[i] += share[GROUP_RUNNING];
      if (streams->implies_work[index])
        loads[i] += MAX (get_presence (self, side, stream, window, i) - share[GROUP_RUNNING] -
                           share[GROUP_OTHER],
                         0.0f);
    }
}

void
spur_report_get_loads (SpurReport *self,
                       const SpurReportSide *side,
                       guint lane,
                       const SpurIndexWindow *window,
                       float *loads)
{
  const guint *first_of_lane = side->streams->first_of_lane;

  memset (loads, 0, window->n_columns * sizeof *loads);
  for (guint i = first_of_lane[lane]; i < first_of_lane[lane + 1]; i++)
    add_stream (self, side, i, window, loads);
  for (guint i = 0; i < window->n_columns; i++)
    loads[i] = MIN (loads[i], 1.0f);
}
