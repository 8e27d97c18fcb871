/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-collecting.h"

#include <string.h>

#include "cli/output/spur-layout.h"

#define TLS_SCHEME "tls:"
#define MAX_TOKEN_BYTES 32

static SpurExit
start_relay (SpurSending *self, SpurCli *cli)
{
  self->relay = spur_relay_new (self->to + strlen (TLS_SCHEME), &cli->error);
  if (self->relay == NULL)
    return spur_cli_usage (cli, "--to: %s", cli->error->message);
  spur_relay_set_tls (self->relay, self->tls.certificate, self->tls.authorities);
  self->where = spur_relay_start (self->relay, &cli->error);
  return self->where != NULL ? SPUR_EXIT_OK : spur_cli_fail (cli, SPUR_EXIT_FAILURE, self->to);
}

SpurExit
spur_sending_begin (SpurSending *self, SpurCli *cli)
{
  gboolean is_tls = g_str_has_prefix (self->to, TLS_SCHEME);

  if (!is_tls && !g_str_has_prefix (self->to, "tcp:") && !g_str_has_prefix (self->to, "unix:"))
    return spur_cli_usage (cli, "--to: got '%s', wanted tls:HOST:PORT, tcp:HOST:PORT or unix:PATH",
                           self->to);
  if (!is_tls && (self->tls.certificate_file != NULL || self->tls.authorities_file != NULL))
    return spur_cli_usage (cli, "--tls-certificate and --tls-authorities need --to tls:HOST:PORT");
  if (self->tls.key_file != NULL && self->tls.certificate_file == NULL)
    return spur_cli_usage (cli, "--tls-key needs --tls-certificate");
  if (!spur_tls_load (&self->tls, &cli->error))
    return spur_cli_fail (cli, SPUR_EXIT_BAD_INPUT, SPUR_TLS_PLACE);
  if (self->tls.token != NULL && strlen (self->tls.token) > MAX_TOKEN_BYTES)
    return spur_cli_usage (cli, "--token-file: a token has at most %d bytes", MAX_TOKEN_BYTES);
  if (self->tls.token != NULL)
    g_setenv ("SPUR_RECORD_TOKEN", self->tls.token, TRUE);
  if (is_tls)
    return start_relay (self, cli);
  self->where = g_strdup (self->to);
  return SPUR_EXIT_OK;
}

SpurExit
spur_sending_end (SpurSending *self, SpurCli *cli, int status)
{
  static const SpurLayout layout[] = {
    SPUR_LAYOUT_LINE_OF ("to", "sent to ", 0),
    { SPUR_LAYOUT_END },
  };
  guint n_connections = 0;

  if (self->relay != NULL)
    {
      spur_relay_stop (self->relay);
      if (!spur_relay_check (self->relay, &cli->error))
        return spur_cli_fail (cli, SPUR_EXIT_FAILURE, "--to");
      n_connections = spur_relay_get_n_connections (self->relay);
      if (n_connections == 0)
        {
          spur_cli_warn (cli, "nothing was recorded: no process of the program connected");
          return SPUR_EXIT_FAILURE;
        }
    }
  cli->layout = layout;
  spur_tree_add_string (cli->tree, "to", self->to);
  spur_tree_add_int (cli->tree, "status", status);
  if (self->relay != NULL)
    spur_tree_add_int (cli->tree, "connections", n_connections);
  return (SpurExit) status;
}

void
spur_sending_clear (SpurSending *self)
{
  spur_tls_clear (&self->tls);
  g_clear_object (&self->relay);
  g_clear_pointer (&self->where, g_free);
}
