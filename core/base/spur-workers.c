/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-workers-private.h"

#include <pthread.h>
#include <signal.h>

/* A command's steps follow one another in less; what is idle for longer is not needed soon. */
#define IDLE_US (5 * G_USEC_PER_SEC)

/* One call of spur_workers_share(), for as long as it takes. */
typedef struct
{
  GList link;
  SpurWork work;
  gpointer user_data;
  guint n_wanted; /* threads that may still join */
  guint n_active;
  GCond all_left;
} Offer;

static GMutex lock;
static GCond offered;
static GQueue offers;  /* those that threads may still join */
static guint n_wanted; /* of all of them */
static guint n_free;   /* threads that wait for an offer, or were started and did not come yet */

/* The others' threads, and what they held, are not in a child of a fork. */
static void
forget_threads (void)
{
  g_mutex_init (&lock);
  g_cond_init (&offered);
  g_queue_init (&offers);
  n_wanted = 0;
  n_free = 0;
}

static void
want_fewer (Offer *offer, guint n)
{
  if (offer->n_wanted == 0)
    return;
  offer->n_wanted -= n;
  n_wanted -= n;
  if (offer->n_wanted == 0)
    g_queue_unlink (&offers, &offer->link);
}

static void
join_offer (Offer *offer)
{
  want_fewer (offer, 1);
  offer->n_active++;
  g_mutex_unlock (&lock);
  offer->work (offer->user_data);
  g_mutex_lock (&lock);
  if (--offer->n_active == 0)
    g_cond_signal (&offer->all_left);
}

/* A thread that was started counts as free before it runs. */
static gpointer
run_thread (gpointer unused G_GNUC_UNUSED)
{
  gboolean was_woken = TRUE;

  g_mutex_lock (&lock);
  while (was_woken || offers.head != NULL)
    {
      n_free--;
      while (offers.head != NULL)
        join_offer (offers.head->data);
      n_free++;
      was_woken = g_cond_wait_until (&offered, &lock, g_get_monotonic_time () + IDLE_US);
    }
  n_free--;
  g_mutex_unlock (&lock);
  return NULL;
}

/* Signals are for the program's own threads, which may wait for them; a new thread has the mask of
 * the one that starts it. */
static void
block_signals (sigset_t *before)
{
  static const int own_faults[] = { SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                    SIGTRAP, SIGABRT, SIGSYS, SIGPROF };
  sigset_t set;

  sigfillset (&set);
  for (guint i = 0; i < G_N_ELEMENTS (own_faults); i++)
    sigdelset (&set, own_faults[i]);
  pthread_sigmask (SIG_BLOCK, &set, before);
}

/* Where no thread can be had, the calling one does all of the work. */
static void
start_threads (guint n)
{
  sigset_t before;

  block_signals (&before);
  for (; n > 0; n--)
    {
      GThread *thread = g_thread_try_new ("spur-job", run_thread, NULL, NULL);

      if (thread == NULL)
        break;
      g_thread_unref (thread);
    }
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  if (n > 0)
    {
      g_mutex_lock (&lock);
      n_free -= n;
      g_mutex_unlock (&lock);
    }
}

static void
make_offer (Offer *offer)
{
  guint n_missing;

  g_mutex_lock (&lock);
  g_queue_push_tail_link (&offers, &offer->link);
  n_wanted += offer->n_wanted;
  n_missing = MIN (n_wanted > n_free ? n_wanted - n_free : 0, offer->n_wanted);
  for (guint i = n_missing; i < offer->n_wanted; i++)
    g_cond_signal (&offered);
  n_free += n_missing;
  g_mutex_unlock (&lock);
  if (n_missing > 0)
    start_threads (n_missing);
}

static void
take_back (Offer *offer)
{
  g_mutex_lock (&lock);
  want_fewer (offer, offer->n_wanted);
  while (offer->n_active > 0)
    g_cond_wait (&offer->all_left, &lock);
  g_mutex_unlock (&lock);
}

void
spur_workers_share (guint n_helpers, SpurWork work, gpointer user_data)
{
  static gsize is_ready = 0;
  Offer offer = { .work = work, .user_data = user_data, .n_wanted = n_helpers };

  if (g_once_init_enter (&is_ready))
    {
      pthread_atfork (NULL, NULL, forget_threads);
      g_once_init_leave (&is_ready, 1);
    }
  offer.link.data = &offer;
  if (n_helpers > 0)
    make_offer (&offer);
  work (user_data);
  if (n_helpers > 0)
    {
      take_back (&offer);
      g_cond_clear (&offer.all_left);
    }
}
