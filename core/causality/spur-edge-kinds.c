/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Edges of several kinds take a byte each beside the edges; where all are of one kind, as the
 * messages of most traces, nothing. */
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-edges-internal.h"

static const char *const texts[SPUR_N_EDGE_KINDS] = {
  [SPUR_EDGE_MESSAGE] = "messages",
  [SPUR_EDGE_MIGRATION] = "migrations",
  [SPUR_EDGE_CREATION] = "creations",
  [SPUR_EDGE_SYNCHRONISATION] = "synchronisations",
  [SPUR_EDGE_COLLECTIVE] = "pairs of members",
  [SPUR_EDGE_NAMED] = "named predecessors",
};

/**
 * spur_edge_kind_get_text:
 * @kind: what an edge stands for
 *
 * Gets words for several edges of a kind, as in "migrations".
 *
 * Returns: (transfer none): words for a person; for an unknown kind those that say so
 *
 * Since: 1.0
 */
const char *
spur_edge_kind_get_text (SpurEdgeKind kind)
{
  return (guint) kind < G_N_ELEMENTS (texts) ? texts[kind] : "edges of an unknown kind";
}

int
spur_edge_compare (const void *a, const void *b)
{
  const SpurEdge *p = a, *q = b;

  return SPUR_BY_4 (to_stream, to_event, from_stream, from_event);
}

int
spur_kind_edge_compare (const void *a, const void *b)
{
  const SpurKindEdge *p = a, *q = b;

  return spur_edge_compare (&p->edge, &q->edge) ?: SPUR_BY (kind);
}

SpurEdgeKinds
spur_edge_kinds_new (guint mask, gsize n_edges)
{
  SpurEdgeKinds self = { NULL, SPUR_EDGE_MESSAGE };

  if ((mask & (mask - 1)) != 0)
    self.each = spur_pages_new (MAX (n_edges, 1), 1);
  else if (mask != 0)
    self.all = (SpurEdgeKind) __builtin_ctz (mask);
  return self;
}

void
spur_edge_kinds_sort (const SpurEdgeKinds *self, SpurEdge *edges, gsize n_edges)
{
  SPUR_AUTO_PAGES SpurKindEdge *both = NULL;

  if (self->each == NULL)
    {
      qsort (edges, n_edges, sizeof *edges, spur_edge_compare);
      return;
    }
  both = SPUR_PAGES_NEW (SpurKindEdge, n_edges);
  for (gsize i = 0; i < n_edges; i++)
    both[i] = (SpurKindEdge){ edges[i], self->each[i] };
  qsort (both, n_edges, sizeof *both, spur_kind_edge_compare);
  for (gsize i = 0; i < n_edges; i++)
    {
      edges[i] = both[i].edge;
      self->each[i] = (guint8) both[i].kind;
    }
}
