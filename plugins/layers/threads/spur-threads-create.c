/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Threads are created, begin, end and are joined. */
#include <stdio.h>
#include <stdlib.h>

#include "plugins/layers/threads/spur-threads-layer.h"

/* A thread from its creation on until it is joined. */
typedef struct Thread Thread;
struct Thread
{
  void *(*routine) (void *);
  void *argument;
  SpurRecordObject object;
  uint64_t team;
  uint64_t join;
  pthread_t id;
  Thread *next;
};

static Thread *running;

static void
remove_thread (Thread **link)
{
  Thread *old = *link;

  *link = old->next;
  free (old);
}

/* An identifier is used again when its thread is gone, also where it was not joined. */
static void
remember_thread (Thread *thread)
{
  Thread **link = &running;

  spur_threads_lock ();
  while (*link != NULL)
    {
      if (pthread_equal ((*link)->id, thread->id))
        remove_thread (link);
      else
        link = &(*link)->next;
    }
  thread->next = running;
  running = thread;
  spur_threads_unlock ();
}

static bool
look_up (pthread_t id, Thread *copy)
{
  const Thread *thread;

  spur_threads_lock ();
  thread = running;
  while (thread != NULL && !pthread_equal (thread->id, id))
    thread = thread->next;
  if (thread != NULL)
    *copy = *thread;
  spur_threads_unlock ();
  return thread != NULL;
}

static void
forget_thread (uint64_t join)
{
  Thread **link = &running;

  spur_threads_lock ();
  while (*link != NULL && (*link)->join != join)
    link = &(*link)->next;
  if (*link != NULL)
    remove_thread (link);
  spur_threads_unlock ();
}

void
spur_threads_forget_created (void)
{
  while (running != NULL)
    remove_thread (&running);
}

static void
finish_thread (void *data)
{
  uint64_t *join = data;

  if (!spur_threads_begin ())
    return;
  spur_record_thread_end (spur_threads_layer.record, spur_threads_get_self (), *join);
  spur_threads_end ();
}

/* Also where the thread is cancelled, or ends itself. */
static void *
run_thread (void *data)
{
  Thread *thread = data;
  Thread copy = *thread;
  void *result;

  thread->id = pthread_self ();
  spur_threads_set_self (copy.object);
  remember_thread (thread);
  if (spur_threads_begin ())
    {
      spur_record_thread_begin (spur_threads_layer.record, copy.object, SPUR_RECORD_NO_OBJECT,
                                copy.team);
      spur_threads_end ();
    }
  pthread_cleanup_push (finish_thread, &copy.join);
  result = copy.routine (copy.argument);
  pthread_cleanup_pop (1);
  return result;
}

static void *
run_silently (void *data)
{
  Thread copy = *(Thread *) data;

  free (data);
  spur_threads_be_silent ();
  return copy.routine (copy.argument);
}

static Thread *
fork_thread (void)
{
  static uint32_t n_made;
  Thread *thread = calloc (1, sizeof *thread);
  SpurRecordObject self = spur_threads_get_self ();
  char name[32];

  if (thread == NULL)
    return NULL;
  snprintf (name, sizeof name, "thread %u", __atomic_add_fetch (&n_made, 1, __ATOMIC_RELAXED));
  thread->object = spur_record_new_object (spur_threads_layer.record, SPUR_RECORD_LOAD_OBJECT, name,
                                           "thread", SPUR_RECORD_NO_OBJECT);
  thread->team = spur_threads_make_number ();
  thread->join = spur_threads_make_number ();
  spur_record_thread_fork (spur_threads_layer.record, thread->object,
                           spur_record_string (spur_threads_layer.record, "thread"), self,
                           thread->team);
  return thread;
}

static int
create_thread (pthread_t *id,
               const pthread_attr_t *attributes,
               void *(*routine) (void *),
               void *argument,
               Thread *thread,
               void *(*how) (void *) )
{
  const SpurThreadsReal *real = spur_threads_get_real ();
  int result;

  if (thread == NULL)
    return real->create (id, attributes, routine, argument);
  thread->routine = routine;
  thread->argument = argument;
  result = real->create (id, attributes, how, thread);
  if (result != 0)
    free (thread);
  return result;
}

static void
note_join (const Thread *thread)
{
  spur_record_thread_join (spur_threads_layer.record, spur_threads_get_self (), thread->object,
                           thread->join);
  forget_thread (thread->join);
}

/* Who asks has waited for the end of a thread. What is known of it before, is certain to be of this
 * one, but it need not have begun then. */
#define JOIN(name, parameters, arguments)                                                          \
  SPUR_THREADS_WRAP (name, parameters)                                                             \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("pthread_join", IDLE);                      \
    Thread thread;                                                                                 \
    bool is_seen = spur_threads_begin ();                                                          \
    bool is_known = is_seen && look_up (id, &thread);                                              \
    int result;                                                                                    \
                                                                                                   \
    if (is_seen)                                                                                   \
      {                                                                                            \
        spur_threads_enter (&region);                                                              \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    result = spur_threads_get_real ()->name arguments;                                             \
    if (is_seen && spur_threads_begin ())                                                          \
      {                                                                                            \
        if (result == 0 && (is_known || look_up (id, &thread)))                                    \
          note_join (&thread);                                                                     \
        spur_threads_leave (&region);                                                              \
        spur_threads_end ();                                                                       \
      }                                                                                            \
    return result;                                                                                 \
  }

#pragma GCC visibility push(default)

/* clang-format off */
SPUR_THREADS_WRAP (create,
                   (pthread_t *id, const pthread_attr_t *attributes, void *(*routine) (void *),
                    void *argument))
{
  Thread *thread;

  if (spur_threads_is_inside ())
    return create_thread (id, attributes, routine, argument, calloc (1, sizeof *thread),
                          run_silently);
  if (!spur_threads_begin ())
    return spur_threads_get_real ()->create (id, attributes, routine, argument);
  thread = fork_thread ();
  spur_threads_end ();
  return create_thread (id, attributes, routine, argument, thread, run_thread);
}

JOIN (join, (pthread_t id, void **value), (id, value))
JOIN (tryjoin_np, (pthread_t id, void **value), (id, value))
JOIN (timedjoin_np, (pthread_t id, void **value, const struct timespec *until), (id, value, until))
/* clang-format on */

#pragma GCC visibility pop
