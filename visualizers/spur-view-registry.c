/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-view-registry.h"

#include "core/plugin/spur-project.h"
#include "visualizers/spur-styles-private.h"
#include "visualizers/spur-visualizer-private.h"
#include "visualizers/spur-visualizers.h"

#define REGISTERED "spur-view-visualizers"

static const struct
{
  const char *name;
  GType (*get_type) (void);
} visualizers[] = {
  { "Event_Visualizer", spur_event_visualizer_get_type },
  { "LO_Creation_Visualizer", spur_lo_creation_visualizer_get_type },
  { "LO_Placement_Visualizer", spur_lo_placement_visualizer_get_type },
  { "LO_Migration_Visualizer", spur_lo_migration_visualizer_get_type },
  { "LO_State_Change_Visualizer", spur_lo_state_change_visualizer_get_type },
  { "LO_Termination_Visualizer", spur_lo_termination_visualizer_get_type },
  { "LO_Message_Visualizer", spur_lo_message_visualizer_get_type },
  { "Collective_Visualizer", spur_collective_visualizer_get_type },
  { "Target_Addition_Visualizer", spur_target_addition_visualizer_get_type },
  { "Target_State_Change_Visualizer", spur_target_state_change_visualizer_get_type },
  { "LO_Visualizer", spur_lo_visualizer_get_type },
  { "LO_Creation_Placement_Visualizer", spur_lo_creation_placement_visualizer_get_type },
  { "LO_Migration_Send_Visualizer", spur_lo_migration_send_visualizer_get_type },
  { "LO_Migration_Receive_Visualizer", spur_lo_migration_receive_visualizer_get_type },
  { "LO_Message_Send_Visualizer", spur_lo_message_send_visualizer_get_type },
  { "LO_Message_Receive_Visualizer", spur_lo_message_receive_visualizer_get_type },
  { "LO_Create_Neighborhood_Visualizer", spur_lo_create_neighborhood_visualizer_get_type },
  { "LO_Destroy_Neighborhood_Visualizer", spur_lo_destroy_neighborhood_visualizer_get_type },
  { "Target_Visualizer", spur_target_visualizer_get_type },
  { "Target_Removal_Visualizer", spur_target_removal_visualizer_get_type },
  { "Target_Create_Neighborhood_Visualizer", spur_target_create_neighborhood_visualizer_get_type },
  { "Target_Destroy_Neighborhood_Visualizer",
    spur_target_destroy_neighborhood_visualizer_get_type },
  { "LM_Visualizer", spur_lm_visualizer_get_type },
  { "LM_Target_Load_Visualizer", spur_lm_target_load_visualizer_get_type },
  { "LM_Network_Load_Visualizer", spur_lm_network_load_visualizer_get_type },
  { "LM_Message_Visualizer", spur_lm_message_visualizer_get_type },
  { "LM_Message_Send_Visualizer", spur_lm_message_send_visualizer_get_type },
  { "LM_Message_Receive_Visualizer", spur_lm_message_receive_visualizer_get_type },
  { "Custom_Visualizer", spur_custom_visualizer_get_type },
  { "Channel_Send_Visualizer", spur_channel_send_visualizer_get_type },
  { "Channel_Receive_Visualizer", spur_channel_receive_visualizer_get_type },
  { "Recorder_Drop_Visualizer", spur_recorder_drop_visualizer_get_type },
  { "Region_Enter_Visualizer", spur_region_enter_visualizer_get_type },
  { "Region_Exit_Visualizer", spur_region_exit_visualizer_get_type },
  { "Collective_Begin_Visualizer", spur_collective_begin_visualizer_get_type },
  { "Collective_End_Visualizer", spur_collective_end_visualizer_get_type },
  { "Thread_Fork_Visualizer", spur_thread_fork_visualizer_get_type },
  { "Thread_Begin_Visualizer", spur_thread_begin_visualizer_get_type },
  { "Thread_End_Visualizer", spur_thread_end_visualizer_get_type },
  { "Thread_Join_Visualizer", spur_thread_join_visualizer_get_type },
  { "Lock_Acquire_Visualizer", spur_lock_acquire_visualizer_get_type },
  { "Lock_Release_Visualizer", spur_lock_release_visualizer_get_type },
  { "Window_Visualizer", spur_window_visualizer_get_type },
  { "Window_Put_Visualizer", spur_window_put_visualizer_get_type },
  { "Window_Get_Visualizer", spur_window_get_visualizer_get_type },
  { "Window_Post_Visualizer", spur_window_post_visualizer_get_type },
  { "Window_Start_Visualizer", spur_window_start_visualizer_get_type },
  { "Window_Complete_Visualizer", spur_window_complete_visualizer_get_type },
  { "Window_Wait_Visualizer", spur_window_wait_visualizer_get_type },
  { "Window_Lock_Visualizer", spur_window_lock_visualizer_get_type },
  { "Window_Unlock_Visualizer", spur_window_unlock_visualizer_get_type },
  { "Window_Fence_Visualizer", spur_window_fence_visualizer_get_type },
  { "Barrier_Enter_Visualizer", spur_barrier_enter_visualizer_get_type },
  { "Barrier_Exit_Visualizer", spur_barrier_exit_visualizer_get_type },
  { "Collective_Completion_Visualizer", spur_collective_completion_visualizer_get_type },
  { "Collective_Exchange_Visualizer", spur_collective_exchange_visualizer_get_type },
  { "Collective_Start_Visualizer", spur_collective_start_visualizer_get_type },
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

      /* A name that a plugin has taken stays the plugin's: that is how one replaces ours. */
      if (!spur_registry_add_visualizer (registry, visualizers[i].name, visualizers[i].get_type (),
                                         &error))
        g_debug ("%s", error->message);
    }
}

/* The ancestors say first how events look, and the class itself last. */
static void
find_style (SpurRegistry *registry, const SpurEventLayout *layout, SpurStyle *style)
{
  g_auto (GStrv) looks = spur_registry_dup_looks (registry, layout);

  for (guint i = g_strv_length (looks); i-- > 0;)
    spur_style_apply_class (style, registry, looks[i]);
}

/**
 * spur_view_create_visualizer:
 * @registry: a registry
 * @layout: an event class
 *
 * Makes the visualizer of an event class: that of its own name, else its parent's; the
 * #SpurEventVisualizer where nothing better is known. Its style is what spur_view_add_style() and
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
  SpurStyle style;
  GType type;

  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);
  g_return_val_if_fail (layout != NULL, NULL);

  spur_view_register_visualizers (registry);
  type = spur_registry_find_visualizer (registry, layout);
  if (!g_type_is_a (type, SPUR_TYPE_VISUALIZER) || G_TYPE_IS_ABSTRACT (type))
    type = SPUR_TYPE_EVENT_VISUALIZER;
  visualizer = g_object_new (type, NULL);
  style = SPUR_VISUALIZER_GET_CLASS (visualizer)->style;
  find_style (registry, layout, &style);
  spur_visualizer_set_style (visualizer, &style);
  spur_registry_set_parameters (registry, layout, G_OBJECT (visualizer));
  return visualizer;
}
