/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-unlock-event.h"

/**
 * SpurWindowUnlockEvent:
 *
 * A process gives the lock of the memory of another one back.
 *
 * The Window_Lock_Event of the same lock and grant happens after it.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowUnlockEvent, spur_window_unlock_event, SPUR_TYPE_WINDOW_EVENT)

static void
spur_window_unlock_event_class_init (SpurWindowUnlockEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Unlock_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_HANDOVER);
  spur_event_class_add_field (event_class, "lock", SPUR_FIELD_UINT32, SPUR_USE_TAG,
                              "the number of the lock: one for each process of each window");
  spur_event_class_add_field (event_class, "grant", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "how often the lock was given back, with this time; from 1");
}

static void
spur_window_unlock_event_init (SpurWindowUnlockEvent *self)
{
}

/**
 * spur_window_unlock_event_get_lock:
 * @self: an event of the class Window_Unlock_Event
 *
 * Gets the number of the lock: one for each process of each window.
 *
 * Returns: the number of the lock: one for each process of each window
 *
 * Since: 1.0
 */
guint32
spur_window_unlock_event_get_lock (SpurWindowUnlockEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_UNLOCK_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "lock");
}

/**
 * spur_window_unlock_event_get_grant:
 * @self: an event of the class Window_Unlock_Event
 *
 * Gets how often the lock was given back, with this time.
 *
 * Returns: how often the lock was given back, with this time; from 1
 *
 * Since: 1.0
 */
guint64
spur_window_unlock_event_get_grant (SpurWindowUnlockEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_UNLOCK_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "grant");
}
