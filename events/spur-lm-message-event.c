/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lm-message-event.h"

/**
 * SpurLmMessageEvent:
 *
 * A message between components of the load management (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLmMessageEvent, spur_lm_message_event, SPUR_TYPE_LM_EVENT)

static void
spur_lm_message_event_class_init (SpurLmMessageEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LM_Message_Event");
  spur_event_class_add_field (event_class, "component", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT,
                              "who sends or receives");
  spur_event_class_add_field (event_class, "peer", SPUR_FIELD_OBJECT, SPUR_USE_PEER,
                              "the receiver of a send, the sender of a receive");
  spur_event_class_add_field (event_class, "tag", SPUR_FIELD_UINT32, SPUR_USE_TAG,
                              "the message's type");
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the message");
  spur_event_class_set_unit (event_class, "size", "bytes");
  spur_event_class_add_field (event_class, "content", SPUR_FIELD_LIST, SPUR_USE_NONE,
                              "what the message carries");
}

static void
spur_lm_message_event_init (SpurLmMessageEvent *self)
{
}

/**
 * spur_lm_message_event_get_component:
 * @self: an event of the class LM_Message_Event
 *
 * Gets who sends or receives.
 *
 * Returns: (transfer none) (nullable): who sends or receives
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lm_message_event_get_component (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "component");
}

/**
 * spur_lm_message_event_get_peer:
 * @self: an event of the class LM_Message_Event
 *
 * Gets the receiver of a send, the sender of a receive.
 *
 * Returns: (transfer none) (nullable): the receiver of a send, the sender of a receive
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lm_message_event_get_peer (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}

/**
 * spur_lm_message_event_get_tag:
 * @self: an event of the class LM_Message_Event
 *
 * Gets the message's type.
 *
 * Returns: the message's type
 *
 * Since: 1.0
 */
guint32
spur_lm_message_event_get_tag (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "tag");
}

/**
 * spur_lm_message_event_get_size:
 * @self: an event of the class LM_Message_Event
 *
 * Gets bytes of the message.
 *
 * Returns: bytes of the message
 *
 * Since: 1.0
 */
guint64
spur_lm_message_event_get_size (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), 0);

  return spur_event_get_uint (SPUR_EVENT (self), "size");
}

/**
 * spur_lm_message_event_get_content:
 * @self: an event of the class LM_Message_Event
 *
 * Gets what the message carries.
 *
 * Returns: (transfer none) (nullable): what the message carries
 *
 * Since: 1.0
 */
SpurEntryList *
spur_lm_message_event_get_content (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), NULL);

  return spur_event_get_list (SPUR_EVENT (self), "content");
}

/**
 * spur_lm_message_event_get_message:
 * @self: an event of the class LM_Message_Event
 *
 * Makes an object of the message from the event's type, size and content.
 *
 * Returns: (transfer full): the message, of its own class where this program knows it
 *
 * Since: 1.0
 */
SpurMessage *
spur_lm_message_event_get_message (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), NULL);

  return spur_event_get_message (SPUR_EVENT (self));
}

/**
 * spur_lm_message_event_set_message:
 * @self: an event of the class LM_Message_Event
 * @message: what is sent; copied
 *
 * Sets the event's type, size and content. An event class that leaves the content out of its
 * records does not keep it.
 *
 * Since: 1.0
 */
void
spur_lm_message_event_set_message (SpurLmMessageEvent *self, SpurMessage *message)
{
  g_return_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self));

  spur_event_set_message (SPUR_EVENT (self), message);
}
