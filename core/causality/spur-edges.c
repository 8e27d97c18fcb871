/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-edges.h"

#include "core/base/spur-object-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-cycles.h"
#include "core/causality/spur-delays-internal.h"
#include "core/causality/spur-delays.h"
#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-nodes-internal.h"

/**
 * SpurEdges:
 *
 * What happened directly before what, across the streams of a trace: one-to-one edges, and
 * collective operations whose edges follow from their pattern.
 *
 * Read-only once it is filled, so threads may partition it.
 *
 * Since: 1.0
 */
struct _SpurEdges
{
  GObject parent_instance;

  guint n_streams;
  /* Where this is NULL, the pairs of nodes say all of the edges until they are asked for.
   */
  SpurEdge *edges;
  gsize n_edges;
  gsize n_allocated;
  gboolean is_sorted;
  /* As many as there is room for edges. */
  SpurEdgeKinds kinds;
  GArray *instances;
  GArray *members;
  SpurMatchCounts counts;
  GArray *unmatched;
  GArray *cyclic;

  /* What gave the edges without a bit in @own_mu their mu. */
  SpurDelays *delays;
  guint64 *own_mu;
  gint64 *collective_mu_ns;

  /* What was made of the edges for a trace. */
  GMutex making;
  SpurNodes *nodes;
  GWeakRef trace;
};

typedef struct
{
  gsize first_member;
  guint32 n_members;
  guint32 root;
  SpurPattern pattern;
} Instance;

SPUR_DEFINE_OBJECT (SpurEdges, spur_edges, G_TYPE_FLAG_NONE)

/**
 * spur_causality_error_quark:
 *
 * Gets the domain %SPUR_CAUSALITY_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
// clang-format off
G_DEFINE_QUARK (spur-causality-error-quark, spur_causality_error)
// clang-format on

/* While @making is locked. */
static void
write_edges (SpurEdges *self)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  SpurEdge *edges;

  if (self->edges != NULL)
    return;
  edges = SPUR_PAGES_NEW (SpurEdge, self->n_edges);
  if (self->n_edges > 0)
    spur_nodes_write_edges (self->nodes, edges, self->n_edges, &job);
  if (self->nodes != NULL)
    self->nodes->edges = edges;
  g_atomic_pointer_set (&self->edges, edges);
}

static void
make_edges (SpurEdges *self)
{
  if (g_atomic_pointer_get (&self->edges) != NULL)
    return;
  g_mutex_lock (&self->making);
  write_edges (self);
  g_mutex_unlock (&self->making);
}

/* Edges that came without a mu are without one again. */
static void
forget_delays (SpurEdges *self)
{
  for (gsize i = 0; self->own_mu != NULL && i < self->n_edges; i++)
    {
      if ((self->own_mu[i / 64] >> (i % 64) & 1) == 0)
        self->edges[i].mu_ns = SPUR_MU_DEFAULT;
    }
  g_clear_pointer (&self->own_mu, g_free);
  g_clear_pointer (&self->collective_mu_ns, g_free);
  g_clear_object (&self->delays);
}

static void
forget_nodes (SpurEdges *self)
{
  g_clear_pointer (&self->nodes, spur_nodes_free);
}

static void
spur_edges_clear (SpurEdges *self)
{
  forget_nodes (self);
  g_weak_ref_clear (&self->trace);
  g_mutex_clear (&self->making);
  forget_delays (self);
  spur_pages_free (self->edges);
  spur_pages_free (self->kinds.each);
  g_array_unref (self->instances);
  g_array_unref (self->members);
  g_clear_pointer (&self->unmatched, g_array_unref);
  g_array_unref (self->cyclic);
}

static void
spur_edges_init (SpurEdges *self)
{
  g_mutex_init (&self->making);
  g_weak_ref_init (&self->trace, NULL);
  self->is_sorted = TRUE;
  self->instances = g_array_new (FALSE, FALSE, sizeof (Instance));
  self->members = g_array_new (FALSE, FALSE, sizeof (SpurMember));
  self->cyclic = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
}

/**
 * spur_edges_new:
 * @n_streams: streams of the trace
 *
 * Makes a set of edges that is empty.
 *
 * Returns: (transfer full): no edges, to be filled with spur_edges_add() and
 *   spur_edges_add_collective()
 *
 * Since: 1.0
 */
SpurEdges *
spur_edges_new (guint n_streams)
{
  SpurEdges *self = g_object_new (SPUR_TYPE_EDGES, NULL);

  self->n_streams = n_streams;
  self->n_allocated = 16;
  self->edges = SPUR_PAGES_NEW (SpurEdge, self->n_allocated);
  return self;
}

void
spur_edges_reserve (SpurEdges *self, gsize n_edges)
{
  if (n_edges <= self->n_allocated)
    return;
  make_edges (self);
  self->n_allocated = n_edges;
  self->edges = spur_pages_grow (self->edges, self->n_edges * sizeof *self->edges, n_edges,
                                 sizeof *self->edges);
  if (self->kinds.each != NULL)
    self->kinds.each = spur_pages_grow (self->kinds.each, self->n_edges, n_edges, 1);
}

/* Makes room for one more edge, and for its kind where there are several or will be. */
static void
make_room (SpurEdges *self, SpurEdgeKind kind)
{
  if (self->n_edges == 0 && self->kinds.each == NULL)
    self->kinds.all = kind;
  if (self->n_edges == self->n_allocated)
    spur_edges_reserve (self, MAX (2 * self->n_allocated, 16));
  if (self->kinds.each == NULL && kind != self->kinds.all)
    {
      self->kinds.each = spur_pages_new (self->n_allocated, 1);
      memset (self->kinds.each, self->kinds.all, self->n_edges);
    }
}

/**
 * spur_edges_add:
 * @self: edges
 * @edge: (transfer none): one more, between two different streams; its mu is
 *   %SPUR_MU_DEFAULT or within plus or minus %SPUR_TIME_LIMIT_NS
 *
 * Adds an edge that is a message. Not while other threads read.
 *
 * Since: 1.0
 */
void
spur_edges_add (SpurEdges *self, const SpurEdge *edge)
{
  spur_edges_add_of_kind (self, edge, SPUR_EDGE_MESSAGE);
}

/**
 * spur_edges_add_of_kind:
 * @self: edges
 * @edge: (transfer none): one more, as for spur_edges_add()
 * @kind: what it stands for
 *
 * Adds an edge of any kind. Not while other threads read.
 *
 * Since: 1.0
 */
void
spur_edges_add_of_kind (SpurEdges *self, const SpurEdge *edge, SpurEdgeKind kind)
{
  g_return_if_fail (SPUR_IS_EDGES (self));
  g_return_if_fail (edge != NULL);
  g_return_if_fail (edge->from_stream < self->n_streams && edge->to_stream < self->n_streams);
  g_return_if_fail (edge->from_stream != edge->to_stream);
  g_return_if_fail (edge->mu_ns == SPUR_MU_DEFAULT ||
                    (edge->mu_ns >= -SPUR_TIME_LIMIT_NS && edge->mu_ns <= SPUR_TIME_LIMIT_NS));
  g_return_if_fail ((guint) kind < SPUR_N_EDGE_KINDS);

  forget_delays (self);
  make_edges (self);
  forget_nodes (self);
  make_room (self, kind);
  if (self->kinds.each != NULL)
    self->kinds.each[self->n_edges] = (guint8) kind;
  if (self->n_edges > 0 && spur_edge_compare (&self->edges[self->n_edges - 1], edge) > 0)
    self->is_sorted = FALSE;
  self->edges[self->n_edges++] = *edge;
}

/**
 * spur_edges_add_collective:
 * @self: edges
 * @collective: (transfer none): a collective operation, its members each in a stream of its own
 *
 * Adds a collective operation. Not while other threads read.
 *
 * Since: 1.0
 */
void
spur_edges_add_collective (SpurEdges *self, const SpurCollective *collective)
{
  Instance instance;

  g_return_if_fail (SPUR_IS_EDGES (self));
  g_return_if_fail (collective != NULL);
  g_return_if_fail (collective->n_members == 0 || collective->members != NULL);
  g_return_if_fail (collective->root == SPUR_NONE || collective->root < collective->n_members);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      g_return_if_fail (collective->members[i].stream < self->n_streams);
      g_return_if_fail (collective->members[i].enter_event <= collective->members[i].exit_event);
    }

  forget_delays (self);
  make_edges (self);
  forget_nodes (self);
  instance.first_member = self->members->len;
  instance.n_members = collective->n_members;
  instance.root = collective->root;
  instance.pattern = collective->pattern;
  g_array_append_val (self->instances, instance);
  g_array_append_vals (self->members, collective->members, collective->n_members);
}

void
spur_edges_take (SpurEdges *self, SpurEdge *edges, gsize n_edges, const SpurEdgeKinds *kinds)
{
  forget_delays (self);
  forget_nodes (self);
  spur_pages_free (self->edges);
  spur_pages_free (self->kinds.each);
  self->kinds = *kinds;
  self->edges = edges;
  self->n_edges = n_edges;
  self->n_allocated = n_edges;
  self->is_sorted = TRUE;
}

void
spur_edges_take_nodes (
  SpurEdges *self, SpurTrace *trace, SpurNodes *nodes, gsize n_edges, const SpurEdgeKinds *kinds)
{
  spur_edges_take (self, NULL, n_edges, kinds);
  self->nodes = nodes;
  g_weak_ref_set (&self->trace, trace);
}

void
spur_edges_move (SpurEdges *self, SpurEdges *to)
{
  gsize n_edges;

  spur_edges_get_all (self, &n_edges);
  forget_nodes (self);
  forget_nodes (to);
  spur_pages_free (to->edges);
  spur_pages_free (to->kinds.each);
  to->edges = g_steal_pointer (&self->edges);
  to->n_edges = n_edges;
  to->n_allocated = self->n_allocated;
  to->kinds = self->kinds;
  to->is_sorted = TRUE;
  self->kinds = (SpurEdgeKinds){ 0 };
  self->n_edges = self->n_allocated = 0;
  self->edges = SPUR_PAGES_NEW (SpurEdge, 1);
}

gsize
spur_edges_get_n_edges (SpurEdges *self)
{
  return self->n_edges;
}

void
spur_edges_reserve_collectives (SpurEdges *self, gsize n_instances, gsize n_members)
{
  if (self->instances->len > 0 || n_instances > G_MAXUINT / 2 || n_members > G_MAXUINT / 2)
    return;
  g_array_unref (self->instances);
  g_array_unref (self->members);
  self->instances = g_array_sized_new (FALSE, FALSE, sizeof (Instance), (guint) n_instances);
  self->members = g_array_sized_new (FALSE, FALSE, sizeof (SpurMember), (guint) n_members);
}

const SpurMember *
spur_edges_get_members (SpurEdges *self, gsize *n_members)
{
  *n_members = self->members->len;
  return (const SpurMember *) (gpointer) self->members->data;
}

static SpurNodes *
get_nodes (SpurEdges *self, SpurTrace *trace, gboolean needs_times, const SpurJob *job)
{
  g_autoptr (SpurTrace) known = NULL;
  g_autoptr (SpurNodes) nodes = NULL;

  g_mutex_lock (&self->making);
  known = g_weak_ref_get (&self->trace);
  if (self->nodes == NULL || known != trace)
    {
      write_edges (self);
      forget_nodes (self);
      self->nodes = spur_nodes_make (trace, self, NULL, job);
      g_weak_ref_set (&self->trace, trace);
    }
  if (self->nodes != NULL)
    {
      if (needs_times)
        spur_nodes_read_times (self->nodes, trace, job);
      nodes = spur_nodes_ref (self->nodes);
    }
  g_mutex_unlock (&self->making);
  return g_steal_pointer (&nodes);
}

SpurNodes *
spur_edges_get_nodes (SpurEdges *self, SpurTrace *trace, const SpurJob *job)
{
  return get_nodes (self, trace, TRUE, job);
}

SpurNodes *
spur_edges_get_nodes_without_times (SpurEdges *self, SpurTrace *trace, const SpurJob *job)
{
  return get_nodes (self, trace, FALSE, job);
}

void
spur_edges_set_counts (SpurEdges *self, const SpurMatchCounts *counts)
{
  const guint64 n_cyclic = self->counts.n_cyclic;

  self->counts = *counts;
  self->counts.n_cyclic = n_cyclic;
  self->counts.n_unmatched =
    counts->n_unmatched_sends + counts->n_unmatched_receives + counts->n_incomplete_collectives;
}

void
spur_edges_leave_out_edges (SpurEdges *self, const guint8 *is_out)
{
  gsize n_kept = 0;

  make_edges (self);
  forget_nodes (self);
  for (gsize i = 0; i < self->n_edges; i++)
    {
      guint64 bit = G_GUINT64_CONSTANT (1) << (n_kept % 64);
      gboolean is_own = self->own_mu != NULL && (self->own_mu[i / 64] >> (i % 64) & 1) != 0;

      if (is_out[i] != 0)
        continue;
      self->edges[n_kept] = self->edges[i];
      if (self->kinds.each != NULL)
        self->kinds.each[n_kept] = self->kinds.each[i];
      if (self->own_mu != NULL)
        self->own_mu[n_kept / 64] =
          (self->own_mu[n_kept / 64] & ~bit) | (is_own ? bit : G_GUINT64_CONSTANT (0));
      n_kept++;
    }
  self->n_edges = self->n_allocated = n_kept;
  spur_pages_fit (self->edges, n_kept * sizeof *self->edges);
  spur_pages_fit (self->kinds.each, n_kept);
}

void
spur_edges_add_cyclic (SpurEdges *self, guint64 n_all, const SpurEdge *named, gsize n_named)
{
  g_array_append_vals (self->cyclic, named,
                       (guint) MIN (n_named, SPUR_EDGES_MAX_CYCLIC - self->cyclic->len));
  self->counts.n_cyclic += n_all;
}

void
spur_edges_leave_out (SpurEdges *self, const SpurEdgesWithout *without)
{
  spur_edges_leave_out_edges (self, without->is_out);
  g_array_unref (self->instances);
  g_array_unref (self->members);
  self->instances = g_array_ref (without->collectives->instances);
  self->members = g_array_ref (without->collectives->members);
  if (self->collective_mu_ns != NULL)
    spur_edges_take_collective_mu (self,
                                   g_memdup2 (without->collective_mu_ns->data,
                                              without->collective_mu_ns->len * sizeof (gint64)));
  spur_edges_add_cyclic (self, without->n_cyclic,
                         (const SpurEdge *) (gconstpointer) without->cyclic->data,
                         without->cyclic->len);
}

const SpurEdge *
spur_edges_get_cyclic (SpurEdges *self, gsize *n_cyclic)
{
  *n_cyclic = self->cyclic->len;
  return self->cyclic->len > 0 ? (const SpurEdge *) (gconstpointer) self->cyclic->data : NULL;
}

/**
 * spur_edges_get_n_streams:
 * @self: edges
 *
 * Gets how many streams the trace has.
 *
 * Returns: how many streams the trace has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint, spur_edges_get_n_streams, SpurEdges, SPUR_IS_EDGES, self->n_streams)

/**
 * spur_edges_get_all:
 * @self: edges
 * @n_edges: (out): how many there are
 *
 * The one-to-one edges, ordered by the receive's stream and position, then by the send's.
 *
 * The first call after spur_edges_new_for_trace() writes them out, which takes memory; what needs
 * only their times does without. The first call after spur_edges_add() may put them in order, so it
 * is not for two threads.
 *
 * Returns: (transfer none) (array length=n_edges): the edges, until another one is added
 *
 * Since: 1.0
 */
const SpurEdge *
spur_edges_get_all (SpurEdges *self, gsize *n_edges)
{
  g_return_val_if_fail (SPUR_IS_EDGES (self), NULL);
  g_return_val_if_fail (n_edges != NULL, NULL);

  make_edges (self);
  if (!self->is_sorted)
    {
      spur_edge_kinds_sort (&self->kinds, self->edges, self->n_edges);
      self->is_sorted = TRUE;
    }
  *n_edges = self->n_edges;
  return self->edges;
}

const SpurEdgeKinds *
spur_edges_get_kinds (SpurEdges *self)
{
  gsize n_edges;

  if (!self->is_sorted)
    spur_edges_get_all (self, &n_edges);
  return &self->kinds;
}

/**
 * spur_edges_get_kind:
 * @self: edges
 * @index: which edge of spur_edges_get_all()
 *
 * Gets what an edge stands for.
 *
 * Returns: its kind
 *
 * Since: 1.0
 */
SpurEdgeKind
spur_edges_get_kind (SpurEdges *self, gsize index)
{
  g_return_val_if_fail (SPUR_IS_EDGES (self), SPUR_EDGE_MESSAGE);
  g_return_val_if_fail (index < self->n_edges, SPUR_EDGE_MESSAGE);

  return spur_edge_kinds_get (spur_edges_get_kinds (self), index);
}

/**
 * spur_edges_get_n_collectives:
 * @self: edges
 *
 * Gets how many collective operations there are.
 *
 * Returns: how many collective operations there are
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  gsize, spur_edges_get_n_collectives, SpurEdges, SPUR_IS_EDGES, self->instances->len)

/**
 * spur_edges_count_collectives:
 * @self: edges
 *
 * Counts the collective operations of the trace. Unlike spur_edges_get_n_collectives(), those that
 * other ranks have count, too, where the edges are one rank's (#SpurPartition).
 *
 * Returns: how many the trace has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint64,
                    spur_edges_count_collectives,
                    SpurEdges,
                    SPUR_IS_EDGES,
                    MAX (self->instances->len, self->counts.n_collectives))

/**
 * spur_edges_get_collective:
 * @self: edges
 * @index: which collective operation, below spur_edges_get_n_collectives()
 * @collective: (out caller-allocates): the operation; its members belong to @self, until another
 *   operation is added
 *
 * Gets one instance of a collective operation.
 *
 * Since: 1.0
 */
void
spur_edges_get_collective (SpurEdges *self, gsize index, SpurCollective *collective)
{
  g_return_if_fail (collective != NULL);
  g_return_if_fail (index < self->instances->len);

  *collective = spur_edges_read_collective (self, index);
}

SpurCollective
spur_edges_read_collective (SpurEdges *self, gsize index)
{
  const Instance *instance = &g_array_index (self->instances, Instance, index);

  return (SpurCollective){ instance->pattern, instance->root, instance->n_members,
                           &g_array_index (self->members, SpurMember, instance->first_member) };
}

SpurCollective
spur_edges_find_member (SpurEdges *self, guint32 member, guint32 *position)
{
  gsize low = 0, high = self->instances->len, middle;

  SPUR_BISECT (low, high, middle,
               g_array_index (self->instances, Instance, middle).first_member <= member);
  *position = member - (guint32) g_array_index (self->instances, Instance, low - 1).first_member;
  return spur_edges_read_collective (self, low - 1);
}

SpurEdge *
spur_edges_open_delays (SpurEdges *self, SpurDelays *delays, gsize *n_edges, const guint64 **is_own)
{
  forget_delays (self);
  spur_edges_get_all (self, n_edges);
  self->delays = g_object_ref (delays);
  self->own_mu = g_new0 (guint64, *n_edges / 64 + 1);
  for (gsize i = 0; i < *n_edges; i++)
    {
      if (self->edges[i].mu_ns != SPUR_MU_DEFAULT)
        self->own_mu[i / 64] |= G_GUINT64_CONSTANT (1) << (i % 64);
    }
  *is_own = self->own_mu;
  return self->edges;
}

void
spur_edges_take_collective_mu (SpurEdges *self, gint64 *mu_ns)
{
  g_free (self->collective_mu_ns);
  self->collective_mu_ns = mu_ns;
}

void
spur_edges_take_delays (SpurEdges *self, SpurEdges *other, gint64 *mu_ns)
{
  spur_edges_take_collective_mu (self, mu_ns);
  g_set_object (&self->delays, other->delays);
}

void
spur_edges_copy_delays (SpurEdges *self, SpurEdges *other)
{
  gsize n_bytes = other->instances->len * sizeof *self->collective_mu_ns;

  spur_edges_take_delays (self, other, g_memdup2 (other->collective_mu_ns, n_bytes));
}

SpurDelays *
spur_edges_get_pair_delays (SpurEdges *self)
{
  return self->delays != NULL && spur_delays_has_pairs (self->delays) ? self->delays : NULL;
}

gint64
spur_edges_get_collective_mu_ns (SpurEdges *self, gsize index)
{
  return self->collective_mu_ns != NULL ? self->collective_mu_ns[index] : SPUR_MU_DEFAULT;
}

/**
 * spur_edges_get_delays:
 * @self: edges
 *
 * Gets what gave the edges their mu.
 *
 * Returns: (transfer none) (nullable): the delays that were applied last, or %NULL where none were,
 *   or where edges were added since
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (SpurDelays *, spur_edges_get_delays, SpurEdges, SPUR_IS_EDGES, self->delays)

/**
 * spur_edges_get_counts:
 * @self: edges
 *
 * Gets what was found besides edges.
 *
 * Returns: (transfer none): the counts, as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  const SpurMatchCounts *, spur_edges_get_counts, SpurEdges, SPUR_IS_EDGES, &self->counts)

void
spur_edges_take_unmatched (SpurEdges *self, GArray *unmatched)
{
  g_array_sort (unmatched, spur_unmatched_compare);
  if (unmatched->len > SPUR_EDGES_MAX_UNMATCHED)
    g_array_set_size (unmatched, SPUR_EDGES_MAX_UNMATCHED);
  g_clear_pointer (&self->unmatched, g_array_unref);
  self->unmatched = unmatched;
}

/**
 * spur_edges_get_unmatched:
 * @self: edges
 * @n_unmatched: (out): how many there are in the list, at most %SPUR_EDGES_MAX_UNMATCHED
 *
 * Gets the first of the events that should have a partner and have none, by stream and position,
 * with the reason. Of several messages that can only be told apart by their order the list says
 * which ones were left over; the one that was lost may be an earlier one of the same kind.
 *
 * Returns: (transfer none) (nullable) (array length=n_unmatched): the events, as long as @self
 *
 * Since: 1.0
 */
const SpurUnmatched *
spur_edges_get_unmatched (SpurEdges *self, gsize *n_unmatched)
{
  g_return_val_if_fail (SPUR_IS_EDGES (self), NULL);
  g_return_val_if_fail (n_unmatched != NULL, NULL);

  *n_unmatched = self->unmatched != NULL ? self->unmatched->len : 0;
  return *n_unmatched > 0 ? (const SpurUnmatched *) (gconstpointer) self->unmatched->data : NULL;
}
