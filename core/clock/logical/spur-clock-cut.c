/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A forward pass from a cut on: nodes before the cut are done from the start, and streams have
 * their ends where they are asked to go, or where others wait for them. */
#include "core/clock/logical/spur-clock-cut-private.h"

#include "core/base/spur-pages-private.h"

/* What does not count is before all times, whatever mu is added. */
#define NOT_COUNTED_NS (-2 * SPUR_TIME_LIMIT_NS)

/* @next is the first event that was not gone through. @line is the stream's clock before node
 * @line_node, for events between nodes. */
typedef struct
{
  SpurClockTimes times;
  guint64 first;
  guint64 next;
  guint64 n_events;
  SpurClockLine past;
  SpurClockLine line;
  guint64 first_node;
  guint64 line_node;
} Stream;

/* @logical is the simple logical clock, which only the controller looks at: it has the nodes of
 * @pass, and comes before it. */
struct _SpurClockCut
{
  SpurClockParameters parameters;
  SpurClockParameters logical_parameters;
  SpurTrace *trace;
  SpurEdges *edges;
  gboolean has_past;
  guint n_streams;
  Stream *streams;
  SpurClockPass pass;
  SpurClockPass logical_pass;
  SpurClockForward forward;
  SpurClockForward logical;
};

/* The first node of a stream that is not before an event. */
static guint64
find_node (const SpurClockCut *self, guint stream, guint64 event)
{
  const SpurNodeStream *nodes = &self->pass.nodes->streams[stream];

  if (nodes->n_nodes == 0)
    return 0;
  return event < nodes->n_events ? spur_nodes_find (self->pass.nodes, stream, event)
                                 : nodes->ranks[0] + nodes->n_nodes;
}

/* The stream begins at the cut. */
static void
cut_stream (SpurClockCut *self, SpurClockForward *forward, guint32 stream)
{
  SpurClockRun *run = &forward->runs[stream];

  for (guint64 node = run->first_node; node < self->streams[stream].first_node; node++)
    spur_clock_set_ns (forward, node, self->has_past ? self->pass.from_ns[node] : NOT_COUNTED_NS);
  run->first_node = run->node = run->last_node = self->streams[stream].first_node;
  while (run->edge < run->last_edge &&
         spur_edge_visitor_get_to (&forward->visitor, forward->visitor.pairs, run->edge) <
           run->node)
    run->edge++;
  run->line = self->streams[stream].past;
}

static void
open_forward (SpurClockCut *self,
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
init_stream (SpurClockCut *self, const SpurClockWork *work, guint stream, guint64 first)
{
  Stream *of = &self->streams[stream];
  gint64 past_ns;

  spur_clock_times_init (&of->times, &self->parameters, work, stream);
  of->first = of->next = first;
  of->n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, stream));
  of->first_node = of->line_node = find_node (self, stream, first);
  if (!self->has_past || first == 0)
    return;
  past_ns = spur_clock_times_at (&of->times, first - 1);
  of->past = of->line = (SpurClockLine){ past_ns, past_ns, past_ns, TRUE };
}

SpurClockCut *
spur_clock_cut_new (const SpurClockParameters *parameters,
                    SpurTrace *trace,
                    SpurEdges *edges,
                    SpurCorrection *correction,
                    const guint64 *first,
                    gboolean has_past)
{
  SpurClockCut *self = g_new0 (SpurClockCut, 1);
  const SpurClockWork work = { trace, edges, correction, NULL, NULL, &spur_distribution_self };

  self->parameters = *parameters;
  self->parameters.is_backward = FALSE;
  self->trace = g_object_ref (trace);
  self->edges = g_object_ref (edges);
  self->has_past = has_past;
  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (Stream, (gsize) self->n_streams + 1);
  spur_clock_pass_prepare (&self->pass, &self->parameters, &work);
  for (guint s = 0; s < self->n_streams; s++)
    init_stream (self, &work, s, first[s]);
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
  open_forward (self, &self->forward, &self->pass, &self->parameters);
  return self;
}

void
spur_clock_cut_free (SpurClockCut *self)
{
  close_forward (&self->forward);
  if (self->parameters.has_controller)
    close_forward (&self->logical);
  spur_clock_pass_clear (&self->pass);
  g_object_unref (self->edges);
  g_object_unref (self->trace);
  g_free (self->streams);
  g_free (self);
}

gboolean
spur_clock_cut_go (SpurClockCut *self, gint64 until_ns, GError **error)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      Stream *stream = &self->streams[s];
      guint64 node;

      while (stream->next < stream->n_events &&
             spur_clock_times_at (&stream->times, stream->next) <= until_ns)
        stream->next++;
      node = find_node (self, s, stream->next);
      self->forward.runs[s].last_node = MAX (self->forward.runs[s].last_node, node);
      if (self->parameters.has_controller)
        self->logical.runs[s].last_node = self->forward.runs[s].last_node;
    }
  if ((self->parameters.has_controller && !spur_clock_run_cut (&self->logical, error)) ||
      !spur_clock_run_cut (&self->forward, error))
    return FALSE;
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      const SpurClockRun *run = &self->forward.runs[s];
      Stream *stream = &self->streams[s];

      if (run->node > run->first_node)
        stream->next =
          MAX (stream->next, spur_nodes_get_event (self->pass.nodes, s, run->node - 1) + 1);
    }
  return TRUE;
}

guint64
spur_clock_cut_get_next (const SpurClockCut *self, guint stream)
{
  return self->streams[stream].next;
}

/* With LC' of all nodes the clock can be gone along without edges. */
static void
go_to_node (SpurClockCut *self, Stream *stream, guint64 node)
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

gint64
spur_clock_cut_get_time (SpurClockCut *self, guint stream, guint64 event)
{
  Stream *of = &self->streams[stream];
  gboolean leaves;

  if (spur_nodes_contains (self->pass.nodes, stream, event))
    return self->pass.clock_ns[spur_nodes_find (self->pass.nodes, stream, event)];
  go_to_node (self, of, find_node (self, stream, event));
  return spur_clock_line_peek (&of->line, self->parameters.gamma_ppb, self->parameters.delta_ns,
                               spur_clock_times_at (&of->times, event), &leaves);
}
