/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Cells of streams that are read, as those of large files are, and not looked at where they are
 * mapped. */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "core/base/spur-new-files.h"
#include "core/base/spur-pages-private.h"
#include "core/index/spur-index-private.h"
#include "tests/index/index-world.h"

#define N_WINDOWS 200

static const IndexRecipe recipes[] = {
  { 30000, 20, 1000000000, 2000, 0, 0 }, { 9000, 5, 1000000000, 100, 20, 2 },
  { 5000, 300, 1000000, 50, 0, 0 },      { 700, 30, 1000000, 50, 0, 0 },
  { 0, 1, 1000000000, 1, 0, 0 },
};

/* Of what is mapped of the file nothing may stay. */
static void
shorten_pager (SpurPager *pager, const char *path)
{
  g_assert_nonnull (pager);
  g_assert_false (spur_pager_is_short (pager));
  pager->max_bytes = 1;
  pager->fd = open (path, O_RDONLY | O_CLOEXEC);
  g_assert_true (spur_pager_is_short (pager));
}

/* Streams with events are read for a window of all their time. */
static void
assert_copies (SpurIndex *index)
{
  SpurIndexWindow window = { 0, SPUR_TIME_LIMIT_NS, 100, TRUE };
  SpurIndexStream copy;

  for (guint i = 0; i < index->n_streams; i++)
    {
      g_assert_true (spur_index_copy_stream (index, i, &window, &copy));
      g_assert_cmpmem (copy.bytes, copy.n_bytes, index->streams[i].bytes,
                       index->streams[i].n_bytes);
      spur_pages_free (copy.bytes);
    }
}

static void
test_copies (gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("test-index-copies-XXXXXX", NULL);
  g_autofree char *trace_path = g_build_filename (folder, "run.spur", NULL);
  g_autofree char *index_path = g_build_filename (folder, "run.spur.index", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  IndexWorld world;

  g_test_summary ("Streams that are read have the cells of their events.");

  spur_new_files_set_sync (FALSE);
  index_world_init_with_chunks (&world, 11, GPOINTER_TO_UINT (data));
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    index_world_add_stream (&world, &recipes[i]);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  g_assert_true (spur_container_save (world.trace, trace_path, NULL, &error));
  g_assert_no_error (error);
  g_set_object (&world.trace, NULL);
  world.trace = spur_container_open (trace_path, NULL, &error);
  g_assert_no_error (error);
  index = spur_index_open (world.trace, index_path, NULL, &error);
  g_assert_no_error (error);
  shorten_pager (index->pager, index_path);
  shorten_pager (spur_trace_get_class_table (world.trace)->pager, trace_path);
  assert_copies (index);
  index_world_assert_windows (&world, index, N_WINDOWS, TRUE);
  index_world_correct (&world, 300);
  index_world_assert_windows (&world, index, N_WINDOWS, FALSE);
  index_world_clear (&world);
  g_clear_object (&index);
  g_remove (index_path);
  g_remove (trace_path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/index-copies/large-chunks", GUINT_TO_POINTER (1u << 16), test_copies);
  g_test_add_data_func ("/index-copies/chunks-of-700", GUINT_TO_POINTER (700), test_copies);
  return g_test_run ();
}
