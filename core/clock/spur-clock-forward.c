/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-forward-private.h"

/* The forward pass (clock-correction.md section 2) as dataflow: a stream runs until a node needs
 * one that is not done, and whoever does that one wakes it. A node depends on those before it
 * alone, so that it is the same whoever comes when. */

/* Streams take turns after few nodes, more often than the processor sees what comes next. */
#define AHEAD 16

/* The streams that wait for a stream form a pairing heap, the one that waits for the earliest
 * event at its root. */
static guint32
merge (SpurClockForward *self, guint32 a, guint32 b)
{
  guint32 swap = a;

  if (a == SPUR_NONE || b == SPUR_NONE)
    return a == SPUR_NONE ? b : a;
  if (self->runs[b].awaited_node < self->runs[a].awaited_node)
    {
      a = b;
      b = swap;
    }
  self->runs[b].next_waiter = self->runs[a].first_child;
  self->runs[a].first_child = b;
  return a;
}

static guint32
remove_root (SpurClockForward *self, guint32 root)
{
  guint32 rest = self->runs[root].first_child, pairs = SPUR_NONE, heap = SPUR_NONE;

  while (rest != SPUR_NONE)
    {
      guint32 a = rest, b = self->runs[a].next_waiter;

      rest = b != SPUR_NONE ? self->runs[b].next_waiter : SPUR_NONE;
      a = merge (self, a, b);
      self->runs[a].next_waiter = pairs;
      pairs = a;
    }
  while (pairs != SPUR_NONE)
    {
      guint32 next = self->runs[pairs].next_waiter;

      heap = merge (self, heap, pairs);
      pairs = next;
    }
  return heap;
}

static void
wait_for_node (SpurClockForward *self, guint32 stream, guint32 from_stream, guint64 from_node)
{
  SpurClockRun *run = &self->runs[stream];

  run->waits_for = from_stream;
  run->awaited_node = from_node;
  run->first_child = SPUR_NONE;
  run->next_waiter = SPUR_NONE;
  if (self->runs[from_stream].worker == run->worker)
    self->runs[from_stream].waiters = merge (self, self->runs[from_stream].waiters, stream);
}

static void
wake_waiters (SpurClockForward *self, SpurClockRun *run)
{
  while (run->waiters != SPUR_NONE && self->runs[run->waiters].awaited_node < run->node)
    {
      guint32 woken = run->waiters;

      run->waiters = remove_root (self, woken);
      spur_clock_wake (self, woken);
    }
}

/* Takes the bounds of the edges into the present node; FALSE where a send is not done. */
static inline gboolean
take_edges (SpurClockForward *self, guint32 stream, SpurClockRun *run)
{
  for (; run->edge < run->last_edge; run->edge++)
    {
      const SpurEdge *edge = &self->all_edges[run->edge];
      guint64 from;
      gint64 bound_ns;

      __builtin_prefetch (edge + AHEAD);
      __builtin_prefetch (&self->nodes->pairs[run->edge + 2 * AHEAD]);
      if (spur_nodes_find_to (self->nodes, edge) != run->node)
        return TRUE;
      from = spur_nodes_find_from (self->nodes, edge);
      if (from >= spur_clock_get_progress (self, edge->from_stream))
        {
          wait_for_node (self, stream, edge->from_stream, from);
          return FALSE;
        }
      bound_ns = self->pass->clock_ns[from] + spur_clock_edge_mu (self->parameters, edge);
      run->bound_ns = MAX (run->bound_ns, bound_ns);
    }
  return TRUE;
}

static inline void
enter_node (SpurClockForward *self, SpurClockRun *run)
{
  __builtin_prefetch (&self->pass->from_ns[run->node + 2 * AHEAD]);
  __builtin_prefetch (&self->pass->clock_ns[run->node + 2 * AHEAD], 1);
  run->is_entered = TRUE;
  run->from_ns = self->pass->from_ns[run->node];
  run->clock_b_ns = spur_clock_line_next (&run->line, run->control.gamma_ppb,
                                          self->parameters->delta_ns, run->from_ns);
  run->bound_ns = G_MININT64;
  run->join = run->first_join;
}

static gboolean
refuse_time (SpurClockForward *self, guint32 stream, gint64 clock_ns, GError **error)
{
  const SpurClockRun *run = &self->runs[stream];
  gint64 time_ns = run->from_ns < 0 ? run->from_ns : clock_ns;

  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
               "%s: event %" G_GUINT64_FORMAT ": its time would be %" G_GINT64_FORMAT
               " ns, which is outside of +-2^61 ns",
               spur_stream_get_name (spur_trace_get_stream (self->trace, stream)),
               spur_clock_get_event (self, stream, run->node),
               self->parameters->is_mirrored ? -time_ns : time_ns);
  return FALSE;
}

/* What only the controller needs. */
static void
control (SpurClockForward *self, SpurClockRun *run, gint64 clock_ns)
{
  SpurClockPass *pass = self->pass;
  gint64 gamma_ppb = run->control.gamma_ppb;

  pass->clock_b_ns[run->node] = run->clock_b_ns;
  spur_clock_control_update (&run->control, &self->parameters->controller,
                             run->node == run->first_node, run->from_ns,
                             pass->logical_ns[run->node], clock_ns);
  if (run->control.gamma_ppb != gamma_ppb)
    spur_clock_line_jump (&run->line, run->from_ns, clock_ns);
}

static inline gboolean
finish_node (SpurClockForward *self, guint32 stream, SpurClockRun *run, GError **error)
{
  SpurClockPass *pass = self->pass;
  gint64 clock_ns = MAX (run->clock_b_ns, run->bound_ns);

  if (G_UNLIKELY (clock_ns > SPUR_TIME_LIMIT_NS || run->from_ns < -SPUR_TIME_LIMIT_NS))
    return refuse_time (self, stream, clock_ns, error);
  if (clock_ns > run->clock_b_ns)
    {
      spur_clock_line_jump (&run->line, run->from_ns, clock_ns);
      run->n_jumps++;
      run->largest_jump_ns = MAX (run->largest_jump_ns, clock_ns - run->clock_b_ns);
    }
  run->largest_error_ns = MAX (run->largest_error_ns, clock_ns - run->from_ns);
  if (G_UNLIKELY (pass->logical_ns != NULL))
    control (self, run, clock_ns);
  pass->clock_ns[run->node++] = clock_ns;
  __atomic_store_n (&self->progress[stream * (gsize) SPUR_CLOCK_PROGRESS_STRIDE], run->node,
                    __ATOMIC_RELEASE);
  run->is_entered = FALSE;
  if (run->first_join < run->last_join)
    spur_clock_joins_publish (self, stream, clock_ns);
  if (run->waiters != SPUR_NONE)
    wake_waiters (self, run);
  return TRUE;
}

gboolean
spur_clock_run_stream (SpurClockForward *self, guint32 stream, GError **error)
{
  SpurClockRun *run = &self->runs[stream];

  while (run->node < run->last_node)
    {
      if (!run->is_entered)
        enter_node (self, run);
      if (!take_edges (self, stream, run))
        return TRUE;
      if (run->join < run->last_join && !spur_clock_joins_take (self, stream))
        return TRUE;
      if (!finish_node (self, stream, run, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_clock_is_ready (SpurClockForward *self, guint32 stream)
{
  const SpurClockRun *run = &self->runs[stream];

  if (run->waits_for != SPUR_NONE)
    return spur_clock_get_progress (self, run->waits_for) > run->awaited_node;
  return spur_clock_joins_is_ready (self, stream);
}

void
spur_clock_get_awaited (SpurClockForward *self,
                        guint32 stream,
                        guint32 *from_stream,
                        guint64 *from_node)
{
  const SpurClockRun *run = &self->runs[stream];

  if (run->waits_for == SPUR_NONE)
    {
      spur_clock_joins_get_awaited (self, stream, from_stream, from_node);
      return;
    }
  *from_stream = run->waits_for;
  *from_node = run->awaited_node;
}
