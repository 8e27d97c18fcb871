/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-region-exit-event.h"

/**
 * SpurRegionExitEvent:
 *
 * A region of code is left: the innermost state ends.
 *
 * Its records are kept small: the old state follows from the order of the stream, and there are
 * no values.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurRegionExitEvent, spur_region_exit_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
spur_region_exit_event_class_init (SpurRegionExitEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Region_Exit_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_LEAVE);
  spur_event_class_omit_field (event_class, "old_state");
  spur_event_class_omit_field (event_class, "values");
}

static void
spur_region_exit_event_init (SpurRegionExitEvent *self)
{
}
