/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-growth.h"

#include <glib/gstdio.h>

/* About three quarters stay when there are more, which are more than a live page has with all their
 * fields. */
#define MAX_EVENTS 200000

static gint64
get_n_bytes (const char *path)
{
  GStatBuf facts;

  return g_stat (path, &facts) == 0 ? (gint64) facts.st_size : -1;
}

void
spur_growth_init (SpurGrowth *self, SpurCli *cli)
{
  *self = (SpurGrowth){ .cli = cli, .n_bytes = -1 };
  self->tail = spur_recording_tail_new (cli->input, MAX_EVENTS, NULL);
}

void
spur_growth_clear (SpurGrowth *self)
{
  g_clear_pointer (&self->tail, spur_recording_tail_free);
}

static gboolean
take_trace (SpurGrowth *self, SpurTrace *trace)
{
  if (trace == NULL)
    return FALSE;
  g_clear_object (&self->cli->trace);
  self->cli->trace = trace;
  return TRUE;
}

void
spur_growth_cut (SpurGrowth *self, SpurEdges *edges)
{
  g_autofree guint64 *first = NULL;
  g_autoptr (GArray) kept = NULL;

  if (self->tail != NULL)
    first = spur_recording_tail_find_cut (self->tail);
  if (first == NULL)
    return;
  kept = spur_pending_list (self->cli->trace, edges, first);
  spur_recording_tail_cut (self->tail, first, kept);
}

gboolean
spur_growth_read (SpurGrowth *self)
{
  gint64 n_bytes = get_n_bytes (self->cli->input);

  if (n_bytes == self->n_bytes &&
      (self->tail == NULL || !spur_recording_tail_note_end (self->tail)))
    return FALSE;
  self->n_bytes = n_bytes;
  if (self->tail != NULL)
    return take_trace (self, spur_recording_tail_read (self->tail, NULL));
  return take_trace (self, spur_registry_open_trace (spur_registry_get_default (), self->cli->input,
                                                     &self->cli->job, NULL));
}
