/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Files of delays, for a trace with two streams. */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "core/causality/spur-delays.h"
#include "events/spur-events.h"
#include "tests/fuzz/fuzz.h"
#include "tests/store/sample-trace.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static SpurTrace *trace;
  int fd = memfd_create ("mu", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (SpurDelays) delays = spur_delays_new ();
  g_autoptr (GError) error = NULL;
  gboolean is_good;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  if (trace == NULL)
    trace = sample_trace_new (1, 2, 20, 20);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  is_good = spur_delays_parse_file (delays, trace, path, &error);
  g_assert_true (is_good == (error == NULL));
  fuzz_count (is_good);
  close (fd);
  return 0;
}
