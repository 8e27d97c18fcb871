/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events as objects: made from packed records, and packed into them. */
#include <string.h>

#include "core/model/events/spur-event-internal.h"
#include "core/model/objects/spur-location-internal.h"
#include "core/store/trace/spur-trace-internal.h"

static void
fill_group (SpurTrace *self, SpurEvent *event, const SpurField *field, const SpurGroup *group)
{
  g_autoptr (GPtrArray) members = NULL;

  if (group == NULL)
    return;
  spur_event_set_string (event, field->name, group->name);
  members = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < group->n_members; i++)
    {
      SpurActiveObject *member = spur_trace_get_object (self, group->members[i]);

      if (member != NULL)
        g_ptr_array_add (members, g_object_ref (member));
    }
  spur_event_set_members (event, field->name, members);
}

static void
fill_field (SpurTrace *self, SpurEvent *event, guint index, guint64 bits)
{
  const SpurField *field = &spur_event_get_layout (event)->fields[index];
  g_autoptr (SpurEntryList) list = NULL;
  guint32 entry = (guint32) bits;

  switch (field->type)
    {
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_STATE:
      spur_event_set_string (
        event, field->name,
        spur_definitions_get_entry_name (self->definitions, field->type, entry));
      break;
    case SPUR_FIELD_GROUP:
      fill_group (self, event, field, spur_definitions_get_group (self->definitions, entry));
      break;
    case SPUR_FIELD_LIST:
      list = spur_definitions_make_list (self->definitions, entry);
      spur_event_set_list (event, field->name, list);
      break;
    case SPUR_FIELD_OBJECT:
      spur_event_set_object (event, field->name, spur_trace_get_object (self, entry));
      break;
    default:
      spur_event_get_slots (event)[index].number = bits;
      break;
    }
}

/**
 * spur_trace_get_event:
 * @self: a sealed trace
 * @stream: position of the stream
 * @event: position of the event in the stream
 *
 * Makes an object of an event, at corrected time where the trace has a correction. Its identifier
 * is of the trace's class of identifiers, and names the predecessors that the class can name. To be
 * called by one thread at a time.
 *
 * Returns: (transfer full): the event, of its class or of the nearest ancestor that this program
 *   knows, or what the trace's factories make in its place
 *
 * Since: 1.0
 */
SpurEvent *
spur_trace_get_event (SpurTrace *self, guint stream, guint64 event)
{
  SpurStream *source = spur_trace_get_stream (self, stream);
  SpurCorrection *correction = spur_trace_get_correction (self);
  g_autoptr (SpurEventId) id = NULL;
  const SpurEventLayout *layout;
  guint8 record[SPUR_MAX_RECORD_BYTES];
  SpurEvent *view;
  gint64 raw_ns;

  g_return_val_if_fail (source != NULL && event < spur_stream_get_n_events (source), NULL);

  spur_stream_copy_record (source, event, record, &layout);
  raw_ns = spur_stream_get_raw_ns (source, event);
  view = spur_factories_make_event (self->factories, layout->type);
  spur_event_set_layout (view, layout);
  id = spur_trace_make_event_id (self, stream, event, raw_ns);
  spur_event_set_id (view, id);
  spur_event_set_time_ns (
    view, correction != NULL ? spur_correction_apply (correction, stream, event, raw_ns) : raw_ns);
  for (guint i = 0; i < layout->n_fields; i++)
    fill_field (self, view, i, spur_event_layout_get_uint (layout, i, record));
  return view;
}

typedef struct
{
  SpurTrace *trace;

  /* Whether objects are the same where type and name are, or where their identifiers are. */
  gboolean by_name;
} Packing;

static guint32
add_object (SpurTrace *self, SpurActiveObject *object)
{
  SpurIdentifier *identifier = spur_active_object_get_identifier (object);
  g_autoptr (SpurEntryList) resources = spur_location_keep (object);
  guint32 id = spur_definitions_add_object (self->definitions, G_OBJECT_TYPE (object),
                                            spur_active_object_get_name (object),
                                            spur_active_object_get_kind (object), SPUR_NONE);

  spur_definitions_set_object_identifier (self->definitions, id,
                                          spur_identifier_get_origin (identifier),
                                          spur_identifier_get_number (identifier));
  if (resources != NULL)
    spur_definitions_set_object_attributes (
      self->definitions, id, spur_definitions_add_entry_list (self->definitions, resources));
  return id;
}

guint32
spur_trace_add_active_object (SpurTrace *self, SpurActiveObject *object)
{
  SpurIdentifier *identifier = spur_active_object_get_identifier (object);
  guint64 origin = spur_identifier_get_origin (identifier);
  guint64 number = spur_identifier_get_number (identifier);
  guint32 *hint = &self->object_hints[number % SPUR_N_OBJECT_HINTS];
  guint64 its_origin, its_number;

  if (spur_definitions_get_object_identifier (self->definitions, *hint, &its_origin, &its_number) &&
      its_origin == origin && its_number == number)
    return *hint;
  *hint = spur_definitions_find_object (self->definitions, origin, number);
  if (*hint == SPUR_NONE)
    *hint = add_object (self, object);
  return *hint;
}

static guint32
find_object (const Packing *packing, SpurActiveObject *object)
{
  SpurTrace *self = packing->trace;
  const char *name;
  GType type;

  if (!packing->by_name)
    return spur_trace_add_active_object (self, object);
  name = spur_active_object_get_name (object);
  type = G_OBJECT_TYPE (object);
  for (guint32 i = 0; i < spur_definitions_get_n_objects (self->definitions); i++)
    {
      const SpurObject *info = spur_definitions_get_object (self->definitions, i);

      if (info->type == type && g_str_equal (info->name, name))
        return i;
    }
  return add_object (self, object);
}

static guint32
find_group (const Packing *packing, const char *name, GPtrArray *members)
{
  SpurTrace *self = packing->trace;
  guint n_members = members != NULL ? members->len : 0;
  g_autofree guint32 *ids = g_new (guint32, n_members + 1);

  for (guint i = 0; i < n_members; i++)
    ids[i] = find_object (packing, g_ptr_array_index (members, i));
  for (guint32 i = 0; i < spur_definitions_get_n_groups (self->definitions); i++)
    {
      const SpurGroup *group = spur_definitions_get_group (self->definitions, i);

      if (g_str_equal (group->name, name) &&
          (members == NULL || (group->n_members == n_members &&
                               memcmp (group->members, ids, n_members * sizeof *ids) == 0)))
        return i;
    }
  return members != NULL ? spur_definitions_add_group (self->definitions, name, ids, n_members)
                         : SPUR_NONE;
}

static guint64
pack_text (const Packing *packing,
           SpurEvent *event,
           const SpurField *field,
           const SpurEventSlot *slot)
{
  if (slot->text == NULL)
    return SPUR_NONE;
  if (field->type == SPUR_FIELD_STRING)
    return spur_definitions_add_string (packing->trace->definitions, slot->text);
  if (field->type == SPUR_FIELD_STATE)
    return spur_definitions_add_state (packing->trace->definitions, slot->text, SPUR_STATE_WORK);
  return find_group (packing, slot->text, spur_event_get_slot_members (event, slot));
}

static guint64
pack_field (const Packing *packing,
            SpurEvent *event,
            const SpurField *field,
            const SpurEventSlot *slot)
{
  switch (field->type)
    {
    case SPUR_FIELD_LIST:
      return slot->list != NULL
               ? spur_definitions_add_entry_list (packing->trace->definitions, slot->list)
               : SPUR_NONE;
    case SPUR_FIELD_OBJECT:
      return slot->object != NULL ? find_object (packing, slot->object) : SPUR_NONE;
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_STATE:
    case SPUR_FIELD_GROUP:
      return pack_text (packing, event, field, slot);
    default:
      return slot->number;
    }
}

static void
pack_event (const Packing *packing, SpurEvent *event, guint8 *record)
{
  const SpurEventLayout *layout = spur_event_get_layout (event);
  const SpurEventSlot *slots = spur_event_get_slots (event);

  for (guint i = 0; i < layout->n_fields; i++)
    spur_event_layout_set_uint (layout, i, record,
                                pack_field (packing, event, &layout->fields[i], &slots[i]));
}

void
spur_trace_pack_event (SpurTrace *self, SpurEvent *event, guint8 *record)
{
  Packing packing = { self, FALSE };

  pack_event (&packing, event, record);
}

/**
 * spur_trace_append_event:
 * @self: a trace that is not sealed yet
 * @stream: one of its streams
 * @event: an event; copied
 *
 * Adds an event at the end of a stream, with the definitions that it needs. Its time is taken as
 * the raw time, in ns. A convenience for programs that make few events; codecs pack records and
 * use spur_stream_append(), recorders use #SpurRecorder.
 *
 * Active objects are the same where type and name are. What the event's identifier says is not
 * looked at.
 *
 * Since: 1.0
 */
void
spur_trace_append_event (SpurTrace *self, SpurStream *stream, SpurEvent *event)
{
  Packing packing = { self, TRUE };
  guint8 record[SPUR_MAX_RECORD_BYTES];
  const SpurClock *clock;
  guint class_index;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (SPUR_IS_STREAM (stream));
  g_return_if_fail (SPUR_IS_EVENT (event));
  clock = spur_definitions_get_clock (self->definitions, spur_stream_get_clock (stream));
  g_return_if_fail (clock->resolution_hz == G_USEC_PER_SEC * 1000);

  class_index = spur_trace_add_class (self, spur_event_get_layout (event));
  pack_event (&packing, event, record);
  spur_stream_append (stream, spur_event_get_time_ns (event), class_index, record);
}

/**
 * spur_trace_append_bytes:
 * @self: a trace that is not sealed yet
 * @stream: one of its streams
 * @bytes: an event as the serializer of the trace's factories wrote it
 * @error: return location for an error
 *
 * The same as spur_trace_append_event() for an event that comes as bytes.
 *
 * Returns: whether it was appended; else @error is the serializer's
 *
 * Since: 1.0
 */
gboolean
spur_trace_append_bytes (SpurTrace *self, SpurStream *stream, GBytes *bytes, GError **error)
{
  g_autoptr (SpurEvent) event = NULL;

  g_return_val_if_fail (SPUR_IS_TRACE (self), FALSE);
  g_return_val_if_fail (SPUR_IS_STREAM (stream), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  event = spur_serializer_read (spur_trace_get_serializer (self), bytes, self->factories, error);
  if (event == NULL)
    return FALSE;
  spur_trace_append_event (self, stream, event);
  return TRUE;
}

/**
 * spur_trace_get_event_bytes:
 * @self: a sealed trace
 * @stream: position of the stream
 * @event: position of the event in the stream
 *
 * The same as spur_trace_get_event() for an event that is wanted as bytes.
 *
 * Returns: (transfer full): the event as the serializer of the trace's factories writes it
 *
 * Since: 1.0
 */
GBytes *
spur_trace_get_event_bytes (SpurTrace *self, guint stream, guint64 event)
{
  g_autoptr (SpurEvent) view = spur_trace_get_event (self, stream, event);

  g_return_val_if_fail (view != NULL, NULL);

  return spur_serializer_write (spur_trace_get_serializer (self), view);
}

/* Looks at the ends of each stream once: they lie in other pages of a file each. */
static const gint64 *
find_ends (SpurTrace *self)
{
  if (g_once_init_enter (&self->ends_ns))
    {
      gint64 *ends_ns = g_new0 (gint64, 2 * (gsize) spur_trace_get_n_streams (self) + 1);

      for (guint i = 0; i < spur_trace_get_n_streams (self); i++)
        {
          SpurStream *stream = spur_trace_get_stream (self, i);
          guint64 n_events = spur_stream_get_n_events (stream);

          if (n_events == 0)
            continue;
          ends_ns[2 * (gsize) i] = spur_stream_get_raw_ns (stream, 0);
          ends_ns[2 * (gsize) i + 1] = spur_stream_get_raw_ns (stream, n_events - 1);
        }
      g_once_init_leave (&self->ends_ns, ends_ns);
    }
  return self->ends_ns;
}

/**
 * spur_trace_get_span_ns:
 * @self: a sealed trace
 * @raw: whether raw times are meant where the trace has a correction
 * @begin_ns: (out): time of the earliest event
 * @end_ns: (out): time of the latest event; both are 0 where there is no event
 *
 * When the trace begins and ends, by the first and last events of its streams.
 *
 * Since: 1.0
 */
void
spur_trace_get_span_ns (SpurTrace *self, gboolean raw, gint64 *begin_ns, gint64 *end_ns)
{
  SpurCorrection *correction;
  const gint64 *ends_ns;
  gint64 first_ns = G_MAXINT64, last_ns = G_MININT64;

  g_return_if_fail (SPUR_IS_TRACE (self));
  g_return_if_fail (begin_ns != NULL && end_ns != NULL);

  ends_ns = find_ends (self);
  correction = raw ? NULL : spur_trace_get_correction (self);
  for (guint i = 0; i < spur_trace_get_n_streams (self); i++)
    {
      SpurStream *stream = spur_trace_get_stream (self, i);
      guint64 n_events = spur_stream_get_n_events (stream);
      gint64 a, b;

      if (n_events == 0)
        continue;
      a = ends_ns[2 * (gsize) i];
      b = ends_ns[2 * (gsize) i + 1];
      if (correction != NULL)
        {
          a = spur_correction_apply (correction, i, 0, a);
          b = spur_correction_apply (correction, i, n_events - 1, b);
        }
      first_ns = MIN (first_ns, a);
      last_ns = MAX (last_ns, b);
    }
  *begin_ns = first_ns == G_MAXINT64 ? 0 : first_ns;
  *end_ns = first_ns == G_MAXINT64 ? 0 : MAX (first_ns, last_ns);
}

/**
 * spur_trace_get_object:
 * @self: a sealed trace
 * @object: an entry of the table of active objects, or %SPUR_NONE
 *
 * Gives the same object for the same entry, made by the trace's factories. To be called by one
 * thread at a time.
 *
 * Returns: (transfer none) (nullable): the object; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_trace_get_object (SpurTrace *self, guint32 object)
{
  const SpurObject *info;
  gpointer *view;

  g_return_val_if_fail (SPUR_IS_TRACE (self), NULL);
  g_return_val_if_fail (self->definitions->is_sealed, NULL);

  info = spur_definitions_get_object (self->definitions, object);
  if (info == NULL)
    return NULL;
  view = &g_ptr_array_index (self->object_views, object);
  if (*view == NULL)
    {
      g_autoptr (SpurEntryList) attributes =
        spur_definitions_make_list (self->definitions, info->attributes);

      *view = spur_factories_make_object (self->factories, info->type, info->name, info->kind);
      spur_trace_identify (self, object, *view);
      if (SPUR_IS_RESOURCE_LIST (attributes))
        spur_active_object_set_resources (*view, SPUR_RESOURCE_LIST (attributes));
      spur_location_restore (*view);
    }
  return *view;
}
