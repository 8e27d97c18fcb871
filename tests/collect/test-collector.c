/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "tests/collect/collect-peer.h"

#define TOKEN "a token of ours"

/* A collector, and how it is reached. */
typedef struct
{
  char *folder;
  char *path;
  char *address;
  SpurCollector *collector;
  guint n_problems;
} Fixture;

static void
count_problem (SpurCollector *collector, const char *text, gpointer data)
{
  Fixture *fixture = data;

  g_test_message ("%s", text);
  fixture->n_problems++;
}

static void
begin_collector (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  fixture->collector = spur_collector_new (fixture->folder, &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->collector, "problem", G_CALLBACK (count_problem), fixture);
}

static void
listen_at_it (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *serving = g_strconcat ("unix:", fixture->folder, "/listeners", NULL);
  g_autofree char *served = spur_collector_serve (fixture->collector, serving, &error);
  g_autofree char *actual = spur_collector_listen (fixture->collector, fixture->address, &error);

  g_assert_no_error (error);
  g_assert_nonnull (served);
  g_assert_cmpstr (actual, ==, fixture->address);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("spur-collect-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "socket", NULL);
  fixture->address = g_strconcat ("unix:", fixture->path, NULL);
  begin_collector (fixture);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->collector);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->address);
}

static void
say_hello (Peer *peer, const Kit *kit, const char *token)
{
  guint8 hello[SPUR_HELLO_BYTES];

  kit_make_hello (kit, token, hello);
  g_assert_true (peer_send (peer, hello, sizeof hello));
  g_assert_true (peer_send (peer, kit->head, sizeof kit->head));
}

static void
send_all (Peer *peer, const Kit *kit, const char *token)
{
  say_hello (peer, kit, token);
  g_assert_true (peer_send (peer, kit->bytes->data, kit->bytes->len));
}

static void
fill (Kit *kit, guint64 origin, guint n_packets, guint n_events)
{
  kit_init (kit, origin);
  kit_define (kit, 4);
  kit_put_stream (kit, 0, "main");
  for (guint i = 0; i < n_packets; i++)
    kit_put_events (kit, 1, 0, KIT_STATE, n_events, kit_now () + i * n_events, 1, NULL);
  kit_put_status (kit, TRUE);
}

/* What is in the file of a recording, beginning with its first packet. */
static GByteArray *
read_recording (Fixture *fixture, guint64 origin)
{
  g_autofree char *path =
    g_strdup_printf ("%s/%016" G_GINT64_MODIFIER "x.spurrec", fixture->folder, origin);
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, &error));
  g_assert_no_error (error);
  return g_byte_array_new_take ((guint8 *) bytes, n_bytes);
}

static void
assert_recording (Fixture *fixture, const Kit *kit)
{
  g_autoptr (GByteArray) file = read_recording (fixture, kit->preamble.origin);
  gsize n_status = kit->bytes->len - g_array_index (kit->ends, gsize, kit->ends->len - 2);
  gsize n_others = kit->bytes->len - n_status;
  SpurPacket status;
  SpurPacketStatus counts;

  g_assert_cmpmem (file->data, SPUR_RECORDING_PREAMBLE_BYTES, kit->head,
                   SPUR_RECORDING_PREAMBLE_BYTES);
  g_assert_cmpmem (file->data + 4096, file->len - 4096, kit->bytes->data, n_others);
  g_assert_cmpint (spur_packet_read (&status, file->data + SPUR_RECORDING_PREAMBLE_BYTES,
                                     file->len - SPUR_RECORDING_PREAMBLE_BYTES),
                   ==, SPUR_PACKET_WHOLE);
  g_assert_true (spur_packet_read_status (&status, &counts));
  g_assert_true (counts.has_ended);
  g_assert_cmpuint (counts.n_events, ==, kit->n_events + kit->n_dropped);
}

static void
test_receive (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  SpurCollectCounts counts;
  SpurCollectRecording recording;

  g_test_summary ("What a recorder sends is in its file, acknowledged and counted.");

  listen_at_it (fixture);
  fill (&kit, 0x1234, 5, 1000);
  peer = peer_connect (fixture->path);
  send_all (peer, &kit, NULL);
  peer_await (peer, &kit, kit.ends->len);
  g_assert_nonnull (peer_find_message (peer, SPUR_ANSWER_WELCOME, 0));
  g_assert_cmpuint (spur_get_le64 (peer_find_message (peer, SPUR_ANSWER_WELCOME, 0)), ==, 0);
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_events, ==, 5000);
  g_assert_cmpuint (counts.n_missing, ==, 0);
  g_assert_cmpuint (counts.n_packets, ==, kit.ends->len);
  g_assert_cmpuint (counts.n_connected, ==, 1);
  g_assert_cmpuint (spur_collector_get_n_recordings (fixture->collector), ==, 1);
  spur_collector_get_recording (fixture->collector, 0, &recording);
  g_assert_cmpuint (recording.origin, ==, 0x1234);
  g_assert_cmpstr (recording.host, ==, "a host");
  g_assert_cmpstr (recording.program, ==, "kit");
  g_assert_cmpuint (recording.n_events, ==, recording.n_told_events);
  g_assert_true (recording.has_ended);
  spur_collector_stop (fixture->collector);
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_ordered, ==, 5000);
  g_assert_cmpuint (counts.n_connected, ==, 0);
  assert_recording (fixture, &kit);
  g_assert_cmpuint (fixture->n_problems, ==, 0);
}

static void
test_repeated (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) kit = { 0 };
  gsize n_half;
  SpurCollectCounts counts;

  g_test_summary ("What is sent again after a reconnect counts once, also in another collector.");

  fill (&kit, 7, 6, 100);
  n_half = g_array_index (kit.ends, gsize, 5);
  listen_at_it (fixture);
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (Peer) peer = peer_connect (fixture->path);

      say_hello (peer, &kit, NULL);

      /* The last packet is cut off in its middle. */
      g_assert_true (peer_send (peer, kit.bytes->data, n_half + 100));
      peer_await (peer, &kit, 6);
      if (round != 1)
        continue;
      g_clear_pointer (&peer, peer_free);
      g_clear_object (&fixture->collector);
      begin_collector (fixture);
      listen_at_it (fixture);
    }
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (Peer) peer = peer_connect (fixture->path);

      send_all (peer, &kit, NULL);
      peer_await (peer, &kit, kit.ends->len);
      g_assert_cmpuint (spur_get_le64 (peer_find_message (peer, SPUR_ANSWER_WELCOME, 0)), >, 0);
    }
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_events, ==, 600);
  g_assert_cmpuint (counts.n_missing, ==, 0);
  g_assert_cmpuint (counts.n_recordings, ==, 1);
  assert_recording (fixture, &kit);
}

static void
test_torn (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (GByteArray) file = NULL;
  g_autofree char *path = NULL;

  g_test_summary ("What a killed collector had not finished is written over.");

  fill (&kit, 9, 3, 50);
  listen_at_it (fixture);
  peer = peer_connect (fixture->path);
  send_all (peer, &kit, NULL);
  peer_await (peer, &kit, kit.ends->len);
  g_clear_pointer (&peer, peer_free);
  g_clear_object (&fixture->collector);
  file = read_recording (fixture, 9);
  path = g_strdup_printf ("%s/%016x.spurrec", fixture->folder, 9);
  for (gsize n_cut = 8; n_cut < 400; n_cut += 40)
    {
      g_assert_true (
        g_file_set_contents (path, (const char *) file->data, (gssize) (file->len - n_cut), NULL));
      begin_collector (fixture);
      listen_at_it (fixture);
      peer = peer_connect (fixture->path);
      send_all (peer, &kit, NULL);
      peer_await (peer, &kit, kit.ends->len);
      g_clear_pointer (&peer, peer_free);
      g_clear_object (&fixture->collector);
      assert_recording (fixture, &kit);
    }
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) kit = { 0 };
  const char *const tokens[] = { NULL, "a token of our", "a token of ourS", "another" };
  g_autoptr (GError) error = NULL;
  SpurCollectCounts counts;

  g_test_summary ("Who does not know the token is refused, and told so.");

  g_assert_false (spur_collector_set_token (fixture->collector, "short", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_true (spur_collector_set_token (fixture->collector, TOKEN, NULL));
  listen_at_it (fixture);
  fill (&kit, 3, 1, 1);
  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      g_autoptr (Peer) peer = peer_connect (fixture->path);
      const guint8 *refusal;

      say_hello (peer, &kit, tokens[i]);
      peer_await_close (peer);
      refusal = peer_find_message (peer, SPUR_ANSWER_REFUSED, 0);
      g_assert_nonnull (refusal);
      g_assert_cmpuint (spur_get_le32 (refusal), ==, SPUR_REFUSAL_NEVER);
      g_assert_null (peer_find_message (peer, SPUR_ANSWER_WELCOME, 0));
    }
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_refused, ==, G_N_ELEMENTS (tokens));
  g_assert_cmpuint (counts.n_recordings, ==, 0);
  {
    g_autoptr (Peer) peer = peer_connect (fixture->path);

    send_all (peer, &kit, TOKEN);
    peer_await (peer, &kit, kit.ends->len);
  }
}

/* Sends changed bytes, and checks that the collector lives. */
static void
send_bad (Fixture *fixture, const Kit *kit, const guint8 *bytes, gsize n_bytes)
{
  g_autoptr (Peer) peer = peer_connect (fixture->path);

  (void) kit;
  if (peer_send (peer, bytes, n_bytes))
    g_socket_shutdown (peer->socket, FALSE, TRUE, NULL);
  peer_await_close (peer);
}

static GByteArray *
make_conversation (const Kit *kit)
{
  GByteArray *all = g_byte_array_new ();
  guint8 hello[SPUR_HELLO_BYTES];

  kit_make_hello (kit, NULL, hello);
  g_byte_array_append (all, hello, sizeof hello);
  g_byte_array_append (all, kit->head, sizeof kit->head);
  g_byte_array_append (all, kit->bytes->data, kit->bytes->len);
  return all;
}

static void
test_truncated (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) good = { 0 };
  g_autoptr (Peer) peer = NULL;
  guint64 n_events;
  SpurCollectCounts counts;
  gsize step = g_test_thorough () ? 1 : 7;

  g_test_summary ("A connection that is cut at any byte does no harm to others.");

  listen_at_it (fixture);
  fill (&good, 1, 1, 10);
  peer = peer_connect (fixture->path);
  say_hello (peer, &good, NULL);
  {
    g_auto (Kit) kit = { 0 };
    g_autoptr (GByteArray) all = NULL;

    fill (&kit, 2, 2, 10);
    all = make_conversation (&kit);
    for (gsize n = 0; n < all->len; n += n < 600 ? 1 : step)
      send_bad (fixture, &kit, all->data, n);
    n_events = kit.n_events;
  }
  g_assert_true (peer_send (peer, good.bytes->data, good.bytes->len));
  peer_await (peer, &good, good.ends->len);
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_events, ==, good.n_events + n_events);
  g_assert_cmpuint (counts.n_recordings, ==, 2);
}

static void
test_flipped (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) kit = { 0 };
  g_autoptr (GByteArray) all = NULL;
  g_autoptr (Peer) peer = NULL;
  SpurCollectCounts counts;
  guint64 n_wrong = 0;

  g_test_summary ("A wrong bit is noticed wherever it is, and cuts off who sent it.");

  listen_at_it (fixture);
  fill (&kit, 5, 1, 10);
  all = make_conversation (&kit);
  for (gsize at = 0; at < all->len; at += at < 400 ? 3 : 97, n_wrong++)
    {
      guint8 bit = (guint8) (1u << (at % 8));

      /* Numbers of a newer minor version are no mistake; the length decides how much is waited
       * for, and a checksum guards it. */
      all->data[at] ^= bit;
      send_bad (fixture, &kit, all->data, all->len);
      all->data[at] ^= bit;
    }
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_cut + counts.n_refused, ==, n_wrong);
  g_assert_cmpuint (counts.n_connected, ==, 0);
  peer = peer_connect (fixture->path);
  g_assert_true (peer_send (peer, all->data, all->len));
  peer_await (peer, &kit, kit.ends->len);
  assert_recording (fixture, &kit);
}

/* Packets that are whole, but say what cannot be. */
static void
put_random_body (Kit *kit, GRand *random, SpurPacketKind kind)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();
  guint n_words = (guint) g_rand_int_range (random, 0, 40);

  for (guint i = 0; i < n_words; i++)
    {
      guint32 word = (guint32) g_rand_int_range (random, 0, 6);

      if (g_rand_int_range (random, 0, 5) == 0)
        word = g_rand_int (random) >> g_rand_int_range (random, 0, 32);
      g_byte_array_append (body, (const guint8 *) &word, sizeof word);
    }
  kit_put (kit, kind, 1, (guint32) g_rand_int_range (random, 0, 3),
           kind == SPUR_PACKET_EVENTS ? (guint32) g_rand_int_range (random, 0, 8) : 0, body);
}

static void
test_nonsense (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  SpurCollectCounts counts;

  g_test_summary ("Packets with right checksums and wrong contents cut off who sent them only.");

  listen_at_it (fixture);
  for (guint round = 0; round < 300; round++)
    {
      g_auto (Kit) kit = { 0 };
      g_autoptr (GByteArray) all = NULL;

      kit_init (&kit, 100 + round);
      kit_define (&kit, 2);
      for (guint i = 0; i < 20; i++)
        put_random_body (&kit, random, (SpurPacketKind) g_rand_int_range (random, 1, 12));
      all = make_conversation (&kit);
      send_bad (fixture, &kit, all->data, all->len);
    }
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_cut, >, 100);
  g_assert_cmpuint (counts.n_connected, ==, 0);
}

static void
test_limits (Fixture *fixture, gconstpointer data)
{
  SpurCollectOptions *options;
  g_autoptr (GPtrArray) peers = g_ptr_array_new_with_free_func ((GDestroyNotify) peer_free);
  SpurCollectCounts counts;
  g_auto (Kit) kit = { 0 };
  g_autofree guint8 *claim = g_malloc0 (8 * 1048576);
  SpurPacket packet = { .kind = 99, .n_bytes = SPUR_PACKET_MAX_BODY_BYTES, .body = claim };
  guint8 header[SPUR_PACKET_HEADER_BYTES];

  g_test_summary ("No recorder gets more connections, memory or recordings than there may be.");

  options = spur_collector_get_options (fixture->collector);
  options->n_connections = 3;
  options->n_recordings = 2;
  options->n_unparsed_bytes = 6 * 1048576;
  listen_at_it (fixture);
  for (guint i = 0; i < 5; i++)
    {
      g_ptr_array_add (peers, peer_connect (fixture->path));
      peer_turn ();
    }

  /* None of them has said who it is: the last ones stay. */
  peer_await_close (g_ptr_array_index (peers, 0));
  peer_await_close (g_ptr_array_index (peers, 1));
  spur_collector_get_counts (fixture->collector, &counts);
  g_assert_cmpuint (counts.n_refused, ==, 2);

  /* A header may claim what it likes: memory follows what comes. */
  packet.n_bytes = 8;
  spur_packet_put_header (&packet, header);
  kit_init (&kit, 1);
  say_hello (g_ptr_array_index (peers, 2), &kit, NULL);
  {
    SpurPacket big = { .kind = 99, .n_bytes = 8 * 1048576, .body = claim };

    spur_packet_put_header (&big, header);
    g_assert_true (peer_send (g_ptr_array_index (peers, 2), header, sizeof header));
    peer_turn ();
    g_assert_cmpuint (fixture->collector->n_unparsed_bytes, <, 200000);
    peer_send (g_ptr_array_index (peers, 2), claim, 8 * 1048576);
    peer_await_close (g_ptr_array_index (peers, 2));
    g_assert_cmpuint (fixture->collector->n_unparsed_bytes, <=, 6 * 1048576);
  }
  for (guint64 origin = 2; origin < 4; origin++)
    {
      g_auto (Kit) other = { 0 };

      kit_init (&other, origin);
      say_hello (g_ptr_array_index (peers, (guint) origin + 1), &other, NULL);
      peer_turn ();
    }
  peer_await_close (g_ptr_array_index (peers, 4));
  g_assert_cmpuint (
    spur_get_le32 (peer_find_message (g_ptr_array_index (peers, 4), SPUR_ANSWER_REFUSED, 0)), ==,
    SPUR_REFUSAL_LATER);
}

static void
test_loopback (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *actual = NULL;
  g_autofree char *second = NULL;

  g_test_summary ("Other computers cannot connect unless there is a token or a certificate.");

  actual = spur_collector_listen (fixture->collector, "tcp:0.0.0.0:0", &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_assert_null (actual);
  g_clear_error (&error);
  actual = spur_collector_listen (fixture->collector, "tcp:0", &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (actual, "tcp:127.0.0.1:"));
  g_assert_true (spur_collector_set_token (fixture->collector, TOKEN, NULL));
  second = spur_collector_listen (fixture->collector, "tcp:0.0.0.0:0", &error);
  g_assert_no_error (error);
  g_clear_pointer (&second, g_free);

  /* Listeners have no token. */
  second = spur_collector_serve (fixture->collector, "tcp:0.0.0.0:0", &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
  g_clear_error (&error);
  second = spur_collector_listen (fixture->collector, "udp:1", &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

static void
test_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SpurCollector *second = spur_collector_new (fixture->folder, &error);

  g_test_summary ("Two collectors do not write into one folder.");

  g_assert_null (second);
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "another collector"));
}

static char *
read_rules (Peer *peer, guint index)
{
  gint64 end_us = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  const guint8 *body;

  while ((body = peer_find_message (peer, SPUR_ANSWER_SWITCH, index)) == NULL)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      peer_turn ();
      g_assert_true (peer_take (peer));
      g_usleep (100);
    }
  g_test_message ("%u: %.*s", index, (int) spur_get_le32 (body), (const char *) body + 4);
  return g_strndup ((const char *) body + 4, spur_get_le32 (body));
}

static void
test_switches (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (Peer) listener = NULL;
  g_autofree char *serving = g_strconcat ("unix:", fixture->folder, "/serve", NULL);
  g_autofree char *actual = NULL;
  const char *const expected[] = {
    "-Custom_*,-LM_*,-Target_Event+,-@Work", /* at first */
    "-Custom_*,LM_*,-Target_Event+,@Work",   /* one listens to LM_Target_* */
    "-Custom_*,-LM_*,-Target_Event+,-@Work", /* and is gone */
    "-Custom_*,-LM_*,Target_Event+,-@Work",  /* LO_State_Change_Event came */
    "-Custom_*,-LM_*,-Target_Event+,-@Work", /* and no other after it */
  };
  guint at = 0;

  g_test_summary ("Recorders are told what to record: always, for listeners, and by activity.");

  g_assert_true (spur_collector_set_rules (fixture->collector, "-Custom_*", NULL));
  g_assert_true (spur_collector_add_demand (fixture->collector, "LM_*", NULL));
  g_assert_true (spur_collector_add_activity (fixture->collector, "LO_*", "Target_Event+",
                                              G_GINT64_CONSTANT (50000000), NULL));
  g_assert_true (spur_collector_add_demand (fixture->collector, "@Work", NULL));
  listen_at_it (fixture);
  actual = spur_collector_serve (fixture->collector, serving, NULL);
  g_assert_nonnull (actual);
  kit_init (&kit, 4);
  kit_define (&kit, 1);
  peer = peer_connect (fixture->path);
  send_all (peer, &kit, NULL);
  for (; at < 1; at++)
    {
      g_autofree char *rules = read_rules (peer, at);

      g_assert_cmpstr (rules, ==, expected[at]);
    }
  listener = peer_connect (serving + 5);
  peer_turn ();
  g_assert_true (peer_send (listener, (const guint8 *) "LM_Target_*\n", 12));
  for (gboolean is_there = FALSE; !is_there; at++)
    {
      g_autofree char *rules = read_rules (peer, at);

      /* Before it asks, it listens to all. */
      is_there = g_str_equal (rules, expected[1]);
    }
  g_clear_pointer (&listener, peer_free);
  for (guint i = 2; i < G_N_ELEMENTS (expected); i++, at++)
    {
      g_autofree char *rules = NULL;
      gsize n_before = kit.bytes->len;

      if (i == 3)
        {
          kit_put_events (&kit, 1, 0, KIT_STATE, 1, kit_now (), 1, NULL);
          g_assert_true (peer_send (peer, kit.bytes->data + n_before, kit.bytes->len - n_before));
        }
      rules = read_rules (peer, at);
      g_assert_cmpstr (rules, ==, expected[i]);
    }
}

static char *
take_line (Peer *listener, gsize *offset)
{
  gint64 end_us = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  const guint8 *begin = NULL, *end = NULL;

  for (;;)
    {
      if (listener->in->len > *offset)
        {
          begin = listener->in->data + *offset;
          end = memchr (begin, '\n', listener->in->len - *offset);
        }
      if (end != NULL)
        break;
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      peer_turn ();
      g_assert_true (peer_take (listener));
      g_usleep (100);
    }
  *offset += (gsize) (end - begin) + 1;
  return g_strndup ((const char *) begin, (gsize) (end - begin));
}

static void
test_serve (Fixture *fixture, gconstpointer data)
{
  g_auto (Kit) sender = { 0 };
  g_auto (Kit) receiver = { 0 };
  g_autoptr (Peer) first = NULL;
  g_autoptr (Peer) second = NULL;
  g_autoptr (Peer) listener = NULL;
  g_autofree char *serving = g_strconcat ("unix:", fixture->folder, "/serve", NULL);
  g_autofree char *actual = NULL;
  guint64 now = kit_now ();

  /* sender, receiver, tag, size and so on as the classes have them; then the objects count. */
  const guint64 fields[16] = { 0, 1 };
  const guint64 received[16] = { 1, 0 };
  gsize offset = 0;
  guint n_sent = 0;
  guint n_received = 0;
  gint64 last_us = 0;

  g_test_summary ("Listeners get a receive behind its send, although its clock is 5 ms slow.");

  spur_collector_get_options (fixture->collector)->delay_ns = 200 * G_GINT64_CONSTANT (1000000);
  spur_collector_get_options (fixture->collector)->lines = SPUR_COLLECT_ULM;
  listen_at_it (fixture);
  actual = spur_collector_serve (fixture->collector, serving, NULL);
  g_assert_nonnull (actual);
  listener = peer_connect (serving + 5);
  peer_turn ();
  kit_init (&sender, 21);
  kit_init (&receiver, 22);
  for (guint i = 0; i < 2; i++)
    {
      kit_define (i == 0 ? &sender : &receiver, 2);
      kit_put_stream (i == 0 ? &sender : &receiver, 0, i == 0 ? "sender" : "receiver");
    }
  kit_put_events (&sender, 1, 0, KIT_SEND, 10, now, 1000, fields);
  kit_put_events (&receiver, 1, 0, KIT_RECEIVE, 10, now - 5000000, 1000, received);
  first = peer_connect (fixture->path);
  second = peer_connect (fixture->path);
  send_all (second, &receiver, NULL);
  send_all (first, &sender, NULL);
  peer_await (first, &sender, sender.ends->len);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *line = take_line (listener, &offset);
      gboolean is_send = strstr (line, "NL.EVNT=Channel_Send_Event") != NULL;
      gint64 time_us = g_ascii_strtoll (strstr (line, "NL.USEC=") + 8, NULL, 10) +
                       g_ascii_strtoll (strstr (line, "NL.SEC=") + 7, NULL, 10) * G_USEC_PER_SEC;

      g_test_message ("%s", line);
      g_assert_true (g_str_has_prefix (line, "DATE=20"));
      g_assert_nonnull (strstr (line, " HOST=\"a host\" PROG=kit "));
      g_assert_nonnull (strstr (line, "object=\"task \\\""));
      n_sent += is_send;
      n_received += !is_send;
      g_assert_cmpuint (n_received, <=, n_sent);
      g_assert_cmpint (time_us, >=, last_us);
      last_us = time_us;
    }
  g_assert_cmpuint (n_sent, ==, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function)                                                                        \
  g_test_add ("/collect/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("receive", test_receive);
  ADD ("repeated", test_repeated);
  ADD ("torn", test_torn);
  ADD ("refused", test_refused);
  ADD ("truncated", test_truncated);
  ADD ("flipped", test_flipped);
  ADD ("nonsense", test_nonsense);
  ADD ("limits", test_limits);
  ADD ("loopback", test_loopback);
  ADD ("folder", test_folder);
  ADD ("switches", test_switches);
  ADD ("serve", test_serve);
  return g_test_run ();
}
