/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-target-removal-event.h"

/**
 * SpurTargetRemovalEvent:
 *
 * A target is no more (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurTargetRemovalEvent, spur_target_removal_event, SPUR_TYPE_TARGET_EVENT)

static void
spur_target_removal_event_class_init (SpurTargetRemovalEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Target_Removal_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_END);
}

static void
spur_target_removal_event_init (SpurTargetRemovalEvent *self)
{
}
