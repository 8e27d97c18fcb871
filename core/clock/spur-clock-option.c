/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-option-private.h"

#include "core/clock/spur-clock-factory.h"

static gboolean
is_option (const GParamSpec *spec)
{
  return (spec->flags & G_PARAM_WRITABLE) != 0 && (spec->flags & G_PARAM_CONSTRUCT_ONLY) == 0;
}

GParamSpec *
spur_clock_option_find (SpurClockCorrector *corrector, const char *name)
{
  GParamSpec *spec = g_object_class_find_property (G_OBJECT_GET_CLASS (corrector), name);

  return spec != NULL && is_option (spec) ? spec : NULL;
}

static gboolean
parse_boolean (const char *text, GValue *value)
{
  static const char *const yes[] = { "true", "yes", "on", "1", NULL };
  static const char *const no[] = { "false", "no", "off", "0", NULL };

  g_value_set_boolean (value, g_strv_contains (yes, text));
  return g_strv_contains (yes, text) || g_strv_contains (no, text);
}

static gboolean
parse_signed (const char *text, gint64 low, gint64 high, gint64 *number)
{
  return g_ascii_string_to_signed (text, 10, low, high, number, NULL);
}

static gboolean
parse_double (const char *text, GValue *value)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  g_value_set_double (value, number);
  return end != text && *end == '\0' && number - number == 0.0;
}

static gboolean
parse_enum (const char *text, GValue *value)
{
  GEnumClass *klass = g_type_class_peek (G_VALUE_TYPE (value));
  const GEnumValue *found = g_enum_get_value_by_nick (klass, text);

  if (found != NULL)
    g_value_set_enum (value, found->value);
  return found != NULL;
}

static gboolean
parse (const GParamSpec *spec, const char *text, GValue *value)
{
  guint64 natural = 0;
  gint64 number = 0;

  switch (G_TYPE_FUNDAMENTAL (spec->value_type))
    {
    case G_TYPE_BOOLEAN:
      return parse_boolean (text, value);
    case G_TYPE_INT:
      if (!parse_signed (text, G_MININT, G_MAXINT, &number))
        return FALSE;
      g_value_set_int (value, (int) number);
      return TRUE;
    case G_TYPE_UINT:
      if (!parse_signed (text, 0, G_MAXUINT, &number))
        return FALSE;
      g_value_set_uint (value, (guint) number);
      return TRUE;
    case G_TYPE_INT64:
      if (!parse_signed (text, G_MININT64, G_MAXINT64, &number))
        return FALSE;
      g_value_set_int64 (value, number);
      return TRUE;
    case G_TYPE_UINT64:
      if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &natural, NULL))
        return FALSE;
      g_value_set_uint64 (value, natural);
      return TRUE;
    case G_TYPE_DOUBLE:
      return parse_double (text, value);
    case G_TYPE_ENUM:
      return parse_enum (text, value);
    case G_TYPE_STRING:
      g_value_set_string (value, text);
      return TRUE;
    default:
      return FALSE;
    }
}

static char *
list_nicks (GType type)
{
  GEnumClass *klass = g_type_class_peek (type);
  GString *text = g_string_new ("one of ");

  for (guint i = 0; i < klass->n_values; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", klass->values[i].value_nick);
  return g_string_free (text, FALSE);
}

/* What the option may be, in words. */
static char *
describe (GParamSpec *spec)
{
  if (G_IS_PARAM_SPEC_INT64 (spec))
    return g_strdup_printf ("a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                            G_PARAM_SPEC_INT64 (spec)->minimum, G_PARAM_SPEC_INT64 (spec)->maximum);
  if (G_IS_PARAM_SPEC_INT (spec))
    return g_strdup_printf ("a number from %d to %d", G_PARAM_SPEC_INT (spec)->minimum,
                            G_PARAM_SPEC_INT (spec)->maximum);
  if (G_IS_PARAM_SPEC_UINT (spec))
    return g_strdup_printf ("a number from %u to %u", G_PARAM_SPEC_UINT (spec)->minimum,
                            G_PARAM_SPEC_UINT (spec)->maximum);
  if (G_IS_PARAM_SPEC_UINT64 (spec))
    return g_strdup_printf ("a number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                            G_PARAM_SPEC_UINT64 (spec)->minimum,
                            G_PARAM_SPEC_UINT64 (spec)->maximum);
  if (G_IS_PARAM_SPEC_DOUBLE (spec))
    return g_strdup_printf ("a number from %g to %g", G_PARAM_SPEC_DOUBLE (spec)->minimum,
                            G_PARAM_SPEC_DOUBLE (spec)->maximum);
  if (G_IS_PARAM_SPEC_ENUM (spec))
    return list_nicks (spec->value_type);
  if (G_IS_PARAM_SPEC_BOOLEAN (spec))
    return g_strdup ("true or false");
  return g_strdup ("something else");
}

gboolean
spur_clock_option_set (SpurClockCorrector *corrector,
                       GParamSpec *spec,
                       const char *text,
                       GError **error)
{
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree char *wanted = NULL;

  g_value_init (&value, spec->value_type);
  if (parse (spec, text, &value) && !g_param_value_validate (spec, &value))
    {
      g_object_set_property (G_OBJECT (corrector), spec->name, &value);
      return TRUE;
    }
  wanted = describe (spec);
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_VALUE, "%s.%s: got '%s', wanted %s",
               spur_clock_corrector_get_name (corrector), spec->name, text, wanted);
  return FALSE;
}

void
spur_clock_option_refuse (const GPtrArray *correctors, const char *name, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < correctors->len; i++)
    {
      guint n_specs;
      g_autofree GParamSpec **specs =
        g_object_class_list_properties (G_OBJECT_GET_CLASS (correctors->pdata[i]), &n_specs);

      for (guint k = 0; k < n_specs; k++)
        {
          if (is_option (specs[k]))
            g_string_append_printf (known, "%s%s.%s", known->len > 0 ? ", " : "",
                                    spur_clock_corrector_get_name (correctors->pdata[i]),
                                    specs[k]->name);
        }
    }
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION,
               "no corrector of the chain has an option '%s'; there are %s", name,
               known->len > 0 ? known->str : "none");
}
