/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-subproblem-growth-event.h"

struct _A7SubproblemGrowthEvent
{
  SpurLoStateChangeEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A7SubproblemGrowthEvent,
                     a7_subproblem_growth_event,
                     SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
a7_subproblem_growth_event_class_init (A7SubproblemGrowthEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Subproblem_Growth_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "weight", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how much work it is from now on");
  spur_event_class_set_unit (event_class, "weight", "units");
}

static void
a7_subproblem_growth_event_init (A7SubproblemGrowthEvent *self)
{
}
