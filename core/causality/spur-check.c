/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-check-internal.h"
#include "core/causality/spur-edge-visitor-internal.h"

/* Edges, or collective operations, of a task. */
#define BLOCK_EDGES (1u << 15)
#define BLOCK_COLLECTIVES (1u << 8)
/* How many senders ahead the times are fetched into the cache. */
#define AHEAD 32

/* Tasks are blocks of edges, then of collective operations. */
typedef struct
{
  SpurCheckInput input;
  SpurEdgeVisitor visitor;
  guint n_edge_blocks;
  /* What is found in each block. */
  SpurCheck *found;
} Checking;

static inline gboolean
is_checked (const Checking *checking, guint32 to_stream)
{
  return checking->input.is_own == NULL || checking->input.is_own[to_stream] != 0;
}

static inline void
check_delay (SpurCheckEdges *check, gint64 delay_ns, gint64 mu_ns)
{
  check->n_edges++;
  check->n_below_mu += delay_ns < mu_ns;
  check->n_reversed += delay_ns < 0;
  check->worst_ns = MAX (check->worst_ns, -delay_ns);
}

static inline void
check_range (
  const Checking *checking, const SpurNodePair *pairs, gsize first, gsize end, SpurCheck *to)
{
  const SpurEdgeVisitor *visitor = &checking->visitor;
  const gint64 *times = checking->input.times;
  const SpurEdgeKinds kinds = *spur_edges_get_kinds (checking->input.edges);
  SpurCheckEdges all = { 0 };
  SpurCheckEdges *check = &all;

  for (gsize i = first; i < end; i++)
    {
      if (pairs != NULL)
        __builtin_prefetch (&times[pairs[MIN (i + AHEAD, end - 1)].from]);
      else if (!is_checked (checking, visitor->all[i].to_stream))
        continue;
      if (kinds.each != NULL)
        check = &to->of_kind[kinds.each[i]];
      check_delay (check,
                   times[spur_edge_visitor_get_to (visitor, pairs, i)] -
                     times[spur_edge_visitor_get_from (visitor, pairs, i)],
                   spur_edge_visitor_get_mu (visitor, pairs, i));
    }
  if (kinds.each == NULL)
    to->of_kind[kinds.all] = all;
}

static void
check_edges (const Checking *checking, guint block)
{
  gsize first = block * (gsize) BLOCK_EDGES;
  gsize end = MIN (first + BLOCK_EDGES, spur_edges_get_n_edges (checking->input.edges));

  if (checking->visitor.pairs != NULL)
    check_range (checking, checking->visitor.pairs, first, end, &checking->found[block]);
  else
    check_range (checking, NULL, first, end, &checking->found[block]);
}

static void
check_collective (const Checking *checking, SpurCheck *check, const SpurOperationTimes *operation)
{
  const gint64 *latest_ns = operation->latest_ns;

  for (guint32 i = 0; i < operation->collective.n_members; i++)
    {
      const SpurMember *member = &operation->collective.members[i];
      gint64 exit_ns;

      if (latest_ns[i] == G_MININT64 || !is_checked (checking, member->stream))
        continue;
      exit_ns = checking->input.times[spur_nodes_find_exit (checking->input.nodes, member)];
      check->n_collective_receives++;
      check->n_collective_below_mu += exit_ns < operation->bounds_ns[i];
      check->n_collective_reversed += exit_ns < latest_ns[i];
      check->collective_worst_ns = MAX (check->collective_worst_ns, latest_ns[i] - exit_ns);
    }
}

static void
check_collectives (const Checking *checking, guint block)
{
  gsize begin = (block - checking->n_edge_blocks) * (gsize) BLOCK_COLLECTIVES;
  gsize end = MIN (begin + BLOCK_COLLECTIVES, spur_edges_get_n_collectives (checking->input.edges));
  SpurOperationTimes operation = { 0 };

  for (gsize i = begin; i < end; i++)
    {
      spur_edge_visitor_read (&checking->visitor, i, checking->input.times, &operation);
      check_collective (checking, &checking->found[block], &operation);
    }
  spur_operation_times_clear (&operation);
}

static void
add_found (SpurCheck *check, const SpurCheck *found)
{
  for (guint k = 0; k < SPUR_N_EDGE_KINDS; k++)
    {
      const SpurCheckEdges *edges = &found->of_kind[k];
      SpurCheckEdges *sum = &check->of_kind[k];

      sum->n_edges += edges->n_edges;
      sum->n_reversed += edges->n_reversed;
      sum->n_below_mu += edges->n_below_mu;
      sum->worst_ns = MAX (sum->worst_ns, edges->worst_ns);
      check->n_edges += edges->n_edges;
      check->n_reversed += edges->n_reversed;
      check->n_below_mu += edges->n_below_mu;
      check->worst_ns = MAX (check->worst_ns, edges->worst_ns);
    }
  check->n_collective_receives += found->n_collective_receives;
  check->n_collective_reversed += found->n_collective_reversed;
  check->n_collective_below_mu += found->n_collective_below_mu;
  check->collective_worst_ns = MAX (check->collective_worst_ns, found->collective_worst_ns);
}

/* Raw times do not change, nor do edges that nodes were made of, but for what gives them a mu. */
static gboolean
is_kept (const SpurNodes *nodes, SpurEdges *edges, SpurCorrection *correction)
{
  return spur_nodes_get_plain_pairs (nodes, edges) != NULL && spur_times_are_raw (correction);
}

static gboolean
recall_check (
  SpurCheck *check, SpurNodes *nodes, SpurEdges *edges, SpurCorrection *correction, gint64 mu_ns)
{
  const SpurNodesCheck *known = g_atomic_pointer_get (&nodes->raw_check);

  if (known == NULL || known->mu_ns != mu_ns || !is_kept (nodes, edges, correction))
    return FALSE;
  *check = known->check;
  return TRUE;
}

static void
remember_check (const SpurCheck *check, SpurNodes *nodes, gint64 mu_ns)
{
  SpurNodesCheck *known = g_new (SpurNodesCheck, 1);

  *known = (SpurNodesCheck){ mu_ns, *check };
  if (!g_atomic_pointer_compare_and_exchange (&nodes->raw_check, NULL, known))
    g_free (known);
}

static void
check_block (guint index, gpointer user_data)
{
  const Checking *checking = user_data;

  if (index < checking->n_edge_blocks)
    check_edges (checking, index);
  else
    check_collectives (checking, index);
}

void
spur_check_run_times (SpurCheck *check, const SpurCheckInput *input, const SpurJob *job)
{
  SpurEdges *edges = input->edges;
  gsize n_edges = spur_edges_get_n_edges (edges);
  gsize n_collectives = spur_edges_get_n_collectives (edges);
  guint n_edge_blocks = (guint) ((n_edges + BLOCK_EDGES - 1) / BLOCK_EDGES);
  guint n_blocks =
    n_edge_blocks + (guint) ((n_collectives + BLOCK_COLLECTIVES - 1) / BLOCK_COLLECTIVES);
  g_autofree SpurCheck *found = g_new0 (SpurCheck, (gsize) n_blocks + 1);
  const SpurMu mu = spur_mu_of (edges, input->mu_ns, FALSE);
  Checking checking = { *input, spur_edge_visitor_of (&mu, input->nodes, input->is_own != NULL),
                        n_edge_blocks, found };

  memset (check, 0, sizeof *check);
  spur_job_run (job, n_blocks, check_block, &checking);
  for (guint i = 0; i < n_blocks; i++)
    add_found (check, &found[i]);
}

void
spur_check_run_edges (SpurCheck *check,
                      SpurTrace *trace,
                      SpurEdges *edges,
                      SpurCorrection *correction,
                      gint64 mu_ns,
                      const SpurJob *job)
{
  g_autoptr (SpurNodes) nodes = spur_edges_get_nodes (edges, trace, job);
  SPUR_AUTO_PAGES gint64 *times = NULL;
  SpurCheckInput input = { edges, nodes, NULL, NULL, mu_ns };

  memset (check, 0, sizeof *check);
  g_return_if_fail (nodes != NULL);

  if (recall_check (check, nodes, edges, correction, mu_ns))
    return;
  input.times = nodes->raw_ns;
  if (!spur_times_are_raw (correction))
    {
      input.times = times = SPUR_PAGES_NEW (gint64, nodes->n_nodes);
      spur_nodes_fill_times (nodes, trace, correction, NULL, job, times);
    }
  spur_check_run_times (check, &input, job);
  if (is_kept (nodes, edges, correction))
    remember_check (check, nodes, mu_ns);
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

/* Of the order in every stream. */
typedef struct
{
  SpurTrace *trace;
  SpurCorrection *correction;
  const guint8 *is_own;
  guint64 *n_inversions;
} Order;

/* Whether nothing needs to be looked at to know that time never steps back. */
static gboolean
is_in_order (const Order *order, guint index)
{
  SpurStream *stream = spur_trace_get_stream (order->trace, index);
  Before before = { .n_maps = 0 };
  guint n_maps;

  if (spur_stream_get_n_steps_back (stream) > 0)
    return FALSE;
  spur_times_init (&before.times, order->trace, order->correction, index);
  n_maps = before.times.maps.n_maps;
  for (; before.n_maps < n_maps; before.n_maps++)
    {
      if (!spur_time_map_keeps_order (before.times.maps.maps[before.n_maps],
                                      spur_stream_get_n_events (stream), get_before_ns, &before))
        return FALSE;
    }
  return TRUE;
}

static guint64
count_inversions (SpurTrace *trace, SpurCorrection *correction, guint stream)
{
  SpurStream *of = spur_trace_get_stream (trace, stream);
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (of, SPUR_CHUNK_TICKS);
  const SpurChunk *chunk;
  gint64 last_ns = G_MININT64;
  guint64 n_inversions = 0;
  SpurTimeWalk maps;

  spur_time_walk_init (&maps, correction, stream);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          gint64 time_ns = spur_time_walk_at (
            &maps, chunk->first + i, spur_stream_ticks_to_ns (of, spur_chunk_get_ticks (chunk, i)));

          n_inversions += time_ns < last_ns;
          last_ns = time_ns;
        }
    }
  return n_inversions;
}

static void
check_order (guint index, gpointer user_data)
{
  const Order *order = user_data;

  if ((order->is_own == NULL || order->is_own[index] != 0) && !is_in_order (order, index))
    order->n_inversions[index] = count_inversions (order->trace, order->correction, index);
}

guint64
spur_check_count_inversions (SpurTrace *trace,
                             SpurCorrection *correction,
                             const guint8 *is_own,
                             const SpurJob *job)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree guint64 *n_inversions = g_new0 (guint64, n_streams);
  Order order = { trace, correction, is_own, n_inversions };
  guint64 n_all = 0;

  spur_job_run (job, n_streams, check_order, &order);
  for (guint s = 0; s < n_streams; s++)
    n_all += n_inversions[s];
  return n_all;
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
  g_return_if_fail (check != NULL);
  g_return_if_fail (SPUR_IS_TRACE (trace));
  g_return_if_fail (SPUR_IS_EDGES (edges));
  g_return_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction));
  g_return_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace));
  g_return_if_fail (mu_ns >= -SPUR_TIME_LIMIT_NS && mu_ns <= SPUR_TIME_LIMIT_NS);

  spur_check_run_edges (check, trace, edges, correction, mu_ns, job);
  check->n_order_inversions = spur_check_count_inversions (trace, correction, NULL, job);
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
