/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* The helping thread in the child of a fork: it is made when that may take memory. */
#include "core/record/plain/spur-record-private.h"

static _Atomic uint32_t is_deferred;
static void (*start_helper) (void);
static bool has_signals;
static sigset_t ordinary_signals;

/* Under the list's mutex. */
void
spur_rec_defer_helper (void (*start) (void))
{
  start_helper = start;
  atomic_store (&is_deferred, start != NULL);
}

bool
spur_rec_is_helper_deferred (void)
{
  return atomic_load_explicit (&is_deferred, memory_order_relaxed) != 0;
}

void
spur_rec_start_deferred_helper (void)
{
  SignalMask mask;

  if (!spur_rec_is_helper_deferred ())
    return;
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  if (atomic_exchange (&is_deferred, 0) != 0)
    start_helper ();
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

void
spur_rec_note_signals (void)
{
  SignalMask mask;
  sigset_t now;

  pthread_sigmask (SIG_BLOCK, NULL, &now);
  spur_rec_lock (&spur_rec_list_mutex, &mask);
  if (!has_signals)
    ordinary_signals = now;
  has_signals = true;
  spur_rec_unlock (&spur_rec_list_mutex, &mask);
}

/* A handler has its own signal blocked beside those of the thread that it interrupts, unless the
 * program asked for SA_NODEFER. */
void
spur_rec_start_helper_unless_handler (void)
{
  sigset_t now;

  if (!spur_rec_is_helper_deferred ())
    return;
  pthread_sigmask (SIG_BLOCK, NULL, &now);
  for (int number = 1; number < NSIG; number++)
    {
      if (sigismember (&now, number) == 1 && sigismember (&ordinary_signals, number) != 1)
        return;
    }
  spur_rec_start_deferred_helper ();
}
