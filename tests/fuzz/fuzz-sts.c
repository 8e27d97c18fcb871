/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The definitions of a Projections trace, with logs that use the first of them. */
#include "config.h"

#include <string.h>

#include "plugins/formats/projections/projections-reading.h"
#include "tests/fuzz/fuzz.h"
#include "tests/store/sample-trace.h"

#define MAX_PES 8

static FormatLines *
open_log (guint log, gpointer user_data, GError **error)
{
  static const char text[] = "PROJECTIONS-RECORD 6\n6 8\n2 4 0 12 0 0 64 0 0 0 0 0 1\n"
                             "1 4 0 13 1 0 64 0\n3 4 0 20 0 0 0 5\n13 1 21 1 0\n7 52\n";

  return format_lines_new_for_bytes ("fuzz.log", text, strlen (text));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (FormatLines) lines =
    format_lines_new_for_bytes ("fuzz.sts", (const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (ProjectionsSts) sts = projections_sts_read (lines, &error);
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (SpurTrace) trace = NULL;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  g_assert_true ((sts == NULL) == (error != NULL));
  fuzz_count (sts != NULL);
  if (sts == NULL || sts->n_pes > MAX_PES)
    return 0;
  trace = projections_reading_run (sts, (guint) sts->n_pes, open_log, NULL, size, &job, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    sample_trace_walk (trace);
  return 0;
}
