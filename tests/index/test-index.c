/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>

#include "tests/index/index-world.h"

static const IndexRecipe recipes[] = {
  { 5000, 12, 1000000000, 2000, 0, 0 }, { 3000, 3, 1000000000, 100000, 0, 2 },
  { 4000, 40, 1000000, 50, 0, 0 },      { 1000, 5, 3579545, 3000, 30, 1 },
  { 2500, 700, 1000000000, 900, 0, 0 }, { 20000, 90, 1000000000, 40, 5, 0 },
  { 129, 4, 1000000000, 0, 0, 0 },      { 0, 1, 1000000000, 1, 0, 0 },
  { 1, 1, 1000000000, 1, 0, 0 },
};

static void
fill_world (IndexWorld *world, guint32 seed)
{
  index_world_init (world, seed);
  for (guint i = 0; i < G_N_ELEMENTS (recipes); i++)
    index_world_add_stream (world, &recipes[i]);
}

static SpurIndex *
build_index (IndexWorld *world)
{
  g_autoptr (GError) error = NULL;
  SpurIndex *index = spur_index_new (world->trace, NULL, &error);

  g_assert_no_error (error);
  return index;
}

static void
test_raw_cells (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;

  g_test_summary ("Each share of a cell is within 1/255 of the sums of all events at raw times.");

  fill_world (&world, 1);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  index_world_assert_windows (&world, index, 400, TRUE);
  index_world_clear (&world);
}

static void
test_corrected_cells (void)
{
  static const guint distances[] = { 2, 60, 500, 100000 };

  g_test_summary ("So it is at corrected times, however often the maps bend, by the same index.");

  for (guint i = 0; i < G_N_ELEMENTS (distances); i++)
    {
      IndexWorld world;
      g_autoptr (SpurIndex) index = NULL;

      fill_world (&world, 2 + i);
      g_assert_true (spur_trace_seal (world.trace, NULL));
      index = build_index (&world);
      index_world_correct (&world, distances[i]);
      index_world_assert_windows (&world, index, 150, FALSE);
      index_world_assert_windows (&world, index, 50, TRUE);
      index_world_clear (&world);
    }
}

static void
test_packed_trace (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "test-index-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurIndex) index = NULL;
  IndexWorld world;

  g_test_summary ("A trace in a container has the same cells.");

  fill_world (&world, 7);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  g_assert_cmpint (g_close (g_mkstemp (path), NULL), ==, TRUE);
  g_assert_true (spur_container_save (world.trace, path, NULL, &error));
  g_assert_no_error (error);
  g_set_object (&world.trace, NULL);
  world.trace = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  index = build_index (&world);
  index_world_assert_windows (&world, index, 100, TRUE);
  index_world_correct (&world, 300);
  index_world_assert_windows (&world, index, 100, FALSE);
  index_world_clear (&world);
  g_unlink (path);
}

static void
test_count_until (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;

  g_test_summary ("Events until a time are counted as by looking at all of them.");

  fill_world (&world, 8);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  index_world_correct (&world, 100);
  for (guint i = 0; i < world.streams->len; i++)
    {
      g_autoptr (GArray) times_ns = index_world_get_times (&world, i, FALSE);

      for (guint k = 0; k < times_ns->len; k += 1 + times_ns->len / 97)
        {
          gint64 time_ns = g_array_index (times_ns, gint64, k) - k % 2;
          guint64 n_until = 0;

          while (n_until < times_ns->len && g_array_index (times_ns, gint64, n_until) <= time_ns)
            n_until++;
          g_assert_cmpuint (spur_index_count_until (index, i, time_ns, FALSE), ==, n_until);
        }
    }
  index_world_clear (&world);
}

static void
test_size (void)
{
  IndexWorld world;
  g_autoptr (SpurIndex) index = NULL;
  IndexRecipe recipe = { 100000, 60, 1000000000, 1000, 0, 0 };

  g_test_summary (
    "An index takes at most two bytes an event where a stream has 255 states or less.");

  index_world_init (&world, 9);
  index_world_add_stream (&world, &recipe);
  g_assert_true (spur_trace_seal (world.trace, NULL));
  index = build_index (&world);
  g_assert_cmpuint (spur_index_get_n_bytes (index), <, 2 * (guint64) recipe.n_events);
  index_world_clear (&world);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/index/raw-cells", test_raw_cells);
  g_test_add_func ("/index/corrected-cells", test_corrected_cells);
  g_test_add_func ("/index/packed-trace", test_packed_trace);
  g_test_add_func ("/index/count-until", test_count_until);
  g_test_add_func ("/index/size", test_size);
  return g_test_run ();
}
