/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/options/spur-options.h"
#include "cli/output/spur-clock-report-put.h"
#include "cli/output/spur-edges-tree.h"
#include "core/causality/spur-cycles.h"

static SpurMuOptions delays;
static gboolean raw;
static char **reports;

static const GOptionEntry entries[] = {
  SPUR_MU_ENTRIES (delays),
  SPUR_OPTION (
    "report", FILENAME_ARRAY, &reports, "Write a report: FILE.txt, .json or .html", "FILE"),
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

static const SpurColumn edge_columns[] = {
  { NULL, "" },
  { NULL, "edges", SPUR_SHOW_COUNT },
  { NULL, "reversed", SPUR_SHOW_COUNT, SPUR_SHOW_BAD },
  { NULL, "below mu", SPUR_SHOW_COUNT },
  { NULL, "worst", SPUR_SHOW_SPAN },
  { NULL },
};

static const char *const edge_rows[] = {
  "messages",
  "kinds.message.edges",
  "kinds.message.reversed",
  "kinds.message.below_mu",
  "kinds.message.worst_ns",
  "migrations",
  "kinds.migration.edges",
  "kinds.migration.reversed",
  "kinds.migration.below_mu",
  "kinds.migration.worst_ns",
  "creations",
  "kinds.creation.edges",
  "kinds.creation.reversed",
  "kinds.creation.below_mu",
  "kinds.creation.worst_ns",
  "synchronisations",
  "kinds.synchronisation.edges",
  "kinds.synchronisation.reversed",
  "kinds.synchronisation.below_mu",
  "kinds.synchronisation.worst_ns",
  "pairs of members",
  "kinds.collective.edges",
  "kinds.collective.reversed",
  "kinds.collective.below_mu",
  "kinds.collective.worst_ns",
  "named predecessors",
  "kinds.named.edges",
  "kinds.named.reversed",
  "kinds.named.below_mu",
  "kinds.named.worst_ns",
  "collectives",
  "collective_receives",
  "collective_reversed",
  "collective_below_mu",
  "collective_worst_ns",
  NULL,
};

static const SpurLayout layout[] = {
  SPUR_LAYOUT_TITLE_OF ("path"),
  SPUR_LAYOUT_LINE_OF ("violation", "  ", SPUR_SHOW_BAD),
  SPUR_LAYOUT_LINE_OF ("success", "  ", SPUR_SHOW_GOOD),
  SPUR_LAYOUT_FINDINGS,
  SPUR_LAYOUT_EMPTY,
  { SPUR_LAYOUT_TABLE, .columns = edge_columns, .rows = edge_rows },
  SPUR_LAYOUT_EMPTY,
  SPUR_LAYOUT_ROW_OF ("mu_ns", "least delay mu", SPUR_SHOW_DURATION, 0),
  SPUR_LAYOUT_NOTE_OF ("mu_known", "mu by what is known"),
  SPUR_LAYOUT_OFFSETS,
  SPUR_LAYOUT_COUNT_OF ("local_messages", "local messages"),
  SPUR_LAYOUT_COUNT_OF ("unmatched_sends", "unmatched sends"),
  SPUR_LAYOUT_COUNT_OF ("unmatched_receives", "unmatched receives"),
  SPUR_LAYOUT_COUNT_IF ("incomplete_collectives", "incomplete collectives"),
  SPUR_LAYOUT_COUNT_IF ("order_inversions", "events out of order"),
  SPUR_LAYOUT_COUNT_IF ("other_sizes", "sizes that differ"),
  SPUR_LAYOUT_COUNT_IF ("other_tags", "tags that differ"),
  SPUR_LAYOUT_CYCLES,
  SPUR_LAYOUT_UNMATCHED,
  SPUR_LAYOUT_DISAGREEMENTS,
  { SPUR_LAYOUT_END },
};

static void
add_result (SpurCli *cli, const SpurCheck *check, SpurEdges *edges, gint64 mu_ns, gboolean violated)
{
  g_autofree char *assumed = spur_delays_describe (spur_edges_get_delays (edges));
  SpurCorrection *correction = raw ? NULL : spur_trace_get_correction (cli->trace);
  g_autofree char *known = correction != NULL ? spur_clock_verdict_describe (correction) : NULL;
  SpurTree *tree = cli->tree;

  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_bool (tree, "violated", violated);
  if (known != NULL)
    *known = g_ascii_toupper (*known);
  spur_tree_print_note (tree, violated ? "violation" : "success", "The clock condition %s.%s%s%s",
                        violated ? "is violated" : "holds", known != NULL ? " " : "",
                        known != NULL ? known : "", known != NULL ? "." : "");
  spur_tree_add_findings (tree, cli->trace, correction);
  spur_tree_add_int (tree, "mu_ns", mu_ns);
  spur_tree_add_string (tree, "mu_assumed", assumed);
  if (!g_str_has_prefix (assumed, "not known") && !g_str_equal (assumed, "no edges"))
    spur_tree_add_note (tree, "mu_known", assumed);
  if (correction == NULL)
    spur_tree_add_offsets (tree, cli->trace);
  spur_tree_add_check (tree, check);
  spur_tree_add_edges (tree, edges);
  spur_tree_add_cycles (tree, edges, cli->trace);
  spur_tree_add_unmatched (tree, cli->trace, edges, raw);
  spur_tree_add_disagreements (tree, cli->trace, edges, &cli->job);
}

/* A mu that was asked for is part of the condition; the default one only counts. */
static gboolean
is_violated (const SpurCheck *check)
{
  if (check->n_reversed > 0 || check->n_collective_reversed > 0)
    return TRUE;
  return spur_mu_is_given (&delays) && (check->n_below_mu > 0 || check->n_collective_below_mu > 0);
}

static gboolean
check_options (SpurCli *cli)
{
  return spur_mu_check (cli, &delays) && spur_clock_report_check_paths (cli, reports);
}

static SpurExit
run_check (SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  SpurCorrection *correction = raw ? NULL : spur_trace_get_correction (trace);
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, &cli->job, &cli->error);
  g_autoptr (SpurClockReport) report = NULL;
  SpurCheck check;
  gint64 mu_ns = 1;
  gboolean violated;

  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  if (!spur_mu_apply (&delays, trace, edges, &cli->job, &mu_ns, &cli->error))
    return spur_cli_usage (cli, "%s", cli->error->message);
  if (reports != NULL)
    report = spur_clock_report_new (trace, edges, correction, mu_ns, &cli->job, &cli->error);
  if (reports != NULL && (report == NULL || !spur_clock_report_write (report, cli, reports)))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--report");
  spur_check_run (&check, trace, edges, correction, mu_ns, &cli->job);
  /* No cycle obeys the clock condition, so only a violated one can have edges in cycles. */
  if (check.n_below_mu > 0 || check.n_collective_below_mu > 0)
    spur_edges_leave_out_cycles (edges, trace);
  violated = is_violated (&check);
  add_result (cli, &check, edges, mu_ns, violated);
  return violated ? SPUR_EXIT_CONDITION : SPUR_EXIT_OK;
}

const SpurVerb spur_verb_check = {
  .name = "check",
  .summary = "Count what is received before it is sent",
  .arguments = "TRACE",
  .writes = TRUE,
  .description = "Matches sends with receives and the members of collective operations, and\n"
                 "checks the clock condition for every edge: by corrected times where the trace\n"
                 "has a correction, else by the times it came with. Exit status 4 where the\n"
                 "clock condition is violated. Also names messages that were received with\n"
                 "another size or tag than they were sent with.",
  .examples = "  spur check run.sts                  By the times it came with\n"
              "  spur check --raw run.spur           Before its correction\n"
              "  spur check --mu-ns 2us run.spur     Is any message faster than 2 us?\n"
              "  spur check --json run.spur          For programs",
  .entries = entries,
  .layout = layout,
  .reads = TRUE,
  .check = check_options,
  .run = run_check,
};
