/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Serves the page of a trace that is large for its limits, until standard input ends. */
#include <gio/gunixinputstream.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/serve/served-trace.h"
#include "visualizers/serve/spur-page-server.h"

static void
end_loop (GObject *input, GAsyncResult *result, gpointer loop)
{
  g_main_loop_quit (loop);
}

int
main (void)
{
  const SpurPageServerOptions options = { 0 };
  g_auto (ServedTrace) trace = { 0 };
  g_autoptr (SpurPageServer) server = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GError) error = NULL;
  char byte;

  served_trace_init (&trace, 3, TRUE);
  server = spur_page_server_new (trace.source, &options, &error);
  g_assert_no_error (error);
  puts (spur_page_server_get_address (server));
  fflush (stdout);
  g_input_stream_read_async (input, &byte, 1, G_PRIORITY_DEFAULT, NULL, end_loop, loop);
  g_main_loop_run (loop);
  return 0;
}
