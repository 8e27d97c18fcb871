/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/index/spur-index.h"

#include "core/base/spur-object-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/index/spur-block-reader-private.h"

/**
 * SpurIndex:
 *
 * Running totals beside a trace, by which a picture of any span costs its pixels and not its
 * events: for every 256 events of a stream the time in each state, and of each object that is
 * measured the number of values, the least, the largest and their sum.
 *
 * Everything is in raw ticks of the streams' clocks, so one index serves raw and corrected times,
 * and it stays when the trace is corrected anew.
 *
 * The states are those that streams enter and leave, of which the innermost one counts.
 *
 * Since: 1.0
 */

/* A column looks at two pages of a stream's bytes at least, and a page that is mapped costs as much
 * as to read four. */
#define COPIED_COLUMN_BYTES ((gsize) 8 * 4096)
/* A stream is only read where the window has at least this part of it. */
#define LEAST_COPIED_SHARE 0.25

SPUR_DEFINE_OBJECT (SpurIndex, spur_index, G_TYPE_FLAG_NONE)

static void
spur_index_clear (SpurIndex *self)
{
  for (guint i = 0; self->file == NULL && i < self->n_streams; i++)
    spur_pages_free (self->streams[i].bytes);
  g_clear_pointer (&self->file, g_mapped_file_unref);
  spur_pager_free (self->pager);
  g_free (self->streams);
  g_clear_object (&self->trace);
}

static void
spur_index_init (SpurIndex *self G_GNUC_UNUSED)
{
}

SpurIndex *
spur_index_new_empty (SpurTrace *trace)
{
  SpurIndex *self = g_object_new (SPUR_TYPE_INDEX, NULL);

  self->trace = g_object_ref (trace);
  self->n_streams = spur_trace_get_n_streams (trace);
  self->streams = g_new0 (SpurIndexStream, self->n_streams);
  return self;
}

/* The part of a stream's time that a span has, at most 1. */
static double
get_share (const SpurIndexStream *stream, gint64 from_ns, gint64 to_ns)
{
  gint64 begin_ns, end_ns;

  if (stream->head->n_blocks == 0)
    return 1.0;
  begin_ns = spur_stream_ticks_to_ns (stream->stream, stream->begins_ticks[0]);
  end_ns = spur_stream_ticks_to_ns (stream->stream, stream->begins_ticks[stream->head->n_blocks]);
  return MIN (((double) to_ns - (double) from_ns) / MAX ((double) end_ns - (double) begin_ns, 1.0),
              1.0);
}

const SpurIndexStream *
spur_index_use_stream (const SpurIndex *self, guint stream, gint64 from_ns, gint64 to_ns)
{
  const SpurIndexStream *used = &self->streams[stream];

  if (self->pager != NULL)
    spur_pager_touch (self->pager, MIN (used->n_bytes, (gsize) (get_share (used, from_ns, to_ns) *
                                                                (double) used->n_bytes) +
                                                         SPUR_INDEX_PLACES_BYTES));
  return used;
}

gboolean
spur_index_copy_stream (const SpurIndex *self,
                        guint stream,
                        const SpurIndexWindow *window,
                        SpurIndexStream *copy)
{
  const SpurIndexStream *mapped = &self->streams[stream];

  if (!spur_pager_is_short (self->pager) || mapped->n_bytes > SPUR_INDEX_MAX_COPY_BYTES ||
      mapped->n_bytes / COPIED_COLUMN_BYTES > window->n_columns ||
      get_share (mapped, window->from_ns, window->to_ns) < LEAST_COPIED_SHARE)
    return FALSE;
  copy->bytes = spur_pages_new (mapped->n_bytes, 1);
  if (spur_pager_read (self->pager, mapped->bytes, mapped->n_bytes, copy->bytes) &&
      spur_index_stream_attach (copy, mapped->stream, mapped->n_bytes))
    return TRUE;
  spur_pages_free (copy->bytes);
  return FALSE;
}

/* Streams are done by many threads. */
typedef struct
{
  SpurIndex *index;
  const SpurJob *job;
  guint64 n_events;
  guint64 n_done;
} Building;

static void
build_stream (guint index, gpointer user_data)
{
  Building *building = user_data;
  SpurIndex *self = building->index;
  SpurStream *stream = spur_trace_get_stream (self->trace, index);
  guint64 n_done;
  gsize n_bytes;

  if (spur_job_is_cancelled (building->job, NULL))
    return;
  self->streams[index].bytes = spur_index_build_stream (self->trace, index, &n_bytes);
  if (!spur_index_stream_attach (&self->streams[index], stream, n_bytes))
    g_assert_not_reached ();
  n_done =
    __atomic_add_fetch (&building->n_done, spur_stream_get_n_events (stream), __ATOMIC_RELAXED);
  spur_job_report (building->job, "indexing", n_done, building->n_events);
}

/**
 * spur_index_new:
 * @trace: a sealed trace
 * @job: (nullable): who is told, and how many threads work
 * @error: return location for a #GError
 *
 * Builds the index of a trace in one pass over its events. It takes up to two bytes an event, and a
 * stream with 256 states or more, or that measures several objects all the time, takes more.
 *
 * Returns: (transfer full): the index; %NULL where the job was cancelled
 *
 * Since: 1.0
 */
SpurIndex *
spur_index_new (SpurTrace *trace, const SpurJob *job, GError **error)
{
  g_autoptr (SpurIndex) self = NULL;
  Building building = { .job = job };

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = spur_index_new_empty (trace);
  building.index = self;
  building.n_events = spur_trace_get_n_events (trace);
  spur_job_run (job, self->n_streams, build_stream, &building);
  self->n_taken = building.n_events;
  if (spur_job_is_cancelled (job, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * spur_index_get_trace:
 * @self: an index
 *
 * Gets what it is an index of.
 *
 * Returns: (transfer none): the trace
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (SpurTrace *, spur_index_get_trace, SpurIndex, SPUR_IS_INDEX, self->trace)

/**
 * spur_index_get_n_bytes:
 * @self: an index
 *
 * Gets how large it is.
 *
 * Returns: bytes of the index
 *
 * Since: 1.0
 */
guint64
spur_index_get_n_bytes (SpurIndex *self)
{
  guint64 n_bytes = 0;

  g_return_val_if_fail (SPUR_IS_INDEX (self), 0);

  for (guint i = 0; i < self->n_streams; i++)
    n_bytes += self->streams[i].n_bytes;
  return n_bytes;
}

/**
 * spur_index_get_n_taken:
 * @self: an index
 *
 * Gets how many events were looked at to make it: none where it was in its file. Where the trace
 * has grown these are the events of new and of changed chunks, and some of each stream before them.
 *
 * Returns: how many events
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (guint64, spur_index_get_n_taken, SpurIndex, SPUR_IS_INDEX, self->n_taken)

/**
 * spur_index_count_until:
 * @self: an index
 * @stream: index of a stream
 * @time_ns: a time
 * @raw: whether it is a time of the clocks, else of the trace's correction
 *
 * Counts the events of a stream that happened at a time or before, in the order of the logarithm of
 * their number.
 *
 * Returns: how many events; the position of the first one after @time_ns
 *
 * Since: 1.0
 */
guint64
spur_index_count_until (SpurIndex *self, guint stream, gint64 time_ns, gboolean raw)
{
  SpurBlockReader reader;
  guint32 n_blocks;
  guint n_events = 0;

  g_return_val_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams, 0);

  spur_block_reader_init (&reader, spur_index_use_stream (self, stream, time_ns, time_ns),
                          raw ? NULL : spur_trace_get_correction (self->trace));
  n_blocks = spur_block_reader_count_until (&reader, time_ns);
  if (n_blocks == 0)
    return 0;
  spur_block_reader_read (&reader, n_blocks - 1);
  while (n_events < reader.n_events && reader.times_ns[n_events] <= time_ns)
    n_events++;
  return (n_blocks - 1) * (guint64) SPUR_INDEX_BLOCK_EVENTS + n_events;
}
