/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>

#include "core/clock/spur-trace-correct.h"
#include "tests/index/index-world.h"
#include "tests/test-corpus.h"

#define N_WINDOWS 200

static SpurTrace *
open_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* (transfer full): What the file with the index has. */
static GBytes *
read_index (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, &error));
  g_assert_no_error (error);
  return g_bytes_new_take (bytes, n_bytes);
}

static void
assert_windows (IndexWorld *world, const char *path, gboolean raw)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = spur_index_open (world->trace, path, NULL, &error);

  g_assert_no_error (error);
  index_world_assert_windows (world, index, N_WINDOWS / 2, raw);
}

static void
test_trace (gconstpointer set)
{
  g_autofree char *folder = g_dir_make_tmp ("test-index-corpus-XXXXXX", NULL);
  g_autofree char *saved = g_build_filename (folder, "run.spur", NULL);
  g_autofree char *indexed = g_build_filename (folder, "run.spur.index", NULL);
  g_autofree char *path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GError) error = NULL;
  IndexWorld world;

  g_test_summary ("Cells of random windows, raw and corrected, are the sums of all events, by an "
                  "index whose file stays as it is.");

  if (!spur_test_has_corpus (set))
    {
      g_test_skip ("the trace is not there");
      return;
    }
  path = spur_test_corpus (set);
  trace = open_trace (path);
  g_assert_true (spur_container_save (trace, saved, NULL, &error));
  g_clear_object (&trace);
  trace = spur_container_open (saved, NULL, &error);
  g_assert_no_error (error);
  index_world_init_of (&world, trace, g_str_hash (set));
  assert_windows (&world, indexed, TRUE);
  before = read_index (indexed);
  g_assert_true (spur_trace_correct (trace, "auto", NULL, NULL, &error));
  g_assert_no_error (error);
  assert_windows (&world, indexed, FALSE);
  after = read_index (indexed);
  g_assert_true (g_bytes_equal (before, after));
  index_world_clear (&world);
  g_unlink (saved);
  g_unlink (indexed);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/index/corpus/lammps-4",
                        "otf2-eztrace-lammps-4/lmp_trace/eztrace_log.otf2", test_trace);
  g_test_add_data_func ("/index/corpus/lammps-8", "otf2-pmpi-lammps-8/skewed-a/traces.otf2",
                        test_trace);
  g_test_add_data_func ("/index/corpus/greedy", "projections-charm-lbtest-greedy-4pe", test_trace);
  g_test_add_data_func ("/index/corpus/refine", "projections-charm-lbtest-refine-8pe", test_trace);
  g_test_add_data_func ("/index/corpus/sst", "otf2-sst-10hosts/traces.otf2", test_trace);
  return g_test_run ();
}
