/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-components-internal.h"

/* Tarjan's algorithm, with a stack of its own: a cycle may go through every event of a trace. */

#define UNSEEN G_MAXUINT64

typedef struct
{
  guint64 *first;
  guint64 *next;
  guint64 *to;
  guint64 *numbers;
  guint64 *lows;
  guint64 *components;
  guint64 *open;
  guint64 *path;
  guint64 n_open;
  guint64 n_seen;
  guint64 n_components;
} Search;

static void
sort_arcs (Search *self, const SpurArcs *arcs, guint64 n_vertices)
{
  guint64 sum = 0;

  self->first = g_new0 (guint64, n_vertices + 1);
  self->next = g_new (guint64, n_vertices + 1);
  self->to = g_new (guint64, arcs->n_arcs + 1);
  for (gsize i = 0; i < arcs->n_arcs; i++)
    self->first[arcs->from[i]]++;
  for (guint64 v = 0; v <= n_vertices; v++)
    {
      guint64 count = self->first[v];

      self->first[v] = self->next[v] = sum;
      sum += count;
    }
  for (gsize i = 0; i < arcs->n_arcs; i++)
    self->to[self->next[arcs->from[i]]++] = arcs->to[i];
  for (guint64 v = 0; v < n_vertices; v++)
    self->next[v] = self->first[v];
}

static void
enter_vertex (Search *self, guint64 *n_path, guint64 vertex)
{
  self->numbers[vertex] = self->lows[vertex] = self->n_seen++;
  self->open[self->n_open++] = vertex;
  self->path[(*n_path)++] = vertex;
}

/* All that is open from @vertex on is its component. */
static void
close_component (Search *self, guint64 vertex)
{
  guint64 last;

  do
    {
      last = self->open[--self->n_open];
      self->components[last] = self->n_components;
    }
  while (last != vertex);
  self->n_components++;
}

static void
search_from (Search *self, guint64 root)
{
  guint64 n_path = 0;

  enter_vertex (self, &n_path, root);
  while (n_path > 0)
    {
      guint64 vertex = self->path[n_path - 1];

      if (self->next[vertex] < self->first[vertex + 1])
        {
          guint64 to = self->to[self->next[vertex]++];

          if (self->numbers[to] == UNSEEN)
            enter_vertex (self, &n_path, to);
          else if (self->components[to] == UNSEEN)
            self->lows[vertex] = MIN (self->lows[vertex], self->numbers[to]);
          continue;
        }
      n_path--;
      if (n_path > 0)
        {
          guint64 before = self->path[n_path - 1];

          self->lows[before] = MIN (self->lows[before], self->lows[vertex]);
        }
      if (self->lows[vertex] == self->numbers[vertex])
        close_component (self, vertex);
    }
}

guint64 *
spur_arcs_find_components (const SpurArcs *self, guint64 n_vertices)
{
  Search search = { NULL };

  sort_arcs (&search, self, n_vertices);
  search.numbers = g_new (guint64, n_vertices + 1);
  search.lows = g_new (guint64, n_vertices + 1);
  search.components = g_new (guint64, n_vertices + 1);
  search.open = g_new (guint64, n_vertices + 1);
  search.path = g_new (guint64, n_vertices + 1);
  for (guint64 v = 0; v < n_vertices; v++)
    search.numbers[v] = search.components[v] = UNSEEN;
  for (guint64 v = 0; v < n_vertices; v++)
    {
      if (search.numbers[v] == UNSEEN)
        search_from (&search, v);
    }
  g_free (search.first);
  g_free (search.next);
  g_free (search.to);
  g_free (search.numbers);
  g_free (search.lows);
  g_free (search.open);
  g_free (search.path);
  return search.components;
}

void
spur_arcs_clear (SpurArcs *self)
{
  g_clear_pointer (&self->from, g_free);
  g_clear_pointer (&self->to, g_free);
  self->n_arcs = self->n_allocated = 0;
}
