/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { b2_node_get_type, b2_query_get_type,
                                           b2_interpreter_get_type, b2_scheduler_get_type,
                                           b2_monitor_get_type };

static const SimGetType event_types[] = {
  b2_interpreter_creation_event_get_type,
  b2_query_phase_event_get_type,
  b2_page_read_event_get_type,
  b2_node_load_event_get_type,
  b2_network_load_event_get_type,
  b2_tuples_send_event_get_type,
  b2_tuples_receive_event_get_type,
  b2_report_send_event_get_type,
  b2_report_receive_event_get_type,
  b2_assignment_send_event_get_type,
  b2_assignment_receive_event_get_type,
  b2_completion_send_event_get_type,
  b2_completion_receive_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (b2, "Parallel database queries (project B2)", register_types)
