/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-thread-end-event.h"

/**
 * SpurThreadEndEvent:
 *
 * A thread has ended and can be joined.
 *
 * The Thread_Join_Event with the same number happens after it.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurThreadEndEvent, spur_thread_end_event, SPUR_TYPE_LO_TERMINATION_EVENT)

static void
spur_thread_end_event_class_init (SpurThreadEndEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Thread_End_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_GATHER);
  spur_event_class_add_field (event_class, "join", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the join, unique in the trace");
}

static void
spur_thread_end_event_init (SpurThreadEndEvent *self)
{
}

/**
 * spur_thread_end_event_get_join:
 * @self: an event of the class Thread_End_Event
 *
 * Gets the number of the join, unique in the trace.
 *
 * Returns: the number of the join, unique in the trace
 *
 * Since: 1.0
 */
guint64
spur_thread_end_event_get_join (SpurThreadEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_THREAD_END_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "join");
}
