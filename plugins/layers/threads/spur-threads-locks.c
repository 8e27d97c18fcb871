/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Locks: who gets one after whom. How often a lock was given back is counted by who holds it. */
#include <errno.h>

#include "plugins/layers/threads/spur-threads-layer.h"

#define N_PLACE_BITS 16
#define N_PLACES (1u << N_PLACE_BITS)
#define MAX_STEPS 64

/* Given back by one of several readers: no thread waits for that. */
#define NO_ORDER UINT64_MAX

/* How many readers have a lock, and above that how often it was given back. */
#define READER_BITS 20
#define ONE_RELEASE (UINT64_C (1) << READER_BITS)
#define READERS (ONE_RELEASE - 1)

typedef struct
{
  const void *address;
  uint64_t use;
  /* Of the lock's holder, which only itself looks at. */
  SpurRecordObject owner;
  uint32_t depth;
} Lock;

static Lock locks[N_PLACES];

/* Locks that came when there was no more room are not recorded. */
static Lock *
find_lock (const void *address)
{
  uint64_t hash = (uint64_t) (uintptr_t) address * 0x9e3779b97f4a7c15u;
  uint32_t place = (uint32_t) (hash >> (64 - N_PLACE_BITS));

  for (uint32_t i = 0; i < MAX_STEPS; i++)
    {
      Lock *lock = &locks[(place + i) % N_PLACES];
      const void *there = __atomic_load_n (&lock->address, __ATOMIC_ACQUIRE);

      if (there == NULL && __atomic_compare_exchange_n (&lock->address, &there, address, false,
                                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        there = address;
      if (there == address)
        return lock;
    }
  return NULL;
}

/* The same address in another process is another lock. */
static uint32_t
get_number (const Lock *lock)
{
  uint64_t number = spur_record_get_origin (spur_threads_layer.record) +
                    (uint64_t) (lock - locks) * 0x9e3779b97f4a7c15u;

  return (uint32_t) ((number ^ number >> 29) * 0xbf58476d1ce4e5b9u >> 32);
}

/* The processor may read its clock ahead of what comes before: then it would say that the lock was
 * there before the other thread gave it back. */
static void
wait_for_loads (void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_lfence ();
#else
  __atomic_thread_fence (__ATOMIC_SEQ_CST);
#endif
}

static void
put_acquire (const Lock *lock, uint64_t use)
{
  wait_for_loads ();
  spur_record_lock_acquire (spur_threads_layer.record, spur_threads_get_self (), get_number (lock),
                            use >> READER_BITS);
}

/* Before the lock is given back: its next owner finds the count. */
static void
put_release (Lock *lock)
{
  uint64_t use = __atomic_load_n (&lock->use, __ATOMIC_RELAXED);

  spur_record_lock_release (spur_threads_layer.record, spur_threads_get_self (), get_number (lock),
                            (use >> READER_BITS) + 1);
  __atomic_add_fetch (&lock->use, ONE_RELEASE, __ATOMIC_RELEASE);
}

/* A lock that its holder gets once more says nothing. */
static void
note_acquire (const void *address)
{
  SpurRecordObject self = spur_threads_get_self ();
  Lock *lock = find_lock (address);

  if (lock == NULL)
    return;
  if (lock->depth > 0 && lock->owner.id == self.id)
    {
      lock->depth++;
      return;
    }
  lock->owner = self;
  lock->depth = 1;
  put_acquire (lock, __atomic_load_n (&lock->use, __ATOMIC_ACQUIRE));
}

static void
note_release (const void *address)
{
  Lock *lock = find_lock (address);

  if (lock == NULL || lock->depth == 0)
    return;
  if (--lock->depth == 0)
    put_release (lock);
}

static void
note_reader (const void *address)
{
  Lock *lock = find_lock (address);

  if (lock == NULL)
    return;
  put_acquire (lock, __atomic_add_fetch (&lock->use, 1, __ATOMIC_ACQ_REL));
}

/* The last of the readers lets a writer in. The time is from before others can know of it. */
static void
note_reader_release (Lock *lock)
{
  uint64_t ticks = spur_record_get_ticks (spur_threads_layer.record);
  uint64_t before = __atomic_load_n (&lock->use, __ATOMIC_RELAXED);
  uint64_t after;
  bool is_last;

  do
    {
      is_last = (before & READERS) == 1;
      after = before - 1 + (is_last ? ONE_RELEASE : 0);
    }
  while (!__atomic_compare_exchange_n (&lock->use, &before, after, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED));
  spur_record_lock_release_at (spur_threads_layer.record, ticks, spur_threads_get_self (),
                               get_number (lock), is_last ? after >> READER_BITS : NO_ORDER);
}

static void
note_unlock (const void *address)
{
  Lock *lock = find_lock (address);

  if (lock == NULL)
    return;
  if (lock->depth > 0 && lock->owner.id == spur_threads_get_self ().id)
    note_release (address);
  else if ((__atomic_load_n (&lock->use, __ATOMIC_ACQUIRE) & READERS) > 0)
    note_reader_release (lock);
}

static bool
begin_lock (void)
{
  return spur_threads_layer.has_locks && spur_threads_begin ();
}

typedef int (*LockFunc) (void *lock);

/* Who gets a lock at once was not waiting. */
static int
acquire_lock (
  void *address, LockFunc try, LockFunc wait, void (*note) (const void *), SpurLayerRegion *region)
{
  int result;

  if (!begin_lock ())
    return wait (address);
  result = try (address);
  if (result == EBUSY || result == EAGAIN)
    {
      spur_threads_enter (region);
      result = wait (address);
      if (result == 0 || result == EOWNERDEAD)
        note (address);
      spur_threads_leave (region);
    }
  else if (result == 0 || result == EOWNERDEAD)
    note (address);
  spur_threads_end ();
  return result;
}

#define ONCE(name, parameters, arguments, note)                                                    \
  SPUR_THREADS_WRAP (name, parameters)                                                             \
  {                                                                                                \
    int result = spur_threads_get_real ()->name arguments;                                         \
                                                                                                   \
    if ((result == 0 || result == EOWNERDEAD) && begin_lock ())                                    \
      {                                                                                            \
        note (lock);                                                                               \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    return result;                                                                                 \
  }

#define RELEASE(name, parameters, note)                                                            \
  SPUR_THREADS_WRAP (name, parameters)                                                             \
  {                                                                                                \
    if (begin_lock ())                                                                             \
      {                                                                                            \
        note (lock);                                                                               \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    return spur_threads_get_real ()->name (lock);                                                  \
  }

#define ACQUIRE(name, parameters, try, note)                                                       \
  SPUR_THREADS_WRAP (name, parameters)                                                             \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("pthread_" #name, IDLE);                    \
    const SpurThreadsReal *real = spur_threads_get_real ();                                        \
                                                                                                   \
    return acquire_lock (lock, (LockFunc) real->try, (LockFunc) real->name, note, &region);        \
  }

/* Another thread may have the lock while one waits. A thread that is cancelled while it waits has
 * the lock again: its own clean-up gives it back. */
#define WAIT(name, parameters, arguments)                                                          \
  SPUR_THREADS_WRAP (name, parameters)                                                             \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("pthread_" #name, IDLE);                    \
    bool is_seen = begin_lock ();                                                                  \
    int result;                                                                                    \
                                                                                                   \
    if (is_seen)                                                                                   \
      {                                                                                            \
        spur_threads_enter (&region);                                                              \
        note_release (lock);                                                                       \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    result = spur_threads_get_real ()->name arguments;                                             \
    if (is_seen && begin_lock ())                                                                  \
      {                                                                                            \
        note_acquire (lock);                                                                       \
        spur_threads_leave (&region);                                                              \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    return result;                                                                                 \
  }

#define WAKE(name)                                                                                 \
  SPUR_THREADS_WRAP (name, (pthread_cond_t * condition))                                           \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("pthread_" #name, OVERHEAD);                \
                                                                                                   \
    if (begin_lock ())                                                                             \
      {                                                                                            \
        spur_threads_enter (&region);                                                              \
        spur_threads_leave (&region);                                                              \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    return spur_threads_get_real ()->name (condition);                                             \
  }

#define MUTEX pthread_mutex_t *lock
#define RWLOCK pthread_rwlock_t *lock
#define CONDITION pthread_cond_t *condition
#define UNTIL const struct timespec *until

#pragma GCC visibility push(default)

/* clang-format off */
ACQUIRE (mutex_lock, (MUTEX), mutex_trylock, note_acquire)
ONCE (mutex_trylock, (MUTEX), (lock), note_acquire)
ONCE (mutex_timedlock, (MUTEX, UNTIL), (lock, until), note_acquire)
ONCE (mutex_clocklock, (MUTEX, clockid_t clock, UNTIL), (lock, clock, until), note_acquire)
RELEASE (mutex_unlock, (MUTEX), note_release)

ACQUIRE (rwlock_rdlock, (RWLOCK), rwlock_tryrdlock, note_reader)
ONCE (rwlock_tryrdlock, (RWLOCK), (lock), note_reader)
ONCE (rwlock_timedrdlock, (RWLOCK, UNTIL), (lock, until), note_reader)
ACQUIRE (rwlock_wrlock, (RWLOCK), rwlock_trywrlock, note_acquire)
ONCE (rwlock_trywrlock, (RWLOCK), (lock), note_acquire)
ONCE (rwlock_timedwrlock, (RWLOCK, UNTIL), (lock, until), note_acquire)
RELEASE (rwlock_unlock, (RWLOCK), note_unlock)

WAIT (cond_wait, (CONDITION, MUTEX), (condition, lock))
WAIT (cond_timedwait, (CONDITION, MUTEX, UNTIL), (condition, lock, until))
WAIT (cond_clockwait, (CONDITION, MUTEX, clockid_t clock, UNTIL), (condition, lock, clock, until))
WAKE (cond_signal)
WAKE (cond_broadcast)
/* clang-format on */

#pragma GCC visibility pop
