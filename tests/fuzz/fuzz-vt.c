/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The codec of load data: files of ranks, with a marker between them. */
#include "config.h"

#include <string.h>

#include "core/store/trace/spur-cursor.h"
#include "plugins/formats/vt/vt-reading.h"
#include "tests/fuzz/fuzz.h"

#define MARKER "\n%%\n"
#define MAX_RANKS 4

typedef struct
{
  guint n_ranks;
  const guint8 *bytes[MAX_RANKS];
  gsize n_bytes[MAX_RANKS];
} Input;

static void
split (Input *input, const guint8 *bytes, gsize n_bytes)
{
  const guint8 *end = bytes + n_bytes;
  const guint8 *marker;

  do
    {
      marker = memmem (bytes, (gsize) (end - bytes), MARKER, strlen (MARKER));
      input->bytes[input->n_ranks] = bytes;
      input->n_bytes[input->n_ranks++] = (gsize) ((marker != NULL ? marker : end) - bytes);
      if (marker != NULL)
        bytes = marker + strlen (MARKER);
    }
  while (marker != NULL && input->n_ranks < MAX_RANKS);
}

static VtSource *
open_rank (guint rank, gpointer user_data, GError **error)
{
  const Input *input = user_data;

  return vt_source_new_for_bytes ("fuzz.json", input->bytes[rank], input->n_bytes[rank]);
}

static void
look_at (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint64 n_events = 0;

  while (spur_cursor_next (cursor))
    {
      guint64 subject =
        spur_event_layout_get_use (spur_cursor_get_layout (cursor), SPUR_USE_SUBJECT,
                                   spur_cursor_get_record (cursor), SPUR_NONE);

      g_assert_true (subject == SPUR_NONE ||
                     subject < spur_definitions_get_n_objects (spur_trace_get_definitions (trace)));
      n_events++;
    }
  g_assert_cmpuint (n_events, ==, spur_trace_get_n_events (trace));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Input input = { 0 };
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (VtSource) head = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  split (&input, data, size);
  head = open_rank (0, &input, NULL);
  vt_rank_is_load_data (head);
  trace = vt_reading_run (input.n_ranks, open_rank, &input, &job, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  fuzz_count (trace != NULL);
  if (trace != NULL)
    look_at (trace);
  return 0;
}
