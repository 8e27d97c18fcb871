/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Of what class the events' identifiers are, and what makes them. */
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-packed-serializer.h"
#include "core/model/identifiers/spur-identifier-internal.h"
#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/store/trace/spur-trace-internal.h"

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
  GType type;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (name != NULL);

  copy = g_strdup (name);
  g_free (self->identifier_name);
  self->identifier_name = copy;
  g_type_ensure (SPUR_TYPE_MULTI_ORDERED_EVENT_ID);
  type = spur_identifier_type_from_name (name);
  if (!g_type_is_a (type, SPUR_TYPE_EVENT_ID) || G_TYPE_IS_ABSTRACT (type))
    type = G_TYPE_INVALID;
  self->identifier_type = type;
}

/**
 * spur_trace_get_identifier_name:
 * @self: a trace
 *
 * Gets the class of the events' identifiers, "Event_ID" where nothing was said.
 *
 * Returns: (transfer none): the class's name; this program may not know the class
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
 * Gets the class of the events' identifiers. Where this program does not know it, the class that
 * can say what the trace knows: %SPUR_TYPE_MULTI_ORDERED_EVENT_ID with predecessors,
 * %SPUR_TYPE_EVENT_ID without.
 *
 * Returns: the class
 *
 * Since: 1.0
 */
GType
spur_trace_get_identifier_type (SpurTrace *self)
{
  g_return_val_if_fail (SPUR_IS_TRACE (self), SPUR_TYPE_EVENT_ID);

  if (self->identifier_name == NULL)
    return SPUR_TYPE_EVENT_ID;
  if (self->identifier_type != G_TYPE_INVALID)
    return self->identifier_type;
  return self->predecessors->len > 0 ? SPUR_TYPE_MULTI_ORDERED_EVENT_ID : SPUR_TYPE_EVENT_ID;
}

/**
 * spur_trace_set_factories:
 * @self: a trace
 * @factories: (nullable): what makes objects of its events and active objects, or %NULL for what
 *   makes them of the classes that the trace says
 *
 * For the objects that are made from now on; active objects that were made stay as they are. A
 * class of identifiers that the factories name is taken instead of the trace's own.
 *
 * Since: 1.0
 */
void
spur_trace_set_factories (SpurTrace *self, SpurFactories *factories)
{
  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (factories == NULL || SPUR_IS_FACTORIES (factories));

  g_set_object (&self->factories, factories);
  g_clear_object (&self->serializer);
}

SpurSerializer *
spur_trace_get_serializer (SpurTrace *self)
{
  SpurSerializer *set =
    self->factories != NULL ? spur_factories_get_serializer (self->factories) : NULL;

  if (set != NULL)
    return set;
  if (self->serializer == NULL)
    self->serializer = spur_packed_serializer_new ();
  return self->serializer;
}

void
spur_trace_identify (SpurTrace *self, guint32 object, SpurActiveObject *view)
{
  g_autoptr (SpurIdentifier) identifier = NULL;
  guint64 origin, number;

  if (!spur_definitions_get_object_identifier (self->definitions, object, &origin, &number))
    return;
  identifier = g_object_new (SPUR_TYPE_IDENTIFIER, NULL);
  spur_identifier_set (identifier, origin, number);
  spur_active_object_set_identifier (view, identifier);
}

static SpurEventId *
make_plain_id (SpurTrace *self, guint stream, guint64 event)
{
  SpurStream *source = g_ptr_array_index (self->streams, stream);

  return spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, spur_stream_get_name (source), stream,
                                    spur_stream_get_origin (source), event,
                                    spur_stream_get_raw_ns (source, event));
}

/* What the trace says first, then the event before in the stream. */
static void
set_predecessors (SpurTrace *self, SpurEventId *id, guint stream, guint64 event)
{
  guint max = SPUR_EVENT_ID_GET_CLASS (id)->max_predecessors;
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_object_unref);
  const SpurPredecessor *rows;
  gsize n_rows;

  rows = spur_trace_get_predecessors (self, stream, event, &n_rows);
  for (gsize i = 0; i < n_rows && ids->len < max; i++)
    g_ptr_array_add (ids,
                     make_plain_id (self, rows[i].predecessor_stream, rows[i].predecessor_event));
  if (event > 0 && ids->len < max)
    g_ptr_array_add (ids, make_plain_id (self, stream, event - 1));
  spur_event_id_set_predecessors (id, (SpurEventId *const *) ids->pdata, ids->len);
}

SpurEventId *
spur_trace_make_event_id (SpurTrace *self, guint stream, guint64 event, gint64 raw_ns)
{
  SpurStream *source = g_ptr_array_index (self->streams, stream);
  SpurEventId *id = spur_factories_make_identifier (
    self->factories, spur_trace_get_identifier_type (self), spur_stream_get_name (source), stream,
    spur_stream_get_origin (source), event, raw_ns);

  if (SPUR_EVENT_ID_GET_CLASS (id)->max_predecessors > 0)
    set_predecessors (self, id, stream, event);
  return id;
}
