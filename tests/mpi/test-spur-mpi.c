/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* spur-mpi under mpirun, with more ranks than processors, beside spur correct. */
#include "config.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "tests/test-corpus.h"

static char *folder;

static char *
get_data (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "data", name, NULL);
}

/* Runs a command without a shell; gives its exit status, and what it said on standard error. */
static int
run (char **argv, char **err)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                NULL, err, &status, &error);
  g_assert_no_error (error);
  return g_spawn_check_wait_status (status, &error) ? 0 : error->code;
}

/* @n_threads is of each rank, "0" for as many as there are processors for. */
typedef struct
{
  const char *input;
  const char *method;
  const char *n_threads;
} Case;

static int
run_case (const char *n_ranks, const Case *what, const char *output, char **err)
{
  const char *argv[] = { g_getenv ("SPUR_MPIRUN"),
                         "-n",
                         n_ranks,
                         g_getenv ("SPUR_MPI_BINARY"),
                         "correct",
                         what->input,
                         "-o",
                         output,
                         "--method",
                         what->method,
                         "-j",
                         what->n_threads,
                         NULL };

  return run ((char **) argv, err);
}

static int
run_mpi (const char *n_ranks, const char *input, const char *output, const char *method, char **err)
{
  return run_case (n_ranks, &(Case){ input, method, "0" }, output, err);
}

static char *
correct_alone (const char *input, const char *method)
{
  char *output = g_build_filename (folder, "alone.spur", NULL);
  const char *argv[] = {
    g_getenv ("SPUR_BINARY"), "correct", input, "-o", output, "--method", method, NULL
  };
  g_autofree char *err = NULL;

  g_assert_cmpint (run ((char **) argv, &err), ==, 0);
  return output;
}

static void
assert_same_bytes (const char *a, const char *b)
{
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  gsize n_x, n_y;

  g_assert_true (g_file_get_contents (a, &x, &n_x, NULL));
  g_assert_true (g_file_get_contents (b, &y, &n_y, NULL));
  g_assert_cmpuint (n_x, ==, n_y);
  g_assert_true (memcmp (x, y, n_x) == 0);
}

/* The container that @n_ranks write is that of one process, which is at @alone. */
static void
assert_ranks (const char *n_ranks, const Case *what, const char *alone)
{
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);
  g_autofree char *err = NULL;

  if (run_case (n_ranks, what, output, &err) != 0)
    g_error ("%s ranks: %s", n_ranks, err);
  g_test_message ("%s: %s, %s ranks, %s threads", what->input, what->method, n_ranks,
                  what->n_threads);
  assert_same_bytes (alone, output);
  g_unlink (output);
}

static void
compare (const char *name, const char *method)
{
  static const char *const n_ranks[] = { "3", "4", "1" };
  g_autofree char *input = get_data (name);
  g_autofree char *alone = correct_alone (input, method);

  for (guint i = 0; i < MIN (spur_test_scale (3), G_N_ELEMENTS (n_ranks)); i++)
    assert_ranks (n_ranks[i], &(Case){ input, method, "0" }, alone);
  g_unlink (alone);
}

static void
test_bytes (void)
{
  g_test_summary ("Any number of ranks writes what one process writes, byte for byte.");

  compare ("projections-charm-lbtest-greedy-4pe/lb_test.prj.sts", "bounds,eclc");
  compare ("projections-charm-lbtest-greedy-4pe/lb_test.prj.sts", "auto");
  compare ("projections-charm-lbtest-refine-8pe/lb_test.prj.sts", "eclc");
  compare ("otf2-pmpi-lammps-8/skewed-b/traces.otf2", "auto");
}

#define N_STREAMS 6
#define N_CLOCKS 3
#define N_MESSAGES 24000
#define STEP_NS 416000

/* Streams have clocks that drift and wander; those of streams at a distance of three are the same.
 */
static gint64
read_clock (guint stream, gint64 true_ns)
{
  guint clock = stream % N_CLOCKS;
  double t_s = (double) true_ns * 1e-9;
  double error_ns = 800e3 * sin (7.0 * clock + 1.0) + 20e3 * cos (5.0 * clock) * t_s +
                    10e3 * sin (2.0 * G_PI * t_s / 7.0 + 2.4 * clock);

  return true_ns + llrint (error_ns) + STEP_NS * 1000;
}

static void
add_line (GString *text, gint64 time_ns, guint stream, const char *class_name, guint peer)
{
  g_string_append_printf (text,
                          "%" G_GINT64_FORMAT ".%09" G_GINT64_FORMAT
                          " p%u LO_Message_%s_Event object=p%u peer=p%u tag=0 size=0\n",
                          time_ns / G_GINT64_CONSTANT (1000000000),
                          time_ns % G_GINT64_CONSTANT (1000000000), stream, class_name, stream,
                          peer);
}

/* Messages are sent one after the other, so that the events of each stream are in order. */
static void
write_shared (const char *path, gboolean is_said)
{
  g_autoptr (GString) text = g_string_new ("@identifiers class=Event_ID\n");
  GRand *rand = g_rand_new_with_seed (1);
  guint n_clocks = is_said ? N_CLOCKS : N_STREAMS;

  for (guint i = 0; i < n_clocks; i++)
    g_string_append_printf (
      text, "@clock id=%u name=c%u kind=program resolution=1000000000 epoch=0 domain=%u\n", i, i,
      i);
  for (guint i = 0; i < N_STREAMS; i++)
    g_string_append_printf (
      text, "@object id=%u type=SpurTarget name=p%u kind=process origin=0 number=%u\n", i, i, i);
  for (guint i = 0; i < N_STREAMS; i++)
    g_string_append_printf (text, "@stream id=%u name=p%u clock=%u target=%u origin=0\n", i, i,
                            i % n_clocks, i);
  for (gint64 i = 0; i < N_MESSAGES; i++)
    {
      guint from = (guint) g_rand_int_range (rand, 0, N_STREAMS);
      guint to = (from + (guint) g_rand_int_range (rand, 1, N_STREAMS)) % N_STREAMS;
      gint64 delay_ns = 300 - llrint (2000.0 * log (1.0 - g_rand_double (rand)));

      add_line (text, read_clock (from, i * STEP_NS), from, "Send", to);
      add_line (text, read_clock (to, i * STEP_NS + MIN (delay_ns, STEP_NS - 1)), to, "Receive",
                from);
    }
  g_rand_free (rand);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
}

static void
assert_domains (const char *path, const char *fact)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  g_assert_nonnull (memmem (bytes, n_bytes, fact, strlen (fact)));
}

static void
compare_shared (gboolean is_said)
{
  static const char *const n_ranks[] = { "1", "2", "3", "4" };
  g_autofree char *input = g_build_filename (folder, "shared.txt", NULL);
  g_autofree char *alone = NULL;

  write_shared (input, is_said);
  alone = correct_alone (input, "auto");
  assert_domains (alone, "\"model.domains\" value=\"3\"");
  for (guint i = 0; i < G_N_ELEMENTS (n_ranks); i++)
    assert_ranks (n_ranks[i], &(Case){ input, "auto", i % 2 == 0 ? "0" : "2" }, alone);
  g_unlink (input);
  g_unlink (alone);
}

static void
test_shared (void)
{
  g_test_summary ("The same where auto finds which streams share a clock, with threads, too.");
  compare_shared (FALSE);
}

static void
test_said (void)
{
  g_test_summary ("The same where the trace says which streams share a clock.");
  compare_shared (TRUE);
}

/* Two processes that each hear from the other before they send to it, and a third one. */
static const char cycle[] =
  "@identifiers class=Event_ID\n"
  "@clock id=0 name=c0 kind=program resolution=1000000000 epoch=0 domain=0\n"
  "@clock id=1 name=c1 kind=program resolution=1000000000 epoch=0 domain=1\n"
  "@clock id=2 name=c2 kind=program resolution=1000000000 epoch=0 domain=2\n"
  "@object id=0 type=SpurTarget name=p0 kind=process origin=0 number=0\n"
  "@object id=1 type=SpurTarget name=p1 kind=process origin=0 number=0\n"
  "@object id=2 type=SpurTarget name=p2 kind=process origin=0 number=0\n"
  "@stream id=0 name=p0 clock=0 target=0 origin=0\n"
  "@stream id=1 name=p1 clock=1 target=1 origin=0\n"
  "@stream id=2 name=p2 clock=2 target=2 origin=0\n"
  "0.000001000 p0 LO_Message_Receive_Event object=p0 peer=p1 tag=0 size=0\n"
  "0.000001100 p0 LO_Message_Send_Event object=p0 peer=p1 tag=0 size=0\n"
  "0.000001000 p1 LO_Message_Receive_Event object=p1 peer=p0 tag=0 size=0\n"
  "0.000001100 p1 LO_Message_Send_Event object=p1 peer=p0 tag=0 size=0\n"
  "0.000003000 p0 LO_Message_Send_Event object=p0 peer=p2 tag=0 size=0\n"
  "0.000002000 p2 LO_Message_Receive_Event object=p2 peer=p0 tag=0 size=0\n";

static void
test_cycle (void)
{
  g_autofree char *input = g_build_filename (folder, "cycle.txt", NULL);
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);
  g_autofree char *alone = NULL;
  g_autofree char *err = NULL;

  g_test_summary ("Edges that form a cycle are left out, and count on neither side.");

  g_assert_true (g_file_set_contents (input, cycle, -1, NULL));
  alone = correct_alone (input, "auto");
  g_assert_cmpint (run_mpi ("3", input, output, "auto", &err), ==, 0);
  assert_same_bytes (alone, output);
  g_unlink (input);
  g_unlink (alone);
  g_unlink (output);
}

/* What a command with --json says on standard output, without its figures of time and memory. */
static char *
run_json (GStrvBuilder *builder)
{
  g_autoptr (GRegex) figures =
    g_regex_new ("\"(seconds|cpu_seconds|memory_bytes)\" *: *[0-9.e+-]+", 0, 0, NULL);
  g_auto (GStrv) argv = g_strv_builder_end (builder);
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;
  int status;

  g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  return g_regex_replace_literal (figures, out, -1, 0, "", 0, NULL);
}

static char *
correct_json (const char *n_ranks, const char *input, const char *output, const char *mu)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  char *text;

  if (n_ranks != NULL)
    g_strv_builder_add_many (builder, g_getenv ("SPUR_MPIRUN"), "-n", n_ranks,
                             g_getenv ("SPUR_MPI_BINARY"), NULL);
  else
    g_strv_builder_add (builder, g_getenv ("SPUR_BINARY"));
  g_strv_builder_add_many (builder, "correct", input, "-o", output, "--method", "eclc", "--json",
                           mu, NULL);
  text = run_json (builder);
  g_unlink (output);
  return text;
}

static void
test_mu (void)
{
  static const char *const mus[] = { "--mu=Collective_End_Event=300us",
                                     "--mu=MPI Rank 0,MPI Rank 1=400us" };
  g_autofree char *input = get_data ("otf2-pmpi-lammps-8/skewed-b/traces.otf2");
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);

  g_test_summary ("Ranks count and correct by the mu of classes and pairs as one process does.");

  for (guint i = 0; i < G_N_ELEMENTS (mus); i++)
    {
      g_autofree char *alone = correct_json (NULL, input, output, mus[i]);
      g_autofree char *together = correct_json ("3", input, output, mus[i]);

      g_assert_nonnull (strstr (alone, "collectives"));
      g_assert_cmpstr (alone, ==, together);
    }
}

/* Makes a container of a program's own, which does not say what file it came from. */
static char *
simulate_grid (const char *grid, const char *n_iterations)
{
  char *path = g_build_filename (folder, "grid.spur", NULL);
  const char *argv[] = { g_getenv ("SPUR_BINARY"),
                         "simulate",
                         "--grid",
                         grid,
                         "--iterations",
                         n_iterations,
                         "--method",
                         "logical",
                         "-o",
                         path,
                         NULL };
  g_autofree char *truth = g_build_filename (folder, "grid.truth.spur", NULL);
  g_autofree char *err = NULL;

  g_assert_cmpint (run ((char **) argv, &err), ==, 0);
  g_unlink (truth);
  return path;
}

static void
test_simulated (void)
{
  static const char *const n_ranks[] = { "1", "2", "4" };
  g_autofree char *input = simulate_grid ("4x3", "100");
  g_autofree char *alone = correct_alone (input, "auto");

  g_test_summary ("Ranks know of a container what one process knows, its path, too.");

  for (guint i = 0; i < G_N_ELEMENTS (n_ranks); i++)
    assert_ranks (n_ranks[i], &(Case){ input, "auto", "2" }, alone);
  g_unlink (input);
  g_unlink (alone);
}

static void
test_container (void)
{
  g_autofree char *input = get_data ("projections-charm-lbtest-refine-8pe/lb_test.prj.sts");
  g_autofree char *container = g_build_filename (folder, "in.spur", NULL);
  const char *argv[] = { g_getenv ("SPUR_BINARY"), "convert", input, container, NULL };
  g_autofree char *alone = NULL;
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);
  g_autofree char *err = NULL;

  g_test_summary ("Of a container each rank opens its own streams.");

  g_assert_cmpint (run ((char **) argv, &err), ==, 0);
  alone = correct_alone (container, "eclc");
  g_clear_pointer (&err, g_free);
  g_assert_cmpint (run_mpi ("3", container, output, "eclc", &err), ==, 0);
  assert_same_bytes (alone, output);
  g_unlink (container);
  g_unlink (alone);
  g_unlink (output);
}

/* A byte of the first chunk is another one: whichever rank has it finds it. */
static void
test_damage (void)
{
  g_autofree char *input = get_data ("projections-charm-lbtest-refine-8pe/lb_test.prj.sts");
  g_autofree char *container = g_build_filename (folder, "in.spur", NULL);
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);
  const char *argv[] = { g_getenv ("SPUR_BINARY"), "convert", input, container, NULL };
  g_autofree char *bytes = NULL;
  g_autofree char *err = NULL;
  gsize n_bytes;

  g_test_summary ("One rank that cannot read its share ends all of them, with one message.");

  g_assert_cmpint (run ((char **) argv, &err), ==, 0);
  g_assert_true (g_file_get_contents (container, &bytes, &n_bytes, NULL));
  bytes[n_bytes / 2] ^= 1;
  g_assert_true (g_file_set_contents (container, bytes, (gssize) n_bytes, NULL));
  g_clear_pointer (&err, g_free);
  g_assert_cmpint (run_mpi ("3", container, output, "eclc", &err), !=, 0);
  g_assert_nonnull (strstr (err, "in.spur"));
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
  g_unlink (container);
}

static void
test_missing (void)
{
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);
  g_autofree char *err = NULL;
  const char *first;

  g_test_summary ("What is not there is said once, by all ranks together.");

  g_assert_cmpint (run_mpi ("3", "/nowhere/run.spur", output, "eclc", &err), !=, 0);
  first = strstr (err, "/nowhere/run.spur");
  g_assert_nonnull (first);
  g_assert_null (strstr (first + 1, "spur: /nowhere/run.spur"));
}

/* Runs spur-mpi as a single rank, without what starts ranks. */
static char *
run_single (const char *argument, int *status, char **err)
{
  const char *argv[] = { g_getenv ("SPUR_MPI_BINARY"), argument, NULL };
  g_autoptr (GError) error = NULL;
  char *out;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, err, status, &error);
  g_assert_no_error (error);
  *status = g_spawn_check_wait_status (*status, &error) ? 0 : error->code;
  return out;
}

static void
test_usage (void)
{
  g_autofree char *help_err = NULL;
  g_autofree char *version_err = NULL;
  g_autofree char *err = NULL;
  g_autofree char *help = NULL;
  g_autofree char *version = NULL;
  g_autofree char *nothing = NULL;
  int status;

  g_test_summary ("Help and version are said, and any other verb is refused.");

  help = run_single ("--help", &status, &help_err);
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_str_has_prefix (help, "Usage:\n  mpirun -n RANKS spur-mpi correct"));
  version = run_single ("--version", &status, &version_err);
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_str_has_prefix (version, "spur-mpi "));
  nothing = run_single ("convert", &status, &err);
  g_assert_cmpint (status, ==, 2);
  g_assert_cmpstr (nothing, ==, "");
  g_assert_nonnull (strstr (err, "the only verb is 'correct'"));
}

/* Starts three ranks, each of which writes down what process it is, and kills one of them after a
 * while; gives the exit status of all. 77 says that they were done before that. */
static int
run_killed (const char *input, const char *output, const char *which, const char *delay_s)
{
  static const char script[] =
    "folder=$1 which=$2 delay=$3; shift 3\n"
    "timeout -k 10 60 \"$SPUR_MPIRUN\" -n 3 sh -c 'echo $$ > \"$0/pid.$$\"; exec \"$@\"' "
    "\"$folder\" "
    "\"$SPUR_MPI_BINARY\" correct \"$@\" > \"$folder/said\" 2>&1 &\n"
    "for i in $(seq 500); do\n"
    "  [ $(ls \"$folder\" | grep -c '^pid') -lt 3 ] || break; sleep 0.02\n"
    "done\n"
    "sleep $delay\n"
    "pid=$(ls \"$folder\" | sed -n 's/^pid[.]//p' | sort -n | $which)\n"
    "kill -9 $pid 2> /dev/null || gone=1\n"
    "wait $!; status=$?\n"
    "rm -f \"$folder\"/pid.*\n"
    "[ \"$gone\" != 1 ] || exit 77\n"
    "exit $status\n";
  const char *argv[] = {
    "sh", "-c", script, "sh", folder, which, delay_s, input, "-o", output, NULL
  };
  g_autofree char *err = NULL;

  return run ((char **) argv, &err);
}

static void
test_killed (void)
{
  static const char *const delays_s[] = { "0", "0.2", "0.5" };
  g_autofree char *input = simulate_grid ("12x12", "800");
  g_autofree char *output = g_build_filename (folder, "ranks.spur", NULL);
  g_autofree char *said = g_build_filename (folder, "said", NULL);
  guint n_killed = 0;

  g_test_summary ("Where a rank is killed all end, it is said, and there is no output.");

  for (guint i = 0; i < G_N_ELEMENTS (delays_s); i++)
    {
      int status = run_killed (input, output, i % 2 == 0 ? "tail -n 1" : "head -n 1", delays_s[i]);
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (said, &text, NULL, NULL));
      if (status == 77)
        {
          g_unlink (output);
          continue;
        }
      /* 124 says that they did not end. Launchers say it in words of their own: of a signal, of a
       * broken pipe where a rank was just being started, of another rank that noticed first. */
      g_test_message ("after %s s: exit status %d: %s", delays_s[i], status, text);
      g_assert_cmpint (status, !=, 0);
      g_assert_cmpint (status, !=, 124);
      g_assert_cmpstr (g_strstrip (text), !=, "");
      g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
      n_killed++;
    }
  g_assert_cmpuint (n_killed, >=, 2);
  g_unlink (said);
  g_unlink (input);
}

int
main (int argc, char **argv)
{
  int code;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("spur-mpi-XXXXXX", NULL);
  g_assert_nonnull (folder);
  g_test_add_func ("/spur-mpi/bytes", test_bytes);
  g_test_add_func ("/spur-mpi/shared", test_shared);
  g_test_add_func ("/spur-mpi/said", test_said);
  g_test_add_func ("/spur-mpi/simulated", test_simulated);
  g_test_add_func ("/spur-mpi/cycle", test_cycle);
  g_test_add_func ("/spur-mpi/mu", test_mu);
  g_test_add_func ("/spur-mpi/container", test_container);
  g_test_add_func ("/spur-mpi/damage", test_damage);
  g_test_add_func ("/spur-mpi/missing", test_missing);
  /* Open MPI starts a daemon for a single rank, which takes longer than all else here. */
  if (strstr (g_getenv ("SPUR_MPIRUN"), "openmpi") == NULL)
    g_test_add_func ("/spur-mpi/usage", test_usage);
  g_test_add_func ("/spur-mpi/killed", test_killed);
  code = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return code;
}
