/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What streams have of a kind of rows, by object and in order. */
#include <string.h>

#include "core/analysis/presence/spur-timeline-private.h"
#include "core/base/spur-order-internal.h"

/* How often memory is given back while the columns of streams are gathered. */
#define N_TRIMS 16

SPUR_DEFINE_ORDER (compare_rows, SpurTimelineRow, SPUR_BY_2 (time_ns, origin))
SPUR_DEFINE_SORT (sort_rows, SpurTimelineRow, compare_rows)

static void
place_rows (SpurTimelineRows *rows, gsize *next, SpurKeyedRows *column)
{
  const SpurTimelineRow *of_column = column->rows.elements;
  const guint32 *objects = column->keys.elements;

  for (gsize i = 0; i < column->rows.n; i++)
    rows->rows[next[objects[i]]++] = of_column[i];
  spur_keyed_rows_clear (column);
}

void
spur_timeline_gather (SpurTimeline *self,
                      SpurTimelineKind kind,
                      SpurKeyedRows *columns[],
                      guint n_columns)
{
  SpurTimelineRows *rows = &self->kinds[kind];
  g_autofree SpurTimelineRow *scratch = NULL;
  g_autofree gsize *next = NULL;
  gsize n_most = 0;

  rows->firsts = g_new0 (gsize, (gsize) self->n_objects + 1);
  for (guint c = 0; c < n_columns; c++)
    {
      const guint32 *objects = columns[c]->keys.elements;

      for (gsize i = 0; i < columns[c]->keys.n; i++)
        rows->firsts[objects[i] + 1]++;
    }
  for (guint32 i = 0; i < self->n_objects; i++)
    {
      n_most = MAX (n_most, rows->firsts[i + 1]);
      rows->firsts[i + 1] += rows->firsts[i];
    }
  /* As it fills, the columns go: together they are never both. */
  rows->rows = spur_pages_new_room (rows->firsts[self->n_objects] + 1, sizeof *rows->rows);
  next = g_memdup2 (rows->firsts, ((gsize) self->n_objects + 1) * sizeof *next);
  for (guint c = 0; c < n_columns; c++)
    {
      place_rows (rows, next, columns[c]);
      if (c % (n_columns / N_TRIMS + 1) == 0)
        spur_pages_trim ();
    }
  scratch = g_new (SpurTimelineRow, n_most / 2 + 1);
  for (guint32 i = 0; i < self->n_objects; i++)
    sort_rows (rows->rows + rows->firsts[i], rows->firsts[i + 1] - rows->firsts[i], scratch);
}

/* The states of an object, of which sightings are kept, behind those of others. */
static void
add_sightings (
  SpurTimeline *self, SpurKeyedAll *all, guint32 object, gboolean is_placed, SpurPageArray *kept)
{
  gsize n_rows;
  SpurTimelineRow *rows = spur_keyed_all_get (all, object, &n_rows);

  sort_rows (rows, n_rows, all->scratch);
  if (!is_placed)
    n_rows = spur_timeline_keep_sightings (self, rows, n_rows);
  for (gsize i = 0; i < n_rows; i++)
    *SPUR_PAGE_ARRAY_ADD (kept, SpurTimelineRow) = rows[i];
}

void
spur_timeline_gather_sightings (SpurTimeline *self,
                                const guint8 *is_placed,
                                SpurKeyedRows *columns[],
                                guint n_columns)
{
  SpurTimelineRows *rows = &self->kinds[SPUR_TIMELINE_STATES];
  SpurPageArray kept = { 0 };
  SpurKeyedAll all;

  spur_keyed_all_init (&all, columns, n_columns, self->n_objects, sizeof (SpurTimelineRow));
  rows->firsts = g_new0 (gsize, (gsize) self->n_objects + 1);
  for (guint32 i = 0; i < self->n_objects; i++)
    {
      add_sightings (self, &all, i, is_placed[i], &kept);
      rows->firsts[i + 1] = kept.n;
    }
  rows->rows = kept.elements;
  spur_keyed_all_clear (&all);
  for (guint c = 0; c < n_columns; c++)
    spur_keyed_rows_clear (columns[c]);
}
