/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A forward pass: the nodes and their times before it, the run of all streams, and its results. */
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-edges-internal.h"
#include "core/clock/logical/spur-clock-forward-private.h"
#include "core/clock/parallel/spur-partition-private.h"

static guint8 *
find_all (const SpurClockParameters *parameters, const SpurClockWork *work)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  guint8 *has_all = g_new0 (guint8, n_streams + 1);

  for (guint s = 0; s < n_streams; s++)
    has_all[s] = spur_clock_work_is_own (work, s) &&
                 (parameters->delta_ns > 0 || parameters->has_controller ||
                  spur_stream_get_n_steps_back (spur_trace_get_stream (work->trace, s)) > 0);
  return has_all;
}

typedef struct
{
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  const SpurClockWork *work;
  gint64 *from_ns;
} Reading;

static void
read_stream (guint stream, gpointer user_data)
{
  const Reading *reading = user_data;
  const SpurNodeStream *nodes = &reading->pass->nodes->streams[stream];
  SpurClockTimes times;
  SpurNodeWalk walk;
  guint64 event;
  gint64 *from_ns;

  if (nodes->n_nodes == 0 || !spur_clock_work_is_own (reading->work, stream))
    return;
  from_ns = reading->from_ns + nodes->ranks[0];
  spur_clock_times_init (&times, reading->parameters, reading->work, stream);
  spur_node_walk_init (&walk, reading->pass->nodes, stream);
  while (spur_node_walk_next (&walk, &event))
    *from_ns++ = spur_clock_times_at (&times, event);
}

static void
read_times (SpurClockPass *self, const SpurClockParameters *parameters, const SpurClockWork *work)
{
  Reading reading = { self, parameters, work, NULL };

  if (self->nodes->raw_ns != NULL && spur_times_are_raw (work->correction))
    {
      self->from_ns = self->nodes->raw_ns;
      return;
    }
  self->own_from_ns = reading.from_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
  self->from_ns = self->own_from_ns;
  if (parameters->is_mirrored || work->distribution->communicator->n_ranks > 1)
    spur_job_run (work->job, self->nodes->n_streams, read_stream, &reading);
  else
    spur_nodes_fill_times (self->nodes, work->trace, work->correction, NULL, work->job,
                           reading.from_ns);
}

/* Only nodes of no events but those at the ends of edges are what all passes have: a process has
 * them with its edges, with the raw times of all streams, and a rank with its graph. */
static void
take_nodes (SpurClockPass *self, const SpurClockParameters *parameters, const SpurClockWork *work)
{
  gboolean is_usual = !parameters->is_mirrored;

  for (guint s = 0; s < spur_trace_get_n_streams (work->trace); s++)
    is_usual &= self->has_all[s] == 0;
  if (is_usual && work->partition != NULL)
    {
      self->halo = spur_partition_get_halo (work->partition, work->job);
      self->nodes = self->halo != NULL ? spur_nodes_ref (work->partition->nodes) : NULL;
      return;
    }
  self->nodes = is_usual ? spur_edges_get_nodes (work->edges, work->trace, work->job)
                         : spur_nodes_make (work->trace, work->edges, self->has_all, work->job);
  g_return_if_fail (self->nodes != NULL);
  self->halo = self->own_halo = spur_halo_new (work->distribution, self->nodes, work->edges);
}

void
spur_clock_pass_prepare (SpurClockPass *self,
                         const SpurClockParameters *parameters,
                         const SpurClockWork *work)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);

  if (self->nodes == NULL)
    {
      self->has_all = find_all (parameters, work);
      self->n_jumps = g_new (gint64, n_streams + 1);
      take_nodes (self, parameters, work);
      g_return_if_fail (self->nodes != NULL);
      self->clock_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
      read_times (self, parameters, work);
      spur_distribution_release_memory (work->distribution, work->trace);
    }
  self->jumps = (SpurClockJumps){ 0 };
  if (parameters->is_backward && self->limits_ns == NULL)
    self->limits_ns = SPUR_PAGES_NEW (gint64, self->nodes->n_nodes);
}

static void
take_runs (SpurClockPass *self,
           SpurCommunicator *communicator,
           const SpurClockRun *runs,
           guint n_streams)
{
  for (guint s = 0; s < n_streams; s++)
    {
      self->n_jumps[s] = runs[s].jumps.n;
      spur_clock_jumps_add (&self->jumps, &runs[s].jumps);
    }
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, &self->jumps.n, 1);
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_MAX, &self->jumps.largest_ns, 1);
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_MAX, &self->jumps.largest_error_ns, 1);
}

/* Nodes of a task. Their values are in large pages that belong to one task only, as the kernel
 * would clear a page of two tasks twice. */
#define BLOCK_NODES (1u << 18)

static guint
count_blocks (const SpurClockForward *self)
{
  return (guint) ((self->visitor.nodes->n_nodes + BLOCK_NODES - 1) / BLOCK_NODES);
}

/* No node is done, nor has a limit: the first task is for the joins of all streams, and then each
 * is for a block of clocks or of limits. */
static void
begin_nodes (guint index, gpointer user_data)
{
  SpurClockForward *self = user_data;
  guint n_blocks = count_blocks (self), block = index - 1;
  gboolean is_limit = index > n_blocks;
  gint64 *values = is_limit ? self->limits_ns : self->pass->clock_ns;
  gint64 value = is_limit ? SPUR_NO_LIMIT : SPUR_CLOCK_NOT_DONE;
  guint64 first, end;

  if (index == 0)
    {
      spur_clock_joins_init (self);
      return;
    }
  first = (is_limit ? block - n_blocks : block) * (guint64) BLOCK_NODES;
  end = MIN (first + BLOCK_NODES, self->visitor.nodes->n_nodes);
  for (guint64 node = first; node < end; node++)
    values[node] = value;
}

/* The first edge from @first on that is into a node from @node on; edges are in the order of these.
 * It is near where streams are short. */
static gsize
find_edge (const SpurClockForward *self, gsize first, gsize n_edges, guint64 node)
{
  gsize low = first, high = n_edges, middle;

  for (gsize step = 1; low + step < n_edges; step *= 2)
    {
      if (spur_edge_visitor_get_to (&self->visitor, self->visitor.pairs, low + step) >= node)
        {
          high = low + step;
          break;
        }
      low += step;
    }
  SPUR_BISECT (low, high, middle,
               spur_edge_visitor_get_to (&self->visitor, self->visitor.pairs, middle) < node);
  return low;
}

static void
begin_runs (SpurClockForward *self)
{
  gsize n_edges = spur_edges_get_n_edges (self->visitor.edges), edge = 0;

  for (guint32 s = 0; s < self->n_streams; s++)
    {
      SpurClockRun *run = &self->runs[s];
      const SpurNodeStream *nodes = &self->visitor.nodes->streams[s];

      run->first_node = run->node = nodes->n_words > 0 ? nodes->ranks[0] : 0;
      run->last_node = run->node + nodes->n_nodes;
      run->edge = edge;
      edge = run->last_edge = find_edge (self, edge, n_edges, run->last_node);
      run->route = self->pass->halo->first_route[s];
      spur_clock_run_again (self, run);
      run->control.gamma_ppb = self->parameters->gamma_ppb;
      if (self->pass->logical_ns != NULL)
        spur_clock_control_init (&run->control, &self->parameters->controller);
    }
}

void
spur_clock_forward_open (SpurClockForward *self)
{
  memset (self->runs, 0, self->n_streams * sizeof *self->runs);
  self->limits_ns = self->parameters->is_backward ? self->pass->limits_ns : NULL;
  spur_job_run (self->job, 1 + count_blocks (self) * (self->limits_ns != NULL ? 2 : 1), begin_nodes,
                self);
  begin_runs (self);
}

/* The limits of backward amortization (clock-correction.md section 3) that collective operations
 * set, from LC' of all nodes. Those of edges are known as soon as their receives are. */

/* Collective operations of a task. */
#define BLOCK_COLLECTIVES (1u << 8)

typedef struct
{
  const SpurClockPass *pass;
  SpurEdges *edges;
  SpurMu mu;
} Limiting;

/* An enter may be in several operations, whose tasks run at the same time. */
static void
lower_shared (gint64 *place, gint64 limit_ns)
{
  gint64 before_ns = __atomic_load_n (place, __ATOMIC_RELAXED);

  while (limit_ns < before_ns && !__atomic_compare_exchange_n (place, &before_ns, limit_ns, TRUE,
                                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

static void
limit_members (const Limiting *self, gsize index, GArray *room)
{
  const SpurClockPass *pass = self->pass;
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);
  gint64 *exits_ns, *limits_ns;

  g_array_set_size (room, MAX (room->len, 2 * collective.n_members));
  exits_ns = (gint64 *) (gpointer) room->data;
  limits_ns = exits_ns + collective.n_members;
  for (guint32 i = 0; i < collective.n_members; i++)
    exits_ns[i] = pass->clock_ns[spur_nodes_find_exit (pass->nodes, &collective.members[i])];
  spur_mu_get_limits (&self->mu, index, exits_ns, limits_ns);
  for (guint32 i = 0; i < collective.n_members; i++)
    {
      if (limits_ns[i] != SPUR_NO_LIMIT)
        lower_shared (&pass->limits_ns[spur_nodes_find_enter (pass->nodes, &collective.members[i])],
                      limits_ns[i]);
    }
}

static void
limit_block (guint block, gpointer user_data)
{
  const Limiting *self = user_data;
  g_autoptr (GArray) room = g_array_new (FALSE, FALSE, sizeof (gint64));
  gsize begin = block * (gsize) BLOCK_COLLECTIVES;
  gsize end = MIN (begin + BLOCK_COLLECTIVES, spur_edges_get_n_collectives (self->edges));

  for (gsize i = begin; i < end; i++)
    limit_members (self, i, room);
}

static void
limit_collectives (SpurClockPass *pass,
                   const SpurClockParameters *parameters,
                   const SpurClockWork *work)
{
  gsize n_collectives = spur_edges_get_n_collectives (work->edges);
  Limiting limiting = { pass, work->edges, spur_clock_get_mu_of (parameters, work->edges) };

  spur_job_run (work->job, (guint) ((n_collectives + BLOCK_COLLECTIVES - 1) / BLOCK_COLLECTIVES),
                limit_block, &limiting);
}

gboolean
spur_clock_pass_run (SpurClockPass *self,
                     const SpurClockParameters *parameters,
                     const SpurClockWork *work,
                     GError **error)
{
  guint n_streams = spur_trace_get_n_streams (work->trace);
  const SpurMu mu = spur_clock_get_mu_of (parameters, work->edges);
  SpurClockForward forward = { .pass = self,
                               .parameters = parameters,
                               .trace = work->trace,
                               .job = work->job,
                               .distribution = work->distribution,
                               .n_streams = n_streams };
  gboolean is_done;

  spur_clock_pass_prepare (self, parameters, work);
  g_return_val_if_fail (self->nodes != NULL, FALSE);
  forward.visitor = spur_edge_visitor_of (&mu, self->nodes, FALSE);
  forward.runs = SPUR_PAGES_NEW (SpurClockRun, n_streams);
  spur_clock_forward_open (&forward);
  is_done = spur_clock_run_all (&forward, error);
  spur_clock_joins_clear (&forward);
  if (is_done)
    take_runs (self, work->distribution->communicator, forward.runs, n_streams);
  spur_pages_free (forward.runs);
  if (is_done && parameters->is_backward)
    limit_collectives (self, parameters, work);
  return is_done;
}

void
spur_clock_pass_clear (SpurClockPass *self)
{
  self->halo = NULL;
  g_clear_pointer (&self->own_halo, spur_halo_free);
  g_clear_pointer (&self->nodes, spur_nodes_free);
  g_clear_pointer (&self->has_all, g_free);
  g_clear_pointer (&self->logical_ns, spur_pages_free);
  g_clear_pointer (&self->clock_b_ns, spur_pages_free);
  g_clear_pointer (&self->clock_ns, spur_pages_free);
  g_clear_pointer (&self->limits_ns, spur_pages_free);
  g_clear_pointer (&self->own_from_ns, spur_pages_free);
  g_clear_pointer (&self->n_jumps, g_free);
  self->from_ns = NULL;
}
