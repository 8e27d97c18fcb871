/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { b1_computer_get_type, b1_client_get_type,
                                           b1_server_get_type, b1_block_get_type };

static const SimGetType event_types[] = {
  b1_task_send_event_get_type,
  b1_task_receive_event_get_type,
  b1_result_send_event_get_type,
  b1_result_receive_event_get_type,
  b1_client_state_event_get_type,
  b1_server_state_event_get_type,
  b1_block_state_event_get_type,
  b1_load_index_send_event_get_type,
  b1_load_index_receive_event_get_type,
  b1_steal_send_event_get_type,
  b1_steal_receive_event_get_type,
  b1_block_split_event_get_type,
  b1_block_migration_send_event_get_type,
  b1_block_migration_receive_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (b1,
                    "Automatic test pattern generation by clients and servers (project B1)",
                    register_types)
