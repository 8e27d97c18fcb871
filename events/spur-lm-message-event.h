/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-message.h"
#include "events/spur-lm-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_MESSAGE_EVENT (spur_lm_message_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLmMessageEvent, spur_lm_message_event, SPUR, LM_MESSAGE_EVENT, SpurLmEvent)

/**
 * SpurLmMessageEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmMessageEventClass
{
  SpurLmEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_event_get_component (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_event_get_peer (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_lm_message_event_get_tag (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_lm_message_event_get_size (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lm_message_event_get_content (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurMessage *spur_lm_message_event_get_message (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lm_message_event_set_message (SpurLmMessageEvent *self, SpurMessage *message);

G_END_DECLS
