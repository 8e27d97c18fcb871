/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which row of a lifeline picture an event has: that of its class, and of its state where it has
 * one. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "visualizers/canvas/spur-view-error.h"
#include "visualizers/lifeline/spur-lifelines-internal.h"

/* A name of a row, or of classes. */
typedef struct
{
  char *text;
  /* By class, whether its events are meant; NULL where it is no class. */
  guint8 *is_class;
  gboolean has_row;
} Pattern;

static void
free_pattern (gpointer data)
{
  Pattern *self = data;

  g_free (self->text);
  g_free (self->is_class);
  g_free (self);
}

static void
clear_row (gpointer data)
{
  g_free (((SpurLifelineRow *) data)->name);
}

static GPtrArray *
parse_patterns (SpurTrace *trace, const char *list)
{
  GPtrArray *patterns = g_ptr_array_new_with_free_func (free_pattern);
  g_auto (GStrv) texts = g_strsplit (list != NULL ? list : "", ",", -1);

  for (guint i = 0; texts[i] != NULL; i++)
    {
      Pattern *pattern;
      g_autoptr (GArray) classes = NULL;

      if (*g_strstrip (texts[i]) == '\0')
        continue;
      pattern = g_new0 (Pattern, 1);
      pattern->text = g_strdup (texts[i]);
      g_ptr_array_add (patterns, pattern);
      classes = spur_trace_list_classes (trace, pattern->text);
      if (classes == NULL)
        continue;
      pattern->is_class = g_new0 (guint8, (gsize) spur_trace_get_n_classes (trace) + 1);
      for (guint j = 0; j < classes->len; j++)
        pattern->is_class[g_array_index (classes, guint32, j)] = 1;
    }
  return patterns;
}

SpurLifelineRows *
spur_lifeline_rows_new (SpurTrace *trace, const char *wanted, const char *points)
{
  SpurLifelineRows *self = g_new0 (SpurLifelineRows, 1);

  self->trace = g_object_ref (trace);
  self->all = g_array_new (FALSE, TRUE, sizeof (SpurLifelineRow));
  g_array_set_clear_func (self->all, clear_row);
  self->wanted = parse_patterns (trace, wanted);
  self->points = parse_patterns (trace, points);
  self->are_wanted = self->wanted->len > 0;
  self->row_of_class = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  return self;
}

void
spur_lifeline_rows_free (SpurLifelineRows *self)
{
  g_object_unref (self->trace);
  g_array_unref (self->all);
  g_ptr_array_unref (self->wanted);
  g_ptr_array_unref (self->points);
  g_hash_table_unref (self->row_of_class);
  g_free (self);
}

/* The first pattern that means the row, and 1; 0 for none. All that do are noted. */
static guint
find_pattern (GPtrArray *patterns, guint class_index, const char *name)
{
  guint found = 0;

  for (guint i = patterns->len; i > 0; i--)
    {
      Pattern *pattern = g_ptr_array_index (patterns, i - 1);

      if ((pattern->is_class == NULL || pattern->is_class[class_index] == 0) &&
          !g_pattern_match_simple (pattern->text, name))
        continue;
      pattern->has_row = TRUE;
      found = i;
    }
  return found;
}

/* Gives the row's index and 1, or 0 where it is not drawn. */
static guint32
add_row (SpurLifelineRows *self, guint class_index, guint32 state)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  const SpurState *entry =
    spur_definitions_get_state (spur_trace_get_definitions (self->trace), state);
  g_autofree char *name =
    entry != NULL ? g_strconcat (layout->name, ": ", entry->name, NULL) : g_strdup (layout->name);
  guint wanted = find_pattern (self->wanted, class_index, name);
  SpurLifelineRow row = { .wanted = wanted,
                          .is_point = find_pattern (self->points, class_index, name) > 0,
                          .place = SPUR_NONE };

  if (self->are_wanted && wanted == 0 && !row.is_point)
    return 0;
  row.name = g_steal_pointer (&name);
  g_array_append_val (self->all, row);
  return self->all->len;
}

guint32
spur_lifeline_rows_find (SpurLifelineRows *self, guint class_index, const guint8 *record)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  guint32 state = (guint32) spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);
  gint64 key = (gint64) ((guint64) class_index << 32 | state);
  gpointer known;
  guint32 row;

  if (g_hash_table_lookup_extended (self->row_of_class, &key, NULL, &known))
    row = GPOINTER_TO_UINT (known);
  else
    {
      row = add_row (self, class_index, state);
      g_hash_table_insert (self->row_of_class, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (row));
    }
  return row > 0 ? row - 1 : SPUR_NONE;
}

static gboolean
refuse_pattern (SpurLifelineRows *self, const Pattern *pattern, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  for (guint i = 0; i < spur_trace_get_n_classes (self->trace); i++)
    spur_view_add_name (names, spur_trace_get_class (self->trace, i)->name);
  list = spur_view_join_names (names);
  return spur_error_set (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION,
                         "found row '%s', expected a class that the trace has, as %s",
                         pattern->text, list);
}

gboolean
spur_lifeline_rows_check (SpurLifelineRows *self, GError **error)
{
  GPtrArray *lists[] = { self->wanted, self->points };

  for (guint k = 0; k < G_N_ELEMENTS (lists); k++)
    for (guint i = 0; i < lists[k]->len; i++)
      {
        const Pattern *pattern = g_ptr_array_index (lists[k], i);

        if (pattern->is_class == NULL && !pattern->has_row)
          return refuse_pattern (self, pattern, error);
      }
  return TRUE;
}
