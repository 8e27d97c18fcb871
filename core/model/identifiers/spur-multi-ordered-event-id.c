/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/identifiers/spur-multi-ordered-event-id.h"

#include "core/model/identifiers/spur-identifier-internal.h"

/**
 * SpurMultiOrderedEventId:
 *
 * An event identifier that names all of the event's direct predecessors in the causal order
 * (TUM-I9909 section 4.2.5): the sends of what it received, and the event before it in its stream.
 *
 * The first one is that of #SpurOrderedEventId, the others are kept here.
 *
 * Since: 1.0
 */

typedef struct
{
  GPtrArray *others;
} SpurMultiOrderedEventIdPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurMultiOrderedEventId,
                            spur_multi_ordered_event_id,
                            SPUR_TYPE_ORDERED_EVENT_ID)

#define PACKED "(vav)"

static GVariant *
multi_ordered_event_id_pack (SpurIdentifier *identifier)
{
  SpurMultiOrderedEventIdPrivate *priv =
    spur_multi_ordered_event_id_get_instance_private (SPUR_MULTI_ORDERED_EVENT_ID (identifier));
  g_autoptr (GVariant) inherited =
    SPUR_IDENTIFIER_CLASS (spur_multi_ordered_event_id_parent_class)->pack (identifier);
  GVariantBuilder others;

  g_variant_builder_init (&others, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < priv->others->len; i++)
    {
      g_autoptr (GVariant) other = spur_identifier_to_variant (g_ptr_array_index (priv->others, i));

      g_variant_builder_add (&others, "v", other);
    }
  return g_variant_ref_sink (g_variant_new (PACKED, inherited, &others));
}

static gboolean
multi_ordered_event_id_unpack (SpurIdentifier *identifier, GVariant *packed, GError **error)
{
  SpurMultiOrderedEventIdPrivate *priv =
    spur_multi_ordered_event_id_get_instance_private (SPUR_MULTI_ORDERED_EVENT_ID (identifier));
  g_autoptr (GVariantIter) others = NULL;
  g_autoptr (GVariant) inherited = NULL;
  GVariant *other;

  if (!spur_identifier_check_packed (identifier, packed, PACKED, error))
    return FALSE;
  g_variant_get (packed, PACKED, &inherited, &others);
  if (!SPUR_IDENTIFIER_CLASS (spur_multi_ordered_event_id_parent_class)
         ->unpack (identifier, inherited, error))
    return FALSE;
  while (g_variant_iter_next (others, "v", &other))
    {
      SpurIdentifier *predecessor =
        spur_identifier_new_from_variant (SPUR_TYPE_EVENT_ID, other, error);

      g_variant_unref (other);
      if (predecessor == NULL)
        return FALSE;
      g_ptr_array_add (priv->others, predecessor);
    }
  return TRUE;
}

static void
set_predecessors (SpurEventId *self, SpurEventId *const *predecessors, guint n)
{
  SpurMultiOrderedEventIdPrivate *priv =
    spur_multi_ordered_event_id_get_instance_private (SPUR_MULTI_ORDERED_EVENT_ID (self));

  g_ptr_array_set_size (priv->others, 0);
  spur_ordered_event_id_set_predecessor (SPUR_ORDERED_EVENT_ID (self),
                                         n > 0 ? predecessors[0] : NULL);
  for (guint i = 1; i < n; i++)
    g_ptr_array_add (priv->others, spur_event_id_copy_plain (predecessors[i]));
}

static guint
get_n_predecessors (SpurEventId *self)
{
  SpurMultiOrderedEventIdPrivate *priv =
    spur_multi_ordered_event_id_get_instance_private (SPUR_MULTI_ORDERED_EVENT_ID (self));
  SpurEventIdClass *parent_class = SPUR_EVENT_ID_CLASS (spur_multi_ordered_event_id_parent_class);

  return parent_class->get_n_predecessors (self) + priv->others->len;
}

static SpurEventId *
get_predecessor (SpurEventId *self, guint index)
{
  SpurMultiOrderedEventIdPrivate *priv =
    spur_multi_ordered_event_id_get_instance_private (SPUR_MULTI_ORDERED_EVENT_ID (self));
  SpurEventIdClass *parent_class = SPUR_EVENT_ID_CLASS (spur_multi_ordered_event_id_parent_class);
  guint n_first = parent_class->get_n_predecessors (self);

  if (index < n_first)
    return parent_class->get_predecessor (self, index);
  return g_ptr_array_index (priv->others, index - n_first);
}

static void
spur_multi_ordered_event_id_finalize (GObject *object)
{
  SpurMultiOrderedEventIdPrivate *priv =
    spur_multi_ordered_event_id_get_instance_private (SPUR_MULTI_ORDERED_EVENT_ID (object));

  g_ptr_array_unref (priv->others);
  G_OBJECT_CLASS (spur_multi_ordered_event_id_parent_class)->finalize (object);
}

static void
spur_multi_ordered_event_id_class_init (SpurMultiOrderedEventIdClass *klass)
{
  SpurIdentifierClass *identifier_class = SPUR_IDENTIFIER_CLASS (klass);
  SpurEventIdClass *event_id_class = SPUR_EVENT_ID_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_multi_ordered_event_id_finalize;
  spur_identifier_class_set_name (identifier_class, "Multi_Ordered_Event_ID");
  identifier_class->pack = multi_ordered_event_id_pack;
  identifier_class->unpack = multi_ordered_event_id_unpack;
  event_id_class->max_predecessors = G_MAXUINT;
  event_id_class->set_predecessors = set_predecessors;
  event_id_class->get_n_predecessors = get_n_predecessors;
  event_id_class->get_predecessor = get_predecessor;
}

static void
spur_multi_ordered_event_id_init (SpurMultiOrderedEventId *self)
{
  SpurMultiOrderedEventIdPrivate *priv = spur_multi_ordered_event_id_get_instance_private (self);

  priv->others = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * spur_multi_ordered_event_id_add_predecessor:
 * @self: an event identifier with a list of predecessors
 * @predecessor: the identifier of one more event that happened directly before
 *
 * Adds a predecessor behind those that it names already, as with
 * spur_ordered_event_id_set_predecessor().
 *
 * Since: 1.0
 */
void
spur_multi_ordered_event_id_add_predecessor (SpurMultiOrderedEventId *self,
                                             SpurEventId *predecessor)
{
  SpurMultiOrderedEventIdPrivate *priv = spur_multi_ordered_event_id_get_instance_private (self);
  SpurOrderedEventId *ordered = (SpurOrderedEventId *) self;

  g_return_if_fail (SPUR_IS_MULTI_ORDERED_EVENT_ID (self));
  g_return_if_fail (SPUR_IS_EVENT_ID (predecessor));

  if (spur_ordered_event_id_get_predecessor (ordered) == NULL)
    spur_ordered_event_id_set_predecessor (ordered, predecessor);
  else
    g_ptr_array_add (priv->others, spur_event_id_copy_plain (predecessor));
}
