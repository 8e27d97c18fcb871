/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* How spur collect ends where one of the recordings is none: the others become a trace, and what
 * was left out is counted, said and kept. */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "core/store/container/spur-container.h"
#include "tests/collect/collect-place.h"

#define N_GOOD 3
#define N_EVENTS 200

/* What spur collect said. */
typedef struct
{
  char *out;
  char *errors;
  int status;
} Said;

static void
said_clear (Said *said)
{
  g_free (said->out);
  g_free (said->errors);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Said, said_clear)

static void
write_recording (const char *folder, const Kit *kit)
{
  g_autofree char *path =
    g_strdup_printf ("%s/%016" G_GINT64_MODIFIER "x.spurrec", folder, kit->preamble.origin);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;

  g_byte_array_append (bytes, kit->head, sizeof kit->head);
  g_byte_array_set_size (bytes, 4096);
  memset (bytes->data + sizeof kit->head, 0, 4096 - sizeof kit->head);
  g_byte_array_append (bytes, kit->bytes->data, kit->bytes->len);
  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
}

typedef void (*MakeBad) (Kit *kit);

/* As a collector has acknowledged it that did not look. */
static void
make_short_status (Kit *kit)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  place_fill (kit, 0x10, 1, 5);
  g_byte_array_append (body, (const guint8 *) "12345678", 8);
  kit_put (kit, SPUR_PACKET_STATUS, 0, SPUR_NONE, 0, body);
}

static void
make_short_definitions (Kit *kit)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();

  place_fill (kit, 0x11, 1, 5);
  g_byte_array_append (body, (const guint8 *) "\x7f\0\0\0\1\0\0\0", 8);
  kit_put (kit, SPUR_PACKET_DEFINITIONS, 0, SPUR_NONE, 0, body);
}

static void
make_far_epoch (Kit *kit)
{
  place_fill (kit, 0x12, 1, 5);
  kit->preamble.begin_real_ns = G_MININT64 / 2;
  spur_recording_preamble_put (&kit->preamble, kit->head);
}

/* Its last event is in the range of times, but no more by the clock of others. */
static void
make_far_event (Kit *kit)
{
  kit_init (kit, 0x13);
  memset (kit->preamble.boot, 0x77, sizeof kit->preamble.boot);
  kit->preamble.begin_real_ns += G_GINT64_CONSTANT (1) << 60;
  spur_recording_preamble_put (&kit->preamble, kit->head);
  kit_define (kit, 1);
  kit_put_events (kit, 1, 0, KIT_STATE, 1, (G_GUINT64_CONSTANT (1) << 61) - 10, 1, NULL);
  kit_put_status (kit, TRUE);
}

/* Another class under a name that others use. */
static void
make_other_class (Kit *kit)
{
  static const char name[] = "LO_State_Change_Event";
  static const char xml[] = "<event-class name='LO_State_Change_Event' extends='Custom_Event'>"
                            "<field name='number' type='uint64'/></event-class>";
  g_autoptr (GByteArray) body = g_byte_array_new ();
  const guint32 numbers[] = { 1, 1, 1, sizeof name - 1 };
  const guint32 n_xml = sizeof xml - 1;

  kit_init (kit, 0x14);
  g_byte_array_append (body, (const guint8 *) numbers, sizeof numbers);
  g_byte_array_append (body, (const guint8 *) name, sizeof name - 1);
  g_byte_array_append (body, (const guint8 *) &n_xml, sizeof n_xml);
  g_byte_array_append (body, (const guint8 *) xml, sizeof xml - 1);
  kit_put (kit, SPUR_PACKET_CLASSES, 0, SPUR_NONE, 0, body);
}

static void
make_garbage (Kit *kit)
{
  kit_init (kit, 0x15);
  memset (kit->head, 'x', sizeof kit->head);
}

static const struct
{
  const char *name;
  MakeBad make;
} bad_recordings[] = {
  { "status", make_short_status }, { "definitions", make_short_definitions },
  { "epoch", make_far_epoch },     { "event", make_far_event },
  { "class", make_other_class },   { "garbage", make_garbage },
};

static char *
read_line (GInputStream *stream)
{
  GString *line = g_string_new (NULL);
  char letter;

  while (g_input_stream_read (stream, &letter, 1, NULL, NULL) == 1 && letter != '\n')
    g_string_append_c (line, letter);
  return g_string_free (line, FALSE);
}

/* Collects the recordings of good programs, beside what is in @folder already. */
static void
collect (const Place *place, const char *folder, const char *trace, Said *said)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *socket = g_build_filename (place->folder, "live", NULL);
  g_autofree char *address = g_strconcat ("unix:", socket, NULL);
  g_autofree char *first = NULL;
  g_autoptr (GSubprocess) process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error,
                      g_getenv ("SPUR_BINARY"), "collect", "-o", trace, "--folder", folder, "-l",
                      address, "--json", "--wait", G_STRINGIFY (N_GOOD), NULL);

  g_assert_no_error (error);
  first = read_line (g_subprocess_get_stderr_pipe (process));
  g_assert_true (g_str_has_prefix (first, "spur: recorders connect to "));
  for (guint64 origin = 1; origin <= N_GOOD; origin++)
    {
      g_auto (Kit) kit = { 0 };
      g_autoptr (Peer) peer = peer_connect (socket);

      place_fill (&kit, origin << 32, 2, N_EVENTS / 2);
      place_send_all (peer, &kit, NULL);
      peer_await (peer, &kit, kit.ends->len);
    }
  g_subprocess_communicate_utf8 (process, NULL, NULL, &said->out, &said->errors, &error);
  g_assert_no_error (error);
  said->status = g_subprocess_get_exit_status (process);
  g_test_message ("%s", said->errors);
}

static void
assert_trace (const char *path, guint64 n_events)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_container_open (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, n_events);
}

static guint
count_recordings (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_recordings = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n_recordings += g_str_has_suffix (name, ".spurrec");
  return n_recordings;
}

static void
run_end (guint first, guint end, guint n_left_out, guint64 n_more_events)
{
  g_auto (Place) place = { 0 };
  g_auto (Said) said = { 0 };
  g_autofree char *folder = NULL;
  g_autofree char *trace = NULL;
  g_autofree char *told = g_strdup_printf ("\"left_out_recordings\":%u", n_left_out);
  g_autoptr (GRegex) spaces = g_regex_new ("\\s", 0, 0, NULL);
  g_autofree char *out = NULL;

  place_init (&place);
  folder = g_build_filename (place.folder, "parts", NULL);
  trace = g_build_filename (place.folder, "run.spur", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (guint i = first; i < end; i++)
    {
      g_auto (Kit) kit = { 0 };

      bad_recordings[i].make (&kit);
      write_recording (folder, &kit);
    }
  collect (&place, folder, trace, &said);
  g_assert_cmpint (said.status, ==, 0);
  assert_trace (trace, N_GOOD * N_EVENTS + n_more_events);
  out = g_regex_replace_literal (spaces, said.out, -1, 0, "", 0, NULL);
  g_assert_nonnull (strstr (out, told));
  g_assert_cmpuint (count_recordings (folder), ==, n_left_out);
  if (n_left_out > 0)
    g_assert_nonnull (strstr (said.errors, "a recording is left out: "));
}

static void
test_bad (gconstpointer data)
{
  guint index = GPOINTER_TO_UINT (data);

  g_test_summary ("A recording that cannot be read is left out, counted, said and kept.");

  run_end (index, index + 1, 1, 0);
}

static void
test_all (void)
{
  g_test_summary ("So are several.");

  run_end (0, G_N_ELEMENTS (bad_recordings), G_N_ELEMENTS (bad_recordings), 0);
}

static void
test_none (void)
{
  g_test_summary ("Where all can be read nothing stays but the trace.");

  run_end (0, 0, 0, 0);
}

/* Ends a collection to which nothing was sent; @lost is a folder that goes in the meantime. */
static void
collect_nothing (
  const Place *place, const char *folder, const char *trace, const char *lost, Said *said)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *address = g_strdup_printf ("unix:%s/live", place->folder);
  g_autofree char *first = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error,
    g_getenv ("SPUR_BINARY"), "collect", "-o", trace, "--folder", folder, "-l", address, NULL);

  g_assert_no_error (error);
  first = read_line (g_subprocess_get_stderr_pipe (process));
  g_assert_true (g_str_has_prefix (first, "spur: recorders connect to "));
  if (lost != NULL)
    g_assert_cmpint (g_rmdir (lost), ==, 0);
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said->errors, &error);
  g_assert_no_error (error);
  said->status = g_subprocess_get_exit_status (process);
  g_test_message ("%s", said->errors);
}

static void
test_all_bad (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Said) said = { 0 };
  g_autofree char *folder = NULL;
  g_autofree char *trace = NULL;

  g_test_summary ("Where none can be read that is said, and all are kept.");

  place_init (&place);
  folder = g_build_filename (place.folder, "parts", NULL);
  trace = g_build_filename (place.folder, "run.spur", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (Kit) kit = { 0 };

      bad_recordings[i].make (&kit);
      write_recording (folder, &kit);
    }
  collect_nothing (&place, folder, trace, NULL, &said);
  g_assert_cmpint (said.status, ==, 3);
  g_assert_nonnull (strstr (said.errors, "a recording is left out: "));
  g_assert_nonnull (strstr (said.errors, "no recording can be read; nothing was written"));
  g_assert_cmpuint (count_recordings (folder), ==, 2);
  g_assert_false (g_file_test (trace, G_FILE_TEST_EXISTS));
}

static void
test_lost_folder (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Said) said = { 0 };
  g_auto (Kit) kit = { 0 };
  g_autofree char *folder = NULL;
  g_autofree char *lost = NULL;
  g_autofree char *trace = NULL;

  g_test_summary ("Where the trace cannot be written no recording is at fault, and all are kept.");

  place_init (&place);
  folder = g_build_filename (place.folder, "parts", NULL);
  lost = g_build_filename (place.folder, "lost", NULL);
  trace = g_build_filename (lost, "run.spur", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (lost, 0700), ==, 0);
  place_fill (&kit, 0x20, 1, 5);
  write_recording (folder, &kit);
  collect_nothing (&place, folder, trace, lost, &said);
  g_assert_cmpint (said.status, !=, 0);
  g_assert_null (strstr (said.errors, "left out"));
  g_assert_nonnull (strstr (said.errors, "No such file or directory"));
  g_assert_cmpuint (count_recordings (folder), ==, 1);
}

/* ---- Token files ---- */

static void
assert_token_refused (const char *verb, const char *path, const char *where)
{
  g_autofree char *out = g_build_filename (where, "out.spur", NULL);
  g_autofree char *live = g_strdup_printf ("unix:%s/socket", where);
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;
  g_autoptr (GSubprocess) process =
    g_str_equal (verb, "collect")
      ? g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, g_getenv ("SPUR_BINARY"),
                          "collect", "-o", out, "-l", live, "--token-file", path, "--for", "1s",
                          NULL)
      : g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, g_getenv ("SPUR_BINARY"),
                          "record", "--layer=none", "--to", live, "--token-file", path, "--",
                          "true", NULL);

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &said, &error);
  g_assert_no_error (error);
  g_test_message ("%s", said);
  g_assert_cmpint (g_subprocess_get_exit_status (process), !=, 0);
  g_assert_nonnull (strstr (said, path));
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
}

static void
test_token_file (gconstpointer data)
{
  g_auto (Place) place = { 0 };
  g_autofree char *fifo = NULL;
  g_autofree char *big = NULL;
  g_autofree char *zeros = NULL;
  g_autofree char *text = g_malloc0 (8192);
  const char *paths[5];

  g_test_summary ("What never ends, or is no file, is no token.");

  place_init (&place);
  fifo = g_build_filename (place.folder, "fifo", NULL);
  big = g_build_filename (place.folder, "big", NULL);
  zeros = g_build_filename (place.folder, "zeros", NULL);
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  g_assert_true (g_file_set_contents (zeros, text, 20, NULL));
  memset (text, 'x', 8192);
  g_assert_true (g_file_set_contents (big, text, 8192, NULL));
  paths[0] = "/dev/zero";
  paths[1] = fifo;
  paths[2] = place.folder;
  paths[3] = big;
  paths[4] = zeros;
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    assert_token_refused (data, paths[i], place.folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  if (g_getenv ("SPUR_BINARY") == NULL)
    return 77;
  for (guint i = 0; i < G_N_ELEMENTS (bad_recordings); i++)
    {
      g_autofree char *name = g_strconcat ("/collect-end/bad/", bad_recordings[i].name, NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_bad);
    }
  g_test_add_func ("/collect-end/all", test_all);
  g_test_add_func ("/collect-end/none", test_none);
  g_test_add_func ("/collect-end/all-bad", test_all_bad);
  g_test_add_func ("/collect-end/lost-folder", test_lost_folder);
  g_test_add_data_func ("/collect-end/token-file/collect", "collect", test_token_file);
  g_test_add_data_func ("/collect-end/token-file/record", "record", test_token_file);
  return g_test_run ();
}
