/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Recorders that ask a collector for its clock: one that is old, silent, slow, or answers what it
 * likes costs neither events nor time, and only good answers become measurements. */
#include "config.h"

#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/record/reading/spur-packet.h"

#define N_EVENTS 20000
#define PAUSE_US "15000"
#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* A recorder waits 0.5 s for the last answers, on a busy machine maybe longer; for a collector that
 * takes nothing it would be 5 s. */
#define MAX_LONGER_US 3000000

/* The collector's clock is this far ahead of the recorder's. */
#define AHEAD_NS (5 * NS_PER_S)

/* A collector that answers as a test wants it to, and what it has got. */
typedef struct _Server Server;

/* Answers the probe with @number. */
typedef void (*AnswerProbe) (Server *self, const guint8 *number);

struct _Server
{
  const char *folder;
  GSocketListener *listener;
  GSocketConnection *connection;
  gsize n_welcome_bytes;
  gboolean is_same_boot;
  AnswerProbe answer;

  GByteArray *in;
  GArray *rows; /* of guint64: the words of all rows of probes */
  guint64 n_acknowledged_bytes;
  guint64 n_events;
  guint n_probes;
  gboolean has_ended;
};

static guint64
get_now_ns (void)
{
  return (guint64) g_get_monotonic_time () * 1000;
}

static void
put_message (Server *self, guint32 kind, const guint8 *body, gsize n_bytes)
{
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (self->connection));
  guint8 header[SPUR_ANSWER_HEADER_BYTES];

  spur_put_le32 (header, kind);
  spur_put_le32 (header + 4, (guint32) n_bytes);
  g_output_stream_write_all (out, header, sizeof header, NULL, NULL, NULL);
  g_output_stream_write_all (out, body, n_bytes, NULL, NULL, NULL);
}

static void
put_probed (Server *self, const guint8 *number, guint64 monotonic_ns)
{
  guint8 body[SPUR_PROBED_BYTES];

  memcpy (body, number, sizeof (guint64));
  spur_put_le64 (body + sizeof (guint64), monotonic_ns);
  put_message (self, SPUR_ANSWER_PROBED, body, sizeof body);
}

/* ---- Answers ---- */

static void
answer_well (Server *self, const guint8 *number)
{
  put_probed (self, number, get_now_ns () + AHEAD_NS);
}

static void
answer_nothing (Server *self, const guint8 *number)
{
}

static void
answer_twice (Server *self, const guint8 *number)
{
  answer_well (self, number);
  put_probed (self, number, 1);
}

/* The answer to the probe before comes before this one's, as if it had been late. */
static void
answer_late (Server *self, const guint8 *number)
{
  guint8 before[sizeof (guint64)];

  spur_put_le64 (before, spur_get_le64 (number) - 1);
  put_probed (self, before, get_now_ns () - AHEAD_NS);
  answer_well (self, number);
}

static void
answer_slowly (Server *self, const guint8 *number)
{
  if (self->n_probes % 8 != 3)
    g_usleep (20000);
  answer_well (self, number);
}

/* Good answers are between those that are none. */
static void
answer_nonsense (Server *self, const guint8 *number)
{
  const guint64 times_ns[] = { 0, G_MAXUINT64, G_GUINT64_CONSTANT (1) << 63 };

  if (self->n_probes % 4 < G_N_ELEMENTS (times_ns))
    put_probed (self, number, times_ns[self->n_probes % 4]);
  else
    {
      put_message (self, SPUR_ANSWER_PROBED, number, sizeof (guint64));
      put_message (self, SPUR_ANSWER_PROBED, number, 0);
      answer_well (self, number);
    }
}

/* ---- The collector ---- */

static void
take_packet (Server *self, const SpurPacket *packet)
{
  SpurPacketStatus status;

  if (packet->kind == SPUR_PACKET_EVENTS)
    self->n_events += packet->n_events;
  for (gsize at = 0; packet->kind == SPUR_PACKET_PROBES && at < packet->n_bytes; at += 8)
    {
      guint64 word = spur_get_le64 (packet->body + at);

      g_array_append_val (self->rows, word);
    }
  if (packet->kind == SPUR_PACKET_STATUS && spur_packet_read_status (packet, &status))
    self->has_ended |= status.has_ended;
}

static void
take_packets (Server *self)
{
  SpurPacket packet;
  guint8 body[8];
  guint64 n_before = self->n_acknowledged_bytes;

  while (spur_packet_read (&packet, self->in->data, self->in->len) == SPUR_PACKET_WHOLE)
    {
      gsize n_bytes = SPUR_PACKET_HEADER_BYTES + (gsize) packet.n_bytes;

      if (packet.kind == SPUR_PACKET_PROBE)
        {
          self->n_probes++;
          self->answer (self, packet.body);
        }
      else
        {
          take_packet (self, &packet);
          self->n_acknowledged_bytes += n_bytes;
        }
      g_byte_array_remove_range (self->in, 0, (guint) n_bytes);
    }
  spur_put_le64 (body, self->n_acknowledged_bytes);
  if (self->n_acknowledged_bytes > n_before)
    put_message (self, SPUR_ANSWER_ACKNOWLEDGED, body, sizeof body);
}

static gboolean
read_bytes (Server *self)
{
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (self->connection));
  guint8 bytes[65536];
  gssize n = g_input_stream_read (in, bytes, sizeof bytes, NULL, NULL);

  if (n > 0)
    g_byte_array_append (self->in, bytes, (guint) n);
  return n > 0;
}

/* Another boot than the recorder's is that with one bit changed. */
static void
greet (Server *self)
{
  const gsize n_greeting = SPUR_HELLO_BYTES + SPUR_RECORDING_PREAMBLE_BYTES;
  guint8 body[SPUR_WELCOME_BYTES] = { 0 };
  SpurRecordingPreamble preamble;

  while (self->in->len < n_greeting && read_bytes (self))
    ;
  g_assert_cmpuint (self->in->len, >=, n_greeting);
  g_assert_true (spur_recording_preamble_read (&preamble, self->in->data + SPUR_HELLO_BYTES,
                                               sizeof preamble, "hello", NULL));
  memcpy (body + SPUR_WELCOME_AT_BOOT, preamble.boot, sizeof preamble.boot);
  body[SPUR_WELCOME_AT_BOOT] ^= self->is_same_boot ? 0 : 1;
  g_byte_array_remove_range (self->in, 0, (guint) n_greeting);
  self->n_acknowledged_bytes = SPUR_RECORDING_PREAMBLE_BYTES;
  if (self->n_welcome_bytes > 0)
    put_message (self, SPUR_ANSWER_WELCOME, body, self->n_welcome_bytes);
}

static gpointer
serve (gpointer data)
{
  Server *self = data;

  self->connection = g_socket_listener_accept (self->listener, NULL, NULL, NULL);
  g_assert_nonnull (self->connection);
  greet (self);
  do
    take_packets (self);
  while (read_bytes (self));
  return NULL;
}

/* Runs a program that records, and gives how long it took. */
static gint64
run_program (const char *where, const char *clock, const char *probe_ms)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *n_events = g_strdup_printf ("%d", N_EVENTS);
  gint64 begin_us = g_get_monotonic_time ();

  g_subprocess_launcher_setenv (launcher, "SPUR_RECORD_CLOCK", clock, TRUE);
  g_subprocess_launcher_setenv (launcher, "SPUR_RECORD_PROBE", probe_ms, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("COLLECT_PROGRAM"), where, "1",
                                         n_events, PAUSE_US, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  return g_get_monotonic_time () - begin_us;
}

static gint64
run_server (Server *self, const char *clock, const char *probe_ms)
{
  g_autofree char *path = g_build_filename (self->folder, "socket", NULL);
  g_autofree char *where = g_strconcat ("unix:", path, NULL);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;
  GThread *thread;
  gint64 took_us;

  self->listener = g_socket_listener_new ();
  self->in = g_byte_array_new ();
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_socket_listener_add_address (self->listener, address, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
  thread = g_thread_new ("collector", serve, self);
  took_us = run_program (where, clock, probe_ms);
  g_thread_join (thread);
  g_unlink (path);
  g_test_message ("%u probes, %u rows, %" G_GINT64_FORMAT " us", self->n_probes,
                  self->rows->len * 8 / SPUR_PROBES_ROW_BYTES, took_us);
  return took_us;
}

static void
server_clear (Server *self)
{
  g_clear_object (&self->connection);
  g_clear_object (&self->listener);
  g_clear_pointer (&self->in, g_byte_array_unref);
  g_clear_pointer (&self->rows, g_array_unref);
}

/* Whether the other clock is as far ahead as it is, within what the row says. */
static void
check_row (const guint64 *row)
{
  gint64 ahead_ns = (gint64) (row[3] - row[0]);
  /* g_get_monotonic_time() leaves off up to 1 us. */
  gint64 half_width_ns = (gint64) row[4] + 1000;

  g_assert_cmpint (ABS (ahead_ns - AHEAD_NS), <=, half_width_ns);
}

static guint
check_rows (const Server *self)
{
  guint n_rows = self->rows->len * 8 / SPUR_PROBES_ROW_BYTES;

  for (guint i = 0; i < n_rows; i++)
    check_row (&g_array_index (self->rows, guint64, i * SPUR_PROBES_ROW_BYTES / 8));
  return n_rows;
}

/* ---- Tests ---- */

/* @min_probes and @max_probes: how many the recorder sends. */
typedef struct
{
  const char *name;
  gsize n_welcome_bytes;
  gboolean is_same_boot;
  AnswerProbe answer;
  guint min_probes;
  guint max_probes;
  gboolean has_rows;
} Case;

/* A burst has 8 probes, and there is one at the start and one at the end at least. */
static const Case cases[] = {
  { "good", SPUR_WELCOME_BYTES, FALSE, answer_well, 16, G_MAXUINT, TRUE },
  { "old", 8, FALSE, answer_well, 0, 0, FALSE },
  { "no-welcome", 0, FALSE, answer_well, 0, 0, FALSE },
  { "same-boot", SPUR_WELCOME_BYTES, TRUE, answer_well, 0, 0, FALSE },
  { "silent", SPUR_WELCOME_BYTES, FALSE, answer_nothing, 1, 2, FALSE },
  { "twice", SPUR_WELCOME_BYTES, FALSE, answer_twice, 16, G_MAXUINT, TRUE },
  { "late", SPUR_WELCOME_BYTES, FALSE, answer_late, 16, G_MAXUINT, TRUE },
  { "slow", SPUR_WELCOME_BYTES, FALSE, answer_slowly, 9, G_MAXUINT, TRUE },
  { "nonsense", SPUR_WELCOME_BYTES, FALSE, answer_nonsense, 16, G_MAXUINT, TRUE },
};

static gint64
get_usual_us (const char *folder)
{
  Server server = { .folder = folder, .n_welcome_bytes = 8, .answer = answer_well };
  gint64 took_us = run_server (&server, "monotonic", "0");

  server_clear (&server);
  return took_us;
}

static void
test_case (gconstpointer data)
{
  const Case *a_case = data;
  g_autofree char *folder = g_dir_make_tmp ("spur-probe-XXXXXX", NULL);
  Server server = { .folder = folder,
                    .n_welcome_bytes = a_case->n_welcome_bytes,
                    .is_same_boot = a_case->is_same_boot,
                    .answer = a_case->answer };
  gint64 usual_us = get_usual_us (folder);
  gint64 took_us = run_server (&server, "monotonic", "100");

  g_test_summary ("Whatever a collector answers, events arrive in time, and rows are right.");

  g_assert_cmpuint (server.n_events, ==, N_EVENTS);
  g_assert_true (server.has_ended);
  g_assert_cmpuint (server.in->len, ==, 0);
  g_assert_cmpuint (server.n_probes, >=, a_case->min_probes);
  g_assert_cmpuint (server.n_probes, <=, a_case->max_probes);
  if (a_case->has_rows)
    g_assert_cmpuint (check_rows (&server), >, 1);
  else
    g_assert_cmpuint (check_rows (&server), ==, 0);
  g_assert_cmpint (took_us - usual_us, <, MAX_LONGER_US);
  server_clear (&server);
  g_rmdir (folder);
}

static void
test_none (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-probe-XXXXXX", NULL);
  Server server = { .folder = folder,
                    .n_welcome_bytes = SPUR_WELCOME_BYTES,
                    .answer = answer_well };

  g_test_summary ("SPUR_RECORD_PROBE=0 asks for no clock.");

  run_server (&server, "monotonic", "0");
  g_assert_cmpuint (server.n_events, ==, N_EVENTS);
  g_assert_cmpuint (server.n_probes, ==, 0);
  g_assert_cmpuint (server.rows->len, ==, 0);
  server_clear (&server);
  g_rmdir (folder);
}

/* The rows are CLOCK_MONOTONIC beside the time-stamp counter, where that is the clock. */
static void
test_counter (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-probe-XXXXXX", NULL);
  Server server = { .folder = folder,
                    .n_welcome_bytes = SPUR_WELCOME_BYTES,
                    .is_same_boot = TRUE,
                    .answer = answer_well };
  guint64 begin_ns = get_now_ns (), end_ns;
  guint n_rows;

  g_test_summary ("Beside a collector the time-stamp counter is read with CLOCK_MONOTONIC.");

  run_server (&server, "tsc", "100");
  end_ns = get_now_ns ();
  g_assert_cmpuint (server.n_events, ==, N_EVENTS);
  g_assert_cmpuint (server.n_probes, ==, 0);
  n_rows = server.rows->len * 8 / SPUR_PROBES_ROW_BYTES;
  for (guint i = 0; i < n_rows; i++)
    {
      const guint64 *row = &g_array_index (server.rows, guint64, i * SPUR_PROBES_ROW_BYTES / 8);

      g_assert_cmpuint (row[3], >=, begin_ns);
      g_assert_cmpuint (row[3], <=, end_ns + 1000);
      g_assert_cmpuint (row[4], <, 1000000);
    }
#if defined(__x86_64__) || defined(__i386__)
  g_assert_cmpuint (n_rows, >, 1);
#endif
  server_clear (&server);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/collect/probes/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/collect/probes/none", test_none);
  g_test_add_func ("/collect/probes/counter", test_counter);
  return g_test_run ();
}
