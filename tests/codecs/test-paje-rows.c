/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "core/analysis/presence/spur-timeline.h"
#include "core/plugin/spur-registry.h"
#include "tests/codecs/paje-rows.h"
#include "tests/test-corpus.h"

static SpurTrace *
open_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
test_expected (gconstpointer data)
{
  const char *name = data;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *expected_path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) expected = NULL;

  g_test_summary ("The rows are those that pj_dump prints, each of them.");
  if (!spur_test_has_corpus ("paje-pajeng"))
    {
      g_test_skip ("the traces of paje-pajeng are not there");
      return;
    }
  folder = spur_test_corpus ("paje-pajeng");
  path = g_strdup_printf ("%s/%s.trace", folder, name);
  expected_path = g_strdup_printf ("%s/expected/%s.pj_dump", folder, name);
  trace = open_trace (path);
  rows = paje_rows_make (trace);
  expected = paje_rows_load (expected_path);
  for (guint i = 0; i < MIN (rows->len, expected->len); i++)
    g_assert_cmpstr (g_ptr_array_index (rows, i), ==, g_ptr_array_index (expected, i));
  g_assert_cmpuint (rows->len, ==, expected->len);
}

/* SHA-256 of what pj_dump 1.3.6 prints, sorted by bytes, each row with its line end. */
typedef struct
{
  const char *path;
  guint n_rows;
  const char *checksum;
} Dump;

static const Dump dumps[] = {
  { "paje-simgrid-procmig/procmig.trace", 123,
    "2e35d8339fdd2df398d59c95a75f5e171bb24f1976f1df3d8a90e35ac5937b29" },
  { "paje-smpi-lulesh-8/lul8.trace", 2585,
    "eb1f1a45ec3df41517e400029f4079e86fca92db372dd9fd6cabd3f377a43fd2" },
  { "paje-pajeng/native_sample.trace", 4214,
    "1ad610860c499e397625558031ab0e63e13abc1d6224007b936b4c8a71470ef7" },
};

static void
test_checksum (gconstpointer data)
{
  const Dump *dump = data;
  g_autofree char *path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_test_summary ("The rows are those that pj_dump prints, by their checksum.");
  if (!spur_test_has_corpus (dump->path))
    {
      g_test_skip ("the trace is not there");
      return;
    }
  path = spur_test_corpus (dump->path);
  trace = open_trace (path);
  rows = paje_rows_make (trace);
  for (guint i = 0; i < rows->len; i++)
    {
      const char *row = g_ptr_array_index (rows, i);

      g_checksum_update (checksum, (const guchar *) row, (gssize) strlen (row));
      g_checksum_update (checksum, (const guchar *) "\n", 1);
    }
  g_assert_cmpuint (rows->len, ==, dump->n_rows);
  g_assert_cmpstr (g_checksum_get_string (checksum), ==, dump->checksum);
}

static void
test_moves (void)
{
  static const char *const hosts[] = { "Fafard",   "Tremblay", "Jupiter",  "Fafard", "Ginette",
                                       "Bourassa", "Fafard",   "Tremblay", "Ginette" };
  static const gint64 times_us[] = { 2025708,  4025903,  6044918,  8070626,
                                     10087178, 12112617, 14138325, 16138521 };
  g_autofree char *path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTimeline) timeline = NULL;
  const SpurMove *moves;
  gsize n_moves;

  g_test_summary ("SimGrid's emigrant moves from host to host when its program says so.");
  if (!spur_test_has_corpus ("paje-simgrid-procmig/procmig.trace"))
    {
      g_test_skip ("the trace is not there");
      return;
    }
  path = spur_test_corpus ("paje-simgrid-procmig/procmig.trace");
  trace = open_trace (path);
  timeline = spur_timeline_new (trace, FALSE);
  moves = spur_timeline_get_moves (timeline, &n_moves);
  g_assert_cmpuint (n_moves, ==, G_N_ELEMENTS (times_us));
  for (guint i = 0; i < n_moves; i++)
    {
      g_assert_cmpstr (
        spur_definitions_get_object (spur_trace_get_definitions (trace), moves[i].object)->name, ==,
        "emigrant-1");
      g_assert_cmpstr (
        spur_definitions_get_object (spur_trace_get_definitions (trace), moves[i].from)->name, ==,
        hosts[i]);
      g_assert_cmpstr (
        spur_definitions_get_object (spur_trace_get_definitions (trace), moves[i].to)->name, ==,
        hosts[i + 1]);
      g_assert_cmpint (moves[i].left_ns, ==, times_us[i] * 1000);
      g_assert_cmpint (moves[i].came_ns, ==, times_us[i] * 1000);
    }
}

/* pj_dump takes neither the names of its fields nor, where it is told to, the order of its times.
 */
static void
test_old_names (void)
{
  g_autofree char *path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_steps_back = 0;

  g_test_summary ("An older trace of StarPU is read; a time that goes back is one step back.");
  if (!spur_test_has_corpus ("paje-pajeng"))
    {
      g_test_skip ("the traces of paje-pajeng are not there");
      return;
    }
  path = spur_test_corpus ("paje-pajeng/native_paje.trace");
  trace = open_trace (path);
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    n_steps_back += spur_stream_get_n_steps_back (spur_trace_get_stream (trace, i));
  /* As many as there are lines with a time. */
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1655);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
  g_assert_cmpuint (n_steps_back, ==, 1);
}

/* Shows the rows of a trace, to be compared by hand. */
static int
print_rows (const char *path)
{
  g_autoptr (SpurTrace) trace = open_trace (path);
  g_autoptr (GPtrArray) rows = paje_rows_make (trace);

  for (guint i = 0; i < rows->len; i++)
    g_print ("%s\n", (char *) g_ptr_array_index (rows, i));
  return 0;
}

int
main (int argc, char *argv[])
{
  static const char *const names[] = { "categories", "g5k", "ms", "simu-mardi" };

  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    return print_rows (argv[1]);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_strconcat ("/paje/rows/", names[i], NULL);

      g_test_add_data_func (path, names[i], test_expected);
    }
  g_test_add_func ("/paje/moves", test_moves);
  g_test_add_func ("/paje/old-names", test_old_names);
  for (guint i = 0; i < G_N_ELEMENTS (dumps); i++)
    {
      g_autofree char *path = g_strdup_printf ("/paje/dump/%u", i);

      g_test_add_data_func (path, &dumps[i], test_checksum);
    }
  return g_test_run ();
}
