/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/kit/sim-world.h"

void
sim_queue_init (SimQueue *self)
{
  self->heap = g_array_new (FALSE, FALSE, sizeof (SimCall));
  self->next_order = 0;
}

void
sim_queue_clear (SimQueue *self)
{
  g_clear_pointer (&self->heap, g_array_unref);
}

static gboolean
is_before (const SimCall *a, const SimCall *b)
{
  return a->time_ns != b->time_ns ? a->time_ns < b->time_ns : a->order < b->order;
}

void
sim_queue_add (
  SimQueue *self, gint64 time_ns, SimHandler handler, gpointer data, guint64 a, guint64 b)
{
  const SimCall call = { time_ns, self->next_order++, handler, data, a, b };
  guint at = self->heap->len;
  SimCall *calls;

  g_array_append_val (self->heap, call);
  calls = (SimCall *) (gpointer) self->heap->data;
  for (; at > 0 && is_before (&call, &calls[(at - 1) / 2]); at = (at - 1) / 2)
    calls[at] = calls[(at - 1) / 2];
  calls[at] = call;
}

gboolean
sim_queue_take (SimQueue *self, SimCall *call)
{
  SimCall *calls = (SimCall *) (gpointer) self->heap->data;
  guint n_calls = self->heap->len;
  guint at = 0;
  SimCall last;

  if (n_calls == 0)
    return FALSE;
  *call = calls[0];
  last = calls[--n_calls];
  g_array_set_size (self->heap, n_calls);
  for (guint child = 1; child < n_calls; child = 2 * at + 1)
    {
      if (child + 1 < n_calls && is_before (&calls[child + 1], &calls[child]))
        child++;
      if (!is_before (&calls[child], &last))
        break;
      calls[at] = calls[child];
      at = child;
    }
  if (n_calls > 0)
    calls[at] = last;
  return TRUE;
}
