/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

#ifdef SPUR_WITH_VIEWS
#include "plugins/projects/b3/b3-visualizers.h"
#endif

static const SimGetType object_types[] = { b3_workstation_get_type, b3_process_get_type,
                                           b3_tree_node_get_type, b3_balancer_get_type };

static const SimGetType event_types[] = {
  b3_bisection_event_get_type,
  b3_balancing_message_send_event_get_type,
  b3_balancing_message_receive_event_get_type,
  b3_leaf_creation_event_get_type,
  b3_node_enlargement_event_get_type,
  b3_computation_begin_event_get_type,
  b3_computation_end_event_get_type,
  b3_node_migration_send_event_get_type,
  b3_node_migration_receive_event_get_type,
  b3_traversal_event_get_type,
  b3_edge_send_event_get_type,
  b3_edge_receive_event_get_type,
};

#ifdef SPUR_WITH_VIEWS
static const SimGetType visualizer_types[] = { b3_node_enlargement_visualizer_get_type,
                                               b3_leaf_creation_visualizer_get_type };
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

SPUR_PLUGIN_DEFINE (b3,
                    "Adaptive finite elements on a tree that is balanced by bisection (project B3)",
                    register_types)
