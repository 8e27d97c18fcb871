/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-start-event.h"

/**
 * SpurWindowStartEvent:
 *
 * A process may use the memory that another one has opened.
 *
 * It happens after the Window_Post_Event of the other side. Who waits for several records an
 * event for each.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowStartEvent, spur_window_start_event, SPUR_TYPE_WINDOW_EVENT)

static void
spur_window_start_event_class_init (SpurWindowStartEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Start_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO);
  spur_event_class_add_field (
    event_class, "exposure", SPUR_FIELD_UINT32, SPUR_USE_TAG,
    "the number of the exposure, as both sides count; 0 where nobody does");
}

static void
spur_window_start_event_init (SpurWindowStartEvent *self)
{
}

/**
 * spur_window_start_event_get_exposure:
 * @self: an event of the class Window_Start_Event
 *
 * Gets the number of the exposure, as both sides count.
 *
 * Returns: the number of the exposure, as both sides count; 0 where nobody does
 *
 * Since: 1.0
 */
guint32
spur_window_start_event_get_exposure (SpurWindowStartEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_START_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "exposure");
}
