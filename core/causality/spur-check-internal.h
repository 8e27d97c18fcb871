/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/causality/spur-nodes-internal.h"

/* Edges with the times of their nodes. Where @is_own is not NULL, only edges and members that
 * receive in a stream with a byte in it count. */
typedef struct
{
  SpurEdges *edges;
  const SpurNodes *nodes;
  const gint64 *times;
  const guint8 *is_own;
  gint64 mu_ns;
} SpurCheckInput;

void spur_check_run_times (SpurCheck *check, const SpurCheckInput *input, const SpurJob *job);

/* How many events are earlier than the one before them in their stream; of streams with a byte in
 * @is_own, where that is not NULL. */
guint64 spur_check_count_inversions (SpurTrace *trace,
                                     SpurCorrection *correction,
                                     const guint8 *is_own,
                                     const SpurJob *job);

/* As spur_check_run(), but for the order within streams, which takes a look at every event. */
void spur_check_run_edges (SpurCheck *check,
                           SpurTrace *trace,
                           SpurEdges *edges,
                           SpurCorrection *correction,
                           gint64 mu_ns,
                           const SpurJob *job);
