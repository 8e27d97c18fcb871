/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-message-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MESSAGE_SEND_EVENT (spur_lo_message_send_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoMessageSendEvent,
                          spur_lo_message_send_event,
                          SPUR,
                          LO_MESSAGE_SEND_EVENT,
                          SpurLoMessageEvent)

/**
 * SpurLoMessageSendEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMessageSendEventClass
{
  SpurLoMessageEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_message_send_event_get_receiver (SpurLoMessageSendEvent *self);

G_END_DECLS
