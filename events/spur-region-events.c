/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Regions of code that are entered and left. */
#include "events/spur-region-events.h"

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
SPUR_DEFINE_EVENT_CLASS (SpurRegionEnterEvent,
                         spur_region_enter_event,
                         SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                         SPUR_TRAIT_NAME ("Region_Enter_Event"),
                         SPUR_TRAIT_EFFECT (ENTER),
                         SPUR_TRAIT_OMIT ("old_state"),
                         SPUR_TRAIT_OMIT ("values"))

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
SPUR_DEFINE_EVENT_CLASS (SpurRegionExitEvent,
                         spur_region_exit_event,
                         SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                         SPUR_TRAIT_NAME ("Region_Exit_Event"),
                         SPUR_TRAIT_EFFECT (LEAVE),
                         SPUR_TRAIT_OMIT ("old_state"),
                         SPUR_TRAIT_OMIT ("values"))
