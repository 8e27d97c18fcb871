/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/b3/b3-balancing-events.h"
#include "plugins/projects/b3/b3-node-events.h"
#include "plugins/projects/b3/b3-objects.h"
#include "plugins/projects/b3/b3-traversal-events.h"

#ifdef SPUR_WITH_VIEWS
#include "plugins/projects/b3/b3-visualizers.h"
#endif

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    B3_TYPE_BISECTION_EVENT,
    B3_TYPE_BALANCING_MESSAGE_SEND_EVENT,
    B3_TYPE_BALANCING_MESSAGE_RECEIVE_EVENT,
    B3_TYPE_LEAF_CREATION_EVENT,
    B3_TYPE_NODE_ENLARGEMENT_EVENT,
    B3_TYPE_COMPUTATION_BEGIN_EVENT,
    B3_TYPE_COMPUTATION_END_EVENT,
    B3_TYPE_NODE_MIGRATION_SEND_EVENT,
    B3_TYPE_NODE_MIGRATION_RECEIVE_EVENT,
    B3_TYPE_TRAVERSAL_EVENT,
    B3_TYPE_EDGE_SEND_EVENT,
    B3_TYPE_EDGE_RECEIVE_EVENT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (!spur_plugin_add_event_type (plugin, types[i], error))
        return FALSE;
    }
  return TRUE;
}

#ifdef SPUR_WITH_VIEWS
static gboolean
add_visualizer_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    B3_TYPE_LEAF_CREATION_VISUALIZER,
    B3_TYPE_NODE_ENLARGEMENT_VISUALIZER,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (!spur_plugin_add_visualizer_type (plugin, types[i], error))
        return FALSE;
    }
  return TRUE;
}
#else
static gboolean
add_visualizer_types (SpurPlugin *plugin, GError **error)
{
  return TRUE;
}
#endif

/* Types of active objects are found by name in a trace, if they are known by then. */
static void
ensure_object_types (void)
{
  g_type_ensure (B3_TYPE_WORKSTATION);
  g_type_ensure (B3_TYPE_PROCESS);
  g_type_ensure (B3_TYPE_TREE_NODE);
  g_type_ensure (B3_TYPE_BALANCER);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error) && add_visualizer_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (b3,
                    "Adaptive finite elements on a tree that is balanced by bisection (project B3)",
                    register_types)
