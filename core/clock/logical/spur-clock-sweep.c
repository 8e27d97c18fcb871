/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The forward pass by sweeps. Most edges push nothing, so streams are first propagated as if there
 * were none, up to a horizon, and then verified: a stream with a node that an edge or an exit puts
 * later is propagated again from where it began, and all streams are verified once more. When
 * nothing changes any more every node is what its predecessors make it, and as there is only one
 * such LC', that is it. Nodes that wait for one beyond the horizon lie beyond it themselves.
 *
 * With every round times only grow, as a line from a later point is never below one from an
 * earlier. In a cycle they grow for ever where every mu is above 0; a cycle with another mu would
 * not be seen, so such edges are refused. Dataflow takes over where sweeps are not worth it. */
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/clock/logical/spur-clock-forward-private.h"

/* Nodes propagated per stream and round. Where streams are many, what lies between two visits of a
 * stream is gone from the cache, so fewer nodes would be no better. */
guint spur_clock_sweep_nodes = 64;

/* More rounds than that show that the horizon is too far. */
#define MAX_ROUNDS 12

#define MIN_LENGTH_NS 1000

/* What more nodes than that need is not all in the cache. */
guint spur_clock_sweep_few = 1u << 15;

#define CHANGE_NODES 64

/* The stream is full, so its next time is unknown. */
#define UNKNOWN G_MAXINT64

/* How far a stream is propagated: to @line before node @end, @edge and @join, and @next_ns is when
 * it goes on. */
typedef struct
{
  SpurClockLine line;
  guint64 end;
  gsize edge;
  const SpurClockJoin *join;
  gint64 next_ns;
  SpurClockJumps jumps;
} Draft;

/* @streams are those that are not at their ends. */
typedef struct
{
  SpurClockForward *forward;
  const SpurNodePair *pairs;
  Draft *drafts;
  guint32 *streams;
  guint32 n_streams;
  /* For each block of nodes the last round in which one of them became later. NULL where it is as
   * quick to visit all nodes again. */
  guint64 *changes;
  guint64 n_wanted;
  gint64 first_ns;
  gint64 length_ns;
  gint64 horizon_ns;
  /* Whether a stream did not get to the horizon. */
  gboolean is_full;
  /* Nodes done, less what they cost. */
  gint64 balance;
  gboolean is_refused;
} Sweep;

static inline gboolean
is_beyond (const Sweep *self, gint64 from_ns, gint64 clock_ns)
{
  return clock_ns >= self->horizon_ns || from_ns < -SPUR_TIME_LIMIT_NS;
}

/* Goes on from a node while the stream is on its own clock. */
static inline guint64
propagate_own (const Sweep *self, SpurClockLine *line, guint64 node, guint64 last_node)
{
  const gint64 *from_ns = self->forward->pass->from_ns;
  gint64 *clock_ns = self->forward->pass->clock_ns;
  gint64 last_ns = line->last_ns;

  for (; node < last_node && from_ns[node] >= last_ns && from_ns[node] < self->horizon_ns; node++)
    last_ns = clock_ns[node] = from_ns[node];
  *line = (SpurClockLine){ last_ns, last_ns, last_ns, TRUE };
  return node;
}

/* And while it is on its line. */
static inline guint64
propagate_line (
  const Sweep *self, SpurClockLine *line, gint64 gamma_ppb, guint64 node, guint64 last_node)
{
  const gint64 *from_ns = self->forward->pass->from_ns;
  gint64 *clock_ns = self->forward->pass->clock_ns;
  guint64 first = node;

  for (; node < last_node && from_ns[node] >= from_ns[node - 1]; node++)
    {
      gint64 length_ns = from_ns[node] - line->anchor_from_ns, line_ns;

      if ((guint64) length_ns >= SPUR_CLOCK_SHORT_NS)
        break;
      line_ns = line->anchor_to_ns + spur_clock_get_short_gain (gamma_ppb, length_ns);
      if (line_ns < from_ns[node] || line_ns >= self->horizon_ns)
        break;
      clock_ns[node] = line_ns;
    }
  if (node > first)
    line->last_ns = clock_ns[node - 1];
  return node;
}

/* Most nodes are on the stream's own clock or on its line, as is the one before them, and are told
 * without it. Gives the first that is not. */
static inline guint64
propagate_straight (
  const Sweep *self, SpurClockLine *line, gint64 gamma_ppb, guint64 node, guint64 last_node)
{
  if (line->anchor_from_ns == line->anchor_to_ns &&
      line->last_ns == self->forward->pass->from_ns[node - 1])
    return propagate_own (self, line, node, last_node);
  return propagate_line (self, line, gamma_ppb, node, last_node);
}

/* Propagates a stream as if nothing came into it. */
static void
propagate_alone (Sweep *self, guint32 stream)
{
  const SpurClockForward *forward = self->forward;
  const SpurClockRun *run = &forward->runs[stream];
  const gint64 *from_ns = forward->pass->from_ns;
  gint64 *clock_ns = forward->pass->clock_ns;
  gint64 gamma_ppb = run->control.gamma_ppb, delta_ns = forward->parameters->delta_ns;
  gint64 error_ns = 0, next_ns = UNKNOWN;
  guint64 last_node = MIN (run->last_node, run->node + 2 * self->n_wanted);
  guint64 node = run->node, end;
  SpurClockLine line = run->line;

  for (; node < last_node; node = end)
    {
      gboolean leaves;

      end = delta_ns == 0 && node > run->first_node
              ? propagate_straight (self, &line, gamma_ppb, node, last_node)
              : node;
      if (end == node)
        {
          next_ns = spur_clock_line_peek (&line, gamma_ppb, delta_ns, from_ns[node], &leaves);
          if (is_beyond (self, from_ns[node], next_ns))
            break;
          spur_clock_line_take (&line, from_ns[node], next_ns, leaves);
          clock_ns[end++] = next_ns;
        }
      /* Nowhere on a line is the error larger than where it begins. */
      error_ns = MAX (error_ns, clock_ns[node] - from_ns[node]);
    }
  self->is_full |= node == last_node && node < run->last_node;
  self->drafts[stream] = (Draft){
    line, node, run->edge, run->join, node < last_node ? next_ns : UNKNOWN, { 0, 0, error_ns }
  };
}

/* Computes what the exits of an operation wait for; enters that are not done are later than all
 * times. */
static void
gather_enters (Sweep *self, gsize index)
{
  SpurClockForward *forward = self->forward;
  SpurClockInstance *instance = &forward->instances[index];
  const SpurCollective collective = spur_edges_read_collective (forward->visitor.edges, index);

  instance->round = forward->n_rounds;
  self->is_refused |=
    forward->visitor.mu.pairs != NULL || spur_mu_get_collective (&forward->visitor.mu, index) <= 0;
  spur_clock_joins_read_enters (forward, &collective);
  spur_mu_get_bounds (&forward->visitor.mu, index, forward->room_ns,
                      forward->bounds_ns + instance->first_member);
}

static inline gint64
get_exit_bound (Sweep *self, const SpurClockJoin *join)
{
  const SpurClockInstance *instance = &self->forward->instances[join->instance];

  if ((join->member & SPUR_CLOCK_JOIN_EXIT) == 0)
    return G_MININT64;
  if (instance->round != self->forward->n_rounds)
    gather_enters (self, join->instance);
  return self->forward->bounds_ns[instance->first_member + (join->member & ~SPUR_CLOCK_JOIN_EXIT)];
}

/* Whether a node may have become later since the last round in which the present stream did. */
static inline gboolean
is_new (const Sweep *self, guint64 node)
{
  return self->changes[node / CHANGE_NODES] + 1 >= self->forward->n_rounds;
}

static inline void
note_changes (const Sweep *self, guint64 first, guint64 end)
{
  for (guint64 i = first / CHANGE_NODES; self->changes != NULL && i <= (end - 1) / CHANGE_NODES;
       i++)
    self->changes[i] = self->forward->n_rounds;
}

/* Whether no edge into the stream puts a node later. @is_first: all of them are visited. */
static inline gboolean
verify_edges (Sweep *self, guint32 stream, const SpurNodePair *pairs, gboolean is_first)
{
  const SpurClockRun *run = &self->forward->runs[stream];
  const gint64 *clock_ns = self->forward->pass->clock_ns;
  Draft *draft = &self->drafts[stream];
  guint64 end = draft->end;
  gsize edge;

  for (edge = run->edge; edge < run->last_edge; edge++)
    {
      guint64 to = spur_edge_visitor_get_to (&self->forward->visitor, pairs, edge);
      guint64 from = spur_edge_visitor_get_from (&self->forward->visitor, pairs, edge);
      gint64 mu_ns = spur_edge_visitor_get_mu (&self->forward->visitor, pairs, edge);

      if (to >= end)
        break;
      if ((is_first || is_new (self, from)) && clock_ns[from] + mu_ns > clock_ns[to])
        return FALSE;
      self->is_refused |= mu_ns <= 0;
    }
  draft->edge = edge;
  return TRUE;
}

/* Whether no node of the stream would have to be later. */
static inline gboolean
verify_nodes (Sweep *self, guint32 stream, const SpurNodePair *pairs, gboolean is_first)
{
  const SpurClockRun *run = &self->forward->runs[stream];
  const gint64 *clock_ns = self->forward->pass->clock_ns;
  Draft *draft = &self->drafts[stream];
  const SpurClockJoin *join = run->join;

  if (!(is_first ? verify_edges (self, stream, pairs, TRUE)
                 : verify_edges (self, stream, pairs, FALSE)))
    return FALSE;
  for (; join < run->last_join && join->node < draft->end; join++)
    {
      if (get_exit_bound (self, join) > clock_ns[join->node])
        return FALSE;
    }
  draft->join = join;
  return TRUE;
}

/* Propagates a stream again, with all that comes into it as it is now. */
static inline void
propagate_again (Sweep *self, guint32 stream, const SpurNodePair *pairs)
{
  const SpurClockForward *forward = self->forward;
  const SpurClockRun *run = &forward->runs[stream];
  const gint64 *from_ns = forward->pass->from_ns;
  gint64 *clock_ns = forward->pass->clock_ns;
  const SpurClockJoin *join = run->join;
  Draft *draft = &self->drafts[stream];
  Draft new = { run->line, run->node, 0, NULL, UNKNOWN, { 0, 0, draft->jumps.largest_error_ns } };
  gsize edge = run->edge;
  guint64 first = draft->end;

  for (; new.end < draft->end; new.end++)
    {
      guint64 node = new.end;
      SpurClockLine line = new.line;
      gint64 bound_ns = G_MININT64, clock_b_ns, to_ns;

      for (; edge < run->last_edge &&
             spur_edge_visitor_get_to (&self->forward->visitor, pairs, edge) == node;
           edge++)
        bound_ns = MAX (
          bound_ns, clock_ns[spur_edge_visitor_get_from (&self->forward->visitor, pairs, edge)] +
                      spur_edge_visitor_get_mu (&self->forward->visitor, pairs, edge));
      for (; join < run->last_join && join->node == node; join++)
        bound_ns = MAX (bound_ns, get_exit_bound (self, join));
      to_ns = spur_clock_line_step (&line, run->control.gamma_ppb, forward->parameters->delta_ns,
                                    from_ns[node], bound_ns, &clock_b_ns);
      if (is_beyond (self, from_ns[node], to_ns))
        {
          new.next_ns = to_ns <= SPUR_TIME_LIMIT_NS ? to_ns : UNKNOWN;
          break;
        }
      new.line = line;
      spur_clock_jumps_note (&new.jumps, from_ns[node], clock_b_ns, to_ns);
      if (first > node && clock_ns[node] != to_ns)
        first = node;
      clock_ns[node] = to_ns;
    }
  note_changes (self, MIN (first, new.end), draft->end);
  if (new.end == draft->end)
    new.next_ns = draft->next_ns;
  for (guint64 node = new.end; node < draft->end; node++)
    clock_ns[node] = SPUR_CLOCK_NOT_DONE;
  *draft = new;
}

/* FALSE where the stream had to be propagated again. */
static inline gboolean
verify_or_propagate (Sweep *self, guint32 stream, const SpurNodePair *pairs, gboolean is_first)
{
  if (verify_nodes (self, stream, pairs, is_first))
    return TRUE;
  propagate_again (self, stream, pairs);
  return FALSE;
}

static gboolean
verify_stream (Sweep *self, guint32 stream, gboolean is_first)
{
  return self->pairs != NULL ? verify_or_propagate (self, stream, self->pairs, is_first)
                             : verify_or_propagate (self, stream, NULL, is_first);
}

/* The senders of edges have the LC' of the receivers as limits. */
static inline void
limit_senders (const Sweep *self, gsize edge, gsize end, const SpurNodePair *pairs)
{
  const SpurClockForward *forward = self->forward;
  const gint64 *clock_ns = forward->pass->clock_ns;

  for (; forward->limits_ns != NULL && edge < end; edge++)
    spur_clock_lower (forward->limits_ns,
                      spur_edge_visitor_get_from (&forward->visitor, pairs, edge),
                      clock_ns[spur_edge_visitor_get_to (&forward->visitor, pairs, edge)] -
                        spur_edge_visitor_get_mu (&forward->visitor, pairs, edge));
}

/* A stream that was verified is done that far. */
static void
commit_stream (Sweep *self, guint32 stream)
{
  SpurClockRun *run = &self->forward->runs[stream];
  const Draft *draft = &self->drafts[stream];

  if (self->pairs != NULL)
    limit_senders (self, run->edge, draft->edge, self->pairs);
  else
    limit_senders (self, run->edge, draft->edge, NULL);
  run->edge = run->next_edge = draft->edge;
  run->edge_node = draft->edge < run->last_edge
                     ? spur_edge_visitor_get_to (&self->forward->visitor, self->pairs, draft->edge)
                     : SPUR_CLOCK_NO_NODE;
  run->join = draft->join;
  run->node = draft->end;
  run->line = draft->line;
  spur_clock_jumps_add (&run->jumps, &draft->jumps);
}

/* Propagates all streams and verifies them until nothing changes. Gives the rounds that took, 0
 * where there were too many. */
static guint
find_drafts (Sweep *self)
{
  for (guint32 i = 0; i < self->n_streams; i++)
    propagate_alone (self, self->streams[i]);
  for (guint n_rounds = 1; n_rounds <= MAX_ROUNDS; n_rounds++)
    {
      gboolean is_good = TRUE;

      self->forward->n_rounds++;
      for (guint32 i = 0; i < self->n_streams; i++)
        is_good &= verify_stream (self, self->streams[i], n_rounds == 1 || self->changes == NULL);
      if (is_good)
        return n_rounds;
    }
  return 0;
}

/* Commits all streams, and drops those that are at their ends. Gives how many nodes were done. */
static guint64
commit_drafts (Sweep *self)
{
  guint64 n_done = 0;
  guint32 n_streams = 0;

  for (guint32 i = 0; i < self->n_streams; i++)
    {
      guint32 stream = self->streams[i];
      const SpurClockRun *run = &self->forward->runs[stream];

      n_done += self->drafts[stream].end - run->node;
      commit_stream (self, stream);
      if (run->node < run->last_node)
        self->streams[n_streams++] = stream;
    }
  self->n_streams = n_streams;
  return n_done;
}

static void
discard_drafts (Sweep *self)
{
  for (guint32 i = 0; i < self->n_streams; i++)
    {
      guint32 stream = self->streams[i];

      for (guint64 node = self->forward->runs[stream].node; node < self->drafts[stream].end; node++)
        self->forward->pass->clock_ns[node] = SPUR_CLOCK_NOT_DONE;
    }
}

/* Where the first stream goes on. FALSE where none does. */
static gboolean
find_next_time (Sweep *self)
{
  gint64 first_ns = UNKNOWN;

  for (guint32 i = 0; i < self->n_streams; i++)
    first_ns = MIN (first_ns, self->drafts[self->streams[i]].next_ns);
  if (!self->is_full && first_ns != UNKNOWN)
    self->first_ns = first_ns;
  return self->is_full || first_ns != UNKNOWN;
}

/* Times at the limit are left for dataflow to refuse. */
static void
bound_horizon (Sweep *self)
{
  self->horizon_ns =
    MIN (MIN (self->first_ns, SPUR_TIME_LIMIT_NS) + self->length_ns, SPUR_TIME_LIMIT_NS + 1);
}

/* So that about as many nodes as are wanted lie before the horizon. */
static void
set_horizon (Sweep *self, guint n_rounds, guint64 n_done)
{
  if (n_rounds == 0 || n_rounds > MAX_ROUNDS / 2)
    self->length_ns = MAX (self->length_ns / 4, 1);
  else if (n_done > 2 * self->n_wanted)
    self->length_ns = MAX (self->length_ns / 2, 1);
  else if (n_done < self->n_wanted / 2 && !self->is_full)
    self->length_ns = MIN (self->length_ns * 2, SPUR_TIME_LIMIT_NS);
  bound_horizon (self);
}

/* Begins with the length that would be right if nodes lay evenly, from where the first stream goes
 * on. */
static void
set_first_horizon (Sweep *self)
{
  const SpurClockForward *forward = self->forward;
  gint64 first_ns = SPUR_TIME_LIMIT_NS, last_ns = -SPUR_TIME_LIMIT_NS;
  guint64 n_nodes = 1;

  for (guint32 i = 0; i < self->n_streams; i++)
    {
      const SpurClockRun *run = &forward->runs[self->streams[i]];
      const gint64 *from_ns = forward->pass->from_ns;
      gboolean leaves;

      first_ns = MIN (first_ns, spur_clock_line_peek (&run->line, run->control.gamma_ppb,
                                                      forward->parameters->delta_ns,
                                                      from_ns[run->node], &leaves));
      last_ns = MAX (last_ns, from_ns[run->last_node - 1]);
      n_nodes += run->last_node - run->node;
    }
  self->first_ns = CLAMP (first_ns, -SPUR_TIME_LIMIT_NS, SPUR_TIME_LIMIT_NS);
  self->length_ns = spur_mul_div_floor (MAX (MIN (last_ns, SPUR_TIME_LIMIT_NS) - self->first_ns, 0),
                                        (gint64) MIN (self->n_wanted, n_nodes), (gint64) n_nodes);
  self->length_ns = MAX (self->length_ns / 2, MIN_LENGTH_NS);
  bound_horizon (self);
}

static void
sweep_init (Sweep *self, SpurClockForward *forward)
{
  self->forward = forward;
  self->pairs = forward->visitor.pairs;
  self->drafts = SPUR_PAGES_NEW (Draft, forward->n_streams);
  self->streams = g_new (guint32, forward->n_streams + 1);
  for (guint32 s = 0; s < forward->n_streams; s++)
    {
      SpurClockRun *run = &forward->runs[s];

      spur_clock_run_again (forward, run);
      if (run->node < run->last_node)
        self->streams[self->n_streams++] = s;
    }
  self->n_wanted = self->n_streams * (guint64) spur_clock_sweep_nodes;
  if (self->n_wanted > spur_clock_sweep_few)
    self->changes = SPUR_PAGES_NEW0 (guint64, forward->visitor.nodes->n_nodes / CHANGE_NODES + 1);
  set_first_horizon (self);
}

/* Tells collective operations of the enters that are done, for dataflow to go on. */
static void
hand_over (Sweep *self)
{
  SpurClockForward *forward = self->forward;

  for (guint32 s = 0; self->n_streams > 0 && s < forward->n_streams; s++)
    spur_clock_joins_publish (forward, s);
}

static void
sweep_clear (Sweep *self)
{
  spur_pages_free (self->drafts);
  spur_pages_free (self->changes);
  g_free (self->streams);
}

/* The most nodes that sweeps may cost more than they do. */
#define MAX_LOSS 16384

/* One more horizon. FALSE where it was the last. */
static gboolean
sweep_horizon (Sweep *self)
{
  guint64 n_propagated = 0, n_done = 0;
  guint n_rounds;

  self->is_full = FALSE;
  n_rounds = find_drafts (self);
  for (guint32 i = 0; i < self->n_streams; i++)
    n_propagated += self->drafts[self->streams[i]].end - self->forward->runs[self->streams[i]].node;
  self->balance -=
    (gint64) (self->n_streams + MAX (n_rounds, 1) * (self->n_streams + n_propagated / 8));
  if (n_rounds == 0 || self->is_refused)
    discard_drafts (self);
  else
    n_done = commit_drafts (self);
  self->balance = MIN (self->balance + (gint64) n_done, 4 * MAX_LOSS);
  if (self->is_refused || self->balance < -MAX_LOSS - 16 * (gint64) self->n_streams ||
      (n_rounds > 0 && !find_next_time (self)))
    return FALSE;
  set_horizon (self, n_rounds, n_done);
  return TRUE;
}

gboolean
spur_clock_sweep (SpurClockForward *forward, gboolean *is_refused, GError **error)
{
  Sweep self = { NULL };
  gboolean is_good = TRUE;

  sweep_init (&self, forward);
  for (guint i = 0; is_good && sweep_horizon (&self); i++)
    is_good = i % 64 != 0 || !spur_job_is_cancelled (forward->job, error);
  *is_refused = self.is_refused;
  hand_over (&self);
  sweep_clear (&self);
  return is_good;
}
