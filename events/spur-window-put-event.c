/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-put-event.h"

/**
 * SpurWindowPutEvent:
 *
 * A process writes into the memory of another one.
 *
 * What orders it are the synchronising events around it.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowPutEvent, spur_window_put_event, SPUR_TYPE_WINDOW_EVENT)

static void
spur_window_put_event_class_init (SpurWindowPutEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Put_Event");
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes that are moved");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

static void
spur_window_put_event_init (SpurWindowPutEvent *self)
{
}

/**
 * spur_window_put_event_get_size:
 * @self: an event of the class Window_Put_Event
 *
 * Gets bytes that are moved.
 *
 * Returns: bytes that are moved
 *
 * Since: 1.0
 */
guint64
spur_window_put_event_get_size (SpurWindowPutEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_PUT_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "size");
}
