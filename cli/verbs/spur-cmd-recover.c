/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/store/container/spur-container.h"

static const SpurLayout layout[] = {
  SPUR_LAYOUT_WRITTEN,
  SPUR_LAYOUT_NOTE_OF ("end", "end"),
  SPUR_LAYOUT_COUNT_OF ("events", "events"),
  SPUR_LAYOUT_COUNT_OF ("events_from_blocks", "from blocks"),
  SPUR_LAYOUT_COUNT_OF ("dropped", "dropped, counted"),
  SPUR_LAYOUT_COUNT_OF ("lost", "lost"),
  SPUR_LAYOUT_COUNT_IF ("handed_over", "handed over"),
  SPUR_LAYOUT_COUNT_OF ("bad_bytes", "bad bytes"),
  { SPUR_LAYOUT_END },
};

static void
add_counts (SpurCli *cli, const SpurRecordingCounts *counts)
{
  SpurTree *tree = cli->tree;

  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_string (tree, "output", cli->output);
  spur_tree_add_bool (tree, "closed", counts->is_closed);
  spur_tree_add_note (tree, "end",
                      counts->is_closed ? "the recording ended as it should"
                                        : "the recording was cut off");
  spur_tree_add_count (tree, "events", counts->n_events);
  spur_tree_add_count (tree, "events_from_blocks", counts->n_from_blocks);
  spur_tree_add_count (tree, "dropped", counts->n_dropped);
  spur_tree_add_count (tree, "lost", counts->n_lost);
  spur_tree_add_count (tree, "handed_over", counts->n_handed_over);
  spur_tree_add_count (tree, "bad_bytes", counts->n_bad_bytes);
}

static SpurExit
run_recover (SpurCli *cli)
{
  SpurRecordingCounts counts;

  cli->trace = spur_recording_open (cli->input, &counts, &cli->job, &cli->error);
  if (cli->trace == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  spur_cli_tell_losses (cli, cli->trace, cli->input);
  if (!spur_container_save (cli->trace, cli->output, &cli->job, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, cli->output);
  add_counts (cli, &counts);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_recover = {
  .name = "recover",
  .summary = "Save what a program had recorded when it was killed",
  .arguments = "RECORDING [OUT.spur]",
  .second = "name the trace to write",
  .writes = TRUE,
  .output = "Write the trace here",
  .output_as = "OUT.spur",
  .tells_losses = TRUE,
  .description = "Reads a recording that was cut off or damaged, with the blocks that the\n"
                 "program shared beside it, writes what is intact as a trace, and says how many\n"
                 "events were read and how many are missing.",
  .examples = "  spur recover run.spurrec run.spur\n"
              "  spur recover run.spurrec run.spur --json",
  .layout = layout,
  .check = spur_cli_check_output,
  .run = run_recover,
};
