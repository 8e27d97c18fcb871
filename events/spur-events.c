/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "events/spur-events.h"

/* Every class of this library that a trace may name. */
static GType (*const class_types[]) (void) = {
  spur_lo_event_get_type,
  spur_lo_creation_event_get_type,
  spur_lo_placement_event_get_type,
  spur_lo_creation_placement_event_get_type,
  spur_lo_migration_event_get_type,
  spur_lo_migration_send_event_get_type,
  spur_lo_migration_receive_event_get_type,
  spur_lo_state_change_event_get_type,
  spur_lo_termination_event_get_type,
  spur_lo_message_event_get_type,
  spur_lo_message_send_event_get_type,
  spur_lo_message_receive_event_get_type,
  spur_lo_create_neighborhood_event_get_type,
  spur_lo_destroy_neighborhood_event_get_type,
  spur_channel_send_event_get_type,
  spur_channel_receive_event_get_type,
  spur_region_enter_event_get_type,
  spur_region_exit_event_get_type,
  spur_collective_event_get_type,
  spur_collective_begin_event_get_type,
  spur_collective_end_event_get_type,
  spur_collective_start_event_get_type,
  spur_collective_completion_event_get_type,
  spur_collective_exchange_event_get_type,
  spur_barrier_enter_event_get_type,
  spur_barrier_exit_event_get_type,
  spur_target_event_get_type,
  spur_target_addition_event_get_type,
  spur_target_state_change_event_get_type,
  spur_target_removal_event_get_type,
  spur_target_create_neighborhood_event_get_type,
  spur_target_destroy_neighborhood_event_get_type,
  spur_lm_event_get_type,
  spur_lm_target_load_event_get_type,
  spur_lm_network_load_event_get_type,
  spur_lm_object_load_event_get_type,
  spur_lm_phase_event_get_type,
  spur_lm_message_event_get_type,
  spur_lm_message_send_event_get_type,
  spur_lm_message_receive_event_get_type,
  spur_custom_event_get_type,
  spur_recorder_drop_event_get_type,
  spur_thread_fork_event_get_type,
  spur_thread_begin_event_get_type,
  spur_thread_end_event_get_type,
  spur_thread_join_event_get_type,
  spur_lock_acquire_event_get_type,
  spur_lock_release_event_get_type,
  spur_window_event_get_type,
  spur_window_put_event_get_type,
  spur_window_get_event_get_type,
  spur_window_post_event_get_type,
  spur_window_start_event_get_type,
  spur_window_complete_event_get_type,
  spur_window_wait_event_get_type,
  spur_window_lock_event_get_type,
  spur_window_unlock_event_get_type,
  spur_window_fence_event_get_type,
  spur_load_object_get_type,
  spur_pinned_object_get_type,
  spur_target_get_type,
  spur_lm_component_get_type,
  spur_neighborhood_get_type,
};

/* Names in a trace are looked up among the classes that are known by then, so those of this library
 * are known as soon as it is loaded. */
__attribute__ ((constructor)) static void
register_events (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (class_types); i++)
    g_type_ensure (class_types[i]());
}
