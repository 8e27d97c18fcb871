/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-map-file.h"
#include "tests/store/sample-trace.h"

typedef struct
{
  char *folder;
  char *path;
  SpurTrace *trace;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spur-maps-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "run.spurmap", NULL);
  fixture->trace = sample_trace_new (17, 3, 500, 64);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_unlink (fixture->path);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_object_unref (fixture->trace);
}

static void
correct (SpurTrace *trace, gint64 offset_ns)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (offset_ns);
  const SpurKnot knots[] = { { 3, 100, 250 }, { 9, 4000, 4100 } };
  g_autoptr (SpurTimeMap) bend = spur_time_map_new (knots, 2, NULL);

  spur_correction_append_map (correction, 1, map);
  spur_correction_append_map (correction, 1, bend);
  spur_correction_set_fact (correction, "method", "test");
  spur_trace_set_correction (trace, correction);
}

static void
save (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  spur_map_file_save (fixture->trace, fixture->path, NULL, &error);
  g_assert_no_error (error);
}

static void
expect_error (Fixture *fixture, SpurTrace *trace, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (spur_map_file_load (trace, fixture->path, NULL, &error));
  g_assert_error (error, SPUR_STORE_ERROR, code);
  g_assert_true (g_str_has_prefix (error->message, fixture->path));
}

static void
test_round_trip (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) same = sample_trace_new (17, 3, 500, 64);
  g_autoptr (SpurCorrection) loaded = NULL;
  g_autofree char *beside = spur_map_file_build_path ("run.sts");
  g_autoptr (GError) error = NULL;
  SpurCorrection *saved;

  g_test_summary (
    "Maps and facts come back for the same trace, which need not be the same object.");
  g_assert_cmpstr (beside, ==, "run.sts.spurmap");
  correct (fixture->trace, 70);
  save (fixture);
  loaded = spur_map_file_load (same, fixture->path, NULL, &error);
  g_assert_no_error (error);
  saved = spur_trace_get_correction (fixture->trace);
  g_assert_cmpstr (spur_correction_get_fact (loaded, "method"), ==, "test");
  for (guint s = 0; s < 3; s++)
    {
      g_assert_cmpuint (spur_correction_get_n_maps (loaded, s), ==,
                        spur_correction_get_n_maps (saved, s));
      for (guint64 i = 0; i < 20; i++)
        g_assert_cmpint (spur_correction_apply (loaded, s, i, 300 * (gint64) i), ==,
                         spur_correction_apply (saved, s, i, 300 * (gint64) i));
    }
}

static void
test_other_trace (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) fewer_streams = sample_trace_new (17, 2, 500, 64);
  g_autoptr (SpurTrace) fewer_events = sample_trace_new (17, 3, 499, 64);

  g_test_summary ("A trace with other streams or events is another trace.");
  correct (fixture->trace, 70);
  save (fixture);
  expect_error (fixture, fewer_streams, SPUR_STORE_ERROR_OTHER_TRACE);
  expect_error (fixture, fewer_events, SPUR_STORE_ERROR_OTHER_TRACE);
}

static void
test_no_maps (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("A trace of its own holds no maps.");
  g_assert_true (spur_container_save (fixture->trace, fixture->path, NULL, &error));
  expect_error (fixture, fixture->trace, SPUR_STORE_ERROR_FORMAT);
}

static void
test_truncated (Fixture *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_test_summary ("A shorter file is refused.");
  correct (fixture->trace, 70);
  save (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &n_bytes, NULL));
  for (gsize n = 0; n < n_bytes; n += n < 256 || n + 256 > n_bytes ? 1 : 13)
    {
      g_autoptr (GError) error = NULL;

      g_unlink (fixture->path);
      g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) n, NULL));
      g_assert_null (spur_map_file_load (fixture->trace, fixture->path, NULL, &error));
      g_assert_nonnull (error);
    }
}

#define ADD(name, test) g_test_add ("/map-file/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("round-trip", test_round_trip);
  ADD ("other-trace", test_other_trace);
  ADD ("no-maps", test_no_maps);
  ADD ("truncated", test_truncated);
  return g_test_run ();
}
