/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/spur-identifier.h"

#include "core/model/spur-identifier-private.h"

/**
 * SpurIdentifier:
 *
 * Names one thing among all of its kind (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

typedef struct
{
  guint64 number;
} SpurIdentifierPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurIdentifier, spur_identifier, G_TYPE_OBJECT)

static char *
number_to_string (SpurIdentifier *self)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, spur_identifier_get_number (self));
}

static void
spur_identifier_class_init (SpurIdentifierClass *klass)
{
  klass->to_string = number_to_string;
}

static void
spur_identifier_init (SpurIdentifier *self)
{
}

void
spur_identifier_set_number (SpurIdentifier *self, guint64 number)
{
  SpurIdentifierPrivate *priv = spur_identifier_get_instance_private (self);

  priv->number = number;
}

/**
 * spur_identifier_get_number:
 * @self: an identifier
 *
 * Returns: the number that names the thing among those of the same source
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
 * Returns: (transfer full): the identifier as a person reads it
 *
 * Since: 1.0
 */
char *
spur_identifier_to_string (SpurIdentifier *self)
{
  g_return_val_if_fail (SPUR_IS_IDENTIFIER (self), NULL);

  return SPUR_IDENTIFIER_GET_CLASS (self)->to_string (self);
}
