/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One field of all events of packed chunks, without their records. */
#include "config.h"

#include <string.h>

#include "core/store/packet/spur-packed-internal.h"

#define VALUE_BYTES sizeof (guint64)

/* Where the values of the events go, class by class, in a block of events. */
static void
find_places (SpurPackedReader *self, guint32 n_events)
{
  guint32 n_before = 0;

  for (guint32 i = 0; i < self->n_classes; i++)
    self->classes[i].n_in_block = 0;
  for (guint32 i = 0; i < n_events; i++)
    self->classes[self->slots[i]].n_in_block++;
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      self->classes[i].next_place = n_before;
      n_before += self->classes[i].n_in_block;
    }
  for (guint32 i = 0; i < n_events; i++)
    self->places[self->classes[self->slots[i]].next_place++] = i * (guint32) VALUE_BYTES;
}

static void
put_absent (guint64 *values, const guint32 *places, guint32 n_values)
{
  for (guint32 i = 0; i < n_values; i++)
    values[places[i] / VALUE_BYTES] = G_MAXUINT64;
}

static void
read_block (SpurPackedReader *self, const int *fields, guint32 n_events, guint64 *values)
{
  SpurValuePlaces slots = { (guint8 *) self->slots, NULL, sizeof (guint16), sizeof (guint16) };
  const guint32 *places = self->places;

  spur_packed_column_read (&self->columns[SPUR_PACKED_SLOTS], self->at, n_events, &slots);
  find_places (self, n_events);
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      SpurPackedClass *klass = &self->classes[i];
      int index = fields[klass->class_index];

      if (index < 0)
        put_absent (values, places, klass->n_in_block);
      else if (klass->n_in_block > 0)
        {
          const SpurField *field = &self->table->layouts[klass->class_index]->fields[index];
          SpurValuePlaces to = { (guint8 *) values, places, VALUE_BYTES,
                                 (guint) spur_field_type_get_n_bytes (field->type) };

          spur_packed_column_read (&self->columns[klass->first_column + (guint) index], klass->at,
                                   klass->n_in_block, &to);
        }
      klass->at += klass->n_in_block;
      places += klass->n_in_block;
    }
  self->at += n_events;
}

void
spur_packed_reader_read_field (SpurPackedReader *self, const int *fields, guint64 *values)
{
  spur_packed_reader_seek (self, 0);
  while (self->at < self->n_events)
    {
      guint32 n_events = MIN (self->n_events - self->at, SPUR_PACKED_BLOCK_EVENTS);
      guint64 *block = values + self->at;

      /* Shorter fields are the low bytes of the value. */
      memset (block, 0, n_events * VALUE_BYTES);
      read_block (self, fields, n_events, block);
      for (guint32 i = 0; G_BYTE_ORDER != G_LITTLE_ENDIAN && i < n_events; i++)
        block[i] = GUINT64_FROM_LE (block[i]);
    }
}
