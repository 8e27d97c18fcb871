/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Of what class the events' identifiers are, and which identifiers the active objects have. */
#include "config.h"

#include "core/model/spur-multi-ordered-event-id.h"
#include "core/store/spur-trace-private.h"

typedef struct
{
  guint64 origin;
  guint64 number;
} Identifier;

static guint
hash (gconstpointer key)
{
  const Identifier *self = key;

  return (guint) ((self->origin ^ self->number) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

static gboolean
equal (gconstpointer a, gconstpointer b)
{
  const Identifier *p = a, *q = b;

  return p->origin == q->origin && p->number == q->number;
}

/**
 * spur_trace_set_object_identifier:
 * @self: a trace that is not sealed yet
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
spur_trace_set_object_identifier (SpurTrace *self, guint32 object, guint64 origin, guint64 number)
{
  Identifier identifier = { origin, number };

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (!self->is_sealed && object < self->objects->len);
  g_return_if_fail (origin != 0);

  if (self->object_identifiers == NULL)
    {
      self->object_identifiers = g_array_new (FALSE, TRUE, sizeof (Identifier));
      self->object_of_identifier = g_hash_table_new_full (hash, equal, g_free, NULL);
    }
  if (object >= self->object_identifiers->len)
    g_array_set_size (self->object_identifiers, object + 1);
  g_array_index (self->object_identifiers, Identifier, object) = identifier;
  if (!g_hash_table_contains (self->object_of_identifier, &identifier))
    g_hash_table_insert (self->object_of_identifier, g_memdup2 (&identifier, sizeof identifier),
                         GUINT_TO_POINTER (object));
}

/**
 * spur_trace_get_object_identifier:
 * @self: a trace
 * @object: an entry of the table of active objects
 * @origin: (out): the origin of its identifier
 * @number: (out): the number of its identifier
 *
 * Returns: whether the trace knows by which identifier the object was known where it was recorded
 *
 * Since: 1.0
 */
gboolean
spur_trace_get_object_identifier (SpurTrace *self, guint32 object, guint64 *origin, guint64 *number)
{
  const Identifier *identifier;

  g_return_val_if_fail (SPUR_IS_TRACE (self), FALSE);
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

/**
 * spur_trace_find_object:
 * @self: a trace
 * @origin: the origin of an identifier
 * @number: the number of an identifier
 *
 * Returns: the active object that is known by the identifier, an entry of the table of active
 *   objects, or %SPUR_NONE
 *
 * Since: 1.0
 */
guint32
spur_trace_find_object (SpurTrace *self, guint64 origin, guint64 number)
{
  Identifier identifier = { origin, number };
  gpointer object;

  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_NONE);

  if (self->object_of_identifier == NULL ||
      !g_hash_table_lookup_extended (self->object_of_identifier, &identifier, NULL, &object))
    return SPUR_NONE;
  return GPOINTER_TO_UINT (object);
}

/**
 * spur_trace_set_identifier_type:
 * @self: a trace
 * @type: %SPUR_TYPE_EVENT_ID, as it is at first, or a subclass
 *
 * Says of what class the identifiers of the trace's events are.
 *
 * Since: 1.0
 */
void
spur_trace_set_identifier_type (SpurTrace *self, GType type)
{
  g_return_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT_ID));

  spur_trace_set_identifier_name (self, spur_identifier_type_get_name (type));
}

/**
 * spur_trace_set_identifier_name:
 * @self: a trace
 * @name: a class of event identifiers by the name that it has in traces, as in
 *   "Ordered_Event_ID"
 *
 * The same as spur_trace_set_identifier_type() for a reader, which may not know the class.
 *
 * Since: 1.0
 */
void
spur_trace_set_identifier_name (SpurTrace *self, const char *name)
{
  char *copy;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (name != NULL);

  copy = g_strdup (name);
  g_free (self->identifier_name);
  self->identifier_name = copy;
}

/**
 * spur_trace_get_identifier_name:
 * @self: a trace
 *
 * Returns: (transfer none): the class of the events' identifiers, "Event_ID" where nothing was
 *   said; it may be one that this program does not know
 *
 * Since: 1.0
 */
const char *
spur_trace_get_identifier_name (SpurTrace *self)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);

  if (self->identifier_name == NULL)
    return spur_identifier_type_get_name (SPUR_TYPE_EVENT_ID);
  return self->identifier_name;
}

/**
 * spur_trace_get_identifier_type:
 * @self: a trace
 *
 * Returns: the class of the events' identifiers. Where this program does not know it, the class
 *   that can say what the trace knows: %SPUR_TYPE_MULTI_ORDERED_EVENT_ID with predecessors,
 *   %SPUR_TYPE_EVENT_ID without.
 *
 * Since: 1.0
 */
GType
spur_trace_get_identifier_type (SpurTrace *self)
{
  GType type;

  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_TYPE_EVENT_ID);

  if (self->identifier_name == NULL)
    return SPUR_TYPE_EVENT_ID;
  g_type_ensure (SPUR_TYPE_MULTI_ORDERED_EVENT_ID);
  type = spur_identifier_type_from_name (self->identifier_name);
  if (type != 0 && g_type_is_a (type, SPUR_TYPE_EVENT_ID) && !G_TYPE_IS_ABSTRACT (type))
    return type;
  return self->n_predecessors > 0 ? SPUR_TYPE_MULTI_ORDERED_EVENT_ID : SPUR_TYPE_EVENT_ID;
}
