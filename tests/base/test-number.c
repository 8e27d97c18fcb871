/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-number.h"

#include <string.h>

typedef struct
{
  const char *text;
  gint64 value;
} Good;

typedef struct
{
  const char *text;
  int code;
} Bad;

typedef gboolean (*Parse) (const char *text, gint64 *value, GError **error);

static void
check_good (Parse parse, const Good *good, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 value = 77;

      if (!parse (good[i].text, &value, &error))
        g_error ("'%s' was refused: %s", good[i].text, error->message);
      g_assert_no_error (error);
      g_assert_cmpint (value, ==, good[i].value);
    }
}

/* What is refused leaves what was there. */
static void
check_bad (Parse parse, const Bad *bad, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      gint64 value = 77;

      if (parse (bad[i].text, &value, &error))
        g_error ("'%s' was taken for %" G_GINT64_FORMAT, bad[i].text, value);
      g_assert_error (error, G_NUMBER_PARSER_ERROR, bad[i].code);
      g_assert_cmpint (value, ==, 77);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_cmpuint (strlen (error->message), <, 400);
    }
}

static const Good good_times[] = {
  { "0", 0 },
  { "-0", 0 },
  { "+7", 7 },
  { "300", 300 },
  { "0000000000000000000000000000000000000000000000300", 300 },
  { "7ns", 7 },
  { "7.000ns", 7 },
  { "20us", 20000 },
  { "20µs", 20000 },
  { "20μs", 20000 },
  { "0.001us", 1 },
  { "-5us", -5000 },
  { ".5us", 500 },
  { "1.s", 1000000000 },
  { "0.000000001s", 1 },
  { "-0.000000001s", -1 },
  { "1.5s", 1500000000 },
  { "300ms", 300000000 },
  { "9223372036854775807", G_MAXINT64 },
  { "-9223372036854775808", G_MININT64 },
  { "9223372036.854775807s", G_MAXINT64 },
  { "-9223372036.854775808s", G_MININT64 },
  { "9223372036854.775807ms", G_MAXINT64 },
  { "-9223372036854775.808us", G_MININT64 },
};

static const Bad bad_times[] = {
  { "", G_NUMBER_PARSER_ERROR_INVALID },
  { "-", G_NUMBER_PARSER_ERROR_INVALID },
  { "+-1", G_NUMBER_PARSER_ERROR_INVALID },
  { ".", G_NUMBER_PARSER_ERROR_INVALID },
  { ".s", G_NUMBER_PARSER_ERROR_INVALID },
  { "s", G_NUMBER_PARSER_ERROR_INVALID },
  { "x", G_NUMBER_PARSER_ERROR_INVALID },
  { " 1", G_NUMBER_PARSER_ERROR_INVALID },
  { "1 s", G_NUMBER_PARSER_ERROR_INVALID },
  { "1s ", G_NUMBER_PARSER_ERROR_INVALID },
  { "1S", G_NUMBER_PARSER_ERROR_INVALID },
  { "1.5.5s", G_NUMBER_PARSER_ERROR_INVALID },
  { "1,5s", G_NUMBER_PARSER_ERROR_INVALID },
  { "1e3", G_NUMBER_PARSER_ERROR_INVALID },
  { "0x10", G_NUMBER_PARSER_ERROR_INVALID },
  { "0.5", G_NUMBER_PARSER_ERROR_INVALID },
  { "0.5ns", G_NUMBER_PARSER_ERROR_INVALID },
  { "0.0005us", G_NUMBER_PARSER_ERROR_INVALID },
  { "0.0000000001s", G_NUMBER_PARSER_ERROR_INVALID },
  { "1min", G_NUMBER_PARSER_ERROR_INVALID },
  { "1\xff", G_NUMBER_PARSER_ERROR_INVALID },
  { "9223372036854775808", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "-9223372036854775809", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "9223372036.854775808s", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "-9223372036.854775809s", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "9223372037s", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "9223372036854775807s", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "99999999999999999999999999999999999999999999999999999999999999999999999999",
    G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  { "99999999999999999999999999999999999999999999999999999999999999999999999999x",
    G_NUMBER_PARSER_ERROR_INVALID },
  { "170141183460469231731687303715884105728s", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
};

static void
test_times (void)
{
  g_test_summary ("Times are whole ns with or without a unit, up to the last that fits; no other "
                  "text is one.");
  check_good (spur_time_parse, good_times, G_N_ELEMENTS (good_times));
  check_bad (spur_time_parse, bad_times, G_N_ELEMENTS (bad_times));
}

static void
test_factors (void)
{
  static const Good good[] = {
    { "0", 0 },
    { "-0.0", 0 },
    { "1", 1000000000 },
    { "0.99999", 999990000 },
    { ".5", 500000000 },
    { "1.", 1000000000 },
    { "+2.5", 2500000000 },
    { "0.000000001", 1 },
    { "-0.000000001", -1 },
    { "9223372036.854775807", G_MAXINT64 },
    { "-9223372036.854775808", G_MININT64 },
  };
  static const Bad bad[] = {
    { "", G_NUMBER_PARSER_ERROR_INVALID },
    { "-", G_NUMBER_PARSER_ERROR_INVALID },
    { ".", G_NUMBER_PARSER_ERROR_INVALID },
    { "0.5x", G_NUMBER_PARSER_ERROR_INVALID },
    { "0.5s", G_NUMBER_PARSER_ERROR_INVALID },
    { "1%", G_NUMBER_PARSER_ERROR_INVALID },
    { "0.1234567890", G_NUMBER_PARSER_ERROR_INVALID },
    { "nan", G_NUMBER_PARSER_ERROR_INVALID },
    { "9223372036.854775808", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
    { "-9223372036.854775809", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
    { "9223372037", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
    { "9999999999999999999999999999999999999999999999", G_NUMBER_PARSER_ERROR_OUT_OF_BOUNDS },
  };

  g_test_summary ("Factors are parts per billion without rounding, up to the last that fits.");
  check_good (spur_factor_parse, good, G_N_ELEMENTS (good));
  check_bad (spur_factor_parse, bad, G_N_ELEMENTS (bad));
}

/* Whatever is before the end, the text of a time is read as that time. */
static void
test_round (void)
{
  GRand *random = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  g_test_summary ("What is written with nine digits after the point comes back.");
  for (guint i = 0; i < 10000; i++)
    {
      guint64 bits = (guint64) g_rand_int (random) << 32 | g_rand_int (random);
      gint64 wanted = (gint64) bits >> g_rand_int_range (random, 0, 63);
      guint64 size = wanted < 0 ? 0 - (guint64) wanted : (guint64) wanted;
      g_autofree char *text =
        g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT "s", wanted < 0 ? "-" : "",
                         size / 1000000000, size % 1000000000);
      gint64 ns;

      g_assert_true (spur_time_parse (text, &ns, NULL));
      g_assert_cmpint (ns, ==, wanted);
    }
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/number/times", test_times);
  g_test_add_func ("/base/number/factors", test_factors);
  g_test_add_func ("/base/number/round", test_round);
  return g_test_run ();
}
