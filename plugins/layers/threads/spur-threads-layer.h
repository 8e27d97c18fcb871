/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The layer between a program and POSIX threads, which records threads that are created and joined,
 * locks that change hands, and barriers. It uses libc and the plain C recorder, nothing else. What
 * it defines in place of the C library is weak, as the interceptors of sanitizers are: a definition
 * of the program's own goes first. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What is defined here has to be seen by the program. */
#pragma GCC visibility push(default)
#include <pthread.h>
#pragma GCC visibility pop

#include "plugins/layers/kit/spur-layer.h"

typedef struct
{
  /* NULL until the program's own initialisation is over, and where nothing is to be recorded. */
  SpurRecord *record;
  bool has_locks;
} SpurThreadsLayer;

extern SpurThreadsLayer spur_threads_layer;

/* The functions of the C library, which are called pthread_ and so. Some are there in two versions,
 * the first of which is for old programs. */
#define SPUR_THREADS_FUNCTIONS(FUNCTION)                                                           \
  FUNCTION (create, NULL)                                                                          \
  FUNCTION (join, NULL)                                                                            \
  FUNCTION (tryjoin_np, NULL)                                                                      \
  FUNCTION (timedjoin_np, NULL)                                                                    \
  FUNCTION (mutex_lock, NULL)                                                                      \
  FUNCTION (mutex_trylock, NULL)                                                                   \
  FUNCTION (mutex_timedlock, NULL)                                                                 \
  FUNCTION (mutex_clocklock, NULL)                                                                 \
  FUNCTION (mutex_unlock, NULL)                                                                    \
  FUNCTION (cond_wait, "GLIBC_2.3.2")                                                              \
  FUNCTION (cond_timedwait, "GLIBC_2.3.2")                                                         \
  FUNCTION (cond_clockwait, NULL)                                                                  \
  FUNCTION (cond_signal, "GLIBC_2.3.2")                                                            \
  FUNCTION (cond_broadcast, "GLIBC_2.3.2")                                                         \
  FUNCTION (rwlock_rdlock, NULL)                                                                   \
  FUNCTION (rwlock_tryrdlock, NULL)                                                                \
  FUNCTION (rwlock_timedrdlock, NULL)                                                              \
  FUNCTION (rwlock_wrlock, NULL)                                                                   \
  FUNCTION (rwlock_trywrlock, NULL)                                                                \
  FUNCTION (rwlock_timedwrlock, NULL)                                                              \
  FUNCTION (rwlock_unlock, NULL)                                                                   \
  FUNCTION (barrier_init, NULL)                                                                    \
  FUNCTION (barrier_wait, NULL)                                                                    \
  FUNCTION (barrier_destroy, NULL)

#define SPUR_THREADS_DECLARE(name, version) __typeof__ (pthread_##name) *name;

typedef struct
{
  SPUR_THREADS_FUNCTIONS (SPUR_THREADS_DECLARE)
} SpurThreadsReal;

/* A function that the program calls in place of that of the C library. */
#define SPUR_THREADS_WRAP(name, parameters) __attribute__ ((weak)) int pthread_##name parameters

/* Finds them where that was not done. */
const SpurThreadsReal *spur_threads_get_real (void);

/* False inside of the recorder, which uses locks and threads itself, and where nothing is to be
 * recorded. Between a begin that gave true and its end nothing else is recorded. */
bool spur_threads_begin (void);
void spur_threads_end (void);

/* A thread of the recorder: it never records. */
void spur_threads_be_silent (void);
bool spur_threads_is_inside (void);

/* The calling thread. */
SpurRecordObject spur_threads_get_self (void);
void spur_threads_set_self (SpurRecordObject object);

/* A function as a state that the thread is in; only between begin and end. */
void spur_threads_enter (SpurLayerRegion *region);
void spur_threads_leave (SpurLayerRegion *region);

/* A number that no other process gives either. */
uint64_t spur_threads_make_number (void);

/* Around what the layer knows of threads and barriers, which a fork must not find half changed. */
void spur_threads_lock (void);
void spur_threads_unlock (void);

/* In the child the threads of the parent are not there. */
void spur_threads_forget_created (void);
