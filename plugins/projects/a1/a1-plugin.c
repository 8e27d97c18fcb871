/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/a1/a1-message-events.h"
#include "plugins/projects/a1/a1-object-events.h"
#include "plugins/projects/a1/a1-objects.h"
#include "plugins/projects/a1/a1-target-events.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    A1_TYPE_SERVICE_SEND_EVENT,
    A1_TYPE_SERVICE_RECEIVE_EVENT,
    A1_TYPE_MESSAGE_SEND_EVENT,
    A1_TYPE_MESSAGE_RECEIVE_EVENT,
    A1_TYPE_CHECKPOINT_MIGRATION_SEND_EVENT,
    A1_TYPE_CHECKPOINT_MIGRATION_RECEIVE_EVENT,
    A1_TYPE_PROCESS_CREATION_EVENT,
    A1_TYPE_THREAD_CREATION_EVENT,
    A1_TYPE_OBJECT_CREATION_EVENT,
    A1_TYPE_REQUIREMENTS_EVENT,
    A1_TYPE_TERMINATION_EVENT,
    A1_TYPE_COMPUTER_ADDITION_EVENT,
    A1_TYPE_PROCESSOR_ADDITION_EVENT,
    A1_TYPE_COMPUTER_REMOVAL_EVENT,
    A1_TYPE_LOGIN_EVENT,
    A1_TYPE_LOGOUT_EVENT,
    A1_TYPE_NODE_LOAD_EVENT,
    A1_TYPE_NETWORK_LOAD_EVENT,
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
  g_type_ensure (A1_TYPE_COMPUTER);
  g_type_ensure (A1_TYPE_PROCESSOR);
  g_type_ensure (A1_TYPE_PROCESS);
  g_type_ensure (A1_TYPE_THREAD);
  g_type_ensure (A1_TYPE_OBJECT);
  g_type_ensure (A1_TYPE_MONITOR);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (a1,
                    "Processes, threads, objects and computers under OMIS monitoring (project A1)",
                    register_types)
