/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "visualizers/canvas/spur-canvas-internal.h"

static void
check_axis (gint64 from_ns,
            gint64 to_ns,
            gint64 zero_ns,
            const char *first,
            const char *last,
            guint n_ticks,
            const char *title)
{
  SpurTimeAxis axis;
  g_autofree char *first_label = NULL, *last_label = NULL, *axis_title = NULL;

  spur_time_axis_init (&axis, from_ns, to_ns, zero_ns, 10);
  g_assert_cmpuint (axis.n_ticks, ==, n_ticks);
  first_label = spur_time_axis_get_label (&axis, 0);
  last_label = spur_time_axis_get_label (&axis, n_ticks - 1);
  axis_title = spur_time_axis_get_title (&axis, zero_ns);
  g_assert_cmpstr (first_label, ==, first);
  g_assert_cmpstr (last_label, ==, last);
  g_assert_cmpstr (axis_title, ==, title);
}

static void
test_labels (void)
{
  const gint64 epoch_ns = G_GINT64_CONSTANT (1790000000000000000);

  g_test_summary ("Labels are round, in the unit that suits the span.");

  check_axis (0, 100, 0, "0", "100", 11, "ns after the trace's begin");
  check_axis (0, 2500, 0, "0.0", "2.5", 6, "\xc2\xb5s after the trace's begin");
  check_axis (1511000, 1382979000, 0, "200", "1,200", 6, "ms after the trace's begin");
  check_axis (1511000, 1382979000, 1511000, "0", "1,200", 7, "ms after the trace's begin");
  check_axis (0, 10000000000, 0, "0", "10", 11, "s after the trace's begin");
  check_axis (-30, 70, 0,
              "\xe2\x88\x92"
              "30",
              "70", 11, "ns after the trace's begin");
  check_axis (epoch_ns, epoch_ns + 5000, epoch_ns, "0.0", "5.0", 11,
              "\xc2\xb5s after the trace's begin");
  /* Deep in a long trace labels count from nearby. */
  check_axis (5000000123, 5000000223, 0, "130", "220", 10,
              "ns after 5.000000000 s, counted from the trace's begin");
}

static void
test_bounds (void)
{
  g_test_summary ("Whatever the span, ticks lie in it, and are not more than asked for.");

  for (gint64 length_ns = 1; length_ns < G_MAXINT64 / 8; length_ns = length_ns * 3 + 1)
    for (guint max_ticks = 1; max_ticks <= 20; max_ticks++)
      {
        SpurTimeAxis axis;
        gint64 from_ns = length_ns / 7 - 3;

        spur_time_axis_init (&axis, from_ns, from_ns + length_ns, 0, max_ticks);
        g_assert_cmpuint (axis.n_ticks, <=, max_ticks + 2);
        for (guint i = 0; i < axis.n_ticks; i++)
          {
            g_autofree char *label = spur_time_axis_get_label (&axis, i);

            g_assert_cmpint (spur_time_axis_get_tick_ns (&axis, i), >=, from_ns);
            g_assert_cmpint (spur_time_axis_get_tick_ns (&axis, i), <=, from_ns + length_ns);
            g_assert_cmpuint (g_utf8_strlen (label, -1), <=, 16);
          }
      }
}

static void
test_numbers (void)
{
  const struct
  {
    gint64 ns;
    const char *text;
  } cases[] = {
    { 0, "0 ns" },
    { 999, "999 ns" },
    { 1000, "1 \xc2\xb5s" },
    { -1001, "\xe2\x88\x92"
             "1.001 \xc2\xb5s" },
    { 1038000, "1.038 ms" },
    { 1381468000, "1.381 s" },
    { 9999999, "10 ms" },
    { 12345678, "12.35 ms" },
    { G_GINT64_CONSTANT (1234567000000000), "1,234,567 s" },
  };

  g_test_summary ("Times and counts are written for a person.");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {

      g_assert_cmpstr (SPUR_VIEW_NS (cases[i].ns, 4), ==, cases[i].text);
    }
  {

    g_assert_cmpstr (SPUR_VIEW_COUNT (18933), ==, "18,933");
    g_assert_cmpstr (SPUR_VIEW_COUNT (G_MAXUINT64), ==, "18,446,744,073,709,551,615");
    g_assert_cmpstr (SPUR_VIEW_DECIMAL (5, 3), ==, "0.005");
    g_assert_cmpstr (SPUR_VIEW_DECIMAL (G_MININT64, 0), ==,
                     "\xe2\x88\x92"
                     "9,223,372,036,854,775,808");
  }
}

static void
test_names (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *few = NULL, *most = NULL, *more = NULL;
  char texts[26][2] = { "" };

  g_test_summary ("Names to choose from come once each, 24 of them, and then it says that there "
                  "are more.");

  for (guint i = 0; i < 26; i++)
    texts[i][0] = (char) ('a' + i);
  spur_view_add_name (names, texts[1]);
  spur_view_add_name (names, "");
  spur_view_add_name (names, texts[0]);
  spur_view_add_name (names, texts[1]);
  few = spur_view_join_names (names);
  g_assert_cmpstr (few, ==, "b, a");

  for (guint i = 2; i < 24; i++)
    spur_view_add_name (names, texts[i]);
  most = spur_view_join_names (names);
  g_assert_true (g_str_has_prefix (most, "b, a, c, "));
  g_assert_true (g_str_has_suffix (most, ", w, x"));

  spur_view_add_name (names, texts[24]);
  spur_view_add_name (names, texts[25]);
  g_assert_cmpuint (names->len, ==, 25);
  more = spur_view_join_names (names);
  g_assert_true (g_str_has_suffix (more, ", w, x, and more"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-axis/labels", test_labels);
  g_test_add_func ("/time-axis/bounds", test_bounds);
  g_test_add_func ("/time-axis/numbers", test_numbers);
  g_test_add_func ("/time-axis/names", test_names);
  return g_test_run ();
}
