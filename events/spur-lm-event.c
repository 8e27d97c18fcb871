/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lm-event.h"

/**
 * SpurLmEvent:
 *
 * An event of the load management (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLmEvent, spur_lm_event, SPUR_TYPE_EVENT)

static void
spur_lm_event_class_init (SpurLmEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LM_Event");
}

static void
spur_lm_event_init (SpurLmEvent *self)
{
}
