/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lock-acquire-event.h"

/**
 * SpurLockAcquireEvent:
 *
 * A thread has got a lock.
 *
 * It happens after the Lock_Release_Event of the same lock and order, if there is one.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLockAcquireEvent, spur_lock_acquire_event, SPUR_TYPE_LO_EVENT)

static void
spur_lock_acquire_event_class_init (SpurLockAcquireEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Lock_Acquire_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_HANDOVER);
  spur_event_class_add_field (event_class, "lock", SPUR_FIELD_UINT32, SPUR_USE_TAG,
                              "the number of the lock");
  spur_event_class_add_field (event_class, "order", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "how often the lock was released before; 0 for the first to get it");
}

static void
spur_lock_acquire_event_init (SpurLockAcquireEvent *self)
{
}

/**
 * spur_lock_acquire_event_get_lock:
 * @self: an event of the class Lock_Acquire_Event
 *
 * Gets the number of the lock.
 *
 * Returns: the number of the lock
 *
 * Since: 1.0
 */
guint32
spur_lock_acquire_event_get_lock (SpurLockAcquireEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LOCK_ACQUIRE_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "lock");
}

/**
 * spur_lock_acquire_event_get_order:
 * @self: an event of the class Lock_Acquire_Event
 *
 * Gets how often the lock was released before.
 *
 * Returns: how often the lock was released before; 0 for the first to get it
 *
 * Since: 1.0
 */
guint64
spur_lock_acquire_event_get_order (SpurLockAcquireEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LOCK_ACQUIRE_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "order");
}
