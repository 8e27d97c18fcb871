/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B5_TYPE_MESSAGE_RECEIVE_EVENT (b5_message_receive_event_get_type ())

/* ALDY receives one of its internal messages. What the message carries are fields of the
 * subclasses, so the general content is left out. */
G_DECLARE_DERIVABLE_TYPE (B5MessageReceiveEvent,
                          b5_message_receive_event,
                          B5,
                          MESSAGE_RECEIVE_EVENT,
                          SpurLmMessageReceiveEvent)

struct _B5MessageReceiveEventClass
{
  SpurLmMessageReceiveEventClass parent_class;
};

G_END_DECLS
