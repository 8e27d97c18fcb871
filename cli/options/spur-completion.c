/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What shells offer when a user presses the Tab key. The scripts of the shells ask the command, so
 * that they cannot know other options than the verbs have. */
#include "cli/options/spur-options.h"

#include <string.h>

#include "core/store/trace/spur-map-file.h"

#define MAP_FILES "*" SPUR_MAP_FILE_SUFFIX
#define PROJECT_FILES "*.project.xml"
#define FORMAT_FILES "*.xml"

/* The words before the one that is typed, as far as they are understood. */
typedef struct
{
  const SpurVerb *verb;
  GOptionEntry *entries;      /* of all that may come there */
  const GOptionEntry *option; /* whose value is typed */
  guint n_words;              /* with the one that is typed */
  guint n_arguments;          /* before it, and behind the verb */
  guint first_argument;       /* position in the words, from 0 */
  gboolean are_options;       /* no "--" was there */
} Place;

static void
put_word (SpurOut *out, const char *word, const char *meaning)
{
  g_autofree char *safe = spur_text_safe (meaning != NULL ? meaning : "");

  spur_out_printf (out, "%s\t%s\n", word, safe);
}

static gboolean
takes_value (const GOptionEntry *entry)
{
  return entry->arg != G_OPTION_ARG_NONE && (entry->flags & G_OPTION_FLAG_NO_ARG) == 0;
}

static gboolean
is_file (const GOptionEntry *entry)
{
  return entry->arg == G_OPTION_ARG_FILENAME || entry->arg == G_OPTION_ARG_FILENAME_ARRAY ||
         g_strcmp0 (entry->arg_description, "FILE") == 0;
}

/* The entry of "--name", "--name=value", "-n" or "-nVALUE"; NULL where there is none. */
static const GOptionEntry *
find_in (const GOptionEntry *entries, const char *word)
{
  gsize n_bytes = strcspn (word, "=");

  for (; entries->long_name != NULL; entries++)
    {
      const char *name = entries->long_name;

      if (*name == '\0')
        continue;
      if (g_str_has_prefix (word, "--") && strlen (name) == n_bytes - 2 &&
          strncmp (word + 2, name, n_bytes - 2) == 0)
        return entries;
      if (word[0] == '-' && word[1] != '-' && word[1] != '\0' && word[1] == entries->short_name)
        return entries;
    }
  return NULL;
}

/* Whether the value of the option is the next word. */
static gboolean
wants_next (const GOptionEntry *option, const char *word)
{
  if (option == NULL || !takes_value (option))
    return FALSE;
  return g_str_has_prefix (word, "--") ? strchr (word, '=') == NULL : word[2] == '\0';
}

const SpurVerb *
spur_completion_find_verb (const SpurVerb *const *verbs, const char *name)
{
  for (; *verbs != NULL; verbs++)
    {
      if (g_str_equal ((*verbs)->name, name))
        return *verbs;
    }
  return NULL;
}

/* Before the verb there may be "--project NAME" only. Gives whether the words are understood. */
static gboolean
read_words (Place *place, const SpurVerb *const *verbs, char **words)
{
  place->n_words = g_strv_length (words);
  place->entries = spur_cli_dup_entries (NULL, TRUE);
  place->are_options = TRUE;
  for (guint i = 0; i + 1 < place->n_words; i++)
    {
      const char *word = words[i];
      const GOptionEntry *option =
        place->are_options && *word == '-' ? find_in (place->entries, word) : NULL;

      place->option = NULL;
      if (wants_next (option, word) && i + 2 == place->n_words)
        place->option = option;
      else if (wants_next (option, word))
        i++;
      else if (place->are_options && g_str_equal (word, "--"))
        place->are_options = FALSE;
      else if (place->are_options && *word == '-' && word[1] != '\0')
        continue;
      else if (place->verb == NULL)
        {
          place->verb = spur_completion_find_verb (verbs, word);
          g_free (place->entries);
          if (place->verb == NULL)
            return FALSE;
          place->entries = spur_cli_dup_entries (place->verb, TRUE);
        }
      else if (place->n_arguments++ == 0)
        place->first_argument = i;
    }
  return TRUE;
}

static void
put_verbs (SpurOut *out, const SpurVerb *const *verbs)
{
  for (; *verbs != NULL; verbs++)
    put_word (out, (*verbs)->name, (*verbs)->summary);
}

static void
put_options (SpurOut *out, const GOptionEntry *entries)
{
  for (; entries->long_name != NULL; entries++)
    {
      g_autofree char *name = g_strconcat ("--", entries->long_name, NULL);

      if (*entries->long_name == '\0' || (entries->flags & G_OPTION_FLAG_HIDDEN) != 0)
        continue;
      put_word (out, name, entries->description);
      if (entries->short_name != 0)
        {
          const char letter[] = { '-', entries->short_name, '\0' };

          put_word (out, letter, entries->description);
        }
    }
}

static void
put_projects (SpurOut *out)
{
  SpurRegistry *registry = spur_registry_get_default ();
  g_auto (GStrv) paths = spur_project_list (registry);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autoptr (SpurProject) project = spur_project_read (registry, paths[i], NULL);

      if (project != NULL)
        put_word (out, spur_project_get_name (project), spur_project_get_description (project));
    }
}

/* In a list with commas the last one is typed, and those before it stay. */
static void
put_listed_words (SpurOut *out, const char *const *words, const char *current)
{
  const char *comma = strrchr (current, ',');
  g_autofree char *before = g_strndup (current, comma != NULL ? (gsize) (comma + 1 - current) : 0);

  for (; words != NULL && *words != NULL; words++)
    {
      g_autofree char *word = g_strconcat (before, *words, NULL);

      put_word (out, word, NULL);
    }
}

static void
put_known_values (SpurOut *out, const Place *place, const char *current)
{
  const SpurOptionWords *known = place->verb != NULL ? place->verb->words : NULL;

  for (; known != NULL && known->option != NULL; known++)
    {
      g_auto (GStrv) made = known->dup_words != NULL ? known->dup_words () : NULL;

      if (!g_str_equal (known->option, place->option->long_name))
        continue;
      put_listed_words (out, known->words, current);
      put_listed_words (out, (const char *const *) made, current);
    }
}

static void
put_values (SpurOut *out, const Place *place, const char *current)
{
  const char *shown = place->option->arg_description;

  put_known_values (out, place, current);
  if (g_str_equal (place->option->long_name, "project"))
    {
      put_projects (out);
      spur_out_puts (out, ":files " PROJECT_FILES "\n");
    }
  else if (g_str_equal (place->option->long_name, "format"))
    spur_out_puts (out, ":files " FORMAT_FILES "\n");
  else if (g_str_equal (place->option->long_name, "map"))
    spur_out_puts (out, ":files " MAP_FILES "\n");
  else if (is_file (place->option))
    spur_out_puts (out, g_strcmp0 (shown, "DIR") == 0 ? ":folders\n" : ":files\n");
}

static void
put_arguments (SpurOut *out, const Place *place)
{
  const char *arguments = place->verb->arguments;
  g_autofree GOptionEntry *own = spur_cli_dup_entries (place->verb, FALSE);

  if (arguments == NULL)
    put_options (out, own);
  else if (strstr (arguments, "COMMAND") != NULL)
    spur_out_printf (out, ":command %u\n",
                     place->n_arguments > 0 ? place->first_argument : place->n_words - 1);
  else if (!g_str_has_suffix (arguments, " EVENT") || place->n_arguments == 0)
    spur_out_puts (out, ":files\n");
}

void
spur_completion_put (SpurOut *out, const SpurVerb *const *verbs, char **words)
{
  Place place = { NULL };
  const char *current = words[0] != NULL ? words[g_strv_length (words) - 1] : "";
  gboolean is_help = words[0] != NULL && g_str_equal (words[0], "help") && words[1] != NULL;

  if (is_help && words[2] == NULL)
    put_verbs (out, verbs);
  if (is_help || !read_words (&place, verbs, words))
    return;
  if (place.option != NULL)
    put_values (out, &place, current);
  else if (place.verb == NULL)
    {
      put_verbs (out, verbs);
      put_word (out, "help", "Show the options of a verb");
      put_word (out, "--help", "Show the verbs");
      put_word (out, "--version", "Show the version");
      put_word (out, "--project", "Load a project, by name or file (repeatable)");
    }
  else if (place.are_options && *current == '-')
    put_options (out, place.entries);
  else
    put_arguments (out, &place);
  g_free (place.entries);
}
