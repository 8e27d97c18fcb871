/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-columns.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-pages-private.h"
#include "core/store/packet/spur-packed-internal.h"

/* Takes @values. */
static GBytes *
give_column (gpointer values, guint64 n_events, gsize n_bytes_each)
{
  return g_bytes_new_with_free_func (values, n_events * n_bytes_each, spur_pages_free, values);
}

static void
fill_times (SpurStream *self, SpurCorrection *correction, gint64 *times_ns)
{
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (self, SPUR_CHUNK_TICKS);
  const SpurChunk *chunk;
  SpurTimeWalk walk;

  spur_time_walk_init (&walk, correction, spur_stream_get_index (self));
  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      gint64 *place = times_ns + chunk->first;

      spur_stream_chunk_to_ns (self, chunk, 0, chunk->n_events, place);
      for (guint32 i = 0; walk.n_maps > 0 && i < chunk->n_events; i++)
        place[i] = spur_time_walk_at (&walk, chunk->first + i, place[i]);
    }
}

static void
fill_classes (SpurStream *self, guint16 *classes)
{
  g_autoptr (SpurChunkWalk) chunks = spur_chunk_walk_new (self, SPUR_CHUNK_CLASSES);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    memcpy (classes + chunk->first, chunk->classes, chunk->n_events * sizeof *classes);
}

/**
 * spur_stream_get_column:
 * @self: a stream of a sealed trace
 * @trace: that trace
 * @column: what is asked for
 *
 * Something of every event at once, for programs in languages where a call per event is dear.
 *
 * Returns: (transfer full): an element for each event of the stream, in the machine's byte order,
 *   without anything between
 *
 * Since: 1.0
 */
GBytes *
spur_stream_get_column (SpurStream *self, SpurTrace *trace, SpurColumn column)
{
  guint64 n_events;
  guint16 *classes;
  gint64 *times_ns;

  g_return_val_if_fail (SPUR_IS_STREAM (self), NULL);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (spur_trace_get_stream (trace, spur_stream_get_index (self)) == self, NULL);

  n_events = spur_stream_get_n_events (self);
  if (column == SPUR_COLUMN_CLASS)
    {
      classes = SPUR_PAGES_NEW (guint16, n_events);
      fill_classes (self, classes);
      return give_column (classes, n_events, sizeof *classes);
    }
  times_ns = SPUR_PAGES_NEW (gint64, n_events);
  fill_times (self, column == SPUR_COLUMN_RAW_NS ? NULL : spur_trace_get_correction (trace),
              times_ns);
  return give_column (times_ns, n_events, sizeof *times_ns);
}

/* Which field of each class it is; -1 where the class has none. */
static int *
find_fields (SpurTrace *trace, const char *field)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  int *fields = g_new (int, n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    fields[i] = spur_event_layout_find_field (spur_trace_get_class (trace, i), field);
  return fields;
}

/* Where a class has the field; 0 bytes where it has not. */
typedef struct
{
  guint32 record_bytes;
  guint16 offset_bytes;
  guint8 n_bytes;
} Place;

static Place *
find_places (SpurTrace *trace, const int *fields)
{
  guint n_classes = spur_trace_get_n_classes (trace);
  Place *places = g_new0 (Place, n_classes + 1);

  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      places[i].record_bytes = (guint32) layout->n_bytes;
      if (fields[i] < 0)
        continue;
      places[i].offset_bytes = (guint16) layout->fields[fields[i]].offset_bytes;
      places[i].n_bytes = (guint8) spur_field_type_get_n_bytes (layout->fields[fields[i]].type);
    }
  return places;
}

static inline guint64
get_value (const guint8 *record, const Place *place)
{
  const guint8 *bytes = record + place->offset_bytes;

  if (place->n_bytes == 4)
    return spur_get_le32 (bytes);
  if (place->n_bytes == 8)
    return spur_get_le64 (bytes);
  if (place->n_bytes == 2)
    return spur_get_le16 (bytes);
  return place->n_bytes == 1 ? bytes[0] : G_MAXUINT64;
}

static void
fill_from_records (SpurStream *self, const Place *places, guint64 *values)
{
  g_autoptr (SpurChunkWalk) chunks =
    spur_chunk_walk_new (self, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (chunks)) != NULL)
    {
      const guint8 *record = chunk->records;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          const Place *place = &places[chunk->classes[i]];

          values[chunk->first + i] = get_value (record, place);
          record += place->record_bytes;
        }
    }
}

static void
fill_from_packed (SpurStream *self, const int *fields, guint64 *values)
{
  guint n_chunks = spur_stream_get_n_chunks (self);
  SpurPackedReader reader;

  spur_packed_reader_init (&reader, spur_stream_get_class_table (self));
  for (guint i = 0; i < n_chunks; i++)
    {
      const SpurPackedChunk *packed = spur_stream_get_packed (self, i);

      spur_packed_reader_enter (&reader, packed);
      spur_packed_reader_read_field (&reader, fields, values + packed->first);
    }
  spur_packed_reader_clear (&reader);
}

/**
 * spur_stream_get_field_column:
 * @self: a stream of a sealed trace
 * @trace: that trace
 * @field: a field's name
 *
 * One field of every event at once. Elements are 8 bytes: a number, the bits of a double, or an
 * entry of a table (%SPUR_NONE for none). Events of a class without such a field have all bits set,
 * which as a signed number is -1, and as a double is not a number.
 *
 * Returns: (transfer full): an element for each event of the stream, in the machine's byte order,
 *   without anything between
 *
 * Since: 1.0
 */
GBytes *
spur_stream_get_field_column (SpurStream *self, SpurTrace *trace, const char *field)
{
  g_autofree int *fields = NULL;
  g_autofree Place *places = NULL;
  guint64 n_events, *values;

  g_return_val_if_fail (SPUR_IS_STREAM (self), NULL);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (field != NULL, NULL);
  g_return_val_if_fail (spur_trace_get_stream (trace, spur_stream_get_index (self)) == self, NULL);

  fields = find_fields (trace, field);
  n_events = spur_stream_get_n_events (self);
  values = SPUR_PAGES_NEW (guint64, n_events);
  if (spur_stream_get_n_chunks (self) > 0 && spur_stream_get_packed (self, 0) != NULL)
    fill_from_packed (self, fields, values);
  else
    {
      places = find_places (trace, fields);
      fill_from_records (self, places, values);
    }
  return give_column (values, n_events, sizeof *values);
}
