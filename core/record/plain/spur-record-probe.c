/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* Measures the clock of the collector's computer over the connection to it, by Cristian's method
 * (Distributed Computing 3, 1989): the collector reads its clock between the question and the
 * arrival of the answer, so its reading belongs to the middle of the round trip, and the middle is
 * wrong by half the round trip at most, however different the two ways are. */
#include "core/record/plain/spur-record-probe-private.h"

/* As many as NTP sends in a burst (RFC 5905, section 13). Only the shortest round trip counts,
 * since the longer ones waited somewhere. */
#define BURST_PROBES 8

/* An unanswered probe ends its burst: by way of a geostationary satellite it takes 0.6 s. */
#define PATIENCE_NS 1000000000

/* CLOCK_MONOTONIC begins near 0 when a computer starts; 2^62 ns are 146 years. */
#define MAX_NS ((uint64_t) 1 << 62)

static uint64_t
get_now_ns (void)
{
  return spur_record_read_monotonic_ ();
}

/* The number goes on, so that no answer can be taken for that to a later probe. */
void
spur_rec_probes_reset (Probes *self)
{
  uint64_t number = self->number;

  memset (self, 0, sizeof *self);
  self->number = number;
  self->n_sent = sizeof self->packet;
}

void
spur_rec_probes_begin_burst (Probes *self)
{
  if (spur_rec_get_options ()->probe_ms > 0 && (self->is_asked || !self->has_welcome))
    self->n_left = BURST_PROBES;
}

bool
spur_rec_probes_is_busy (const Probes *self)
{
  return self->n_left > 0 || self->is_awaited;
}

static void
end_burst (Probes *self)
{
  self->is_awaited = false;
  self->n_left = 0;
}

/* A collector on the same computer reads its CLOCK_MONOTONIC, of which there is nothing to measure
 * where the recorder does so, too. One that does not know its own boot could not be told from
 * others, and old ones do not say it. */
void
spur_rec_probes_take_welcome (Probes *self,
                              SpurRecord *record,
                              const uint8_t *body,
                              uint32_t n_bytes)
{
  static const uint8_t unknown[sizeof self->boot];

  if (self->has_welcome)
    return;
  self->has_welcome = true;
  if (n_bytes >= SPUR_WELCOME_BYTES && spur_rec_get_options ()->probe_ms > 0)
    {
      memcpy (self->boot, body + SPUR_WELCOME_AT_BOOT, sizeof self->boot);
      self->is_local = memcmp (self->boot, record->preamble.boot, sizeof self->boot) == 0;
      self->is_asked = memcmp (self->boot, unknown, sizeof self->boot) != 0 &&
                       !(self->is_local && record->preamble.clock == SPUR_RECORDING_MONOTONIC);
    }
  if (!self->is_asked)
    end_burst (self);
}

/* Half of the round trip, rounded up, and 1 ns by which each clock may round off. */
static uint64_t
get_half_width_ns (const SpurRecord *record, uint64_t n_ticks)
{
  return (uint64_t) ((double) n_ticks / 2 * 1e9 / (double) record->preamble.hz) + 2;
}

static void
keep_best (Probes *self, const SpurRecord *record, ProbeRow row, uint64_t n_ticks)
{
  row.half_width_ns = get_half_width_ns (record, n_ticks);
  memcpy (row.boot, self->boot, sizeof row.boot);
  if (!self->has_best || row.half_width_ns < self->best.half_width_ns)
    self->best = row;
  self->has_best = true;
}

/* Both clocks of this computer, instead of a burst. */
static void
read_local_clocks (Probes *self, const SpurRecord *record)
{
  ClockReading now = spur_rec_read_clocks (record->preamble.clock);
  ProbeRow row = { .ticks = now.ticks, .monotonic_ns = (uint64_t) now.monotonic_ns };

  end_burst (self);
  keep_best (self, record, row, now.width_ticks);
}

static void
make_packet (Probes *self)
{
  PacketHeader header = { .kind = SPUR_PACKET_PROBE,
                          .n_bytes = sizeof self->packet - sizeof header,
                          .stream = NO_STREAM };

  memcpy (self->packet + sizeof header, &self->number, sizeof self->number);
  spur_rec_seal_packet (&header, self->packet + sizeof header);
  memcpy (self->packet, &header, sizeof header);
  self->n_sent = 0;
}

bool
spur_rec_probes_make (Probes *self, SpurRecord *record)
{
  uint64_t now_ns;

  if (!self->is_asked)
    return false;
  now_ns = get_now_ns ();
  if (self->is_awaited && now_ns - self->sent_ns > PATIENCE_NS)
    end_burst (self);
  if (!spur_rec_probes_is_busy (self) && !self->has_best && now_ns >= self->next_ns)
    {
      spur_rec_probes_begin_burst (self);
      self->next_ns = now_ns + spur_rec_get_options ()->probe_ms * 1000000;
    }
  if (self->is_awaited || self->n_left == 0)
    return false;
  if (self->is_local)
    {
      read_local_clocks (self, record);
      return false;
    }
  self->n_left--;
  self->number++;
  make_packet (self);
  self->is_awaited = true;
  self->sent_ns = get_now_ns ();
  self->sent_ticks = spur_record_get_ticks (record);
  return true;
}

void
spur_rec_probes_take_answer (Probes *self,
                             SpurRecord *record,
                             const uint8_t *body,
                             uint32_t n_bytes)
{
  uint64_t n_ticks = spur_record_get_ticks (record) - self->sent_ticks, number;
  ProbeRow row = { .ticks = self->sent_ticks + n_ticks / 2 };

  if (!self->is_awaited || n_bytes < SPUR_PROBED_BYTES)
    return;
  memcpy (&number, body, sizeof number);
  memcpy (&row.monotonic_ns, body + sizeof number, sizeof row.monotonic_ns);
  if (number != self->number)
    return;
  self->is_awaited = false;
  if (row.monotonic_ns == 0 || row.monotonic_ns > MAX_NS || n_ticks > INT64_MAX)
    return;
  keep_best (self, record, row, n_ticks);
}

bool
spur_rec_probes_take_row (Probes *self, ProbeRow *row)
{
  bool has_best = self->has_best;

  if (has_best)
    *row = self->best;
  self->has_best = false;
  return has_best;
}
