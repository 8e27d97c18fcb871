/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-option-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/spur-clock-corrector.h"

#define TEST_TYPE_CORRECTOR (test_corrector_get_type ())
G_DECLARE_FINAL_TYPE (TestCorrector, test_corrector, TEST, CORRECTOR, SpurClockCorrector)

/* A corrector from elsewhere, with an option of every kind. */
struct _TestCorrector
{
  SpurClockCorrector parent_instance;

  gint64 reach_ns;
  gint64 share_ppb;
  guint n_rounds;
  double weight;
  gboolean is_eager;
  char *note;
  int order;
};

enum
{
  PROP_0,
  PROP_REACH_NS,
  PROP_SHARE_PPB,
  PROP_N_ROUNDS,
  PROP_WEIGHT,
  PROP_EAGER,
  PROP_NOTE,
  PROP_ORDER,
  PROP_FLAGS,
  N_PROPERTIES
};

G_DEFINE_TYPE (TestCorrector, test_corrector, SPUR_TYPE_CLOCK_CORRECTOR)

static void
test_corrector_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  TestCorrector *self = TEST_CORRECTOR (object);

  switch (id)
    {
    case PROP_REACH_NS:
      self->reach_ns = g_value_get_int64 (value);
      break;
    case PROP_SHARE_PPB:
      self->share_ppb = g_value_get_int64 (value);
      break;
    case PROP_N_ROUNDS:
      self->n_rounds = g_value_get_uint (value);
      break;
    case PROP_WEIGHT:
      self->weight = g_value_get_double (value);
      break;
    case PROP_EAGER:
      self->is_eager = g_value_get_boolean (value);
      break;
    case PROP_NOTE:
      g_free (self->note);
      self->note = g_value_dup_string (value);
      break;
    case PROP_ORDER:
      self->order = g_value_get_enum (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
test_corrector_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const TestCorrector *self = TEST_CORRECTOR (object);

  switch (id)
    {
    case PROP_REACH_NS:
      g_value_set_int64 (value, self->reach_ns);
      break;
    case PROP_SHARE_PPB:
      g_value_set_int64 (value, self->share_ppb);
      break;
    case PROP_N_ROUNDS:
      g_value_set_uint (value, MAX (self->n_rounds, 1));
      break;
    case PROP_WEIGHT:
      g_value_set_double (value, self->weight);
      break;
    case PROP_EAGER:
      g_value_set_boolean (value, self->is_eager);
      break;
    case PROP_NOTE:
      g_value_set_string (value, self->note);
      break;
    case PROP_ORDER:
      g_value_set_enum (value, self->order);
      break;
    case PROP_FLAGS:
      g_value_set_flags (value, 0);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static gboolean
test_corrector_correct (SpurClockCorrector *corrector,
                        SpurTrace *trace,
                        SpurEdges *edges,
                        SpurCorrection *correction,
                        const SpurJob *job,
                        GError **error)
{
  return TRUE;
}

static void
test_corrector_finalize (GObject *object)
{
  g_free (TEST_CORRECTOR (object)->note);
  G_OBJECT_CLASS (test_corrector_parent_class)->finalize (object);
}

static void
test_corrector_class_init (TestCorrectorClass *klass)
{
  GParamSpec *properties[N_PROPERTIES] = { NULL };
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  G_OBJECT_CLASS (klass)->set_property = test_corrector_set_property;
  G_OBJECT_CLASS (klass)->get_property = test_corrector_get_property;
  G_OBJECT_CLASS (klass)->finalize = test_corrector_finalize;
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "test";
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = test_corrector_correct;
  properties[PROP_REACH_NS] =
    g_param_spec_int64 ("reach-ns", NULL, NULL, -5000, 5000000000, 0, flags);
  properties[PROP_SHARE_PPB] =
    g_param_spec_int64 ("share-ppb", NULL, NULL, 0, 1000000000, 0, flags);
  properties[PROP_N_ROUNDS] = g_param_spec_uint ("n-rounds", NULL, NULL, 1, 9, 1, flags);
  properties[PROP_WEIGHT] = g_param_spec_double ("weight", NULL, NULL, -1, 1, 0, flags);
  properties[PROP_EAGER] = g_param_spec_boolean ("eager", NULL, NULL, FALSE, flags);
  properties[PROP_NOTE] = g_param_spec_string ("note", NULL, NULL, NULL, flags);
  properties[PROP_ORDER] =
    g_param_spec_enum ("order", NULL, NULL, G_TYPE_UNICODE_SCRIPT, G_UNICODE_SCRIPT_COMMON, flags);
  properties[PROP_FLAGS] =
    g_param_spec_flags ("flags", NULL, NULL, G_TYPE_BINDING_FLAGS, G_BINDING_DEFAULT, flags);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPERTIES, properties);
}

static void
test_corrector_init (TestCorrector *self)
{
}

#define OTHER_TYPE_CORRECTOR (other_corrector_get_type ())
G_DECLARE_FINAL_TYPE (OtherCorrector, other_corrector, OTHER, CORRECTOR, SpurClockCorrector)

/* One that takes the name of a method that is there. */
struct _OtherCorrector
{
  SpurClockCorrector parent_instance;
};

G_DEFINE_TYPE (OtherCorrector, other_corrector, SPUR_TYPE_CLOCK_CORRECTOR)

static void
other_corrector_class_init (OtherCorrectorClass *klass)
{
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->name = "eclc";
  SPUR_CLOCK_CORRECTOR_CLASS (klass)->correct = test_corrector_correct;
}

static void
other_corrector_init (OtherCorrector *self)
{
}

static void
test_names (void)
{
  g_auto (GStrv) names = spur_clock_corrector_dup_names ();

  g_test_summary ("Every method is made by its name, and says it.");

  g_assert_true (g_strv_contains ((const char *const *) names, "bounds"));
  g_assert_true (g_strv_contains ((const char *const *) names, "eclc"));
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make (names[i], &error);

      g_assert_no_error (error);
      g_assert_cmpstr (spur_clock_corrector_get_name (corrector), ==, names[i]);
      g_assert_cmpint (spur_clock_corrector_get_mu_ns (corrector), ==, 1);
      if (i > 0)
        g_assert_cmpstr (names[i - 1], <, names[i]);
    }
}

static void
test_unknown_name (void)
{
  g_autoptr (GError) error = NULL;

  g_test_summary ("A method that is not there is refused with those that are.");

  g_assert_null (spur_clock_corrector_make ("eclcc", &error));
  g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_METHOD);
  g_assert_true (g_str_has_prefix (error->message, "there is no clock correction method 'eclcc'"));
  g_assert_nonnull (strstr (error->message, "bounds, "));
}

static void
test_register (void)
{
  g_autoptr (SpurClockCorrector) eclc = NULL;
  g_autoptr (SpurClockCorrector) corrector = NULL;

  g_test_summary ("A class from elsewhere is known once it is registered, and takes no name away.");

  g_assert_null (spur_clock_corrector_make ("test", NULL));
  g_assert_true (spur_clock_corrector_register (TEST_TYPE_CORRECTOR));
  g_assert_true (spur_clock_corrector_register (TEST_TYPE_CORRECTOR));
  g_assert_false (spur_clock_corrector_register (OTHER_TYPE_CORRECTOR));
  corrector = spur_clock_corrector_make ("test", NULL);
  g_assert_true (TEST_IS_CORRECTOR (corrector));
  eclc = spur_clock_corrector_make ("eclc", NULL);
  g_assert_cmpstr (G_OBJECT_TYPE_NAME (eclc), ==, "SpurExtendedClock");
}

static void
accept (SpurClockCorrector *corrector, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  spur_clock_corrector_set_option (corrector, name, value, &error);
  g_assert_no_error (error);
}

static void
refuse (SpurClockCorrector *corrector, const char *name, const char *value, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (spur_clock_corrector_set_option (corrector, name, value, &error));
  g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_options (void)
{
  g_autoptr (TestCorrector) test = g_object_new (TEST_TYPE_CORRECTOR, NULL);
  SpurClockCorrector *self = SPUR_CLOCK_CORRECTOR (test);

  g_test_summary ("Options are set from text, in the units that people use.");

  accept (self, "mu-ns", "250");
  g_assert_cmpint (spur_clock_corrector_get_mu_ns (self), ==, 250);
  accept (self, "mu", "2.5us");
  g_assert_cmpint (spur_clock_corrector_get_mu_ns (self), ==, 2500);
  accept (self, "reach-ns", "-5us");
  g_assert_cmpint (test->reach_ns, ==, -5000);
  accept (self, "reach", "5s");
  g_assert_cmpint (test->reach_ns, ==, 5000000000);
  accept (self, "reach", "0.000000001s");
  g_assert_cmpint (test->reach_ns, ==, 1);
  accept (self, "share", "0.99999");
  g_assert_cmpint (test->share_ppb, ==, 999990000);
  accept (self, "share-ppb", "999999999");
  g_assert_cmpint (test->share_ppb, ==, 999999999);
  accept (self, "n-rounds", "9");
  g_assert_cmpuint (test->n_rounds, ==, 9);
  accept (self, "weight", "-0.25");
  g_assert_cmpfloat (test->weight, ==, -0.25);
  accept (self, "eager", "true");
  g_assert_true (test->is_eager);
  accept (self, "eager", "off");
  g_assert_false (test->is_eager);
  accept (self, "note", "");
  g_assert_cmpstr (test->note, ==, "");
  accept (self, "order", "latin");
  g_assert_cmpint (test->order, ==, G_UNICODE_SCRIPT_LATIN);
}

static void
test_bad_options (void)
{
  g_autoptr (TestCorrector) test = g_object_new (TEST_TYPE_CORRECTOR, NULL);
  g_autoptr (GError) error = NULL;
  SpurClockCorrector *self = SPUR_CLOCK_CORRECTOR (test);

  g_test_summary ("What is no option, or no value of one, is refused with what would be.");

  refuse (self, "mu-ns", "-1", "test: option mu-ns: -1 is not from 0 to 2305843009213693952 ns");
  refuse (self, "reach", "5000000001",
          "test: option reach: 5000000001 is not from -5000 to 5000000000 ns");
  refuse (
    self, "reach", "0.5",
    "test: option reach: '0.5' is no whole number of ns and no time like 1.5s, 300ms or 20us");
  refuse (self, "reach", "0.0000000001s",
          "test: option reach: '0.0000000001s' is no whole number of ns and no time like 1.5s, "
          "300ms or 20us");
  refuse (self, "reach", "5 s",
          "test: option reach: '5 s' is no whole number of ns and no time like 1.5s, 300ms or "
          "20us");
  refuse (self, "share", "1.000000001",
          "test: option share: 1000000001 is not from 0 to 1000000000 parts per billion");
  refuse (self, "share", "0.1234567890",
          "test: option share: '0.1234567890' is no number with at most nine digits after the "
          "point");
  refuse (self, "share-ppb", "0.5", "test: option share-ppb: '0.5' is no whole number");
  refuse (self, "share-ppb", "", "test: option share-ppb: '' is no whole number");
  refuse (self, "share-ppb", "99999999999999999999999999999999999999999999999999",
          "test: option share-ppb: '99999999999999999999999999999999999999999999999999' is no "
          "whole number");
  refuse (self, "n-rounds", "10", "test: option n-rounds: 10 is not from 1 to 9");
  refuse (self, "n-rounds", "1.5", "test: option n-rounds: '1.5' is no whole number");
  refuse (self, "weight", "1.5", "test: option weight: 1.5 is not from -1 to 1");
  refuse (self, "weight", "nan", "test: option weight: nan is not from -1 to 1");
  refuse (self, "weight", "1x", "test: option weight: '1x' is no number");
  refuse (self, "eager", "maybe",
          "test: option eager: 'maybe' is no truth value; give true or false");
  refuse (self, "flags", "1", "test: option flags: cannot be given as text");
  g_assert_false (spur_clock_corrector_set_option (self, "order", "sideways", &error));
  g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION);
  g_assert_true (g_str_has_prefix (error->message, "test: option order: 'sideways' is none of "));
  refuse (self, "rounds", "1",
          "method test has no option 'rounds'; it has mu-ns, reach-ns, share-ppb, n-rounds, "
          "weight, eager, note, order, flags");
}

static void
test_written (void)
{
  static const char *const wrong[] = { "reach-ns", "reach=1",  "rounds=1",    "n-rounds=10",
                                       "flags=1",  "note=%zz", "weight=0.5x", "eager=never" };
  g_autoptr (TestCorrector) test = g_object_new (TEST_TYPE_CORRECTOR, NULL);
  g_autoptr (TestCorrector) other = g_object_new (TEST_TYPE_CORRECTOR, NULL);
  g_autofree char *written = NULL;
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("All options as one text, as a correction notes them, come back.");

  accept (SPUR_CLOCK_CORRECTOR (test), "mu", "1s");
  accept (SPUR_CLOCK_CORRECTOR (test), "reach", "-5us");
  accept (SPUR_CLOCK_CORRECTOR (test), "weight", "0.1");
  accept (SPUR_CLOCK_CORRECTOR (test), "eager", "true");
  accept (SPUR_CLOCK_CORRECTOR (test), "note", "a = b; 100% ,\n größe");
  accept (SPUR_CLOCK_CORRECTOR (test), "order", "latin");
  written = spur_option_write_all (G_OBJECT (test));
  g_assert_true (spur_option_read_all (G_OBJECT (other), written, &error));
  g_assert_no_error (error);
  again = spur_option_write_all (G_OBJECT (other));
  g_assert_cmpstr (written, ==, again);
  g_assert_cmpstr (other->note, ==, "a = b; 100% ,\n größe");
  g_assert_cmpfloat (other->weight, ==, 0.1);
  g_assert_cmpint (spur_clock_corrector_get_mu_ns (SPUR_CLOCK_CORRECTOR (other)), ==, 1000000000);
  g_assert_true (spur_option_read_all (G_OBJECT (other), "", &error));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_assert_false (spur_option_read_all (G_OBJECT (other), wrong[i], &error));
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
      g_clear_error (&error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/methods/names", test_names);
  g_test_add_func ("/clock/methods/unknown-name", test_unknown_name);
  g_test_add_func ("/clock/methods/register", test_register);
  g_test_add_func ("/clock/methods/options", test_options);
  g_test_add_func ("/clock/methods/bad-options", test_bad_options);
  g_test_add_func ("/clock/methods/written", test_written);
  return g_test_run ();
}
