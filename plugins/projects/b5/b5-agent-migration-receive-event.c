/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-agent-migration-receive-event.h"

struct _B5AgentMigrationReceiveEvent
{
  SpurLoMigrationReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5AgentMigrationReceiveEvent,
                     b5_agent_migration_receive_event,
                     SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT)

static void
b5_agent_migration_receive_event_class_init (B5AgentMigrationReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Agent_Migration_Receive_Event");
  spur_event_class_add_field (event_class, "tasks", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many tasks go with it");
  spur_event_class_set_unit (event_class, "tasks", "tasks");
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the agent and its tasks");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

static void
b5_agent_migration_receive_event_init (B5AgentMigrationReceiveEvent *self)
{
}
