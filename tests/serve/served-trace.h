/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/serve/spur-page-source-internal.h"

#define SERVED_STATES 5
#define SERVED_SHIFT_NS 1000000

/* A trace of calls, its index, and what a page gets of it. */
typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurIndex *index;
  SpurPageSource *source;
  gint64 end_ns;
} ServedTrace;

/* Each stream is that of a core, and tells of a process on it. */
#define SERVED_CORE(stream) (2 * (stream))
#define SERVED_PROCESS(stream) (2 * (stream) + 1)

/* 60,000 events in each of @n_streams streams, the first at 0 ns; where it @is_corrected, the
 * second stream is later by SERVED_SHIFT_NS at corrected times. */
void served_trace_init (ServedTrace *self, guint n_streams, gboolean is_corrected);
void served_trace_clear (ServedTrace *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ServedTrace, served_trace_clear)

/* Each call takes three quarters of its time; a pause follows. */
gint64 served_trace_get_call_ns (guint call);
guint32 served_trace_get_state (guint stream, guint call);

/* Texts by name, as in "from=0&to=5". */
GHashTable *served_query (const char *text);
