/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-proof-event.h"

struct _A5ProofEvent
{
  SpurLoStateChangeEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5ProofEvent, a5_proof_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
a5_proof_event_class_init (A5ProofEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Proof_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "depth", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how deep the proof is");
  spur_event_class_set_unit (event_class, "depth", "1");
  spur_event_class_add_field (event_class, "inferences", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how many inferences it took");
  spur_event_class_set_unit (event_class, "inferences", "inferences");
  spur_event_class_add_field (event_class, "lemmas", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many lemmas of others it could use");
  spur_event_class_set_unit (event_class, "lemmas", "lemmas");
}

static void
a5_proof_event_init (A5ProofEvent *self)
{
}
