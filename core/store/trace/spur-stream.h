/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event.h"
#include "core/store/trace/spur-correction.h"

G_BEGIN_DECLS

#define SPUR_TYPE_STREAM (spur_stream_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurStream, spur_stream, SPUR, STREAM, GObject)

/**
 * SpurChunk:
 * @first: position in the stream of the chunk's first event
 * @base_ticks: raw time of the chunk's first event, in ticks of the stream's clock
 * @n_events: how many events
 * @ticks: (array length=n_events): raw times in ticks since @base_ticks, see
 *   spur_chunk_get_ticks()
 * @classes: (array length=n_events): index of each event's class in the trace
 * @records: the packed records, one after the other
 * @n_record_bytes: size of @records
 * @marks: where in @records every 64th event's record begins: entry k for event 64 k
 *
 * A run of a stream's events as columns. Read-only; loops over events take them from a
 * #SpurChunkWalk, whose chunks may lack @marks and what was not wanted.
 *
 * Since: 1.0
 */
typedef struct
{
  guint64 first;
  gint64 base_ticks;
  guint32 n_events;
  guint32 n_record_bytes;
  const guint32 *ticks;
  const guint16 *classes;
  const guint8 *records;
  const guint32 *marks;
} SpurChunk;

/**
 * SPUR_CHUNK_MARK_EVENTS:
 *
 * A chunk knows the place of every this many-th record.
 *
 * Since: 1.0
 */
#define SPUR_CHUNK_MARK_EVENTS 64

/**
 * spur_chunk_get_ticks:
 * @self: a chunk
 * @position: position of an event in the chunk, below its number of events
 *
 * Returns: the event's raw time in ticks of the stream's clock
 *
 * Since: 1.0
 */
static inline gint64
spur_chunk_get_ticks (const SpurChunk *self, guint32 position)
{
  return self->base_ticks + self->ticks[position];
}

/**
 * SpurClockOffset:
 * @ticks: when it was measured, by the stream's clock
 * @offset_ticks: what is to be added to the stream's clock to get the reference clock
 * @deviation_ticks: standard deviation of @offset_ticks; 0 where unknown
 *
 * What a tracer measured of a clock; kept, not applied.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 ticks;
  gint64 offset_ticks;
  double deviation_ticks;
} SpurClockOffset;

SPUR_AVAILABLE_IN_ALL
guint spur_stream_get_index (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_stream_get_name (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_stream_get_target (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
guint spur_stream_get_clock (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_stream_get_origin (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_stream_get_n_events (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_stream_get_n_steps_back (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
guint spur_stream_get_n_chunks (SpurStream *self);

SPUR_AVAILABLE_IN_ALL
const SpurChunk *spur_stream_get_chunk (SpurStream *self, guint index);

SPUR_AVAILABLE_IN_ALL
gint64 spur_stream_get_ticks (SpurStream *self, guint64 event);

SPUR_AVAILABLE_IN_ALL
guint spur_stream_get_class_index (SpurStream *self, guint64 event);

SPUR_AVAILABLE_IN_ALL
gint64 spur_stream_ticks_to_ns (SpurStream *self, gint64 ticks);

SPUR_AVAILABLE_IN_ALL
gint64 spur_stream_get_raw_ns (SpurStream *self, guint64 event);

SPUR_AVAILABLE_IN_ALL
const guint8 *
spur_stream_get_record (SpurStream *self, guint64 event, const SpurEventLayout **layout);

SPUR_AVAILABLE_IN_ALL
void spur_stream_set_origin (SpurStream *self, guint64 origin);

SPUR_AVAILABLE_IN_ALL
void spur_stream_add_clock_offset (SpurStream *self, const SpurClockOffset *offset);

SPUR_AVAILABLE_IN_ALL
const SpurClockOffset *spur_stream_get_clock_offsets (SpurStream *self, guint *n_offsets);

/* Filling a stream. Different streams may be filled by different threads at the same time. */

SPUR_AVAILABLE_IN_ALL
void spur_stream_append (SpurStream *self, gint64 ticks, guint class_index, const void *record);

SPUR_AVAILABLE_IN_ALL
gpointer spur_stream_append_in_place (SpurStream *self, gint64 ticks, guint class_index);

G_END_DECLS
