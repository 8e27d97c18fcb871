/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-prover-termination-event.h"

struct _A5ProverTerminationEvent
{
  SpurLoTerminationEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5ProverTerminationEvent,
                     a5_prover_termination_event,
                     SPUR_TYPE_LO_TERMINATION_EVENT)

static void
a5_prover_termination_event_class_init (A5ProverTerminationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Prover_Termination_Event");
  spur_event_class_add_field (event_class, "reason", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "why: its own proof, that of another one, or none");
}

static void
a5_prover_termination_event_init (A5ProverTerminationEvent *self)
{
}
