/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/spur-view.h"
#endif

static char *from_text;
static char *to_text;
static gint64 from_ns;
static gint64 to_ns;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("from", STRING, &from_text, "Begin this long after the trace's begin", "TIME"),
  SPUR_OPTION ("to", STRING, &to_text, "End this long after the trace's begin", "TIME"),
  G_OPTION_ENTRY_NULL,
};

#ifdef SPUR_WITH_VIEWS

/* Options count from the trace's begin, as those of all verbs do. */
static gboolean
place_span (SpurCli *cli, SpurReportOptions *options)
{
  gint64 begin_ns = 0, end_ns = 0;

  spur_trace_get_span_ns (cli->trace, FALSE, &begin_ns, &end_ns);
  options->input = cli->input;
  options->has_span = from_text != NULL || to_text != NULL;
  options->from_ns = begin_ns + (from_text != NULL ? from_ns : 0);
  options->to_ns = to_text != NULL ? begin_ns + to_ns : end_ns;
  if (options->to_ns < options->from_ns || options->from_ns > end_ns || options->to_ns < begin_ns)
    return SPUR_CLI_REFUSE (cli, "nothing of the trace is between --from and --to");
  return TRUE;
}

static SpurExit
run_report (SpurCli *cli)
{
  SpurReportOptions options = { 0 };
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (cli->trace, &cli->job, &cli->error);

  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  if (!place_span (cli, &options))
    return SPUR_EXIT_USAGE;
  if (!spur_report_save (cli->trace, edges, &options, cli->output, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  spur_cli_add_written (cli, cli->output, NULL);
  return SPUR_EXIT_OK;
}

#endif

static gboolean
check_options (SpurCli *cli)
{
  if (!spur_cli_parse_time (cli, "--from", from_text, &from_ns) ||
      !spur_cli_parse_time (cli, "--to", to_text, &to_ns))
    return FALSE;
  if (!g_str_has_suffix (cli->output, ".html") && !g_str_has_suffix (cli->output, ".htm"))
    return SPUR_CLI_REFUSE (cli, "'%s' is no .html", cli->output);
  return spur_cli_may_write (cli, cli->output);
}

const SpurVerb spur_verb_report = {
  .name = "report",
  .summary = "Write a self-contained HTML page with the picture and the numbers",
  .arguments = "TRACE [OUT]",
  .second = "name the page to write with -o FILE.html",
  .output = "Write this HTML page",
  .output_as = "FILE",
  .writes = TRUE,
  .description = "The page needs no network and no other file. It shows the picture, to pan and\n"
                 "to zoom, at raw and corrected times, what the correction did, the load of the\n"
                 "targets over time, and what calls waited for.",
  .examples = "  spur report run.spur -o run.html",
  .reads = TRUE,
  .draws = TRUE,
  .entries = entries,
  .check = check_options,
#ifdef SPUR_WITH_VIEWS
  .run = run_report,
#endif
};
