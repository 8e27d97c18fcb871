/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-collective-begin-event.h"

/**
 * SpurCollectiveBeginEvent:
 *
 * A member enters a collective operation (FZJ-JSC-IB-2007-11 section 3.4).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCollectiveBeginEvent, spur_collective_begin_event, SPUR_TYPE_COLLECTIVE_EVENT)

static void
spur_collective_begin_event_class_init (SpurCollectiveBeginEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Collective_Begin_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_COLLECTIVE_BEGIN, SPUR_MATCH_INSTANCE);
}

static void
spur_collective_begin_event_init (SpurCollectiveBeginEvent *self)
{
}
