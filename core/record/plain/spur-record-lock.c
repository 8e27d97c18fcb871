/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* All recorders, their locks, and how threads are kept from missing what others wrote. */
#include "core/record/plain/spur-record-private.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MEMBARRIER_PRIVATE_EXPEDITED 8
#define MEMBARRIER_REGISTER_PRIVATE_EXPEDITED 16

pthread_mutex_t spur_rec_list_mutex = PTHREAD_MUTEX_INITIALIZER;
SpurRecord *spur_rec_list;

void
spur_rec_block_signals (SignalMask *before)
{
  sigset_t all;

  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, before);
}

void
spur_rec_restore_signals (const SignalMask *before)
{
  pthread_sigmask (SIG_SETMASK, before, NULL);
}

void
spur_rec_lock (pthread_mutex_t *mutex, SignalMask *before)
{
  spur_rec_block_signals (before);
  pthread_mutex_lock (mutex);
}

void
spur_rec_unlock (pthread_mutex_t *mutex, const SignalMask *before)
{
  pthread_mutex_unlock (mutex);
  spur_rec_restore_signals (before);
}

/* Before the first call of spur_rec_meet_threads(). */
void
spur_rec_register_threads (void)
{
  syscall (SYS_membarrier, MEMBARRIER_REGISTER_PRIVATE_EXPEDITED, 0, 0);
}

void
spur_rec_meet_threads (void)
{
  if (syscall (SYS_membarrier, MEMBARRIER_PRIVATE_EXPEDITED, 0, 0) != 0)
    {
      struct timespec pause = { 0, 1000000 };

      nanosleep (&pause, NULL);
    }
}
