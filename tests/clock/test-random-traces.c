/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-nodes-internal.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/clock/logical/spur-clock-forward-private.h"
#include "random-trace.h"

#define N_TRACES 2000

/* What a trace is corrected with, and how often of each. */
typedef enum
{
  LOGICAL,
  CONTROLLED,
  FIXED,
  ITERATED,
  N_METHODS,
} Method;

static guint n_of_method[N_METHODS], n_of_direction[3], n_of_limits[2];

static void
draw_controller (RandomTrace *self, ReferenceController *controller)
{
  *controller = (ReferenceController){
    .q_init_ns = random_trace_below (self, 2000),
    .q_min_ns = random_trace_below (self, 2000),
    .q_factor_ppb = random_trace_below (self, 1000000001),
    .gamma_max_ppb = 500000000 + random_trace_below (self, 500000001),
    .gamma_degress_ppb = 100000000 + random_trace_below (self, 900000001),
    .l_upper_ppb = 1000000000 + random_trace_below (self, 1500000000),
    .l_lower_ppb = 500000000 + random_trace_below (self, 1500000000),
  };
}

static void
draw_options (RandomTrace *self, ReferenceTrace *reference, Method method)
{
  static const gint64 gammas_ppb[] = { 0, 500000000, 900000000, 999990000, 1000000000 };
  static const gint64 slopes_ppb[] = { 10000000, 100000000, 500000000, 1000000000, 3000000000 };

  reference->delta_ns = random_trace_chance (self, 20) ? 1 + random_trace_below (self, 3) : 0;
  reference->gamma_ppb =
    method == LOGICAL ? 0 : gammas_ppb[random_trace_below (self, G_N_ELEMENTS (gammas_ppb))];
  reference->slope_ppb = slopes_ppb[random_trace_below (self, G_N_ELEMENTS (slopes_ppb))];
  reference->window =
    random_trace_chance (self, 70) ? SPUR_WINDOW_SLOPE : (SpurWindow) random_trace_below (self, 3);
  reference->length_ns = random_trace_below (self, 500);
  reference->is_backward = random_trace_chance (self, 80);
  reference->limits =
    random_trace_chance (self, 30) ? SPUR_BACKWARD_LIMITS_FINAL : SPUR_BACKWARD_LIMITS_FORWARD;
  reference->direction = random_trace_chance (self, 60)
                           ? SPUR_DIRECTION_FORWARD
                           : (SpurDirection) random_trace_below (self, 3);
  reference->mix_ppb = random_trace_below (self, 1000000001);
  reference->is_iterated = method == ITERATED;
  reference->threshold_ppb = random_trace_below (self, 200000000);
  n_of_direction[reference->direction]++;
  n_of_limits[reference->limits]++;
}

static SpurClockCorrector *
make_corrector (RandomTrace *self, ReferenceTrace *reference, ReferenceController *controller)
{
  static const char *const names[] = { "logical", "controlled", "eclc", "eclc" };
  Method method =
    random_trace_chance (self, 50) ? FIXED : (Method) random_trace_below (self, N_METHODS);
  SpurClockCorrector *corrector = spur_clock_corrector_make (names[method], NULL);

  n_of_method[method]++;
  memset (reference, 0, sizeof *reference);
  reference->n_events = self->streams->len;
  reference->n_streams = self->n_streams;
  reference->streams = (const guint *) (gpointer) self->streams->data;
  reference->from_ns = (const gint64 *) (gpointer) self->from_ns->data;
  reference->edges = self->edges;
  draw_options (self, reference, method);
  g_object_set (corrector, "mu-ns", self->mu_ns, "delta-ns", reference->delta_ns, "slope-ppb",
                reference->slope_ppb, "window", reference->window, "window-length-ns",
                reference->length_ns, "backward", reference->is_backward, "backward-limits",
                reference->limits, "direction", reference->direction, "mix-ppb", reference->mix_ppb,
                NULL);
  if (method == CONTROLLED)
    {
      draw_controller (self, controller);
      reference->controller = controller;
      g_object_set (corrector, "q-init-ns", controller->q_init_ns, "q-min-ns", controller->q_min_ns,
                    "q-factor-ppb", controller->q_factor_ppb, "gamma-max-ppb",
                    controller->gamma_max_ppb, "gamma-degress-ppb", controller->gamma_degress_ppb,
                    "l-upper-ppb", controller->l_upper_ppb, "l-lower-ppb", controller->l_lower_ppb,
                    NULL);
    }
  else if (method != LOGICAL)
    g_object_set (corrector, "gamma-ppb", reference->gamma_ppb, "gamma-control",
                  method == ITERATED ? SPUR_GAMMA_CONTROL_ITERATED : SPUR_GAMMA_CONTROL_FIXED,
                  "threshold-ppb", reference->threshold_ppb, NULL);
  return corrector;
}

static double largest_error_ns, largest_slack_ns;
static guint64 n_internal, n_within_2;

static void
compare (RandomTrace *self, SpurTrace *trace, const ReferenceTrace *reference, const gint64 *to_ns)
{
  g_autoptr (SpurNodes) nodes = spur_nodes_make (trace, self->found, NULL, NULL);
  g_autofree gint64 *expected_ns = g_new (gint64, reference->n_events + 1);
  g_autofree double *slack_ns = g_new (double, reference->n_events + 1);

  reference_clock_run (reference, expected_ns, slack_ns);
  for (guint e = 0; e < reference->n_events; e++)
    {
      double error_ns = ABS ((double) (to_ns[e] - expected_ns[e]));

      if (spur_nodes_contains (nodes, random_trace_get_stream (self, e),
                               random_trace_get_position (self, e)))
        {
          g_assert_cmpint (to_ns[e], ==, expected_ns[e]);
          continue;
        }
      g_assert_cmpfloat (error_ns, <=, slack_ns[e] + 1);
      n_internal++;
      n_within_2 += error_ns <= 2;
      if (error_ns > largest_error_ns)
        {
          largest_error_ns = error_ns;
          largest_slack_ns = slack_ns[e];
        }
    }
}

static void
check_unchanged (RandomTrace *self, SpurCorrection *correction)
{
  for (guint s = 0; s < self->n_streams; s++)
    g_assert_cmpuint (spur_correction_get_n_maps (correction, s), ==, 0);
}

static void
check_same (SpurCorrection *a, SpurCorrection *b)
{
  for (guint s = 0; s < spur_correction_get_n_streams (a); s++)
    {
      gsize n_a, n_b;
      const SpurKnot *of_a, *of_b;

      g_assert_cmpuint (spur_correction_get_n_maps (a, s), ==, spur_correction_get_n_maps (b, s));
      if (spur_correction_get_n_maps (a, s) == 0)
        continue;
      of_a = spur_time_map_get_knots (spur_correction_get_map (a, s, 0), &n_a);
      of_b = spur_time_map_get_knots (spur_correction_get_map (b, s, 0), &n_b);
      g_assert_cmpmem (of_a, n_a * sizeof *of_a, of_b, n_b * sizeof *of_b);
    }
}

static SpurCorrection *
correct (RandomTrace *self,
         SpurTrace *trace,
         SpurClockCorrector *corrector,
         guint n_threads,
         guint n_sweep_nodes)
{
  SpurCorrection *correction = spur_correction_new (self->n_streams);
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (GError) error = NULL;

  spur_clock_sweep_nodes = n_sweep_nodes;
  spur_clock_sweep_few = n_sweep_nodes % 2 != 0 ? 0 : G_MAXUINT;
  spur_nodes_piece_words = 1 + n_sweep_nodes % 2;
  spur_clock_corrector_correct (corrector, trace, self->found, correction, &job, &error);
  g_assert_no_error (error);
  return correction;
}

/* The options that are not as usual. */
static char *
describe (SpurClockCorrector *corrector)
{
  GString *text = g_string_new (spur_clock_corrector_get_name (corrector));
  guint n_pspecs;
  g_autofree GParamSpec **pspecs =
    g_object_class_list_properties (G_OBJECT_GET_CLASS (corrector), &n_pspecs);

  for (guint i = 0; i < n_pspecs; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;
      g_autofree char *contents = NULL;

      g_object_get_property (G_OBJECT (corrector), pspecs[i]->name, &value);
      if (g_param_value_defaults (pspecs[i], &value))
        continue;
      contents = g_strdup_value_contents (&value);
      g_string_append_printf (text, " %s=%s", pspecs[i]->name, contents);
    }
  return g_string_free (text, FALSE);
}

static void
run_trace (guint64 seed)
{
  static const guint chunks[] = { 3, 64, 65536, 1, 3 };
  static const guint threads[] = { 2, 8, 1, 2, 8 };
  /* Nodes of a stream per sweep; 0 for passes without sweeps. */
  static const guint sweep_nodes[] = { 0, 64, 1, 2, 9 };
  g_autoptr (RandomTrace) made = random_trace_new (seed);
  g_autoptr (SpurTrace) trace = random_trace_get_trace (made, 1);
  ReferenceTrace reference;
  ReferenceController controller;
  g_autoptr (SpurClockCorrector) corrector = make_corrector (made, &reference, &controller);
  g_autoptr (SpurCorrection) correction = NULL;
  g_autofree gint64 *to_ns = NULL;
  g_autofree char *text = NULL;
  SpurCheck check;

  text = describe (corrector);
  g_test_message ("options: %s", text);
  random_trace_find_edges (made, trace);
  correction = correct (made, trace, corrector, 1, sweep_nodes[seed % G_N_ELEMENTS (sweep_nodes)]);
  to_ns = random_trace_get_times (made, trace, correction);
  random_trace_check_times (made, made->edges, to_ns);
  compare (made, trace, &reference, to_ns);
  spur_check_run (&check, trace, made->found, correction, made->mu_ns, NULL);
  g_assert_true (spur_check_is_clean (&check));
  if (made->is_true && reference.delta_ns == 0)
    check_unchanged (made, correction);
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    {
      g_autoptr (SpurTrace) again = random_trace_get_trace (made, chunks[i]);
      g_autoptr (SpurCorrection) other =
        correct (made, again, corrector, threads[i], sweep_nodes[i]);

      check_same (correction, other);
    }
}

static void
test_random_traces (void)
{
  guint n_traces;

  g_test_summary ("Random traces obey the clock condition afterwards, and equal the definition.");

  n_traces = random_trace_run (run_trace, N_TRACES);
  if (n_traces > 1)
    g_assert_cmpuint (1000 * n_within_2, >=, 999 * n_internal);
  g_print ("# %" G_GUINT64_FORMAT
           " internal events, %.4f %% within 2 ns of the definition, worst %.0f ns (bound %.1f)\n",
           n_internal, 100.0 * (double) n_within_2 / (double) MAX (n_internal, 1), largest_error_ns,
           largest_slack_ns + 1);
  g_print ("# logical %u, controlled %u, gamma fixed %u, iterated %u; forward %u, mirrored %u, "
           "mixed %u; limits forward %u, final %u\n",
           n_of_method[LOGICAL], n_of_method[CONTROLLED], n_of_method[FIXED], n_of_method[ITERATED],
           n_of_direction[SPUR_DIRECTION_FORWARD], n_of_direction[SPUR_DIRECTION_MIRROR],
           n_of_direction[SPUR_DIRECTION_MIX], n_of_limits[SPUR_BACKWARD_LIMITS_FORWARD],
           n_of_limits[SPUR_BACKWARD_LIMITS_FINAL]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/random-traces", test_random_traces);
  return g_test_run ();
}
