/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"

G_BEGIN_DECLS

/* As spur_check_run(), but for the order within streams, which takes a look at every event. */
void spur_check_run_edges (SpurCheck *check,
                           SpurTrace *trace,
                           SpurEdges *edges,
                           SpurCorrection *correction,
                           gint64 mu_ns,
                           const SpurJob *job);

/* The same where it is known already: raw times that were checked before. */
gboolean spur_check_recall (SpurCheck *check,
                            SpurTrace *trace,
                            SpurEdges *edges,
                            SpurCorrection *correction,
                            gint64 mu_ns,
                            const SpurJob *job);

G_END_DECLS
