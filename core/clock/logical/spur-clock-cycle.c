/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-clock-forward-private.h"

#define MAX_NAMED_EDGES 64

guint64
spur_clock_get_event (const SpurClockForward *self, guint32 stream, guint64 node)
{
  guint64 event = spur_nodes_get_event (self->nodes, stream, node);

  return self->parameters->is_mirrored ? self->nodes->streams[stream].n_events - 1 - event : event;
}

static void
add_name (SpurClockForward *self, GString *names, guint32 stream, guint64 node)
{
  g_string_append_printf (names, "%s event %" G_GUINT64_FORMAT,
                          spur_stream_get_name (spur_trace_get_stream (self->trace, stream)),
                          spur_clock_get_event (self, stream, node));
}

static void
add_edge_name (SpurClockForward *self, GString *names, guint32 from, guint64 from_node, guint32 to)
{
  gboolean is_mirrored = self->parameters->is_mirrored;
  guint64 to_node = self->runs[to].node;

  g_string_append (names, names->len > 0 ? ", " : "");
  add_name (self, names, is_mirrored ? to : from, is_mirrored ? to_node : from_node);
  g_string_append (names, " before ");
  add_name (self, names, is_mirrored ? from : to, is_mirrored ? from_node : to_node);
}

/* Every stuck stream waits for a stuck stream: a walk along these waits goes round a cycle. */
void
spur_clock_name_cycle (SpurClockForward *self, guint32 stream, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint32 first, from_stream, lowest = SPUR_NONE;
  guint64 from_node;
  guint n_named = 0;

  for (guint i = 0; i < self->n_streams; i++)
    {
      spur_clock_get_awaited (self, stream, &from_stream, &from_node);
      stream = lowest = from_stream;
    }
  /* Whichever stream was stuck first, the cycle is named from its first stream on. */
  first = stream;
  do
    {
      spur_clock_get_awaited (self, stream, &from_stream, &from_node);
      stream = from_stream;
      lowest = MIN (lowest, stream);
    }
  while (stream != first);
  first = stream = lowest;
  do
    {
      spur_clock_get_awaited (self, stream, &from_stream, &from_node);
      if (n_named++ < MAX_NAMED_EDGES)
        add_edge_name (self, names, from_stream, from_node, stream);
      stream = from_stream;
    }
  while (stream != first);
  if (n_named > MAX_NAMED_EDGES)
    g_string_append_printf (names, ", and %u more", n_named - MAX_NAMED_EDGES);
  g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_CYCLE,
               "the edges form a cycle, so they are matched wrongly: %s", names->str);
}
