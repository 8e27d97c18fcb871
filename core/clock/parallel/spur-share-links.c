/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/clock/parallel/spur-share-private.h"

/* Who waits for whom across ranks: both sides of an edge, and of a membership, are given the same
 * order, so that afterwards values travel without names. */

typedef struct
{
  guint64 event;
  guint32 stream;
  guint32 rank;
} Sender;

static int
compare_senders (const void *a, const void *b)
{
  const Sender *p = a, *q = b;

  if (p->stream != q->stream)
    return p->stream < q->stream ? -1 : 1;
  if (p->event != q->event)
    return p->event < q->event ? -1 : 1;
  return p->rank < q->rank ? -1 : p->rank > q->rank;
}

/* The different sends of the edges, in order. */
static Sender *
list_senders (const SpurEdge *edges, gsize n_edges, gsize *n_senders)
{
  Sender *senders = g_new (Sender, n_edges + 1);
  gsize n = 0;

  for (gsize i = 0; i < n_edges; i++)
    senders[i] = (Sender){ edges[i].from_event, edges[i].from_stream, 0 };
  qsort (senders, n_edges, sizeof *senders, compare_senders);
  for (gsize i = 0; i < n_edges; i++)
    {
      if (n == 0 || compare_senders (&senders[n - 1], &senders[i]) != 0)
        senders[n++] = senders[i];
    }
  *n_senders = n;
  return senders;
}

static void
make_slots (SpurShare *self, const Sender *senders, gsize n_senders)
{
  gsize i = 0;

  self->n_slots = n_senders;
  self->slot_events = g_new (guint64, n_senders + 1);
  self->first_slot = g_new (gsize, (gsize) self->n_streams + 1);
  for (guint s = 0; s <= self->n_streams; s++)
    {
      self->first_slot[s] = i;
      for (; i < n_senders && senders[i].stream == s; i++)
        self->slot_events[i] = senders[i].event;
    }
}

static gsize
find_slot (const SpurShare *self, guint32 stream, guint64 event)
{
  gsize low = self->first_slot[stream], high = self->first_slot[stream + 1];

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (self->slot_events[middle] <= event)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
find_slots (SpurShare *self)
{
  gsize k = 0;

  self->first_edge = g_new (gsize, (gsize) self->n_streams + 1);
  for (guint s = 0; s <= self->n_streams; s++)
    {
      self->first_edge[s] = k;
      while (k < self->n_edges && self->all[k].to_stream == s)
        k++;
    }
  self->slots = g_new (gsize, self->n_edges + 1);
  for (gsize i = 0; i < self->n_edges; i++)
    self->slots[i] = find_slot (self, self->all[i].from_stream, self->all[i].from_event);
}

/* Tells the ranks of the senders who wants to know of them. */
static Sender *
swap_senders (SpurShare *self, const Sender *senders, gsize n_senders, gsize *n_wanted)
{
  GByteArray **parcels = spur_ranks_new_parcels (self->ranks);
  Sender *wanted;
  gsize n = 0;

  for (gsize i = 0; i < n_senders; i++)
    {
      Sender sender = senders[i];

      sender.rank = self->ranks->rank;
      spur_parcel_put (parcels[self->owners[sender.stream]], &sender, sizeof sender);
    }
  spur_ranks_swap (self->ranks, parcels);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    n += parcels[r]->len / sizeof (Sender);
  wanted = g_new (Sender, n + 1);
  n = 0;
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      if (parcels[r]->len > 0)
        memcpy (wanted + n, parcels[r]->data, parcels[r]->len);
      n += parcels[r]->len / sizeof (Sender);
    }
  spur_ranks_free_parcels (self->ranks, parcels);
  qsort (wanted, n, sizeof *wanted, compare_senders);
  *n_wanted = n;
  return wanted;
}

static void
make_routes (SpurShare *self, const Sender *wanted, gsize n_wanted)
{
  gsize i = 0;

  self->routes = g_new (SpurShareRoute, n_wanted + 1);
  self->first_route = g_new (gsize, (gsize) self->n_streams + 1);
  for (guint s = 0; s <= self->n_streams; s++)
    {
      self->first_route[s] = i;
      for (; i < n_wanted && wanted[i].stream == s; i++)
        self->routes[i] = (SpurShareRoute){ wanted[i].event, wanted[i].rank };
    }
}

/* Numbers the members of all operations of this rank. */
static void
number_members (SpurShare *self)
{
  gsize n_instances = spur_edges_get_n_collectives (self->edges);
  SpurCollective collective;

  self->first_member = g_new (gsize, n_instances + 1);
  self->n_members = 0;
  for (gsize i = 0; i < n_instances; i++)
    {
      spur_edges_get_collective (self->edges, i, &collective);
      self->first_member[i] = self->n_members;
      self->n_members += collective.n_members;
    }
  self->first_member[n_instances] = self->n_members;
  self->instance_of_member = g_new (guint32, self->n_members + 1);
  for (gsize i = 0; i < n_instances; i++)
    {
      for (gsize m = self->first_member[i]; m < self->first_member[i + 1]; m++)
        self->instance_of_member[m] = (guint32) i;
    }
}

/* Tells the ranks of the members' streams that they take part. */
static void
put_members (SpurShare *self, GByteArray **parcels)
{
  gsize n_instances = spur_edges_get_n_collectives (self->edges);
  g_autofree gsize *next = g_new0 (gsize, (gsize) self->ranks->n_ranks + 1);
  SpurCollective collective;

  for (gsize i = 0; i < n_instances; i++)
    {
      spur_edges_get_collective (self->edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          const SpurMember *member = &collective.members[k];
          SpurShareJoin join = { member->enter_event, member->exit_event, G_MININT64,
                                 member->stream, self->ranks->rank };

          join.sends = spur_collective_member_sends (&collective, k);
          join.receives = spur_collective_member_receives (&collective, k);
          spur_parcel_put (parcels[self->owners[member->stream]], &join, sizeof join);
          next[self->owners[member->stream] + 1]++;
        }
    }
  self->first_member_at = g_new (gsize, (gsize) self->ranks->n_ranks + 1);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    next[r + 1] += next[r];
  memcpy (self->first_member_at, next, ((gsize) self->ranks->n_ranks + 1) * sizeof *next);
  self->members_at = g_new (gsize, self->n_members + 1);
  for (gsize i = 0; i < n_instances; i++)
    {
      spur_edges_get_collective (self->edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        self->members_at[next[self->owners[collective.members[k].stream]]++] =
          self->first_member[i] + k;
    }
}

static void
take_joins (SpurShare *self, GByteArray **parcels)
{
  gsize n_joins = 0;

  self->first_join = g_new (gsize, (gsize) self->ranks->n_ranks + 1);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      self->first_join[r] = n_joins;
      n_joins += parcels[r]->len / sizeof (SpurShareJoin);
    }
  self->first_join[self->ranks->n_ranks] = n_joins;
  self->joins = g_new (SpurShareJoin, n_joins + 1);
  for (guint r = 0; r < self->ranks->n_ranks; r++)
    {
      if (parcels[r]->len > 0)
        memcpy (self->joins + self->first_join[r], parcels[r]->data, parcels[r]->len);
    }
}

static int
compare_ends (const void *a, const void *b)
{
  const SpurShareEnd *p = a, *q = b;

  if (p->event != q->event)
    return p->event < q->event ? -1 : 1;
  if (p->join != q->join)
    return p->join < q->join ? -1 : 1;
  return (int) p->is_exit - (int) q->is_exit;
}

/* The enters and exits of every stream in order. */
static void
make_ends (SpurShare *self)
{
  gsize n_joins = self->first_join[self->ranks->n_ranks];
  g_autofree gsize *next = NULL;

  self->ends = g_new (SpurShareEnd, 2 * n_joins + 1);
  self->first_end = g_new0 (gsize, (gsize) self->n_streams + 1);
  for (gsize i = 0; i < n_joins; i++)
    self->first_end[self->joins[i].stream + 1] += 2;
  for (guint s = 0; s < self->n_streams; s++)
    self->first_end[s + 1] += self->first_end[s];
  next = g_memdup2 (self->first_end, ((gsize) self->n_streams + 1) * sizeof *next);
  for (gsize i = 0; i < n_joins; i++)
    {
      const SpurShareJoin *join = &self->joins[i];

      self->ends[next[join->stream]++] = (SpurShareEnd){ join->enter_event, i, FALSE };
      self->ends[next[join->stream]++] = (SpurShareEnd){ join->exit_event, i, TRUE };
    }
  for (guint s = 0; s < self->n_streams; s++)
    qsort (self->ends + self->first_end[s], self->first_end[s + 1] - self->first_end[s],
           sizeof *self->ends, compare_ends);
}

static void
link_collectives (SpurShare *self)
{
  GByteArray **parcels = spur_ranks_new_parcels (self->ranks);

  number_members (self);
  put_members (self, parcels);
  spur_ranks_swap (self->ranks, parcels);
  take_joins (self, parcels);
  spur_ranks_free_parcels (self->ranks, parcels);
  make_ends (self);
}

void
spur_share_link (SpurShare *self, SpurEdges *edges)
{
  gsize n_senders, n_wanted;
  g_autofree Sender *senders = NULL;
  g_autofree Sender *wanted = NULL;

  g_object_ref (edges);
  spur_share_unlink (self);
  self->edges = edges;
  self->all = spur_edges_get_all (edges, &self->n_edges);
  senders = list_senders (self->all, self->n_edges, &n_senders);
  make_slots (self, senders, n_senders);
  find_slots (self);
  wanted = swap_senders (self, senders, n_senders, &n_wanted);
  make_routes (self, wanted, n_wanted);
  link_collectives (self);
}

void
spur_share_unlink (SpurShare *self)
{
  g_clear_object (&self->edges);
  g_clear_pointer (&self->first_edge, g_free);
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->slot_events, g_free);
  g_clear_pointer (&self->first_slot, g_free);
  g_clear_pointer (&self->routes, g_free);
  g_clear_pointer (&self->first_route, g_free);
  g_clear_pointer (&self->joins, g_free);
  g_clear_pointer (&self->first_join, g_free);
  g_clear_pointer (&self->ends, g_free);
  g_clear_pointer (&self->first_end, g_free);
  g_clear_pointer (&self->first_member, g_free);
  g_clear_pointer (&self->instance_of_member, g_free);
  g_clear_pointer (&self->members_at, g_free);
  g_clear_pointer (&self->first_member_at, g_free);
  self->n_edges = self->n_slots = self->n_members = 0;
}

/* The mu of the operations that are here, of all those of @edges. */
static void
take_delays (SpurShare *self, SpurEdges *edges)
{
  gsize n_own = spur_edges_get_n_collectives (self->edges);
  gint64 *mu_ns;

  if (spur_edges_get_delays (edges) == NULL)
    return;
  mu_ns = g_new (gint64, n_own + 1);
  for (gsize i = 0; i < n_own; i++)
    mu_ns[i] =
      spur_edges_get_collective_mu_ns (edges, self->ranks->rank + i * self->ranks->n_ranks);
  spur_edges_share_delays (self->edges, edges);
  spur_edges_take_collective_mu (self->edges, mu_ns);
}

void
spur_share_set_edges (SpurShare *self, SpurEdges *edges)
{
  g_autoptr (SpurEdges) own = spur_edges_new (self->n_streams);
  gsize n_all;
  const SpurEdge *all = spur_edges_get_all (edges, &n_all);

  for (gsize i = 0; i < n_all; i++)
    {
      if (spur_share_is_own (self, all[i].to_stream))
        spur_edges_add (own, &all[i]);
    }
  for (gsize i = self->ranks->rank; i < spur_edges_get_n_collectives (edges);
       i += self->ranks->n_ranks)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      spur_edges_add_collective (own, &collective);
    }
  spur_share_link (self, own);
  take_delays (self, edges);
}

static void
mark (SpurNodeStream *nodes, guint64 event)
{
  nodes->bits[event / 64] |= G_GUINT64_CONSTANT (1) << (event % 64);
}

static void
mark_all (SpurNodeStream *nodes)
{
  for (gsize w = 0; w < nodes->n_words; w++)
    nodes->bits[w] = G_MAXUINT64;
  if (nodes->n_events % 64 != 0)
    nodes->bits[nodes->n_words - 1] = (G_GUINT64_CONSTANT (1) << (nodes->n_events % 64)) - 1;
}

static void
mark_stream (SpurShare *self, SpurNodeStream *nodes, guint stream)
{
  for (gsize i = self->first_edge[stream]; i < self->first_edge[stream + 1]; i++)
    mark (nodes, self->all[i].to_event);
  for (gsize i = self->first_route[stream]; i < self->first_route[stream + 1]; i++)
    mark (nodes, self->routes[i].event);
  for (gsize i = self->first_end[stream]; i < self->first_end[stream + 1]; i++)
    mark (nodes, self->ends[i].event);
}

SpurNodes *
spur_share_get_nodes (SpurShare *self, const guint8 *all)
{
  SpurNodes *nodes = g_malloc0 (sizeof *nodes + self->n_streams * sizeof nodes->streams[0]);

  g_atomic_ref_count_init (&nodes->ref_count);
  nodes->n_streams = self->n_streams;
  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurNodeStream *of_stream = &nodes->streams[s];

      if (!spur_share_is_own (self, s))
        continue;
      of_stream->n_events = spur_stream_get_n_events (spur_trace_get_stream (self->trace, s));
      of_stream->n_steps_back =
        spur_stream_get_n_steps_back (spur_trace_get_stream (self->trace, s));
      of_stream->n_words = (gsize) ((of_stream->n_events + 63) / 64);
      of_stream->bits = SPUR_PAGES_NEW0 (guint64, of_stream->n_words);
      of_stream->ranks = SPUR_PAGES_NEW (guint64, of_stream->n_words);
      mark_stream (self, of_stream, s);
      if (all != NULL && all[s] != 0)
        mark_all (of_stream);
      for (gsize w = 0; w < of_stream->n_words; w++)
        {
          of_stream->ranks[w] = nodes->n_nodes + of_stream->n_nodes;
          of_stream->n_nodes += spur_nodes_count_bits (of_stream->bits[w]);
        }
      nodes->n_nodes += of_stream->n_nodes;
    }
  return nodes;
}
