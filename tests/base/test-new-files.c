/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* New files appear complete, on the disk, and together, or not at all. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "core/base/spur-new-file-private.h"
#include "core/base/spur-new-files.h"

#define WHAT "a test writes regular files"

/* What was asked of the system, a letter each: f a file synced, d a folder synced, r a rename. */
static GString *calls;
static int sync_errno;

/* In place of libc's. */
int fsync (int fd) __attribute__ ((visibility ("default")));
int rename (const char *from, const char *to) __attribute__ ((visibility ("default")));

int
fsync (int fd)
{
  struct stat facts;

  if (calls != NULL && fstat (fd, &facts) == 0)
    g_string_append_c (calls, S_ISDIR (facts.st_mode) ? 'd' : 'f');
  if (sync_errno == 0)
    return (int) syscall (SYS_fsync, fd);
  errno = sync_errno;
  return -1;
}

int
rename (const char *from, const char *to)
{
  if (calls != NULL)
    g_string_append_c (calls, 'r');
  return renameat (AT_FDCWD, from, AT_FDCWD, to);
}

typedef struct
{
  char *folder;
  char *a;
  char *b;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("spur-new-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->a = g_build_filename (fixture->folder, "a", NULL);
  fixture->b = g_build_filename (fixture->folder, "b", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  spur_new_files_delete (fixture->folder);
  g_assert_false (g_file_test (fixture->folder, G_FILE_TEST_EXISTS));
  g_free (fixture->folder);
  g_free (fixture->a);
  g_free (fixture->b);
}

static void
save (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  spur_new_files_save (path, text, strlen (text), WHAT, &error);
  g_assert_no_error (error);
}

static void
expect (const char *path, const char *text)
{
  g_autofree char *contents = NULL;

  if (text == NULL)
    {
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      return;
    }
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, text);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  return n_files;
}

static void
test_replace (Fixture *fixture, gconstpointer data)
{
  struct stat facts;

  g_test_summary ("A file that is replaced keeps its mode, and nothing stays beside it.");
  save (fixture->a, "old");
  g_assert_cmpint (chmod (fixture->a, 0640), ==, 0);
  save (fixture->a, "new");
  expect (fixture->a, "new");
  g_assert_cmpint (stat (fixture->a, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0640);
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
}

static void
test_sync (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("The file is synced before it gets its name, its folder after; or neither.");
  calls = g_string_new (NULL);
  save (fixture->a, "one");
  g_assert_cmpstr (calls->str, ==, "frd");
  g_string_truncate (calls, 0);
  spur_new_files_set_sync (FALSE);
  save (fixture->a, "two");
  g_assert_cmpstr (calls->str, ==, "r");
  spur_new_files_set_sync (TRUE);
  g_string_free (g_steal_pointer (&calls), TRUE);
}

static void
test_sync_held (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("Files that are held are synced when they are complete, their folder once.");
  calls = g_string_new (NULL);
  spur_new_files_hold ();
  save (fixture->a, "one");
  save (fixture->b, "two");
  g_assert_cmpstr (calls->str, ==, "ff");
  g_assert_true (spur_new_files_keep (&error));
  g_assert_cmpstr (calls->str, ==, "ffrrd");
  g_string_free (g_steal_pointer (&calls), TRUE);
}

static void
test_sync_fails (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    int code;
    gboolean is_error;
  } cases[] = { { ENOSPC, TRUE }, { EIO, TRUE }, { EDQUOT, TRUE }, { EINVAL, FALSE } };

  g_test_summary ("Where the disk refuses, the old file stays; what cannot sync is no failure.");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      save (fixture->a, "old");
      sync_errno = cases[i].code;
      g_assert_true (spur_new_files_save (fixture->a, "new", 3, WHAT, &error) != cases[i].is_error);
      sync_errno = 0;
      g_assert_true ((error != NULL) == cases[i].is_error);
      expect (fixture->a, cases[i].is_error ? "old" : "new");
      g_assert_cmpuint (count_files (fixture->folder), ==, 1);
    }
}

static void
test_hold (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("Files that are held appear together, or go away together.");
  spur_new_files_hold ();
  save (fixture->a, "old");
  g_assert_true (spur_new_files_keep (&error));
  save (fixture->a, "new");
  save (fixture->b, "other");
  expect (fixture->a, "old");
  expect (fixture->b, NULL);
  spur_new_files_drop ();
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
  g_assert_true (spur_new_files_keep (&error));
  expect (fixture->a, "old");

  save (fixture->a, "new");
  save (fixture->b, "other");
  g_assert_true (spur_new_files_keep (&error));
  g_assert_no_error (error);
  expect (fixture->a, "new");
  expect (fixture->b, "other");
  g_assert_cmpuint (count_files (fixture->folder), ==, 2);
}

static void
test_all_or_none (Fixture *fixture, gconstpointer data)
{
  g_autofree char *last = g_build_filename (fixture->folder, "c", NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("Where one of several cannot get its name, all are as they were.");
  spur_new_files_hold ();
  save (fixture->a, "old");
  g_assert_true (spur_new_files_keep (&error));
  save (fixture->a, "new");
  save (fixture->b, "other");
  save (last, "last");
  g_assert_cmpint (g_mkdir (last, 0777), ==, 0);
  g_assert_false (spur_new_files_keep (&error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, last));
  expect (fixture->a, "old");
  expect (fixture->b, NULL);
  g_assert_cmpuint (count_files (fixture->folder), ==, 2);
}

static void
test_same_name (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("Two files of one name are refused, and neither is there.");
  spur_new_files_hold ();
  save (fixture->a, "one");
  save (fixture->a, "two");
  g_assert_false (spur_new_files_keep (&error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_assert_cmpuint (count_files (fixture->folder), ==, 0);
}

/* A folder of one file, which is to become "b", and the file beside it "a". */
static char *
make_folder (const Fixture *fixture, const char *text)
{
  char *pattern = g_build_filename (fixture->folder, ".new-XXXXXX", NULL);
  g_autofree char *inner = NULL;
  g_autofree char *file = NULL;
  g_autofree char *beside = NULL;

  g_assert_true (spur_new_files_make_folder (pattern));
  inner = g_build_filename (pattern, "b", NULL);
  file = g_build_filename (inner, "file", NULL);
  beside = g_build_filename (pattern, "a", NULL);
  g_assert_cmpint (g_mkdir (inner, 0777), ==, 0);
  g_assert_true (g_file_set_contents (file, text, -1, NULL));
  g_assert_true (g_file_set_contents (beside, text, -1, NULL));
  return pattern;
}

static void
test_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->b, "file", NULL);
  g_autofree char *nowhere = g_build_filename (fixture->folder, "no", "where", NULL);

  g_test_summary ("A folder and a file take the place of others, or those stay.");
  for (guint round = 0; round < 3; round++)
    {
      static const char *const texts[] = { "first", "second", "third" };
      gboolean is_well = round < 2;
      g_autofree char *made = make_folder (fixture, texts[round]);
      g_autofree char *new_a = g_build_filename (made, "a", NULL);
      g_autofree char *new_b = g_build_filename (made, "b", NULL);
      const SpurNewFileMove moves[] = { { NULL, fixture->a },
                                        { new_b, fixture->b },
                                        { new_a, is_well ? fixture->a : nowhere } };
      g_autoptr (GError) error = NULL;

      g_assert_true (spur_new_files_move (made, moves, G_N_ELEMENTS (moves), &error) == is_well);
      g_assert_true ((error == NULL) == is_well);
      if (!is_well)
        spur_new_files_delete (made);
      expect (fixture->a, texts[MIN (round, 1)]);
      expect (file, texts[MIN (round, 1)]);
      g_assert_cmpuint (count_files (fixture->folder), ==, 2);
    }
}

/* Afterwards no file can be made, so this is a process of its own. */
static void
test_abandon (Fixture *fixture, gconstpointer data)
{
  g_autofree char *made = NULL;
  SpurNewFile file;

  g_test_summary ("Before a process is ended, what has no name yet goes away, folders too.");
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  save (fixture->a, "old");
  made = make_folder (fixture, "new");
  g_assert_true (spur_new_file_open (&file, fixture->a, O_WRONLY, WHAT, NULL));
  spur_new_files_hold ();
  save (fixture->b, "new");
  g_assert_cmpuint (count_files (fixture->folder), ==, 4);
  g_assert_true (spur_new_files_abandon ());
  g_assert_cmpuint (count_files (fixture->folder), ==, 1);
  expect (fixture->a, "old");
  g_unlink (fixture->a);
  g_rmdir (fixture->folder);
  _exit (0);
}

static void
test_abandon_late (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("What got its name stays, and that is said.");
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  spur_new_files_hold ();
  save (fixture->a, "new");
  g_assert_true (spur_new_files_keep (&error));
  g_assert_false (spur_new_files_abandon ());
  expect (fixture->a, "new");
}

static void
test_place (Fixture *fixture, gconstpointer data)
{
  static const char *const places[] = { "/dev/null", "/", "/nonexistent/file" };

  g_test_summary ("A device, a folder and a place that is not there are refused.");
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (spur_new_files_save (places[i], "x", 1, WHAT, &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, places[i]));
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/base/new-files/replace", test_replace },
    { "/base/new-files/place", test_place },
    { "/base/new-files/folder", test_folder },
    { "/base/new-files/sync", test_sync },
    { "/base/new-files/sync-fails", test_sync_fails },
    { "/base/new-files/abandon", test_abandon },
    { "/base/new-files/abandon-late", test_abandon_late },
    /* From here on files are held. */
    { "/base/new-files/sync-held", test_sync_held },
    { "/base/new-files/hold", test_hold },
    { "/base/new-files/all-or-none", test_all_or_none },
    { "/base/new-files/same-name", test_same_name },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
