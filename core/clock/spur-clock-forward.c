/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-forward-private.h"

/* The forward pass (clock-correction.md section 2) as dataflow: a stream runs until an event needs
 * one that is not done, and whoever does that one wakes it. */

static void
push (SpurClockForward *self, guint32 stream)
{
  self->queue[self->queue_end] = stream;
  self->queue_end = self->queue_end + 1 == self->n_streams ? 0 : self->queue_end + 1;
  self->n_queued++;
}

void
spur_clock_wake (SpurClockForward *self, guint32 stream)
{
  self->runs[stream].waits_for = SPUR_NONE;
  self->runs[stream].waits_in = SPUR_NONE;
  push (self, stream);
}

static guint32
pop (SpurClockForward *self)
{
  guint32 stream = self->queue[self->queue_begin];

  self->queue_begin = self->queue_begin + 1 == self->n_streams ? 0 : self->queue_begin + 1;
  self->n_queued--;
  return stream;
}

/* The streams that wait for a stream form a pairing heap, the one that waits for the earliest
 * event at its root. */
static guint32
merge (SpurClockForward *self, guint32 a, guint32 b)
{
  guint32 swap = a;

  if (a == SPUR_NONE || b == SPUR_NONE)
    return a == SPUR_NONE ? b : a;
  if (self->runs[b].awaited_event < self->runs[a].awaited_event)
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
wait_for_event (SpurClockForward *self, guint32 stream, const SpurEdge *edge)
{
  SpurClockRun *run = &self->runs[stream];

  run->waits_for = edge->from_stream;
  run->awaited_event = edge->from_event;
  run->first_child = SPUR_NONE;
  run->next_waiter = SPUR_NONE;
  self->runs[edge->from_stream].waiters =
    merge (self, self->runs[edge->from_stream].waiters, stream);
}

static void
wake_waiters (SpurClockForward *self, SpurClockRun *run)
{
  while (run->waiters != SPUR_NONE && self->runs[run->waiters].awaited_event < run->progress)
    {
      guint32 woken = run->waiters;

      run->waiters = remove_root (self, woken);
      spur_clock_wake (self, woken);
    }
}

/* Takes the bounds of the edges into the present event; FALSE where a send is not done. */
static gboolean
take_edges (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  for (; run->edge < run->last_edge && run->edge->to_event == run->event; run->edge++)
    {
      const SpurEdge *edge = run->edge;
      gint64 sent_ns;

      if (edge->from_event >= self->runs[edge->from_stream].progress)
        {
          wait_for_event (self, stream, edge);
          return FALSE;
        }
      sent_ns =
        self->pass->clock_ns[spur_nodes_find (self->nodes, edge->from_stream, edge->from_event)];
      run->bound_ns = MAX (run->bound_ns, sent_ns + spur_clock_edge_mu (self->parameters, edge));
    }
  return TRUE;
}

/* Notes for the senders how far they may move without pushing the present event. */
static void
limit_senders (SpurClockForward *self, const SpurClockRun *run, gint64 clock_ns)
{
  for (const SpurEdge *edge = run->first_edge; edge < run->edge; edge++)
    {
      gint64 *limit_ns =
        &self->pass->limits_ns[spur_nodes_find (self->nodes, edge->from_stream, edge->from_event)];

      *limit_ns = MIN (*limit_ns, clock_ns - spur_clock_edge_mu (self->parameters, edge));
    }
}

static gboolean
next_event (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  if (!spur_node_walk_next (&run->walk, &run->event))
    {
      run->is_done = TRUE;
      return FALSE;
    }
  run->from_ns = spur_clock_times_at (&run->times, run->event);
  run->clock_b_ns = spur_clock_line_next (&run->line, run->control.gamma_ppb,
                                          self->parameters->delta_ns, run->from_ns);
  run->bound_ns = G_MININT64;
  run->first_edge = run->edge;
  run->join = run->first_join;
  return TRUE;
}

static gboolean
refuse_time (const SpurClockRun *run, gint64 clock_ns, GError **error)
{
  gint64 time_ns = run->from_ns < 0 ? run->from_ns : clock_ns;

  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
               "%s: event %" G_GUINT64_FORMAT ": its time would be %" G_GINT64_FORMAT
               " ns, which is outside of +-2^61 ns",
               spur_stream_get_name (run->times.times.stream),
               spur_clock_times_get_event (&run->times, run->event),
               run->times.is_mirrored ? -time_ns : time_ns);
  return FALSE;
}

/* What only the controller needs. */
static void
control (SpurClockForward *self, SpurClockRun *run, gint64 clock_ns)
{
  SpurClockPass *pass = self->pass;
  gint64 gamma_ppb = run->control.gamma_ppb;

  pass->clock_b_ns[run->node] = run->clock_b_ns;
  spur_clock_control_update (&run->control, &self->parameters->controller, run->event == 0,
                             run->from_ns, pass->logical_ns[run->node], clock_ns);
  if (run->control.gamma_ppb != gamma_ppb)
    spur_clock_line_jump (&run->line, run->from_ns, clock_ns);
}

static gboolean
finish_event (SpurClockForward *self, guint32 stream, GError **error)
{
  SpurClockRun *run = &self->runs[stream];
  SpurClockPass *pass = self->pass;
  gint64 clock_ns = MAX (run->clock_b_ns, run->bound_ns);

  if (clock_ns > SPUR_TIME_LIMIT_NS || run->from_ns < -SPUR_TIME_LIMIT_NS)
    return refuse_time (run, clock_ns, error);
  if (clock_ns > run->clock_b_ns)
    {
      spur_clock_line_jump (&run->line, run->from_ns, clock_ns);
      pass->n_jumps[stream]++;
      run->largest_jump_ns = MAX (run->largest_jump_ns, clock_ns - run->clock_b_ns);
    }
  run->largest_error_ns = MAX (run->largest_error_ns, clock_ns - run->from_ns);
  if (pass->logical_ns != NULL)
    control (self, run, clock_ns);
  pass->clock_ns[run->node++] = clock_ns;
  if (pass->limits_ns != NULL)
    limit_senders (self, run, clock_ns);
  run->progress = run->event + 1;
  spur_clock_joins_publish (self, stream, clock_ns);
  wake_waiters (self, run);
  return TRUE;
}

/* Runs a stream until it waits or is at its end. */
static gboolean
run_stream (SpurClockForward *self, guint32 stream, GError **error)
{
  SpurClockRun *run = &self->runs[stream];

  if (!run->is_begun)
    {
      run->is_begun = TRUE;
      if (!next_event (self, stream))
        return TRUE;
    }
  for (;;)
    {
      if (!take_edges (self, stream) || !spur_clock_joins_take (self, stream))
        return TRUE;
      if (!finish_event (self, stream, error))
        return FALSE;
      if (!next_event (self, stream))
        return TRUE;
    }
}

static void
begin_runs (SpurClockForward *self, SpurTrace *trace, SpurCorrection *correction)
{
  gsize n_edges, k = 0;
  const SpurEdge *edges = spur_edges_get_all (self->edges, &n_edges);

  for (guint32 s = 0; s < self->n_streams; s++)
    {
      SpurClockRun *run = &self->runs[s];

      run->node = self->nodes->streams[s].n_words > 0 ? self->nodes->streams[s].ranks[0] : 0;
      run->edge = edges + k;
      while (k < n_edges && edges[k].to_stream == s)
        k++;
      run->last_edge = edges + k;
      run->waiters = run->waits_for = run->waits_in = SPUR_NONE;
      run->first_child = run->next_waiter = SPUR_NONE;
      spur_clock_times_init (&run->times, self->parameters, trace, correction, s);
      run->control.gamma_ppb = self->parameters->gamma_ppb;
      if (self->pass->logical_ns != NULL)
        spur_clock_control_init (&run->control, &self->parameters->controller);
      spur_node_walk_init (&run->walk, self->nodes, s);
      push (self, s);
    }
}

/* The stream and event that a stuck stream waits for. */
static void
get_awaited (SpurClockForward *self, guint32 stream, guint32 *from_stream, guint64 *from_event)
{
  const SpurClockRun *run = &self->runs[stream];

  if (run->waits_for == SPUR_NONE)
    {
      spur_clock_joins_get_awaited (self, stream, from_stream, from_event);
      return;
    }
  *from_stream = run->waits_for;
  *from_event = run->awaited_event;
}

#define MAX_NAMED_EDGES 64

static void
add_name (SpurClockForward *self, GString *names, guint32 stream, guint64 event)
{
  const SpurClockTimes *times = &self->runs[stream].times;

  g_string_append_printf (names, "%s event %" G_GUINT64_FORMAT,
                          spur_stream_get_name (times->times.stream),
                          spur_clock_times_get_event (times, event));
}

static void
add_edge_name (SpurClockForward *self, GString *names, guint32 from, guint64 from_event, guint32 to)
{
  gboolean is_mirrored = self->parameters->is_mirrored;
  guint64 to_event = self->runs[to].event;

  g_string_append (names, names->len > 0 ? ", " : "");
  add_name (self, names, is_mirrored ? to : from, is_mirrored ? to_event : from_event);
  g_string_append (names, " before ");
  add_name (self, names, is_mirrored ? from : to, is_mirrored ? from_event : to_event);
}

/* Every stuck stream waits for a stuck stream: who follows long enough goes round a cycle. */
static void
name_cycle (SpurClockForward *self, guint32 stream, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint32 first, from_stream, lowest = SPUR_NONE;
  guint64 from_event;
  guint n_named = 0;

  for (guint i = 0; i < self->n_streams; i++)
    {
      get_awaited (self, stream, &from_stream, &from_event);
      stream = lowest = from_stream;
    }
  /* Whoever was stuck first, the cycle is named from its first stream on. */
  first = stream;
  do
    {
      get_awaited (self, stream, &from_stream, &from_event);
      stream = from_stream;
      lowest = MIN (lowest, stream);
    }
  while (stream != first);
  first = stream = lowest;
  do
    {
      get_awaited (self, stream, &from_stream, &from_event);
      if (n_named++ < MAX_NAMED_EDGES)
        add_edge_name (self, names, from_stream, from_event, stream);
      stream = from_stream;
    }
  while (stream != first);
  if (n_named > MAX_NAMED_EDGES)
    g_string_append_printf (names, ", and %u more", n_named - MAX_NAMED_EDGES);
  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE,
               "the edges form a cycle, so they are matched wrongly: %s", names->str);
}

static gboolean
run_all (SpurClockForward *self, const SpurJob *job, GError **error)
{
  for (guint64 n_turns = 0; self->n_queued > 0; n_turns++)
    {
      if (n_turns % 1024 == 0 && spur_job_is_cancelled (job, error))
        return FALSE;
      if (!run_stream (self, pop (self), error))
        return FALSE;
    }
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      if (self->runs[s].is_done)
        continue;
      name_cycle (self, s, error);
      return FALSE;
    }
  return TRUE;
}

static guint8 *
find_streams_with_all (const SpurClockParameters *parameters, SpurTrace *trace)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  guint8 *has_all = g_new0 (guint8, n_streams + 1);

  for (guint s = 0; s < n_streams; s++)
    has_all[s] = parameters->delta_ns > 0 || parameters->has_controller ||
                 spur_stream_get_n_steps_back (spur_trace_get_stream (trace, s)) > 0;
  return has_all;
}

static void
prepare (SpurClockPass *self,
         const SpurClockParameters *parameters,
         SpurTrace *trace,
         SpurEdges *edges)
{
  guint n_streams = spur_trace_get_n_streams (trace);

  if (self->nodes == NULL)
    {
      self->has_all = find_streams_with_all (parameters, trace);
      self->nodes = spur_nodes_new (trace, edges, self->has_all);
      self->n_jumps = g_new (guint64, n_streams + 1);
      g_return_if_fail (self->nodes != NULL);
      self->clock_ns = g_new (gint64, self->nodes->n_nodes);
    }
  memset (self->n_jumps, 0, n_streams * sizeof *self->n_jumps);
  self->n_jumps_in_all = 0;
  self->largest_jump_ns = self->largest_error_ns = 0;
  if (!parameters->is_backward)
    return;
  if (self->limits_ns == NULL)
    self->limits_ns = g_new (gint64, self->nodes->n_nodes);
  for (guint64 i = 0; i < self->nodes->n_nodes; i++)
    self->limits_ns[i] = SPUR_NO_LIMIT;
}

static void
take_runs (SpurClockPass *self, const SpurClockRun *runs, guint n_streams)
{
  for (guint s = 0; s < n_streams; s++)
    {
      self->n_jumps_in_all += self->n_jumps[s];
      self->largest_jump_ns = MAX (self->largest_jump_ns, runs[s].largest_jump_ns);
      self->largest_error_ns = MAX (self->largest_error_ns, runs[s].largest_error_ns);
    }
}

gboolean
spur_clock_pass_run (SpurClockPass *self,
                     const SpurClockParameters *parameters,
                     SpurTrace *trace,
                     SpurEdges *edges,
                     SpurCorrection *correction,
                     const SpurJob *job,
                     GError **error)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree SpurClockRun *runs = g_new0 (SpurClockRun, n_streams + 1);
  g_autofree guint32 *queue = g_new (guint32, n_streams + 1);
  SpurClockForward forward = { .pass = self,
                               .parameters = parameters,
                               .edges = edges,
                               .runs = runs,
                               .queue = queue,
                               .n_streams = n_streams };
  gboolean is_done;

  if (parameters->spread != NULL)
    return parameters->spread->run_pass (parameters->spread->data, self, parameters, correction,
                                         job, error);
  prepare (self, parameters, trace, edges);
  g_return_val_if_fail (self->nodes != NULL, FALSE);
  forward.nodes = self->nodes;
  spur_clock_joins_init (&forward);
  begin_runs (&forward, trace, correction);
  is_done = run_all (&forward, job, error);
  spur_clock_joins_clear (&forward);
  take_runs (self, runs, n_streams);
  if (is_done && parameters->is_backward && self->n_jumps_in_all > 0)
    spur_clock_limit_members (self, parameters, edges);
  return is_done;
}

void
spur_clock_pass_clear (SpurClockPass *self)
{
  g_clear_pointer (&self->nodes, spur_nodes_free);
  g_clear_pointer (&self->has_all, g_free);
  g_clear_pointer (&self->logical_ns, g_free);
  g_clear_pointer (&self->clock_b_ns, g_free);
  g_clear_pointer (&self->clock_ns, g_free);
  g_clear_pointer (&self->limits_ns, g_free);
  g_clear_pointer (&self->n_jumps, g_free);
}
