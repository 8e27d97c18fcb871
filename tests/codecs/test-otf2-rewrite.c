/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <otf2/otf2.h>
#include <string.h>

#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "tests/codecs/otf2-archive.h"
#include "tests/codecs/otf2-made.h"
#include "tests/test-corpus.h"

typedef struct
{
  char *folder;
  char *path;
  char *output;
  SpurCodec *codec;
  GPtrArray *notes;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = otf2_archive_make_folder ();
  fixture->output = g_build_filename (fixture->folder, "new.otf2", NULL);
  fixture->codec = g_object_new (SPUR_TYPE_OTF2_CODEC, NULL);
  fixture->notes = g_ptr_array_new_with_free_func (g_free);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  otf2_archive_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->output);
  g_object_unref (fixture->codec);
  g_ptr_array_unref (fixture->notes);
}

static SpurTrace *
read_trace (Fixture *fixture, const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_codec_read (fixture->codec, path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
rewrite (Fixture *fixture, const char *path, SpurTrace *trace)
{
  g_autoptr (GError) error = NULL;

  spur_codec_rewrite (fixture->codec, path, trace, fixture->output, NULL, fixture->notes, &error);
  g_assert_no_error (error);
}

static gint64
get_corrected (SpurTrace *trace, guint stream, guint64 event)
{
  return spur_correction_apply (
    spur_trace_get_correction (trace), stream, event,
    spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event));
}

/* What Spur reads of the new archive is what it said of the old one; @earlier_ns is how much
 * earlier the new one begins. */
static void
assert_times (SpurTrace *trace, SpurTrace *new_trace, gint64 earlier_ns)
{
  g_assert_cmpuint (spur_trace_get_n_streams (new_trace), ==, spur_trace_get_n_streams (trace));
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (new_trace, s);
      guint64 n_events = spur_stream_get_n_events (stream);

      g_assert_cmpuint (n_events, ==, spur_stream_get_n_events (spur_trace_get_stream (trace, s)));
      for (guint64 i = 0; i < n_events; i++)
        g_assert_cmpint (spur_stream_get_raw_ns (stream, i), ==,
                         get_corrected (trace, s, i) + earlier_ns);
    }
}

static void
assert_same_file (const char *old_path, const char *new_path)
{
  g_autofree char *old_bytes = NULL;
  g_autofree char *new_bytes = NULL;
  gsize n_old_bytes, n_new_bytes;

  g_assert_true (g_file_get_contents (old_path, &old_bytes, &n_old_bytes, NULL));
  g_assert_true (g_file_get_contents (new_path, &new_bytes, &n_new_bytes, NULL));
  g_assert_cmpmem (old_bytes, n_old_bytes, new_bytes, n_new_bytes);
}

static void
assert_same_locations (const char *old_path, const char *new_path)
{
  g_autofree char *old_base = g_strndup (old_path, strlen (old_path) - strlen (".otf2"));
  g_autofree char *new_base = g_strndup (new_path, strlen (new_path) - strlen (".otf2"));
  g_autoptr (GDir) dir = g_dir_open (old_base, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *old_file = g_build_filename (old_base, name, NULL);
      g_autofree char *new_file = g_build_filename (new_base, name, NULL);

      assert_same_file (old_file, new_file);
    }
}

static void
assert_same_archive (const char *old_path, const char *new_path)
{
  g_autofree char *old_base = g_strndup (old_path, strlen (old_path) - strlen (".otf2"));
  g_autofree char *new_base = g_strndup (new_path, strlen (new_path) - strlen (".otf2"));
  g_autofree char *old_definitions = g_strconcat (old_base, ".def", NULL);
  g_autofree char *new_definitions = g_strconcat (new_base, ".def", NULL);

  assert_same_file (old_path, new_path);
  assert_same_file (old_definitions, new_definitions);
  assert_same_locations (old_path, new_path);
}

static void
shift_all (SpurTrace *trace, gint64 offset_ns)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (offset_ns);

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    spur_correction_append_map (correction, s, map);
  spur_trace_set_correction (trace, correction);
}

/* Later and back. */
static void
assert_comes_back (Fixture *fixture, const char *path, guint number)
{
  g_autofree char *later = g_strdup_printf ("%s/later%u.otf2", fixture->folder, number);
  g_autoptr (SpurTrace) trace = read_trace (fixture, path);
  g_autoptr (SpurTrace) later_trace = NULL;

  g_free (fixture->output);
  fixture->output = g_strdup (later);
  shift_all (trace, 12345);
  rewrite (fixture, path, trace);
  later_trace = read_trace (fixture, later);
  g_free (fixture->output);
  fixture->output = g_strdup_printf ("%s/back%u.otf2", fixture->folder, number);
  shift_all (later_trace, -12345);
  rewrite (fixture, later, later_trace);
  assert_same_locations (path, fixture->output);
}

static void
test_there_and_back (Fixture *fixture, gconstpointer data)
{
  static const char *const paths[] = {
    "otf2-pmpi-lammps-8/true/traces.otf2",
    "otf2-eztrace-lammps-4/lmp_trace/eztrace_log.otf2",
  };

  g_test_summary (
    "Moved later and back again, every file of a location is what it was: nothing but "
    "times has changed on the way.");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *path = spur_test_corpus (paths[i]);

      assert_comes_back (fixture, path, i);
    }
}

static void
add_line_end (const char *path)
{
  g_autofree char *contents = NULL;
  g_autofree char *longer = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &contents, &n_bytes, NULL));
  longer = g_malloc (n_bytes + 1);
  memcpy (longer, contents, n_bytes);
  longer[n_bytes] = '\n';
  g_assert_true (g_file_set_contents (path, longer, (gssize) n_bytes + 1, NULL));
}

static void
test_line_ends (Fixture *fixture, gconstpointer data)
{
  static const char *const files[] = { "old.otf2",  "old.def",   "old/0.evt",
                                       "old/1.evt", "old/0.def", "old/1.def" };

  g_test_summary ("A line end after the marks of the end is still there in what is written.");
  fixture->path = made_write_kinds (fixture->folder);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, files[i], NULL);

      add_line_end (path);
    }
  assert_comes_back (fixture, fixture->path, 0);
}

static void
test_kinds (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Records of every form, with attributes, also those that become no event.");
  fixture->path = made_write_kinds (fixture->folder);
  assert_comes_back (fixture, fixture->path, 0);
}

static void
test_identical (Fixture *fixture, gconstpointer data)
{
  static const char *const paths[] = {
    "otf2-pmpi-lammps-8/true/traces.otf2",
    "otf2-eztrace-lammps-4/lmp_trace/eztrace_log.otf2",
    "otf2-pipit-pingpong/ping-pong-otf2/traces.otf2",
    "otf2-pipit-pingpong/ping-pong-otf2-papi/traces.otf2",
    "otf2-sst-10hosts/traces.otf2",
    "otf2-fastotf2-mi300/traces.otf2",
  };

  g_test_summary ("Without a correction every file is copied byte by byte.");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *path = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      if (!spur_test_has_corpus (paths[i]))
        continue;
      path = spur_test_corpus (paths[i]);
      trace = read_trace (fixture, path);
      g_free (fixture->output);
      fixture->output = g_strdup_printf ("%s/%u.otf2", fixture->folder, i);
      rewrite (fixture, path, trace);
      assert_same_archive (path, fixture->output);
    }
}

/* An offset in all streams but the first, and a jump that is carried off at gamma. */
static void
correct (SpurTrace *trace, gint64 offset_ns)
{
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      guint64 n_events = spur_stream_get_n_events (stream);
      guint64 middle = n_events / 2;
      g_autoptr (SpurTimeMap) offset = spur_time_map_new_offset (offset_ns * s);
      SpurKnot knots[3];
      g_autoptr (SpurTimeMap) jump = NULL;
      gint64 length_ns =
        spur_stream_get_raw_ns (stream, n_events - 1) - spur_stream_get_raw_ns (stream, 0);

      spur_correction_append_map (correction, s, offset);
      if (n_events < 3)
        continue;
      knots[0].event = 0;
      knots[1].event = middle;
      knots[2].event = n_events - 1;
      for (guint k = 0; k < 3; k++)
        {
          knots[k].from_ns = spur_stream_get_raw_ns (stream, knots[k].event) + offset_ns * s;
          knots[k].to_ns = knots[k].from_ns + (k == 1 ? length_ns / 4 : k == 2 ? length_ns / 8 : 0);
        }
      jump = spur_time_map_new (knots, 3, NULL);
      g_assert_nonnull (jump);
      spur_correction_append_map (correction, s, jump);
    }
  spur_trace_set_correction (trace, correction);
}

static void
test_small (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) new_trace = NULL;
  guint n_offsets;
  const SpurClockOffset *offsets;

  g_test_summary (
    "Times of a clock faster than ns are read again as they were corrected; mapping "
    "tables, attributes and what has no stream event stay; clock offsets add nothing.");
  fixture->path = otf2_archive_write_small (fixture->folder);
  trace = read_trace (fixture, fixture->path);
  correct (trace, 700);
  rewrite (fixture, fixture->path, trace);
  new_trace = read_trace (fixture, fixture->output);
  assert_times (trace, new_trace, 0);
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      g_assert_cmpstr (spur_trace_get_loss (new_trace, i)->what, ==,
                       spur_trace_get_loss (trace, i)->what);
      g_assert_cmpuint (spur_trace_get_loss (new_trace, i)->count, ==,
                        spur_trace_get_loss (trace, i)->count);
    }
  for (guint s = 0; s < spur_trace_get_n_streams (new_trace); s++)
    {
      offsets = spur_stream_get_clock_offsets (spur_trace_get_stream (new_trace, s), &n_offsets);
      for (guint i = 0; i < n_offsets; i++)
        g_assert_cmpint (offsets[i].offset_ticks, ==, 0);
    }
}

static void
test_insertions (Fixture *fixture, gconstpointer data)
{
  const MadePlan plan = { 1000000000, 0, 100000, 5000, 0 };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) new_trace = NULL;
  g_autoptr (SpurCorrection) correction = spur_correction_new (MADE_LOCATIONS);
  g_autofree SpurKnot *knots = g_new (SpurKnot, plan.n_events);
  g_autoptr (SpurTimeMap) map = NULL;

  g_test_summary ("Events that shared a timestamp need one each, so chunks overflow.");
  fixture->path = made_write_planned (fixture->folder, &plan);
  trace = read_trace (fixture, fixture->path);
  for (guint i = 0; i < plan.n_events; i++)
    knots[i] = (SpurKnot){ i, 5000, 5000 + 3 * (gint64) i };
  map = spur_time_map_new (knots, plan.n_events, NULL);
  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (trace, correction);
  rewrite (fixture, fixture->path, trace);
  new_trace = read_trace (fixture, fixture->output);
  assert_times (trace, new_trace, 0);
}

/* What a reader is told. */
typedef struct
{
  guint64 offset;
  guint64 length;
  guint64 real_time;
} Properties;

static OTF2_CallbackCode
take_properties (
  void *user_data, uint64_t resolution, uint64_t offset, uint64_t length, uint64_t real_time)
{
  Properties *properties = user_data;

  *properties = (Properties){ offset, length, real_time };
  return OTF2_CALLBACK_SUCCESS;
}

static Properties
read_properties (const char *path)
{
  OTF2_Reader *reader = OTF2_Reader_Open (path);
  OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New ();
  OTF2_GlobalDefReader *definitions;
  Properties properties = { 0 };
  uint64_t n_read;

  OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  definitions = OTF2_Reader_GetGlobalDefReader (reader);
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback (callbacks, take_properties);
  OTF2_Reader_RegisterGlobalDefCallbacks (reader, definitions, callbacks, &properties);
  g_assert_cmpint (OTF2_Reader_ReadAllGlobalDefinitions (reader, definitions, &n_read), ==,
                   OTF2_SUCCESS);
  OTF2_GlobalDefReaderCallbacks_Delete (callbacks);
  OTF2_Reader_Close (reader);
  return properties;
}

static void
test_earlier (Fixture *fixture, gconstpointer data)
{
  const MadePlan plan = { 1000000000, 10000, 10, 10000, 100 };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) new_trace = NULL;
  Properties properties;

  g_test_summary ("The clock's properties reach as far as the times do.");
  fixture->path = made_write_planned (fixture->folder, &plan);
  trace = read_trace (fixture, fixture->path);
  correct (trace, -4000);
  rewrite (fixture, fixture->path, trace);
  new_trace = read_trace (fixture, fixture->output);
  assert_times (trace, new_trace, 4000);
  properties = read_properties (fixture->output);
  g_assert_cmpuint (properties.offset, ==, 6000);
  g_assert_cmpuint (properties.offset + properties.length, >=, 10000 + 900 + 900 / 8);
  g_assert_cmpuint (properties.real_time, ==, 1000000000000 - 4000);
}

static void
test_negative (Fixture *fixture, gconstpointer data)
{
  const MadePlan plan = { 1000000000, 0, 10, 1000, 100 };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) new_trace = NULL;
  Properties properties;

  g_test_summary ("OTF2 has no negative times, so all of them are moved, and that is said.");
  fixture->path = made_write_planned (fixture->folder, &plan);
  trace = read_trace (fixture, fixture->path);
  correct (trace, -4000);
  rewrite (fixture, fixture->path, trace);
  new_trace = read_trace (fixture, fixture->output);
  assert_times (trace, new_trace, 3000);
  properties = read_properties (fixture->output);
  g_assert_cmpuint (properties.offset, ==, 0);
  g_assert_cmpuint (properties.real_time, ==, 1000000000000 - 3000);
  g_assert_cmpuint (fixture->notes->len, >=, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (fixture->notes, 0), "3000 ticks later"));
}

static void
test_coarse (Fixture *fixture, gconstpointer data)
{
  const MadePlan plan = { 3000000, 0, 1000, 100, 3 };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) new_trace = NULL;

  g_test_summary ("Times of a coarse clock are rounded down to its ticks, the same way in all "
                  "streams, and those that did not change keep theirs.");
  fixture->path = made_write_planned (fixture->folder, &plan);
  trace = read_trace (fixture, fixture->path);
  correct (trace, 1001);
  rewrite (fixture, fixture->path, trace);
  new_trace = read_trace (fixture, fixture->output);
  for (guint s = 0; s < MADE_LOCATIONS; s++)
    {
      SpurStream *stream = spur_trace_get_stream (new_trace, s);

      for (guint i = 0; i < plan.n_events; i++)
        {
          gint64 wanted_ns = get_corrected (trace, s, i);

          g_assert_cmpint (spur_stream_get_raw_ns (stream, i), <=, wanted_ns);
          g_assert_cmpint (spur_stream_get_raw_ns (stream, i), >, wanted_ns - 334);
        }
      g_assert_cmpuint (spur_stream_get_n_steps_back (stream), ==, 0);
    }
  g_assert_cmpint (spur_stream_get_ticks (spur_trace_get_stream (new_trace, 0), 0), ==, 100);
}

static guint
count_entries (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_entries = 0;

  while (g_dir_read_name (dir) != NULL)
    n_entries++;
  return n_entries;
}

static void
assert_refused (
  Fixture *fixture, const char *path, SpurTrace *trace, const SpurJob *job, GQuark domain, int code)
{
  guint n_before = count_entries (fixture->folder);
  g_autoptr (GError) error = NULL;

  g_assert_false (
    spur_codec_rewrite (fixture->codec, path, trace, fixture->output, job, fixture->notes, &error));
  g_assert_error (error, domain, code);
  g_assert_cmpuint (count_entries (fixture->folder), ==, n_before);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  const MadePlan plan = { 1000000000, 0, 100, 1000, 100 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const SpurJob cancelled = { .cancellable = cancellable };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) other = NULL;
  g_autofree char *small = NULL;

  g_test_summary ("What cannot be done leaves nothing behind.");
  fixture->path = made_write_planned (fixture->folder, &plan);
  trace = read_trace (fixture, fixture->path);
  correct (trace, 100);
  small = otf2_archive_write_small (fixture->folder);
  other = read_trace (fixture, small);
  assert_refused (fixture, fixture->path, other, NULL, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
  g_cancellable_cancel (cancellable);
  assert_refused (fixture, fixture->path, trace, &cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  rewrite (fixture, fixture->path, trace);
  rewrite (fixture, fixture->path, trace);
  g_assert_cmpint (g_unlink (fixture->output), ==, 0);
  assert_refused (fixture, fixture->path, trace, NULL, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_free (fixture->output);
  fixture->output = g_build_filename (fixture->folder, "new.spur", NULL);
  assert_refused (fixture, fixture->path, trace, NULL, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
}

/* Markers, snapshots and flushes, as they are read again. */
typedef struct
{
  guint64 times[8];
  guint n_times;
} Seen;

static void
see (Seen *seen, guint64 time)
{
  g_assert_cmpuint (seen->n_times, <, G_N_ELEMENTS (seen->times));
  seen->times[seen->n_times++] = time;
}

static OTF2_CallbackCode
see_marker (void *user_data,
            uint64_t time,
            uint64_t duration,
            OTF2_MarkerRef marker,
            OTF2_MarkerScope scope,
            uint64_t id,
            const char *text)
{
  see (user_data, time);
  see (user_data, duration);
  g_assert_cmpstr (text, ==, "here");
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
see_snapshot (OTF2_LocationRef location,
              OTF2_TimeStamp time,
              void *user_data,
              OTF2_AttributeList *attributes,
              uint64_t n_records)
{
  see (user_data, time);
  g_assert_cmpuint (n_records, ==, 1);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
see_enter (OTF2_LocationRef location,
           OTF2_TimeStamp time,
           void *user_data,
           OTF2_AttributeList *attributes,
           OTF2_TimeStamp original_time,
           OTF2_RegionRef region)
{
  see (user_data, time);
  see (user_data, original_time);
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
see_flush (OTF2_LocationRef location,
           OTF2_TimeStamp time,
           uint64_t position,
           void *user_data,
           OTF2_AttributeList *attributes,
           OTF2_TimeStamp stop_time)
{
  see (user_data, time);
  see (user_data, stop_time);
  return OTF2_CALLBACK_SUCCESS;
}

static void
read_markers (OTF2_Reader *reader, Seen *seen)
{
  OTF2_MarkerReader *markers = OTF2_Reader_GetMarkerReader (reader);
  OTF2_MarkerReaderCallbacks *callbacks = OTF2_MarkerReaderCallbacks_New ();
  uint64_t n_read;

  OTF2_MarkerReaderCallbacks_SetMarkerCallback (callbacks, see_marker);
  OTF2_Reader_RegisterMarkerCallbacks (reader, markers, callbacks, seen);
  g_assert_cmpint (OTF2_Reader_ReadAllMarkers (reader, markers, &n_read), ==, OTF2_SUCCESS);
  OTF2_MarkerReaderCallbacks_Delete (callbacks);
}

static void
read_snapshots (OTF2_Reader *reader, Seen *seen)
{
  OTF2_SnapReaderCallbacks *callbacks = OTF2_SnapReaderCallbacks_New ();
  OTF2_SnapReader *snapshots;
  uint64_t n_read;

  OTF2_Reader_OpenSnapFiles (reader);
  snapshots = OTF2_Reader_GetSnapReader (reader, 0);
  OTF2_SnapReaderCallbacks_SetSnapshotStartCallback (callbacks, see_snapshot);
  OTF2_SnapReaderCallbacks_SetEnterCallback (callbacks, see_enter);
  OTF2_Reader_RegisterSnapCallbacks (reader, snapshots, callbacks, seen);
  g_assert_cmpint (OTF2_Reader_ReadAllLocalSnapshots (reader, snapshots, &n_read), ==,
                   OTF2_SUCCESS);
  OTF2_Reader_CloseSnapReader (reader, snapshots);
  OTF2_SnapReaderCallbacks_Delete (callbacks);
}

static void
read_flushes (OTF2_Reader *reader, Seen *seen)
{
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New ();
  OTF2_EvtReader *events;
  uint64_t n_read;

  OTF2_Reader_OpenEvtFiles (reader);
  events = OTF2_Reader_GetEvtReader (reader, 0);
  OTF2_EvtReaderCallbacks_SetBufferFlushCallback (callbacks, see_flush);
  OTF2_Reader_RegisterEvtCallbacks (reader, events, callbacks, seen);
  g_assert_cmpint (OTF2_Reader_ReadAllLocalEvents (reader, events, &n_read), ==, OTF2_SUCCESS);
  OTF2_Reader_CloseEvtReader (reader, events);
  OTF2_EvtReaderCallbacks_Delete (callbacks);
}

static void
test_others (Fixture *fixture, gconstpointer data)
{
  /* An offset of 500 in the only stream. */
  static const guint64 markers[] = { 1500, 2000, 255, 10 };
  static const guint64 snapshots[] = { 2000, 2000, 1500 };
  static const guint64 flushes[] = { 2500, 3000 };
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (500);
  OTF2_Reader *reader;
  Seen seen = { { 0 }, 0 };

  g_test_summary ("Markers of a location, snapshots and the ends of flushes move with its clock.");
  fixture->path = made_write_others (fixture->folder);
  trace = read_trace (fixture, fixture->path);
  correction = spur_correction_new (spur_trace_get_n_streams (trace));
  spur_correction_append_map (correction, 0, map);
  spur_trace_set_correction (trace, correction);
  rewrite (fixture, fixture->path, trace);
  reader = OTF2_Reader_Open (fixture->output);
  OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  OTF2_Reader_SelectLocation (reader, 0);
  read_markers (reader, &seen);
  g_assert_cmpmem (seen.times, seen.n_times * sizeof (guint64), markers, sizeof markers);
  seen.n_times = 0;
  read_snapshots (reader, &seen);
  g_assert_cmpmem (seen.times, seen.n_times * sizeof (guint64), snapshots, sizeof snapshots);
  seen.n_times = 0;
  read_flushes (reader, &seen);
  g_assert_cmpmem (seen.times, seen.n_times * sizeof (guint64), flushes, sizeof flushes);
  OTF2_Reader_Close (reader);
}

/* @suffix: of a file of the archive; rewriting it shortened or with a byte changed fails or not,
 * but nothing else happens, and what fails leaves nothing. */
static void
damage (Fixture *fixture, SpurTrace *trace, const char *suffix)
{
  g_autofree char *path = g_build_filename (fixture->folder, suffix, NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  n_bytes = MIN (n_bytes, 400);
  for (gsize i = 0; i < 2 * n_bytes; i++)
    {
      g_autofree char *damaged = g_memdup2 (bytes, n_bytes);
      g_autoptr (GError) error = NULL;
      guint n_before = count_entries (fixture->folder);
      gsize at = i / 2;

      damaged[at] = (char) (i % 2 == 0 ? damaged[at] ^ 0x55 : damaged[at]);
      g_unlink (path);
      g_assert_true (
        g_file_set_contents (path, damaged, (gssize) (i % 2 == 0 ? n_bytes : at), NULL));
      g_free (fixture->output);
      fixture->output = g_strdup_printf ("%s/damaged%" G_GSIZE_FORMAT ".otf2", fixture->folder, i);
      if (spur_codec_rewrite (fixture->codec, fixture->path, trace, fixture->output, NULL, NULL,
                              &error))
        continue;
      g_assert_nonnull (error);
      g_assert_cmpuint (count_entries (fixture->folder), ==, n_before);
    }
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
}

static void
test_damaged (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurCorrection) correction = NULL;
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (500);

  g_test_summary ("Files that are damaged after the trace was read do no harm.");
  fixture->path = made_write_others (fixture->folder);
  trace = read_trace (fixture, fixture->path);
  correction = spur_correction_new (spur_trace_get_n_streams (trace));
  spur_correction_append_map (correction, 0, map);
  spur_trace_set_correction (trace, correction);
  damage (fixture, trace, "old.marker");
  damage (fixture, trace, "old/0.snap");
  damage (fixture, trace, "old/0.evt");
  damage (fixture, trace, "old/0.def");
}

#define ADD(name, test) g_test_add ("/otf2-rewrite/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("identical", test_identical);
  ADD ("there-and-back", test_there_and_back);
  ADD ("kinds", test_kinds);
  ADD ("line-ends", test_line_ends);
  ADD ("small", test_small);
  ADD ("insertions", test_insertions);
  ADD ("earlier", test_earlier);
  ADD ("negative", test_negative);
  ADD ("coarse", test_coarse);
  ADD ("refused", test_refused);
  ADD ("others", test_others);
  ADD ("damaged", test_damaged);
  return g_test_run ();
}
