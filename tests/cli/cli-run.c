/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tests/cli/cli-run.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

void
run_clear (Run *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}

static void
spawn (Run *run, char **argv)
{
  g_autoptr (GError) error = NULL;
  int wait_status = 0;

  run_clear (run);
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &run->out, &run->err,
                &wait_status, &error);
  g_assert_no_error (error);
  if (!WIFEXITED (wait_status))
    g_error ("%s %s: ended by signal %d: %s", argv[0], argv[1], WTERMSIG (wait_status), run->err);
  run->status = WEXITSTATUS (wait_status);
}

static GPtrArray *
gather (const char *first, va_list *arguments)
{
  const char *binary = g_getenv ("SPUR_BINARY");
  GPtrArray *argv = g_ptr_array_new ();

  g_assert_nonnull (binary);
  g_ptr_array_add (argv, (gpointer) binary);
  if (first != NULL)
    g_ptr_array_add (argv, (gpointer) first);
  for (char *argument = va_arg (*arguments, char *); argument != NULL;
       argument = va_arg (*arguments, char *))
    g_ptr_array_add (argv, argument);
  return argv;
}

void
run_spur (Run *run, ...)
{
  g_autoptr (GPtrArray) argv = NULL;
  va_list arguments;

  va_start (arguments, run);
  argv = gather (NULL, &arguments);
  va_end (arguments);
  g_ptr_array_add (argv, NULL);
  spawn (run, (char **) argv->pdata);
}

void
run_shell (Run *run, const char *command)
{
  char *argv[] = { (char *) "bash", (char *) "-c", (char *) command, NULL };

  spawn (run, argv);
}

/* Nothing is said but that the trace is incomplete, in one line, where it is. */
static void
check_errors (const char *text, JsonObject *root)
{
  const char *end = strchr (text, '\n');

  if (*text == '\0')
    return;
  g_assert_true (json_object_has_member (root, "losses"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (root, "losses")), >, 0);
  g_assert_nonnull (strstr (text, ": incomplete: "));
  g_assert_true (end != NULL && end[1] == '\0');
}

JsonObject *
run_json (int status, ...)
{
  g_autoptr (GPtrArray) argv = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  g_auto (Run) run = { 0 };
  JsonObject *root;
  va_list arguments;

  va_start (arguments, status);
  argv = gather (NULL, &arguments);
  va_end (arguments);
  g_ptr_array_add (argv, (gpointer) "--json");
  g_ptr_array_add (argv, NULL);
  spawn (&run, (char **) argv->pdata);
  if (run.status != status)
    g_error ("exit status %d, not %d: %s", run.status, status, run.err);
  json_parser_load_from_data (parser, run.out, -1, &error);
  g_assert_no_error (error);
  root = json_node_get_object (json_parser_get_root (parser));
  check_errors (run.err, root);
  return json_object_ref (root);
}

gint64
get_int (JsonObject *object, const char *key)
{
  JsonNode *node = json_object_get_member (object, key);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_INT64)
    g_error ("%s is not there or no whole number", key);
  return json_node_get_int (node);
}

char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("spur-cli-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
remove_folder (char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (!g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_tree (inner);
    }
  g_remove (path);
}

guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  return n_files;
}
