/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The container. Checksums are not looked at. */
#include "config.h"

#include "core/store/container/spur-container-internal.h"
#include "tests/fuzz/container-frame.h"
#include "tests/fuzz/fuzz.h"
#include "tests/store/sample-trace.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (GBytes) bytes = container_frame_make (data, size);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  trace = spur_container_open_bytes ("fuzz", bytes, TRUE, &job, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  fuzz_count (trace != NULL);
  if (trace != NULL)
    sample_trace_walk (trace);
  return 0;
}
