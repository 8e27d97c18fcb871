/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The critical path: from the last event of a run back to its first. It follows a stream back to
 * where that waited, and from there the message that ended the wait (Bohme and others, Scalable
 * critical-path based performance analysis, IPDPS 2012). */
#include "core/analysis/waits/spur-critical-path-private.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edge-visitor-internal.h"

/* What a node waited for: the node at the other end of its edge. */
typedef struct
{
  guint64 node;
  guint64 cause;
  guint32 cause_stream;
} Wait;

#define NO_MEMBER G_MAXUINT32

typedef struct
{
  const SpurCalls *calls;
  SpurEdgeVisitor edges;
  gsize n_edges;
  /* Of each node the member of which it is the exit, among those of all operations, or NO_MEMBER.
   */
  guint32 *member_of;
  GArray *parts;
} Path;

static gint64
get_time_ns (const Path *self, guint64 node)
{
  return self->calls->times_ns[node];
}

static void
number_exits (Path *self)
{
  gsize n_members;
  const SpurMember *members = spur_edges_get_members (self->edges.edges, &n_members);

  self->member_of = SPUR_PAGES_NEW (guint32, self->calls->nodes->n_nodes);
  memset (self->member_of, 0xff, self->calls->nodes->n_nodes * sizeof *self->member_of);
  for (gsize i = 0; i < n_members; i++)
    self->member_of[spur_nodes_find_exit (self->calls->nodes, &members[i])] = (guint32) i;
}

/* Appends the part before what is there already. */
static void
add_part (Path *self, SpurPathPart part)
{
  if (part.end_ns > part.begin_ns)
    g_array_append_val (self->parts, part);
}

/* Since when the stream waits at a node, if it does: the enter of the call around it, or of an idle
 * state that ended since the node before. */
static gint64
get_wait_begin_ns (const Path *self, guint stream, guint64 node)
{
  const SpurStreamCalls *calls = &self->calls->streams[stream];
  const SpurCall *call = spur_calls_get (self->calls, stream, node);
  guint32 low = 0, high = calls->n_calls, middle;
  gint64 before_ns = node > calls->first_node ? get_time_ns (self, node - 1) : G_MININT64;

  if (call != NULL)
    return call->enter_ns;
  SPUR_BISECT (low, high, middle, calls->calls[middle].enter_ns <= get_time_ns (self, node));
  if (low == 0)
    return G_MAXINT64;
  call = &calls->calls[low - 1];
  return (call->flags & SPUR_CALL_IS_IDLE) != 0 && call->enter_ns >= before_ns ? call->enter_ns
                                                                               : G_MAXINT64;
}

static void
take_cause (const Path *self, Wait *latest, guint64 node, guint64 cause)
{
  if (latest->node != G_MAXUINT64 && get_time_ns (self, cause) <= get_time_ns (self, latest->cause))
    return;
  *latest = (Wait){ node, cause, spur_calls_get_stream (self->calls, cause) };
}

static guint64
get_to (const Path *self, gsize edge)
{
  return spur_edge_visitor_get_to (&self->edges, self->edges.pairs, edge);
}

static void
take_edges (const Path *self, Wait *latest, guint64 node)
{
  gsize low = 0, high = self->n_edges, middle;

  SPUR_BISECT (low, high, middle, get_to (self, middle) < node);
  for (; low < self->n_edges && get_to (self, low) == node; low++)
    take_cause (self, latest, node,
                spur_edge_visitor_get_from (&self->edges, self->edges.pairs, low));
}

static void
take_operation (const Path *self, Wait *latest, guint64 node)
{
  guint32 position;
  SpurCollective collective;

  if (self->member_of[node] == NO_MEMBER)
    return;
  collective = spur_edges_find_member (self->edges.edges, self->member_of[node], &position);
  for (guint32 i = 0; i < collective.n_members; i++)
    {
      if (spur_collective_depends (&collective, i, position))
        take_cause (self, latest, node,
                    spur_nodes_find_enter (self->calls->nodes, &collective.members[i]));
    }
}

/* What the stream waited for at the last node before @end, or before that in the same call. Then
 * @end is before what was looked at. */
static gboolean
find_wait (const Path *self, guint stream, guint64 *end, Wait *latest)
{
  guint64 node = *end - 1, first = self->calls->streams[stream].first_node;
  gint64 begin_ns = get_wait_begin_ns (self, stream, node);
  guint32 call = self->calls->call_of[node];

  *latest = (Wait){ G_MAXUINT64, 0, 0 };
  do
    {
      *end = node;
      if (begin_ns == G_MAXINT64)
        return FALSE;
      take_edges (self, latest, node);
      take_operation (self, latest, node);
    }
  while (call != SPUR_CALL_NONE && node-- > first && self->calls->call_of[node] == call);
  return latest->node != G_MAXUINT64 && get_time_ns (self, latest->cause) > begin_ns;
}

/* Goes back on a stream from a time, when the nodes from @end on are behind, to where it waited;
 * FALSE where it did not. */
static gboolean
follow_stream (Path *self, guint32 *stream, guint64 *end, gint64 *time_ns)
{
  Wait wait;
  gint64 node_ns, cause_ns;

  do
    {
      if (*end == self->calls->streams[*stream].first_node)
        return FALSE;
    }
  while (!find_wait (self, *stream, end, &wait));
  /* On raw times a message may come before it was sent. */
  node_ns = MIN (get_time_ns (self, wait.node), *time_ns);
  cause_ns = MIN (get_time_ns (self, wait.cause), node_ns);
  add_part (self, (SpurPathPart){ node_ns, *time_ns, SPUR_PATH_STREAM, *stream, *stream });
  add_part (self, (SpurPathPart){ cause_ns, node_ns, SPUR_PATH_EDGE, *stream, wait.cause_stream });
  *stream = wait.cause_stream;
  *end = wait.cause + 1;
  *time_ns = cause_ns;
  return TRUE;
}

/* The stream whose last event is the last of all, the first of these; SPUR_NONE without events. */
static guint32
find_last (const SpurCalls *calls, gint64 *begin_ns)
{
  guint32 last = SPUR_NONE;

  *begin_ns = G_MAXINT64;
  for (guint s = 0; s < calls->n_streams; s++)
    {
      const SpurStreamWork *work = &calls->streams[s].work;

      if (!work->has_events)
        continue;
      *begin_ns = MIN (*begin_ns, work->begin_ns);
      if (last == SPUR_NONE || work->end_ns > calls->streams[last].work.end_ns)
        last = s;
    }
  return last;
}

static void
reverse_parts (GArray *parts)
{
  SpurPathPart *all = (SpurPathPart *) (gpointer) parts->data;

  for (guint i = 0; i < parts->len / 2; i++)
    {
      SpurPathPart part = all[i];

      all[i] = all[parts->len - 1 - i];
      all[parts->len - 1 - i] = part;
    }
}

GArray *
spur_critical_path_find (const SpurCalls *calls, const SpurCallsInput *input)
{
  const SpurMu mu = spur_mu_of (input->edges, 0, FALSE);
  Path self = { .calls = calls };
  gint64 begin_ns, time_ns, stream_begin_ns;
  guint32 stream = find_last (calls, &begin_ns);
  guint64 end;

  self.parts = g_array_new (FALSE, FALSE, sizeof (SpurPathPart));
  if (stream == SPUR_NONE)
    return self.parts;
  self.edges = spur_edge_visitor_of (&mu, calls->nodes, FALSE);
  self.n_edges = spur_edges_get_n_edges (input->edges);
  number_exits (&self);
  time_ns = calls->streams[stream].work.end_ns;
  end = calls->streams[stream].first_node + calls->streams[stream].n_nodes;
  while (follow_stream (&self, &stream, &end, &time_ns))
    ;
  stream_begin_ns = MIN (calls->streams[stream].work.begin_ns, time_ns);
  add_part (&self, (SpurPathPart){ stream_begin_ns, time_ns, SPUR_PATH_STREAM, stream, stream });
  add_part (&self, (SpurPathPart){ begin_ns, stream_begin_ns, SPUR_PATH_BEFORE, stream, stream });
  reverse_parts (self.parts);
  spur_pages_free (self.member_of);
  return self.parts;
}
