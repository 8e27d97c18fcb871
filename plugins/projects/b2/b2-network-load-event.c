/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-network-load-event.h"

struct _B2NetworkLoadEvent
{
  SpurLmNetworkLoadEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2NetworkLoadEvent, b2_network_load_event, SPUR_TYPE_LM_NETWORK_LOAD_EVENT)

static void
b2_network_load_event_class_init (B2NetworkLoadEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Network_Load_Event");
  spur_event_class_omit_field (event_class, "values");
  spur_event_class_add_field (event_class, "rate", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "what goes over the network");
  spur_event_class_set_unit (event_class, "rate", "bytes/s");
}

static void
b2_network_load_event_init (B2NetworkLoadEvent *self)
{
}
