/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-diffusion-load-event.h"

struct _A7DiffusionLoadEvent
{
  SpurLmTargetLoadEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A7DiffusionLoadEvent, a7_diffusion_load_event, SPUR_TYPE_LM_TARGET_LOAD_EVENT)

static void
a7_diffusion_load_event_class_init (A7DiffusionLoadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Diffusion_Load_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "round", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "round of the strategy, from 0");
  spur_event_class_set_unit (event_class, "round", "1");
  spur_event_class_add_field (event_class, "subproblems", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many subproblems are there");
  spur_event_class_set_unit (event_class, "subproblems", "1");
}

static void
a7_diffusion_load_event_init (A7DiffusionLoadEvent *self)
{
}
