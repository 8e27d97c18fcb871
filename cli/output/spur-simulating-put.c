/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-simulating.h"

#include <math.h>

#include "cli/output/spur-edges-tree.h"

#define MAX_ROWS 32
#define MAX_SHOWN 4

static const SpurColumn clock_columns[] = { { "name", "" }, { "clock", "" }, { NULL } };

static const SpurLayout layout[] = {
  SPUR_LAYOUT_LINE_OF ("output", "wrote ", 0),
  SPUR_LAYOUT_EMPTY_IF ("output"),
  { SPUR_LAYOUT_TITLE, "shape", .flags = SPUR_SHOW_IF_SET },
  SPUR_LAYOUT_NOTE_OF ("shown_events", "events"),
  SPUR_LAYOUT_NOTE_OF ("shown_edges", "edges"),
  SPUR_LAYOUT_ROW_OF ("mu_ns", "least delay mu", SPUR_SHOW_DURATION, 0),
  { SPUR_LAYOUT_FACTS, "shown_clocks", .columns = clock_columns },
  SPUR_LAYOUT_EMPTY,
  { SPUR_LAYOUT_GRID, "shown_runs" },
  { SPUR_LAYOUT_GRID, "shown_methods" },
  SPUR_LAYOUT_EMPTY_IF ("shown_streams"),
  { SPUR_LAYOUT_GRID, "shown_streams", .max_rows = MAX_ROWS, .more = "; --json lists all" },
  SPUR_LAYOUT_EMPTY_IF ("shown_criteria"),
  { SPUR_LAYOUT_VERDICTS, "shown_criteria" },
  { SPUR_LAYOUT_END },
};

double
spur_simulating_get_figure (const SpurStreamQuality *quality, guint figure)
{
  const double values[] = { quality->fast_ns / 1000, quality->slow_ns / 1000,
                            100 * quality->deviation };

  return values[figure];
}

static void
add_methods_grid (SpurTree *tree, const SpurSimulatedRun *run)
{
  static const char *const headings[] = { "mean",        "F us",           "at receives",
                                          "S us",        "at receives",    "A %",
                                          "largest A %", "reversed edges", NULL };

  spur_tree_begin_list (tree, "shown_methods");
  spur_tree_add_strings (tree, NULL, (char **) headings);
  for (guint i = 0; i < run->n_methods; i++)
    {
      const SpurSimulatedMethod *method = &run->methods[i];
      const SpurStreamQuality *mean = spur_clock_quality_get_mean (method->quality);
      g_autofree char *n_reversed =
        spur_text_count (method->check.n_reversed + method->check.n_collective_reversed);
      guint n_over;

      spur_tree_begin_list (tree, NULL);
      spur_tree_add_note (tree, NULL, method->label);
      spur_tree_print_note (tree, NULL, "%.1f", mean->fast_ns / 1000);
      spur_tree_print_note (tree, NULL, "%.1f", mean->fast_received_ns / 1000);
      spur_tree_print_note (tree, NULL, "%.1f", mean->slow_ns / 1000);
      spur_tree_print_note (tree, NULL, "%.1f", mean->slow_received_ns / 1000);
      spur_tree_print_note (tree, NULL, "%.2f", 100 * mean->deviation);
      spur_tree_print_note (tree, NULL, "%.1f",
                            100 * spur_simulated_method_get_worst (method, &n_over));
      spur_tree_add_note (tree, NULL, n_reversed);
      spur_tree_end (tree);
    }
  spur_tree_end (tree);
}

/* Three figures of each stream, each by the first methods. */
static void
add_streams_grid (SpurTree *tree, const SpurSimulatedRun *run)
{
  static const char *const figures[] = { "F us", "S us", "A %" };
  guint n_shown = MIN (run->n_methods - 1, MAX_SHOWN);
  guint n_streams = spur_clock_quality_get_n_streams (run->methods[0].quality);

  if (n_shown == 0)
    return;
  spur_tree_begin_list (tree, "shown_streams");
  spur_tree_begin_list (tree, NULL);
  spur_tree_add_note (tree, NULL, "stream");
  for (guint i = 0; i < 3 * n_shown; i++)
    spur_tree_print_note (tree, NULL, "%s %s", figures[i / n_shown],
                          run->methods[i % n_shown + 1].label);
  spur_tree_end (tree);
  for (guint stream = 0; stream < n_streams; stream++)
    {
      spur_tree_begin_list (tree, NULL);
      spur_tree_print_note (tree, NULL, "%u", stream);
      for (guint i = 0; i < 3 * n_shown; i++)
        {
          const SpurStreamQuality *quality =
            spur_clock_quality_get_stream (run->methods[i % n_shown + 1].quality, stream);

          spur_tree_print_note (tree, NULL, "%.1f",
                                spur_simulating_get_figure (quality, i / n_shown));
        }
      spur_tree_end (tree);
    }
  spur_tree_end (tree);
}

/* PDP'97 section 6.4. */
typedef struct
{
  double fast;
  double fast_received;
  double slow;
  double deviation;
} Criteria;

/* NAN where there is nothing to compare with. */
static double
divide_known (double a, double b)
{
  return b > 0 ? a / b : NAN;
}

static gboolean
get_criteria (const SpurSimulatedRun *run, Criteria *criteria)
{
  const SpurSimulatedMethod *simple = spur_simulated_run_find (run, "logical");
  const SpurSimulatedMethod *controlled = spur_simulated_run_find (run, "controlled");
  const SpurStreamQuality *a, *b;

  *criteria = (Criteria){ NAN, NAN, NAN, NAN };
  if (simple == NULL || controlled == NULL)
    return FALSE;
  a = spur_clock_quality_get_mean (simple->quality);
  b = spur_clock_quality_get_mean (controlled->quality);
  *criteria = (Criteria){ divide_known (b->fast_ns, a->fast_ns),
                          divide_known (b->fast_received_ns, a->fast_received_ns),
                          divide_known (b->slow_ns, a->slow_ns), b->deviation };
  return TRUE;
}

static void
add_verdicts (SpurTree *tree, const SpurSimulatedRun *run)
{
  Criteria criteria;
  gboolean has_criteria = get_criteria (run, &criteria);
  const struct
  {
    const char *name;
    double value;
    double limit;
    const char *unit;
  } rows[] = {
    { "F(LC') / F(LC)", criteria.fast, 2, "" },
    { "F(LC') / F(LC) at receives", criteria.fast_received, 2, "" },
    { "S(LC') / S(LC)", criteria.slow, 1, "" },
    { "mean A(LC')", 100 * criteria.deviation, 5, " %" },
  };

  for (guint i = 0;
       has_criteria && spur_tree_next_row (tree, "shown_criteria", i, G_N_ELEMENTS (rows)); i++)
    {
      double value = rows[i].value, limit = rows[i].limit;

      if (isnan (value))
        {
          spur_tree_print_note (tree, "before", "%-30s      -", rows[i].name);
          continue;
        }
      spur_tree_print_note (tree, "before", "%-30s %6.2f%s  ", rows[i].name, value, rows[i].unit);
      spur_tree_add_note (tree, value < limit ? "good" : "bad",
                          value < limit ? "below" : "not below");
      spur_tree_print_note (tree, "after", " %g%s", limit, rows[i].unit);
    }
}

/* What the columns of a run say: three of each method, and the two ratios. */
#define MAX_VALUES (3 * MAX_SHOWN + 2)

static void
get_values (const SpurSimulatedRun *run, guint n_shown, double *values)
{
  Criteria criteria;

  for (guint i = 0; i < n_shown; i++)
    {
      const SpurSimulatedMethod *method = &run->methods[i + 1];
      guint n_over;

      values[3 * i + 1] = 100 * spur_simulated_method_get_worst (method, &n_over);
      values[3 * i] = 100 * spur_clock_quality_get_mean (method->quality)->deviation;
      values[3 * i + 2] = n_over;
    }
  get_criteria (run, &criteria);
  values[3 * n_shown] = criteria.fast;
  values[3 * n_shown + 1] = criteria.slow;
}

static void
add_values (SpurTree *tree, const char *name, const double *values, guint n_shown, int n_decimals)
{
  const int decimals[] = { 2, 1, n_decimals };

  spur_tree_begin_list (tree, NULL);
  spur_tree_add_note (tree, NULL, name);
  for (guint i = 0; i < 3 * n_shown; i++)
    spur_tree_print_note (tree, NULL, "%.*f", decimals[i % 3], values[i]);
  for (guint i = 3 * n_shown; i < 3 * n_shown + 2; i++)
    {
      if (isnan (values[i]))
        spur_tree_add_note (tree, NULL, "-");
      else
        spur_tree_print_note (tree, NULL, "%.2f", values[i]);
    }
  spur_tree_end (tree);
}

static void
add_run_values (SpurSimulating *self, SpurTree *tree, guint n_shown)
{
  double means[MAX_VALUES] = { 0 }, least[MAX_VALUES], most[MAX_VALUES];

  for (guint i = 0; i < self->runs->len; i++)
    {
      const SpurSimulatedRun *run = g_ptr_array_index (self->runs, i);
      g_autofree char *seed = g_strdup_printf ("seed %" G_GUINT64_FORMAT, run->seed);
      double values[MAX_VALUES];

      get_values (run, n_shown, values);
      add_values (tree, seed, values, n_shown, 0);
      for (guint k = 0; k < 3 * n_shown + 2; k++)
        {
          means[k] += values[k] / self->runs->len;
          least[k] = i == 0 ? values[k] : MIN (least[k], values[k]);
          most[k] = i == 0 ? values[k] : MAX (most[k], values[k]);
        }
    }
  add_values (tree, "mean", means, n_shown, 1);
  add_values (tree, "least", least, n_shown, 0);
  add_values (tree, "most", most, n_shown, 0);
}

/* Several runs: their range is what matters. */
static void
add_runs_grid (SpurSimulating *self, SpurTree *tree)
{
  const SpurSimulatedRun *first = g_ptr_array_index (self->runs, 0);
  guint n_shown = MIN (first->n_methods - 1, MAX_SHOWN);

  spur_tree_begin_list (tree, "shown_runs");
  spur_tree_begin_list (tree, NULL);
  spur_tree_add_note (tree, NULL, "run");
  for (guint i = 0; i < n_shown; i++)
    {
      spur_tree_print_note (tree, NULL, "A %% %s", first->methods[i + 1].label);
      spur_tree_add_note (tree, NULL, "largest");
      spur_tree_add_note (tree, NULL, "> 5 %");
    }
  spur_tree_add_note (tree, NULL, "F ratio");
  spur_tree_add_note (tree, NULL, "S ratio");
  spur_tree_end (tree);
  add_run_values (self, tree, n_shown);
  spur_tree_end (tree);
}

/* What only the text shows. */
static void
add_shown (SpurSimulating *self, SpurTree *tree)
{
  const SpurSimulatedRun *run = g_ptr_array_index (self->runs, 0);
  g_autofree char *n_events = spur_text_count (run->n_events);
  g_autofree char *n_edges = spur_text_count (run->methods[0].check.n_edges);

  spur_tree_add_note (tree, "shape", self->shape);
  spur_tree_add_note (tree, "shown_events", n_events);
  spur_tree_add_note (tree, "shown_edges", n_edges);
  for (guint i = 0; spur_tree_next_row (tree, "shown_clocks", i, self->clocks->len); i++)
    {
      spur_tree_add_note (tree, "name", i == 0 ? "wrong clocks" : "");
      spur_tree_add_note (tree, "clock", g_ptr_array_index (self->clocks, i));
    }
  if (self->runs->len > 1)
    {
      add_runs_grid (self, tree);
      return;
    }
  add_methods_grid (tree, run);
  add_streams_grid (tree, run);
  add_verdicts (tree, run);
}

static void
add_quality (SpurTree *tree, const SpurStreamQuality *q)
{
  spur_tree_add_count (tree, "events", q->n_events);
  spur_tree_add_count (tree, "receives", q->n_receives);
  spur_tree_add_double (tree, "fast_ns", q->fast_ns);
  spur_tree_add_double (tree, "slow_ns", q->slow_ns);
  spur_tree_add_double (tree, "fast_received_ns", q->fast_received_ns);
  spur_tree_add_double (tree, "slow_received_ns", q->slow_received_ns);
  spur_tree_add_int (tree, "fastest_ns", q->fastest_ns);
  spur_tree_add_int (tree, "slowest_ns", q->slowest_ns);
  spur_tree_add_double (tree, "deviation", q->deviation);
}

static void
add_method (SpurTree *tree, const SpurSimulatedMethod *method)
{
  SpurClockQuality *quality = method->quality;
  guint n_streams = spur_clock_quality_get_n_streams (quality);
  guint n_over;
  double worst = spur_simulated_method_get_worst (method, &n_over);

  spur_tree_add_string (tree, "name", method->name);
  spur_tree_add_string (tree, "label", method->label);
  spur_tree_add_check_object (tree, "check", &method->check);
  spur_tree_begin_object (tree, "mean");
  add_quality (tree, spur_clock_quality_get_mean (quality));
  spur_tree_end (tree);
  spur_tree_add_double (tree, "largest_deviation", worst);
  spur_tree_add_int (tree, "streams_over_5_percent", n_over);
  for (guint i = 0; spur_tree_next_row (tree, "streams", i, n_streams); i++)
    add_quality (tree, spur_clock_quality_get_stream (quality, i));
}

static void
add_criteria (SpurTree *tree, const SpurSimulatedRun *run)
{
  Criteria criteria;

  if (!get_criteria (run, &criteria))
    return;
  spur_tree_begin_object (tree, "criteria");
  spur_tree_add_double (tree, "fast_ratio", criteria.fast);
  spur_tree_add_double (tree, "fast_received_ratio", criteria.fast_received);
  spur_tree_add_double (tree, "slow_ratio", criteria.slow);
  spur_tree_add_double (tree, "mean_deviation", criteria.deviation);
  spur_tree_end (tree);
}

static void
add_run (SpurTree *tree, const SpurSimulatedRun *run)
{
  spur_tree_add_count (tree, "seed", run->seed);
  spur_tree_add_count (tree, "events", run->n_events);
  for (guint i = 0; spur_tree_next_row (tree, "methods", i, run->n_methods); i++)
    add_method (tree, &run->methods[i]);
  add_criteria (tree, run);
}

void
spur_simulating_add (SpurSimulating *self, SpurCli *cli)
{
  SpurTree *tree = cli->tree;

  cli->layout = layout;
  spur_tree_add_string (tree, "output", cli->output);
  spur_tree_add_int (tree, "mu_ns", self->mu_ns);
  spur_tree_begin_list (tree, "clocks");
  for (guint i = 0; i < self->clocks->len; i++)
    spur_tree_add_string (tree, NULL, g_ptr_array_index (self->clocks, i));
  spur_tree_end (tree);
  for (guint i = 0; spur_tree_next_row (tree, "runs", i, self->runs->len); i++)
    add_run (tree, g_ptr_array_index (self->runs, i));
  add_shown (self, tree);
}
