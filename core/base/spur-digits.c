/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-digits-private.h"

#include <math.h>
#include <string.h>

/* Whole numbers below it are exact as double. */
#define MAX_EXACT (G_GUINT64_CONSTANT (1) << 53)
#define MAX_EXACT_POWER 22
#define MAX_NUMBER_BYTES 800
#define USUAL_NAN G_GUINT64_CONSTANT (0x7ff8000000000000)

static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233"
                            "34353637383940414243444546474849505152535455565758596061626364656667"
                            "6869707172737475767778798081828384858687888990919293949596979899";

static const double powers[MAX_EXACT_POWER + 1] = {
  1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

static guint
count_digits (guint64 value)
{
  guint n_digits = 1;

  for (; value >= 10000; value /= 10000)
    n_digits += 4;
  return n_digits + (value >= 10) + (value >= 100) + (value >= 1000);
}

char *
spur_put_uint (char *out, guint64 value)
{
  char *end, *at;

  if (value < 10)
    {
      *out = (char) ('0' + value);
      return out + 1;
    }
  at = end = out + count_digits (value);
  for (; value >= 100; value /= 100)
    {
      at -= 2;
      memcpy (at, pairs + value % 100 * 2, 2);
    }
  if (value >= 10)
    memcpy (out, pairs + value * 2, 2);
  else
    *out = (char) ('0' + value);
  return end;
}

char *
spur_put_nanoseconds (char *out, guint32 value)
{
  out[8] = (char) ('0' + value % 10);
  value /= 10;
  for (int i = 6; i >= 0; i -= 2, value /= 100)
    memcpy (out + i, pairs + value % 100 * 2, 2);
  return out + 9;
}

char *
spur_put_int (char *out, gint64 value)
{
  if (value >= 0)
    return spur_put_uint (out, (guint64) value);
  *out = '-';
  return spur_put_uint (out + 1, 0 - (guint64) value);
}

static char *
put_text (char *out, const char *text)
{
  gsize n_bytes = strlen (text);

  memcpy (out, text, n_bytes);
  return out + n_bytes;
}

static char *
put_nan (char *out, double value)
{
  char text[SPUR_DIGITS_MAX_BYTES];
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  if (bits == USUAL_NAN)
    return put_text (out, "NaN");
  g_snprintf (text, sizeof text, "NaN(%016" G_GINT64_MODIFIER "x)", bits);
  return put_text (out, text);
}

/* Few numbers need 17 digits, and those with fewer are for people. */
static char *
put_digits (char *out, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double back;

  g_ascii_formatd (text, sizeof text, "%.15g", value);
  if (!spur_parse_double (text, text + strlen (text), &back) || back != value)
    g_ascii_formatd (text, sizeof text, "%.17g", value);
  return put_text (out, text);
}

char *
spur_put_double (char *out, double value)
{
  if (value != value)
    return put_nan (out, value);
  if (isinf (value))
    return put_text (out, value > 0 ? "INF" : "-INF");
  if (value > -(double) MAX_EXACT && value < (double) MAX_EXACT &&
      value == (double) (gint64) value && !(value == 0 && signbit (value)))
    return spur_put_int (out, (gint64) value);
  return put_digits (out, value);
}

gboolean
spur_parse_long_uint (const char *text, const char *end, guint64 *value)
{
  guint64 result = 0;

  if (text >= end)
    return FALSE;
  for (; text < end; text++)
    {
      guint digit = (guint) (guchar) *text - '0';

      if (digit > 9 || result > G_MAXUINT64 / 10 || result * 10 > G_MAXUINT64 - digit)
        return FALSE;
      result = result * 10 + digit;
    }
  *value = result;
  return TRUE;
}

static gboolean
is_text (const char *text, const char *end, const char *wanted)
{
  return (gsize) (end - text) == strlen (wanted) && memcmp (text, wanted, strlen (wanted)) == 0;
}

static gboolean
parse_nan (const char *text, const char *end, double *value)
{
  guint64 bits = 0;

  if (end - text != 21 || memcmp (text, "NaN(", 4) != 0 || end[-1] != ')')
    return FALSE;
  for (text += 4; text < end - 1; text++)
    {
      int digit = g_ascii_xdigit_value (*text);

      if (digit < 0)
        return FALSE;
      bits = bits << 4 | (guint64) digit;
    }
  memcpy (value, &bits, sizeof bits);
  return *value != *value;
}

/* With few digits and a small power of ten, both numbers and so their product or quotient are
 * exact but for one rounding. */
static gboolean
parse_short (const char *text, const char *end, double *value)
{
  gboolean is_negative = text < end && *text == '-';
  guint64 digits = 0;
  guint n_digits = 0;
  int n_behind = -1;

  for (text += is_negative; text < end; text++)
    {
      guint digit = (guint) (guchar) *text - '0';

      if (*text == '.' && n_behind < 0)
        {
          n_behind = 0;
          continue;
        }
      if (digit > 9 || ++n_digits > 15)
        return FALSE;
      digits = digits * 10 + digit;
      n_behind += n_behind >= 0;
    }
  if (n_digits == 0)
    return FALSE;
  *value = (double) digits / powers[MAX (n_behind, 0)];
  if (is_negative)
    *value = -*value;
  return TRUE;
}

gboolean
spur_parse_double (const char *text, const char *end, double *value)
{
  char copy[MAX_NUMBER_BYTES + 1];
  gsize n_bytes = (gsize) (end - text);
  char *stop;
  double result;

  if (parse_short (text, end, value))
    return TRUE;
  if (is_text (text, end, "NaN"))
    {
      guint64 bits = USUAL_NAN;

      memcpy (value, &bits, sizeof bits);
      return TRUE;
    }
  if (is_text (text, end, "INF") || is_text (text, end, "-INF"))
    {
      *value = *text == '-' ? -INFINITY : INFINITY;
      return TRUE;
    }
  if (parse_nan (text, end, value))
    return TRUE;
  if (n_bytes == 0 || n_bytes > MAX_NUMBER_BYTES)
    return FALSE;
  memcpy (copy, text, n_bytes);
  copy[n_bytes] = '\0';
  if (strspn (copy, "0123456789+-.eE") != n_bytes)
    return FALSE;
  result = g_ascii_strtod (copy, &stop);
  if (*stop != '\0' || !isfinite (result))
    return FALSE;
  *value = result;
  return TRUE;
}
