/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A verb that fails or is interrupted leaves old files as they were, and no new ones. */
#include "config.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

#define ARCHIVE "otf2-pmpi-lammps-8/skewed-b/traces.otf2"
#define OTHER_ARCHIVE "otf2-pmpi-lammps-8/skewed-a/traces.otf2"
#define N_ROUNDS 3

/* {in} is a trace, {archive} an OTF2 archive, {out} a file without its suffix. Each writes more
 * than FEW_KIB, and some of them several files. */
static const char *const writers[] = {
  "convert {in} {out}.spur --force",
  "convert {in} {out}.spurtext -f spur-text --force",
  "correct {in} -o {out}.spur --force --report {out}.txt --report {out}.json",
  "correct {archive} -o {out}.otf2 --force --report {out}.txt",
  "merge {in} {in} -o {out}.spur --force",
  "simulate --iterations 500 -o {out}.spur --force",
#ifdef SPUR_WITH_VIEWS
  "correct {in} -o {out}.spur --force --report {out}.html",
  "draw {in} -o {out}.svg --force",
  "draw {in} -o {out}.png --force",
  "report {in} -o {out}.html --force",
  "simulate --iterations 500 -o {out}.spur --plot-fast {out}.svg --plot-slow {out}.png --force",
#endif
};

#define FEW_KIB "8"

typedef struct
{
  char *folder;
  char *output;
  char *input;
  char *archive;
  char *other_input;
  char *other_archive;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_auto (Run) run = { 0 };

  fixture->folder = make_folder ();
  fixture->output = g_build_filename (fixture->folder, "run", NULL);
  fixture->input = g_build_filename (fixture->folder, "in.spur", NULL);
  fixture->archive = spur_test_corpus (ARCHIVE);
  fixture->other_input = g_build_filename (fixture->folder, "other.spur", NULL);
  fixture->other_archive = spur_test_corpus (OTHER_ARCHIVE);
  run_spur (&run, "simulate", "--iterations", "500", "-o", fixture->input, NULL);
  g_assert_cmpint (run.status, ==, 0);
  run_spur (&run, "simulate", "--iterations", "480", "-o", fixture->other_input, NULL);
  g_assert_cmpint (run.status, ==, 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->output);
  g_free (fixture->input);
  g_free (fixture->archive);
  g_free (fixture->other_input);
  g_free (fixture->other_archive);
}

/* Of a writer, in a folder that is made anew; @shell comes before it. */
static char *
make_command (const Fixture *fixture, const char *writer, const char *shell)
{
  g_autofree char *out = g_build_filename (fixture->output, "out", NULL);
  GString *text = g_string_new (shell);

  g_string_append (text, writer);
  g_string_replace (text, "{in}", fixture->input, 0);
  g_string_replace (text, "{archive}", fixture->archive, 0);
  g_string_replace (text, "{out}", out, 0);
  return g_string_free (text, FALSE);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_sums (const char *path, const char *name, GString *sums)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_autofree char *sum = NULL;
  const char *inner;
  gsize n_bytes;

  if (dir == NULL)
    {
      g_assert_true (g_file_get_contents (path, &text, &n_bytes, NULL));
      sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, n_bytes);
      g_string_append_printf (sums, "%s %s\n", name, sum);
      return;
    }
  while ((inner = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_strdup (inner));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *whole = g_build_filename (path, names->pdata[i], NULL);
      g_autofree char *full = g_build_filename (name, names->pdata[i], NULL);

      add_sums (whole, full, sums);
    }
}

/* Every file in the folder of outputs with its checksum, hidden ones too. */
static char *
sum_up (const Fixture *fixture)
{
  GString *sums = g_string_new (NULL);

  add_sums (fixture->output, "", sums);
  return g_string_free (sums, FALSE);
}

static void
empty_folder (const Fixture *fixture)
{
  remove_tree (fixture->output);
  g_assert_cmpint (g_mkdir (fixture->output, 0777), ==, 0);
}

/* What the writer leaves where nothing comes between. */
static char *
write_whole (const Fixture *fixture, const char *writer)
{
  g_autofree char *command = make_command (fixture, writer, "\"$SPUR_BINARY\" ");
  g_auto (Run) run = { 0 };

  empty_folder (fixture);
  run_shell (&run, command);
  if (run.status != 0)
    g_error ("%s: exit status %d: %s", writer, run.status, run.err);
  return sum_up (fixture);
}

/* Files of the same names as a writer makes, from another trace. */
static char *
write_old (const Fixture *fixture, const char *writer)
{
  const Fixture other = { fixture->folder, fixture->output, fixture->other_input,
                          fixture->other_archive };
  g_autoptr (GString) other_writer = g_string_new (writer);

  g_string_replace (other_writer, "--iterations 500", "--iterations 490", 1);
  return write_whole (&other, other_writer->str);
}

static void
expect_unchanged (const Fixture *fixture, const char *before, const char *command)
{
  g_autofree char *after = sum_up (fixture);

  if (!g_str_equal (before, after))
    g_error ("%s\nhas changed\n%s\nto\n%s", command, before, after);
}

static void
test_limit (Fixture *fixture, gconstpointer data)
{
  const gboolean is_ignored = GPOINTER_TO_INT (data);
  const char *shell = is_ignored ? "trap '' XFSZ; ulimit -f " FEW_KIB "; \"$SPUR_BINARY\" "
                                 : "ulimit -f " FEW_KIB "; \"$SPUR_BINARY\" ";

  g_test_summary ("Where a file cannot grow, nothing changes, and the command says why.");
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *command = make_command (fixture, writers[i], shell);
      g_autofree char *before = NULL;
      g_auto (Run) run = { 0 };

      g_test_message ("%s", writers[i]);
      empty_folder (fixture);
      run_shell (&run, command);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_nonnull (strstr (run.err, "spur: "));
      g_assert_cmpuint (count_files (fixture->output), ==, 0);

      before = write_old (fixture, writers[i]);
      run_shell (&run, command);
      g_assert_cmpint (run.status, ==, 1);
      expect_unchanged (fixture, before, command);
    }
}

/* A disk of its own, in a mount namespace; @size_kib is what is left of it after the old files. */
static char *
make_disk_script (const Fixture *fixture, const char *writer, guint size_kib)
{
  g_autofree char *command = make_command (fixture, writer, "\"$SPUR_BINARY\" ");

  return g_strdup_printf ("cat > '%s/script' <<'END'\n"
                          "set -e\n"
                          "cp -r '%s' '%s/old'\n"
                          "used=$(du -sk '%s' | cut -f1)\n"
                          "mount -t tmpfs -o size=$((used + %u))k tmpfs '%s'\n"
                          "cp -r '%s/old/.' '%s/'\n"
                          "set +e\n"
                          "%s\n"
                          "status=$?\n"
                          "diff -r '%s/old' '%s' >&2 || exit 99\n"
                          "exit $status\n"
                          "END\n"
                          "unshare -rm bash '%s/script'; status=$?; rm -rf '%s/old'; exit $status",
                          fixture->folder, fixture->output, fixture->folder, fixture->output,
                          size_kib, fixture->output, fixture->folder, fixture->output, command,
                          fixture->folder, fixture->output, fixture->folder, fixture->folder);
}

static void
test_disk (Fixture *fixture, gconstpointer data)
{
  g_auto (Run) probe = { 0 };

  g_test_summary ("On a full disk nothing changes, and the command says why.");
  run_shell (&probe, "unshare -rm bash -c 'mount -t tmpfs tmpfs /mnt'");
  if (probe.status != 0)
    {
      g_test_skip ("no file system can be mounted here");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *script = make_disk_script (fixture, writers[i], 16);
      g_auto (Run) run = { 0 };

      g_test_message ("%s", writers[i]);
      g_free (write_old (fixture, writers[i]));
      run_shell (&run, script);
      if (run.status != 1)
        g_error ("%s: exit status %d: %s", writers[i], run.status, run.err);
      g_assert_nonnull (strstr (run.err, "spur: "));
    }
}

static void
test_standard_output (Fixture *fixture, gconstpointer data)
{
  g_autofree char *command =
    make_command (fixture, "convert {in} - -f spur-text > /dev/full", "\"$SPUR_BINARY\" ");
  g_auto (Run) run = { 0 };

  g_test_summary ("Where standard output is full the command fails and says so.");
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "standard output"));
}

static GPid
start (const char *command)
{
  g_autofree char *text = g_strconcat ("exec ", command, " > /dev/null 2>&1", NULL);
  char *argv[] = { (char *) "bash", (char *) "-c", text, NULL };
  g_autoptr (GError) error = NULL;
  GPid pid;

  g_spawn_async (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                 &pid, &error);
  g_assert_no_error (error);
  return pid;
}

/* How long a run takes, in us. */
static gint64
measure (const char *command)
{
  gint64 begin_us = g_get_monotonic_time ();
  int status;

  g_assert_cmpint (waitpid (start (command), &status, 0), >, 0);
  return g_get_monotonic_time () - begin_us;
}

/* Gives the status as waitpid() does. */
static int
interrupt (const char *command, int number, gint64 after_us)
{
  GPid pid = start (command);
  int status = 0;

  g_usleep ((gulong) after_us);
  kill (pid, number);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

/* One run is interrupted at a random moment; gives whether it was before its end. Before the
 * command has looked at its arguments it does not watch signals, and nothing is written either. */
static gboolean
run_round (
  Fixture *fixture, const char *command, const char *old, const char *whole, gint64 length_us)
{
  const int number = g_test_rand_bit () ? SIGINT : SIGTERM;
  gint64 after_us = g_test_rand_int_range (0, (gint32) CLAMP (length_us, 1, G_MAXINT32));
  int status = interrupt (command, number, after_us);
  g_autofree char *after = sum_up (fixture);

  if (WIFSIGNALED (status))
    {
      g_assert_cmpint (WTERMSIG (status), ==, number);
      if (!g_str_equal (after, old))
        g_error ("%s: interrupted after %" G_GINT64_FORMAT " us, has changed\n%s\nto\n%s", command,
                 after_us, old, after);
      return TRUE;
    }
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
  if (!g_str_equal (after, whole))
    g_error ("%s: ended well, but left\n%s\nnot\n%s", command, after, whole);
  return FALSE;
}

static void
test_interrupt (Fixture *fixture, gconstpointer data)
{
  guint n_rounds = spur_test_scale (N_ROUNDS);
  guint n_interrupted = 0;

  g_test_summary (
    "SIGINT and SIGTERM at any moment: old files whole, or new ones, nothing between.");
  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      g_autofree char *command = make_command (fixture, writers[i], "\"$SPUR_BINARY\" ");
      g_autofree char *whole = write_whole (fixture, writers[i]);
      gint64 length_us = measure (command);
      g_autofree char *old = write_old (fixture, writers[i]);

      g_test_message ("%s", writers[i]);
      g_assert_cmpstr (old, !=, whole);
      for (guint round = 0; round < n_rounds; round++)
        {
          gboolean was_interrupted;

          was_interrupted = run_round (fixture, command, old, whole, length_us);
          n_interrupted += was_interrupted;
          if (was_interrupted)
            continue;
          g_free (old);
          old = write_old (fixture, writers[i]);
        }
    }
  g_test_message ("%u of %zu runs were interrupted", n_interrupted,
                  n_rounds * G_N_ELEMENTS (writers));
  g_assert_cmpuint (n_interrupted, >, 0);
}

#ifdef SPUR_WITH_VIEWS
/* Drawing takes longer than the second that a command has to end by itself, and does not look at
 * whether it is cancelled. */
static void
test_busy (Fixture *fixture, gconstpointer data)
{
  static const char writer[] = "draw {in} -o {out}.png --force --width 15800 --height 7900";
  g_autofree char *command = make_command (fixture, writer, "\"$SPUR_BINARY\" ");
  g_autofree char *old = write_old (fixture, "draw {in} -o {out}.png --force");

  g_test_summary ("A command that is too busy to end by itself is ended, and leaves nothing.");
  for (guint round = 0; round < 2; round++)
    {
      const int number = round == 0 ? SIGINT : SIGTERM;
      int status = interrupt (command, number, G_USEC_PER_SEC / 4);

      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, number);
      expect_unchanged (fixture, old, command);
    }
}
#endif

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cli/whole/limit", Fixture, GINT_TO_POINTER (FALSE), set_up, test_limit, tear_down);
  g_test_add ("/cli/whole/limit/ignored", Fixture, GINT_TO_POINTER (TRUE), set_up, test_limit,
              tear_down);
  g_test_add ("/cli/whole/disk", Fixture, NULL, set_up, test_disk, tear_down);
  g_test_add ("/cli/whole/standard-output", Fixture, NULL, set_up, test_standard_output, tear_down);
  g_test_add ("/cli/whole/interrupt", Fixture, NULL, set_up, test_interrupt, tear_down);
#ifdef SPUR_WITH_VIEWS
  g_test_add ("/cli/whole/busy", Fixture, NULL, set_up, test_busy, tear_down);
#endif
  return g_test_run ();
}
