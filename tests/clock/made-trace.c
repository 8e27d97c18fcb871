/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "made-trace.h"

#include "events/spur-lo-events.h"

static SpurTrace *
make (GPtrArray *times, guint chunk_events)
{
  SpurTrace *trace = spur_trace_new_with_chunks (chunk_events);
  guint klass = spur_trace_add_event_type (trace, SPUR_TYPE_LO_EVENT);

  for (guint s = 0; s < times->len; s++)
    {
      GArray *of_stream = g_ptr_array_index (times, s);
      g_autofree char *name = g_strdup_printf ("rank %u", s);
      SpurClock clock = { name, "program", 1000000000, 0, s };
      SpurStream *stream = spur_trace_add_stream (
        trace, name, spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
        SPUR_NONE);
      const guint8 record[4] = { 0xff, 0xff, 0xff, 0xff };

      for (guint i = 0; i < of_stream->len; i++)
        spur_stream_append (stream, g_array_index (of_stream, gint64, i), klass, record);
    }
  return trace;
}

SpurTrace *
made_trace_try_new (GPtrArray *times, guint chunk_events, GError **error)
{
  g_autoptr (SpurTrace) trace = make (times, chunk_events);

  return spur_trace_seal (trace, error) ? g_steal_pointer (&trace) : NULL;
}

SpurTrace *
made_trace_new_ordered (GPtrArray *times, GArray *predecessors, guint chunk_events)
{
  SpurTrace *trace = make (times, chunk_events);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < predecessors->len; i++)
    {
      const SpurPredecessor *row = &g_array_index (predecessors, SpurPredecessor, i);

      spur_trace_add_predecessor (trace, row->stream, row->event, row->predecessor_stream,
                                  row->predecessor_event);
    }
  spur_trace_seal (trace, &error);
  g_assert_no_error (error);
  return trace;
}

SpurTrace *
made_trace_new (GPtrArray *times, guint chunk_events)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = made_trace_try_new (times, chunk_events, &error);

  g_assert_no_error (error);
  return trace;
}

GArray *
made_trace_get_times (SpurTrace *trace, SpurCorrection *correction, guint stream)
{
  SpurStream *of_stream = spur_trace_get_stream (trace, stream);
  guint64 n_events = spur_stream_get_n_events (of_stream);
  GArray *times = g_array_sized_new (FALSE, FALSE, sizeof (gint64), (guint) n_events);

  for (guint64 i = 0; i < n_events; i++)
    {
      gint64 time_ns =
        spur_correction_apply (correction, stream, i, spur_stream_get_raw_ns (of_stream, i));

      g_array_append_val (times, time_ns);
    }
  return times;
}

void
made_trace_add_edge (SpurEdges *edges, guint32 from, guint64 send, guint32 to, guint64 receive)
{
  SpurEdge edge = { send, receive, SPUR_MU_DEFAULT, from, to };

  spur_edges_add (edges, &edge);
}
