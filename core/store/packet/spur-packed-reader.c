/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Packed chunks being read: what their first bytes say, and their events block by block. */
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/store/packet/spur-byte-scan-private.h"
#include "core/store/packet/spur-packed-internal.h"

/* With up to 8 event classes a chunk's slots are gone through for each class, 16 at once, which is
 * faster than to count them one by one. */
#define FEW_SLOTS 8

void
spur_packed_reader_init (SpurPackedReader *self, const SpurClassTable *table)
{
  memset (self, 0, sizeof *self);
  self->table = table;
  self->slots = g_new (guint16, SPUR_PACKED_BLOCK_EVENTS);
  self->places = g_new (guint32, SPUR_PACKED_BLOCK_EVENTS);
}

void
spur_packed_reader_clear (SpurPackedReader *self)
{
  g_free (self->columns);
  g_free (self->classes);
  g_free (self->steps);
  g_free (self->slots);
  g_free (self->places);
  memset (self, 0, sizeof *self);
}

/* Rooms grow to what the file has, never to what it claims. */
static void
make_room (SpurPackedReader *self)
{
  if (self->n_columns > self->n_column_room)
    {
      self->n_column_room = self->n_columns;
      self->columns = g_renew (SpurPackedColumn, self->columns, self->n_columns);
    }
  if (self->n_classes > self->n_class_room)
    {
      self->n_class_room = self->n_classes;
      self->classes = g_renew (SpurPackedClass, self->classes, self->n_classes);
      self->steps = g_renew (guint64, self->steps, self->n_classes);
    }
}

guint64
spur_packed_get_head_bytes (guint32 n_columns, guint32 n_classes)
{
  return SPUR_PACKED_START_BYTES + n_classes * (guint64) SPUR_PACKED_CLASS_BYTES +
         n_columns * (guint64) SPUR_PACKED_COLUMN_BYTES;
}

gsize
spur_packed_chunk_get_head_bytes (const SpurPackedChunk *self)
{
  return spur_packed_get_head_bytes (spur_get_le32 (self->bytes), spur_get_le32 (self->bytes + 4));
}

static const char *
open_classes (SpurPackedReader *self, const guint8 *at)
{
  guint32 n_columns = SPUR_PACKED_N_COMMON;
  guint64 n_events = 0, n_record_bytes = 0;
  guint8 is_seen[SPUR_MAX_CLASSES] = { 0 };

  for (guint32 i = 0; i < self->n_classes; i++, at += SPUR_PACKED_CLASS_BYTES)
    {
      SpurPackedClass *klass = &self->classes[i];

      *klass = (SpurPackedClass){ .class_index = spur_get_le32 (at),
                                  .n_events = spur_get_le32 (at + 4),
                                  .first_column = n_columns };
      if (klass->class_index >= self->table->n_classes)
        return "it has events of an event class that is not defined";
      if (is_seen[klass->class_index]++ != 0)
        return "an event class is there twice";
      klass->n_columns = self->table->layouts[klass->class_index]->n_fields;
      klass->n_record_bytes = self->table->record_bytes[klass->class_index];
      if (self->is_wanted != NULL)
        self->steps[i] = self->is_wanted[klass->class_index] != 0
                           ? G_GUINT64_CONSTANT (1) << 32 | klass->n_record_bytes
                           : 0;
      n_columns += klass->n_columns;
      n_events += klass->n_events;
      n_record_bytes += klass->n_events * (guint64) klass->n_record_bytes;
      if (klass->n_events == 0 || n_events > self->n_events)
        return "its event classes do not have as many events as it has";
    }
  if (n_events != self->n_events)
    return "its event classes do not have as many events as it has";
  if (n_columns != self->n_columns)
    return "it does not have as many columns as its event classes need";
  if (n_record_bytes > G_MAXUINT32)
    return "its records are too long";
  self->n_record_bytes = (guint32) n_record_bytes;
  return NULL;
}

static const char *
open_column (
  SpurPackedReader *self, guint32 index, const guint8 *at, const guint8 **values, const guint8 *end)
{
  SpurPackedColumn *column = &self->columns[index];
  guint32 n_values = column->n_values;

  *column = (SpurPackedColumn){ .base = spur_get_le64 (at),
                                .step = spur_get_le64 (at + 8),
                                .values = *values,
                                .n_values = n_values,
                                .width = spur_get_le32 (at + 16) };
  if (column->width > sizeof (guint64) || column->step > SPUR_PACKED_MAX_STEP ||
      spur_get_le32 (at + 20) != 0)
    return "a column of it is packed as no column can be";
  if ((guint64) (end - *values) < n_values * (guint64) column->width)
    return "its columns do not fit into it";
  *values += (gsize) n_values * column->width;
  return NULL;
}

static const char *
open_columns (SpurPackedReader *self, const guint8 *at, const guint8 *values, const guint8 *end)
{
  const char *problem = NULL;

  for (guint32 i = 0; i < SPUR_PACKED_N_COMMON; i++)
    self->columns[i].n_values = self->n_events;
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      for (guint32 k = 0; k < self->classes[i].n_columns; k++)
        self->columns[self->classes[i].first_column + k].n_values = self->classes[i].n_events;
    }
  for (guint32 i = 0; i < self->n_columns && problem == NULL; i++, at += SPUR_PACKED_COLUMN_BYTES)
    problem = open_column (self, i, at, &values, end);
  if (problem != NULL)
    return problem;
  /* So a chunk never has more events than bytes. */
  if (self->columns[SPUR_PACKED_TICKS].width == 0)
    return "its column of times has no bytes";
  if (end - values >= 8)
    return "its columns end before it does";
  for (; values < end; values++)
    {
      if (*values != 0)
        return "the bytes behind its columns are not 0";
    }
  return NULL;
}

const char *
spur_packed_reader_open (SpurPackedReader *self, const SpurPackedChunk *chunk)
{
  const guint8 *at = chunk->bytes;
  const guint8 *values;
  guint32 n_columns, n_classes;
  guint64 n_head_bytes;
  const char *problem;

  if (chunk->n_bytes < SPUR_PACKED_START_BYTES || chunk->n_bytes % 8 != 0)
    return "its bytes are no multiple of 8";
  n_columns = spur_get_le32 (at);
  n_classes = spur_get_le32 (at + 4);
  n_head_bytes = spur_packed_get_head_bytes (n_columns, n_classes);
  if (n_columns < SPUR_PACKED_N_COMMON || n_classes == 0 || n_head_bytes > chunk->n_bytes)
    return "its columns do not fit into it";
  self->at = 0;
  self->n_events = chunk->n_events;
  self->n_columns = n_columns;
  self->n_classes = n_classes;
  make_room (self);
  problem = open_classes (self, at + SPUR_PACKED_START_BYTES);
  if (problem != NULL)
    return problem;
  values = chunk->values != NULL ? chunk->values : at + n_head_bytes;
  return open_columns (self,
                       at + SPUR_PACKED_START_BYTES + n_classes * (gsize) SPUR_PACKED_CLASS_BYTES,
                       values, values + (chunk->n_bytes - n_head_bytes));
}

void
spur_packed_reader_enter (SpurPackedReader *self, const SpurPackedChunk *chunk)
{
  const char *problem = spur_packed_reader_open (self, chunk);

  g_assert (problem == NULL);
}

static void
read_slots (SpurPackedReader *self, guint32 first, guint32 n_events)
{
  SpurValuePlaces to = { (guint8 *) self->slots, NULL, sizeof (guint16), sizeof (guint16) };

  spur_packed_column_read (&self->columns[SPUR_PACKED_SLOTS], first, n_events, &to);
}

void
spur_packed_reader_seek (SpurPackedReader *self, guint32 event)
{
  for (guint32 i = 0; i < self->n_classes; i++)
    self->classes[i].at = 0;
  self->at = 0;
  spur_packed_reader_skip (self, event);
}

gboolean
spur_packed_reader_skip (SpurPackedReader *self, guint32 event)
{
  if (event < self->at)
    return FALSE;
  if (self->n_classes == 1)
    self->classes[0].at = event;
  for (guint32 i = self->at; i < event && self->n_classes > 1; i += SPUR_PACKED_BLOCK_EVENTS)
    {
      guint32 n_events = MIN (event - i, SPUR_PACKED_BLOCK_EVENTS);

      read_slots (self, i, n_events);
      for (guint32 k = 0; k < n_events; k++)
        self->classes[self->slots[k]].at++;
    }
  self->at = event;
  return TRUE;
}

/* Four at a time. */
static void
fill_classes (guint16 *classes, guint32 n_events, guint16 only)
{
  guint64 four = only * G_GUINT64_CONSTANT (0x0001000100010001);
  guint32 i = 0;

  for (; i + 4 <= n_events; i += 4)
    memcpy (classes + i, &four, sizeof four);
  for (; i < n_events; i++)
    classes[i] = only;
}

static void
read_classes (SpurPackedReader *self, guint32 n_events, guint16 *classes)
{
  if (self->n_classes == 1)
    {
      fill_classes (classes, n_events, (guint16) self->classes[0].class_index);
      return;
    }
  for (guint32 i = 0; i < n_events; i++)
    classes[i] = (guint16) self->classes[self->slots[i]].class_index;
}

static void
read_fields (SpurPackedReader *self,
             SpurPackedClass *klass,
             guint32 n_events,
             guint8 *records,
             const guint32 *places)
{
  const SpurEventLayout *layout = self->table->layouts[klass->class_index];

  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurField *field = &layout->fields[i];
      SpurValuePlaces to = { records + field->offset_bytes, places, klass->n_record_bytes,
                             (guint) spur_field_type_get_n_bytes (field->type) };

      spur_packed_column_read (&self->columns[klass->first_column + i], klass->at, n_events, &to);
    }
  klass->at += n_events;
}

static void
read_uniform (SpurPackedReader *self, guint32 n_events, SpurPackedBlock *block)
{
  SpurPackedClass *klass = &self->classes[0];

  read_fields (self, klass, n_events, block->records, NULL);
  block->n_record_bytes = n_events * klass->n_record_bytes;
  if (block->marks == NULL)
    return;
  for (guint32 i = 0; i < n_events; i += SPUR_CHUNK_MARK_EVENTS)
    block->marks[i / SPUR_CHUNK_MARK_EVENTS] = i * klass->n_record_bytes;
}

/* How many events of a block each class has, and where the first of them comes when they are put
 * in order by class. */
static void
count_classes (SpurPackedReader *self, guint32 n_events)
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
}

/* Where the record of each event begins, class by class. */
static guint32
find_places (SpurPackedReader *self, guint32 n_events, guint32 *marks)
{
  guint32 n_bytes = 0;

  count_classes (self, n_events);
  for (guint32 i = 0; i < n_events; i++)
    {
      SpurPackedClass *klass = &self->classes[self->slots[i]];

      if (marks != NULL && i % SPUR_CHUNK_MARK_EVENTS == 0)
        marks[i / SPUR_CHUNK_MARK_EVENTS] = n_bytes;
      self->places[klass->next_place++] = n_bytes;
      n_bytes += klass->n_record_bytes;
    }
  return n_bytes;
}

/* Of all classes in the block, when it is known where. */
static void
read_records (SpurPackedReader *self, SpurPackedBlock *block)
{
  const guint32 *places = self->places;

  for (guint32 i = 0; i < self->n_classes; i++)
    {
      SpurPackedClass *klass = &self->classes[i];

      if (klass->n_in_block == 0)
        continue;
      read_fields (self, klass, klass->n_in_block, block->records, places);
      places += klass->n_in_block;
    }
}

/* The slots of events that are not wanted give way to the others. */
static void
read_wanted (SpurPackedReader *self, guint32 n_events, SpurPackedBlock *block)
{
  guint64 sum = 0;

  /* Without a branch that cannot be predicted. */
  for (guint32 i = 0; i < n_events; i++)
    {
      block->wanted[sum >> 32] = (guint64) i << 32 | (guint32) sum;
      sum += self->steps[self->slots[i]];
    }
  block->n_wanted = (guint32) (sum >> 32);
  block->n_record_bytes = (guint32) sum;
  for (guint32 i = 0; i < block->n_wanted; i++)
    {
      guint32 position = (guint32) (block->wanted[i] >> 32);

      self->slots[i] = self->slots[position];
      block->classes[position] = (guint16) self->classes[self->slots[i]].class_index;
    }
  count_classes (self, block->n_wanted);
  for (guint32 i = 0; i < block->n_wanted; i++)
    self->places[self->classes[self->slots[i]].next_place++] = (guint32) block->wanted[i];
  read_records (self, block);
}

void
spur_packed_reader_read (SpurPackedReader *self, guint32 n_events, SpurPackedBlock *block)
{
  SpurValuePlaces ticks = { (guint8 *) block->ticks, NULL, sizeof (guint32), sizeof (guint32) };

  if (block->ticks != NULL)
    spur_packed_column_read (&self->columns[SPUR_PACKED_TICKS], self->at, n_events, &ticks);
  if (block->wanted != NULL ||
      (self->n_classes > 1 && (block->classes != NULL || block->records != NULL)))
    read_slots (self, self->at, n_events);
  if (block->wanted != NULL)
    read_wanted (self, n_events, block);
  else if (block->classes != NULL)
    read_classes (self, n_events, block->classes);
  if (block->wanted == NULL && block->records != NULL && self->n_classes == 1)
    read_uniform (self, n_events, block);
  else if (block->wanted == NULL && block->records != NULL)
    {
      block->n_record_bytes = find_places (self, n_events, block->marks);
      read_records (self, block);
    }
  self->at += n_events;
}

/* Slots of a byte each, as mostly. Of many classes there are four counts each, as one that is
 * counted up twice in a row waits for itself. Gives the first event whose slot is none of the
 * chunk's, or G_MAXUINT32. */
static guint32
count_byte_slots (SpurPackedReader *self, const SpurPackedColumn *column)
{
  guint32 counts[4][G_MAXUINT8 + 1] = { 0 }, n_right = 0;
  guint32 n_slots = MIN (self->n_classes - (guint32) column->base, G_MAXUINT8 + 1);
  const guint8 *bytes = column->values;

  for (guint32 i = 0; n_slots > FEW_SLOTS && i < self->n_events; i++)
    counts[i % 4][bytes[i]]++;
  for (guint32 i = 0; i < n_slots; i++)
    {
      SpurPackedClass *klass = &self->classes[column->base + i];

      klass->at = n_slots > FEW_SLOTS ? counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i]
                                      : spur_count_byte (bytes, self->n_events, (guint8) i);
      n_right += klass->at;
    }
  for (guint32 i = 0; n_right < self->n_events && i < self->n_events; i++)
    {
      if (column->base + bytes[i] >= self->n_classes)
        return i;
    }
  return G_MAXUINT32;
}

/* The same of slots however they are packed. */
static guint32
count_slots (SpurPackedReader *self)
{
  for (guint32 i = 0; i < self->n_events; i += SPUR_PACKED_BLOCK_EVENTS)
    {
      guint32 n_events = MIN (self->n_events - i, SPUR_PACKED_BLOCK_EVENTS);

      read_slots (self, i, n_events);
      for (guint32 k = 0; k < n_events; k++)
        {
          if (G_UNLIKELY (self->slots[k] >= self->n_classes))
            return i + k;
          self->classes[self->slots[k]].at++;
        }
    }
  return G_MAXUINT32;
}

const char *
spur_packed_reader_check_slots (SpurPackedReader *self, guint32 *event)
{
  const SpurPackedColumn *column = &self->columns[SPUR_PACKED_SLOTS];
  guint32 wrong;

  *event = 0;
  if (self->n_classes == 1 && column->width == 0 && column->step == 0 && column->base == 0)
    return NULL;
  for (guint32 i = 0; i < self->n_classes; i++)
    self->classes[i].at = 0;
  wrong = column->width == 1 && column->step == 0 && column->base < self->n_classes
            ? count_byte_slots (self, column)
            : count_slots (self);
  if (wrong != G_MAXUINT32)
    {
      *event = wrong;
      return "its event class is none of the chunk's";
    }
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      if (self->classes[i].at != self->classes[i].n_events)
        {
          *event = self->n_events - 1;
          return "the event classes do not have the events that the chunk says";
        }
    }
  return NULL;
}

void
spur_chunk_facts_take_ticks (SpurChunkFacts *self,
                             gint64 base_ticks,
                             const guint32 *ticks,
                             guint32 n_events,
                             gboolean is_first)
{
  guint32 low = ticks[0], high = ticks[n_events - 1], last = high;
  guint32 n_steps_back = spur_count_falls (ticks, n_events);

  for (guint32 i = 0; n_steps_back > 0 && i < n_events; i++)
    {
      low = MIN (low, ticks[i]);
      high = MAX (high, ticks[i]);
    }
  if (is_first)
    {
      self->first_ticks = base_ticks + ticks[0];
      self->min_ticks = G_MAXINT64;
      self->max_ticks = G_MININT64;
      self->n_steps_back = 0;
    }
  else
    self->n_steps_back += base_ticks + ticks[0] < self->last_ticks;
  self->n_steps_back += n_steps_back;
  self->last_ticks = base_ticks + last;
  self->min_ticks = MIN (self->min_ticks, base_ticks + low);
  self->max_ticks = MAX (self->max_ticks, base_ticks + high);
}

/* Whether ticks rise or stay, as it can be told by how they are packed: no stored value is less
 * than the one before it by more than the step, and from the first one on none goes beyond 32 bits.
 */
static gboolean
column_rises (const SpurPackedColumn *column)
{
  guint64 n_steps = column->step * (column->n_values - 1) >> SPUR_PACKED_STEP_BITS;
  guint64 most = MIN (column->step >> SPUR_PACKED_STEP_BITS, G_MAXUINT16);
  guint64 first, last;

  if (G_BYTE_ORDER != G_LITTLE_ENDIAN || column->width != sizeof (guint16) ||
      spur_falls_by_more (column->values, column->n_values, (guint16) most))
    return FALSE;
  first = spur_get_le16 (column->values);
  last = n_steps + spur_get_le16 (column->values + (column->n_values - 1) * sizeof (guint16));
  return (guint32) (column->base + first) + (last - first) <= G_MAXUINT32;
}

static void
take_ends (const SpurPackedColumn *column, gint64 base_ticks, SpurChunkFacts *facts)
{
  guint32 ends[2] = { (guint32) spur_packed_column_get (column, 0),
                      (guint32) spur_packed_column_get (column, column->n_values - 1) };

  spur_chunk_facts_take_ticks (facts, base_ticks, ends, G_N_ELEMENTS (ends), TRUE);
}

/* @base_ticks is so far from the limits of 64 bits that nothing overflows. */
void
spur_packed_reader_check_ticks (SpurPackedReader *self, gint64 base_ticks, SpurChunkFacts *facts)
{
  guint32 ticks[SPUR_PACKED_BLOCK_EVENTS];
  SpurValuePlaces to = { (guint8 *) ticks, NULL, sizeof *ticks, sizeof *ticks };

  if (column_rises (&self->columns[SPUR_PACKED_TICKS]))
    {
      take_ends (&self->columns[SPUR_PACKED_TICKS], base_ticks, facts);
      return;
    }

  for (guint32 i = 0; i < self->n_events; i += SPUR_PACKED_BLOCK_EVENTS)
    {
      guint32 n_events = MIN (self->n_events - i, SPUR_PACKED_BLOCK_EVENTS);

      spur_packed_column_read (&self->columns[SPUR_PACKED_TICKS], i, n_events, &to);
      spur_chunk_facts_take_ticks (facts, base_ticks, ticks, n_events, i == 0);
    }
}

void
spur_packed_reader_check_references (SpurPackedReader *self, SpurChunkFacts *facts)
{
  for (guint32 i = 0; i < self->n_classes; i++)
    {
      const SpurPackedClass *klass = &self->classes[i];
      const SpurEventLayout *layout = self->table->layouts[klass->class_index];

      for (guint k = 0; k < layout->n_fields; k++)
        {
          int kind = spur_packed_get_reference (layout->fields[k].type);
          guint32 n_referred;

          if (kind < 0)
            continue;
          n_referred = spur_packed_column_count_referred (&self->columns[klass->first_column + k]);
          facts->n_referred[kind] = MAX (facts->n_referred[kind], n_referred);
        }
    }
}

static void
unpack_blocks (SpurPackedReader *reader, const SpurChunk *columns)
{
  guint8 *records = (guint8 *) columns->records;
  guint32 n_before = 0;

  for (guint32 i = 0; i < columns->n_events; i += SPUR_PACKED_BLOCK_EVENTS)
    {
      guint32 n_events = MIN (columns->n_events - i, SPUR_PACKED_BLOCK_EVENTS);
      guint32 *marks = (guint32 *) columns->marks + i / SPUR_CHUNK_MARK_EVENTS;
      SpurPackedBlock block = { (guint32 *) columns->ticks + i, (guint16 *) columns->classes + i,
                                records + n_before, marks, 0 };

      spur_packed_reader_read (reader, n_events, &block);
      for (guint32 k = 0; k * SPUR_CHUNK_MARK_EVENTS < n_events; k++)
        marks[k] += n_before;
      n_before += block.n_record_bytes;
    }
}

SpurChunk *
spur_packed_chunk_unpack (const SpurPackedChunk *self, const SpurClassTable *table)
{
  SpurPackedReader reader;
  SpurChunk *chunk;
  guint32 n_marks = (self->n_events + SPUR_CHUNK_MARK_EVENTS - 1) / SPUR_CHUNK_MARK_EVENTS;
  guint32 *words;

  spur_packed_reader_init (&reader, table);
  spur_packed_reader_enter (&reader, self);
  spur_packed_reader_seek (&reader, 0);
  chunk =
    g_malloc (sizeof *chunk + (self->n_events + (gsize) n_marks) * sizeof (guint32) +
              self->n_events * sizeof (guint16) + reader.n_record_bytes + SPUR_PACKED_SLACK_BYTES);
  words = (guint32 *) (chunk + 1);
  *chunk = (SpurChunk){ .first = self->first,
                        .base_ticks = self->base_ticks,
                        .n_events = self->n_events,
                        .n_record_bytes = reader.n_record_bytes,
                        .ticks = words,
                        .marks = words + self->n_events,
                        .classes = (guint16 *) (words + self->n_events + n_marks) };
  chunk->records = (const guint8 *) (chunk->classes + self->n_events);
  unpack_blocks (&reader, chunk);
  spur_packed_reader_clear (&reader);
  return chunk;
}

/* The first columns are found without looking at the others. */
static void
find_common_column (const SpurPackedChunk *self, guint index, SpurPackedColumn *column)
{
  guint32 n_columns = spur_get_le32 (self->bytes);
  guint32 n_classes = spur_get_le32 (self->bytes + 4);
  const guint8 *at =
    self->bytes + SPUR_PACKED_START_BYTES + n_classes * (gsize) SPUR_PACKED_CLASS_BYTES;
  const guint8 *values = self->values != NULL
                           ? self->values
                           : self->bytes + spur_packed_get_head_bytes (n_columns, n_classes);

  for (guint i = 0;; i++, at += SPUR_PACKED_COLUMN_BYTES)
    {
      *column = (SpurPackedColumn){ .base = spur_get_le64 (at),
                                    .step = spur_get_le64 (at + 8),
                                    .values = values,
                                    .n_values = self->n_events,
                                    .width = spur_get_le32 (at + 16) };
      if (i == index)
        return;
      values += (gsize) self->n_events * column->width;
    }
}

void
spur_packed_chunk_find_ticks (const SpurPackedChunk *self, SpurPackedColumn *column)
{
  find_common_column (self, SPUR_PACKED_TICKS, column);
}

void
spur_packed_chunk_count_classes (const SpurPackedChunk *self, guint64 *n_of_class)
{
  const guint8 *at = self->bytes + SPUR_PACKED_START_BYTES;
  guint32 n_classes = spur_get_le32 (self->bytes + 4);

  for (guint32 i = 0; i < n_classes; i++, at += SPUR_PACKED_CLASS_BYTES)
    n_of_class[spur_get_le32 (at)] += spur_get_le32 (at + 4);
}

gboolean
spur_packed_chunk_has_class (const SpurPackedChunk *self, const guint8 *is_one)
{
  const guint8 *at = self->bytes + SPUR_PACKED_START_BYTES;
  guint32 n_classes = spur_get_le32 (self->bytes + 4);

  for (guint32 i = 0; i < n_classes; i++, at += SPUR_PACKED_CLASS_BYTES)
    {
      if (is_one[spur_get_le32 (at)] != 0)
        return TRUE;
    }
  return FALSE;
}

guint16
spur_packed_chunk_get_class (const SpurPackedChunk *self, guint32 event)
{
  SpurPackedColumn column;
  guint16 slot;

  find_common_column (self, SPUR_PACKED_SLOTS, &column);
  slot = (guint16) spur_packed_column_get (&column, event);
  return (guint16) spur_get_le32 (self->bytes + SPUR_PACKED_START_BYTES +
                                  slot * (gsize) SPUR_PACKED_CLASS_BYTES);
}

#define VALUE_BYTES sizeof (guint64)

/* One field of all events, without their records: where the values of the events of a block go,
 * class by class. */
static void
find_value_places (SpurPackedReader *self, guint32 n_events)
{
  count_classes (self, n_events);
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
read_values (SpurPackedReader *self, const int *fields, guint32 n_events, guint64 *values)
{
  SpurValuePlaces slots = { (guint8 *) self->slots, NULL, sizeof (guint16), sizeof (guint16) };
  const guint32 *places = self->places;

  spur_packed_column_read (&self->columns[SPUR_PACKED_SLOTS], self->at, n_events, &slots);
  find_value_places (self, n_events);
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
      read_values (self, fields, n_events, block);
      for (guint32 i = 0; G_BYTE_ORDER != G_LITTLE_ENDIAN && i < n_events; i++)
        block[i] = GUINT64_FROM_LE (block[i]);
    }
}
