/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-classes.h"
#include "plugins/projects/kit/sim-plugin.h"

static const SimGetType object_types[] = { a5_host_get_type, a5_prover_get_type,
                                           a5_supervisor_get_type, a5_daemon_get_type };

static const SimGetType event_types[] = {
  a5_prover_creation_event_get_type, a5_prover_termination_event_get_type,
  a5_search_event_get_type,          a5_proof_event_get_type,
  a5_host_load_event_get_type,       a5_lemma_send_event_get_type,
  a5_lemma_receive_event_get_type,   a5_report_send_event_get_type,
  a5_report_receive_event_get_type,  a5_start_send_event_get_type,
  a5_start_receive_event_get_type,   a5_verdict_send_event_get_type,
  a5_verdict_receive_event_get_type, a5_cancel_send_event_get_type,
  a5_cancel_receive_event_get_type,
};

static gboolean
register_types (SpurPlugin *plugin, GError **error)
{
  sim_ensure_types (object_types, G_N_ELEMENTS (object_types));
  return sim_add_types (plugin, event_types, G_N_ELEMENTS (event_types), spur_plugin_add_event_type,
                        error);
}

SPUR_PLUGIN_DEFINE (a5, "Cooperative parallel theorem proving (project A5)", register_types)
