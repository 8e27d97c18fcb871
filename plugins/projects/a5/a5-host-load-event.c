/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-host-load-event.h"

struct _A5HostLoadEvent
{
  SpurLmTargetLoadEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5HostLoadEvent, a5_host_load_event, SPUR_TYPE_LM_TARGET_LOAD_EVENT)

static void
a5_host_load_event_class_init (A5HostLoadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Host_Load_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "memory", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that users leave");
  spur_event_class_set_unit (event_class, "memory", "bytes");
  spur_event_class_add_field (event_class, "users", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many users are logged in");
  spur_event_class_set_unit (event_class, "users", "users");
}

static void
a5_host_load_event_init (A5HostLoadEvent *self)
{
}
