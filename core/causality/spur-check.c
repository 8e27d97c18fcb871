/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-check.h"

#include "core/base/spur-pages-private.h"
#include "core/causality/spur-check-internal.h"
#include "core/causality/spur-delays.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-nodes-internal.h"

/* So many edges, or collective operations, are a task. */
#define BLOCK_EDGES (1u << 15)
#define BLOCK_COLLECTIVES (1u << 8)
/* The times of so many further senders are on their way to the cache. */
#define AHEAD 32

/* Of the order in every stream. */
typedef struct
{
  SpurTrace *trace;
  SpurCorrection *correction;
  guint64 *n_inversions;
} Order;

/* Tasks are blocks of edges, then of collective operations, then streams whose order is checked;
 * @order is NULL where it is not. */
typedef struct
{
  SpurEdges *edges;
  const SpurEdge *all;
  const SpurNodes *nodes;
  const gint64 *times;
  gint64 mu_ns;
  guint n_edge_blocks;
  guint n_blocks;
  /* What is found in each block. */
  SpurCheck *found;
  const Order *order;
} Checking;

static inline void
check_delay (SpurCheck *check, gint64 delay_ns, gint64 mu_ns)
{
  check->n_below_mu += delay_ns < mu_ns;
  check->n_reversed += delay_ns < 0;
  check->worst_ns = MAX (check->worst_ns, -delay_ns);
}

static void
check_edges (const Checking *checking, guint block)
{
  gsize first = block * (gsize) BLOCK_EDGES;
  const SpurNodePair *pairs = spur_nodes_get_plain_pairs (checking->nodes, checking->edges);
  const SpurEdge *edges = pairs == NULL ? checking->all + first : NULL;
  const gint64 *times = checking->times;
  SpurCheck check = checking->found[block];

  for (gsize i = 0; pairs != NULL && i < check.n_edges; i++)
    {
      __builtin_prefetch (&times[pairs[first + MIN (i + AHEAD, check.n_edges - 1)].from]);
      check_delay (&check, times[pairs[first + i].to] - times[pairs[first + i].from],
                   checking->mu_ns);
    }
  for (gsize i = 0; pairs == NULL && i < check.n_edges; i++)
    {
      const SpurEdge *edge = &edges[i];

      check_delay (&check,
                   times[spur_nodes_find_to (checking->nodes, edge)] -
                     times[spur_nodes_find_from (checking->nodes, edge)],
                   edge->mu_ns == SPUR_MU_DEFAULT ? checking->mu_ns : edge->mu_ns);
    }
  checking->found[block] = check;
}

/* Where mu goes by pairs, a member is below it as soon as one of those that it waits for is. */
static gboolean
is_below_pair (SpurDelays *pairs,
               const SpurCollective *collective,
               guint32 member,
               const gint64 *enters_ns,
               gint64 exit_ns,
               gint64 mu_ns)
{
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      gint64 pair_ns = spur_delays_get_pair_ns (pairs, collective->members[i].stream,
                                                collective->members[member].stream);

      if (spur_collective_depends (collective, i, member) &&
          exit_ns - enters_ns[i] < (pair_ns == SPUR_MU_DEFAULT ? mu_ns : pair_ns))
        return TRUE;
    }
  return FALSE;
}

static void
check_collective (SpurCheck *check,
                  const SpurCollective *collective,
                  const SpurNodes *nodes,
                  const gint64 *times,
                  gint64 mu_ns,
                  SpurDelays *pairs,
                  gint64 *enters_ns)
{
  gint64 *latest_ns = enters_ns + collective->n_members;

  for (guint32 i = 0; i < collective->n_members; i++)
    enters_ns[i] = times[spur_nodes_find_enter (nodes, &collective->members[i])];
  spur_collective_get_latest (collective, enters_ns, latest_ns);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      gint64 exit_ns, delay_ns;

      if (latest_ns[i] == G_MININT64)
        continue;
      exit_ns = times[spur_nodes_find_exit (nodes, &collective->members[i])];
      delay_ns = exit_ns - latest_ns[i];
      check->n_collective_receives++;
      if (pairs == NULL ? delay_ns < mu_ns
                        : is_below_pair (pairs, collective, i, enters_ns, exit_ns, mu_ns))
        check->n_collective_below_mu++;
      if (delay_ns < 0)
        check->n_collective_reversed++;
      check->collective_worst_ns = MAX (check->collective_worst_ns, -delay_ns);
    }
}

static void
check_collectives (const Checking *checking, guint block)
{
  SpurEdges *edges = checking->edges;
  SpurDelays *pairs = spur_edges_get_pair_delays (edges);
  gsize begin = (block - checking->n_edge_blocks) * (gsize) BLOCK_COLLECTIVES;
  gsize end = MIN (begin + BLOCK_COLLECTIVES, spur_edges_get_n_collectives (edges));
  g_autofree gint64 *room = NULL;
  guint32 n_room = 0;

  for (gsize i = begin; i < end; i++)
    {
      gint64 own_ns = spur_edges_get_collective_mu_ns (edges, i);
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      if (collective.n_members > n_room)
        {
          n_room = collective.n_members;
          room = g_renew (gint64, room, 2 * (gsize) n_room);
        }
      check_collective (&checking->found[block], &collective, checking->nodes, checking->times,
                        own_ns == SPUR_MU_DEFAULT ? checking->mu_ns : own_ns, pairs, room);
    }
}

static void
add_found (SpurCheck *check, const SpurCheck *found)
{
  check->n_edges += found->n_edges;
  check->n_reversed += found->n_reversed;
  check->n_below_mu += found->n_below_mu;
  check->worst_ns = MAX (check->worst_ns, found->worst_ns);
  check->n_collective_receives += found->n_collective_receives;
  check->n_collective_reversed += found->n_collective_reversed;
  check->n_collective_below_mu += found->n_collective_below_mu;
  check->collective_worst_ns = MAX (check->collective_worst_ns, found->collective_worst_ns);
}

/* The times of a stream's events before one of its maps. */
typedef struct
{
  SpurTimes times;
  guint n_maps;
} Before;

static gint64
get_before_ns (guint64 event, gpointer user_data)
{
  Before *before = user_data;

  before->times.maps.n_maps = before->n_maps;
  return spur_times_at (&before->times, event);
}

/* Whether nothing needs to be looked at to know that time never steps back. */
static gboolean
is_in_order (const Order *order, const SpurNodes *all, guint index)
{
  const SpurNodeStream *nodes = &all->streams[index];
  Before before = { .n_maps = 0 };
  guint n_maps;

  if (nodes->n_steps_back > 0)
    return FALSE;
  spur_times_init (&before.times, order->trace, order->correction, index);
  n_maps = before.times.maps.n_maps;
  for (; before.n_maps < n_maps; before.n_maps++)
    {
      if (!spur_time_map_keeps_order (before.times.maps.maps[before.n_maps], nodes->n_events,
                                      get_before_ns, &before))
        return FALSE;
    }
  return TRUE;
}

static void
check_order (const Order *order, const SpurNodes *nodes, guint index)
{
  SpurStream *stream = spur_trace_get_stream (order->trace, index);
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk;
  gint64 last_ns = G_MININT64;
  SpurTimeWalk maps;

  if (is_in_order (order, nodes, index))
    return;
  spur_time_walk_init (&maps, order->correction, index);
  walk = spur_chunk_walk_new (stream, SPUR_CHUNK_TICKS);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          gint64 time_ns =
            spur_time_walk_at (&maps, chunk->first + i,
                               spur_stream_ticks_to_ns (stream, spur_chunk_get_ticks (chunk, i)));

          if (time_ns < last_ns)
            order->n_inversions[index]++;
          last_ns = time_ns;
        }
    }
}

/* Raw times do not change, nor do edges that nodes were made of, but for what gives them a mu. */
static gboolean
is_kept (const SpurNodes *nodes, SpurEdges *edges, SpurCorrection *correction)
{
  return spur_nodes_get_plain_pairs (nodes, edges) != NULL && spur_times_are_raw (correction);
}

static gboolean
recall (
  SpurCheck *check, SpurNodes *nodes, SpurEdges *edges, SpurCorrection *correction, gint64 mu_ns)
{
  const SpurNodesCheck *known = g_atomic_pointer_get (&nodes->raw_check);

  if (known == NULL || known->mu_ns != mu_ns || !is_kept (nodes, edges, correction))
    return FALSE;
  *check = known->check;
  return TRUE;
}

static void
remember (const SpurCheck *check, SpurNodes *nodes, gint64 mu_ns)
{
  SpurNodesCheck *known = g_new (SpurNodesCheck, 1);

  *known = (SpurNodesCheck){ mu_ns, *check };
  if (!g_atomic_pointer_compare_and_exchange (&nodes->raw_check, NULL, known))
    g_free (known);
}

gboolean
spur_check_recall (SpurCheck *check,
                   SpurTrace *trace,
                   SpurEdges *edges,
                   SpurCorrection *correction,
                   gint64 mu_ns,
                   const SpurJob *job)
{
  g_autoptr (SpurNodes) nodes = spur_edges_get_nodes (edges, trace, job);

  g_return_val_if_fail (nodes != NULL, FALSE);

  return recall (check, nodes, edges, correction, mu_ns);
}

static void
check_some (guint index, gpointer user_data)
{
  const Checking *checking = user_data;

  if (index < checking->n_edge_blocks)
    check_edges (checking, index);
  else if (index < checking->n_blocks)
    check_collectives (checking, index);
  else
    check_order (checking->order, checking->nodes, index - checking->n_blocks);
}

static void
run_checks (SpurCheck *check, Checking *checking, const SpurJob *job)
{
  gsize n_edges = spur_edges_get_n_edges (checking->edges);
  gsize n_collectives = spur_edges_get_n_collectives (checking->edges);
  guint n_edge_blocks = (guint) ((n_edges + BLOCK_EDGES - 1) / BLOCK_EDGES);
  guint n_blocks =
    n_edge_blocks + (guint) ((n_collectives + BLOCK_COLLECTIVES - 1) / BLOCK_COLLECTIVES);
  guint n_streams = checking->order != NULL ? checking->nodes->n_streams : 0;
  g_autofree SpurCheck *found = g_new0 (SpurCheck, (gsize) n_blocks + 1);

  for (guint i = 0; i < n_edge_blocks; i++)
    found[i].n_edges = MIN (BLOCK_EDGES, n_edges - i * (gsize) BLOCK_EDGES);
  checking->n_edge_blocks = n_edge_blocks;
  checking->n_blocks = n_blocks;
  checking->found = found;
  spur_job_run (job, n_blocks + n_streams, check_some, checking);
  for (guint i = 0; i < n_blocks; i++)
    add_found (check, &found[i]);
}

/* @order is NULL where nobody asks for it. */
static void
check_all (SpurCheck *check,
           SpurTrace *trace,
           SpurEdges *edges,
           SpurCorrection *correction,
           gint64 mu_ns,
           const Order *order,
           const SpurJob *job)
{
  g_autoptr (SpurNodes) nodes = spur_edges_get_nodes (edges, trace, job);
  SPUR_AUTO_PAGES gint64 *times = NULL;
  Checking checking = { .edges = edges, .nodes = nodes, .mu_ns = mu_ns, .order = order };
  gsize n_edges;

  memset (check, 0, sizeof *check);
  g_return_if_fail (nodes != NULL);

  if (recall (check, nodes, edges, correction, mu_ns))
    {
      if (order != NULL)
        spur_job_run (job, nodes->n_streams, check_some, &checking);
      return;
    }
  if (spur_nodes_get_plain_pairs (nodes, edges) == NULL)
    checking.all = spur_edges_get_all (edges, &n_edges);
  checking.times = nodes->raw_ns;
  if (!spur_times_are_raw (correction))
    {
      checking.times = times = SPUR_PAGES_NEW (gint64, nodes->n_nodes);
      spur_nodes_fill_times (nodes, trace, correction, job, times);
    }
  run_checks (check, &checking, job);
  if (is_kept (nodes, edges, correction))
    remember (check, nodes, mu_ns);
}

void
spur_check_run_edges (SpurCheck *check,
                      SpurTrace *trace,
                      SpurEdges *edges,
                      SpurCorrection *correction,
                      gint64 mu_ns,
                      const SpurJob *job)
{
  check_all (check, trace, edges, correction, mu_ns, NULL, job);
}

/**
 * spur_check_run:
 * @check: (out caller-allocates): what is found
 * @trace: a sealed trace
 * @edges: its edges
 * @correction: (nullable): what to apply to its raw times; %NULL for raw times
 * @mu_ns: the smallest delay of an edge that has none of its own
 * @job: (nullable): how the work is to be done
 *
 * Checks the clock condition (clock-correction.md section 1): of every edge, of every member of a
 * collective operation against the latest enter that it depends on, and the order in every stream.
 *
 * Since: 1.0
 */
void
spur_check_run (SpurCheck *check,
                SpurTrace *trace,
                SpurEdges *edges,
                SpurCorrection *correction,
                gint64 mu_ns,
                const SpurJob *job)
{
  g_autofree guint64 *n_inversions = NULL;
  Order order = { trace, correction, NULL };
  guint n_streams;

  g_return_if_fail (check != NULL);
  g_return_if_fail (SPUR_IS_TRACE (trace));
  g_return_if_fail (SPUR_IS_EDGES (edges));
  g_return_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction));
  g_return_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace));
  g_return_if_fail (mu_ns >= -SPUR_TIME_LIMIT_NS && mu_ns <= SPUR_TIME_LIMIT_NS);

  n_streams = spur_trace_get_n_streams (trace);
  order.n_inversions = n_inversions = g_new0 (guint64, n_streams);
  check_all (check, trace, edges, correction, mu_ns, &order, job);
  for (guint s = 0; s < n_streams; s++)
    check->n_order_inversions += n_inversions[s];
}

/**
 * spur_check_is_clean:
 * @check: what was found
 *
 * Tells whether the clock condition holds with the mu of the check, in and between streams.
 *
 * Returns: whether the clock condition holds with the mu of the check, in and between streams
 *
 * Since: 1.0
 */
gboolean
spur_check_is_clean (const SpurCheck *check)
{
  g_return_val_if_fail (check != NULL, FALSE);

  return check->n_reversed == 0 && check->n_below_mu == 0 && check->n_collective_reversed == 0 &&
         check->n_collective_below_mu == 0 && check->n_order_inversions == 0;
}
