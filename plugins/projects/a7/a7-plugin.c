/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/a7/a7-diffusion-load-event.h"
#include "plugins/projects/a7/a7-diffusion-message-receive-event.h"
#include "plugins/projects/a7/a7-diffusion-message-send-event.h"
#include "plugins/projects/a7/a7-objects.h"
#include "plugins/projects/a7/a7-subproblem-creation-event.h"
#include "plugins/projects/a7/a7-subproblem-growth-event.h"
#include "plugins/projects/a7/a7-subproblem-migration-receive-event.h"
#include "plugins/projects/a7/a7-subproblem-migration-send-event.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    A7_TYPE_SUBPROBLEM_CREATION_EVENT,
    A7_TYPE_SUBPROBLEM_GROWTH_EVENT,
    A7_TYPE_DIFFUSION_LOAD_EVENT,
    A7_TYPE_SUBPROBLEM_MIGRATION_SEND_EVENT,
    A7_TYPE_SUBPROBLEM_MIGRATION_RECEIVE_EVENT,
    A7_TYPE_DIFFUSION_MESSAGE_SEND_EVENT,
    A7_TYPE_DIFFUSION_MESSAGE_RECEIVE_EVENT,
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
  g_type_ensure (A7_TYPE_NODE);
  g_type_ensure (A7_TYPE_SUBPROBLEM);
  g_type_ensure (A7_TYPE_BALANCER);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (a7, "Load balancing in a hypercube, for theory (project A7)", register_types)
