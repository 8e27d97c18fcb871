/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-message-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT (spur_lm_message_receive_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLmMessageReceiveEvent,
                          spur_lm_message_receive_event,
                          SPUR,
                          LM_MESSAGE_RECEIVE_EVENT,
                          SpurLmMessageEvent)

/**
 * SpurLmMessageReceiveEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmMessageReceiveEventClass
{
  SpurLmMessageEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_receive_event_get_sender (SpurLmMessageReceiveEvent *self);

G_END_DECLS
