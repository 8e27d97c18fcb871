/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Threads of a process: forks and joins, locks and barriers. */
#include "events/spur-thread-events.h"

/**
 * SpurThreadForkEvent:
 *
 * A thread, or a team of threads, is forked.
 *
 * The load object is the new thread, or what stands for the team; its Thread_Begin_Events, with
 * the same number, happen after it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurThreadForkEvent,
  spur_thread_fork_event,
  SPUR_TYPE_LO_CREATION_EVENT,
  SPUR_TRAIT_NAME ("Thread_Fork_Event"),
  SPUR_TRAIT_ROLE (SEND, BY_ID),
  SPUR_TRAIT_FIELD ("team", UINT64, MESSAGE_ID, "the number of the fork, unique in the trace"))

/**
 * SpurThreadBeginEvent:
 *
 * A forked thread begins to run.
 *
 * It happens after the Thread_Fork_Event with the same number. One fork may have many.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurThreadBeginEvent,
  spur_thread_begin_event,
  SPUR_TYPE_LO_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("Thread_Begin_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
  SPUR_TRAIT_FIELD ("team", UINT64, MESSAGE_ID, "the number of the fork, unique in the trace"))

/**
 * SpurThreadEndEvent:
 *
 * A thread has ended and can be joined.
 *
 * The Thread_Join_Event with the same number happens after it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurThreadEndEvent,
  spur_thread_end_event,
  SPUR_TYPE_LO_TERMINATION_EVENT,
  SPUR_TRAIT_NAME ("Thread_End_Event"),
  SPUR_TRAIT_ROLE (SEND, GATHER),
  SPUR_TRAIT_FIELD ("join", UINT64, MESSAGE_ID, "the number of the join, unique in the trace"))

/**
 * SpurThreadJoinEvent:
 *
 * A thread has waited for the end of another one.
 *
 * It happens after the Thread_End_Event with the same number. A thread that waits for a team
 * records an event for each thread of the team.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurThreadJoinEvent,
  spur_thread_join_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Thread_Join_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, GATHER),
  SPUR_TRAIT_FIELD ("ended", OBJECT, NONE, "the thread that has ended"),
  SPUR_TRAIT_FIELD ("join", UINT64, MESSAGE_ID, "the number of the join, unique in the trace"))

/**
 * SpurLockAcquireEvent:
 *
 * A thread has got a lock.
 *
 * It happens after the Lock_Release_Event of the same lock and order, if there is one.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLockAcquireEvent,
  spur_lock_acquire_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Lock_Acquire_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, HANDOVER),
  SPUR_TRAIT_FIELD ("lock", UINT32, TAG, "the number of the lock"),
  SPUR_TRAIT_FIELD ("order",
                    UINT64,
                    MESSAGE_ID,
                    "how often the lock was released before; 0 for the first to get it"))

/**
 * SpurLockReleaseEvent:
 *
 * A thread gives a lock back.
 *
 * The Lock_Acquire_Event of the same lock and order happens after it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLockReleaseEvent,
  spur_lock_release_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Lock_Release_Event"),
  SPUR_TRAIT_ROLE (SEND, HANDOVER),
  SPUR_TRAIT_FIELD ("lock", UINT32, TAG, "the number of the lock"),
  SPUR_TRAIT_FIELD (
    "order", UINT64, MESSAGE_ID, "how often the lock was released, with this time; from 1"))

/**
 * SpurBarrierEnterEvent:
 *
 * A member of a team enters the region of a barrier: a region like any other one, and the begin of
 * a collective operation of the team.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurBarrierEnterEvent,
                         spur_barrier_enter_event,
                         SPUR_TYPE_REGION_ENTER_EVENT,
                         SPUR_TRAIT_NAME ("Barrier_Enter_Event"),
                         SPUR_TRAIT_ROLE (COLLECTIVE_BEGIN, INSTANCE))

/**
 * SpurBarrierExitEvent:
 *
 * A member of a team leaves the region of a barrier, and has waited for all others.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurBarrierExitEvent, spur_barrier_exit_event, SPUR_TYPE_REGION_EXIT_EVENT)

static void
spur_barrier_exit_event_constructed (GObject *object)
{
  G_OBJECT_CLASS (spur_barrier_exit_event_parent_class)->constructed (object);
  spur_event_set_uint (SPUR_EVENT (object), "pattern", SPUR_PATTERN_BARRIER);
}

static void
spur_barrier_exit_event_class_init (SpurBarrierExitEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = spur_barrier_exit_event_constructed;
  spur_event_class_set_name (event_class, "Barrier_Exit_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_COLLECTIVE_END, SPUR_MATCH_INSTANCE);
  spur_event_class_add_field (event_class, "team", SPUR_FIELD_GROUP, SPUR_USE_COMMUNICATOR,
                              "the team; absent where the barrier is not known to be that of one");
  spur_event_class_add_field (event_class, "pattern", SPUR_FIELD_UINT8, SPUR_USE_PATTERN,
                              "who waits for whom, a SpurPattern: all for all");
}

static void
spur_barrier_exit_event_init (SpurBarrierExitEvent *self)
{
}
