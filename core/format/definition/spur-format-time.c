/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Times as text. */
#include "core/format/definition/spur-format-definition-private.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-integer-private.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define S_PER_DAY 86400
#define MAX_FRACTION_DIGITS 12

static const gint64 powers[MAX_FRACTION_DIGITS + 1] = {
  1,
  10,
  100,
  1000,
  10000,
  100000,
  1000000,
  10000000,
  100000000,
  1000000000,
  G_GINT64_CONSTANT (10000000000),
  G_GINT64_CONSTANT (100000000000),
  G_GINT64_CONSTANT (1000000000000),
};

static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

/* Days since 1970 of the Gregorian calendar, forwards and backwards (years count from March). */
static gint64
days_of_date (gint64 year, guint month, guint day)
{
  gint64 era, year_of_era, day_of_year;

  year -= month <= 2;
  era = (year >= 0 ? year : year - 399) / 400;
  year_of_era = year - era * 400;
  day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year -
         719468;
}

static void
date_of_days (gint64 days, gint64 *year, guint *month, guint *day)
{
  gint64 era, day_of_era, year_of_era, day_of_year, shifted;

  days += 719468;
  era = (days >= 0 ? days : days - 146096) / 146097;
  day_of_era = days - era * 146097;
  year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  shifted = (5 * day_of_year + 2) / 153;
  *day = (guint) (day_of_year - (153 * shifted + 2) / 5 + 1);
  *month = (guint) (shifted < 10 ? shifted + 3 : shifted - 9);
  *year = year_of_era + era * 400 + (*month <= 2);
}

static gboolean
take_digits (const char **at, const char *end, guint n_digits, guint *value)
{
  guint result = 0;

  if ((gsize) (end - *at) < n_digits)
    return FALSE;
  for (guint i = 0; i < n_digits; i++)
    {
      guint digit = (guint) (guchar) (*at)[i] - '0';

      if (digit > 9)
        return FALSE;
      result = result * 10 + digit;
    }
  *at += n_digits;
  *value = result;
  return TRUE;
}

/* Digits behind the point, as picoseconds; at least one. What is finer is cut off. */
static gboolean
take_fraction (const char **at, const char *end, gint64 *ps)
{
  const char *from = *at;
  gint64 result = 0;

  for (; *at < end && **at >= '0' && **at <= '9'; (*at)++)
    {
      if (*at - from < MAX_FRACTION_DIGITS)
        result = result * 10 + (**at - '0');
    }
  if (*at == from)
    return FALSE;
  *ps = result * powers[MAX_FRACTION_DIGITS - MIN (*at - from, MAX_FRACTION_DIGITS)];
  return TRUE;
}

/* "Z", "+01:00", "-0730" or nothing. */
static gboolean
take_zone (const char **at, const char *end, gint64 *seconds)
{
  guint hours, minutes;
  gboolean is_west;

  *seconds = 0;
  if (*at == end)
    return TRUE;
  if (**at == 'Z')
    {
      (*at)++;
      return TRUE;
    }
  if (**at != '+' && **at != '-')
    return TRUE;
  is_west = *(*at)++ == '-';
  if (!take_digits (at, end, 2, &hours))
    return FALSE;
  if (*at < end && **at == ':')
    (*at)++;
  if (!take_digits (at, end, 2, &minutes) || hours > 23 || minutes > 59)
    return FALSE;
  *seconds = (gint64) (hours * 3600 + minutes * 60) * (is_west ? -1 : 1);
  return TRUE;
}

typedef struct
{
  guint year, month, day, hour, minute, second;
  gint64 ps;
  gint64 zone;
  gboolean has_unix;
  gint64 unix_s;
} Parts;

static gboolean
finish_parts (const Parts *parts, gint64 *ns, guint *ps)
{
  gint64 seconds;

  if (parts->has_unix)
    seconds = parts->unix_s;
  else if (parts->month < 1 || parts->month > 12 || parts->day < 1 || parts->day > 31 ||
           parts->hour > 24 || parts->minute > 59 || parts->second > 60)
    return FALSE;
  else
    seconds = days_of_date (parts->year, parts->month, parts->day) * S_PER_DAY +
              parts->hour * 3600 + parts->minute * 60 + parts->second - parts->zone;
  if (__builtin_mul_overflow (seconds, NS_PER_S, ns) ||
      __builtin_add_overflow (*ns, parts->ps / 1000, ns))
    return FALSE;
  *ps = (guint) (parts->ps % 1000);
  return TRUE;
}

static gboolean
parse_iso8601 (const char *at, const char *end, gint64 *ns, guint *ps)
{
  Parts parts = { 0 };

  if (!take_digits (&at, end, 4, &parts.year) || at == end || *at++ != '-' ||
      !take_digits (&at, end, 2, &parts.month) || at == end || *at++ != '-' ||
      !take_digits (&at, end, 2, &parts.day) || at == end || (*at != 'T' && *at != ' ') ||
      (at++, FALSE) || !take_digits (&at, end, 2, &parts.hour) || at == end || *at++ != ':' ||
      !take_digits (&at, end, 2, &parts.minute))
    return FALSE;
  if (at < end && *at == ':' && (at++, !take_digits (&at, end, 2, &parts.second)))
    return FALSE;
  if (at < end && (*at == '.' || *at == ',') && (at++, !take_fraction (&at, end, &parts.ps)))
    return FALSE;
  return take_zone (&at, end, &parts.zone) && at == end && finish_parts (&parts, ns, ps);
}

static gboolean
take_month (const char **at, const char *end, guint *month)
{
  for (guint i = 0; i < 12; i++)
    {
      if (end - *at >= 3 && g_ascii_strncasecmp (*at, months + 3 * i, 3) == 0)
        {
          *at += 3;
          *month = i + 1;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
take_unix (const char **at, const char *end, Parts *parts)
{
  const char *from = *at;

  while (*at < end && (g_ascii_isdigit (**at) || (*at == from && **at == '-')))
    (*at)++;
  parts->has_unix = TRUE;
  return spur_parse_int (from, *at, &parts->unix_s);
}

static gboolean
take_part (char letter, const char **at, const char *end, Parts *parts)
{
  switch (letter)
    {
    case 'Y':
      return take_digits (at, end, 4, &parts->year);
    case 'm':
      return take_digits (at, end, 2, &parts->month);
    case 'b':
      return take_month (at, end, &parts->month);
    case 'd':
      return take_digits (at, end, 2, &parts->day);
    case 'H':
      return take_digits (at, end, 2, &parts->hour);
    case 'M':
      return take_digits (at, end, 2, &parts->minute);
    case 'S':
      return take_digits (at, end, 2, &parts->second);
    case 'f':
      return take_fraction (at, end, &parts->ps);
    case 'z':
      return take_zone (at, end, &parts->zone);
    case 's':
      return take_unix (at, end, parts);
    default:
      return *at < end && *(*at)++ == '%';
    }
}

/* %3f is a fraction of three digits; reading takes any number of them. */
static char
next_letter (const char **pattern, guint *n_digits)
{
  (*pattern)++;
  *n_digits = 9;
  if (**pattern >= '1' && **pattern <= '9')
    *n_digits = (guint) (*(*pattern)++ - '0');
  return **pattern;
}

static gboolean
parse_pattern (const char *pattern, const char *at, const char *end, gint64 *ns, guint *ps)
{
  Parts parts = { .year = 1970, .month = 1, .day = 1 };
  guint n_digits;

  for (; *pattern != '\0'; pattern++)
    {
      if (*pattern != '%')
        {
          if (at == end || *at++ != *pattern)
            return FALSE;
        }
      else if (!take_part (next_letter (&pattern, &n_digits), &at, end, &parts))
        return FALSE;
    }
  return at == end && finish_parts (&parts, ns, ps);
}

/* A decimal number of units; what is below a picosecond is cut off. */
static gboolean
parse_decimal (const char *at, const char *end, gint64 unit_ns, gint64 *ns, guint *ps)
{
  gboolean is_negative = at < end && *at == '-';
  const char *from = at + is_negative;
  gint64 whole = 0, fraction = 0, rest;
  SpurInt128 total;

  for (at = from; at < end && *at >= '0' && *at <= '9'; at++)
    {
      if (__builtin_mul_overflow (whole, 10, &whole) ||
          __builtin_add_overflow (whole, *at - '0', &whole))
        return FALSE;
    }
  if (at == from)
    return FALSE;
  if (at < end && (*at++ != '.' || !take_fraction (&at, end, &fraction) || at != end))
    return FALSE;
  if (fraction == 0)
    {
      *ps = 0;
      return !__builtin_mul_overflow (is_negative ? -whole : whole, unit_ns, ns);
    }
  /* @fraction counts in units of 10^-12 of a unit. */
  total = (SpurInt128) whole * unit_ns * 1000 + (SpurInt128) fraction * unit_ns / NS_PER_S;
  if (is_negative)
    total = -total;
  rest = (gint64) (total % 1000);
  total = total / 1000;
  if (rest < 0)
    {
      rest += 1000;
      total--;
    }
  if (total < G_MININT64 || total > G_MAXINT64)
    return FALSE;
  *ns = (gint64) total;
  *ps = (guint) rest;
  return TRUE;
}

gboolean
spur_format_time_parse (
  const SpurFormatTime *form, const char *text, gsize n_bytes, gint64 *ns, guint *ps)
{
  const char *end = text + n_bytes;

  guint64 whole;

  if (form->kind == SPUR_FORMAT_TIME_UNITS)
    {
      /* What most logs have. */
      if (n_bytes <= 18 && spur_parse_uint (text, end, &whole))
        {
          *ps = 0;
          return !__builtin_mul_overflow ((gint64) whole, form->unit_ns, ns);
        }
      return parse_decimal (text, end, form->unit_ns, ns, ps);
    }
  if (form->kind == SPUR_FORMAT_TIME_SECONDS)
    return parse_decimal (text, end, NS_PER_S, ns, ps);
  if (form->kind == SPUR_FORMAT_TIME_ISO8601)
    return parse_iso8601 (text, end, ns, ps);
  return parse_pattern (form->pattern, text, end, ns, ps);
}

static char *
put_two (char *out, guint value)
{
  out[0] = (char) ('0' + value / 10 % 10);
  out[1] = (char) ('0' + value % 10);
  return out + 2;
}

/* The first @n_digits of nine; the others are written over by what follows. */
static char *
put_fraction (char *out, guint32 ns, guint n_digits)
{
  spur_put_nanoseconds (out, ns);
  return out + MIN (n_digits, 9);
}

static char *
put_seconds (char *out, gint64 ns, guint ps, guint n_digits)
{
  /* The size of a negative time with picoseconds is one nanosecond less, and a part of one. */
  gboolean is_negative = ns < 0;
  guint64 size = is_negative ? 0 - (guint64) ns : (guint64) ns;

  if (is_negative && ps > 0)
    {
      size--;
      ps = 1000 - ps;
    }
  if (is_negative)
    *out++ = '-';
  out = spur_put_uint (out, size / NS_PER_S);
  if (n_digits == 0)
    return out;
  *out++ = '.';
  out = put_fraction (out, (guint32) (size % NS_PER_S), n_digits);
  if (n_digits <= 9 && ps == 0)
    return out;
  out[0] = (char) ('0' + ps / 100);
  return put_two (out + 1, ps % 100);
}

static void
split_time (gint64 ns, Parts *parts, guint32 *fraction_ns)
{
  gint64 seconds = ns / NS_PER_S - (ns % NS_PER_S < 0);
  gint64 days = seconds / S_PER_DAY - (seconds % S_PER_DAY < 0);
  guint of_day = (guint) (seconds - days * S_PER_DAY);
  gint64 year;

  date_of_days (days, &year, &parts->month, &parts->day);
  parts->year = (guint) year;
  parts->hour = of_day / 3600;
  parts->minute = of_day / 60 % 60;
  parts->second = of_day % 60;
  parts->unix_s = seconds;
  *fraction_ns = (guint32) (ns - seconds * NS_PER_S);
}

static char *
put_year (char *out, guint year)
{
  return put_two (put_two (out, year / 100), year % 100);
}

static char *
put_part (char *out, char letter, guint n_digits, const Parts *parts, guint32 fraction_ns)
{
  switch (letter)
    {
    case 'Y':
      return put_year (out, parts->year);
    case 'm':
      return put_two (out, parts->month);
    case 'b':
      memcpy (out, months + 3 * (parts->month - 1), 3);
      return out + 3;
    case 'd':
      return put_two (out, parts->day);
    case 'H':
      return put_two (out, parts->hour);
    case 'M':
      return put_two (out, parts->minute);
    case 'S':
      return put_two (out, parts->second);
    case 'f':
      return put_fraction (out, fraction_ns, n_digits);
    case 'z':
      *out = 'Z';
      return out + 1;
    case 's':
      return spur_put_int (out, parts->unix_s);
    default:
      *out = '%';
      return out + 1;
    }
}

static char *
put_pattern (const char *pattern, char *out, gint64 ns)
{
  guint32 fraction_ns;
  guint n_digits;
  Parts parts;

  split_time (ns, &parts, &fraction_ns);
  for (; *pattern != '\0'; pattern++)
    {
      if (*pattern != '%')
        *out++ = *pattern;
      else
        {
          char letter = next_letter (&pattern, &n_digits);

          out = put_part (out, letter, n_digits, &parts, fraction_ns);
        }
    }
  return out;
}

static char *
put_iso8601 (char *out, gint64 ns, guint n_digits)
{
  char pattern[] = "%Y-%m-%dT%H:%M:%S.%9fZ";

  if (n_digits == 0)
    return put_pattern ("%Y-%m-%dT%H:%M:%SZ", out, ns);
  *strchr (pattern, '9') = (char) ('0' + MIN (n_digits, 9));
  return put_pattern (pattern, out, ns);
}

char *
spur_format_time_put (const SpurFormatTime *form, char *out, gint64 ns, guint ps)
{
  gint64 units;

  if (form->kind == SPUR_FORMAT_TIME_SECONDS)
    return put_seconds (out, ns, ps, form->n_digits);
  if (form->kind == SPUR_FORMAT_TIME_ISO8601)
    return put_iso8601 (out, ns, form->n_digits);
  if (form->kind == SPUR_FORMAT_TIME_PATTERN)
    return put_pattern (form->pattern, out, ns);
  if (form->of_ns > 0)
    {
      ns %= form->of_ns;
      ns += ns < 0 ? form->of_ns : 0;
      return spur_put_uint (out, (guint64) (ns / form->unit_ns));
    }
  if (form->unit_ns == 1)
    return spur_put_int (out, ns);
  units = ns / form->unit_ns - (ns % form->unit_ns < 0);
  return spur_put_int (out, units);
}

const char *
spur_format_time_check (const char *pattern)
{
  guint n_digits;
  gsize n_bytes = 0;

  for (; *pattern != '\0'; pattern++)
    {
      char letter = '\0';

      n_bytes += 1;
      if (*pattern == '%')
        {
          letter = next_letter (&pattern, &n_digits);
          n_bytes += 20;
          if (letter == '\0' || strchr ("YmbdHMSfzs%", letter) == NULL)
            return "has a % that none of %Y %m %b %d %H %M %S %f %3f %6f %9f %z %s %% begins with";
        }
    }
  return n_bytes < SPUR_FORMAT_TIME_MAX_BYTES ? NULL : "is too long";
}
