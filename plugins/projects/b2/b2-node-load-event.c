/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-node-load-event.h"

struct _B2NodeLoadEvent
{
  SpurLmTargetLoadEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2NodeLoadEvent, b2_node_load_event, SPUR_TYPE_LM_TARGET_LOAD_EVENT)

static void
b2_node_load_event_class_init (B2NodeLoadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Node_Load_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "memory", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that is free");
  spur_event_class_set_unit (event_class, "memory", "bytes");
  spur_event_class_add_field (event_class, "interpreters", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many interpreters are there");
  spur_event_class_set_unit (event_class, "interpreters", "1");
  spur_event_class_add_field (event_class, "rate", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "what its disk and its interpreters read");
  spur_event_class_set_unit (event_class, "rate", "bytes/s");
}

static void
b2_node_load_event_init (B2NodeLoadEvent *self)
{
}
