/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "core/format/spur-codec.h"
#include "plugins/formats/paje/paje-reading.h"
#include "tests/codecs/paje-made.h"
#include "tests/test-corpus.h"

static guint64
count_losses (SpurTrace *trace)
{
  guint64 n_losses = 0;

  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    n_losses += spur_trace_get_loss (trace, i)->count;
  return n_losses;
}

static void
test_truncated (void)
{
  g_autofree char *text = paje_made_join ();
  gsize n_first_bytes =
    (gsize) (strstr (text, "%EndEventDef\n") - text) + strlen ("%EndEventDef\n");

  g_test_summary ("A trace that ends anywhere is read as far as it goes, and the rest is counted.");
  for (gsize i = 0; i < strlen (text); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = paje_made_read (text, i, &error);

      g_assert_true ((trace == NULL) == (error != NULL));
      if (i < n_first_bytes - 1)
        g_assert_null (trace);
      if (i < strlen (paje_made_header))
        {
          if (trace == NULL)
            g_assert_true (error->domain == SPUR_FORMAT_ERROR);
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (paje_made_get_loss (trace, "records cut off at the end of the file"), ==,
                        text[i - 1] != '\n');
    }
}

static void
test_flipped (void)
{
  g_autofree char *text = paje_made_join ();
  gsize n_bytes = strlen (text);
  guint n_errors = 0;
  guint n_lossy = 0;

  g_test_summary ("Flipped bits give an error or a trace, and what is lost is counted.");
  for (gsize i = 0; i < n_bytes * 8; i += spur_test_step ())
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      text[i / 8] ^= (char) (1 << i % 8);
      trace = paje_made_read (text, n_bytes, &error);
      text[i / 8] ^= (char) (1 << i % 8);
      g_assert_true ((trace == NULL) == (error != NULL));
      if (trace == NULL)
        {
          n_errors++;
          g_assert_true (error->domain == SPUR_FORMAT_ERROR);
          continue;
        }
      n_lossy += count_losses (trace) > 0;
      /* A reset may end two states, and a link that is no migration any more is two events. */
      g_assert_cmpuint (spur_trace_get_n_events (trace), <=, PAJE_MADE_EVENTS + 4);
    }
  g_test_message ("%u errors, %u traces with losses", n_errors, n_lossy);
  g_assert_cmpuint (n_errors, >, 0);
  g_assert_cmpuint (n_lossy, >, 0);
}

typedef struct
{
  const char *from;
  const char *to;
  const char *said;
} BadLine;

static const BadLine bad_definitions[] = {
  { "%EventDef PajeDefineStateType 2", "%EventDef PajeDefineStateType", "made.trace:8: expected" },
  { "%EventDef PajeDefineStateType 2", "%EventDef PajeDefineStateType 2 3", "made.trace:8" },
  { "%EventDef PajeDefineStateType 2", "%EventDef PajeDefineStateType -1", "made.trace:8" },
  { "%EventDef PajeDefineStateType 2", "%EventDef PajeDefineStateType 1", "made.trace:8" },
  { "%EventDef PajeDefineStateType 2", "%EventDef PajeDefineStateType 2147483648", "made.trace:8" },
  { "%EventDef PajeDefineStateType 2", "%EventDef PajeDefineStateType x", "made.trace:8" },
  { "%EventDef PajeDefineStateType 2", "% Name string", "made.trace:8" },
  { "%EndEventDef\n%EventDef PajeDefineStateType", "%EventDef PajeDefineStateType",
    "made.trace:7" },
  { "%EndEventDef\n", "%EndEventDef\n%EndEventDef\n", "made.trace:8" },
  { "% Name string", "% Name text", "made.trace:4" },
  { "% Name string", "% Name", "made.trace:4" },
  { "% Name string", "% Name string string", "made.trace:4" },
  { "% Type string", "% Name string", "made.trace:5" },
  { "%\tName string", "% Type string", "made.trace:11" },
  { "% Type string\n", "", "made.trace:6: expected a name or alias" },
  { "%EventDef PajeDefineEventType 3\n% Name string\n", "%EventDef PajeDefineEventType 3\n",
    "made.trace:15" },
};

static void
test_bad_definitions (void)
{
  g_autofree char *good = paje_made_join ();

  g_test_summary ("Definitions of events that are not possible are refused, with the place.");
  for (guint i = 0; i < G_N_ELEMENTS (bad_definitions); i++)
    {
      g_autofree char *text =
        paje_made_replace (good, bad_definitions[i].from, bad_definitions[i].to);
      g_autoptr (GError) error = NULL;

      g_assert_null (paje_made_read (text, strlen (text), &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      g_assert_nonnull (strstr (error->message, bad_definitions[i].said));
    }
}

static const BadLine bad_records[] = {
  { "13 2.5 Mark b \"half time\"", "x 2.5 Mark b \"half time\"", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 Mark b", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 Mark b half time", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 Mark b \"half time", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 Mark b \"half\"time", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13 2,5 Mark b \"half time\"", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "13 2305843009.213693953 Mark b x",
    "records with times out of range" },
  { "13 2.5 Mark b \"half time\"", "77 2.5 Mark b x", "records of undefined events" },
  { "13 2.5 Mark b \"half time\"", "1234567890 2.5 Mark b x", "malformed records" },
  { "13 2.5 Mark b \"half time\"", "99 2.5 7", "records of events that the format does not know" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 Merk b x", "records that name what is not there" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 S b x", "records that name what is not there" },
  { "13 2.5 Mark b \"half time\"", "13 2.5 Mark d x", "records that name what is not there" },
  { "16 3.5 speed m1 0.5", "16 3.5 speed m1 half", "malformed records" },
  { "16 3.5 speed m1 0.5", "16 3.5 speed m1 nan", "malformed records" },
  { "16 3.5 speed m1 0.5", "16 3.5 speed m1 \"\"", "malformed records" },
  { "10 w b S 1.25 job 2.5 0xff -3", "10 w b S 1.25 job 2.5 0xfg -3",
    "values that are not of their field's type" },
  { "10 w b S 1.25 job 2.5 0xff -3", "10 w b S 1.25 job 2.5 0xff -3.5",
    "values that are not of their field's type" },
  { "10 w b S 1.25 job 2.5 0xff -3", "10 w b S 1.25 job 2.5 0xff 9007199254740993.0e1",
    "values that are not of their field's type" },
  { "10 w b S 1.25 job 2.5 0xff -3", "10 w b S 1.25 job 2.5 0xff -3 4", "malformed records" },
  { "8 6 M m1\n", "8 6 M m1\n14 7 speed m1 1\n", "records that name what is not there" },
  { "8 6 M m1\n", "8 6 M m1\n8 6 M m1\n", "records that name what is not there" },
  { "7 0 c C 0 cable", "7 0 c C 0 cable\n7 0 d D 0 cable", "records that name what is not there" },
  { "7 0 c C 0 cable", "7 0 c C 0 cable\n7 0 d C d cable", "records that name what is not there" },
  { "6 w S working \"0 1 0\"", "6 w S working \"0 1 0\"\n6 w R working \"0 1 0\"",
    "records that name what is not there" },
};

static void
test_bad_records (void)
{
  g_test_summary ("Every record that is not possible is counted, and the first one described.");
  for (guint i = 0; i < G_N_ELEMENTS (bad_records); i++)
    {
      g_autofree char *records =
        paje_made_replace (paje_made_records, bad_records[i].from, bad_records[i].to);
      g_autofree char *text = g_strconcat (paje_made_header, records, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = paje_made_read (text, strlen (text), &error);
      const char *problem;

      g_assert_no_error (error);
      problem = spur_trace_get_fact (trace, "first problem");
      g_test_message ("%s", problem != NULL ? problem : bad_records[i].to);
      g_assert_cmpuint (paje_made_get_loss (trace, bad_records[i].said), ==, 1);
      g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
      /* A state that does not begin does not end, either. */
      g_assert_cmpuint (spur_trace_get_n_events (trace), >=, PAJE_MADE_EVENTS - 2);
      g_assert_cmpuint (spur_trace_get_n_events (trace), <=, PAJE_MADE_EVENTS);
    }
}

/* A definition with a field more than may be, and one with as many. */
static void
test_limits (void)
{
  g_test_summary ("A definition has up to 64 fields of its own, a trace up to 1000 definitions.");
  for (guint n = PAJE_MAX_EXTRAS; n <= PAJE_MAX_EXTRAS + 1; n++)
    {
      g_autoptr (GString) text = g_string_new ("%EventDef Own 1\n");
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "%% F%u int\n", i);
      g_string_append (text, "%EndEventDef\n");
      trace = paje_made_read (text->str, text->len, &error);
      g_assert_true ((trace != NULL) == (n == PAJE_MAX_EXTRAS));
    }
  for (guint n = 1000; n <= 1001; n++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      for (guint i = 0; i < n; i++)
        g_string_append_printf (text, "%%EventDef Own %u\n%%EndEventDef\n", i);
      trace = paje_made_read (text->str, text->len, &error);
      g_assert_true ((trace != NULL) == (n == 1000));
    }
}

static void
test_long_line (void)
{
  g_autoptr (GString) text = g_string_new (paje_made_header);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("A line that does not end takes no more memory than any other.");
  g_string_append (text, paje_made_records);
  g_string_append (text, "13 7 Mark b ");
  for (guint i = 0; i < 3000000; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "\n13 7 Mark b y\n");
  trace = paje_made_read (text->str, text->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (paje_made_get_loss (trace, "malformed records"), ==, 1);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, PAJE_MADE_EVENTS + 1);
}

/* Keys, states and names that would take quadratic time if they were searched one by one. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (paje_made_header);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  guint n = 200000;

  g_test_summary ("Links that wait, states inside of states and names take linear time.");
  g_string_append (text, "1 Rank 0 R\n2 S R calls\n5 L 0 R R mail\n7 0 a R 0 a\n");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "17 0 L 0 v a k 1\n10 s%u a S 0\n", i);
  for (guint i = 0; i < n; i++)
    g_string_append (text, "18 1 L 0 v a k\n");
  g_string_append (text, "12 1 S a\n");
  trace = paje_made_read (text->str, text->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 4 * n + 1);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SpurJob job = { NULL, NULL, cancellable, 1 };
  g_autofree char *text = paje_made_join ();
  g_autoptr (FormatLines) lines = format_lines_new_for_bytes ("t", text, strlen (text));
  g_autoptr (PajeLog) log = paje_log_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) later_error = NULL;

  g_test_summary ("Reading can be stopped.");
  g_cancellable_cancel (cancellable);
  g_assert_false (paje_log_read (log, lines, strlen (text), &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (paje_reading_run (log, &job, &later_error));
  g_assert_error (later_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/paje/truncated", test_truncated);
  g_test_add_func ("/paje/flipped", test_flipped);
  g_test_add_func ("/paje/bad-definitions", test_bad_definitions);
  g_test_add_func ("/paje/bad-records", test_bad_records);
  g_test_add_func ("/paje/limits", test_limits);
  g_test_add_func ("/paje/long-line", test_long_line);
  g_test_add_func ("/paje/many", test_many);
  g_test_add_func ("/paje/cancelled", test_cancelled);
  return g_test_run ();
}
