/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/identifiers/spur-ordered-event-id.h"

#include "core/model/identifiers/spur-identifier-internal.h"

/**
 * SpurOrderedEventId:
 *
 * An event identifier that names the event's predecessor in the causal order, too (TUM-I9909
 * section 4.2.5).
 *
 * The predecessor of a receive is its send; of another event it is the one before it in its
 * stream. What the predecessor's own predecessors are is not kept here.
 *
 * Since: 1.0
 */

typedef struct
{
  SpurEventId *predecessor;
} SpurOrderedEventIdPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurOrderedEventId, spur_ordered_event_id, SPUR_TYPE_EVENT_ID)

#define PACKED "(vmv)"

static GVariant *
ordered_event_id_pack (SpurIdentifier *identifier)
{
  SpurEventId *predecessor =
    spur_ordered_event_id_get_predecessor (SPUR_ORDERED_EVENT_ID (identifier));
  g_autoptr (GVariant) inherited =
    SPUR_IDENTIFIER_CLASS (spur_ordered_event_id_parent_class)->pack (identifier);
  g_autoptr (GVariant) packed = NULL;

  if (predecessor != NULL)
    packed = spur_identifier_to_variant (SPUR_IDENTIFIER (predecessor));
  return g_variant_ref_sink (g_variant_new (PACKED, inherited, packed));
}

static gboolean
ordered_event_id_unpack (SpurIdentifier *identifier, GVariant *packed, GError **error)
{
  g_autoptr (GVariant) inherited = NULL;
  g_autoptr (GVariant) packed_predecessor = NULL;
  g_autoptr (SpurIdentifier) predecessor = NULL;

  if (!spur_identifier_check_packed (identifier, packed, PACKED, error))
    return FALSE;
  g_variant_get (packed, PACKED, &inherited, &packed_predecessor);
  if (!SPUR_IDENTIFIER_CLASS (spur_ordered_event_id_parent_class)
         ->unpack (identifier, inherited, error))
    return FALSE;
  if (packed_predecessor == NULL)
    return TRUE;
  predecessor = spur_identifier_new_from_variant (SPUR_TYPE_EVENT_ID, packed_predecessor, error);
  if (predecessor == NULL)
    return FALSE;
  spur_ordered_event_id_set_predecessor (SPUR_ORDERED_EVENT_ID (identifier),
                                         SPUR_EVENT_ID (predecessor));
  return TRUE;
}

static void
set_predecessors (SpurEventId *self, SpurEventId *const *predecessors, guint n)
{
  spur_ordered_event_id_set_predecessor (SPUR_ORDERED_EVENT_ID (self),
                                         n > 0 ? predecessors[0] : NULL);
}

static guint
get_n_predecessors (SpurEventId *self)
{
  return spur_ordered_event_id_get_predecessor (SPUR_ORDERED_EVENT_ID (self)) != NULL ? 1 : 0;
}

static SpurEventId *
get_predecessor (SpurEventId *self, guint index)
{
  return spur_ordered_event_id_get_predecessor (SPUR_ORDERED_EVENT_ID (self));
}

static void
spur_ordered_event_id_finalize (GObject *object)
{
  SpurOrderedEventIdPrivate *priv =
    spur_ordered_event_id_get_instance_private (SPUR_ORDERED_EVENT_ID (object));

  g_clear_object (&priv->predecessor);
  G_OBJECT_CLASS (spur_ordered_event_id_parent_class)->finalize (object);
}

static void
spur_ordered_event_id_class_init (SpurOrderedEventIdClass *klass)
{
  SpurIdentifierClass *identifier_class = SPUR_IDENTIFIER_CLASS (klass);
  SpurEventIdClass *event_id_class = SPUR_EVENT_ID_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_ordered_event_id_finalize;
  spur_identifier_class_set_name (identifier_class, "Ordered_Event_ID");
  identifier_class->pack = ordered_event_id_pack;
  identifier_class->unpack = ordered_event_id_unpack;
  event_id_class->max_predecessors = 1;
  event_id_class->set_predecessors = set_predecessors;
  event_id_class->get_n_predecessors = get_n_predecessors;
  event_id_class->get_predecessor = get_predecessor;
}

static void
spur_ordered_event_id_init (SpurOrderedEventId *self)
{
}

/**
 * spur_ordered_event_id_get_predecessor:
 * @self: an ordered event identifier
 *
 * Gets the identifier of the event that happened directly before, the first one where there are
 * several.
 *
 * Returns: (transfer none) (nullable): the identifier of the event that happened directly before,
 *   the first one where there are several; %NULL where there is none or it is not known
 *
 * Since: 1.0
 */
SpurEventId *
spur_ordered_event_id_get_predecessor (SpurOrderedEventId *self)
{
  SpurOrderedEventIdPrivate *priv = spur_ordered_event_id_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ORDERED_EVENT_ID (self), NULL);

  return priv->predecessor;
}

/**
 * spur_ordered_event_id_set_predecessor:
 * @self: an ordered event identifier
 * @predecessor: (nullable): the identifier of the event that happened directly before
 *
 * Says what happened directly before the event. Of an identifier that itself names predecessors
 * only spur_event_id_copy_plain() is kept, else every identifier would keep all before it.
 *
 * Since: 1.0
 */
void
spur_ordered_event_id_set_predecessor (SpurOrderedEventId *self, SpurEventId *predecessor)
{
  SpurOrderedEventIdPrivate *priv = spur_ordered_event_id_get_instance_private (self);
  SpurEventId *kept;

  g_return_if_fail (SPUR_IS_ORDERED_EVENT_ID (self));
  g_return_if_fail (predecessor == NULL || SPUR_IS_EVENT_ID (predecessor));

  kept = predecessor != NULL ? spur_event_id_copy_plain (predecessor) : NULL;
  g_clear_object (&priv->predecessor);
  priv->predecessor = kept;
}
