/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-migration-send-event.h"

/**
 * SpurLoMigrationSendEvent:
 *
 * A load object leaves for another place (TUM-I9909 section 3.2.1).
 *
 * Until the LO_Migration_Receive_Event of the same number it is in transit, so this event says
 * nothing of where it is.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoMigrationSendEvent, spur_lo_migration_send_event, SPUR_TYPE_LO_MIGRATION_EVENT)

static void
spur_lo_migration_send_event_class_init (SpurLoMigrationSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Migration_Send_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_BY_ID);
  spur_event_class_set_effect (event_class, SPUR_EFFECT_NONE);
  spur_event_class_add_field (
    event_class, "migration", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
    "the number of the migration, the same where it is sent and where it is received");
}

static void
spur_lo_migration_send_event_init (SpurLoMigrationSendEvent *self)
{
}

/**
 * spur_lo_migration_send_event_get_migration:
 * @self: an event of the class LO_Migration_Send_Event
 *
 * Gets the number of the migration, the same where it is sent and where it is received.
 *
 * Returns: the number of the migration, the same where it is sent and where it is received
 *
 * Since: 1.0
 */
guint64
spur_lo_migration_send_event_get_migration (SpurLoMigrationSendEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MIGRATION_SEND_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "migration");
}
