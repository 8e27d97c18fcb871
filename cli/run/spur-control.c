/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-collecting.h"
#include "core/base/spur-error-internal.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define TIMEOUT_S 5
#define MAX_ANSWER_BYTES 4096

/* Another user who can write into a folder may have put a socket there. A folder that is not
 * there is no error of its own. */
static gboolean
check_folder (const char *folder, GError **error)
{
  GStatBuf facts;

  if (g_lstat (folder, &facts) != 0)
    return TRUE;
  if (S_ISDIR (facts.st_mode) && facts.st_uid == geteuid () && (facts.st_mode & 077) == 0)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                         "%s is not a folder that only user %u may use", folder,
                         (guint) geteuid ());
}

/* The recorder of another user is none that is asked. */
static gboolean
check_peer (GSocketConnection *connection, const char *path, GError **error)
{
  g_autoptr (GCredentials) peer =
    g_socket_get_credentials (g_socket_connection_get_socket (connection), error);
  uid_t user = peer != NULL ? g_credentials_get_unix_user (peer, error) : (uid_t) -1;

  if (user == geteuid ())
    return TRUE;
  if (user != (uid_t) -1)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "%s is the socket of user %u",
                 path, (guint) user);
  return FALSE;
}

static GSocketConnection *
connect_to (const char *folder, int process, GError **error)
{
  g_autofree char *path = g_strdup_printf ("%s/spur-record.%d", folder, process);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection = NULL;

  if (!check_folder (folder, error))
    return NULL;
  g_socket_client_set_timeout (client, TIMEOUT_S);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, error);
  if (connection == NULL || !check_peer (connection, path, error))
    return NULL;
  return g_steal_pointer (&connection);
}

/* Where the program's environment says, or else in the folder of the user. */
static GSocketConnection *
find_recorder (int process, GError **error)
{
  const char *runtime = g_getenv ("XDG_RUNTIME_DIR");
  g_autofree char *own = g_strdup_printf ("/tmp/spur-record-%u", (guint) geteuid ());
  g_autoptr (GError) first = NULL;
  g_autoptr (GError) second = NULL;
  GSocketConnection *connection = NULL;

  if (runtime != NULL)
    connection = connect_to (runtime, process, &first);
  if (connection == NULL)
    connection = connect_to (own, process, &second);
  if (connection != NULL)
    return connection;
  if (g_error_matches (first, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    g_propagate_prefixed_error (error, g_steal_pointer (&first), "is not asked: ");
  else if (g_error_matches (second, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    g_propagate_prefixed_error (error, g_steal_pointer (&second), "is not asked: ");
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 "does not listen (%s); start it with SPUR_RECORD_CONTROL=1", second->message);
  return NULL;
}

static char *
send_command (GSocketConnection *connection, const char *command, GError **error)
{
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  GInputStream *input = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  g_autofree char *line = g_strconcat (command, "\n", NULL);
  g_autoptr (GString) answer = g_string_new (NULL);
  char byte;

  if (!g_output_stream_write_all (output, line, strlen (line), NULL, NULL, error))
    return NULL;
  while (answer->len < MAX_ANSWER_BYTES)
    {
      gssize n_bytes = g_input_stream_read (input, &byte, 1, NULL, error);

      if (n_bytes < 0)
        return NULL;
      if (n_bytes == 0 || byte == '\n')
        return g_string_free (g_steal_pointer (&answer), FALSE);
      g_string_append_c (answer, byte);
    }
  return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s",
                              "the answer is too long");
}

SpurExit
spur_control_run (SpurCli *cli, int process, const char *const *commands)
{
  g_autofree char *place = g_strdup_printf ("process %d", process);
  g_autoptr (GSocketConnection) connection = find_recorder (process, &cli->error);

  if (connection == NULL)
    return spur_cli_fail (cli, SPUR_EXIT_FAILURE, place);
  for (guint i = 0; commands[i] != NULL; i++)
    {
      g_autofree char *answer = send_command (connection, commands[i], &cli->error);
      g_autofree char *safe = NULL;

      if (answer == NULL)
        return spur_cli_fail (cli, SPUR_EXIT_FAILURE, place);
      if (!g_str_has_prefix (answer, "ok"))
        {
          g_set_error (&cli->error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", commands[i],
                       *answer != '\0' ? answer : "it hung up");
          return spur_cli_fail (cli, SPUR_EXIT_FAILURE, place);
        }
      safe = spur_text_safe (answer);
      spur_out_printf (cli->out, "%s: %s\n", place, safe);
    }
  return SPUR_EXIT_OK;
}
