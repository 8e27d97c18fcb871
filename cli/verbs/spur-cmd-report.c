/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-layout.h"
#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#ifdef SPUR_WITH_VIEWS
#include "visualizers/spur-view.h"
#endif

static char *output;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write this HTML page", "FILE" },
  G_OPTION_ENTRY_NULL,
};

#ifdef SPUR_WITH_VIEWS

static SpurExit
write_page (SpurCli *cli)
{
  SpurExit code = SPUR_EXIT_OK;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (GError) error = NULL;

  spur_view_register_visualizers (spur_registry_get_default ());
  trace = spur_cli_open (cli, &code);
  if (trace == NULL)
    return code;
  edges = spur_edges_new_for_trace (trace, &cli->job, &error);
  if (edges == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
  if (!spur_report_save (trace, edges, output, &cli->job, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, output, error);
  spur_progress_end (cli->progress);
  spur_cli_put_written (cli, output, NULL);
  return SPUR_EXIT_OK;
}

#else

static SpurExit
write_page (SpurCli *cli)
{
  spur_cli_warn (cli, "report: this spur was built without views (meson option 'views')");
  return SPUR_EXIT_FAILURE;
}

#endif

static SpurExit
run_report (SpurCli *cli)
{
  if (output == NULL)
    return spur_cli_usage (cli, "name the page to write with -o FILE.html");
  if (!g_str_has_suffix (output, ".html") && !g_str_has_suffix (output, ".htm"))
    return spur_cli_usage (cli, "'%s' is no .html", output);
  if (!spur_cli_may_write (cli, output))
    return SPUR_EXIT_USAGE;
  return write_page (cli);
}

const SpurVerb spur_verb_report = {
  .name = "report",
  .summary = "Write a self-contained HTML page with the picture and the numbers",
  .arguments = "TRACE [OUT]",
  .writes = TRUE,
  .output = &output,
  .description = "The page needs no network and no other file. It shows the picture, to pan and\n"
                 "to zoom, at raw and corrected times, what the correction did, and the load of\n"
                 "the targets over time.",
  .examples = "  spur report run.spur -o run.html",
  .entries = entries,
  .run = run_report,
};
