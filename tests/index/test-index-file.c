/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-new-files.h"
#include "tests/index/index-world.h"
#include "tests/test-corpus.h"

#define N_COLUMNS 17
#define N_FLIPS 10000

static const IndexRecipe recipes[] = {
  { 300, 5, 1000000000, 2000, 0, 0 },
  { 40, 300, 1000000, 50, 10, 2 },
  { 0, 1, 1000000000, 1, 0, 0 },
};

/* A trace in a container, its index and the cells that are right. */
typedef struct
{
  char *folder;
  char *trace_path;
  char *index_path;
  SpurTrace *trace;
  SpurCell *cells;
  guint8 *bytes;
  gsize n_bytes;
} Fixture;

static SpurCell *
get_cells (SpurIndex *index)
{
  SpurCell *cells = g_new0 (SpurCell, G_N_ELEMENTS (recipes) * N_COLUMNS);
  SpurIndexWindow window = { 100000, 300000, N_COLUMNS, TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    spur_index_get_cells (index, i, &window, cells + i * N_COLUMNS);
  return cells;
}

static void
assert_same_cells (const SpurCell *found, const SpurCell *expected)
{
  for (guint i = 0; i < G_N_ELEMENTS (recipes) * N_COLUMNS; i++)
    {
      for (guint k = 0; k < SPUR_CELL_STATES; k++)
        {
          g_assert_cmpuint (found[i].states[k], ==, expected[i].states[k]);
          g_assert_cmpuint (found[i].shares[k], ==, expected[i].shares[k]);
        }
      g_assert_cmpuint (found[i].rest, ==, expected[i].rest);
    }
}

/* Opens the index, whatever is in its file, and looks at its cells. */
static void
assert_opens (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = spur_index_open (self->trace, self->index_path, NULL, &error);
  g_autofree SpurCell *cells = NULL;

  g_assert_no_error (error);
  cells = get_cells (index);
  assert_same_cells (cells, self->cells);
}

static void
read_index (Fixture *self, guint8 **bytes, gsize *n_bytes)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (self->index_path, (char **) bytes, n_bytes, &error));
  g_assert_no_error (error);
}

static void
write_index (Fixture *self, const guint8 *bytes, gsize n_bytes)
{
  FILE *file = g_fopen (self->index_path, "wb");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (bytes, 1, n_bytes, file), ==, n_bytes);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
set_up (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  IndexWorld world;

  spur_new_files_set_sync (FALSE);
  self->folder = g_dir_make_tmp ("test-index-file-XXXXXX", &error);
  g_assert_no_error (error);
  self->trace_path = g_build_filename (self->folder, "run.spur", NULL);
  self->index_path = g_build_filename (self->folder, "run.spur.index", NULL);
  index_world_init (&world, 1);
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    index_world_add_stream (&world, &recipes[i]);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = spur_index_new (world.trace, NULL, &error);
  g_assert_no_error (error);
  self->cells = get_cells (index);
  g_assert_true (spur_container_save (world.trace, self->trace_path, NULL, &error));
  g_assert_no_error (error);
  index_world_clear (&world);
  self->trace = spur_container_open (self->trace_path, NULL, &error);
  g_assert_no_error (error);
  assert_opens (self);
  read_index (self, &self->bytes, &self->n_bytes);
}

static void
tear_down (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_object_unref (self->trace);
  g_remove (self->index_path);
  g_remove (self->trace_path);
  g_rmdir (self->folder);
  g_free (self->cells);
  g_free (self->bytes);
  g_free (self->folder);
  g_free (self->trace_path);
  g_free (self->index_path);
}

static void
assert_same_bytes (Fixture *self)
{
  g_autofree guint8 *bytes = NULL;
  gsize n_bytes;

  read_index (self, &bytes, &n_bytes);
  g_assert_cmpmem (bytes, n_bytes, self->bytes, self->n_bytes);
}

static void
test_written_once (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  GStatBuf before, after;

  g_test_summary ("An index that is there is read, and not written again.");

  g_assert_cmpint (g_stat (self->index_path, &before), ==, 0);
  assert_opens (self);
  g_assert_cmpint (g_stat (self->index_path, &after), ==, 0);
  g_assert_true (before.st_ino == after.st_ino);
  assert_same_bytes (self);
}

static void
test_threads (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("Any number of threads writes the same bytes.");

  for (guint n_threads = 1; n_threads <= 3; n_threads++)
    {
      SpurJob job = { .n_threads = n_threads };
      g_autoptr (SpurIndex) index = NULL;

      g_assert_cmpint (g_remove (self->index_path), ==, 0);
      index = spur_index_open (self->trace, self->index_path, &job, &error);
      g_assert_no_error (error);
      assert_same_bytes (self);
    }
}

static void
count_indexings (const char *what G_GNUC_UNUSED,
                 guint64 n_done,
                 guint64 n_total,
                 gpointer n_indexings)
{
  *(guint *) n_indexings += n_done == n_total;
}

static void
test_held (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  guint n_indexings = 0;
  SpurJob job = { .progress = count_indexings, .progress_data = &n_indexings, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  g_autofree SpurCell *cells = NULL;

  g_test_summary ("An index whose file gets its name later is built once.");

  g_assert_cmpint (g_remove (self->index_path), ==, 0);
  spur_new_files_hold ();
  index = spur_index_open (self->trace, self->index_path, &job, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_indexings, ==, 1);
  g_assert_false (g_file_test (self->index_path, G_FILE_TEST_EXISTS));
  cells = get_cells (index);
  assert_same_cells (cells, self->cells);
  g_assert_true (spur_new_files_keep (&error));
  g_assert_no_error (error);
  assert_same_bytes (self);
}

static void
test_flipped (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree guint8 *bytes = g_memdup2 (self->bytes, self->n_bytes);

  g_test_summary ("With any bit flipped the index is built anew, and never believed.");

  for (guint i = 0; i < spur_test_scale (N_FLIPS); i++)
    {
      gsize at = (gsize) g_test_rand_int_range (0, (gint32) self->n_bytes);
      guint8 bit = (guint8) (1u << g_test_rand_int_range (0, 8));

      bytes[at] ^= bit;
      write_index (self, bytes, self->n_bytes);
      assert_opens (self);
      bytes[at] ^= bit;
    }
  assert_same_bytes (self);
}

static void
test_truncated (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_test_summary ("So it is at any length, and with bytes behind it.");

  for (gsize n_bytes = 0; n_bytes < self->n_bytes; n_bytes++)
    {
      write_index (self, self->bytes, n_bytes);
      assert_opens (self);
    }
  {
    g_autofree guint8 *longer = g_malloc0 (self->n_bytes + 8);

    memcpy (longer, self->bytes, self->n_bytes);
    write_index (self, longer, self->n_bytes + 8);
    assert_opens (self);
  }
  assert_same_bytes (self);
}

static void
test_other_trace (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *path = g_build_filename (self->folder, "other.spur", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  g_autoptr (SpurIndex) expected = NULL;
  g_autofree SpurCell *cells = NULL;
  g_autofree SpurCell *expected_cells = NULL;
  IndexWorld world;

  g_test_summary ("The index of another trace with as many events is not believed.");

  index_world_init (&world, 2);
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    index_world_add_stream (&world, &recipes[i]);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  g_assert_true (spur_container_save (world.trace, path, NULL, &error));
  g_assert_no_error (error);
  index_world_clear (&world);
  g_clear_object (&self->trace);
  self->trace = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  index = spur_index_open (self->trace, self->index_path, NULL, &error);
  g_assert_no_error (error);
  expected = spur_index_new (self->trace, NULL, &error);
  g_assert_no_error (error);
  cells = get_cells (index);
  expected_cells = get_cells (expected);
  assert_same_cells (cells, expected_cells);
  g_remove (path);
}

static void
test_no_folder (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *path = g_build_filename (self->folder, "nowhere", "run.spur.index", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  g_autofree SpurCell *cells = NULL;

  g_test_summary ("Where an index cannot be written it is in memory.");

  index = spur_index_open (self->trace, path, NULL, &error);
  g_assert_no_error (error);
  cells = get_cells (index);
  assert_same_cells (cells, self->cells);
}

static void
test_kept (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  const IndexRecipe recipe = {
    .n_events = 100, .n_states = 3, .resolution_hz = 1000000000, .most_ticks = 10
  };
  IndexWorld world;

  g_test_summary ("An index is kept of a trace from a container, and of no other one.");

  index_world_init (&world, 1);
  index_world_add_stream (&world, &recipe);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  g_assert_true (spur_index_can_be_kept (self->trace));
  g_assert_false (spur_index_can_be_kept (world.trace));
  index_world_clear (&world);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                                        \
  g_test_add ("/index-file/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("written-once", test_written_once);
  ADD ("threads", test_threads);
  ADD ("flipped", test_flipped);
  ADD ("truncated", test_truncated);
  ADD ("other-trace", test_other_trace);
  ADD ("no-folder", test_no_folder);
  ADD ("kept", test_kept);
  /* The last one, since from then on this process has given all its files their names. */
  ADD ("held", test_held);
  return g_test_run ();
}
