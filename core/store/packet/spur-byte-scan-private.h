/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* Sixteen bytes at once, which each processor that Spur runs on has an instruction for, or the
 * compiler makes several of. */
typedef guint8 SpurByteLanes __attribute__ ((vector_size (16)));
typedef guint16 SpurShortLanes __attribute__ ((vector_size (16)));
typedef guint32 SpurWordLanes __attribute__ ((vector_size (16)));

/* Lanes are counted this often before a byte could overflow. */
#define SPUR_BYTE_SCAN_ROUNDS 255

/* How many bytes have a value. */
static inline guint32
spur_count_byte (const guint8 *bytes, guint32 n_bytes, guint8 value)
{
  guint32 n_found = 0, at = 0;

  while (at + sizeof (SpurByteLanes) <= n_bytes)
    {
      guint32 n_rounds = MIN ((n_bytes - at) / sizeof (SpurByteLanes), SPUR_BYTE_SCAN_ROUNDS);
      SpurByteLanes counts = { 0 };

      for (guint32 i = 0; i < n_rounds; i++, at += sizeof (SpurByteLanes))
        {
          SpurByteLanes lanes;

          memcpy (&lanes, bytes + at, sizeof lanes);
          /* A lane that is equal is -1. */
          counts -= (SpurByteLanes) (lanes == value);
        }
      for (guint i = 0; i < sizeof counts; i++)
        n_found += counts[i];
    }
  for (; at < n_bytes; at++)
    n_found += bytes[at] == value;
  return n_found;
}

static inline guint8
spur_find_greatest_byte (const guint8 *bytes, guint32 n_bytes)
{
  SpurByteLanes greatest = { 0 };
  guint8 found = 0;
  guint32 at = 0;

  for (; at + sizeof (SpurByteLanes) <= n_bytes; at += sizeof (SpurByteLanes))
    {
      SpurByteLanes lanes, is_greater;

      memcpy (&lanes, bytes + at, sizeof lanes);
      is_greater = (SpurByteLanes) (lanes > greatest);
      greatest = (lanes & is_greater) | (greatest & ~is_greater);
    }
  for (guint i = 0; i < sizeof greatest; i++)
    found = MAX (found, greatest[i]);
  for (; at < n_bytes; at++)
    found = MAX (found, bytes[at]);
  return found;
}

/* Whether a value of two bytes is less than the one before it by more than @most. */
static inline gboolean
spur_falls_by_more (const guint8 *bytes, guint32 n_values, guint16 most)
{
  SpurShortLanes falls = { 0 }, limits = falls + most;
  guint64 any[sizeof falls / sizeof (guint64)];
  guint32 at = 1;

  for (; at + sizeof falls / sizeof most <= n_values; at += sizeof falls / sizeof most)
    {
      SpurShortLanes before, lanes;

      memcpy (&before, bytes + (at - 1) * sizeof most, sizeof before);
      memcpy (&lanes, bytes + at * sizeof most, sizeof lanes);
      /* What rises is a large number without the first condition. */
      falls |= (SpurShortLanes) (before > lanes) & (SpurShortLanes) (before - lanes > limits);
    }
  memcpy (any, &falls, sizeof any);
  for (; at < n_values; at++)
    {
      guint16 pair[2];

      memcpy (pair, bytes + (at - 1) * sizeof most, sizeof pair);
      any[0] |= GUINT16_FROM_LE (pair[0]) > GUINT16_FROM_LE (pair[1]) + most;
    }
  return (any[0] | any[1]) != 0;
}

/* How many values are less than the one before them. */
static inline guint32
spur_count_falls (const guint32 *values, guint32 n_values)
{
  SpurWordLanes falls = { 0 };
  guint32 n_falls = 0, at = 1;

  for (; at + sizeof falls / sizeof *values <= n_values; at += sizeof falls / sizeof *values)
    {
      SpurWordLanes before, lanes;

      memcpy (&before, values + at - 1, sizeof before);
      memcpy (&lanes, values + at, sizeof lanes);
      falls -= (SpurWordLanes) (lanes < before);
    }
  for (guint i = 0; i < sizeof falls / sizeof *values; i++)
    n_falls += falls[i];
  for (; at < n_values; at++)
    n_falls += values[at] < values[at - 1];
  return n_falls;
}
