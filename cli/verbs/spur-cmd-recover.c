/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/store/container/spur-container.h"

static void
put_json (SpurCli *cli, const SpurRecordingCounts *counts)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "path", cli->input);
  spur_cli_add_string (builder, "output", cli->output);
  json_builder_set_member_name (builder, "closed");
  json_builder_add_boolean_value (builder, counts->is_closed);
  spur_cli_add_int (builder, "events", (gint64) counts->n_events);
  spur_cli_add_int (builder, "events_from_blocks", (gint64) counts->n_from_blocks);
  spur_cli_add_int (builder, "dropped", (gint64) counts->n_dropped);
  spur_cli_add_int (builder, "lost", (gint64) counts->n_lost);
  spur_cli_add_int (builder, "handed_over", (gint64) counts->n_handed_over);
  spur_cli_add_int (builder, "bad_bytes", (gint64) counts->n_bad_bytes);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static void
put_count (SpurCli *cli, const char *name, guint64 count)
{
  g_autofree char *text = spur_text_count (count);

  spur_cli_put_row (cli, name, text);
}

static void
put_text (SpurCli *cli, const SpurRecordingCounts *counts)
{
  spur_cli_put_written (cli, cli->output, NULL);
  spur_cli_put_row (cli, "end",
                    counts->is_closed ? "the recording ended as it should"
                                      : "the recording was cut off");
  put_count (cli, "events", counts->n_events);
  put_count (cli, "from blocks", counts->n_from_blocks);
  put_count (cli, "dropped, counted", counts->n_dropped);
  put_count (cli, "lost", counts->n_lost);
  if (counts->n_handed_over > 0)
    put_count (cli, "handed over", counts->n_handed_over);
  put_count (cli, "bad bytes", counts->n_bad_bytes);
}

static SpurExit
run (SpurCli *cli)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  SpurRecordingCounts counts;

  if (!spur_cli_may_write (cli, cli->output))
    return SPUR_EXIT_USAGE;
  trace = spur_recording_open (cli->input, &counts, &cli->job, &error);
  if (trace == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
  spur_cli_tell_losses (cli, trace, cli->input);
  if (!spur_container_save (trace, cli->output, &cli->job, &error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output, error);
  spur_progress_end (cli->progress);
  if (cli->json)
    put_json (cli, &counts);
  else
    put_text (cli, &counts);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_recover = {
  .name = "recover",
  .summary = "Save what a program had recorded when it was killed",
  .arguments = "RECORDING OUT.spur",
  .second = "name the trace to write",
  .writes = TRUE,
  .tells_losses = TRUE,
  .description = "Reads a recording that was cut off or damaged, with the blocks that the\n"
                 "program shared beside it, writes what is whole of it as a trace, and says\n"
                 "how many events that are and how many are missing.",
  .examples = "  spur recover run.spurrec run.spur\n"
              "  spur recover run.spurrec run.spur --json",
  .run = run,
};
