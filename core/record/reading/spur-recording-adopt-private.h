/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/reading/spur-recording-private.h"
#include "core/store/packet/spur-packed-internal.h"

typedef struct
{
  SpurRecordingLoad *load;
  gint64 max_ticks;
  SpurPackedReader reader;
  GByteArray *head;
  /* How many entries of each table have the same number in the trace. */
  guint32 n_same[SPUR_N_REFERENCES];
} SpurRecordingAdopter;

/* When all that is defined is in the trace. */
void spur_recording_adopter_init (SpurRecordingAdopter *self, SpurRecordingLoad *load);
void spur_recording_adopter_clear (SpurRecordingAdopter *self);

/* Whether a packet can be a chunk as it is. The chunk's head is there until the next call. */
gboolean spur_recording_adopter_read (SpurRecordingAdopter *self,
                                      const SpurPacket *packet,
                                      const SpurPacketEvents *events,
                                      SpurPackedChunk *chunk,
                                      SpurChunkFacts *facts);
