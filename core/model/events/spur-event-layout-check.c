/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What definitions of event classes from outside may say, and how two of one class are compared. */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"

#define BIT(type) (1u << (type))
#define NUMBERS                                                                                    \
  (BIT (SPUR_FIELD_UINT8) | BIT (SPUR_FIELD_UINT16) | BIT (SPUR_FIELD_UINT32) |                    \
   BIT (SPUR_FIELD_UINT64))

/* The types that a field of a use can have. A reader of a use takes the bits for what they stand
 * for, so a number that means an object would be taken for an entry of the table of objects. */
static const guint types_of_use[SPUR_N_USES] = {
  [SPUR_USE_NONE] = ~0u,
  [SPUR_USE_SUBJECT] = BIT (SPUR_FIELD_OBJECT),
  [SPUR_USE_PEER] = BIT (SPUR_FIELD_OBJECT),
  [SPUR_USE_COMMUNICATOR] = BIT (SPUR_FIELD_GROUP),
  [SPUR_USE_TAG] =
    NUMBERS | BIT (SPUR_FIELD_INT64) | BIT (SPUR_FIELD_STRING) | BIT (SPUR_FIELD_OBJECT),
  [SPUR_USE_MESSAGE_ID] = NUMBERS | BIT (SPUR_FIELD_INT64),
  [SPUR_USE_POSTED] = NUMBERS,
  [SPUR_USE_SIZE] = NUMBERS,
  [SPUR_USE_STATE] = BIT (SPUR_FIELD_STATE),
  [SPUR_USE_SOURCE] = BIT (SPUR_FIELD_OBJECT),
  [SPUR_USE_DESTINATION] = BIT (SPUR_FIELD_OBJECT),
  [SPUR_USE_PATTERN] = NUMBERS,
  [SPUR_USE_ROOT] = NUMBERS,
  [SPUR_USE_SENT_BYTES] = NUMBERS,
  [SPUR_USE_RECEIVED_BYTES] = NUMBERS,
  [SPUR_USE_PARENT] = BIT (SPUR_FIELD_OBJECT),
  [SPUR_USE_OLD_STATE] = BIT (SPUR_FIELD_STATE),
  [SPUR_USE_VALUES] = BIT (SPUR_FIELD_LIST),
  [SPUR_USE_RESOURCES] = BIT (SPUR_FIELD_LIST),
  [SPUR_USE_MEMBERS] = BIT (SPUR_FIELD_GROUP),
  [SPUR_USE_LOAD] = BIT (SPUR_FIELD_DOUBLE),
  [SPUR_USE_PHASE] = NUMBERS,
  [SPUR_USE_NUMBER] = NUMBERS | BIT (SPUR_FIELD_INT64),
};

static const char *
type_word (const SpurField *field)
{
  return spur_meaning_get_word (SPUR_MEANING_FIELD_TYPE, field->type);
}

static const char *
use_word (const SpurField *field)
{
  return spur_meaning_get_word (SPUR_MEANING_USE, field->use);
}

/* A field of the name that an ancestor has and @self has left out. */
static const SpurField *
find_left_out (const SpurEventLayout *self, const char *name)
{
  for (GType type = self->type; g_type_is_a (type, SPUR_TYPE_EVENT); type = g_type_parent (type))
    {
      const SpurEventLayout *layout = spur_event_type_peek_layout (type);
      int index = spur_event_layout_find_field (layout, name);

      if (index >= 0)
        return &layout->fields[index];
    }
  return NULL;
}

gboolean
spur_event_layout_take_field (SpurEventLayout *self, const SpurField *field, GError **error)
{
  const SpurField *inherited;
  guint index;

  if (!spur_event_type_check_name ("name of a field", field->name, error) ||
      (field->unit != NULL && !spur_event_type_check_name ("unit", field->unit, error)))
    return FALSE;
  if (spur_event_layout_find_field (self, field->name) >= 0)
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID,
                           "event class %s has a field %s already, by itself or from %s",
                           self->name, field->name,
                           self->parent_name != NULL ? self->parent_name : "nowhere");
  inherited = find_left_out (self, field->name);
  if (inherited != NULL && (inherited->type != field->type || inherited->use != field->use))
    return spur_error_set (
      error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID,
      "event class %s may not have a field %s of type %s and use %s, since an ancestor "
      "has one of type %s and use %s; give it another name",
      self->name, field->name, type_word (field), use_word (field), type_word (inherited),
      use_word (inherited));
  if ((types_of_use[field->use] & BIT (field->type)) == 0)
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID,
                           "field %s of event class %s is of type %s, which cannot have the use %s",
                           field->name, self->name, type_word (field), use_word (field));
  if (self->n_fields >= SPUR_LAYOUT_MAX_FIELDS)
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_LIMIT,
                           "event class %s has no room for field %s, it may have %d", self->name,
                           field->name, SPUR_LAYOUT_MAX_FIELDS);
  index =
    spur_event_layout_add_field (self, field->name, field->type, field->use, field->description);
  spur_event_layout_set_unit (self, index, field->unit);
  return TRUE;
}

gboolean
spur_event_layout_drop_field (SpurEventLayout *self, const char *name, GError **error)
{
  if (spur_event_layout_find_field (self, name) < 0)
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_UNKNOWN,
                           "event class %s inherits no field %s from %s that it could leave out",
                           self->name, name,
                           self->parent_name != NULL ? self->parent_name : "nowhere");
  spur_event_layout_omit_field (self, name);
  return TRUE;
}

static const SpurField *
find_field (const SpurEventLayout *layout, const char *name)
{
  int index = spur_event_layout_find_field (layout, name);

  return index >= 0 ? &layout->fields[index] : NULL;
}

static char *
describe_field (const SpurField *field)
{
  GString *text;

  if (field == NULL)
    return g_strdup ("none");
  text = g_string_new (type_word (field));
  if (field->use != SPUR_USE_NONE)
    g_string_append_printf (text, ", use %s", use_word (field));
  if (field->unit != NULL)
    g_string_append_printf (text, ", unit %s", field->unit);
  return g_string_free (text, FALSE);
}

static void
compare_words (GString *text, const char *what, const char *own, const char *others)
{
  if (g_strcmp0 (own, others) != 0)
    g_string_append_printf (text, "\n  %s: %s | %s", what, own != NULL ? own : "none",
                            others != NULL ? others : "none");
}

static void
compare_fields (GString *text, const SpurEventLayout *self, const SpurEventLayout *other)
{
  const SpurEventLayout *both[] = { self, other };

  for (guint k = 0; k < G_N_ELEMENTS (both); k++)
    {
      for (guint i = 0; i < both[k]->n_fields; i++)
        {
          const char *name = both[k]->fields[i].name;
          g_autofree char *what = g_strconcat ("field ", name, NULL);
          g_autofree char *own = describe_field (find_field (self, name));
          g_autofree char *others = describe_field (find_field (other, name));

          /* Those of both are compared once. */
          if (k == 0 || find_field (self, name) == NULL)
            compare_words (text, what, own, others);
        }
    }
}

static char *
list_fields (const SpurEventLayout *layout)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < layout->n_fields; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "", layout->fields[i].name);
  return g_string_free (names, FALSE);
}

char *
spur_event_layout_describe_difference (const SpurEventLayout *self,
                                       const char *self_place,
                                       const SpurEventLayout *other,
                                       const char *other_place)
{
  GString *text;
  gsize n_bytes;

  if (spur_event_layout_equal (self, other))
    return NULL;
  text = g_string_new (NULL);
  g_string_append_printf (text, "event class %s is defined in two ways: in %s | in %s", self->name,
                          self_place, other_place);
  n_bytes = text->len;
  compare_words (text, "name", self->name, other->name);
  compare_words (text, "extends", self->parent_name, other->parent_name);
  compare_words (text, "role", spur_meaning_get_word (SPUR_MEANING_ROLE, self->role),
                 spur_meaning_get_word (SPUR_MEANING_ROLE, other->role));
  compare_words (text, "match", spur_meaning_get_word (SPUR_MEANING_MATCH, self->match),
                 spur_meaning_get_word (SPUR_MEANING_MATCH, other->match));
  compare_words (text, "effect", spur_meaning_get_word (SPUR_MEANING_EFFECT, self->effect),
                 spur_meaning_get_word (SPUR_MEANING_EFFECT, other->effect));
  compare_fields (text, self, other);
  if (text->len == n_bytes)
    {
      g_autofree char *own = list_fields (self);
      g_autofree char *others = list_fields (other);

      compare_words (text, "order of fields", own, others);
    }
  return g_string_free (text, FALSE);
}

static GQuark
place_quark (void)
{
  return g_quark_from_static_string ("spur-event-type-place");
}

void
spur_event_type_set_place (GType type, const char *place)
{
  g_type_set_qdata (type, place_quark (), g_strdup (place));
}

char *
spur_event_type_dup_place (GType type)
{
  const char *place = g_type_get_qdata (type, place_quark ());

  return place != NULL ? g_strdup (place)
                       : g_strdup_printf ("class %s of this program", g_type_name (type));
}

void
spur_event_type_set_conflict (GError **error,
                              const SpurEventLayout *layout,
                              const char *place,
                              GType other)
{
  g_autofree char *class_place = spur_event_type_dup_place (other);
  g_autofree char *text = spur_event_layout_describe_difference (
    layout, place, spur_event_type_peek_layout (other), class_place);

  g_set_error_literal (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT, text);
}

/* Who says no unit says nothing against one. */
static gboolean
contradicts_parent (const char *unit, const char *other)
{
  return unit != NULL && other != NULL && strcmp (unit, other) != 0;
}

gboolean
spur_event_layout_is_compatible (const SpurEventLayout *self, const SpurEventLayout *other)
{
  if (strcmp (self->name, other->name) != 0 ||
      g_strcmp0 (self->parent_name, other->parent_name) != 0 || self->role != other->role ||
      self->match != other->match || self->effect != other->effect)
    return FALSE;
  for (guint i = 0; i < self->n_fields; i++)
    {
      const SpurField *own = &self->fields[i];
      const SpurField *others = find_field (other, own->name);

      if (others != NULL && (own->type != others->type || own->use != others->use ||
                             contradicts_parent (own->unit, others->unit)))
        return FALSE;
    }
  return TRUE;
}
