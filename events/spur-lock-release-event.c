/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lock-release-event.h"

/**
 * SpurLockReleaseEvent:
 *
 * A thread gives a lock back.
 *
 * The Lock_Acquire_Event of the same lock and order happens after it.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLockReleaseEvent, spur_lock_release_event, SPUR_TYPE_LO_EVENT)

static void
spur_lock_release_event_class_init (SpurLockReleaseEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Lock_Release_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_HANDOVER);
  spur_event_class_add_field (event_class, "lock", SPUR_FIELD_UINT32, SPUR_USE_TAG,
                              "the number of the lock");
  spur_event_class_add_field (event_class, "order", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "how often the lock was released, with this time; from 1");
}

static void
spur_lock_release_event_init (SpurLockReleaseEvent *self)
{
}

/**
 * spur_lock_release_event_get_lock:
 * @self: an event of the class Lock_Release_Event
 *
 * Gets the number of the lock.
 *
 * Returns: the number of the lock
 *
 * Since: 1.0
 */
guint32
spur_lock_release_event_get_lock (SpurLockReleaseEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LOCK_RELEASE_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "lock");
}

/**
 * spur_lock_release_event_get_order:
 * @self: an event of the class Lock_Release_Event
 *
 * Gets how often the lock was released, with this time.
 *
 * Returns: how often the lock was released, with this time; from 1
 *
 * Since: 1.0
 */
guint64
spur_lock_release_event_get_order (SpurLockReleaseEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LOCK_RELEASE_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "order");
}
