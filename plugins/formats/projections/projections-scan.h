/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include <string.h>

/* Numbers of a line from left to right. A line's text is not terminated. */
typedef struct
{
  const char *at;
  const char *end;
} ProjectionsScan;

static inline gboolean
projections_is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static inline void
projections_scan_skip_space (ProjectionsScan *scan)
{
  while (scan->at < scan->end && projections_is_space (*scan->at))
    scan->at++;
}

static inline gboolean
projections_scan_is_at_end (ProjectionsScan *scan)
{
  projections_scan_skip_space (scan);
  return scan->at == scan->end;
}

/* A whole number that 64 bits hold, with a space or the end after it. */
static inline gboolean
projections_scan_int (ProjectionsScan *scan, gint64 *value)
{
  gboolean is_negative = FALSE;
  guint64 number = 0;
  const char *first;

  projections_scan_skip_space (scan);
  if (scan->at < scan->end && *scan->at == '-')
    {
      is_negative = TRUE;
      scan->at++;
    }
  first = scan->at;
  while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
    {
      guint digit = (guint) (*scan->at - '0');

      if (G_UNLIKELY (number > ((guint64) G_MAXINT64 - digit) / 10))
        return FALSE;
      number = number * 10 + digit;
      scan->at++;
    }
  if (scan->at == first || (scan->at < scan->end && !projections_is_space (*scan->at)))
    return FALSE;
  *value = is_negative ? -(gint64) number : (gint64) number;
  return TRUE;
}

static inline gboolean
projections_scan_int_in (ProjectionsScan *scan, gint64 low, gint64 high, gint64 *value)
{
  gint64 number;

  if (!projections_scan_int (scan, &number) || number < low || number > high)
    return FALSE;
  *value = number;
  return TRUE;
}

/* Any run of characters that are no space. */
static inline gboolean
projections_scan_word (ProjectionsScan *scan, const char **word, gsize *n_bytes)
{
  projections_scan_skip_space (scan);
  *word = scan->at;
  while (scan->at < scan->end && !projections_is_space (*scan->at))
    scan->at++;
  *n_bytes = (gsize) (scan->at - *word);
  return *n_bytes > 0;
}

gboolean projections_scan_double (ProjectionsScan *scan, double *value);
