/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-post-event.h"

/**
 * SpurWindowPostEvent:
 *
 * A process opens its memory to another one.
 *
 * Who opens it to several records an event for each.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowPostEvent, spur_window_post_event, SPUR_TYPE_WINDOW_EVENT)

static void
spur_window_post_event_class_init (SpurWindowPostEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Post_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_FIFO);
  spur_event_class_add_field (
    event_class, "exposure", SPUR_FIELD_UINT32, SPUR_USE_TAG,
    "the number of the exposure, as both sides count; 0 where nobody does");
}

static void
spur_window_post_event_init (SpurWindowPostEvent *self)
{
}

/**
 * spur_window_post_event_get_exposure:
 * @self: an event of the class Window_Post_Event
 *
 * Gets the number of the exposure, as both sides count.
 *
 * Returns: the number of the exposure, as both sides count; 0 where nobody does
 *
 * Since: 1.0
 */
guint32
spur_window_post_event_get_exposure (SpurWindowPostEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_POST_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "exposure");
}
