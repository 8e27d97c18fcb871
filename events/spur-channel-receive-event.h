/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-message-receive-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CHANNEL_RECEIVE_EVENT (spur_channel_receive_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurChannelReceiveEvent,
                          spur_channel_receive_event,
                          SPUR,
                          CHANNEL_RECEIVE_EVENT,
                          SpurLoMessageReceiveEvent)

/**
 * SpurChannelReceiveEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurChannelReceiveEventClass
{
  SpurLoMessageReceiveEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_channel_receive_event_get_communicator (SpurChannelReceiveEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_channel_receive_event_get_posted (SpurChannelReceiveEvent *self);

G_END_DECLS
