/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/spur-event-id.h"

#include "core/model/spur-identifier-private.h"

/**
 * SpurEventId:
 *
 * Identifies an event by the source that recorded it, its number there, and when it happened by
 * the source's clock (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

typedef struct
{
  char *source;
  guint stream;
  gint64 raw_time_ns;
} SpurEventIdPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurEventId, spur_event_id, SPUR_TYPE_IDENTIFIER)

static char *
event_id_to_string (SpurIdentifier *identifier)
{
  SpurEventId *self = SPUR_EVENT_ID (identifier);

  return g_strdup_printf ("%s:%" G_GUINT64_FORMAT, spur_event_id_get_source (self),
                          spur_identifier_get_number (identifier));
}

static void
spur_event_id_finalize (GObject *object)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (SPUR_EVENT_ID (object));

  g_free (priv->source);
  G_OBJECT_CLASS (spur_event_id_parent_class)->finalize (object);
}

static void
spur_event_id_class_init (SpurEventIdClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_event_id_finalize;
  SPUR_IDENTIFIER_CLASS (klass)->to_string = event_id_to_string;
}

static void
spur_event_id_init (SpurEventId *self)
{
}

/**
 * spur_event_id_new:
 * @source: what recorded the event: the stream's name
 * @stream: the stream's index in its trace, or %SPUR_NONE
 * @number: the event's position in the stream
 * @raw_time_ns: when it happened by the source's clock, in ns of trace time
 *
 * Returns: (transfer full): the identifier
 *
 * Since: 1.0
 */
SpurEventId *
spur_event_id_new (const char *source, guint stream, guint64 number, gint64 raw_time_ns)
{
  SpurEventId *self;
  SpurEventIdPrivate *priv;

  g_return_val_if_fail (source != NULL, NULL);

  self = g_object_new (SPUR_TYPE_EVENT_ID, NULL);
  priv = spur_event_id_get_instance_private (self);
  spur_identifier_set_number (SPUR_IDENTIFIER (self), number);
  priv->source = g_strdup (source);
  priv->stream = stream;
  priv->raw_time_ns = raw_time_ns;
  return self;
}

/**
 * spur_event_id_get_source:
 * @self: an event identifier
 *
 * Returns: (transfer none): what recorded the event
 *
 * Since: 1.0
 */
const char *
spur_event_id_get_source (SpurEventId *self)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT_ID (self), NULL);

  return priv->source;
}

/**
 * spur_event_id_get_stream:
 * @self: an event identifier
 *
 * Returns: the stream's index in its trace, or %SPUR_NONE
 *
 * Since: 1.0
 */
guint
spur_event_id_get_stream (SpurEventId *self)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT_ID (self), 0);

  return priv->stream;
}

/**
 * spur_event_id_get_raw_time_ns:
 * @self: an event identifier
 *
 * Returns: when the event happened by its source's clock, in ns of trace time
 *
 * Since: 1.0
 */
gint64
spur_event_id_get_raw_time_ns (SpurEventId *self)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT_ID (self), 0);

  return priv->raw_time_ns;
}
