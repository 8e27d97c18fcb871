/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-subproblem-creation-event.h"

struct _A7SubproblemCreationEvent
{
  SpurLoCreationPlacementEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A7SubproblemCreationEvent,
                     a7_subproblem_creation_event,
                     SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT)

static void
a7_subproblem_creation_event_class_init (A7SubproblemCreationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Subproblem_Creation_Event");
  spur_event_class_add_field (event_class, "weight", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how much work it is");
  spur_event_class_set_unit (event_class, "weight", "units");
}

static void
a7_subproblem_creation_event_init (A7SubproblemCreationEvent *self)
{
}
