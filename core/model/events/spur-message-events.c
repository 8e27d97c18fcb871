/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages of events: what an event class has of them it has by meaning, and its content by name.
 */
#include <string.h>

#include "core/model/events/spur-event-internal.h"

#define CONTENT "content"

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
 * Makes the message of an event from its fields of use %SPUR_USE_TAG, %SPUR_USE_SIZE and
 * %SPUR_USE_NUMBER and its list "content".
 *
 * Returns: (transfer full): the message, of its own class where this program knows it
 *
 * Since: 1.0
 */
SpurMessage *
spur_event_get_message (SpurEvent *event)
{
  const SpurEventLayout *layout;
  const char *tag, *size, *number;
  SpurMessage *message;

  g_return_val_if_fail (SPUR_IS_EVENT (event), NULL);

  layout = spur_event_get_layout (event);
  tag = spur_event_layout_get_use_name (layout, SPUR_USE_TAG);
  size = spur_event_layout_get_use_name (layout, SPUR_USE_SIZE);
  number = spur_event_layout_get_use_name (layout, SPUR_USE_NUMBER);
  message =
    spur_message_new_from_list (tag != NULL ? (guint32) spur_event_get_uint (event, tag) : 0,
                                size != NULL ? spur_event_get_uint (event, size) : 0,
                                has_content (layout) ? spur_event_get_list (event, CONTENT) : NULL);
  if (number != NULL)
    g_object_set (message, "number", spur_event_get_uint (event, number), NULL);
  return message;
}

/* 0 where the unit is none of bytes, or they do not fit into 64 bits. */
static guint64
convert_to_bytes (guint64 size, const char *unit)
{
  static const struct
  {
    const char *name;
    guint64 n_bytes;
  } units[] = {
    { "bytes", 1 },
    { "kB", G_GUINT64_CONSTANT (1000) },
    { "MB", G_GUINT64_CONSTANT (1000000) },
    { "GB", G_GUINT64_CONSTANT (1000000000) },
    { "TB", G_GUINT64_CONSTANT (1000000000000) },
    { "KiB", G_GUINT64_CONSTANT (1) << 10 },
    { "MiB", G_GUINT64_CONSTANT (1) << 20 },
    { "GiB", G_GUINT64_CONSTANT (1) << 30 },
    { "TiB", G_GUINT64_CONSTANT (1) << 40 },
  };
  guint64 n_bytes;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (unit, units[i].name) == 0)
        return g_uint64_checked_mul (&n_bytes, size, units[i].n_bytes) ? n_bytes : 0;
    }
  return 0;
}

/**
 * spur_event_set_message:
 * @event: an event
 * @message: a message
 *
 * Sets the fields of use %SPUR_USE_TAG, %SPUR_USE_SIZE and %SPUR_USE_NUMBER and the list "content"
 * from a message.
 * What the event's class leaves out of its records is not kept.
 *
 * Since: 1.0
 */
void
spur_event_set_message (SpurEvent *event, SpurMessage *message)
{
  const SpurEventLayout *layout;
  const char *tag_name, *size_name, *number_name;
  g_autofree char *unit = NULL;
  guint64 size, number;
  guint tag;

  g_return_if_fail (SPUR_IS_EVENT (event));
  g_return_if_fail (SPUR_IS_MESSAGE (message));

  layout = spur_event_get_layout (event);
  tag_name = spur_event_layout_get_use_name (layout, SPUR_USE_TAG);
  size_name = spur_event_layout_get_use_name (layout, SPUR_USE_SIZE);
  number_name = spur_event_layout_get_use_name (layout, SPUR_USE_NUMBER);
  g_object_get (message, "tag", &tag, "size", &size, "unit", &unit, "number", &number, NULL);
  if (tag_name != NULL)
    spur_event_set_uint (event, tag_name, tag);
  if (size_name != NULL)
    spur_event_set_uint (event, size_name, convert_to_bytes (size, unit));
  if (number_name != NULL)
    spur_event_set_uint (event, number_name, number);
  if (has_content (layout))
    {
      g_autoptr (SpurEntryList) content = spur_message_to_list (message);

      spur_event_set_list (event, CONTENT, content);
    }
}
