/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/identifiers/spur-identifier.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/base/spur-unique-private.h"
#include "core/model/identifiers/spur-identifier-internal.h"

/**
 * SpurIdentifier:
 *
 * Names one thing among all of its kind (TUM-I9909 section 4.2.3).
 *
 * An identifier is a pair of 64 bit numbers: the origin, which the issuer draws at
 * random, and a count. A process draws an origin when it needs its first identifier; a child that
 * fork() makes draws one of its own. So identifiers are unique across threads, processes and hosts
 * without talking to each other: among n processes the odds that any two draw the same origin are
 * about n^2 / 2^65, less than 3 in 10^8 for a million processes. Only a process that is copied
 * whole, as by restarting one checkpoint twice, goes on with the origin that it had.
 *
 * Every new identifier is given its numbers automatically. One that is read gets those that it had.
 *
 * A subclass says in its class initialiser what traces call it, and how what it adds is stored; so
 * one file adds a class of identifiers.
 *
 * Since: 1.0
 */

typedef struct
{
  guint64 origin;
  guint64 number;
} SpurIdentifierPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurIdentifier, spur_identifier, G_TYPE_OBJECT)

#define PACKED "(tt)"

static char *
identifier_to_string (SpurIdentifier *self)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x-%" G_GUINT64_FORMAT,
                          spur_identifier_get_origin (self), spur_identifier_get_number (self));
}

static GVariant *
identifier_pack (SpurIdentifier *self)
{
  return g_variant_ref_sink (
    g_variant_new (PACKED, spur_identifier_get_origin (self), spur_identifier_get_number (self)));
}

static gboolean
identifier_unpack (SpurIdentifier *self, GVariant *packed, GError **error)
{
  guint64 origin, number;

  if (!spur_identifier_check_packed (self, packed, PACKED, error))
    return FALSE;
  g_variant_get (packed, PACKED, &origin, &number);
  spur_identifier_set (self, origin, number);
  return TRUE;
}

static void
spur_identifier_class_init (SpurIdentifierClass *klass)
{
  spur_identifier_class_set_name (klass, "Identifier");
  klass->to_string = identifier_to_string;
  klass->pack = identifier_pack;
  klass->unpack = identifier_unpack;
}

static void
spur_identifier_init (SpurIdentifier *self)
{
}

void
spur_identifier_set (SpurIdentifier *self, guint64 origin, guint64 number)
{
  SpurIdentifierPrivate *priv = spur_identifier_get_instance_private (self);

  priv->origin = origin;
  priv->number = number;
}

gboolean
spur_identifier_check_packed (SpurIdentifier *self,
                              GVariant *packed,
                              const char *type,
                              GError **error)
{
  if (g_variant_is_of_type (packed, G_VARIANT_TYPE (type)))
    return TRUE;
  return spur_error_set (
    error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
    "packed %s is of type '%s', expected '%s'; it was written by another class",
    G_OBJECT_TYPE_NAME (self), g_variant_get_type_string (packed), type);
}

/**
 * spur_identifier_class_set_name:
 * @klass: a class that is being initialised
 * @name: what traces call the class, as in "Ordered_Event_ID"
 *
 * A class that says nothing is called as its #GType.
 *
 * Since: 1.0
 */
void
spur_identifier_class_set_name (SpurIdentifierClass *klass, const char *name)
{
  g_return_if_fail (name != NULL);

  klass->name = g_intern_string (name);
}

const char *
spur_identifier_type_get_name (GType type)
{
  SpurIdentifierClass *klass, *parent;
  const char *name;

  klass = g_type_class_ref (type);
  name = klass->name;
  parent = g_type_class_peek_parent (klass);
  /* A class starts with the name of its parent. */
  if (type != SPUR_TYPE_IDENTIFIER && parent->name == name)
    name = g_type_name (type);
  g_type_class_unref (klass);
  return name;
}

static GType
find_type (GType type, const char *name)
{
  g_autofree GType *children = NULL;
  guint n_children;
  GType found = 0;

  if (strcmp (spur_identifier_type_get_name (type), name) == 0)
    return type;
  children = g_type_children (type, &n_children);
  for (guint i = 0; found == 0 && i < n_children; i++)
    found = find_type (children[i], name);
  return found;
}

GType
spur_identifier_type_from_name (const char *name)
{
  return find_type (SPUR_TYPE_IDENTIFIER, name);
}

/**
 * spur_identifier_new:
 * @type: %SPUR_TYPE_IDENTIFIER or a subclass
 *
 * From any thread.
 *
 * Returns: (transfer full): an identifier that is not given twice
 *
 * Since: 1.0
 */
SpurIdentifier *
spur_identifier_new (GType type)
{
  SpurIdentifier *self;
  guint64 origin, number;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_IDENTIFIER), NULL);

  self = g_object_new (type, NULL);
  spur_unique_take (&origin, &number);
  spur_identifier_set (self, origin, number);
  return self;
}

/**
 * spur_identifier_new_from_variant:
 * @type: %SPUR_TYPE_IDENTIFIER or a subclass
 * @packed: what spur_identifier_to_variant() gave, or anything that comes from outside
 * @error: return location for an error
 *
 * Makes the identifier that was packed, or %NULL with %G_IO_ERROR_INVALID_DATA.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
SpurIdentifier *
spur_identifier_new_from_variant (GType type, GVariant *packed, GError **error)
{
  g_autoptr (SpurIdentifier) self = NULL;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_IDENTIFIER), NULL);
  g_return_val_if_fail (packed != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (type, NULL);
  if (!SPUR_IDENTIFIER_GET_CLASS (self)->unpack (self, packed, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * spur_identifier_get_origin:
 * @self: an identifier
 *
 * Gets who gave it: a random number, or 0 where that was not recorded.
 *
 * Returns: who gave it: a random number, or 0 where that was not recorded
 *
 * Since: 1.0
 */
guint64
spur_identifier_get_origin (SpurIdentifier *self)
{
  SpurIdentifierPrivate *priv = spur_identifier_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_IDENTIFIER (self), 0);

  return priv->origin;
}

/**
 * spur_identifier_get_number:
 * @self: an identifier
 *
 * Gets the number that names the thing among those of the same origin.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
guint64
spur_identifier_get_number (SpurIdentifier *self)
{
  SpurIdentifierPrivate *priv = spur_identifier_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_IDENTIFIER (self), 0);

  return priv->number;
}

/**
 * spur_identifier_to_string:
 * @self: an identifier
 *
 * Gets the identifier as a person reads it.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (char *,
                    spur_identifier_to_string,
                    SpurIdentifier,
                    SPUR_IS_IDENTIFIER,
                    SPUR_IDENTIFIER_GET_CLASS (self)->to_string (self))

/**
 * spur_identifier_to_variant:
 * @self: an identifier
 *
 * Gets the identifier in a form that can be stored and sent, for
 * spur_identifier_new_from_variant().
 *
 * Returns: (transfer full): the packed identifier
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (GVariant *,
                    spur_identifier_to_variant,
                    SpurIdentifier,
                    SPUR_IS_IDENTIFIER,
                    g_variant_take_ref (SPUR_IDENTIFIER_GET_CLASS (self)->pack (self)))

/**
 * spur_identifier_hash:
 * @identifier: (type SpurIdentifier): an identifier
 *
 * Hashes an identifier, for tables.
 *
 * Returns: a hash value for #GHashTable
 *
 * Since: 1.0
 */
guint
spur_identifier_hash (gconstpointer identifier)
{
  SpurIdentifierPrivate *priv =
    spur_identifier_get_instance_private ((SpurIdentifier *) identifier);
  guint64 hash = (priv->origin ^ priv->number) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (hash >> 32);
}

/**
 * spur_identifier_equal:
 * @a: (type SpurIdentifier): an identifier
 * @b: (type SpurIdentifier): another one
 *
 * Tells whether they name the same thing.
 *
 * Returns: whether they name the same thing; identifiers of origin 0 are only unique in their own
 *   trace and stream
 *
 * Since: 1.0
 */
gboolean
spur_identifier_equal (gconstpointer a, gconstpointer b)
{
  SpurIdentifierPrivate *p = spur_identifier_get_instance_private ((SpurIdentifier *) a);
  SpurIdentifierPrivate *q = spur_identifier_get_instance_private ((SpurIdentifier *) b);

  return p->origin == q->origin && p->number == q->number;
}
