/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lines of measured loads from the sums of an index: what of a block of events falls into one
 * column is one value. */
#include <string.h>

#include "core/store/trace/spur-store-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"

/* What is read at a time: a block of the index. */
#define BLOCK_EVENTS 256

/* A stream whose loads are added. */
typedef struct
{
  SpurSpaceTime *picture;
  SpurStream *stream;
  guint index;
  const guint8 *is_load;
  /* Of the classes of loads only; NULL until a block is read. */
  SpurChunkWalk *chunks;
  /* Events in the span. */
  guint64 begin;
  guint64 end;
} Loads;

static void
add_load (Loads *self, guint class_index, guint32 subject, gint64 time_ns, double load)
{
  SpurSpaceTime *picture = self->picture;
  const SpurEventBatch batch = { .trace = picture->trace,
                                 .layout = spur_trace_get_class (picture->trace, class_index),
                                 .style = picture->style_of_class[class_index],
                                 .stream = self->index,
                                 .lane = picture->lanes->lane_of_stream[self->index],
                                 .target_lanes = picture->lanes->lane_of_object,
                                 .n_events = 1,
                                 .times_ns = &time_ns };

  spur_visualizer_add_load (picture->scene, &batch, subject, load);
}

static void
add_event (Loads *self, guint class_index, guint64 event, const guint8 *record)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->picture->trace, class_index);
  guint64 bits = spur_event_layout_get_use (layout, SPUR_USE_LOAD, record, 0);
  double load;

  memcpy (&load, &bits, sizeof load);
  add_load (self, class_index,
            (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE),
            spur_space_time_event_ns (self->picture, self->index, event), load);
}

/* Adds what is measured by the events of a span of positions. A chunk in memory has all events. */
static void
read_chunk (Loads *self, const SpurChunk *chunk, const guint64 *span)
{
  const guint8 *record = chunk->records;
  guint32 n_wanted;
  const guint64 *wanted = spur_chunk_walk_get_wanted (self->chunks, &n_wanted);

  for (guint32 i = 0; wanted != NULL && i < n_wanted; i++)
    {
      guint32 position = (guint32) (wanted[i] >> 32);

      if (chunk->first + position >= span[0] && chunk->first + position < span[1])
        add_event (self, chunk->classes[position], chunk->first + position,
                   chunk->records + (guint32) wanted[i]);
    }
  for (guint32 i = 0; wanted == NULL && i < chunk->n_events; i++)
    {
      guint class_index = chunk->classes[i];

      if (self->is_load[class_index] && chunk->first + i >= span[0] && chunk->first + i < span[1])
        add_event (self, class_index, chunk->first + i, record);
      record += spur_trace_get_class (self->picture->trace, class_index)->n_bytes;
    }
}

/* Adds what events [begin, end) measure one by one. */
static void
read_block (Loads *self, guint64 begin, guint64 end)
{
  const guint64 span[] = { MAX (begin, self->begin), MIN (end, self->end) };
  const SpurChunk *chunk;
  guint64 next = begin;

  if (self->chunks == NULL)
    {
      self->chunks = spur_chunk_walk_new_of_blocks (
        self->stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS, BLOCK_EVENTS);
      spur_chunk_walk_want_classes (self->chunks, self->is_load);
    }
  spur_chunk_walk_seek (self->chunks, begin);
  while (next < end && (chunk = spur_chunk_walk_next (self->chunks)) != NULL)
    {
      read_chunk (self, chunk, span);
      next = chunk->first + chunk->n_events;
    }
}

static gboolean
is_load (const Loads *self, const SpurIndexValues *values)
{
  SpurIndexSeries series;

  if (values->series >= spur_index_get_n_series (self->picture->index, self->index))
    return FALSE;
  spur_index_get_series (self->picture->index, self->index, values->series, &series);
  return series.class_index < spur_trace_get_n_classes (self->picture->trace) &&
         self->is_load[series.class_index];
}

/* Whether all values of a series in a block are in one column. */
static gboolean
is_in_column (const Loads *self, const SpurIndexValues *values)
{
  SpurSpaceTime *picture = self->picture;

  return values->n_values <= 1 || !is_load (self, values) ||
         spur_scene_find_column (
           picture->scene, spur_space_time_event_ns (picture, self->index, values->first_event)) ==
           spur_scene_find_column (
             picture->scene, spur_space_time_event_ns (picture, self->index, values->last_event));
}

/* The largest value stands for all of them, as in a column whose events come one by one. */
static void
add_values (Loads *self, const SpurIndexValues *values)
{
  SpurSpaceTime *picture = self->picture;
  SpurIndexSeries series;

  if (!is_load (self, values))
    return;
  picture->scene->n_hidden += values->n_others;
  if (values->n_values == 0)
    return;
  spur_index_get_series (picture->index, self->index, values->series, &series);
  picture->scene->n_hidden += values->n_values - 1;
  add_load (self, series.class_index, series.subject,
            spur_space_time_event_ns (picture, self->index, values->first_event), values->most);
}

/* Adds the values of the block with those at a place. Returns the place behind them. */
static guint64
add_block (Loads *self, guint64 place, guint64 n_places)
{
  SpurIndex *index = self->picture->index;
  SpurIndexValues values;
  guint64 begin, end, next = place;
  gboolean is_whole;

  spur_index_get_values (index, self->index, place, &values);
  is_whole = spur_index_find_block (index, self->index, values.first_event, &begin, &end) &&
             begin >= self->begin && end <= self->end;
  for (; next < n_places; next++)
    {
      spur_index_get_values (index, self->index, next, &values);
      if (values.first_event >= end)
        break;
      is_whole = is_whole && is_in_column (self, &values);
    }
  if (!is_whole)
    read_block (self, begin, end);
  for (; is_whole && place < next; place++)
    {
      spur_index_get_values (index, self->index, place, &values);
      add_values (self, &values);
    }
  return next;
}

void
spur_space_time_add_loads (SpurSpaceTime *self, guint stream, const guint8 *is_load)
{
  guint64 n_places = spur_index_get_n_values (self->index, stream), place;
  Loads loads = { .picture = self,
                  .stream = spur_trace_get_stream (self->trace, stream),
                  .index = stream,
                  .is_load = is_load };

  if (n_places == 0)
    return;
  loads.begin = spur_index_count_until (self->index, stream, self->from_ns - 1, self->raw);
  loads.end = spur_index_count_until (self->index, stream, self->to_ns, self->raw);
  if (loads.begin == loads.end)
    return;
  n_places =
    MIN (n_places, spur_index_find_values (self->index, stream, loads.end - 1 + BLOCK_EVENTS));
  for (place = spur_index_find_values (self->index, stream, loads.begin); place < n_places;)
    place = add_block (&loads, place, n_places);
  g_clear_pointer (&loads.chunks, spur_chunk_walk_free);
}
