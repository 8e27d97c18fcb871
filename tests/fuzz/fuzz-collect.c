/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* What a collector makes of packets, and that what it writes in order can be read. The input is
 * packets after one another, each a byte for its kind, one for its writer, one for its stream, one
 * for the number of its events, two for its length, then its body; their checksums are made here,
 * or nothing but these would be tested. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "core/collect/spur-collect-output-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "tests/fuzz/fuzz.h"

#define HEAD_BYTES 6

typedef struct
{
  SpurCollectOutput *output;
  guint64 n_events;
  guint64 n_dropped;
} Taken;

static gboolean
want (const SpurEventLayout *layout, gpointer data)
{
  return TRUE;
}

static void
deliver (const SpurCollectEvent *event, gpointer data)
{
  Taken *taken = data;

  taken->n_events += event->n_dropped == 0;
  taken->n_dropped += event->n_dropped;
  spur_collect_output_put (taken->output, event);
}

static void
define (const SpurPacket *packet, gpointer data)
{
  Taken *taken = data;

  spur_collect_output_note (taken->output, packet);
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
      SpurPacket packet = { .kind = data[0],
                            .writer = data[1],
                            .stream = data[2],
                            .n_events = data[3],
                            .n_bytes = (guint32) n_bytes,
                            .sequence = sequence++,
                            .body = data + HEAD_BYTES };

      if (!spur_collect_live_take (recording, &packet, NULL))
        return;
      if ((packet.kind == SPUR_PACKET_EVENTS || packet.kind == SPUR_PACKET_DROPS) &&
          !spur_collect_live_push (recording, &packet, NULL))
        return;
      data += HEAD_BYTES + n_bytes;
      size -= HEAD_BYTES + n_bytes;
    }
}

/* Whatever was fed, all of it is in what is written. */
static void
read_back (const char *path, const Taken *taken)
{
  SpurRecordingCounts counts;
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_recording_open (path, &counts, NULL, &error);

  if (trace == NULL)
    g_error ("what was written cannot be read: %s", error->message);
  if (counts.n_events != taken->n_events || counts.n_dropped != taken->n_dropped ||
      counts.n_lost > 0 || counts.n_bad_bytes > 0)
    g_error ("of %" G_GUINT64_FORMAT " events there are %" G_GUINT64_FORMAT
             ", of %" G_GUINT64_FORMAT " dropped ones %" G_GUINT64_FORMAT,
             taken->n_events, counts.n_events, taken->n_dropped, counts.n_dropped);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  Taken taken = { 0 };
  const SpurCollectOptions limits = {
    .delay_ns = 1000, .mu_ns = 1, .n_held = 1000, .n_streams = 100, .n_definition_bytes = 1048576
  };
  const SpurCollectLiveOptions options = { .limits = &limits,
                                           .wants = want,
                                           .deliver = deliver,
                                           .notice = notice,
                                           .defined = define,
                                           .user_data = &taken };
  const SpurRecordingPreamble preamble = {
    .origin = 1, .clock = SPUR_RECORDING_MONOTONIC, .hz = 1000000000, .begin_ticks = 1
  };
  g_autoptr (SpurCollectLive) live = spur_collect_live_new (&options);
  SpurLiveRecording *recording = spur_collect_live_add (live, &preamble, 0, FALSE);
  g_autofree char *path =
    g_strdup_printf ("%s/spur-fuzz-collect.%d", g_get_tmp_dir (), (int) getpid ());

  g_unlink (path);
  taken.output = spur_collect_output_new (path, live, 1048576, NULL);
  if (taken.output == NULL)
    g_error ("%s cannot be written", path);
  feed (recording, data, size);
  spur_collect_live_tick (live);
  spur_collect_live_pause (recording);
  spur_collect_live_finish (live);
  if (!spur_collect_output_finish (taken.output, FALSE, NULL))
    g_error ("%s cannot be written", path);
  read_back (path, &taken);
  spur_collect_output_free (taken.output);
  spur_live_recording_free (recording);
  g_unlink (path);
  return 0;
}
