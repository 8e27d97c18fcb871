/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-causal-clock.h"
#include "random-trace.h"

static void
test_defaults (void)
{
  static const struct
  {
    const char *name;
    gint64 value;
  } defaults[] = {
    { "q-init-ns", 250000 },
    { "q-min-ns", 250000 },
    { "q-factor-ppb", 900000000 },
    { "gamma-max-ppb", 950000000 },
    { "gamma-degress-ppb", 900000000 },
    { "l-upper-ppb", 2000000000 },
    { "l-lower-ppb", 1800000000 },
    { "mu-ns", 1 },
    { "delta-ns", 0 },
  };
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("controlled", NULL);
  gboolean is_backward;

  g_test_summary ("At first it has the parameters of PDP'97.");

  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    {
      gint64 value;

      g_object_get (clock, defaults[i].name, &value, NULL);
      g_assert_cmpint (value, ==, defaults[i].value);
    }
  g_object_get (clock, "backward", &is_backward, NULL);
  g_assert_false (is_backward);
  g_assert_cmpstr (spur_clock_corrector_get_name (clock), ==, "controlled");
}

static void
test_options (void)
{
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("controlled", NULL);
  gint64 value;

  g_test_summary ("Its options are set by name, within their limits.");

  g_assert_true (spur_clock_corrector_set_option (clock, "l-upper", "2.5", NULL));
  g_object_get (clock, "l-upper-ppb", &value, NULL);
  g_assert_cmpint (value, ==, 2500000000);
  g_assert_true (spur_clock_corrector_set_option (clock, "q-init", "1ms", NULL));
  g_object_get (clock, "q-init-ns", &value, NULL);
  g_assert_cmpint (value, ==, 1000000);
  g_assert_false (spur_clock_corrector_set_option (clock, "gamma-degress", "0", NULL));
  g_assert_false (spur_clock_corrector_set_option (clock, "gamma-max", "1.000000001", NULL));
  g_assert_false (spur_clock_corrector_set_option (clock, "gamma", "0.9", NULL));
}

/* One stream jumps at its second event, then has an event every 1000 ns and no more edges. */
static SpurTrace *
make_trace (SpurEdges *edges, guint n_events)
{
  g_autoptr (GPtrArray) times = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  GArray *sender = g_array_new (FALSE, FALSE, sizeof (gint64));
  GArray *receiver = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 sent_ns = 100000000;

  g_array_append_val (sender, sent_ns);
  for (gint64 i = 0; i < n_events; i++)
    {
      gint64 time_ns = 1000 * i;

      g_array_append_val (receiver, time_ns);
    }
  g_ptr_array_add (times, sender);
  g_ptr_array_add (times, receiver);
  made_trace_add_edge (edges, 0, 0, 1, 1);
  return made_trace_new (times, 64);
}

static void
test_gamma_falls (void)
{
  g_autoptr (SpurEdges) edges = spur_edges_new (2);
  g_autoptr (SpurTrace) trace = make_trace (edges, 50);
  g_autoptr (SpurClockCorrector) clock = spur_clock_corrector_make ("controlled", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (GArray) times = NULL;
  gint64 clock_ns = 100000001, gamma_ppb = 950000000;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Where D' is always too large gamma falls by a tenth with every event.");

  g_object_set (clock, "l-upper-ppb", (gint64) 0, "l-lower-ppb", (gint64) 0, NULL);
  spur_clock_corrector_correct (clock, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  times = made_trace_get_times (trace, correction, 1);
  g_assert_cmpint (g_array_index (times, gint64, 1), ==, clock_ns);
  for (guint i = 2; i < times->len; i++)
    {
      gamma_ppb = gamma_ppb * 9 / 10;
      clock_ns += gamma_ppb * 1000 / 1000000000;
      g_assert_cmpint (g_array_index (times, gint64, i), ==, clock_ns);
    }
}

static SpurCorrection *
correct (SpurClockCorrector *clock, RandomTrace *made, SpurTrace *trace)
{
  SpurCorrection *correction = spur_correction_new (made->n_streams);
  g_autoptr (GError) error = NULL;

  spur_clock_corrector_correct (clock, trace, made->found, correction, NULL, &error);
  g_assert_no_error (error);
  return correction;
}

static void
test_idle_controller (void)
{
  g_test_summary ("With a controller that does nothing it is the clock of a fixed gamma.");

  for (guint64 seed = 1; seed <= 50; seed++)
    {
      g_autoptr (RandomTrace) made = random_trace_new (seed);
      g_autoptr (SpurTrace) trace = random_trace_get_trace (made, 64);
      g_autoptr (SpurClockCorrector) controlled = spur_clock_corrector_make ("controlled", NULL);
      g_autoptr (SpurClockCorrector) fixed = spur_clock_corrector_make ("eclc", NULL);
      g_autoptr (SpurCorrection) a = NULL, b = NULL;
      g_autofree gint64 *a_ns = NULL, *b_ns = NULL;

      random_trace_find_edges (made, trace);
      g_object_set (controlled, "mu-ns", made->mu_ns, "delta-ns", (gint64) 1, "gamma-degress-ppb",
                    (gint64) 1000000000, "gamma-max-ppb", (gint64) 900000000, "backward", TRUE,
                    NULL);
      g_object_set (fixed, "mu-ns", made->mu_ns, "delta-ns", (gint64) 1, "gamma-ppb",
                    (gint64) 900000000, NULL);
      a = correct (controlled, made, trace);
      b = correct (fixed, made, trace);
      a_ns = random_trace_get_times (made, trace, a);
      b_ns = random_trace_get_times (made, trace, b);
      g_assert_cmpmem (a_ns, made->streams->len * sizeof *a_ns, b_ns,
                       made->streams->len * sizeof *b_ns);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/controlled/defaults", test_defaults);
  g_test_add_func ("/clock/controlled/options", test_options);
  g_test_add_func ("/clock/controlled/gamma-falls", test_gamma_falls);
  g_test_add_func ("/clock/controlled/idle-controller", test_idle_controller);
  return g_test_run ();
}
