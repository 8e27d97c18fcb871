/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/merge/spur-merger.h"
#include "core/store/container/spur-container.h"

static char *output;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the merged trace here", "OUT.spur" },
  G_OPTION_ENTRY_NULL,
};

static void
put_json (SpurCli *cli, SpurTrace *trace, guint n_inputs)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "output", output);
  spur_cli_add_int (builder, "inputs", n_inputs);
  spur_cli_add_int (builder, "streams", spur_trace_get_n_streams (trace));
  spur_cli_add_int (builder, "events", (gint64) spur_trace_get_n_events (trace));
  spur_cli_add_int (builder, "objects", spur_trace_get_n_objects (trace));
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_text (SpurCli *cli, SpurTrace *trace, guint n_inputs)
{
  g_autofree char *traces = spur_text_count (n_inputs);
  g_autofree char *streams = spur_text_count (spur_trace_get_n_streams (trace));
  g_autofree char *events = spur_text_count (spur_trace_get_n_events (trace));
  g_autofree char *note =
    g_strdup_printf ("%s %s, %s %s, %s %s; 'spur check' tells whether their clocks agree", traces,
                     n_inputs == 1 ? "trace" : "traces", streams,
                     spur_trace_get_n_streams (trace) == 1 ? "stream" : "streams", events,
                     spur_trace_get_n_events (trace) == 1 ? "event" : "events");

  spur_cli_put_written (cli, output, note);
}

static SpurExit
add_inputs (SpurCli *cli, SpurMerger *merger)
{
  const SpurJob job = cli->job;
  guint n_inputs = g_strv_length (cli->inputs);
  SpurExit code = SPUR_EXIT_OK;

  for (guint i = 0; i < n_inputs && code == SPUR_EXIT_OK; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      /* What is told of is how many traces are done. */
      cli->job.progress = NULL;
      cli->input = cli->inputs[i];
      trace = spur_cli_open (cli, &code);
      if (trace != NULL && !spur_merger_add (merger, trace, cli->input, &cli->job, &error))
        code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
      cli->job = job;
      spur_job_report (&cli->job, "merging", i + 1, n_inputs);
    }
  return code;
}

static SpurExit
run (SpurCli *cli)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  SpurExit code;

  if (output == NULL)
    return spur_cli_usage (cli, "name the file to write with -o");
  if (!spur_cli_may_write (cli, output))
    return SPUR_EXIT_USAGE;
  if (!spur_merger_begin (merger, output, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, output, error);
  code = add_inputs (cli, merger);
  if (code != SPUR_EXIT_OK)
    return code;
  trace = spur_merger_finish (merger, &error);
  if (trace == NULL || !spur_container_save (trace, output, &cli->job, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, output, error);
  spur_progress_end (cli->progress);
  if (cli->json)
    put_json (cli, trace, g_strv_length (cli->inputs));
  else
    put_text (cli, trace, g_strv_length (cli->inputs));
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_merge = {
  .name = "merge",
  .summary = "Put the streams of many traces into one trace",
  .arguments = "TRACE...",
  .takes_many = TRUE,
  .writes = TRUE,
  .description =
    "What the traces define alike becomes one: event classes, strings, and active\n"
    "objects of the same identifier, or without one of the same type, name and place.\n"
    "Times are moved so that all count from one moment, as far as the traces say when\n"
    "they began. Memory does not grow with the number of events.",
  .examples = "  spur merge node*.spur -o run.spur && spur correct run.spur",
  .entries = entries,
  .run = run,
};
