/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-text.h"
#include "core/base/spur-escape-internal.h"

static void
test_parse_duration (void)
{
  const struct
  {
    const char *text;
    gint64 ns;
  } good[] = {
    { "0", 0 },
    { "300", 300 },
    { "1.5s", 1500000000 },
    { "300ms", 300000000 },
    { "20us", 20000 },
    { "20µs", 20000 },
    { "7ns", 7 },
    { "-5us", -5000 },
    { ".5us", 500 },
    { "1.s", 1000000000 },
    { "0.000000001s", 1 },
    { "2305843009213693952", G_GINT64_CONSTANT (1) << 61 },
  };
  const char *const bad[] = {
    "",
    "s",
    "x",
    "1.5.5s",
    "1 s",
    "1h",
    "1.0000000001s",
    "--5",
    "1e3",
    "-",
    ".",
    "2305843009213693953",
    "2305843010s",
    "99999999999999999999999999999999999999999999s",
  };

  g_test_summary ("Times are exact, and what is no time is refused.");

  for (gsize i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 ns = -1;

      g_assert_true (spur_text_parse_duration (good[i].text, &ns, &error));
      g_assert_no_error (error);
      g_assert_cmpint (ns, ==, good[i].ns);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 ns = -1;

      if (spur_text_parse_duration (bad[i], &ns, &error))
        g_error ("'%s' was taken for %" G_GINT64_FORMAT " ns", bad[i], ns);
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_assert_cmpint (ns, ==, -1);
    }
}

static void
test_parse_bytes (void)
{
  static const struct
  {
    const char *text;
    guint64 n_bytes;
  } good[] = { { "1", 1 },
               { "4096", 4096 },
               { "512M", (guint64) 512 << 20 },
               { "2g", (guint64) 2 << 30 },
               { "16777215T", (guint64) 16777215 << 40 } };
  static const char *const bad[] = { "", "0", "M", "-1", " 1", "1MM", "1.5G", "16777216T", "1X" };

  g_test_summary ("Sizes have units of 1024; nothing, none and what does not fit are refused.");
  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 n_bytes = 0;

      g_assert_true (spur_text_parse_bytes (good[i].text, &n_bytes, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (n_bytes, ==, good[i].n_bytes);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 n_bytes = 7;

      g_assert_false (spur_text_parse_bytes (bad[i], &n_bytes, &error));
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_assert_cmpuint (n_bytes, ==, 7);
    }
}

static void
test_parse_ppb (void)
{
  gint64 ppb = -1;

  g_test_summary ("Factors are parts per billion, with no rounding.");

  g_assert_true (spur_text_parse_ppb ("0.99999", &ppb, NULL));
  g_assert_cmpint (ppb, ==, 999990000);
  g_assert_true (spur_text_parse_ppb ("1", &ppb, NULL));
  g_assert_cmpint (ppb, ==, 1000000000);
  g_assert_true (spur_text_parse_ppb ("0.000000001", &ppb, NULL));
  g_assert_cmpint (ppb, ==, 1);
  g_assert_false (spur_text_parse_ppb ("1.000000001", &ppb, NULL));
  g_assert_false (spur_text_parse_ppb ("-0.1", &ppb, NULL));
  g_assert_false (spur_text_parse_ppb ("0.5x", &ppb, NULL));
  g_assert_false (spur_text_parse_ppb ("", &ppb, NULL));
  g_assert_cmpint (ppb, ==, 1);
}

static void
test_numbers (void)
{
  const struct
  {
    gint64 ns;
    const char *text;
  } durations[] = {
    { 0, "0 ns" },
    { 999, "999 ns" },
    { 1000, "1.000 us" },
    { 1038000, "1.038 ms" },
    { -1500, "-1.500 us" },
    { 1234567891, "1.235 s" },
    { 999999999, "1,000.000 ms" },
    { G_MININT64, "-9,223,372,036.855 s" },
  };
  g_autofree char *small = spur_text_count (999);
  g_autofree char *large = spur_text_count (G_MAXUINT64);
  g_autoptr (GString) seconds = g_string_new (NULL);

  g_test_summary ("Numbers have separators, times three digits after the point.");

  g_assert_cmpstr (small, ==, "999");
  g_assert_cmpstr (large, ==, "18,446,744,073,709,551,615");
  for (gsize i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autofree char *text = spur_text_duration (durations[i].ns);

      g_assert_cmpstr (text, ==, durations[i].text);
    }
  spur_text_append_seconds (seconds, -1000000001);
  g_assert_cmpstr (seconds->str, ==, "-1.000000001");
}

static void
test_strings (void)
{
  g_autofree char *safe = spur_text_safe ("a\033[31m\xff\n\"\\é");
  g_autoptr (GString) json = g_string_new (NULL);

  g_test_summary ("What a file says can neither colour the terminal nor break JSON.");

  g_assert_cmpstr (safe, ==, "a\\x1b[31m\357\277\275\\x0a\"\\é");
  spur_json_append_string (json, "a\033\xff\n\"\\é", "");
  g_assert_cmpstr (json->str, ==, "\"a\\u001b\357\277\275\\u000a\\\"\\\\é\"");
}

static void
test_nearest (void)
{
  const char *const verbs[] = { "info", "events", "check", "correct", NULL };

  g_test_summary ("The nearest word is found, and none where none is near.");

  g_assert_cmpstr (spur_text_find_nearest ("chekc", verbs), ==, "check");
  g_assert_cmpstr (spur_text_find_nearest ("INFO", verbs), ==, "info");
  g_assert_cmpstr (spur_text_find_nearest ("ev", verbs), ==, "events");
  g_assert_cmpstr (spur_text_find_nearest ("corect", verbs), ==, "correct");
  g_assert_cmpstr (spur_text_find_nearest ("zzzzzzzz", verbs), ==, NULL);
}

static void
test_bars (void)
{
  g_autoptr (GString) bar = g_string_new (NULL);

  g_test_summary ("A bar has as many cells as it was given, whatever its share.");

  for (int percent = -10; percent <= 110; percent++)
    {
      g_string_truncate (bar, 0);
      spur_text_append_bar (bar, percent / 100.0, 24);
      g_assert_cmpuint (spur_text_get_width (bar->str), ==, 24);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/text/parse-duration", test_parse_duration);
  g_test_add_func ("/cli/text/parse-bytes", test_parse_bytes);
  g_test_add_func ("/cli/text/parse-ppb", test_parse_ppb);
  g_test_add_func ("/cli/text/numbers", test_numbers);
  g_test_add_func ("/cli/text/strings", test_strings);
  g_test_add_func ("/cli/text/nearest", test_nearest);
  g_test_add_func ("/cli/text/bars", test_bars);
  return g_test_run ();
}
