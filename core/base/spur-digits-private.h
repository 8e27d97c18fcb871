/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Numbers as text, without locale and without a NUL behind them: texts are slices [text, end). */

/* The most that spur_put_uint(), spur_put_int() and spur_put_double() write. */
#define SPUR_DIGITS_MAX_BYTES 40

/* Each gives the end of what it wrote. */
char *spur_put_uint (char *out, guint64 value);
char *spur_put_int (char *out, gint64 value);

/* Nine digits of a number below 10^9, as a fraction of a second has. */
char *spur_put_nanoseconds (char *out, guint32 value);

/* The shortest text that brings back the very same bits: "NaN", "INF" and "-INF" as in XML Schema,
 * and other NaNs than the usual one with their bits, as "NaN(7ff0000000000001)". */
char *spur_put_double (char *out, double value);

gboolean spur_parse_double (const char *text, const char *end, double *value);

/* As spur_parse_uint(), for more digits than surely fit. */
gboolean spur_parse_long_uint (const char *text, const char *end, guint64 *value);

/* Nothing but digits, and not more than 64 bits. */
static inline gboolean
spur_parse_uint (const char *text, const char *end, guint64 *value)
{
  guint64 result = 0;

  if (G_UNLIKELY (end - text > 19 || text >= end))
    return spur_parse_long_uint (text, end, value);
  for (; text < end; text++)
    {
      guint digit = (guint) (guchar) *text - '0';

      if (G_UNLIKELY (digit > 9))
        return FALSE;
      result = result * 10 + digit;
    }
  *value = result;
  return TRUE;
}

/* A minus may come first. */
static inline gboolean
spur_parse_int (const char *text, const char *end, gint64 *value)
{
  gboolean is_negative = text < end && *text == '-';
  guint64 size;

  if (!spur_parse_uint (text + is_negative, end, &size) ||
      size > (guint64) G_MAXINT64 + (guint64) is_negative)
    return FALSE;
  *value = is_negative ? (gint64) (0 - size) : (gint64) size;
  return TRUE;
}
