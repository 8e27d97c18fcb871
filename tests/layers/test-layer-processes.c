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

/* Where a layer's library is. */
static const char *const layer_paths[] = {
  "threads/libspur-threads-1.so",
  "omp/libspur-omp-1.so",
  "mpi/libspur-mpi-1.openmpi.so",
  "mpi/libspur-mpi-1.mpich.so",
};

/* Copies of a library with static TLS, which a program opens until there is no room for another. */
static void
make_tls_libraries (void)
{
  g_autofree char *said = layer_run_shell ("cd \"$FOLDER\" && for i in $(seq 0 99); do "
                                           "cp -f \"$PROGRAMS/libstatic-tls.so\" own.so.$i; done");

  g_assert_cmpstr (said, ==, "");
}

/* How many of them the program opened, of what it says. */
static guint
count_tls_libraries (const Run *run)
{
  const char *number = strstr (run->out, "static TLS: ");

  g_test_message ("%s%s", run->out, run->err);
  g_assert_cmpint (run->status, ==, 7);
  g_assert_nonnull (number);
  return (guint) g_ascii_strtoull (number + strlen ("static TLS: "), NULL, 10);
}

static gboolean
is_built (const char *layer)
{
  g_autofree char *path = g_build_filename (g_getenv ("SPUR_LAYER_PATH"), layer, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Runs the program with the layer, which is loaded before it or opened by it. */
static guint
open_tls_libraries (Run *run, const char *how, const char *layer)
{
  g_autofree char *preload = g_strdup_printf ("LD_PRELOAD=\"$SPUR_LAYER_PATH/%s\"", layer);
  g_autofree char *command =
    g_strdup_printf ("cd \"$FOLDER\" && SPUR_RECORD=file:tls-%%p.spurrec %s exec "
                     "\"$PROGRAMS/processes\" %s ./own.so \"$SPUR_LAYER_PATH/%s\"",
                     g_str_equal (how, "tls") ? preload : "", how, layer);

  run_shell (run, command);
  return count_tls_libraries (run);
}

static void
check_static_tls (const char *layer, guint n_alone)
{
  g_auto (Run) before = { 0 }, late = { 0 }, early = { 0 };

  g_assert_cmpuint (open_tls_libraries (&before, "tls", layer), ==, n_alone);
  g_assert_cmpuint (open_tls_libraries (&late, "late", layer), ==, n_alone);
  g_assert_nonnull (strstr (late.out, "static TLS block\nlate: 300\n"));
  /* It was opened, and a library of the test needs 64 bytes. */
  g_assert_cmpuint (open_tls_libraries (&early, "early", layer), >=, n_alone - 4);
  g_assert_true (g_str_has_prefix (early.out, "static TLS: "));
}

static void
test_static_tls (void)
{
  g_auto (Run) alone = { 0 };
  guint n_alone, n_layers = 0;

  g_test_summary ("A layer takes no static TLS from the program's libraries, or little, and a "
                  "program goes on where the layer finds none.");

  make_tls_libraries ();
  run_shell (&alone, "cd \"$FOLDER\" && exec \"$PROGRAMS/processes\" tls ./own.so");
  n_alone = count_tls_libraries (&alone);
  g_assert_cmpuint (n_alone, >, 4);
  g_assert_cmpuint (n_alone, <, 100);
  for (guint i = 0; i < G_N_ELEMENTS (layer_paths); i++)
    if (is_built (layer_paths[i]))
      {
        check_static_tls (layer_paths[i], n_alone);
        n_layers++;
      }
  g_assert_cmpuint (n_layers, >, 0);
}

static void
test_static_tls_omp (void)
{
  g_auto (Run) run = { 0 };
  guint64 n_events;

  g_test_summary ("OpenMP's runtime opens its layer with the least static TLS there may be.");

  if (g_getenv ("SPUR_WITH_OMP") == NULL)
    {
      g_test_skip ("no OpenMP with an interface for tools");
      return;
    }
  run_shell (&run, "mkdir \"$FOLDER/omp\" && cd \"$FOLDER/omp\" && "
                   "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=0:glibc.rtld.nns=1 "
                   "OMP_TOOL_LIBRARIES=\"$SPUR_LAYER_PATH/omp/libspur-omp-1.so\" "
                   "SPUR_RECORD=file:run-%p.spurrec exec \"$PROGRAMS/omp\"");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpuint (count_recordings ("omp", "Thread_Fork_Event", &n_events), ==, 1);
  g_assert_cmpuint (n_events, >, 0);
}

static void
test_small (void)
{
  guint64 n_events;

  g_test_summary ("Threads with the smallest stack are recorded.");

  check_program ("small", "");
  g_assert_cmpuint (count_recordings ("small", "Thread_Fork_Event", &n_events), ==, 1);
  g_assert_cmpuint (n_events, ==, 3 * THREADS_OF_WORK);
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
  g_test_add_func ("/layers/processes/static-tls", test_static_tls);
  g_test_add_func ("/layers/processes/static-tls-omp", test_static_tls_omp);
  g_test_add_func ("/layers/processes/small", test_small);
  g_test_add_func ("/layers/processes/drop", test_drop);
  g_test_add_func ("/layers/processes/close", test_close);
  g_test_add_func ("/layers/processes/daemon", test_daemon);
  result = g_test_run ();
  layer_run_clear ();
  return result;
}
