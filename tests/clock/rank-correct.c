/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "rank-correct.h"

#include "core/clock/parallel/spur-partition-private.h"

gboolean
rank_correct (SpurExchange *exchange,
              SpurClockCorrector *corrector,
              SpurTrace *trace,
              SpurEdges *edges,
              SpurCorrection *correction,
              const SpurJob *job,
              GError **error)
{
  g_autoptr (SpurPartition) partition = spur_partition_new (exchange, trace);

  spur_partition_set_edges (partition, edges);
  return spur_partition_correct (partition, corrector, correction, job, error) &&
         spur_partition_collect (partition, correction, error);
}
