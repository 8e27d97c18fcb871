/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages of events: what an event class has of them it has by meaning, and its content by name.
 */
#include "config.h"

#include "core/model/events/spur-message.h"

#define CONTENT "content"

static const char *
find_name (const SpurEventLayout *layout, SpurUse use)
{
  int field = layout->field_of_use[use];

  return field < 0 ? NULL : layout->fields[field].name;
}

static gboolean
has_content (const SpurEventLayout *layout)
{
  int field = spur_event_layout_find_field (layout, CONTENT);

  return field >= 0 && layout->fields[field].type == SPUR_FIELD_LIST;
}

/**
 * spur_event_get_message:
 * @event: an event
 *
 * Makes the message of an event from its fields of use %SPUR_USE_TAG and %SPUR_USE_SIZE and its
 * list "content".
 *
 * Returns: (transfer full): the message, of its own class where this program knows it
 *
 * Since: 1.0
 */
SpurMessage *
spur_event_get_message (SpurEvent *event)
{
  const SpurEventLayout *layout;
  const char *tag, *size;

  g_return_val_if_fail (SPUR_IS_EVENT (event), NULL);

  layout = spur_event_get_layout (event);
  tag = find_name (layout, SPUR_USE_TAG);
  size = find_name (layout, SPUR_USE_SIZE);
  return spur_message_new_from_list (tag != NULL ? (guint32) spur_event_get_uint (event, tag) : 0,
                                     size != NULL ? spur_event_get_uint (event, size) : 0,
                                     has_content (layout) ? spur_event_get_list (event, CONTENT)
                                                          : NULL);
}

/**
 * spur_event_set_message:
 * @event: an event
 * @message: a message
 *
 * Sets the fields of use %SPUR_USE_TAG and %SPUR_USE_SIZE and the list "content" from a message.
 * What the event's class leaves out of its records is not kept.
 *
 * Since: 1.0
 */
void
spur_event_set_message (SpurEvent *event, SpurMessage *message)
{
  const SpurEventLayout *layout;
  const char *tag, *size;
  guint64 n_bytes = 0;

  g_return_if_fail (SPUR_IS_EVENT (event));
  g_return_if_fail (SPUR_IS_MESSAGE (message));

  layout = spur_event_get_layout (event);
  tag = find_name (layout, SPUR_USE_TAG);
  size = find_name (layout, SPUR_USE_SIZE);
  if (tag != NULL)
    spur_event_set_uint (event, tag, spur_message_get_tag (message));
  if (size != NULL)
    {
      spur_size_get_bytes (spur_message_get_size (message), &n_bytes);
      spur_event_set_uint (event, size, n_bytes);
    }
  if (has_content (layout))
    {
      g_autoptr (SpurEntryList) content = spur_message_to_list (message);

      spur_event_set_list (event, CONTENT, content);
    }
}
