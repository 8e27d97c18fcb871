/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-layout.h"
#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/merge/spur-merger.h"
#include "core/store/container/spur-container.h"

static char *output;

static const GOptionEntry entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, "Write the merged trace here", "OUT.spur" },
  G_OPTION_ENTRY_NULL,
};

static const SpurLayout layout[] = { SPUR_LAYOUT_WRITTEN, { SPUR_LAYOUT_END } };

static void
put_result (SpurCli *cli, SpurTrace *trace, guint n_inputs)
{
  g_autoptr (SpurTree) tree = spur_tree_new ();
  guint n_streams = spur_trace_get_n_streams (trace);
  guint64 n_events = spur_trace_get_n_events (trace);
  g_autoptr (GString) note = g_string_new (NULL);

  spur_text_append_counted (note, n_inputs, "trace", "traces");
  spur_text_append_counted (note, n_streams, "stream", "streams");
  spur_text_append_counted (note, n_events, "event", "events");
  g_string_append (note, "; 'spur check' tells whether their clocks agree");
  spur_tree_add_string (tree, "output", output);
  spur_tree_add_note (tree, "note", note->str);
  spur_tree_add_int (tree, "inputs", n_inputs);
  spur_tree_add_int (tree, "streams", n_streams);
  spur_tree_add_count (tree, "events", n_events);
  spur_tree_add_int (tree, "objects", spur_trace_get_n_objects (trace));
  spur_cli_put_tree (cli, tree, layout);
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
run_merge (SpurCli *cli)
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
  put_result (cli, trace, g_strv_length (cli->inputs));
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_merge = {
  .name = "merge",
  .summary = "Put the streams of many traces into one trace",
  .arguments = "TRACE...",
  .takes_many = TRUE,
  .writes = TRUE,
  .description =
    "Equal definitions of the traces become one: event classes, strings, and active\n"
    "objects of the same identifier, or without one of the same type, name and place.\n"
    "Times are moved so that all count from one moment, as far as the traces say when\n"
    "they began. Memory does not grow with the number of events.",
  .examples = "  spur merge node*.spur -o run.spur && spur correct run.spur",
  .entries = entries,
  .run = run_merge,
};
