/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Event classes as types: found by name, and given a layout where there is no initialiser. */
#include "core/model/events/spur-event-type.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-internal.h"

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
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_LIMIT,
                           "the %s %.40s... has %" G_GSIZE_FORMAT " bytes, it may have %d", what,
                           name, n_bytes, MAX_NAME_BYTES);
  if (!g_utf8_validate (name, -1, NULL))
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_INVALID, "the %s is not UTF-8",
                           what);
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

gboolean
spur_event_type_check_open (GType type, GError **error)
{
  const SpurEventLayout *layout = spur_event_type_peek_layout (type);
  g_autofree GType *children = NULL;
  guint n_children;

  if (!layout->is_open)
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE,
                           "class %s says in its initialiser what it is; make a subclass of it",
                           g_type_name (type));
  if (g_atomic_int_get (&layout->is_used))
    return spur_error_set (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE,
                           "class %s has events already; say what it is before its first one",
                           g_type_name (type));
  children = g_type_children (type, &n_children);
  if (n_children > 0)
    return spur_error_set (
      error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_IN_USE,
      "class %s has the subclass %s already; say what it is before its first one",
      g_type_name (type), g_type_name (children[0]));
  return TRUE;
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

gboolean
spur_event_type_replace_layout (GType type, SpurEventLayout *layout, GError **error)
{
  SpurEventClass *klass;

  if (!check_namesake (type, layout, error))
    return FALSE;
  klass = g_type_class_ref (type);
  g_mutex_lock (&layouts_lock);
  if (replaced_layouts == NULL)
    replaced_layouts = g_ptr_array_new ();
  g_ptr_array_add (replaced_layouts, klass->layout);
  layout->type = type;
  layout->is_open = TRUE;
  klass->layout = spur_event_layout_ref (layout);
  g_mutex_unlock (&layouts_lock);
  g_type_class_unref (klass);
  return TRUE;
}
