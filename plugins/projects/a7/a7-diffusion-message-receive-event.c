/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-diffusion-message-receive-event.h"

struct _A7DiffusionMessageReceiveEvent
{
  SpurLmMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A7DiffusionMessageReceiveEvent,
                     a7_diffusion_message_receive_event,
                     SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT)

static void
a7_diffusion_message_receive_event_class_init (A7DiffusionMessageReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Diffusion_Message_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "round", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "round of the strategy");
  spur_event_class_set_unit (event_class, "round", "1");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_DOUBLE, SPUR_USE_LOAD,
                              "load of the sender");
  spur_event_class_set_unit (event_class, "load", "units");
  spur_event_class_add_field (event_class, "quiet", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "for how many rounds nothing happened around the sender");
  spur_event_class_set_unit (event_class, "quiet", "1");
}

static void
a7_diffusion_message_receive_event_init (A7DiffusionMessageReceiveEvent *self)
{
}
