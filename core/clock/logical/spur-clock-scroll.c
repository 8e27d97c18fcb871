/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/logical/spur-clock-scroll.h"

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-cycles.h"
#include "core/clock/logical/spur-clock-forward-private.h"

/* What does not count is before all times, whatever mu is added. */
#define NOT_COUNTED_NS (-2 * SPUR_TIME_LIMIT_NS)

/* @next is the first event that was not gone through. @line is the stream's clock before node
 * @line_node, for events between nodes. */
typedef struct
{
  SpurClockTimes times;
  guint64 next;
  guint64 n_events;
  SpurClockLine past;
  SpurClockLine line;
  guint64 first_node;
  guint64 line_node;
} Stream;

/* A forward pass from a cut of the trace on, only as far as it is asked for: nodes before the cut
 * are done from the start, and streams have their ends where they are asked to go, or where others
 * wait for them. Positions are those of the pass, so they are counted from the end where it is
 * mirrored; then what is before the cut does not count at all, and else with the times that it has.
 * @logical is the simple logical clock, which only the controller looks at: it has the nodes of
 * @pass, and comes before it. */
typedef struct
{
  SpurClockParameters parameters;
  SpurClockParameters logical_parameters;
  SpurTrace *trace;
  SpurEdges *edges;
  guint n_streams;
  Stream *streams;
  SpurClockPass pass;
  SpurClockPass logical_pass;
  SpurClockForward controlled;
  SpurClockForward logical;
} Cut;

/* The first node of a stream that is not before an event. */
static guint64
find_node (const Cut *self, guint stream, guint64 event)
{
  const SpurNodeStream *nodes = &self->pass.nodes->streams[stream];

  if (nodes->n_nodes == 0)
    return 0;
  return event < nodes->n_events ? spur_nodes_find (self->pass.nodes, stream, event)
                                 : nodes->ranks[0] + nodes->n_nodes;
}

/* The stream begins at the cut. */
static void
cut_stream (Cut *self, SpurClockForward *forward, guint32 stream)
{
  SpurClockRun *run = &forward->runs[stream];

  for (guint64 node = run->first_node; node < self->streams[stream].first_node; node++)
    spur_clock_set_ns (forward, node,
                       self->parameters.is_mirrored ? NOT_COUNTED_NS : self->pass.from_ns[node]);
  run->first_node = run->node = run->last_node = self->streams[stream].first_node;
  while (run->edge < run->last_edge &&
         spur_edge_visitor_get_to (&forward->visitor, forward->visitor.pairs, run->edge) <
           run->node)
    run->edge++;
  run->line = self->streams[stream].past;
}

static void
open_forward (Cut *self,
              SpurClockForward *forward,
              SpurClockPass *pass,
              const SpurClockParameters *parameters)
{
  const SpurMu mu = spur_clock_get_mu_of (parameters, self->edges);

  *forward = (SpurClockForward){ .pass = pass,
                                 .parameters = parameters,
                                 .visitor = spur_edge_visitor_of (&mu, self->pass.nodes, FALSE),
                                 .trace = self->trace,
                                 .n_streams = self->n_streams,
                                 .distribution = &spur_distribution_self };
  forward->runs = SPUR_PAGES_NEW (SpurClockRun, self->n_streams);
  forward->queue = g_new (guint32, (gsize) self->n_streams + 1);
  spur_clock_forward_open (forward);
  for (guint32 s = 0; s < self->n_streams; s++)
    cut_stream (self, forward, s);
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      spur_clock_joins_publish (forward, s);
      spur_clock_run_again (forward, &forward->runs[s]);
    }
}

static void
close_forward (SpurClockForward *forward)
{
  spur_clock_joins_clear (forward);
  spur_pages_free (forward->runs);
  g_free (forward->queue);
}

/* Where there is a past, no event comes before the last one of it. */
static void
init_stream (Cut *self, const SpurClockWork *work, guint stream, guint64 first)
{
  Stream *of = &self->streams[stream];
  gint64 past_ns;

  spur_clock_times_init (&of->times, &self->parameters, work, stream);
  of->next = first;
  of->n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
  of->first_node = of->line_node = find_node (self, stream, first);
  if (self->parameters.is_mirrored || first == 0)
    return;
  past_ns = spur_clock_times_at (&of->times, first - 1);
  of->past = of->line = (SpurClockLine){ past_ns, past_ns, past_ns, TRUE };
}

/* @work has the edges of the pass, and @first is the first event of each stream after the cut. */
static void
init_cut (Cut *self,
          const SpurClockParameters *parameters,
          const SpurClockWork *work,
          const guint64 *first)
{
  self->parameters = *parameters;
  self->parameters.is_backward = FALSE;
  self->trace = work->trace;
  self->edges = g_object_ref (work->edges);
  self->n_streams = spur_trace_get_n_streams (self->trace);
  self->streams = g_new0 (Stream, (gsize) self->n_streams + 1);
  spur_clock_pass_prepare (&self->pass, &self->parameters, work);
  for (guint s = 0; s < self->n_streams; s++)
    init_stream (self, work, s, first[s]);
  if (self->parameters.has_controller)
    {
      self->logical_parameters = self->parameters;
      self->logical_parameters.gamma_ppb = 0;
      self->logical_pass = self->pass;
      self->logical_pass.clock_ns = SPUR_PAGES_NEW (gint64, self->pass.nodes->n_nodes);
      open_forward (self, &self->logical, &self->logical_pass, &self->logical_parameters);
      self->pass.logical_ns = self->logical_pass.clock_ns;
      self->pass.clock_b_ns = SPUR_PAGES_NEW (gint64, self->pass.nodes->n_nodes);
    }
  open_forward (self, &self->controlled, &self->pass, &self->parameters);
}

static void
clear_cut (Cut *self)
{
  close_forward (&self->controlled);
  close_forward (&self->logical);
  spur_clock_pass_clear (&self->pass);
  g_clear_object (&self->edges);
  g_free (self->streams);
}

/* Goes on until the next event of every stream is later than @until_ns. */
static gboolean
go_until (Cut *self, gint64 until_ns, GError **error)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      Stream *stream = &self->streams[s];
      guint64 node;

      while (stream->next < stream->n_events &&
             spur_clock_times_at (&stream->times, stream->next) <= until_ns)
        stream->next++;
      node = find_node (self, s, stream->next);
      self->controlled.runs[s].last_node = MAX (self->controlled.runs[s].last_node, node);
      if (self->parameters.has_controller)
        self->logical.runs[s].last_node = self->controlled.runs[s].last_node;
    }
  if ((self->parameters.has_controller && !spur_clock_run_cut (&self->logical, error)) ||
      !spur_clock_run_cut (&self->controlled, error))
    return FALSE;
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      const SpurClockRun *run = &self->controlled.runs[s];
      Stream *stream = &self->streams[s];

      if (run->node > run->first_node)
        stream->next =
          MAX (stream->next, spur_nodes_get_event (self->pass.nodes, s, run->node - 1) + 1);
    }
  return TRUE;
}

/* With LC' of all nodes the clock can be gone along without edges. */
static void
go_to_node (Cut *self, Stream *stream, guint64 node)
{
  if (node < stream->line_node)
    {
      stream->line = stream->past;
      stream->line_node = stream->first_node;
    }
  for (; stream->line_node < node; stream->line_node++)
    {
      gint64 clock_b_ns;

      spur_clock_line_step (&stream->line, self->parameters.gamma_ppb, self->parameters.delta_ns,
                            self->pass.from_ns[stream->line_node],
                            self->pass.clock_ns[stream->line_node], &clock_b_ns);
    }
}

/* LC' of an event that was gone through. */
static gint64
get_cut_time (Cut *self, guint stream, guint64 event)
{
  Stream *of = &self->streams[stream];
  gboolean leaves;

  if (spur_nodes_contains (self->pass.nodes, stream, event))
    return self->pass.clock_ns[spur_nodes_find (self->pass.nodes, stream, event)];
  go_to_node (self, of, find_node (self, stream, event));
  return spur_clock_line_peek (&of->line, self->parameters.gamma_ppb, self->parameters.delta_ns,
                               spur_clock_times_at (&of->times, event), &leaves);
}

/**
 * SpurClockScroll:
 *
 * A logical clock that is started anywhere in a trace and goes forwards and backwards from there,
 * for a view that jumps to a place and scrolls (PDP'97 section 7).
 *
 * Forwards it is the clock as it is; backwards, times are taken negative and senders for receivers.
 * An event's time depends on where the clock was started, so that place stays the same as long as
 * a view scrolls. The first event after the start and all before keep what they have until they
 * are gone through.
 *
 * The start is a consistent cut: where a receive before it has its send after it, that receive and
 * what follows it in its stream are after it, too. So all that has been gone through on both sides
 * obeys the clock condition, also across the start, and no stream's order is inverted.
 *
 * Of the clock's options those of the backward amortization, the direction and an iterated gamma
 * do not count.
 *
 * Since: 1.0
 */
struct _SpurClockScroll
{
  GObject parent_instance;

  SpurTrace *trace;
  SpurCorrection *correction;
  guint n_streams;
  guint64 *starts;
  Cut forward;
  Cut backward;
};

SPUR_DEFINE_OBJECT (SpurClockScroll, spur_clock_scroll, G_TYPE_FLAG_NONE)

static guint64
get_n_events (SpurClockScroll *self, guint stream)
{
  return spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
}

/* The first event from which on none is before the start. */
static guint64
find_start (SpurClockScroll *self, guint index, gint64 start_ns)
{
  guint64 low = 0, high = get_n_events (self, index), middle;
  SpurTimes times;

  spur_times_init (&times, self->trace, self->correction, index);
  if (spur_stream_get_n_steps_back (times.stream) > 0)
    {
      while (high > 0 && spur_times_at (&times, high - 1) >= start_ns)
        high--;
      return high;
    }
  SPUR_BISECT (low, high, middle, spur_times_at (&times, middle) < start_ns);
  return low;
}

static gboolean
cut_edges (SpurClockScroll *self, SpurEdges *edges)
{
  gboolean is_moved = FALSE;
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      guint64 *start = &self->starts[all[i].to_stream];

      if (all[i].to_event >= *start || all[i].from_event < self->starts[all[i].from_stream])
        continue;
      *start = all[i].to_event;
      is_moved = TRUE;
    }
  return is_moved;
}

static gboolean
is_entered_after (const SpurClockScroll *self, const SpurMember *member)
{
  return member->enter_event >= self->starts[member->stream];
}

/* In order of the members, which is enough for scans. */
static gboolean
cut_collective (SpurClockScroll *self, const SpurCollective *collective)
{
  gboolean is_scan = spur_collective_is_scan (collective), is_moved = FALSE;
  guint32 n_after = 0;

  for (guint32 i = 0; i < collective->n_members && !is_scan; i++)
    n_after += spur_collective_member_sends (collective, i) &&
               is_entered_after (self, &collective->members[i]);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];
      gboolean is_own =
        spur_collective_member_sends (collective, i) && is_entered_after (self, member);

      if (spur_collective_member_receives (collective, i) &&
          member->exit_event < self->starts[member->stream] &&
          n_after > (is_scan ? 0 : (guint32) is_own))
        {
          self->starts[member->stream] = member->exit_event;
          is_moved = TRUE;
        }
      n_after += is_scan && is_own;
    }
  return is_moved;
}

static gboolean
cut_collectives (SpurClockScroll *self, SpurEdges *edges)
{
  gboolean is_moved = FALSE;

  for (gsize i = 0; i < spur_edges_get_n_collectives (edges); i++)
    {
      const SpurCollective collective = spur_edges_read_collective (edges, i);

      is_moved |= cut_collective (self, &collective);
    }
  return is_moved;
}

/* What was sent after the cut is received after it. */
static void
make_consistent (SpurClockScroll *self, SpurEdges *edges)
{
  gboolean is_moved;

  do
    {
      is_moved = cut_edges (self, edges);
      is_moved |= cut_collectives (self, edges);
    }
  while (is_moved);
}

static void
make_cuts (SpurClockScroll *self, const SpurClockParameters *parameters, SpurEdges *edges)
{
  g_autoptr (SpurEdges) mirrored = spur_edges_new_mirrored (edges, self->trace);
  g_autofree guint64 *firsts = g_new (guint64, self->n_streams + 1);
  SpurClockWork work = {
    self->trace, edges, self->correction, NULL, NULL, &spur_distribution_self
  };
  SpurClockParameters mirror = *parameters;

  mirror.is_mirrored = TRUE;
  for (guint s = 0; s < self->n_streams; s++)
    firsts[s] = get_n_events (self, s) - self->starts[s];
  init_cut (&self->forward, parameters, &work, self->starts);
  work.edges = mirrored;
  init_cut (&self->backward, &mirror, &work, firsts);
}

static void
spur_clock_scroll_clear (SpurClockScroll *self)
{
  clear_cut (&self->forward);
  clear_cut (&self->backward);
  g_free (self->starts);
  g_clear_object (&self->correction);
  g_clear_object (&self->trace);
}

static void
spur_clock_scroll_init (SpurClockScroll *self)
{
}

/**
 * spur_clock_scroll_new:
 * @clock: a clock whose options say how; later changes of it do not count
 * @trace: a sealed trace
 * @edges: its edges; where @clock leaves out cycles, those are left out
 * @correction: (nullable): the time maps so far, which are not changed while this is in use;
 *   %NULL for raw times
 * @start_ns: where to start, in ns
 *
 * Starts a clock. Takes time in the order of the edges.
 *
 * Returns: (transfer full): a clock that has gone nowhere yet
 *
 * Since: 1.0
 */
SpurClockScroll *
spur_clock_scroll_new (SpurCausalClock *clock,
                       SpurTrace *trace,
                       SpurEdges *edges,
                       SpurCorrection *correction,
                       gint64 start_ns)
{
  SpurClockParameters parameters;
  SpurClockScroll *self;

  g_return_val_if_fail (SPUR_IS_CAUSAL_CLOCK (clock), NULL);
  g_return_val_if_fail (SPUR_IS_TRACE (trace) && SPUR_IS_EDGES (edges), NULL);
  g_return_val_if_fail (correction == NULL || SPUR_IS_CORRECTION (correction), NULL);
  g_return_val_if_fail (spur_edges_get_n_streams (edges) == spur_trace_get_n_streams (trace), NULL);

  parameters = spur_causal_clock_get_parameters (clock);
  self = g_object_new (SPUR_TYPE_CLOCK_SCROLL, NULL);
  self->trace = g_object_ref (trace);
  g_set_object (&self->correction, correction);
  self->n_streams = spur_trace_get_n_streams (trace);
  self->starts = g_new (guint64, self->n_streams + 1);
  if (parameters.on_cycle == SPUR_ON_CYCLE_LEAVE_OUT)
    spur_edges_leave_out_cycles (edges, trace);
  for (guint s = 0; s < self->n_streams; s++)
    self->starts[s] = find_start (self, s, start_ns);
  make_consistent (self, edges);
  make_cuts (self, &parameters, edges);
  return self;
}

/**
 * spur_clock_scroll_get_start:
 * @self: a clock
 * @stream: position of a stream
 *
 * Gets where in a stream the clock was started.
 *
 * Returns: position of the first event after the start; the number of events where there is none
 *
 * Since: 1.0
 */
guint64
spur_clock_scroll_get_start (SpurClockScroll *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_SCROLL (self), 0);
  g_return_val_if_fail (stream < self->n_streams, 0);

  return self->starts[stream];
}

/**
 * spur_clock_scroll_forward:
 * @self: a clock
 * @until_ns: how far, in ns of the times that the events have before
 * @error: return location for an error
 *
 * Goes on through all events after the start that are not later than @until_ns, and those that
 * they depend on. Takes time in the order of the events gone through.
 *
 * Returns: %FALSE with %SPUR_CAUSALITY_ERROR_CYCLE or %SPUR_CAUSALITY_ERROR_RANGE where it cannot
 *   go on
 *
 * Since: 1.0
 */
gboolean
spur_clock_scroll_forward (SpurClockScroll *self, gint64 until_ns, GError **error)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_SCROLL (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return go_until (&self->forward, until_ns, error);
}

/**
 * spur_clock_scroll_backward:
 * @self: a clock
 * @until_ns: how far, in ns of the times that the events have before
 * @error: return location for an error
 *
 * Goes back through all events before the start that are not earlier than @until_ns, and those
 * that depend on them. Takes time in the order of the events gone through.
 *
 * Returns: %FALSE with %SPUR_CAUSALITY_ERROR_CYCLE or %SPUR_CAUSALITY_ERROR_RANGE where it cannot
 *   go on
 *
 * Since: 1.0
 */
gboolean
spur_clock_scroll_backward (SpurClockScroll *self, gint64 until_ns, GError **error)
{
  g_return_val_if_fail (SPUR_IS_CLOCK_SCROLL (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return go_until (&self->backward, until_ns == G_MININT64 ? G_MAXINT64 : -until_ns, error);
}

/**
 * spur_clock_scroll_get_part:
 * @self: a clock
 * @stream: position of a stream
 * @first: (out): position of the first event that was gone through
 * @end: (out): position of the first event after those that were gone through
 *
 * Gets which events of a stream were gone through, on both sides of the start.
 *
 * Since: 1.0
 */
void
spur_clock_scroll_get_part (SpurClockScroll *self, guint stream, guint64 *first, guint64 *end)
{
  g_return_if_fail (SPUR_IS_CLOCK_SCROLL (self));
  g_return_if_fail (stream < self->n_streams);
  g_return_if_fail (first != NULL && end != NULL);

  *first = get_n_events (self, stream) - self->backward.streams[stream].next;
  *end = self->forward.streams[stream].next;
}

/**
 * spur_clock_scroll_get_time_ns:
 * @self: a clock
 * @stream: position of a stream
 * @event: position of an event of it that was gone through
 *
 * Gets an event's time by the clock, which depends on the start.
 *
 * Returns: LC' of the event in ns, mirrored before the start
 *
 * Since: 1.0
 */
gint64
spur_clock_scroll_get_time_ns (SpurClockScroll *self, guint stream, guint64 event)
{
  guint64 first, end;

  g_return_val_if_fail (SPUR_IS_CLOCK_SCROLL (self), 0);
  g_return_val_if_fail (stream < self->n_streams, 0);
  spur_clock_scroll_get_part (self, stream, &first, &end);
  g_return_val_if_fail (event >= first && event < end, 0);

  if (event >= self->starts[stream])
    return get_cut_time (&self->forward, stream, event);
  return -get_cut_time (&self->backward, stream, get_n_events (self, stream) - 1 - event);
}
