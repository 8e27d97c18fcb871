/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/style/spur-view-registry.h"

#include "visualizers/style/spur-palette-internal.h"

#define REGISTERED "spur-view-visualizers"

static const struct
{
  const char *name;
  GType (*get_type) (void);
} visualizers[] = {
  { "Event_Visualizer", spur_visualizer_get_type },
  { "LO_Create_Neighborhood_Visualizer", spur_neighborhood_visualizer_get_type },
  { "LO_Destroy_Neighborhood_Visualizer", spur_neighborhood_visualizer_get_type },
  { "Target_Create_Neighborhood_Visualizer", spur_neighborhood_visualizer_get_type },
  { "Target_Destroy_Neighborhood_Visualizer", spur_neighborhood_visualizer_get_type },
  { "Thread_Fork_Visualizer", spur_thread_visualizer_get_type },
  { "Thread_Begin_Visualizer", spur_thread_visualizer_get_type },
  { "Thread_End_Visualizer", spur_thread_visualizer_get_type },
  { "Window_Put_Visualizer", spur_put_visualizer_get_type },
  { "Window_Get_Visualizer", spur_get_visualizer_get_type },
};

/**
 * spur_view_register_visualizers:
 * @registry: a registry
 *
 * Adds the visualizers of the event classes that come with Spur. Views do it themselves for the
 * registry that they use; a second call does nothing.
 *
 * Since: 1.0
 */
void
spur_view_register_visualizers (SpurRegistry *registry)
{
  g_return_if_fail (SPUR_IS_REGISTRY (registry));

  if (g_object_get_data (G_OBJECT (registry), REGISTERED) != NULL)
    return;
  g_object_set_data (G_OBJECT (registry), REGISTERED, registry);
  for (gsize i = 0; i < G_N_ELEMENTS (visualizers); i++)
    {
      g_autoptr (GError) error = NULL;

      /* A plugin that has taken a name replaces the library's visualizer. */
      if (!spur_registry_add_visualizer (registry, visualizers[i].name, visualizers[i].get_type (),
                                         &error))
        g_debug ("%s", error->message);
    }
}

/* The rows of the ancestors come first, that of the class itself last. */
static void
find_style (SpurRegistry *registry,
            const SpurEventLayout *layout,
            SpurStyle *style,
            SpurStyle *sign)
{
  g_auto (GStrv) looks = spur_registry_dup_looks (registry, layout);

  spur_style_init (style);
  spur_style_init (sign);
  for (guint i = g_strv_length (looks); i-- > 0;)
    {
      spur_style_apply_class (style, registry, looks[i]);
      if (style->form == SPUR_FORM_GLYPH)
        *sign = *style;
    }
}

/**
 * spur_view_create_visualizer:
 * @registry: a registry
 * @layout: an event class
 *
 * Makes the visualizer of an event class: that of its own name, else its parent's; a plain
 * #SpurVisualizer where there is none. Its style is what spur_view_add_style() and
 * the manifests of plugins say of the class, else of its parent, and so on.
 *
 * Returns: (transfer full): a visualizer
 *
 * Since: 1.0
 */
SpurVisualizer *
spur_view_create_visualizer (SpurRegistry *registry, const SpurEventLayout *layout)
{
  SpurVisualizer *visualizer;
  SpurStyle style, sign;
  GType type;

  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);
  g_return_val_if_fail (layout != NULL, NULL);

  spur_view_register_visualizers (registry);
  type = spur_registry_find_visualizer (registry, layout);
  if (!g_type_is_a (type, SPUR_TYPE_VISUALIZER) || G_TYPE_IS_ABSTRACT (type))
    type = SPUR_TYPE_VISUALIZER;
  visualizer = g_object_new (type, NULL);
  find_style (registry, layout, &style, &sign);
  spur_visualizer_set_style (visualizer, &style, &sign);
  spur_registry_set_parameters (registry, layout, G_OBJECT (visualizer));
  return visualizer;
}
