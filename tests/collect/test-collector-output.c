/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>

#include "core/base/spur-small-file-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/record/spur-record-wire-internal.h"
#include "core/store/trace/spur-cursor.h"
#include "tests/collect/collect-peer.h"

#define SECOND_NS G_GINT64_CONSTANT (1000000000)

/* A collector that writes in order, and how it is reached. */
typedef struct
{
  char *folder;
  char *path;
  char *recording;
  SpurCollector *collector;
  guint n_problems;
} Place;

static void
count_problem (SpurCollector *collector, const char *text, gpointer data)
{
  Place *place = data;

  g_test_message ("%s", text);
  place->n_problems++;
}

static void
set_up (Place *place, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  place->folder = g_dir_make_tmp ("spur-collect-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "socket", NULL);
  place->recording = g_build_filename (place->folder, "ordered", NULL);
  place->collector = spur_collector_new (place->folder, &error);
  g_assert_no_error (error);
  g_signal_connect (place->collector, "problem", G_CALLBACK (count_problem), place);
  place->n_problems = 0;
}

static void
begin (Place *place, gint64 delay_ns)
{
  g_autofree char *address = g_strconcat ("unix:", place->path, NULL);
  g_autofree char *actual = NULL;
  g_autoptr (GError) error = NULL;

  spur_collector_get_options (place->collector)->delay_ns = delay_ns;
  g_assert_true (spur_collector_write (place->collector, place->recording, &error));
  g_assert_no_error (error);
  actual = spur_collector_listen (place->collector, address, &error);
  g_assert_no_error (error);
}

static void
tear_down (Place *place, gconstpointer data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_clear_object (&place->collector);
  dir = g_dir_open (place->folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (place->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (place->folder);
  g_free (place->folder);
  g_free (place->path);
  g_free (place->recording);
}

static Peer *
send_all (Place *place, const Kit *kit)
{
  Peer *peer = peer_connect (place->path);
  guint8 hello[SPUR_HELLO_BYTES];

  kit_make_hello (kit, NULL, hello);
  g_assert_true (peer_send (peer, hello, sizeof hello));
  g_assert_true (peer_send (peer, kit->head, sizeof kit->head));
  g_assert_true (peer_send (peer, kit->bytes->data, kit->bytes->len));
  return peer;
}

static SpurTrace *
open_recording (const char *path, SpurRecordingCounts *counts)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_recording_open (path, counts, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Waits until the file has the events; it can be read at any time. */
static SpurTrace *
await_events (const char *path, guint64 n_events, SpurRecordingCounts *counts)
{
  gint64 end_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  for (;;)
    {
      g_autoptr (SpurTrace) trace = open_recording (path, counts);

      if (counts->n_events >= n_events)
        return g_steal_pointer (&trace);
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      peer_turn ();
      g_usleep (5000);
    }
}

static void
make_pair (Kit *sender, Kit *receiver, guint n_messages)
{
  /* sender, receiver, tag, size and so on as the classes have them; then the objects count. */
  const guint64 sent[16] = { 0, 1 };
  const guint64 received[16] = { 1, 0 };
  guint64 now = kit_now ();

  kit_init (sender, 21);
  kit_init (receiver, 22);
  kit_define (sender, 2);
  kit_define (receiver, 2);
  kit_put_stream (sender, 0, "sends");
  kit_put_stream (receiver, 0, "receives");
  kit_put_events (sender, 1, 0, KIT_SEND, n_messages, now, 1000, sent);
  kit_put_events (receiver, 1, 0, KIT_RECEIVE, n_messages, now - 5000000, 1000, received);
}

static const char *
name_object (SpurTrace *trace, const SpurEventLayout *layout, const guint8 *record)
{
  return spur_definitions_get_entry_name (spur_trace_get_definitions (trace),
                                          layout->fields[0].type,
                                          (guint32) spur_event_layout_get_uint (layout, 0, record));
}

/* In order of their times no receive is before its send, and fields are what they were. */
static void
assert_messages (SpurTrace *trace, guint n_messages)
{
  g_autoptr (SpurCursor) cursor = spur_cursor_new (trace, TRUE);
  guint n_sent = 0, n_received = 0;

  while (spur_cursor_next (cursor))
    {
      const SpurEventLayout *layout = spur_cursor_get_layout (cursor);
      gboolean is_send = layout->role == SPUR_ROLE_SEND;

      /* What was dropped is an event, too. */
      if (layout->role == SPUR_ROLE_INTERNAL)
        continue;
      n_sent += is_send;
      n_received += !is_send;
      g_assert_cmpuint (n_received, <=, n_sent);
      g_assert_cmpstr (name_object (trace, layout, spur_cursor_get_record (cursor)), ==,
                       is_send ? "task \"0\"" : "task \"1\"");
    }
  g_assert_cmpuint (n_sent, ==, n_messages);
  g_assert_cmpuint (n_received, ==, n_messages);
}

static void
assert_names (SpurTrace *trace)
{
  for (guint i = 0; i < 2; i++)
    {
      const char *name = spur_stream_get_name (spur_trace_get_stream (trace, i));

      g_assert_true (g_str_equal (name, "kit.21@a host: sends") ||
                     g_str_equal (name, "kit.22@a host: receives"));
    }
}

static void
test_write (Place *place, gconstpointer data)
{
  g_auto (Kit) sender = { 0 };
  g_auto (Kit) receiver = { 0 };
  g_autoptr (Peer) first = NULL;
  g_autoptr (Peer) second = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) whole = NULL;
  SpurRecordingCounts counts;

  g_test_summary ("What has left can be read while it is written, in order and by its names.");

  begin (place, SECOND_NS / 5);
  make_pair (&sender, &receiver, 100);
  kit_put_drops (&sender, 1, 0, 7);

  /* One without events is none. */
  kit_put_stream (&receiver, 3, "silent");
  kit_put_status (&sender, TRUE);
  kit_put_status (&receiver, TRUE);
  second = send_all (place, &receiver);
  first = send_all (place, &sender);
  trace = await_events (place->recording, 200, &counts);
  g_assert_false (counts.is_closed);
  assert_messages (trace, 100);
  spur_collector_stop (place->collector);
  whole = open_recording (place->recording, &counts);
  g_assert_true (counts.is_closed);
  g_assert_cmpuint (counts.n_events, ==, 200);
  g_assert_cmpuint (counts.n_dropped, ==, 7);
  g_assert_cmpuint (counts.n_handed_over, ==, 207);
  g_assert_cmpuint (counts.n_lost, ==, 0);
  g_assert_cmpuint (counts.n_bad_bytes, ==, 0);
  g_assert_cmpuint (spur_trace_get_n_streams (whole), ==, 2);
  assert_names (whole);
  g_assert_cmpuint (place->n_problems, ==, 0);
}

static void
test_put_aside (Place *place, gconstpointer data)
{
  g_autofree char *aside = g_strconcat (place->recording, "-1", NULL);
  g_autofree char *text = NULL;

  g_test_summary ("What a collector before has written is not written over.");

  g_assert_true (g_file_set_contents (place->recording, "before", -1, NULL));
  begin (place, SECOND_NS);
  g_assert_true (g_file_get_contents (aside, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "before");
  g_assert_cmpuint (place->n_problems, ==, 1);
  g_assert_true (spur_small_file_begins (place->recording, SPUR_RECORDING_MAGIC, 8));
}

/* How many events were written when a silent stream has said how far it is. */
static void
test_marks (Place *place, gconstpointer data)
{
  g_auto (Kit) loud = { 0 };
  g_auto (Kit) silent = { 0 };
  g_autoptr (Peer) first = NULL;
  g_autoptr (Peer) second = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) later = NULL;
  SpurRecordingCounts counts;
  SpurCollectCounts collected;
  guint64 now = kit_now ();
  gsize n_before;

  g_test_summary ("No stream waits for one whose recorder says how far it is.");

  begin (place, 600 * SECOND_NS);
  kit_init (&loud, 31);
  kit_init (&silent, 32);
  kit_define (&loud, 1);
  kit_define (&silent, 1);
  kit_put_stream (&silent, 0, "silent");
  kit_put_stream (&silent, 1, "busy");
  kit_put_events (&silent, 1, 0, KIT_STATE, 1, now, 1, NULL);
  kit_put_events (&silent, 2, 1, KIT_STATE, 1, now, 1, NULL);
  kit_put_mark (&silent, now + 1000, 1);
  kit_put_events (&loud, 1, 0, KIT_STATE, 1000, now + 1, 1, NULL);
  kit_put_mark (&loud, now + 2000, SPUR_NONE);
  first = send_all (place, &silent);
  peer_turn ();
  second = send_all (place, &loud);
  trace = await_events (place->recording, 2, &counts);

  /* The busy stream holds up all that is behind its last event. */
  spur_collector_get_counts (place->collector, &collected);
  g_assert_cmpuint (collected.n_held, >=, 999);
  n_before = silent.bytes->len;
  kit_put_mark (&silent, now + 500, SPUR_NONE);
  g_assert_true (peer_send (first, silent.bytes->data + n_before, silent.bytes->len - n_before));
  later = await_events (place->recording, 2 + 500, &counts);
  spur_collector_get_counts (place->collector, &collected);
  g_assert_cmpuint (counts.n_events, ==, 2 + 500);
  g_assert_cmpuint (collected.n_held, ==, 500);
  g_assert_cmpuint (collected.n_late, ==, 0);
}

/* Those that came are there or counted; with room again, those that come then are there. */
static void
test_full (Place *place, gconstpointer data)
{
  const struct rlimit none = { RLIM_INFINITY, RLIM_INFINITY };
  const struct rlimit little = { 65536, RLIM_INFINITY };
  g_auto (Kit) kit = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  SpurCollectOptions *options;
  SpurRecordingCounts counts;
  SpurCollectCounts collected;

  g_test_summary ("On a full disk events in order wait, and what is too much is counted.");

  options = spur_collector_get_options (place->collector);
  options->n_listener_bytes = 1048576;
  begin (place, 0);
  kit_init (&kit, 41);
  kit_define (&kit, 1);
  for (guint i = 0; i < 10; i++)
    kit_put_events (&kit, 1, 0, KIT_STATE, 60000, kit_now (), 1, NULL);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &little), ==, 0);
  peer = send_all (place, &kit);
  peer_await (peer, &kit, kit.ends->len);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  g_assert_cmpuint (place->n_problems, <=, 1);
  spur_collector_stop (place->collector);
  trace = open_recording (place->recording, &counts);
  spur_collector_get_counts (place->collector, &collected);
  g_assert_cmpuint (collected.n_events, ==, 600000);
  g_assert_cmpuint (collected.n_unwritten, >, 0);
  g_assert_cmpuint (collected.n_unwritten, <, 600000);
  g_assert_cmpuint (counts.n_dropped, ==, collected.n_unwritten);
  g_assert_cmpuint (counts.n_events + counts.n_dropped, ==, 600000);
  g_assert_cmpuint (counts.n_lost, ==, 0);
}

static void
await_collected (SpurCollector *collector, guint64 n_events)
{
  gint64 end_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;
  SpurCollectCounts counts;

  for (;;)
    {
      spur_collector_get_counts (collector, &counts);
      if (counts.n_events >= n_events)
        return;
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      peer_turn ();
      g_usleep (2000);
    }
}

static void
test_follow (Place *place, gconstpointer data)
{
  Place behind = { NULL };
  g_auto (Kit) sender = { 0 };
  g_auto (Kit) receiver = { 0 };
  g_autoptr (Peer) first = NULL;
  g_autoptr (Peer) second = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autofree char *address = NULL;
  g_autofree char *actual = NULL;
  g_autoptr (GError) error = NULL;
  SpurCollectRecording recording;
  SpurRecordingCounts counts;

  g_test_summary ("A collector takes the recording of another one, from its beginning to its end.");

  begin (place, SECOND_NS / 5);
  address = g_strconcat ("unix:", place->folder, "/readers", NULL);
  make_pair (&sender, &receiver, 1000);
  kit_put_status (&sender, TRUE);
  kit_put_status (&receiver, TRUE);
  second = send_all (place, &receiver);
  first = send_all (place, &sender);
  await_collected (place->collector, 2000);
  set_up (&behind, NULL);
  begin (&behind, SECOND_NS / 5);

  /* It need not be there yet. */
  g_assert_false (spur_collector_follow (behind.collector, "tcp", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  g_assert_true (spur_collector_follow (behind.collector, address, &error));
  for (guint i = 0; i < 20; i++)
    {
      peer_turn ();
      g_usleep (1000);
    }
  g_assert_cmpuint (behind.n_problems, ==, 1);
  actual = spur_collector_serve_recording (place->collector, address, &error);
  g_assert_no_error (error);
  await_collected (behind.collector, 2000);
  spur_collector_get_recording (behind.collector, 0, &recording);
  g_assert_false (recording.has_ended);
  spur_collector_stop (place->collector);
  spur_collector_get_recording (behind.collector, 0, &recording);
  g_assert_true (recording.has_ended);
  g_assert_cmpuint (recording.n_events, ==, 2000);
  g_assert_cmpuint (recording.n_told_events, ==, 2000);
  g_assert_cmpuint (recording.n_missing, ==, 0);
  spur_collector_stop (behind.collector);
  trace = open_recording (behind.recording, &counts);
  assert_messages (trace, 1000);
  assert_names (trace);
  tear_down (&behind, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function)                                                                        \
  g_test_add ("/collect/output/" name, Place, NULL, set_up, function, tear_down)
  ADD ("write", test_write);
  ADD ("put-aside", test_put_aside);
  ADD ("marks", test_marks);
  ADD ("full", test_full);
  ADD ("follow", test_follow);
  return g_test_run ();
}
