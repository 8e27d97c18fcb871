/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-collective-exchange-event.h"

/**
 * SpurCollectiveExchangeEvent:
 *
 * A member leaves a collective operation of which it is recorded who got data from whom, as
 * Alltoallv and Alltoallw exchange it: it waits for these members only, where the pattern is
 * %SPUR_PATTERN_PAIRS.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCollectiveExchangeEvent,
               spur_collective_exchange_event,
               SPUR_TYPE_COLLECTIVE_END_EVENT)

static void
spur_collective_exchange_event_class_init (SpurCollectiveExchangeEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Collective_Exchange_Event");
  spur_event_class_add_field (
    event_class, "senders", SPUR_FIELD_GROUP, SPUR_USE_MEMBERS,
    "the members that it got data from; absent where that is not recorded");
}

static void
spur_collective_exchange_event_init (SpurCollectiveExchangeEvent *self)
{
}

/**
 * spur_collective_exchange_event_get_senders:
 * @self: an event of the class Collective_Exchange_Event
 *
 * Gets the members that it got data from.
 *
 * Returns: (transfer none) (nullable): the members that it got data from
 *
 * Since: 1.0
 */
const char *
spur_collective_exchange_event_get_senders (SpurCollectiveExchangeEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_EXCHANGE_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "senders");
}
