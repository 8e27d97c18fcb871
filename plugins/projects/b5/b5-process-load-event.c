/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-process-load-event.h"

struct _B5ProcessLoadEvent
{
  SpurLoStateChangeEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ProcessLoadEvent, b5_process_load_event, SPUR_TYPE_LO_STATE_CHANGE_EVENT)

static void
b5_process_load_event_class_init (B5ProcessLoadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Process_Load_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_DOUBLE, SPUR_USE_LOAD,
                              "how many tasks wait for or are executed by its agents");
  spur_event_class_set_unit (event_class, "load", "tasks");
  spur_event_class_add_field (event_class, "agents", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many agents it executes");
  spur_event_class_set_unit (event_class, "agents", "agents");
}

static void
b5_process_load_event_init (B5ProcessLoadEvent *self)
{
}
