/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-chunk-walk.h"
#include "core/store/trace/spur-trace.h"

/*
 * Keeps what of a mapped file is in memory small: readers say how much they are about to look at,
 * and when that was more than what may stay, all pages are given back. A reader that still
 * needs a page gets it again from the file.
 */
typedef struct
{
  const guint8 *bytes;
  gsize n_bytes;
  /* Read and changed by many threads. */
  guint64 max_bytes;
  guint64 n_touched_bytes;
  /* What is mapped, or -1. */
  int fd;
} SpurPager;

/* Bytes of its file that a trace may have in memory by default. Around each page that is read the
 * kernel maps those that it has, 64 KiB, which is more than most chunks have: of a chunk all counts
 * that any is read of. */
#define SPUR_PAGER_DEFAULT_BYTES ((guint64) 96 << 20)

/* @bytes begin where a mapping does. */
SpurPager *spur_pager_new (const guint8 *bytes, gsize n_bytes);

void spur_pager_free (SpurPager *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurPager, spur_pager_free)

/* Keeps a descriptor of the file that is mapped, where it is larger than what may stay in memory.
 */
void spur_pager_keep_file (SpurPager *self, int fd);

void spur_pager_set_max_bytes (SpurPager *self, guint64 max_bytes);

void spur_pager_drop (SpurPager *self);

/* Whether the file is so large that what was looked at does not stay, and can be read instead. A
 * page that is looked at once costs four times as much as to copy it. @self may be NULL. */
static inline gboolean
spur_pager_is_short (const SpurPager *self)
{
  return self != NULL && self->fd >= 0 &&
         self->n_bytes > __atomic_load_n (&self->max_bytes, __ATOMIC_RELAXED);
}

/* Copies bytes of the file without mapping them. FALSE where they cannot be read. */
gboolean spur_pager_read (const SpurPager *self, const guint8 *from, gsize n_bytes, guint8 *to);

/* @self may be NULL. */
static inline void
spur_pager_touch (SpurPager *self, gsize n_bytes)
{
  if (self == NULL)
    return;
  if (__atomic_add_fetch (&self->n_touched_bytes, n_bytes, __ATOMIC_RELAXED) >
      __atomic_load_n (&self->max_bytes, __ATOMIC_RELAXED))
    spur_pager_drop (self);
}

/* A chunk of which one value is read: its head and the value lie in one place each, around which
 * the kernel maps 64 KiB. Counted as whole chunks, values that are read here and there would have
 * the file mapped anew after every few of them. */
static inline void
spur_pager_touch_places (SpurPager *self, gsize n_bytes)
{
  spur_pager_touch (self, MIN (n_bytes, (gsize) 2 << 16));
}

/* The fact that says what the deviations of the streams' clock offsets are: bounded where each is
 * the most that the offset may be off, as probes tell; they are estimates where it is not there. */
#define SPUR_TRACE_OFFSETS_FACT "clock-offsets"
#define SPUR_TRACE_OFFSETS_BOUNDED "bounded"

/* An event of a trace, by its number in its stream. */
typedef struct
{
  guint64 event;
  guint32 stream;
} SpurStreamEvent;

/* Class indexes fit into the 16 bits of a column; more classes than this are refused. */
#define SPUR_MAX_CLASSES 4096
#define SPUR_MAX_RECORD_BYTES (SPUR_LAYOUT_MAX_FIELDS * 8)

typedef struct _SpurSpool SpurSpool;

/* What streams need of their trace, at one place so that appending follows one pointer. */
typedef struct
{
  /* Where chunks go, also when the trace is sealed; NULL where they stay in memory. */
  SpurSpool *spool;
  /* What looks after the file that packed chunks are in; NULL where they are in none. */
  SpurPager *pager;
  guint n_classes;
  guint chunk_events;
  SpurEventLayout *layouts[SPUR_MAX_CLASSES];
  guint32 record_bytes[SPUR_MAX_CLASSES];
} SpurClassTable;

SpurStream *spur_stream_new (const SpurClassTable *classes,
                             guint index,
                             const char *name,
                             guint clock,
                             guint64 resolution_hz,
                             guint32 target);

void spur_stream_close (SpurStream *self);

/* The same, and the memory goes that the chunk was filled in, where chunks are written away. */
void spur_stream_drop_buffer (SpurStream *self);

/* The chunks of a stream in a container, instead of chunks in memory. */
typedef struct _SpurPackedChunk SpurPackedChunk;

typedef struct _SpurChunkFacts SpurChunkFacts;

/* Adds a chunk that was checked, with what is known of its times. What lies in one part has to
 * outlive the stream; of a chunk in two parts only the values, as the head is copied. */
void spur_stream_adopt_packed (SpurStream *self,
                               const SpurPackedChunk *chunk,
                               const SpurChunkFacts *facts);

/* NULL where the stream's chunks are in memory. */
const SpurPackedChunk *spur_stream_get_packed (SpurStream *self, guint index);

/* Adds to @n_of_class, by class of the trace, how many events of it there are. */
SPUR_AVAILABLE_IN_ALL
void spur_stream_count_classes (SpurStream *self, guint64 *n_of_class);

/* Walks through many streams at once take smaller blocks, of at most @max_events. */
SPUR_AVAILABLE_IN_ALL
SpurChunkWalk *
spur_chunk_walk_new_of_blocks (SpurStream *stream, SpurChunkParts parts, guint32 max_events);

/* Only events of the classes with a non-zero byte are wanted, and chunks without one may be left
 * out. The bytes, by index of class, live as long as the walk, which is one of classes, records
 * and, if it is to be, ticks. Ticks are those of all events. */
SPUR_AVAILABLE_IN_ALL
void spur_chunk_walk_want_classes (SpurChunkWalk *self, const guint8 *is_wanted);

/* Which events of the chunk are wanted: their positions above the offsets of their records; the
 * chunk has the classes and records of these only. NULL where it has all. */
SPUR_AVAILABLE_IN_ALL
const guint64 *spur_chunk_walk_get_wanted (const SpurChunkWalk *self, guint32 *n_wanted);

typedef void (*SpurWantedVisit) (const SpurEventLayout *layout,
                                 const guint8 *record,
                                 guint64 event,
                                 gpointer user_data);

/* Goes through the events of the classes with a non-zero byte, by index of class, in order. */
SPUR_AVAILABLE_IN_ALL
void spur_stream_visit_wanted (SpurStream *stream,
                               const guint8 *is_wanted,
                               SpurWantedVisit visit,
                               gpointer user_data);

/* The index of the chunk with the event. */
guint spur_stream_find_chunk (SpurStream *self, guint64 event);

/* Whether ticks are nanoseconds. */
gboolean spur_stream_is_in_ns (SpurStream *self);

/* Raw times of @n_events events of a chunk, from @begin on. */
void spur_stream_chunk_to_ns (
  SpurStream *self, const SpurChunk *chunk, guint32 begin, guint32 n_events, gint64 *raw_ns);

/* Called when nothing is added any more. Spooled chunks are counted from @bytes. */
void spur_stream_begin_reading (SpurStream *self, const guint8 *bytes);

/* A task that packs the chunks of one of @streams, SpurStream **, where that saves memory. */
void spur_stream_compact (guint index, gpointer streams);

/* Has streams that are small, and their columns in memory, in the cache. */
void spur_streams_fetch (SpurStream **streams, guint n_streams, SpurChunkParts parts);

/* For a loop over streams, which may be many and small: from time to time
 * does the same for those from this one on. */
void spur_trace_fetch_streams (SpurTrace *self, guint index, SpurChunkParts parts);

const SpurClassTable *spur_stream_get_class_table (SpurStream *self);

void spur_stream_set_n_steps_back (SpurStream *self, guint64 n_steps_back);

/* What is said of the stream's ticks as a whole. */
void spur_stream_set_span (SpurStream *self, gint64 min_ticks, gint64 max_ticks);
void spur_stream_get_span (SpurStream *self, gint64 *min_ticks, gint64 *max_ticks);

/* Copies an event's record, which has at most %SPUR_MAX_RECORD_BYTES. Keeps no chunk in memory but
 * the one last asked for. */
void spur_stream_copy_record (SpurStream *self,
                              guint64 event,
                              guint8 *record,
                              const SpurEventLayout **layout);

/* Ticks of its events lie within plus or minus this. */
gint64 spur_stream_get_limit_ticks (SpurStream *self);

const SpurClassTable *spur_trace_get_class_table (SpurTrace *self);

/* Takes @pager. */
void spur_trace_set_pager (SpurTrace *self, SpurPager *pager);

/* Keeps @data until the trace goes. */
void spur_trace_hold (SpurTrace *self, gpointer data, GDestroyNotify release);

/* The entry of an active object, which is the same where its identifier is. */
guint32 spur_trace_add_active_object (SpurTrace *self, SpurActiveObject *object);

/* A trace, not sealed yet, of what is in @self by now, which is filled on. Its definitions are
 * copied; events stay where they are, and @self with them. Not for traces that are written away. */
SpurTrace *spur_trace_snapshot (SpurTrace *self);

/* The events of @self for another one that does not outlive it. */
void spur_stream_share (SpurStream *self, SpurStream *to);

/* Packs a record for spur_stream_append(), at most %SPUR_MAX_RECORD_BYTES, and adds the definitions
 * that it needs. */
void spur_trace_pack_event (SpurTrace *self, SpurEvent *event, guint8 *record);

/* As spur_correction_append_map(), for a caller that does not use the map any more: what was made
 * of many streams is in no cache. */
void spur_correction_take_map (SpurCorrection *self, guint stream, SpurTimeMap *map);

/* Only the first maps of a stream stay. */
void spur_correction_truncate (SpurCorrection *self, guint stream, guint n_maps);

/* Corrected times of a stream's events in order, in constant time each. */
typedef struct
{
  guint n_maps;
  SpurTimeMap *maps[SPUR_CORRECTION_MAX_MAPS];
  gsize hints[SPUR_CORRECTION_MAX_MAPS];
} SpurTimeWalk;

static inline void
spur_time_walk_init (SpurTimeWalk *walk, SpurCorrection *correction, guint stream)
{
  walk->n_maps = correction != NULL ? spur_correction_get_n_maps (correction, stream) : 0;
  for (guint i = 0; i < walk->n_maps; i++)
    {
      walk->maps[i] = spur_correction_get_map (correction, stream, i);
      walk->hints[i] = 0;
    }
}

/* The time after the map, in the order of the logarithm of the number of knots. */
gint64 spur_time_map_apply (const SpurTimeMap *self, guint64 event, gint64 from_ns);

/* The same as spur_time_map_apply_near() for many events in order. */
void spur_time_map_apply_all (
  const SpurTimeMap *self, gsize *hint, const guint64 *events, gint64 *times_ns, gsize n_events);

/* Whether the map, on a stream whose times before never fall, gives times that never fall. */
gboolean spur_time_map_keeps_order (const SpurTimeMap *self,
                                    guint64 n_events,
                                    gint64 (*get_from_ns) (guint64 event, gpointer user_data),
                                    gpointer user_data);

static inline gint64
spur_time_walk_at (SpurTimeWalk *walk, guint64 event, gint64 raw_ns)
{
  gint64 time_ns = raw_ns;

  for (guint i = 0; i < walk->n_maps; i++)
    time_ns = spur_time_map_apply_near (walk->maps[i], &walk->hints[i], event, time_ns);
  return time_ns;
}

/* Event classes of this program by the names that their layouts have: names to GTypes. */
GHashTable *spur_trace_list_known_types (void);

/* Whether classes agree with each other and with this program's: %SPUR_MODEL_ERROR_CONFLICT shows
 * both definitions where they do not. Fields that only one of the two has are no contradiction. */
gboolean spur_trace_check_layouts (const GPtrArray *layouts, GHashTable *types, GError **error);

gboolean spur_trace_check_classes (SpurTrace *self, GError **error);
