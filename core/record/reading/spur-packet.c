/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/reading/spur-packet.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"
#include "core/record/plain/spur-record-private.h"

#define CLASS_BYTES 12
/* What one event can have at most: its time, its class and its fields. */
#define MAX_FIELDS 100

gboolean
spur_recording_preamble_read (SpurRecordingPreamble *self,
                              const guint8 *bytes,
                              gsize n_bytes,
                              const char *place,
                              GError **error)
{
  SpurRecordingPreamble found;

  if (n_bytes < SPUR_RECORDING_PREAMBLE_BYTES)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_TRUNCATED,
                           "%s: ends after %" G_GSIZE_FORMAT " bytes, a recording begins with %d",
                           place, n_bytes, SPUR_RECORDING_PREAMBLE_BYTES);
  memcpy (&found, bytes, sizeof found);
  if (memcmp (found.magic, SPUR_RECORDING_MAGIC, sizeof found.magic) != 0 ||
      found.byte_order != SPUR_RECORDING_BYTE_ORDER ||
      spur_hash_bytes (bytes, offsetof (SpurRecordingPreamble, hash)) != found.hash)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s:0x0: is not the beginning of a recording, or was changed", place);
  if (found.major != SPUR_RECORDING_MAJOR)
    return spur_error_set (
      error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_VERSION,
      "%s:0x8: is a recording of version %u.%u, expected 1.x; a newer Spur reads it", place,
      found.major, found.minor);
  if (found.clock != SPUR_RECORDING_MONOTONIC && found.clock != SPUR_RECORDING_TSC)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s:0x1c: found clock %u, expected 1 or 2", place, found.clock);
  if (found.hz == 0 || found.hz > G_MAXINT64 || found.origin == 0)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "%s:0x38: the clock has %" G_GUINT64_FORMAT
                           " ticks a second, expected 1 to 2^63 - 1",
                           place, found.hz);
  *self = found;
  return TRUE;
}

void
spur_recording_preamble_put (const SpurRecordingPreamble *self, guint8 *bytes)
{
  SpurRecordingPreamble made = *self;

  spur_rec_seal_preamble (&made);
  memcpy (bytes, &made, sizeof made);
}

void
spur_packet_read_header (SpurPacket *self, const guint8 *bytes)
{
  self->kind = spur_get_le16 (bytes + 4);
  self->n_bytes = spur_get_le32 (bytes + 8);
  self->writer = spur_get_le32 (bytes + 12);
  self->sequence = spur_get_le64 (bytes + 16);
  self->first = spur_get_le64 (bytes + 24);
  self->n_events = spur_get_le32 (bytes + 32);
  self->stream = spur_get_le32 (bytes + 36);
  self->body_hash = spur_get_le64 (bytes + 40);
  self->body = bytes + SPUR_PACKET_HEADER_BYTES;
}

SpurPacketState
spur_packet_read (SpurPacket *self, const guint8 *bytes, gsize n_bytes)
{
  if (n_bytes < SPUR_PACKET_HEADER_BYTES)
    return SPUR_PACKET_SHORT;
  if (spur_get_le32 (bytes) != SPUR_PACKET_MAGIC ||
      spur_hash_bytes (bytes, 48) != spur_get_le64 (bytes + 48))
    return SPUR_PACKET_NONE;
  spur_packet_read_header (self, bytes);
  if (self->n_bytes % 8 != 0 || self->n_bytes > SPUR_PACKET_MAX_BODY_BYTES)
    return SPUR_PACKET_NONE;
  if (n_bytes - SPUR_PACKET_HEADER_BYTES < self->n_bytes)
    return SPUR_PACKET_CUT;
  if (spur_hash_bytes (self->body, self->n_bytes) != self->body_hash)
    return SPUR_PACKET_DAMAGED;
  return SPUR_PACKET_WHOLE;
}

void
spur_packet_put_header (SpurPacket *self, guint8 *bytes)
{
  self->body_hash = spur_hash_bytes (self->body, self->n_bytes);
  spur_put_le32 (bytes, SPUR_PACKET_MAGIC);
  spur_put_le16 (bytes + 4, self->kind);
  spur_put_le16 (bytes + 6, 0);
  spur_put_le32 (bytes + 8, self->n_bytes);
  spur_put_le32 (bytes + 12, self->writer);
  spur_put_le64 (bytes + 16, self->sequence);
  spur_put_le64 (bytes + 24, self->first);
  spur_put_le32 (bytes + 32, self->n_events);
  spur_put_le32 (bytes + 36, self->stream);
  spur_put_le64 (bytes + 40, self->body_hash);
  spur_put_le64 (bytes + 48, spur_hash_bytes (bytes, 48));
}

gboolean
spur_packet_read_status (const SpurPacket *self, SpurPacketStatus *status)
{
  SpurPacketInput input;

  spur_packet_input_init (&input, self);
  status->n_events = spur_packet_input_u64 (&input);
  status->n_dropped = spur_packet_input_u64 (&input);
  status->n_bytes = spur_packet_input_u64 (&input);
  status->has_ended = spur_packet_input_u32 (&input) != 0;
  return !input.is_bad;
}

void
spur_packet_events_clear (SpurPacketEvents *self)
{
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->columns, g_free);
  self->n_classes = self->n_columns = 0;
}

/* The classes, whose columns must be just those that there are. */
static const char *
read_classes (SpurPacketEvents *self, const guint8 *at)
{
  guint64 n_columns = 2, n_events = 0;

  for (guint i = 0; i < self->n_classes; i++, at += CLASS_BYTES)
    {
      SpurPacketClass *event_class = &self->classes[i];

      event_class->number = spur_get_le32 (at);
      event_class->n_events = spur_get_le32 (at + 4);
      event_class->n_fields = spur_get_le32 (at + 8);
      event_class->first_column = (guint32) n_columns;
      event_class->n_taken = 0;
      if (event_class->n_events == 0 || event_class->n_fields > MAX_FIELDS)
        return "a class without events, or with too many fields";
      n_events += event_class->n_events;
      n_columns += event_class->n_fields;
    }
  if (n_columns != self->n_columns)
    return "another number of columns than its classes have";
  if (n_events != self->n_events)
    return "another number of events than its classes have";
  return NULL;
}

static const char *
read_column (SpurPackedColumn *column,
             const guint8 *at,
             guint32 n_values,
             const guint8 **values,
             const guint8 *end)
{
  column->base = spur_get_le64 (at);
  column->step = spur_get_le64 (at + 8);
  column->width = spur_get_le32 (at + 16);
  column->n_values = n_values;
  column->values = *values;
  if (column->width > 8 || column->step > SPUR_PACKED_MAX_STEP)
    return "a column of values that are too wide";
  if ((guint64) column->width * n_values > (guint64) (end - *values))
    return "columns that are longer than the packet";
  *values += (gsize) column->width * n_values;
  return NULL;
}

const char *
spur_packet_events_read (SpurPacketEvents *self, const SpurPacket *packet)
{
  const guint8 *at = packet->body + 8, *end = packet->body + packet->n_bytes;
  const guint8 *values;
  const char *problem;
  gsize n_head_bytes;

  spur_packet_events_clear (self);
  if (packet->n_bytes < 8)
    return "no classes";
  if (packet->n_events > SPUR_PACKET_MAX_EVENTS)
    return "more events than a packet may have";
  self->n_events = packet->n_events;
  self->n_taken = 0;
  self->n_classes = spur_get_le32 (packet->body);
  self->n_columns = spur_get_le32 (packet->body + 4);
  if (self->n_classes == 0 || self->n_classes > packet->n_bytes / CLASS_BYTES ||
      self->n_columns > packet->n_bytes / SPUR_PACKED_COLUMN_BYTES)
    return "more classes or columns than fit into it";
  n_head_bytes = 8 + (gsize) self->n_classes * CLASS_BYTES + (self->n_classes % 2) * 4;
  if (n_head_bytes + (gsize) self->n_columns * SPUR_PACKED_COLUMN_BYTES > packet->n_bytes)
    return "more classes or columns than fit into it";
  self->classes = g_new (SpurPacketClass, self->n_classes);
  self->columns = g_new (SpurPackedColumn, self->n_columns);
  problem = read_classes (self, at);
  at = packet->body + n_head_bytes;
  values = at + (gsize) self->n_columns * SPUR_PACKED_COLUMN_BYTES;
  for (guint i = 0; i < 2 && problem == NULL; i++, at += SPUR_PACKED_COLUMN_BYTES)
    problem = read_column (&self->columns[i], at, self->n_events, &values, end);
  for (guint i = 0; i < self->n_classes && problem == NULL; i++)
    {
      const SpurPacketClass *event_class = &self->classes[i];

      for (guint k = 0; k < event_class->n_fields && problem == NULL;
           k++, at += SPUR_PACKED_COLUMN_BYTES)
        problem = read_column (&self->columns[event_class->first_column + k], at,
                               event_class->n_events, &values, end);
    }
  return problem;
}

gboolean
spur_packet_events_next (SpurPacketEvents *self, SpurPacketEvent *event)
{
  SpurPacketClass *event_class;
  guint64 kind;

  if (self->n_taken == self->n_events)
    return FALSE;
  kind = spur_packet_column_get (&self->columns[SPUR_PACKED_SLOTS], self->n_taken);
  if (kind >= self->n_classes || self->classes[kind].n_taken == self->classes[kind].n_events)
    return FALSE;
  event_class = &self->classes[kind];
  event->ticks = spur_packet_column_get (&self->columns[SPUR_PACKED_TICKS], self->n_taken);
  event->event_class = event_class;
  event->index = event_class->n_taken++;
  self->n_taken++;
  return TRUE;
}

const char *
spur_packet_events_check (SpurPacketEvents *self)
{
  const char *problem = self->n_events == 0 ? "no events" : NULL;
  SpurPacketEvent event;

  while (spur_packet_events_next (self, &event))
    continue;
  if (self->n_taken < self->n_events)
    problem = "events that are not of the classes that it names";
  for (guint32 i = 0; i < self->n_classes; i++)
    self->classes[i].n_taken = 0;
  self->n_taken = 0;
  return problem;
}

/* The recorder's own packing. */
gsize
spur_packet_pack (const guint64 *from,
                  const guint64 *to,
                  guint8 *body,
                  gpointer scratch,
                  const guint64 **next,
                  guint32 *n_events)
{
  uint64_t from_ticks, to_ticks;

  return spur_rec_pack (from, to, body, scratch, next, n_events, &from_ticks, &to_ticks);
}

void
spur_packet_input_init (SpurPacketInput *self, const SpurPacket *packet)
{
  self->at = packet->body;
  self->end = packet->body + packet->n_bytes;
  self->is_bad = FALSE;
}

static const guint8 *
take_bytes (SpurPacketInput *self, gsize n_bytes)
{
  const guint8 *at = self->at;

  if (self->is_bad || (gsize) (self->end - at) < n_bytes)
    {
      self->is_bad = TRUE;
      return NULL;
    }
  self->at += n_bytes;
  return at;
}

guint32
spur_packet_input_u32 (SpurPacketInput *self)
{
  const guint8 *at = take_bytes (self, 4);

  return at != NULL ? spur_get_le32 (at) : 0;
}

guint64
spur_packet_input_u64 (SpurPacketInput *self)
{
  const guint8 *at = take_bytes (self, 8);

  return at != NULL ? spur_get_le64 (at) : 0;
}

static char *
take_text (SpurPacketInput *self, guint32 n_bytes)
{
  const guint8 *at = take_bytes (self, n_bytes);

  return at != NULL ? g_utf8_make_valid ((const char *) at, (gssize) n_bytes) : g_strdup ("");
}

char *
spur_packet_input_text (SpurPacketInput *self)
{
  return take_text (self, spur_packet_input_u32 (self));
}

char *
spur_packet_input_unit (SpurPacketInput *self)
{
  guint32 n_bytes = spur_packet_input_u32 (self);

  return n_bytes == G_MAXUINT32 ? NULL : take_text (self, n_bytes);
}

gboolean
spur_packet_refuse (const SpurPacket *packet, GError **error, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "packet %" G_GUINT64_FORMAT " of writer %u: %s", packet->sequence,
                         packet->writer, text);
}

gboolean
spur_packet_input_check (const SpurPacketInput *self, const SpurPacket *packet, GError **error)
{
  return !self->is_bad ||
         spur_packet_refuse (packet, error,
                             "found a body of %u bytes that ends within a row of kind %u",
                             packet->n_bytes, packet->kind);
}
