/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Leaves out events that no pixel shows. Of what an object does within one column of pixels, its
 * line shows where it comes from, the rows that it is in, and where it goes to; of a number, the
 * first, the last, the least and the largest value, which draw the same line as all of them (M4:
 * Jugel et al., 2014). */
#include "visualizers/lifeline/spur-lifelines-internal.h"

static guint
find_column (const SpurLifelines *self, gint64 time_ns)
{
  double share =
    (double) (time_ns - self->from_ns) / ((double) (self->to_ns - self->from_ns) + 1.0);

  return (guint) (share * self->n_columns);
}

/* The walk through the points of all objects, which are sorted. */
typedef struct
{
  SpurLifelines *picture;
  SpurLifelinePoint *points;
  gsize n_kept;
  /* By row, the number of the last place that has it. */
  guint *place_of_row;
  guint place;
  /* Signs of single events, by row, group and column: an entry of the points and 1. */
  GHashTable *signs;
} Walk;

/* Adds to a point that stays the events that have none of their own. */
static void
merge_point (SpurLifelinePoint *kept, const SpurLifelinePoint *point)
{
  kept->n_events = (guint32) MIN ((guint64) kept->n_events + point->n_events, G_MAXUINT32);
  if (kept->group == SPUR_LIFELINES_NO_GROUP)
    kept->group = point->group;
}

/* Of the events of one object in one column, the first, the last, and the first in each row. */
static void
keep_place (Walk *self, gsize first, gsize end)
{
  self->place++;
  for (gsize i = first; i < end; i++)
    {
      const SpurLifelinePoint point = self->points[i];

      if (i == first || i + 1 == end || self->place_of_row[point.row] != self->place)
        self->points[self->n_kept++] = point;
      else
        merge_point (&self->points[self->n_kept - 1], &point);
      self->place_of_row[point.row] = self->place;
    }
}

/* Of single events, one sign for each row, colour and column. */
static void
keep_sign (Walk *self, const SpurLifelinePoint *sign)
{
  SpurLifelinePoint point = *sign;
  guint64 key =
    ((guint64) point.row << 16 | point.group) << 24 | find_column (self->picture, point.time_ns);
  gsize kept = GPOINTER_TO_SIZE (g_hash_table_lookup (self->signs, &key));

  if (kept > 0)
    {
      merge_point (&self->points[kept - 1], &point);
      return;
    }
  self->points[self->n_kept++] = point;
  g_hash_table_insert (self->signs, g_memdup2 (&key, sizeof key), GSIZE_TO_POINTER (self->n_kept));
}

static gboolean
is_sign (const SpurLifelines *self, const SpurLifelinePoint *point)
{
  return g_array_index (self->rows->all, SpurLifelineRow, point->row).is_point;
}

static void
aggregate_points (SpurLifelines *self)
{
  gsize n_points = self->points->len;
  g_autofree guint *place_of_row = g_new0 (guint, (gsize) self->rows->all->len + 1);
  g_autoptr (GHashTable) signs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Walk walk = { .picture = self, .place_of_row = place_of_row, .signs = signs };
  const SpurLifelinePoint *points;

  spur_lifelines_sort_points (self);
  points = walk.points = (SpurLifelinePoint *) self->points->data;
  for (gsize i = 0, end; i < n_points; i = end)
    {
      guint column = find_column (self, points[i].time_ns);

      end = i + 1;
      if (is_sign (self, &points[i]))
        {
          keep_sign (&walk, &points[i]);
          continue;
        }
      while (end < n_points && points[end].key == points[i].key &&
             find_column (self, points[end].time_ns) == column)
        end++;
      keep_place (&walk, i, end);
    }
  g_array_set_size (self->points, (guint) walk.n_kept);
}

/* Keeps of some values in one column at most four, in their order; gives how many are kept before
 * and with them. */
static gsize
keep_values (SpurLoadPoint *values, gsize first, gsize end, gsize n_kept)
{
  gsize least = first, most = first;
  guint16 group = SPUR_LIFELINES_NO_GROUP;

  for (gsize i = first; i < end; i++)
    {
      least = values[i].value < values[least].value ? i : least;
      most = values[i].value > values[most].value ? i : most;
      group = group == SPUR_LIFELINES_NO_GROUP ? values[i].group : group;
    }
  values[first].group = group;
  for (gsize i = first; i < end; i++)
    if (i == first || i + 1 == end || i == least || i == most)
      values[n_kept++] = values[i];
  return n_kept;
}

static void
aggregate_values (SpurLifelines *self)
{
  SpurLoadPoint *values;
  gsize n_values = self->values->len, n_kept = 0;

  spur_lifelines_sort_values (self);
  values = (SpurLoadPoint *) self->values->data;
  for (gsize i = 0, end; i < n_values; i = end)
    {
      guint column = find_column (self, values[i].time_ns);

      for (end = i + 1; end < n_values && values[end].line == values[i].line &&
                        values[end].key == values[i].key &&
                        find_column (self, values[end].time_ns) == column;)
        end++;
      n_kept = keep_values (values, i, end, n_kept);
    }
  g_array_set_size (self->values, (guint) n_kept);
}

void
spur_lifelines_aggregate (SpurLifelines *self)
{
  aggregate_points (self);
  aggregate_values (self);
  self->is_aggregated = TRUE;
}

guint64
spur_lifelines_count_events (const SpurLifelines *self)
{
  guint64 n_events = 0;

  for (guint i = 0; i < self->points->len; i++)
    n_events += g_array_index (self->points, SpurLifelinePoint, i).n_events;
  return n_events;
}
