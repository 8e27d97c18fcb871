/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-message-send-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CHANNEL_SEND_EVENT (spur_channel_send_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurChannelSendEvent, spur_channel_send_event, SPUR, CHANNEL_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * SpurChannelSendEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurChannelSendEventClass
{
  SpurLoMessageSendEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_channel_send_event_get_communicator (SpurChannelSendEvent *self);

G_END_DECLS
