/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Numbers of the page as bytes in base64, and how many things there are in any window of time. */
#include <stdlib.h>

#include "core/base/spur-order-internal.h"
#include "visualizers/page/spur-page-private.h"

/* Positions of a sorted list that the page holds; for longer ones, counts of windows are estimates.
 */
#define MAX_KNOTS 65536

void
spur_report_put_unsigned (GByteArray *bytes, guint64 value)
{
  guint8 buffer[10];
  guint n = 0;

  do
    {
      buffer[n] = value & 0x7f;
      value >>= 7;
      buffer[n] |= value != 0 ? 0x80 : 0;
      n++;
    }
  while (value != 0);
  g_byte_array_append (bytes, buffer, n);
}

void
spur_report_put_signed (GByteArray *bytes, gint64 value)
{
  spur_report_put_unsigned (bytes, ((guint64) value << 1) ^ (value < 0 ? G_MAXUINT64 : 0));
}

void
spur_report_put_entry (GByteArray *bytes, guint32 entry)
{
  spur_report_put_unsigned (bytes, entry == SPUR_NONE ? 0 : (guint64) entry + 1);
}

void
spur_report_append_base64 (GString *json, const char *key, GByteArray *bytes)
{
  g_autofree char *text = g_base64_encode (bytes->data, bytes->len);

  if (json->str[json->len - 1] != '{')
    g_string_append_c (json, ',');
  g_string_append_printf (json, "\"%s\":\"", key);
  g_string_append (json, text);
  g_string_append_c (json, '"');
}

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} Interval;

GArray *
spur_report_census_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Interval));
}

void
spur_report_census_add (GArray *census, gint64 one_ns, gint64 other_ns)
{
  const Interval interval = { MIN (one_ns, other_ns), MAX (one_ns, other_ns) };

  g_array_append_val (census, interval);
}

static int
compare_times (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return SPUR_ORDER (x, y);
}

/* The first time, every step-th one, and the last. */
static void
put_knots (GByteArray *bytes, GArray *census, gboolean are_ends, guint step, gint64 zero_ns)
{
  g_autofree gint64 *times_ns = g_new (gint64, census->len + 1);
  gint64 at_ns = zero_ns;

  for (guint i = 0; i < census->len; i++)
    {
      const Interval *interval = &g_array_index (census, Interval, i);

      times_ns[i] = are_ends ? interval->end_ns : interval->begin_ns;
    }
  qsort (times_ns, census->len, sizeof *times_ns, compare_times);
  for (guint i = 0; i < census->len; i += MIN (step, MAX (census->len - 1 - i, 1)))
    {
      spur_report_put_signed (bytes, times_ns[i] - at_ns);
      at_ns = times_ns[i];
    }
}

/* The number of things, the step, knots of the begins, and of the ends. */
void
spur_report_census_append (GArray *census, GString *json, const char *key, gint64 zero_ns)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint step = MAX ((census->len + MAX_KNOTS - 1) / MAX_KNOTS, 1);

  spur_report_put_unsigned (bytes, census->len);
  spur_report_put_unsigned (bytes, step);
  put_knots (bytes, census, FALSE, step, zero_ns);
  put_knots (bytes, census, TRUE, step, zero_ns);
  spur_report_append_base64 (json, key, bytes);
}
