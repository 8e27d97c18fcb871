/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The styles of event classes: those of the classes that come with Spur, in a table, and those that
 * applications and the manifests of plugins add. A class without a row looks like its nearest
 * ancestor that has one. */
#include "visualizers/style/spur-palette-internal.h"

#include <string.h>

#include "visualizers/spur-view-enums.h"
#include "visualizers/style/spur-view-registry.h"

#define ADDED "spur-view-styles"

/* A style and the event classes that have it. */
/* clang-format off */
static const struct
{
  SpurStyle style;
  const char *event_classes[8];
} rows[] = {
  { { SPUR_FORM_TICK, SPUR_GLYPH_DOT, 0x7b8794, 0.8, 1.0, 0.0, "event", 0.0 }, { "Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_RING, 0x1f5f4f, 0.9, 6.0, 0.0, "created", 0.0 }, { "LO_Creation_Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_DOT, 0x1f5f4f, 0.9, 5.0, 0.0, "placed", 0.0 }, { "LO_Placement_Event" } },
  { { SPUR_FORM_MOVE, SPUR_GLYPH_DOT, 0x14142b, 1.0, 1.6, 0.0, "migration", 0.0 }, { "LO_Migration_Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_CROSS, 0x4a4a57, 0.9, 6.0, 0.0, "ended", 0.0 }, { "LO_Termination_Event" } },
  { { SPUR_FORM_BAR, SPUR_GLYPH_DOT, 0x7b8794, 0.8, 1.0, 0.0, NULL, 0.0 },
    { "LO_State_Change_Event", "Target_State_Change_Event" } },
  { { SPUR_FORM_MESSAGE, SPUR_GLYPH_DOT, 0x42526b, 0.45, 0.7, 0.0, "message", 0.0 }, { "LO_Message_Event" } },
  { { SPUR_FORM_LINK, SPUR_GLYPH_RING, 0x2f6f3e, 0.9, 6.0, 0.0, "neighbours", 0.0 },
    { "LO_Create_Neighborhood_Event", "Target_Create_Neighborhood_Event" } },
  { { SPUR_FORM_LINK, SPUR_GLYPH_CROSS, 0x8c4a3c, 0.9, 6.0, 3.0, "neighbours part", 0.0 },
    { "LO_Destroy_Neighborhood_Event", "Target_Destroy_Neighborhood_Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_TRIANGLE, 0x33475b, 0.9, 7.0, 0.0, "target added", 0.0 }, { "Target_Addition_Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_TRIANGLE_DOWN, 0x33475b, 0.9, 7.0, 0.0, "target removed", 0.0 }, { "Target_Removal_Event" } },
  { { SPUR_FORM_MESSAGE, SPUR_GLYPH_DOT, 0x0b6e84, 0.8, 1.0, 4.0, "message of the load management", 0.0 }, { "LM_Message_Event" } },
  { { SPUR_FORM_LEVEL, SPUR_GLYPH_DOT, 0xb3470f, 1.0, 1.6, 0.0, "load of the target", 0.0 }, { "LM_Target_Load_Event" } },
  { { SPUR_FORM_LEVEL, SPUR_GLYPH_DOT, 0x0b6e84, 1.0, 1.6, 5.0, "load of the network", 0.0 }, { "LM_Network_Load_Event" } },
  { { SPUR_FORM_TICK, SPUR_GLYPH_DOT, 0xb3470f, 0.5, 1.0, 0.0, "load of an object", 0.0 }, { "LM_Object_Load_Event" } },
  { { SPUR_FORM_TICK, SPUR_GLYPH_DOT, 0x14142b, 0.9, 1.6, 0.0, "phase begins", 0.0 }, { "LM_Phase_Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_DIAMOND, 0x7a3e9d, 0.9, 6.0, 0.0, "custom", 0.0 }, { "Custom_Event" } },
  { { SPUR_FORM_GLYPH, SPUR_GLYPH_CROSS, 0xc62828, 1.0, 8.0, 0.0, "events dropped", 0.0 }, { "Recorder_Drop_Event" } },
  { { SPUR_FORM_COLLECTIVE, SPUR_GLYPH_DOT, 0x6a5f9c, 0.16, 0.6, 0.0, "collective", 0.0 }, { "Collective_Event" } },
  { { SPUR_FORM_MESSAGE, SPUR_GLYPH_DOT, 0x2e7d32, 0.8, 1.0, 0.0, "fork and join", 0.0 },
    { "Thread_Fork_Event", "Thread_Begin_Event", "Thread_End_Event", "Thread_Join_Event" } },
  { { SPUR_FORM_MESSAGE, SPUR_GLYPH_DOT, 0x8a5a00, 0.8, 1.0, 0.0, "lock handed on", 0.0 },
    { "Lock_Acquire_Event", "Lock_Release_Event" } },
  { { SPUR_FORM_LINK, SPUR_GLYPH_DOT, 0x9c2c6b, 0.9, 5.0, 0.0, "put", 0.0 }, { "Window_Put_Event" } },
  { { SPUR_FORM_LINK, SPUR_GLYPH_SQUARE, 0x9c2c6b, 0.9, 5.0, 3.0, "get", 0.0 }, { "Window_Get_Event" } },
  { { SPUR_FORM_MESSAGE, SPUR_GLYPH_DOT, 0x9c2c6b, 0.6, 0.9, 0.0, "window synchronised", 0.0 },
    { "Window_Post_Event", "Window_Start_Event", "Window_Complete_Event", "Window_Wait_Event",
      "Window_Lock_Event", "Window_Unlock_Event" } },
};
/* clang-format on */

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
  else if (strcmp (name, "full") == 0)
    style->full = g_ascii_strtod (value, NULL);
}

void
spur_style_init (SpurStyle *style)
{
  *style = (SpurStyle){ .form = SPUR_FORM_NONE,
                        .glyph = SPUR_GLYPH_DOT,
                        .color = 0x7b8794,
                        .opacity = 1.0,
                        .width_px = 1.0 };
}

void
spur_style_apply_class (SpurStyle *style, SpurRegistry *registry, const char *event_class)
{
  const char *const *attributes = spur_registry_find_style (registry, event_class);
  GHashTable *added = g_object_get_data (G_OBJECT (registry), ADDED);
  const SpurStyle *own = added != NULL ? g_hash_table_lookup (added, event_class) : NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      if (g_strv_contains (rows[i].event_classes, event_class))
        *style = rows[i].style;
    }
  for (guint i = 0; attributes != NULL && attributes[i] != NULL; i += 2)
    apply_attribute (style, attributes[i], attributes[i + 1]);
  if (own != NULL)
    *style = *own;
}
