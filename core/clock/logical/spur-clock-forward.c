/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The forward pass (clock-correction.md section 2) as dataflow: a stream runs until a node needs
 * one that is not done, which wakes the stream when it is. A node depends on its predecessors
 * alone, so it is the same in every order. */
#include "core/clock/logical/spur-clock-forward-private.h"

/* How many nodes ahead values are fetched: streams take turns after few nodes, more often than the
 * processor sees what comes next. */
#define AHEAD 64

static void
wait_for_node (SpurClockForward *self, guint32 stream, guint64 from_node)
{
  SpurClockRun *run = &self->runs[stream];
  gint64 place_ns = spur_clock_get_ns (self, from_node);

  run->awaited_node = from_node;
  run->next_waiter =
    place_ns == SPUR_CLOCK_NOT_DONE ? SPUR_NONE : (guint32) (place_ns - SPUR_CLOCK_AWAITED);
  spur_clock_set_ns (self, from_node, SPUR_CLOCK_AWAITED + stream);
}

void
spur_clock_run_again (const SpurClockForward *self, SpurClockRun *run)
{
  run->next_edge = run->edge;
  run->edge_node = run->edge < run->last_edge
                     ? spur_edge_visitor_get_to (&self->visitor, self->visitor.pairs, run->edge)
                     : SPUR_CLOCK_NO_NODE;
  run->join = run->first_join;
  run->join_node = run->join < run->last_join ? run->join->node : SPUR_CLOCK_NO_NODE;
  run->bound_ns = G_MININT64;
  run->awaited_node = SPUR_CLOCK_NO_NODE;
  run->waits_in = SPUR_NONE;
}

void
spur_clock_forget_wait (SpurClockForward *self, guint32 stream)
{
  guint64 node = self->runs[stream].awaited_node;

  if (node != SPUR_CLOCK_NO_NODE && !spur_clock_is_done (spur_clock_get_ns (self, node)))
    spur_clock_set_ns (self, node, SPUR_CLOCK_NOT_DONE);
}

static void
wake_waiters (SpurClockForward *self, gint64 place_ns)
{
  guint32 stream = (guint32) (place_ns - SPUR_CLOCK_AWAITED);

  while (stream != SPUR_NONE)
    {
      guint32 next = self->runs[stream].next_waiter;

      spur_clock_wake (self, stream);
      stream = next;
    }
}

static gboolean
refuse_time (SpurClockForward *self, guint32 stream, gint64 clock_ns, GError **error)
{
  const SpurClockRun *run = &self->runs[stream];
  gint64 from_ns = self->pass->from_ns[run->node];
  gint64 time_ns = from_ns < 0 ? from_ns : clock_ns;

  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
               "%s: event %" G_GUINT64_FORMAT ": its time would be %" G_GINT64_FORMAT
               " ns, which is outside of +-2^61 ns",
               spur_stream_get_name (spur_trace_get_stream (self->trace, stream)),
               spur_clock_get_event (self, stream, run->node),
               self->parameters->is_mirrored ? -time_ns : time_ns);
  return FALSE;
}

/* Fetches the values of nodes and edges that come soon into the cache. */
static inline void
fetch_ahead (const SpurClockForward *self,
             const SpurClockRun *run,
             const SpurNodePair *pairs,
             guint64 node)
{
  __builtin_prefetch (&self->pass->from_ns[node + AHEAD]);
  __builtin_prefetch (&self->pass->clock_ns[node + AHEAD], 1);
  if (self->limits_ns != NULL)
    __builtin_prefetch (&self->limits_ns[node + AHEAD], 1);
  if (pairs != NULL)
    __builtin_prefetch (&pairs[run->edge + AHEAD]);
  else
    __builtin_prefetch (&self->visitor.all[run->edge + AHEAD / 2]);
}

/* Takes the bounds of the edges into the present node; FALSE where a send is not done. */
static inline gboolean
take_edges (SpurClockForward *self,
            guint32 stream,
            SpurClockRun *run,
            const SpurNodePair *pairs,
            guint64 node)
{
  gint64 bound_ns = run->bound_ns;
  gsize edge = run->next_edge;
  guint64 to = node;

  do
    {
      guint64 from = spur_edge_visitor_get_from (&self->visitor, pairs, edge);
      gint64 clock_ns = spur_clock_get_ns (self, from);

      if (!spur_clock_is_done (clock_ns))
        {
          run->next_edge = edge;
          run->bound_ns = bound_ns;
          wait_for_node (self, stream, from);
          return FALSE;
        }
      bound_ns = MAX (bound_ns, clock_ns + spur_edge_visitor_get_mu (&self->visitor, pairs, edge));
      edge++;
      to = edge < run->last_edge ? spur_edge_visitor_get_to (&self->visitor, pairs, edge)
                                 : SPUR_CLOCK_NO_NODE;
    }
  while (to == node);
  run->next_edge = edge;
  run->edge_node = to;
  run->bound_ns = bound_ns;
  return TRUE;
}

/* The senders of the edges into a node have its LC' as a limit. */
static inline void
finish_edges (SpurClockForward *self, SpurClockRun *run, const SpurNodePair *pairs, gint64 clock_ns)
{
  for (gsize i = run->edge; self->limits_ns != NULL && i < run->next_edge; i++)
    spur_clock_lower (self->limits_ns, spur_edge_visitor_get_from (&self->visitor, pairs, i),
                      clock_ns - spur_edge_visitor_get_mu (&self->visitor, pairs, i));
  run->edge = run->next_edge;
}

/* What only the controller needs. */
static void
control_gamma (SpurClockForward *self,
               SpurClockRun *run,
               SpurClockLine *line,
               gint64 clock_b_ns,
               gint64 clock_ns)
{
  SpurClockPass *pass = self->pass;
  gint64 gamma_ppb = run->control.gamma_ppb;
  gint64 from_ns = pass->from_ns[run->node];

  pass->clock_b_ns[run->node] = clock_b_ns;
  spur_clock_control_update (&run->control, &self->parameters->controller,
                             run->node == run->first_node, from_ns, pass->logical_ns[run->node],
                             clock_ns);
  if (run->control.gamma_ppb != gamma_ppb)
    spur_clock_line_jump (line, from_ns, clock_ns);
}

/* LC' of a node whose predecessors are done. */
static inline gint64
advance_line (SpurClockForward *self, SpurClockRun *run, SpurClockLine *line, gint64 from_ns)
{
  gint64 clock_b_ns;
  gint64 clock_ns = spur_clock_line_step (line, run->control.gamma_ppb, self->parameters->delta_ns,
                                          from_ns, run->bound_ns, &clock_b_ns);

  spur_clock_jumps_note (&run->jumps, from_ns, clock_b_ns, clock_ns);
  if (G_UNLIKELY (self->pass->logical_ns != NULL))
    control_gamma (self, run, line, clock_b_ns, clock_ns);
  return clock_ns;
}

/* Stores LC' of the present node, wakes the streams that wait for it, and goes past it. */
static inline void
publish_node (SpurClockForward *self, SpurClockRun *run, guint64 node, gint64 clock_ns)
{
  gint64 place_ns = spur_clock_get_ns (self, node);

  spur_clock_set_ns (self, node, clock_ns);
  run->node = node + 1;
  if (place_ns != SPUR_CLOCK_NOT_DONE)
    wake_waiters (self, place_ns);
}

static inline gboolean
run_nodes (SpurClockForward *self, guint32 stream, const SpurNodePair *pairs, GError **error)
{
  SpurClockRun *run = &self->runs[stream];
  SpurClockLine line = run->line;

  for (guint64 node = run->node; node < run->last_node; node++)
    {
      gboolean has_edge = node == run->edge_node, has_join = node == run->join_node;
      gint64 from_ns = self->pass->from_ns[node], clock_ns;

      fetch_ahead (self, run, pairs, node);
      if ((has_edge && !take_edges (self, stream, run, pairs, node)) ||
          (has_join && !spur_clock_joins_take (self, stream)))
        break;
      clock_ns = advance_line (self, run, &line, from_ns);
      if (G_UNLIKELY (clock_ns > SPUR_TIME_LIMIT_NS || from_ns < -SPUR_TIME_LIMIT_NS))
        return refuse_time (self, stream, clock_ns, error);
      publish_node (self, run, node, clock_ns);
      if (run->edge < run->next_edge)
        finish_edges (self, run, pairs, clock_ns);
      if (has_join)
        spur_clock_joins_publish (self, stream);
      run->bound_ns = G_MININT64;
    }
  run->line = line;
  return TRUE;
}

gboolean
spur_clock_run_stream (SpurClockForward *self, guint32 stream, GError **error)
{
  return self->visitor.pairs != NULL ? run_nodes (self, stream, self->visitor.pairs, error)
                                     : run_nodes (self, stream, NULL, error);
}

void
spur_clock_take_ghost (SpurClockForward *self, guint32 stream, gint64 clock_ns)
{
  SpurClockRun *run = &self->runs[stream];
  guint64 node = run->node;

  while (run->next_edge < run->last_edge &&
         spur_edge_visitor_get_to (&self->visitor, self->visitor.pairs, run->next_edge) == node)
    run->next_edge++;
  publish_node (self, run, node, clock_ns);
  finish_edges (self, run, self->visitor.pairs, clock_ns);
  if (node == run->join_node)
    spur_clock_joins_publish (self, stream);
}

void
spur_clock_get_awaited (SpurClockForward *self,
                        guint32 stream,
                        guint32 *from_stream,
                        guint64 *from_node)
{
  const SpurClockRun *run = &self->runs[stream];
  gsize n_edges;

  if (run->awaited_node == SPUR_CLOCK_NO_NODE)
    {
      spur_clock_joins_get_awaited (self, stream, from_stream, from_node);
      return;
    }
  *from_stream = spur_edges_get_all (self->visitor.edges, &n_edges)[run->next_edge].from_stream;
  *from_node = run->awaited_node;
}
