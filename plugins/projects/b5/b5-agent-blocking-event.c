/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-agent-blocking-event.h"

struct _B5AgentBlockingEvent
{
  SpurLoStateChangeEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5AgentBlockingEvent, b5_agent_blocking_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
b5_agent_blocking_event_class_init (B5AgentBlockingEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Agent_Blocking_Event");
  spur_event_class_omit_field (event_class, "values");
}

static void
b5_agent_blocking_event_init (B5AgentBlockingEvent *self)
{
}
