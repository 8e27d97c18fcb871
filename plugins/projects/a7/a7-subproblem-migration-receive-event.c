/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-subproblem-migration-receive-event.h"

struct _A7SubproblemMigrationReceiveEvent
{
  SpurLoMigrationReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A7SubproblemMigrationReceiveEvent,
                     a7_subproblem_migration_receive_event,
                     SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT)

static void
a7_subproblem_migration_receive_event_class_init (A7SubproblemMigrationReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Subproblem_Migration_Receive_Event");
  spur_event_class_add_field (event_class, "weight", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how much work it is");
  spur_event_class_set_unit (event_class, "weight", "units");
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of its description");
  spur_event_class_set_unit (event_class, "size", "bytes");
  spur_event_class_add_field (
    event_class, "round", SPUR_FIELD_UINT32, SPUR_USE_NONE,
    "round of the strategy; the greatest number for the initial distribution");
  spur_event_class_set_unit (event_class, "round", "1");
}

static void
a7_subproblem_migration_receive_event_init (A7SubproblemMigrationReceiveEvent *self)
{
}
