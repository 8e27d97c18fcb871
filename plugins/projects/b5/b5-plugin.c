/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/b5/b5-agent-blocking-event.h"
#include "plugins/projects/b5/b5-agent-migration-receive-event.h"
#include "plugins/projects/b5/b5-agent-migration-send-event.h"
#include "plugins/projects/b5/b5-control-receive-event.h"
#include "plugins/projects/b5/b5-control-send-event.h"
#include "plugins/projects/b5/b5-forward-receive-event.h"
#include "plugins/projects/b5/b5-forward-send-event.h"
#include "plugins/projects/b5/b5-location-receive-event.h"
#include "plugins/projects/b5/b5-location-send-event.h"
#include "plugins/projects/b5/b5-message-receive-event.h"
#include "plugins/projects/b5/b5-message-send-event.h"
#include "plugins/projects/b5/b5-objects.h"
#include "plugins/projects/b5/b5-process-load-event.h"
#include "plugins/projects/b5/b5-reply-receive-event.h"
#include "plugins/projects/b5/b5-reply-send-event.h"
#include "plugins/projects/b5/b5-request-receive-event.h"
#include "plugins/projects/b5/b5-request-send-event.h"
#include "plugins/projects/b5/b5-task-assignment-event.h"
#include "plugins/projects/b5/b5-task-buffering-event.h"
#include "plugins/projects/b5/b5-task-receive-event.h"
#include "plugins/projects/b5/b5-task-send-event.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    B5_TYPE_MESSAGE_SEND_EVENT,
    B5_TYPE_MESSAGE_RECEIVE_EVENT,
    B5_TYPE_REQUEST_SEND_EVENT,
    B5_TYPE_REQUEST_RECEIVE_EVENT,
    B5_TYPE_REPLY_SEND_EVENT,
    B5_TYPE_REPLY_RECEIVE_EVENT,
    B5_TYPE_FORWARD_SEND_EVENT,
    B5_TYPE_FORWARD_RECEIVE_EVENT,
    B5_TYPE_LOCATION_SEND_EVENT,
    B5_TYPE_LOCATION_RECEIVE_EVENT,
    B5_TYPE_CONTROL_SEND_EVENT,
    B5_TYPE_CONTROL_RECEIVE_EVENT,
    B5_TYPE_PROCESS_LOAD_EVENT,
    B5_TYPE_AGENT_BLOCKING_EVENT,
    B5_TYPE_TASK_BUFFERING_EVENT,
    B5_TYPE_TASK_ASSIGNMENT_EVENT,
    B5_TYPE_AGENT_MIGRATION_SEND_EVENT,
    B5_TYPE_AGENT_MIGRATION_RECEIVE_EVENT,
    B5_TYPE_TASK_SEND_EVENT,
    B5_TYPE_TASK_RECEIVE_EVENT,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
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
  g_type_ensure (B5_TYPE_WORKSTATION);
  g_type_ensure (B5_TYPE_PROCESS);
  g_type_ensure (B5_TYPE_AGENT);
  g_type_ensure (B5_TYPE_TASK);
  g_type_ensure (B5_TYPE_DISTRIBUTOR);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (b5, "Adaptive load distribution by ALDY (project B5)", register_types)
