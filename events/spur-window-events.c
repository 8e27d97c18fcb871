/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One-sided operations on the windows of a communicator. */
#include "events/spur-window-events.h"

/**
 * SpurWindowEvent:
 *
 * A process uses memory of others through a window, as with MPI.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowEvent,
  spur_window_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("Window_Event"),
  SPUR_TRAIT_FIELD ("window", GROUP, COMMUNICATOR, "the window: the processes that share it"),
  SPUR_TRAIT_FIELD ("peer", OBJECT, PEER, "the process at the other side"),
  SPUR_TRAIT_FIELD (
    "peers", GROUP, MEMBERS, "the processes at the other side, where there are several"))

/**
 * SpurWindowPutEvent:
 *
 * A process writes into the memory of another one.
 *
 * What orders it are the synchronising events around it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowPutEvent,
  spur_window_put_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Put_Event"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes that are moved"))

/**
 * SpurWindowGetEvent:
 *
 * A process reads from the memory of another one.
 *
 * What orders it are the synchronising events around it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowGetEvent,
  spur_window_get_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Get_Event"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes that are moved"))

/**
 * SpurWindowPostEvent:
 *
 * A process opens its memory to another one.
 *
 * Who opens it to several records an event for each.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowPostEvent,
  spur_window_post_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Post_Event"),
  SPUR_TRAIT_ROLE (SEND, FIFO),
  SPUR_TRAIT_FIELD ("exposure",
                    UINT32,
                    TAG,
                    "the number of the exposure, as both sides count; 0 where neither does"))

/**
 * SpurWindowStartEvent:
 *
 * A process may use the memory that another one has opened.
 *
 * It happens after the Window_Post_Event of the other side. A process that waits for several
 * records an event for each.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowStartEvent,
  spur_window_start_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Start_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, FIFO),
  SPUR_TRAIT_FIELD ("exposure",
                    UINT32,
                    TAG,
                    "the number of the exposure, as both sides count; 0 where neither does"))

/**
 * SpurWindowCompleteEvent:
 *
 * A process is done with the memory of another one.
 *
 * A process that has used that of several records an event for each.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowCompleteEvent,
  spur_window_complete_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Complete_Event"),
  SPUR_TRAIT_ROLE (SEND, FIFO),
  SPUR_TRAIT_FIELD (
    "access", UINT32, TAG, "the number of the access, as both sides count; 0 where neither does"))

/**
 * SpurWindowWaitEvent:
 *
 * A process knows that another one is done with its memory.
 *
 * It happens after the Window_Complete_Event of the other side. A process that waits for several
 * records an event for each.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowWaitEvent,
  spur_window_wait_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Wait_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, FIFO),
  SPUR_TRAIT_FIELD (
    "access", UINT32, TAG, "the number of the access, as both sides count; 0 where neither does"))

/**
 * SpurWindowLockEvent:
 *
 * A process has got the lock of the memory of another one.
 *
 * It happens after the Window_Unlock_Event of the same lock and grant, if there is one.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowLockEvent,
  spur_window_lock_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Lock_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, HANDOVER),
  SPUR_TRAIT_FIELD (
    "lock", UINT32, TAG, "the number of the lock: one for each process of each window"),
  SPUR_TRAIT_FIELD ("grant",
                    UINT64,
                    MESSAGE_ID,
                    "how often the lock was given back before; 0 for the first to get it"))

/**
 * SpurWindowUnlockEvent:
 *
 * A process gives the lock of the memory of another one back.
 *
 * The Window_Lock_Event of the same lock and grant happens after it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurWindowUnlockEvent,
  spur_window_unlock_event,
  SPUR_TYPE_WINDOW_EVENT,
  SPUR_TRAIT_NAME ("Window_Unlock_Event"),
  SPUR_TRAIT_ROLE (SEND, HANDOVER),
  SPUR_TRAIT_FIELD (
    "lock", UINT32, TAG, "the number of the lock: one for each process of each window"),
  SPUR_TRAIT_FIELD (
    "grant", UINT64, MESSAGE_ID, "how often the lock was given back, with this time; from 1"))

/**
 * SpurWindowFenceEvent:
 *
 * A member of a window leaves a fence, in which all have waited for all.
 *
 * A Collective_Begin_Event of the same member says when it came. Its pattern is
 * %SPUR_PATTERN_BARRIER from the start.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowFenceEvent, spur_window_fence_event, SPUR_TYPE_COLLECTIVE_END_EVENT)

static void
spur_window_fence_event_constructed (GObject *object)
{
  G_OBJECT_CLASS (spur_window_fence_event_parent_class)->constructed (object);
  spur_event_set_uint (SPUR_EVENT (object), "pattern", SPUR_PATTERN_BARRIER);
}

static void
spur_window_fence_event_class_init (SpurWindowFenceEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = spur_window_fence_event_constructed;
  spur_event_class_set_name (event_class, "Window_Fence_Event");
}

static void
spur_window_fence_event_init (SpurWindowFenceEvent *self)
{
}
