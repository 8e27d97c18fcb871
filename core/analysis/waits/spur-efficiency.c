/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How well the streams of a run are used, by the multiplicative model of the POP project
 * (https://pop-coe.eu/node/69), with the ideal run by a replay in which messages take no time. */
#include "core/analysis/waits/spur-efficiency-private.h"

#include <math.h>

#include "core/base/spur-pages-private.h"
#include "core/clock/logical/spur-clock-earliest-internal.h"

/* The calls of a stream on the way: what is outside of them is work. They are in the order of their
 * enters, one in the other or after it. */
typedef struct
{
  const SpurStreamCalls *calls;
  guint32 next;
  /* Where the calls that lie one in the other end, and how long those before @reach_ns took. */
  gint64 reach_ns;
  gint64 covered_ns;
  gint64 begin_ns;
} WorkWalk;

static void
work_walk_init (WorkWalk *self, const SpurStreamCalls *calls, gint64 begin_ns)
{
  *self = (WorkWalk){ .calls = calls, .reach_ns = begin_ns, .begin_ns = begin_ns };
}

/* The stream's work until a time; times come in order. */
static gint64
work_walk_at (WorkWalk *self, gint64 time_ns)
{
  for (; self->next < self->calls->n_calls; self->next++)
    {
      const SpurCall *call = &self->calls->calls[self->next];

      if (call->enter_ns > time_ns)
        break;
      if (call->leave_ns > self->reach_ns)
        {
          self->covered_ns += call->leave_ns - MAX (call->enter_ns, self->reach_ns);
          self->reach_ns = call->leave_ns;
        }
    }
  return time_ns - self->begin_ns - self->covered_ns + MAX (self->reach_ns - time_ns, 0);
}

typedef struct
{
  const SpurCalls *calls;
  const SpurCallsInput *input;
  SpurStreamWork *work;
  gint64 *own_ns;
} Working;

static void
read_work (guint index, gpointer user_data)
{
  const Working *self = user_data;
  SpurStreamWork *work = &self->work[index];
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (self->input->trace, index));
  WorkWalk walk;
  SpurTimes times;

  if (n_events == 0)
    return;
  spur_times_init (&times, self->input->trace, self->input->correction, index);
  work->has_events = TRUE;
  work->begin_ns = spur_times_at (&times, 0);
  work->end_ns = spur_times_at (&times, n_events - 1);
  work_walk_init (&walk, &self->calls->streams[index], work->begin_ns);
  work->work_ns = work_walk_at (&walk, work->end_ns);
}

SpurStreamWork *
spur_calls_get_work (const SpurCalls *calls, const SpurCallsInput *input)
{
  SpurStreamWork *work = g_new0 (SpurStreamWork, calls->n_streams + 1);
  Working working = { calls, input, work, NULL };

  spur_job_run (input->job, calls->n_streams, read_work, &working);
  return work;
}

static void
read_own (guint index, gpointer user_data)
{
  const Working *self = user_data;
  const SpurStreamCalls *calls = &self->calls->streams[index];
  gint64 own_ns = 0;
  WorkWalk walk;

  work_walk_init (&walk, calls, self->work[index].begin_ns);
  for (guint64 node = calls->first_node; node < calls->first_node + calls->n_nodes; node++)
    {
      /* A clock that steps back takes no work away. */
      own_ns = MAX (own_ns, work_walk_at (&walk, self->calls->times_ns[node]));
      self->own_ns[node] = own_ns;
    }
}

gint64 *
spur_calls_get_own (const SpurCalls *calls, const SpurCallsInput *input, const SpurStreamWork *work)
{
  gint64 *own_ns = SPUR_PAGES_NEW (gint64, calls->nodes->n_nodes);
  Working working = { calls, input, (SpurStreamWork *) work, own_ns };

  spur_job_run (input->job, calls->n_streams, read_own, &working);
  return own_ns;
}

/* The ideal run ends when the last stream does its last work. */
static gint64
find_ideal_ns (const SpurCalls *calls,
               const SpurCallsInput *input,
               const SpurStreamWork *work,
               const gint64 *own_ns,
               GError **error)
{
  gint64 ideal_ns = 0;
  SPUR_AUTO_PAGES gint64 *earliest_ns =
    spur_clock_get_earliest (input->trace, input->edges, calls->nodes, own_ns, input->job, error);

  if (earliest_ns == NULL)
    return -1;
  for (guint s = 0; s < calls->n_streams; s++)
    {
      guint64 last = calls->streams[s].first_node + calls->streams[s].n_nodes - 1;
      gint64 end_ns = work[s].work_ns;

      if (calls->streams[s].n_nodes > 0)
        end_ns += earliest_ns[last] - own_ns[last];
      ideal_ns = MAX (ideal_ns, end_ns);
    }
  return ideal_ns;
}

static void
sum_work (SpurEfficiency *self, const SpurStreamWork *work, guint n_streams)
{
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;

  for (guint s = 0; s < n_streams; s++)
    {
      if (!work[s].has_events)
        continue;
      self->n_streams++;
      self->work_ns += work[s].work_ns;
      self->most_work_ns = MAX (self->most_work_ns, work[s].work_ns);
      begin_ns = MIN (begin_ns, work[s].begin_ns);
      end_ns = MAX (end_ns, work[s].end_ns);
    }
  self->runtime_ns = self->n_streams > 0 ? end_ns - begin_ns : 0;
}

static double
get_ratio (double part, gint64 whole)
{
  return whole > 0 ? part / (double) whole : NAN;
}

gboolean
spur_efficiency_find (SpurEfficiency *self,
                      const SpurCalls *calls,
                      const SpurCallsInput *input,
                      const SpurStreamWork *work,
                      const gint64 *own_ns,
                      GError **error)
{
  g_autoptr (GError) failure = NULL;
  double mean_ns;

  *self = (SpurEfficiency){ 0 };
  sum_work (self, work, calls->n_streams);
  self->ideal_ns = find_ideal_ns (calls, input, work, own_ns, &failure);
  if (failure != NULL &&
      !g_error_matches (failure, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  mean_ns = get_ratio ((double) self->work_ns, self->n_streams);
  self->load_balance = get_ratio (mean_ns, self->most_work_ns);
  self->communication = get_ratio ((double) self->most_work_ns, self->runtime_ns);
  self->parallel = get_ratio (mean_ns, self->runtime_ns);
  self->serialisation = get_ratio ((double) self->most_work_ns, self->ideal_ns);
  self->transfer = failure == NULL ? get_ratio ((double) self->ideal_ns, self->runtime_ns) : NAN;
  return TRUE;
}
