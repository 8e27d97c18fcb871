/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { a1_computer_get_type, a1_processor_get_type,
                                           a1_process_get_type,  a1_thread_get_type,
                                           a1_object_get_type,   a1_monitor_get_type };

static const SimGetType event_types[] = {
  a1_service_send_event_get_type,
  a1_service_receive_event_get_type,
  a1_message_send_event_get_type,
  a1_message_receive_event_get_type,
  a1_checkpoint_migration_send_event_get_type,
  a1_checkpoint_migration_receive_event_get_type,
  a1_process_creation_event_get_type,
  a1_thread_creation_event_get_type,
  a1_object_creation_event_get_type,
  a1_requirements_event_get_type,
  a1_termination_event_get_type,
  a1_computer_addition_event_get_type,
  a1_processor_addition_event_get_type,
  a1_computer_removal_event_get_type,
  a1_login_event_get_type,
  a1_logout_event_get_type,
  a1_node_load_event_get_type,
  a1_network_load_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (a1,
                    "Processes, threads, objects and computers under OMIS monitoring (project A1)",
                    register_types)
