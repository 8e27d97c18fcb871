/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Reads a trace of any format that Spur knows and walks through it twice: in blocks of columns, as
 * programs do that look at many millions of events, and event by event in the order of time.
 *
 *   cc -o walk walk.c $(pkg-config --cflags --libs spur-1)
 *   ./walk TRACE
 */
#include <spur.h>

static guint64
count_sends (SpurTrace *trace, SpurStream *stream)
{
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES);
  const SpurChunk *chunk;
  guint64 n_sends = 0;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        n_sends += spur_trace_get_class (trace, chunk->classes[i])->role == SPUR_ROLE_SEND;
    }
  return n_sends;
}

int
main (int argc, char **argv)
{
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_sends = 0;
  gint64 last_ns = G_MININT64;
  char *last_class = "-";

  if (argc != 2)
    {
      g_printerr ("usage: walk TRACE\n");
      return 2;
    }
  spur_registry_add_default_folders (registry);
  trace = spur_registry_open_trace (registry, argv[1], NULL, &error);
  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    n_sends += count_sends (trace, spur_trace_get_stream (trace, i));
  g_print ("%" G_GUINT64_FORMAT " events, %" G_GUINT64_FORMAT " of them sends\n",
           spur_trace_get_n_events (trace), n_sends);

  cursor = spur_cursor_new (trace, FALSE);
  while (spur_cursor_next (cursor))
    {
      g_assert (spur_cursor_get_time_ns (cursor) >= last_ns);
      last_ns = spur_cursor_get_time_ns (cursor);
      last_class = spur_cursor_get_layout (cursor)->name;
    }
  g_print ("the last one at %" G_GINT64_FORMAT " ns, a %s\n", last_ns, last_class);
  return 0;
}
