/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-factories.h"

#include "core/base/spur-object-internal.h"
#include "core/model/events/spur-event-internal.h"

/**
 * SpurFactories:
 *
 * What makes identifiers, events, active objects and their serial form, for a recorder, a reader
 * or a trace (TUM-I9909 section 4.2.5). Nothing in Spur calls the constructor of a class that an
 * application may want to replace; it asks its factories.
 *
 * So all events of a recorder have an identifier that names their predecessor after
 *
 * |[<!-- language="C" -->
 * spur_factories_set_identifier_type (factories, SPUR_TYPE_ORDERED_EVENT_ID);
 * ]|
 *
 * and no event class changes. A substitute that is a subclass of what it stands for does all that
 * is expected of the one, and more. Where %NULL stands for factories, they are new ones, which
 * make what they are asked for.
 *
 * Factories are set up by one thread, before they are used.
 *
 * Since: 1.0
 */
struct _SpurFactories
{
  GObject parent_instance;

  GType identifier_type;
  SpurIdentifierFunc identifier_function;
  gpointer identifier_data;
  GDestroyNotify identifier_destroy;
  GHashTable *substitutes;
  SpurSerializer *serializer;
};

SPUR_DEFINE_OBJECT (SpurFactories, spur_factories, 0)

static void
clear_identifier_function (SpurFactories *self)
{
  if (self->identifier_destroy != NULL)
    self->identifier_destroy (self->identifier_data);
  self->identifier_function = NULL;
  self->identifier_data = NULL;
  self->identifier_destroy = NULL;
}

static void
spur_factories_clear (SpurFactories *self)
{
  clear_identifier_function (self);
  g_hash_table_unref (self->substitutes);
  g_clear_object (&self->serializer);
}

static void
spur_factories_init (SpurFactories *self)
{
  self->substitutes = g_hash_table_new (NULL, NULL);
}

/**
 * spur_factories_new:
 *
 * Makes factories that make what they are asked for.
 *
 * Returns: (transfer full): factories
 *
 * Since: 1.0
 */
SpurFactories *
spur_factories_new (void)
{
  return g_object_new (SPUR_TYPE_FACTORIES, NULL);
}

/**
 * spur_factories_set_identifier_type:
 * @self: factories
 * @type: %SPUR_TYPE_EVENT_ID or a subclass, or %G_TYPE_INVALID for the one that the caller
 *   would take without factories
 *
 * Says of what class the identifiers of events are.
 *
 * Since: 1.0
 */
void
spur_factories_set_identifier_type (SpurFactories *self, GType type)
{
  g_return_if_fail (SPUR_IS_FACTORIES (self));
  g_return_if_fail (type == G_TYPE_INVALID ||
                    (g_type_is_a (type, SPUR_TYPE_EVENT_ID) && !G_TYPE_IS_ABSTRACT (type)));

  self->identifier_type = type;
}

SPUR_DEFINE_GETTER (GType,
                    spur_factories_get_identifier_type,
                    SpurFactories,
                    SPUR_IS_FACTORIES,
                    self->identifier_type)

/**
 * spur_factories_set_identifier_function:
 * @self: factories
 * @function: (nullable) (scope notified) (closure user_data) (destroy destroy): what makes the
 *   identifiers of events, or %NULL for their constructor
 * @user_data: for @function
 * @destroy: (nullable): what to do with @user_data at last
 *
 * For identifiers that need more than a class, as a number from elsewhere.
 *
 * Since: 1.0
 */
void
spur_factories_set_identifier_function (SpurFactories *self,
                                        SpurIdentifierFunc function,
                                        gpointer user_data,
                                        GDestroyNotify destroy)
{
  g_return_if_fail (SPUR_IS_FACTORIES (self));

  clear_identifier_function (self);
  self->identifier_function = function;
  self->identifier_data = user_data;
  self->identifier_destroy = destroy;
}

SpurEventId *
spur_factories_make_identifier (SpurFactories *self,
                                GType type,
                                const char *source,
                                guint stream,
                                guint64 origin,
                                guint64 number,
                                gint64 raw_time_ns)
{
  if (self != NULL && self->identifier_type != G_TYPE_INVALID)
    type = self->identifier_type;
  if (self != NULL && self->identifier_function != NULL)
    return self->identifier_function (source, stream, origin, number, raw_time_ns,
                                      self->identifier_data);
  return spur_event_id_new_of_type (type, source, stream, origin, number, raw_time_ns);
}

gboolean
spur_factories_make_plain_identifiers (SpurFactories *self)
{
  return self->identifier_function == NULL &&
         (self->identifier_type == G_TYPE_INVALID || self->identifier_type == SPUR_TYPE_EVENT_ID);
}

/* A substitute may itself be substituted. Each is below the one that it stands for, so this
 * ends. */
static GType
get_substitute (SpurFactories *self, GType asked)
{
  GType made = asked;

  while (self != NULL && asked != 0)
    {
      made = asked;
      asked = (GType) g_hash_table_lookup (self->substitutes, (gpointer) asked);
    }
  return made;
}

/**
 * spur_factories_set_substitute:
 * @self: factories
 * @asked: a class of events or active objects
 * @made: the subclass of it that is made in its place, or @asked itself for none
 *
 * Says what is made in place of a class. Classes that derive from @asked are not concerned.
 *
 * Since: 1.0
 */
void
spur_factories_set_substitute (SpurFactories *self, GType asked, GType made)
{
  g_return_if_fail (SPUR_IS_FACTORIES (self));
  g_return_if_fail (g_type_is_a (asked, SPUR_TYPE_EVENT) ||
                    g_type_is_a (asked, SPUR_TYPE_ACTIVE_OBJECT));
  g_return_if_fail (g_type_is_a (made, asked));
  g_return_if_fail (asked == made || !G_TYPE_IS_ABSTRACT (made));

  if (asked == made)
    g_hash_table_remove (self->substitutes, (gpointer) asked);
  else
    g_hash_table_insert (self->substitutes, (gpointer) asked, (gpointer) made);
}

SpurEvent *
spur_factories_make_event (SpurFactories *self, GType type)
{
  return spur_event_new (get_substitute (self, type));
}

SpurActiveObject *
spur_factories_make_object (SpurFactories *self, GType type, const char *name, const char *kind)
{
  return spur_active_object_new (get_substitute (self, type), name, kind);
}

/**
 * spur_factories_set_serializer:
 * @self: factories
 * @serializer: (nullable): what makes bytes of events, or %NULL for #SpurPackedSerializer
 *
 * Sets what makes bytes of events.
 *
 * Since: 1.0
 */
void
spur_factories_set_serializer (SpurFactories *self, SpurSerializer *serializer)
{
  g_return_if_fail (SPUR_IS_FACTORIES (self));
  g_return_if_fail (serializer == NULL || SPUR_IS_SERIALIZER (serializer));

  g_set_object (&self->serializer, serializer);
}

SPUR_DEFINE_GETTER (SpurSerializer *,
                    spur_factories_get_serializer,
                    SpurFactories,
                    SPUR_IS_FACTORIES,
                    self->serializer)
