/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* In which order the streams of a forward pass run: by sweeps, by dataflow where these are not
 * worth it, and in rounds of dataflow where other ranks have some of the streams. */
#include "core/clock/logical/spur-clock-forward-private.h"

static guint32
pop_stream (SpurClockForward *self)
{
  guint32 stream = self->queue[self->queue_begin];

  self->queue_begin = self->queue_begin == self->n_streams ? 0 : self->queue_begin + 1;
  self->n_queued--;
  return stream;
}

/* Own streams begin, or go on where they were. */
static void
begin_queue (SpurClockForward *self)
{
  self->queue_begin = self->queue_end = self->n_queued = 0;
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      if (self->runs[s].node < self->runs[s].last_node &&
          spur_distribution_is_own (self->distribution, s))
        spur_clock_wake (self, s);
    }
}

static void
end_queue (SpurClockForward *self)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    spur_clock_forget_wait (self, s);
}

/* Runs streams until all wait, or @max_nodes more nodes are done. */
static gboolean
run_queued (SpurClockForward *self, guint64 max_nodes, GError **error)
{
  guint64 last = max_nodes < G_MAXUINT64 - self->n_done ? self->n_done + max_nodes : G_MAXUINT64;

  while (self->n_queued > 0 && self->n_done < last)
    {
      guint32 stream = pop_stream (self);
      guint64 first = self->runs[stream].node;

      if (self->n_turns++ % 1024 == 0 && spur_job_is_cancelled (self->job, error))
        return FALSE;
      if (!spur_clock_run_stream (self, stream, error))
        return FALSE;
      self->n_done += self->runs[stream].node - first;
    }
  return TRUE;
}

/* How many nodes are run as dataflow before sweeps are tried again. */
#define MAX_TRIED_NODES (1u << 13)

/* Sweeps, and where they are not worth it dataflow for a while, each time for longer. */
static gboolean
run_own (SpurClockForward *self, GError **error)
{
  gboolean is_refused = spur_clock_sweep_nodes == 0 || self->pass->logical_ns != NULL;
  gboolean has_more = TRUE;

  for (guint64 n_nodes = MAX_TRIED_NODES; has_more; n_nodes *= 2)
    {
      gboolean is_good;

      if (!is_refused && !spur_clock_sweep (self, &is_refused, error))
        return FALSE;
      begin_queue (self);
      is_good = run_queued (self, is_refused ? G_MAXUINT64 : n_nodes, error);
      has_more = self->n_queued > 0;
      end_queue (self);
      if (!is_good)
        return FALSE;
    }
  return TRUE;
}

/* What a rank tells of itself in every round; the values of nodes that are new follow, each with
 * its stream. */
typedef struct
{
  guint64 n_done;
  guint64 n_unfinished;
  guint64 n_failed;
} Status;

/* Writes the values of nodes that were done since the last round, for the ranks that know them. */
static void
put_values (SpurClockForward *self, GByteArray **buffers)
{
  const SpurHalo *halo = self->pass->halo;

  for (guint32 s = 0; s < self->n_streams; s++)
    {
      SpurClockRun *run = &self->runs[s];

      if (!spur_distribution_is_own (self->distribution, s))
        continue;
      for (; run->route < halo->first_route[s + 1]; run->route++)
        {
          const SpurHaloRoute *route = &halo->routes[run->route];
          gint64 value[2] = { s, 0 };

          if (route->node >= run->node)
            break;
          value[1] = spur_clock_get_ns (self, route->node);
          spur_message_put (buffers[route->rank], value, sizeof value);
        }
    }
}

static void
take_values (SpurClockForward *self, const GByteArray *buffer, Status *all)
{
  SpurMessageReader reader = spur_message_read (buffer);
  Status status;

  spur_message_take (&reader, &status, sizeof status);
  all->n_done += status.n_done;
  all->n_unfinished += status.n_unfinished;
  all->n_failed += status.n_failed;
  while (!spur_message_is_at_end (&reader))
    {
      gint64 value[2];

      spur_message_take (&reader, value, sizeof value);
      spur_clock_take_ghost (self, (guint32) value[0], value[1]);
    }
}

/* Tells the other ranks which nodes are done, and takes theirs. Gives what all ranks together are
 * at. */
static Status
exchange_values (SpurClockForward *self, guint64 n_done, gboolean has_failed)
{
  SpurCommunicator *communicator = self->distribution->communicator;
  GByteArray **buffers = spur_communicator_new_buffers (communicator);
  Status own = { n_done, 0, has_failed }, all = { 0, 0, 0 };

  for (guint32 s = 0; s < self->n_streams; s++)
    own.n_unfinished += self->runs[s].node < self->runs[s].last_node &&
                        spur_distribution_is_own (self->distribution, s);
  for (guint r = 0; r < communicator->n_ranks; r++)
    spur_message_put (buffers[r], &own, sizeof own);
  put_values (self, buffers);
  spur_communicator_all_to_all (communicator, buffers);
  for (guint r = 0; r < communicator->n_ranks; r++)
    take_values (self, buffers[r], &all);
  spur_communicator_free_buffers (communicator, buffers);
  return all;
}

/* Rounds in which every rank runs until its streams wait for others', and tells what it did. When
 * no rank did anything those that are not at their ends wait for each other. */
static gboolean
run_rounds (SpurClockForward *self, GError **error)
{
  GError *problem = NULL;
  Status all;

  begin_queue (self);
  do
    {
      guint64 n_before = self->n_done;
      gboolean is_good = run_queued (self, G_MAXUINT64, &problem);

      all = exchange_values (self, self->n_done - n_before, !is_good);
    }
  while (all.n_failed == 0 && all.n_unfinished > 0 && all.n_done > 0);
  end_queue (self);
  if (all.n_failed == 0 && all.n_unfinished > 0)
    g_set_error_literal (&problem, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE,
                         "the edges form a cycle, so they are matched wrongly");
  return spur_communicator_agree (self->distribution->communicator, problem, error);
}

#define MAX_NAMED_EDGES 64

guint64
spur_clock_get_event (const SpurClockForward *self, guint32 stream, guint64 node)
{
  guint64 event = spur_nodes_get_event (self->visitor.nodes, stream, node);

  return self->parameters->is_mirrored ? self->visitor.nodes->streams[stream].n_events - 1 - event
                                       : event;
}

/* The edge that a stuck stream waits for, as it is in the trace. */
static void
add_edge (SpurClockForward *self, GArray *edges, guint32 from, guint64 from_node, guint32 to)
{
  SpurEdge edge = { spur_clock_get_event (self, from, from_node),
                    spur_clock_get_event (self, to, self->runs[to].node), SPUR_MU_DEFAULT, from,
                    to };

  if (self->parameters->is_mirrored)
    edge = (SpurEdge){ edge.to_event, edge.from_event, SPUR_MU_DEFAULT, to, from };
  g_array_append_val (edges, edge);
}

/* Every stuck stream waits for a stuck stream: a walk along these waits goes round a cycle. */
static void
name_cycle (SpurClockForward *self, guint32 stream, GError **error)
{
  g_autoptr (GArray) edges = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  g_autofree char *names = NULL;
  guint32 first, from_stream, lowest = SPUR_NONE;
  guint64 from_node;

  for (guint i = 0; i < self->n_streams; i++)
    {
      spur_clock_get_awaited (self, stream, &from_stream, &from_node);
      stream = lowest = from_stream;
    }
  /* Whichever stream was stuck first, the cycle is named from its first stream on. */
  first = stream;
  do
    {
      spur_clock_get_awaited (self, stream, &from_stream, &from_node);
      stream = from_stream;
      lowest = MIN (lowest, stream);
    }
  while (stream != first);
  first = stream = lowest;
  do
    {
      spur_clock_get_awaited (self, stream, &from_stream, &from_node);
      add_edge (self, edges, from_stream, from_node, stream);
      stream = from_stream;
    }
  while (stream != first);
  names = spur_edges_describe_list ((const SpurEdge *) (gpointer) edges->data,
                                    MIN (edges->len, MAX_NAMED_EDGES), edges->len, self->trace);
  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE,
               "the edges form a cycle, so they are matched wrongly: %s", names);
}

/* One of the streams that are stuck leads to the cycle. */
static gboolean
check_ends (SpurClockForward *self, GError **error)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      if (self->runs[s].node == self->runs[s].last_node)
        continue;
      name_cycle (self, s, error);
      return FALSE;
    }
  return TRUE;
}

/* Streams that wait for nodes behind another stream's last one have it go there. FALSE where none
 * does. */
static gboolean
move_ends (SpurClockForward *self)
{
  gboolean is_moved = FALSE;

  for (guint32 s = 0; s < self->n_streams; s++)
    {
      const SpurClockRun *run = &self->runs[s];
      SpurClockRun *from;
      guint32 from_stream;
      guint64 from_node;

      /* It is at its end, or was woken here. */
      if (run->awaited_node == SPUR_CLOCK_NO_NODE && run->waits_in == SPUR_NONE)
        continue;
      spur_clock_get_awaited (self, s, &from_stream, &from_node);
      from = &self->runs[from_stream];
      if (from_node < from->last_node)
        continue;
      if (from->node == from->last_node)
        spur_clock_wake (self, from_stream);
      from->last_node = from_node + 1;
      is_moved = TRUE;
    }
  return is_moved;
}

gboolean
spur_clock_run_cut (SpurClockForward *self, GError **error)
{
  gboolean is_done;

  begin_queue (self);
  do
    is_done = run_queued (self, G_MAXUINT64, error);
  while (is_done && move_ends (self));
  is_done = is_done && check_ends (self, error);
  end_queue (self);
  return is_done;
}

gboolean
spur_clock_run_all (SpurClockForward *self, GError **error)
{
  gboolean is_done;

  self->queue = g_new (guint32, (gsize) self->n_streams + 1);
  self->n_turns = self->n_done = 0;
  if (self->distribution->communicator->n_ranks > 1)
    is_done = run_rounds (self, error);
  else
    is_done = run_own (self, error) && check_ends (self, error);
  g_clear_pointer (&self->queue, g_free);
  return is_done;
}
