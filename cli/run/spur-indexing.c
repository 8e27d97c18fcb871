/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-indexing.h"

/* Of fewer events a picture is made faster from the trace itself, and a page can have them all. */
#define LEAST_INDEXED_EVENTS 1000000

SpurIndex *
spur_cli_open_index (SpurCli *self)
{
  g_autofree char *path = g_strconcat (self->input, ".index", NULL);

  if (spur_trace_get_n_events (self->trace) < LEAST_INDEXED_EVENTS)
    return NULL;
  if (spur_cli_is_pipe (self))
    return spur_index_new (self->trace, &self->job, &self->error);
  return spur_index_open (self->trace, path, &self->job, &self->error);
}

SpurIndex *
spur_cli_open_kept_index (SpurCli *self)
{
  gboolean is_kept = !spur_cli_is_pipe (self) && spur_index_can_be_kept (self->trace);

  return is_kept ? spur_cli_open_index (self) : NULL;
}
