/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/run/spur-simulating.h"

#include <math.h>

#include "cli/output/spur-edges-tree.h"
#include "cli/output/spur-table.h"
#include "cli/output/spur-text.h"

#define MAX_ROWS 32
#define MAX_SHOWN 3

static void
add_number (SpurTable *table, double value, guint decimals)
{
  g_autofree char *text = g_strdup_printf ("%.*f", (int) decimals, value);

  spur_table_add_text (table, text);
}

static void
put_methods (const SpurSimulatedRun *run, SpurCli *cli)
{
  g_autoptr (SpurTable) table = spur_table_new (8);

  spur_table_set_heading (table, "mean", "F us", "at receives", "S us", "at receives", "A %",
                          "largest A %", "reversed edges");
  for (guint i = 0; i < run->n_methods; i++)
    {
      const SpurSimulatedMethod *method = &run->methods[i];
      const SpurStreamQuality *mean = spur_clock_quality_get_mean (method->quality);
      guint n_over;

      spur_table_add_text (table, method->label);
      add_number (table, mean->fast_ns / 1000, 1);
      add_number (table, mean->fast_received_ns / 1000, 1);
      add_number (table, mean->slow_ns / 1000, 1);
      add_number (table, mean->slow_received_ns / 1000, 1);
      add_number (table, 100 * mean->deviation, 2);
      add_number (table, 100 * spur_simulated_method_get_worst (method, &n_over), 1);
      spur_table_add_count (table, method->check.n_reversed + method->check.n_collective_reversed,
                            FALSE);
    }
  spur_table_put (table, cli);
}

/* The heading of a figure's columns, one a method. */
static void
add_headings (SpurTable *table, const SpurSimulatedRun *run, guint n_shown, const char *figure)
{
  for (guint i = 0; i < n_shown; i++)
    {
      const char *label = run->methods[i + 1].label;
      g_autofree char *text = g_strdup_printf ("%s %s", figure, label);

      spur_table_add_styled (table, SPUR_TONE_DIM, text);
    }
}

static void
add_stream (SpurTable *table, const SpurSimulatedRun *run, guint n_shown, guint stream)
{
  g_autofree char *name = g_strdup_printf ("%u", stream);

  spur_table_add_text (table, name);
  for (guint figure = 0; figure < 3; figure++)
    {
      for (guint i = 0; i < n_shown; i++)
        {
          const SpurStreamQuality *q =
            spur_clock_quality_get_stream (run->methods[i + 1].quality, stream);
          double values[] = { q->fast_ns / 1000, q->slow_ns / 1000, 100 * q->deviation };

          add_number (table, values[figure], 1);
        }
    }
}

static void
put_streams (const SpurSimulatedRun *run, SpurCli *cli)
{
  guint n_shown = MIN (run->n_methods - 1, MAX_SHOWN);
  g_autoptr (SpurTable) table = NULL;
  guint n_streams = spur_clock_quality_get_n_streams (run->methods[0].quality);

  if (n_shown == 0)
    return;
  table = spur_table_new (1 + 3 * n_shown);
  spur_table_add_styled (table, SPUR_TONE_DIM, "stream");
  add_headings (table, run, n_shown, "F us");
  add_headings (table, run, n_shown, "S us");
  add_headings (table, run, n_shown, "A %");
  for (guint i = 0; i < MIN (n_streams, MAX_ROWS); i++)
    add_stream (table, run, n_shown, i);
  spur_out_puts (cli->out, "\n");
  spur_table_put (table, cli);
  if (n_streams > MAX_ROWS)
    spur_out_printf (cli->out, "  ... and %u more; --json lists all\n", n_streams - MAX_ROWS);
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
put_criterion (SpurCli *cli, const char *name, double value, double limit, const char *unit)
{
  GString *text = spur_out_buffer (cli->out);

  g_string_append (text, "  ");
  spur_text_append_padded (text, name, 30);
  if (isnan (value))
    {
      g_string_append (text, "      -\n");
      return;
    }
  g_string_append_printf (text, " %6.2f%s  ", value, unit);
  spur_cli_put (cli, value < limit ? SPUR_TONE_GOOD : SPUR_TONE_BAD,
                value < limit ? "below" : "not below");
  g_string_append_printf (text, " %g%s\n", limit, unit);
}

static void
put_criteria (const SpurSimulatedRun *run, SpurCli *cli)
{
  Criteria criteria;

  if (!get_criteria (run, &criteria))
    return;
  spur_out_puts (cli->out, "\n");
  put_criterion (cli, "F(LC') / F(LC)", criteria.fast, 2, "");
  put_criterion (cli, "F(LC') / F(LC) at receives", criteria.fast_received, 2, "");
  put_criterion (cli, "S(LC') / S(LC)", criteria.slow, 1, "");
  put_criterion (cli, "mean A(LC')", 100 * criteria.deviation, 5, " %");
}

static void
add_ratio (SpurTable *table, double value)
{
  if (isnan (value))
    spur_table_add_text (table, "-");
  else
    add_number (table, value, 2);
}

/* What the columns of a run say: three of each method, and the two ratios. */
#define MAX_VALUES (3 * MAX_SHOWN + 2)

static void
get_values (const SpurSimulatedRun *run, guint n_shown, double *values)
{
  Criteria criteria = { NAN, NAN, NAN, NAN };

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
add_row (SpurTable *table, const char *name, const double *values, guint n_shown, guint n_decimals)
{
  spur_table_add_text (table, name);
  for (guint i = 0; i < n_shown; i++)
    {
      add_number (table, values[3 * i], 2);
      add_number (table, values[3 * i + 1], 1);
      add_number (table, values[3 * i + 2], n_decimals);
    }
  add_ratio (table, values[3 * n_shown]);
  add_ratio (table, values[3 * n_shown + 1]);
}

static void
add_rows (SpurSimulating *self, SpurTable *table, guint n_shown)
{
  double means[MAX_VALUES] = { 0 }, least[MAX_VALUES], most[MAX_VALUES];

  for (guint i = 0; i < self->runs->len; i++)
    {
      const SpurSimulatedRun *run = g_ptr_array_index (self->runs, i);
      g_autofree char *seed = g_strdup_printf ("seed %" G_GUINT64_FORMAT, run->seed);
      double values[MAX_VALUES];

      get_values (run, n_shown, values);
      add_row (table, seed, values, n_shown, 0);
      for (guint k = 0; k < 3 * n_shown + 2; k++)
        {
          means[k] += values[k] / self->runs->len;
          least[k] = i == 0 ? values[k] : MIN (least[k], values[k]);
          most[k] = i == 0 ? values[k] : MAX (most[k], values[k]);
        }
    }
  add_row (table, "mean", means, n_shown, 1);
  add_row (table, "least", least, n_shown, 0);
  add_row (table, "most", most, n_shown, 0);
}

/* Several runs: their range is what matters. */
static void
put_runs (SpurSimulating *self, SpurCli *cli)
{
  const SpurSimulatedRun *first = g_ptr_array_index (self->runs, 0);
  guint n_shown = MIN (first->n_methods - 1, MAX_SHOWN);
  g_autoptr (SpurTable) table = spur_table_new (3 * n_shown + 3);

  spur_table_add_styled (table, SPUR_TONE_DIM, "run");
  for (guint i = 0; i < n_shown; i++)
    {
      const char *label = first->methods[i + 1].label;
      g_autofree char *mean = g_strdup_printf ("A %% %s", label);

      spur_table_add_styled (table, SPUR_TONE_DIM, mean);
      spur_table_add_styled (table, SPUR_TONE_DIM, "largest");
      spur_table_add_styled (table, SPUR_TONE_DIM, "> 5 %");
    }
  spur_table_add_styled (table, SPUR_TONE_DIM, "F ratio");
  spur_table_add_styled (table, SPUR_TONE_DIM, "S ratio");
  add_rows (self, table, n_shown);
  spur_table_put (table, cli);
}

static void
put_head (SpurSimulating *self, SpurCli *cli)
{
  const SpurSimulatedRun *run = g_ptr_array_index (self->runs, 0);
  g_autofree char *mu = spur_text_duration (self->mu_ns);
  g_autofree char *n_events = spur_text_count (run->n_events);
  g_autofree char *n_edges = spur_text_count (run->methods[0].check.n_edges);

  if (self->shape != NULL)
    {
      spur_cli_put (cli, SPUR_TONE_BOLD, self->shape);
      spur_out_puts (cli->out, "\n");
    }
  spur_cli_put_row (cli, "events", n_events);
  spur_cli_put_row (cli, "edges", n_edges);
  spur_cli_put_row (cli, "least delay mu", mu);
  for (guint i = 0; i < self->clocks->len; i++)
    spur_cli_put_row (cli, i == 0 ? "wrong clocks" : "", g_ptr_array_index (self->clocks, i));
  spur_out_puts (cli->out, "\n");
}

static void
put_text (SpurSimulating *self, SpurCli *cli, const char *output)
{
  const SpurSimulatedRun *run = g_ptr_array_index (self->runs, 0);

  if (output != NULL)
    {
      g_autofree char *safe = spur_text_safe (output);

      spur_out_printf (cli->out, "wrote %s\n\n", safe);
    }
  put_head (self, cli);
  if (self->runs->len > 1)
    {
      put_runs (self, cli);
      return;
    }
  put_methods (run, cli);
  put_streams (run, cli);
  put_criteria (run, cli);
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
  guint n_over;
  double worst = spur_simulated_method_get_worst (method, &n_over);

  spur_tree_begin_object (tree, NULL);
  spur_tree_add_string (tree, "name", method->name);
  spur_tree_add_string (tree, "label", method->label);
  spur_tree_add_check_object (tree, "check", &method->check);
  spur_tree_begin_object (tree, "mean");
  add_quality (tree, spur_clock_quality_get_mean (method->quality));
  spur_tree_end (tree);
  spur_tree_add_double (tree, "largest_deviation", worst);
  spur_tree_add_int (tree, "streams_over_5_percent", n_over);
  spur_tree_begin_list (tree, "streams");
  for (guint i = 0; i < spur_clock_quality_get_n_streams (method->quality); i++)
    {
      spur_tree_begin_object (tree, NULL);
      add_quality (tree, spur_clock_quality_get_stream (method->quality, i));
      spur_tree_end (tree);
    }
  spur_tree_end (tree);
  spur_tree_end (tree);
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
  spur_tree_begin_object (tree, NULL);
  spur_tree_add_count (tree, "seed", run->seed);
  spur_tree_add_count (tree, "events", run->n_events);
  spur_tree_begin_list (tree, "methods");
  for (guint i = 0; i < run->n_methods; i++)
    add_method (tree, &run->methods[i]);
  spur_tree_end (tree);
  add_criteria (tree, run);
  spur_tree_end (tree);
}

/* The columns of the text depend on the methods, so it has tables of its own. */
void
spur_simulating_put (SpurSimulating *self, SpurCli *cli, const char *output)
{
  g_autoptr (SpurTree) tree = NULL;

  if (!cli->json)
    {
      put_text (self, cli, output);
      return;
    }
  tree = spur_tree_new ();
  spur_tree_add_string (tree, "output", output);
  spur_tree_add_int (tree, "mu_ns", self->mu_ns);
  spur_tree_begin_list (tree, "clocks");
  for (guint i = 0; i < self->clocks->len; i++)
    spur_tree_add_string (tree, NULL, g_ptr_array_index (self->clocks, i));
  spur_tree_end (tree);
  spur_tree_begin_list (tree, "runs");
  for (guint i = 0; i < self->runs->len; i++)
    add_run (tree, g_ptr_array_index (self->runs, i));
  spur_tree_end (tree);
  spur_cli_put_tree (cli, tree, NULL);
}
