/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-view-registry.h"

#include "core/plugin/spur-project.h"
#include "visualizers/spur-collective-visualizer.h"
#include "visualizers/spur-event-visualizer.h"
#include "visualizers/spur-lo-creation-visualizer.h"
#include "visualizers/spur-lo-message-visualizer.h"
#include "visualizers/spur-lo-migration-visualizer.h"
#include "visualizers/spur-lo-placement-visualizer.h"
#include "visualizers/spur-lo-state-change-visualizer.h"
#include "visualizers/spur-lo-termination-visualizer.h"
#include "visualizers/spur-target-addition-visualizer.h"
#include "visualizers/spur-target-state-change-visualizer.h"

#define REGISTERED "spur-view-visualizers"

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
  const struct
  {
    const char *name;
    GType type;
  } visualizers[] = {
    { "Event_Visualizer", SPUR_TYPE_EVENT_VISUALIZER },
    { "LO_Creation_Visualizer", SPUR_TYPE_LO_CREATION_VISUALIZER },
    { "LO_Placement_Visualizer", SPUR_TYPE_LO_PLACEMENT_VISUALIZER },
    { "LO_Migration_Visualizer", SPUR_TYPE_LO_MIGRATION_VISUALIZER },
    { "LO_State_Change_Visualizer", SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER },
    { "LO_Termination_Visualizer", SPUR_TYPE_LO_TERMINATION_VISUALIZER },
    { "LO_Message_Visualizer", SPUR_TYPE_LO_MESSAGE_VISUALIZER },
    { "Collective_Visualizer", SPUR_TYPE_COLLECTIVE_VISUALIZER },
    { "Target_Addition_Visualizer", SPUR_TYPE_TARGET_ADDITION_VISUALIZER },
    { "Target_State_Change_Visualizer", SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER },
  };

  g_return_if_fail (SPUR_IS_REGISTRY (registry));

  if (g_object_get_data (G_OBJECT (registry), REGISTERED) != NULL)
    return;
  g_object_set_data (G_OBJECT (registry), REGISTERED, registry);
  for (gsize i = 0; i < G_N_ELEMENTS (visualizers); i++)
    {
      g_autoptr (GError) error = NULL;

      /* A name that a plugin has taken stays the plugin's: that is how one replaces ours. */
      if (!spur_registry_add_visualizer (registry, visualizers[i].name, visualizers[i].type,
                                         &error))
        g_debug ("%s", error->message);
    }
}

/**
 * spur_view_create_visualizer:
 * @registry: a registry
 * @layout: an event class
 *
 * Makes the visualizer of an event class: that of its own name, else its parent's; the
 * #SpurEventVisualizer where nothing better is known.
 *
 * Returns: (transfer full): a visualizer
 *
 * Since: 1.0
 */
SpurVisualizer *
spur_view_create_visualizer (SpurRegistry *registry, const SpurEventLayout *layout)
{
  SpurVisualizer *visualizer;
  GType type;

  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);
  g_return_val_if_fail (layout != NULL, NULL);

  spur_view_register_visualizers (registry);
  type = spur_registry_find_visualizer (registry, layout);
  if (!g_type_is_a (type, SPUR_TYPE_VISUALIZER) || G_TYPE_IS_ABSTRACT (type))
    type = SPUR_TYPE_EVENT_VISUALIZER;
  visualizer = g_object_new (type, NULL);
  spur_registry_set_parameters (registry, layout, G_OBJECT (visualizer));
  return visualizer;
}
