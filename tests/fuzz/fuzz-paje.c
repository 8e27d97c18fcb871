/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* The codec of Paje: its input is a whole trace. */
#include "config.h"

#include "core/store/trace/spur-cursor.h"
#include "plugins/formats/paje/paje-reading.h"
#include "tests/fuzz/fuzz.h"

static void
check_field (SpurTrace *trace, const SpurField *field, guint64 value)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  if (field->type == SPUR_FIELD_STRING && value != SPUR_NONE)
    g_assert_cmpuint (value, <, spur_definitions_get_n_strings (definitions));
  else if (field->type == SPUR_FIELD_STATE && value != SPUR_NONE)
    g_assert_cmpuint (value, <, spur_definitions_get_n_states (definitions));
  else if (field->type == SPUR_FIELD_GROUP)
    g_assert_cmpuint (value, <, spur_definitions_get_n_groups (definitions));
  else if (field->type == SPUR_FIELD_OBJECT && value != SPUR_NONE)
    g_assert_cmpuint (value, <, spur_definitions_get_n_objects (definitions));
}

static void
look_at (SpurTrace *trace)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint64 n_events = 0;

  while (spur_cursor_next (cursor))
    {
      const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
      const guint8 *record = spur_cursor_get_record (cursor);

      g_assert_cmpuint (spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE), <,
                        spur_definitions_get_n_objects (spur_trace_get_definitions (trace)));
      for (guint i = 0; i < layout->n_fields; i++)
        check_field (trace, &layout->fields[i], spur_event_layout_get_uint (layout, i, record));
      n_events++;
    }
  g_assert_cmpuint (n_events, ==, spur_trace_get_n_events (trace));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (FormatLines) lines =
    format_lines_new_for_bytes ("fuzz.trace", (const char *) data, size);
  g_autoptr (PajeLog) log = paje_log_new ();
  SpurJob job = { NULL, NULL, NULL, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  gboolean is_read;

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING | G_LOG_FATAL_MASK);
  is_read = paje_log_read (log, lines, size, &job, &error);
  g_assert_true (is_read == (error == NULL));
  fuzz_count (is_read);
  if (!is_read)
    return 0;
  trace = paje_reading_run (log, &job, &error);
  g_assert_no_error (error);
  look_at (trace);
  return 0;
}
