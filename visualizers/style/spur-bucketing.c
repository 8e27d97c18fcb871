/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of one class and stream come in the order of time. Those that fall into one column of a
 * lane wait until an event falls into another one; then they go to the visualizer, one as a mark,
 * several as a bucket. */
#include <math.h>
#include <string.h>

#include "core/base/spur-order-internal.h"
#include "visualizers/scene/spur-scene-internal.h"
#include "visualizers/style/spur-palette-internal.h"

/* Single events that a visualizer gets at a time: their records, some 40 bytes each, stay in the
 * cache. */
#define BATCH_EVENTS 256

/* A column of a lane that events fall into. */
typedef struct
{
  gsize column;
  SpurEventBucket bucket;
  /* Of the first event; the record goes with the chunk that it lies in. */
  guint8 record[];
} Place;

typedef struct
{
  gint64 time_ns;
  gsize offset; /* of the record */
} Single;

SPUR_DEFINE_ORDER (compare_singles, Single, SPUR_BY_2 (time_ns, offset))

struct _SpurBucketing
{
  SpurVisualizer *visualizer;
  SpurScene *scene;
  /* What all events have in common, from the last batch. */
  SpurEventBatch batch;
  int value_field;
  GHashTable *places; /* by lane */
  GArray *singles;    /* of Single */
  GByteArray *records;
};

SpurBucketing *
spur_bucketing_new (SpurVisualizer *visualizer, SpurScene *scene)
{
  SpurBucketing *self = g_new0 (SpurBucketing, 1);

  self->visualizer = visualizer;
  self->scene = scene;
  self->places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->singles = g_array_new (FALSE, FALSE, sizeof (Single));
  self->records = g_byte_array_new ();
  return self;
}

void
spur_bucketing_free (SpurBucketing *self)
{
  g_hash_table_unref (self->places);
  g_array_unref (self->singles);
  g_byte_array_unref (self->records);
  g_free (self);
}

/* Places are closed lane by lane, but a batch is in the order of time. */
static void
hand_over_singles (SpurBucketing *self)
{
  gint64 times_ns[BATCH_EVENTS];
  const guint8 *records[BATCH_EVENTS];
  SpurEventBatch batch = self->batch;

  g_array_sort (self->singles, compare_singles);
  for (guint i = 0; i < self->singles->len; i++)
    {
      const Single *single = &g_array_index (self->singles, Single, i);

      times_ns[i] = single->time_ns;
      records[i] = self->records->data + single->offset;
    }
  batch.n_events = self->singles->len;
  batch.times_ns = times_ns;
  batch.records = records;
  if (batch.n_events > 0)
    spur_visualizer_add_marks (self->visualizer, self->scene, &batch);
  g_array_set_size (self->singles, 0);
  g_byte_array_set_size (self->records, 0);
}

static void
close_place (SpurBucketing *self, const Place *place)
{
  const Single single = { place->bucket.first_ns, self->records->len };

  if (place->bucket.n_events > 1)
    {
      spur_visualizer_add_bucket (self->visualizer, self->scene, &place->bucket);
      return;
    }
  g_array_append_val (self->singles, single);
  g_byte_array_append (self->records, place->record, self->batch.layout->n_bytes);
  if (self->singles->len == BATCH_EVENTS)
    hand_over_singles (self);
}

static Place *
open_place (SpurBucketing *self, guint32 lane)
{
  Place *place = g_hash_table_lookup (self->places, GUINT_TO_POINTER (lane));

  if (place == NULL)
    {
      place = g_malloc0 (sizeof *place + self->batch.layout->n_bytes);
      g_hash_table_insert (self->places, GUINT_TO_POINTER (lane), place);
    }
  return place;
}

static void
begin_place (SpurBucketing *self, Place *place, guint32 lane, gint64 time_ns, const guint8 *record)
{
  place->column = spur_scene_find_column (self->scene, time_ns);
  place->bucket = (SpurEventBucket){ .trace = self->batch.trace,
                                     .layout = self->batch.layout,
                                     .style = self->batch.style,
                                     .stream = self->batch.stream,
                                     .lane = lane,
                                     .first_ns = time_ns,
                                     .least = NAN,
                                     .most = NAN };
  memcpy (place->record, record, self->batch.layout->n_bytes);
}

static void
add_event (SpurBucketing *self, guint32 lane, gint64 time_ns, const guint8 *record)
{
  Place *place = open_place (self, lane);
  SpurEventBucket *bucket = &place->bucket;
  double value;

  if (bucket->n_events > 0 && place->column != spur_scene_find_column (self->scene, time_ns))
    {
      close_place (self, place);
      bucket->n_events = 0;
    }
  if (bucket->n_events == 0)
    begin_place (self, place, lane, time_ns, record);
  bucket->n_events++;
  bucket->first_ns = MIN (bucket->first_ns, time_ns);
  bucket->last_ns = bucket->n_events > 1 ? MAX (bucket->last_ns, time_ns) : time_ns;
  if (self->value_field < 0)
    return;
  value = spur_visualizer_read_number (self->batch.layout, (guint) self->value_field, record);
  bucket->least = fmin (bucket->least, value);
  bucket->most = fmax (bucket->most, value);
}

void
spur_bucketing_add (SpurBucketing *self, const SpurEventBatch *batch)
{
  self->batch = *batch;
  self->value_field = spur_visualizer_find_value_field (self->visualizer, batch->layout);
  for (gsize i = 0; i < batch->n_events; i++)
    add_event (self, spur_visualizer_find_lane (self->scene, batch, i), batch->times_ns[i],
               batch->records[i]);
}

void
spur_bucketing_flush (SpurBucketing *self)
{
  GHashTableIter iter;
  gpointer place;

  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, NULL, &place))
    close_place (self, place);
  g_hash_table_remove_all (self->places);
  if (self->singles->len > 0)
    hand_over_singles (self);
}
