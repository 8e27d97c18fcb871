/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/identifiers/spur-event-id.h"

#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-meaning.h"
#include "core/model/identifiers/spur-identifier-internal.h"

/**
 * SpurEventId:
 *
 * Identifies an event by the source that recorded it, its number there, and when it happened by
 * the source's clock (TUM-I9909 section 4.2.3).
 *
 * Its origin is the stream's, see spur_stream_get_origin(), and its number the position in the
 * stream; so it needs no room in a trace. A subclass whose @max_predecessors is not 0 names the
 * event's predecessors, too.
 *
 * Since: 1.0
 */

typedef struct
{
  char *source;
  guint stream;
  gint64 raw_time_ns;

  /* NULL where it names none. */
  GPtrArray *predecessors;
} SpurEventIdPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurEventId, spur_event_id, SPUR_TYPE_IDENTIFIER)

#define PACKED "(vsx)"

static char *
event_id_to_string (SpurIdentifier *identifier)
{
  SpurEventId *self = SPUR_EVENT_ID (identifier);

  return g_strdup_printf ("%s:%" G_GUINT64_FORMAT, spur_event_id_get_source (self),
                          spur_identifier_get_number (identifier));
}

static GVariant *
event_id_pack (SpurIdentifier *identifier)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (SPUR_EVENT_ID (identifier));
  g_autoptr (GVariant) inherited =
    SPUR_IDENTIFIER_CLASS (spur_event_id_parent_class)->pack (identifier);

  return g_variant_ref_sink (g_variant_new (PACKED, inherited, priv->source, priv->raw_time_ns));
}

static gboolean
event_id_unpack (SpurIdentifier *identifier, GVariant *packed, GError **error)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (SPUR_EVENT_ID (identifier));
  g_autoptr (GVariant) inherited = NULL;
  g_autofree char *source = NULL;
  gint64 raw_time_ns;

  if (!spur_identifier_check_packed (identifier, packed, PACKED, error))
    return FALSE;
  g_variant_get (packed, PACKED, &inherited, &source, &raw_time_ns);
  if (!SPUR_IDENTIFIER_CLASS (spur_event_id_parent_class)->unpack (identifier, inherited, error))
    return FALSE;
  if (raw_time_ns < -SPUR_TIME_LIMIT_NS || raw_time_ns > SPUR_TIME_LIMIT_NS)
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           "identifier of an event of %s: time %" G_GINT64_FORMAT
                           " ns is outside of +-2^61 ns",
                           source, raw_time_ns);
  g_free (priv->source);
  priv->source = g_steal_pointer (&source);
  priv->raw_time_ns = raw_time_ns;
  return TRUE;
}

static void
spur_event_id_finalize (GObject *object)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (SPUR_EVENT_ID (object));

  g_free (priv->source);
  g_clear_pointer (&priv->predecessors, g_ptr_array_unref);
  G_OBJECT_CLASS (spur_event_id_parent_class)->finalize (object);
}

static void
spur_event_id_class_init (SpurEventIdClass *klass)
{
  SpurIdentifierClass *identifier_class = SPUR_IDENTIFIER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_event_id_finalize;
  spur_identifier_class_set_name (identifier_class, "Event_ID");
  identifier_class->to_string = event_id_to_string;
  identifier_class->pack = event_id_pack;
  identifier_class->unpack = event_id_unpack;
}

static void
spur_event_id_init (SpurEventId *self)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  priv->source = g_strdup ("");
  priv->stream = SPUR_NONE;
}

/**
 * spur_event_id_new_of_type:
 * @type: %SPUR_TYPE_EVENT_ID or a subclass
 * @source: what recorded the event: the stream's name
 * @stream: the stream's index in its trace, or %SPUR_NONE
 * @origin: the stream's origin, or 0 where that is not known
 * @number: the event's position in the stream
 * @raw_time_ns: when it happened by the source's clock, in ns of trace time
 *
 * Includes when and where an event was made in its identifier, as TUM-I9909 section 4.2.3 asks
 * for.
 *
 * Returns: (transfer full): the identifier, without predecessors
 *
 * Since: 1.0
 */
SpurEventId *
spur_event_id_new_of_type (
  GType type, const char *source, guint stream, guint64 origin, guint64 number, gint64 raw_time_ns)
{
  SpurEventId *self;
  SpurEventIdPrivate *priv;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT_ID), NULL);
  g_return_val_if_fail (source != NULL, NULL);

  self = g_object_new (type, NULL);
  priv = spur_event_id_get_instance_private (self);
  spur_identifier_set (SPUR_IDENTIFIER (self), origin, number);
  g_free (priv->source);
  priv->source = g_strdup (source);
  priv->stream = stream;
  priv->raw_time_ns = raw_time_ns;
  return self;
}

/**
 * spur_event_id_get_source:
 * @self: an event identifier
 *
 * Gets what recorded the event.
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
 * Gets the stream's index in its trace, or %SPUR_NONE.
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
 * Gets when the event happened by its source's clock, in ns of trace time.
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

/* The same event without the predecessors of its own, else every identifier would keep all before
 * it. */
static SpurEventId *
copy_plain (SpurEventId *self)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);
  SpurIdentifier *identifier = (SpurIdentifier *) self;

  if (G_OBJECT_TYPE (self) == SPUR_TYPE_EVENT_ID)
    return g_object_ref (self);
  return spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, priv->source, priv->stream,
                                    spur_identifier_get_origin (identifier),
                                    spur_identifier_get_number (identifier), priv->raw_time_ns);
}

void
spur_event_id_take_predecessor (SpurEventId *self, SpurEventId *predecessor)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  if (priv->predecessors == NULL)
    priv->predecessors = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (priv->predecessors, predecessor);
}

/**
 * spur_event_id_type_get_max_predecessors:
 * @type: %SPUR_TYPE_EVENT_ID or a subclass
 *
 * Gets how many predecessors identifiers of the class can name.
 *
 * Returns: how many predecessors identifiers of the class can name
 *
 * Since: 1.0
 */
guint
spur_event_id_type_get_max_predecessors (GType type)
{
  SpurEventIdClass *klass;
  guint max_predecessors;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT_ID), 0);

  klass = g_type_class_ref (type);
  max_predecessors = klass->max_predecessors;
  g_type_class_unref (klass);
  return max_predecessors;
}

void
spur_event_id_set_predecessors (SpurEventId *self, SpurEventId *const *predecessors, guint n)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);
  guint n_kept = MIN (n, SPUR_EVENT_ID_GET_CLASS (self)->max_predecessors);

  g_clear_pointer (&priv->predecessors, g_ptr_array_unref);
  for (guint i = 0; i < n_kept; i++)
    spur_event_id_take_predecessor (self, copy_plain (predecessors[i]));
}

/**
 * spur_event_id_get_n_predecessors:
 * @self: an event identifier
 *
 * Gets how many predecessors it names.
 *
 * Returns: how many predecessors it names
 *
 * Since: 1.0
 */
guint
spur_event_id_get_n_predecessors (SpurEventId *self)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT_ID (self), 0);

  return priv->predecessors != NULL ? priv->predecessors->len : 0;
}

/**
 * spur_event_id_get_predecessor:
 * @self: an event identifier
 * @index: which predecessor, below spur_event_id_get_n_predecessors()
 *
 * Gets the identifier of the predecessor.
 *
 * Returns: (transfer none): the identifier
 *
 * Since: 1.0
 */
SpurEventId *
spur_event_id_get_predecessor (SpurEventId *self, guint index)
{
  SpurEventIdPrivate *priv = spur_event_id_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT_ID (self), NULL);
  g_return_val_if_fail (index < spur_event_id_get_n_predecessors (self), NULL);

  return g_ptr_array_index (priv->predecessors, index);
}
