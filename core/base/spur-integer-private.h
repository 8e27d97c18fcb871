/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

__extension__ typedef __int128 SpurInt128;
__extension__ typedef unsigned __int128 SpurUint128;

/* Rounds towards minus infinity, as every rounding of a time does. @divisor > 0. */
static inline gint64
spur_mul_div_floor (gint64 value, gint64 factor, gint64 divisor)
{
  SpurInt128 product, quotient;
  gint64 small;

  /* Nearly all products fit into 64 bits, whose division is several times faster. */
  if (!__builtin_mul_overflow (value, factor, &small))
    return small / divisor - (small % divisor < 0);

  product = (SpurInt128) value * factor;
  quotient = product / divisor;
  if (product < 0 && quotient * divisor != product)
    quotient--;
  return (gint64) quotient;
}
