/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Recorders that send what no recorder may send: they are refused before anything of it is
 * acknowledged, and what others sent can be read. */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/spur-bytes-private.h"
#include "tests/collect/collect-place.h"

/* ---- Packets that are refused ---- */

/* A packet whose checksums are right. @n_words: of its body, of which the last one is @last and
 * those before are @word. */
typedef struct
{
  const char *name;
  SpurPacketKind kind;
  guint32 writer;
  guint64 sequence;
  guint64 first;
  guint32 n_events;
  guint n_words;
  guint64 word;
  guint64 last;
} Bad;

#define WORDS(n) n, 0, 0
#define NEXT 1000

static const Bad bad_packets[] = {
  { "status-empty", SPUR_PACKET_STATUS, 0, NEXT, 0, 0, WORDS (0) },
  { "status-short", SPUR_PACKET_STATUS, 0, NEXT, 0, 0, WORDS (3) },
  { "status-rows", SPUR_PACKET_STATUS, 0, NEXT, 0, 0, 4, 0, G_GUINT64_CONSTANT (1) << 32 },
  { "status-count", SPUR_PACKET_STATUS, 0, NEXT, 0, 0, 4, G_MAXUINT64, 1 },
  { "status-row-count", SPUR_PACKET_STATUS, 0, NEXT, 0, 0, 7, G_GUINT64_CONSTANT (1) << 32,
    G_MAXUINT64 },
  { "status-writer", SPUR_PACKET_STATUS, 1, NEXT, 0, 0, WORDS (4) },
  { "facts-empty", SPUR_PACKET_FACTS, 0, NEXT, 0, 0, WORDS (0) },
  { "facts-short", SPUR_PACKET_FACTS, 0, NEXT, 0, 0, 1, 0, 2 },
  { "facts-text", SPUR_PACKET_FACTS, 0, NEXT, 0, 0, 1, 0, G_GUINT64_CONSTANT (9) << 32 | 1 },
  { "facts-writer", SPUR_PACKET_FACTS, 1, NEXT, 0, 0, WORDS (1) },
  { "clock-short", SPUR_PACKET_CLOCK, 0, NEXT, 0, 0, WORDS (4) },
  { "clock-events", SPUR_PACKET_CLOCK, 0, NEXT, 0, 1, WORDS (5) },
  { "classes-empty", SPUR_PACKET_CLASSES, 0, NEXT, 0, 0, WORDS (0) },
  { "classes-short", SPUR_PACKET_CLASSES, 0, NEXT, 0, 0, 1, 0, 1 },
  { "definitions-empty", SPUR_PACKET_DEFINITIONS, 0, NEXT, 0, 0, WORDS (0) },
  { "definitions-short", SPUR_PACKET_DEFINITIONS, 0, NEXT, 0, 0, 1, 0, 1 },
  { "stream-empty", SPUR_PACKET_STREAM, 0, NEXT, 0, 0, WORDS (0) },
  { "stream-short", SPUR_PACKET_STREAM, 0, NEXT, 0, 0, 1, 0, 5 },
  { "events-empty", SPUR_PACKET_EVENTS, 1, NEXT, 0, 1, WORDS (0) },
  { "events-writer", SPUR_PACKET_EVENTS, 0, NEXT, 0, 1, WORDS (8) },
  { "drops-empty", SPUR_PACKET_DROPS, 1, NEXT, 0, 1, WORDS (0) },
  { "drops-short", SPUR_PACKET_DROPS, 1, NEXT, 0, 1, WORDS (1) },
  { "drops-none", SPUR_PACKET_DROPS, 1, NEXT, 0, 0, WORDS (2) },
  { "drops-writer", SPUR_PACKET_DROPS, 0, NEXT, 0, 1, WORDS (2) },
  { "drops-first", SPUR_PACKET_DROPS, 1, NEXT, G_MAXUINT64, 1, WORDS (2) },
  { "drops-beyond", SPUR_PACKET_DROPS, 1, NEXT, G_GUINT64_CONSTANT (1) << 53, 1, WORDS (2) },
  { "drops-sequence", SPUR_PACKET_DROPS, 1, G_MAXUINT64, 0, 1, WORDS (2) },
  { "offsets-writer", SPUR_PACKET_OFFSETS, 1, NEXT, 0, 0, WORDS (4) },
  { "delays-events", SPUR_PACKET_DELAYS, 0, NEXT, 0, 1, WORDS (3) },
  { "facts-sequence", SPUR_PACKET_FACTS, 0, G_MAXUINT64, 0, 0, WORDS (1) },
  { "probe-empty", SPUR_PACKET_PROBE, 0, NEXT, 0, 0, WORDS (0) },
  { "probe-writer", SPUR_PACKET_PROBE, 1, NEXT, 0, 0, WORDS (1) },
  { "probe-events", SPUR_PACKET_PROBE, 0, NEXT, 0, 1, WORDS (1) },
  { "probes-writer", SPUR_PACKET_PROBES, 1, NEXT, 0, 0, WORDS (5) },
  { "mark-empty", SPUR_PACKET_MARK, 0, SPUR_PACKET_FIRST_MARK, 0, 0, WORDS (0) },
  { "mark-busy", SPUR_PACKET_MARK, 0, SPUR_PACKET_FIRST_MARK, 0, 0, 2, 0, 2 },
  { "mark-writer", SPUR_PACKET_MARK, 1, SPUR_PACKET_FIRST_MARK, 0, 0, WORDS (2) },
};

static void
put_bad (GByteArray *bytes, const Bad *bad)
{
  SpurPacket packet = { .kind = (guint16) bad->kind,
                        .writer = bad->writer,
                        .sequence = bad->sequence,
                        .first = bad->first,
                        .n_events = bad->n_events,
                        .n_bytes = 8 * bad->n_words };
  guint8 header[SPUR_PACKET_HEADER_BYTES];
  guint8 body[8 * 16] = { 0 };

  for (guint i = 0; i < bad->n_words; i++)
    spur_put_le64 (body + (gsize) 8 * i, i + 1 < bad->n_words ? bad->word : bad->last);
  packet.body = body;
  spur_packet_put_header (&packet, header);
  g_byte_array_append (bytes, header, sizeof header);
  g_byte_array_append (bytes, body, packet.n_bytes);
}

static guint64
get_acknowledged (Peer *peer)
{
  guint64 n_bytes = 0;
  const guint8 *body;

  for (guint i = 0; (body = peer_find_message (peer, SPUR_ANSWER_ACKNOWLEDGED, i)) != NULL; i++)
    n_bytes = spur_get_le64 (body);
  return n_bytes;
}

static void
await_refusal (Peer *peer, SpurRefusal expected)
{
  const guint8 *refusal;

  peer_await_close (peer);
  refusal = peer_find_message (peer, SPUR_ANSWER_REFUSED, 0);
  g_assert_nonnull (refusal);
  g_assert_cmpuint (spur_get_le32 (refusal), ==, expected);
}

/* An honest recorder sends one half of its packets before, and one after the other. */
static void
assert_refused (const GByteArray *bytes, guint64 n_events)
{
  g_auto (Place) place = { 0 };
  g_auto (Kit) honest = { 0 };
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) good = NULL;
  g_autoptr (Peer) peer = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) other = NULL;
  SpurCollectCounts counts;
  gsize n_half;

  place_init (&place);
  place_listen (&place);
  place_fill (&honest, 1, 6, 100);
  n_half = g_array_index (honest.ends, gsize, 5);
  good = peer_connect (place.path);
  place_say_hello (good, &honest, NULL);
  g_assert_true (peer_send (good, honest.bytes->data, n_half));
  kit_init (&kit, 2);
  kit_define (&kit, 2);
  kit_put_stream (&kit, 0, "main");
  peer = peer_connect (place.path);
  place_send_all (peer, &kit, NULL);
  peer_await (peer, &kit, kit.ends->len);
  peer_send (peer, bytes->data, bytes->len);
  await_refusal (peer, SPUR_REFUSAL_NEVER);
  g_assert_cmpuint (get_acknowledged (peer), ==, SPUR_RECORDING_PREAMBLE_BYTES + kit.bytes->len);
  g_assert_true (peer_send (good, honest.bytes->data + n_half, honest.bytes->len - n_half));
  peer_await (good, &honest, honest.ends->len);
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_cut, ==, 1);
  g_assert_cmpuint (counts.n_events, ==, n_events);
  g_assert_cmpuint (counts.n_missing, ==, 0);
  g_clear_object (&place.collector);
  trace = place_read (&place, 1);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 600);
  other = place_read (&place, 2);
  g_assert_cmpuint (spur_trace_get_n_events (other), ==, 0);
}

static void
test_bad (gconstpointer data)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_test_summary ("What the reader could not read is refused, and not acknowledged.");

  put_bad (bytes, data);
  assert_refused (bytes, 600);
}

/* Good events, but for the number of the first one. */
static void
test_first (gconstpointer data)
{
  guint64 first = *(const guint64 *) data;
  g_auto (Kit) kit = { 0 };
  g_autoptr (GByteArray) bytes = NULL;

  g_test_summary ("Numbers of events that no recorder reaches are refused; none counts as -1.");

  kit_init (&kit, 2);
  kit.sequences[1] = NEXT;
  kit.positions[1] = first;
  kit_put_events (&kit, 1, 0, KIT_STATE, 2, kit_now (), 1, NULL);
  bytes = g_byte_array_ref (kit.bytes);
  assert_refused (bytes, 600);
}

static const guint64 firsts[] = { G_MAXUINT64, G_MAXUINT64 - 2, G_MAXINT64,
                                  (G_GUINT64_CONSTANT (1) << 53) - 1 };

static void
test_missing (void)
{
  g_auto (Place) place = { 0 };
  SpurCollectCounts counts;

  g_test_summary ("Events that are missing are counted, and no sum of them becomes negative.");

  place_init (&place);
  place_listen (&place);
  for (guint64 origin = 1; origin <= 600; origin++)
    {
      g_auto (Kit) kit = { 0 };
      g_autoptr (Peer) peer = peer_connect (place.path);

      kit_init (&kit, origin);
      kit_define (&kit, 1);
      for (guint32 writer = 1; writer < 8; writer++)
        {
          kit.positions[writer] = (G_GUINT64_CONSTANT (1) << 53) - 2;
          kit_put_events (&kit, writer, 0, KIT_STATE, 1, kit_now (), 1, NULL);
        }
      place_send_all (peer, &kit, NULL);
      peer_await (peer, &kit, kit.ends->len);
    }
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_events, ==, 600 * 7);
  g_assert_cmpuint (counts.n_missing, ==, G_MAXINT64);
}

/* The preamble says what the reader does not take. */
static void
test_preamble (void)
{
  const struct
  {
    guint32 clock;
    guint64 hz;
    gint64 more_real_ns;
  } bad[] = { { 0, 1000, 0 },
              { 3, 1000, 0 },
              { SPUR_RECORDING_TSC, 0, 0 },
              { SPUR_RECORDING_TSC, 1000, (G_GINT64_CONSTANT (1) << 58) + 1000000000 },
              { SPUR_RECORDING_TSC, 1000, -(G_GINT64_CONSTANT (1) << 61) } };

  g_test_summary ("A recording with a clock that the reader refuses is refused at once.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (Place) place = { 0 };
      g_auto (Kit) kit = { 0 };
      g_autoptr (Peer) peer = NULL;
      SpurCollectCounts counts;

      place_init (&place);
      place_listen (&place);
      kit_init (&kit, 3);
      kit.preamble.clock = bad[i].clock;
      kit.preamble.hz = bad[i].hz;
      kit.preamble.begin_real_ns += bad[i].more_real_ns;
      spur_recording_preamble_put (&kit.preamble, kit.head);
      peer = peer_connect (place.path);
      place_say_hello (peer, &kit, NULL);
      await_refusal (peer, SPUR_REFUSAL_NEVER);
      spur_collector_get_counts (place.collector, &counts);
      g_assert_cmpuint (counts.n_refused, ==, 1);
      g_assert_cmpuint (counts.n_recordings, ==, 0);
    }
}

/* ---- Two of one origin ---- */

static void
test_second (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Kit) kit = { 0 };
  g_auto (Kit) other = { 0 };
  g_autoptr (Peer) first = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  SpurCollectCounts counts;
  gsize n_half;

  g_test_summary ("A second recorder of one origin is refused as long as the first is connected, "
                  "and disturbs nothing.");

  place_init (&place);
  place_listen (&place);
  place_fill (&kit, 5, 6, 100);
  n_half = g_array_index (kit.ends, gsize, 5);
  first = peer_connect (place.path);
  place_say_hello (first, &kit, NULL);
  g_assert_true (peer_send (first, kit.bytes->data, n_half));
  peer_await (first, &kit, 6);
  kit_init (&other, 5);
  other.preamble.process = 77;
  spur_recording_preamble_put (&other.preamble, other.head);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (Peer) same = peer_connect (place.path);
      g_autoptr (Peer) different = peer_connect (place.path);

      place_say_hello (same, &kit, NULL);
      await_refusal (same, SPUR_REFUSAL_LATER);
      place_say_hello (different, &other, NULL);
      await_refusal (different, SPUR_REFUSAL_NEVER);
    }
  g_assert_true (peer_send (first, kit.bytes->data + n_half, kit.bytes->len - n_half));
  peer_await (first, &kit, kit.ends->len);
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_refused, ==, 6);
  g_assert_cmpuint (counts.n_recordings, ==, 1);
  g_assert_cmpuint (counts.n_connected, ==, 1);
  g_assert_cmpuint (counts.n_events, ==, 600);
  g_clear_pointer (&first, peer_free);

  /* Now its place is free. */
  {
    g_autoptr (Peer) again = peer_connect (place.path);

    place_send_all (again, &kit, NULL);
    peer_await (again, &kit, kit.ends->len);
  }
  g_clear_object (&place.collector);
  trace = place_read (&place, 5);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 600);
}

/* ---- Classes that contradict ---- */

static void
put_number_class (Kit *kit, const char *field)
{
  static const char name[] = "Number_Event";
  g_autofree char *xml = g_strdup_printf ("<event-class name='Number_Event' extends='Custom_Event'>"
                                          "<field name='%s' type='uint64'/></event-class>",
                                          field);
  g_autoptr (GByteArray) body = g_byte_array_new ();
  const guint32 numbers[] = { 1, KIT_LOAD + 1, 1, sizeof name - 1 };
  guint32 n_xml = (guint32) strlen (xml);

  g_byte_array_append (body, (const guint8 *) numbers, sizeof numbers);
  g_byte_array_append (body, (const guint8 *) name, sizeof name - 1);
  g_byte_array_append (body, (const guint8 *) &n_xml, sizeof n_xml);
  g_byte_array_append (body, (const guint8 *) xml, n_xml);
  kit_put (kit, SPUR_PACKET_CLASSES, 0, SPUR_NONE, 0, body);
}

static void
test_conflict (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Kit) first = { 0 };
  g_auto (Kit) second = { 0 };
  g_autoptr (Peer) stranger = NULL;
  SpurCollectCounts counts;

  g_test_summary (
    "The recorder that defines a class first keeps no other recorder's events out, whose class "
    "of that name has other fields; also when the collector starts again.");

  place_init (&place);
  place_listen (&place);
  kit_init (&first, 1);
  kit_define (&first, 1);
  put_number_class (&first, "other");
  stranger = peer_connect (place.path);
  place_send_all (stranger, &first, NULL);
  peer_await (stranger, &first, first.ends->len);
  kit_init (&second, 2);
  kit_define (&second, 4);
  put_number_class (&second, "number");
  kit_put_events (&second, 1, 0, KIT_STATE, 100, kit_now (), 1, NULL);
  kit_put_status (&second, TRUE);
  {
    g_autoptr (Peer) peer = peer_connect (place.path);

    place_say_hello (peer, &second, NULL);
    peer_send (peer, second.bytes->data, second.bytes->len);
    await_refusal (peer, SPUR_REFUSAL_LATER);
  }
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (Peer) peer = peer_connect (place.path);
      g_autoptr (SpurTrace) trace = NULL;

      place_send_all (peer, &second, NULL);
      peer_await (peer, &second, second.ends->len);
      spur_collector_get_counts (place.collector, &counts);
      g_assert_cmpuint (counts.n_cut, ==, 0);
      g_clear_pointer (&peer, peer_free);
      g_clear_pointer (&stranger, peer_free);
      g_clear_object (&place.collector);
      trace = place_read (&place, 2);
      g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 100);
      place_begin (&place);
      place_listen (&place);
      stranger = peer_connect (place.path);
      place_send_all (stranger, &first, NULL);
      peer_await (stranger, &first, first.ends->len);
    }
}

/* ---- A disk that fails ---- */

static gint is_disk_broken;
static gint n_synced_folders;
static gint n_synced_files;

/* In the place of the C library's. */
int
fdatasync (int file)
{
  g_atomic_int_inc (&n_synced_files);
  if (!g_atomic_int_get (&is_disk_broken))
    return 0;
  errno = EIO;
  return -1;
}

int
fsync (int file)
{
  struct stat facts;

  if (fstat (file, &facts) == 0 && S_ISDIR (facts.st_mode))
    g_atomic_int_inc (&n_synced_folders);
  return 0;
}

static void
await_stalled (const Place *place)
{
  gint64 end_us = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;
  SpurCollectCounts counts;

  do
    {
      peer_turn ();
      g_usleep (100);
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      spur_collector_get_counts (place->collector, &counts);
    }
  while (counts.n_stalled == 0);
}

static void
test_sync (gconstpointer data)
{
  gboolean has_to_sync = GPOINTER_TO_INT (data);
  g_auto (Place) place = { 0 };
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Nothing is acknowledged before file and folder are on the disk; where that is "
                  "not asked for, nothing waits for it.");

  place_init (&place);
  spur_collector_get_options (place.collector)->has_to_sync = has_to_sync;
  place_listen (&place);
  n_synced_files = n_synced_folders = 0;
  g_atomic_int_set (&is_disk_broken, TRUE);
  place_fill (&kit, 5, 3, 100);
  peer = peer_connect (place.path);
  place_send_all (peer, &kit, NULL);
  if (has_to_sync)
    {
      await_stalled (&place);
      g_assert_cmpuint (get_acknowledged (peer), ==, 0);
      g_assert_cmpuint (place.n_problems, ==, 1);
      g_assert_cmpint (n_synced_folders, ==, 0);
      g_atomic_int_set (&is_disk_broken, FALSE);
    }
  peer_await (peer, &kit, kit.ends->len);
  g_assert_cmpint (n_synced_folders, ==, has_to_sync);
  g_assert_true ((n_synced_files > 0) == has_to_sync);
  g_atomic_int_set (&is_disk_broken, FALSE);
  g_clear_object (&place.collector);
  trace = place_read (&place, 5);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 300);
}

/* ---- Places and patience ---- */

static void
test_places (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (GPtrArray) silent = g_ptr_array_new_with_free_func ((GDestroyNotify) peer_free);
  SpurCollectOptions *options;
  SpurCollectCounts counts;

  g_test_summary ("Connections that have not said who they are keep no recorder out.");

  place_init (&place);
  options = spur_collector_get_options (place.collector);
  options->n_connections = 4;
  g_assert_true (spur_collector_set_token (place.collector, "a token of ours", NULL));
  place_listen (&place);
  for (guint64 origin = 1; origin <= 4; origin++)
    {
      g_auto (Kit) kit = { 0 };
      Peer *good;

      for (guint i = 0; i < 5; i++)
        {
          Peer *peer = peer_connect (place.path);

          g_ptr_array_add (silent, peer);
          peer_send (peer, (const guint8 *) "\211SNET", i);
        }
      good = peer_connect (place.path);
      g_ptr_array_add (silent, good);
      place_fill (&kit, origin, 1, 10);
      place_send_all (good, &kit, "a token of ours");
      peer_await (good, &kit, kit.ends->len);
    }
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_connected, ==, 4);
  g_assert_cmpuint (counts.n_events, ==, 40);
  g_assert_cmpuint (counts.n_refused, >=, 16);

  /* All places are taken by those who may have them. */
  {
    g_autoptr (Peer) late = peer_connect (place.path);

    peer_await_close (late);
  }
}

typedef struct
{
  const char *name;
  guint n_greeting_bytes;
  guint n_packets;
  gsize n_more_bytes;
} Stall;

static const Stall stalls[] = {
  { "accepted", 0, 0, 0 },       { "magic", 8, 0, 0 },          { "token", 63, 0, 0 },
  { "greeting", 64, 0, 0 },      { "preamble", 159, 0, 0 },     { "definitions", 160, 0, 0 },
  { "half-header", 160, 2, 30 }, { "half-packet", 160, 3, 60 },
};

static void
test_stall (gconstpointer data)
{
  const Stall *stall = data;
  g_auto (Place) place = { 0 };
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (GByteArray) all = g_byte_array_new ();
  guint8 hello[SPUR_HELLO_BYTES];
  SpurCollectOptions *options;
  SpurCollectCounts counts;
  gsize n_bytes = stall->n_greeting_bytes + stall->n_more_bytes;

  g_test_summary ("Who stops in the middle of what has to be said is cut off, and may come again.");

  place_init (&place);
  options = spur_collector_get_options (place.collector);
  options->patience_ms = 100;
  place_listen (&place);
  place_fill (&kit, 9, 2, 10);
  kit_make_hello (&kit, NULL, hello);
  g_byte_array_append (all, hello, sizeof hello);
  g_byte_array_append (all, kit.head, sizeof kit.head);
  g_byte_array_append (all, kit.bytes->data, kit.bytes->len);
  if (stall->n_packets > 0)
    n_bytes += g_array_index (kit.ends, gsize, stall->n_packets - 1);
  peer = peer_connect (place.path);
  g_assert_true (peer_send (peer, all->data, n_bytes));
  await_refusal (peer, SPUR_REFUSAL_LATER);
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_cut, ==, 1);
  g_assert_cmpuint (counts.n_connected, ==, 0);
  g_clear_pointer (&peer, peer_free);
  peer = peer_connect (place.path);
  g_assert_true (peer_send (peer, all->data, all->len));
  peer_await (peer, &kit, kit.ends->len);
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_events, ==, 20);
}

static void
test_quiet (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Kit) quiet = { 0 };
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (Peer) stalled = NULL;
  SpurCollectOptions *options;
  SpurCollectCounts counts;

  g_test_summary ("A recorder that has nothing to send for now keeps its place.");

  place_init (&place);
  options = spur_collector_get_options (place.collector);
  options->patience_ms = 50;
  place_listen (&place);
  kit_init (&quiet, 1);
  kit_define (&quiet, 1);
  peer = peer_connect (place.path);
  place_send_all (peer, &quiet, NULL);
  peer_await (peer, &quiet, quiet.ends->len);

  /* Twice as long as another one is waited for. */
  kit_init (&kit, 2);
  for (guint i = 0; i < 2; i++)
    {
      stalled = peer_connect (place.path);
      place_say_hello (stalled, &kit, NULL);
      peer_await_close (stalled);
      g_clear_pointer (&stalled, peer_free);
    }
  spur_collector_get_counts (place.collector, &counts);
  g_assert_cmpuint (counts.n_connected, ==, 1);
  kit_put_status (&quiet, TRUE);
  g_assert_true (peer_send (peer, quiet.bytes->data + g_array_index (quiet.ends, gsize, 2),
                            quiet.bytes->len - g_array_index (quiet.ends, gsize, 2)));
  peer_await (peer, &quiet, quiet.ends->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (bad_packets); i++)
    {
      g_autofree char *name = g_strconcat ("/collect-faults/packet/", bad_packets[i].name, NULL);

      g_test_add_data_func (name, &bad_packets[i], test_bad);
    }
  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++)
    {
      g_autofree char *name =
        g_strdup_printf ("/collect-faults/first/%" G_GINT64_MODIFIER "x", firsts[i]);

      g_test_add_data_func (name, &firsts[i], test_first);
    }
  g_test_add_func ("/collect-faults/missing", test_missing);
  g_test_add_func ("/collect-faults/preamble", test_preamble);
  g_test_add_func ("/collect-faults/second", test_second);
  g_test_add_func ("/collect-faults/conflict", test_conflict);
  g_test_add_data_func ("/collect-faults/sync", GINT_TO_POINTER (TRUE), test_sync);
  g_test_add_data_func ("/collect-faults/no-sync", GINT_TO_POINTER (FALSE), test_sync);
  g_test_add_func ("/collect-faults/places", test_places);
  for (guint i = 0; i < G_N_ELEMENTS (stalls); i++)
    {
      g_autofree char *name = g_strconcat ("/collect-faults/stall/", stalls[i].name, NULL);

      g_test_add_data_func (name, &stalls[i], test_stall);
    }
  g_test_add_func ("/collect-faults/quiet", test_quiet);
  return g_test_run ();
}
