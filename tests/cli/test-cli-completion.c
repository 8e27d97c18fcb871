/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "tests/cli/cli-run.h"

/* What shells offer when a user presses the Tab key. Each shell that is installed runs the script
 * that comes for it. */
typedef struct
{
  const char *name;
  const char *script; /* in cli/completion */
  const char *ask;    /* in tests/cli/completion: prints what the shell offers */
  const char *options;
} Shell;

static const Shell shells[] = {
  { "bash", "spur.bash", "ask.bash", "--norc" },
  { "zsh", "_spur", "ask.zsh", "-f" },
  { "fish", "spur.fish", "ask.fish", "--no-config" },
};

static char *
quote_source (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "..", folder, name, NULL);
  g_autofree char *real = g_canonicalize_filename (path, NULL);

  return g_shell_quote (real);
}

/* What the shell offers for the words, a line each, when it runs in @folder. */
static char *
ask_shell (const Shell *shell, const char *folder, const char *words)
{
  g_autofree char *script = quote_source ("cli/completion", shell->script);
  g_autofree char *ask = quote_source ("tests/cli/completion", shell->ask);
  g_autofree char *command = g_strdup_printf ("cd '%s' && HOME=$PWD %s %s %s %s %s", folder,
                                              shell->name, shell->options, ask, script, words);
  g_auto (Run) run = { 0 };

  run_shell (&run, command);
  if (*run.err != '\0')
    g_error ("%s: %s", command, run.err);
  return g_strconcat ("\n", run.out, NULL);
}

static gboolean
is_offered (const char *offered, const char *word)
{
  g_autofree char *line = g_strdup_printf ("\n%s\n", word);

  return strstr (offered, line) != NULL;
}

/* The words that the command itself offers. */
static GPtrArray *
ask_command (const char *verb, const char *word)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) lines = NULL;
  g_auto (Run) run = { 0 };

  if (verb != NULL)
    run_spur (&run, "--complete", verb, word, NULL);
  else
    run_spur (&run, "--complete", word, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  lines = g_strsplit (run.out, "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    g_ptr_array_add (words, g_strndup (lines[i], strcspn (lines[i], "\t")));
  return words;
}

static gboolean
has_word (GPtrArray *words, const char *word)
{
  return g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL);
}

/* The verbs are those words that are no options; "help" has no options of its own. */
static GPtrArray *
list_verbs (void)
{
  GPtrArray *words = ask_command (NULL, "");

  for (guint i = words->len; i > 0; i--)
    {
      const char *word = words->pdata[i - 1];

      if (*word == '-' || g_str_equal (word, "help"))
        g_ptr_array_remove_index (words, i - 1);
    }
  g_assert_cmpuint (words->len, >=, 18);
  return words;
}

static void
test_options (void)
{
  g_autoptr (GPtrArray) verbs = list_verbs ();

  g_test_summary ("Every option of a verb's help is offered, long and short.");
  for (guint i = 0; i < verbs->len; i++)
    {
      const char *verb = verbs->pdata[i];
      g_autoptr (GPtrArray) offered = ask_command (verb, "-");
      g_auto (Run) help = { 0 };
      g_auto (GStrv) lines = NULL;

      run_spur (&help, verb, "--help", NULL);
      lines = g_strsplit (strstr (help.out, "\nOptions:\n") + strlen ("\nOptions:\n"), "\n", -1);
      for (guint k = 0; *lines[k] != '\0'; k++)
        {
          const char *begin = strstr (lines[k], "--");
          g_autofree char *option = g_strndup (begin, strcspn (begin, " ="));
          const char *trimmed = g_strchug (lines[k]);
          g_autofree char *letter = g_strndup (trimmed, 2);

          g_assert_true (has_word (offered, option));
          g_assert_true (g_str_equal (letter, "--") || has_word (offered, letter));
        }
    }
}

static void
test_refused_words (void)
{
  const char *const odd[] = { "", "-", "--", "=", "--=", "--project", "\t", ":files", "\xff" };

  g_test_summary ("Words that mean nothing are no failure, wherever they stand.");
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      for (guint k = 0; k < G_N_ELEMENTS (odd); k++)
        {
          g_auto (Run) run = { 0 };

          run_spur (&run, "--complete", odd[i], odd[k], "record", odd[i], odd[k], NULL);
          g_assert_cmpint (run.status, ==, 0);
          g_assert_cmpstr (run.err, ==, "");
        }
    }
}

static void
test_layers (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_auto (GStrv) words = NULL;
  g_auto (Run) offered = { 0 };

  g_test_summary ("Every layer that is offered is known to 'spur record'.");
  run_spur (&offered, "--complete", "record", "-l", "", NULL);
  words = g_strsplit (g_strchomp (offered.out), "\n", -1);
  g_assert_cmpuint (g_strv_length (words), ==, 6);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *output = g_strdup_printf ("%s/%u.spur", folder, i);
      g_auto (Run) run = { 0 };

      words[i][strcspn (words[i], "\t")] = '\0';
      run_spur (&run, "record", "-l", words[i], "-o", output, "--", "true", NULL);
      g_assert_null (strstr (run.err, "there is no layer"));
    }
}

static void
make_files (const char *folder)
{
  const char *const names[] = { "run.spurmap", "my.project.xml", "trace.spur" };
  g_autofree char *below = g_build_filename (folder, "below", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_assert_true (g_file_set_contents (path, "", 0, NULL));
    }
  g_assert_cmpint (g_mkdir (below, 0755), ==, 0);
}

/* Words behind the command, what is offered then, and what is not. */
static const struct
{
  const char *words;
  const char *offered;
  const char *missing;
} cases[] = {
  { "ch", "check", NULL },
  { "''", "help", "--json" },
  { "help re", "record", NULL },
  { "--project b4 ''", "check", "b4" },
  { "--project b", "b4", "check" },
  { "info --project b", "b4", "info" },
  { "info --project ''", "my.project.xml", "trace.spur" },
  { "info --map ''", "run.spurmap", "trace.spur" },
  { "info ''", "trace.spur", "--json" },
  { "check --j", "--json", NULL },
  { "convert trace.spur out --format sp", "spur-text", "trace.spur" },
  { "correct --method e", "eclc", NULL },
  { "correct --method corridor,e", "corridor,eclc", "eclc" },
  { "monitor --only cpu,me", "cpu,memory", NULL },
  { "monitor --monitor h", "host", NULL },
  { "monitor --root ''", "below", "trace.spur" },
  { "collect --lines u", "ulm", NULL },
  { "record -l mpi", "mpich", NULL },
  { "plugins --l", "--load", NULL },
};

static void
test_shell (gconstpointer data)
{
  const Shell *shell = data;
  g_autofree char *program = g_find_program_in_path (shell->name);
  g_autoptr (GPtrArray) verbs = NULL;
  g_autoptr (Folder) folder = NULL;

  if (program == NULL)
    {
      g_test_skip ("this shell is not installed");
      return;
    }
  folder = make_folder ();
  make_files (folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *offered = ask_shell (shell, folder, cases[i].words);

      g_test_message ("%s %s: %s", shell->name, cases[i].words, offered);
      g_assert_true (is_offered (offered, cases[i].offered));
      g_assert_false (cases[i].missing != NULL && is_offered (offered, cases[i].missing));
    }

  verbs = list_verbs ();
  for (guint i = 0; i < verbs->len; i++)
    {
      g_autoptr (GPtrArray) options = ask_command (verbs->pdata[i], "--");
      g_autofree char *words = g_strconcat (verbs->pdata[i], " --", NULL);
      g_autofree char *offered = ask_shell (shell, folder, words);

      for (guint k = 0; k < options->len; k++)
        {
          if (g_str_has_prefix (options->pdata[k], "--"))
            g_assert_true (is_offered (offered, options->pdata[k]));
        }
    }
}

/* Bash splits at "=", the other shells do not. */
static void
test_joined_value (void)
{
  g_autoptr (Folder) folder = make_folder ();

  g_test_summary ("The value of --option=value is completed, too.");
  for (guint i = 0; i < G_N_ELEMENTS (shells); i++)
    {
      g_autofree char *program = g_find_program_in_path (shells[i].name);
      gboolean is_bash = i == 0;
      g_autofree char *offered = NULL;

      if (program == NULL)
        continue;
      offered = ask_shell (&shells[i], folder,
                           is_bash ? "convert a b --format = sp" : "convert a b --format=sp");
      g_assert_true (is_offered (offered, "spur-text") ||
                     is_offered (offered, "--format=spur-text"));
    }
}

static void
test_command (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *trace = g_build_filename (folder, "trace.spur", NULL);

  g_test_summary ("Behind 'spur record --' a command is completed, with its arguments.");
  g_assert_true (g_file_set_contents (trace, "", 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (shells); i++)
    {
      g_autofree char *program = g_find_program_in_path (shells[i].name);
      g_autofree char *command = NULL;
      g_autofree char *argument = NULL;
      gboolean is_zsh = g_str_equal (shells[i].name, "zsh");

      if (program == NULL)
        continue;
      command = ask_shell (&shells[i], folder, "record -o out.spur -- mkdi");
      argument = ask_shell (&shells[i], folder, "record -o out.spur -- cat tra");
      g_assert_true (is_offered (command, is_zsh ? "command: mkdi" : "mkdir"));
      g_assert_true (is_offered (argument, is_zsh ? "command: cat tra" : "trace.spur"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-completion/options", test_options);
  g_test_add_func ("/cli-completion/refused-words", test_refused_words);
  g_test_add_func ("/cli-completion/layers", test_layers);
  for (guint i = 0; i < G_N_ELEMENTS (shells); i++)
    {
      g_autofree char *path = g_strconcat ("/cli-completion/", shells[i].name, NULL);

      g_test_add_data_func (path, &shells[i], test_shell);
    }
  g_test_add_func ("/cli-completion/joined-value", test_joined_value);
  g_test_add_func ("/cli-completion/command", test_command);
  return g_test_run ();
}
