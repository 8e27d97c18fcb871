/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-barrier-exit-event.h"

/**
 * SpurBarrierExitEvent:
 *
 * A member of a team leaves the region of a barrier, and has waited for all others.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurBarrierExitEvent, spur_barrier_exit_event, SPUR_TYPE_REGION_EXIT_EVENT)

static void
spur_barrier_exit_event_constructed (GObject *object)
{
  G_OBJECT_CLASS (spur_barrier_exit_event_parent_class)->constructed (object);
  spur_event_set_uint (SPUR_EVENT (object), "pattern", SPUR_PATTERN_BARRIER);
}

static void
spur_barrier_exit_event_class_init (SpurBarrierExitEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = spur_barrier_exit_event_constructed;
  spur_event_class_set_name (event_class, "Barrier_Exit_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_COLLECTIVE_END, SPUR_MATCH_INSTANCE);
  spur_event_class_add_field (event_class, "team", SPUR_FIELD_GROUP, SPUR_USE_COMMUNICATOR,
                              "the team; absent where the barrier is not known to be that of one");
  spur_event_class_add_field (event_class, "pattern", SPUR_FIELD_UINT8, SPUR_USE_PATTERN,
                              "who waits for whom, a SpurPattern: all for all");
}

static void
spur_barrier_exit_event_init (SpurBarrierExitEvent *self)
{
}

/**
 * spur_barrier_exit_event_get_team:
 * @self: an event of the class Barrier_Exit_Event
 *
 * Gets the team.
 *
 * Returns: (transfer none) (nullable): the team
 *
 * Since: 1.0
 */
const char *
spur_barrier_exit_event_get_team (SpurBarrierExitEvent *self)
{
  g_return_val_if_fail (SPUR_IS_BARRIER_EXIT_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "team");
}

/**
 * spur_barrier_exit_event_get_pattern:
 * @self: an event of the class Barrier_Exit_Event
 *
 * Gets who waits for whom, a #SpurPattern.
 *
 * Returns: who waits for whom, a #SpurPattern
 *
 * Since: 1.0
 */
guint8
spur_barrier_exit_event_get_pattern (SpurBarrierExitEvent *self)
{
  g_return_val_if_fail (SPUR_IS_BARRIER_EXIT_EVENT (self), 0);

  return (guint8) spur_event_get_uint (SPUR_EVENT (self), "pattern");
}
