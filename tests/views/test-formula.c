/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "visualizers/canvas/spur-view-error.h"
#include "visualizers/lifeline/spur-formula-internal.h"

/* The result where every field has the length of its name as its value. */
static double
evaluate (const SpurFormula *formula)
{
  double values[16];

  g_assert_cmpuint (formula->names->len, <=, G_N_ELEMENTS (values));
  for (guint i = 0; i < formula->names->len; i++)
    values[i] = (double) strlen (formula->names->pdata[i]);
  return spur_formula_evaluate (formula, values);
}

static void
test_values (void)
{
  static const struct
  {
    const char *text;
    double value;
  } cases[] = {
    { "1", 1.0 },
    { " .5 ", 0.5 },
    { "2e3", 2000.0 },
    { "a", 1.0 },
    { "job.id_2", 8.0 },
    { "'a-b c'", 5.0 },
    { "\"it's\"", 4.0 },
    { "a + bb * 3", 7.0 },
    { "(a + bb) * 3", 9.0 },
    { "8 - 4 - 2", 2.0 },
    { "8 / 4 / 2", 1.0 },
    { "8 / (4 / 2)", 4.0 },
    { "-a * -bb", 2.0 },
    { "--3", 3.0 },
    { "3 - -3", 6.0 },
    { "(ccc - a) / bb / 1024 * 1024", 1.0 },
    { "a + a + a", 3.0 },
  };

  g_test_summary ("Formulas have the values that they have by hand, also by order and brackets.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) formulas = spur_formula_parse_list (cases[i].text, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (formulas->len, ==, 1);
      g_assert_cmpfloat (evaluate (formulas->pdata[0]), ==, cases[i].value);
    }
}

static void
test_no_number (void)
{
  static const char *const texts[] = { "1 / 0", "0 / 0", "a / (bb - 2)" };

  g_test_summary ("What has no value is no finite number.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) formulas = spur_formula_parse_list (texts[i], NULL);

      g_assert_false (isfinite (evaluate (formulas->pdata[0])));
    }
}

static void
test_list (void)
{
  g_autoptr (GPtrArray) formulas = spur_formula_parse_list (" a, bb*2 , 'x,y'", NULL);
  static const char *const texts[] = { "a", "bb*2", "'x,y'" };
  static const gboolean are_fields[] = { TRUE, FALSE, TRUE };

  g_test_summary ("A comma is between formulas, unless it is in a quoted name.");

  g_assert_nonnull (formulas);
  g_assert_cmpuint (formulas->len, ==, 3);
  for (guint i = 0; i < formulas->len; i++)
    {
      g_assert_cmpstr (((SpurFormula *) formulas->pdata[i])->text, ==, texts[i]);
      g_assert_cmpint (spur_formula_is_field (formulas->pdata[i]), ==, are_fields[i]);
    }
}

static void
test_wrong (void)
{
  static const char *const texts[] = { "",      " ",     "a +",  "a b",     "(a",  "a)",
                                       "()",    "1e999", "'",    "''",      "'a",  "*a",
                                       "a,",    ",a",    "a,,b", "a // b",  "a^b", "a(b)",
                                       "1.2.3", "-",     "a;b",  "\xc3\xa4" };

  g_test_summary ("What is no formula is refused, and the place is said.");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", texts[i]);
      g_assert_null (spur_formula_parse_list (texts[i], &error));
      g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);
      g_assert_nonnull (strstr (error->message, "at character "));
    }
}

/* A formula in this many brackets. */
static gboolean
parse_nested (guint n_brackets)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) formulas = NULL;

  for (guint i = 0; i < n_brackets; i++)
    g_string_append_c (text, '(');
  g_string_append_c (text, 'a');
  for (guint i = 0; i < n_brackets; i++)
    g_string_append_c (text, ')');
  formulas = spur_formula_parse_list (text->str, NULL);
  return formulas != NULL;
}

static void
test_limits (void)
{
  g_autofree char *longest = g_strnfill (1000, ' ');
  g_autofree char *too_long = g_strnfill (1001, ' ');
  g_autoptr (GPtrArray) formulas = NULL;

  g_test_summary ("Brackets are 63 deep at most, and texts 1000 bytes long.");

  g_assert_true (parse_nested (63));
  g_assert_false (parse_nested (64));
  longest[0] = too_long[0] = 'a';
  formulas = spur_formula_parse_list (longest, NULL);
  g_assert_nonnull (formulas);
  g_assert_null (spur_formula_parse_list (too_long, NULL));
}

/* The most numbers that wait for each other: a+(a+(a+ and so on. */
static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) formulas = NULL;

  g_test_summary ("Sums in sums, as deep as can be, are added up.");

  for (guint i = 0; i < 63; i++)
    g_string_append (text, "a*1+(");
  g_string_append_c (text, 'a');
  for (guint i = 0; i < 63; i++)
    g_string_append_c (text, ')');
  formulas = spur_formula_parse_list (text->str, NULL);
  g_assert_nonnull (formulas);
  g_assert_cmpfloat (evaluate (formulas->pdata[0]), ==, 64.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formula/values", test_values);
  g_test_add_func ("/formula/no-number", test_no_number);
  g_test_add_func ("/formula/list", test_list);
  g_test_add_func ("/formula/wrong", test_wrong);
  g_test_add_func ("/formula/limits", test_limits);
  g_test_add_func ("/formula/deep", test_deep);
  return g_test_run ();
}
