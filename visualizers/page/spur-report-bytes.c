/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Numbers of the page as bytes in base64, and how many things there are in any window of time. */
#include "config.h"

#include <stdlib.h>

#include "core/base/spur-order-internal.h"
#include "core/model/events/spur-meaning.h"
#include "visualizers/page/spur-report-bytes-private.h"

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

  g_string_append_printf (json, "\"%s\":\"", key);
  g_string_append (json, text);
  g_string_append_c (json, '"');
}

void
spur_report_census_init (SpurReportCensus *self)
{
  self->begins = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->ends = g_array_new (FALSE, FALSE, sizeof (gint64));
}

void
spur_report_census_clear (SpurReportCensus *self)
{
  g_clear_pointer (&self->begins, g_array_unref);
  g_clear_pointer (&self->ends, g_array_unref);
}

void
spur_report_census_add (SpurReportCensus *self, gint64 one_ns, gint64 other_ns)
{
  gint64 begin_ns = MIN (one_ns, other_ns), end_ns = MAX (one_ns, other_ns);

  g_array_append_val (self->begins, begin_ns);
  g_array_append_val (self->ends, end_ns);
}

static int
compare_times (const void *a, const void *b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return SPUR_ORDER (x, y);
}

static void
put_time (GByteArray *bytes, GArray *times, guint index, gint64 *at_ns)
{
  gint64 time_ns = g_array_index (times, gint64, index);

  spur_report_put_signed (bytes, time_ns - *at_ns);
  *at_ns = time_ns;
}

/* The first time, every step-th one, and the last. */
static void
put_knots (GByteArray *bytes, GArray *times, guint step, gint64 zero_ns)
{
  gint64 at_ns = zero_ns;

  if (times->len > 1)
    qsort (times->data, times->len, sizeof (gint64), compare_times);
  for (guint i = 0; i < times->len; i += step)
    put_time (bytes, times, i, &at_ns);
  if (times->len > 0 && (times->len - 1) % step != 0)
    put_time (bytes, times, times->len - 1, &at_ns);
}

/* The number of things, the step, knots of the begins, and of the ends. */
void
spur_report_census_append (SpurReportCensus *self, GString *json, const char *key, gint64 zero_ns)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint step = MAX ((self->begins->len + MAX_KNOTS - 1) / MAX_KNOTS, 1);

  spur_report_put_unsigned (bytes, self->begins->len);
  spur_report_put_unsigned (bytes, step);
  put_knots (bytes, self->begins, step, zero_ns);
  put_knots (bytes, self->ends, step, zero_ns);
  spur_report_append_base64 (json, key, bytes);
}
