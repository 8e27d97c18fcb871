/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-collective-end-event.h"

/**
 * SpurCollectiveEndEvent:
 *
 * A member leaves a collective operation (FZJ-JSC-IB-2007-11 section 3.4).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCollectiveEndEvent, spur_collective_end_event, SPUR_TYPE_COLLECTIVE_EVENT)

static void
spur_collective_end_event_class_init (SpurCollectiveEndEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Collective_End_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_COLLECTIVE_END, SPUR_MATCH_INSTANCE);
  spur_event_class_add_field (event_class, "communicator", SPUR_FIELD_GROUP, SPUR_USE_COMMUNICATOR,
                              "who takes part");
  spur_event_class_add_field (event_class, "pattern", SPUR_FIELD_UINT8, SPUR_USE_PATTERN,
                              "who waits for whom, a SpurPattern");
  spur_event_class_add_field (
    event_class, "root", SPUR_FIELD_UINT32, SPUR_USE_ROOT,
    "the root, counted in the communicator's order; absent where there is none");
  spur_event_class_add_field (event_class, "sent", SPUR_FIELD_UINT64, SPUR_USE_SENT_BYTES,
                              "bytes that this member sends");
  spur_event_class_set_unit (event_class, "sent", "bytes");
  spur_event_class_add_field (event_class, "received", SPUR_FIELD_UINT64, SPUR_USE_RECEIVED_BYTES,
                              "bytes that this member receives");
  spur_event_class_set_unit (event_class, "received", "bytes");
  spur_event_class_add_field (event_class, "operation", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "the operation, as in \"Allreduce\"");
}

static void
spur_collective_end_event_init (SpurCollectiveEndEvent *self)
{
}

/**
 * spur_collective_end_event_get_communicator:
 * @self: an event of the class Collective_End_Event
 *
 * Gets who takes part.
 *
 * Returns: (transfer none) (nullable): who takes part
 *
 * Since: 1.0
 */
const char *
spur_collective_end_event_get_communicator (SpurCollectiveEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_END_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "communicator");
}

/**
 * spur_collective_end_event_get_pattern:
 * @self: an event of the class Collective_End_Event
 *
 * Gets who waits for whom, a #SpurPattern.
 *
 * Returns: who waits for whom, a #SpurPattern
 *
 * Since: 1.0
 */
guint8
spur_collective_end_event_get_pattern (SpurCollectiveEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_END_EVENT (self), 0);

  return (guint8) spur_event_get_uint (SPUR_EVENT (self), "pattern");
}

/**
 * spur_collective_end_event_get_root:
 * @self: an event of the class Collective_End_Event
 *
 * Gets the root, counted in the communicator's order.
 *
 * Returns: the root, counted in the communicator's order; absent where there is none
 *
 * Since: 1.0
 */
guint32
spur_collective_end_event_get_root (SpurCollectiveEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_END_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "root");
}

/**
 * spur_collective_end_event_get_sent:
 * @self: an event of the class Collective_End_Event
 *
 * Gets bytes that this member sends.
 *
 * Returns: bytes that this member sends
 *
 * Since: 1.0
 */
guint64
spur_collective_end_event_get_sent (SpurCollectiveEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_END_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "sent");
}

/**
 * spur_collective_end_event_get_received:
 * @self: an event of the class Collective_End_Event
 *
 * Gets bytes that this member receives.
 *
 * Returns: bytes that this member receives
 *
 * Since: 1.0
 */
guint64
spur_collective_end_event_get_received (SpurCollectiveEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_END_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "received");
}

/**
 * spur_collective_end_event_get_operation:
 * @self: an event of the class Collective_End_Event
 *
 * Gets the operation, as in "Allreduce".
 *
 * Returns: (transfer none) (nullable): the operation, as in "Allreduce"
 *
 * Since: 1.0
 */
const char *
spur_collective_end_event_get_operation (SpurCollectiveEndEvent *self)
{
  g_return_val_if_fail (SPUR_IS_COLLECTIVE_END_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "operation");
}
