/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The native container. */
#include "config.h"

#include <string.h>

#include "bench/format.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-cursor.h"

typedef struct
{
  guint32 receiver;
  guint32 communicator;
  guint32 tag;
  guint64 length;
} __attribute__ ((packed)) Record;

static const SpurJob one_thread = { NULL, NULL, NULL, 1 };

static gboolean
tell (GError *error)
{
  g_printerr ("format: %s\n", error->message);
  g_error_free (error);
  return FALSE;
}

static guint
add_class (SpurTrace *trace)
{
  g_autoptr (SpurEventLayout) layout =
    spur_event_layout_new ("Sample_Send_Event", NULL, SPUR_TYPE_EVENT);

  spur_event_layout_add_field (layout, "receiver", SPUR_FIELD_UINT32, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (layout, "communicator", SPUR_FIELD_UINT32, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (layout, "tag", SPUR_FIELD_UINT32, SPUR_USE_NONE, NULL);
  spur_event_layout_add_field (layout, "length", SPUR_FIELD_UINT64, SPUR_USE_NONE, NULL);
  return spur_trace_add_class (trace, layout);
}

static void
fill (SpurTrace *trace, const FormatSample *sample, guint class_index)
{
  const SpurClock clock_info = { "clock", "program", 1000000000, 0, 0 };
  guint clock_index = spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock_info);
  g_autofree SpurStream **streams = g_new (SpurStream *, sample->n_streams);
  FormatClock clock = FORMAT_CLOCK_INIT;

  for (guint i = 0; i < sample->n_streams; i++)
    streams[i] = spur_trace_add_stream (trace, "stream", clock_index, SPUR_NONE);
  for (guint64 k = 0; k < sample->n_events / sample->n_streams; k++)
    {
      for (guint i = 0; i < sample->n_streams; i++)
        {
          Record *record = spur_stream_append_in_place (
            streams[i], (gint64) format_clock_next (&clock, k, sample->n_streams), class_index);

          record->receiver = FORMAT_RECEIVER (k);
          record->communicator = FORMAT_COMMUNICATOR (k);
          record->tag = FORMAT_TAG (k);
          record->length = FORMAT_LENGTH (k);
        }
    }
}

gboolean
format_spur_make (const FormatSample *sample, FormatCost *cost)
{
  g_autofree char *path = format_sample_get_path (sample, "spur");
  g_autoptr (SpurTrace) trace = NULL;
  GError *error = NULL;

  format_cost_begin (cost);
  trace = spur_trace_new ();
  if (!spur_container_begin (trace, path, &error))
    return tell (error);
  fill (trace, sample, add_class (trace));
  if (!spur_trace_seal (trace, &error) || !spur_container_save (trace, path, &one_thread, &error))
    return tell (error);
  cost->n_events = spur_trace_get_n_events (trace);
  format_cost_end (cost);
  cost->has_sum = TRUE;
  cost->n_file_bytes = format_get_file_bytes (path);
  return TRUE;
}

static guint64
sum_record (const guint8 *bytes)
{
  Record record;

  memcpy (&record, bytes, sizeof record);
  return record.receiver + (guint64) record.communicator + record.tag + record.length;
}

static guint64
walk_stream (SpurTrace *trace, SpurStream *stream, const SpurEventLayout *layout)
{
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (stream, SPUR_CHUNK_ALL);
  const SpurChunk *chunk;
  guint64 sum = 0;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          sum += (guint64) spur_chunk_get_ticks (chunk, i) + chunk->classes[i];
          sum += sum_record (record);
          record += layout->n_bytes;
        }
    }
  return sum;
}

static SpurTrace *
open_sample (const FormatSample *sample, FormatCost *cost)
{
  g_autofree char *path = format_sample_get_path (sample, "spur");
  SpurTrace *trace;
  GError *error = NULL;

  cost->n_file_bytes = format_get_file_bytes (path);
  format_cost_begin (cost);
  trace = spur_container_open (path, &one_thread, &error);
  if (trace == NULL)
    tell (error);
  return trace;
}

gboolean
format_spur_walk (const FormatSample *sample, FormatCost *cost)
{
  g_autoptr (SpurTrace) trace = open_sample (sample, cost);

  if (trace == NULL)
    return FALSE;
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    cost->sum +=
      walk_stream (trace, spur_trace_get_stream (trace, i), spur_trace_get_class (trace, 0));
  cost->n_events = spur_trace_get_n_events (trace);
  format_cost_end (cost);
  cost->has_sum = TRUE;
  return TRUE;
}

gboolean
format_spur_merge (const FormatSample *sample, FormatCost *cost)
{
  g_autoptr (SpurTrace) trace = open_sample (sample, cost);
  g_autoptr (SpurCursor) cursor = NULL;
  gint64 last_ns = G_MININT64;

  if (trace == NULL)
    return FALSE;
  cursor = spur_cursor_new (trace, FALSE);
  while (spur_cursor_next (cursor))
    {
      gint64 time_ns = spur_cursor_get_time_ns (cursor);

      if (time_ns < last_ns)
        return FALSE;
      last_ns = time_ns;
      cost->sum += (guint64) time_ns + spur_cursor_get_class_index (cursor) +
                   sum_record (spur_cursor_get_record (cursor));
      cost->n_events++;
    }
  format_cost_end (cost);
  cost->has_sum = TRUE;
  return TRUE;
}
