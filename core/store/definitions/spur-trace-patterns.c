/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which classes of a trace a name or a pattern means, for those that ask for events of some. */
#include <string.h>

#include "core/model/events/spur-event.h"
#include "core/store/trace/spur-trace-internal.h"

typedef struct
{
  char *name; /* in lower case */
  gboolean with_derived;
} Pattern;

static Pattern *
make_pattern (const char *text)
{
  Pattern *self = g_new0 (Pattern, 1);

  self->name = g_ascii_strdown (text, -1);
  self->with_derived = g_str_has_suffix (text, "+") || strpbrk (text, "*?") == NULL;
  if (g_str_has_suffix (text, "+"))
    self->name[strlen (self->name) - 1] = '\0';
  return self;
}

static void
free_pattern (Pattern *self)
{
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Pattern, free_pattern)

static gboolean
name_fits (const Pattern *self, const char *name)
{
  g_autofree char *lower = name != NULL ? g_ascii_strdown (name, -1) : NULL;

  return lower != NULL && g_pattern_match_simple (self->name, lower);
}

static const SpurEventLayout *
find_class (SpurTrace *trace, const char *name)
{
  for (guint i = 0; name != NULL && i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      if (g_str_equal (layout->name, name))
        return layout;
    }
  return NULL;
}

static gboolean
type_derives (const Pattern *self, GType type)
{
  for (; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    {
      if (name_fits (self, spur_event_type_get_layout (type)->name))
        return TRUE;
    }
  return FALSE;
}

/* Ancestors are looked up in the trace, which knows those that this program does not, and in
 * this program, which knows those that have no events. */
static gboolean
class_fits (const Pattern *self, SpurTrace *trace, const SpurEventLayout *layout)
{
  const SpurEventLayout *at = layout;

  if (!self->with_derived)
    return name_fits (self, layout->name);
  for (guint depth = 0; at != NULL && depth <= spur_trace_get_n_classes (trace); depth++)
    {
      if (name_fits (self, at->name) || name_fits (self, at->parent_name))
        return TRUE;
      at = find_class (trace, at->parent_name);
    }
  return type_derives (self, layout->type);
}

static gboolean
type_is_known (const Pattern *self, GType type)
{
  g_autofree GType *children = g_type_children (type, NULL);

  if (name_fits (self, spur_event_type_get_layout (type)->name))
    return TRUE;
  for (gsize i = 0; children[i] != 0; i++)
    {
      if (type_is_known (self, children[i]))
        return TRUE;
    }
  return FALSE;
}

/**
 * spur_trace_list_classes:
 * @self: a trace
 * @pattern: a name, as in `LO_Message_Event`, which also stands for what derives from it; one with
 *   the wildcards * and ?, as in `LM_*`, for those whose names fit; or that with a + behind it, as
 *   in `LM_*+`, for what derives from them, too
 *
 * Finds the event classes of the trace that @pattern means. Letters may be large or small.
 *
 * Returns: (transfer full) (nullable) (element-type guint32): their indexes, none where the trace
 *   has no events of a class that fits; %NULL where neither the trace nor the program knows one
 *
 * Since: 1.0
 */
GArray *
spur_trace_list_classes (SpurTrace *self, const char *pattern)
{
  g_autoptr (GArray) classes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (Pattern) wanted = NULL;

  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (pattern != NULL, NULL);

  wanted = make_pattern (pattern);
  for (guint32 i = 0; i < spur_trace_get_n_classes (self); i++)
    {
      if (class_fits (wanted, self, spur_trace_get_class (self, i)))
        g_array_append_val (classes, i);
    }
  if (classes->len == 0 && !type_is_known (wanted, SPUR_TYPE_EVENT))
    return NULL;
  return g_steal_pointer (&classes);
}
