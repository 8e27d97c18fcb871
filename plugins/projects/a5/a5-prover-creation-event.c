/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-prover-creation-event.h"

struct _A5ProverCreationEvent
{
  SpurLoCreationPlacementEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5ProverCreationEvent,
                     a5_prover_creation_event,
                     SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT)

static void
a5_prover_creation_event_class_init (A5ProverCreationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Prover_Creation_Event");
  spur_event_class_add_field (event_class, "problem", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "the conjecture that is to be proved");
  spur_event_class_add_field (event_class, "strategy", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "how it searches");
  spur_event_class_add_field (event_class, "resources", SPUR_FIELD_LIST, SPUR_USE_RESOURCES,
                              "what it needs");
}

static void
a5_prover_creation_event_init (A5ProverCreationEvent *self)
{
}
