/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* LTTng-UST, with a session of its own in a session daemon of its own. What its consumer spends in
 * another process is not counted here. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bench/record-lttng-point.inc"

#include "bench/record.h"

static gboolean
begin (const char *folder, guint n_threads)
{
  return g_getenv ("SPUR_BENCH_LTTNG") != NULL;
}

static void
record_events (guint thread, guint64 n_events)
{
  for (guint64 k = 0; k < n_events; k++)
    lttng_ust_tracepoint (spur_bench, event, k & 7, thread, k & 0xfff, k * 3);
}

static guint64
end (void)
{
  return 0;
}

const BenchRecorder bench_lttng = { "lttng", begin, record_events, end, 1 };
