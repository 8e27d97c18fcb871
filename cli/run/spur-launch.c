/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/run/spur-launch.h"

#include <dlfcn.h>
#include <errno.h>
#include <gio/gio.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "core/base/spur-error-internal.h"
#include "core/plugin/spur-registry.h"

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

gboolean
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

void
spur_launch_clear (SpurLaunch *self)
{
  g_clear_pointer (&self->arguments, g_strfreev);
  g_clear_pointer (&self->environment, g_strfreev);
  g_clear_pointer (&self->libraries, g_free);
}

/* With the terminal and all signals as this command was started with. */
gboolean
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
