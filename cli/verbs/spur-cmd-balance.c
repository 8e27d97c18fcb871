/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/output/spur-balance-put.h"
#include "cli/output/spur-edges-tree.h"

#define MAX_SHOWN 40

static char *phases_text;
static char *every_text;
static char *record_cost_text;
static char *what_if_text;
static double byte_cost;
static double move_cost;
static gint64 phase_number = -1;
static gboolean raw;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("phases", STRING, &phases_text, "Events of this class begin a phase", "CLASS"),
  SPUR_OPTION ("every", STRING, &every_text, "A phase is as long as this", "TIME"),
  SPUR_OPTION ("phase", INT64, &phase_number, "Show the loads of this phase, by its number", "N"),
  SPUR_OPTION ("what-if",
               STRING,
               &what_if_text,
               "Place objects anew: greedy,refine,diffusion,brute",
               "STRATEGIES"),
  SPUR_OPTION (
    "byte-cost", DOUBLE, &byte_cost, "Work of a byte between targets, in the unit of loads", "X"),
  SPUR_OPTION ("move-cost", DOUBLE, &move_cost, "Work of a move, in the unit of loads", "X"),
  SPUR_OPTION ("record-cost",
               STRING,
               &record_cost_text,
               "What writing a record takes; else as the trace says",
               "TIME"),
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

static const char *const strategies[] = { "greedy", "refine", "diffusion", "brute", NULL };

static const SpurOptionWords words[] = {
  { .option = "what-if", .words = strategies },
  { NULL },
};

static const SpurColumn phase_columns[] = {
  { "shown_number", "phase" },
  { "shown_begin", "begins" },
  { "shown_load", "load" },
  { "shown_max", "busiest" },
  { "shown_imbalance", "max/mean-1" },
  { "shown_least", "at least" },
  { "shown_waiting", "waits" },
  { NULL },
};

/* In a table of its own, so that none is wider than a terminal. */
static const SpurColumn measure_columns[] = {
  { "shown_number", "phase" },
  { "shown_sigma", "sigma/mean" },
  { "shown_gini", "Gini" },
  { "shown_percentage", "DeRose" },
  { NULL },
};

static const SpurColumn work_columns[] = {
  { "shown_number", "phase" },
  { "shown_work", "work with bytes" },
  { "shown_work_max", "busiest" },
  { "shown_work_imbalance", "max/mean-1" },
  { NULL },
};

static const SpurColumn step_columns[] = {
  { "shown_number", "into" },
  { "moves", "moves", SPUR_SHOW_COUNT },
  { "pause_ns", "pause", SPUR_SHOW_SPAN },
  { "shown_gain", "gain" },
  { "shown_payback", "paid after" },
  { "shown_predicted", "predicted" },
  { "shown_imbalance", "came" },
  { "shown_persistence", "persists" },
  { NULL },
};

static const SpurColumn what_if_columns[] = {
  { "shown_number", "phase" },
  { "placement", "placement", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_work", "busiest" },
  { "shown_imbalance", "max/mean-1" },
  { "shown_moves", "moves" },
  { "shown_sum", "load" },
  { NULL },
};

static const SpurColumn target_columns[] = {
  { "name", "target" },
  { "shown_load", "load" },
  { NULL },
};

static const SpurColumn object_columns[] = {
  { "name", "object" },
  { "target", "on", SPUR_SHOW_TEXT, SPUR_SHOW_LEFT },
  { "shown_load", "load" },
  { NULL },
};

#define TABLE_IF(path, of_columns)                                                                 \
  SPUR_LAYOUT_EMPTY_IF (path),                                                                     \
  {                                                                                                \
    .kind = SPUR_LAYOUT_TABLE, .name = path, .flags = SPUR_SHOW_IF_SET, .columns = of_columns,     \
    .max_rows = MAX_SHOWN, .more = "; --json lists all"                                            \
  }

static const SpurLayout layout[] = {
  SPUR_LAYOUT_TITLE_OF ("path"),
  SPUR_LAYOUT_UNSAFE,
  SPUR_LAYOUT_EMPTY_IF ("shown_findings"),
  { .kind = SPUR_LAYOUT_SENTENCE, .name = "shown_findings", .label = "- " },
  SPUR_LAYOUT_EMPTY_IF ("times"),
  SPUR_LAYOUT_NOTE_OF ("times", "times"),
  SPUR_LAYOUT_NOTE_OF ("shown_source", "phases"),
  SPUR_LAYOUT_NOTE_OF ("shown_measure", "load is"),
  SPUR_LAYOUT_COUNT_OF ("targets", "targets"),
  SPUR_LAYOUT_COUNT_OF ("objects", "load objects"),
  SPUR_LAYOUT_COUNT_IF ("pinned", "that may not move"),
  SPUR_LAYOUT_COUNT_OF ("moves", "moves"),
  SPUR_LAYOUT_COUNT_OF ("phase_moves", "moves between phases"),
  SPUR_LAYOUT_NOTE_OF ("shown_management", "load management"),
  SPUR_LAYOUT_NOTE_OF ("shown_share", "its share"),
  SPUR_LAYOUT_NOTE_OF ("conservation", "conservation"),
  TABLE_IF ("phases", phase_columns),
  TABLE_IF ("phases", measure_columns),
  TABLE_IF ("works", work_columns),
  TABLE_IF ("steps", step_columns),
  TABLE_IF ("what_if", what_if_columns),
  TABLE_IF ("target_loads", target_columns),
  TABLE_IF ("object_loads", object_columns),
  { SPUR_LAYOUT_END },
};

static gboolean
check_options (SpurCli *cli)
{
  g_auto (GStrv) names = g_strsplit (what_if_text != NULL ? what_if_text : "", ",", -1);

  if (phases_text != NULL && every_text != NULL)
    return SPUR_CLI_REFUSE (cli, "--phases and --every: give one of them");
  if (!(byte_cost >= 0) || !isfinite (byte_cost))
    return SPUR_CLI_REFUSE (cli, "--byte-cost: wanted a number that is not below 0");
  if (!(move_cost >= 0) || !isfinite (move_cost))
    return SPUR_CLI_REFUSE (cli, "--move-cost: wanted a number that is not below 0");
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (!g_strv_contains (strategies, names[i]))
        return SPUR_CLI_REFUSE (
          cli, "--what-if: '%s' is no strategy; greedy, refine, diffusion and brute are", names[i]);
    }
  return TRUE;
}

static void
add_what_if (SpurBalancePut *put)
{
  g_auto (GStrv) names = NULL;
  guint wanted = 0;

  if (what_if_text == NULL)
    return;
  names = g_strsplit (what_if_text, ",", -1);
  for (guint i = 0; strategies[i] != NULL; i++)
    {
      if (g_strv_contains ((const char *const *) names, strategies[i]))
        wanted |= 1u << i;
    }
  spur_balance_put_what_if (put, wanted, strategies);
}

static SpurExit
run_balance (SpurCli *cli)
{
  SpurBalanceOptions options = { .raw = raw,
                                 .class_name = phases_text,
                                 .has_traffic = byte_cost > 0,
                                 .record_cost_ns = spur_trace_get_record_cost_ns (cli->trace) };
  g_autoptr (SpurBalance) balance = NULL;
  SpurBalancePut put;
  guint64 n_reversed;

  if (!spur_cli_parse_time (cli, "--every", every_text, &options.every_ns))
    return SPUR_EXIT_USAGE;
  if (!spur_cli_parse_time (cli, "--record-cost", record_cost_text, &options.record_cost_ns))
    return SPUR_EXIT_USAGE;
  if (options.record_cost_ns < 0)
    return spur_cli_usage (cli, "--record-cost: wanted a time that is not below 0");
  if (every_text != NULL && options.every_ns <= 0)
    return spur_cli_usage (cli, "--every: wanted a time above 0");
  if (!spur_cli_count_reversed (cli, raw, &n_reversed))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  balance = spur_balance_new (cli->trace, &options, &cli->job, &cli->error);
  if (balance == NULL)
    return spur_cli_usage (cli, "%s: %s", every_text != NULL ? "--every" : "--phases",
                           cli->error->message);
  put =
    (SpurBalancePut){ cli, balance, raw, n_reversed, byte_cost, move_cost, options.record_cost_ns };
  spur_balance_put_head (&put);
  if (phase_number >= 0 && !spur_balance_put_phase (&put, phase_number))
    return spur_cli_usage (cli, "--phase: there is no phase %" G_GINT64_FORMAT, phase_number);
  if (phase_number < 0)
    spur_balance_put_phases (&put);
  add_what_if (&put);
  spur_balance_put_findings (&put);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_balance = {
  .name = "balance",
  .summary = "Say how even load was in each phase, and whether moving paid",
  .arguments = "TRACE",
  .description = "Shows the load of targets and objects in each phase of the application, what\n"
                 "balancing between phases cost and gained, and what other strategies would have\n"
                 "made of the same objects. Phases are found from events that begin one, from\n"
                 "barriers of all streams, or from load objects that move together.",
  .examples = "  spur balance run.spur                      Phases, steps and findings\n"
              "  spur balance --what-if greedy run.spur     Objects placed anew\n"
              "  spur balance --every 100ms run.spur        Phases of a given length\n"
              "  spur balance --phase 3 run.spur            Loads of one phase",
  .entries = entries,
  .words = words,
  .layout = layout,
  .reads = TRUE,
  .check = check_options,
  .run = run_balance,
};
