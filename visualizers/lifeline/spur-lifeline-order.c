/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events become lifelines, and rows come into the order in which the lifelines go through them. */
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-order-internal.h"
#include "visualizers/lifeline/spur-lifelines-internal.h"

SPUR_DEFINE_ORDER (compare_points, SpurLifelinePoint, SPUR_BY_3 (key, time_ns, sequence))
SPUR_DEFINE_ORDER (compare_values, SpurLoadPoint, SPUR_BY_4 (line, key, time_ns, sequence))

/* More rows, which are there only where they were wanted by name, stay as the first lines go
 * through them: what is counted for each pair takes a MiB for this many. */
#define MAX_COUNTED_ROWS 512

/* A lifeline or a row while these are put in order. */
typedef struct
{
  gint64 begin_ns;
  guint64 n_events;
  guint32 index;
  guint32 wanted;
} Entry;

SPUR_DEFINE_ORDER (compare_begins, Entry, SPUR_BY_3 (begin_ns, wanted, index))
SPUR_DEFINE_ORDER (compare_wanted, Entry, SPUR_BY_2 (wanted, index))
SPUR_DEFINE_ORDER (compare_counts, Entry, SPUR_ORDER (q->n_events, p->n_events) ?: SPUR_BY (index))

static SpurLifelineRow *
get_row (const SpurLifelines *self, guint32 row)
{
  return &g_array_index (self->rows->all, SpurLifelineRow, row);
}

static SpurLifelinePoint *
get_points (const SpurLifelines *self)
{
  return (SpurLifelinePoint *) self->points->data;
}

void
spur_lifelines_sort_points (SpurLifelines *self)
{
  g_array_sort (self->points, compare_points);
}

void
spur_lifelines_sort_values (SpurLifelines *self)
{
  g_array_sort (self->values, compare_values);
}

/* Rows beyond the most that can be read go, those with the fewest events first, unless they were
 * wanted by name. */
static void
hide_rows (SpurLifelines *self)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  SpurLifelinePoint *points = get_points (self);
  guint n_left = 0;

  for (guint i = 0; i < self->rows->all->len; i++)
    {
      const Entry entry = { .n_events = get_row (self, i)->n_events, .index = i };

      if (entry.n_events > 0)
        g_array_append_val (entries, entry);
    }
  if (self->rows->are_wanted || entries->len <= SPUR_LIFELINES_MAX_ROWS)
    return;
  g_array_sort (entries, compare_counts);
  self->n_rows_hidden = entries->len - SPUR_LIFELINES_MAX_ROWS;
  for (guint i = SPUR_LIFELINES_MAX_ROWS; i < entries->len; i++)
    get_row (self, g_array_index (entries, Entry, i).index)->n_events = 0;
  for (guint i = 0; i < self->points->len; i++)
    if (get_row (self, points[i].row)->n_events > 0)
      points[n_left++] = points[i];
  g_array_set_size (self->points, n_left);
}

/* The group of a line is the first that its events name. */
static void
add_line (SpurLifelines *self, gsize first, guint32 n_points)
{
  const SpurLifelinePoint *points = get_points (self);
  SpurLifeline line = { first, n_points, SPUR_LIFELINES_NO_GROUP };

  for (guint32 i = 0; line.group == SPUR_LIFELINES_NO_GROUP && i < n_points; i++)
    line.group = points[first + i].group;
  g_array_append_val (self->lines, line);
}

static void
join_points (SpurLifelines *self)
{
  const SpurLifelinePoint *points;

  spur_lifelines_sort_points (self);
  points = get_points (self);
  for (gsize i = 0, end; i < self->points->len; i = end)
    {
      for (end = i + 1; end < self->points->len && points[end].key == points[i].key;)
        end++;
      if (!get_row (self, points[i].row)->is_point)
        add_line (self, i, (guint32) (end - i));
    }
}

static void
sort_lines (SpurLifelines *self)
{
  const SpurLifelinePoint *points = get_points (self);
  g_autofree SpurLifeline *old = g_memdup2 (self->lines->data, self->lines->len * sizeof *old);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (guint i = 0; i < self->lines->len; i++)
    {
      const SpurLifelinePoint *first = &points[old[i].first];
      const Entry entry = { .begin_ns = first->time_ns, .index = i, .wanted = first->sequence };

      g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_begins);
  for (guint i = 0; i < self->lines->len; i++)
    g_array_index (self->lines, SpurLifeline, i) = old[g_array_index (entries, Entry, i).index];
}

/* Where a row is in the order; its end for %SPUR_NONE. */
static guint
find_place (const SpurLifelines *self, guint32 row)
{
  guint place = 0;

  while (place < self->order->len && g_array_index (self->order, guint32, place) != row)
    place++;
  return place;
}

static void
insert_row (SpurLifelines *self, guint place, guint32 row)
{
  g_array_insert_val (self->order, place, row);
  get_row (self, row)->place = place;
}

/* Before the first row of the line that has a place. */
static guint
find_first_place (const SpurLifelines *self, const SpurLifeline *line)
{
  const SpurLifelinePoint *points = get_points (self);

  for (guint32 i = 0; i < line->n_points; i++)
    if (get_row (self, points[line->first + i].row)->place != SPUR_NONE)
      return find_place (self, points[line->first + i].row);
  return self->order->len;
}

/* A row that is new stands behind that from which the line comes. */
static void
place_rows_of_line (SpurLifelines *self, const SpurLifeline *line)
{
  const SpurLifelinePoint *points = get_points (self);
  guint32 before = SPUR_NONE;

  for (guint32 i = 0; i < line->n_points; i++)
    {
      guint32 row = points[line->first + i].row;

      if (get_row (self, row)->place == SPUR_NONE)
        insert_row (
          self, before == SPUR_NONE ? find_first_place (self, line) : find_place (self, before) + 1,
          row);
      before = row;
    }
}

/* By name as they were wanted; those of one name stay in the order of the lifelines. */
static void
sort_wanted (SpurLifelines *self)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  for (guint i = 0; i < self->order->len; i++)
    {
      guint wanted = get_row (self, g_array_index (self->order, guint32, i))->wanted;
      const Entry entry = { .index = i, .wanted = wanted > 0 ? wanted : G_MAXUINT32 };

      g_array_append_val (entries, entry);
    }
  g_array_sort (entries, compare_wanted);
  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);

      entry->wanted = g_array_index (self->order, guint32, entry->index);
    }
  for (guint i = 0; i < entries->len; i++)
    g_array_index (self->order, guint32, i) = g_array_index (entries, Entry, i).wanted;
}

/* In how many lines a row comes before another one: @n by @n, by their places. */
typedef struct
{
  guint32 *n_before;
  guint n;
} Precedence;

/* Counts for each pair of the line's rows which of them it comes to first. @seen has for each place
 * the last line that came to it, and 1. */
static void
count_line (const SpurLifelines *self, guint index, Precedence *counts, guint *seen, guint *places)
{
  const SpurLifeline *line = &g_array_index (self->lines, SpurLifeline, index);
  const SpurLifelinePoint *points = get_points (self) + line->first;
  guint n_places = 0;

  for (guint32 i = 0; i < line->n_points; i++)
    {
      guint place = get_row (self, points[i].row)->place;

      if (seen[place] == index + 1)
        continue;
      seen[place] = index + 1;
      for (guint k = 0; k < n_places; k++)
        counts->n_before[places[k] * counts->n + place]++;
      places[n_places++] = place;
    }
}

/* How many lines more than not come to one row before another; 0 where most do not. */
static guint32
find_majority (const Precedence *counts, guint first, guint second)
{
  guint32 before = counts->n_before[first * counts->n + second];
  guint32 behind = counts->n_before[second * counts->n + first];

  return before > behind ? before - behind : 0;
}

/* Where among the first @n_sorted of @places, which are in order, another one contradicts the
 * fewest lines, as far behind as it can be. */
static guint
find_insertion (const Precedence *counts, const guint *places, guint n_sorted, guint place)
{
  gint64 cost = 0, least = 0;
  guint best = n_sorted;

  for (guint i = n_sorted; i > 0; i--)
    {
      cost += find_majority (counts, places[i - 1], place);
      cost -= find_majority (counts, place, places[i - 1]);
      if (cost >= least)
        continue;
      least = cost;
      best = i - 1;
    }
  return best;
}

/* One line may be an exception, above all where clocks differ: rows come into the order in which
 * most lines go through them. */
static void
sort_by_majority (SpurLifelines *self)
{
  guint n = self->order->len;
  g_autofree guint32 *n_before = g_new0 (guint32, (gsize) n * n + 1);
  g_autofree guint *seen = g_new0 (guint, (gsize) n + 1);
  g_autofree guint *places = g_new (guint, (gsize) n + 1);
  g_autofree guint32 *old = g_memdup2 (self->order->data, n * sizeof *old);
  Precedence counts = { n_before, n };

  for (guint i = 0; i < self->lines->len; i++)
    count_line (self, i, &counts, seen, places);
  for (guint i = 0; i < n; i++)
    {
      guint at = find_insertion (&counts, places, i, i);

      memmove (&places[at + 1], &places[at], (i - at) * sizeof *places);
      places[at] = i;
    }
  for (guint i = 0; i < n; i++)
    g_array_index (self->order, guint32, i) = old[places[i]];
}

static void
number_places (SpurLifelines *self)
{
  for (guint i = 0; i < self->order->len; i++)
    get_row (self, g_array_index (self->order, guint32, i))->place = i;
}

static void
order_rows (SpurLifelines *self)
{
  self->order = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < self->lines->len; i++)
    place_rows_of_line (self, &g_array_index (self->lines, SpurLifeline, i));
  number_places (self);
  if (self->order->len <= MAX_COUNTED_ROWS)
    sort_by_majority (self);
  /* What is on no line: single events. */
  for (guint i = 0; i < self->rows->all->len; i++)
    if (get_row (self, i)->place == SPUR_NONE && get_row (self, i)->n_events > 0)
      insert_row (self, self->order->len, i);
  if (self->rows->are_wanted)
    sort_wanted (self);
  number_places (self);
}

/* By what identifies lifelines, their groups and 1. */
static GHashTable *
index_groups (SpurLifelines *self)
{
  GHashTable *groups = g_hash_table_new (g_int64_hash, g_int64_equal);
  SpurLifelinePoint *points = get_points (self);

  for (guint i = 0; i < self->lines->len; i++)
    {
      const SpurLifeline *line = &g_array_index (self->lines, SpurLifeline, i);

      if (line->group != SPUR_LIFELINES_NO_GROUP)
        g_hash_table_insert (groups, &points[line->first].key, GUINT_TO_POINTER (line->group + 1u));
    }
  return groups;
}

/* The group of a series is the first that its events name, else that of the object's lifeline. */
static void
group_values (SpurLifelines *self)
{
  g_autoptr (GHashTable) groups = index_groups (self);
  SpurLoadPoint *values = (SpurLoadPoint *) self->values->data;

  for (guint i = 0, end; i < self->values->len; i = end)
    {
      guint16 group = SPUR_LIFELINES_NO_GROUP;
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (groups, &values[i].key));

      for (end = i; end < self->values->len && values[end].line == values[i].line &&
                    values[end].key == values[i].key;
           end++)
        if (group == SPUR_LIFELINES_NO_GROUP)
          group = values[end].group;
      if (group == SPUR_LIFELINES_NO_GROUP && known > 0)
        group = (guint16) (known - 1);
      values[i].group = group;
    }
}

static void
join_values (SpurLifelines *self)
{
  const SpurLoadPoint *values;

  spur_lifelines_sort_values (self);
  group_values (self);
  values = (const SpurLoadPoint *) self->values->data;
  for (guint i = 0; i < self->values->len; i++)
    {
      SpurLoadLine *line = &g_array_index (self->load_lines, SpurLoadLine, values[i].line);

      if (line->n_points++ == 0)
        line->first = i;
      line->least = MIN (line->least, values[i].value);
      line->most = MAX (line->most, values[i].value);
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strverscmp (*(const char *const *) a, *(const char *const *) b);
}

/* By their names, so that colours do not depend on which one comes first. */
static void
sort_groups (SpurLifelines *self)
{
  /* Its texts stay those of the groups. */
  g_autoptr (GPtrArray) old = g_ptr_array_new ();
  guint16 places[SPUR_LIFELINES_MAX_GROUPS];

  g_ptr_array_extend (old, self->groups, NULL, NULL);
  g_ptr_array_sort (self->groups, compare_names);
  for (guint i = 0; i < old->len; i++)
    {
      guint place = 0;

      g_ptr_array_find (self->groups, old->pdata[i], &place);
      places[i] = (guint16) place;
    }
  for (guint i = 0; i < self->points->len; i++)
    if (get_points (self)[i].group != SPUR_LIFELINES_NO_GROUP)
      get_points (self)[i].group = places[get_points (self)[i].group];
  for (guint i = 0; i < self->values->len; i++)
    {
      SpurLoadPoint *value = &g_array_index (self->values, SpurLoadPoint, i);

      if (value->group != SPUR_LIFELINES_NO_GROUP)
        value->group = places[value->group];
    }
}

/* What all names begin with, as "stampede." in a log of Pegasus, tells nothing of a row. */
static gsize
find_prefix (const SpurLifelines *self)
{
  const char *first;
  gsize n_bytes;

  if (self->order->len < 2)
    return 0;
  first = get_row (self, g_array_index (self->order, guint32, 0))->name;
  n_bytes = strcspn (first, ": ");
  for (guint i = 1; i < self->order->len; i++)
    {
      const char *name = get_row (self, g_array_index (self->order, guint32, i))->name;
      gsize n_same = 0;

      while (n_same < n_bytes && name[n_same] == first[n_same])
        n_same++;
      n_bytes = n_same;
    }
  while (n_bytes > 0 && first[n_bytes - 1] != '.')
    n_bytes--;
  return n_bytes;
}

void
spur_lifelines_join (SpurLifelines *self)
{
  sort_groups (self);
  hide_rows (self);
  join_points (self);
  sort_lines (self);
  order_rows (self);
  self->n_prefix_bytes = find_prefix (self);
  join_values (self);
}

char *
spur_lifelines_get_note (const SpurLifelines *self)
{
  GString *note = g_string_new (self->raw ? "Times as recorded" : "Corrected times");

  spur_view_append_counted (note, "; ", self->lines->len, "lifeline");
  spur_view_append_counted (note, " through ", self->order->len, "row");
  if (self->load_lines->len > 0 && !self->is_aggregated)
    spur_view_append_counted (note, "; ", self->values->len, "value");
  if (self->is_aggregated)
    g_string_append (note, "; of what is at one pixel, that is drawn which changes it");
  if (self->shift > 0)
    g_string_append_printf (note, "; one object in %u is drawn, with all of its events",
                            1u << self->shift);
  if (self->n_rows_hidden > 0)
    {
      spur_view_append_counted (note, "; ", self->n_rows_hidden, "row");
      g_string_append (note, " with fewer events left out");
    }
  g_string_append_c (note, '.');
  return g_string_free (note, FALSE);
}
