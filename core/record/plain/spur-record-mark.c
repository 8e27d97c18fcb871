/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* How far the streams are: a thread that records nothing says so by the helping thread, so that
 * a collector that puts streams into order does not wait for it. */
#include "core/record/plain/spur-record-private.h"

static void
send_mark (SpurRecord *record, uint64_t ticks, const Buffer *busy)
{
  Buffer packet = { 0 };
  PacketHeader header = { .kind = SPUR_PACKET_MARK, .stream = NO_STREAM };

  spur_rec_buffer_put (&packet, &header, sizeof header);
  spur_rec_buffer_put_u64 (&packet, ticks);
  spur_rec_buffer_put_u32 (&packet, (uint32_t) (busy->n_bytes / sizeof (uint32_t)));
  spur_rec_buffer_put (&packet, busy->bytes, busy->n_bytes);
  while (packet.n_bytes % 8 != 0)
    spur_rec_buffer_put (&packet, "", 1);
  if (!packet.has_failed && !busy->has_failed)
    {
      header.n_bytes = (uint32_t) (packet.n_bytes - sizeof header);
      header.sequence = SPUR_PACKET_FIRST_MARK + record->n_marks++;
      spur_rec_seal_packet (&header, packet.bytes + sizeof header);
      memcpy (packet.bytes, &header, sizeof header);
      for (uint32_t i = 0; i < record->n_sinks; i++)
        {
          Sink *sink = record->sinks[i];

          if (sink->sink_class->has_marks)
            sink->sink_class->write (sink, packet.bytes, packet.n_bytes);
        }
    }
  spur_rec_buffer_free (&packet);
}

/* A thread in the middle of an event may have read the clock already: nothing is said of its
 * stream. Of others all that is earlier than now is in their blocks, and handed over. */
void
spur_rec_flush_and_mark (SpurRecord *record)
{
  uint64_t ticks = spur_record_get_ticks (record);
  Buffer busy = { 0 };
  bool has_marks = false;

  for (uint32_t i = 0; i < record->n_sinks; i++)
    has_marks = has_marks || record->sinks[i]->sink_class->has_marks;
  if (has_marks)
    spur_rec_meet_threads ();
  for (Writer *writer = atomic_load (&record->writers); has_marks && writer != NULL;
       writer = writer->next)
    {
      if (__atomic_load_n (&writer->open.is_busy, __ATOMIC_ACQUIRE) != 0)
        spur_rec_buffer_put_u32 (&busy, writer->stream);
    }
  spur_record_flush (record);
  if (has_marks)
    send_mark (record, ticks, &busy);
  spur_rec_buffer_free (&busy);
}
