/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "core/store/spur-cursor.h"
#include "events/spur-events.h"
#include "tests/format/format-files.h"
#include "tests/test-corpus.h"

/* A log of the lamp controller that tests/format/data/lamp-log.xml describes. */
static const guint8 lamp_log[] = {
  'L',
  'A',
  'M',
  'P',
  0,
  2,
  0x12,
  0x34,
  /* At 1.5 s lamp 258 of stream 3 is on, level 1000, 2.5 mA, values -1 and 300 */
  0,
  22,
  0,
  0,
  0x05,
  0xdc,
  1,
  1,
  2,
  3,
  1,
  0x03,
  0xe8,
  0x40,
  0x20,
  0,
  0,
  2,
  0xff,
  0xff,
  0x01,
  0x2c,
  /* A record of another kind */
  0,
  9,
  0,
  0,
  0x05,
  0xdd,
  99,
  7,
  7,
  /* A note without temperature and values */
  0,
  25,
  0,
  0,
  0x05,
  0xde,
  0x12,
  0,
  7,
  3,
  'A',
  'd',
  'a',
  0,
  0,
  0,
  0,
  0,
  0x7f,
  0,
  'd',
  'i',
  'm',
  0,
  0,
  /* One with both, and two bytes more than the format describes */
  0,
  44,
  0xff,
  0xff,
  0xff,
  0xff,
  0x12,
  0,
  7,
  4,
  'G',
  'r',
  'a',
  'c',
  'e',
  ' ',
  'M',
  '.',
  0x7f,
  0,
  0,
  3,
  0xfe,
  0xff,
  0xff,
  0,
  15,
  '{',
  'h',
  'e',
  'a',
  't',
  '=',
  '2',
  '.',
  '5',
  ',',
  ' ',
  'n',
  '=',
  '7',
  '}',
  1,
  2,
};

/* What the two records would be that are not kept as they came. */
#define N_LOST_RECORDS 1
#define N_LOST_BYTES 2

static SpurTrace *
read_lamp_log (SpurFormat *format)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = format_files_read (format, lamp_log, sizeof lamp_log, &error);

  g_assert_no_error (error);
  return trace;
}

static void
test_foreign (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_DATA, "lamp-log");
  g_autoptr (SpurTrace) trace = read_lamp_log (format);
  g_autoptr (SpurEvent) level = NULL;
  g_autoptr (SpurEvent) note = NULL;
  g_autoptr (SpurEvent) late = NULL;
  g_autoptr (SpurEntryList) values = NULL;

  g_test_summary ("A big-endian log of another program, field by field.");

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 0)), ==, "3");
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 0)), ==, 2);
  level = spur_trace_get_event (trace, 0, 0);
  note = spur_trace_get_event (trace, 0, 1);
  late = spur_trace_get_event (trace, 1, 0);
  g_assert_cmpstr (spur_event_get_layout (level)->name, ==, "Lamp_Level_Event");
  g_assert_true (SPUR_IS_LO_STATE_CHANGE_EVENT (level));
  g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (level, "object")), ==,
                   "258");
  g_assert_cmpstr (spur_event_get_string (level, "state"), ==, "on");
  g_assert_cmpuint (spur_event_get_uint (level, "level"), ==, 1000);
  g_assert_cmpfloat (spur_event_get_double (level, "current"), ==, 2.5);
  g_assert_cmpstr (spur_event_get_string (note, "author"), ==, "Ada");
  g_assert_cmpstr (spur_event_get_string (note, "note"), ==, "dim");
  g_assert_cmpint (spur_event_get_int (note, "temperature"), ==, 0);
  g_assert_cmpint (spur_event_get_int (late, "temperature"), ==, -2);
  g_assert_cmpstr (spur_event_get_string (late, "author"), ==, "Grace M.");
  g_assert_cmpint (spur_event_get_time_ns (note) - spur_event_get_time_ns (level), ==, 2000000);
  g_assert_cmpint (spur_event_get_time_ns (late) - spur_event_get_time_ns (level), ==,
                   (G_MAXUINT32 - G_GINT64_CONSTANT (1500)) * 1000000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/binary/foreign", test_foreign);
  return g_test_run ();
}
