/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/output/spur-layout.h"
#include "core/plugin/spur-validate.h"

static const SpurLayout layout[] = { SPUR_LAYOUT_LINE_OF ("result", NULL, 0), { SPUR_LAYOUT_END } };

static SpurExit
run_validate (SpurCli *cli)
{
  SpurTree *tree = cli->tree;
  const char *kind = spur_validate (cli->input, &cli->error);

  spur_tree_add_string (tree, "path", cli->input);
  spur_tree_add_bool (tree, "valid", kind != NULL);
  spur_tree_add_string (tree, "kind", kind);
  spur_tree_add_string (tree, "problem", kind == NULL ? cli->error->message : NULL);
  if (kind != NULL)
    {
      spur_tree_print_note (tree, "result", "%s: valid, a %s", cli->input, kind);
      return SPUR_EXIT_OK;
    }
  spur_progress_end (cli->progress);
  return cli->json ? SPUR_EXIT_BAD_INPUT : spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
}

const SpurVerb spur_verb_validate = {
  .name = "validate",
  .summary = "Check a definition, project, manifest or container",
  .arguments = "FILE",
  .description = "The kind of the file is found by its XML namespace. Errors name file and line.",
  .examples = "  spur validate ours.xml\n"
              "  spur validate b4.project.xml --json\n"
              "  spur validate run.spur",
  .layout = layout,
  .run = run_validate,
};
