/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

#define LB_DATA "lb-vt-8color-32rank/nolb-8color-16nodes-11firstphases"
#define BLOCKS "lb-vt-synthetic-blocks"
#define GREEDY "projections-charm-lbtest-greedy-4pe"
#define REFINE "projections-charm-lbtest-refine-8pe"
#define MIGRATIONS "paje-simgrid-procmig/procmig.trace"

static gboolean
has_corpus (const char *set)
{
  if (spur_test_has_corpus (set))
    return TRUE;
  g_test_skip ("the trace is not there: SPUR_SHARED names the folder of shared traces");
  return FALSE;
}

static JsonObject *
get_row (JsonObject *object, const char *list, guint index)
{
  return json_array_get_object_element (json_object_get_array_member (object, list), index);
}

static double
get_double (JsonObject *object, const char *key)
{
  return json_object_get_double_member (object, key);
}

/* To the six digits of the figures that others worked out. */
#define assert_six(value, wanted) g_assert_cmpfloat_with_epsilon (value, wanted, 5.1e-7)

#define N_PHASES 11

/* Sums of load and imbalances: LBAF's own, with 1e-8 for each byte, and those of loads alone. */
static const double with_bytes[N_PHASES][2] = {
  { 10.5817, 0.992173 },   { 0.642948, 4.91849 },   { 0.526383, 0.221116 },
  { 0.521197, 0.0442304 }, { 0.52225, 0.0461051 },  { 0.520378, 0.0469951 },
  { 0.520078, 0.0430356 }, { 0.520286, 0.0532831 }, { 0.520617, 0.0466161 },
  { 0.547612, 1.44446 },   { 0.522944, 0.098434 },
};

static const double loads[N_PHASES][2] = {
  { 10.572073, 0.992946 }, { 0.638841, 4.946724 }, { 0.522310, 0.224330 }, { 0.517308, 0.040500 },
  { 0.518246, 0.041967 },  { 0.516488, 0.043018 }, { 0.516154, 0.038872 }, { 0.516329, 0.049216 },
  { 0.516689, 0.042889 },  { 0.543617, 1.453636 }, { 0.519023, 0.097706 },
};

static void
test_lb_data (void)
{
  g_autofree char *path = NULL;
  g_autoptr (JsonObject) all = NULL;

  g_test_summary ("The phases of a run with 32 ranks have the loads that two other programs say.");

  if (!has_corpus (LB_DATA))
    return;
  path = spur_test_corpus (LB_DATA);
  all = run_json (0, "balance", "--byte-cost", "1e-8", path, NULL);
  for (guint i = 0; i < N_PHASES; i++)
    {
      JsonObject *phase = get_row (all, "phases", i);
      JsonObject *work = get_row (all, "works", i);

      assert_six (get_double (phase, "load"), loads[i][0]);
      assert_six (get_double (phase, "imbalance"), loads[i][1]);
      /* LBAF prints six digits of each number. */
      g_assert_cmpfloat_with_epsilon (get_double (work, "work") / with_bytes[i][0], 1, 5e-6);
      g_assert_cmpfloat_with_epsilon (get_double (work, "imbalance") / with_bytes[i][1], 1, 5e-6);
    }
  g_assert_true (
    json_object_get_boolean_member (json_object_get_object_member (all, "conserved"), "is_kept"));
}

static void
test_metrics (void)
{
  static const struct
  {
    guint phase;
    double sigma;
    double gini;
    double percentage;
    double efficiency;
    double largest;
    double greedy;
  } rows[] = {
    { 0, 0.511684, 0.282372, 51.4302, 0.501770, 0.9748, 0.022004 },
    { 1, 0.889358, 0.172834, 85.8674, 0.168160, 5.1818, 4.284499 },
    { 9, 0.261858, 0.056129, 61.1553, 0.407558, 1.5675, 0.731261 },
  };
  g_autofree char *path = NULL;
  g_autoptr (JsonObject) all = NULL;

  g_test_summary ("So have the other metrics, what the greedy strategy reaches, and bounds.");

  if (!has_corpus (LB_DATA))
    return;
  path = spur_test_corpus (LB_DATA);
  all = run_json (0, "balance", "--what-if", "greedy", path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      JsonObject *phase = get_row (all, "phases", rows[i].phase);
      /* As recorded, as in the next phase, greedy. */
      JsonObject *greedy = get_row (all, "what_if", 3 * rows[i].phase + 2);

      assert_six (get_double (phase, "sigma_over_mean"), rows[i].sigma);
      assert_six (get_double (phase, "gini"), rows[i].gini);
      g_assert_cmpfloat_with_epsilon (get_double (phase, "percentage"), rows[i].percentage, 5.1e-5);
      assert_six (get_double (phase, "efficiency"), rows[i].efficiency);
      g_assert_cmpfloat_with_epsilon (get_double (phase, "largest_imbalance") + 1, rows[i].largest,
                                      5.1e-5);
      g_assert_cmpstr (json_object_get_string_member (greedy, "placement"), ==, "greedy");
      assert_six (get_double (greedy, "imbalance"), rows[i].greedy);
      assert_six (get_double (greedy, "load"), loads[rows[i].phase][0]);
      g_assert_cmpfloat (get_double (phase, "least_imbalance"), <=, rows[i].greedy + 1e-9);
      g_assert_cmpfloat (get_double (phase, "least_imbalance"), >=, rows[i].largest - 1 - 1e-4);
    }
}

static double
get_work (JsonObject *object, const char *placement)
{
  JsonArray *rows = json_object_get_array_member (object, "what_if");

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);

      if (g_str_equal (json_object_get_string_member (row, "placement"), placement))
        return get_double (row, "work");
    }
  g_assert_not_reached ();
}

static void
test_blocks (void)
{
  g_autofree char *path = NULL;
  g_autoptr (JsonObject) plain = NULL;
  g_autoptr (JsonObject) bytes = NULL;

  g_test_summary ("The blocks of the LB-analysis-framework: 4.0 and 8.5, at best 2.0 and 4.0.");

  if (!has_corpus (BLOCKS))
    return;
  path = spur_test_corpus (BLOCKS);
  plain = run_json (0, "balance", "--what-if", "brute,refine", path, NULL);
  bytes = run_json (0, "balance", "--what-if", "brute", "--byte-cost", "1", path, NULL);
  g_assert_cmpfloat (get_work (plain, "as recorded"), ==, 4);
  g_assert_cmpfloat (get_work (plain, "brute"), ==, 2);
  g_assert_cmpfloat (get_work (bytes, "as recorded"), ==, 8.5);
  g_assert_cmpfloat (get_work (bytes, "brute"), ==, 4);
}

/* What runtime.out says of a step: mean and largest load of objects before it, and moves. */
typedef struct
{
  double mean;
  double largest;
  int n_moves;
} Step;

/* What is read first is whether it is safe, and what was found; nothing is wider than a terminal.
 */
static void
check_text (const char *out)
{
  g_auto (GStrv) lines = g_strsplit (out, "\n", -1);
  g_autofree char *head = g_strjoin (" ", lines[1], lines[2], NULL);

  g_assert_nonnull (strstr (head, "messages arrive before they were sent"));
  g_assert_nonnull (strstr (head, "not safe"));
  g_assert_true (g_str_has_prefix (lines[4], "  - Phase 1 ("));
  /* The first line is the path. */
  for (guint i = 1; lines[i] != NULL; i++)
    g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 80);
}

static void
check_charm (const char *set, const Step *steps, guint n_steps, guint n_objects, int record_cost_ns)
{
  g_autofree char *path = spur_test_corpus (set);
  g_autoptr (JsonObject) all = run_json (0, "balance", path, NULL);
  g_autoptr (JsonObject) whole = run_json (0, "balance", "--record-cost", "0", path, NULL);
  g_auto (Run) run = { 0 };

  g_assert_cmpint (get_int (all, "record_cost_ns"), ==, record_cost_ns);
  g_assert_cmpint (get_int (whole, "record_cost_ns"), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (all, "steps")), ==,
                    n_steps);
  for (guint i = 0; i < n_steps; i++)
    {
      JsonObject *phase = get_row (all, "phases", i);

      g_assert_cmpint (get_int (phase, "objects"), ==, n_objects);
      g_assert_cmpint (get_int (phase, "number"), ==, i);
      g_assert_cmpfloat_with_epsilon (get_double (phase, "mean_object") / steps[i].mean, 1, 0.01);
      g_assert_cmpfloat_with_epsilon (get_double (phase, "largest_object") / steps[i].largest, 1,
                                      0.002);
      g_assert_cmpfloat (get_double (get_row (whole, "phases", i), "mean_object"), >,
                         get_double (phase, "mean_object"));
      g_assert_cmpint (get_int (get_row (all, "steps", i), "moves"), ==, steps[i].n_moves);
    }
  run_spur (&run, "balance", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  check_text (run.out);
}

static void
test_charm (void)
{
  static const Step greedy[] = { { 0.006148, 0.029834, 69 }, { 0.006103, 0.029863, 80 } };
  static const Step refine[] = { { 0.001405, 0.021234, 10 },
                                 { 0.001402, 0.021152, 7 },
                                 { 0.001388, 0.020920, 10 } };

  g_test_summary ("Steps of Charm++'s own load balancers move as many objects as the runtime says, "
                  "and objects have its loads; raw times get a warning.");

  if (!has_corpus (GREEDY) || !has_corpus (REFINE))
    return;
  /* What a record takes, by the packings of each log, between whose begins and ends is nothing
   * else: 1,876 us in 26,669 of them, and 353 us in 3,091. */
  check_charm (GREEDY, greedy, G_N_ELEMENTS (greedy), 100, 70);
  check_charm (REFINE, refine, G_N_ELEMENTS (refine), 200, 114);
}

static void
test_management (void)
{
  /* Sums of the log: of each PE the entry methods of TreeLB, less the packings in them. */
  static const gint64 greedy_us[] = { 339, 55, 173, 72 };
  g_autofree char *path = NULL;
  g_autoptr (JsonObject) all = NULL;

  g_test_summary ("What Charm++'s load balancer does is the load management's, not its PE's.");

  if (!has_corpus (GREEDY))
    return;
  path = spur_test_corpus (GREEDY);
  all = run_json (0, "stats", path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (greedy_us); i++)
    g_assert_cmpint (get_int (get_row (all, "targets", i), "management_ns"), ==,
                     greedy_us[i] * 1000);
}

static void
test_threads (void)
{
  g_autofree char *path = NULL;
  g_auto (Run) one = { 0 };
  g_auto (Run) many = { 0 };

  g_test_summary ("Any number of threads says the same bytes.");

  if (!has_corpus (GREEDY))
    return;
  path = spur_test_corpus (GREEDY);
  run_spur (&one, "balance", "--json", "--byte-cost", "1e-9", "--what-if", "refine", "-j", "1",
            path, NULL);
  run_spur (&many, "balance", "--json", "--byte-cost", "1e-9", "--what-if", "refine", "-j", "7",
            path, NULL);
  g_assert_cmpint (one.status, ==, 0);
  g_assert_cmpstr (one.out, ==, many.out);
}

static void
test_usage (void)
{
  static const char *const wrong[][4] = {
    { "--what-if", "clever", "--what-if", "none" },
    { "--every", "0", "--every", "none" },
    { "--every", "1s", "--phases", "both" },
    { "--byte-cost", "-1", "--byte-cost", "none" },
    { "--move-cost", "-1", "--move-cost", "none" },
    { "--phases", "No_Such", "No_Such", "none" },
    { "--phase", "77", "no phase 77", "none" },
    { "--record-cost", "-1ns", "--record-cost", "none" },
  };
  g_autofree char *path = NULL;

  g_test_summary ("Wrong options are told by their names.");

  if (!has_corpus (BLOCKS))
    return;
  path = spur_test_corpus (BLOCKS);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (Run) run = { 0 };

      if (g_str_equal (wrong[i][3], "both"))
        run_spur (&run, "balance", wrong[i][0], wrong[i][1], wrong[i][2], "x", path, NULL);
      else
        run_spur (&run, "balance", wrong[i][0], wrong[i][1], path, NULL);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_nonnull (strstr (run.err, wrong[i][2]));
    }
}

static void
test_one_phase (void)
{
  g_autofree char *path = NULL;
  g_autoptr (JsonObject) one = NULL;
  JsonObject *row;

  g_test_summary ("--phase shows the loads of targets and objects.");

  if (!has_corpus (BLOCKS))
    return;
  path = spur_test_corpus (BLOCKS);
  one = run_json (0, "balance", "--phase", "0", path, NULL);
  row = get_row (one, "target_loads", 1);
  g_assert_cmpstr (json_object_get_string_member (row, "name"), ==, "node 1");
  g_assert_cmpfloat (get_double (row, "load"), ==, 4);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (one, "object_loads")), ==,
                    9);
}

/* The first and the last of the eight migrations that SimGrid's authors expect; what is before the
 * first has no load and is no phase. */
static void
test_begins (void)
{
  g_autofree char *path = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("Times of phases count from the begin of the trace, not of the first phase.");

  if (!has_corpus (MIGRATIONS))
    return;
  path = spur_test_corpus (MIGRATIONS);
  run_spur (&run, "balance", "--phases", "LO_Migration_Event", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\n  1       2.026 s  "));
  g_assert_nonnull (strstr (run.out, "\n  8      16.139 s  "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-balance/lb-data", test_lb_data);
  g_test_add_func ("/cli-balance/metrics", test_metrics);
  g_test_add_func ("/cli-balance/blocks", test_blocks);
  g_test_add_func ("/cli-balance/charm", test_charm);
  g_test_add_func ("/cli-balance/management", test_management);
  g_test_add_func ("/cli-balance/threads", test_threads);
  g_test_add_func ("/cli-balance/usage", test_usage);
  g_test_add_func ("/cli-balance/one-phase", test_one_phase);
  g_test_add_func ("/cli-balance/begins", test_begins);
  return g_test_run ();
}
