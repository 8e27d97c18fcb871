/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Times and factors as people write them: in options, project files and files of delays. */
#include "core/base/spur-number.h"

#include <string.h>

#include "core/base/spur-integer-private.h"

#define BILLION G_GINT64_CONSTANT (1000000000)
#define MAX_DECIMALS 9
#define MAX_SHOWN_BYTES 100

typedef enum
{
  NUMBER_GOOD,
  NUMBER_BAD,
  NUMBER_TOO_LARGE,
} Found;

/* A number with at most nine digits after the point, in billionths, and where it ends. */
static Found
scan_billionths (const char *text, SpurInt128 *billionths, const char **end)
{
  /* One more than the largest time in ns, so that what is beyond is seen as such. */
  const SpurInt128 limit = ((SpurInt128) G_MAXINT64 + 1) * BILLION;
  gboolean is_negative = *text == '-', after_point = FALSE, is_number = FALSE;
  gboolean is_too_large = FALSE;
  guint n_decimals = 0;
  SpurInt128 value = 0;

  for (text += *text == '-' || *text == '+';
       g_ascii_isdigit (*text) || (*text == '.' && !after_point); text++)
    {
      if (*text == '.')
        {
          after_point = TRUE;
          continue;
        }
      is_number = TRUE;
      n_decimals += after_point;
      if (n_decimals > MAX_DECIMALS)
        return NUMBER_BAD;
      is_too_large |= value > limit;
      if (!is_too_large)
        value = value * 10 + (*text - '0');
    }
  for (; n_decimals < MAX_DECIMALS && !is_too_large; n_decimals++)
    value *= 10;
  *billionths = is_negative ? -value : value;
  *end = text;
  if (!is_number)
    return NUMBER_BAD;
  return is_too_large ? NUMBER_TOO_LARGE : NUMBER_GOOD;
}

static gboolean
find_unit (const char *name, gint64 *ns)
{
  /* Two characters look like a mu. */
  static const struct
  {
    const char *name;
    gint64 ns;
  } units[] = { { "", 1 },      { "ns", 1 },       { "us", 1000 },  { "µs", 1000 },
                { "μs", 1000 }, { "ms", 1000000 }, { "s", BILLION } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (strcmp (name, units[i].name) != 0)
        continue;
      *ns = units[i].ns;
      return TRUE;
    }
  return FALSE;
}

static gboolean
refuse_number (const char *text, Found found, const char *wanted, GError **error)
{
  g_autofree char *start = g_strndup (text, MAX_SHOWN_BYTES);
  g_autofree char *shown = g_utf8_make_valid (start, -1);

  if (found == NUMBER_TOO_LARGE)
    g_set_error (error, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS,
                 "'%s' is more than 64 bits can hold", shown);
  else
    g_set_error (error, G_NUMBER_PARSER_ERROR, G_NUMBER_PARSER_ERROR_INVALID, "'%s' is no %s",
                 shown, wanted);
  return FALSE;
}

static Found
scan_time (const char *text, gint64 *ns)
{
  const char *unit;
  SpurInt128 billionths;
  gint64 unit_ns;
  Found found = scan_billionths (text, &billionths, &unit);

  if (found == NUMBER_BAD || !find_unit (unit, &unit_ns))
    return NUMBER_BAD;
  if (found == NUMBER_TOO_LARGE)
    return found;
  if (billionths % (BILLION / unit_ns) != 0)
    return NUMBER_BAD;
  billionths /= BILLION / unit_ns;
  if (billionths < G_MININT64 || billionths > G_MAXINT64)
    return NUMBER_TOO_LARGE;
  *ns = (gint64) billionths;
  return NUMBER_GOOD;
}

/**
 * spur_time_parse:
 * @text: a time as a person writes it
 * @ns: (out): the time in ns
 * @error: return location for an error
 *
 * Reads a time: a whole number of ns, or a number with the unit ns, us, ms or s right behind it and
 * at most nine digits after the point, as in "2us", "-0.5ms" or "1.000000001s". Nothing is rounded:
 * what is no whole number of ns is refused.
 *
 * Returns: whether it could be read; else @error is %G_NUMBER_PARSER_ERROR_INVALID, or
 *   %G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS where ns of it do not fit into 64 bits
 *
 * Since: 1.0
 */
gboolean
spur_time_parse (const char *text, gint64 *ns, GError **error)
{
  Found found;

  g_return_val_if_fail (text != NULL && ns != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  found = scan_time (text, ns);
  return found == NUMBER_GOOD ||
         refuse_number (text, found, "whole number of ns and no time like 1.5s, 300ms or 20us",
                        error);
}

/**
 * spur_factor_parse:
 * @text: a factor as a person writes it
 * @ppb: (out): the factor in parts per billion
 * @error: return location for an error
 *
 * Reads a factor: a number with at most nine digits after the point, as in "0.99999", which is
 * 999990000 parts per billion. Nothing is rounded.
 *
 * Returns: whether it could be read; else @error is %G_NUMBER_PARSER_ERROR_INVALID, or
 *   %G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS where parts per billion of it do not fit into 64 bits
 *
 * Since: 1.0
 */
gboolean
spur_factor_parse (const char *text, gint64 *ppb, GError **error)
{
  const char *end;
  SpurInt128 billionths;
  Found found;

  g_return_val_if_fail (text != NULL && ppb != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  found = scan_billionths (text, &billionths, &end);
  if (found != NUMBER_BAD && *end != '\0')
    found = NUMBER_BAD;
  else if (found == NUMBER_GOOD && (billionths < G_MININT64 || billionths > G_MAXINT64))
    found = NUMBER_TOO_LARGE;
  if (found != NUMBER_GOOD)
    return refuse_number (text, found, "number with at most nine digits after the point", error);
  *ppb = (gint64) billionths;
  return TRUE;
}
