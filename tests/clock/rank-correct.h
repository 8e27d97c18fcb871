/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-partition.h"

G_BEGIN_DECLS

/* The rank's partition of a trace that every rank holds as a whole, with its edges, which are the
 * same on all ranks, or without any for NULL. @exchange lives longer. */
SpurPartition *rank_partition_new (SpurExchange *exchange, SpurTrace *trace, SpurEdges *edges);

/* A step of a correction by all ranks; on rank 0 @correction gets the maps of all streams. @edges
 * are the same everywhere. */
gboolean rank_correct (SpurExchange *exchange,
                       SpurClockCorrector *corrector,
                       SpurTrace *trace,
                       SpurEdges *edges,
                       SpurCorrection *correction,
                       const SpurJob *job,
                       GError **error);

G_END_DECLS
