/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-exchange.h"
#include "core/clock/spur-clock-corrector.h"

G_BEGIN_DECLS

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
