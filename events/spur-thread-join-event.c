/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-thread-join-event.h"

/**
 * SpurThreadJoinEvent:
 *
 * A thread has waited for the end of another one.
 *
 * It happens after the Thread_End_Event with the same number. Who waits for a team records an
 * event for each of its threads.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurThreadJoinEvent, spur_thread_join_event, SPUR_TYPE_LO_EVENT)

static void
spur_thread_join_event_class_init (SpurThreadJoinEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Thread_Join_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_GATHER);
  spur_event_class_add_field (event_class, "ended", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the thread that has ended");
  spur_event_class_add_field (event_class, "join", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the join, unique in the trace");
}

static void
spur_thread_join_event_init (SpurThreadJoinEvent *self)
{
}

/**
 * spur_thread_join_event_get_ended:
 * @self: an event of the class Thread_Join_Event
 *
 * Gets the thread that has ended.
 *
 * Returns: (transfer none) (nullable): the thread that has ended
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_thread_join_event_get_ended (SpurThreadJoinEvent *self)
{
  g_return_val_if_fail (SPUR_IS_THREAD_JOIN_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "ended");
}

/**
 * spur_thread_join_event_get_join:
 * @self: an event of the class Thread_Join_Event
 *
 * Gets the number of the join, unique in the trace.
 *
 * Returns: the number of the join, unique in the trace
 *
 * Since: 1.0
 */
guint64
spur_thread_join_event_get_join (SpurThreadJoinEvent *self)
{
  g_return_val_if_fail (SPUR_IS_THREAD_JOIN_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "join");
}
