/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Looks for what collect-program recorded: collect-check TRACE. Says how many streams have numbers,
 * how many numbers there are, in how many streams they are not 0, 1, 2 and so on, and how many are
 * not above the one before. */
#include <stdio.h>

#include "core/plugin/spur-registry.h"
#include "core/store/trace/spur-chunk-walk.h"

typedef struct
{
  guint64 n_streams;
  guint64 n_events;
  guint64 n_gappy;
  guint64 n_disordered;
} Found;

static void
check_stream (SpurTrace *trace, SpurStream *stream, Found *found)
{
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
  guint64 n_events = 0, n_before = found->n_disordered, last = 0;
  gboolean has_gaps = FALSE;
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const SpurEventLayout *layout = spur_trace_get_class (trace, chunk->classes[i]);
          gboolean is_number = g_str_equal (layout->name, "Count_Event");
          guint64 number = is_number ? spur_event_layout_get_uint (layout, 0, record) : 0;

          record += layout->n_bytes;
          if (!is_number)
            continue;
          found->n_disordered += n_events > 0 && number <= last;
          has_gaps |= number != n_events++;
          last = number;
        }
    }
  found->n_streams += n_events > 0;
  found->n_events += n_events;
  found->n_gappy += has_gaps || found->n_disordered > n_before;
}

int
main (int argc, char **argv)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  Found found = { 0 };

  if (argc != 2)
    return 2;
  trace = spur_registry_open_trace (spur_registry_get_default (), argv[1], NULL, &error);
  if (trace == NULL)
    {
      fprintf (stderr, "collect-check: %s\n", error->message);
      return 1;
    }
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    check_stream (trace, spur_trace_get_stream (trace, i), &found);
  printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
          "\n",
          found.n_streams, found.n_events, found.n_gappy, found.n_disordered);
  return 0;
}
