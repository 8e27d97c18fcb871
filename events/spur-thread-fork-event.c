/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-thread-fork-event.h"

/**
 * SpurThreadForkEvent:
 *
 * A thread, or a team of threads, is forked.
 *
 * The load object is the new thread, or what stands for the team; its Thread_Begin_Events, with
 * the same number, happen after it.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurThreadForkEvent, spur_thread_fork_event, SPUR_TYPE_LO_CREATION_EVENT)

static void
spur_thread_fork_event_class_init (SpurThreadForkEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Thread_Fork_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_BY_ID);
  spur_event_class_add_field (event_class, "team", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the fork, unique in the trace");
}

static void
spur_thread_fork_event_init (SpurThreadForkEvent *self)
{
}

/**
 * spur_thread_fork_event_get_team:
 * @self: an event of the class Thread_Fork_Event
 *
 * Gets the number of the fork, unique in the trace.
 *
 * Returns: the number of the fork, unique in the trace
 *
 * Since: 1.0
 */
guint64
spur_thread_fork_event_get_team (SpurThreadForkEvent *self)
{
  g_return_val_if_fail (SPUR_IS_THREAD_FORK_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "team");
}
