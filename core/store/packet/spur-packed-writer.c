/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Packs chunks: every column as narrow as its values allow. */
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/packet/spur-packed-internal.h"

void
spur_packed_writer_init (SpurPackedWriter *self, const SpurClassTable *table)
{
  memset (self, 0, sizeof *self);
  self->table = table;
  self->counts = g_new0 (guint32, SPUR_MAX_CLASSES);
  self->classes = g_array_new (FALSE, FALSE, sizeof (SpurPackedClass));
}

void
spur_packed_writer_clear (SpurPackedWriter *self)
{
  g_array_unref (self->classes);
  g_free (self->counts);
  g_free (self->slots);
  g_free (self->places);
  g_free (self->bytes);
  memset (self, 0, sizeof *self);
}

static gboolean
is_uniform (const SpurChunk *chunk)
{
  return memcmp (chunk->classes, chunk->classes + 1, (chunk->n_events - 1) * sizeof (guint16)) == 0;
}

static guint32
add_class (SpurPackedWriter *self, guint32 index, guint32 n_events, guint32 n_columns)
{
  const SpurEventLayout *layout = self->table->layouts[index];
  SpurPackedClass klass = { .class_index = index,
                            .n_events = n_events,
                            .n_record_bytes = (guint32) layout->n_bytes,
                            .first_column = n_columns,
                            .n_columns = layout->n_fields };

  g_array_append_val (self->classes, klass);
  return n_columns + layout->n_fields;
}

/* Returns how many columns there are. */
static guint32
list_classes (SpurPackedWriter *self, const SpurChunk *chunk)
{
  guint32 n_columns = SPUR_PACKED_N_COMMON;

  g_array_set_size (self->classes, 0);
  if (is_uniform (chunk))
    return add_class (self, chunk->classes[0], chunk->n_events, n_columns);
  memset (self->counts, 0, self->table->n_classes * sizeof *self->counts);
  for (guint32 i = 0; i < chunk->n_events; i++)
    self->counts[chunk->classes[i]]++;
  for (guint32 i = 0; i < self->table->n_classes; i++)
    {
      if (self->counts[i] > 0)
        n_columns = add_class (self, i, self->counts[i], n_columns);
    }
  return n_columns;
}

/* Which of the chunk's classes an event has, and where records are, class by class. */
static void
find_places (SpurPackedWriter *self, const SpurChunk *chunk)
{
  guint32 *slot_of_class = self->counts;
  guint32 n_before = 0, n_bytes = 0;

  if (chunk->n_events > self->n_place_room)
    {
      self->n_place_room = chunk->n_events;
      self->slots = g_renew (guint16, self->slots, chunk->n_events);
      self->places = g_renew (guint32, self->places, chunk->n_events);
    }
  for (guint i = 0; i < self->classes->len; i++)
    {
      SpurPackedClass *klass = &g_array_index (self->classes, SpurPackedClass, i);

      slot_of_class[klass->class_index] = i;
      klass->next_place = n_before;
      n_before += klass->n_events;
    }
  for (guint32 i = 0; i < chunk->n_events; i++)
    {
      guint32 slot = slot_of_class[chunk->classes[i]];
      SpurPackedClass *klass = &g_array_index (self->classes, SpurPackedClass, slot);

      self->slots[i] = (guint16) slot;
      self->places[klass->next_place++] = n_bytes;
      n_bytes += klass->n_record_bytes;
    }
}

guint8 *
spur_packed_put_start (guint8 *at, guint32 n_columns, guint32 n_classes)
{
  spur_put_le32 (at, n_columns);
  spur_put_le32 (at + 4, n_classes);
  return at + SPUR_PACKED_START_BYTES;
}

guint8 *
spur_packed_put_class (guint8 *at, guint32 class_index, guint32 n_events)
{
  spur_put_le32 (at, class_index);
  spur_put_le32 (at + 4, n_events);
  return at + SPUR_PACKED_CLASS_BYTES;
}

guint8 *
spur_packed_put_column (guint8 *at, const SpurPackedColumn *column)
{
  spur_put_le64 (at, column->base);
  spur_put_le64 (at + 8, column->step);
  spur_put_le32 (at + 16, column->width);
  spur_put_le32 (at + 20, 0);
  return at + SPUR_PACKED_COLUMN_BYTES;
}

static void
put_column (SpurPackedWriter *self, guint32 index, const SpurPackedColumn *column)
{
  guint8 *at = self->bytes + SPUR_PACKED_START_BYTES +
               self->classes->len * (gsize) SPUR_PACKED_CLASS_BYTES +
               index * (gsize) SPUR_PACKED_COLUMN_BYTES;

  spur_packed_put_column (at, column);
  self->n_bytes += column->n_values * column->width;
}

static void
put_common (SpurPackedWriter *self, const SpurChunk *chunk)
{
  SpurValuePlaces ticks = { (guint8 *) chunk->ticks, NULL, sizeof (guint32), sizeof (guint32) };
  SpurValuePlaces slots = { (guint8 *) self->slots, NULL, sizeof (guint16), sizeof (guint16) };
  SpurPackedColumn column = { 0 };

  spur_packed_column_write (&column, &ticks, chunk->n_events, SPUR_PACKED_UNSIGNED, 1,
                            self->bytes + self->n_bytes);
  put_column (self, SPUR_PACKED_TICKS, &column);
  if (self->classes->len > 1)
    spur_packed_column_write (&column, &slots, chunk->n_events, SPUR_PACKED_UNSIGNED, 0,
                              self->bytes + self->n_bytes);
  else
    column = (SpurPackedColumn){ .n_values = chunk->n_events };
  put_column (self, SPUR_PACKED_SLOTS, &column);
}

static void
put_fields (SpurPackedWriter *self,
            const SpurPackedClass *klass,
            guint8 *records,
            const guint32 *places,
            SpurChunkFacts *facts)
{
  const SpurEventLayout *layout = self->table->layouts[klass->class_index];

  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      SpurValuePlaces from = { records + field->offset_bytes, places, klass->n_record_bytes,
                               (guint) spur_field_type_get_n_bytes (field->type) };
      int kind = spur_packed_get_reference (field->type);
      SpurPackedOrder order = kind >= 0                         ? SPUR_PACKED_REFERENCE
                              : field->type == SPUR_FIELD_INT64 ? SPUR_PACKED_SIGNED
                                                                : SPUR_PACKED_UNSIGNED;
      SpurPackedColumn column;
      guint32 greatest = spur_packed_column_write (&column, &from, klass->n_events, order, 0,
                                                   self->bytes + self->n_bytes);

      put_column (self, klass->first_column + i, &column);
      if (kind >= 0)
        facts->n_referred[kind] = MAX (facts->n_referred[kind], greatest);
    }
}

static void
put_start (SpurPackedWriter *self, guint32 n_columns)
{
  guint8 *at = spur_packed_put_start (self->bytes, n_columns, self->classes->len);

  for (guint i = 0; i < self->classes->len; i++)
    {
      const SpurPackedClass *klass = &g_array_index (self->classes, SpurPackedClass, i);

      at = spur_packed_put_class (at, klass->class_index, klass->n_events);
    }
  self->n_bytes = (guint32) (at - self->bytes) + n_columns * (guint32) SPUR_PACKED_COLUMN_BYTES;
}

void
spur_packed_writer_pack (SpurPackedWriter *self, const SpurChunk *chunk, SpurChunkFacts *facts)
{
  guint32 n_columns = list_classes (self, chunk);
  gsize n_room = SPUR_PACKED_START_BYTES + self->classes->len * (gsize) SPUR_PACKED_CLASS_BYTES +
                 n_columns * (gsize) SPUR_PACKED_COLUMN_BYTES +
                 chunk->n_events * (sizeof (guint32) + sizeof (guint16)) + chunk->n_record_bytes +
                 2 * SPUR_PACKED_SLACK_BYTES;
  guint8 *records = (guint8 *) chunk->records;
  const guint32 *places = NULL;

  if (n_room > self->n_room)
    {
      g_free (self->bytes);
      self->bytes = g_malloc (n_room);
      self->n_room = n_room;
    }
  memset (facts, 0, sizeof *facts);
  if (self->classes->len > 1)
    {
      find_places (self, chunk);
      places = self->places;
    }
  put_start (self, n_columns);
  put_common (self, chunk);
  for (guint i = 0; i < self->classes->len; i++)
    {
      const SpurPackedClass *klass = &g_array_index (self->classes, SpurPackedClass, i);

      put_fields (self, klass, records, places, facts);
      places = places != NULL ? places + klass->n_events : NULL;
    }
  memset (self->bytes + self->n_bytes, 0, SPUR_PACKED_SLACK_BYTES);
  self->n_bytes = (self->n_bytes + 7) & ~7u;
}
