/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-factory.h"

#include "core/clock/spur-bounds-corrector.h"
#include "core/clock/spur-corridor-corrector.h"
#include "core/clock/spur-extended-clock.h"
#include "core/clock/spur-hull-corrector.h"
#include "core/clock/spur-min-max-corrector.h"
#include "core/clock/spur-offset-corrector.h"
#include "core/clock/spur-regression-corrector.h"

/* clang-format off */
G_DEFINE_QUARK (spur-clock-error-quark, spur_clock_error)
/* clang-format on */

/**
 * spur_clock_error_quark:
 *
 * Gets the domain %SPUR_CLOCK_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */

typedef struct
{
  char *name;
  GType type;
} Method;

static GMutex methods_lock;
static GArray *methods;

static Method *
find_method (const char *name)
{
  for (guint i = 0; i < methods->len; i++)
    {
      Method *method = &g_array_index (methods, Method, i);

      if (g_str_equal (method->name, name))
        return method;
    }
  return NULL;
}

static void
put_method (const char *name, GType type)
{
  Method *known = find_method (name);
  Method method = { NULL, type };

  if (known != NULL)
    {
      known->type = type;
      return;
    }
  method.name = g_strdup (name);
  g_array_append_val (methods, method);
}

/* With the lock held. */
static void
ensure_methods (void)
{
  if (methods != NULL)
    return;
  methods = g_array_new (FALSE, FALSE, sizeof (Method));
  put_method ("offset", SPUR_TYPE_OFFSET_CORRECTOR);
  put_method ("regression", SPUR_TYPE_REGRESSION_CORRECTOR);
  put_method ("hull", SPUR_TYPE_HULL_CORRECTOR);
  put_method ("minmax", SPUR_TYPE_MIN_MAX_CORRECTOR);
  put_method ("bounds", SPUR_TYPE_BOUNDS_CORRECTOR);
  put_method ("corridor", SPUR_TYPE_CORRIDOR_CORRECTOR);
  put_method ("eclc", SPUR_TYPE_EXTENDED_CLOCK);
}

/**
 * spur_clock_corrector_register:
 * @name: the method's name, as in "eclc"
 * @type: a type derived from #SpurClockCorrector that can be made without construct arguments
 *
 * Makes a corrector known, so that chains, the command and project files can name it. A name that
 * is known already stands for @type from now on. From any thread.
 *
 * Since: 1.0
 */
void
spur_clock_corrector_register (const char *name, GType type)
{
  g_return_if_fail (name != NULL && *name != '\0');
  g_return_if_fail (g_type_is_a (type, SPUR_TYPE_CLOCK_CORRECTOR) && !G_TYPE_IS_ABSTRACT (type));

  g_mutex_lock (&methods_lock);
  ensure_methods ();
  put_method (name, type);
  g_mutex_unlock (&methods_lock);
}

/**
 * spur_clock_corrector_list_names:
 *
 * Lists the correctors that are known: those of the library, then those of plugins.
 *
 * Returns: (transfer full) (array zero-terminated=1): their names
 *
 * Since: 1.0
 */
char **
spur_clock_corrector_list_names (void)
{
  char **names;

  g_mutex_lock (&methods_lock);
  ensure_methods ();
  names = g_new0 (char *, methods->len + 1);
  for (guint i = 0; i < methods->len; i++)
    names[i] = g_strdup (g_array_index (methods, Method, i).name);
  g_mutex_unlock (&methods_lock);
  return names;
}

/**
 * spur_clock_corrector_new_by_name:
 * @name: the method's name, as in "eclc"
 * @error: return location for an error
 *
 * Makes the corrector that is registered under a name.
 *
 * Returns: (transfer full): the corrector, or %NULL with %SPUR_CLOCK_ERROR_METHOD where there is
 *   none of that name
 *
 * Since: 1.0
 */
SpurClockCorrector *
spur_clock_corrector_new_by_name (const char *name, GError **error)
{
  g_autofree char *known = NULL;
  g_auto (GStrv) names = NULL;
  const Method *method;
  GType type;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  g_mutex_lock (&methods_lock);
  ensure_methods ();
  method = find_method (name);
  type = method != NULL ? method->type : G_TYPE_INVALID;
  g_mutex_unlock (&methods_lock);
  if (type != G_TYPE_INVALID)
    return g_object_new (type, NULL);

  names = spur_clock_corrector_list_names ();
  known = g_strjoinv (", ", names);
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_METHOD,
               "there is no corrector '%s'; there are %s", name, known);
  return NULL;
}
