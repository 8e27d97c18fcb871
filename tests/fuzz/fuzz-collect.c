/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* What a collector makes of parcels. The input is parcels after one another, each a byte for its
 * kind, one for its writer, one for its stream, one for the number of its events, two for its
 * length, then its body; their checksums are made here, or nothing but these would be tested. */
#include "config.h"

#include <string.h>

#include "core/collect/spur-collect-live-private.h"
#include "tests/fuzz/fuzz.h"

#define HEAD_BYTES 6

static gboolean
want (const SpurEventLayout *layout, gpointer data)
{
  return TRUE;
}

static void
deliver (const SpurCollectEvent *event, gpointer data)
{
  guint64 *n_events = data;

  (*n_events)++;
}

static void
notice (const SpurEventLayout *layout, guint64 n_events, gpointer data)
{
}

static void
feed (SpurLiveRecording *recording, const guint8 *data, gsize size)
{
  guint64 sequence = 0;

  while (size >= HEAD_BYTES)
    {
      gsize n_bytes = MIN ((gsize) (data[4] | data[5] << 8), size - HEAD_BYTES) & ~(gsize) 7;
      SpurParcel parcel = { .kind = data[0],
                            .writer = data[1],
                            .stream = data[2],
                            .n_events = data[3],
                            .n_bytes = (guint32) n_bytes,
                            .sequence = sequence++,
                            .body = data + HEAD_BYTES };

      if (!spur_collect_live_take (recording, &parcel, NULL))
        return;
      if (parcel.kind == SPUR_PARCEL_EVENTS && !spur_collect_live_push (recording, &parcel, NULL))
        return;
      data += HEAD_BYTES + n_bytes;
      size -= HEAD_BYTES + n_bytes;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  guint64 n_events = 0;
  const SpurCollectLiveOptions options = { .delay_ns = 1000,
                                           .mu_ns = 1,
                                           .max_held = 1000,
                                           .max_streams = 100,
                                           .max_definition_bytes = 1048576,
                                           .wants = want,
                                           .deliver = deliver,
                                           .notice = notice,
                                           .user_data = &n_events };
  const SpurRecordingPreamble preamble = {
    .origin = 1, .clock = SPUR_RECORDING_MONOTONIC, .hz = 1000000000, .begin_ticks = 1
  };
  g_autoptr (SpurCollectLive) live = spur_collect_live_new (&options);
  SpurLiveRecording *recording = spur_collect_live_add (live, &preamble, 0);

  feed (recording, data, size);
  spur_collect_live_tick (live);
  spur_collect_live_pause (recording);
  spur_collect_live_finish (live);
  spur_live_recording_free (recording);
  return 0;
}
