/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-message.h"
#include "events/spur-lo-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MESSAGE_EVENT (spur_lo_message_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLoMessageEvent, spur_lo_message_event, SPUR, LO_MESSAGE_EVENT, SpurLoEvent)

/**
 * SpurLoMessageEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMessageEventClass
{
  SpurLoEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_message_event_get_peer (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_lo_message_event_get_tag (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_lo_message_event_get_size (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lo_message_event_get_content (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurMessage *spur_lo_message_event_get_message (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lo_message_event_set_message (SpurLoMessageEvent *self, SpurMessage *message);

G_END_DECLS
