/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/b1/b1-message-events.h"
#include "plugins/projects/b1/b1-objects.h"
#include "plugins/projects/b1/b1-state-events.h"
#include "plugins/projects/b1/b1-steal-events.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    B1_TYPE_TASK_SEND_EVENT,
    B1_TYPE_TASK_RECEIVE_EVENT,
    B1_TYPE_RESULT_SEND_EVENT,
    B1_TYPE_RESULT_RECEIVE_EVENT,
    B1_TYPE_CLIENT_STATE_EVENT,
    B1_TYPE_SERVER_STATE_EVENT,
    B1_TYPE_BLOCK_STATE_EVENT,
    B1_TYPE_LOAD_INDEX_SEND_EVENT,
    B1_TYPE_LOAD_INDEX_RECEIVE_EVENT,
    B1_TYPE_STEAL_SEND_EVENT,
    B1_TYPE_STEAL_RECEIVE_EVENT,
    B1_TYPE_BLOCK_SPLIT_EVENT,
    B1_TYPE_BLOCK_MIGRATION_SEND_EVENT,
    B1_TYPE_BLOCK_MIGRATION_RECEIVE_EVENT,
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
  g_type_ensure (B1_TYPE_COMPUTER);
  g_type_ensure (B1_TYPE_CLIENT);
  g_type_ensure (B1_TYPE_SERVER);
  g_type_ensure (B1_TYPE_BLOCK);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (b1,
                    "Automatic test pattern generation by clients and servers (project B1)",
                    register_types)
