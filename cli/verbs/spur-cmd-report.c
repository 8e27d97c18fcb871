/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/spur-view.h"
#endif

#ifdef SPUR_WITH_VIEWS

static SpurExit
run_report (SpurCli *cli)
{
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (cli->trace, &cli->job, &cli->error);

  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  if (!spur_report_save (cli->trace, edges, cli->output, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  spur_cli_add_written (cli, cli->output, NULL);
  return SPUR_EXIT_OK;
}

#endif

static gboolean
check_output (SpurCli *cli)
{
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
  .check = check_output,
#ifdef SPUR_WITH_VIEWS
  .run = run_report,
#endif
};
