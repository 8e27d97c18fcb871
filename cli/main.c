/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/options/spur-options.h"

#define N_VERBS (G_N_ELEMENTS (verbs) - 1)

static const SpurVerb *const verbs[] = {
  &spur_verb_info,
  &spur_verb_events,
  &spur_verb_check,
  &spur_verb_correct,
  &spur_verb_explain,
  &spur_verb_stats,
  &spur_verb_balance,
  &spur_verb_waits,
  &spur_verb_objects,
  &spur_verb_at,
  &spur_verb_draw,
  &spur_verb_report,
  &spur_verb_serve,
  &spur_verb_convert,
  &spur_verb_record,
  &spur_verb_recover,
  &spur_verb_collect,
  &spur_verb_merge,
  &spur_verb_monitor,
  &spur_verb_simulate,
  &spur_verb_plugins,
  &spur_verb_validate,
  NULL,
};

static void
put_help (SpurOut *out)
{
  spur_out_puts (out,
                 "Usage:\n"
                 "  spur [--project PROJECT...] VERB [OPTION...] TRACE\n"
                 "\n"
                 "Reads event traces of parallel systems, corrects their clocks and shows what\n"
                 "really happened.\n"
                 "\n"
                 "Verbs:\n");
  for (gsize i = 0; i < N_VERBS; i++)
    spur_out_printf (out, "  %-10s %s\n", verbs[i]->name, verbs[i]->summary);
  spur_out_puts (out,
                 "\n"
                 "Options:\n"
                 "  -h, --help     Show this help; 'spur VERB --help' shows a verb's\n"
                 "      --version  Show the version\n"
                 "      --project  Load a project, by name or file; 'spur plugins' lists them\n"
                 "\n"
                 "Examples:\n"
                 "  spur check run.sts                    Is anything received too early?\n"
                 "  spur correct run.sts -o run.spur      Give all streams one time\n"
                 "  spur report run.spur -o run.html      A page to look at and to pass on\n"
                 "\n"
                 "Exit status: 0 well, 1 failure, 2 wrong use, 3 bad input, 4 the clock condition\n"
                 "is violated.\n");
}

static SpurExit
refuse_verb (const char *name)
{
  const char *names[N_VERBS + 1] = { NULL };
  g_autofree char *safe = spur_text_safe (name);
  const char *nearest;

  for (gsize i = 0; i < N_VERBS; i++)
    names[i] = verbs[i]->name;
  nearest = spur_text_find_nearest (name, names);
  if (g_str_has_prefix (name, "--project"))
    fputs ("spur: --project: name a project, then a verb\n", stderr);
  else if (*name == '-')
    fprintf (stderr, "spur: unknown option '%s'; options come after the verb\n", safe);
  else if (nearest != NULL)
    fprintf (stderr, "spur: unknown verb '%s'; did you mean '%s'?\n", safe, nearest);
  else
    fprintf (stderr, "spur: unknown verb '%s'\n", safe);
  fputs ("Try 'spur --help'.\n", stderr);
  return SPUR_EXIT_USAGE;
}

static SpurExit
run_named (const char *name, int argc, char **argv)
{
  const SpurVerb *verb = spur_completion_find_verb (verbs, name);

  return verb != NULL ? spur_cli_run (verb, argc, argv) : refuse_verb (name);
}

static SpurExit
show_verb_help (const char *name)
{
  char *argv[] = { (char *) "spur", (char *) "--help", NULL };

  return run_named (name, 2, argv);
}

/* How many words before the verb are "--project NAME" or "--project=NAME". */
static int
count_project_words (int argc, char **argv)
{
  int n_words = 0;

  while (n_words + 1 < argc)
    {
      const char *word = argv[n_words + 1];

      if (g_str_equal (word, "--project") && n_words + 2 < argc)
        n_words += 2;
      else if (g_str_has_prefix (word, "--project="))
        n_words++;
      else
        break;
    }
  return n_words;
}

/* Behind the verb, like all options. */
static void
move_projects (int argc, char **argv)
{
  int n_words = count_project_words (argc, argv);
  char *verb;

  if (n_words == 0 || n_words + 1 >= argc)
    return;
  verb = argv[n_words + 1];
  memmove (argv + 2, argv + 1, (gsize) n_words * sizeof *argv);
  argv[1] = verb;
}

int
main (int argc, char **argv)
{
  static const char *const help_words[] = { "--help", "-h", "help", NULL };
  g_autoptr (SpurOut) out = NULL;

  /* Characters only: numbers look the same in every country, as scripts need it. */
  setlocale (LC_CTYPE, "");

  spur_uninstalled_use_build_folder ();

  /* A reader that has seen enough is no failure: writing tells. */
  signal (SIGPIPE, SIG_IGN);

  move_projects (argc, argv);
  if (argc > 2 && g_str_equal (argv[1], "help"))
    return show_verb_help (argv[2]);
  out = spur_out_new (argc < 2 ? STDERR_FILENO : STDOUT_FILENO);
  if (argc < 2 || g_strv_contains (help_words, argv[1]))
    put_help (out);
  else if (g_str_equal (argv[1], "--version"))
    spur_out_puts (out, "spur " SPUR_VERSION "\n");
  else if (g_str_equal (argv[1], "--complete"))
    spur_completion_put (out, verbs, argv + 2);
  else
    return run_named (argv[1], argc - 1, argv + 1);
  return spur_cli_end_output (out, argc < 2 ? SPUR_EXIT_USAGE : SPUR_EXIT_OK);
}
