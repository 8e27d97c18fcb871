/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-collective-completion-event.h"

/**
 * SpurCollectiveCompletionEvent:
 *
 * A collective operation that does not block is complete for a member. Operations are counted in
 * the order in which they were begun, whatever the order in which they are complete.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCollectiveCompletionEvent,
               spur_collective_completion_event,
               SPUR_TYPE_COLLECTIVE_END_EVENT)

static void
spur_collective_completion_event_class_init (SpurCollectiveCompletionEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Collective_Completion_Event");
  spur_event_class_add_field (event_class, "request", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the request, the same where it was begun");
}

static void
spur_collective_completion_event_init (SpurCollectiveCompletionEvent *self)
{
}

/**
 * spur_collective_completion_event_get_request:
 * @self: an event of the class Collective_Completion_Event
 *
 * Gets the number of the request, the same where it was begun.
 *
 * Returns: the number of the request, the same where it was begun
 *
 * Since: 1.0
 */
guint64
spur_collective_completion_event_get_request (SpurCollectiveCompletionEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_COMPLETION_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "request");
}
