/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "cli/options/spur-options.h"
#include "cli/output/spur-life-tree.h"

static gboolean raw;

static const GOptionEntry entries[] = {
  SPUR_OPTION ("raw", NONE, &raw, "Use the raw times of a corrected trace", NULL),
  G_OPTION_ENTRY_NULL,
};

/* What is told of one object is its profile, for which the events are read once more. */
static SpurExit
add_life (SpurCli *cli, SpurLives *self, guint32 object)
{
  g_autoptr (SpurProfile) profile = NULL;
  SpurProfileSettings settings = { .parts = SPUR_PROFILE_OBJECTS | SPUR_PROFILE_STATES,
                                   .raw = raw,
                                   .begin_ns = G_MININT64,
                                   .end_ns = G_MAXINT64 };

  self->profile = profile = spur_profile_new (self->trace, &settings, &cli->job, &cli->error);
  if (profile == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, cli->input);
  cli->layout = spur_life_layout;
  spur_tree_add_life (cli->tree, self, object);
  return SPUR_EXIT_OK;
}

static SpurExit
run_objects (SpurCli *cli)
{
  SpurTrace *trace = cli->trace;
  char **names = cli->inputs + 1;
  guint32 n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (trace)),
          n_wanted = 0, wanted = SPUR_NONE;
  g_autofree guint8 *are_wanted = NULL;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurLives self = { .trace = trace };

  if (!spur_names_find_objects (cli, trace, *names != NULL ? names : NULL, &are_wanted))
    return SPUR_EXIT_USAGE;
  for (guint32 i = 0; i < n_objects; i++)
    {
      if (!are_wanted[i])
        continue;
      wanted = i;
      n_wanted++;
    }
  self.are_wanted = are_wanted;
  self.timeline = timeline = spur_timeline_new (trace, raw);
  self.loads = loads = spur_load_new (timeline);
  spur_trace_get_span_ns (trace, raw, &self.begin_ns, &self.end_ns);
  spur_tree_add_string (cli->tree, "path", cli->input);
  spur_tree_add_note (cli->tree, "times",
                      spur_trace_get_correction (trace) == NULL ? "as they came"
                      : raw                                     ? "raw"
                                                                : "corrected");
  spur_tree_add_int (cli->tree, "length_ns", self.end_ns - self.begin_ns);
  if (*names != NULL && n_wanted == 1)
    return add_life (cli, &self, wanted);
  spur_tree_add_lives (cli->tree, &self);
  return SPUR_EXIT_OK;
}

const SpurVerb spur_verb_objects = {
  .name = "objects",
  .summary = "List load objects and targets, or tell the life of one",
  .arguments = "TRACE [NAME...]",
  .takes_many = TRUE,
  .description = "Lists targets and load objects with their lives: from when to when they were\n"
                 "there, where they are at the end, or were last, how long they worked, and\n"
                 "how often they moved. Of one object it tells where it was from when to when,\n"
                 "its moves and its states. A NAME may have the wildcards * and ?.",
  .examples = "  spur objects run.spur                    All of them\n"
              "  spur objects run.spur 'worker *'         Those whose names fit\n"
              "  spur objects run.spur 'lb[7]'            The life of one\n"
              "  spur objects --json run.spur 'PE 0'      For programs",
  .entries = entries,
  .layout = spur_lives_layout,
  .reads = TRUE,
  .run = run_objects,
};
