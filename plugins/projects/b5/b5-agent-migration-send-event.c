/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-agent-migration-send-event.h"

struct _B5AgentMigrationSendEvent
{
  SpurLoMigrationSendEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5AgentMigrationSendEvent,
                     b5_agent_migration_send_event,
                     SPUR_TYPE_LO_MIGRATION_SEND_EVENT)

static void
b5_agent_migration_send_event_class_init (B5AgentMigrationSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Agent_Migration_Send_Event");
  spur_event_class_add_field (event_class, "tasks", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many tasks go with it");
  spur_event_class_set_unit (event_class, "tasks", "tasks");
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the agent and its tasks");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

static void
b5_agent_migration_send_event_init (B5AgentMigrationSendEvent *self)
{
}
