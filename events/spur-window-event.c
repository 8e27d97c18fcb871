/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-window-event.h"

/**
 * SpurWindowEvent:
 *
 * A process uses memory of others through a window, as with MPI.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurWindowEvent, spur_window_event, SPUR_TYPE_LO_EVENT)

static void
spur_window_event_class_init (SpurWindowEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Window_Event");
  spur_event_class_add_field (event_class, "window", SPUR_FIELD_GROUP, SPUR_USE_COMMUNICATOR,
                              "the window: the processes that share it");
  spur_event_class_add_field (event_class, "peer", SPUR_FIELD_OBJECT, SPUR_USE_PEER,
                              "the process at the other side");
  spur_event_class_add_field (event_class, "peers", SPUR_FIELD_GROUP, SPUR_USE_MEMBERS,
                              "the processes at the other side, where there are several");
}

static void
spur_window_event_init (SpurWindowEvent *self)
{
}

/**
 * spur_window_event_get_window:
 * @self: an event of the class Window_Event
 *
 * Gets the window: the processes that share it.
 *
 * Returns: (transfer none) (nullable): the window: the processes that share it
 *
 * Since: 1.0
 */
const char *
spur_window_event_get_window (SpurWindowEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "window");
}

/**
 * spur_window_event_get_peer:
 * @self: an event of the class Window_Event
 *
 * Gets the process at the other side.
 *
 * Returns: (transfer none) (nullable): the process at the other side
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_window_event_get_peer (SpurWindowEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}

/**
 * spur_window_event_get_peers:
 * @self: an event of the class Window_Event
 *
 * Gets the processes at the other side, where there are several.
 *
 * Returns: (transfer none) (nullable): the processes at the other side, where there are several
 *
 * Since: 1.0
 */
const char *
spur_window_event_get_peers (SpurWindowEvent *self)
{
  g_return_val_if_fail (SPUR_IS_WINDOW_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "peers");
}
