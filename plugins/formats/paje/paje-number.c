/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Times of a Paje trace: seconds as decimal text become whole nanoseconds without a double between
 * them. */
#include "plugins/formats/paje/paje-log.h"

/* 10^19 is the largest power of ten in 64 bits. */
#define MAX_DIGITS 19

/* A decimal number: @digits times 10^@exponent. Digits beyond the nineteenth are dropped; @next is
 * the first of them. */
typedef struct
{
  guint64 digits;
  guint n_digits;
  guint next;
  int exponent;
  gboolean is_negative;
} Decimal;

static void
add_digit (Decimal *self, guint digit, gboolean is_fraction)
{
  if (self->n_digits < MAX_DIGITS)
    {
      self->digits = self->digits * 10 + digit;
      self->n_digits += self->digits > 0;
      self->exponent -= is_fraction;
    }
  else
    {
      if (self->n_digits == MAX_DIGITS)
        self->next = digit;
      self->n_digits++;
      self->exponent += !is_fraction;
    }
}

/* Gives the first character that is no digit. */
static const char *
scan_digits (Decimal *self, const char *at, const char *end, gboolean is_fraction, guint *n_scanned)
{
  for (; at < end && g_ascii_isdigit (*at); at++)
    {
      add_digit (self, (guint) (*at - '0'), is_fraction);
      (*n_scanned)++;
    }
  return at;
}

/* What comes behind an "e"; an exponent beyond any double's is cut to this size. */
static gboolean
scan_exponent (Decimal *self, const char *at, const char *end)
{
  static const int max_exponent = 100000;
  gboolean is_negative = at < end && *at == '-';
  int exponent = 0;

  if (at < end && (*at == '-' || *at == '+'))
    at++;
  if (at == end)
    return FALSE;
  for (; at < end && g_ascii_isdigit (*at); at++)
    exponent = MIN (exponent * 10 + (*at - '0'), max_exponent);
  self->exponent += is_negative ? -exponent : exponent;
  return at == end;
}

static gboolean
scan_decimal (Decimal *self, const char *at, const char *end)
{
  guint n_scanned = 0;

  if (at < end && (*at == '-' || *at == '+'))
    self->is_negative = *at++ == '-';
  at = scan_digits (self, at, end, FALSE, &n_scanned);
  if (at < end && *at == '.')
    at = scan_digits (self, at + 1, end, TRUE, &n_scanned);
  if (n_scanned == 0)
    return FALSE;
  return at == end || ((*at == 'e' || *at == 'E') && scan_exponent (self, at + 1, end));
}

/* The nearest whole number; halves go away from 0. FALSE where 64 bits do not hold it. */
static gboolean
round_decimal (const Decimal *self, int exponent, guint64 *value)
{
  guint64 number = self->digits;
  guint last = self->n_digits > MAX_DIGITS ? self->next : 0;

  for (; exponent < 0 && (number > 0 || last > 0); exponent++)
    {
      last = (guint) (number % 10);
      number /= 10;
    }
  for (; exponent > 0 && number > 0; exponent--)
    {
      if (number > (G_MAXUINT64 - last) / 10)
        return FALSE;
      number = number * 10 + last;
      last = 0;
    }
  *value = number + (last >= 5);
  return TRUE;
}

PajeVerdict
paje_time_parse (const char *text, gsize n_bytes, gint64 *time_ns)
{
  Decimal decimal = { 0 };
  guint64 value;

  if (!scan_decimal (&decimal, text, text + n_bytes))
    return PAJE_MALFORMED;
  if (!round_decimal (&decimal, decimal.exponent + 9, &value) || value > SPUR_TIME_LIMIT_NS)
    return PAJE_OUT_OF_RANGE;
  *time_ns = decimal.is_negative ? -(gint64) value : (gint64) value;
  return PAJE_PARSED;
}
