/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How well the streams of a run are used, by the multiplicative model of the POP project
 * (https://pop-coe.eu/node/69), with the ideal run by a replay in which messages take no time. */
#include "core/analysis/waits/spur-efficiency-private.h"

#include <math.h>

#include "core/base/spur-pages-private.h"
#include "core/clock/logical/spur-clock-earliest-internal.h"

/* The ideal run ends when the last stream does its last work. */
static gint64
find_ideal_ns (const SpurCalls *calls, const SpurCallsInput *input, GError **error)
{
  gint64 ideal_ns = 0;
  SPUR_AUTO_PAGES gint64 *earliest_ns = spur_clock_get_earliest (
    input->trace, input->edges, calls->nodes, calls->own_ns, input->job, error);

  if (earliest_ns == NULL)
    return -1;
  for (guint s = 0; s < calls->n_streams; s++)
    {
      const SpurStreamCalls *stream = &calls->streams[s];
      guint64 last = stream->first_node + stream->n_nodes - 1;
      gint64 end_ns = stream->work.work_ns;

      if (stream->n_nodes > 0)
        end_ns += earliest_ns[last] - calls->own_ns[last];
      ideal_ns = MAX (ideal_ns, end_ns);
    }
  return ideal_ns;
}

static void
sum_work (SpurEfficiency *self, const SpurCalls *calls)
{
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;

  for (guint s = 0; s < calls->n_streams; s++)
    {
      const SpurStreamWork *work = &calls->streams[s].work;

      if (!work->has_events)
        continue;
      self->n_streams++;
      self->work_ns += work->work_ns;
      self->most_work_ns = MAX (self->most_work_ns, work->work_ns);
      begin_ns = MIN (begin_ns, work->begin_ns);
      end_ns = MAX (end_ns, work->end_ns);
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
                      GError **error)
{
  g_autoptr (GError) failure = NULL;
  double mean_ns;

  *self = (SpurEfficiency){ 0 };
  sum_work (self, calls);
  self->ideal_ns = find_ideal_ns (calls, input, &failure);
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
