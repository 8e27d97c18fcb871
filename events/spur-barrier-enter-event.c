/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-barrier-enter-event.h"

/**
 * SpurBarrierEnterEvent:
 *
 * A member of a team enters the region of a barrier: a region like any other one, and the begin of
 * a collective operation of the team.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurBarrierEnterEvent, spur_barrier_enter_event, SPUR_TYPE_REGION_ENTER_EVENT)

static void
spur_barrier_enter_event_class_init (SpurBarrierEnterEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Barrier_Enter_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_COLLECTIVE_BEGIN, SPUR_MATCH_INSTANCE);
}

static void
spur_barrier_enter_event_init (SpurBarrierEnterEvent *self)
{
}
