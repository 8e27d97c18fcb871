/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* By which identifiers the active objects were known where they were recorded. */
#include "core/store/definitions/spur-definitions-internal.h"

typedef struct
{
  guint64 origin;
  guint64 number;
} Identifier;

static guint
hash_identifier (gconstpointer key)
{
  const Identifier *self = key;

  return (guint) ((self->origin ^ self->number) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static gboolean
equal_identifiers (gconstpointer a, gconstpointer b)
{
  const Identifier *p = a, *q = b;

  return p->origin == q->origin && p->number == q->number;
}

/**
 * spur_definitions_set_object_identifier:
 * @self: definitions of a trace that is not sealed yet
 * @object: an entry of the table of active objects
 * @origin: the origin of its identifier, not 0
 * @number: the number of its identifier
 *
 * Says by which identifier an active object was known where it was recorded. Where two entries
 * have the same one, the first is found by it.
 *
 * Since: 1.0
 */
void
spur_definitions_set_object_identifier (SpurDefinitions *self,
                                        guint32 object,
                                        guint64 origin,
                                        guint64 number)
{
  Identifier identifier = { origin, number };

  g_return_if_fail (SPUR_IS_DEFINITIONS (self));
  g_return_if_fail (!self->is_sealed && object < self->objects->len);
  g_return_if_fail (origin != 0);

  if (self->object_identifiers == NULL)
    {
      self->object_identifiers = g_array_new (FALSE, TRUE, sizeof (Identifier));
      self->object_of_identifier =
        g_hash_table_new_full (hash_identifier, equal_identifiers, g_free, NULL);
    }
  if (object >= self->object_identifiers->len)
    g_array_set_size (self->object_identifiers, object + 1);
  g_array_index (self->object_identifiers, Identifier, object) = identifier;
  if (!g_hash_table_contains (self->object_of_identifier, &identifier))
    g_hash_table_insert (self->object_of_identifier, g_memdup2 (&identifier, sizeof identifier),
                         GUINT_TO_POINTER (object));
}

/**
 * spur_definitions_get_object_identifier:
 * @self: definitions
 * @object: an entry of the table of active objects
 * @origin: (out): the origin of its identifier
 * @number: (out): the number of its identifier
 *
 * Tells whether the trace knows by which identifier the object was known where it was recorded.
 *
 * Returns: whether the trace knows by which identifier the object was known where it was recorded
 *
 * Since: 1.0
 */
gboolean
spur_definitions_get_object_identifier (SpurDefinitions *self,
                                        guint32 object,
                                        guint64 *origin,
                                        guint64 *number)
{
  const Identifier *identifier;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), FALSE);
  g_return_val_if_fail (origin != NULL && number != NULL, FALSE);

  if (self->object_identifiers == NULL || object >= self->object_identifiers->len)
    return FALSE;
  identifier = &g_array_index (self->object_identifiers, Identifier, object);
  if (identifier->origin == 0)
    return FALSE;
  *origin = identifier->origin;
  *number = identifier->number;
  return TRUE;
}

guint32
spur_definitions_find_object (SpurDefinitions *self, guint64 origin, guint64 number)
{
  Identifier identifier = { origin, number };
  gpointer object;

  if (self->object_of_identifier == NULL ||
      !g_hash_table_lookup_extended (self->object_of_identifier, &identifier, NULL, &object))
    return SPUR_NONE;
  return GPOINTER_TO_UINT (object);
}
