/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

#ifdef SPUR_WITH_VIEWS
#include "plugins/projects/b4/b4-visualizers.h"
#endif

static const SimGetType object_types[] = { b4_machine_get_type, b4_simulator_get_type,
                                           b4_controller_get_type, b4_circuit_partition_get_type };

static const SimGetType event_types[] = {
  b4_migration_initiation_send_event_get_type,
  b4_migration_initiation_receive_event_get_type,
  b4_migration_completion_send_event_get_type,
  b4_migration_completion_receive_event_get_type,
  b4_new_location_send_event_get_type,
  b4_new_location_receive_event_get_type,
  b4_event_forwarding_send_event_get_type,
  b4_event_forwarding_receive_event_get_type,
  b4_progress_message_send_event_get_type,
  b4_progress_message_receive_event_get_type,
  b4_topology_send_event_get_type,
  b4_topology_receive_event_get_type,
  b4_state_send_event_get_type,
  b4_state_receive_event_get_type,
  b4_signal_send_event_get_type,
  b4_signal_receive_event_get_type,
  b4_time_warp_event_get_type,
  b4_local_time_event_get_type,
  b4_progress_event_get_type,
  b4_rollback_event_get_type,
  b4_global_time_event_get_type,
};

#ifdef SPUR_WITH_VIEWS
static const SimGetType visualizer_types[] = { b4_rollback_visualizer_get_type,
                                               b4_local_time_visualizer_get_type };
#endif

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
#ifdef SPUR_WITH_VIEWS
  if (!sim_add_types (plugin, visualizer_types, G_N_ELEMENTS (visualizer_types),
                      spur_plugin_add_visualizer_type, error))
    return FALSE;
#endif
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (b4,
                    "Parallel simulation of logic circuits by time warp (project B4)",
                    register_types)
