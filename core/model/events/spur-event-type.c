/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Event classes as types: found by name, and said what they are where there is no initialiser. */
#include "config.h"

#include "core/model/events/spur-event-type.h"

#include <string.h>

#include "core/model/events/spur-event-type-private.h"

#define MAX_NAME_BYTES 255

/**
 * spur_model_error_quark:
 *
 * Gets the domain %SPUR_MODEL_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
// clang-format off
G_DEFINE_QUARK (spur-model-error-quark, spur_model_error)
// clang-format on

/* Held while a class gets or changes its layout; class initialisers run outside of it. */
static GMutex layouts_lock;

/* (element-type SpurEventLayout): what classes said before they were changed, since another thread
 * may be looking at it. A class is changed a few times only, and never again when it has events. */
static GPtrArray *replaced_layouts;

static gboolean
has_own_layout (SpurEventClass *klass)
{
  return klass->layout->type == G_TYPE_FROM_CLASS (klass);
}

/* A class starts with its parent's layout by pointer; the first change makes it its own. */
static SpurEventLayout *
make_own_layout (SpurEventClass *klass)
{
  SpurEventLayout *parent;

  if (has_own_layout (klass))
    return klass->layout;
  /* The parent may have got its own one after this class was made from it. */
  parent = make_own_layout (g_type_class_peek_parent (klass));
  klass->layout = spur_event_layout_new (g_type_name (G_TYPE_FROM_CLASS (klass)), parent,
                                         G_TYPE_FROM_CLASS (klass));
  klass->layout->is_open = TRUE;
  return klass->layout;
}

SpurEventLayout *
spur_event_class_own_layout (SpurEventClass *klass)
{
  SpurEventLayout *layout;

  g_mutex_lock (&layouts_lock);
  layout = make_own_layout (klass);
  layout->is_open = FALSE;
  g_mutex_unlock (&layouts_lock);
  return layout;
}

const SpurEventLayout *
spur_event_class_use_layout (SpurEventClass *klass)
{
  const SpurEventLayout *layout = klass->layout;

  if (has_own_layout (klass) && g_atomic_int_get (&layout->is_used))
    return layout;
  g_mutex_lock (&layouts_lock);
  layout = make_own_layout (klass);
  g_atomic_int_set (&klass->layout->is_used, TRUE);
  g_mutex_unlock (&layouts_lock);
  return layout;
}

const SpurEventLayout *
spur_event_type_peek_layout (GType type)
{
  SpurEventClass *klass = g_type_class_ref (type);
  const SpurEventLayout *layout;

  g_mutex_lock (&layouts_lock);
  layout = make_own_layout (klass);
  g_mutex_unlock (&layouts_lock);
  g_type_class_unref (klass);
  return layout;
}

/**
 * spur_event_type_get_layout:
 * @type: %SPUR_TYPE_EVENT or a subclass
 *
 * Gets what a class says of its events.
 *
 * Returns: (transfer none): what the class says of its events; it lives as long as the program
 *
 * Since: 1.0
 */
const SpurEventLayout *
spur_event_type_get_layout (GType type)
{
  SpurEventClass *klass;
  const SpurEventLayout *layout;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), NULL);

  /* Static classes stay, so the layout outlives the reference. */
  klass = g_type_class_ref (type);
  layout = spur_event_class_use_layout (klass);
  g_type_class_unref (klass);
  return layout;
}

/* The first class of the name at or below @type, in the order in which they were registered. */
static GType
find_below (GType type, const char *name, GType except)
{
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);

  if (type != except && strcmp (spur_event_type_peek_layout (type)->name, name) == 0)
    return type;
  for (guint i = 0; i < n_children; i++)
    {
      GType found = find_below (children[i], name, except);

      if (found != G_TYPE_INVALID)
        return found;
    }
  return G_TYPE_INVALID;
}

/**
 * spur_event_type_from_name:
 * @name: an event class's name in traces, as in "LO_Migration_Event"
 *
 * Finds an event class that this program knows: of the library, of the program itself, of a
 * plugin that is loaded, or declared in a file that was read.
 *
 * Returns: its type, or %G_TYPE_INVALID where this program does not know it
 *
 * Since: 1.0
 */
GType
spur_event_type_from_name (const char *name)
{
  g_return_val_if_fail (name != NULL, G_TYPE_INVALID);

  return find_below (SPUR_TYPE_EVENT, name, G_TYPE_INVALID);
}

gboolean
spur_event_type_check_name (const char *what, const char *name, GError **error)
{
  gsize n_bytes = strlen (name);
  gboolean is_plain = *name != '\0' && *name != '@' && *name != '*';

  if (n_bytes > MAX_NAME_BYTES)
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_LIMIT,
                   "the %s %.40s... has %" G_GSIZE_FORMAT " bytes, it may have %d", what, name,
                   n_bytes, MAX_NAME_BYTES);
      return FALSE;
    }
  if (!g_utf8_validate (name, -1, NULL))
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID, "the %s is not UTF-8", what);
      return FALSE;
    }
  for (const char *c = name; is_plain && *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      is_plain = g_unichar_isgraph (character) && character != '=' && character != '"';
    }
  if (!is_plain)
    g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID,
                 "the %s '%s' is none: one word is expected, that begins with neither '@' nor '*', "
                 "without '=' and '\"'",
                 what, name);
  return is_plain;
}

/* A change of a class, on a copy that becomes the class's layout where nothing is wrong. */
typedef gboolean (*Change) (SpurEventLayout *layout, gconstpointer data, GError **error);

static gboolean
check_open (GType type, const SpurEventLayout *layout, GError **error)
{
  g_autofree GType *children = NULL;
  guint n_children;

  if (!layout->is_open)
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE,
                   "class %s says in its initialiser what it is; make a subclass of it",
                   g_type_name (type));
      return FALSE;
    }
  if (g_atomic_int_get (&layout->is_used))
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE,
                   "class %s has events already; say what it is before its first one",
                   g_type_name (type));
      return FALSE;
    }
  children = g_type_children (type, &n_children);
  if (n_children > 0)
    {
      g_set_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE,
                   "class %s has the subclass %s already; say what it is before its first one",
                   g_type_name (type), g_type_name (children[0]));
      return FALSE;
    }
  return TRUE;
}

static SpurEventLayout *
copy_layout (const SpurEventLayout *layout)
{
  SpurEventLayout *copy = spur_event_layout_new (layout->name, layout, layout->type);

  g_free (copy->parent_name);
  copy->parent_name = g_strdup (layout->parent_name);
  copy->is_open = layout->is_open;
  return copy;
}

static gboolean
check_namesake (GType type, const SpurEventLayout *layout, GError **error)
{
  GType namesake = find_below (SPUR_TYPE_EVENT, layout->name, type);

  if (namesake == G_TYPE_INVALID ||
      spur_event_layout_equal (layout, spur_event_type_peek_layout (namesake)))
    return TRUE;
  spur_event_type_set_conflict (error, layout, g_type_name (type), namesake);
  return FALSE;
}

static gboolean
change_type (GType type, Change change, gconstpointer data, GError **error)
{
  g_autoptr (SpurEventLayout) layout = NULL;
  SpurEventClass *klass;

  if (!check_open (type, spur_event_type_peek_layout (type), error))
    return FALSE;
  layout = copy_layout (spur_event_type_peek_layout (type));
  if (!change (layout, data, error) || !check_namesake (type, layout, error))
    return FALSE;

  klass = g_type_class_ref (type);
  g_mutex_lock (&layouts_lock);
  if (replaced_layouts == NULL)
    replaced_layouts = g_ptr_array_new ();
  g_ptr_array_add (replaced_layouts, klass->layout);
  klass->layout = g_steal_pointer (&layout);
  g_mutex_unlock (&layouts_lock);
  g_type_class_unref (klass);
  return TRUE;
}

static gboolean
change_name (SpurEventLayout *layout, gconstpointer data, GError **error)
{
  if (!spur_event_type_check_name ("name of an event class", data, error))
    return FALSE;
  g_free (layout->name);
  layout->name = g_strdup (data);
  return TRUE;
}

/**
 * spur_event_type_set_name:
 * @type: a subclass of #SpurEvent that says nothing of itself in a class initialiser
 * @name: the name of its events in traces, as in "LO_Migration_Event"
 * @error: return location for an error
 *
 * Says what spur_event_class_set_name() does, for languages that cannot write class
 * initialisers. This and the functions beside it can be called until the class has its first
 * event or subclass, or its layout is asked for.
 *
 * Another class of the same name must say the same, so name a class last where it may be
 * defined a second time.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_IN_USE where it is too late,
 *   %SPUR_MODEL_ERROR_INVALID or %SPUR_MODEL_ERROR_LIMIT where it is no name, and
 *   %SPUR_MODEL_ERROR_CONFLICT where another class of this name says something else
 *
 * Since: 1.0
 */
gboolean
spur_event_type_set_name (GType type, const char *name, GError **error)
{
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return change_type (type, change_name, name, error);
}

static gboolean
change_role (SpurEventLayout *layout, gconstpointer data, GError **error)
{
  const guint *values = data;

  layout->role = values[0];
  layout->match = values[1];
  return TRUE;
}

/**
 * spur_event_type_set_role:
 * @type: a subclass of #SpurEvent that says nothing of itself in a class initialiser
 * @role: the causal role of its events
 * @match: how their partners are found
 * @error: return location for an error
 *
 * Says what spur_event_class_set_role() does.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_IN_USE or %SPUR_MODEL_ERROR_CONFLICT, as
 *   spur_event_type_set_name() does
 *
 * Since: 1.0
 */
gboolean
spur_event_type_set_role (GType type, SpurRole role, SpurMatch match, GError **error)
{
  const guint values[] = { role, match };

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);
  g_return_val_if_fail (spur_meaning_get_word (SPUR_MEANING_ROLE, role) != NULL, FALSE);
  g_return_val_if_fail (spur_meaning_get_word (SPUR_MEANING_MATCH, match) != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return change_type (type, change_role, values, error);
}

static gboolean
change_effect (SpurEventLayout *layout, gconstpointer data, GError **error)
{
  layout->effect = GPOINTER_TO_UINT (data);
  return TRUE;
}

/**
 * spur_event_type_set_effect:
 * @type: a subclass of #SpurEvent that says nothing of itself in a class initialiser
 * @effect: what its events do to the state of their subject
 * @error: return location for an error
 *
 * Says what spur_event_class_set_effect() does.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_IN_USE or %SPUR_MODEL_ERROR_CONFLICT, as
 *   spur_event_type_set_name() does
 *
 * Since: 1.0
 */
gboolean
spur_event_type_set_effect (GType type, SpurEffect effect, GError **error)
{
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);
  g_return_val_if_fail (spur_meaning_get_word (SPUR_MEANING_EFFECT, effect) != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return change_type (type, change_effect, GUINT_TO_POINTER (effect), error);
}

static gboolean
change_field (SpurEventLayout *layout, gconstpointer data, GError **error)
{
  return spur_event_layout_take_field (layout, data, error);
}

/**
 * spur_event_type_add_field:
 * @type: a subclass of #SpurEvent that says nothing of itself in a class initialiser
 * @name: the field's name
 * @field_type: how it is packed
 * @use: what it means to matching, correction and views
 * @unit: (nullable): the unit of its values, as in "bytes", "ns" or "1/s"
 * @description: (nullable): one sentence for a person
 * @error: return location for an error
 *
 * Says what spur_event_class_add_field() and spur_event_class_set_unit() do.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_IN_USE or %SPUR_MODEL_ERROR_CONFLICT, as
 *   spur_event_type_set_name() does, with %SPUR_MODEL_ERROR_INVALID where the name is no
 *   word, taken, or @field_type cannot have @use, and with %SPUR_MODEL_ERROR_LIMIT where there
 *   are %SPUR_LAYOUT_MAX_FIELDS
 *
 * Since: 1.0
 */
gboolean
spur_event_type_add_field (GType type,
                           const char *name,
                           SpurFieldType field_type,
                           SpurUse use,
                           const char *unit,
                           const char *description,
                           GError **error)
{
  const SpurField field = {
    .name = name, .description = description, .unit = unit, .type = field_type, .use = use
  };

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (spur_field_type_get_n_bytes (field_type) > 0, FALSE);
  g_return_val_if_fail ((guint) use < SPUR_N_USES, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return change_type (type, change_field, &field, error);
}

static gboolean
change_omission (SpurEventLayout *layout, gconstpointer data, GError **error)
{
  return spur_event_layout_drop_field (layout, data, error);
}

/**
 * spur_event_type_omit_field:
 * @type: a subclass of #SpurEvent that says nothing of itself in a class initialiser
 * @name: the name of an inherited field
 * @error: return location for an error
 *
 * Says what spur_event_class_omit_field() does.
 *
 * Returns: %FALSE with %SPUR_MODEL_ERROR_IN_USE or %SPUR_MODEL_ERROR_CONFLICT, as
 *   spur_event_type_set_name() does, or with %SPUR_MODEL_ERROR_UNKNOWN where no such field is
 *   inherited
 *
 * Since: 1.0
 */
gboolean
spur_event_type_omit_field (GType type, const char *name, GError **error)
{
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_EVENT), FALSE);
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return change_type (type, change_omission, name, error);
}
