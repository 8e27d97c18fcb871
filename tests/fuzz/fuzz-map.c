/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Time maps that lie beside a trace, of one trace that is always the same. Checksums are not looked
 * at. */
#include "config.h"

#include "core/store/container/spur-container-internal.h"
#include "core/store/trace/spur-map-file.h"
#include "tests/fuzz/container-frame.h"
#include "tests/fuzz/fuzz.h"
#include "tests/store/sample-trace.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static SpurTrace *trace;
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (GBytes) bytes = container_frame_make (data, size);
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (GError) error = NULL;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  if (trace == NULL)
    trace = sample_trace_new (1, 2, 20, 20);
  correction = spur_map_file_load_bytes (trace, "fuzz", bytes, &job, &error);
  g_assert_true ((correction == NULL) == (error != NULL));
  fuzz_count (correction != NULL);
  if (correction == NULL)
    return 0;
  spur_trace_set_correction (trace, correction);
  sample_trace_walk (trace);
  spur_trace_set_correction (trace, NULL);
  return 0;
}
