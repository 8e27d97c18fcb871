/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/clock/logical/spur-clock-follower-private.h"

/* Sweeps tell a horizon H: whatever is not done yet will have LC' of at least H. So limits that
 * are still missing will be at least H - mu. A jump to LC' is spread below its hull
 * (clock-correction.md section 3), which rises to the jump, and a limit of LC' or more is never on
 * it. Hence with LC' + mu <= H, for the largest mu of all, a jump can be spread before all limits
 * are there, and comes out the same whenever that is done. */

/* So many nodes are worth being told of, or so many of each stream. */
guint spur_clock_follow_nodes = 1u << 14;
#define MIN_STREAM_NODES 16

/* While sweeps last there is time for about half of the nodes, and whoever comes later to the other
 * streams uses memory again and again. The points of so many nodes are some 32 MiB. */
#define MAX_NODES (G_GUINT64_CONSTANT (5) << 18)

/* How far a stream is, as told. */
typedef struct
{
  guint64 node;
  gboolean has_jumps;
} End;

/* How far the limits are that a stream sets to others. */
typedef struct
{
  gsize edge;
  const SpurClockJoin *join;
} Place;

struct _SpurClockFollower
{
  SpurClockParameters parameters;
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction;

  const SpurClockForward *forward;
  SpurClockLimiter limiter;
  gint64 largest_mu_ns;
  Place *places;
  /* How many exits of collective operations are there, and those where some are missing. */
  guint32 *n_exits;
  GArray *open;
  SpurClockAmortizer **amortizers;
  guint64 n_nodes;
  gboolean has_places;

  GThread *thread;
  GMutex mutex;
  GCond cond;
  End *told;
  End *ends;
  gint64 told_ns;
  gint64 horizon_ns;
  guint64 n_untold;
  gboolean is_news;
  gint is_over;
};

SpurClockFollower *
spur_clock_follower_new (const SpurClockParameters *parameters,
                         SpurTrace *trace,
                         SpurEdges *edges,
                         SpurCorrection *correction,
                         const SpurJob *job)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  SpurClockFollower *self;

  if (spur_job_get_n_threads (job) == 1 || parameters->spread != NULL || parameters->is_iterated ||
      parameters->has_controller || !parameters->is_backward ||
      parameters->limits == SPUR_BACKWARD_LIMITS_FINAL ||
      spur_edges_get_pair_delays (edges) != NULL)
    return NULL;
  self = g_new0 (SpurClockFollower, 1);
  self->parameters = *parameters;
  self->trace = trace;
  self->edges = edges;
  self->correction = correction;
  self->places = g_new0 (Place, n_streams + 1);
  self->told = g_new0 (End, n_streams + 1);
  self->ends = g_new0 (End, n_streams + 1);
  self->amortizers = g_new0 (SpurClockAmortizer *, n_streams + 1);
  self->n_exits = SPUR_PAGES_NEW0 (guint32, spur_edges_get_n_collectives (edges) + 1);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  return self;
}

void
spur_clock_follower_reset (SpurClockFollower *self)
{
  guint n_streams = spur_trace_get_n_streams (self->trace);

  for (guint s = 0; s < n_streams; s++)
    g_clear_pointer (&self->amortizers[s], spur_clock_amortizer_free);
  memset (self->n_exits, 0, spur_edges_get_n_collectives (self->edges) * sizeof *self->n_exits);
  g_array_set_size (self->open, 0);
  self->n_nodes = 0;
  self->has_places = FALSE;
}

void
spur_clock_follower_free (SpurClockFollower *self)
{
  spur_clock_follower_reset (self);
  spur_clock_limiter_clear (&self->limiter);
  g_free (self->places);
  g_free (self->told);
  g_free (self->ends);
  g_free (self->amortizers);
  spur_pages_free (self->n_exits);
  g_array_unref (self->open);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

static void
find_largest_mu (SpurClockFollower *self)
{
  const SpurClockForward *forward = self->forward;
  gsize n_edges = forward->all_edges != NULL ? spur_edges_get_n_edges (self->edges) : 0;

  self->largest_mu_ns = MAX (self->parameters.mu_ns, 0);
  for (gsize i = 0; i < n_edges; i++)
    self->largest_mu_ns =
      MAX (self->largest_mu_ns, spur_clock_edge_mu (&self->parameters, &forward->all_edges[i]));
  if (spur_edges_get_delays (self->edges) == NULL)
    return;
  for (gsize i = 0; i < spur_edges_get_n_collectives (self->edges); i++)
    self->largest_mu_ns =
      MAX (self->largest_mu_ns, spur_clock_collective_mu (&self->parameters, self->edges, i));
}

/* @is_shared: others do so for other streams at the same time. */
static inline void
limit_by_pairs (SpurClockFollower *self,
                guint stream,
                const SpurNodePair *pairs,
                gboolean is_shared)
{
  const SpurClockForward *forward = self->forward;
  const SpurClockRun *run = &forward->runs[stream];
  const gint64 *clock_ns = forward->pass->clock_ns;
  guint64 end = self->ends[stream].node;
  gsize edge = self->places[stream].edge;

  for (; edge < run->last_edge; edge++)
    {
      guint64 to = spur_clock_get_to (forward, pairs, edge);

      if (to >= end)
        break;
      spur_clock_lower (forward->limits_ns, spur_clock_get_from (forward, pairs, edge),
                        clock_ns[to] - spur_clock_get_mu (forward, pairs, edge), is_shared);
    }
  self->places[stream].edge = edge;
}

static void
limit_by_edges (SpurClockFollower *self, guint stream, gboolean is_shared)
{
  if (self->forward->plain_pairs != NULL)
    limit_by_pairs (self, stream, self->forward->plain_pairs, is_shared);
  else
    limit_by_pairs (self, stream, NULL, is_shared);
}

static void
take_joins (SpurClockFollower *self, guint stream)
{
  const SpurClockRun *run = &self->forward->runs[stream];
  const SpurClockJoin *join = self->places[stream].join;

  for (; join < run->last_join && join->node < self->ends[stream].node; join++)
    {
      if ((join->member & SPUR_CLOCK_JOIN_EXIT) != 0 && self->n_exits[join->instance]++ == 0)
        g_array_append_val (self->open, join->instance);
    }
  self->places[stream].join = join;
}

static gint64
find_first_exit (const SpurClockFollower *self, const SpurCollective *collective)
{
  gint64 first_ns = G_MAXINT64;

  for (guint32 k = 0; k < collective->n_members; k++)
    {
      const SpurMember *member = &collective->members[k];
      guint64 node = spur_nodes_find_exit (self->forward->nodes, member);

      if (node < self->ends[member->stream].node)
        first_ns = MIN (first_ns, self->forward->pass->clock_ns[node]);
    }
  return first_ns;
}

/* An operation sets its limits when all its exits are there. Gives from when on one may still do
 * so. */
static gint64
limit_by_collectives (SpurClockFollower *self)
{
  gint64 first_ns = G_MAXINT64;
  guint n_open = 0;

  for (guint i = 0; i < self->open->len; i++)
    {
      guint32 index = g_array_index (self->open, guint32, i);
      SpurCollective collective;

      spur_edges_get_collective (self->edges, index, &collective);
      if (self->n_exits[index] == collective.n_members)
        {
          spur_clock_limiter_take (&self->limiter, index);
          continue;
        }
      first_ns = MIN (first_ns, find_first_exit (self, &collective));
      g_array_index (self->open, guint32, n_open++) = index;
    }
  g_array_set_size (self->open, n_open);
  return first_ns;
}

/* Sets all limits that follow from what is known. Gives from when on others may follow. */
static gint64
set_limits (SpurClockFollower *self)
{
  for (guint s = 0; s < self->forward->n_streams; s++)
    {
      limit_by_edges (self, s, FALSE);
      take_joins (self, s);
    }
  return MIN (self->horizon_ns, limit_by_collectives (self));
}

/* Whether there is a backward pass of the stream, or room for one more. */
static gboolean
begin_stream (SpurClockFollower *self, guint stream)
{
  const SpurNodes *nodes = self->forward->nodes;
  guint64 n_nodes = nodes->streams[stream].n_nodes;

  if (self->amortizers[stream] != NULL)
    return TRUE;
  if (!self->ends[stream].has_jumps ||
      self->n_nodes + n_nodes > MIN (MAX_NODES, nodes->n_nodes / 2 + 1))
    return FALSE;
  self->n_nodes += n_nodes;
  self->amortizers[stream] = spur_clock_amortizer_new (self->forward->pass, &self->parameters,
                                                       self->trace, self->correction, stream);
  return TRUE;
}

static void
step (SpurClockFollower *self)
{
  gint64 horizon_ns = set_limits (self);

  horizon_ns = horizon_ns == G_MAXINT64 ? G_MAXINT64 : horizon_ns - self->largest_mu_ns;
  for (guint s = 0; s < self->forward->n_streams && !g_atomic_int_get (&self->is_over); s++)
    {
      if (begin_stream (self, s))
        spur_clock_amortizer_advance (self->amortizers[s], self->ends[s].node, horizon_ns);
    }
}

/* FALSE where all is over. */
static gboolean
wait_for_news (SpurClockFollower *self)
{
  End *ends;
  gboolean is_over;

  g_mutex_lock (&self->mutex);
  while (!self->is_news && !g_atomic_int_get (&self->is_over))
    g_cond_wait (&self->cond, &self->mutex);
  is_over = g_atomic_int_get (&self->is_over);
  ends = self->ends;
  self->ends = self->told;
  self->told = ends;
  self->horizon_ns = self->told_ns;
  self->is_news = FALSE;
  g_mutex_unlock (&self->mutex);
  return !is_over;
}

static gpointer
follow (gpointer data)
{
  SpurClockFollower *self = data;

  find_largest_mu (self);
  while (wait_for_news (self))
    step (self);
  return NULL;
}

/* Where the streams are. */
static void
look (SpurClockFollower *self, End *ends)
{
  for (guint s = 0; s < self->forward->n_streams; s++)
    ends[s] = (End){ self->forward->runs[s].node, self->forward->runs[s].n_jumps > 0 };
}

void
spur_clock_follower_begin (SpurClockFollower *self, const SpurClockForward *forward)
{
  self->forward = forward;
  self->limiter.pass = forward->pass;
  self->limiter.parameters = &self->parameters;
  self->limiter.edges = self->edges;
  for (guint s = 0; s < forward->n_streams; s++)
    {
      const SpurClockRun *run = &forward->runs[s];
      const SpurClockJoin *first = s > 0 ? forward->runs[s - 1].last_join : forward->joins;

      self->places[s] = (Place){ run->edge, self->has_places ? self->places[s].join : first };
    }
  self->has_places = TRUE;
  self->is_news = FALSE;
  self->n_untold = 0;
  g_atomic_int_set (&self->is_over, FALSE);
  self->thread = g_thread_new ("spur-follower", follow, self);
}

void
spur_clock_follower_tell (SpurClockFollower *self, gint64 horizon_ns, guint64 n_done)
{
  self->n_untold += n_done;
  if (self->n_untold <
      MAX (spur_clock_follow_nodes, MIN_STREAM_NODES * (guint64) self->forward->n_streams))
    return;
  self->n_untold = 0;
  g_mutex_lock (&self->mutex);
  look (self, self->told);
  self->told_ns = horizon_ns;
  self->is_news = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
}

static void
limit_rest (guint stream, gpointer user_data)
{
  limit_by_edges (user_data, stream, TRUE);
}

void
spur_clock_follower_end (SpurClockFollower *self)
{
  g_mutex_lock (&self->mutex);
  g_atomic_int_set (&self->is_over, TRUE);
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_thread_join (g_steal_pointer (&self->thread));
  look (self, self->ends);
  spur_job_run (self->forward->job, self->forward->n_streams, limit_rest, self);
}

gboolean
spur_clock_follower_has_limited (const SpurClockFollower *self, gsize index)
{
  SpurCollective collective;

  spur_edges_get_collective (self->edges, index, &collective);
  return self->n_exits[index] == collective.n_members;
}

guint64
spur_clock_follower_count_done (const SpurClockFollower *self, guint stream)
{
  const SpurClockAmortizer *amortizer = self->amortizers[stream];

  return amortizer != NULL ? spur_clock_amortizer_count_done (amortizer) : 0;
}

SpurClockAmortizer *
spur_clock_follower_take (SpurClockFollower *self, guint stream)
{
  return g_steal_pointer (&self->amortizers[stream]);
}
