/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Moves of load objects are counted once: every verb says what the library says. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "core/analysis/presence/spur-timeline.h"
#include "core/store/container/spur-container.h"
#include "plugins/projects/kit/sim-program.h"
#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

#define GREEDY "projections-charm-lbtest-greedy-4pe"
#define SKEW_NS 3000000

/* That many moves of a trace are looked at one by one. */
#define N_LOOKED_AT 2

static const SimProgram *const programs[] = { &a1_program, &b3_program, &b4_program, &b5_program };

static gint64
add_up (JsonObject *all, const char *list, const char *key)
{
  JsonArray *rows = json_object_get_array_member (all, list);
  gint64 sum = 0;

  for (guint i = 0; i < json_array_get_length (rows); i++)
    sum += get_int (json_array_get_object_element (rows, i), key);
  return sum;
}

/* What "stats" lists by object has to add up. */
static gint64
count_of_stats (JsonObject *stats)
{
  g_assert_cmpint (add_up (stats, "movers", "moves"), ==, get_int (stats, "moves"));
  return get_int (stats, "moves");
}

/* Those of a picture: "all 61 moves", "12 of 61 moves", or none. */
static gint64
count_of_note (const char *note)
{
  g_autoptr (GRegex) regex = g_regex_new ("([0-9,]+) moves?\\b", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *number = NULL;
  g_auto (GStrv) groups = NULL;

  if (!g_regex_match (regex, note, 0, &match))
    return 0;
  number = g_match_info_fetch (match, 1);
  groups = g_strsplit (number, ",", -1);
  g_free (number);
  number = g_strjoinv ("", groups);
  return g_ascii_strtoll (number, NULL, 10);
}

/* A move is six numbers of the page: two lanes, an object, a style and two times. */
#define N_NUMBERS 6

/* How many moves a column of the page has: numbers of 7 bits a byte, packed. */
static gint64
count_of_column (const char *column)
{
  const char *end = strchr (column, '"');
  g_autofree char *base64 = g_strndup (column, (gsize) (end - column));
  g_autoptr (GConverter) unpacker =
    G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) packed = NULL;
  g_autoptr (GInputStream) stream = NULL;
  gint64 n_numbers = 0;
  guchar *bytes, byte;
  gsize n_bytes;

  bytes = g_base64_decode (base64, &n_bytes);
  packed = g_memory_input_stream_new_from_data (bytes, (gssize) n_bytes, g_free);
  stream = g_converter_input_stream_new (packed, unpacker);
  while (g_input_stream_read (stream, &byte, 1, NULL, NULL) == 1)
    n_numbers += (byte & 0x80) == 0;
  g_assert_cmpint (n_numbers % N_NUMBERS, ==, 0);
  return n_numbers / N_NUMBERS;
}

/* What the page tells, and the moves that it draws: before the correction, then after it. */
static void
check_page (const char *path, gint64 n_raw, gint64 n_corrected, gboolean has_corrected)
{
  const char *card = "Moves of load objects between targets";
  const char *column = "\"moves\":\"";
  g_autofree char *page = g_strconcat (path, ".html", NULL);
  g_autofree char *html = NULL;
  g_autoptr (JsonObject) said = NULL;
  const char *at;

  said = run_json (0, "report", path, "-o", page, "--force", NULL);
  g_assert_true (g_file_get_contents (page, &html, NULL, NULL));
  g_assert_nonnull (strstr (html, card));
  at = strstr (strstr (html, card), "class=\"plain\">");
  g_assert_cmpint (g_ascii_strtoll (at + strlen ("class=\"plain\">"), NULL, 10), ==, n_raw);
  at = strstr (html, column);
  g_assert_cmpint (count_of_column (at + strlen (column)), ==, n_raw);
  if (!has_corrected)
    return;
  at = strstr (at + 1, column);
  g_assert_cmpint (count_of_column (at + strlen (column)), ==, n_corrected);
}

static gint64
count_moves (SpurTrace *trace, gboolean raw)
{
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, raw);
  gsize n_moves;

  spur_timeline_get_moves (timeline, &n_moves);
  return (gint64) n_moves;
}

/* Where "at" has an object; NULL for nowhere. */
static char *
ask_target (const char *path, const char *object, gint64 time_ns, gboolean raw)
{
  g_autofree char *time = g_strdup_printf ("%" G_GINT64_FORMAT "ns", time_ns);
  g_autoptr (JsonObject) all =
    run_json (0, "at", "-t", time, "-o", object, path, raw ? "--raw" : NULL, NULL);
  JsonArray *objects = json_object_get_array_member (all, "objects");
  JsonObject *found = json_array_get_object_element (objects, 0);

  if (json_object_get_null_member (found, "target"))
    return NULL;
  return g_strdup (json_object_get_string_member (found, "target"));
}

static void
check_at (SpurTrace *trace, const char *path, gboolean raw)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurTimeline) timeline = spur_timeline_new (trace, raw);
  gsize n_moves;
  const SpurMove *moves = spur_timeline_get_moves (timeline, &n_moves);
  gint64 begin_ns, end_ns;

  /* Times are given from the begin of corrected ones. */
  spur_trace_get_span_ns (trace, FALSE, &begin_ns, &end_ns);
  for (gsize i = 0; i < N_LOOKED_AT && i < n_moves; i++)
    {
      const SpurMove *move = &moves[i * n_moves / MIN (N_LOOKED_AT, n_moves)];
      const char *object = spur_definitions_get_object (definitions, move->object)->name;
      g_autofree char *from = ask_target (path, object, move->left_ns - begin_ns - 1, raw);
      g_autofree char *to = ask_target (path, object, move->came_ns - begin_ns, raw);

      /* By wrong clocks an object may seem to be on two targets at once, and leave one before. */
      if (!raw || spur_trace_get_correction (trace) == NULL)
        g_assert_cmpstr (from, ==, spur_definitions_get_object (definitions, move->from)->name);
      g_assert_cmpstr (to, ==, spur_definitions_get_object (definitions, move->to)->name);
    }
}

/* By raw times, or by corrected ones where there are any. */
static void
check_times (SpurTrace *trace, const char *path, gboolean raw, gint64 n_expected)
{
  const char *option = raw ? "--raw" : NULL;
  g_autofree char *picture = g_strconcat (path, ".svg", NULL);
  g_autoptr (JsonObject) stats = run_json (0, "stats", path, option, NULL);
  g_autoptr (JsonObject) objects = run_json (0, "objects", path, option, NULL);
  g_autoptr (JsonObject) draw = run_json (0, "draw", path, "-o", picture, "--force", option, NULL);
  g_autoptr (JsonObject) balance = run_json (0, "balance", path, option, NULL);

  g_assert_cmpint (count_moves (trace, raw), ==, n_expected);
  g_assert_cmpint (count_of_stats (stats), ==, n_expected);
  g_assert_cmpint (json_object_get_int_member (balance, "moves"), ==, n_expected);
  g_assert_cmpint (add_up (objects, "objects", "moves"), ==, n_expected);
  g_assert_cmpint (add_up (objects, "targets", "came"), ==, n_expected);
  g_assert_cmpint (add_up (objects, "targets", "left"), ==, n_expected);
  g_assert_cmpint (count_of_note (json_object_get_string_member (draw, "note")), ==, n_expected);
  check_at (trace, path, raw);
}

static void
test_projects (void)
{
  g_test_summary ("The moves of simulated projects, as they were and by corrected clocks.");

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autoptr (Folder) folder = make_folder ();
      g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
      g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
      SimOptions options = sim_program_get_defaults (programs[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;
      g_autoptr (SpurTrace) skewed = NULL;
      g_autoptr (SpurTrace) opened = NULL;
      g_autoptr (JsonObject) said = NULL;
      gint64 n_moves;

      trace = sim_program_simulate (programs[i], &options, &error);
      g_assert_no_error (error);
      g_assert_true (spur_container_save (trace, path, NULL, &error));
      n_moves = count_moves (trace, TRUE);
      check_times (trace, path, TRUE, n_moves);
      check_page (path, n_moves, n_moves, FALSE);

      options.skew_ns = SKEW_NS;
      skewed = sim_program_simulate (programs[i], &options, &error);
      g_assert_no_error (error);
      g_assert_true (spur_container_save (skewed, path, NULL, &error));
      said = run_json (0, "correct", path, "-o", corrected, NULL);
      opened = spur_container_open (corrected, NULL, &error);
      g_assert_no_error (error);
      check_times (opened, corrected, TRUE, count_moves (skewed, TRUE));
      check_times (opened, corrected, FALSE, n_moves);
      check_page (corrected, count_moves (skewed, TRUE), n_moves, TRUE);
    }
}

static void
test_charm (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autofree char *set = spur_test_corpus (GREEDY);
  g_autofree char *sts = g_build_filename (set, "lb_test.prj.sts", NULL);
  g_autoptr (JsonObject) correction = run_json (0, "correct", sts, "-o", corrected, NULL);
  g_autoptr (JsonObject) stats = run_json (0, "stats", sts, NULL);
  g_autoptr (JsonObject) safe = run_json (0, "stats", corrected, NULL);
  g_autoptr (JsonObject) balance = run_json (0, "balance", sts, NULL);
  g_autoptr (JsonObject) life = run_json (0, "objects", corrected, "Lb_array[28]", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) opened = spur_container_open (corrected, NULL, &error);
  gint64 n_raw, n_corrected;

  g_test_summary ("The moves of a run of Charm++, by raw and by corrected times.");

  g_assert_nonnull (correction);
  g_assert_no_error (error);
  n_raw = count_moves (opened, TRUE);
  n_corrected = count_moves (opened, FALSE);
  g_test_message ("%d moves by raw times, %d by corrected ones", (int) n_raw, (int) n_corrected);
  g_assert_cmpint (count_of_stats (stats), ==, n_raw);
  /* Both verbs say that raw times are not safe, and nothing of the kind of corrected ones. */
  g_assert_cmpint (json_object_get_int_member (stats, "reversed"), >, 0);
  g_assert_cmpint (json_object_get_int_member (stats, "reversed"), ==,
                   json_object_get_int_member (balance, "reversed"));
  g_assert_cmpint (json_object_get_int_member (safe, "reversed"), ==, 0);
  /* Its README: 69 and 80 migrations. */
  g_assert_cmpint (n_corrected, ==, 69 + 80);
  /* Phases are cut by each PE's own events, so raw clocks do no harm. */
  g_assert_cmpint (json_object_get_int_member (balance, "phase_moves"), ==, 69 + 80);
  g_assert_cmpint (json_object_get_int_member (balance, "moves"), ==, n_raw);
  /* By raw clocks it also goes back and forth between the first two. */
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (life, "moves")), ==, 2);
  check_times (opened, corrected, TRUE, n_raw);
  check_times (opened, corrected, FALSE, n_corrected);
  check_page (corrected, n_raw, n_corrected, TRUE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-moves/projects", test_projects);
  g_test_add_func ("/cli-moves/charm", test_charm);
  return g_test_run ();
}
