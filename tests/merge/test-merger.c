/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "core/causality/spur-edges.h"
#include "core/merge/spur-merger.h"
#include "core/model/events/spur-event-type.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/store/sample-trace.h"

/* A process of a program of two, in whose trace all numbers are its own. */
typedef struct
{
  SpurTrace *trace;
  SpurStream *stream;
  guint32 ranks[2];
  guint32 world;
} Process;

/* How a process differs from the other. */
typedef struct
{
  guint rank;
  const char *clock_name;
  guint64 epoch_ticks;
  const char *epoch_unix_ns;
  guint64 extra_hz;
} Setting;

static void
process_init (Process *self, const Setting *setting)
{
  SpurDefinitions *definitions;
  SpurClock clock = { setting->clock_name, "monotonic", 1000000000 + setting->extra_hz,
                      setting->epoch_ticks, 0 };
  g_autofree char *name = g_strdup_printf ("rank %u", setting->rank);
  guint32 host;

  self->trace = spur_trace_new ();
  definitions = spur_trace_get_definitions (self->trace);
  spur_definitions_add_string (definitions, name);
  host = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "host", NULL, SPUR_NONE);

  /* The second process knows the ranks the other way round. */
  for (guint i = 0; i < 2; i++)
    {
      guint rank = (i + setting->rank) % 2;
      g_autofree char *rank_name = g_strdup_printf ("rank %u", rank);

      self->ranks[rank] =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, rank_name, NULL, host);
      spur_definitions_set_object_identifier (definitions, self->ranks[rank], 7, rank);
    }
  self->world = spur_definitions_add_group (definitions, "world", self->ranks, 2);
  spur_definitions_add_clock (definitions, &clock);
  self->stream = spur_trace_add_stream (self->trace, name, 0, self->ranks[setting->rank]);
  spur_stream_set_origin (self->stream, 100 + setting->rank);
  if (setting->epoch_unix_ns != NULL)
    spur_trace_set_fact (self->trace, "epoch-unix-ns", setting->epoch_unix_ns);
}

static void
process_add (Process *self, GType type, guint peer, gint64 ticks)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint8 record[SPUR_LAYOUT_MAX_FIELDS * 8] = { 0 };

  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              self->ranks[1 - peer]);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_PEER], record,
                              self->ranks[peer]);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_COMMUNICATOR], record,
                              self->world);
  spur_stream_append (self->stream, ticks, spur_trace_add_event_type (self->trace, type), record);
}

/* Rank 0 sends to rank 1 ten times. */
static SpurTrace *
make_process (const Setting *setting)
{
  g_autoptr (GError) error = NULL;
  Process process;

  process_init (&process, setting);
  for (gint64 i = 0; i < 10; i++)
    process_add (
      &process, setting->rank == 0 ? SPUR_TYPE_CHANNEL_SEND_EVENT : SPUR_TYPE_CHANNEL_RECEIVE_EVENT,
      1 - setting->rank, 1000 * i + 500 * setting->rank);
  g_assert_true (spur_trace_seal (process.trace, &error));
  g_assert_no_error (error);
  return process.trace;
}

static SpurTrace *
merge (SpurTrace *const *traces, guint n_traces, const char *path)
{
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (GError) error = NULL;
  SpurTrace *merged;

  g_assert_true (path == NULL || spur_merger_begin (merger, path, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < n_traces; i++)
    {
      g_autofree char *name = g_strdup_printf ("trace %u", i);

      spur_merger_add (merger, traces[i], name, NULL, &error);
      g_assert_no_error (error);
    }
  merged = spur_merger_finish (merger, &error);
  g_assert_no_error (error);
  return merged;
}

static void
test_alone (void)
{
  g_test_summary ("One trace alone stays what it is, whatever is in it.");

  for (guint32 seed = 1; seed < 6; seed++)
    {
      g_autoptr (SpurTrace) trace = sample_trace_new (seed, 3, 500, 8192);
      g_autoptr (SpurTrace) merged = merge (&trace, 1, NULL);

      sample_trace_assert_equal (trace, merged);
    }
}

static void
test_processes (void)
{
  const Setting settings[] = { { 0, "a", 0, NULL }, { 1, "a", 0, NULL } };
  g_autoptr (SpurTrace) first = make_process (&settings[0]);
  g_autoptr (SpurTrace) second = make_process (&settings[1]);
  SpurTrace *const traces[] = { first, second };
  g_autoptr (SpurTrace) merged = merge (traces, 2, NULL);
  SpurDefinitions *definitions = spur_trace_get_definitions (merged);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (merged, NULL, &error);
  gsize n_edges;

  g_test_summary ("What processes call the same is the same, so their messages meet.");

  g_assert_no_error (error);
  g_assert_cmpuint (spur_definitions_get_n_objects (definitions), ==, 3);
  g_assert_cmpuint (spur_trace_get_n_streams (merged), ==, 2);
  g_assert_cmpuint (spur_definitions_get_n_strings (definitions), ==, 2);
  g_assert_cmpuint (spur_trace_get_n_events (merged), ==, 20);
  g_assert_cmpuint (spur_stream_get_origin (spur_trace_get_stream (merged, 1)), ==, 101);

  g_assert_cmpuint (spur_definitions_get_n_groups (definitions), ==, 1);
  spur_edges_get_all (edges, &n_edges);
  g_assert_cmpuint (n_edges, ==, 10);
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched_sends, ==, 0);
}

static gint64
get_begin_ns (SpurTrace *trace, guint stream)
{
  return spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), 0);
}

static gint64
get_begin_ticks (SpurTrace *trace, guint stream)
{
  return spur_stream_get_ticks (spur_trace_get_stream (trace, stream), 0);
}

static void
test_epochs (void)
{
  const Setting settings[][2] = {
    { { 0, "a", 5000, NULL }, { 1, "a", 7000, NULL } },
    { { 0, "a", 5000, "1000000" }, { 1, "b", 7000, "1000300" } },
    { { 0, "a", 5000, "1000000" }, { 1, "a", 7000, "999" } },
    { { 0, "a", 5000, NULL }, { 1, "b", 7000, NULL } },
    { { 0, "a", 5000, NULL }, { 1, "a", 7000, NULL, 10000 } },
    { { 0, "a", 5000, NULL }, { 1, "a", 7000, NULL, 10000000 } },
  };
  const gint64 begins_ns[] = { 2500, 800, 2500, 500, 2500, 495 };
  const guint domains[] = { 0, 1, 0, 1, 0, 1 };

  g_test_summary ("Inputs are put beside each other by a clock that both have, or by Unix time.");

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (SpurTrace) first = make_process (&settings[i][0]);
      g_autoptr (SpurTrace) second = make_process (&settings[i][1]);
      SpurTrace *const traces[] = { first, second };
      g_autoptr (SpurTrace) merged = merge (traces, 2, NULL);
      const SpurClock *clock = spur_definitions_get_clock (spur_trace_get_definitions (merged), 1);

      g_assert_cmpint (get_begin_ns (merged, 0), ==, 0);
      g_assert_cmpint (get_begin_ns (merged, 1), ==, begins_ns[i]);
      g_assert_cmpuint (clock->domain, ==, domains[i]);

      /* What the clock itself said is still known, and counters measured twice are one. */
      g_assert_cmpuint (clock->epoch_ticks + (guint64) get_begin_ticks (merged, 1), ==, 7500);
    }
}

static void
test_twice (void)
{
  const Setting setting = { 0, "a", 0, NULL };
  g_autoptr (SpurTrace) trace = make_process (&setting);
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("The same recording twice is an error.");

  g_assert_true (spur_merger_add (merger, trace, "a", NULL, &error));
  g_assert_false (spur_merger_add (merger, trace, "again", NULL, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT);
  g_assert_true (g_str_has_prefix (error->message, "again: stream rank 0"));
}

static SpurTrace *
make_with_class (SpurFieldType type)
{
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new (
    "Our_Event", spur_event_type_get_layout (SPUR_TYPE_CUSTOM_EVENT), SPUR_TYPE_CUSTOM_EVENT);
  SpurTrace *trace = spur_trace_new ();

  spur_event_layout_add_field (layout, "weight", type, SPUR_USE_NONE, "how heavy");
  spur_trace_add_class (trace, layout);
  g_assert_true (spur_trace_seal (trace, NULL));
  return trace;
}

static void
test_conflict (void)
{
  g_autoptr (SpurTrace) a = make_with_class (SPUR_FIELD_UINT32);
  g_autoptr (SpurTrace) b = make_with_class (SPUR_FIELD_DOUBLE);
  g_autoptr (SpurMerger) merger = spur_merger_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("Two definitions of one class that disagree are shown.");

  g_assert_true (spur_merger_add (merger, a, "a.spur", NULL, &error));
  g_assert_false (spur_merger_add (merger, b, "b.spur", NULL, &error));
  g_assert_error (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT);
  g_assert_nonnull (strstr (error->message, "Our_Event"));
  g_assert_nonnull (strstr (error->message, "b.spur"));
}

static SpurTrace *
save_and_open (SpurTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *opened;

  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  opened = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  return opened;
}

static void
test_out_of_core (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-merge-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.spur", NULL);
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SpurTrace) in_memory = NULL;
  g_autoptr (SpurTrace) on_disk = NULL;
  g_autoptr (SpurTrace) opened = NULL;
  guint64 n_events = 0;

  g_test_summary ("A trace that is written while it is merged is the same.");

  for (guint32 seed = 1; seed < 6; seed++)
    {
      SpurTrace *trace = sample_trace_new (seed, 2, 1000, 64);

      for (guint i = 0; i < 2; i++)
        spur_stream_set_origin (spur_trace_get_stream (trace, i), seed * 10 + i);
      n_events += spur_trace_get_n_events (trace);
      g_ptr_array_add (traces, trace);
    }
  in_memory = merge ((SpurTrace *const *) traces->pdata, traces->len, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (in_memory), ==, n_events);
  g_assert_cmpuint (spur_trace_get_n_streams (in_memory), ==, 10);
  on_disk = merge ((SpurTrace *const *) traces->pdata, traces->len, path);
  opened = save_and_open (on_disk, path);
  sample_trace_assert_equal (in_memory, opened);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/merge/merger/alone", test_alone);
  g_test_add_func ("/merge/merger/processes", test_processes);
  g_test_add_func ("/merge/merger/epochs", test_epochs);
  g_test_add_func ("/merge/merger/twice", test_twice);
  g_test_add_func ("/merge/merger/conflict", test_conflict);
  g_test_add_func ("/merge/merger/out-of-core", test_out_of_core);
  return g_test_run ();
}
