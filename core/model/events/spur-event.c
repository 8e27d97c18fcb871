/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/model/events/spur-event-internal.h"

/**
 * SpurEvent:
 *
 * One event in an application's hand, with the parameters of its class (TUM-I9909 section
 * 4.2.3).
 *
 * In a trace an event is a packed record; objects are made when one is asked for. A
 * subclass says in its class initialiser what its events mean, once:
 * spur_event_class_set_name(), spur_event_class_set_role(), spur_event_class_set_effect() and
 * spur_event_class_add_field(). All of it is inherited.
 *
 * Since: 1.0
 */

typedef SpurEventSlot Slot;

#define N_FEW_SLOTS 8

/* @stem: NULL where no identifier is promised; @id is made of it, of @number and @raw_time_ns when
 * it is first asked for. */
typedef struct
{
  SpurEventLayout *layout;
  SpurEventId *id;
  SpurEventIdStem *stem;
  guint64 number;
  gint64 raw_time_ns;
  gint64 time_ns;

  /* In @few where they fit, which saves making and freeing them. */
  Slot *slots;
  Slot few[N_FEW_SLOTS];

  /* Members of the groups, by the field's index; NULL as long as there are none. */
  GHashTable *members;
} SpurEventPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurEvent, spur_event, G_TYPE_OBJECT)

/* Types of fields that accessors are for. */
#define BIT(type) (1u << (type))
#define NUMBERS (BIT (SPUR_FIELD_STRING) - 1)
#define TEXTS (BIT (SPUR_FIELD_STRING) | BIT (SPUR_FIELD_STATE) | BIT (SPUR_FIELD_GROUP))

static inline gboolean
is_one_of (const SpurField *field, guint types)
{
  return (BIT (field->type) & types) != 0;
}

static GHashTable *
new_members (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
}

static void
clear_slots (SpurEventPrivate *priv)
{
  for (guint i = 0; i < priv->layout->n_fields; i++)
    {
      if (is_one_of (&priv->layout->fields[i], TEXTS))
        g_free (priv->slots[i].text);
      else if (priv->layout->fields[i].type == SPUR_FIELD_OBJECT)
        g_clear_object (&priv->slots[i].object);
      else if (priv->layout->fields[i].type == SPUR_FIELD_LIST)
        g_clear_object (&priv->slots[i].list);
    }
  g_clear_pointer (&priv->members, g_hash_table_unref);
  if (priv->slots != priv->few)
    g_free (priv->slots);
  priv->slots = NULL;
  g_clear_pointer (&priv->layout, spur_event_layout_unref);
}

static void
clear_id (SpurEventPrivate *priv)
{
  g_clear_object (&priv->id);
  g_clear_pointer (&priv->stem, g_atomic_rc_box_release);
}

static void
spur_event_finalize (GObject *object)
{
  SpurEventPrivate *priv = spur_event_get_instance_private ((SpurEvent *) object);

  clear_slots (priv);
  clear_id (priv);
  G_OBJECT_CLASS (spur_event_parent_class)->finalize (object);
}

static void
use_layout (SpurEventPrivate *priv, const SpurEventLayout *layout)
{
  priv->layout = spur_event_layout_ref (layout);
  if (layout->n_fields > N_FEW_SLOTS)
    {
      priv->slots = g_new0 (Slot, layout->n_fields);
      return;
    }
  memset (priv->few, 0, sizeof priv->few);
  priv->slots = priv->few;
}

/* What an ancestor's instance initialiser has set goes on into the fields of the class. */
static void
keep_values (SpurEventPrivate *priv, const SpurEventPrivate *early)
{
  for (guint i = 0; i < early->layout->n_fields; i++)
    {
      const SpurField *field = &early->layout->fields[i];
      int index = spur_event_layout_find_field (priv->layout, field->name);
      GPtrArray *members =
        early->members != NULL ? g_hash_table_lookup (early->members, GUINT_TO_POINTER (i)) : NULL;

      if (index < 0 || priv->layout->fields[index].type != field->type)
        continue;
      priv->slots[index] = early->slots[i];
      early->slots[i] = (Slot){ 0 };
      if (members != NULL)
        g_hash_table_insert (priv->members, GINT_TO_POINTER (index), g_ptr_array_ref (members));
    }
}

static void
replace_layout (SpurEventPrivate *priv, const SpurEventLayout *layout)
{
  SpurEventPrivate early = *priv;

  if (priv->slots == priv->few)
    early.slots = early.few;
  use_layout (priv, layout);
  priv->members = early.members != NULL ? new_members () : NULL;
  keep_values (priv, &early);
  clear_slots (&early);
}

static void
spur_event_constructed (GObject *object)
{
  SpurEventPrivate *priv = spur_event_get_instance_private ((SpurEvent *) object);
  const SpurEventLayout *layout = spur_event_class_use_layout (SPUR_EVENT_GET_CLASS (object));

  if (priv->layout == NULL)
    use_layout (priv, layout);
  else if (priv->layout != layout)
    replace_layout (priv, layout);
  G_OBJECT_CLASS (spur_event_parent_class)->constructed (object);
}

static void
spur_event_class_init (SpurEventClass *klass)
{
  G_OBJECT_CLASS (klass)->constructed = spur_event_constructed;
  G_OBJECT_CLASS (klass)->finalize = spur_event_finalize;
  klass->layout = spur_event_layout_new ("Event", NULL, SPUR_TYPE_EVENT);
}

static void
spur_event_init (SpurEvent *self)
{
}

/**
 * spur_event_new:
 * @type: an instantiatable subclass of #SpurEvent
 *
 * Makes an event with all fields 0 or absent.
 *
 * Returns: (transfer full): the event
 *
 * Since: 1.0
 */
SpurEvent *
spur_event_new (GType type)
{
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), NULL);

  return g_object_new (type, NULL);
}

/**
 * spur_event_get_layout:
 * @self: an event
 *
 * Gets the fields that the event has, and what they mean.
 *
 * Returns: (transfer none): the fields
 *
 * Since: 1.0
 */
const SpurEventLayout *
spur_event_get_layout (SpurEvent *self)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT (self), NULL);

  return priv->layout;
}

void
spur_event_set_layout (SpurEvent *self, const SpurEventLayout *layout)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  if (priv->layout == layout)
    return;
  clear_slots (priv);
  use_layout (priv, layout);
}

SpurEventIdStem *
spur_event_id_stem_new (const char *source, guint stream, guint64 origin)
{
  gsize n_bytes = strlen (source) + 1;
  SpurEventIdStem *stem = g_atomic_rc_box_alloc (sizeof *stem + n_bytes);

  stem->origin = origin;
  stem->stream = stream;
  memcpy (stem->source, source, n_bytes);
  return stem;
}

void
spur_event_promise_id (SpurEvent *self, SpurEventIdStem *stem, guint64 number, gint64 raw_time_ns)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  if (priv->stem != stem)
    {
      clear_id (priv);
      priv->stem = g_atomic_rc_box_acquire (stem);
    }
  g_clear_object (&priv->id);
  priv->number = number;
  priv->raw_time_ns = raw_time_ns;
}

/* Threads that read one event may ask at the same time; all get the same identifier. */
static SpurEventId *
make_promised_id (SpurEventPrivate *priv)
{
  const SpurEventIdStem *stem = priv->stem;
  SpurEventId *id = spur_event_id_new_of_type (SPUR_TYPE_EVENT_ID, stem->source, stem->stream,
                                               stem->origin, priv->number, priv->raw_time_ns);

  if (!g_atomic_pointer_compare_and_exchange (&priv->id, NULL, id))
    g_object_unref (id);
  return g_atomic_pointer_get (&priv->id);
}

/**
 * spur_event_get_id:
 * @self: an event
 *
 * Gets its identifier, where it has one.
 *
 * Returns: (transfer none) (nullable): its identifier
 *
 * Since: 1.0
 */
SpurEventId *
spur_event_get_id (SpurEvent *self)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  SpurEventId *id;

  g_return_val_if_fail (SPUR_IS_EVENT (self), NULL);

  id = g_atomic_pointer_get (&priv->id);
  return id == NULL && priv->stem != NULL ? make_promised_id (priv) : id;
}

void
spur_event_set_id (SpurEvent *self, SpurEventId *id)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  g_clear_pointer (&priv->stem, g_atomic_rc_box_release);
  g_set_object (&priv->id, id);
}

/**
 * spur_event_get_time_ns:
 * @self: an event
 *
 * Gets when it happened, in ns of trace time, corrected where the trace is.
 *
 * Returns: when it happened, in ns of trace time, corrected where the trace is
 *
 * Since: 1.0
 */
gint64
spur_event_get_time_ns (SpurEvent *self)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_EVENT (self), 0);

  return priv->time_ns;
}

/**
 * spur_event_set_time_ns:
 * @self: an event
 * @time_ns: when it happened, in ns of trace time, within plus or minus %SPUR_TIME_LIMIT_NS
 *
 * Says when the event happened.
 *
 * Since: 1.0
 */
void
spur_event_set_time_ns (SpurEvent *self, gint64 time_ns)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  g_return_if_fail (SPUR_IS_EVENT (self));
  g_return_if_fail (time_ns >= -SPUR_TIME_LIMIT_NS && time_ns <= SPUR_TIME_LIMIT_NS);

  priv->time_ns = time_ns;
}

/* A field that an ancestor has and the records of this class leave out. */
static const SpurField *
find_omitted (SpurEvent *self, const char *name)
{
  for (GType type = G_OBJECT_TYPE (self); g_type_is_a (type, SPUR_TYPE_EVENT);
       type = g_type_parent (type))
    {
      const SpurEventLayout *layout = spur_event_type_get_layout (type);
      int index = spur_event_layout_find_field (layout, name);

      if (index >= 0)
        return &layout->fields[index];
    }
  return NULL;
}

/* Instance initialisers may set fields, each those of its class. */
static SpurEventPrivate *
get_slots (SpurEvent *self)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  if (G_UNLIKELY (priv->layout == NULL))
    use_layout (priv, spur_event_type_get_layout (G_OBJECT_TYPE (self)));
  return priv;
}

SpurEventSlot *
spur_event_get_slots (SpurEvent *self)
{
  return get_slots (self)->slots;
}

/* What the members of a group are found by. */
static gpointer
get_key (const SpurEventPrivate *priv, const Slot *slot)
{
  return GSIZE_TO_POINTER ((gsize) (slot - priv->slots));
}

GPtrArray *
spur_event_get_slot_members (SpurEvent *self, const SpurEventSlot *slot)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);

  return priv->members != NULL ? g_hash_table_lookup (priv->members, get_key (priv, slot)) : NULL;
}

/* Where a field is, or NULL where the records of this class do not have it. */
static inline Slot *
try_slot (const SpurEventPrivate *priv, const char *name, const SpurField **field)
{
  int index = spur_event_layout_find_field (priv->layout, name);

  if (G_UNLIKELY (index < 0))
    return NULL;
  *field = &priv->layout->fields[index];
  return &priv->slots[index];
}

/* Where to write a field, which must be one of @types; NULL where that is not so. */
static Slot *
find_slot (SpurEvent *self, const char *name, guint types)
{
  const SpurEventPrivate *priv;
  const SpurField *field;
  Slot *slot;

  g_return_val_if_fail (SPUR_IS_EVENT (self), NULL);
  priv = get_slots (self);
  slot = try_slot (priv, name, &field);
  if (G_UNLIKELY (slot == NULL))
    g_critical ("%s has no field '%s'", priv->layout->name, name);
  g_return_val_if_fail (slot != NULL && is_one_of (field, types), NULL);

  return slot;
}

/* Where to read a field, which must be one of @types; nothing is there where that is not so, and
 * where the records of the class leave it out. */
static const Slot *
look_up_slot (SpurEvent *self, const char *name, guint types)
{
  static const Slot nothing;
  const SpurField *field;
  const Slot *slot;

  g_return_val_if_fail (SPUR_IS_EVENT (self), &nothing);
  slot = try_slot (get_slots (self), name, &field);
  if (G_UNLIKELY (slot == NULL))
    {
      slot = &nothing;
      field = find_omitted (self, name);
      if (field == NULL)
        g_critical ("%s has no field '%s'", spur_event_get_layout (self)->name, name);
    }
  g_return_val_if_fail (field != NULL && is_one_of (field, types), &nothing);

  return slot;
}

/**
 * spur_event_get_uint:
 * @self: an event
 * @field: name of a field with a number
 *
 * Gets the field's value.
 *
 * Returns: the field's value
 *
 * Since: 1.0
 */
guint64
spur_event_get_uint (SpurEvent *self, const char *field)
{
  return look_up_slot (self, field, NUMBERS)->number;
}

/**
 * spur_event_set_uint:
 * @self: an event
 * @field: name of a field with a number
 * @value: its value; must fit into the field's type
 *
 * Sets a field with a number.
 *
 * Since: 1.0
 */
void
spur_event_set_uint (SpurEvent *self, const char *field, guint64 value)
{
  const SpurEventPrivate *priv = spur_event_get_instance_private (self);
  Slot *slot = find_slot (self, field, NUMBERS);
  gsize n_bytes;

  if (slot == NULL)
    return;
  n_bytes = spur_field_type_get_n_bytes (priv->layout->fields[slot - priv->slots].type);
  g_return_if_fail (n_bytes == 8 || value >> (8 * n_bytes) == 0);

  slot->number = value;
}

/**
 * spur_event_get_int:
 * @self: an event
 * @field: name of a field of type %SPUR_FIELD_INT64
 *
 * Gets the field's value.
 *
 * Returns: the field's value
 *
 * Since: 1.0
 */
gint64
spur_event_get_int (SpurEvent *self, const char *field)
{
  return (gint64) spur_event_get_uint (self, field);
}

/**
 * spur_event_set_int:
 * @self: an event
 * @field: name of a field of type %SPUR_FIELD_INT64
 * @value: its value
 *
 * Sets a field with a signed number.
 *
 * Since: 1.0
 */
void
spur_event_set_int (SpurEvent *self, const char *field, gint64 value)
{
  spur_event_set_uint (self, field, (guint64) value);
}

/**
 * spur_event_get_double:
 * @self: an event
 * @field: name of a field of type %SPUR_FIELD_DOUBLE
 *
 * Gets the field's value.
 *
 * Returns: the field's value
 *
 * Since: 1.0
 */
double
spur_event_get_double (SpurEvent *self, const char *field)
{
  return look_up_slot (self, field, BIT (SPUR_FIELD_DOUBLE))->real;
}

/**
 * spur_event_set_double:
 * @self: an event
 * @field: name of a field of type %SPUR_FIELD_DOUBLE
 * @value: its value
 *
 * Sets a field with a floating-point number.
 *
 * Since: 1.0
 */
void
spur_event_set_double (SpurEvent *self, const char *field, double value)
{
  Slot *slot = find_slot (self, field, BIT (SPUR_FIELD_DOUBLE));

  if (slot != NULL)
    slot->real = value;
}

/**
 * spur_event_get_string:
 * @self: an event
 * @field: name of a field with a string, a state or a communicator
 *
 * Gets the string, or the name of the state or communicator.
 *
 * Returns: (transfer none) (nullable): the string
 *
 * Since: 1.0
 */
const char *
spur_event_get_string (SpurEvent *self, const char *field)
{
  return look_up_slot (self, field, TEXTS)->text;
}

/**
 * spur_event_set_string:
 * @self: an event
 * @field: name of a field with a string, a state or a communicator
 * @value: (nullable): the string, or the name of the state or communicator
 *
 * Sets a field with a string, a state or a group; the text is copied.
 *
 * Since: 1.0
 */
void
spur_event_set_string (SpurEvent *self, const char *field, const char *value)
{
  Slot *slot = find_slot (self, field, TEXTS);

  if (slot == NULL)
    return;
  g_free (slot->text);
  slot->text = g_strdup (value);
}

/**
 * spur_event_get_object:
 * @self: an event
 * @field: name of a field with an active object
 *
 * Gets the object.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_event_get_object (SpurEvent *self, const char *field)
{
  return look_up_slot (self, field, BIT (SPUR_FIELD_OBJECT))->object;
}

/**
 * spur_event_set_object:
 * @self: an event
 * @field: name of a field with an active object
 * @value: (nullable): the object
 *
 * Sets a field with an active object; the event keeps a reference.
 *
 * Since: 1.0
 */
void
spur_event_set_object (SpurEvent *self, const char *field, SpurActiveObject *value)
{
  Slot *slot = find_slot (self, field, BIT (SPUR_FIELD_OBJECT));

  g_return_if_fail (value == NULL || SPUR_IS_ACTIVE_OBJECT (value));

  if (slot != NULL)
    g_set_object (&slot->object, value);
}

/**
 * spur_event_get_list:
 * @self: an event
 * @field: name of a field with a list
 *
 * Gets the list.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SpurEntryList *
spur_event_get_list (SpurEvent *self, const char *field)
{
  return look_up_slot (self, field, BIT (SPUR_FIELD_LIST))->list;
}

/**
 * spur_event_set_list:
 * @self: an event
 * @field: name of a field with a list
 * @value: (nullable): the list
 *
 * Sets a field with a list; the event keeps a reference.
 *
 * Since: 1.0
 */
void
spur_event_set_list (SpurEvent *self, const char *field, SpurEntryList *value)
{
  Slot *slot = find_slot (self, field, BIT (SPUR_FIELD_LIST));

  g_return_if_fail (value == NULL || SPUR_IS_ENTRY_LIST (value));

  if (slot != NULL)
    g_set_object (&slot->list, value);
}

/**
 * spur_event_get_members:
 * @self: an event
 * @field: name of a field with a group
 *
 * Gets the members of the group.
 *
 * Returns: (transfer none) (nullable) (element-type SpurActiveObject): the members
 *
 * Since: 1.0
 */
GPtrArray *
spur_event_get_members (SpurEvent *self, const char *field)
{
  return spur_event_get_slot_members (self, look_up_slot (self, field, BIT (SPUR_FIELD_GROUP)));
}

/**
 * spur_event_set_members:
 * @self: an event
 * @field: name of a field with a group
 * @members: (nullable) (element-type SpurActiveObject): the members of the group, in its order
 *
 * Says who belongs to the group whose name is set with spur_event_set_string(); a group without a
 * name gets an empty one.
 *
 * Since: 1.0
 */
void
spur_event_set_members (SpurEvent *self, const char *field, GPtrArray *members)
{
  SpurEventPrivate *priv = spur_event_get_instance_private (self);
  Slot *slot = find_slot (self, field, BIT (SPUR_FIELD_GROUP));
  GPtrArray *kept;

  if (slot == NULL)
    return;
  if (priv->members == NULL)
    priv->members = new_members ();
  if (members == NULL)
    {
      g_hash_table_remove (priv->members, get_key (priv, slot));
      return;
    }
  /* The caller's array may know nothing of references, as one that comes from a binding. */
  kept = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < members->len; i++)
    g_ptr_array_add (kept, g_object_ref (g_ptr_array_index (members, i)));
  g_hash_table_insert (priv->members, get_key (priv, slot), kept);
  if (slot->text == NULL)
    slot->text = g_strdup ("");
}

void
spur_event_append_value (GString *string, const SpurField *field, const SpurEventSlot *slot)
{
  g_autofree char *list = NULL;

  if (field->type == SPUR_FIELD_LIST)
    {
      list = slot->list != NULL ? spur_entry_list_to_string (slot->list) : NULL;
      g_string_append (string, list != NULL ? list : "-");
    }
  else if (is_one_of (field, TEXTS))
    g_string_append (string, slot->text != NULL ? slot->text : "-");
  else if (field->type == SPUR_FIELD_OBJECT)
    g_string_append (string,
                     slot->object != NULL ? spur_active_object_get_name (slot->object) : "-");
  else if (field->type == SPUR_FIELD_DOUBLE)
    g_string_append_printf (string, "%.17g", slot->real);
  else if (field->type == SPUR_FIELD_INT64)
    g_string_append_printf (string, "%" G_GINT64_FORMAT, (gint64) slot->number);
  else
    g_string_append_printf (string, "%" G_GUINT64_FORMAT, slot->number);
}

/**
 * spur_event_to_string:
 * @self: an event
 *
 * Gets time, class and fields as a person reads them.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
spur_event_to_string (SpurEvent *self)
{
  const SpurEventLayout *layout;
  const SpurEventSlot *slots;
  GString *string;

  g_return_val_if_fail (SPUR_IS_EVENT (self), NULL);

  slots = spur_event_get_slots (self);
  layout = spur_event_get_layout (self);
  string = g_string_new (NULL);
  g_string_append_printf (string, "%" G_GINT64_FORMAT " %s", spur_event_get_time_ns (self),
                          layout->name);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      g_string_append_printf (string, " %s=", layout->fields[i].name);
      spur_event_append_value (string, &layout->fields[i], &slots[i]);
    }
  return g_string_free (string, FALSE);
}
