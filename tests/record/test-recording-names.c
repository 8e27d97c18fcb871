/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is there already under the name of a recording or of a dump: a recording of another run is
 * kept, and what is no recording is not touched. */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/record/program-run.h"

#define PRECIOUS "int main (void) { return 0; }\n"
#define N_EVENTS 3000

static char *folder;
static guint n_repetitions;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* ---- The programs ---- */

static int
record_well (const char *where)
{
  SpurRecord *record = spur_record_open (where);

  for (guint i = 0; i < N_EVENTS; i++)
    recording_put (record, 0, i);
  spur_record_close (record);
  return spur_record_get_problem (record) != NULL ? 2 : 0;
}

static int
record_and_die (const char *where)
{
  SpurRecord *record = spur_record_open (where);

  for (guint i = 0; i < N_EVENTS; i++)
    recording_put (record, 0, i);
  raise (SIGKILL);
  return 1;
}

static int
record_and_move (const char *path)
{
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  SpurRecord *record;
  pid_t child;
  int status = 1;

  if (chdir (parent) != 0)
    return 1;
  record = spur_record_open (name);
  recording_put (record, 0, 0);
  if (chdir ("/") != 0)
    return 1;
  child = fork ();
  if (child == 0)
    {
      recording_put (record, 0, 0);
      spur_record_close (record);
      _exit (spur_record_get_problem (record) != NULL);
    }
  waitpid (child, &status, 0);
  spur_record_close (record);
  return status != 0 || spur_record_get_problem (record) != NULL;
}

static int
dump_twice (const char *where)
{
  SpurRecord *record = spur_record_open (where);
  int result = 0;

  for (guint i = 0; i < 2 && result == 0; i++)
    {
      recording_put (record, 0, i);
      result = spur_record_dump (record, NULL) == 0 ? 0 : errno == EEXIST ? 2 : 1;
    }
  spur_record_close (record);
  return result;
}

static int
dump_there (const char *path)
{
  SpurRecord *record = spur_record_open ("memory:");
  int result;

  recording_put (record, 0, 0);
  result = spur_record_dump (record, path) == 0 ? 0 : errno == EEXIST ? 2 : 1;
  if (result == 0 && spur_record_dump (record, path) != 0)
    result = 1;
  spur_record_close (record);
  return result;
}

static int
crash_in_flight (const char *where)
{
  SpurRecord *record = spur_record_open (where);

  recording_put (record, 0, 0);
  raise (SIGABRT);
  return record == NULL;
}

/* ---- What there is afterwards ---- */

static void
check_events (const char *path, guint64 n_events)
{
  g_autoptr (SpurTrace) trace = recording_open (path, NULL);

  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, n_events);
}

static void
run_well (const char *part, const char *argument, const char *expected)
{
  int status;
  g_autofree char *text = program_run (part, argument, &status);

  g_assert_cmpint (status, ==, 0);
  if (expected == NULL)
    g_assert_cmpstr (text, ==, "");
  else
    {
      g_assert_cmpuint (program_count_lines (text, "spur-record: "), ==, 1);
      g_assert_cmpuint (program_count_lines (text, expected), ==, 1);
    }
}

/* The program goes on, and says why it records nothing. */
static void
run_refused (const char *part, const char *argument, const char *name)
{
  int status;
  g_autofree char *text = program_run (part, argument, &status);

  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 2);
  g_assert_cmpuint (program_count_lines (text, "spur-record: "), ==, 1);
  g_assert_cmpuint (program_count_lines (text, name), ==, 1);
}

static void
die (const char *where)
{
  int status;

  g_free (program_run ("die", where, &status));
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGKILL);
}

static guint
count_files (void)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  g_dir_close (dir);
  return n_files;
}

static void
clean_up (void)
{
  recording_remove_folder (folder);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
}

static void
test_restart (void)
{
  g_test_summary ("A run that follows one that was killed or ended leaves its recording alone.");

  for (guint round = 0; round < n_repetitions; round++)
    {
      g_autofree char *path = make_path ("run.spurrec");
      guint n_runs = (guint) g_test_rand_int_range (2, 5);

      for (guint i = 0; i < n_runs; i++)
        {
          g_autofree char *own =
            i == 0 ? g_strdup (path) : g_strdup_printf ("%s/run.%u.spurrec", folder, i + 1);

          g_assert_false (g_file_test (own, G_FILE_TEST_EXISTS));
          if (g_test_rand_bit ())
            die (path);
          else
            run_well ("well", path, i == 0 ? NULL : own);
          for (guint k = 0; k <= i; k++)
            {
              g_autofree char *before =
                k == 0 ? g_strdup (path) : g_strdup_printf ("%s/run.%u.spurrec", folder, k + 1);

              check_events (before, N_EVENTS);
            }
        }
      clean_up ();
    }
}

static void
test_no_recording (void)
{
  g_autofree char *precious = make_path ("precious.c");
  g_autofree char *link = make_path ("link.spurrec");
  g_autofree char *nowhere = make_path ("nowhere.spurrec");
  g_autofree char *made = make_path ("made.c");
  g_autofree char *fifo = make_path ("fifo.spurrec");
  g_autofree char *sub = make_path ("folder.spurrec");

  g_test_summary ("A file that is no recording, a link, a FIFO and a folder are refused.");

  program_make_file (precious, PRECIOUS);
  g_assert_cmpint (symlink (precious, link), ==, 0);
  g_assert_cmpint (symlink (made, nowhere), ==, 0);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0);
  run_refused ("well", precious, "precious.c");
  run_refused ("well", link, "link.spurrec");
  run_refused ("well", nowhere, "nowhere.spurrec");
  run_refused ("well", fifo, "fifo.spurrec");
  run_refused ("well", sub, "folder.spurrec");
  program_check_text (precious, PRECIOUS);
  g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_files (), ==, 5);
  g_assert_cmpint (g_rmdir (sub), ==, 0);
  clean_up ();
}

static void
test_empty (void)
{
  g_autofree char *path = make_path ("empty.spurrec");

  g_test_summary ("An empty file, as mktemp makes one, is taken.");

  program_make_file (path, "");
  run_well ("well", path, NULL);
  check_events (path, N_EVENTS);
  g_assert_cmpuint (count_files (), ==, 1);
  clean_up ();
}

static void
test_blocks (void)
{
  g_autofree char *path = make_path ("run.spurrec");
  g_autofree char *saved = make_path ("saved.spurrec");
  g_autofree char *blocks = make_path ("run.spurrec.blocks");
  g_autofree char *second = make_path ("run.2.spurrec");
  g_autofree char *precious = make_path ("precious.c");
  g_autofree char *before = NULL, *after = NULL;
  gsize n_before, n_after;

  g_test_summary ("Blocks whose recording was moved away are not overwritten, nor what a link in "
                  "their place leads to.");

  die (path);
  g_assert_cmpint (g_rename (path, saved), ==, 0);
  g_assert_true (g_file_get_contents (blocks, &before, &n_before, NULL));
  run_well ("well", path, second);
  check_events (second, N_EVENTS);
  g_assert_true (g_file_get_contents (blocks, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
  clean_up ();
  program_make_file (precious, PRECIOUS);
  g_assert_cmpint (symlink (precious, blocks), ==, 0);
  run_well ("well", path, second);
  program_check_text (precious, PRECIOUS);
  check_events (second, N_EVENTS);
  clean_up ();
}

static void
test_move (void)
{
  g_autofree char *path = make_path ("run.spurrec");
  g_autofree char *blocks = make_path ("run.spurrec.blocks");

  g_test_summary ("A program that goes to another folder leaves its files where they belong.");

  run_well ("move", path, NULL);
  check_events (path, 1);
  g_assert_false (g_file_test (blocks, G_FILE_TEST_EXISTS));
  /* With the child's. */
  g_assert_cmpuint (count_files (), ==, 2);
  clean_up ();
}

static void
test_dumps (void)
{
  g_autofree char *path = make_path ("last.spurrec");
  g_autofree char *second = make_path ("last.2.spurrec");
  g_autofree char *link = make_path ("link.spurrec");
  g_autofree char *where = g_strconcat ("flight:64K,", path, NULL);
  g_autofree char *linked = g_strconcat ("flight:64K,", link, NULL);

  g_test_summary ("A flight recorder writes over its own dumps only.");

  run_well ("dump", where, NULL);
  check_events (path, 2);
  run_well ("dump", where, second);
  check_events (path, 2);
  check_events (second, 2);
  g_assert_cmpuint (count_files (), ==, 2);
  program_make_file (path, PRECIOUS);
  run_refused ("dump", where, "last.spurrec");
  program_check_text (path, PRECIOUS);
  g_assert_cmpint (symlink (path, link), ==, 0);
  run_refused ("dump", linked, "link.spurrec");
  program_check_text (path, PRECIOUS);
  g_assert_cmpuint (count_files (), ==, 3);
  clean_up ();
}

static void
test_crash_dumps (void)
{
  g_autofree char *path = make_path ("last.spurrec");
  g_autofree char *where = g_strconcat ("flight:64K,", path, NULL);

  g_test_summary ("Each crash leaves a file of its own.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *own =
        i == 0 ? g_strdup (path) : g_strdup_printf ("%s/last.%u.spurrec", folder, i + 1);
      int status;

      g_free (program_run ("crash", where, &status));
      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, SIGABRT);
      check_events (own, 1);
      g_assert_cmpuint (count_files (), ==, i + 1);
    }
  clean_up ();
}

/* Who names the file itself is told by the call. */
static void
test_named_dumps (void)
{
  static const char *const contents[] = { PRECIOUS, NULL };
  g_autofree char *path = make_path ("named.spurrec");

  g_test_summary ("A dump to a file that is named is refused where that is of another run.");

  for (guint i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_autofree char *before = NULL, *after = NULL;
      gsize n_before, n_after;
      int status;

      if (contents[i] != NULL)
        program_make_file (path, contents[i]);
      else
        run_well ("well", path, NULL);
      g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
      g_free (program_run ("there", path, &status));
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 2);
      g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
      g_assert_cmpmem (before, n_before, after, n_after);
      clean_up ();
    }
  run_well ("there", path, NULL);
  check_events (path, 1);
  clean_up ();
}

static void
test_log (void)
{
  g_autofree char *precious = make_path ("precious.c");
  g_autofree char *link = make_path ("log.ulm");
  g_autofree char *where = g_strconcat ("ulm:", link, NULL);
  SpurLog *log;

  g_test_summary ("Lines are appended to a log through a link of one's own, but not of others.");

  program_make_file (precious, "");
  g_assert_cmpint (symlink (precious, link), ==, 0);
  log = spur_log_open ("p", where);
  g_assert_nonnull (log);
  g_assert_cmpint (spur_log_write (log, "Usage", "E", "N=1"), ==, 0);
  spur_log_close (log);
  if (getuid () != 0 || lchown (link, 12345, 12345) != 0)
    {
      clean_up ();
      g_test_skip ("a link of another user needs root");
      return;
    }
  program_make_file (precious, PRECIOUS);
  errno = 0;
  g_assert_null (spur_log_open ("p", where));
  program_check_text (precious, PRECIOUS);
  clean_up ();
}

int
main (int argc, char *argv[])
{
  static const ProgramPart parts[] = {
    { "well", record_well }, { "die", record_and_die }, { "move", record_and_move },
    { "dump", dump_twice },  { "there", dump_there },   { "crash", crash_in_flight },
  };
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result = program_run_part (argc, argv, parts, G_N_ELEMENTS (parts));

  if (result >= 0)
    return result;
  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 4;
  folder = recording_make_folder ();
  g_test_add_func ("/record/names/restart", test_restart);
  g_test_add_func ("/record/names/no-recording", test_no_recording);
  g_test_add_func ("/record/names/empty", test_empty);
  g_test_add_func ("/record/names/blocks", test_blocks);
  g_test_add_func ("/record/names/move", test_move);
  g_test_add_func ("/record/names/dumps", test_dumps);
  g_test_add_func ("/record/names/crash-dumps", test_crash_dumps);
  g_test_add_func ("/record/names/named-dumps", test_named_dumps);
  g_test_add_func ("/record/names/log", test_log);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
