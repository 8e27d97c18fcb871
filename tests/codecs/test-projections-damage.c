/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>
#include <zlib.h>

#include "core/plugin/spur-registry.h"
#include "tests/test-corpus.h"

/* A small trace: two PEs, an array element that moves, a note, a user event. */
static const char good_sts[] = "PROJECTIONS_ID \n"
                               "VERSION 11.0\n"
                               "MACHINE \"test\"\n"
                               "PROCESSORS 2\n"
                               "TOTAL_CHARES 2\n"
                               "TOTAL_EPS 3\n"
                               "CHARE 0 \"main\" -1\n"
                               "CHARE 1 \"Grid\" 2\n"
                               "ENTRY CHARE 0 \"main(CkArgMsg* impl_msg)\" 0 0\n"
                               "ENTRY CHARE 1 \"step(int a)\" 1 0\n"
                               "ENTRY CHARE 2 \"step()\" 1 0\n"
                               "EVENT 7 marker\n"
                               "TOTAL_STATS 0\n"
                               "END\n";

static const char good_log[] = "PROJECTIONS-RECORD 14\n"
                               "6 10\n"
                               "2 4 0 12 0 0 64 0 0 0 0 0 1\n"
                               "1 4 1 13 1 0 64 0\n"
                               "20 4 2 14 2 0 64 0 2\n"
                               "21 4 2 15 3 0 64 0 2 0 1\n"
                               "13 7 16 5 0 0\n"
                               "28 17 5 hello\n"
                               "3 0 0 20 0 0 0 5\n"
                               "14 21 0\n"
                               "15 29 0\n"
                               "2 4 1 30 1 0 64 0 3 -4 9\n"
                               "3 0 1 40 1 0 0 9\n"
                               "3 0 1 41 1 0 0 9\n"
                               "7 50\n";

static const char other_log[] = "PROJECTIONS-RECORD 4\n"
                                "6 8\n"
                                "2 4 2 29 2 0 64 0 3 -4 9\n"
                                "3 0 2 39 2 0 0 9\n"
                                "7 52\n";

#define GOOD_RECORDS 14
#define OTHER_RECORDS 4

typedef struct
{
  char *folder;
  char *sts;
} Fixture;

static void
write_bytes (const Fixture *fixture, const char *name, const char *bytes, gsize n_bytes)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  int fd = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  /* In place, and never empty in between: some file systems then wait for the disk. */
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, bytes, n_bytes), ==, n_bytes);
  g_assert_cmpint (ftruncate (fd, (off_t) n_bytes), ==, 0);
  g_assert_true (g_close (fd, NULL));
}

static void
write_text (const Fixture *fixture, const char *name, const char *text)
{
  write_bytes (fixture, name, text, strlen (text));
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("spur-projections-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->sts = g_build_filename (fixture->folder, "t.sts", NULL);
  write_text (fixture, "t.sts", good_sts);
  write_text (fixture, "t.0.log", good_log);
  write_text (fixture, "t.1.log", other_log);
}

static void
remove_file (const Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_unlink (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = {
    "t.sts", "t.0.log", "t.1.log", "t.0.log.gz", "t.1.log.gz", "u.sts",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    remove_file (fixture, names[i]);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->folder);
  g_free (fixture->sts);
}

static SpurTrace *
open_with (const Fixture *fixture, guint n_threads, GError **error)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };

  return spur_registry_open_trace (spur_registry_get_default (), fixture->sts, &job, error);
}

static SpurTrace *
open_good (const Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = open_with (fixture, 1, &error);

  g_assert_no_error (error);
  return trace;
}

static guint64
count_losses (SpurTrace *trace)
{
  guint64 n_losses = 0;

  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    n_losses += spur_trace_get_loss (trace, i)->count;
  return n_losses;
}

static guint64
get_loss (SpurTrace *trace, const char *what)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      if (strcmp (spur_trace_get_loss (trace, i)->what, what) == 0)
        return spur_trace_get_loss (trace, i)->count;
    }
  return 0;
}

/* Everything that a trace says, so that traces can be compared. */
static char *
describe (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    g_string_append_printf (text, "%s ", spur_definitions_get_object (definitions, i)->name);
  for (guint i = 0; i < spur_definitions_get_n_states (definitions); i++)
    g_string_append_printf (text, "%s ", spur_definitions_get_state (definitions, i)->name);
  for (guint i = 0; i < spur_definitions_get_n_strings (definitions); i++)
    g_string_append_printf (text, "%s ", spur_definitions_get_string (definitions, i));
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      for (guint64 j = 0; j < spur_stream_get_n_events (stream); j++)
        {
          const SpurEventLayout *layout;
          const guint8 *record = spur_stream_get_record (stream, j, &layout);

          g_string_append_printf (text, "\n%u %" G_GINT64_FORMAT " %s", i,
                                  spur_stream_get_ticks (stream, j), layout->name);
          for (guint k = 0; k < layout->n_fields; k++)
            g_string_append_printf (text, " %" G_GUINT64_FORMAT,
                                    spur_event_layout_get_uint (layout, k, record));
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
write_gz (const Fixture *fixture, const char *name, const char *text, gsize n_bytes)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  gzFile file = gzopen (path, "wb");

  g_assert_cmpint (gzwrite (file, text, (unsigned int) n_bytes), ==, n_bytes);
  g_assert_cmpint (gzclose (file), ==, Z_OK);
}

static const SpurEventLayout *
get_layout (SpurTrace *trace, guint stream, guint64 event, const guint8 **record)
{
  const SpurEventLayout *layout;

  *record = spur_stream_get_record (spur_trace_get_stream (trace, stream), event, &layout);
  return layout;
}

static void
assert_subject (
  SpurTrace *trace, guint stream, guint64 event, const char *class_name, const char *object)
{
  const guint8 *record;
  const SpurEventLayout *layout = get_layout (trace, stream, event, &record);
  guint64 subject = spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);

  g_assert_cmpstr (layout->name, ==, class_name);
  g_assert_cmpstr (
    spur_definitions_get_object (spur_trace_get_definitions (trace), (guint32) subject)->name, ==,
    object);
}

static void
assert_state (SpurTrace *trace, guint stream, guint64 event, const char *state)
{
  const guint8 *record;
  const SpurEventLayout *layout = get_layout (trace, stream, event, &record);
  guint64 found = spur_event_layout_get_use (layout, SPUR_USE_STATE, record, SPUR_NONE);

  g_assert_cmpstr (
    spur_definitions_get_state (spur_trace_get_definitions (trace), (guint32) found)->name, ==,
    state);
}

static void
test_good (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) trace = open_good (fixture);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurEventLayout *layout;
  const guint8 *record;

  g_test_summary ("Every record becomes one event of the right class, subject and state.");
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, GOOD_RECORDS + OTHER_RECORDS);
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_LOAD_OBJECT), ==, 1);
  assert_subject (trace, 0, 0, "Region_Enter_Event", "PE 0");
  assert_state (trace, 0, 0, "computation");
  assert_subject (trace, 0, 1, "Entry_Begin_Event", "PE 0");
  assert_state (trace, 0, 1, "main::main");
  assert_subject (trace, 0, 2, "Entry_Creation_Event", "PE 0");
  assert_subject (trace, 0, 3, "Entry_Creation_Event", "PE 0");
  assert_subject (trace, 0, 4, "Entry_Creation_Event", "PE 0");
  assert_subject (trace, 0, 5, "Projections_Record_Event", "PE 0");
  layout = get_layout (trace, 0, 5, &record);
  g_assert_cmpstr (
    spur_definitions_get_string (
      definitions, (guint32) spur_event_layout_get_uint (
                     layout, (guint) spur_event_layout_find_field (layout, "text"), record)),
    ==, "marker");
  layout = get_layout (trace, 0, 6, &record);
  g_assert_cmpstr (
    spur_definitions_get_string (
      definitions, (guint32) spur_event_layout_get_uint (
                     layout, (guint) spur_event_layout_find_field (layout, "text"), record)),
    ==, "hello");
  assert_state (trace, 0, 8, "idle");
  assert_subject (trace, 0, 10, "Entry_Begin_Event", "Grid[3,-4]");
  /* Two methods of one short name are told apart by their parameters. */
  assert_state (trace, 0, 10, "Grid::step(int a)");
  assert_subject (trace, 0, 11, "Entry_End_Event", "Grid[3,-4]");
  assert_state (trace, 0, 11, "Grid::step(int a)");
  /* An end of nothing changes no state. */
  assert_subject (trace, 0, 12, "Projections_Record_Event", "PE 0");
  assert_subject (trace, 1, 1, "Entry_Begin_Event", "Grid[3,-4]");
  assert_state (trace, 1, 1, "Grid::step()");
  layout = get_layout (trace, 1, 1, &record);
  g_assert_cmpuint (spur_event_layout_get_use (layout, SPUR_USE_MESSAGE_ID, record, 0), ==, 2);
  g_assert_cmpuint (spur_event_layout_get_use (layout, SPUR_USE_TAG, record, 0), ==, 2);
  g_assert_cmpuint (spur_event_layout_get_use (layout, SPUR_USE_PEER, record, 99), ==, 0);
  g_assert_cmpuint (spur_event_layout_get_use (layout, SPUR_USE_SIZE, record, 0), ==, 64);
}

static void
test_paths (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { ".", "t.sts", "t.0.log", "t.1.log" };

  g_test_summary ("The trace is found by its definitions, by a log and by its folder.");
  write_text (fixture, "u.sts", "nothing of the kind");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace =
        spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, GOOD_RECORDS + OTHER_RECORDS);
      g_assert_cmpstr (spur_trace_get_fact (trace, "format"), ==, "projections");
      g_assert_cmpstr (spur_trace_get_fact (trace, "path"), ==, path);
    }
}

static void
test_threads (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "data", "projections-charm-lbtest-refine-8pe", NULL);
  g_autofree char *expected = NULL;

  g_test_summary ("The threads change nothing.");
  for (guint n_threads = 1; n_threads <= 4; n_threads++)
    {
      SpurJob job = { NULL, NULL, NULL, n_threads };
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace =
        spur_registry_open_trace (spur_registry_get_default (), path, &job, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = describe (trace);
      if (expected == NULL)
        expected = g_steal_pointer (&text);
      else
        g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_truncated_sts (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Definitions that are cut off anywhere are refused.");
  for (gsize i = 0; i < strlen (good_sts) - 1; i++)
    {
      g_autoptr (GError) error = NULL;

      write_bytes (fixture, "t.sts", good_sts, i);
      g_assert_null (open_with (fixture, 1, &error));
      g_assert_true (error->domain == SPUR_FORMAT_ERROR);
      g_assert_nonnull (strstr (error->message, "t.sts"));
    }
}

/* A log of which only the beginning is there: all whole records, and the loss is counted. */
static void
assert_partial (const Fixture *fixture, guint64 n_before)
{
  g_autoptr (SpurTrace) trace = open_good (fixture);
  guint64 n_events = spur_trace_get_n_events (trace) - OTHER_RECORDS;

  g_assert_cmpuint (n_events, <, GOOD_RECORDS);
  g_assert_cmpuint (n_events, >=, n_before);
  g_assert_cmpuint (count_losses (trace), >, 0);
}

static void
test_truncated_log (Fixture *fixture, gconstpointer data)
{
  guint64 n_whole = 0;

  g_test_summary ("A log that is cut off anywhere is read as far as it goes; the rest is counted.");
  for (gsize i = 0; i < strlen (good_log); i++)
    {
      write_bytes (fixture, "t.0.log", good_log, i);
      n_whole += i > 0 && good_log[i - 1] == '\n';
      assert_partial (fixture, n_whole > 0 ? n_whole - 1 : 0);
    }
}

static void
test_truncated_gz (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "t.0.log.gz", NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_test_summary ("So is a compressed one, where the compressed data is cut off.");
  write_gz (fixture, "t.0.log.gz", good_log, strlen (good_log));
  remove_file (fixture, "t.0.log");
  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  for (gsize i = 0; i < n_bytes; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      write_bytes (fixture, "t.0.log.gz", bytes, i);
      trace = open_with (fixture, 1, &error);
      if (trace != NULL)
        g_assert_cmpuint (count_losses (trace), >, 0);
      else
        /* One byte of the magic is not known to be compressed. */
        g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
    }
}

static void
test_compressed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) plain = open_good (fixture);
  g_autoptr (SpurTrace) packed = NULL;
  g_autofree char *expected = describe (plain);
  g_autofree char *text = NULL;

  g_test_summary ("Compression changes nothing.");
  write_gz (fixture, "t.0.log.gz", good_log, strlen (good_log));
  remove_file (fixture, "t.0.log");
  packed = open_good (fixture);
  text = describe (packed);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_flipped (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "t.sts", "t.0.log" };
  static const char *const texts[] = { good_sts, good_log };
  guint n_errors = 0;
  guint n_lossy = 0;

  g_test_summary ("Flipped bits give an error or a trace, and never more events than records.");
  for (guint i = 0; i < spur_test_scale (10000); i++)
    {
      guint which = (guint) g_test_rand_int_range (0, 2);
      g_autofree char *bytes = g_strdup (texts[which]);
      gsize n_bytes = strlen (bytes);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      bytes[g_test_rand_int_range (0, (int) n_bytes)] ^= (char) (1 << g_test_rand_int_range (0, 8));
      write_bytes (fixture, names[which], bytes, n_bytes);
      trace = open_with (fixture, 1, &error);
      write_text (fixture, names[which], texts[which]);
      g_assert_true ((trace == NULL) == (error != NULL));
      if (trace == NULL)
        {
          n_errors++;
          g_assert_true (error->domain == SPUR_FORMAT_ERROR);
          continue;
        }
      n_lossy += spur_trace_get_n_losses (trace) > 0;
      g_assert_cmpuint (spur_trace_get_n_events (trace), <=, GOOD_RECORDS + OTHER_RECORDS + 1);
      if (spur_trace_get_n_streams (trace) == 2 &&
          spur_trace_get_n_events (trace) < GOOD_RECORDS + OTHER_RECORDS)
        g_assert_cmpuint (count_losses (trace), >, 0);
    }
  g_test_message ("%u errors, %u traces with losses", n_errors, n_lossy);
  g_assert_cmpuint (n_errors, >, 0);
  g_assert_cmpuint (n_lossy, >, 0);
}

static void
test_flipped_gz (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "t.0.log.gz", NULL);
  g_autoptr (SpurTrace) good = open_good (fixture);
  g_autofree char *expected = describe (good);
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_test_summary ("A flipped bit in compressed data is counted, or changes nothing.");
  write_gz (fixture, "t.0.log.gz", good_log, strlen (good_log));
  remove_file (fixture, "t.0.log");
  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  for (gsize i = 0; i < n_bytes * 8; i += spur_test_step ())
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      bytes[i / 8] ^= (char) (1 << i % 8);
      write_bytes (fixture, "t.0.log.gz", bytes, n_bytes);
      bytes[i / 8] ^= (char) (1 << i % 8);
      trace = open_with (fixture, 1, &error);
      if (trace != NULL && spur_trace_get_n_losses (trace) == 0)
        {
          g_autofree char *text = describe (trace);

          g_assert_cmpstr (text, ==, expected);
        }
      else if (trace == NULL)
        g_assert_true (error->domain == SPUR_FORMAT_ERROR);
    }
}

static void
test_missing_log (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("A log that is not there is named, with what is to be done.");
  remove_file (fixture, "t.1.log");
  g_assert_null (open_with (fixture, 1, &error));
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "t.1.log"));
  g_assert_nonnull (strstr (error->message, "copy the logs"));
}

typedef struct
{
  const char *from;
  const char *to;
  SpurFormatError code;
  const char *said;
} BadLine;

static const BadLine bad_lines[] = {
  { "PROCESSORS 2", "PROCESSORS 1000000000", SPUR_FORMAT_ERROR_MISSING, "t.2.log" },
  { "PROCESSORS 2", "PROCESSORS 3", SPUR_FORMAT_ERROR_MISSING, "t.2.log" },
  { "PROCESSORS 2", "PROCESSORS 0", SPUR_FORMAT_ERROR_DATA, "t.sts:4" },
  { "PROCESSORS 2", "PROCESSORS -1", SPUR_FORMAT_ERROR_DATA, "t.sts:4" },
  { "PROCESSORS 2", "PROCESSORS 2147483648", SPUR_FORMAT_ERROR_DATA, "t.sts:4" },
  { "PROCESSORS 2", "PROCESSORS 99999999999999999999", SPUR_FORMAT_ERROR_DATA, "t.sts:4" },
  { "PROCESSORS 2", "PROCESSES 2", SPUR_FORMAT_ERROR_DATA, "PROCESSORS" },
  { "VERSION 11.0", "VERSION 6.9", SPUR_FORMAT_ERROR_VERSION, "6.9" },
  { "VERSION 11.0", "VERSION 12.0", SPUR_FORMAT_ERROR_VERSION, "12.0" },
  { "VERSION 11.0", "VERSION nan", SPUR_FORMAT_ERROR_VERSION, "nan" },
  { "VERSION 11.0", "VERSION", SPUR_FORMAT_ERROR_DATA, "t.sts:2" },
  { "CHARE 1 \"Grid\" 2", "CHARE 65536 \"Grid\" 2", SPUR_FORMAT_ERROR_DATA, "t.sts:8" },
  { "CHARE 1 \"Grid\" 2", "CHARE 0 \"Grid\" 2", SPUR_FORMAT_ERROR_DATA, "t.sts:8" },
  { "CHARE 1 \"Grid\" 2", "CHARE 1 \"Grid\" 7", SPUR_FORMAT_ERROR_DATA, "t.sts:8" },
  { "CHARE 1 \"Grid\" 2", "CHARE 1 \"Grid", SPUR_FORMAT_ERROR_DATA, "t.sts:8" },
  { "ENTRY CHARE 2 ", "ENTRY CHARE 65536 ", SPUR_FORMAT_ERROR_DATA, "t.sts:11" },
  { "ENTRY CHARE 2 ", "ENTRY CHARE 1 ", SPUR_FORMAT_ERROR_DATA, "t.sts:11" },
};

static char *
replace (const char *text, const char *from, const char *to)
{
  const char *at = strstr (text, from);

  g_assert_nonnull (at);
  return g_strdup_printf ("%.*s%s%s", (int) (at - text), text, to, at + strlen (from));
}

static void
test_bad_definitions (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Definitions that are not possible are refused, with the place.");
  for (guint i = 0; i < G_N_ELEMENTS (bad_lines); i++)
    {
      g_autofree char *text = replace (good_sts, bad_lines[i].from, bad_lines[i].to);
      g_autoptr (GError) error = NULL;

      write_text (fixture, "t.sts", text);
      g_assert_null (open_with (fixture, 1, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, SPUR_FORMAT_ERROR, (int) bad_lines[i].code);
      g_assert_nonnull (strstr (error->message, bad_lines[i].said));
    }
}

typedef struct
{
  const char *from;
  const char *to;
  const char *loss;
} BadRecord;

static const BadRecord bad_records[] = {
  { "14 21 0", "14 2305843009213694 0", "malformed records" },
  { "14 21 0", "14 -1 0", "malformed records" },
  { "14 21 0", "14 99999999999999999999 0", "malformed records" },
  { "14 21 0", "14 21", "malformed records" },
  { "14 21 0", "14 21 0 0", "malformed records" },
  { "14 21 0", "14 21x 0", "malformed records" },
  { "14 21 0", "fourteen", "malformed records" },
  { "14 21 0", "14 21 0 15 29 0", "malformed records" },
  { "14 21 0", "33 21 0", "records of unknown types" },
  { "14 21 0", "101 21 0", "records of unknown types" },
  { "14 21 0", "-1 21 0", "records of unknown types" },
  { "1 4 1 13 1 0", "1 4 65536 13 1 0", "malformed records" },
  { "1 4 1 13 1 0", "1 4 1 13 2147483648 0", "malformed records" },
  { "1 4 1 13 1 0 64", "1 4 1 13 1 0 -1", "malformed records" },
  { "2 0 1\n13", "2 0\n13", "malformed records" },
  { "2 0 1\n13", "2 0 1 2\n13", "malformed records" },
  { "3 -4 9\n", "3 9\n", "malformed records" },
  { "3 -4 9\n", "3 -4 9 9\n", "malformed records" },
  { "3 -4 9\n", "3 -2147483649 9\n", "malformed records" },
  { "28 17 5 hello", "28 17 4 hello", "malformed records" },
};

static void
test_bad_records (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Every record that is not possible is counted, and the first one described.");
  for (guint i = 0; i < G_N_ELEMENTS (bad_records); i++)
    {
      g_autofree char *text = replace (good_log, bad_records[i].from, bad_records[i].to);
      g_autoptr (SpurTrace) trace = NULL;
      const char *problem;

      write_text (fixture, "t.0.log", text);
      trace = open_good (fixture);
      problem = spur_trace_get_fact (trace, "first problem");
      g_test_message ("%s", problem);
      g_assert_cmpuint (get_loss (trace, bad_records[i].loss), ==, 1);
      g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, GOOD_RECORDS + OTHER_RECORDS - 1);
      g_assert_nonnull (strstr (problem, "t.0.log:"));
    }
}

static void
test_limits (Fixture *fixture, gconstpointer data)
{
  g_autofree char *late = replace (good_log, "7 50", "7 2305843009213693");
  g_autofree char *last_entry =
    replace (late, "1 4 1 13 1 0", "1 4 65535 13 2147483647 -2147483648");
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("The last possible values are read.");
  write_text (fixture, "t.0.log", last_entry);
  trace = open_good (fixture);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpint (spur_stream_get_raw_ns (spur_trace_get_stream (trace, 0), GOOD_RECORDS - 1), ==,
                   G_GINT64_CONSTANT (2305843009213693000));
}

static void
test_unusual_spelling (Fixture *fixture, gconstpointer data)
{
  static const char *const spellings[] = { " 2 4 1 30", "\t2 4 1 30", "02 4 1 30", "2  4 01 030" };
  g_autoptr (SpurTrace) good = open_good (fixture);
  g_autofree char *expected = describe (good);

  g_test_summary ("Spaces and zeros in front of numbers change nothing, in either pass.");
  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    {
      g_autofree char *log = replace (good_log, "2 4 1 30", spellings[i]);
      g_autofree char *other = replace (other_log, "2 4 2 29", " 2 4 2 29");
      g_autoptr (SpurTrace) trace = NULL;
      g_autofree char *text = NULL;

      write_text (fixture, "t.0.log", log);
      write_text (fixture, "t.1.log", other);
      trace = open_good (fixture);
      text = describe (trace);
      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_undefined_entry (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = replace (good_log, "2 4 0 12 ", "2 4 77 12 ");
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("An entry method without a definition is kept by its number, and is counted.");
  write_text (fixture, "t.0.log", text);
  trace = open_good (fixture);
  assert_state (trace, 0, 1, "entry method 77");
  g_assert_cmpuint (get_loss (trace, "definitions of entry methods that are used"), ==, 1);
}

static void
test_missing_definition (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = replace (good_sts, "TOTAL_EPS 3", "TOTAL_EPS 5");
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Definitions that are fewer than announced are counted.");
  write_text (fixture, "t.sts", text);
  trace = open_good (fixture);
  g_assert_cmpuint (get_loss (trace, "definitions missing in the .sts file"), ==, 2);
}

static void
test_no_log (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("What is no log is refused.");
  write_text (fixture, "t.1.log", "PROJECTIONS-RECURD 4\n7 8\n");
  g_assert_null (open_with (fixture, 1, &error));
  g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  g_assert_nonnull (strstr (error->message, "t.1.log:1"));
}

static void
test_long_lines (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("PROJECTIONS-RECORD 4\n6 8\n21 4 2 9 0 1 64 0 200000");
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("A list of receivers may be of any length; other lines may not.");
  for (guint i = 0; i < 200000; i++)
    g_string_append_printf (text, " %u", i);
  g_string_append (text, "\n14 10");
  for (guint i = 0; i < 3000000; i++)
    g_string_append_c (text, ' ');
  g_string_append (text, "0\n7 52\n");
  remove_file (fixture, "t.1.log");
  write_gz (fixture, "t.1.log.gz", text->str, text->len);
  trace = open_good (fixture);
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 1)), ==, 3);
  g_assert_cmpuint (get_loss (trace, "malformed records"), ==, 1);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
}

static void
test_bomb (Fixture *fixture, gconstpointer data)
{
  gsize n_bytes = 64 * 1024 * 1024;
  g_autofree char *text = g_strnfill (n_bytes, '9');
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("A line that does not end takes no more memory than any other.");
  memcpy (text, "PROJECTIONS-RECORD 2\n", 21);
  remove_file (fixture, "t.1.log");
  write_gz (fixture, "t.1.log.gz", text, n_bytes);
  trace = open_good (fixture);
  g_assert_cmpuint (spur_stream_get_n_events (spur_trace_get_stream (trace, 1)), ==, 0);
  g_assert_cmpuint (count_losses (trace), >, 0);
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SpurJob job = { NULL, NULL, cancellable, 1 };
  g_autoptr (GError) error = NULL;

  g_test_summary ("Reading can be stopped.");
  g_cancellable_cancel (cancellable);
  g_assert_null (
    spur_registry_open_trace (spur_registry_get_default (), fixture->sts, &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/projections/good", test_good);
  ADD ("/projections/paths", test_paths);
  ADD ("/projections/threads", test_threads);
  ADD ("/projections/compressed", test_compressed);
  ADD ("/projections/limits", test_limits);
  ADD ("/projections/truncated/sts", test_truncated_sts);
  ADD ("/projections/truncated/log", test_truncated_log);
  ADD ("/projections/truncated/gz", test_truncated_gz);
  ADD ("/projections/flipped/text", test_flipped);
  ADD ("/projections/flipped/gz", test_flipped_gz);
  ADD ("/projections/missing-log", test_missing_log);
  ADD ("/projections/bad-definitions", test_bad_definitions);
  ADD ("/projections/bad-records", test_bad_records);
  ADD ("/projections/unusual-spelling", test_unusual_spelling);
  ADD ("/projections/undefined-entry", test_undefined_entry);
  ADD ("/projections/missing-definition", test_missing_definition);
  ADD ("/projections/no-log", test_no_log);
  ADD ("/projections/long-lines", test_long_lines);
  ADD ("/projections/bomb", test_bomb);
  ADD ("/projections/cancelled", test_cancelled);
  return g_test_run ();
}
