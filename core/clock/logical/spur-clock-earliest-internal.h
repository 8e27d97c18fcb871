/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-nodes-internal.h"

/* When the nodes of a trace are reached at the earliest if messages and collective operations take
 * no time: @own_ns says for each node how long its stream needs from its begin to there where
 * nothing holds it up. It is LC' of a forward pass with gamma 1 and a mu of 0 (clock-correction.md
 * section 2). Freed by spur_pages_free(); NULL where edges form a cycle. */
gint64 *spur_clock_get_earliest (SpurTrace *trace,
                                 SpurEdges *edges,
                                 SpurNodes *nodes,
                                 const gint64 *own_ns,
                                 const SpurJob *job,
                                 GError **error);
