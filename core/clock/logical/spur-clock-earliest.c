/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A forward pass over times that are not those of the trace: a replay in which edges take no time.
 */
#include "core/clock/logical/spur-clock-earliest-internal.h"

#include "core/base/spur-pages-private.h"
#include "core/clock/logical/spur-clock-pass-private.h"

gint64 *
spur_clock_get_earliest (SpurTrace *trace,
                         SpurEdges *edges,
                         SpurNodes *nodes,
                         const gint64 *own_ns,
                         const SpurJob *job,
                         GError **error)
{
  const SpurClockParameters parameters = { .gamma_ppb = SPUR_PARTS_PER_BILLION };
  const SpurClockWork work = spur_clock_work_get (trace, edges, NULL, job);
  SpurClockPass pass = { .nodes = spur_nodes_ref (nodes), .from_ns = own_ns };
  gint64 *earliest_ns = NULL;

  pass.has_all = g_new0 (guint8, nodes->n_streams + 1);
  pass.n_jumps = g_new (gint64, nodes->n_streams + 1);
  pass.halo = pass.own_halo = spur_halo_new (work.distribution, nodes, edges);
  pass.clock_ns = SPUR_PAGES_NEW (gint64, nodes->n_nodes);
  if (spur_clock_pass_run (&pass, &parameters, &work, error))
    earliest_ns = g_steal_pointer (&pass.clock_ns);
  spur_clock_pass_clear (&pass);
  return earliest_ns;
}
