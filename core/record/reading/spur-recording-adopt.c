/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Packets of a recording that become chunks of a stream as they are: only their heads are made
 * anew, with the trace's event classes and with times counted from a base. */
#include "config.h"

#include "core/record/reading/spur-recording-adopt-private.h"

/* Wider times may be further apart than a chunk's times. */
#define MAX_TICK_WIDTH 4

void
spur_recording_adopter_init (SpurRecordingAdopter *self, SpurRecordingLoad *load)
{
  static const SpurFieldType types[SPUR_N_REFERENCES] = {
    [SPUR_REFERENCE_STRING] = SPUR_FIELD_STRING, [SPUR_REFERENCE_OBJECT] = SPUR_FIELD_OBJECT,
    [SPUR_REFERENCE_STATE] = SPUR_FIELD_STATE,   [SPUR_REFERENCE_GROUP] = SPUR_FIELD_GROUP,
    [SPUR_REFERENCE_LIST] = SPUR_FIELD_LIST,
  };

  *self = (SpurRecordingAdopter){ .load = load, .head = g_byte_array_new () };
  spur_packed_reader_init (&self->reader, spur_trace_get_class_table (load->trace));
  for (guint i = 0; i < SPUR_N_REFERENCES; i++)
    self->n_same[i] = spur_recording_tables_count_same (&load->tables, types[i]);
}

void
spur_recording_adopter_clear (SpurRecordingAdopter *self)
{
  spur_packed_reader_clear (&self->reader);
  g_byte_array_unref (self->head);
}

/* ---- The head ---- */

static guint64
find_greatest (const SpurPackedColumn *column)
{
  guint64 greatest = 0;

  for (guint32 i = 0; i < column->n_values; i++)
    greatest = MAX (greatest, spur_packed_column_get (column, i) - column->base);
  return greatest;
}

/* Times are counted from the column's base, within 32 bits. */
static gboolean
rebase_ticks (SpurPackedColumn *ticks)
{
  guint64 rise = ticks->step * (ticks->n_values - 1) >> SPUR_PACKED_STEP_BITS;
  guint64 greatest;

  if (ticks->width == 0 || ticks->width > MAX_TICK_WIDTH)
    return FALSE;
  greatest = ticks->width == MAX_TICK_WIDTH
               ? find_greatest (ticks)
               : rise + (G_GUINT64_CONSTANT (1) << ticks->width * 8) - 1;
  ticks->base = 0;
  return greatest <= G_MAXUINT32;
}

static gboolean
put_classes (const SpurRecordingAdopter *self, const SpurPacketEvents *events, guint8 **at)
{
  for (guint i = 0; i < events->n_classes; i++)
    {
      const SpurPacketClass *event_class = &events->classes[i];
      const SpurRecordingClass *known = spur_recording_tables_find_class (
        &self->load->tables, event_class->number, event_class->n_fields);

      if (known == NULL)
        return FALSE;
      *at = spur_packed_put_class (*at, known->index, event_class->n_events);
    }
  return TRUE;
}

static gboolean
make_head (SpurRecordingAdopter *self, const SpurPacketEvents *events)
{
  SpurPackedColumn ticks = events->columns[SPUR_PACKED_TICKS];
  guint8 *at;

  if (!rebase_ticks (&ticks))
    return FALSE;
  g_byte_array_set_size (self->head,
                         (guint) spur_packed_get_head_bytes (events->n_columns, events->n_classes));
  at = spur_packed_put_start (self->head->data, events->n_columns, events->n_classes);
  if (!put_classes (self, events, &at))
    return FALSE;
  at = spur_packed_put_column (at, &ticks);
  for (guint i = 1; i < events->n_columns; i++)
    at = spur_packed_put_column (at, &events->columns[i]);
  return TRUE;
}

/* ---- Checks ---- */

static gboolean
check_events (SpurRecordingAdopter *self, const SpurPackedChunk *chunk, SpurChunkFacts *facts)
{
  guint64 limit = (guint64) MIN (self->max_ticks, SPUR_TIME_LIMIT_NS);
  guint32 event;

  if (spur_packed_reader_open (&self->reader, chunk) != NULL ||
      spur_packed_reader_check_slots (&self->reader, &event) != NULL ||
      chunk->base_ticks < -(gint64) limit || chunk->base_ticks > (gint64) limit)
    return FALSE;
  spur_packed_reader_check_ticks (&self->reader, chunk->base_ticks, facts);
  spur_packed_reader_check_references (&self->reader, facts);
  for (guint i = 0; i < SPUR_N_REFERENCES; i++)
    {
      if (facts->n_referred[i] > self->n_same[i])
        return FALSE;
    }
  return facts->max_ticks <= (gint64) limit;
}

gboolean
spur_recording_adopter_read (SpurRecordingAdopter *self,
                             const SpurPacket *packet,
                             const SpurPacketEvents *events,
                             SpurPackedChunk *chunk,
                             SpurChunkFacts *facts)
{
  const guint8 *end = packet->body + packet->n_bytes;
  const guint8 *values = events->columns[SPUR_PACKED_TICKS].values;

  /* Some bytes behind values are read, too. */
  if (self->load->bytes + self->load->n_bytes - end < SPUR_PACKED_SLACK_BYTES ||
      !make_head (self, events))
    return FALSE;
  *chunk = (SpurPackedChunk){ .base_ticks = (gint64) (events->columns[SPUR_PACKED_TICKS].base -
                                                      self->load->epoch_ticks),
                              .n_events = events->n_events,
                              .n_bytes = self->head->len + (guint32) (end - values),
                              .bytes = self->head->data,
                              .values = values };
  *facts = (SpurChunkFacts){ 0 };
  return check_events (self, chunk, facts);
}
