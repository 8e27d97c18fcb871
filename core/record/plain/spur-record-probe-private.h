/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

#include "core/record/plain/spur-record-private.h"

/* Probes of the collector's clock over one connection (doc/recording.md, Probes): a burst when the
 * connection begins, one every so often, and one when the recording ends. The lock of the sink
 * protects it. */
typedef struct
{
  /* Until the collector's welcome it is unknown whether it answers probes. @is_local: it reads the
   * CLOCK_MONOTONIC of this computer, so nothing has to be sent. */
  bool has_welcome;
  bool is_asked;
  bool is_local;
  uint8_t boot[16];

  /* When the next burst is due, and the probes of this one that were not sent yet. */
  uint64_t next_ns;
  uint32_t n_left;

  /* The probe whose answer has not come yet. */
  bool is_awaited;
  uint64_t number;
  uint64_t sent_ticks;
  uint64_t sent_ns;
  uint8_t packet[SPUR_PACKET_HEADER_BYTES + 8];
  size_t n_sent;

  /* The shortest round trip of the burst. */
  bool has_best;
  ProbeRow best;
} Probes;

/* For a connection that begins or is gone: answers to earlier probes do not count any more. */
void spur_rec_probes_reset (Probes *self);

/* Reads from the welcome whether this collector is asked. */
void spur_rec_probes_take_welcome (Probes *self,
                                   SpurRecord *record,
                                   const uint8_t *body,
                                   uint32_t n_bytes);

void spur_rec_probes_begin_burst (Probes *self);

/* Whether a burst is under way. It always ends, whatever the collector does. */
bool spur_rec_probes_is_busy (const Probes *self);

/* Begins bursts when they are due. Makes the packet that is to be sent now; false where none is. */
bool spur_rec_probes_make (Probes *self, SpurRecord *record);

void spur_rec_probes_take_answer (Probes *self,
                                  SpurRecord *record,
                                  const uint8_t *body,
                                  uint32_t n_bytes);

/* Gives the best measurement so far, once; false where there is none. */
bool spur_rec_probes_take_row (Probes *self, ProbeRow *row);
