/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-events.h"

/* Names in a trace are looked up among the classes that are known by then, so those of this library
 * are known as soon as it is loaded. */
__attribute__ ((constructor)) static void
register_events (void)
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
