/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <dlfcn.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/output/spur-edges-tree.h"
#include "cli/run/spur-collecting.h"
#include "core/base/spur-error-internal.h"
#include "core/merge/spur-merger.h"
#include "core/store/container/spur-container.h"

/* A program to start with the libraries that record in it. */
typedef struct
{
  /* The command line and the environment. */
  char **arguments;
  char **environment;
  /* Of @command: the program that a launcher starts, as far as that is known. */
  const char *program;
  /* "openmpi", "mpich", or NULL for a program without MPI. */
  const char *mpi;
  /* The libraries that record in it, with ":" between. */
  char *libraries;
} SpurLaunch;

#define LAYER_PATH "SPUR_LAYER_PATH"

/* Programs that start others, on this computer or elsewhere. */
static const char *const launchers[] = { "mpirun", "mpiexec",       "orterun", "prterun",
                                         "prun",   "srun",          "aprun",   "jsrun",
                                         "ibrun",  "mpiexec.hydra", NULL };

/* What a program says of itself on standard output; NULL where it cannot be asked. */
static char *
read_output (const char *program, const char *argument)
{
  const char *const arguments[] = { program, argument, NULL };
  char *said = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &said, NULL,
                     &status, NULL))
    return NULL;
  return said;
}

/* A file that the loader can tell something of. */
static gboolean
is_program (const char *path)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);

  return file != NULL && g_mapped_file_get_length (file) >= 4 &&
         memcmp (g_mapped_file_get_contents (file), "\177ELF", 4) == 0;
}

/* The shared libraries of a program, and those of these. */
static char *
get_libraries (const char *name)
{
  g_autofree char *path = g_find_program_in_path (name);

  return path != NULL && is_program (path) ? read_output ("ldd", path) : NULL;
}

/* MPICH's library is libmpi.so.12 to programs of its ABI. */
static const char *
find_mpi_of_program (const char *name)
{
  g_autofree char *libraries = get_libraries (name);

  if (libraries == NULL)
    return NULL;
  if (strstr (libraries, "libmpich.so") != NULL || strstr (libraries, "libmpi.so.12") != NULL)
    return "mpich";
  return strstr (libraries, "libmpi.so") != NULL ? "openmpi" : NULL;
}

static gboolean
is_launcher (const char *name)
{
  g_autofree char *base = g_path_get_basename (name);
  char *dot = strchr (base, '.');

  if (g_strv_contains (launchers, base))
    return TRUE;
  if (dot != NULL)
    *dot = '\0';
  return g_strv_contains (launchers, base);
}

static const char *
find_mpi_of_launcher (const char *name)
{
  g_autofree char *version = read_output (name, "--version");

  if (version == NULL)
    return NULL;
  if (strstr (version, "Open MPI") != NULL || strstr (version, "OpenRTE") != NULL ||
      strstr (version, "PRRTE") != NULL)
    return "openmpi";
  if (strstr (version, "HYDRA") != NULL || strstr (version, "MPICH") != NULL ||
      strstr (version, "Intel(R) MPI") != NULL)
    return "mpich";
  return NULL;
}

/* The program that a launcher starts is the first of its arguments that uses MPI; it says which one
 * better than the launcher does. */
static const char *
find_mpi (char **command, const char **program)
{
  const char *mpi = NULL;
  gboolean has_launcher = is_launcher (command[0]);

  for (guint i = has_launcher ? 1 : 0; mpi == NULL && command[i] != NULL; i++)
    {
      if (*command[i] != '-')
        mpi = find_mpi_of_program (command[i]);
      if (mpi != NULL)
        *program = command[i];
      if (!has_launcher)
        break;
    }
  return mpi == NULL && has_launcher ? find_mpi_of_launcher (command[0]) : mpi;
}

static gboolean
has_openmp (char **command)
{
  for (guint i = 0; command[i] != NULL; i++)
    {
      g_autofree char *libraries = *command[i] != '-' && (i == 0 || is_launcher (command[0]))
                                     ? get_libraries (command[i])
                                     : NULL;

      if (libraries != NULL &&
          (strstr (libraries, "libomp.so") != NULL || strstr (libraries, "libiomp5.so") != NULL))
        return TRUE;
    }
  return FALSE;
}

/* (transfer full): layers are installed beside libspur-1. */
static char *
find_installed_folder (void)
{
  Dl_info info;
  char *real;
  char *folder;

  if (dladdr ((const void *) spur_registry_get_default, &info) == 0)
    return g_strdup ("");
  real = realpath (info.dli_fname, NULL);
  folder = g_path_get_dirname (real != NULL ? real : info.dli_fname);
  free (real);
  return folder;
}

/* Where the library of a layer lies: in the folders of the environment, or where it is installed.
 */
static char *
find_library (const char *folder, const char *name, GError **error)
{
  g_autofree char *file = g_strdup_printf ("libspur-%s.so", name);
  const char *said = g_getenv (LAYER_PATH);
  g_autofree char *searched = said != NULL ? g_strdup (said) : find_installed_folder ();
  g_auto (GStrv) folders = g_strsplit (searched, ":", -1);

  for (guint i = 0; folders[i] != NULL; i++)
    {
      g_autofree char *flat = g_build_filename (folders[i], file, NULL);
      g_autofree char *deep = g_build_filename (folders[i], folder, file, NULL);

      if (g_file_test (flat, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&flat);
      if (g_file_test (deep, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&deep);
    }
  return spur_error_set_null (
    error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
    "%s is in none of the folders %s; Spur was built without it, or " LAYER_PATH
    " is to say where it is",
    file, searched);
}

static gboolean
add_library (SpurLaunch *self, const char *folder, const char *name, GError **error)
{
  g_autofree char *path = find_library (folder, name, error);
  g_autofree char *before = self->libraries;

  self->libraries = NULL;
  if (path == NULL)
    return FALSE;
  self->libraries =
    before != NULL ? g_strconcat (before, ":", path, NULL) : g_steal_pointer (&path);
  return TRUE;
}

static gboolean
add_mpi (SpurLaunch *self, char **command, const char *which, GError **error)
{
  g_autofree char *name = NULL;

  self->mpi = g_str_equal (which, "openmpi") ? "openmpi"
              : g_str_equal (which, "mpich") ? "mpich"
                                             : find_mpi (command, &self->program);
  if (self->mpi == NULL)
    return spur_error_set (
      error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
      "%s: cannot tell which MPI it uses; say --layer=openmpi or --layer=mpich", command[0]);
  name = g_strconcat ("mpi-1.", self->mpi, NULL);
  return add_library (self, "mpi", name, error);
}

static gboolean
add_layer (SpurLaunch *self, char **command, const char *layer, GError **error)
{
  if (g_str_equal (layer, "none"))
    return TRUE;
  if (g_str_equal (layer, "threads"))
    return add_library (self, "threads", "threads-1", error);
  if (g_str_equal (layer, "openmp"))
    return add_library (self, "omp", "omp-1", error);
  if (g_str_equal (layer, "mpi") || g_str_equal (layer, "openmpi") || g_str_equal (layer, "mpich"))
    return add_mpi (self, command, layer, error);
  return spur_error_set (
    error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
    "there is no layer '%s', only mpi, openmpi, mpich, threads, openmp and none", layer);
}

/* What the program has: MPI, else OpenMP, else threads. */
static gboolean
add_layers (SpurLaunch *self, char **command, GError **error)
{
  self->mpi = find_mpi (command, &self->program);
  if (self->mpi != NULL)
    return add_mpi (self, command, self->mpi, error);
  return add_layer (self, command, has_openmp (command) ? "openmp" : "threads", error);
}

/* MPI's launchers hand variables over to the processes that they start, on other computers too, and
 * need not load what is for these. */
static void
set_variable (SpurLaunch *self, GStrvBuilder *arguments, const char *name, const char *value)
{
  g_autofree char *both = g_strconcat (name, "=", value, NULL);

  if (arguments == NULL)
    self->environment = g_environ_setenv (self->environment, name, value, TRUE);
  else if (g_str_equal (self->mpi, "openmpi"))
    g_strv_builder_add_many (arguments, "-x", both, NULL);
  else
    g_strv_builder_add_many (arguments, "-genv", name, value, NULL);
}

static void
set_variables (SpurLaunch *self, char **command, const char *where)
{
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
  gboolean does_hand_over =
    self->mpi != NULL && is_launcher (command[0]) && find_mpi_of_launcher (command[0]) != NULL;
  const char *before = g_getenv ("LD_PRELOAD");
  g_autofree char *preloaded = self->libraries == NULL ? NULL
                               : before != NULL && *before != '\0'
                                 ? g_strconcat (self->libraries, ":", before, NULL)
                                 : g_strdup (self->libraries);

  g_strv_builder_add (arguments, command[0]);
  set_variable (self, does_hand_over ? arguments : NULL, "SPUR_RECORD", where);
  if (preloaded != NULL)
    set_variable (self, does_hand_over ? arguments : NULL, "LD_PRELOAD", preloaded);
  g_strv_builder_addv (arguments, (const char **) command + 1);
  self->arguments = g_strv_builder_end (arguments);
}

/* Finds out what @command starts and what of it can be recorded. @layers: "mpi", "openmpi",
 * "mpich", "threads", "openmp" or "none"; NULL for what the program has. @where is for the
 * environment's SPUR_RECORD. */
static gboolean
spur_launch_init (
  SpurLaunch *self, char **command, char **layers, const char *where, GError **error)
{
  *self = (SpurLaunch){ .environment = g_get_environ (), .program = command[0] };
  if (layers == NULL && !add_layers (self, command, error))
    return FALSE;
  for (guint i = 0; layers != NULL && layers[i] != NULL; i++)
    {
      if (!add_layer (self, command, layers[i], error))
        return FALSE;
    }
  set_variables (self, command, where);
  return TRUE;
}

static void
spur_launch_clear (SpurLaunch *self)
{
  g_clear_pointer (&self->arguments, g_strfreev);
  g_clear_pointer (&self->environment, g_strfreev);
  g_clear_pointer (&self->libraries, g_free);
}

/* Runs it with the terminal and all signals as this command was started with, and waits. Sets
 * @status as a shell does: the exit status, or 128 plus the signal. */
static gboolean
spur_launch_run (const SpurLaunch *self, int *status, GError **error)
{
  posix_spawnattr_t attributes;
  sigset_t none;
  pid_t process;
  int problem, end;

  sigemptyset (&none);
  posix_spawnattr_init (&attributes);
  posix_spawnattr_setsigmask (&attributes, &none);
  sigaddset (&none, SIGPIPE);
  sigaddset (&none, SIGXFSZ);
  posix_spawnattr_setsigdefault (&attributes, &none);
  posix_spawnattr_setflags (&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  problem = posix_spawnp (&process, self->arguments[0], NULL, &attributes, self->arguments,
                          self->environment);
  posix_spawnattr_destroy (&attributes);
  if (problem != 0)
    return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (problem),
                           "cannot be started: %s", g_strerror (problem));
  while (waitpid (process, &end, 0) < 0)
    {
      if (errno != EINTR)
        return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                               "cannot be waited for: %s", g_strerror (errno));
    }
  *status = WIFEXITED (end) ? WEXITSTATUS (end) : 128 + WTERMSIG (end);
  return TRUE;
}

#define SUFFIX ".spurrec"

static char **layers;
static gboolean keep;
static gboolean no_check;
static int process;
static SpurSending sending;
static GPtrArray *commands;

/* What is to be said to a running program, in the order of the command line. */
static gboolean
take_command (const char *option, const char *value, gpointer data, GError **error)
{
  const char *name = option + strspn (option, "-");

  if (commands == NULL)
    commands = g_ptr_array_new_with_free_func (g_free);
  if (g_str_equal (name, "on") || g_str_equal (name, "off"))
    {
      g_autofree char *trimmed = g_strdelimit (g_strdup (value), "\n", ',');
      g_auto (GStrv) rules = g_strsplit (trimmed, ",", -1);

      for (guint i = 0; rules[i] != NULL; i++)
        g_ptr_array_add (
          commands, g_strdup_printf ("add %s%s", name[1] == 'n' ? "" : "-", g_strstrip (rules[i])));
      return TRUE;
    }
  g_ptr_array_add (commands,
                   value != NULL ? g_strdup_printf ("%s %s", name, value) : g_strdup (name));
  return TRUE;
}

/* Whether the trace has all that was recorded. */
static gboolean is_complete;

static const GOptionEntry entries[] = {
  { "layer", 'l', 0, G_OPTION_ARG_STRING_ARRAY, &layers,
    "Record mpi, threads, openmp or none (repeatable)", "LAYER" },
  SPUR_OPTION (
    "to", STRING, &sending.to, "Send it to a collector instead: tls:, tcp:, unix:", "PLACE"),
  SPUR_OPTION ("tls-authorities",
               FILENAME,
               &sending.tls.authorities_file,
               "Authorities for the collector's certificate",
               "FILE"),
  SPUR_OPTION ("tls-certificate",
               FILENAME,
               &sending.tls.certificate_file,
               "Certificate of this computer for the collector",
               "FILE"),
  SPUR_OPTION (
    "tls-key", FILENAME, &sending.tls.key_file, "... and its key (default: the same file)", "FILE"),
  SPUR_OPTION (
    "token-file", FILENAME, &sending.tls.token_file, "The collector wants the token in it", "FILE"),
  SPUR_OPTION ("keep", NONE, &keep, "Keep the recordings of the processes", NULL),
  SPUR_OPTION ("no-check", NONE, &no_check, "Do not match messages at the end", NULL),
  SPUR_OPTION ("pid", INT, &process, "Control this running program instead", "PROCESS"),
  SPUR_OPTION ("on", CALLBACK, take_command, "With --pid: switch these on, as LO_*, @LM", "EVENTS"),
  SPUR_OPTION ("off", CALLBACK, take_command, "With --pid: switch these off", "EVENTS"),
  { "flush", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, take_command,
    "With --pid: hand over what was recorded", NULL },
  SPUR_OPTION ("dump", CALLBACK, take_command, "With --pid: write the flight recorder", "FILE"),
  { "status", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, take_command,
    "With --pid: ask how many events there are", NULL },
  G_OPTION_ENTRY_NULL,
};

static const SpurOptionWords option_words[] = {
  { .option = "layer",
    .words =
      (const char *const[]){ "mpi", "openmpi", "mpich", "threads", "openmp", "none", NULL } },
  { NULL },
};

/* What was recorded. */
typedef struct
{
  SpurEdges *edges;
  SpurCheck check;
  guint n_recordings;
  guint n_hosts;
  int status;
} Result;

/* The program's name, and a number where that is taken. */
static char *
choose_output (const char *program)
{
  g_autofree char *base = g_path_get_basename (program);
  char *path = g_strconcat (base, ".spur", NULL);

  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS); i++)
    {
      g_free (path);
      path = g_strdup_printf ("%s-%u.spur", base, i);
    }
  return path;
}

/* Beside the output, since all computers of a run have to see it. */
static char *
make_folder (SpurCli *cli)
{
  g_autofree char *beside =
    cli->output != NULL ? g_path_get_dirname (cli->output) : g_get_current_dir ();
  g_autofree char *whole = g_canonicalize_filename (beside, NULL);
  char *folder = g_build_filename (whole, "spur-record-XXXXXX", NULL);

  if (g_mkdtemp (folder) != NULL)
    return folder;
  g_set_error (&cli->error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
               "a folder for recordings cannot be made: %s", g_strerror (errno));
  g_free (folder);
  return NULL;
}

/* By the numbers in them: processes that were started one after the other mostly have such. */
static int
compare_names (const void *a, const void *b)
{
  const char *const *p = a, *const *q = b;
  g_autofree char *first = g_utf8_collate_key_for_filename (*p, -1);
  g_autofree char *second = g_utf8_collate_key_for_filename (*q, -1);

  return strcmp (first, second);
}

static GPtrArray *
list_recordings (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, SUFFIX))
        g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
    }
  g_ptr_array_sort (paths, compare_names);
  return paths;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static SpurExit
merge_recordings (SpurCli *cli, GPtrArray *paths, Result *result)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (GHashTable) hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  SpurExit code = SPUR_EXIT_OK;

  if (!spur_merger_begin (merger, cli->output, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (SpurTrace) trace = NULL;
      g_autofree char *name = g_path_get_basename (paths->pdata[i]);

      cli->input = paths->pdata[i];
      trace = spur_cli_open_part (cli, &code);
      if (trace == NULL)
        return code;
      if (!spur_merger_add (merger, trace, name, &cli->job, &cli->error))
        return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
      if (spur_trace_get_fact (trace, "host") != NULL)
        g_hash_table_add (hosts, g_strdup (spur_trace_get_fact (trace, "host")));
    }
  result->n_hosts = g_hash_table_size (hosts);
  cli->trace = spur_merger_finish (merger, &cli->error);
  if (cli->trace == NULL || !spur_container_save (cli->trace, cli->output, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  if (!spur_cli_keep_files (cli))
    return SPUR_EXIT_FAILURE;
  is_complete = TRUE;
  spur_cli_tell_losses (cli, cli->trace, cli->output);
  return SPUR_EXIT_OK;
}

static SpurExit
check_trace (SpurCli *cli, Result *result)
{
  SpurMuOptions automatic = { 0 };
  gint64 mu_ns;

  result->edges = spur_edges_new_for_trace (cli->trace, &cli->job, &cli->error);
  if (result->edges == NULL ||
      !spur_mu_apply (&automatic, cli->trace, result->edges, &cli->job, &mu_ns, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  spur_check_run (&result->check, cli->trace, result->edges, NULL, mu_ns, &cli->job);
  return SPUR_EXIT_OK;
}

static const SpurLayout layout[] = {
  SPUR_LAYOUT_WRITTEN,
  { SPUR_LAYOUT_SENTENCE, "condition" },
  { SPUR_LAYOUT_END },
};

/* What is to be done with the trace next. */
static void
add_condition (SpurTree *tree, const Result *result)
{
  guint64 n_reversed = result->check.n_reversed + result->check.n_collective_reversed;
  guint64 n_unmatched = spur_edges_get_counts (result->edges)->n_unmatched_sends +
                        spur_edges_get_counts (result->edges)->n_unmatched_receives +
                        spur_edges_get_counts (result->edges)->n_incomplete_collectives;
  g_autoptr (GString) text = g_string_new (NULL);

  if (n_unmatched > 0)
    {
      spur_text_append_counted (text, n_unmatched, "event lacks its partner",
                                "events lack their partners");
      g_string_append (text, "; 'spur check' names them. ");
    }
  if (n_reversed == 0)
    g_string_append (text, "Nothing is received before it is sent");
  else
    {
      spur_text_append_count (text, n_reversed);
      g_string_append (text, " times something is received before it is sent: the clocks "
                             "disagree; 'spur correct' corrects them");
    }
  spur_tree_add_note (tree, "condition", text->str);
}

static void
add_note (SpurCli *cli, const Result *result)
{
  g_autoptr (GString) note = g_string_new (NULL);
  const char *ranks = spur_trace_get_fact (cli->trace, "mpi ranks");

  if (ranks != NULL)
    spur_text_append_counted (note, g_ascii_strtoull (ranks, NULL, 10), "rank", "ranks");
  else
    spur_text_append_counted (note, result->n_recordings, "process", "processes");
  spur_text_append_counted (note, result->n_hosts, "host", "hosts");
  spur_text_append_counted (note, spur_trace_get_n_streams (cli->trace), "stream", "streams");
  spur_text_append_counted (note, spur_trace_get_n_events (cli->trace), "event", "events");
  if (result->edges != NULL)
    spur_text_append_counted (note, result->check.of_kind[SPUR_EDGE_MESSAGE].n_edges, "message",
                              "messages");
  spur_tree_add_note (cli->tree, "note", note->str);
}

static void
add_result (SpurCli *cli, const Result *result)
{
  SpurTree *tree = cli->tree;

  spur_tree_add_string (tree, "output", cli->output);
  add_note (cli, result);
  spur_tree_add_int (tree, "status", result->status);
  spur_tree_add_int (tree, "processes", result->n_recordings);
  spur_tree_add_int (tree, "hosts", result->n_hosts);
  spur_tree_add_int (tree, "streams", spur_trace_get_n_streams (cli->trace));
  spur_tree_add_count (tree, "events", spur_trace_get_n_events (cli->trace));
  if (result->edges != NULL)
    {
      spur_tree_add_check (tree, &result->check);
      spur_tree_add_edges (tree, result->edges);
      add_condition (tree, result);
    }
}

/* Puts together what the processes left behind. */
static SpurExit
make_trace (SpurCli *cli, const char *folder, Result *result)
{
  g_autoptr (GPtrArray) paths = list_recordings (folder);
  SpurExit code;

  result->n_recordings = paths->len;
  if (paths->len == 0)
    {
      spur_cli_warn (cli, "nothing was recorded: no process of the program loaded the layer");
      return SPUR_EXIT_FAILURE;
    }
  cli->job.progress = NULL;
  code = merge_recordings (cli, paths, result);
  if (code == SPUR_EXIT_OK && !no_check)
    code = check_trace (cli, result);
  if (code != SPUR_EXIT_OK)
    return code;
  add_result (cli, result);
  return SPUR_EXIT_OK;
}

/* Runs the command so that it records into @where, and names the trace after its program where no
 * option does. */
static SpurExit
run_program (SpurCli *cli, const char *where, int *status)
{
  SpurLaunch launch;
  SpurExit code = SPUR_EXIT_OK;

  if (!spur_launch_init (&launch, cli->inputs, layers, where, &cli->error))
    code = spur_cli_usage (cli, "%s", cli->error->message);
  else if (!spur_launch_run (&launch, status, &cli->error))
    code = spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->inputs[0]);
  else if (*status != 0)
    spur_cli_warn (cli, "%s ended with status %d", cli->inputs[0], *status);
  if (cli->output == NULL && sending.to == NULL)
    cli->output = choose_output (launch.program);
  spur_launch_clear (&launch);
  return code;
}

static SpurExit
record_program (SpurCli *cli, const char *folder)
{
  g_autofree char *where = g_strdup_printf ("file:%s/%%h-%%p" SUFFIX, folder);
  Result result = { 0 };
  SpurExit code = run_program (cli, where, &result.status);

  if (code != SPUR_EXIT_OK)
    return code;
  /* To interrupt the program is a way to end it. */
  if (spur_signals_get_received () != 0)
    cli->job.cancellable = NULL;
  code = make_trace (cli, folder, &result);
  g_clear_object (&result.edges);
  return code == SPUR_EXIT_OK ? (SpurExit) result.status : code;
}

static SpurExit
send_recordings (SpurCli *cli)
{
  int status = 0;
  SpurExit code;

  if (cli->output != NULL || keep || no_check)
    return spur_cli_usage (cli, "-o, --keep and --no-check cannot be used with --to");
  code = spur_sending_begin (&sending, cli);
  if (code != SPUR_EXIT_OK)
    return code;
  spur_signals_expect ();
  code = run_program (cli, sending.where, &status);
  return code == SPUR_EXIT_OK ? spur_sending_end (&sending, cli, status) : code;
}

static SpurExit
control_recorder (SpurCli *cli)
{
  if (cli->inputs != NULL)
    return spur_cli_usage (cli, "takes no command to run with --pid");
  if (commands == NULL)
    return spur_cli_usage (cli, "--pid needs --on, --off, --flush, --dump or --status");
  g_ptr_array_add (commands, NULL);
  return spur_control_run (cli, process, (const char *const *) commands->pdata);
}

/* Recordings of which no trace could be made are not thrown away. */
static SpurExit
run_record (SpurCli *cli)
{
  g_autofree char *folder = NULL;
  SpurExit code;

  if (process != 0)
    return control_recorder (cli);
  if (commands != NULL)
    return spur_cli_usage (cli, "--on, --off, --flush, --dump and --status need --pid");
  if (cli->inputs == NULL)
    return spur_cli_usage (cli, "name the command to run behind --");
  if (sending.to != NULL)
    {
      code = send_recordings (cli);
      spur_sending_clear (&sending);
      return code;
    }
  if (sending.tls.certificate_file != NULL || sending.tls.authorities_file != NULL ||
      sending.tls.token_file != NULL)
    return spur_cli_usage (cli, "--tls-certificate, --tls-authorities and --token-file need --to");
  if (!spur_cli_check_output (cli))
    return SPUR_EXIT_USAGE;
  folder = make_folder (cli);
  if (folder == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->inputs[0]);
  spur_signals_expect ();
  code = record_program (cli, folder);
  if (is_complete && !keep)
    remove_folder (folder);
  else if (g_rmdir (folder) != 0)
    spur_cli_warn (cli, "the recordings are in %s", folder);
  return code;
}

const SpurVerb spur_verb_record = {
  .name = "record",
  .summary = "Run a program and record what it does",
  .arguments = "-- COMMAND [ARGUMENT...]",
  .output = "Write the trace here",
  .output_as = "OUT.spur",
  .takes_many = TRUE,
  .takes_none = TRUE,
  .writes = TRUE,
  .description = "Starts the program so that what it does with MPI, OpenMP or threads is\n"
                 "recorded, though it knows nothing of that: each process writes a file, and at\n"
                 "the end these are put together to one trace. A program that records by itself\n"
                 "does so, too. Without -o the trace is called like the program. The exit status\n"
                 "is the program's. With --to what is recorded goes to 'spur collect' at once, on\n"
                 "this computer or, by TLS with certificates, on another one.",
  .examples = "  spur record -- mpirun -n 8 lmp -in in.melt\n"
              "  spur record -o run.spur -- mpirun -n 4 ./solver && spur report run.spur\n"
              "  spur record --layer=threads -- ./server\n"
              "  spur record --to tls:collector:14830 --tls-authorities ca.pem -- ./server\n"
              "  spur record --pid 4711 --off 'LM_*,source:idle*' --status",
  .entries = entries,
  .words = option_words,
  .layout = layout,
  .run = run_record,
};
