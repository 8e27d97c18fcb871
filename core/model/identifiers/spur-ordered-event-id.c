/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Identifiers that name predecessors: as many as their class data allow. What differs here is the
 * packed form. */
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
G_DEFINE_TYPE (SpurOrderedEventId, spur_ordered_event_id, SPUR_TYPE_EVENT_ID)

#define PACKED "(vmv)"

static gboolean
unpack_predecessor (SpurIdentifier *identifier, GVariant *packed, GError **error)
{
  SpurIdentifier *predecessor =
    spur_identifier_new_from_variant (SPUR_TYPE_EVENT_ID, packed, error);

  if (predecessor == NULL)
    return FALSE;
  spur_event_id_take_predecessor (SPUR_EVENT_ID (identifier), SPUR_EVENT_ID (predecessor));
  return TRUE;
}

static GVariant *
pack_predecessor (SpurEventId *self, guint index)
{
  return spur_identifier_to_variant (SPUR_IDENTIFIER (spur_event_id_get_predecessor (self, index)));
}

static GVariant *
ordered_event_id_pack (SpurIdentifier *identifier)
{
  SpurEventId *self = SPUR_EVENT_ID (identifier);
  g_autoptr (GVariant) inherited =
    SPUR_IDENTIFIER_CLASS (spur_ordered_event_id_parent_class)->pack (identifier);
  g_autoptr (GVariant) packed =
    spur_event_id_get_n_predecessors (self) > 0 ? pack_predecessor (self, 0) : NULL;

  return g_variant_ref_sink (g_variant_new (PACKED, inherited, packed));
}

static gboolean
ordered_event_id_unpack (SpurIdentifier *identifier, GVariant *packed, GError **error)
{
  g_autoptr (GVariant) inherited = NULL;
  g_autoptr (GVariant) predecessor = NULL;

  if (!spur_identifier_check_packed (identifier, packed, PACKED, error))
    return FALSE;
  g_variant_get (packed, PACKED, &inherited, &predecessor);
  return SPUR_IDENTIFIER_CLASS (spur_ordered_event_id_parent_class)
           ->unpack (identifier, inherited, error) &&
         (predecessor == NULL || unpack_predecessor (identifier, predecessor, error));
}

static void
spur_ordered_event_id_class_init (SpurOrderedEventIdClass *klass)
{
  SpurIdentifierClass *identifier_class = SPUR_IDENTIFIER_CLASS (klass);

  spur_identifier_class_set_name (identifier_class, "Ordered_Event_ID");
  identifier_class->pack = ordered_event_id_pack;
  identifier_class->unpack = ordered_event_id_unpack;
  SPUR_EVENT_ID_CLASS (klass)->max_predecessors = 1;
}

static void
spur_ordered_event_id_init (SpurOrderedEventId *self)
{
}

/**
 * SpurMultiOrderedEventId:
 *
 * An event identifier that names all of the event's direct predecessors in the causal order
 * (TUM-I9909 section 4.2.5): the sends of what it received, and the event before it in its stream.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurMultiOrderedEventId, spur_multi_ordered_event_id, SPUR_TYPE_ORDERED_EVENT_ID)

/* The first predecessor is packed by the parent. */
#define PACKED_OTHERS "(vav)"

static GVariant *
multi_ordered_event_id_pack (SpurIdentifier *identifier)
{
  SpurEventId *self = SPUR_EVENT_ID (identifier);
  g_autoptr (GVariant) inherited =
    SPUR_IDENTIFIER_CLASS (spur_multi_ordered_event_id_parent_class)->pack (identifier);
  GVariantBuilder others;

  g_variant_builder_init (&others, G_VARIANT_TYPE ("av"));
  for (guint i = 1; i < spur_event_id_get_n_predecessors (self); i++)
    {
      g_autoptr (GVariant) other = pack_predecessor (self, i);

      g_variant_builder_add (&others, "v", other);
    }
  return g_variant_ref_sink (g_variant_new (PACKED_OTHERS, inherited, &others));
}

static gboolean
multi_ordered_event_id_unpack (SpurIdentifier *identifier, GVariant *packed, GError **error)
{
  g_autoptr (GVariantIter) others = NULL;
  g_autoptr (GVariant) inherited = NULL;
  GVariant *other;

  if (!spur_identifier_check_packed (identifier, packed, PACKED_OTHERS, error))
    return FALSE;
  g_variant_get (packed, PACKED_OTHERS, &inherited, &others);
  if (!SPUR_IDENTIFIER_CLASS (spur_multi_ordered_event_id_parent_class)
         ->unpack (identifier, inherited, error))
    return FALSE;
  while (g_variant_iter_next (others, "v", &other))
    {
      gboolean is_read = unpack_predecessor (identifier, other, error);

      g_variant_unref (other);
      if (!is_read)
        return FALSE;
    }
  return TRUE;
}

static void
spur_multi_ordered_event_id_class_init (SpurMultiOrderedEventIdClass *klass)
{
  SpurIdentifierClass *identifier_class = SPUR_IDENTIFIER_CLASS (klass);

  spur_identifier_class_set_name (identifier_class, "Multi_Ordered_Event_ID");
  identifier_class->pack = multi_ordered_event_id_pack;
  identifier_class->unpack = multi_ordered_event_id_unpack;
  SPUR_EVENT_ID_CLASS (klass)->max_predecessors = G_MAXUINT;
}

static void
spur_multi_ordered_event_id_init (SpurMultiOrderedEventId *self)
{
}
