/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-termination-event.h"

/**
 * SpurLoTerminationEvent:
 *
 * A load object is no more (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoTerminationEvent, spur_lo_termination_event, SPUR_TYPE_LO_EVENT)

static void
spur_lo_termination_event_class_init (SpurLoTerminationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Termination_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_END);
}

static void
spur_lo_termination_event_init (SpurLoTerminationEvent *self)
{
}
