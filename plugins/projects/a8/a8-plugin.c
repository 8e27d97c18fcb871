/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { a8_host_get_type, a8_actor_get_type, a8_depot_get_type,
                                           a8_manager_get_type };

static const SimGetType event_types[] = {
  a8_actor_creation_event_get_type,
  a8_depot_creation_event_get_type,
  a8_component_termination_event_get_type,
  a8_component_state_event_get_type,
  a8_load_index_send_event_get_type,
  a8_load_index_receive_event_get_type,
  a8_sphere_creation_send_event_get_type,
  a8_sphere_creation_receive_event_get_type,
  a8_location_send_event_get_type,
  a8_location_receive_event_get_type,
  a8_call_send_event_get_type,
  a8_call_receive_event_get_type,
  a8_return_send_event_get_type,
  a8_return_receive_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (a8,
                    "Actors and depots of a distributed operating system (project A8)",
                    register_types)
