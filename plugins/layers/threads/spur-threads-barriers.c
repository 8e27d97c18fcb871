/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Barriers: who met there is known to all when they go on. */
#include <stdio.h>
#include <stdlib.h>

#include "plugins/layers/threads/spur-threads-layer.h"

/* Those that meet once. */
typedef struct
{
  uint32_t n_here;
  uint32_t n_users;
  SpurRecordObject members[];
} Meeting;

typedef struct Barrier Barrier;
struct Barrier
{
  const pthread_barrier_t *address;
  uint32_t n_members;
  uint32_t number;
  Meeting *meeting;
  Barrier *next;
};

static Barrier *barriers;
static uint32_t n_made;

static Barrier **
find_barrier (const pthread_barrier_t *address)
{
  Barrier **link = &barriers;

  while (*link != NULL && (*link)->address != address)
    link = &(*link)->next;
  return link;
}

static void
forget_barrier (const pthread_barrier_t *address)
{
  Barrier **link;

  spur_threads_lock ();
  link = find_barrier (address);
  if (*link != NULL)
    {
      Barrier *old = *link;

      *link = old->next;
      free (old->meeting);
      free (old);
    }
  spur_threads_unlock ();
}

static void
add_barrier (const pthread_barrier_t *address, uint32_t n_members)
{
  Barrier *barrier = calloc (1, sizeof *barrier);

  forget_barrier (address);
  if (barrier == NULL)
    return;
  barrier->address = address;
  barrier->n_members = n_members;
  spur_threads_lock ();
  barrier->number = ++n_made;
  barrier->next = barriers;
  barriers = barrier;
  spur_threads_unlock ();
}

/* The next thread after the last member belongs to another meeting. */
static Meeting *
enter_meeting (const pthread_barrier_t *address, SpurRecordObject self, uint32_t *number)
{
  Meeting *meeting = NULL;
  Barrier *barrier;

  spur_threads_lock ();
  barrier = *find_barrier (address);
  if (barrier != NULL && barrier->meeting == NULL)
    barrier->meeting =
      calloc (1, sizeof (Meeting) + barrier->n_members * sizeof *barrier->meeting->members);
  if (barrier != NULL && barrier->meeting != NULL)
    {
      meeting = barrier->meeting;
      meeting->members[meeting->n_here++] = self;
      meeting->n_users++;
      *number = barrier->number;
      if (meeting->n_here == barrier->n_members)
        barrier->meeting = NULL;
    }
  spur_threads_unlock ();
  return meeting;
}

static int
compare_objects (const void *a, const void *b)
{
  const SpurRecordObject *p = a, *q = b;

  return p->id < q->id ? -1 : p->id > q->id;
}

/* The same threads are the same team, in whichever order they come. */
static SpurRecordGroup
leave_meeting (Meeting *meeting, uint32_t number)
{
  char name[32];
  SpurRecordGroup team;
  bool is_last;

  snprintf (name, sizeof name, "barrier %u", number);
  spur_threads_lock ();
  qsort (meeting->members, meeting->n_here, sizeof *meeting->members, compare_objects);
  team = spur_record_group (spur_threads_layer.record, name, meeting->members, meeting->n_here);
  is_last = --meeting->n_users == 0;
  spur_threads_unlock ();
  if (is_last)
    free (meeting);
  return team;
}

#pragma GCC visibility push(default)

SPUR_THREADS_WRAP (barrier_init,
                   (pthread_barrier_t * barrier,
                    const pthread_barrierattr_t *attributes,
                    unsigned n_members))
{
  int result = spur_threads_get_real ()->barrier_init (barrier, attributes, n_members);

  if (result == 0 && spur_threads_begin ())
    {
      add_barrier (barrier, n_members);
      spur_threads_end ();
    }
  return result;
}

SPUR_THREADS_WRAP (barrier_destroy, (pthread_barrier_t * barrier))
{
  if (spur_threads_begin ())
    {
      forget_barrier (barrier);
      spur_threads_end ();
    }
  return spur_threads_get_real ()->barrier_destroy (barrier);
}

SPUR_THREADS_WRAP (barrier_wait, (pthread_barrier_t * barrier))
{
  static SpurLayerRegion region = SPUR_LAYER_REGION ("pthread_barrier_wait", IDLE);
  bool is_seen = spur_threads_begin ();
  Meeting *meeting = NULL;
  uint32_t number = 0;
  int result;

  if (is_seen)
    {
      SpurRecordState state = spur_layer_get_state (spur_threads_layer.record, &region);

      meeting = enter_meeting (barrier, spur_threads_get_self (), &number);
      if (meeting != NULL)
        spur_record_barrier_enter (spur_threads_layer.record, spur_threads_get_self (), state);
      spur_threads_end ();
    }
  result = spur_threads_get_real ()->barrier_wait (barrier);
  if (meeting != NULL && spur_threads_begin ())
    {
      spur_record_barrier_exit (spur_threads_layer.record, spur_threads_get_self (),
                                spur_layer_get_state (spur_threads_layer.record, &region),
                                leave_meeting (meeting, number), SPUR_LAYER_BARRIER);
      spur_threads_end ();
    }
  return result;
}

#pragma GCC visibility pop
