/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/b2/b2-assignment-receive-event.h"
#include "plugins/projects/b2/b2-assignment-send-event.h"
#include "plugins/projects/b2/b2-completion-receive-event.h"
#include "plugins/projects/b2/b2-completion-send-event.h"
#include "plugins/projects/b2/b2-interpreter-creation-event.h"
#include "plugins/projects/b2/b2-network-load-event.h"
#include "plugins/projects/b2/b2-node-load-event.h"
#include "plugins/projects/b2/b2-objects.h"
#include "plugins/projects/b2/b2-page-read-event.h"
#include "plugins/projects/b2/b2-query-phase-event.h"
#include "plugins/projects/b2/b2-report-receive-event.h"
#include "plugins/projects/b2/b2-report-send-event.h"
#include "plugins/projects/b2/b2-tuples-receive-event.h"
#include "plugins/projects/b2/b2-tuples-send-event.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    B2_TYPE_INTERPRETER_CREATION_EVENT,
    B2_TYPE_QUERY_PHASE_EVENT,
    B2_TYPE_PAGE_READ_EVENT,
    B2_TYPE_NODE_LOAD_EVENT,
    B2_TYPE_NETWORK_LOAD_EVENT,
    B2_TYPE_TUPLES_SEND_EVENT,
    B2_TYPE_TUPLES_RECEIVE_EVENT,
    B2_TYPE_REPORT_SEND_EVENT,
    B2_TYPE_REPORT_RECEIVE_EVENT,
    B2_TYPE_ASSIGNMENT_SEND_EVENT,
    B2_TYPE_ASSIGNMENT_RECEIVE_EVENT,
    B2_TYPE_COMPLETION_SEND_EVENT,
    B2_TYPE_COMPLETION_RECEIVE_EVENT,
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
  g_type_ensure (B2_TYPE_NODE);
  g_type_ensure (B2_TYPE_QUERY);
  g_type_ensure (B2_TYPE_INTERPRETER);
  g_type_ensure (B2_TYPE_SCHEDULER);
  g_type_ensure (B2_TYPE_MONITOR);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (b2, "Parallel database queries (project B2)", register_types)
