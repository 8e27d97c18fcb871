/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where times count from, and what is said of spans that a trace has nothing in. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

typedef struct
{
  Folder *folder;
  char *trace;
  gboolean has_views;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *source = spur_test_corpus ("projections-charm-lbtest-greedy-4pe");
  g_autofree char *sts = g_build_filename (source, "lb_test.prj.sts", NULL);
  g_autofree char *picture = NULL;
  g_auto (Run) correct = { 0 };
  g_auto (Run) draw = { 0 };

  fixture->folder = make_folder ();
  fixture->trace = g_build_filename (fixture->folder, "run.spur", NULL);
  run_spur (&correct, "correct", sts, "-o", fixture->trace, NULL);
  g_assert_cmpint (correct.status, ==, 0);
  picture = g_build_filename (fixture->folder, "whole.svg", NULL);
  run_spur (&draw, "draw", fixture->trace, "-o", picture, NULL);
  fixture->has_views = strstr (draw.err, "built without views") == NULL;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_free (fixture->trace);
  remove_folder (fixture->folder);
}

static void
test_draw_outside (Fixture *fixture, gconstpointer data)
{
  /* The second option may be missing; what is named first is what is wrong. */
  const struct
  {
    const char *option;
    const char *second;
    int status;
  } cases[] = {
    { "--from=2s", "--to=3s", 2 },   { "--from=2s", NULL, 2 }, { "--from=1.380558s", NULL, 2 },
    { "--from=1.380557s", NULL, 0 }, { "--to=-1ms", NULL, 2 }, { "--to=-1ms", "--from=-2ms", 2 },
    { "--to=0", NULL, 2 },           { "--to=1ns", NULL, 0 },  { "--from=-10s", NULL, 0 },
    { "--from=1s", "--to=1s", 2 },
  };
  g_autofree char *picture = g_build_filename (fixture->folder, "part.svg", NULL);

  g_test_summary ("A span that the trace has nothing in is refused, and it is said where the trace "
                  "begins and ends.");
  if (!fixture->has_views)
    {
      g_test_skip ("built without views");
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strndup (cases[i].option, strcspn (cases[i].option, "="));
      g_auto (Run) run = { 0 };

      run_spur (&run, "draw", fixture->trace, "-o", picture, cases[i].option, cases[i].second,
                NULL);
      g_test_message ("%s: %s", cases[i].option, run.err);
      g_assert_cmpint (run.status, ==, cases[i].status);
      g_assert_cmpint (g_file_test (picture, G_FILE_TEST_EXISTS), ==, cases[i].status == 0);
      if (cases[i].status == 0)
        {
          g_assert_cmpint (g_remove (picture), ==, 0);
          continue;
        }
      g_assert_nonnull (strstr (run.err, name));
      g_assert_nonnull (strstr (run.err, "0.000000000 s"));
      g_assert_nonnull (strstr (run.err, "1.380557750 s"));
    }
}

static guint32
read_be32 (const char *bytes)
{
  const guint8 *at = (const guint8 *) bytes;

  return (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3];
}

static void
test_draw_width (Fixture *fixture, gconstpointer data)
{
  g_autofree char *picture = g_build_filename (fixture->folder, "wide.png", NULL);
  g_autofree char *bytes = NULL;
  g_auto (Run) run = { 0 };
  gsize n_bytes;

  g_test_summary ("A picture has as many pixels as it was asked to have.");
  if (!fixture->has_views)
    {
      g_test_skip ("built without views");
      return;
    }
  run_spur (&run, "draw", fixture->trace, "-o", picture, "--width=1200", "--height=500", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (picture, &bytes, &n_bytes, NULL));
  g_assert_cmpuint (n_bytes, >, 24);
  g_assert_cmpuint (read_be32 (bytes + 16), ==, 1200);
  g_assert_cmpuint (read_be32 (bytes + 20), ==, 500);
}

static void
test_draw_text (Fixture *fixture, gconstpointer data)
{
  static const char *const refused[][3] = {
    { "--json", "--quiet", "-o - writes a picture" },
    { "--view", "lifeline", "only the view space-time is drawn as text" },
    { "--scheme", "pink", "'pink' is none of auto, light and dark" },
  };
  g_auto (Run) text = { 0 };
  g_auto (Run) colored = { 0 };

  g_test_summary (
    "The picture is text where it goes to standard output, without colours where that "
    "is no terminal, and what cannot be text is refused.");
  if (!fixture->has_views)
    {
      g_test_skip ("built without views");
      return;
    }
  run_spur (&text, "draw", fixture->trace, "-o", "-", "--width", "90", "--quiet", NULL);
  g_assert_cmpint (text.status, ==, 0);
  g_assert_true (g_str_has_prefix (text.out, "lb_test.prj\n250,866 events on 4 targets"));
  g_assert_null (strchr (text.out, '\033'));
  g_assert_nonnull (strstr (text.out, "\nPE 3 "));
  g_assert_nonnull (strstr (text.out, "18,933 messages"));
  run_spur (&colored, "draw", fixture->trace, "-o", "-", "--color", "always", NULL);
  g_assert_cmpint (colored.status, ==, 0);
  g_assert_nonnull (strchr (colored.out, '\033'));
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_auto (Run) run = { 0 };

      run_spur (&run, "draw", fixture->trace, "-o", "-", refused[i][0], refused[i][1], NULL);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_nonnull (strstr (run.err, refused[i][2]));
    }
}

/* A trace of two streams. The first event as recorded is moved behind the other stream's. */
static char *
write_moved (const char *folder)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_REGION_ENTER_EVENT);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes);
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (4000000);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, "moved.spur", NULL);

  for (guint i = 0; i < 2; i++)
    {
      const char *name = i == 0 ? "a" : "b";
      SpurClock clock = { name, "program", 1000000000, 0, i };
      guint32 object =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "PE", SPUR_NONE);
      guint32 state = spur_definitions_add_state (definitions, "solve", SPUR_STATE_WORK);
      SpurStream *stream = spur_trace_add_stream (
        trace, name, spur_definitions_add_clock (definitions, &clock), object);

      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                                  object);
      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_STATE], record,
                                  state);
      for (guint k = 0; k < 2; k++)
        spur_stream_append (stream, (1 + i + 4 * k) * 1000000,
                            spur_trace_add_event_type (trace, SPUR_TYPE_REGION_ENTER_EVENT),
                            record);
    }
  g_assert_true (spur_trace_seal (trace, &error));
  spur_correction_append_map (correction, 0, map);
  spur_trace_set_correction (trace, correction);
  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

/* What "events" has as the time of a stream's first event, or of all streams'. */
static char *
get_first (const char *path, const char *option, const char *stream)
{
  g_auto (Run) run = { 0 };

  run_spur (&run, "events", path, "--limit=1", option, stream, NULL);
  g_assert_cmpint (run.status, ==, 0);
  return g_strndup (run.out, strcspn (run.out, " "));
}

static void
assert_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

static void
test_one_zero (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = write_moved (fixture->folder);
  g_auto (Run) explain = { 0 };
  g_auto (Run) part = { 0 };
  g_auto (Run) at = { 0 };

  g_test_summary ("All verbs count from the begin of the trace, which is that of its corrected "
                  "times, at raw times, too.");

  assert_text (get_first (path, "--json", NULL), "{\"time_ns\":2000000,\"raw_ns\":2000000,"
                                                 "\"stream\":1,\"event\":0,\"class\":"
                                                 "\"Region_Enter_Event\",\"fields\":{\"object\":"
                                                 "\"b\",\"state\":\"solve\"}}\n");
  assert_text (get_first (path, "--stream=b", NULL), "0.000000000");
  assert_text (get_first (path, "--stream=b", "--raw"), "0.000000000");
  assert_text (get_first (path, "--stream=a", NULL), "0.003000000");
  assert_text (get_first (path, "--stream=a", "--raw"), "-0.001000000");
  assert_text (get_first (path, "--from=-1ms", "--raw"), "-0.001000000");
  assert_text (get_first (path, "--from=-999999", "--raw"), "0.000000000");
  run_spur (&explain, "explain", path, "a:0", NULL);
  g_assert_cmpint (explain.status, ==, 0);
  g_assert_nonnull (strstr (explain.out, " -0.001000000 s"));
  g_assert_nonnull (strstr (explain.out, " 0.003000000 s"));
  run_spur (&at, "at", path, "--raw", "-o", "a", "-t", "-1ms", NULL);
  g_assert_cmpint (at.status, ==, 0);
  g_assert_nonnull (strstr (at.out, "solve  -0.001000000"));
  if (fixture->has_views)
    {
      g_autofree char *picture = g_build_filename (fixture->folder, "part.svg", NULL);

      run_spur (&part, "draw", path, "-o", picture, "--raw", "--to=-500us", NULL);
      g_assert_cmpint (part.status, ==, 0);
      run_spur (&part, "draw", path, "-o", picture, "--to=-500us", NULL);
      g_assert_cmpint (part.status, ==, 2);
    }
}

static void
test_unknown_object (Fixture *fixture, gconstpointer data)
{
  g_auto (Run) run = { 0 };
  g_auto (Run) list = { 0 };

  g_test_summary ("Where there is no such object, the way to see those that there are works.");

  run_spur (&run, "at", fixture->trace, "-o", "lb[7]", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "no active object 'lb[7]'"));
  g_assert_null (strstr (run.err, "info --json"));
  g_assert_nonnull (strstr (run.err, "spur at "));
  run_spur (&run, "at", fixture->trace, "-o", "lb_array[7]", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "did you mean 'Lb_array[7]'?"));
  /* What the message says to do. */
  run_spur (&list, "at", fixture->trace, NULL);
  g_assert_cmpint (list.status, ==, 0);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("Lb_array[%u]", i);

      g_assert_nonnull (strstr (list.out, name));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, test) g_test_add ("/cli/times/" name, Fixture, NULL, set_up, test, tear_down)

  ADD ("draw-outside", test_draw_outside);
  ADD ("draw-width", test_draw_width);
  ADD ("draw-text", test_draw_text);
  ADD ("one-zero", test_one_zero);
  ADD ("unknown-object", test_unknown_object);
  return g_test_run ();
}
