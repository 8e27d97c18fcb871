/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* NetLogger's three calls: what a program logs is what Spur reads, as ULM and as a recording. */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "tests/format/format-files.h"

static char *folder;

typedef void (*LogFunc) (SpurLog *log);

/* ---- What is in a trace ---- */

static void
describe_entry (const SpurEntry *entry, GString *out)
{
  double real;

  g_string_append_printf (out, " %s=", entry->name);
  if (entry->type == SPUR_FIELD_STRING)
    g_string_append_printf (out, "'%s'", entry->text);
  else if (entry->type == SPUR_FIELD_UINT64)
    g_string_append_printf (out, "%" G_GUINT64_FORMAT, entry->bits);
  else if (entry->type == SPUR_FIELD_INT64)
    g_string_append_printf (out, "%" G_GINT64_FORMAT, (gint64) entry->bits);
  else
    {
      memcpy (&real, &entry->bits, sizeof real);
      g_string_append_printf (out, "%.17g", real);
    }
}

/* "EVENT LEVEL KEY=VALUE", a line each: equal for ULM, where the event is the class, and for
 * recordings, where it is a value. */
static void
describe_event (SpurEvent *event, const char *program, GString *out)
{
  const SpurEventLayout *layout = spur_event_get_layout (event);
  SpurEntryList *values = spur_event_get_list (event, "values");
  guint i = 0;

  if (spur_event_layout_find_field (layout, "program") >= 0)
    {
      g_assert_cmpstr (layout->parent_name, ==, "ULM_Event");
      g_assert_cmpstr (spur_event_get_string (event, "program"), ==, program);
      g_string_append_printf (out, "%s %s", layout->name, spur_event_get_string (event, "level"));
    }
  else
    {
      g_assert_cmpstr (layout->name, ==, "Custom_Event");
      g_assert_cmpstr (spur_active_object_get_name (spur_event_get_object (event, "object")), ==,
                       program);
      g_assert_cmpuint (spur_entry_list_get_n_entries (values), >=, 2);
      g_assert_cmpstr (spur_entry_list_get_entry (values, 0)->name, ==, "NL.EVNT");
      g_assert_cmpstr (spur_entry_list_get_entry (values, 1)->name, ==, "LVL");
      g_string_append_printf (out, "%s %s", spur_entry_list_get_entry (values, 0)->text,
                              spur_entry_list_get_entry (values, 1)->text);
      i = 2;
    }
  for (; values != NULL && i < spur_entry_list_get_n_entries (values); i++)
    describe_entry (spur_entry_list_get_entry (values, i), out);
  g_string_append_c (out, '\n');
}

static char *
describe (SpurTrace *trace, const char *program)
{
  GString *out = g_string_new (NULL);

  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, i));

      for (guint64 k = 0; k < n_events; k++)
        {
          g_autoptr (SpurEvent) event = spur_trace_get_event (trace, i, k);

          describe_event (event, program, out);
        }
    }
  return g_string_free (out, FALSE);
}

static SpurTrace *
read_ulm (const char *path)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_format_read (format, path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Logs by @function, as ULM or as a recording, and reads that back. */
static SpurTrace *
log_and_read (gboolean is_ulm, const char *program, LogFunc function)
{
  g_autofree char *path = g_build_filename (folder, is_ulm ? "log.ulm" : "log.spurrec", NULL);
  g_autofree char *where = g_strconcat (is_ulm ? "ulm:" : "file:", path, NULL);
  SpurLog *log = spur_log_open (program, where);
  SpurTrace *trace;

  g_assert_nonnull (log);
  function (log);
  spur_log_close (log);
  trace = is_ulm ? read_ulm (path) : recording_open (path, NULL);
  recording_remove_folder (folder);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  return trace;
}

/* Logs by @function as a recording, which is written as ULM and read again. */
static SpurTrace *
log_and_convert (const char *program, LogFunc function)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  g_autoptr (SpurTrace) recorded = log_and_read (FALSE, program, function);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write (format, recorded, &error);
  SpurTrace *trace;

  g_assert_no_error (error);
  trace =
    format_files_read (format, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  return trace;
}

static void
assert_both (const char *program, LogFunc function, const char *expected)
{
  g_autoptr (SpurTrace) converted = log_and_convert (program, function);
  g_autofree char *told = describe (converted, program);

  g_assert_cmpstr (told, ==, expected);

  for (int is_ulm = 0; is_ulm < 2; is_ulm++)
    {
      g_autoptr (SpurTrace) trace = log_and_read (is_ulm, program, function);
      g_autofree char *found = describe (trace, program);

      g_assert_cmpstr (found, ==, expected);
    }
}

/* ---- Good formats ---- */

static void
log_paper (SpurLog *log)
{
  g_assert_cmpint (spur_log_write (log, "Usage", "EVENT_NAME", "F1=%d F2=%d F3=%s F4=%.2f", 1, -2,
                                   "dpss1.lbl.gov", 0.25),
                   ==, 0);
  g_assert_cmpint (spur_log_write (log, NULL, "SEND_DATA", "SEND.SZ=%ld", 49332L), ==, 0);
  g_assert_cmpint (spur_log_write (log, "Error", "EMPTY", NULL), ==, 0);
}

static void
test_paper (void)
{
  g_test_summary ("The call of the paper's section 3, and its sample event.");

  assert_both ("testprog", log_paper,
               "EVENT_NAME Usage F1=1 F2=-2 F3='dpss1.lbl.gov' F4=0.25\n"
               "SEND_DATA Usage SEND.SZ=49332\n"
               "EMPTY Error\n");
}

static void
log_values (SpurLog *log)
{
  g_assert_cmpint (spur_log_write (log, "Info", "INTS", "A=%lld,B=%llu;C=%i\tD=%zu E=%u\n",
                                   (long long) INT64_MIN, (unsigned long long) UINT64_MAX, -1,
                                   (size_t) 7, UINT_MAX),
                   ==, 0);
  g_assert_cmpint (spur_log_write (log, "Info", "WIDTHS", "A=%08d B=%-5u C=%#x D=%hd E=%hhu F=%o",
                                   5, 6u, 255u, (short) -3, (unsigned char) 200, 8u),
                   ==, 0);
  g_assert_cmpint (spur_log_write (log, "Info", "REALS", "A=%f B=%.1f C=%e D=%g E=%lf F=%G", 0.1,
                                   1.0 / 3, 1e300, -3.0, 1e16, 1125899906842624.25),
                   ==, 0);
  g_assert_cmpint (
    spur_log_write (log, "Info", "TEXTS", "A=%c B=%.3s STATE=begin C=%s", 'x', "abcdef", "0017"),
    ==, 0);
}

static void
test_values (void)
{
  g_test_summary ("Numbers come back as numbers, whole, whatever width and digits were asked for.");

  assert_both ("p", log_values,
               "INTS Info A=-9223372036854775808 B=18446744073709551615 C=-1 D=7 E=4294967295\n"
               "WIDTHS Info A=5 B=6 C=255 D=-3 E=200 F=8\n"
               "REALS Info A=0.10000000000000001 B=0.33333333333333331 "
               "C=1.0000000000000001e+300 D=-3 E=10000000000000000 F=1125899906842624.2\n"
               "TEXTS Info A='x' B='abc' STATE='begin' C='0017'\n");
}

static void
log_texts (SpurLog *log)
{
  const char *volatile nothing = NULL;
  const char open_end[3] = { 'e', 'n', 'd' };

  g_assert_cmpint (spur_log_write (log, "Very Bad", "TWO WORDS", "A=%s B=%s C=%s D=%s",
                                   "with spaces", "\"quoted\"", "back\\slash\\n", "k=v"),
                   ==, 0);
  g_assert_cmpint (spur_log_write (log, "Info", "LINES", "A=%s B=%s",
                                   "one\nDATE=19700101000000 NL.EVNT=FALSE", "\t\r\x01\x7f"),
                   ==, 0);
  g_assert_cmpint (
    spur_log_write (log, "Info", "Grüße", "A=%s B=%s C=%s", "héé 日本 🙂", "", nothing), ==,
    0);
  g_assert_cmpint (spur_log_write (log, "Info", "BYTES", "A=%s B=%s C=%s D=%s", "a\xff\xfe.",
                                   "\xe2\x82", "\xed\xa0\x80", "\xc0\xaf"),
                   ==, 0);
  g_assert_cmpint (spur_log_write (log, "Info", "OPEN", "A=%.3s", open_end), ==, 0);
}

static void
test_texts (void)
{
  g_test_summary ("Blanks, quotes, lines, UTF-8 and what is none do not change what a log says.");

  assert_both ("pro gram", log_texts,
               "TWO WORDS Very Bad A='with spaces' B='\"quoted\"' C='back\\slash\\n' D='k=v'\n"
               "LINES Info A='one\nDATE=19700101000000 NL.EVNT=FALSE' B='\t\r\x01\x7f'\n"
               "Grüße Info A='héé 日本 🙂' B='' C=''\n"
               "BYTES Info A='a\xef\xbf\xbd\xef\xbf\xbd.' B='\xef\xbf\xbd\xef\xbf\xbd' "
               "C='\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd' D='\xef\xbf\xbd\xef\xbf\xbd'\n"
               "OPEN Info A='end'\n");
}

#define LONG_BYTES 300000

static void
log_long (SpurLog *log)
{
  g_autofree char *text = g_strnfill (LONG_BYTES, 'x');

  g_assert_cmpint (spur_log_write (log, "Info", "LONG", "A=%s B=%d", text, 1), ==, 0);
}

static void
log_too_long (SpurLog *log)
{
  g_autofree char *text = g_strnfill (1 << 20, 'x');

  g_assert_cmpint (spur_log_write (log, "Info", "LONG", "A=%s", text), ==, -1);
  g_assert_cmpint (spur_log_write (log, "Info", "NEXT", "A=%d", 1), ==, 0);
}

static void
test_long (void)
{
  g_autofree char *text = g_strnfill (LONG_BYTES, 'x');
  g_autofree char *expected = g_strdup_printf ("LONG Info A='%s' B=1\n", text);
  g_autoptr (SpurTrace) trace = NULL;
  g_autofree char *found = NULL;

  g_test_summary (
    "Long texts are kept; the event of one that is too long is, and the call says so.");

  assert_both ("p", log_long, expected);
  trace = log_and_read (FALSE, "p", log_too_long);
  found = describe (trace, "p");
  g_assert_cmpstr (found, ==, "LONG Info\nNEXT Info A=1\n");
}

/* ---- Times ---- */

static void
log_times (SpurLog *log)
{
  g_assert_cmpint (spur_log_write (log, "Info", "BEGIN", NULL), ==, 0);
  g_usleep (3000);
  g_assert_cmpint (spur_log_write (log, "Info", "END", NULL), ==, 0);
}

static void
test_times (void)
{
  g_test_summary ("Times are those of the calls: of day in ULM, and their difference in both.");

  for (int is_ulm = 0; is_ulm < 2; is_ulm++)
    {
      gint64 before_us = g_get_real_time ();
      g_autoptr (SpurTrace) trace = log_and_read (is_ulm, "p", log_times);
      gint64 after_us = g_get_real_time ();
      g_autoptr (SpurEvent) begin = spur_trace_get_event (trace, 0, 0);
      g_autoptr (SpurEvent) end = spur_trace_get_event (trace, 0, 1);
      gint64 between_ns = spur_event_get_time_ns (end) - spur_event_get_time_ns (begin);
      gint64 epoch_ns =
        (gint64) spur_definitions_get_clock (spur_trace_get_definitions (trace), 0)->epoch_ticks;

      g_assert_cmpint (between_ns, >=, 2990000);
      g_assert_cmpint (between_ns, <=, (after_us - before_us + 1) * 1000);
      if (!is_ulm)
        continue;
      g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 0)), ==,
                       g_get_host_name ());
      g_assert_cmpint (epoch_ns + spur_event_get_time_ns (begin), >=, before_us * 1000);
      g_assert_cmpint (epoch_ns + spur_event_get_time_ns (end), <=, after_us * 1000);
    }
}

static void
log_call (SpurLog *log)
{
  g_assert_cmpint (spur_log_write (log, "Error", "SEND_DATA", "SEND.SZ=%d T=%s", 49332, "a b"), ==,
                   0);
  g_assert_cmpint (spur_log_write (log, "Error", "LO_Creation_Event", "X=%d", 1), ==, 0);
}

/* The value of a key in a line. */
static char *
find_value (const char *line, const char *key)
{
  g_autofree char *begin = g_strconcat (key, "=", NULL);
  const char *at = strstr (line, begin);

  g_assert_nonnull (at);
  at += strlen (begin);
  return g_strndup (at, strcspn (at, " \n"));
}

static void
test_converted (void)
{
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, "ulm");
  gint64 before_s = g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (SpurTrace) trace = log_and_read (FALSE, "testprog", log_call);
  gint64 after_s = g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (GBytes) bytes = format_files_write (format, trace, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  const char *line = g_strrstr (text, "\nDATE=");
  g_autofree char *known = g_strdup (line + 1);
  g_autofree char *date = NULL;
  g_autofree char *second = NULL;
  g_autofree char *host = NULL;
  g_autoptr (GDateTime) time = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *call = NULL;

  g_test_summary (
    "A recording as ULM has lines like the logger's own: DATE, HOST, PROG, LVL, event.");

  call = g_strndup (text, (gsize) (line - text));
  g_assert_nonnull (strstr (call, " PROG=testprog LVL=Error NL.EVNT=SEND_DATA NL.SEC="));
  g_assert_true (g_str_has_suffix (call, " SEND.SZ=49332 T=\"a b\""));
  /* Another name than that of an event class must not be taken for one. */
  g_assert_nonnull (strstr (known, " PROG=testprog LVL=Usage NL.EVNT=Custom_Event "));
  g_assert_nonnull (strstr (known, "NL.EVNT='LO_Creation_Event', LVL='Error'"));
  host = find_value (known, "HOST");
  g_assert_cmpstr (host, ==, g_get_host_name ());
  second = find_value (known, "NL.SEC");
  g_assert_cmpint (g_ascii_strtoll (second, NULL, 10), >=, before_s - 1);
  g_assert_cmpint (g_ascii_strtoll (second, NULL, 10), <=, after_s + 1);
  time = g_date_time_new_from_unix_utc (g_ascii_strtoll (second, NULL, 10));
  expected = g_date_time_format (time, "%Y%m%d%H%M%S");
  date = find_value (known, "DATE");
  g_assert_cmpstr (date, ==, expected);
}

static void
test_converted_stream (void)
{
  g_autoptr (SpurTrace) recorded = log_and_read (FALSE, "testprog", log_call);
  g_autoptr (SpurTrace) converted = log_and_convert ("testprog", log_call);
  g_autoptr (SpurEvent) event = spur_trace_get_event (converted, 0, 1);

  g_test_summary ("Streams, objects and what has a class's name come back from ULM as they were.");

  g_assert_cmpuint (spur_trace_get_n_losses (converted), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_streams (converted), ==, spur_trace_get_n_streams (recorded));
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (converted, 0)), ==,
                   spur_stream_get_name (spur_trace_get_stream (recorded, 0)));
  g_assert_cmpuint (spur_definitions_get_n_objects (spur_trace_get_definitions (converted)), ==,
                    spur_definitions_get_n_objects (spur_trace_get_definitions (recorded)));
  g_assert_cmpstr (spur_event_get_layout (event)->name, ==, "Custom_Event");
  g_assert_cmpuint (spur_entry_list_get_n_entries (spur_event_get_list (event, "values")), ==, 3);
}

/* ---- Wrong ones ---- */

/* The compiler finds these. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static const char *const wrong_formats[] = {
  "A=%d B=%;",
  "A=%d B=%",
  "A=%d B=%p",
  "A=%d B=%n",
  "A=%d B=%*d",
  "A=%d B=%Lf",
  "A=%d B=%ls",
  "A=%d B=%lc",
  "A=%d B=%llld",
  "A=%d B=%hhhd",
  "A=%d B",
  "A=%d %d",
  "A=%d =%d",
  "A=%d B = %d",
  "A=%d B=%dms",
  "A=%d B=%d%d",
  "A=%d B=x%d",
  "A=%d B=%%",
  "A=%d B=%y C=1",
  "A=%d \"B\"=%d",
  "A=%d B\\=%d",
  "A=%d \x01=%d",
  "A=%d DATE=%d",
  "A=%d HOST=%d",
  "A=%d PROG=%d",
  "A=%d LVL=%d",
  "A=%d NL.EVNT=%d",
  "A=%d NL.EVT=%d",
  "A=%d NL.SEC=1",
  "A=%d NL.USEC=1",
  "A=%d SPUR.NSEC=%d",
  "A=%d SPUR.AFTER=%d",
};

static void
log_wrong (SpurLog *log)
{
  g_autofree char *key = g_strnfill (64, 'k');
  g_autofree char *format = g_strdup_printf ("A=%%d %s=%%d", key);

  for (guint i = 0; i < G_N_ELEMENTS (wrong_formats); i++)
    g_assert_cmpint (spur_log_write (log, "Info", "E", wrong_formats[i], 1, 2, 3), ==, -1);
  g_assert_cmpint (spur_log_write (log, "Info", "E", format, 1, 2), ==, -1);
  /* One less is well, and so are more arguments than fields. */
  memmove (strchr (format, 'k'), strchr (format, 'k') + 1, strlen (strchr (format, 'k')));
  g_assert_cmpint (spur_log_write (log, "Info", "E", format, 1, 2, 3, 4), ==, 0);
}

static void
test_wrong_formats (void)
{
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *key = g_strnfill (63, 'k');

  g_test_summary ("What stands before the mistake is logged, and the call says that there is one.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong_formats) + 1; i++)
    g_string_append (expected, "E Info A=1\n");
  g_string_append_printf (expected, "E Info A=1 %s=2\n", key);
  assert_both ("p", log_wrong, expected->str);
}

static void
log_many (SpurLog *log)
{
  g_autoptr (GString) format = g_string_new (NULL);

  for (guint i = 0; i < 64; i++)
    g_string_append_printf (format, "K%u=v ", i);
  g_assert_cmpint (spur_log_write (log, "Info", "MANY", format->str, 1), ==, 0);
  g_string_append (format, "K64=v");
  g_assert_cmpint (spur_log_write (log, "Info", "MANY", format->str, 1), ==, -1);
}

#pragma GCC diagnostic pop

static void
test_many_fields (void)
{
  g_autoptr (GString) line = g_string_new ("MANY Info");
  g_autofree char *expected = NULL;

  g_test_summary ("There are at most 64 fields.");

  for (guint i = 0; i < 64; i++)
    g_string_append_printf (line, " K%u='v'", i);
  expected = g_strdup_printf ("%s\n%s\n", line->str, line->str);
  assert_both ("p", log_many, expected);
}

static void
log_names (SpurLog *log)
{
  g_assert_cmpint (spur_log_write (log, "Info", NULL, NULL), ==, -1);
  g_assert_cmpint (spur_log_write (log, "Info", "", NULL), ==, -1);
  g_assert_cmpint (spur_log_write (log, "Info", "@stream", "A=%d", 1), ==, -1);
  g_assert_cmpint (spur_log_write (log, "Info", "a@b", "A=%d", 1), ==, 0);
}

static void
test_names (void)
{
  g_test_summary ("What is no name of an event makes no file that cannot be read.");

  assert_both ("p", log_names, "a@b Info A=1\n");
}

static void
test_places (void)
{
  g_autofree char *path = g_build_filename (folder, "missing", "log", NULL);
  g_autofree char *ulm = g_strconcat ("ulm:", path, NULL);
  SpurLog *log;

  g_test_summary ("A log that cannot be opened is none; a full disk is told by the call.");

  g_assert_null (spur_log_open ("p", ulm));
  g_assert_null (spur_log_open ("p", path));
  g_assert_null (spur_log_open ("p", "nothing:such"));
  g_assert_null (spur_log_open (NULL, "ulm:/dev/null"));
  log = spur_log_open ("p", "ulm:/dev/full");
  g_assert_nonnull (log);
  g_assert_cmpint (spur_log_write (log, "Info", "E", NULL), ==, -1);
  spur_log_close (log);
  /* The program's own recorder, which is off. */
  log = spur_log_open ("p", NULL);
  g_assert_nonnull (log);
  g_assert_cmpint (spur_log_write (log, "Info", "E", "A=%d", 1), ==, 0);
  spur_log_close (log);
}

static void
log_switched (SpurLog *log)
{
  g_assert_cmpint (spur_log_write (log, "Info", "ON", NULL), ==, 0);
  g_assert_cmpint (spur_record_switch ("-Custom_Event"), ==, 0);
  g_assert_cmpint (spur_log_write (log, "Info", "OFF", NULL), ==, 0);
  g_assert_cmpint (spur_record_switch (""), ==, 0);
  g_assert_cmpint (spur_log_write (log, "Info", "ON", NULL), ==, 0);
}

static void
test_switch (void)
{
  g_autoptr (SpurTrace) trace = log_and_read (FALSE, "p", log_switched);
  g_autofree char *found = describe (trace, "p");

  g_test_summary ("In a recording, logging is switched off as other events are.");

  g_assert_cmpstr (found, ==, "ON Info\nON Info\n");
}

/* ---- Threads ---- */

#define N_THREADS 8
#define N_EVENTS 400

typedef struct
{
  SpurLog *log;
  guint who;
} Work;

static gpointer
log_much (gpointer data)
{
  const Work *work = data;

  for (guint i = 0; i < N_EVENTS; i++)
    g_assert_cmpint (
      spur_log_write (work->log, "Info", "STEP", "WHO=%u N=%u T=%s", work->who, i, "a b"), ==, 0);
  return NULL;
}

static void
log_by_threads (SpurLog *log)
{
  GThread *threads[N_THREADS];
  Work works[N_THREADS];

  for (guint i = 0; i < N_THREADS; i++)
    {
      works[i] = (Work){ log, i };
      threads[i] = g_thread_new ("logs", log_much, &works[i]);
    }
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

static void
check_steps (SpurTrace *trace, guint *n_of, guint n_who)
{
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, n_who * N_EVENTS);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, i));
      gint64 last_ns = G_MININT64;

      for (guint64 k = 0; k < n_events; k++)
        {
          g_autoptr (SpurEvent) event = spur_trace_get_event (trace, i, k);
          SpurEntryList *values = spur_event_get_list (event, "values");
          guint at = (guint) spur_entry_list_find (values, "WHO");
          guint64 who = spur_entry_list_get_entry (values, at)->bits;

          g_assert_cmpuint (who, <, n_who);
          g_assert_cmpuint (spur_entry_list_get_entry (values, at + 1)->bits, ==, n_of[who]);
          g_assert_cmpstr (spur_entry_list_get_entry (values, at + 2)->text, ==, "a b");
          g_assert_cmpint (spur_event_get_time_ns (event), >=, last_ns);
          last_ns = spur_event_get_time_ns (event);
          n_of[who]++;
        }
    }
}

static void
test_threads (void)
{
  g_test_summary ("Threads log at the same time: each event once, whole, in the order of time.");

  for (int is_ulm = 0; is_ulm < 2; is_ulm++)
    {
      guint n_of[N_THREADS] = { 0 };
      g_autoptr (SpurTrace) trace = log_and_read (is_ulm, "p", log_by_threads);

      check_steps (trace, n_of, N_THREADS);
    }
}

/* Children that are forked while threads log, and log into the same file. */
static void
log_and_fork (SpurLog *log)
{
  Work work = { log, 0 };
  GThread *thread = g_thread_new ("logs", log_much, &work);

  for (guint i = 1; i < N_THREADS; i++)
    {
      pid_t child = fork ();
      int status = 0;

      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        {
          work.who = i;
          log_much (&work);
          _exit (0);
        }
      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_cmpint (status, ==, 0);
    }
  g_thread_join (thread);
}

static void
test_fork (void)
{
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_events;

  g_test_summary ("Children log into their parent's file, line by line.");

  trace = log_and_read (TRUE, "p", log_and_fork);
  n_events = spur_trace_get_n_events (trace);
  g_assert_cmpuint (n_events, ==, N_THREADS * N_EVENTS);
  for (guint64 k = 0; k < n_events; k++)
    {
      g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, k);

      g_assert_cmpuint (spur_entry_list_get_n_entries (spur_event_get_list (event, "values")), ==,
                        3);
    }
}

static void
test_refused (void)
{
  static const char *const places[] = {
    "ulm:tcp:localhost:14830", "ulm:unix:/tmp/collector", "ulm:syslog", "syslog",
    "syslog:/dev/log",         "ulm:host:14830",          "ulm:",
  };

  g_test_summary (
    "NetLogger's methods that there are not are refused, and make no file of that name.");

  if (g_test_subprocess ())
    {
      g_assert_cmpint (chdir (folder), ==, 0);
      for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
        {
          errno = 0;
          g_assert_null (spur_log_open ("p", places[i]));
          g_assert_cmpint (errno, ==, EINVAL);
          g_assert_false (g_file_test (places[i], G_FILE_TEST_EXISTS));
          if (g_str_has_prefix (places[i], "ulm:"))
            g_assert_false (g_file_test (places[i] + 4, G_FILE_TEST_EXISTS));
        }
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  g_test_trap_assert_stderr (
    "*spur-record: ulm:tcp:localhost:14830: lines of ULM go to a file only*");
  g_test_trap_assert_stderr ("*spur-record: syslog: the system's log takes no lines*");
  g_test_trap_assert_stderr ("*spur-record: ulm:: expected ulm:FILE\n*");
}

int
main (int argc, char *argv[])
{
  int result;

  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("SPUR_RECORD");
  folder = recording_make_folder ();
  g_test_add_func ("/record/netlogger/paper", test_paper);
  g_test_add_func ("/record/netlogger/values", test_values);
  g_test_add_func ("/record/netlogger/texts", test_texts);
  g_test_add_func ("/record/netlogger/long", test_long);
  g_test_add_func ("/record/netlogger/times", test_times);
  g_test_add_func ("/record/netlogger/converted", test_converted);
  g_test_add_func ("/record/netlogger/converted-stream", test_converted_stream);
  g_test_add_func ("/record/netlogger/wrong-formats", test_wrong_formats);
  g_test_add_func ("/record/netlogger/many-fields", test_many_fields);
  g_test_add_func ("/record/netlogger/names", test_names);
  g_test_add_func ("/record/netlogger/places", test_places);
  g_test_add_func ("/record/netlogger/refused", test_refused);
  g_test_add_func ("/record/netlogger/switch", test_switch);
  g_test_add_func ("/record/netlogger/threads", test_threads);
  g_test_add_func ("/record/netlogger/fork", test_fork);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
