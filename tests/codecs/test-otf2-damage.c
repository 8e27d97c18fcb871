/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/format/spur-codec.h"
#include "plugins/formats/otf2/spur-otf2-archive.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "tests/codecs/otf2-archive.h"
#include "tests/codecs/otf2-metric-archive.h"
#include "tests/test-corpus.h"

/* A process under AddressSanitizer takes a hundred times as long to fork and allocate. */
#ifdef __SANITIZE_ADDRESS__
#define FLIPS 500
#else
#define FLIPS 4000
#endif

#define TRIALS_A_CHILD 500
#define CHILD_SECONDS 100

static const char *const small_files[] = {
  "small.otf2",  "small.def",   "small/3.evt",          "small/3.def",
  "small/7.evt", "small/7.def", "small/1000000007.evt", "small/1000000007.def",
};

static const char *const metric_files[] = {
  "old.otf2",   "old.def",    "old/1.evt",  "old/1.def",  "old/10.evt", "old/10.def",
  "old/11.evt", "old/11.def", "old/20.evt", "old/20.def", "old/30.evt", "old/30.def",
  "old/31.evt", "old/31.def", "old/50.evt", "old/50.def",
};

#define MAX_FILES G_N_ELEMENTS (metric_files)

/* An archive, and a line end that is added to each of its files, as a tool for text files does. */
typedef struct
{
  char *(*write) (const char *folder);
  const char *const *files;
  guint n_files;
  const char *line_end;
} Given;

#define SMALL(line_end)                                                                            \
  {                                                                                                \
    otf2_archive_write_small, small_files, G_N_ELEMENTS (small_files), line_end                    \
  }

static const Given small = SMALL ("");
static const Given small_unix = SMALL ("\n");
static const Given small_dos = SMALL ("\r\n");
static const Given metrics = { otf2_metric_archive_write, metric_files, G_N_ELEMENTS (metric_files),
                               "" };

/* Of small_files. */
#define ANCHOR 0
#define WORKER_EVENTS 2

typedef struct
{
  char *folder;
  char *anchor;
  const Given *given;
  GBytes *contents[MAX_FILES];

  /* How far the child came, seen by its parent. */
  gint *progress;
} Fixture;

static char *
path_of (const Fixture *fixture, guint file)
{
  return g_build_filename (fixture->folder, fixture->given->files[file], NULL);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Given *given = data;

  fixture->given = given;
  fixture->folder = otf2_archive_make_folder ();
  fixture->anchor = given->write (fixture->folder);
  for (guint i = 0; i < fixture->given->n_files; i++)
    {
      g_autofree char *path = path_of (fixture, i);
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *contents = NULL;
      gsize n_bytes;

      g_assert_true (g_file_get_contents (path, &contents, &n_bytes, NULL));
      g_byte_array_append (bytes, (const guint8 *) contents, (guint) n_bytes);
      g_byte_array_append (bytes, (const guint8 *) given->line_end,
                           (guint) strlen (given->line_end));
      g_assert_true (g_file_set_contents (path, (const char *) bytes->data, bytes->len, NULL));
      fixture->contents[i] = g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
    }
  fixture->progress =
    mmap (NULL, sizeof (gint), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert_true (fixture->progress != MAP_FAILED);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  munmap (fixture->progress, sizeof (gint));
  for (guint i = 0; i < fixture->given->n_files; i++)
    g_bytes_unref (fixture->contents[i]);
  otf2_archive_remove_folder (fixture->folder);
  g_free (fixture->anchor);
  g_free (fixture->folder);
}

/* In place: a file that is emptied and written anew makes some file systems wait for the disk. */
static void
write_file (const Fixture *fixture, guint file, const guint8 *bytes, gsize n_bytes)
{
  g_autofree char *path = path_of (fixture, file);
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (pwrite (fd, bytes, n_bytes, 0), ==, (gssize) n_bytes);
  g_assert_cmpint (ftruncate (fd, (off_t) n_bytes), ==, 0);
  g_assert_cmpint (close (fd), ==, 0);
}

/* Either a trace or an error that says something, within bounds that the file's size sets. */
static gboolean
is_clean (const Fixture *fixture)
{
  SpurJob job = { .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_otf2_read (fixture->anchor, &job, &error);

  if (trace == NULL)
    return error != NULL && strlen (error->message) > 0;
  return error == NULL && spur_trace_get_n_events (trace) <= 1000;
}

typedef gboolean (*Trial) (const Fixture *fixture, guint number);

/* Runs trials in children, so that one that kills its process is seen. */
static void
run_trials (const Fixture *fixture, Trial trial, guint n_trials)
{
  guint next = 0, n_deaths = 0;

  while (next < n_trials)
    {
      guint end = MIN (next + TRIALS_A_CHILD, n_trials);
      pid_t child;
      int status;

      *fixture->progress = (gint) next;
      child = fork ();
      g_assert_cmpint (child, >=, 0);
      if (child == 0)
        {
          alarm (CHILD_SECONDS);
          for (guint i = next; i < end; i++)
            {
              *fixture->progress = (gint) i;
              if (!trial (fixture, i))
                _exit (1);
            }
          _exit (0);
        }
      waitpid (child, &status, 0);
      next = end;
      if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
        continue;
      next = (guint) *fixture->progress + 1;
      n_deaths++;
      g_test_message ("trial %d: %s %d", *fixture->progress,
                      WIFSIGNALED (status) ? "died of signal" : "is not clean, exit status",
                      WIFSIGNALED (status) ? WTERMSIG (status) : WEXITSTATUS (status));
    }
  g_assert_cmpuint (n_deaths, ==, 0);
}

/* A trial by itself gives the same whenever it is run. */
static GRand *
make_random (guint number)
{
  return g_rand_new_with_seed (0x5b0f + number);
}

/* One to four bits of one file. */
static gboolean
try_flips (const Fixture *fixture, guint number)
{
  GRand *random = make_random (number);
  guint file = (guint) g_rand_int_range (random, 0, (gint) fixture->given->n_files);
  gsize n_bytes = g_bytes_get_size (fixture->contents[file]);
  g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (fixture->contents[file], NULL), n_bytes);
  guint n_flips = (guint) g_rand_int_range (random, 1, 5);
  gboolean is_good;

  for (guint i = 0; i < n_flips; i++)
    bytes[g_rand_int_range (random, 0, (gint) n_bytes)] ^=
      (guint8) (1 << g_rand_int_range (random, 0, 8));
  write_file (fixture, file, bytes, n_bytes);
  is_good = is_clean (fixture);
  write_file (fixture, file, g_bytes_get_data (fixture->contents[file], NULL), n_bytes);
  g_rand_free (random);
  return is_good;
}

static void
test_flips (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Changed bits give an error or a trace, and never end the process.");

  run_trials (fixture, try_flips, FLIPS);
}

/* Bytes are replaced by the values that are special to the format. */
static gboolean
try_bytes (const Fixture *fixture, guint number)
{
  static const guint8 specials[] = { 0, 1, 2, 3, 5, 6, 31, 83, 0x7f, 0x80, 0xfe, 0xff };
  GRand *random = make_random (number);
  guint file = (guint) g_rand_int_range (random, 0, (gint) fixture->given->n_files);
  gsize n_bytes = g_bytes_get_size (fixture->contents[file]);
  g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (fixture->contents[file], NULL), n_bytes);
  gboolean is_good;

  for (gint i = g_rand_int_range (random, 1, 4); i > 0; i--)
    bytes[g_rand_int_range (random, 0, (gint) n_bytes)] =
      specials[g_rand_int_range (random, 0, G_N_ELEMENTS (specials))];
  write_file (fixture, file, bytes, n_bytes);
  is_good = is_clean (fixture);
  write_file (fixture, file, g_bytes_get_data (fixture->contents[file], NULL), n_bytes);
  g_rand_free (random);
  return is_good;
}

static void
test_bytes (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Bytes that mean something to the format give an error or a trace.");

  run_trials (fixture, try_bytes, FLIPS);
}

/* Which file is cut where, counted through all files in steps. */
static gboolean
find_cut (const Fixture *fixture, guint number, guint *file, gsize *n_kept)
{
  number *= spur_test_step ();
  for (*file = 0; *file < fixture->given->n_files; (*file)++)
    {
      gsize n_bytes = g_bytes_get_size (fixture->contents[*file]);

      *n_kept = number;
      if (number < n_bytes)
        return TRUE;
      number -= (guint) n_bytes;
    }
  return FALSE;
}

/* Refused at every length but the last ones, which lack nothing but the mark of the buffer's end
 * and the line end after it. */
static gboolean
try_cut (const Fixture *fixture, guint number)
{
  SpurJob job = { .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  const guint8 *bytes;
  gsize n_kept = 0, n_bytes;
  guint file;
  gboolean is_good;

  g_assert_true (find_cut (fixture, number, &file, &n_kept));
  bytes = g_bytes_get_data (fixture->contents[file], &n_bytes);
  write_file (fixture, file, bytes, n_kept);
  trace = spur_otf2_read (fixture->anchor, &job, &error);
  is_good = trace == NULL ||
            n_kept + (file == ANCHOR ? 2 : 1) + strlen (fixture->given->line_end) >= n_bytes;
  if (trace == NULL)
    is_good = is_good && (g_error_matches (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED) ||
                          g_error_matches (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA));
  if (!is_good)
    g_printerr ("# %s at %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT ": %s\n",
                fixture->given->files[file], n_kept, n_bytes,
                error != NULL ? error->message : "no error");
  write_file (fixture, file, bytes, n_bytes);
  return is_good;
}

static void
test_truncated (Fixture *fixture, gconstpointer data)
{
  guint n_cuts = 0;

  g_test_summary ("Every file at every length shorter than its own is refused.");

  for (guint i = 0; i < fixture->given->n_files; i++)
    n_cuts += (guint) g_bytes_get_size (fixture->contents[i]);
  run_trials (fixture, try_cut, n_cuts / spur_test_step ());
}

static void
test_missing (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A file that is not there is named.");

  for (guint i = 0; i < fixture->given->n_files; i++)
    {
      g_autofree char *path = path_of (fixture, i);
      g_autofree char *away = g_strconcat (path, ".away", NULL);
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (rename (path, away), ==, 0);
      g_assert_null (spur_otf2_read (fixture->anchor, NULL, &error));
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_MISSING);
      g_assert_nonnull (strstr (error->message, fixture->given->files[i]));
      g_assert_cmpint (rename (away, path), ==, 0);
    }
}

static void
test_no_local_definitions (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("An archive may have no local definitions at all.");

  for (guint i = 0; i < fixture->given->n_files; i++)
    {
      g_autofree char *path = path_of (fixture, i);

      if (strchr (fixture->given->files[i], '/') != NULL && g_str_has_suffix (path, ".def"))
        g_assert_cmpint (unlink (path), ==, 0);
    }
  trace = spur_otf2_read (fixture->anchor, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 3);
}

/* The worker's second event, a send, becomes the end of its chunk, then of the file. */
static void
test_hidden_events (Fixture *fixture, gconstpointer data)
{
  const guint file = WORKER_EVENTS;
  gsize n_bytes, at = 18;
  const guint8 *good = g_bytes_get_data (fixture->contents[file], &n_bytes);
  g_autofree guint8 *bytes = g_memdup2 (good, n_bytes);

  g_test_summary ("A mark of the end in the midst of events does not hide them.");

  while (bytes[at] != 14)
    g_assert_cmpuint (++at, <, n_bytes);
  for (guint8 mark = 0; mark <= 2; mark += 2)
    {
      g_autoptr (GError) error = NULL;

      bytes[at] = mark;
      write_file (fixture, file, bytes, n_bytes);
      g_assert_null (spur_otf2_read (fixture->anchor, NULL, &error));
      g_assert_true (error->domain == SPUR_FORMAT_ERROR);
      g_assert_nonnull (strstr (error->message, "3.evt:0x"));
    }
}

static void
check_read (const Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_otf2_read (fixture->anchor, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 3);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, SMALL_EVENTS);
}

static void
test_line_end (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A line end after the marks of the end, as text tools add it, loses no event.");

  check_read (fixture);
}

static void
write_tail (const Fixture *fixture, guint file, const char *tail, gsize n_tail_bytes)
{
  gsize n_bytes;
  const guint8 *good = g_bytes_get_data (fixture->contents[file], &n_bytes);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_append (bytes, good, (guint) n_bytes);
  g_byte_array_append (bytes, (const guint8 *) tail, (guint) n_tail_bytes);
  write_file (fixture, file, bytes->data, bytes->len);
}

static void
test_other_tails (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *bytes;
    gsize n_bytes;
  } tails[] = { { "x", 1 },    { " ", 1 },    { "\r", 1 },     { "", 1 },       { "\002", 1 },
                { "\n\n", 2 }, { "\n\r", 2 }, { "\r\n\n", 3 }, { "\r\n\0", 3 }, { "\n\0", 2 } };

  g_test_summary ("Whatever else follows the marks of the end is refused, and its place named.");

  for (guint file = ANCHOR + 1; file < fixture->given->n_files; file++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (tails); i++)
        {
          g_autoptr (GError) error = NULL;

          write_tail (fixture, file, tails[i].bytes, tails[i].n_bytes);
          g_assert_null (spur_otf2_read (fixture->anchor, NULL, &error));
          g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
          g_assert_nonnull (strstr (error->message, fixture->given->files[file]));
        }
      write_tail (fixture, file, "", 0);
    }
  check_read (fixture);
}

/* The marks of the end are the last bytes of a whole chunk. */
static void
test_tail_after_chunk (Fixture *fixture, gconstpointer data)
{
  const gsize n_bytes = g_bytes_get_size (fixture->contents[WORKER_EVENTS]);
  g_autofree char *path = path_of (fixture, WORKER_EVENTS);

  g_test_summary ("What follows a full last chunk is not passed over.");

  for (gsize n_chunk_bytes = n_bytes - 1; n_chunk_bytes <= n_bytes + 1; n_chunk_bytes++)
    {
      g_autoptr (GError) error = NULL;
      SpurOtf2Census census;

      write_tail (fixture, WORKER_EVENTS, "\n", 1);
      g_assert_true (spur_otf2_scan (path, SPUR_OTF2_EVENTS, n_chunk_bytes, &census, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (census.n_records, ==, 3);
      write_tail (fixture, WORKER_EVENTS, "\n\003", 2);
      g_assert_false (spur_otf2_scan (path, SPUR_OTF2_EVENTS, n_chunk_bytes, &census, &error));
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
    }
}

#define ADD_WITH(name, given, test)                                                                \
  g_test_add ("/otf2-damage/" name, Fixture, &(given), set_up, test, tear_down)
#define ADD(name, test) ADD_WITH (name, small, test)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("missing", test_missing);
  ADD ("no-local-definitions", test_no_local_definitions);
  ADD ("hidden-events", test_hidden_events);
  ADD ("truncated", test_truncated);
  ADD ("flips", test_flips);
  ADD ("bytes", test_bytes);
  ADD_WITH ("line-end", small_unix, test_line_end);
  ADD_WITH ("line-end/dos", small_dos, test_line_end);
  ADD_WITH ("line-end/truncated", small_unix, test_truncated);
  ADD_WITH ("line-end/truncated-dos", small_dos, test_truncated);
  ADD_WITH ("line-end/flips", small_unix, test_flips);
  ADD ("other-tails", test_other_tails);
  ADD ("tail-after-chunk", test_tail_after_chunk);
  ADD_WITH ("metrics/missing", metrics, test_missing);
  ADD_WITH ("metrics/truncated", metrics, test_truncated);
  ADD_WITH ("metrics/flips", metrics, test_flips);
  ADD_WITH ("metrics/bytes", metrics, test_bytes);
  return g_test_run ();
}
