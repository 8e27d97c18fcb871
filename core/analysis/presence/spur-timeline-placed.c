/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which objects events place, found from these events alone, before a trace is gone through. */
#include "core/analysis/presence/spur-timeline-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/packet/spur-packed-internal.h"
#include "core/store/trace/spur-replay-internal.h"
#include "core/store/trace/spur-store-internal.h"

typedef struct
{
  SpurTimeline *timeline;
  /* By class, whether its events place their subject or send it away. */
  guint8 *is_wanted;
  guint8 *is_placed;
} Search;

/* Several threads may set the same byte, all to the same. */
static void
note_subject (const Search *self, const SpurEventLayout *layout, const guint8 *record)
{
  guint32 object =
    (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);

  if (object < self->timeline->n_objects)
    __atomic_store_n (&self->is_placed[object], TRUE, __ATOMIC_RELAXED);
}

static void
search_chunk (const Search *self, const SpurClassTable *classes, const SpurChunk *chunk)
{
  const guint8 *record = chunk->records;

  for (guint32 i = 0; i < chunk->n_events; i++)
    {
      const SpurEventLayout *layout = classes->layouts[chunk->classes[i]];

      if (self->is_wanted[chunk->classes[i]])
        note_subject (self, layout, record);
      record += layout->n_bytes;
    }
}

static void
search_stream (guint index, gpointer user_data)
{
  const Search *self = user_data;
  SpurStream *stream = spur_trace_get_stream (self->timeline->trace, index);
  const SpurClassTable *classes = spur_stream_get_class_table (stream);
  g_autoptr (SpurChunkWalk) walk =
    spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  const SpurChunk *chunk;

  spur_chunk_walk_want_classes (walk, self->is_wanted);
  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      guint32 n_wanted;
      const guint64 *wanted = spur_chunk_walk_get_wanted (walk, &n_wanted);

      if (wanted == NULL)
        search_chunk (self, classes, chunk);
      for (guint32 i = 0; wanted != NULL && i < n_wanted; i++)
        note_subject (self, classes->layouts[chunk->classes[wanted[i] >> 32]],
                      chunk->records + (guint32) wanted[i]);
    }
}

guint8 *
spur_timeline_find_placed (SpurTimeline *self, const guint8 *movements)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autofree guint8 *is_wanted = g_new0 (guint8, n_classes + 1);
  guint8 *is_placed = g_new0 (guint8, (gsize) self->n_objects + 1);
  Search search = { self, is_wanted, is_placed };

  for (guint i = 0; i < n_classes; i++)
    is_wanted[i] = movements[i] == SPUR_MOVEMENT_ARRIVES || movements[i] == SPUR_MOVEMENT_LEAVES;
  spur_job_run (NULL, spur_trace_get_n_streams (self->trace), search_stream, &search);
  return is_placed;
}
