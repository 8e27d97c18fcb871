/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/b4/b4-control-events.h"
#include "plugins/projects/b4/b4-migration-events.h"
#include "plugins/projects/b4/b4-objects.h"
#include "plugins/projects/b4/b4-signal-events.h"
#include "plugins/projects/b4/b4-time-warp-events.h"

#ifdef SPUR_WITH_VIEWS
#include "plugins/projects/b4/b4-visualizers.h"
#endif

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    B4_TYPE_MIGRATION_INITIATION_SEND_EVENT,
    B4_TYPE_MIGRATION_INITIATION_RECEIVE_EVENT,
    B4_TYPE_MIGRATION_COMPLETION_SEND_EVENT,
    B4_TYPE_MIGRATION_COMPLETION_RECEIVE_EVENT,
    B4_TYPE_NEW_LOCATION_SEND_EVENT,
    B4_TYPE_NEW_LOCATION_RECEIVE_EVENT,
    B4_TYPE_EVENT_FORWARDING_SEND_EVENT,
    B4_TYPE_EVENT_FORWARDING_RECEIVE_EVENT,
    B4_TYPE_PROGRESS_MESSAGE_SEND_EVENT,
    B4_TYPE_PROGRESS_MESSAGE_RECEIVE_EVENT,
    B4_TYPE_TOPOLOGY_SEND_EVENT,
    B4_TYPE_TOPOLOGY_RECEIVE_EVENT,
    B4_TYPE_STATE_SEND_EVENT,
    B4_TYPE_STATE_RECEIVE_EVENT,
    B4_TYPE_SIGNAL_SEND_EVENT,
    B4_TYPE_SIGNAL_RECEIVE_EVENT,
    B4_TYPE_TIME_WARP_EVENT,
    B4_TYPE_LOCAL_TIME_EVENT,
    B4_TYPE_PROGRESS_EVENT,
    B4_TYPE_ROLLBACK_EVENT,
    B4_TYPE_GLOBAL_TIME_EVENT,
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
    B4_TYPE_ROLLBACK_VISUALIZER,
    B4_TYPE_LOCAL_TIME_VISUALIZER,
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
  g_type_ensure (B4_TYPE_MACHINE);
  g_type_ensure (B4_TYPE_SIMULATOR);
  g_type_ensure (B4_TYPE_CONTROLLER);
  g_type_ensure (B4_TYPE_CIRCUIT_PARTITION);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error) && add_visualizer_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (b4,
                    "Parallel simulation of logic circuits by time warp (project B4)",
                    register_types)
