/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/spur-clock-methods-private.h"

#include "core/base/spur-error-internal.h"
#include "core/base/spur-option-internal.h"

/* The factory of correctors: method names and their classes. */

static GMutex lock;
static GHashTable *types;

/* Under the lock. */
static gboolean
add_type (GType type)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (type);
  const char *name = SPUR_CLOCK_CORRECTOR_CLASS (klass)->name;
  gpointer known;

  g_return_val_if_fail (name != NULL && *name != '\0', FALSE);

  if (g_hash_table_lookup_extended (types, name, NULL, &known))
    return GPOINTER_TO_SIZE (known) == type;
  g_hash_table_insert (types, g_strdup (name), GSIZE_TO_POINTER (type));
  return TRUE;
}

/* Under the lock. */
static void
add_own_types (void)
{
  if (types != NULL)
    return;
  types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  spur_causal_clock_register (add_type);
  spur_presynchroniser_register (add_type);
}

/**
 * spur_clock_corrector_register:
 * @type: a class derived from #SpurClockCorrector that can be instantiated and has a name
 *
 * Makes a class of correctors known by its name, for spur_clock_corrector_make(). The
 * correctors that come with the library are known from the start. From any thread.
 *
 * Returns: whether the class is known by its name now; %FALSE where another class has that name
 *
 * Since: 1.0
 */
gboolean
spur_clock_corrector_register (GType type)
{
  gboolean is_known;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_CLOCK_CORRECTOR), FALSE);
  g_return_val_if_fail (!G_TYPE_IS_ABSTRACT (type), FALSE);

  g_mutex_lock (&lock);
  add_own_types ();
  is_known = add_type (type);
  g_mutex_unlock (&lock);
  return is_known;
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * spur_clock_corrector_dup_names:
 *
 * Lists the names of all methods, in alphabetical order.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 *
 * Since: 1.0
 */
char **
spur_clock_corrector_dup_names (void)
{
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer name;

  g_mutex_lock (&lock);
  add_own_types ();
  g_hash_table_iter_init (&iter, types);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_ptr_array_add (names, g_strdup (name));
  g_mutex_unlock (&lock);
  qsort (names->pdata, names->len, sizeof *names->pdata, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

/**
 * spur_clock_corrector_make:
 * @name: a method's name, as in "eclc"
 * @error: return location for an error
 *
 * Makes a corrector with its usual options. From any thread.
 *
 * Returns: (transfer full): the corrector; %NULL with %SPUR_CLOCK_ERROR_METHOD where no class of
 *   that name is known
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_clock_corrector_make (const char *name, GError **error)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *list = NULL;
  GType type;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  g_mutex_lock (&lock);
  add_own_types ();
  type = GPOINTER_TO_SIZE (g_hash_table_lookup (types, name));
  g_mutex_unlock (&lock);
  if (type != 0)
    return g_object_new (type, NULL);
  names = spur_clock_corrector_dup_names ();
  list = g_strjoinv (", ", names);
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_METHOD,
               "there is no clock correction method '%s'; there are %s", name, list);
  return NULL;
}

static gboolean
refuse_option (SpurClockCorrector *self, const char *name, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  spur_option_list (G_OBJECT_GET_CLASS (self), "", list);
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION,
               "method %s has no option '%s'; it has %s", spur_clock_corrector_get_name (self),
               name, list->str);
  return FALSE;
}

/**
 * spur_clock_corrector_set_option:
 * @self: a corrector
 * @name: a property's name, or without the "-ns" or "-ppb" at its end
 * @value: its value as text
 * @error: return location for an error
 *
 * Sets an option from text, as a command or a project file has it. A time is a whole number of ns,
 * or a number with a unit, as in "2us"; a factor is a number with at most nine digits after the
 * point, as in "0.999", where the name is without its "-ppb", and a whole number of parts per
 * billion otherwise; other values are whole numbers, "true" or "false", or one of the words that
 * the error names.
 *
 * Returns: %FALSE with %SPUR_CLOCK_ERROR_OPTION where there is no such option or where it cannot
 *   have such a value
 *
 * Since: 1.0
 */
gboolean
spur_clock_corrector_set_option (SpurClockCorrector *self,
                                 const char *name,
                                 const char *value,
                                 GError **error)
{
  g_auto (GValue) parsed = G_VALUE_INIT;
  g_autoptr (GError) problem = NULL;
  GParamSpec *pspec;
  gboolean is_factor;

  g_return_val_if_fail (SPUR_IS_CLOCK_CORRECTOR (self), FALSE);
  g_return_val_if_fail (name != NULL && value != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  pspec = spur_option_find (G_OBJECT_GET_CLASS (self), name, &is_factor);
  if (pspec == NULL)
    return refuse_option (self, name, error);
  if (!spur_option_parse (pspec, is_factor, value, &parsed, &problem))
    return spur_error_set (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION, "%s: option %s: %s",
                           spur_clock_corrector_get_name (self), name, problem->message);
  g_object_set_property (G_OBJECT (self), pspec->name, &parsed);
  return TRUE;
}
