/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* spur-mpi: corrects the clocks of a trace with any number of MPI ranks. */
#include "config.h"

#include <fcntl.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/mpi/spur-mpi-exchange.h"
#include "cli/run/spur-ranks.h"

static int silent_stderr = -1;

/* What ends a rank is said, whichever rank it is. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  g_autofree char *text = g_log_writer_format_fields (level, fields, n_fields, FALSE);

  if ((level & (G_LOG_FLAG_FATAL | G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL)) != 0)
    dprintf (silent_stderr, "%s\n", text);
  return G_LOG_WRITER_HANDLED;
}

/* Larger pieces than that go back to the system when they are freed. By itself the C library raises
 * this to 32 MiB, and a rank would keep the holes that messages to others leave in its heap: on the
 * LAMMPS trace of doc/measurements.md a third of its memory. */
#define LARGE_BYTES (1 << 18)

static void
keep_heap_small (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, LARGE_BYTES);
  mallopt (M_TRIM_THRESHOLD, LARGE_BYTES);
#endif
}

/* All ranks say the same, so only the first one says it. */
static void
be_silent (void)
{
  int nothing = open ("/dev/null", O_RDWR | O_CLOEXEC);

  silent_stderr = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (nothing < 0 || silent_stderr < 0)
    return;
  dup2 (nothing, STDOUT_FILENO);
  dup2 (nothing, STDERR_FILENO);
  g_log_set_writer_func (write_log, NULL, NULL);
}

static SpurExit
show_help (void)
{
  fputs ("Usage:\n"
         "  mpirun -n RANKS spur-mpi correct [OPTION...] TRACE -o OUT.spur\n"
         "\n"
         "Corrects the clocks of a trace as 'spur correct' does, with any number of MPI ranks,\n"
         "whatever the number that was traced. Each rank reads the events of some of the\n"
         "streams; the result is the same, byte for byte, as that of 'spur correct'.\n"
         "\n"
         "Options:\n"
         "  -h, --help     Show this help; 'spur-mpi correct --help' shows those of the verb\n"
         "      --version  Show the version\n"
         "\n"
         "Examples:\n"
         "  mpirun -n 4 spur-mpi correct run.spur -o corrected.spur\n"
         "  mpiexec -n 64 spur-mpi correct traces.otf2 -o run.spur --method eclc\n"
         "\n"
         "Exit status: 0 well, 1 failure, 2 wrong use, 3 bad input.\n",
         stdout);
  return SPUR_EXIT_OK;
}

static SpurExit
run_ranks (int argc, char **argv)
{
  const char *verb = argc > 1 ? argv[1] : NULL;

  if (verb != NULL && (g_str_equal (verb, "--help") || g_str_equal (verb, "-h")))
    return show_help ();
  if (verb != NULL && g_str_equal (verb, "--version"))
    {
      puts ("spur-mpi " SPUR_VERSION);
      return SPUR_EXIT_OK;
    }
  if (verb != NULL && g_str_equal (verb, "correct"))
    return spur_cli_run (&spur_verb_correct, argc - 1, argv + 1);
  fputs ("spur-mpi: the only verb is 'correct', as in 'mpirun -n 4 spur-mpi correct TRACE -o "
         "OUT.spur'\nTry 'spur-mpi --help'.\n",
         stderr);
  return SPUR_EXIT_USAGE;
}

int
main (int argc, char **argv)
{
  SpurExchange *exchange;
  SpurExit code;

  keep_heap_small ();
  exchange = spur_mpi_exchange_new (&argc, &argv);
  setlocale (LC_CTYPE, "");
  spur_uninstalled_use_build_folder ();
  signal (SIGPIPE, SIG_IGN);
  if (exchange->rank > 0)
    be_silent ();
  spur_ranks_begin (exchange, spur_mpi_exchange_get_n_local (exchange));
  code = run_ranks (argc, argv);
  spur_ranks_end ();
  spur_mpi_exchange_free (exchange);
  return (int) code;
}
