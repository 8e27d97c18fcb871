/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

static char *
get_root (void)
{
  g_autofree char *set = spur_test_corpus ("host-vm-2");

  return g_build_filename (set, "first", NULL);
}

static gint64
count_events (const char *path)
{
  g_autoptr (JsonObject) info = run_json (0, "info", path, NULL);

  return get_int (info, "events");
}

static void
test_run (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autoptr (JsonObject) root = run_json (0, "monitor", "-o", path, "--for", "2s", NULL);
  JsonObject *figures = json_object_get_object_member (root, "figures");
  double cpu = json_object_get_double_member (figures, "cpu");

  g_test_summary ("Two seconds of this host: numbers that can be, and a trace of as many events.");
  g_assert_cmpint (get_int (root, "interval_ms"), ==, 100);
  g_assert_cmpint (get_int (root, "samples") + get_int (root, "missed"), >=, 20);
  g_assert_cmpint (get_int (root, "samples") + get_int (root, "missed"), <=, 24);
  g_assert_cmpint (get_int (root, "span_ns"), >, G_GINT64_CONSTANT (1800000000));
  g_assert_cmpint (get_int (root, "dropped"), ==, 0);
  g_assert_cmpfloat (cpu, >=, 0);
  g_assert_cmpfloat (cpu, <=, 1);
  g_assert_cmpint (get_int (figures, "memory_used"), >, 1 << 20);
  g_assert_cmpint (get_int (figures, "memory"), >, get_int (figures, "memory_used"));
  g_assert_cmpint (count_events (path), ==, get_int (root, "events"));
  g_assert_cmpint (get_int (root, "events"), >, 40);
}

static void
test_only (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autofree char *root = get_root ();
  g_auto (Run) run = { 0 };

  run_spur (&run, "monitor", "-o", path, "--for", "100ms", "--interval", "10ms", "--only", "mem",
            "--root", root, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_nonnull (strstr (run.out, "wrote "));
  run_spur (&run, "events", path, "--limit", "1", NULL);
  g_assert_nonnull (strstr (run.out, "Host_Memory_Load_Event"));
  g_assert_nonnull (strstr (run.out, "total=25276502016 bytes available=24"));
  run_spur (&run, "info", path, NULL);
  g_assert_null (strstr (run.out, "Host_Core_Load_Event"));

  /* What is there is written over only where that is wanted. */
  run_spur (&run, "monitor", "-o", path, "--for", "10ms", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--force"));
  run_spur (&run, "monitor", "-o", path, "--for", "10ms", "--force", "--quiet", "--root", root,
            NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_cmpstr (run.err, ==, "");
}

static void
test_signals (void)
{
  static const char *const names[] = { "INT", "TERM", "HUP" };
  g_autoptr (Folder) folder = make_folder ();

  g_test_summary ("A signal is how it is meant to end: the trace is complete, the status 0.");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *command = g_strdup_printf (
        "\"$SPUR_BINARY\" monitor -o %s --interval 5ms & sleep 0.7; kill -%s $!; wait $!", path,
        names[i]);
      g_auto (Run) run = { 0 };

      /* In the background of a shell without job control SIGINT is ignored. */
      if (i == 0)
        {
          g_free (command);
          command = g_strdup_printf (
            "timeout --preserve-status -s INT 0.7 \"$SPUR_BINARY\" monitor -o %s --interval 5ms",
            path);
        }
      run_shell (&run, command);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_cmpint (count_events (path), >, 30);
    }
  g_assert_cmpuint (count_files (folder), ==, G_N_ELEMENTS (names));
}

static void
test_twice (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autofree char *command = g_strdup_printf (
    "\"$SPUR_BINARY\" monitor -o %s --quiet & sleep 0.3; kill -TERM $!; sleep 0.02; kill -TERM $!;"
    " wait $!; test -f %s",
    path, path);
  g_auto (Run) run = { 0 };

  g_test_summary ("Two signals at once, as timeout(1) sends them, are one: the file is whole.");
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_assert_cmpint (count_events (path), >, 0);
}

static void
test_recording (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spurrec", NULL);
  g_autoptr (JsonObject) root =
    run_json (0, "monitor", "-o", path, "--for", "1s", "--interval", "20ms", NULL);
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("A recording has as many events, and is there after SIGKILL, too.");
  g_assert_cmpint (get_int (root, "events"), >, 50);
  g_assert_cmpint (count_events (path), ==, get_int (root, "events"));
  run_spur (&run, "events", path, "--class", "LM_Target_Load_Event", "--limit", "1", NULL);
  g_assert_nonnull (strstr (run.out, "target="));
  run_spur (&run, "monitor", "-o", path, "--for", "1s", NULL);
  g_assert_cmpint (run.status, ==, 2);

  g_unlink (path);
  command = g_strdup_printf (
    "\"$SPUR_BINARY\" monitor -o %s --interval 20ms & sleep 3; kill -KILL $!; wait $!", path);
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 128 + 9);
  g_assert_cmpint (count_events (path), >, 50);
  g_assert_cmpuint (count_files (folder), ==, 2);

  /* Instead of the recording and its blocks. */
  run_spur (&run, "monitor", "-o", path, "--for", "100ms", "--force", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_null (strstr (run.err, "spur-record"));
  g_assert_cmpuint (count_files (folder), ==, 1);
}

static void
test_wrong (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  const struct
  {
    const char *option;
    const char *value;
    const char *said;
  } wrong[] = {
    { "--interval", "0", "1ms" },       { "--interval", "1us", "1ms" },
    { "--interval", "3601s", "3600s" }, { "--interval", "1500us", "whole milliseconds" },
    { "--interval", "soon", "soon" },   { "--for", "0s", "above 0" },
    { "--for", "-1s", "above 0" },      { "--only", "cpu,weather", "weather" },
    { "--only", "", "cpu, memory" },
  };
  g_auto (Run) run = { 0 };

  run_spur (&run, "monitor", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "-o"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      run_spur (&run, "monitor", "-o", path, wrong[i].option, wrong[i].value, NULL);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_nonnull (strstr (run.err, wrong[i].said));
    }
  run_spur (&run, "monitor", "-o", path, "--monitor", "guest", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "host"));
  run_spur (&run, "monitor", "-o", path, "--root", folder, "--only", "cpu", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "nothing of the host can be watched"));
  run_spur (&run, "monitor", "-o", "/nowhere/host.spur", "--for", "1s", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "/nowhere/host.spur"));
  g_assert_cmpuint (count_files (folder), ==, 0);
}

/* Where standard error is a terminal a line says how things stand, and goes away at the end. */
static void
test_line (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autofree char *script = NULL;
  g_autofree char *root = get_root ();
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };

  script = g_find_program_in_path ("script");
  if (script == NULL)
    {
      g_test_skip ("there is no script(1) to make a terminal");
      return;
    }
  command = g_strdup_printf ("script -qec '\"$SPUR_BINARY\" monitor -o %s --for 1500ms --root %s' "
                             "/dev/null < /dev/null",
                             path, root);
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\r00:00:01  mem 0.6 of 25.3 GB  net   0.0   0.0 MB/s"));
  g_assert_nonnull (strstr (run.out, "\r\033[K"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/monitor/run", test_run);
  g_test_add_func ("/cli/monitor/only", test_only);
  g_test_add_func ("/cli/monitor/signals", test_signals);
  g_test_add_func ("/cli/monitor/twice", test_twice);
  g_test_add_func ("/cli/monitor/recording", test_recording);
  g_test_add_func ("/cli/monitor/wrong", test_wrong);
  g_test_add_func ("/cli/monitor/line", test_line);
  return g_test_run ();
}
