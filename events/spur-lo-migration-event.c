/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-migration-event.h"

/**
 * SpurLoMigrationEvent:
 *
 * A load object moves from one place to another (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoMigrationEvent, spur_lo_migration_event, SPUR_TYPE_LO_EVENT)

static void
spur_lo_migration_event_class_init (SpurLoMigrationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Migration_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_PLACE);
  spur_event_class_add_field (event_class, "source", SPUR_FIELD_OBJECT, SPUR_USE_SOURCE,
                              "where it was");
  spur_event_class_add_field (event_class, "destination", SPUR_FIELD_OBJECT, SPUR_USE_DESTINATION,
                              "where it goes");
}

static void
spur_lo_migration_event_init (SpurLoMigrationEvent *self)
{
}

/**
 * spur_lo_migration_event_get_source:
 * @self: an event of the class LO_Migration_Event
 *
 * Gets where it was.
 *
 * Returns: (transfer none) (nullable): where it was
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_migration_event_get_source (SpurLoMigrationEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MIGRATION_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "source");
}

/**
 * spur_lo_migration_event_get_destination:
 * @self: an event of the class LO_Migration_Event
 *
 * Gets where it goes.
 *
 * Returns: (transfer none) (nullable): where it goes
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_migration_event_get_destination (SpurLoMigrationEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MIGRATION_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "destination");
}
