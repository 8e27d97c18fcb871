/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Every event class through every shipped format that is written. */
#include "config.h"

#include <stdlib.h>

#include "events/spur-events.h"
#include "tests/format/any-trace.h"
#include "tests/format/format-files.h"
#include "tests/test-corpus.h"

#define N_EVENTS 150
#define N_ROUNDS 40
#define NS_PER_S 1000000000

/* Formats that write the ticks themselves are exact for every clock, those that write nanoseconds
 * for clocks that have no more ticks than nanoseconds. */
static const struct
{
  const char *name;
  guint64 max_hz;
} formats[] = {
  { "bp", NS_PER_S },           { "csv", NS_PER_S },         { "spur-binary", G_MAXUINT64 },
  { "spur-text", G_MAXUINT64 }, { "spur-xml", G_MAXUINT64 }, { "ulm", NS_PER_S },
};

static guint32
get_seed (void)
{
  const char *text = g_getenv ("SPUR_TEST_SEED");

  return text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 0) : g_random_int ();
}

static SpurTrace *
pass_through (SpurFormat *format, SpurTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = format_files_write (format, trace, &error);
  SpurTrace *back;

  g_assert_no_error (error);
  back =
    format_files_read (format, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  return back;
}

static void
test_round_trip (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data);
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, formats[index].name);
  guint32 seed = get_seed ();

  g_test_summary ("What a format wrote comes back the very same: class, time, source, all fields, "
                  "and all definitions.");
  g_assert_cmpstr (spur_format_get_name (format), ==, formats[index].name);
  g_test_message ("SPUR_TEST_SEED=%u", seed);
  for (guint i = 0; i < spur_test_scale (N_ROUNDS); i++)
    {
      g_autoptr (SpurTrace) trace = any_trace_new (seed + i, N_EVENTS, formats[index].max_hz);
      g_autoptr (SpurTrace) back = pass_through (format, trace);

      any_trace_assert_same (trace, back);
    }
}

static void
test_empty (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data);
  g_autoptr (SpurFormat) format = format_files_open (FORMAT_FILES_SHIPPED, formats[index].name);
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurTrace) back = NULL;

  g_test_summary ("A trace without anything is written and read.");
  g_assert_true (spur_trace_seal (trace, NULL));
  back = pass_through (format, trace);
  g_assert_cmpuint (spur_trace_get_n_events (back), ==, 0);
  g_assert_cmpuint (spur_trace_get_n_streams (back), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strconcat ("/format/round-trip/", formats[i].name, NULL);
      g_autofree char *empty = g_strconcat ("/format/empty/", formats[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_round_trip);
      g_test_add_data_func (empty, GUINT_TO_POINTER (i), test_empty);
    }
  return g_test_run ();
}
