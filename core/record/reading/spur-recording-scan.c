/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Finds the packets of a recording, whatever has happened to it. */
#include "core/base/spur-bytes-private.h"
#include "core/base/spur-order-internal.h"
#include "core/record/reading/spur-recording-private.h"

#define ALIGNMENT 8

/* A packet is no larger: what is not whole this far before others never will be. */
#define MAX_PENDING_BYTES SPUR_PACKET_MAX_BODY_BYTES

SpurPacket
spur_recording_get_packet (const SpurRecordingLoad *self, const SpurPacketPlace *place)
{
  SpurPacket packet = { 0 };

  spur_packet_read_header (&packet, self->bytes + place->offset);
  return packet;
}

static void
add_place (SpurRecordingLoad *self, const SpurPacket *packet, gsize offset)
{
  SpurPacketPlace place = { .offset = offset,
                            .sequence = packet->sequence,
                            .first = packet->first,
                            .writer = packet->writer,
                            .stream = packet->stream,
                            .n_events = packet->n_events,
                            .kind = packet->kind };

  g_array_append_val (self->places, place);
}

/* From a place where there is none to the next one. Holes are zeros, and long. */
static gsize
skip_hole (const SpurRecordingLoad *self, gsize offset)
{
  do
    offset += ALIGNMENT;
  while (offset + SPUR_PACKET_HEADER_BYTES <= self->n_bytes &&
         spur_get_le32 (self->bytes + offset) != SPUR_PACKET_MAGIC);
  return MIN (offset, self->n_bytes);
}

static gboolean
is_zero (const guint8 *bytes, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    {
      if (bytes[i] != 0)
        return FALSE;
    }
  return TRUE;
}

/* Definitions first in the order in which they were made, then the events of each writer. */
SPUR_DEFINE_ORDER (compare_places, SpurPacketPlace, SPUR_BY_3 (writer, sequence, offset))

static gboolean
is_again (const SpurPacketPlace *place, const SpurPacketPlace *before)
{
  return place->writer == before->writer && place->sequence == before->sequence;
}

/* Of events and of drops the same sequence number may come in parts, which are no repetitions. */
static void
drop_repetitions (GArray *places)
{
  guint n_kept = 0;

  for (guint i = 0; i < places->len; i++)
    {
      SpurPacketPlace *place = &g_array_index (places, SpurPacketPlace, i);
      const SpurPacketPlace *before =
        n_kept > 0 ? &g_array_index (places, SpurPacketPlace, n_kept - 1) : NULL;

      if (before != NULL && is_again (place, before) &&
          !(place->kind == SPUR_PACKET_DROPS && place->first != before->first))
        continue;
      g_array_index (places, SpurPacketPlace, n_kept++) = *place;
    }
  g_array_set_size (places, n_kept);
}

void
spur_recording_order_places (GArray *places)
{
  g_array_sort (places, compare_places);
  drop_repetitions (places);
}

gsize
spur_recording_scan_from (SpurRecordingLoad *self, gsize offset)
{
  gsize settled = offset;
  guint64 n_bad_bytes = 0;

  while (offset < self->n_bytes)
    {
      SpurPacket packet;
      SpurPacketState state =
        spur_packet_read (&packet, self->bytes + offset, self->n_bytes - offset);
      gsize next = self->n_bytes;

      if (state == SPUR_PACKET_WHOLE)
        {
          add_place (self, &packet, offset);
          self->counts.n_bad_bytes += n_bad_bytes;
          n_bad_bytes = 0;
          next = offset + SPUR_PACKET_HEADER_BYTES + packet.n_bytes;
          if (offset == settled || offset - settled > MAX_PENDING_BYTES)
            settled = next;
          offset = next;
          continue;
        }
      if (state == SPUR_PACKET_DAMAGED)
        next = offset + SPUR_PACKET_HEADER_BYTES + packet.n_bytes;
      else if (state == SPUR_PACKET_NONE)
        next = skip_hole (self, offset);
      if (!is_zero (self->bytes + offset, next - offset))
        n_bad_bytes += next - offset;
      offset = next;
    }
  if (!self->is_growing)
    self->counts.n_bad_bytes += n_bad_bytes;
  return settled;
}

void
spur_recording_scan (SpurRecordingLoad *self)
{
  spur_recording_scan_from (self, SPUR_RECORDING_PREAMBLE_BYTES);
  spur_recording_order_places (self->places);
}
