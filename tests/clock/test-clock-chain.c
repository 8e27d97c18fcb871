/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-chain.h"
#include "made-trace.h"

/* A corrector with an option of every kind, that does nothing but note them. */
typedef struct
{
  SpurClockCorrector parent_instance;
  gint64 length_ns;
  guint n_rounds;
  double factor;
  gboolean is_loud;
  char *word;
} Probe;

typedef SpurClockCorrectorClass ProbeClass;

static GType probe_get_type (void);

G_DEFINE_TYPE (Probe, probe, SPUR_TYPE_CLOCK_CORRECTOR)

enum
{
  PROP_LENGTH = 1,
  PROP_ROUNDS,
  PROP_FACTOR,
  PROP_LOUD,
  PROP_WORD,
};

static void
probe_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  Probe *self = (Probe *) object;

  switch (id)
    {
    case PROP_LENGTH:
      self->length_ns = g_value_get_int64 (value);
      break;
    case PROP_ROUNDS:
      self->n_rounds = g_value_get_uint (value);
      break;
    case PROP_FACTOR:
      self->factor = g_value_get_double (value);
      break;
    case PROP_LOUD:
      self->is_loud = g_value_get_boolean (value);
      break;
    case PROP_WORD:
      g_free (self->word);
      self->word = g_value_dup_string (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static void
probe_finalize (GObject *object)
{
  g_free (((Probe *) object)->word);
  G_OBJECT_CLASS (probe_parent_class)->finalize (object);
}

static gboolean
probe_correct (SpurClockCorrector *corrector,
               SpurTrace *trace,
               SpurEdges *edges,
               SpurCorrection *correction,
               const SpurJob *job,
               GError **error)
{
  spur_correction_set_fact (correction, "probe.result", "looked at");
  return TRUE;
}

static void
probe_class_init (ProbeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = probe_set_property;
  object_class->finalize = probe_finalize;
  klass->name = "probe";
  klass->correct = probe_correct;
  g_object_class_install_property (object_class, PROP_LENGTH,
                                   g_param_spec_int64 ("length-ns", NULL, NULL, 0, 1000, 0, flags));
  g_object_class_install_property (object_class, PROP_ROUNDS,
                                   g_param_spec_uint ("rounds", NULL, NULL, 1, 9, 1, flags));
  g_object_class_install_property (
    object_class, PROP_FACTOR, g_param_spec_double ("factor", NULL, NULL, 0.0, 1.0, 0.0, flags));
  g_object_class_install_property (object_class, PROP_LOUD,
                                   g_param_spec_boolean ("loud", NULL, NULL, FALSE, flags));
  g_object_class_install_property (object_class, PROP_WORD,
                                   g_param_spec_string ("word", NULL, NULL, NULL, flags));
}

static void
probe_init (Probe *self)
{
}

static void
test_methods (void)
{
  static const char *const wrong[] = { "", "eclc,", "Eclc", "elcc", "eclc;bounds" };
  g_autoptr (GString) many = g_string_new ("eclc");
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new (" bounds , eclc ", NULL);
  g_autoptr (SpurClockChain) automatic = spur_clock_chain_new ("auto", NULL);

  g_test_summary ("A chain is made of names; what is no name is refused.");

  g_assert_cmpuint (spur_clock_chain_get_n_correctors (chain), ==, 2);
  g_assert_cmpstr (spur_clock_corrector_get_name (spur_clock_chain_get_corrector (chain, 1)), ==,
                   "eclc");
  g_assert_cmpuint (spur_clock_chain_get_n_correctors (automatic), >=, 2);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (spur_clock_chain_new (wrong[i], &error));
      g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_METHOD);
    }
  for (guint i = 2; i <= SPUR_CORRECTION_MAX_MAPS + 1; i++)
    {
      g_autoptr (SpurClockChain) long_chain = NULL;

      g_string_append (many, ",eclc");
      long_chain = spur_clock_chain_new (many->str, NULL);
      g_assert_true ((long_chain != NULL) == (i <= SPUR_CORRECTION_MAX_MAPS));
    }
}

static void
test_options (void)
{
  static const struct
  {
    const char *name;
    const char *value;
  } wrong[] = {
    { "length-ns", "1001" }, { "length-ns", "-1" },  { "length-ns", "" }, { "length-ns", "5x" },
    { "rounds", "0" },       { "factor", "1.5" },    { "factor", "nan" }, { "loud", "loud" },
    { "lenght-ns", "1" },    { "eclc.rounds", "1" }, { "", "1" },
  };
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("probe,eclc,probe", NULL);
  Probe *first = (Probe *) spur_clock_chain_get_corrector (chain, 0);
  Probe *last = (Probe *) spur_clock_chain_get_corrector (chain, 2);

  g_test_summary ("Options are properties; every corrector that has one gets it.");

  g_assert_true (spur_clock_chain_set_option (chain, "length-ns", "1000", NULL));
  g_assert_true (spur_clock_chain_set_option (chain, "probe.rounds", "9", NULL));
  g_assert_true (spur_clock_chain_set_option (chain, "factor", "0.25", NULL));
  g_assert_true (spur_clock_chain_set_option (chain, "loud", "yes", NULL));
  g_assert_true (spur_clock_chain_set_option (chain, "word", "any, text", NULL));
  g_assert_cmpint (first->length_ns, ==, 1000);
  g_assert_cmpuint (last->n_rounds, ==, 9);
  g_assert_cmpfloat (first->factor, ==, 0.25);
  g_assert_true (last->is_loud);
  g_assert_cmpstr (first->word, ==, "any, text");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (spur_clock_chain_set_option (chain, wrong[i].name, wrong[i].value, &error));
      g_assert_error (error, SPUR_CLOCK_ERROR, SPUR_CLOCK_ERROR_OPTION);
    }
  g_assert_cmpint (first->length_ns, ==, 1000);
}

static void
test_steps (void)
{
  g_autoptr (SpurClockChain) chain = spur_clock_chain_new ("probe,eclc", NULL);
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  const gint64 times_ns[] = { 1000, 900 };
  const SpurClockStep *step;

  g_test_summary ("Every step says what it did, and what it found and left.");

  for (guint i = 0; i < 2; i++)
    {
      g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
      g_array_append_val (((GArray *) times->pdata[i]), times_ns[i]);
    }
  made_trace_add_edge (edges, 0, 0, 1, 0);
  trace = made_trace_new (times, 64);
  spur_clock_chain_run (chain, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_clock_chain_get_n_steps (chain), ==, 2);
  step = spur_clock_chain_get_step (chain, 0);
  g_assert_cmpstr (step->name, ==, "probe");
  g_assert_cmpstr (step->result, ==, "looked at");
  g_assert_cmpuint (step->after.n_reversed, ==, 1);
  step = spur_clock_chain_get_step (chain, 1);
  g_assert_cmpuint (step->before.n_reversed, ==, 1);
  g_assert_cmpuint (step->after.n_reversed, ==, 0);
  g_assert_cmpuint (spur_clock_chain_get_n_maps (chain, 1, 1), ==, 0);
  g_assert_cmpuint (spur_correction_get_n_maps (correction, 1), ==, 1);
  g_assert_cmpint (spur_clock_chain_get_half_width_ns (chain, 1, 1000), ==, -1);
  g_assert_cmpstr (spur_correction_get_fact (correction, "method"), ==, "probe, eclc");
  g_assert_cmpstr (spur_correction_get_fact (correction, "step.1"), ==,
                   "probe: looked at; reversed 1 to 1, in collectives 0 to 0");
}

static void
test_nothing (void)
{
  g_auto (GStrv) names = spur_clock_corrector_dup_names ();

  g_test_summary ("Every method corrects a trace without streams, and streams without events.");

  for (guint n_streams = 0; n_streams < 3; n_streams++)
    {
      for (guint i = 0; names[i] != NULL; i++)
        {
          g_autoptr (GPtrArray) times =
            g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
          g_autoptr (SpurClockChain) chain = spur_clock_chain_new (names[i], NULL);
          g_autoptr (SpurEdges) edges = spur_edges_new (n_streams);
          g_autoptr (SpurCorrection) correction = spur_correction_new (n_streams);
          g_autoptr (SpurTrace) trace = NULL;
          g_autoptr (GError) error = NULL;

          for (guint s = 0; s < n_streams; s++)
            g_ptr_array_add (times, g_array_new (FALSE, FALSE, sizeof (gint64)));
          trace = made_trace_new (times, 16);
          g_assert_true (spur_clock_chain_run (chain, trace, edges, correction, NULL, &error));
          g_assert_no_error (error);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  spur_clock_corrector_register (probe_get_type ());
  g_test_add_func ("/clock/chain/methods", test_methods);
  g_test_add_func ("/clock/chain/options", test_options);
  g_test_add_func ("/clock/chain/steps", test_steps);
  g_test_add_func ("/clock/chain/nothing", test_nothing);
  return g_test_run ();
}
