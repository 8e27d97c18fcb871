/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Packets of the recorder itself: definitions, facts and counts, on their way to the sinks. They
 * stay in the recorder's log for sinks that are opened later. */
#include "core/record/plain/spur-record-private.h"

#include <errno.h>

void
spur_rec_seal_packet (PacketHeader *header, const void *body)
{
  header->magic = SPUR_PACKET_MAGIC;
  header->body_hash = spur_hash_bytes (body, header->n_bytes);
  header->header_hash = spur_hash_bytes (header, offsetof (PacketHeader, header_hash));
}

/* Under the lock: gives the sink what of the log it has not got. */
static void
catch_up (Sink *sink)
{
  const Buffer *log = &sink->record->log;

  while (sink->n_log_bytes < log->n_bytes)
    {
      const uint8_t *packet = log->bytes + sink->n_log_bytes;
      PacketHeader header;

      memcpy (&header, packet, sizeof header);
      if (sink->sink_class->write (sink, packet, sizeof header + header.n_bytes) != 0)
        {
          spur_rec_note_problem (sink->record, sink->name, errno, NULL);
          return;
        }
      sink->n_log_bytes += sizeof header + header.n_bytes;
    }
}

static void
catch_up_all (SpurRecord *record)
{
  for (uint32_t i = 0; i < record->n_sinks; i++)
    catch_up (record->sinks[i]);
}

static void
add_to_log (SpurRecord *record, SpurPacketKind kind, uint32_t stream, const Buffer *body)
{
  size_t n_bytes = (body->n_bytes + 7) & ~(size_t) 7;
  uint8_t *packet;
  PacketHeader header = { .kind = (uint16_t) kind,
                          .n_bytes = (uint32_t) n_bytes,
                          .sequence = record->n_packets,
                          .stream = stream };

  if (body->has_failed || n_bytes > SPUR_PACKET_MAX_BODY_BYTES)
    {
      spur_rec_note_problem (record, "definitions", ENOMEM, NULL);
      return;
    }
  packet = spur_rec_buffer_add (&record->log, sizeof header + n_bytes);
  if (packet == NULL)
    {
      spur_rec_note_problem (record, "definitions", ENOMEM, NULL);
      return;
    }
  record->n_packets++;
  memset (packet + sizeof header, 0, n_bytes);
  memcpy (packet + sizeof header, body->bytes, body->n_bytes);
  spur_rec_seal_packet (&header, packet + sizeof header);
  memcpy (packet, &header, sizeof header);
  catch_up_all (record);
}

/* Of the recorder itself, under its lock; goes to the log, too. The body goes. */
static void
tell_body (SpurRecord *record, SpurPacketKind kind, uint32_t stream, Buffer *body)
{
  add_to_log (record, kind, stream, body);
  spur_rec_buffer_free (body);
}

void
spur_rec_tell_pending (SpurRecord *record)
{
  Buffer body = { 0 };

  if (record->n_pending_rows > 0)
    {
      spur_rec_buffer_put_u32 (&body, record->n_pending_rows);
      spur_rec_buffer_put (&body, record->pending.bytes, record->pending.n_bytes);
      tell_body (record, SPUR_PACKET_DEFINITIONS, NO_STREAM, &body);
      record->pending.n_bytes = 0;
      record->n_pending_rows = 0;
      if (record->is_shared)
        spur_rec_share_rows (record);
    }
  atomic_store (&record->has_pending, 0);
  catch_up_all (record);
}

/* Under the list's lock. */
void
spur_rec_tell_class (SpurRecord *record, const SpurRecordClass *event_class)
{
  Buffer body = { 0 };
  SignalMask mask;

  spur_rec_buffer_put_u32 (&body, 1);
  spur_rec_buffer_put_u32 (&body, event_class->number);
  spur_rec_buffer_put_u32 (&body, event_class->n_fields);
  spur_rec_buffer_put_text (&body, event_class->name);
  spur_rec_buffer_put_text (&body, event_class->xml);
  spur_rec_lock (&record->mutex, &mask);
  tell_body (record, SPUR_PACKET_CLASSES, NO_STREAM, &body);
  spur_rec_unlock (&record->mutex, &mask);
}

/* Under the lock. */
void
spur_rec_tell_stream (SpurRecord *record,
                      uint32_t stream,
                      const char *name,
                      SpurRecordObject target,
                      uint64_t kernel_thread)
{
  Buffer body = { 0 };

  /* The target's row has to be there before. */
  spur_rec_tell_pending (record);
  spur_rec_buffer_put_text (&body, name);
  spur_rec_buffer_put_u32 (&body, target.id);
  spur_rec_buffer_put_u32 (&body, 0);
  spur_rec_buffer_put_u64 (&body, kernel_thread);
  spur_rec_buffer_put_u64 (&body, spur_record_get_ticks (record));
  tell_body (record, SPUR_PACKET_STREAM, stream, &body);
}

void
spur_rec_tell_fact (SpurRecord *record, const char *key, const char *value)
{
  Buffer body = { 0 };

  spur_rec_buffer_put_u32 (&body, 1);
  spur_rec_buffer_put_text (&body, key);
  spur_rec_buffer_put_text (&body, value);
  tell_body (record, SPUR_PACKET_FACTS, NO_STREAM, &body);
}

/* ---- Clocks and delays ---- */

/* Under the lock. */
void
spur_rec_tell_clock (SpurRecord *record)
{
  ClockReading now = spur_rec_read_clocks (record->preamble.clock);
  Buffer body = { 0 };

  spur_rec_buffer_put (&body, &now, sizeof now);
  tell_body (record, SPUR_PACKET_CLOCK, NO_STREAM, &body);
}

void
spur_record_calibrate (SpurRecord *record)
{
  SignalMask mask;

  if (atomic_load (&record->is_open) == 0)
    return;
  spur_rec_lock (&record->mutex, &mask);
  spur_rec_tell_clock (record);
  spur_rec_unlock (&record->mutex, &mask);
}

static void
tell_measured (SpurRecord *record, SpurPacketKind kind, const void *words, size_t n_bytes)
{
  Buffer body = { 0 };
  SignalMask mask;

  if (atomic_load (&record->is_open) == 0)
    return;
  spur_rec_buffer_put (&body, words, n_bytes);
  spur_rec_lock (&record->mutex, &mask);
  tell_body (record, kind, NO_STREAM, &body);
  spur_rec_unlock (&record->mutex, &mask);
}

void
spur_record_add_clock_offset (SpurRecord *record,
                              uint64_t ticks,
                              uint64_t reference_origin,
                              uint64_t reference_ticks,
                              double deviation_ns)
{
  const uint64_t row[] = { ticks, reference_origin, reference_ticks,
                           spur_record_real (deviation_ns) };

  tell_measured (record, SPUR_PACKET_OFFSETS, row, sizeof row);
}

void
spur_record_add_minimum_delay (SpurRecord *record,
                               SpurRecordObject from,
                               SpurRecordObject to,
                               uint64_t n_bytes,
                               uint64_t delay_ns)
{
  const uint64_t row[] = { from.id | (uint64_t) to.id << 32, n_bytes, delay_ns };

  tell_measured (record, SPUR_PACKET_DELAYS, row, sizeof row);
}

void
spur_rec_tell_probe (SpurRecord *record, const ProbeRow *row)
{
  tell_measured (record, SPUR_PACKET_PROBES, row, sizeof *row);
}

/* ---- Counts ---- */

/* Events of a writer in this process. */
uint64_t
spur_rec_count_events (const Writer *writer)
{
  return __atomic_load_n (&writer->open.n_events, __ATOMIC_RELAXED) - writer->n_inherited;
}

/* Events of a writer, and how many of them the first sink refused. */
static void
add_counts (const Writer *writer, SpurRecordCounts *counts)
{
  counts->n_events += spur_rec_count_events (writer);
  counts->n_dropped += __atomic_load_n (&writer->refused[0].n_total, __ATOMIC_RELAXED);
}

void
spur_rec_count_finished (SpurRecord *record, Writer *writer)
{
  record->n_finished += spur_rec_count_events (writer);
  writer->n_inherited = 0;
  __atomic_store_n (&writer->open.n_events, 0, __ATOMIC_RELAXED);
}

static void
count_events (SpurRecord *record, SpurRecordCounts *counts)
{
  uint64_t n_homeless = atomic_load (&record->n_homeless);

  *counts = (SpurRecordCounts){ .n_events = record->n_finished + n_homeless,
                                .n_dropped = n_homeless,
                                .n_streams = atomic_load (&record->n_streams) };
  if (record->n_sinks > 0)
    counts->n_bytes = atomic_load (&record->sinks[0]->n_bytes);
  for (Writer *writer = atomic_load (&record->writers); writer != NULL; writer = writer->next)
    add_counts (writer, counts);
}

void
spur_record_get_counts (SpurRecord *record, SpurRecordCounts *counts)
{
  SignalMask mask;

  spur_rec_lock (&record->mutex, &mask);
  count_events (record, counts);
  spur_rec_unlock (&record->mutex, &mask);
}

/* Under the lock. */
void
spur_rec_tell_status (SpurRecord *record, bool is_closed)
{
  uint64_t packet[SPUR_RECORDING_STATUS_BYTES / 8] = { 0 };
  PacketHeader *header = (PacketHeader *) packet;
  uint64_t *body = packet + sizeof *header / 8;
  uint32_t words[2] = { is_closed, 0 };
  SpurRecordCounts counts;

  count_events (record, &counts);
  *header = (PacketHeader){ .kind = SPUR_PACKET_STATUS,
                            .n_bytes = SPUR_RECORDING_STATUS_BYTES - sizeof *header,
                            .sequence = record->n_packets++,
                            .stream = NO_STREAM };
  body[0] = counts.n_events;
  body[1] = counts.n_dropped;
  body[2] = counts.n_bytes;
  for (Writer *writer = atomic_load (&record->writers);
       writer != NULL && words[1] < SPUR_RECORDING_STATUS_MAX_ROWS; writer = writer->next)
    {
      uint32_t place[2] = { writer->number, writer->stream };

      if (writer->refused[0].n_total == 0)
        continue;
      memcpy (&body[4 + 3 * words[1]], place, sizeof place);
      body[4 + 3 * words[1] + 1] = writer->open.n_events;
      body[4 + 3 * words[1]++ + 2] = writer->refused[0].n_total;
    }
  memcpy (&body[3], words, sizeof words);
  spur_rec_seal_packet (header, body);
  for (uint32_t i = 0; i < record->n_sinks; i++)
    {
      Sink *sink = record->sinks[i];
      int (*write) (Sink *, const void *, size_t) = sink->sink_class->write_status != NULL
                                                      ? sink->sink_class->write_status
                                                      : sink->sink_class->write;

      if (write (sink, packet, sizeof packet) != 0)
        spur_rec_note_problem (record, sink->name, errno, NULL);
    }
}
