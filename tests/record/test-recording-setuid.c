/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program that is set-user-id has rights that its user has not. The environment is the user's, so
 * it says neither where such a program writes, nor which code it loads, nor who may command it. */
#include "tests/record/recording-run.h"

#include <grp.h>
#include <sys/stat.h>

/* Users that no computer has. */
#define OWNER 54321
#define USER 54322
#define STATUS_NO_RIGHTS 77

static char *folder;
static char *output;
static char *runtime;
static guint n_repetitions;

static void
put_variable (const char *name, const char *value)
{
  g_assert_true (g_setenv (name, value, TRUE));
}

/* What the user would like it to do; any of it, and any place. */
static void
set_environment (guint round)
{
  static const char *const places[] = { "@/run.spurrec", "file:@/run-%p.spurrec",
                                        "flight:64K,@/last.spurrec", "@/a.spurrec;memory:" };
  g_auto (GStrv) parts = g_strsplit (places[round % G_N_ELEMENTS (places)], "@", -1);
  g_autofree char *where = g_strjoinv (output, parts);

  put_variable ("SPUR_RECORD", where);
  put_variable ("SPUR_RECORD_CONTROL", "1");
  put_variable ("SPUR_RECORD_CRASH", "1");
  put_variable ("SPUR_RECORD_FLUSH", round % 2 == 0 ? "1" : "1000");
  put_variable ("XDG_RUNTIME_DIR", runtime);
  put_variable ("TMPDIR", output);
}

/* As a user without rights, unless @is_plain; standard input is empty. */
static int
run_program (const char *program, guint round, gboolean is_plain)
{
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      set_environment (round);
      if (freopen ("/dev/null", "r", stdin) == NULL)
        _exit (2);
      if (!is_plain && (setgroups (0, NULL) != 0 || setresgid (USER, USER, USER) != 0 ||
                        setresuid (USER, USER, USER) != 0))
        _exit (3);
      if (is_plain)
        execl (program, program, "plain", NULL);
      else
        execl (program, program, NULL);
      _exit (4);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static guint
count_files (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  g_dir_close (dir);
  return n_files;
}

static void
make_folder (const char *path, uid_t owner, mode_t mode)
{
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  g_assert_cmpint (chown (path, owner, owner), ==, 0);
  g_assert_cmpint (chmod (path, mode), ==, 0);
}

/* (transfer full): a copy that belongs to a user of its own, and has his rights. */
static char *
make_privileged (const char *name)
{
  g_autofree char *original = g_test_build_filename (G_TEST_BUILT, "record", name, NULL);
  char *copy = g_build_filename (folder, name, NULL);
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize n_bytes;

  g_file_get_contents (original, &bytes, &n_bytes, &error);
  g_assert_no_error (error);
  g_file_set_contents (copy, bytes, (gssize) n_bytes, &error);
  g_assert_no_error (error);
  g_assert_cmpint (chown (copy, OWNER, OWNER), ==, 0);
  g_assert_cmpint (chmod (copy, 04755), ==, 0);
  return copy;
}

static void
check_program (const char *name)
{
  g_autofree char *program = NULL;
  g_autofree char *control = g_strdup_printf ("/tmp/spur-record-%d", OWNER);

  if (getuid () != 0)
    {
      g_test_skip ("a program with another user's rights needs root");
      return;
    }
  program = make_privileged (name);
  for (guint i = 0; i < n_repetitions; i++)
    {
      int status = run_program (program, i, FALSE);

      if (status == STATUS_NO_RIGHTS || status == 4 || status == 127)
        {
          g_test_skip (status == STATUS_NO_RIGHTS ? "the file system gives no program rights"
                                                  : "other users cannot run what is built here");
          return;
        }
      g_assert_cmpint (status, ==, 0);
      g_assert_cmpuint (count_files (output), ==, 0);
      g_assert_cmpuint (count_files (runtime), ==, 0);
      g_assert_false (g_file_test (control, G_FILE_TEST_EXISTS));
    }
  /* The same environment is obeyed by the same program without such rights. */
  g_assert_cmpint (chown (program, 0, 0), ==, 0);
  g_assert_cmpint (chmod (program, 0755), ==, 0);
  g_assert_cmpint (run_program (program, 0, TRUE), ==, 1);
  g_assert_cmpuint (count_files (output), ==, 1);
  recording_remove_folder (output);
  make_folder (output, OWNER, 0777);
}

static void
test_recorder (void)
{
  g_test_summary ("Nothing is recorded, and there is no control socket, whatever the user says.");

  check_program ("program-setuid");
}

static void
test_library (void)
{
  g_test_summary ("The library records nothing, and finds no plugins of the user's.");

  check_program ("program-setuid-library");
}

int
main (int argc, char *argv[])
{
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result;

  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 4;
  folder = recording_make_folder ();
  g_assert_cmpint (chmod (folder, 0755), ==, 0);
  output = g_build_filename (folder, "output", NULL);
  runtime = g_build_filename (folder, "runtime", NULL);
  if (getuid () == 0)
    {
      make_folder (output, OWNER, 0777);
      make_folder (runtime, OWNER, 0700);
    }
  g_test_add_func ("/record/setuid/recorder", test_recorder);
  g_test_add_func ("/record/setuid/library", test_library);
  result = g_test_run ();
  recording_remove_folder (output);
  recording_remove_folder (runtime);
  recording_remove_folder (folder);
  g_free (output);
  g_free (runtime);
  g_free (folder);
  return result;
}
