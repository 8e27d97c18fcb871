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
note_subject (const SpurEventLayout *layout,
              const guint8 *record,
              guint64 event,
              gpointer user_data)
{
  const Search *self = user_data;
  guint32 object =
    (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);

  if (object < self->timeline->n_objects)
    __atomic_store_n (&self->is_placed[object], TRUE, __ATOMIC_RELAXED);
}

static void
search_stream (guint index, gpointer user_data)
{
  Search *self = user_data;

  spur_stream_visit_wanted (spur_trace_get_stream (self->timeline->trace, index), self->is_wanted,
                            note_subject, self);
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
