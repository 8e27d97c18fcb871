/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-region-enter-event.h"

/**
 * SpurRegionEnterEvent:
 *
 * A region of code is entered: a state change inside of the present state.
 *
 * Its records are kept small: the old state follows from the order of the stream, and there are
 * no values.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurRegionEnterEvent, spur_region_enter_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
spur_region_enter_event_class_init (SpurRegionEnterEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Region_Enter_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_ENTER);
  spur_event_class_omit_field (event_class, "old_state");
  spur_event_class_omit_field (event_class, "values");
}

static void
spur_region_enter_event_init (SpurRegionEnterEvent *self)
{
}
