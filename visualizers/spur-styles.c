/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Styles of event classes, which applications and the manifests of plugins add. */
#include "config.h"

#include "visualizers/spur-styles-private.h"

#include <string.h>

#include "visualizers/spur-view-enums.h"
#include "visualizers/spur-view-registry.h"

#define ADDED "spur-view-styles"

/**
 * spur_view_add_style:
 * @registry: a registry
 * @event_class: the name of an event class, as in "LO_Migration_Event"
 * @style: how its events are drawn, and those of the classes that extend it and have no style of
 *   their own
 *
 * Gives a style to an event class, before all that plugins and Spur itself say of the class. One
 * that was given before is replaced. A plugin does the same in its manifest, by an element:
 *
 * ```xml
 * <style class="Topology_Migration_Event" colour="#005f73" label="topology"/>
 * ```
 *
 * Since: 1.0
 */
void
spur_view_add_style (SpurRegistry *registry, const char *event_class, const SpurStyle *style)
{
  GHashTable *added;
  SpurStyle *copy;

  g_return_if_fail (SPUR_IS_REGISTRY (registry));
  g_return_if_fail (event_class != NULL);
  g_return_if_fail (style != NULL);

  added = g_object_get_data (G_OBJECT (registry), ADDED);
  if (added == NULL)
    {
      added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_object_set_data_full (G_OBJECT (registry), ADDED, added,
                              (GDestroyNotify) g_hash_table_unref);
    }
  copy = g_memdup2 (style, sizeof *style);
  copy->label = g_intern_string (style->label);
  g_hash_table_insert (added, g_strdup (event_class), copy);
}

/* The schema of manifests has the nicks of the enumeration. */
static int
parse_nick (GType type, const char *nick)
{
  g_autoptr (GEnumClass) klass = g_type_class_ref (type);
  const GEnumValue *value = g_enum_get_value_by_nick (klass, nick);

  return value != NULL ? value->value : 0;
}

static void
apply_attribute (SpurStyle *style, const char *name, const char *value)
{
  if (strcmp (name, "form") == 0)
    style->form = (SpurForm) parse_nick (SPUR_TYPE_FORM, value);
  else if (strcmp (name, "glyph") == 0)
    style->glyph = (SpurGlyph) parse_nick (SPUR_TYPE_GLYPH, value);
  else if (strcmp (name, "colour") == 0)
    style->color = (guint32) g_ascii_strtoull (value + 1, NULL, 16);
  else if (strcmp (name, "opacity") == 0)
    style->opacity = g_ascii_strtod (value, NULL);
  else if (strcmp (name, "width") == 0)
    style->width_px = g_ascii_strtod (value, NULL);
  else if (strcmp (name, "dash") == 0)
    style->dash_px = g_ascii_strtod (value, NULL);
  else if (strcmp (name, "label") == 0)
    style->label = g_intern_string (value);
}

void
spur_style_apply_class (SpurStyle *style, SpurRegistry *registry, const char *event_class)
{
  const char *const *attributes = spur_registry_find_style (registry, event_class);
  GHashTable *added = g_object_get_data (G_OBJECT (registry), ADDED);
  const SpurStyle *own = added != NULL ? g_hash_table_lookup (added, event_class) : NULL;

  for (guint i = 0; attributes != NULL && attributes[i] != NULL; i += 2)
    apply_attribute (style, attributes[i], attributes[i + 1]);
  if (own != NULL)
    *style = *own;
}
