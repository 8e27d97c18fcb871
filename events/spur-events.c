/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-events.h"

/**
 * spur_events_register:
 *
 * Makes the event classes of this library known by name, so that a trace which names them is read
 * with them. May be called any number of times.
 *
 * Since: 1.0
 */
void
spur_events_register (void)
{
  const GType types[] = {
    SPUR_TYPE_LO_EVENT,
    SPUR_TYPE_LO_CREATION_EVENT,
    SPUR_TYPE_LO_PLACEMENT_EVENT,
    SPUR_TYPE_LO_MIGRATION_EVENT,
    SPUR_TYPE_LO_STATE_CHANGE_EVENT,
    SPUR_TYPE_LO_TERMINATION_EVENT,
    SPUR_TYPE_LO_MESSAGE_EVENT,
    SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
    SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
    SPUR_TYPE_CHANNEL_SEND_EVENT,
    SPUR_TYPE_CHANNEL_RECEIVE_EVENT,
    SPUR_TYPE_REGION_ENTER_EVENT,
    SPUR_TYPE_REGION_EXIT_EVENT,
    SPUR_TYPE_COLLECTIVE_EVENT,
    SPUR_TYPE_COLLECTIVE_BEGIN_EVENT,
    SPUR_TYPE_COLLECTIVE_END_EVENT,
    SPUR_TYPE_TARGET_EVENT,
    SPUR_TYPE_TARGET_ADDITION_EVENT,
    SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    g_type_ensure (types[i]);
}
