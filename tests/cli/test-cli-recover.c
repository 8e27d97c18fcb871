/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What `spur recover` makes of recordings that ended well, were cut off or were damaged, and of
 * files that are none. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "tests/cli/cli-run.h"

/* As the program records. */
#define N_EVENTS 3
/* In a recording behind the preamble and the counts (doc/recording.md). */
#define FIRST_PACKET 4096

typedef struct
{
  char *folder;
  char *recording;
  char *output;
} Place;

static void
place_clear (Place *self)
{
  remove_folder (self->folder);
  g_free (self->recording);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* @how: "", or how the program ends. */
static void
place_init (Place *self, const char *how)
{
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };

  self->folder = make_folder ();
  self->recording = g_build_filename (self->folder, "run.spurrec", NULL);
  self->output = g_build_filename (self->folder, "run.spur", NULL);
  command = g_strdup_printf ("\"$SPUR_TEST_RECORDER\" %s %s || exit 1", self->recording, how);
  run_shell (&run, command);
  g_assert_cmpint (run.status == 0, ==, *how == '\0');
}

static JsonObject *
recover (const Place *place)
{
  return run_json (0, "recover", place->recording, place->output, NULL);
}

static guint64
count_events (const Place *place)
{
  g_autoptr (JsonObject) info = run_json (0, "info", place->output, NULL);

  return (guint64) get_int (info, "events");
}

static void
test_whole (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (JsonObject) found = NULL;

  g_test_summary ("A recording that ended well is all there.");

  place_init (&place, "");
  found = recover (&place);
  g_assert_cmpstr (json_object_get_string_member (found, "path"), ==, place.recording);
  g_assert_cmpstr (json_object_get_string_member (found, "output"), ==, place.output);
  g_assert_true (json_object_get_boolean_member (found, "closed"));
  g_assert_cmpint (get_int (found, "events"), ==, N_EVENTS);
  g_assert_cmpint (get_int (found, "handed_over"), ==, N_EVENTS);
  g_assert_cmpint (get_int (found, "events_from_blocks"), ==, 0);
  g_assert_cmpint (get_int (found, "dropped"), ==, 0);
  g_assert_cmpint (get_int (found, "lost"), ==, 0);
  g_assert_cmpint (get_int (found, "bad_bytes"), ==, 0);
  g_assert_cmpuint (count_events (&place), ==, N_EVENTS);
}

static void
test_killed (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (JsonObject) found = NULL;

  g_test_summary ("Events of a program that was killed are taken from the blocks it shared.");

  place_init (&place, "kill");
  found = recover (&place);
  g_assert_false (json_object_get_boolean_member (found, "closed"));
  g_assert_cmpint (get_int (found, "events"), ==, N_EVENTS);
  g_assert_cmpint (get_int (found, "events_from_blocks"), ==, N_EVENTS);
  g_assert_cmpint (get_int (found, "lost"), ==, 0);
  g_assert_cmpuint (count_events (&place), ==, N_EVENTS);
}

static void
test_text (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Run) run = { 0 };

  g_test_summary ("Without --json the same is said in lines.");

  place_init (&place, "kill");
  run_spur (&run, "recover", place.recording, place.output, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "the recording was cut off"));
  g_assert_nonnull (strstr (run.out, "from blocks"));
  g_assert_nonnull (strstr (run.out, place.output));
}

/* Changes every 8th byte of the packets behind the definitions. */
static void
damage_end (const Place *place)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (place->recording, &bytes, &n_bytes, NULL));
  g_assert_cmpuint (n_bytes, >, FIRST_PACKET + 256);
  for (gsize i = n_bytes - 128; i < n_bytes; i += 8)
    bytes[i] ^= 0x55;
  g_assert_true (g_file_set_contents (place->recording, bytes, (gssize) n_bytes, NULL));
}

static void
test_damaged (void)
{
  g_auto (Place) place = { 0 };
  g_autoptr (JsonObject) found = NULL;

  g_test_summary ("Of a damaged recording the rest is saved, and what is missing is counted.");

  place_init (&place, "");
  damage_end (&place);
  found = recover (&place);
  g_assert_cmpint (get_int (found, "bad_bytes"), >, 0);
  g_assert_cmpint (get_int (found, "events"), ==, 0);
  g_assert_cmpint (get_int (found, "lost"), ==, N_EVENTS);
}

static void
check_refused (const Place *place, const char *reason)
{
  g_auto (Run) run = { 0 };

  run_spur (&run, "recover", place->recording, place->output, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, place->recording));
  g_assert_nonnull (strstr (run.err, reason));
  g_assert_false (g_file_test (place->output, G_FILE_TEST_EXISTS));
}

static void
test_wrong_file (void)
{
  g_auto (Place) place = { 0 };

  g_test_summary ("A file that is no recording, or not there, is refused, and nothing is written.");

  place_init (&place, "");
  g_assert_true (g_file_set_contents (place.recording, "short", -1, NULL));
  check_refused (&place, "a recording begins with");
  g_assert_true (g_file_set_contents (place.recording,
                                      "This is a text of more than the ninety-six bytes that every "
                                      "recording begins with, and it is no recording.",
                                      -1, NULL));
  check_refused (&place, "is not the beginning of a recording");
  g_unlink (place.recording);
  check_refused (&place, "");
}

static void
test_force (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Run) refused = { 0 };
  g_auto (Run) forced = { 0 };
  g_autofree char *kept = NULL;

  g_test_summary ("A file that is there is replaced with --force only.");

  place_init (&place, "");
  g_assert_true (g_file_set_contents (place.output, "precious", -1, NULL));
  run_spur (&refused, "recover", place.recording, place.output, NULL);
  g_assert_cmpint (refused.status, ==, 2);
  g_assert_nonnull (strstr (refused.err, "--force"));
  g_assert_true (g_file_get_contents (place.output, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "precious");
  run_spur (&forced, "recover", place.recording, place.output, "--force", NULL);
  g_assert_cmpint (forced.status, ==, 0);
  g_assert_cmpuint (count_events (&place), ==, N_EVENTS);
}

static void
test_arguments (void)
{
  g_auto (Place) place = { 0 };
  g_auto (Run) run = { 0 };

  g_test_summary ("Without the trace to write nothing is done.");

  place_init (&place, "");
  run_spur (&run, "recover", place.recording, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "name the trace to write"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/recover/whole", test_whole);
  g_test_add_func ("/cli/recover/killed", test_killed);
  g_test_add_func ("/cli/recover/text", test_text);
  g_test_add_func ("/cli/recover/damaged", test_damaged);
  g_test_add_func ("/cli/recover/wrong-file", test_wrong_file);
  g_test_add_func ("/cli/recover/force", test_force);
  g_test_add_func ("/cli/recover/arguments", test_arguments);
  return g_test_run ();
}
