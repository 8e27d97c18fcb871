/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-cli.h"

static gboolean
end_loop (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gboolean
interrupt_loop (GCancellable *cancellable, gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static void
attach_source (GSource *source, GSourceFunc func, GMainLoop *loop)
{
  g_source_set_callback (source, func, loop, NULL);
  g_source_attach (source, NULL);
}

void
spur_cli_run_loop (SpurCli *self, GMainLoop *loop, gint64 for_ns)
{
  g_autoptr (GSource) interrupt = g_cancellable_source_new (self->job.cancellable);
  g_autoptr (GSource) timer = NULL;

  attach_source (interrupt, G_SOURCE_FUNC (interrupt_loop), loop);
  if (for_ns > 0)
    {
      timer = g_timeout_source_new ((guint) MIN (for_ns / 1000000, G_MAXINT));
      attach_source (timer, end_loop, loop);
    }
  g_main_loop_run (loop);
  g_source_destroy (interrupt);
  if (timer != NULL)
    g_source_destroy (timer);
}
