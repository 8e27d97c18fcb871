/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "plugins/formats/otf2/spur-otf2-filler.h"
#include "tests/codecs/otf2-archive.h"
#include "tests/test-corpus.h"

#define PIPIT "otf2-pipit-pingpong/ping-pong-otf2"

static SpurTrace *
read_with (const char *path, guint n_threads)
{
  SpurJob job = { .n_threads = n_threads };
  g_autoptr (SpurCodec) codec = g_object_new (SPUR_TYPE_OTF2_CODEC, NULL);
  g_autofree char *anchor = spur_codec_find (codec, path);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  g_assert_nonnull (anchor);
  trace = spur_codec_read (codec, anchor, &job, &error);
  g_assert_no_error (error);
  return trace;
}

/* NULL, with the test skipped, where traces are not at hand that may not be given on. */
static char *
find_in_corpus (const char *path)
{
  if (spur_test_has_corpus (path) || g_str_has_prefix (path, "otf2-eztrace") ||
      g_str_has_prefix (path, "otf2-pmpi"))
    return spur_test_corpus (path);
  g_test_skip ("SPUR_SHARED does not name the folder of shared traces");
  return NULL;
}

static guint64
get_loss (SpurTrace *trace, const char *what)
{
  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);

      if (strcmp (loss->what, what) == 0)
        return loss->count;
    }
  return 0;
}

static guint64
get_all_losses (SpurTrace *trace)
{
  guint64 sum = 0;

  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    sum += spur_trace_get_loss (trace, i)->count;
  return sum;
}

static guint64
count_class (SpurTrace *trace, const char *name)
{
  guint64 count = 0;

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      for (guint k = 0; k < spur_stream_get_n_chunks (stream); k++)
        {
          const SpurChunk *chunk = spur_stream_get_chunk (stream, k);

          for (guint32 e = 0; e < chunk->n_events; e++)
            count += strcmp (spur_trace_get_class (trace, chunk->classes[e])->name, name) == 0;
        }
    }
  return count;
}

typedef struct
{
  const char *path;
  guint64 n_events;
  guint n_streams;
  guint n_targets;
  guint64 n_sends;
  guint64 n_receives;
  guint64 n_collectives;
  guint64 n_metrics;
  guint64 n_parameters; /* are left out */
} Known;

static const Known known[] = {
  { "otf2-eztrace-lammps-4", 22944, 4, 4, 3424, 3424, 588, 0, 0 },
  { "otf2-pmpi-lammps-8/true", 82952, 8, 9, 0, 0, 0, 0, 0 },
  { "otf2-pmpi-lammps-8/skewed-a", 82952, 8, 9, 0, 0, 0, 0, 0 },
  { "otf2-pmpi-lammps-8/skewed-b", 82952, 8, 9, 0, 0, 0, 0, 0 },
  { "otf2-pmpi-lammps-8/lost-receive", 82951, 8, 9, 0, 0, 0, 0, 0 },
  { PIPIT, 120, 2, 3, 16, 16, 0, 0, 0 },
  /* 84 records of 3 values each, which are measured on two processes. */
  { PIPIT "-papi", 120 + 84 * 3, 2, 3 + 2 * 3, 16, 16, 0, 84 * 3, 0 },
  { "otf2-sst-10hosts", 22180, 10, 20, 1440, 1440, 1200, 0, 0 },
  /* A process, two device streams, their devices, the host; 28 metrics of the host and one of each
   * device. */
  { "otf2-fastotf2-mi300", 72666, 32, 3 + 2 + 1 + 28 + 2, 0, 0, 0, 72584, 4 },
};

static void
test_counts (gconstpointer data)
{
  const Known *expected = data;
  g_autofree char *path = find_in_corpus (expected->path);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Every event is there, and every peer and region is known.");

  if (path == NULL)
    return;
  trace = read_with (path, 2);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, expected->n_events);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, expected->n_streams);
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), SPUR_TYPE_TARGET), ==,
    expected->n_targets);
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), SPUR_TYPE_LOAD_OBJECT), ==,
    0);
  g_assert_cmpuint (count_class (trace, "OTF2_Unsigned_Metric_Event"), ==, expected->n_metrics);
  g_assert_cmpuint (get_loss (trace, "parameter records"), ==, expected->n_parameters);
  g_assert_cmpuint (get_all_losses (trace), ==, expected->n_parameters);
  if (expected->n_sends == 0)
    return;
  g_assert_cmpuint (count_class (trace, "Channel_Send_Event"), ==, expected->n_sends);
  g_assert_cmpuint (count_class (trace, "Channel_Receive_Event"), ==, expected->n_receives);
  g_assert_cmpuint (count_class (trace, "Collective_Begin_Event"), ==, expected->n_collectives);
  g_assert_cmpuint (count_class (trace, "Collective_End_Event"), ==, expected->n_collectives);
}

/* The first timestamp stands behind the header of the first chunk. */
static gint64
read_first_timestamp (const char *folder, guint stream)
{
  g_autofree char *path = g_strdup_printf ("%s/traces/%u.evt", folder, stream);
  g_autofree char *contents = NULL;
  gsize n_bytes;

  g_assert_true (g_file_get_contents (path, &contents, &n_bytes, NULL));
  g_assert_cmpuint (n_bytes, >, 27);
  g_assert_cmpint (contents[18], ==, 5);
  return (gint64) spur_get_le64 ((const guint8 *) contents + 19);
}

static void
test_raw_ticks (void)
{
  g_autofree char *path = find_in_corpus (PIPIT);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary ("Times are the very ones of the file; clock offsets are kept apart.");

  if (path == NULL)
    return;
  trace = read_with (path, 1);
  for (guint i = 0; i < 2; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      const SpurClock *clock = spur_definitions_get_clock (spur_trace_get_definitions (trace),
                                                           spur_stream_get_clock (stream));
      const SpurClockOffset *offsets;
      guint n_offsets;

      g_assert_cmpint (spur_stream_get_ticks (stream, 0) + (gint64) clock->epoch_ticks, ==,
                       read_first_timestamp (path, i));
      g_assert_cmpuint (clock->resolution_hz, ==, 2095197216);
      g_assert_cmpuint (clock->epoch_ticks, ==, 7397466976977800);
      offsets = spur_stream_get_clock_offsets (stream, &n_offsets);
      g_assert_cmpuint (n_offsets, ==, 2);
      g_assert_cmpint (offsets[0].ticks, <, offsets[1].ticks);
    }
}

static void
assert_equal_streams (SpurStream *a, SpurStream *b)
{
  g_assert_cmpuint (spur_stream_get_n_chunks (a), ==, spur_stream_get_n_chunks (b));
  for (guint i = 0; i < spur_stream_get_n_chunks (a); i++)
    {
      const SpurChunk *first = spur_stream_get_chunk (a, i);
      const SpurChunk *second = spur_stream_get_chunk (b, i);

      g_assert_cmpmem (first->ticks, first->n_events * sizeof *first->ticks, second->ticks,
                       second->n_events * sizeof *second->ticks);
      g_assert_cmpmem (first->classes, first->n_events * sizeof *first->classes, second->classes,
                       second->n_events * sizeof *second->classes);
      g_assert_cmpmem (first->records, first->n_record_bytes, second->records,
                       second->n_record_bytes);
    }
}

static void
test_threads (void)
{
  g_autofree char *path = find_in_corpus ("otf2-pmpi-lammps-8/true");
  g_autoptr (SpurTrace) one = NULL;
  g_autoptr (SpurTrace) many = NULL;

  g_test_summary ("What is read does not depend on the number of threads.");

  if (path == NULL)
    return;
  one = read_with (path, 1);
  many = read_with (path, 5);
  for (guint i = 0; i < 8; i++)
    assert_equal_streams (spur_trace_get_stream (one, i), spur_trace_get_stream (many, i));
}

typedef struct
{
  char *folder;
  SpurTrace *trace;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *anchor = NULL;

  fixture->folder = otf2_archive_make_folder ();
  anchor = otf2_archive_write_small (fixture->folder);
  fixture->trace = read_with (anchor, 1);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->trace);
  otf2_archive_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static guint64
get_field (const Fixture *fixture, guint stream, guint64 event, const char *name)
{
  const SpurEventLayout *layout;
  const guint8 *record =
    spur_stream_get_record (spur_trace_get_stream (fixture->trace, stream), event, &layout);
  int field = spur_event_layout_find_field (layout, name);

  g_assert_cmpint (field, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) field, record);
}

static const char *
get_class_name (const Fixture *fixture, guint stream, guint64 event)
{
  const SpurEventLayout *layout;

  spur_stream_get_record (spur_trace_get_stream (fixture->trace, stream), event, &layout);
  return layout->name;
}

/* Streams and targets of the small archive, by location id. */
enum
{
  WORKER,
  MASTER,
  REMOTE,
  N_PLACES
};

enum
{
  REVERSED,
  WORLD,
  FIRST_SELF
};

static void
test_places (Fixture *fixture, gconstpointer data)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (fixture->trace);
  static const char *const names[] = { "MPI Rank 0: Worker", "MPI Rank 0: Master thread",
                                       "MPI Rank 1" };
  static const char *const kinds[] = { "thread", "thread", "process" };
  static const guint64 n_events[] = { 3, 23, 12 };

  g_test_summary ("A stream and a target for every location with events, a clock a process.");

  g_assert_cmpuint (spur_trace_get_n_streams (fixture->trace), ==, N_PLACES);
  g_assert_cmpuint (spur_definitions_get_n_objects (definitions), ==, N_PLACES);
  g_assert_cmpuint (spur_definitions_get_n_clocks (definitions), ==, 2);
  for (guint i = 0; i < N_PLACES; i++)
    {
      SpurStream *stream = spur_trace_get_stream (fixture->trace, i);
      const SpurObject *target = spur_definitions_get_object (definitions, i);

      g_assert_cmpstr (spur_stream_get_name (stream), ==, names[i]);
      g_assert_cmpuint (spur_stream_get_target (stream), ==, i);
      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, n_events[i]);
      g_assert_cmpuint (spur_stream_get_clock (stream), ==, i == REMOTE);
      g_assert_cmpstr (target->name, ==, names[i]);
      g_assert_cmpstr (target->kind, ==, kinds[i]);
      g_assert_true (g_type_is_a (target->type, SPUR_TYPE_TARGET));
    }
  g_assert_cmpstr (spur_trace_get_fact (fixture->trace, "hosts"), ==, "node17");
  g_assert_cmpstr (spur_trace_get_fact (fixture->trace, "creator"), ==, "tests");
}

static void
test_clocks (Fixture *fixture, gconstpointer data)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (fixture->trace);
  SpurStream *master = spur_trace_get_stream (fixture->trace, MASTER);
  SpurStream *remote = spur_trace_get_stream (fixture->trace, REMOTE);
  const SpurClock *clock = spur_definitions_get_clock (definitions, 1);
  const SpurClockOffset *offsets;
  guint n_offsets;

  g_test_summary ("Ticks count from the global offset, also backwards; offsets are not applied.");

  g_assert_cmpuint (clock->resolution_hz, ==, SMALL_RESOLUTION_HZ);
  g_assert_cmpuint (clock->epoch_ticks, ==, SMALL_GLOBAL_OFFSET);
  g_assert_cmpuint (clock->domain, !=, spur_definitions_get_clock (definitions, 0)->domain);
  g_assert_cmpint (spur_stream_get_ticks (remote, 0), ==, -100);
  g_assert_cmpint (spur_stream_get_raw_ns (remote, 0), ==, -50);
  g_assert_cmpint (spur_stream_get_ticks (master, 22), ==, 200);
  offsets = spur_stream_get_clock_offsets (master, &n_offsets);
  g_assert_cmpuint (n_offsets, ==, 2);
  g_assert_cmpint (offsets[0].ticks, ==, 0);
  g_assert_cmpint (offsets[0].offset_ticks, ==, 50);
  g_assert_cmpfloat (offsets[0].deviation_ticks, ==, 2.5);
  g_assert_cmpint (offsets[1].ticks, ==, 4000);
  g_assert_cmpint (offsets[1].offset_ticks, ==, -150);
  spur_stream_get_clock_offsets (remote, &n_offsets);
  g_assert_cmpuint (n_offsets, ==, 0);
}

static void
assert_state (const Fixture *fixture,
              guint stream,
              guint64 event,
              const char *class_name,
              const char *name,
              SpurStateKind kind)
{
  const SpurState *state =
    spur_definitions_get_state (spur_trace_get_definitions (fixture->trace),
                                (guint32) get_field (fixture, stream, event, "state"));

  g_assert_cmpstr (get_class_name (fixture, stream, event), ==, class_name);
  g_assert_cmpstr (state->name, ==, name);
  g_assert_cmpint (state->kind, ==, kind);
  g_assert_cmpuint (get_field (fixture, stream, event, "object"), ==, stream);
}

static void
test_regions (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Regions are states, through a location's mapping table too.");

  assert_state (fixture, MASTER, 1, "Region_Enter_Event", "main", SPUR_STATE_WORK);
  assert_state (fixture, REMOTE, 0, "Region_Enter_Event", "main", SPUR_STATE_WORK);
  assert_state (fixture, REMOTE, 1, "Region_Enter_Event", "MPI_Send", SPUR_STATE_COMMUNICATION);
  assert_state (fixture, REMOTE, 3, "Region_Exit_Event", "MPI_Send", SPUR_STATE_COMMUNICATION);
  g_assert_cmpuint (get_field (fixture, MASTER, 20, "state"), ==, SPUR_NONE);
  g_assert_cmpuint (get_loss (fixture->trace, "references to undefined regions"), ==, 2);
}

static void
assert_message (const Fixture *fixture,
                guint stream,
                guint64 event,
                const char *class_name,
                guint32 object,
                guint32 peer,
                guint32 group)
{
  g_assert_cmpstr (get_class_name (fixture, stream, event), ==, class_name);
  g_assert_cmpuint (get_field (fixture, stream, event, "object"), ==, object);
  g_assert_cmpuint (get_field (fixture, stream, event, "peer"), ==, peer);
  g_assert_cmpuint (get_field (fixture, stream, event, "communicator"), ==, group);
}

static void
test_peers (Fixture *fixture, gconstpointer data)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (fixture->trace);
  const SpurGroup *reversed = spur_definitions_get_group (definitions, REVERSED);

  g_test_summary ("Ranks are resolved in their communicator; a process speaks with one voice.");

  g_assert_cmpuint (spur_definitions_get_n_groups (definitions), ==, FIRST_SELF + N_PLACES);
  g_assert_cmpstr (reversed->name, ==, "reversed");
  g_assert_cmpuint (reversed->n_members, ==, 2);
  g_assert_cmpuint (reversed->members[0], ==, REMOTE);
  g_assert_cmpuint (reversed->members[1], ==, MASTER);
  assert_message (fixture, MASTER, 4, "Channel_Send_Event", MASTER, REMOTE, WORLD);
  assert_message (fixture, WORKER, 1, "Channel_Send_Event", MASTER, REMOTE, WORLD);
  assert_message (fixture, REMOTE, 2, "Channel_Send_Event", REMOTE, MASTER, WORLD);
  assert_message (fixture, REMOTE, 4, "Channel_Send_Event", REMOTE, MASTER, REVERSED);
  assert_message (fixture, REMOTE, 5, "Channel_Receive_Event", REMOTE, MASTER, WORLD);
  g_assert_cmpuint (get_field (fixture, REMOTE, 5, "posted"), ==, 0);
  g_assert_cmpuint (get_field (fixture, MASTER, 4, "tag"), ==, 9);
  g_assert_cmpuint (get_field (fixture, MASTER, 4, "size"), ==, 64);
}

static void
test_unresolved (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("What refers to nothing is kept and counted.");

  assert_message (fixture, MASTER, 16, "Channel_Send_Event", MASTER, SPUR_NONE, WORLD);
  assert_message (fixture, MASTER, 17, "Channel_Send_Event", MASTER, MASTER, FIRST_SELF + MASTER);
  assert_message (fixture, MASTER, 18, "Channel_Send_Event", MASTER, SPUR_NONE, SPUR_NONE);
  g_assert_cmpuint (get_loss (fixture->trace, "message peers outside of their communicator"), ==,
                    2);
  g_assert_cmpuint (get_loss (fixture->trace, "references to undefined communicators"), ==, 1);
  g_assert_cmpuint (get_loss (fixture->trace, "collective roots outside of their communicator"), ==,
                    1);
  g_assert_cmpuint (get_loss (fixture->trace, "non-blocking receives that were not posted"), ==, 1);
  g_assert_cmpuint (get_loss (fixture->trace, "metric records of undefined metrics"), ==, 1);
  g_assert_cmpuint (get_loss (fixture->trace, "parameter records"), ==, 1);
  g_assert_cmpuint (get_all_losses (fixture->trace), ==, 2 + 2 + 1 + 1 + 1 + 1 + 1);
}

static void
test_posted (Fixture *fixture, gconstpointer data)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (fixture->trace);
  guint32 kind;

  g_test_summary ("A receive says how many events ago it was posted, whatever came first.");

  g_assert_cmpstr (get_class_name (fixture, MASTER, 2), ==, "Request_Event");
  g_assert_cmpuint (get_field (fixture, MASTER, 2, "request"), ==, 1);
  kind = (guint32) get_field (fixture, MASTER, 2, "kind");
  g_assert_cmpstr (spur_definitions_get_string (definitions, kind), ==, "receive posted");
  assert_message (fixture, MASTER, 5, "Channel_Receive_Event", MASTER, REMOTE, WORLD);
  g_assert_cmpuint (get_field (fixture, MASTER, 5, "posted"), ==, 2);
  g_assert_cmpuint (get_field (fixture, MASTER, 6, "posted"), ==, 4);
  kind = (guint32) get_field (fixture, MASTER, 7, "kind");
  g_assert_cmpstr (spur_definitions_get_string (definitions, kind), ==, "send complete");
  g_assert_cmpstr (get_class_name (fixture, MASTER, 7), ==, "Send_Completion_Event");
  g_assert_cmpuint (get_field (fixture, MASTER, 7, "posted"), ==, 3);
  g_assert_cmpuint (get_field (fixture, REMOTE, 6, "posted"), ==, 0);
}

static void
assert_collective (const Fixture *fixture,
                   guint64 event,
                   const char *operation,
                   guint32 group,
                   SpurPattern pattern,
                   guint32 root)
{
  guint32 name = (guint32) get_field (fixture, MASTER, event, "operation");

  g_assert_cmpstr (get_class_name (fixture, MASTER, event - 1), ==, "Collective_Begin_Event");
  g_assert_cmpstr (get_class_name (fixture, MASTER, event), ==, "Collective_End_Event");
  g_assert_cmpstr (spur_definitions_get_string (spur_trace_get_definitions (fixture->trace), name),
                   ==, operation);
  g_assert_cmpuint (get_field (fixture, MASTER, event, "communicator"), ==, group);
  g_assert_cmpuint (get_field (fixture, MASTER, event, "pattern"), ==, pattern);
  g_assert_cmpuint (get_field (fixture, MASTER, event, "root"), ==, root);
}

static void
test_collectives (Fixture *fixture, gconstpointer data)
{
  guint32 kind = (guint32) get_field (fixture, MASTER, 0, "kind");

  g_test_summary ("Who waits for whom follows from the operation; an impossible root from none.");

  assert_collective (fixture, 9, "Allreduce", REVERSED, SPUR_PATTERN_N_TO_N, SPUR_NONE);
  assert_collective (fixture, 11, "Bcast", REVERSED, SPUR_PATTERN_ONE_TO_N, 1);
  assert_collective (fixture, 13, "Alltoallv", FIRST_SELF + MASTER, SPUR_PATTERN_PAIRS, SPUR_NONE);
  assert_collective (fixture, 15, "Reduce", WORLD, SPUR_PATTERN_INTERNAL, SPUR_NONE);
  g_assert_cmpuint (get_field (fixture, MASTER, 9, "sent"), ==, 16);
  g_assert_cmpstr (get_class_name (fixture, MASTER, 0), ==, "OTF2_Marker_Event");
  g_assert_cmpstr (spur_definitions_get_string (spur_trace_get_definitions (fixture->trace), kind),
                   ==, "ProgramBegin");
}

static void
test_find (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SpurCodec) codec = g_object_new (SPUR_TYPE_OTF2_CODEC, NULL);
  g_autofree char *anchor = g_build_filename (fixture->folder, "small.otf2", NULL);
  g_autofree char *global = g_build_filename (fixture->folder, "small.def", NULL);
  g_autofree char *other = g_build_filename (fixture->folder, "small", "other.otf2", NULL);
  g_autofree char *outer = otf2_archive_make_folder ();
  g_autofree char *moved = g_build_filename (outer, "inner", NULL);
  g_autofree char *inner = g_build_filename (moved, "small.otf2", NULL);
  g_autofree char *by_file = spur_codec_find (codec, anchor);
  g_autofree char *by_folder = NULL;
  g_autofree char *by_outer = NULL;

  g_test_summary (
    "An archive is found by its anchor file's content, by its folder, and one above.");

  g_assert_true (g_file_set_contents (other, "no anchor", -1, NULL));
  by_folder = spur_codec_find (codec, fixture->folder);
  g_assert_cmpstr (by_file, ==, anchor);
  g_assert_cmpstr (by_folder, ==, anchor);
  g_assert_null (spur_codec_find (codec, global));
  g_assert_null (spur_codec_find (codec, other));
  g_assert_null (spur_codec_find (codec, outer));
  g_assert_cmpint (rename (fixture->folder, moved), ==, 0);
  by_outer = spur_codec_find (codec, outer);
  g_assert_cmpstr (by_outer, ==, inner);
  otf2_archive_remove_folder (outer);
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SpurJob job = { .cancellable = cancellable };
  g_autoptr (SpurCodec) codec = g_object_new (SPUR_TYPE_OTF2_CODEC, NULL);
  g_autofree char *anchor = g_build_filename (fixture->folder, "small.otf2", NULL);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (spur_codec_read (codec, anchor, &job, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_requests (void)
{
  g_autoptr (GHashTable) model = g_hash_table_new (NULL, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (17);
  SpurOtf2Requests requests;

  g_test_summary ("The table of requests does what a hash table does.");

  spur_otf2_requests_init (&requests);
  for (guint i = 1; i < 200000; i++)
    {
      guint64 request = (guint64) g_rand_int_range (random, 0, 300)
                        << g_rand_int_range (random, 0, 2) * 32;
      gpointer key = GSIZE_TO_POINTER (request + 1), value;
      guint64 event = 0;

      if (g_rand_boolean (random))
        {
          spur_otf2_requests_put (&requests, request, i);
          g_hash_table_insert (model, key, GUINT_TO_POINTER (i));
          continue;
        }
      if (g_hash_table_steal_extended (model, key, NULL, &value))
        {
          g_assert_true (spur_otf2_requests_take (&requests, request, &event));
          g_assert_cmpuint (event, ==, GPOINTER_TO_UINT (value));
        }
      else
        g_assert_false (spur_otf2_requests_take (&requests, request, &event));
    }
  g_assert_cmpuint (requests.n_used, ==, g_hash_table_size (model));
  spur_otf2_requests_clear (&requests);
}

#define ADD(name, test) g_test_add ("/otf2/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("places", test_places);
  ADD ("clocks", test_clocks);
  ADD ("regions", test_regions);
  ADD ("peers", test_peers);
  ADD ("unresolved", test_unresolved);
  ADD ("posted", test_posted);
  ADD ("collectives", test_collectives);
  ADD ("find", test_find);
  ADD ("cancelled", test_cancelled);
  g_test_add_func ("/otf2/requests", test_requests);
  g_test_add_func ("/otf2/raw-ticks", test_raw_ticks);
  g_test_add_func ("/otf2/threads", test_threads);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *name = g_strconcat ("/otf2/counts/", known[i].path, NULL);

      g_test_add_data_func (name, &known[i], test_counts);
    }
  return g_test_run ();
}
