/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Threads that lock, meet at barriers, wait for each other, and are joined. */
#include <pthread.h>
#include <stdio.h>

#define N_THREADS 4
#define N_TURNS 200

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t nested;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static int n_ready, sum;

static void *
run (void *data)
{
  long number = (long) data;

  for (int i = 0; i < N_TURNS; i++)
    {
      pthread_mutex_lock (&mutex);
      sum++;
      pthread_mutex_unlock (&mutex);
      pthread_mutex_lock (&nested);
      pthread_mutex_lock (&nested);
      pthread_mutex_unlock (&nested);
      pthread_mutex_unlock (&nested);
      if (i % 20 == 0)
        pthread_barrier_wait (&barrier);
      if (number == 0)
        pthread_rwlock_wrlock (&table);
      else
        pthread_rwlock_rdlock (&table);
      pthread_rwlock_unlock (&table);
    }
  pthread_mutex_lock (&mutex);
  n_ready++;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&mutex);
  if (number == 1)
    pthread_exit (NULL);
  return NULL;
}

int
main (void)
{
  pthread_t threads[N_THREADS];
  pthread_mutexattr_t attributes;

  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_settype (&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init (&nested, &attributes);
  pthread_barrier_init (&barrier, NULL, N_THREADS);
  for (long i = 0; i < N_THREADS; i++)
    pthread_create (&threads[i], NULL, run, (void *) i);
  pthread_mutex_lock (&mutex);
  while (n_ready < N_THREADS)
    pthread_cond_wait (&ready, &mutex);
  pthread_mutex_unlock (&mutex);
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (threads[i], NULL);
  pthread_barrier_destroy (&barrier);
  printf ("%d\n", sum);
  return 0;
}
