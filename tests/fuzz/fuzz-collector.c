/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* A collector's side of its protocol, from the first byte of a connection to the end, and that all
 * that it has acknowledged can be read. The input is a byte of options, then steps, each a byte for
 * its kind and what belongs to it:
 *
 *   0  length, bytes: sent as they are
 *   1  flags: the hello; 1: a wrong token, 2: another version
 *   2  origin, clock, flags: the preamble; 1: its three times follow, 24 bytes
 *   3  kind, writer, stream, events, sequence, first, 2 bytes of length, body: a packet; above 127
 *      sequence and first count down from the largest number
 *   4  another connection, when the one before is done
 *
 * Checksums are made here, or nothing but these would be tested. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-hash-private.h"
#include "core/collect/spur-collector-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "tests/fuzz/fuzz.h"

#define TOKEN "a token of ours"
#define PACKET_BYTES 8
#define MAX_TURNS 100000

/* How many inputs got how far. */
static struct
{
  guint64 n_inputs;
  guint64 n_admitted;
  guint64 n_taken;
  guint64 n_events;
} reached;

typedef struct
{
  SpurCollector *collector;
  GByteArray *bytes;
  const guint8 *at;
  const guint8 *end;
} Feed;

static void
tell_reached (void)
{
  g_printerr ("# inputs that opened: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
              ", had packets taken: %" G_GUINT64_FORMAT ", events: %" G_GUINT64_FORMAT "\n",
              reached.n_admitted, reached.n_inputs, reached.n_taken, reached.n_events);
}

static guint8
take_byte (Feed *self)
{
  return self->at < self->end ? *self->at++ : 0;
}

static const guint8 *
take_bytes (Feed *self, gsize n_wanted, gsize *n_bytes)
{
  const guint8 *at = self->at;

  *n_bytes = MIN (n_wanted, (gsize) (self->end - self->at));
  self->at += *n_bytes;
  return at;
}

static void
put_raw (Feed *self)
{
  gsize n_bytes;
  const guint8 *bytes = take_bytes (self, take_byte (self), &n_bytes);

  g_byte_array_append (self->bytes, bytes, (guint) n_bytes);
}

static void
put_hello (Feed *self)
{
  guint8 hello[SPUR_HELLO_BYTES] = "\211SNET\r\n\n";
  guint8 flags = take_byte (self);

  spur_put_le16 (hello + 8, 1 + ((flags & 2) != 0));
  memcpy (hello + 16, TOKEN, strlen (TOKEN));
  hello[16] ^= flags & 1;
  spur_put_le64 (hello + 56, spur_hash_bytes (hello, 56));
  g_byte_array_append (self->bytes, hello, sizeof hello);
}

static void
put_preamble (Feed *self)
{
  const SpurCollectClocks *clocks = &self->collector->live->clocks;
  SpurRecordingPreamble preamble = { .hz = 1000000000, .begin_ticks = 1 };
  guint8 bytes[SPUR_RECORDING_PREAMBLE_BYTES];
  guint8 times[24] = { 0 };
  const guint8 *given;
  gsize n_bytes;

  preamble.origin = take_byte (self);
  preamble.clock = take_byte (self);
  preamble.begin_ns = clocks->begin_ns;
  preamble.begin_real_ns = clocks->begin_real_ns;
  if ((take_byte (self) & 1) != 0)
    {
      given = take_bytes (self, sizeof times, &n_bytes);
      memcpy (times, given, n_bytes);
      preamble.begin_ticks = spur_get_le64 (times);
      preamble.begin_ns = (gint64) spur_get_le64 (times + 8);
      preamble.begin_real_ns = (gint64) spur_get_le64 (times + 16);
    }
  spur_recording_preamble_put (&preamble, bytes);
  g_byte_array_append (self->bytes, bytes, sizeof bytes);
}

static guint64
stretch (guint8 number)
{
  return number < 128 ? number : (guint64) 0 - (256 - (guint64) number);
}

static void
put_packet (Feed *self)
{
  guint8 head[PACKET_BYTES] = { 0 };
  guint8 header[SPUR_PACKET_HEADER_BYTES];
  g_autofree guint8 *body = NULL;
  SpurPacket packet;
  gsize n_bytes, n_given;
  const guint8 *given = take_bytes (self, sizeof head, &n_given);

  memcpy (head, given, n_given);
  given = take_bytes (self, spur_get_le16 (head + 6), &n_given);
  n_bytes = (n_given + 7) & ~(gsize) 7;
  body = g_malloc0 (n_bytes + 1);
  memcpy (body, given, n_given);
  packet = (SpurPacket){ .kind = head[0],
                         .writer = head[1],
                         .stream = head[2],
                         .n_events = head[3],
                         .sequence = stretch (head[4]),
                         .first = stretch (head[5]),
                         .n_bytes = (guint32) n_bytes,
                         .body = body };
  spur_packet_put_header (&packet, header);
  g_byte_array_append (self->bytes, header, sizeof header);
  g_byte_array_append (self->bytes, body, (guint) n_bytes);
}

/* Sends all, closes, and waits until the collector has done the same. */
static void
end_connection (Feed *self)
{
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&self->bytes));
  g_autoptr (GInputStream) in = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GIOStream) stream = g_simple_io_stream_new (in, out);

  self->bytes = g_byte_array_new ();
  spur_collect_client_new (self->collector, stream, NULL);
  for (guint i = 0; self->collector->clients->len > 0; i++)
    {
      if (i > MAX_TURNS)
        g_error ("a connection that was closed does not end");
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
run_steps (Feed *self)
{
  while (self->at < self->end)
    {
      switch (take_byte (self))
        {
        case 0:
          put_raw (self);
          break;
        case 1:
          put_hello (self);
          break;
        case 2:
          put_preamble (self);
          break;
        case 3:
          put_packet (self);
          break;
        default:
          end_connection (self);
          break;
        }
    }
  end_connection (self);
}

static SpurCollector *
make_collector (const char *folder, guint8 options)
{
  g_autoptr (GError) error = NULL;
  SpurCollector *collector = spur_collector_new (folder, &error);
  g_autofree char *live = g_build_filename (folder, "live", NULL);
  SpurCollectOptions *limits;

  if (collector == NULL)
    g_error ("%s", error->message);
  limits = spur_collector_get_options (collector);
  if ((options & 4) != 0)
    {
      limits->n_recordings = 3;
      limits->n_definition_bytes = 4096;
      limits->n_streams = 4;
      limits->n_held = 16;
      limits->n_unparsed_bytes = 131072;
    }
  limits->has_to_sync = FALSE;
  limits->delay_ns = 1000;
  if ((options & 1) != 0)
    spur_collector_set_token (collector, TOKEN, NULL);
  spur_collector_begin (collector);
  if ((options & 2) != 0 && !spur_collector_write (collector, live, &error))
    g_error ("%s", error->message);
  return collector;
}

static void
note_reached (SpurCollector *collector)
{
  SpurCollectCounts counts;

  spur_collector_get_counts (collector, &counts);
  if (counts.n_missing > G_MAXINT64 || counts.n_events > G_MAXINT64)
    g_error ("a count is negative");
  reached.n_admitted += counts.n_recordings > 0;
  reached.n_taken += counts.n_packets > 0;
  reached.n_events += counts.n_events;
}

/* Whatever was taken has to be readable; and goes. */
static void
read_back (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      if (!g_str_equal (name, "lock"))
        trace = spur_recording_open (path, NULL, NULL, &error);
      if (error != NULL)
        g_error ("what was taken cannot be read: %s", error->message);
      g_unlink (path);
    }
  g_rmdir (folder);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static gboolean is_told;
  g_autofree char *folder =
    g_strdup_printf ("%s/spur-fuzz-collector.%d", g_get_tmp_dir (), (int) getpid ());
  SpurCollector *collector;
  Feed feed;

  if (size == 0)
    return 0;
  if (!is_told)
    atexit (tell_reached);
  is_told = TRUE;
  collector = make_collector (folder, data[0]);
  feed = (Feed){ collector, g_byte_array_new (), data + 1, data + size };
  run_steps (&feed);
  g_byte_array_unref (feed.bytes);
  note_reached (collector);
  spur_collector_stop (collector);
  g_object_unref (collector);
  read_back (folder);
  reached.n_inputs++;
  return 0;
}
