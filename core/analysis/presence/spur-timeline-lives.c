/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* When active objects exist. */
#include "core/analysis/presence/spur-timeline-private.h"

static void
end_life (GArray *lives, SpurLife *life, gint64 end_ns, gboolean is_ended)
{
  life->end_ns = end_ns;
  life->is_ended = is_ended;
  g_array_append_vals (lives, life, 1);
}

/**
 * spur_timeline_get_lives:
 * @self: an index
 * @object: an entry of the trace's table of active objects
 * @n_lives: (out): how many
 *
 * When an active object exists, in order of time: from its creation or addition to its end or
 * removal. Mostly that is once; identifiers may be used again.
 *
 * Returns: (transfer full) (array length=n_lives): from when to when
 *
 * Since: 1.0
 */
SpurLife *
spur_timeline_get_lives (SpurTimeline *self, guint32 object, guint *n_lives)
{
  const SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_EXISTENCE];
  GArray *lives = g_array_new (FALSE, FALSE, sizeof (SpurLife));
  SpurLife life = { self->begin_ns, self->end_ns, FALSE, FALSE };
  gboolean exists;

  g_return_val_if_fail (SPUR_IS_TIMELINE (self), NULL);
  g_return_val_if_fail (object < self->n_objects && n_lives != NULL, NULL);

  exists = spur_timeline_find_existence (self, object, self->begin_ns - 1);
  for (gsize i = rows->firsts[object]; i < rows->firsts[object + 1]; i++)
    {
      const SpurTimelineRow *row = &rows->rows[i];

      if (exists == (row->value != 0))
        continue;
      if (exists)
        end_life (lives, &life, row->time_ns, TRUE);
      life = (SpurLife){ row->time_ns, row->time_ns, TRUE, FALSE };
      exists = !exists;
    }
  if (exists)
    end_life (lives, &life, self->end_ns, FALSE);
  *n_lives = lives->len;
  return (SpurLife *) (gpointer) g_array_free (lives, FALSE);
}
