/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/events/spur-event-declaration.h"

#include "core/base/spur-object-internal.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-event-type.h"

/**
 * SpurEventDeclaration:
 *
 * What a file or a program says of an event class that no C code defines: the class that it
 * extends, what its events mean, and the fields that they have beside those of the parent.
 *
 * It becomes a class like any other with spur_event_declaration_register(), whatever the parent
 * is: matched, corrected, drawn and written without a line of C (TUM-I9909 section 3.3).
 *
 * Since: 1.0
 */

typedef struct
{
  SpurField field;
  gboolean is_omitted;
} Entry;

struct _SpurEventDeclaration
{
  gatomicrefcount ref_count;
  char *name;
  char *parent_name;
  char *place;

  /* -1 where it is the parent's. */
  int role;
  int match;
  int effect;

  /* Fields and omissions, in the order in which they were said. */
  GArray *entries;
};

static SpurEventDeclaration *
take_reference (SpurEventDeclaration *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

G_DEFINE_BOXED_TYPE (SpurEventDeclaration,
                     spur_event_declaration,
                     take_reference,
                     spur_event_declaration_unref)

static void
clear_entry (gpointer data)
{
  SpurField *field = &((Entry *) data)->field;

  g_free ((char *) field->name);
  g_free ((char *) field->unit);
  g_free ((char *) field->description);
}

/**
 * spur_event_declaration_new:
 * @name: the class's name in traces
 * @parent_name: (nullable): the name of the class that it extends, as in "LO_Migration_Event";
 * %NULL for spur_event_declaration_apply()
 *
 * Makes a declaration of a class that says what its parent says.
 *
 * Returns: (transfer full): a declaration
 *
 * Since: 1.0
 */
SpurEventDeclaration *
spur_event_declaration_new (const char *name, const char *parent_name)
{
  SpurEventDeclaration *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_new0 (SpurEventDeclaration, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->name = g_strdup (name);
  self->parent_name = g_strdup (parent_name);
  self->role = -1;
  self->match = -1;
  self->effect = -1;
  self->entries = g_array_new (FALSE, TRUE, sizeof (Entry));
  g_array_set_clear_func (self->entries, clear_entry);
  return self;
}

/**
 * spur_event_declaration_unref:
 * @self: (transfer full): a declaration
 *
 * Gives a reference back; the declaration goes with its last one.
 *
 * Since: 1.0
 */
void
spur_event_declaration_unref (SpurEventDeclaration *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->entries);
  g_free (self->place);
  g_free (self->parent_name);
  g_free (self->name);
  g_free (self);
}

SPUR_DEFINE_GETTER (
  const char *, spur_event_declaration_get_name, SpurEventDeclaration, SPUR_IS_GIVEN, self->name)

/* Where it comes from, for a person. */
static const char *
get_place (SpurEventDeclaration *self)
{
  return self->place != NULL ? self->place : "a declaration";
}

void
spur_event_declaration_set_place (SpurEventDeclaration *self, const char *place)
{
  char *copy = g_strdup (place);

  g_free (self->place);
  self->place = copy;
}

/**
 * spur_event_declaration_set_role:
 * @self: a declaration
 * @role: the causal role of the class's events; without it, it is the parent's
 *
 * Says what causal role the events have.
 *
 * Since: 1.0
 */
void
spur_event_declaration_set_role (SpurEventDeclaration *self, SpurRole role)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (spur_meaning_get_word (SPUR_MEANING_ROLE, role) != NULL);

  self->role = (int) role;
}

/**
 * spur_event_declaration_set_match:
 * @self: a declaration
 * @match: how partners of the class's events are found; without it, as the parent's are
 *
 * Says how partners of the events are found.
 *
 * Since: 1.0
 */
void
spur_event_declaration_set_match (SpurEventDeclaration *self, SpurMatch match)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (spur_meaning_get_word (SPUR_MEANING_MATCH, match) != NULL);

  self->match = (int) match;
}

/**
 * spur_event_declaration_set_effect:
 * @self: a declaration
 * @effect: what the class's events do to the state of their subject; without it, what the
 *   parent's do
 *
 * Says what the events do to the state of their subject.
 *
 * Since: 1.0
 */
void
spur_event_declaration_set_effect (SpurEventDeclaration *self, SpurEffect effect)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (spur_meaning_get_word (SPUR_MEANING_EFFECT, effect) != NULL);

  self->effect = (int) effect;
}

/**
 * spur_event_declaration_add_field:
 * @self: a declaration
 * @name: the field's name
 * @type: how it is packed
 * @use: what it means to matching, correction and views
 * @unit: (nullable): the unit of its values, as in "bytes", "ns" or "1/s"
 * @description: (nullable): one sentence for a person
 *
 * Adds a field behind the inherited ones. What is wrong with it, spur_event_declaration_register()
 * says.
 *
 * Since: 1.0
 */
void
spur_event_declaration_add_field (SpurEventDeclaration *self,
                                  const char *name,
                                  SpurFieldType type,
                                  SpurUse use,
                                  const char *unit,
                                  const char *description)
{
  Entry entry = { 0 };

  g_return_if_fail (self != NULL && name != NULL);
  g_return_if_fail (spur_field_type_get_n_bytes (type) > 0);
  g_return_if_fail ((guint) use < SPUR_N_USES);

  entry.field.name = g_strdup (name);
  entry.field.unit = g_strdup (unit);
  entry.field.description = g_strdup (description);
  entry.field.type = type;
  entry.field.use = use;
  g_array_append_val (self->entries, entry);
}

/**
 * spur_event_declaration_omit_field:
 * @self: a declaration
 * @name: the name of an inherited field
 *
 * Leaves an inherited parameter out of the records of the class: "partially or even completely
 * ignored" (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
void
spur_event_declaration_omit_field (SpurEventDeclaration *self, const char *name)
{
  Entry entry = { .is_omitted = TRUE };

  g_return_if_fail (self != NULL && name != NULL);

  entry.field.name = g_strdup (name);
  g_array_append_val (self->entries, entry);
}

static gboolean
apply_entries (SpurEventDeclaration *self, SpurEventLayout *layout, GError **error)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);
      gboolean is_done = entry->is_omitted
                           ? spur_event_layout_drop_field (layout, entry->field.name, error)
                           : spur_event_layout_take_field (layout, &entry->field, error);

      if (!is_done)
        return FALSE;
    }
  return TRUE;
}

static SpurEventLayout *
make_layout (SpurEventDeclaration *self,
             const SpurEventLayout *parent_layout,
             GType parent,
             GError **error)
{
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new (self->name, parent_layout, parent);

  if (self->role >= 0)
    layout->role = (SpurRole) self->role;
  if (self->match >= 0)
    layout->match = (SpurMatch) self->match;
  if (self->effect >= 0)
    layout->effect = (SpurEffect) self->effect;
  if (!apply_entries (self, layout, error))
    return NULL;
  return g_steal_pointer (&layout);
}

/* A name that no C class has, and two declared classes only where theirs are equal. */
static char *
make_type_name (const char *name)
{
  GString *text = g_string_new ("SpurDeclared-");

  for (const char *c = name; *c != '\0'; c++)
    {
      if (g_ascii_isalnum (*c) || *c == '_' || *c == '-')
        g_string_append_c (text, *c);
      else
        g_string_append_printf (text, "+%02x", (guint) (guchar) *c);
    }
  return g_string_free (text, FALSE);
}

static void
init_declared_class (gpointer klass, gpointer layout)
{
  SPUR_EVENT_CLASS (klass)->layout = layout;
}

/* With the lock of registrations held. */
static GType
register_layout (SpurEventLayout *layout, const char *place, GType parent, GError **error)
{
  static guint n_registered;
  g_autofree char *type_name = make_type_name (layout->name);
  GTypeInfo info = { .class_init = init_declared_class, .class_data = layout };
  GTypeQuery query;

  if (n_registered >= SPUR_MAX_DECLARED_CLASSES)
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_LIMIT,
                   "event class %s is one too many: a program can have %d that are declared",
                   layout->name, SPUR_MAX_DECLARED_CLASSES);
      return G_TYPE_INVALID;
    }
  g_type_query (parent, &query);
  info.class_size = (guint16) query.class_size;
  info.instance_size = (guint16) query.instance_size;
  layout->type = g_type_register_static (parent, type_name, &info, 0);
  if (layout->type == G_TYPE_INVALID)
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID,
                   "event class %s cannot be derived from %s", layout->name, g_type_name (parent));
      return G_TYPE_INVALID;
    }
  n_registered++;
  spur_event_type_set_place (layout->type, place);
  spur_event_layout_ref (layout);
  /* Never freed: events of the class can be made at any time. */
  g_type_class_ref (layout->type);
  return layout->type;
}

/* With the lock of registrations held. */
static GType
find_or_register (SpurEventDeclaration *self, GError **error)
{
  const char *parent_name = self->parent_name != NULL ? self->parent_name : "nothing";
  GType parent = spur_event_type_from_name (parent_name);
  g_autoptr (SpurEventLayout) layout = NULL;
  GType known;

  if (!spur_event_type_check_name ("name of an event class", self->name, error))
    return G_TYPE_INVALID;
  if (parent == G_TYPE_INVALID || G_TYPE_IS_FINAL (parent))
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_UNKNOWN,
                   "event class %s extends %s, which %s", self->name, parent_name,
                   parent == G_TYPE_INVALID
                     ? "is not known; declare it before, or load the plugin that brings it"
                     : "cannot be extended");
      return G_TYPE_INVALID;
    }
  layout = make_layout (self, spur_event_type_get_layout (parent), parent, error);
  if (layout == NULL)
    return G_TYPE_INVALID;
  known = spur_event_type_from_name (self->name);
  if (known == G_TYPE_INVALID)
    return register_layout (layout, get_place (self), parent, error);
  if (spur_event_layout_equal (layout, spur_event_type_get_layout (known)))
    return known;
  spur_event_type_set_conflict (error, layout, get_place (self), known);
  return G_TYPE_INVALID;
}

static GMutex registrations_lock;

/* With the lock of registrations held. */
static GType
find_or_register_layout (const SpurEventLayout *self, const char *place, GError **error)
{
  GType known = spur_event_type_from_name (self->name);
  GType parent = G_TYPE_INVALID;
  SpurEventLayout *layout;

  if (known != G_TYPE_INVALID)
    {
      if (spur_event_layout_equal (self, spur_event_type_get_layout (known)))
        return known;
      spur_event_type_set_conflict (error, self, place, known);
      return G_TYPE_INVALID;
    }
  if (self->parent_name != NULL)
    parent = spur_event_type_from_name (self->parent_name);
  if (parent == G_TYPE_INVALID || G_TYPE_IS_FINAL (parent))
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_UNKNOWN,
                   "event class %s extends %s, which is not known or cannot be extended",
                   self->name, self->parent_name != NULL ? self->parent_name : "nothing");
      return G_TYPE_INVALID;
    }
  layout = spur_event_layout_new (self->name, self, parent);
  g_free (layout->parent_name);
  layout->parent_name = g_strdup (self->parent_name);
  known = register_layout (layout, place, parent, error);
  spur_event_layout_unref (layout);
  return known;
}

GType
spur_event_layout_register (const SpurEventLayout *self, const char *place, GError **error)
{
  GType type;

  g_mutex_lock (&registrations_lock);
  type = find_or_register_layout (self, place, error);
  g_mutex_unlock (&registrations_lock);
  return type;
}

/**
 * spur_event_declaration_register:
 * @self: a declaration
 * @error: return location for an error
 *
 * Makes the class, which stays as long as the program runs. Where this program has a class of the
 * name already, it must say the same, and is what is returned.
 *
 * Returns: the class's type, or %G_TYPE_INVALID with %SPUR_MODEL_ERROR_INVALID where names or
 *   fields cannot be, %SPUR_MODEL_ERROR_UNKNOWN where the parent or an omitted field is not there,
 *   %SPUR_MODEL_ERROR_LIMIT where there are too many, or %SPUR_MODEL_ERROR_CONFLICT, which shows
 *   both definitions, where the class is there and says something else
 *
 * Since: 1.0
 */
GType
spur_event_declaration_register (SpurEventDeclaration *self, GError **error)
{
  GType type;

  g_return_val_if_fail (self != NULL, G_TYPE_INVALID);
  g_return_val_if_fail (error == NULL || *error == NULL, G_TYPE_INVALID);

  g_mutex_lock (&registrations_lock);
  type = find_or_register (self, error);
  g_mutex_unlock (&registrations_lock);
  if (type == G_TYPE_INVALID && self->place != NULL)
    g_prefix_error (error, "%s: ", self->place);
  return type;
}

/**
 * spur_event_declaration_apply:
 * @self: a declaration
 * @type: a subclass of #SpurEvent that says nothing of itself in a class initialiser
 * @error: return location for an error
 *
 * Says what a class initialiser does, for languages that cannot write one: @type is what the
 * declaration says beside the parent of @type. It can be said until the class has its first event
 * or subclass, or its layout is asked for.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_IN_USE where it is too late, %SPUR_MODEL_ERROR_CONFLICT
 * where another class of the name says something else, or as spur_event_declaration_register() does
 *
 * Since: 1.0
 */
gboolean
spur_event_declaration_apply (SpurEventDeclaration *self, GType type, GError **error)
{
  g_autoptr (SpurEventLayout) layout = NULL;
  GType parent = g_type_parent (type);

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!spur_event_type_check_name ("name of an event class", self->name, error) ||
      !spur_event_type_check_open (type, error))
    return FALSE;
  layout = make_layout (self, spur_event_type_peek_layout (parent), parent, error);
  return layout != NULL && spur_event_type_replace_layout (type, layout, error);
}
