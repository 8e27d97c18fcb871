/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Names that are given with wildcards. */
#include "cli/options/spur-options.h"

#include <string.h>

static gboolean
has_wildcards (const char *wanted)
{
  return strpbrk (wanted, "*?") != NULL;
}

gboolean
spur_names_fit (const char *wanted, const char *name)
{
  return name != NULL && (strcmp (wanted, name) == 0 ||
                          (has_wildcards (wanted) && g_pattern_match_simple (wanted, name)));
}

static gboolean
refuse_object (SpurCli *cli, SpurTrace *trace, const char *wanted)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *guess = NULL;
  const char *nearest;

  for (guint32 i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    g_ptr_array_add (names, (gpointer) spur_definitions_get_object (definitions, i)->name);
  g_ptr_array_add (names, NULL);
  nearest = spur_text_find_nearest (wanted, (const char *const *) names->pdata);
  guess = nearest != NULL ? g_strdup_printf ("did you mean '%s'? ", nearest) : g_strdup ("");
  return SPUR_CLI_REFUSE (cli,
                          "the trace has no active object '%s'; %s'spur objects %s' lists them",
                          wanted, guess, cli->input);
}

gboolean
spur_names_find_objects (SpurCli *cli, SpurTrace *trace, char **names, guint8 **are_wanted)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 n_objects = spur_definitions_get_n_objects (definitions);
  g_autofree guint8 *found = g_new0 (guint8, (gsize) n_objects + 1);

  memset (found, names == NULL, n_objects);
  for (; names != NULL && *names != NULL; names++)
    {
      gboolean is_known = FALSE;

      for (guint32 i = 0; i < n_objects; i++)
        {
          if (!spur_names_fit (*names, spur_definitions_get_object (definitions, i)->name))
            continue;
          found[i] = 1;
          is_known = TRUE;
        }
      if (!is_known)
        return refuse_object (cli, trace, *names);
    }
  *are_wanted = g_steal_pointer (&found);
  return TRUE;
}
