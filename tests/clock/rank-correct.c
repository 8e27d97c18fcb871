/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "rank-correct.h"

#include "core/clock/parallel/spur-share-private.h"

gboolean
rank_correct (SpurExchange *exchange,
              SpurClockCorrector *corrector,
              SpurTrace *trace,
              SpurEdges *edges,
              SpurCorrection *correction,
              const SpurJob *job,
              GError **error)
{
  g_autoptr (SpurShare) share = spur_share_new (exchange, trace);

  spur_share_set_edges (share, edges);
  return spur_share_correct (share, corrector, correction, job, error) &&
         spur_share_collect (share, correction, error);
}
