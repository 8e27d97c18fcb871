/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/a8/a8-component-events.h"
#include "plugins/projects/a8/a8-management-events.h"
#include "plugins/projects/a8/a8-objects.h"
#include "plugins/projects/a8/a8-usage-events.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    A8_TYPE_ACTOR_CREATION_EVENT,
    A8_TYPE_DEPOT_CREATION_EVENT,
    A8_TYPE_COMPONENT_TERMINATION_EVENT,
    A8_TYPE_COMPONENT_STATE_EVENT,
    A8_TYPE_LOAD_INDEX_SEND_EVENT,
    A8_TYPE_LOAD_INDEX_RECEIVE_EVENT,
    A8_TYPE_SPHERE_CREATION_SEND_EVENT,
    A8_TYPE_SPHERE_CREATION_RECEIVE_EVENT,
    A8_TYPE_LOCATION_SEND_EVENT,
    A8_TYPE_LOCATION_RECEIVE_EVENT,
    A8_TYPE_CALL_SEND_EVENT,
    A8_TYPE_CALL_RECEIVE_EVENT,
    A8_TYPE_RETURN_SEND_EVENT,
    A8_TYPE_RETURN_RECEIVE_EVENT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      if (!spur_plugin_add_event_type (plugin, types[i], error))
        return FALSE;
    }
  return TRUE;
}

/* Types of active objects are found by name in a trace, if they are known by then. */
static void
ensure_object_types (void)
{
  g_type_ensure (A8_TYPE_HOST);
  g_type_ensure (A8_TYPE_ACTOR);
  g_type_ensure (A8_TYPE_DEPOT);
  g_type_ensure (A8_TYPE_MANAGER);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (a8,
                    "Actors and depots of a distributed operating system (project A8)",
                    register_types)
