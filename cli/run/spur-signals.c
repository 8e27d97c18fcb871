/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-cli.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "core/base/spur-new-files.h"

#define TWICE_US 500000

/* How long the command has to end by itself. */
static const struct timespec patience = { .tv_sec = 1 };

static const int watched[] = { SIGINT, SIGTERM, SIGHUP };
static gint received;
static gint is_expected;

static gboolean
is_ignored (int number)
{
  struct sigaction action;

  return sigaction (number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static void
fill_set (sigset_t *set)
{
  sigemptyset (set);
  for (gsize i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      if (!is_ignored (watched[i]))
        sigaddset (set, watched[i]);
    }
}

void
spur_signals_die (int number)
{
  sigset_t set;

  signal (number, SIG_DFL);
  sigemptyset (&set);
  sigaddset (&set, number);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
  kill (getpid (), number);
  _exit (128 + number);
}

/* The second signal ends the process. timeout(1) sends each one twice. */
static int
wait_for_second (const sigset_t *set)
{
  gint64 begin_us = g_get_monotonic_time ();
  int number;

  do
    sigwait (set, &number);
  while (g_get_monotonic_time () - begin_us < TWICE_US);
  return number;
}

/* A command that has written what it was asked for ends in a moment, and well, so it is not told as
 * interrupted; where it cannot end, as with standard output stuck, another signal ends it. */
static int
let_end (const sigset_t *set, int number)
{
  if (!spur_new_files_abandon ())
    sigwait (set, &number);
  return number;
}

static gpointer
wait_for_signal (gpointer data)
{
  g_autoptr (GCancellable) cancellable = data;
  sigset_t set;
  int number;

  fill_set (&set);
  if (sigwait (&set, &number) != 0)
    return NULL;
  g_atomic_int_set (&received, number);
  g_cancellable_cancel (cancellable);

  if (g_atomic_int_get (&is_expected))
    {
      number = wait_for_second (&set);
      spur_new_files_abandon ();
    }
  else
    {
      sigtimedwait (&set, NULL, &patience);
      number = let_end (&set, number);
    }
  if (isatty (STDERR_FILENO))
    fputs ("\r\033[K", stderr);
  spur_signals_die (number);
  return NULL;
}

void
spur_signals_watch (GCancellable *cancellable)
{
  sigset_t set;

  /* A file that cannot grow is no end: writing tells, as on a full disk. */
  signal (SIGXFSZ, SIG_IGN);
  fill_set (&set);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  g_thread_unref (g_thread_new ("spur-signals", wait_for_signal, g_object_ref (cancellable)));
}

void
spur_signals_expect (void)
{
  g_atomic_int_set (&is_expected, TRUE);
}

int
spur_signals_get_received (void)
{
  return g_atomic_int_get (&received);
}
