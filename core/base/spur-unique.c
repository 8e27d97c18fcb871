/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-unique-private.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* What the process counts with. A child that fork() makes must not go on where its parent was, so
 * this lies in a page that the kernel clears in the child of any fork(); where a
 * kernel cannot do that, a handler of fork() does. */
typedef struct
{
  guint64 origin;
  guint64 next;
} Counter;

static Counter fallback;
static Counter *counter;

static void
forget_process (void)
{
  __atomic_store_n (&counter->origin, 0, __ATOMIC_SEQ_CST);
}

static Counter *
make_counter (void)
{
  Counter *page =
    mmap (NULL, sizeof (Counter), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (page == MAP_FAILED)
    return &fallback;
#ifdef MADV_WIPEONFORK
  (void) madvise (page, sizeof (Counter), MADV_WIPEONFORK);
#endif
  return page;
}

static Counter *
get_counter (void)
{
  static gsize is_made = 0;

  if (g_once_init_enter (&is_made))
    {
      counter = make_counter ();
      pthread_atfork (NULL, NULL, forget_process);
      g_once_init_leave (&is_made, 1);
    }
  return counter;
}

static guint64
mix_bits (guint64 value)
{
  value += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  value = (value ^ value >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value = (value ^ value >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ value >> 31;
}

/* For a kernel that has no random numbers yet: the process and the time. */
static guint64
guess_number (void)
{
  static guint64 n_guesses;
  const char *host = g_get_host_name ();
  struct timespec now, up;
  guint64 value;

  clock_gettime (CLOCK_REALTIME, &now);
  clock_gettime (CLOCK_MONOTONIC, &up);
  value = mix_bits ((guint64) now.tv_sec * 1000000000 + (guint64) now.tv_nsec);
  value = mix_bits (value ^ ((guint64) up.tv_sec * 1000000000 + (guint64) up.tv_nsec));
  value = mix_bits (value ^ (guint64) getpid ());
  value = mix_bits (value ^ __atomic_add_fetch (&n_guesses, 1, __ATOMIC_SEQ_CST));
  for (; *host != '\0'; host++)
    value = mix_bits (value ^ (guint8) *host);
  return value;
}

guint64
spur_unique_new_origin (void)
{
  guint64 origin = 0;

  if (getrandom (&origin, sizeof origin, GRND_NONBLOCK) != sizeof origin)
    origin = guess_number ();
  return MAX (origin, 1);
}

void
spur_unique_take (guint64 *origin, guint64 *number)
{
  Counter *self = get_counter ();

  for (;;)
    {
      guint64 before = __atomic_load_n (&self->origin, __ATOMIC_SEQ_CST);
      guint64 mine = before;

      if (before == 0)
        {
          mine = spur_unique_new_origin ();
          if (!__atomic_compare_exchange_n (&self->origin, &before, mine, FALSE, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST))
            continue;
        }
      *number = __atomic_fetch_add (&self->next, 1, __ATOMIC_SEQ_CST);
      /* A signal handler may have called fork() in between. */
      if (__atomic_load_n (&self->origin, __ATOMIC_SEQ_CST) != mine)
        continue;
      *origin = mine;
      return;
    }
}
