/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Recordings. Checksums would keep chance from getting far, so they are made right first: those of
 * the preamble and of everything that looks like the header of a packet. */
#include "config.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-hash-private.h"
#include "core/record/reading/spur-packet.h"
#include "core/record/reading/spur-recording-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/store/trace/spur-cursor.h"
#include "tests/fuzz/fuzz.h"

static void
mend (guint8 *bytes, gsize n_bytes)
{
  if (n_bytes < SPUR_RECORDING_PREAMBLE_BYTES)
    return;
  spur_put_le64 (bytes + 88, spur_hash_bytes (bytes, 88));
  for (gsize at = SPUR_RECORDING_PREAMBLE_BYTES; at + SPUR_PACKET_HEADER_BYTES <= n_bytes; at += 8)
    {
      guint32 n_body = spur_get_le32 (bytes + at + 8);

      if (spur_get_le32 (bytes + at) != SPUR_PACKET_MAGIC ||
          n_body > n_bytes - at - SPUR_PACKET_HEADER_BYTES)
        continue;
      spur_put_le64 (bytes + at + 40,
                     spur_hash_bytes (bytes + at + SPUR_PACKET_HEADER_BYTES, n_body));
      spur_put_le64 (bytes + at + 48, spur_hash_bytes (bytes + at, 48));
    }
}

static void
look_at (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint64 n_events = 0;

  while (spur_cursor_next (cursor))
    n_events++;
  g_assert_cmpuint (n_events, ==, spur_trace_get_n_events (trace));
}

static void
read_once (const guint8 *data, gsize size, gboolean is_mended)
{
  guint8 *bytes = g_memdup2 (data, size);
  g_autoptr (GBytes) input = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  if (is_mended)
    mend (bytes, size);
  input = g_bytes_new_take (bytes, size);
  trace = spur_recording_open_bytes ("fuzz.spurrec", input, NULL, NULL, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    look_at (trace);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  read_once (data, size, FALSE);
  read_once (data, size, TRUE);
  return 0;
}
