/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The Projections codec: definitions, then logs, with a marker between them. */
#include "config.h"

#include <string.h>

#include "core/store/trace/spur-cursor.h"
#include "plugins/formats/projections/projections-reading.h"
#include "tests/fuzz/fuzz.h"

#define MARKER "\n%%\n"
#define MAX_LOGS 4

typedef struct
{
  guint n_logs;
  const char *logs[MAX_LOGS];
  gsize n_bytes[MAX_LOGS];
} Input;

static FormatLines *
open_log (guint log, gpointer user_data, GError **error)
{
  const Input *input = user_data;

  return format_lines_new_for_bytes ("fuzz.log", input->logs[log], input->n_bytes[log]);
}

/* Gives the definitions' size. */
static gsize
split (Input *input, const char *bytes, gsize n_bytes)
{
  const char *end = bytes + n_bytes;
  const char *marker = memmem (bytes, n_bytes, MARKER, strlen (MARKER));
  gsize n_sts_bytes = marker != NULL ? (gsize) (marker - bytes) + 1 : n_bytes;

  while (marker != NULL && input->n_logs < MAX_LOGS)
    {
      const char *begin = marker + strlen (MARKER);

      marker = memmem (begin, (gsize) (end - begin), MARKER, strlen (MARKER));
      input->logs[input->n_logs] = begin;
      input->n_bytes[input->n_logs++] =
        marker != NULL ? (gsize) (marker - begin) + 1 : (gsize) (end - begin);
    }
  return n_sts_bytes;
}

static void
look_at (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint64 n_events = 0;

  while (spur_cursor_next (cursor))
    {
      const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
      guint64 subject =
        spur_event_layout_get_use (spur_cursor_get_layout (cursor), SPUR_USE_SUBJECT,
                                   spur_cursor_get_record (cursor), SPUR_NONE);
      guint64 state = spur_event_layout_get_use (spur_cursor_get_layout (cursor), SPUR_USE_STATE,
                                                 spur_cursor_get_record (cursor), SPUR_NONE);

      g_assert_cmpuint (subject, <, spur_definitions_get_n_objects (definitions));
      g_assert_true (layout->field_of_use[SPUR_USE_STATE] < 0 ||
                     state < spur_definitions_get_n_states (definitions));
      n_events++;
    }
  g_assert_cmpuint (n_events, ==, spur_trace_get_n_events (trace));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Input input = { 0 };
  gsize n_sts_bytes = split (&input, (const char *) data, size);
  g_autoptr (FormatLines) lines =
    format_lines_new_for_bytes ("fuzz.sts", (const char *) data, n_sts_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (ProjectionsSts) sts = projections_sts_read (lines, &error);
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (SpurTrace) trace = NULL;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  g_assert_true ((sts == NULL) == (error != NULL));
  fuzz_count (sts != NULL && sts->n_pes <= input.n_logs);
  if (sts == NULL || sts->n_pes > input.n_logs)
    return 0;

  trace = projections_reading_run (sts, (guint) sts->n_pes, open_log, &input, size, &job, &error);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace != NULL)
    look_at (trace);
  return 0;
}
