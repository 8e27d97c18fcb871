/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-nodes-private.h"

static gboolean
mark (SpurNodes *self, guint32 stream, guint64 event)
{
  SpurNodeStream *nodes = &self->streams[stream];

  if (event >= nodes->n_events)
    return FALSE;
  nodes->bits[event / 64] |= G_GUINT64_CONSTANT (1) << (event % 64);
  return TRUE;
}

static gboolean
mark_edges (SpurNodes *self, SpurEdges *edges)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      if (!mark (self, all[i].from_stream, all[i].from_event) ||
          !mark (self, all[i].to_stream, all[i].to_event))
        return FALSE;
    }
  return TRUE;
}

static gboolean
mark_collectives (SpurNodes *self, SpurEdges *edges)
{
  gsize n_collectives = spur_edges_get_n_collectives (edges);

  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          const SpurMember *member = &collective.members[k];

          if (!mark (self, member->stream, member->enter_event) ||
              !mark (self, member->stream, member->exit_event))
            return FALSE;
        }
    }
  return TRUE;
}

static void
mark_all (SpurNodeStream *nodes)
{
  if (nodes->n_events == 0)
    return;
  memset (nodes->bits, 0xff, nodes->n_words * sizeof *nodes->bits);
  if (nodes->n_events % 64 != 0)
    nodes->bits[nodes->n_words - 1] = (G_GUINT64_CONSTANT (1) << (nodes->n_events % 64)) - 1;
}

static void
count (SpurNodes *self)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurNodeStream *nodes = &self->streams[s];
      guint64 first = self->n_nodes;

      for (gsize w = 0; w < nodes->n_words; w++)
        {
          nodes->ranks[w] = self->n_nodes;
          self->n_nodes += (guint64) __builtin_popcountll (nodes->bits[w]);
        }
      nodes->n_nodes = self->n_nodes - first;
    }
}

SpurNodes *
spur_nodes_new (SpurTrace *trace, SpurEdges *edges, const guint8 *all)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autoptr (SpurNodes) self = g_malloc0 (sizeof *self + n_streams * sizeof self->streams[0]);

  self->n_streams = n_streams;
  for (guint s = 0; s < n_streams; s++)
    {
      SpurNodeStream *nodes = &self->streams[s];

      nodes->n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, s));
      nodes->n_words = (gsize) ((nodes->n_events + 63) / 64);
      nodes->bits = g_new0 (guint64, nodes->n_words);
      nodes->ranks = g_new (guint64, nodes->n_words);
      if (all != NULL && all[s] != 0)
        mark_all (nodes);
    }
  if (!mark_edges (self, edges) || !mark_collectives (self, edges))
    return NULL;
  count (self);
  return g_steal_pointer (&self);
}

void
spur_nodes_free (SpurNodes *self)
{
  for (guint s = 0; s < self->n_streams; s++)
    {
      g_free (self->streams[s].bits);
      g_free (self->streams[s].ranks);
    }
  g_free (self);
}

void
spur_times_init (SpurTimes *self, SpurTrace *trace, SpurCorrection *correction, guint stream)
{
  self->stream = spur_trace_get_stream (trace, stream);
  self->run.first = 0;
  self->run.n_events = 0;
  spur_time_walk_init (&self->maps, correction, stream);
}

void
spur_times_seek (SpurTimes *self, guint64 event)
{
  spur_stream_find_ticks (self->stream, event, &self->run);
}

typedef struct
{
  const SpurNodes *nodes;
  SpurTrace *trace;
  SpurCorrection *correction;
  gint64 *times;
} Filling;

static void
fill_times (guint stream, gpointer user_data)
{
  const Filling *filling = user_data;
  SpurNodeWalk walk;
  SpurTimes times;
  guint64 event;
  gint64 *time_ns;

  if (filling->nodes->streams[stream].n_nodes == 0)
    return;
  time_ns = filling->times + filling->nodes->streams[stream].ranks[0];
  spur_times_init (&times, filling->trace, filling->correction, stream);
  spur_node_walk_init (&walk, filling->nodes, stream);
  while (spur_node_walk_next (&walk, &event))
    *time_ns++ = spur_times_at (&times, event);
}

gint64 *
spur_nodes_get_times (const SpurNodes *self,
                      SpurTrace *trace,
                      SpurCorrection *correction,
                      const SpurJob *job)
{
  Filling filling = { self, trace, correction, g_new (gint64, self->n_nodes) };

  spur_job_run (job, self->n_streams, fill_times, &filling);
  return filling.times;
}
