/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

/**
 * SPUR_EDGES_MAX_CYCLIC:
 *
 * The most edges that were left out and are kept; the others are counted only.
 *
 * Since: 1.0
 */
#define SPUR_EDGES_MAX_CYCLIC 1000

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_leave_out_cycles (SpurEdges *self, SpurTrace *trace);

SPUR_AVAILABLE_IN_ALL
char *spur_edges_describe_cyclic (SpurEdges *self, SpurTrace *trace, guint max_edges);

G_END_DECLS
