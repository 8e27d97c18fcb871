/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-text.h"
#include "cli/run/spur-cli.h"
#include "core/plugin/spur-validate.h"

static void
put_json (SpurCli *cli, const char *what, const GError *error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  spur_cli_add_string (builder, "path", cli->input);
  json_builder_set_member_name (builder, "valid");
  json_builder_add_boolean_value (builder, what != NULL);
  spur_cli_add_string (builder, "kind", what);
  spur_cli_add_string (builder, "problem", error != NULL ? error->message : NULL);
  json_builder_end_object (builder);
  spur_cli_put_json (cli, builder);
}

static SpurExit
run (SpurCli *cli)
{
  g_autofree char *safe = spur_text_safe (cli->input);
  g_autoptr (GError) error = NULL;
  const char *what = spur_validate (cli->input, &error);

  spur_progress_end (cli->progress);
  if (cli->json)
    put_json (cli, what, error);
  else if (what != NULL)
    spur_out_printf (cli->out, "%s: valid, a %s\n", safe, what);
  if (what != NULL)
    return SPUR_EXIT_OK;
  return cli->json ? SPUR_EXIT_BAD_INPUT
                   : spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input, error);
}

const SpurVerb spur_verb_validate = {
  .name = "validate",
  .summary = "Check a definition, project, manifest or container",
  .arguments = "FILE",
  .description = "What the file is is found by its XML namespace. Errors name file and line.",
  .examples = "  spur validate ours.xml\n"
              "  spur validate b4.project.xml --json\n"
              "  spur validate run.spur",
  .entries = NULL,
  .run = run,
};
