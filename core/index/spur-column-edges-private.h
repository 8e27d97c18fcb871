/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index.h"

/* Edges of columns one after the other, without a division for each. */
typedef struct
{
  gint64 edge_ns;
  gint64 width_ns;
  gint64 remainder;
  gint64 sum;
  guint n_columns;
} SpurColumnEdges;

static inline void
spur_column_edges_init (SpurColumnEdges *self, const SpurIndexWindow *window)
{
  self->edge_ns = window->from_ns;
  self->width_ns = (window->to_ns - window->from_ns) / window->n_columns;
  self->remainder = (window->to_ns - window->from_ns) % window->n_columns;
  self->n_columns = window->n_columns;
  self->sum = 0;
}

/* The end of the next column. */
static inline gint64
spur_column_edges_next (SpurColumnEdges *self)
{
  self->edge_ns += self->width_ns;
  self->sum += self->remainder;
  if (self->sum >= self->n_columns)
    {
      self->sum -= self->n_columns;
      self->edge_ns++;
    }
  return self->edge_ns;
}
