/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Compressed files: what they hold stays below the limit, whatever they claim. */
#include "config.h"

#include <sys/mman.h>
#include <unistd.h>

#include "core/format/spur-decompress-internal.h"
#include "tests/fuzz/fuzz.h"

#define MAX_BYTES (1u << 20)

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  SpurDecompress plan = { .in = memfd_create ("in", MFD_CLOEXEC),
                          .out = memfd_create ("out", MFD_CLOEXEC),
                          .place = "fuzz",
                          .max_bytes = MAX_BYTES,
                          .limit_advice = "" };
  g_autoptr (GError) error = NULL;
  gboolean is_good;

  g_assert_cmpint (write (plan.in, data, size), ==, (gssize) size);
  g_assert_cmpint (lseek (plan.in, 0, SEEK_SET), ==, 0);
  is_good = spur_decompress_run (&plan, NULL, &error);
  g_assert_true (is_good == (error == NULL));
  g_assert_cmpint (lseek (plan.out, 0, SEEK_END), <=, MAX_BYTES);
  /* What is not compressed opens always, and would hide whether anything else does. */
  if (spur_compression_recognise (data, size) != SPUR_COMPRESSION_NONE)
    fuzz_count (is_good);
  close (plan.in);
  close (plan.out);
  return 0;
}
