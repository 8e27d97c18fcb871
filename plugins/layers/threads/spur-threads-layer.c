/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/layers/threads/spur-threads-layer.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

SpurThreadsLayer spur_threads_layer;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static SpurThreadsReal real;
static uint32_t is_real_known;

static __thread struct
{
  uint32_t n_inside;
  bool has_self;
  SpurRecordObject self;
} own __attribute__ ((tls_model ("initial-exec")));

/* In a page that a child finds empty, also where it was not made by fork() and nothing was told of
 * it: what it shares with its parent then is the parent's to write to. */
static uint32_t *is_own_process;

static void *
find_function (const char *name, const char *version)
{
  void *found = version != NULL ? dlvsym (RTLD_NEXT, name, version) : NULL;

  return found != NULL ? found : dlsym (RTLD_NEXT, name);
}

#define FIND(name, version) real.name = find_function ("pthread_" #name, version);

const SpurThreadsReal *
spur_threads_get_real (void)
{
  if (__atomic_load_n (&is_real_known, __ATOMIC_ACQUIRE) != 0)
    return &real;
  SPUR_THREADS_FUNCTIONS (FIND)
  __atomic_store_n (&is_real_known, 1, __ATOMIC_RELEASE);
  return &real;
}

/* What the recorder in this library calls in their place, by the linker: its locks are never
 * recorded, which would wait for the very same locks, as where a thread hands over what it has at
 * its end. */
int __wrap_pthread_mutex_lock (pthread_mutex_t *lock);
int __wrap_pthread_mutex_unlock (pthread_mutex_t *lock);

int
__wrap_pthread_mutex_lock (pthread_mutex_t *lock)
{
  return spur_threads_get_real ()->mutex_lock (lock);
}

int
__wrap_pthread_mutex_unlock (pthread_mutex_t *lock)
{
  return spur_threads_get_real ()->mutex_unlock (lock);
}

void
spur_threads_lock (void)
{
  spur_threads_get_real ()->mutex_lock (&mutex);
}

void
spur_threads_unlock (void)
{
  spur_threads_get_real ()->mutex_unlock (&mutex);
}

bool
spur_threads_begin (void)
{
  if (spur_threads_layer.record == NULL || own.n_inside > 0 || *is_own_process == 0)
    return false;
  own.n_inside++;
  return true;
}

void
spur_threads_end (void)
{
  own.n_inside--;
}

void
spur_threads_be_silent (void)
{
  own.n_inside = 1;
}

bool
spur_threads_is_inside (void)
{
  return own.n_inside > 0;
}

/* Threads that were not seen to be created are known when they do something. */
SpurRecordObject
spur_threads_get_self (void)
{
  if (!own.has_self)
    spur_threads_set_self (spur_layer_make_self (spur_threads_layer.record, "thread"));
  return own.self;
}

void
spur_threads_set_self (SpurRecordObject object)
{
  own.has_self = true;
  own.self = object;
}

void
spur_threads_enter (SpurLayerRegion *region)
{
  spur_record_region_enter (spur_threads_layer.record, spur_threads_get_self (),
                            spur_layer_get_state (spur_threads_layer.record, region));
}

void
spur_threads_leave (SpurLayerRegion *region)
{
  spur_record_region_exit (spur_threads_layer.record, spur_threads_get_self (),
                           spur_layer_get_state (spur_threads_layer.record, region));
}

uint64_t
spur_threads_make_number (void)
{
  static uint64_t n_made;

  return spur_layer_make_number (spur_threads_layer.record,
                                 __atomic_add_fetch (&n_made, 1, __ATOMIC_RELAXED));
}

/* Before the recorder hands over what it has, with locks of its own. */
static void
end_recording (void)
{
  spur_threads_layer.record = NULL;
}

/* The recorder holds its locks from here on, which must not be recorded: that would wait for them.
 */
static void
before_fork (void)
{
  own.n_inside++;
  spur_threads_lock ();
}

static void
after_fork_in_parent (void)
{
  spur_threads_unlock ();
  own.n_inside--;
}

/* The only thread of the child is another one than that of the parent. */
static void
after_fork_in_child (void)
{
  spur_threads_forget_created ();
  spur_threads_unlock ();
  own.has_self = false;
  *is_own_process = 1;
  own.n_inside--;
}

/* Handlers that are there later are called earlier before a fork, and later after it; so the
 * recorder has to have its own by now. */
static bool
watch_forks (void)
{
  void *page =
    mmap (NULL, sizeof *is_own_process, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (page == MAP_FAILED)
    return false;
  /* Older kernels do not know that. */
  madvise (page, sizeof *is_own_process, MADV_WIPEONFORK);
  is_own_process = page;
  *is_own_process = 1;
  return pthread_atfork (before_fork, after_fork_in_parent, after_fork_in_child) == 0;
}

/* A program that runs with other rights than its user's does not obey the user's environment. */
__attribute__ ((constructor)) static void
begin_recording (void)
{
  const char *where = secure_getenv ("SPUR_RECORD");
  const char *locks = secure_getenv ("SPUR_RECORD_LOCKS");
  SpurRecord *record;

  spur_threads_get_real ();
  if (where == NULL || *where == '\0')
    return;
  own.n_inside++;
  spur_threads_layer.has_locks = locks == NULL || strcmp (locks, "0") != 0;
  record = spur_record_get ();
  if (watch_forks ())
    spur_threads_layer.record = record;
  atexit (end_recording);
  own.n_inside--;
}
