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

/* Which states a stream is ever in. */
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
add_stream (SpurReport *self,
            const SpurReportSide *side,
            guint stream,
            const SpurIndexWindow *window,
            float *loads)
{
  g_autofree guint32 *groups = group_states (spur_trace_get_definitions (self->trace));
  g_autofree float *shares = g_new (float, (gsize) window->n_columns *N_GROUPS);
  gboolean implies_work = spur_timeline_implies_work (find_kinds (self, side, stream));

  spur_index_get_shares (self->index, stream, window, groups, N_GROUPS, shares);
  for (guint i = 0; i < window->n_columns; i++)
    {
      const float *share = &shares[(gsize) i * N_GROUPS];

      loads[i] += share[GROUP_RUNNING];
      if (implies_work)
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
  const guint32 *lane_of_stream = side->picture->lanes->lane_of_stream;

  memset (loads, 0, window->n_columns * sizeof *loads);
  for (guint i = 0; i < spur_trace_get_n_streams (self->trace); i++)
    {
      if (lane_of_stream[i] == lane &&
          spur_stream_get_n_events (spur_trace_get_stream (self->trace, i)) > 0)
        add_stream (self, side, i, window, loads);
    }
  for (guint i = 0; i < window->n_columns; i++)
    loads[i] = MIN (loads[i], 1.0f);
}
