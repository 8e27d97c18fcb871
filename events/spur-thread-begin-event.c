/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-thread-begin-event.h"

/**
 * SpurThreadBeginEvent:
 *
 * A forked thread begins to run.
 *
 * It happens after the Thread_Fork_Event with the same number. One fork may have many.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurThreadBeginEvent, spur_thread_begin_event, SPUR_TYPE_LO_PLACEMENT_EVENT)

static void
spur_thread_begin_event_class_init (SpurThreadBeginEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Thread_Begin_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID);
  spur_event_class_add_field (event_class, "team", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the fork, unique in the trace");
}

static void
spur_thread_begin_event_init (SpurThreadBeginEvent *self)
{
}

/**
 * spur_thread_begin_event_get_team:
 * @self: an event of the class Thread_Begin_Event
 *
 * Gets the number of the fork, unique in the trace.
 *
 * Returns: the number of the fork, unique in the trace
 *
 * Since: 1.0
 */
guint64
spur_thread_begin_event_get_team (SpurThreadBeginEvent *self)
{
  g_return_val_if_fail (SPUR_IS_THREAD_BEGIN_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "team");
}
