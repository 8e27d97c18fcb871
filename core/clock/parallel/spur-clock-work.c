/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a step of correction works on: a process alone, or the streams of a rank. */
#include "core/clock/parallel/spur-clock-work-private.h"

#include "core/causality/spur-check-internal.h"
#include "core/clock/parallel/spur-partition-private.h"

/* Ranks that are threads may have one corrector, so it is not kept there. */
static GPrivate partition_of_thread;

void
spur_clock_work_set_partition (SpurPartition *partition)
{
  g_private_set (&partition_of_thread, partition);
}

SpurClockWork
spur_clock_work_get (SpurTrace *trace,
                     SpurEdges *edges,
                     SpurCorrection *correction,
                     const SpurJob *job)
{
  SpurPartition *partition = g_private_get (&partition_of_thread);
  const SpurDistribution *distribution =
    partition != NULL ? &partition->distribution : &spur_distribution_self;

  return (SpurClockWork){ trace, edges, correction, job, partition, distribution };
}

void
spur_clock_work_check (const SpurClockWork *self, SpurCheck *check, gint64 mu_ns)
{
  if (self->partition != NULL)
    spur_partition_check_edges (self->partition, check, self->correction, mu_ns, self->job);
  else
    spur_check_run_edges (check, self->trace, self->edges, self->correction, mu_ns, self->job);
}

gint64 *
spur_clock_work_get_times (const SpurClockWork *self, SpurNodes **nodes)
{
  SpurHalo *halo =
    self->partition != NULL ? spur_partition_get_halo (self->partition, self->job) : NULL;

  *nodes = halo != NULL ? spur_nodes_ref (self->partition->nodes)
                        : spur_nodes_make (self->trace, self->edges, NULL, self->job);
  if (*nodes == NULL)
    return NULL;
  return halo != NULL ? spur_halo_get_times (halo, self->trace, self->correction, self->job)
                      : spur_nodes_get_times (*nodes, self->trace, self->correction, self->job);
}
