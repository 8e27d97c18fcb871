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

/* The functions of the C library. */
typedef struct
{
  int (*create) (pthread_t *, const pthread_attr_t *, void *(*) (void *), void *);
  int (*join) (pthread_t, void **);
  int (*tryjoin) (pthread_t, void **);
  int (*timedjoin) (pthread_t, void **, const struct timespec *);
  int (*mutex_lock) (pthread_mutex_t *);
  int (*mutex_trylock) (pthread_mutex_t *);
  int (*mutex_timedlock) (pthread_mutex_t *, const struct timespec *);
  int (*mutex_clocklock) (pthread_mutex_t *, clockid_t, const struct timespec *);
  int (*mutex_unlock) (pthread_mutex_t *);
  int (*cond_wait) (pthread_cond_t *, pthread_mutex_t *);
  int (*cond_timedwait) (pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  int (*cond_clockwait) (pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  int (*cond_signal) (pthread_cond_t *);
  int (*cond_broadcast) (pthread_cond_t *);
  int (*rwlock_rdlock) (pthread_rwlock_t *);
  int (*rwlock_tryrdlock) (pthread_rwlock_t *);
  int (*rwlock_timedrdlock) (pthread_rwlock_t *, const struct timespec *);
  int (*rwlock_wrlock) (pthread_rwlock_t *);
  int (*rwlock_trywrlock) (pthread_rwlock_t *);
  int (*rwlock_timedwrlock) (pthread_rwlock_t *, const struct timespec *);
  int (*rwlock_unlock) (pthread_rwlock_t *);
  int (*barrier_init) (pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
  int (*barrier_wait) (pthread_barrier_t *);
  int (*barrier_destroy) (pthread_barrier_t *);
} SpurThreadsReal;

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

/* What a fork must not find half changed. In the child the threads of the parent are not there. */
void spur_threads_created_before_fork (void);
void spur_threads_created_after_fork (bool is_child);
void spur_threads_barriers_before_fork (void);
void spur_threads_barriers_after_fork (void);
