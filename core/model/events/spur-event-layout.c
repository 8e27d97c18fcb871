/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-bytes-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event.h"

G_DEFINE_BOXED_TYPE (SpurEventLayout,
                     spur_event_layout,
                     spur_event_layout_ref,
                     spur_event_layout_unref)

/**
 * spur_event_layout_new:
 * @name: the class's name as in TUM-I9909, "LO_Migration_Event"
 * @parent: (nullable): the layout to inherit from
 * @type: the #GType of the class, or of its nearest known ancestor
 *
 * Makes a layout with everything that @parent says, to be added to until it is used.
 *
 * Returns: (transfer full): the layout
 *
 * Since: 1.0
 */
SpurEventLayout *
spur_event_layout_new (const char *name, const SpurEventLayout *parent, GType type)
{
  SpurEventLayout *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_new0 (SpurEventLayout, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->type = type;
  memset (self->field_of_use, -1, sizeof self->field_of_use);
  if (parent == NULL)
    return self;

  self->parent_name = g_strdup (parent->name);
  self->role = parent->role;
  self->match = parent->match;
  self->effect = parent->effect;
  for (guint i = 0; i < parent->n_fields; i++)
    {
      const SpurField *field = &parent->fields[i];

      spur_event_layout_add_field (self, field->name, field->type, field->use, field->description);
      spur_event_layout_set_unit (self, i, field->unit);
    }
  return self;
}

static void
clear_field (SpurField *field)
{
  g_free ((char *) field->name);
  g_free ((char *) field->description);
  g_free ((char *) field->unit);
}

/**
 * spur_event_layout_ref:
 * @self: a layout
 *
 * Takes a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
SpurEventLayout *
spur_event_layout_ref (const SpurEventLayout *self)
{
  SpurEventLayout *layout = (SpurEventLayout *) self;

  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&layout->ref_count);
  return layout;
}

/**
 * spur_event_layout_unref:
 * @self: (transfer full): a layout
 *
 * Gives a reference back; the layout goes with its last one.
 *
 * Since: 1.0
 */
void
spur_event_layout_unref (SpurEventLayout *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < self->n_fields; i++)
    clear_field (&self->fields[i]);
  g_free (self->fields);
  g_free (self->parent_name);
  g_free (self->name);
  g_free (self);
}

/* Behind those before it. */
static void
place_field (SpurEventLayout *self, guint index)
{
  SpurField *field = &self->fields[index];

  field->offset_bytes = self->n_bytes;
  self->n_bytes += spur_field_type_get_n_bytes (field->type);
  if (field->use != SPUR_USE_NONE && self->field_of_use[field->use] < 0)
    self->field_of_use[field->use] = (gint8) index;
}

/**
 * spur_event_layout_add_field:
 * @self: a layout that is not used yet
 * @name: the field's name, unique in the layout
 * @type: how it is packed
 * @use: what it means
 * @description: (nullable): one sentence for a person
 *
 * Adds a field behind those that are there. The first field of a use is the one that counts.
 *
 * Returns: the field's index, below %SPUR_LAYOUT_MAX_FIELDS
 *
 * Since: 1.0
 */
guint
spur_event_layout_add_field (
  SpurEventLayout *self, const char *name, SpurFieldType type, SpurUse use, const char *description)
{
  SpurField *field;

  g_return_val_if_fail (self != NULL && name != NULL, 0);
  g_return_val_if_fail (self->n_fields < SPUR_LAYOUT_MAX_FIELDS, 0);
  g_return_val_if_fail (spur_field_type_get_n_bytes (type) > 0, 0);
  g_return_val_if_fail ((guint) use < SPUR_N_USES, 0);
  g_return_val_if_fail (spur_event_layout_find_field (self, name) < 0, 0);

  self->fields = g_renew (SpurField, self->fields, self->n_fields + 1);
  field = &self->fields[self->n_fields];
  field->name = g_strdup (name);
  field->description = g_strdup (description);
  field->unit = NULL;
  field->type = type;
  field->use = use;
  place_field (self, self->n_fields);
  return self->n_fields++;
}

/**
 * spur_event_layout_set_unit:
 * @self: a layout that is not used yet
 * @field: a field's index
 * @unit: (nullable): the unit of its value, as in "bytes", "ns" or "1/s"
 *
 * Says the unit of a field's values.
 *
 * Since: 1.0
 */
void
spur_event_layout_set_unit (SpurEventLayout *self, guint field, const char *unit)
{
  char *copy;

  g_return_if_fail (self != NULL && field < self->n_fields);

  copy = g_strdup (unit);
  g_free ((char *) self->fields[field].unit);
  self->fields[field].unit = copy;
}

void
spur_event_layout_omit_field (SpurEventLayout *self, const char *name)
{
  int index = spur_event_layout_find_field (self, name);

  g_return_if_fail (index >= 0);

  clear_field (&self->fields[index]);
  memmove (&self->fields[index], &self->fields[index + 1],
           (self->n_fields - (guint) index - 1) * sizeof *self->fields);
  self->n_fields--;
  self->n_bytes = 0;
  memset (self->field_of_use, -1, sizeof self->field_of_use);
  for (guint i = 0; i < self->n_fields; i++)
    place_field (self, i);
}

/**
 * spur_event_layout_get_field:
 * @self: a layout
 * @field: a field's index, below its number of fields
 *
 * Gets the field.
 *
 * Returns: (transfer none): the field
 *
 * Since: 1.0
 */
const SpurField *
spur_event_layout_get_field (const SpurEventLayout *self, guint field)
{
  g_return_val_if_fail (self != NULL && field < self->n_fields, NULL);

  return &self->fields[field];
}

/**
 * spur_event_layout_find_field:
 * @self: a layout
 * @name: a field's name
 *
 * Gets the field's index, or -1 where there is none.
 *
 * Returns: the field's index, or -1 where there is none
 *
 * Since: 1.0
 */
int
spur_event_layout_find_field (const SpurEventLayout *self, const char *name)
{
  g_return_val_if_fail (self != NULL && name != NULL, -1);

  for (guint i = 0; i < self->n_fields; i++)
    {
      /* Most names differ at their first letter, which spares a call. */
      if (*self->fields[i].name == *name && strcmp (self->fields[i].name, name) == 0)
        return (int) i;
    }
  return -1;
}

/**
 * spur_event_layout_equal:
 * @self: a layout
 * @other: another one
 *
 * Tells whether both say the same of their events.
 *
 * Returns: whether both say the same of their events; the #GType and descriptions do not count
 *
 * Since: 1.0
 */
gboolean
spur_event_layout_equal (const SpurEventLayout *self, const SpurEventLayout *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  if (g_strcmp0 (self->name, other->name) != 0 ||
      g_strcmp0 (self->parent_name, other->parent_name) != 0 || self->role != other->role ||
      self->match != other->match || self->effect != other->effect ||
      self->n_fields != other->n_fields)
    return FALSE;
  for (guint i = 0; i < self->n_fields; i++)
    {
      const SpurField *a = &self->fields[i];
      const SpurField *b = &other->fields[i];

      if (strcmp (a->name, b->name) != 0 || a->type != b->type || a->use != b->use ||
          g_strcmp0 (a->unit, b->unit) != 0)
        return FALSE;
    }
  return TRUE;
}

/**
 * spur_event_layout_get_uint:
 * @self: a layout
 * @field: the field's index
 * @record: a packed record
 *
 * Gets the bits of the field: a number, an entry of a table, or the bits of a double.
 *
 * Returns: the bits
 *
 * Since: 1.0
 */
guint64
spur_event_layout_get_uint (const SpurEventLayout *self, guint field, const guint8 *record)
{
  const guint8 *bytes = record + self->fields[field].offset_bytes;

  switch (spur_field_type_get_n_bytes (self->fields[field].type))
    {
    case 1:
      return bytes[0];
    case 2:
      return spur_get_le16 (bytes);
    case 4:
      return spur_get_le32 (bytes);
    default:
      return spur_get_le64 (bytes);
    }
}

/**
 * spur_event_layout_set_uint:
 * @self: a layout
 * @field: the field's index
 * @record: a packed record
 * @value: the bits of the field; what does not fit is cut off
 *
 * Writes the bits of a field into a packed record.
 *
 * Since: 1.0
 */
void
spur_event_layout_set_uint (const SpurEventLayout *self, guint field, guint8 *record, guint64 value)
{
  guint8 *bytes = record + self->fields[field].offset_bytes;

  switch (spur_field_type_get_n_bytes (self->fields[field].type))
    {
    case 1:
      bytes[0] = (guint8) value;
      break;
    case 2:
      spur_put_le16 (bytes, (guint16) value);
      break;
    case 4:
      spur_put_le32 (bytes, (guint32) value);
      break;
    default:
      spur_put_le64 (bytes, value);
      break;
    }
}

/**
 * spur_event_layout_get_use:
 * @self: a layout
 * @use: what a field means
 * @record: a packed record
 * @if_absent: the answer where no field has this use
 *
 * Gets the bits of the first field of @use.
 *
 * Returns: the bits
 *
 * Since: 1.0
 */
guint64
spur_event_layout_get_use (const SpurEventLayout *self,
                           SpurUse use,
                           const guint8 *record,
                           guint64 if_absent)
{
  int field = self->field_of_use[use];

  return field < 0 ? if_absent : spur_event_layout_get_uint (self, (guint) field, record);
}

char *
spur_event_layout_get_family (const SpurEventLayout *self)
{
  const char *id = spur_event_layout_get_use_name (self, SPUR_USE_MESSAGE_ID);
  const char *subject = spur_event_layout_get_use_name (self, SPUR_USE_SUBJECT);
  const char *tag = spur_event_layout_get_use_name (self, SPUR_USE_TAG);

  if (spur_match_goes_by_id (self->match))
    return g_strdup (id != NULL ? id : "");
  return g_strdup_printf ("%s\n%s", subject != NULL ? subject : "", tag != NULL ? tag : "");
}

guint64
spur_event_layout_get_number (const SpurEventLayout *self, const guint8 *record)
{
  int field = self->field_of_use[SPUR_USE_NUMBER];
  guint64 number, largest;

  if (field < 0 || self->match != SPUR_MATCH_FIFO)
    return 0;
  number = spur_event_layout_get_uint (self, (guint) field, record);
  largest = G_MAXUINT64 >> (64 - 8 * spur_field_type_get_n_bytes (self->fields[field].type));
  return number == largest ? 0 : number;
}

gboolean
spur_event_layout_is_creation (const SpurEventLayout *self)
{
  /* What says who created the subject that it places creates it. */
  gboolean begins = self->effect == SPUR_EFFECT_BEGIN ||
                    (self->effect == SPUR_EFFECT_PLACE && self->field_of_use[SPUR_USE_PARENT] >= 0);

  for (GType type = self->type; !begins && g_type_is_a (type, SPUR_TYPE_EVENT);
       type = g_type_parent (type))
    begins = spur_event_type_get_layout (type)->effect == SPUR_EFFECT_BEGIN;
  return begins && self->field_of_use[SPUR_USE_SUBJECT] >= 0;
}

static void
put_word (GString *xml, const char *attribute, SpurMeaning meaning, guint value)
{
  if (value != 0)
    g_string_append_printf (xml, " %s=\"%s\"", attribute, spur_meaning_get_word (meaning, value));
}

static void
put_text (GString *xml, const char *attribute, const char *text)
{
  g_autofree char *escaped = text != NULL ? g_markup_escape_text (text, -1) : NULL;

  if (text != NULL && *text != '\0')
    g_string_append_printf (xml, " %s=\"%s\"", attribute, escaped);
}

char *
spur_event_layout_to_xml (const SpurEventLayout *self)
{
  GString *xml = g_string_new ("<event-class");

  put_text (xml, "name", self->name);
  put_text (xml, "extends", self->parent_name);
  put_word (xml, "role", SPUR_MEANING_ROLE, self->role);
  put_word (xml, "match", SPUR_MEANING_MATCH, self->match);
  put_word (xml, "effect", SPUR_MEANING_EFFECT, self->effect);
  g_string_append_c (xml, '>');
  for (guint i = 0; i < self->n_fields; i++)
    {
      const SpurField *field = &self->fields[i];

      g_string_append (xml, "<field");
      put_text (xml, "name", field->name);
      g_string_append_printf (xml, " type=\"%s\"",
                              spur_meaning_get_word (SPUR_MEANING_FIELD_TYPE, field->type));
      put_word (xml, "use", SPUR_MEANING_USE, field->use);
      put_text (xml, "unit", field->unit);
      put_text (xml, "description", field->description);
      g_string_append (xml, "/>");
    }
  g_string_append (xml, "</event-class>");
  return g_string_free (xml, FALSE);
}
