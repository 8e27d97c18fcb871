/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-collective-event.h"

/**
 * SpurCollectiveEvent:
 *
 * A member takes part in a collective operation (FZJ-JSC-IB-2007-11 section 3.4).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCollectiveEvent, spur_collective_event, SPUR_TYPE_LO_EVENT)

static void
spur_collective_event_class_init (SpurCollectiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Collective_Event");
}

static void
spur_collective_event_init (SpurCollectiveEvent *self)
{
}
