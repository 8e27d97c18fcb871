/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-packed-serializer.h"

#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/model/identifiers/spur-identifier-internal.h"

/**
 * SpurPackedSerializer:
 *
 * The serializer that is used where no other one is set: the packed record of the event, with the
 * texts, objects and lists that it refers to, its class, time and identifier. So the bytes of an
 * event can be read by themselves, on any machine by any program that knows the event's class.
 *
 * Since: 1.0
 */
struct _SpurPackedSerializer
{
  SpurSerializer parent_instance;

  GHashTable *type_of_class;
};

G_DEFINE_TYPE (SpurPackedSerializer, spur_packed_serializer, SPUR_TYPE_SERIALIZER)

/* Class, class and form of the identifier, time in ns, record, and what the record's references
 * are numbers of. All in little-endian order. */
#define EVENT "(ssmvxayav)"
/* Class, identifier, name, kind, resources. */
#define OBJECT "(sttsmsmv)"
/* Class, and of each entry name, unit, type, bits and text. */
#define LIST "(sa(smsytms))"
/* Name and members. */
#define GROUP "(smav)"

static GVariant *
pack_list (SpurEntryList *list)
{
  GVariantBuilder entries;

  g_variant_builder_init (&entries, G_VARIANT_TYPE ("a(smsytms)"));
  for (guint i = 0; i < spur_entry_list_get_n_entries (list); i++)
    {
      const SpurEntry *entry = spur_entry_list_get_entry (list, i);

      g_variant_builder_add (&entries, "(smsytms)", entry->name, entry->unit, (guint) entry->type,
                             entry->bits, entry->text);
    }
  return g_variant_new (LIST, G_OBJECT_TYPE_NAME (list), &entries);
}

static GVariant *
pack_object (SpurActiveObject *object)
{
  SpurIdentifier *id = spur_active_object_get_identifier (object);
  SpurResourceList *resources = spur_active_object_get_resources (object);

  return g_variant_new (OBJECT, G_OBJECT_TYPE_NAME (object), spur_identifier_get_origin (id),
                        spur_identifier_get_number (id), spur_active_object_get_name (object),
                        spur_active_object_get_kind (object),
                        resources != NULL ? pack_list (SPUR_ENTRY_LIST (resources)) : NULL);
}

static GVariant *
pack_group (const char *name, GPtrArray *members)
{
  GVariantBuilder builder;

  if (members == NULL)
    return g_variant_new (GROUP, name, NULL);
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < members->len; i++)
    g_variant_builder_add (&builder, "v", pack_object (g_ptr_array_index (members, i)));
  return g_variant_new (GROUP, name, &builder);
}

/* What a reference of a record refers to, or NULL. */
static GVariant *
pack_value (SpurEvent *event, const SpurField *field, const SpurEventSlot *slot)
{
  if (field->type == SPUR_FIELD_OBJECT)
    return slot->object != NULL ? pack_object (slot->object) : NULL;
  if (field->type == SPUR_FIELD_LIST)
    return slot->list != NULL ? pack_list (slot->list) : NULL;
  if (slot->text == NULL)
    return NULL;
  if (field->type == SPUR_FIELD_GROUP)
    return pack_group (slot->text, spur_event_get_slot_members (event, slot));
  return g_variant_new_string (slot->text);
}

static GVariant *
to_little_endian (GVariant *value)
{
#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  return g_variant_ref_sink (value);
#else
  g_autoptr (GVariant) native = g_variant_ref_sink (value);

  return g_variant_byteswap (native);
#endif
}

static GBytes *
packed_serializer_write (SpurSerializer *serializer, SpurEvent *event)
{
  const SpurEventLayout *layout = spur_event_get_layout (event);
  const SpurEventSlot *slots = spur_event_get_slots (event);
  SpurEventId *id = spur_event_get_id (event);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes + 1);
  g_autoptr (GVariant) packed_id = NULL;
  g_autoptr (GVariant) packed = NULL;
  GVariantBuilder values;
  guint32 n_values = 0;

  g_variant_builder_init (&values, G_VARIANT_TYPE ("av"));
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      gboolean is_reference = spur_field_type_is_reference (field->type);
      GVariant *value = is_reference ? pack_value (event, field, &slots[i]) : NULL;
      guint64 bits = is_reference ? SPUR_NONE : slots[i].number;

      if (value != NULL)
        {
          g_variant_builder_add (&values, "v", value);
          bits = n_values++;
        }
      spur_event_layout_set_uint (layout, i, record, bits);
    }
  if (id != NULL)
    packed_id = spur_identifier_to_variant (SPUR_IDENTIFIER (id));
  packed = to_little_endian (g_variant_new (
    "(ssmvx@ayav)", layout->name,
    id != NULL ? spur_identifier_type_get_name (G_OBJECT_TYPE (id)) : "", packed_id,
    spur_event_get_time_ns (event),
    g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, record, layout->n_bytes, 1), &values));
  return g_variant_get_data_as_bytes (packed);
}

/* What is being read. */
typedef struct
{
  SpurEvent *event;
  SpurFactories *factories;
  const char *class_name;
  const char *field_name;
  GError **error;
} Reading;

static gboolean G_GNUC_PRINTF (2, 3) refuse (const Reading *self, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (message, format);

  return spur_error_set (self->error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "packed %s: %s%s%s",
                         self->class_name, self->field_name != NULL ? self->field_name : "",
                         self->field_name != NULL ? ": " : "", message);
}

static gboolean
check_form (const Reading *self, GVariant *value, const char *type)
{
  return g_variant_is_of_type (value, G_VARIANT_TYPE (type)) ||
         refuse (self, "is of type '%s', expected '%s'", g_variant_get_type_string (value), type);
}

static gboolean
find_subtype (const Reading *self, const char *name, GType ancestor, GType *type)
{
  *type = g_type_from_name (name);
  return (*type != 0 && g_type_is_a (*type, ancestor) && !G_TYPE_IS_ABSTRACT (*type)) ||
         refuse (self, "'%s' is no %s that this program knows; load the plugin that has it", name,
                 g_type_name (ancestor));
}

static gboolean
unpack_list (const Reading *self, GVariant *value, SpurEntryList **list)
{
  g_autoptr (GVariantIter) entries = NULL;
  const char *class_name, *name, *unit, *text;
  guint64 bits;
  guint8 type;
  GType list_type;

  if (!check_form (self, value, LIST))
    return FALSE;
  g_variant_get (value, "(&sa(smsytms))", &class_name, &entries);
  if (!find_subtype (self, class_name, SPUR_TYPE_ENTRY_LIST, &list_type))
    return FALSE;
  *list = spur_entry_list_new (list_type);
  while (g_variant_iter_next (entries, "(&sm&sytm&s)", &name, &unit, &type, &bits, &text))
    {
      SpurEntry entry = { name, unit, (SpurFieldType) type, bits, text };

      if (type != SPUR_FIELD_UINT64 && type != SPUR_FIELD_INT64 && type != SPUR_FIELD_DOUBLE &&
          type != SPUR_FIELD_STRING)
        return refuse (self, "an entry of type %u, expected a number or a string", type);
      if ((type == SPUR_FIELD_STRING) != (text != NULL) || (text != NULL && bits != 0))
        return refuse (self, "an entry '%s' that is a string and a number", name);
      spur_entry_list_add (*list, &entry);
    }
  return TRUE;
}

static gboolean
unpack_resources (const Reading *self, GVariant *packed, SpurActiveObject *object)
{
  g_autoptr (SpurEntryList) list = NULL;

  if (!unpack_list (self, packed, &list))
    return FALSE;
  if (!SPUR_IS_RESOURCE_LIST (list))
    return refuse (self, "a %s, expected a SpurResourceList", G_OBJECT_TYPE_NAME (list));
  spur_active_object_set_resources (object, SPUR_RESOURCE_LIST (list));
  return TRUE;
}

static gboolean
unpack_object (const Reading *self, GVariant *value, SpurActiveObject **object)
{
  g_autoptr (SpurIdentifier) id = NULL;
  g_autoptr (GVariant) resources = NULL;
  g_autoptr (GVariant) packed_id = NULL;
  const char *class_name, *name, *kind;
  guint64 origin, number;
  GType type;

  if (!check_form (self, value, OBJECT))
    return FALSE;
  g_variant_get (value, "(&stt&sm&smv)", &class_name, &origin, &number, &name, &kind, &resources);
  if (!find_subtype (self, class_name, SPUR_TYPE_ACTIVE_OBJECT, &type))
    return FALSE;
  *object = spur_factories_make_object (self->factories, type, name, kind);
  packed_id = g_variant_ref_sink (g_variant_new ("(tt)", origin, number));
  id = spur_identifier_new_from_variant (SPUR_TYPE_IDENTIFIER, packed_id, self->error);
  if (id == NULL)
    return FALSE;
  spur_active_object_set_identifier (*object, id);
  return resources == NULL || unpack_resources (self, resources, *object);
}

static gboolean
unpack_group (const Reading *self, GVariant *value, const SpurField *field)
{
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GVariantIter) iter = NULL;
  const char *name;
  GVariant *member;

  if (!check_form (self, value, GROUP))
    return FALSE;
  g_variant_get (value, "(&smav)", &name, &iter);
  spur_event_set_string (self->event, field->name, name);
  if (iter == NULL)
    return TRUE;
  members = g_ptr_array_new_with_free_func (g_object_unref);
  while (g_variant_iter_next (iter, "v", &member))
    {
      g_autoptr (GVariant) owned = member;
      g_autoptr (SpurActiveObject) object = NULL;

      if (!unpack_object (self, owned, &object))
        return FALSE;
      g_ptr_array_add (members, g_steal_pointer (&object));
    }
  spur_event_set_members (self->event, field->name, members);
  return TRUE;
}

static gboolean
unpack_value (const Reading *self, GVariant *value, const SpurField *field)
{
  g_autoptr (SpurActiveObject) object = NULL;
  g_autoptr (SpurEntryList) list = NULL;

  if (field->type == SPUR_FIELD_GROUP)
    return unpack_group (self, value, field);
  if (field->type == SPUR_FIELD_OBJECT)
    {
      if (!unpack_object (self, value, &object))
        return FALSE;
      spur_event_set_object (self->event, field->name, object);
    }
  else if (field->type == SPUR_FIELD_LIST)
    {
      if (!unpack_list (self, value, &list))
        return FALSE;
      spur_event_set_list (self->event, field->name, list);
    }
  else
    {
      if (!check_form (self, value, "s"))
        return FALSE;
      spur_event_set_string (self->event, field->name, g_variant_get_string (value, NULL));
    }
  return TRUE;
}

static gboolean
unpack_fields (Reading *self, GVariant *packed_record, GVariant *values)
{
  const SpurEventLayout *layout = spur_event_get_layout (self->event);
  gsize n_bytes, n_values = g_variant_n_children (values);
  const guint8 *record = g_variant_get_fixed_array (packed_record, &n_bytes, 1);

  if (n_bytes != layout->n_bytes)
    return refuse (self,
                   "a record of %" G_GSIZE_FORMAT " bytes, expected %" G_GSIZE_FORMAT
                   "; the class was another one",
                   n_bytes, layout->n_bytes);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      guint64 bits = spur_event_layout_get_uint (layout, i, record);
      g_autoptr (GVariant) value = NULL;

      self->field_name = field->name;
      if (!spur_field_type_is_reference (field->type))
        {
          spur_event_get_slots (self->event)[i].number = bits;
          continue;
        }
      if (bits == SPUR_NONE)
        continue;
      if (bits >= n_values)
        return refuse (self, "value %" G_GUINT64_FORMAT ", there are only %" G_GSIZE_FORMAT, bits,
                       n_values);
      g_variant_get_child (values, (gsize) bits, "v", &value);
      if (!unpack_value (self, value, field))
        return FALSE;
    }
  self->field_name = NULL;
  return TRUE;
}

static gboolean
unpack_id (const Reading *self, const char *class_name, GVariant *packed)
{
  GType type = spur_identifier_type_from_name (class_name);
  g_autoptr (SpurIdentifier) id = NULL;

  if (type == 0 || !g_type_is_a (type, SPUR_TYPE_EVENT_ID) || G_TYPE_IS_ABSTRACT (type))
    return refuse (self, "'%s' is no class of event identifiers that this program knows",
                   class_name);
  id = spur_identifier_new_from_variant (type, packed, self->error);
  if (id == NULL)
    return FALSE;
  spur_event_set_id (self->event, SPUR_EVENT_ID (id));
  return TRUE;
}

static GType
look_up_class (SpurPackedSerializer *self, const char *class_name)
{
  GType type = (GType) g_hash_table_lookup (self->type_of_class, class_name);

  if (type != 0)
    return type;
  type = spur_event_type_from_name (class_name);
  if (type == 0 || G_TYPE_IS_ABSTRACT (type))
    return 0;
  g_hash_table_insert (self->type_of_class, g_strdup (class_name), (gpointer) type);
  return type;
}

static GVariant *
open_bytes (GBytes *bytes)
{
  GVariant *packed =
    g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (EVENT), bytes, FALSE));

#if G_BYTE_ORDER != G_LITTLE_ENDIAN
  g_autoptr (GVariant) foreign = packed;

  packed = g_variant_byteswap (foreign);
#endif
  return packed;
}

static gboolean
unpack_event (SpurPackedSerializer *self, Reading *reading, GBytes *bytes)
{
  g_autoptr (GVariant) packed = open_bytes (bytes);
  g_autoptr (GVariant) packed_id = NULL;
  g_autoptr (GVariant) record = NULL;
  g_autoptr (GVariant) values = NULL;
  const char *id_class;
  gint64 time_ns;
  GType type;

  if (!g_variant_is_normal_form (packed))
    return refuse (reading, "%" G_GSIZE_FORMAT " bytes that are no event, or are damaged",
                   g_bytes_get_size (bytes));
  g_variant_get (packed, "(&s&smvx@ay@av)", &reading->class_name, &id_class, &packed_id, &time_ns,
                 &record, &values);
  type = look_up_class (self, reading->class_name);
  if (type == 0)
    return refuse (reading,
                   "is no event class that this program knows; load the plugin that has it");
  if (time_ns < -SPUR_TIME_LIMIT_NS || time_ns > SPUR_TIME_LIMIT_NS)
    return refuse (reading, "time %" G_GINT64_FORMAT " ns is outside of +-2^61 ns", time_ns);
  reading->event = spur_factories_make_event (reading->factories, type);
  spur_event_set_layout (reading->event, spur_event_type_get_layout (type));
  spur_event_set_time_ns (reading->event, time_ns);
  return (packed_id == NULL || unpack_id (reading, id_class, packed_id)) &&
         unpack_fields (reading, record, values);
}

static SpurEvent *
packed_serializer_read (SpurSerializer *serializer,
                        GBytes *bytes,
                        SpurFactories *factories,
                        GError **error)
{
  Reading reading = { NULL, factories, "event", NULL, error };

  if (!unpack_event (SPUR_PACKED_SERIALIZER (serializer), &reading, bytes))
    g_clear_object (&reading.event);
  return reading.event;
}

static void
spur_packed_serializer_finalize (GObject *object)
{
  g_hash_table_unref (SPUR_PACKED_SERIALIZER (object)->type_of_class);
  G_OBJECT_CLASS (spur_packed_serializer_parent_class)->finalize (object);
}

static void
spur_packed_serializer_class_init (SpurPackedSerializerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_packed_serializer_finalize;
  SPUR_SERIALIZER_CLASS (klass)->write = packed_serializer_write;
  SPUR_SERIALIZER_CLASS (klass)->read = packed_serializer_read;
}

static void
spur_packed_serializer_init (SpurPackedSerializer *self)
{
  self->type_of_class = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/**
 * spur_packed_serializer_new:
 *
 * Makes a serializer, for one thread at a time.
 *
 * Returns: (transfer full): a serializer
 *
 * Since: 1.0
 */
SpurSerializer *
spur_packed_serializer_new (void)
{
  return g_object_new (SPUR_TYPE_PACKED_SERIALIZER, NULL);
}
