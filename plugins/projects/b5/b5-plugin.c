/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { b5_workstation_get_type, b5_process_get_type,
                                           b5_agent_get_type, b5_task_get_type,
                                           b5_distributor_get_type };

static const SimGetType event_types[] = {
  b5_message_send_event_get_type,
  b5_message_receive_event_get_type,
  b5_request_send_event_get_type,
  b5_request_receive_event_get_type,
  b5_reply_send_event_get_type,
  b5_reply_receive_event_get_type,
  b5_forward_send_event_get_type,
  b5_forward_receive_event_get_type,
  b5_location_send_event_get_type,
  b5_location_receive_event_get_type,
  b5_control_send_event_get_type,
  b5_control_receive_event_get_type,
  b5_process_load_event_get_type,
  b5_agent_blocking_event_get_type,
  b5_task_buffering_event_get_type,
  b5_task_assignment_event_get_type,
  b5_agent_migration_send_event_get_type,
  b5_agent_migration_receive_event_get_type,
  b5_task_send_event_get_type,
  b5_task_receive_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (b5, "Adaptive load distribution by ALDY (project B5)", register_types)
