/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* A directed graph: its arcs, in any order. Zeroed at first. */
typedef struct
{
  guint64 *from;
  guint64 *to;
  gsize n_arcs;
  gsize n_allocated;
} SpurArcs;

static inline void
spur_arcs_add (SpurArcs *self, guint64 from, guint64 to)
{
  if (self->n_arcs == self->n_allocated)
    {
      self->n_allocated = MAX (2 * self->n_allocated, 64);
      self->from = g_renew (guint64, self->from, self->n_allocated);
      self->to = g_renew (guint64, self->to, self->n_allocated);
    }
  self->from[self->n_arcs] = from;
  self->to[self->n_arcs++] = to;
}

void spur_arcs_clear (SpurArcs *self);

/* For every vertex the number of its strongly connected component: vertices that can reach each
 * other have the same, and one that another can reach has a lower one. */
guint64 *spur_arcs_find_components (const SpurArcs *self, guint64 n_vertices);
