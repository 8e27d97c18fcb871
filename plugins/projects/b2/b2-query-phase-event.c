/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-query-phase-event.h"

struct _B2QueryPhaseEvent
{
  SpurLoStateChangeEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2QueryPhaseEvent, b2_query_phase_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
b2_query_phase_event_class_init (B2QueryPhaseEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Query_Phase_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "tuples", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how many tuples it has handled so far");
  spur_event_class_set_unit (event_class, "tuples", "tuples");
}

static void
b2_query_phase_event_init (B2QueryPhaseEvent *self)
{
}
