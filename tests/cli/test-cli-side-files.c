/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Small files beside a trace are read whole, so only regular files of bounded size are read. */
#include "config.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/cli-run.h"

/* In seconds of processor time and KiB of memory: far above what a refusal takes, and an endless
 * file is not read to the end of the machine's memory. AddressSanitizer maps more than any limit.
 */
#ifdef __SANITIZE_ADDRESS__
#define LIMITS "ulimit -t 20; timeout 20 "
#else
#define LIMITS "ulimit -t 20 -v 8000000; timeout 20 "
#endif

/* How each kind of file is given; {in} is a trace, {file} the small file. */
static const char *const readers[] = {
  "check {in} --mu-file {file}",
  "correct {in} -o {out} --mu-file {file}",
  "explain {in} 'process 0:1' --mu-file {file}",
  "info {in} --map {file}",
  "info {in} --project {file}.xml",
  "convert {in} {out} -f {file}.xml",
  "validate {file}.xml",
  "info {file}.otf2",
};

typedef struct
{
  char *folder;
  char *input;
  char *file;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_auto (Run) run = { 0 };

  fixture->folder = make_folder ();
  fixture->input = g_build_filename (fixture->folder, "in.spur", NULL);
  fixture->file = g_build_filename (fixture->folder, "side", NULL);
  run_spur (&run, "simulate", "--iterations", "3", "-o", fixture->input, NULL);
  g_assert_cmpint (run.status, ==, 0);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->input);
  g_free (fixture->file);
}

static char *
make_command (const Fixture *fixture, const char *reader)
{
  GString *text = g_string_new (LIMITS "\"$SPUR_BINARY\" ");

  g_string_append (text, reader);
  g_string_replace (text, "{in}", fixture->input, 0);
  g_string_replace (text, "{file}", fixture->file, 0);
  g_string_replace (text, "{out}", "/nonexistent/out.spur", 0);
  return g_string_free (text, FALSE);
}

/* That the file is refused, not that it took too long, or that something else is wrong. */
static void
expect_refused (const Fixture *fixture)
{
  for (gsize i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      g_autofree char *command = make_command (fixture, readers[i]);
      g_auto (Run) run = { 0 };

      run_shell (&run, command);
      if (run.status < 1 || run.status > 3 || strstr (run.err, fixture->file) == NULL ||
          (strstr (run.err, "regular file") == NULL &&
           strstr (run.err, "neither a file nor a folder") == NULL))
        g_error ("%s: exit status %d: %s", readers[i], run.status, run.err);
    }
}

static void
put_in_place (const Fixture *fixture, const char *to)
{
  static const char *const suffixes[] = { "", ".xml", ".otf2" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strconcat (fixture->file, suffixes[i], NULL);

      if (to != NULL)
        g_assert_cmpint (symlink (to, path), ==, 0);
      else
        g_assert_cmpint (mkfifo (path, 0600), ==, 0);
    }
}

static void
test_device (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("An endless device is refused by every option that names a small file.");
  put_in_place (fixture, "/dev/zero");
  expect_refused (fixture);
}

static void
test_pipe (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A named pipe is refused, and its writer is not waited for.");
  put_in_place (fixture, NULL);
  expect_refused (fixture);
}

static void
test_huge (Fixture *fixture, gconstpointer data)
{
  g_autofree char *command = make_command (fixture, readers[0]);
  g_auto (Run) run = { 0 };
  int fd = open (fixture->file, O_WRONLY | O_CREAT, 0666);

  g_test_summary ("A file of a terabyte, with nothing in it, is refused by its size.");
  g_assert_cmpint (fd, >=, 0);
  if (ftruncate (fd, (off_t) 1 << 40) != 0)
    {
      g_test_skip ("no sparse file of this size can be made here");
      close (fd);
      return;
    }
  close (fd);
  run_shell (&run, command);
  g_assert_cmpint (run.status, >=, 1);
  g_assert_cmpint (run.status, <=, 3);
  g_assert_nonnull (strstr (run.err, "bytes"));
}

/* The largest file of delays is taken, one byte more is not. */
static void
test_limit (Fixture *fixture, gconstpointer data)
{
  const gsize limit = 1 << 24;
  g_autofree char *text = g_malloc (limit + 2);
  g_auto (Run) run = { 0 };

  g_test_summary ("A file of the limit is taken, one of one byte more is not.");
  memset (text, '#', limit + 1);
  text[limit + 1] = '\0';
  g_assert_true (g_file_set_contents (fixture->file, text, (gssize) limit, NULL));
  run_spur (&run, "check", fixture->input, "--mu-file", fixture->file, NULL);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 4);
  g_assert_true (g_file_set_contents (fixture->file, text, (gssize) limit + 1, NULL));
  run_spur (&run, "check", fixture->input, "--mu-file", fixture->file, NULL);
  g_assert_cmpint (run.status, >=, 1);
  g_assert_cmpint (run.status, <=, 3);
  g_assert_nonnull (strstr (run.err, fixture->file));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cli/side-files/device", Fixture, NULL, set_up, test_device, tear_down);
  g_test_add ("/cli/side-files/pipe", Fixture, NULL, set_up, test_pipe, tear_down);
  g_test_add ("/cli/side-files/huge", Fixture, NULL, set_up, test_huge, tear_down);
  g_test_add ("/cli/side-files/limit", Fixture, NULL, set_up, test_limit, tear_down);
  return g_test_run ();
}
