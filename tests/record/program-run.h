/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Tests whose program has to be a process of its own: it starts the test's own executable again
 * with a name of what it is to do, and keeps what that says on stderr. */

typedef struct
{
  const char *name;
  /* Returns the exit status; what it finds wrong goes to stderr. */
  int (*run) (const char *argument);
} ProgramPart;

/* What main() does first: -1 where this process is the test itself. */
static inline int
program_run_part (int argc, char *argv[], const ProgramPart *parts, guint n_parts)
{
  for (guint i = 0; argc == 3 && i < n_parts; i++)
    {
      if (strcmp (argv[1], parts[i].name) == 0)
        return parts[i].run (argv[2]);
    }
  return -1;
}

/* (transfer full): what it said on stderr; @status as waitpid() has it. */
static inline char *
program_run (const char *part, const char *argument, int *status)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  const char *arguments[] = { self, part, argument, NULL };
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &text, status,
                &error);
  g_assert_no_error (error);
  if (*text != '\0')
    g_test_message ("%s %s: %s", part, argument, text);
  return text;
}

/* How many lines of @text have @what in them. */
static inline guint
program_count_lines (const char *text, const char *what)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    n_lines += strstr (lines[i], what) != NULL;
  return n_lines;
}

static inline void
program_check_text (const char *path, const char *text)
{
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &found, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, text);
}

static inline void
program_make_file (const char *path, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}
