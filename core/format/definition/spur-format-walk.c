/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The events of all streams in the order of the times that are written. */
#include "core/base/spur-heap-private.h"
#include "core/format/definition/spur-format-source-private.h"
#include "core/store/trace/spur-store-internal.h"

#define NS_PER_S 1000000000
#define EVENTS_PER_REPORT 65536
#define PS_PER_S G_GINT64_CONSTANT (1000000000000)

/* Where the walk is in one stream. */
typedef struct
{
  gint64 key_ns;
  const SpurChunk *chunk;
  const guint8 *record;
  guint32 position;
  guint32 n_events;
  guint64 event;
  SpurStream *stream;
  SpurChunkWalk *walk;
  guint index;
  gint64 hz;
  guint64 epoch_ticks;
  SpurTimeWalk times;
  gint64 corrected_ns;
} Place;

struct _SpurFormatWalk
{
  guint64 n_events;
  guint64 n_done;
  gboolean has_predecessors;
  guint32 *record_bytes;
  Place *places;
  gpointer *heap;
  guint n_heap;
  guint n_streams;
  guint8 last_record[SPUR_MAX_RECORD_BYTES];
};

static inline gboolean
comes_before (gconstpointer a, gconstpointer b)
{
  const Place *first = a, *second = b;

  return first->key_ns < second->key_ns ||
         (first->key_ns == second->key_ns && first->index < second->index);
}

static gboolean
enter_chunk (Place *self)
{
  self->chunk = spur_chunk_walk_next (self->walk);
  if (self->chunk == NULL)
    return FALSE;
  self->position = 0;
  self->n_events = self->chunk->n_events;
  self->record = self->chunk->records;
  return TRUE;
}

static inline void
read_key (Place *self)
{
  gint64 ticks = spur_chunk_get_ticks (self->chunk, self->position);

  if (G_LIKELY (self->hz == NS_PER_S && self->times.n_maps == 0))
    {
      self->key_ns = ticks;
      return;
    }
  self->key_ns = spur_stream_ticks_to_ns (self->stream, ticks);
  if (self->times.n_maps > 0)
    self->key_ns = spur_time_walk_at (&self->times, self->event, self->key_ns);
  self->corrected_ns = self->key_ns;
}

static inline gboolean
advance_place (SpurFormatWalk *self, Place *place)
{
  place->record += self->record_bytes[place->chunk->classes[place->position]];
  place->event++;
  if (++place->position == place->n_events && !enter_chunk (place))
    return FALSE;
  read_key (place);
  return TRUE;
}

void
spur_format_walk_begin (SpurFormatSource *source)
{
  SpurFormatWalk *self = g_new0 (SpurFormatWalk, 1);
  guint n_streams = spur_trace_get_n_streams (source->trace);
  gsize n_predecessors;

  source->walk = self;
  self->n_events = spur_trace_get_n_events (source->trace);
  spur_trace_get_all_predecessors (source->trace, &n_predecessors);
  self->has_predecessors = n_predecessors > 0;
  self->record_bytes = g_new (guint32, source->n_classes + 1);
  for (guint i = 0; i < source->n_classes; i++)
    self->record_bytes[i] = (guint32) spur_trace_get_class (source->trace, i)->n_bytes;
  self->places = g_new0 (Place, n_streams + 1);
  self->n_streams = n_streams;
  self->heap = g_new (gpointer, n_streams + 1);
  for (guint i = 0; i < n_streams; i++)
    {
      Place *place = &self->places[i];
      SpurClock clock;

      place->stream = spur_trace_get_stream (source->trace, i);
      place->walk = spur_chunk_walk_new (place->stream, SPUR_CHUNK_ALL);
      place->index = i;
      place->hz = (gint64) spur_definitions_get_clock (source->definitions,
                                                       spur_stream_get_clock (place->stream))
                    ->resolution_hz;
      spur_format_get_clock (source, spur_stream_get_clock (place->stream), &clock);
      place->epoch_ticks = source->definition->is_unix ? clock.epoch_ticks : 0;
      spur_time_walk_init (&place->times, spur_trace_get_correction (source->trace), i);
      if (!enter_chunk (place))
        continue;
      read_key (place);
      self->heap[self->n_heap++] = place;
    }
  spur_heap_build (self->heap, self->n_heap, comes_before);
}

void
spur_format_walk_free (SpurFormatWalk *self)
{
  for (guint i = 0; i < self->n_streams; i++)
    spur_chunk_walk_free (self->places[i].walk);
  g_free (self->record_bytes);
  g_free (self->places);
  g_free (self->heap);
  g_free (self);
}

/* Ticks of other clocks, and times that may not fit. */
static gboolean
convert_ticks (SpurFormatSource *source, const Place *place, SpurFormatEvent *event)
{
  SpurInt128 ps, ticks;
  gint64 hz = source->is_corrected ? NS_PER_S : place->hz;

  ticks = source->is_corrected ? place->corrected_ns
                               : spur_chunk_get_ticks (place->chunk, place->position);
  event->ticks = (gint64) ticks;
  ticks += place->epoch_ticks;
  if (hz == NS_PER_S)
    ps = ticks * 1000;
  else
    {
      ps = (ticks / hz) * PS_PER_S + (ticks % hz) * PS_PER_S / hz;
      ps -= ticks < 0 && (ticks % hz) * PS_PER_S % hz != 0;
    }
  event->ps = (guint) (((ps % 1000) + 1000) % 1000);
  ps = (ps - event->ps) / 1000;
  if (ps < G_MININT64 || ps > G_MAXINT64)
    return spur_format_source_refuse (source,
                                      "event %" G_GUINT64_FORMAT
                                      " of stream %s is more than 292 years from the "
                                      "format's epoch",
                                      place->event, spur_stream_get_name (place->stream));
  event->ns = (gint64) ps;
  return TRUE;
}

/* The next step may take the record's memory for other ones. */
static void
keep_record (SpurFormatWalk *self, const Place *place, SpurFormatEvent *event)
{
  memcpy (self->last_record, place->record,
          self->record_bytes[place->chunk->classes[place->position]]);
  event->record = self->last_record;
}

static inline gboolean
fill_event (SpurFormatSource *source, const Place *place, SpurFormatEvent *event)
{
  event->record = place->record;
  if (G_UNLIKELY (place->position + 1 == place->n_events))
    keep_record (source->walk, place, event);
  event->stream = place->index;
  event->position = place->event;
  if (place->hz == NS_PER_S && place->epoch_ticks <= G_MAXINT64 / 2)
    {
      event->ticks = place->key_ns;
      event->ns = place->key_ns + (gint64) place->epoch_ticks;
      event->ps = 0;
      return TRUE;
    }
  return convert_ticks (source, place, event);
}

gboolean
spur_format_walk_next (SpurFormatSource *source, SpurFormatEvent *event)
{
  SpurFormatWalk *self = source->walk;

  if (G_UNLIKELY (++self->n_done % EVENTS_PER_REPORT == 0))
    {
      spur_job_report (source->job, "writing", self->n_done, self->n_events);
      if (spur_job_is_cancelled (source->job, &source->error))
        return FALSE;
    }
  while (self->n_heap > 0)
    {
      Place *place = self->heap[0];
      const SpurFormatProgram *program = source->plan[place->chunk->classes[place->position]];
      gboolean is_good = TRUE;

      event->program = program;
      if (G_LIKELY (program != NULL))
        is_good = fill_event (source, place, event);
      else
        source->n_left_out++;
      if (!advance_place (self, place))
        self->heap[0] = self->heap[--self->n_heap];
      if (self->n_heap > 1)
        spur_heap_sift_down (self->heap, self->n_heap, 0, comes_before);
      if (!is_good)
        return FALSE;
      if (program != NULL)
        return TRUE;
    }
  return FALSE;
}

const SpurPredecessor *
spur_format_walk_get_predecessors (SpurFormatSource *source,
                                   const SpurFormatEvent *event,
                                   gsize *n_predecessors)
{
  *n_predecessors = 0;
  if (!source->walk->has_predecessors)
    return NULL;
  return spur_trace_get_predecessors (source->trace, event->stream, event->position,
                                      n_predecessors);
}
