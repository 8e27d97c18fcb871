/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Programs that make other processes, become one, or take the layer away: they do the same as
 * without the layer, and what was recorded opens. */
#include "config.h"

#include "tests/layers/layer-run.h"

/* What work() of the program makes. */
#define THREADS_OF_WORK 3

/* Starts the program in a folder of its own, where the recordings go. */
static void
run_program (Run *run, const char *how, const char *argument, gboolean is_recorded)
{
  g_autofree char *command = g_strdup_printf (
    "rm -rf \"$FOLDER/%s\" && mkdir \"$FOLDER/%s\" && cd \"$FOLDER/%s\" && %s "
    "\"$PROGRAMS/processes\" %s %s",
    how, how, how,
    is_recorded ? "SPUR_RECORD=file:run-%p.spurrec "
                  "LD_PRELOAD=\"$SPUR_LAYER_PATH/threads/libspur-threads-1.so\" exec"
                : "exec",
    how, argument);

  run_shell (run, command);
}

/* What the program itself says. A program without rights, or without descriptors, is told that its
 * recording cannot go on. */
static char *
get_own_lines (const char *text, const char *how)
{
  g_autoptr (GRegex) told = g_regex_new ("^spur-record: .*\\n", G_REGEX_MULTILINE, 0, NULL);

  if (!g_str_equal (how, "drop") && !g_str_equal (how, "close"))
    return g_strdup (text);
  return g_regex_replace (told, text, -1, 0, "", 0, NULL);
}

/* It says the same, ends alike and writes the same, whether it is recorded or not. */
static void
check_program (const char *how, const char *argument)
{
  g_auto (Run) alone = { 0 }, recorded = { 0 };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *said = NULL;
  gboolean has_file = *argument != '\0';

  run_program (&alone, how, argument, FALSE);
  g_assert_cmpint (alone.status, ==, 7);
  if (has_file)
    before = layer_run_shell ("cat \"$FOLDER/%s/own.txt\"", how);
  run_program (&recorded, how, argument, TRUE);
  if (has_file)
    after = layer_run_shell ("cat \"$FOLDER/%s/own.txt\"", how);
  g_assert_cmpstr (recorded.out, ==, alone.out);
  said = get_own_lines (recorded.err, how);
  g_assert_cmpstr (said, ==, alone.err);
  g_assert_cmpint (recorded.status, ==, alone.status);
  g_assert_cmpstr (before, ==, after);
}

/* All recordings open; gives how many they are, and how many events of the class are in them. */
static guint
count_recordings (const char *how, const char *class_name, guint64 *n_events)
{
  g_autofree char *listed = layer_run_shell ("cd \"$FOLDER\" && ls -d %s/*.spurrec", how);
  g_auto (GStrv) paths = g_strsplit (g_strchomp (listed), "\n", -1);

  *n_events = 0;
  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (SpurTrace) trace = layer_run_open (paths[i]);

      *n_events += layer_run_count_class (trace, class_name);
    }
  return g_strv_length (paths);
}

static void
check_recordings (const char *how, guint n_recordings, guint n_works)
{
  guint64 n_events;

  g_assert_cmpuint (count_recordings (how, "Thread_Fork_Event", &n_events), ==, n_recordings);
  g_assert_cmpuint (n_events, ==, n_works * THREADS_OF_WORK);
  count_recordings (how, "Thread_Join_Event", &n_events);
  g_assert_cmpuint (n_events, ==, n_works * THREADS_OF_WORK);
}

static void
test_fork (void)
{
  g_test_summary ("Children of a fork have recordings of their own.");

  check_program ("fork", "");
  check_recordings ("fork", 1 + 3, 5 + 3);
}

static void
test_busy (void)
{
  guint64 n_events;

  g_test_summary ("Children go on that are forked while other threads create and join threads.");

  check_program ("busy", "");
  g_assert_cmpuint (count_recordings ("busy", "Thread_Fork_Event", &n_events), ==, 1 + 40);
  g_assert_cmpuint (n_events, >=, (2 + 40) * THREADS_OF_WORK);
}

static void
test_clone (void)
{
  g_test_summary ("A child that no library was told of leaves its parent's recording alone.");

  check_program ("clone", "");
  check_recordings ("clone", 1, 6);
}

static void
test_share (void)
{
  g_test_summary ("A child in the memory of its parent does, too.");

  check_program ("share", "");
  check_recordings ("share", 1, 6);
}

static void
test_spawn (void)
{
  g_test_summary ("What is started by posix_spawn() or vfork() has a recording of its own.");

  check_program ("spawn", "");
  check_recordings ("spawn", 1 + 2, 4 + 2 * 2);
}

static void
test_exec (void)
{
  guint64 n_events;

  g_test_summary ("A program that becomes another one is recorded as that.");

  check_program ("exec", "");
  g_assert_cmpuint (count_recordings ("exec", "Thread_Fork_Event", &n_events), >=, 1);
  g_assert_cmpuint (n_events, >=, 2 * THREADS_OF_WORK);
}

static void
test_close (void)
{
  guint64 n_events;

  g_test_summary ("A program that closes all descriptors has its file for itself.");

  check_program ("close", "\"$FOLDER/close/own.txt\"");
  count_recordings ("close", "Thread_Fork_Event", &n_events);
  g_assert_cmpuint (n_events, >=, THREADS_OF_WORK);
}

static void
test_daemon (void)
{
  guint64 n_events;

  g_test_summary ("The same of a daemon.");

  check_program ("daemon", "\"$FOLDER/daemon/own.txt\"");
  count_recordings ("daemon", "Thread_Fork_Event", &n_events);
  g_assert_cmpuint (n_events, >=, THREADS_OF_WORK);
}

static void
test_dlclose (void)
{
  g_auto (Run) opened = { 0 };

  g_test_summary ("A program goes on that opens and closes the layer, again and again.");

  run_shell (&opened, "cd \"$FOLDER\" && SPUR_RECORD=file:opened-%p.spurrec "
                      "exec \"$PROGRAMS/processes\" dlclose "
                      "\"$SPUR_LAYER_PATH/threads/libspur-threads-1.so\"");
  g_assert_cmpint (opened.status, ==, 7);
  g_assert_cmpstr (opened.out, ==, "dlclose: 1200\n");
}

static void
test_drop (void)
{
  g_test_summary ("A program that gives up its rights goes on, and so do its children.");

  check_program ("drop", "");
}

/* Threads that end hand over what they have, under the recorder's lock. */
static void
test_ends (void)
{
  g_autofree char *said = NULL;

  g_test_summary ("Threads end at the same time, in one program after the other.");

  said = layer_run_shell (
    "mkdir \"$FOLDER/ends\" && cd \"$FOLDER/ends\" && for i in $(seq 40); do "
    "SPUR_RECORD=file:run-%%p.spurrec "
    "LD_PRELOAD=\"$SPUR_LAYER_PATH/threads/libspur-threads-1.so\" timeout 100 "
    "\"$PROGRAMS/processes\" leaf || test $? = 7 || exit 1; done | sort | uniq -c");
  g_assert_cmpstr (g_strstrip (said), ==, "40 leaf: 300");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  layer_run_init ();
  g_test_add_func ("/layers/processes/ends", test_ends);
  g_test_add_func ("/layers/processes/fork", test_fork);
  g_test_add_func ("/layers/processes/busy", test_busy);
  g_test_add_func ("/layers/processes/clone", test_clone);
  g_test_add_func ("/layers/processes/share", test_share);
  g_test_add_func ("/layers/processes/spawn", test_spawn);
  g_test_add_func ("/layers/processes/exec", test_exec);
  g_test_add_func ("/layers/processes/dlclose", test_dlclose);
  g_test_add_func ("/layers/processes/drop", test_drop);
  g_test_add_func ("/layers/processes/close", test_close);
  g_test_add_func ("/layers/processes/daemon", test_daemon);
  result = g_test_run ();
  layer_run_clear ();
  return result;
}
