/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B5_TYPE_MESSAGE_SEND_EVENT (b5_message_send_event_get_type ())

/* ALDY sends one of its internal messages. What the message carries are fields of the
 * subclasses, so the general content is left out. */
G_DECLARE_DERIVABLE_TYPE (
  B5MessageSendEvent, b5_message_send_event, B5, MESSAGE_SEND_EVENT, SpurLmMessageSendEvent)

struct _B5MessageSendEventClass
{
  SpurLmMessageSendEventClass parent_class;
};

G_END_DECLS
