/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/cli/cli-run.h"

static const char *const verbs[] = {
  "info",     "events", "check",   "correct", "explain", "stats",    "at",
  "draw",     "report", "convert", "recover", "merge",   "simulate", "plugins",
  "validate", "waits",  "balance", "objects", NULL,
};

/* Two processors; an object's message is received 500 ns before it is sent, after which the
 * object runs on the other one. */
static void
append_message (SpurTrace *trace,
                SpurStream *stream,
                GType type,
                gint64 ticks,
                guint32 object,
                guint32 peer,
                guint32 group)
{
  g_autoptr (SpurEvent) event = spur_event_new (type);
  const SpurEventLayout *layout = spur_event_get_layout (event);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes);

  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              object);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_PEER], record, peer);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_COMMUNICATOR], record,
                              group);
  spur_stream_append (stream, ticks, spur_trace_add_event_type (trace, type), record);
}

static void
append_region (
  SpurTrace *trace, SpurStream *stream, GType type, gint64 ticks, guint32 object, guint32 state)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes);

  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              object);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_STATE], record, state);
  spur_stream_append (stream, ticks, spur_trace_add_event_type (trace, type), record);
}

static char *
write_trace (const char *folder)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, "small.spur", NULL);
  SpurStream *streams[2];
  guint32 objects[3];
  guint32 state;
  guint32 group;

  objects[2] = spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "cell \033[31m7",
                                            "cell", SPUR_NONE);
  state = spur_definitions_add_state (definitions, "solve \"x\"", SPUR_STATE_WORK);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("PE %u", i);
      SpurClock clock = { name, "program", 1000000000, 0, i };

      objects[i] =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "PE", SPUR_NONE);
      streams[i] = spur_trace_add_stream (
        trace, name, spur_definitions_add_clock (definitions, &clock), objects[i]);
    }
  group = spur_definitions_add_group (definitions, "world", objects, 2);

  append_region (trace, streams[0], SPUR_TYPE_REGION_ENTER_EVENT, 1000, objects[2], state);
  append_message (trace, streams[0], SPUR_TYPE_CHANNEL_SEND_EVENT, 2000, objects[0], objects[1],
                  group);
  append_region (trace, streams[0], SPUR_TYPE_REGION_EXIT_EVENT, 3000, objects[2], state);
  append_message (trace, streams[1], SPUR_TYPE_CHANNEL_RECEIVE_EVENT, 1500, objects[1], objects[0],
                  group);
  append_region (trace, streams[1], SPUR_TYPE_REGION_ENTER_EVENT, 1600, objects[2], state);
  append_region (trace, streams[1], SPUR_TYPE_REGION_EXIT_EVENT, 1700, objects[2], state);
  append_message (trace, streams[1], SPUR_TYPE_CHANNEL_SEND_EVENT, 9000, objects[1], objects[0],
                  group);
  spur_trace_add_loss (trace, "metric records", 3);
  g_assert_true (spur_trace_seal (trace, &error));
  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static char *
read_source (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", name, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
test_usage (void)
{
  const struct
  {
    const char *arguments[6];
    const char *expected;
  } wrong[] = {
    { { "chekc" }, "did you mean 'check'?" },
    { { "corect", "x" }, "did you mean 'correct'?" },
    { { "qqqqqqqqqqqq" }, "unknown verb 'qqqqqqqqqqqq'\n" },
    { { "--json" }, "unknown option" },
    { { "check" }, "name the trace" },
    { { "check", "a", "b" }, "'b' was given too" },
    { { "check", "--rwa", "a" }, "did you mean --raw?" },
    { { "check", "--mu-ns=x", "a" }, "--mu-ns" },
    { { "check", "--mu-ns=-1", "a" }, "negative" },
    { { "check", "--threads=-1", "a" }, "--threads" },
    { { "correct", "a" }, "-o OUT.spur" },
    { { "correct", "-oo", "--method=elcc", "a" }, "did you mean 'eclc'?" },
    { { "correct", "-oo", "--gamma=1.1", "a" }, "--gamma" },
    { { "correct", "-oo", "--slope=0", "a" }, "--slope" },
    { { "correct", "-oo", "--method=hull", "--gamma=0.9", "a" },
      "no corrector of --method hull takes" },
    { { "draw", "a" }, "-o FILE.svg" },
    { { "draw", "-oo.gif", "a" }, "'o.gif' is no picture" },
    { { "draw", "-oo.svg", "--width=0", "a" }, "pixels" },
    { { "report", "a" }, "-o FILE.html" },
    { { "report", "-oo.txt", "a" }, "no .html" },
    { { "events", "--limit=-2", "a" }, "--limit" },
    { { "plugins", "a" }, "takes no argument" },
  };
  g_auto (Run) run = { 0 };

  g_test_summary ("Wrong use is exit status 2 and says what is wrong.");

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      const char *const *a = wrong[i].arguments;

      run_spur (&run, a[0], a[1], a[2], a[3], a[4], NULL);
      g_test_message ("%s %s: %s", a[0], a[1], run.err);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_true (g_str_has_prefix (run.err, "spur: "));
      g_assert_nonnull (strstr (run.err, wrong[i].expected));
    }
  run_spur (&run, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "Usage:"));
}

static void
assert_fits (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (g_utf8_strlen (lines[i], -1) > 80)
        g_error ("longer than 80 columns: %s", lines[i]);
    }
}

static void
test_help (void)
{
  g_auto (Run) run = { 0 };

  g_test_summary ("Help of every verb shows examples and goes to standard output.");

  run_spur (&run, "--version", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_str_has_prefix (run.out, "spur "));
  run_spur (&run, "--help", NULL);
  g_assert_cmpint (run.status, ==, 0);
  assert_fits (run.out);
  for (guint i = 0; verbs[i] != NULL; i++)
    {
      g_auto (Run) other = { 0 };

      g_assert_nonnull (strstr (run.out, verbs[i]));
      run_spur (&other, verbs[i], "--help", NULL);
      g_assert_cmpint (other.status, ==, 0);
      g_assert_cmpstr (other.err, ==, "");
      g_assert_nonnull (strstr (other.out, "Examples:"));
      g_assert_nonnull (strstr (other.out, "--json"));
      assert_fits (other.out);
    }
}

/* Long options as help lists them, one a line. */
static GPtrArray *
list_options (const char *help)
{
  g_auto (GStrv) lines = g_strsplit (strstr (help, "\nOptions:"), "\n", -1);
  GPtrArray *options = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 2; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      const char *begin = strstr (lines[i], "--");

      g_assert_nonnull (begin);
      g_ptr_array_add (options, g_strndup (begin, strcspn (begin, " =")));
    }
  g_assert_cmpuint (options->len, >=, 3);
  return options;
}

static gboolean
manual_has (const char *manual, const char *option)
{
  g_auto (GStrv) parts = g_strsplit (option, "-", -1);
  g_autofree char *escaped = g_strjoinv ("\\-", parts);
  const char *at = strstr (manual, escaped);

  for (; at != NULL; at = strstr (at + 1, escaped))
    {
      if (!g_ascii_isalnum (at[strlen (escaped)]) && at[strlen (escaped)] != '\\')
        return TRUE;
    }
  return FALSE;
}

static void
test_documented (void)
{
  g_autofree char *overview = read_source ("doc/man/spur.1");

  g_test_summary ("Every verb and option is in its manual page.");

  for (guint i = 0; verbs[i] != NULL; i++)
    {
      g_autofree char *page = g_strdup_printf ("doc/man/spur-%s.1", verbs[i]);
      g_autofree char *manual = read_source (page);
      g_auto (Run) run = { 0 };
      g_autoptr (GPtrArray) options = NULL;

      g_assert_nonnull (strstr (overview, verbs[i]));
      run_spur (&run, verbs[i], "--help", NULL);
      options = list_options (run.out);
      for (guint j = 0; j < options->len; j++)
        {
          const char *option = options->pdata[j];

          g_test_message ("%s %s", verbs[i], option);
          g_assert_true (manual_has (manual, option));
        }
    }
}

static void
test_bad_input (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *garbage = g_build_filename (folder, "garbage.spur", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing.spur", NULL);
  g_autofree char *output = g_build_filename (folder, "out", NULL);
  const char *const inputs[] = { garbage, missing, folder };
  g_auto (Run) run = { 0 };

  g_test_summary ("What is no trace is exit status 3, named, and leaves no file.");

  g_assert_true (g_file_set_contents (garbage, "this is no trace\n", -1, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      for (guint v = 0; verbs[v] != NULL; v++)
        {
          gboolean writes = g_strv_contains (
            (const char *const[]){ "correct", "draw", "merge", "report", NULL }, verbs[v]);
          g_autofree char *to = g_strdup_printf ("--output=%s.%s", output,
                                                 g_str_equal (verbs[v], "report") ? "html" : "svg");

          if (g_strv_contains (
                (const char *const[]){ "plugins", "convert", "recover", "simulate", NULL },
                verbs[v]))
            continue;
          run_spur (&run, verbs[v], inputs[i],
                    writes                              ? to
                    : g_str_equal (verbs[v], "explain") ? "0:0"
                                                        : NULL,
                    NULL);
          if (run.status == 1 && strstr (run.err, "built without views") != NULL)
            continue;
          g_test_message ("%s: %s", verbs[v], run.err);
          g_assert_cmpint (run.status, ==, 3);
          g_assert_cmpstr (run.out, ==, "");
          g_assert_true (g_str_has_prefix (run.err, "spur: "));
          g_assert_nonnull (strstr (run.err, inputs[i]));
          g_assert_cmpuint (count_files (folder), ==, 1);
        }
    }
}

/* The place and the state of the load object at a time since the trace's begin. */
static void
assert_at (const char *path, const char *time, const char *place, const char *state)
{
  g_autoptr (JsonObject) at =
    run_json (0, "at", "--time", time, "--object", "cell \033[31m7", path, NULL);
  JsonArray *objects = json_object_get_array_member (at, "objects");
  JsonObject *cell;

  g_assert_cmpuint (json_array_get_length (objects), ==, 1);
  cell = json_array_get_object_element (objects, 0);
  g_assert_cmpstr (json_object_get_string_member (cell, "place"), ==, place);
  if (state != NULL)
    g_assert_cmpstr (json_object_get_string_member (cell, "state"), ==, state);
  else
    g_assert_true (json_object_get_null_member (cell, "state"));
}

static void
test_at (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autoptr (JsonObject) on_target = run_json (0, "at", "--place", "PE 1", path, NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("A load object is where it was last seen, and in the state entered last.");
  assert_at (path, "0", "PE 0", "solve \"x\"");
  assert_at (path, "599", "PE 0", "solve \"x\"");
  assert_at (path, "600", "PE 1", "solve \"x\"");
  assert_at (path, "2us", "PE 1", NULL);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (on_target, "objects")), ==,
                    1);
  run_spur (&run, "at", "--object", "missing", path, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "missing"));
}

static void
test_small (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autoptr (JsonObject) info = run_json (0, "info", path, NULL);
  g_autoptr (JsonObject) check = run_json (4, "check", path, NULL);
  g_autoptr (JsonObject) stats = run_json (0, "stats", path, NULL);
  g_autoptr (JsonObject) correct = run_json (0, "correct", path, "-o", corrected, NULL);
  g_autoptr (JsonObject) after = run_json (0, "check", corrected, NULL);
  g_autoptr (JsonObject) raw = run_json (4, "check", "--raw", corrected, NULL);

  g_test_summary ("Each verb has the keys that it promises, with the right numbers.");

  g_assert_cmpstr (json_object_get_string_member (info, "format"), ==, "spur");
  g_assert_cmpint (get_int (info, "events"), ==, 7);
  g_assert_cmpint (get_int (info, "streams"), ==, 2);
  g_assert_cmpint (get_int (info, "load_objects"), ==, 1);
  g_assert_cmpint (get_int (info, "targets"), ==, 2);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (info, "losses")), ==, 1);

  g_assert_cmpint (get_int (check, "edges"), ==, 1);
  g_assert_cmpint (get_int (check, "reversed"), ==, 1);
  g_assert_cmpint (get_int (check, "below_mu"), ==, 1);
  g_assert_cmpint (get_int (check, "worst_ns"), ==, 500);
  g_assert_cmpint (get_int (check, "collective_receives"), ==, 0);
  g_assert_cmpint (get_int (check, "collective_reversed"), ==, 0);
  g_assert_cmpint (get_int (check, "collective_worst_ns"), ==, 0);
  g_assert_cmpint (get_int (check, "unmatched_sends"), ==, 1);
  g_assert_cmpint (get_int (check, "unmatched_receives"), ==, 0);

  g_assert_cmpint (get_int (stats, "moves"), ==, 1);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (stats, "targets")), ==, 2);
  g_assert_cmpfloat (json_object_get_double_member (stats, "imbalance"), >=, 1.0);

  g_assert_cmpint (get_int (json_object_get_object_member (correct, "before"), "reversed"), ==, 1);
  g_assert_cmpint (get_int (json_object_get_object_member (correct, "after"), "reversed"), ==, 0);
  g_assert_cmpint (get_int (after, "reversed"), ==, 0);
  g_assert_cmpint (get_int (after, "order_inversions"), ==, 0);
  g_assert_cmpint (get_int (raw, "reversed"), ==, 1);
  g_assert_cmpint (get_int (raw, "worst_ns"), ==, 500);
}

static void
test_mu (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autoptr (JsonObject) correct =
    run_json (0, "correct", path, "-o", corrected, "--mu-ns", "2us", NULL);
  g_autoptr (JsonObject) holds = run_json (0, "check", corrected, "--mu-ns", "2us", NULL);
  g_autoptr (JsonObject) given = run_json (4, "check", corrected, "--mu-ns", "1ms", NULL);

  g_test_summary ("A mu that is asked for is part of the condition.");

  g_assert_cmpint (get_int (correct, "mu_ns"), ==, 2000);
  g_assert_cmpint (get_int (holds, "below_mu"), ==, 0);
  g_assert_cmpint (get_int (given, "reversed"), ==, 0);
  g_assert_cmpint (get_int (given, "below_mu"), ==, 1);
}

static void
test_events (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_auto (Run) run = { 0 };
  g_auto (GStrv) lines = NULL;
  gint64 last_ns = G_MININT64;

  g_test_summary ("Events come in the order of their times, a JSON object a line.");

  run_spur (&run, "events", path, "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 9);
  g_assert_true (g_str_has_prefix (lines[0], "{\"losses\":["));
  for (guint i = 1; i < 8; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = json_from_string (lines[i], &error);

      g_assert_no_error (error);
      g_assert_cmpint (get_int (json_node_get_object (node), "time_ns"), >=, last_ns);
      last_ns = get_int (json_node_get_object (node), "time_ns");
    }
  g_assert_nonnull (strstr (run.out, "cell \\u001b[31m7"));
  g_assert_nonnull (strstr (run.out, "solve \\\"x\\\""));

  run_spur (&run, "events", path, NULL);
  g_assert_null (strchr (run.out, '\033'));
  g_assert_true (g_str_has_prefix (run.out, "0.000000000  PE 0  Region_Enter_Event"));

  run_spur (&run, "events", path, "--class", "LO_Message_Event", "--stream", "PE 1", NULL);
  g_strfreev (lines);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);

  run_spur (&run, "events", path, "--from", "500", "--to", "0.7us", NULL);
  g_strfreev (lines);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "Channel_Receive_Event"));

  run_spur (&run, "events", path, "--limit", "1", NULL);
  g_strfreev (lines);
  lines = g_strsplit (run.out, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);

  run_spur (&run, "events", path, "--class", "Region_Entr_Event", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "did you mean 'Region_Enter_Event'?"));
  run_spur (&run, "events", path, "--stream", "2", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "numbers 0 to 1"));
}

static void
test_text (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_auto (Run) run = { 0 };
  g_auto (GStrv) lines = NULL;

  g_test_summary ("Text for a person names what matters and is plain where it is no terminal.");

  run_spur (&run, "info", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "metric records"));
  g_assert_null (strchr (run.out, '\033'));
  run_spur (&run, "check", path, NULL);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_nonnull (strstr (run.out, "The clock condition is violated."));
  g_assert_null (strchr (run.out, '\033'));
  run_spur (&run, "correct", path, "-o", corrected, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_str_has_suffix (run.err, "small.spur: incomplete: metric records: 3\n"));
  lines = g_strsplit (run.err, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_nonnull (strstr (run.out, "\nwrote "));
  run_spur (&run, "stats", corrected, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "imbalance"));
  run_spur (&run, "check", corrected, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "The clock condition holds."));
}

/* In a bare chroot there may be no pseudo terminals. */
static gboolean
has_terminals (void)
{
  int fd = posix_openpt (O_RDWR | O_NOCTTY);
  gboolean has = fd >= 0 && grantpt (fd) == 0 && ptsname (fd) != NULL &&
                 g_file_test (ptsname (fd), G_FILE_TEST_EXISTS);

  if (fd >= 0)
    close (fd);
  return has;
}

/* "script" gives the command a terminal of its own. */
static void
test_colour (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *colour = g_strdup_printf (
    "env -u NO_COLOR TERM=xterm script -qec \"'$SPUR_BINARY' check '%s'\" /dev/null", path);
  g_autofree char *plain = g_strdup_printf (
    "env NO_COLOR=1 TERM=xterm script -qec \"'$SPUR_BINARY' check '%s'\" /dev/null", path);
  g_autofree char *script = g_find_program_in_path ("script");
  g_auto (Run) run = { 0 };

  g_test_summary ("A violation is red on a terminal, unless NO_COLOR says otherwise.");

  if (script == NULL || !has_terminals ())
    {
      g_test_skip ("there is no program 'script', or no /dev/pts, to make a terminal with");
      return;
    }
  run_shell (&run, colour);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_nonnull (strstr (run.out, "\033[31m"));
  run_shell (&run, plain);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_null (strchr (run.out, '\033'));
}

static void
assert_file_begins (const char *path, const char *begin)
{
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &bytes, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (bytes, begin));
}

static void
test_no_output_left (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *nowhere = g_build_filename (folder, "no-folder", "out.spur", NULL);
  g_autofree char *foreign = g_build_filename (folder, "foreign.sts", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Where the output cannot be written it is exit status 1, and nothing is left.");

  run_spur (&run, "correct", path, "-o", nowhere, NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_nonnull (strstr (run.err, nowhere));
  g_assert_true (g_file_set_contents (foreign, "not to be lost", -1, NULL));
  run_spur (&run, "correct", path, "-o", foreign, NULL);
  g_assert_cmpint (run.status, ==, 2);
  assert_file_begins (foreign, "not to be lost");
  g_assert_cmpint (g_remove (foreign), ==, 0);
  run_spur (&run, "correct", path, "-o", folder, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, folder));
  g_assert_cmpuint (count_files (folder), ==, 1);
  if (g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_autofree char *full = g_strdup_printf ("\"$SPUR_BINARY\" events '%s' > /dev/full", path);

      run_shell (&run, full);
      g_assert_cmpint (run.status, ==, 1);
      g_assert_nonnull (strstr (run.err, "standard output"));
    }
}

static void
test_truncated (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *cut = g_build_filename (folder, "cut.spur", NULL);
  g_autofree char *bytes = NULL;
  g_auto (Run) run = { 0 };
  gsize n_bytes;

  g_test_summary ("A container that ends too early is exit status 3.");

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  for (gsize length = 1; length < n_bytes; length += n_bytes / 7)
    {
      g_assert_true (g_file_set_contents (cut, bytes, (gssize) length, NULL));
      run_spur (&run, "check", cut, NULL);
      g_assert_cmpint (run.status, ==, 3);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_nonnull (strstr (run.err, cut));
    }
}

static void
test_pictures (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *svg = g_build_filename (folder, "a.svg", NULL);
  g_autofree char *png = g_build_filename (folder, "a.png", NULL);
  g_autofree char *html = g_build_filename (folder, "a.html", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "no-folder", "a.svg", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Pictures and pages appear complete or not at all.");

  run_spur (&run, "draw", path, "-o", svg, NULL);
  if (run.status == 1 && strstr (run.err, "built without views") != NULL)
    {
      g_test_skip ("built without views");
      return;
    }
  g_assert_true (g_str_has_suffix (run.err, "small.spur: incomplete: metric records: 3\n"));
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_str_has_prefix (run.out, "wrote "));
  assert_file_begins (svg, "<?xml");
  run_spur (&run, "draw", path, "-o", png, "--from=0", "--to", "1us", "--width", "320", NULL);
  g_assert_cmpint (run.status, ==, 0);
  assert_file_begins (png, "\211PNG");
  run_spur (&run, "report", path, "-o", html, NULL);
  g_assert_cmpint (run.status, ==, 0);
  assert_file_begins (html, "<!");
  g_assert_cmpuint (count_files (folder), ==, 4);

  run_spur (&run, "draw", path, "-o", nowhere, NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, nowhere));
  run_spur (&run, "draw", path, "-o", svg, "--force", "--from", "2us", "--to", "1us", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_cmpuint (count_files (folder), ==, 4);
}

static void
test_views (void)
{
  static const struct
  {
    const char *options[3];
    int status;
    const char *said;
  } cases[] = {
    { { "--view=lifeline" }, 0, "1 lifeline through 2 rows" },
    { { "--rows=LO_*" }, 0, "Times as recorded; " },
    { { "--view=lifeline", "--load-line=1+" }, 2, "load-line: '1+': at character 3 found the end" },
    { { "--view=lifeline", "--set=identity=nothing" }, 2, "identity: found 'nothing', expected" },
    { { "--view=lifeline", "--set=rows" }, 2, "'rows' is not NAME=VALUE" },
    { { "--view=lifeline", "--at=0" }, 2, "--at is for the view system, not for lifeline" },
    { { "--view=system", "--rows=a" }, 2, "found 'rows', expected none" },
    { { "--view=line" }, 2, "there is no view 'line'; there are: lifeline, space-time, system" },
  };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *svg = g_build_filename (folder, "a.svg", NULL);

  g_test_summary ("Views are drawn by name, and what is wrong with their options is said.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const *options = cases[i].options;
      g_auto (Run) run = { 0 };

      run_spur (&run, "draw", path, "--force", "-o", svg, options[0], options[1], NULL);
      if (run.status == 1 && strstr (run.err, "built without views") != NULL)
        {
          g_test_skip ("built without views");
          return;
        }
      g_test_message ("%s%s", run.out, run.err);
      g_assert_cmpint (run.status, ==, cases[i].status);
      g_assert_nonnull (strstr (run.status == 0 ? run.out : run.err, cases[i].said));
    }
}

static void
test_build_folder (void)
{
  g_auto (Run) run = { 0 };

  g_test_summary ("Run from its build folder, the command finds the plugins there by itself.");

  run_shell (&run, "env -u SPUR_PLUGIN_PATH -u SPUR_SCHEMA_PATH \"$SPUR_BINARY\" plugins");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "projections"));
  g_assert_cmpstr (run.err, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/usage", test_usage);
  g_test_add_func ("/cli/help", test_help);
  g_test_add_func ("/cli/documented", test_documented);
  g_test_add_func ("/cli/bad-input", test_bad_input);
  g_test_add_func ("/cli/small", test_small);
  g_test_add_func ("/cli/at", test_at);
  g_test_add_func ("/cli/mu", test_mu);
  g_test_add_func ("/cli/events", test_events);
  g_test_add_func ("/cli/text-output", test_text);
  g_test_add_func ("/cli/colour", test_colour);
  g_test_add_func ("/cli/truncated", test_truncated);
  g_test_add_func ("/cli/pictures", test_pictures);
  g_test_add_func ("/cli/views", test_views);
  g_test_add_func ("/cli/no-output-left", test_no_output_left);
  g_test_add_func ("/cli/build-folder", test_build_folder);
  return g_test_run ();
}
