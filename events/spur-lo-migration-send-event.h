/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-migration-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MIGRATION_SEND_EVENT (spur_lo_migration_send_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoMigrationSendEvent,
                          spur_lo_migration_send_event,
                          SPUR,
                          LO_MIGRATION_SEND_EVENT,
                          SpurLoMigrationEvent)

/**
 * SpurLoMigrationSendEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMigrationSendEventClass
{
  SpurLoMigrationEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
guint64 spur_lo_migration_send_event_get_migration (SpurLoMigrationSendEvent *self);

G_END_DECLS
