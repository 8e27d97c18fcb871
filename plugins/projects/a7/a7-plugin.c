/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { a7_node_get_type, a7_subproblem_get_type,
                                           a7_balancer_get_type };

static const SimGetType event_types[] = {
  a7_subproblem_creation_event_get_type,
  a7_subproblem_growth_event_get_type,
  a7_diffusion_load_event_get_type,
  a7_subproblem_migration_send_event_get_type,
  a7_subproblem_migration_receive_event_get_type,
  a7_diffusion_message_send_event_get_type,
  a7_diffusion_message_receive_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (a7, "Load balancing in a hypercube, for theory (project A7)", register_types)
