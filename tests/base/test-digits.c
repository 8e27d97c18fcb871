/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "tests/test-corpus.h"

static guint64
get_bits (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static double
get_double (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

/* Bits of any size, so that short numbers come as often as long ones. */
static guint64
random_bits (GRand *rand)
{
  guint64 bits = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);

  return bits >> g_rand_int_range (rand, 0, 64);
}

static void
check_uint (guint64 value)
{
  char text[SPUR_DIGITS_MAX_BYTES];
  char *end = spur_put_uint (text, value);
  g_autofree char *expected = g_strdup_printf ("%" G_GUINT64_FORMAT, value);
  guint64 back = 0;

  g_assert_cmpmem (text, (gsize) (end - text), expected, strlen (expected));
  g_assert_true (spur_parse_uint (text, end, &back));
  g_assert_cmpuint (back, ==, value);
}

static void
check_nanoseconds (guint32 value)
{
  char text[SPUR_DIGITS_MAX_BYTES];
  char *end = spur_put_nanoseconds (text, value);
  g_autofree char *expected = g_strdup_printf ("%09u", value);

  g_assert_cmpmem (text, (gsize) (end - text), expected, strlen (expected));
}

static void
check_int (gint64 value)
{
  char text[SPUR_DIGITS_MAX_BYTES];
  char *end = spur_put_int (text, value);
  g_autofree char *expected = g_strdup_printf ("%" G_GINT64_FORMAT, value);
  gint64 back = 0;

  g_assert_cmpmem (text, (gsize) (end - text), expected, strlen (expected));
  g_assert_true (spur_parse_int (text, end, &back));
  g_assert_cmpint (back, ==, value);
}

static void
check_double (double value)
{
  char text[SPUR_DIGITS_MAX_BYTES + 1];
  char *end = spur_put_double (text, value);
  double back = 0;

  g_assert_cmpint (end - text, <=, SPUR_DIGITS_MAX_BYTES);
  *end = '\0';
  if (!spur_parse_double (text, end, &back))
    g_error ("%s is not read back", text);
  if (get_bits (back) != get_bits (value))
    g_error ("%s is %016" G_GINT64_MODIFIER "x, it was %016" G_GINT64_MODIFIER "x", text,
             get_bits (back), get_bits (value));
}

static void
test_whole (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary ("Whole numbers are written as printf writes them, and read back.");
  g_test_message ("seed %u", seed);

  for (guint64 power = 1; power < G_MAXUINT64 / 10; power *= 10)
    {
      check_uint (power - 1);
      check_uint (power);
      check_int (-(gint64) power);
      check_int (1 - (gint64) power);
    }
  check_uint (G_MAXUINT64);
  check_int (G_MAXINT64);
  check_int (G_MININT64);
  check_nanoseconds (0);
  check_nanoseconds (999999999);
  for (guint i = 0; i < spur_test_scale (100000); i++)
    {
      check_uint (random_bits (rand));
      check_nanoseconds (random_bits (rand) % 1000000000);
      check_int ((gint64) random_bits (rand));
      check_int (-(gint64) (random_bits (rand) >> 1));
    }
}

static void
test_real (void)
{
  static const double values[] = {
    0,
    -0.0,
    1,
    -1,
    0.1,
    -2.5,
    1e22,
    1e23,
    1e300,
    5e-324,
    2.2250738585072014e-308,
    9007199254740991.0,
    9007199254740992.0,
    9007199254740993.0,
    -9007199254740993.0,
    G_MAXDOUBLE,
    INFINITY,
    -INFINITY,
  };
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  g_test_summary ("Every double comes back with the very same bits.");
  g_test_message ("seed %u", seed);

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    check_double (values[i]);
  check_double (get_double (G_GUINT64_CONSTANT (0x7ff8000000000000)));
  check_double (get_double (G_GUINT64_CONSTANT (0xfff8000000000000)));
  check_double (get_double (G_GUINT64_CONSTANT (0x7ff0000000000001)));
  for (guint i = 0; i < spur_test_scale (50000); i++)
    {
      check_double (get_double ((guint64) g_rand_int (rand) << 32 | g_rand_int (rand)));
      check_double (g_rand_int_range (rand, -100000, 100000) / 1000.0);
      check_double (g_rand_double (rand));
    }
}

static void
test_texts (void)
{
  static const struct
  {
    const char *text;
    double value;
  } cases[] = {
    { "12.50", 12.5 },
    { ".5", 0.5 },
    { "5.", 5 },
    { "1e3", 1000 },
    { "-1E-2", -0.01 },
    { "+4", 4 },
    { "0000000000000000000001", 1 },
    { "INF", INFINITY },
    { "0.3000000000000000000000001", 0.3 },
  };
  char text[SPUR_DIGITS_MAX_BYTES];

  g_test_summary ("Numbers of people and other programs; the shortest text is written.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *end = cases[i].text + strlen (cases[i].text);
      double value;

      g_assert_true (spur_parse_double (cases[i].text, end, &value));
      g_assert_cmpfloat (value, ==, cases[i].value);
    }
  g_assert_cmpint (spur_put_double (text, 0.1) - text, ==, 3);
  g_assert_cmpint (spur_put_double (text, 1e6) - text, ==, 7);
  g_assert_cmpint (spur_put_double (text, -0.0) - text, ==, 2);
}

static void
test_wrong (void)
{
  static const char *const no_uint[] = {
    "",
    "-1",
    "+1",
    " 1",
    "1 ",
    "1a",
    "0x1",
    "18446744073709551616",
    "99999999999999999999",
    "1844674407370955161a",
  };
  static const char *const no_int[] = {
    "", "-", "--1", "9223372036854775808", "-9223372036854775809", "1.0"
  };
  static const char *const no_double[] = {
    "",
    "-",
    ".",
    "1e",
    "1e999",
    "-1e999",
    "0x10",
    "nan",
    "inf",
    "infinity",
    "1,5",
    "1 ",
    "--1",
    "NaN()",
    "NaN(0000000000000001)",
    "NaN(7ff000000000000g)",
    "1.2.3",
  };
  g_autofree char *is_long = g_strnfill (801, '1');
  guint64 number;
  gint64 signed_number;
  double real;

  g_test_summary ("What is no number, or does not fit, is refused.");

  for (guint i = 0; i < G_N_ELEMENTS (no_uint); i++)
    g_assert_false (spur_parse_uint (no_uint[i], no_uint[i] + strlen (no_uint[i]), &number));
  for (guint i = 0; i < G_N_ELEMENTS (no_int); i++)
    g_assert_false (spur_parse_int (no_int[i], no_int[i] + strlen (no_int[i]), &signed_number));
  for (guint i = 0; i < G_N_ELEMENTS (no_double); i++)
    {
      if (spur_parse_double (no_double[i], no_double[i] + strlen (no_double[i]), &real))
        g_error ("%s was read as a number", no_double[i]);
    }
  g_assert_false (spur_parse_double (is_long, is_long + 801, &real));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/digits/whole", test_whole);
  g_test_add_func ("/digits/real", test_real);
  g_test_add_func ("/digits/texts", test_texts);
  g_test_add_func ("/digits/wrong", test_wrong);
  return g_test_run ();
}
