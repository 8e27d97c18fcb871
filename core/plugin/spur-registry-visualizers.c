/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How event classes look: visualizers and styles that plugins and projects bring, found along the
 * ancestors of a class. */
#include <string.h>

#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

static char *
replace_suffix (const char *name, const char *old, const char *new)
{
  return g_strdup_printf ("%.*s%s", (int) (strlen (name) - strlen (old)), name, new);
}

GType
spur_registry_find_visualizer_named (SpurRegistry *self, const char *name)
{
  return spur_registry_load_type (self, SPUR_PLUGIN_PART_VISUALIZER, name);
}

static void
append_once (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (name));
}

/* Appends the class that a loaded project wants events of @event_class to look like, with its
 * ancestors; FALSE where no project says anything, or what it says is not there. */
static gboolean
append_chosen (SpurRegistry *self, GPtrArray *names, const char *event_class)
{
  const char *visualizer = spur_registry_find_chosen_visualizer (self, event_class);
  g_autofree char *chosen = NULL;
  GType type;

  if (visualizer == NULL)
    return FALSE;
  chosen = replace_suffix (visualizer, "Visualizer", "Event");
  type = spur_event_type_from_name (chosen);
  if (type == G_TYPE_INVALID)
    type = spur_registry_find_event_type (self, chosen);
  if (type == G_TYPE_INVALID &&
      spur_registry_find_visualizer_named (self, visualizer) == G_TYPE_INVALID)
    {
      spur_registry_add_problem (self, "there is no visualizer %s, which a project wants for %s",
                                 visualizer, event_class);
      return FALSE;
    }
  append_once (names, chosen);
  for (; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    append_once (names, spur_event_type_get_layout (type)->name);
  return TRUE;
}

static void
append_class (SpurRegistry *self, GPtrArray *names, const char *event_class)
{
  if (event_class != NULL && !append_chosen (self, names, event_class))
    append_once (names, event_class);
}

/**
 * spur_registry_dup_looks:
 * @self: a registry
 * @layout: an event class
 *
 * Lists the event classes whose style and visualizer a class inherits: its own name, that of its
 * parent, and so on; where a loaded project chooses a visualizer for one of them, the class that
 * this visualizer is named after, with its ancestors, stands in its place.
 *
 * Returns: (transfer full) (array zero-terminated=1): names of event classes, nearest first
 *
 * Since: 1.0
 */
char **
spur_registry_dup_looks (SpurRegistry *self, const SpurEventLayout *layout)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (layout != NULL, NULL);

  append_class (self, names, layout->name);
  append_class (self, names, layout->parent_name);
  /* A class of a plugin that is not here has the type of its nearest ancestor that is. */
  for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    append_class (self, names, spur_event_type_get_layout (type)->name);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/**
 * spur_registry_find_visualizer:
 * @self: a registry
 * @layout: an event class
 *
 * Finds what draws the events of a class: the visualizer that a loaded project gives it, else the
 * one that has the class's name with "Event" replaced by "Visualizer", else that of the parent
 * class, and so on. The plugin that brings it is loaded.
 *
 * Returns: its type, or %G_TYPE_INVALID where not even an ancestor has a visualizer
 *
 * Since: 1.0
 */
GType
spur_registry_find_visualizer (SpurRegistry *self, const SpurEventLayout *layout)
{
  g_auto (GStrv) looks = NULL;
  GType found = G_TYPE_INVALID;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), G_TYPE_INVALID);
  g_return_val_if_fail (layout != NULL, G_TYPE_INVALID);

  looks = spur_registry_dup_looks (self, layout);
  for (guint i = 0; looks[i] != NULL && found == G_TYPE_INVALID; i++)
    {
      g_autofree char *name = NULL;

      if (!g_str_has_suffix (looks[i], "Event"))
        continue;
      name = replace_suffix (looks[i], "Event", "Visualizer");
      found = spur_registry_find_visualizer_named (self, name);
    }
  return found;
}

/**
 * spur_registry_find_style:
 * @self: a registry
 * @class_name: an event class's name
 *
 * Finds the style that a plugin's manifest gives to an event class. The plugin is not loaded.
 *
 * Returns: (transfer none) (nullable) (array zero-terminated=1): attributes of the manifest's
 *   element and their values by turns; %NULL where no manifest says anything of the class
 *
 * Since: 1.0
 */
const char *const *
spur_registry_find_style (SpurRegistry *self, const char *class_name)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (class_name != NULL, NULL);

  for (guint i = 0; i < self->plugins->len; i++)
    {
      GPtrArray *styles = ((SpurPlugin *) self->plugins->pdata[i])->styles;

      for (guint j = 0; j < styles->len; j++)
        {
          const SpurPluginStyle *style = g_ptr_array_index (styles, j);

          if (strcmp (style->class_name, class_name) == 0)
            return (const char *const *) style->attributes;
        }
    }
  return NULL;
}
