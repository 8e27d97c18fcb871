/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"
#include "plugins/projects/a5/a5-cancel-receive-event.h"
#include "plugins/projects/a5/a5-cancel-send-event.h"
#include "plugins/projects/a5/a5-host-load-event.h"
#include "plugins/projects/a5/a5-lemma-receive-event.h"
#include "plugins/projects/a5/a5-lemma-send-event.h"
#include "plugins/projects/a5/a5-objects.h"
#include "plugins/projects/a5/a5-proof-event.h"
#include "plugins/projects/a5/a5-prover-creation-event.h"
#include "plugins/projects/a5/a5-prover-termination-event.h"
#include "plugins/projects/a5/a5-report-receive-event.h"
#include "plugins/projects/a5/a5-report-send-event.h"
#include "plugins/projects/a5/a5-search-event.h"
#include "plugins/projects/a5/a5-start-receive-event.h"
#include "plugins/projects/a5/a5-start-send-event.h"
#include "plugins/projects/a5/a5-verdict-receive-event.h"
#include "plugins/projects/a5/a5-verdict-send-event.h"

static gboolean
add_event_types (SpurPlugin *plugin, GError **error)
{
  const GType types[] = {
    A5_TYPE_PROVER_CREATION_EVENT, A5_TYPE_PROVER_TERMINATION_EVENT, A5_TYPE_SEARCH_EVENT,
    A5_TYPE_PROOF_EVENT,           A5_TYPE_HOST_LOAD_EVENT,          A5_TYPE_LEMMA_SEND_EVENT,
    A5_TYPE_LEMMA_RECEIVE_EVENT,   A5_TYPE_REPORT_SEND_EVENT,        A5_TYPE_REPORT_RECEIVE_EVENT,
    A5_TYPE_START_SEND_EVENT,      A5_TYPE_START_RECEIVE_EVENT,      A5_TYPE_VERDICT_SEND_EVENT,
    A5_TYPE_VERDICT_RECEIVE_EVENT, A5_TYPE_CANCEL_SEND_EVENT,        A5_TYPE_CANCEL_RECEIVE_EVENT,
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
  g_type_ensure (A5_TYPE_HOST);
  g_type_ensure (A5_TYPE_PROVER);
  g_type_ensure (A5_TYPE_SUPERVISOR);
  g_type_ensure (A5_TYPE_DAEMON);
}

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  ensure_object_types ();
  return add_event_types (plugin, error);
}

SPUR_PLUGIN_DEFINE (a5, "Cooperative parallel theorem proving (project A5)", register_types)
