/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#include "core/merge/spur-merger.h"
#include "core/store/container/spur-container.h"

static void
add_result (SpurCli *cli, SpurTrace *trace, guint n_inputs)
{
  SpurTree *tree = cli->tree;
  guint n_streams = spur_trace_get_n_streams (trace);
  guint64 n_events = spur_trace_get_n_events (trace);
  g_autoptr (GString) note = g_string_new (NULL);

  spur_text_append_counted (note, n_inputs, "trace", "traces");
  spur_text_append_counted (note, n_streams, "stream", "streams");
  spur_text_append_counted (note, n_events, "event", "events");
  g_string_append (note, "; 'spur check' tells whether their clocks agree");
  spur_tree_add_string (tree, "output", cli->output);
  spur_tree_add_note (tree, "note", note->str);
  spur_tree_add_int (tree, "inputs", n_inputs);
  spur_tree_add_int (tree, "streams", n_streams);
  spur_tree_add_count (tree, "events", n_events);
  spur_tree_add_int (tree, "objects",
                     spur_definitions_get_n_objects (spur_trace_get_definitions (trace)));
}

static SpurExit
add_inputs (SpurCli *cli, SpurMerger *merger)
{
  const SpurJob job = cli->job;
  guint n_inputs = g_strv_length (cli->inputs);
  SpurExit code = SPUR_EXIT_OK;

  for (guint i = 0; i < n_inputs && code == SPUR_EXIT_OK; i++)
    {
      g_autoptr (SpurTrace) trace = NULL;

      /* What is told of is how many traces are done. */
      cli->job.progress = NULL;
      cli->input = cli->inputs[i];
      trace = spur_cli_open (cli, &code);
      if (trace != NULL && !spur_merger_add (merger, trace, cli->input, &cli->job, &cli->error))
        code = spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
      cli->job = job;
      spur_job_report (&cli->job, "merging", i + 1, n_inputs);
    }
  return code;
}

static SpurExit
run_merge (SpurCli *cli)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  SpurExit code;

  if (!spur_merger_begin (merger, cli->output, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  code = add_inputs (cli, merger);
  if (code != SPUR_EXIT_OK)
    return code;
  cli->trace = spur_merger_finish (merger, &cli->error);
  if (cli->trace == NULL || !spur_container_save (cli->trace, cli->output, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  add_result (cli, cli->trace, g_strv_length (cli->inputs));
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_merge = {
  .name = "merge",
  .summary = "Put the streams of many traces into one trace",
  .arguments = "TRACE...",
  .second = "name the file to write with -o",
  .output = "Write the merged trace here",
  .output_as = "OUT.spur",
  .takes_many = TRUE,
  .writes = TRUE,
  .description =
    "Equal definitions of the traces become one: event classes, strings, and active\n"
    "objects of the same identifier, or without one of the same type, name and place.\n"
    "Times are moved so that all count from one moment, as far as the traces say when\n"
    "they began. Memory does not grow with the number of events.",
  .examples = "  spur merge node*.spur -o run.spur && spur correct run.spur",
  .check = spur_cli_check_output,
  .run = run_merge,
};
