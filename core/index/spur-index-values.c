/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What was measured in each block of events: how often, the least, the most and the sum, so that a
 * line of loads costs what is seen of it. */
#include "core/index/spur-index-values-internal.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-order-internal.h"
#include "core/index/spur-index-builder-private.h"
#include "core/model/events/spur-event-layout-internal.h"

/* Building */

static guint64
make_key (guint32 class_index, guint32 subject)
{
  return (guint64) class_index << 32 | subject;
}

guint32
spur_index_builder_find_series (SpurIndexBuilder *self, guint32 class_index, guint32 subject)
{
  guint64 key = make_key (class_index, subject);
  SpurIndexSeries series = { class_index, subject };
  guint32 none = 0, position;

  if (self->places_of_series == NULL)
    self->places_of_series = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  position = GPOINTER_TO_UINT (g_hash_table_lookup (self->places_of_series, &key));
  if (position > 0)
    return position - 1;
  g_array_append_val (self->series, series);
  g_array_append_val (self->latest_values, none);
  g_hash_table_insert (self->places_of_series, g_memdup2 (&key, sizeof key),
                       GUINT_TO_POINTER (self->series->len));
  return self->series->len - 1;
}

/* The values of a series in the present block. */
static SpurIndexBlockValues *
open_values (SpurIndexBuilder *self, guint32 series)
{
  guint32 block = (guint32) (self->n_done / SPUR_INDEX_BLOCK_EVENTS);
  guint32 *latest = &g_array_index (self->latest_values, guint32, series);
  SpurIndexBlockValues values = { .block = block, .series = series };

  if (*latest == 0 ||
      g_array_index (self->values, SpurIndexBlockValues, *latest - 1).block != block)
    {
      g_array_append_val (self->values, values);
      *latest = self->values->len;
    }
  return &g_array_index (self->values, SpurIndexBlockValues, *latest - 1);
}

void
spur_index_builder_note_value (SpurIndexBuilder *self,
                               guint32 class_index,
                               const SpurEventLayout *layout,
                               const guint8 *record)
{
  guint32 subject =
    (guint32) spur_event_layout_get_use (layout, SPUR_USE_SUBJECT, record, SPUR_NONE);
  guint64 bits = spur_event_layout_get_use (layout, SPUR_USE_LOAD, record, 0);
  guint16 place = (guint16) (self->n_done % SPUR_INDEX_BLOCK_EVENTS);
  SpurIndexBlockValues *values =
    open_values (self, spur_index_builder_find_series (self, class_index, subject));
  double value;

  memcpy (&value, &bits, sizeof value);
  if (!isfinite (value))
    {
      values->n_others++;
      return;
    }
  values->first = values->n_values == 0 ? place : values->first;
  values->least = values->n_values == 0 ? value : MIN (values->least, value);
  values->most = values->n_values == 0 ? value : MAX (values->most, value);
  values->last = place;
  values->sum += value;
  values->n_values++;
}

/* Reading */

/**
 * spur_index_get_n_series: (skip)
 * @self: an index
 * @stream: index of a stream
 *
 * Gets how many series of measured values a stream has, of the classes that
 * spur_index_has_values_of() says.
 *
 * Returns: how many series
 *
 * Since: 1.0
 */
guint
spur_index_get_n_series (SpurIndex *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams, 0);

  return self->streams[stream].head->n_series;
}

/**
 * spur_index_get_series: (skip)
 * @self: an index
 * @stream: index of a stream
 * @index: a series of it
 * @series: (out caller-allocates): what is measured
 *
 * Gets what the values of a series are of.
 *
 * Since: 1.0
 */
void
spur_index_get_series (SpurIndex *self, guint stream, guint index, SpurIndexSeries *series)
{
  g_return_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams);
  g_return_if_fail (index < self->streams[stream].head->n_series && series != NULL);

  *series = self->streams[stream].series[index];
}

/**
 * spur_index_get_n_values: (skip)
 * @self: an index
 * @stream: index of a stream
 *
 * Gets in how many blocks of events something is measured, counted for each series.
 *
 * Returns: for how many blocks and series there are values
 *
 * Since: 1.0
 */
guint64
spur_index_get_n_values (SpurIndex *self, guint stream)
{
  g_return_val_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams, 0);

  return self->streams[stream].head->n_values;
}

/**
 * spur_index_get_values: (skip)
 * @self: an index
 * @stream: index of a stream
 * @index: a place below spur_index_get_n_values()
 * @values: (out caller-allocates): the values of a series in a block
 *
 * Gets what was measured. Blocks come in order, and in each of them series as they are measured
 * first.
 *
 * Since: 1.0
 */
void
spur_index_get_values (SpurIndex *self, guint stream, guint64 index, SpurIndexValues *values)
{
  const SpurIndexBlockValues *found;
  guint64 begin;

  g_return_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams);
  g_return_if_fail (index < self->streams[stream].head->n_values && values != NULL);

  found = &self->streams[stream].values[index];
  begin = found->block * (guint64) SPUR_INDEX_BLOCK_EVENTS;
  *values = (SpurIndexValues){ .series = found->series,
                               .n_values = found->n_values,
                               .n_others = found->n_others,
                               .first_event = begin + found->first,
                               .last_event = begin + found->last,
                               .least = found->least,
                               .most = found->most,
                               .sum = found->sum };
}

/**
 * spur_index_find_values: (skip)
 * @self: an index
 * @stream: index of a stream
 * @event: position of an event
 *
 * Finds the values of the event's block and of those behind it, in the order of the logarithm of
 * the number of blocks.
 *
 * Returns: the first place with values of the block or behind it
 *
 * Since: 1.0
 */
guint64
spur_index_find_values (SpurIndex *self, guint stream, guint64 event)
{
  const SpurIndexStream *found;
  guint64 low = 0, high, middle;

  g_return_val_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams, 0);

  found = &self->streams[stream];
  high = found->head->n_values;
  SPUR_BISECT (low, high, middle, found->values[middle].block < event / SPUR_INDEX_BLOCK_EVENTS)
  return low;
}

/**
 * spur_index_find_block: (skip)
 * @self: an index
 * @stream: index of a stream
 * @event: position of an event
 * @begin: (out): its block's first event
 * @end: (out): the event behind the last one of the block
 *
 * Finds the events that are summed up together with one.
 *
 * Returns: whether times of the block's events do not fall
 *
 * Since: 1.0
 */
gboolean
spur_index_find_block (SpurIndex *self, guint stream, guint64 event, guint64 *begin, guint64 *end)
{
  const SpurIndexStream *found;
  guint64 block = event / SPUR_INDEX_BLOCK_EVENTS;

  g_return_val_if_fail (SPUR_IS_INDEX (self) && stream < self->n_streams, FALSE);
  g_return_val_if_fail (begin != NULL && end != NULL, FALSE);

  found = &self->streams[stream];
  *begin = block * SPUR_INDEX_BLOCK_EVENTS;
  *end = MIN (*begin + SPUR_INDEX_BLOCK_EVENTS, found->head->n_events);
  return block < found->head->n_blocks && (found->first_levels[block] & SPUR_INDEX_FALLS) == 0;
}
