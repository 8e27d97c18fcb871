/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/options/spur-mu.h"
#include "cli/output/spur-clock-report-put.h"
#include "cli/output/spur-table.h"
#include "cli/output/spur-text.h"
#include "cli/output/spur-unmatched.h"
#include "cli/run/spur-cli.h"
#include "core/causality/spur-cycles.h"

static SpurMuOptions delays;
static gboolean raw;
static char **reports;

static const GOptionEntry entries[] = {
  SPUR_MU_ENTRIES (delays),
  { "report", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &reports,
    "Say all of it in FILE.txt, .json or .html", "FILE" },
  { "raw", 0, 0, G_OPTION_ARG_NONE, &raw, "Use the raw times of a corrected trace", NULL },
  G_OPTION_ENTRY_NULL,
};

static void
put_json (SpurCli *cli,
          const SpurCheck *check,
          SpurTrace *trace,
          SpurEdges *edges,
          gint64 mu_ns,
          gboolean violated)
{
  g_autofree char *assumed = spur_delays_describe (spur_edges_get_delays (edges));
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "path", cli->input);
  json_builder_set_member_name (builder, "violated");
  json_builder_add_boolean_value (builder, violated);
  spur_cli_add_int (builder, "mu_ns", mu_ns);
  spur_cli_add_string (builder, "mu_assumed", assumed);
  spur_cli_add_check (builder, check);
  spur_cli_add_edges (builder, edges);
  spur_unmatched_put_json (builder, trace, edges, raw);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_edges (SpurCli *cli, const SpurCheck *check)
{
  g_autoptr (SpurTable) table = spur_table_new (5);

  spur_table_set_heading (table, "", "edges", "reversed", "below mu", "worst");
  spur_table_add_text (table, "messages");
  spur_table_add_count (table, check->n_edges, FALSE);
  spur_table_add_count (table, check->n_reversed, check->n_reversed > 0);
  spur_table_add_count (table, check->n_below_mu, FALSE);
  spur_table_add_duration (table, check->worst_ns);
  spur_table_add_text (table, "collectives");
  spur_table_add_count (table, check->n_collective_receives, FALSE);
  spur_table_add_count (table, check->n_collective_reversed, check->n_collective_reversed > 0);
  spur_table_add_count (table, check->n_collective_below_mu, FALSE);
  spur_table_add_duration (table, check->collective_worst_ns);
  spur_table_put (table, cli);
}

static void
put_count (SpurCli *cli, const char *name, guint64 count, gboolean always)
{
  g_autofree char *text = spur_text_count (count);

  if (count > 0 || always)
    spur_cli_put_row (cli, name, text);
}

static void
put_text (SpurCli *cli,
          const SpurCheck *check,
          SpurTrace *trace,
          SpurEdges *edges,
          gint64 mu_ns,
          gboolean violated)
{
  g_autofree char *assumed = spur_delays_describe (spur_edges_get_delays (edges));
  g_autofree char *name = spur_text_safe (cli->input);
  g_autofree char *mu = spur_text_duration (mu_ns);

  spur_cli_put (cli, SPUR_TONE_BOLD, name);
  spur_out_puts (cli->out, "\n  ");
  if (violated)
    spur_cli_put (cli, SPUR_TONE_BAD, "The clock condition is violated.");
  else
    spur_cli_put (cli, SPUR_TONE_GOOD, "The clock condition holds.");
  spur_out_puts (cli->out, "\n\n");
  put_edges (cli, check);
  spur_out_puts (cli->out, "\n");
  spur_cli_put_row (cli, "least delay mu", mu);
  if (!g_str_has_prefix (assumed, "not known") && !g_str_equal (assumed, "no edges"))
    spur_cli_put_row (cli, "mu by what is known", assumed);
  put_count (cli, "local messages", spur_edges_get_n_local (edges), TRUE);
  put_count (cli, "unmatched sends", spur_edges_get_n_unmatched_sends (edges), TRUE);
  put_count (cli, "unmatched receives", spur_edges_get_n_unmatched_receives (edges), TRUE);
  put_count (cli, "incomplete collectives", spur_edges_get_n_incomplete_collectives (edges), FALSE);
  put_count (cli, "events out of order", check->n_order_inversions, FALSE);
  spur_cli_put_cyclic (cli, edges, trace);
  spur_unmatched_put_text (cli, trace, edges, raw);
}

/* A mu that was asked for is part of the condition; the default one only counts. */
static gboolean
is_violated (const SpurCheck *check)
{
  if (check->n_reversed > 0 || check->n_collective_reversed > 0 || check->n_order_inversions > 0)
    return TRUE;
  return spur_mu_is_given (&delays) && (check->n_below_mu > 0 || check->n_collective_below_mu > 0);
}

static gboolean
report (SpurCli *cli, SpurTrace *trace, SpurEdges *edges, gint64 mu_ns, GError **error)
{
  g_autoptr (SpurClockReport) made = spur_clock_report_new (
    trace, edges, raw ? NULL : spur_trace_get_correction (trace), mu_ns, &cli->job, error);

  return made != NULL && spur_clock_report_write (made, cli, reports, error);
}

static SpurExit
run (SpurCli *cli)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (GError) error = NULL;
  SpurCheck check;
  gint64 mu_ns = 1;
  gboolean violated;

  if (!spur_mu_check (cli, &delays))
    return SPUR_EXIT_USAGE;
  if (!spur_clock_report_check_paths (cli, reports))
    return SPUR_EXIT_USAGE;
  trace = spur_cli_open (cli, &code);
  if (trace == NULL)
    return code;
  edges = spur_edges_new_for_trace (trace, &cli->job, &error);
  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
  if (!spur_mu_apply (&delays, trace, edges, &cli->job, &mu_ns, &error))
    return spur_cli_usage (cli, "%s", error->message);

  if (reports != NULL && !report (cli, trace, edges, mu_ns, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--report", error);
  spur_check_run (&check, trace, edges, raw ? NULL : spur_trace_get_correction (trace), mu_ns,
                  &cli->job);
  /* No cycle obeys the clock condition, so only who violates it can have one. */
  if (check.n_below_mu > 0 || check.n_collective_below_mu > 0)
    spur_edges_leave_out_cycles (edges, trace);
  spur_progress_end (cli->progress);
  violated = is_violated (&check);
  if (cli->json)
    put_json (cli, &check, trace, edges, mu_ns, violated);
  else
    put_text (cli, &check, trace, edges, mu_ns, violated);
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
                 "clock condition is violated.",
  .examples = "  spur check run.sts                  By the times it came with\n"
              "  spur check --raw run.spur           Before its correction\n"
              "  spur check --mu-ns 2us run.spur     Is any message faster than 2 us?\n"
              "  spur check --json run.spur          For programs",
  .entries = entries,
  .run = run,
};
