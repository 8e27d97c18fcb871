/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-serializer.h"

/**
 * SpurSerializer:
 *
 * Makes bytes of an event, and an event of the bytes (TUM-I9909 section 4.2.2). What the bytes do
 * not say, the event that comes back does not have: a serializer may leave out what is not needed.
 *
 * Used by one thread at a time unless a subclass says that more may.
 *
 * Since: 1.0
 */

G_DEFINE_ABSTRACT_TYPE (SpurSerializer, spur_serializer, G_TYPE_OBJECT)

static void
spur_serializer_class_init (SpurSerializerClass *klass)
{
}

static void
spur_serializer_init (SpurSerializer *self)
{
}

/**
 * spur_serializer_write:
 * @self: a serializer
 * @event: an event of any class
 *
 * Makes bytes of an event (TUM-I9909 section 4.2.2).
 *
 * Returns: (transfer full): the event as bytes
 *
 * Since: 1.0
 */
GBytes *
spur_serializer_write (SpurSerializer *self, SpurEvent *event)
{
  g_return_val_if_fail (SPUR_IS_SERIALIZER (self), NULL);
  g_return_val_if_fail (SPUR_IS_EVENT (event), NULL);

  return SPUR_SERIALIZER_GET_CLASS (self)->write (self, event);
}

/**
 * spur_serializer_read:
 * @self: a serializer
 * @bytes: what spur_serializer_write() gave, or anything that comes from outside
 * @factories: (nullable): what makes the event and what it refers to
 * @error: return location for an error
 *
 * Makes an event of bytes (TUM-I9909 section 4.2.2).
 *
 * Returns: (transfer full): the event, or %NULL with %G_IO_ERROR_INVALID_DATA where @bytes are
 *   not what they should be, or the subclass's error
 *
 * Since: 1.0
 */
SpurEvent *
spur_serializer_read (SpurSerializer *self, GBytes *bytes, SpurFactories *factories, GError **error)
{
  g_return_val_if_fail (SPUR_IS_SERIALIZER (self), NULL);
  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return SPUR_SERIALIZER_GET_CLASS (self)->read (self, bytes, factories, error);
}
