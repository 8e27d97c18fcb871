/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-wait-event.h"

/**
 * SpurWindowWaitEvent:
 *
 * A process knows that another one is done with its memory.
 *
 * It happens after the Window_Complete_Event of the other side. Who waits for several records an
 * event for each.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowWaitEvent, spur_window_wait_event, SPUR_TYPE_WINDOW_EVENT)

static void
spur_window_wait_event_class_init (SpurWindowWaitEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Wait_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO);
  spur_event_class_add_field (event_class, "access", SPUR_FIELD_UINT32, SPUR_USE_TAG,
                              "the number of the access, as both sides count; 0 where nobody does");
}

static void
spur_window_wait_event_init (SpurWindowWaitEvent *self)
{
}

/**
 * spur_window_wait_event_get_access:
 * @self: an event of the class Window_Wait_Event
 *
 * Gets the number of the access, as both sides count.
 *
 * Returns: the number of the access, as both sides count; 0 where nobody does
 *
 * Since: 1.0
 */
guint32
spur_window_wait_event_get_access (SpurWindowWaitEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_WAIT_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "access");
}
