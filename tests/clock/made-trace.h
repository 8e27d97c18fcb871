/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-check.h"
#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/* Traces made of nothing but times, in ns: edges come beside them. */

/* @times holds a GArray of gint64 per stream; every stream has a clock of its own. */
SpurTrace *made_trace_new (GPtrArray *times, guint chunk_events);

/* NULL with an error where the times are refused. */
SpurTrace *made_trace_try_new (GPtrArray *times, guint chunk_events, GError **error);

/* @predecessors holds SpurPredecessor. */
SpurTrace *made_trace_new_ordered (GPtrArray *times, GArray *predecessors, guint chunk_events);

/* The times of all events of a stream after a correction. */
GArray *made_trace_get_times (SpurTrace *trace, SpurCorrection *correction, guint stream);

/* Adds an edge with the default mu. */
void
made_trace_add_edge (SpurEdges *edges, guint32 from, guint64 send, guint32 to, guint64 receive);

G_END_DECLS
