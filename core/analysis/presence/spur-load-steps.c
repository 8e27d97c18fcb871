/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The steps of a target's counts, merged from those of each object on it. */
#include <string.h>

#include "core/analysis/presence/spur-load-private.h"

void
spur_load_steps_init (SpurLoadSteps *self)
{
  self->steps = g_array_new (FALSE, FALSE, sizeof (SpurLoadStep));
  self->runs = g_array_new (FALSE, FALSE, sizeof (guint));
}

void
spur_load_steps_clear (SpurLoadSteps *self)
{
  g_clear_pointer (&self->steps, g_array_unref);
  g_clear_pointer (&self->runs, g_array_unref);
}

static void
merge_two (const SpurLoadStep *from, const guint bounds[3], SpurLoadStep *to)
{
  guint a = bounds[0], b = bounds[1], n = bounds[0];

  while (a < bounds[1] || b < bounds[2])
    {
      gboolean takes_b = a == bounds[1] || (b < bounds[2] && from[b].time_ns < from[a].time_ns);

      to[n++] = takes_b ? from[b++] : from[a++];
    }
}

/* Merges pairs of neighbouring runs until there is one. */
void
spur_load_steps_sort (SpurLoadSteps *self)
{
  guint n_steps = self->steps->len;
  SpurLoadStep *all = (SpurLoadStep *) (gpointer) self->steps->data;
  g_autofree SpurLoadStep *other = NULL;

  if (n_steps == 0 || self->runs->len < 2)
    return;
  other = g_new (SpurLoadStep, n_steps);
  while (self->runs->len > 1)
    {
      guint n_runs = self->runs->len, n_merged = 0;
      guint *firsts = (guint *) (gpointer) self->runs->data;

      for (guint i = 0; i < n_runs; i += 2)
        {
          guint middle = i + 1 < n_runs ? firsts[i + 1] : n_steps;
          guint end = i + 2 < n_runs ? firsts[i + 2] : n_steps;

          merge_two (all, (guint[]){ firsts[i], middle, end }, other);
          firsts[n_merged++] = firsts[i];
        }
      g_array_set_size (self->runs, n_merged);
      memcpy (all, other, n_steps * sizeof *all);
    }
}
