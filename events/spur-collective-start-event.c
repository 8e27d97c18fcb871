/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-collective-start-event.h"

/**
 * SpurCollectiveStartEvent:
 *
 * A member begins a collective operation that does not block: it enters, and goes on. The operation
 * ends where the request of the same number is complete; which operation it is, is known then.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCollectiveStartEvent,
               spur_collective_start_event,
               SPUR_TYPE_COLLECTIVE_BEGIN_EVENT)

static void
spur_collective_start_event_class_init (SpurCollectiveStartEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Collective_Start_Event");
  spur_event_class_add_field (event_class, "request", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the request, the same where it is complete");
}

static void
spur_collective_start_event_init (SpurCollectiveStartEvent *self)
{
}

/**
 * spur_collective_start_event_get_request:
 * @self: an event of the class Collective_Start_Event
 *
 * Gets the number of the request, the same where it is complete.
 *
 * Returns: the number of the request, the same where it is complete
 *
 * Since: 1.0
 */
guint64
spur_collective_start_event_get_request (SpurCollectiveStartEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_START_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "request");
}
