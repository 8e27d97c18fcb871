/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-complete-event.h"

/**
 * SpurWindowCompleteEvent:
 *
 * A process is done with the memory of another one.
 *
 * Who has used that of several records an event for each.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowCompleteEvent, spur_window_complete_event, SPUR_TYPE_WINDOW_EVENT)

static void
spur_window_complete_event_class_init (SpurWindowCompleteEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Complete_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_FIFO);
  spur_event_class_add_field (event_class, "access", SPUR_FIELD_UINT32, SPUR_USE_TAG,
                              "the number of the access, as both sides count; 0 where nobody does");
}

static void
spur_window_complete_event_init (SpurWindowCompleteEvent *self)
{
}

/**
 * spur_window_complete_event_get_access:
 * @self: an event of the class Window_Complete_Event
 *
 * Gets the number of the access, as both sides count.
 *
 * Returns: the number of the access, as both sides count; 0 where nobody does
 *
 * Since: 1.0
 */
guint32
spur_window_complete_event_get_access (SpurWindowCompleteEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_COMPLETE_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "access");
}
