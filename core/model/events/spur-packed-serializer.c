/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/events/spur-packed-serializer.h"

#include <string.h>

#include "core/model/events/spur-factories.h"

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
pack_value (SpurEvent *event, const SpurField *field)
{
  SpurActiveObject *object;
  SpurEntryList *list;
  const char *text;

  if (field->type == SPUR_FIELD_OBJECT)
    {
      object = spur_event_get_object (event, field->name);
      return object != NULL ? pack_object (object) : NULL;
    }
  if (field->type == SPUR_FIELD_LIST)
    {
      list = spur_event_get_list (event, field->name);
      return list != NULL ? pack_list (list) : NULL;
    }
  text = spur_event_get_string (event, field->name);
  if (text == NULL)
    return NULL;
  if (field->type == SPUR_FIELD_GROUP)
    return pack_group (text, spur_event_get_members (event, field->name));
  return g_variant_new_string (text);
}

static gboolean
is_reference (const SpurField *field)
{
  switch (field->type)
    {
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_OBJECT:
    case SPUR_FIELD_STATE:
    case SPUR_FIELD_GROUP:
    case SPUR_FIELD_LIST:
      return TRUE;
    case SPUR_FIELD_UINT8:
    case SPUR_FIELD_UINT16:
    case SPUR_FIELD_UINT32:
    case SPUR_FIELD_UINT64:
    case SPUR_FIELD_INT64:
    case SPUR_FIELD_DOUBLE:
      break;
    }
  return FALSE;
}

static guint64
get_number (SpurEvent *event, const SpurField *field)
{
  guint64 bits;
  double real;

  if (field->type != SPUR_FIELD_DOUBLE)
    return spur_event_get_uint (event, field->name);
  real = spur_event_get_double (event, field->name);
  memcpy (&bits, &real, sizeof bits);
  return bits;
}

static void
set_number (SpurEvent *event, const SpurField *field, guint64 bits)
{
  double real;

  if (field->type != SPUR_FIELD_DOUBLE)
    {
      spur_event_set_uint (event, field->name, bits);
      return;
    }
  memcpy (&real, &bits, sizeof real);
  spur_event_set_double (event, field->name, real);
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
      GVariant *value = is_reference (field) ? pack_value (event, field) : NULL;
      guint64 bits = SPUR_NONE;

      if (!is_reference (field))
        bits = get_number (event, field);
      else if (value != NULL)
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
} Reading;

static gboolean G_GNUC_PRINTF (3, 4)
  refuse (const Reading *reading, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "packed %s: %s%s%s", reading->class_name,
               reading->field_name != NULL ? reading->field_name : "",
               reading->field_name != NULL ? ": " : "", message);
  return FALSE;
}

static gboolean
check_form (const Reading *reading, GVariant *value, const char *type, GError **error)
{
  if (g_variant_is_of_type (value, G_VARIANT_TYPE (type)))
    return TRUE;
  return refuse (reading, error, "is of type '%s', expected '%s'",
                 g_variant_get_type_string (value), type);
}

static GType
find_subtype (const Reading *reading, const char *name, GType ancestor, GError **error)
{
  GType type = g_type_from_name (name);

  if (type != 0 && g_type_is_a (type, ancestor) && !G_TYPE_IS_ABSTRACT (type))
    return type;
  refuse (reading, error, "'%s' is no %s that this program knows; load the plugin that has it",
          name, g_type_name (ancestor));
  return 0;
}

static SpurEntryList *
unpack_list (const Reading *reading, GVariant *value, GError **error)
{
  g_autoptr (SpurEntryList) list = NULL;
  g_autoptr (GVariantIter) entries = NULL;
  const char *class_name, *name, *unit, *text;
  guint64 bits;
  guint8 type;
  GType list_type;

  if (!check_form (reading, value, LIST, error))
    return NULL;
  g_variant_get (value, "(&sa(smsytms))", &class_name, &entries);
  list_type = find_subtype (reading, class_name, SPUR_TYPE_ENTRY_LIST, error);
  if (list_type == 0)
    return NULL;
  list = spur_entry_list_new (list_type);
  while (g_variant_iter_next (entries, "(&sm&sytm&s)", &name, &unit, &type, &bits, &text))
    {
      SpurEntry entry = { name, unit, (SpurFieldType) type, bits, text };

      if (type != SPUR_FIELD_UINT64 && type != SPUR_FIELD_INT64 && type != SPUR_FIELD_DOUBLE &&
          type != SPUR_FIELD_STRING)
        {
          refuse (reading, error, "an entry of type %u, expected a number or a string", type);
          return NULL;
        }
      if ((type == SPUR_FIELD_STRING) != (text != NULL) || (text != NULL && bits != 0))
        {
          refuse (reading, error, "an entry '%s' that is a string and a number", name);
          return NULL;
        }
      spur_entry_list_add (list, &entry);
    }
  return g_steal_pointer (&list);
}

static gboolean
unpack_resources (const Reading *reading,
                  GVariant *packed,
                  SpurActiveObject *object,
                  GError **error)
{
  g_autoptr (SpurEntryList) list = unpack_list (reading, packed, error);

  if (list == NULL)
    return FALSE;
  if (!SPUR_IS_RESOURCE_LIST (list))
    return refuse (reading, error, "a %s, expected a SpurResourceList", G_OBJECT_TYPE_NAME (list));
  spur_active_object_set_resources (object, SPUR_RESOURCE_LIST (list));
  return TRUE;
}

static SpurActiveObject *
unpack_object (const Reading *reading, GVariant *value, GError **error)
{
  g_autoptr (SpurActiveObject) object = NULL;
  g_autoptr (SpurIdentifier) id = NULL;
  g_autoptr (GVariant) resources = NULL;
  g_autoptr (GVariant) packed_id = NULL;
  const char *class_name, *name, *kind;
  guint64 origin, number;
  GType type;

  if (!check_form (reading, value, OBJECT, error))
    return NULL;
  g_variant_get (value, "(&stt&sm&smv)", &class_name, &origin, &number, &name, &kind, &resources);
  type = find_subtype (reading, class_name, SPUR_TYPE_ACTIVE_OBJECT, error);
  if (type == 0)
    return NULL;
  object = spur_factories_make_object (reading->factories, type, name, kind);
  packed_id = g_variant_ref_sink (g_variant_new ("(tt)", origin, number));
  id = spur_identifier_new_from_variant (SPUR_TYPE_IDENTIFIER, packed_id, error);
  if (id == NULL)
    return NULL;
  spur_active_object_set_identifier (object, id);
  if (resources != NULL && !unpack_resources (reading, resources, object, error))
    return NULL;
  return g_steal_pointer (&object);
}

static gboolean
unpack_group (const Reading *reading, GVariant *value, const SpurField *field, GError **error)
{
  g_autoptr (GPtrArray) members = NULL;
  g_autoptr (GVariantIter) iter = NULL;
  const char *name;
  GVariant *member;

  if (!check_form (reading, value, GROUP, error))
    return FALSE;
  g_variant_get (value, "(&smav)", &name, &iter);
  spur_event_set_string (reading->event, field->name, name);
  if (iter == NULL)
    return TRUE;
  members = g_ptr_array_new_with_free_func (g_object_unref);
  while (g_variant_iter_next (iter, "v", &member))
    {
      SpurActiveObject *object = unpack_object (reading, member, error);

      g_variant_unref (member);
      if (object == NULL)
        return FALSE;
      g_ptr_array_add (members, object);
    }
  spur_event_set_members (reading->event, field->name, members);
  return TRUE;
}

static gboolean
unpack_value (const Reading *reading, GVariant *value, const SpurField *field, GError **error)
{
  if (field->type == SPUR_FIELD_OBJECT)
    {
      g_autoptr (SpurActiveObject) object = unpack_object (reading, value, error);

      if (object != NULL)
        spur_event_set_object (reading->event, field->name, object);
      return object != NULL;
    }
  if (field->type == SPUR_FIELD_LIST)
    {
      g_autoptr (SpurEntryList) list = unpack_list (reading, value, error);

      if (list != NULL)
        spur_event_set_list (reading->event, field->name, list);
      return list != NULL;
    }
  if (field->type == SPUR_FIELD_GROUP)
    return unpack_group (reading, value, field, error);
  if (!check_form (reading, value, "s", error))
    return FALSE;
  spur_event_set_string (reading->event, field->name, g_variant_get_string (value, NULL));
  return TRUE;
}

static gboolean
unpack_fields (Reading *reading, GVariant *packed_record, GVariant *values, GError **error)
{
  const SpurEventLayout *layout = spur_event_get_layout (reading->event);
  gsize n_bytes, n_values = g_variant_n_children (values);
  const guint8 *record = g_variant_get_fixed_array (packed_record, &n_bytes, 1);

  if (n_bytes != layout->n_bytes)
    return refuse (reading, error,
                   "a record of %" G_GSIZE_FORMAT " bytes, expected %" G_GSIZE_FORMAT
                   "; the class was another one",
                   n_bytes, layout->n_bytes);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      guint64 bits = spur_event_layout_get_uint (layout, i, record);
      g_autoptr (GVariant) value = NULL;

      reading->field_name = field->name;
      if (!is_reference (field))
        {
          set_number (reading->event, field, bits);
          continue;
        }
      if (bits == SPUR_NONE)
        continue;
      if (bits >= n_values)
        return refuse (reading, error,
                       "value %" G_GUINT64_FORMAT ", there are only %" G_GSIZE_FORMAT, bits,
                       n_values);
      g_variant_get_child (values, (gsize) bits, "v", &value);
      if (!unpack_value (reading, value, field, error))
        return FALSE;
    }
  reading->field_name = NULL;
  return TRUE;
}

static gboolean
unpack_id (const Reading *reading, const char *class_name, GVariant *packed, GError **error)
{
  GType type = spur_identifier_type_from_name (class_name);
  g_autoptr (SpurIdentifier) id = NULL;

  if (type == 0 || !g_type_is_a (type, SPUR_TYPE_EVENT_ID) || G_TYPE_IS_ABSTRACT (type))
    return refuse (reading, error, "'%s' is no class of event identifiers that this program knows",
                   class_name);
  id = spur_identifier_new_from_variant (type, packed, error);
  if (id == NULL)
    return FALSE;
  spur_event_set_id (reading->event, SPUR_EVENT_ID (id));
  return TRUE;
}

static GType
find_class (GType type, const char *class_name)
{
  g_autofree GType *children = NULL;
  guint n_children;
  GType found = 0;

  if (strcmp (spur_event_type_get_layout (type)->name, class_name) == 0)
    return G_TYPE_IS_ABSTRACT (type) ? 0 : type;
  children = g_type_children (type, &n_children);
  for (guint i = 0; found == 0 && i < n_children; i++)
    found = find_class (children[i], class_name);
  return found;
}

static GType
look_up_class (SpurPackedSerializer *self, const char *class_name)
{
  GType type = (GType) g_hash_table_lookup (self->type_of_class, class_name);

  if (type != 0)
    return type;
  type = find_class (SPUR_TYPE_EVENT, class_name);
  if (type != 0)
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

static SpurEvent *
packed_serializer_read (SpurSerializer *serializer,
                        GBytes *bytes,
                        SpurFactories *factories,
                        GError **error)
{
  g_autoptr (GVariant) packed = open_bytes (bytes);
  g_autoptr (GVariant) packed_id = NULL;
  g_autoptr (GVariant) record = NULL;
  g_autoptr (GVariant) values = NULL;
  g_autoptr (SpurEvent) event = NULL;
  Reading reading = { NULL, factories, "event", NULL };
  const char *id_class;
  gint64 time_ns;
  GType type;

  if (!g_variant_is_normal_form (packed))
    {
      refuse (&reading, error, "%" G_GSIZE_FORMAT " bytes that are no event, or are damaged",
              g_bytes_get_size (bytes));
      return NULL;
    }
  g_variant_get (packed, "(&s&smvx@ay@av)", &reading.class_name, &id_class, &packed_id, &time_ns,
                 &record, &values);
  type = look_up_class (SPUR_PACKED_SERIALIZER (serializer), reading.class_name);
  if (type == 0)
    {
      refuse (&reading, error,
              "is no event class that this program knows; load the plugin that has it");
      return NULL;
    }
  if (time_ns < -SPUR_TIME_LIMIT_NS || time_ns > SPUR_TIME_LIMIT_NS)
    {
      refuse (&reading, error, "time %" G_GINT64_FORMAT " ns is outside of +-2^61 ns", time_ns);
      return NULL;
    }
  event = reading.event = spur_factories_make_event (factories, type);
  spur_event_set_layout (event, spur_event_type_get_layout (type));
  spur_event_set_time_ns (event, time_ns);
  if (packed_id != NULL && !unpack_id (&reading, id_class, packed_id, error))
    return NULL;
  if (!unpack_fields (&reading, record, values, error))
    return NULL;
  return g_steal_pointer (&event);
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
 * Returns: (transfer full): a serializer, for one thread at a time
 *
 * Since: 1.0
 */
SpurSerializer *
spur_packed_serializer_new (void)
{
  return g_object_new (SPUR_TYPE_PACKED_SERIALIZER, NULL);
}
