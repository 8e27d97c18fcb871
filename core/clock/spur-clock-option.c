/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-option-private.h"

#include "core/base/spur-integer-private.h"

/* Options of correctors as text. */

#define BILLION G_GINT64_CONSTANT (1000000000)

GParamSpec *
spur_clock_option_find (GObjectClass *klass, const char *name, gboolean *is_factor)
{
  static const char *const ends[] = { "", "-ns", "-ppb" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *full = g_strconcat (name, ends[i], NULL);
      GParamSpec *pspec = g_object_class_find_property (klass, full);

      if (pspec == NULL || (pspec->flags & G_PARAM_WRITABLE) == 0)
        continue;
      *is_factor = i == 2;
      return pspec;
    }
  return NULL;
}

/* A number with at most nine digits after the point, in billionths. Gives where it ends. */
static gboolean
parse_billionths (const char *text, SpurInt128 *billionths, const char **end)
{
  const SpurInt128 limit = (SpurInt128) G_MAXINT64 * BILLION;
  gboolean is_negative = *text == '-', after_point = FALSE, is_number = FALSE;
  guint n_decimals = 0;
  SpurInt128 value = 0;

  for (text += is_negative; g_ascii_isdigit (*text) || (*text == '.' && !after_point); text++)
    {
      if (*text == '.')
        {
          after_point = TRUE;
          continue;
        }
      is_number = TRUE;
      n_decimals += after_point;
      value = value * 10 + (*text - '0');
      if (n_decimals > 9 || value > limit)
        return FALSE;
    }
  for (; n_decimals < 9; n_decimals++)
    value *= 10;
  *billionths = is_negative ? -value : value;
  *end = text;
  return is_number;
}

static gboolean
find_unit (const char *name, gint64 *ns)
{
  static const struct
  {
    const char *name;
    gint64 ns;
  } units[] = { { "", 1 }, { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", BILLION } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (name, units[i].name) != 0)
        continue;
      *ns = units[i].ns;
      return TRUE;
    }
  return FALSE;
}

/* What is given is in units of @scale; it must be whole. */
static gboolean
parse_int64 (const char *text, gboolean is_factor, gboolean is_time, gint64 *value)
{
  const char *unit;
  SpurInt128 billionths;
  gint64 unit_ns = 1;

  if (!parse_billionths (text, &billionths, &unit) ||
      !(is_time ? find_unit (unit, &unit_ns) : *unit == '\0'))
    return FALSE;
  if (!is_factor)
    {
      if (billionths % (BILLION / unit_ns) != 0)
        return FALSE;
      billionths /= BILLION / unit_ns;
    }
  if (billionths < G_MININT64 || billionths > G_MAXINT64)
    return FALSE;
  *value = (gint64) billionths;
  return TRUE;
}

static gboolean
refuse (const char *text, const char *expected, GError **error)
{
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION, "'%s' is no %s", text, expected);
  return FALSE;
}

static gboolean
take_int64 (GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error)
{
  const GParamSpecInt64 *range = G_PARAM_SPEC_INT64 (pspec);
  gboolean is_time = g_str_has_suffix (pspec->name, "-ns");
  gint64 value;

  if (!parse_int64 (text, is_factor, is_time, &value))
    return refuse (text,
                   is_factor ? "number with at most nine digits after the point"
                   : is_time ? "whole number of ns and no time like 1.5s, 300ms or 20us"
                             : "whole number",
                   error);
  if (value < range->minimum || value > range->maximum)
    {
      g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION,
                   "%" G_GINT64_FORMAT " is not from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   "%s",
                   value, range->minimum, range->maximum,
                   is_factor ? " parts per billion"
                   : is_time ? " ns"
                             : "");
      return FALSE;
    }
  g_value_set_int64 (parsed, value);
  return TRUE;
}

static gboolean
take_uint (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  const GParamSpecUInt *range = G_PARAM_SPEC_UINT (pspec);
  gint64 value;

  if (!parse_int64 (text, FALSE, FALSE, &value))
    return refuse (text, "whole number", error);
  if (value < range->minimum || value > range->maximum)
    {
      g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION,
                   "%" G_GINT64_FORMAT " is not from %u to %u", value, range->minimum,
                   range->maximum);
      return FALSE;
    }
  g_value_set_uint (parsed, (guint) value);
  return TRUE;
}

static gboolean
take_double (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  const GParamSpecDouble *range = G_PARAM_SPEC_DOUBLE (pspec);
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    return refuse (text, "number", error);
  if (!(value >= range->minimum && value <= range->maximum))
    {
      g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION, "%s is not from %g to %g",
                   text, range->minimum, range->maximum);
      return FALSE;
    }
  g_value_set_double (parsed, value);
  return TRUE;
}

static gboolean
take_boolean (const char *text, GValue *parsed, GError **error)
{
  static const char *const yes[] = { "true", "yes", "on", "1", NULL };
  static const char *const no[] = { "false", "no", "off", "0", NULL };

  if (!g_strv_contains (yes, text) && !g_strv_contains (no, text))
    return refuse (text, "truth value; give true or false", error);
  g_value_set_boolean (parsed, g_strv_contains (yes, text));
  return TRUE;
}

static gboolean
take_enum (GParamSpec *pspec, const char *text, GValue *parsed, GError **error)
{
  const GEnumClass *klass = G_PARAM_SPEC_ENUM (pspec)->enum_class;
  const GEnumValue *value = g_enum_get_value_by_nick ((GEnumClass *) klass, text);
  g_autoptr (GString) nicks = g_string_new (NULL);

  if (value != NULL)
    {
      g_value_set_enum (parsed, value->value);
      return TRUE;
    }
  for (guint i = 0; i < klass->n_values; i++)
    g_string_append_printf (nicks, "%s%s", i > 0 ? ", " : "", klass->values[i].value_nick);
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION, "'%s' is none of %s", text,
               nicks->str);
  return FALSE;
}

gboolean
spur_clock_option_parse (
  GParamSpec *pspec, gboolean is_factor, const char *text, GValue *parsed, GError **error)
{
  g_value_init (parsed, pspec->value_type);
  if (G_IS_PARAM_SPEC_INT64 (pspec))
    return take_int64 (pspec, is_factor, text, parsed, error);
  if (G_IS_PARAM_SPEC_UINT (pspec))
    return take_uint (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_DOUBLE (pspec))
    return take_double (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_BOOLEAN (pspec))
    return take_boolean (text, parsed, error);
  if (G_IS_PARAM_SPEC_ENUM (pspec))
    return take_enum (pspec, text, parsed, error);
  if (G_IS_PARAM_SPEC_STRING (pspec))
    {
      g_value_set_string (parsed, text);
      return TRUE;
    }
  g_set_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION, "cannot be given as text");
  return FALSE;
}
