/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-dependence-internal.h"
#include "core/clock/parallel/spur-share-private.h"
#include "core/store/trace/spur-chunk-walk.h"

static void
check_edges (SpurShare *self,
             SpurCheck *check,
             const SpurNodes *nodes,
             const gint64 *times,
             const gint64 *sent_ns,
             gint64 mu_ns)
{
  check->n_edges = self->n_edges;
  for (gsize i = 0; i < self->n_edges; i++)
    {
      const SpurEdge *edge = &self->all[i];
      gint64 delay_ns =
        times[spur_nodes_find (nodes, edge->to_stream, edge->to_event)] - sent_ns[self->slots[i]];

      if (delay_ns < (edge->mu_ns == SPUR_MU_DEFAULT ? mu_ns : edge->mu_ns))
        check->n_below_mu++;
      if (delay_ns < 0)
        check->n_reversed++;
      check->worst_ns = MAX (check->worst_ns, -delay_ns);
    }
}

static void
check_collective (SpurCheck *check,
                  const SpurCollective *collective,
                  const gint64 *exits_ns,
                  const gint64 *latest_ns,
                  gint64 mu_ns)
{
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      gint64 delay_ns;

      if (latest_ns[i] == G_MININT64)
        continue;
      delay_ns = exits_ns[i] - latest_ns[i];
      check->n_collective_receives++;
      if (delay_ns < mu_ns)
        check->n_collective_below_mu++;
      if (delay_ns < 0)
        check->n_collective_reversed++;
      check->collective_worst_ns = MAX (check->collective_worst_ns, -delay_ns);
    }
}

static void
check_collectives (
  SpurShare *self, SpurCheck *check, const SpurNodes *nodes, const gint64 *times, gint64 mu_ns)
{
  g_autofree gint64 *enters_ns = NULL;
  g_autofree gint64 *exits_ns = NULL;
  g_autofree gint64 *latest_ns = NULL;

  spur_share_give_members (self, nodes, times, &enters_ns, &exits_ns);
  latest_ns = g_new (gint64, self->n_members + 1);
  for (gsize i = 0; i < spur_edges_get_n_collectives (self->edges); i++)
    {
      gsize first = self->first_member[i];
      SpurCollective collective;

      spur_edges_get_collective (self->edges, i, &collective);
      spur_collective_get_latest (&collective, enters_ns + first, latest_ns + first);
      check_collective (check, &collective, exits_ns + first, latest_ns + first, mu_ns);
    }
}

/* Adds up what the ranks found. */
static void
combine (SpurShare *self, SpurCheck *check)
{
  gint64 sums[] = { (gint64) check->n_edges,
                    (gint64) check->n_reversed,
                    (gint64) check->n_below_mu,
                    (gint64) check->n_collective_receives,
                    (gint64) check->n_collective_reversed,
                    (gint64) check->n_collective_below_mu,
                    (gint64) check->n_order_inversions };
  gint64 worst[] = { check->worst_ns, check->collective_worst_ns };

  spur_ranks_combine (self->ranks, SPUR_RANKS_SUM, sums, G_N_ELEMENTS (sums));
  spur_ranks_combine (self->ranks, SPUR_RANKS_MAX, worst, G_N_ELEMENTS (worst));
  *check = (SpurCheck){
    .n_edges = (guint64) sums[0],
    .n_reversed = (guint64) sums[1],
    .n_below_mu = (guint64) sums[2],
    .worst_ns = worst[0],
    .n_collective_receives = (guint64) sums[3],
    .n_collective_reversed = (guint64) sums[4],
    .n_collective_below_mu = (guint64) sums[5],
    .collective_worst_ns = worst[1],
    .n_order_inversions = (guint64) sums[6],
  };
}

static void
check_own (
  SpurShare *self, SpurCheck *check, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job)
{
  g_autoptr (SpurNodes) nodes = spur_share_get_nodes (self, NULL);
  g_autofree gint64 *times = spur_nodes_get_times (nodes, self->trace, correction, job);
  g_autofree gint64 *sent_ns = spur_share_give_values (self, nodes, times);

  memset (check, 0, sizeof *check);
  check_edges (self, check, nodes, times, sent_ns, mu_ns);
  check_collectives (self, check, nodes, times, mu_ns);
}

void
spur_share_check_edges (
  SpurShare *self, SpurCheck *check, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job)
{
  check_own (self, check, correction, mu_ns, job);
  combine (self, check);
}

typedef struct
{
  SpurShare *share;
  SpurCorrection *correction;
  guint64 *n_inversions;
} Order;

static void
check_order (guint index, gpointer user_data)
{
  const Order *order = user_data;
  SpurStream *stream = spur_trace_get_stream (order->share->trace, index);
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk;
  gint64 last_ns = G_MININT64;
  SpurTimeWalk maps;

  if (!spur_share_is_own (order->share, index))
    return;
  spur_time_walk_init (&maps, order->correction, index);
  if (maps.n_maps == 0 && spur_stream_get_n_steps_back (stream) == 0)
    return;
  walk = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          gint64 time_ns =
            spur_time_walk_at (&maps, chunk->first + i,
                               spur_stream_ticks_to_ns (stream, spur_chunk_get_ticks (chunk, i)));

          order->n_inversions[index] += time_ns < last_ns;
          last_ns = time_ns;
        }
    }
}

/**
 * spur_share_check:
 * @self: a rank's share, after spur_share_match()
 * @check: (out caller-allocates): what is found in the whole trace, the same on all ranks
 * @correction: (nullable): what to apply to its raw times; each rank needs the maps of its own
 *   streams only
 * @mu_ns: the smallest delay of an edge that has none of its own
 * @job: (nullable): how the work is to be done
 *
 * Checks the clock condition, as spur_check_run() does. All ranks call it.
 *
 * Since: 1.0
 */
void
spur_share_check (
  SpurShare *self, SpurCheck *check, SpurCorrection *correction, gint64 mu_ns, const SpurJob *job)
{
  g_autofree guint64 *n_inversions = NULL;
  Order order = { self, correction, NULL };

  g_return_if_fail (SPUR_IS_SHARE (self));
  g_return_if_fail (check != NULL);
  g_return_if_fail (self->edges != NULL);
  g_return_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction));

  check_own (self, check, correction, mu_ns, job);
  order.n_inversions = n_inversions = g_new0 (guint64, (gsize) self->n_streams + 1);
  spur_job_run (job, self->n_streams, check_order, &order);
  for (guint s = 0; s < self->n_streams; s++)
    check->n_order_inversions += n_inversions[s];
  combine (self, check);
}
