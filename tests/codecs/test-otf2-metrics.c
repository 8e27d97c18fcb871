/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Metrics and device streams of an archive that has each way to define them. */
#include "config.h"

#include <math.h>
#include <otf2/otf2.h>
#include <string.h>

#include "events/spur-events.h"
#include "plugins/formats/otf2/spur-otf2-read.h"
#include "plugins/formats/otf2/spur-otf2-rewrite.h"
#include "tests/codecs/otf2-archive.h"

#define CHUNK_BYTES (256 * 1024)
#define BEYOND_DOUBLES ((G_GUINT64_CONSTANT (1) << 53) + 1)

enum
{
  TEXT_EMPTY,
  TEXT_MACHINE,
  TEXT_HOST,
  TEXT_NODE,
  TEXT_CARD,
  TEXT_DEVICE,
  TEXT_RANK_0,
  TEXT_RANK_1,
  TEXT_CONTEXT,
  TEXT_MASTER,
  TEXT_WORKER,
  TEXT_STREAM,
  TEXT_THING,
  TEXT_INSTRUCTIONS,
  TEXT_BALANCE,
  TEXT_TEMPERATURE,
  TEXT_POWER,
  TEXT_BYTES,
  TEXT_KELVIN,
  TEXT_WATT,
  TEXT_TEAM,
  TEXT_HUGE,
  N_TEXTS
};

static const char *const texts[N_TEXTS] = {
  "",        "machine", "node17", "node",   "card0", "device", "Rank 0",  "Rank 1",
  "Context", "Master",  "Worker", "Stream", "thing", "instr",  "balance", "temp",
  "power",   "B",       "K",      "W",      "team",  "huge",
};

/* Locations. That of the metrics comes before the threads of its process. */
enum
{
  METRICS = 1,
  MASTER = 10,
  WORKER = 11,
  STREAM = 20,
  OTHER = 30,
  OTHER_METRICS = 31,
  SILENT = 40
};

/* Metrics and their members. */
enum
{
  THREAD_METRIC = 100,
  ABSTRACT_METRIC = 101,
  ODD_METRIC = 102,
  OF_HOST = 200,
  OF_PROCESS = 201,
  OF_WORKER = 202,
  OF_TEAM = 203,
  OF_NOTHING = 204,
  OF_DEVICE = 205,
  OF_SILENT = 206,
  UNDEFINED_METRIC = 999
};

static OTF2_FlushType
always_flush (
  void *user_data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_last)
{
  return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flush_callbacks = { always_flush, NULL };

static void
write_one (OTF2_EvtWriter *w, OTF2_TimeStamp time, OTF2_MetricRef metric, guint64 value)
{
  OTF2_Type type = OTF2_TYPE_UINT64;
  OTF2_MetricValue number = { .unsigned_int = value };

  OTF2_EvtWriter_Metric (w, NULL, time, metric, 1, &type, &number);
}

static void
write_three (OTF2_EvtWriter *w, OTF2_TimeStamp time, OTF2_MetricRef metric, double last)
{
  OTF2_Type types[] = { OTF2_TYPE_UINT64, OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_UINT64 };
  OTF2_MetricValue values[] = {
    { .unsigned_int = BEYOND_DOUBLES }, { .signed_int = -3 }, { .floating_point = last }, { 0 }
  };

  OTF2_EvtWriter_Metric (w, NULL, time, metric, 3, types, values);
}

static void
write_metrics (OTF2_EvtWriter *w)
{
  write_one (w, 100, OF_HOST, 5);
  write_one (w, 200, OF_PROCESS, 6);
  write_one (w, 300, OF_TEAM, 7);
  write_one (w, 400, OF_NOTHING, 8);
  write_one (w, 500, OF_DEVICE, 9);
  write_one (w, 600, OF_SILENT, 10);
}

/* With several records of one time, of which some are left out. */
static void
write_master (OTF2_EvtWriter *w)
{
  OTF2_Type types[] = { OTF2_TYPE_UINT8, OTF2_TYPE_INT64, OTF2_TYPE_DOUBLE, OTF2_TYPE_UINT64 };
  OTF2_MetricValue values[4] = { { .unsigned_int = 1 } };

  OTF2_EvtWriter_Enter (w, NULL, 100, 0);
  write_one (w, 100, UNDEFINED_METRIC, 1);
  write_three (w, 100, THREAD_METRIC, 1.5);
  write_three (w, 100, THREAD_METRIC, 2.5);
  OTF2_EvtWriter_Leave (w, NULL, 100, 0);
  write_three (w, 200, THREAD_METRIC, NAN);
  OTF2_EvtWriter_Metric (w, NULL, 300, THREAD_METRIC, 4, types, values);
  OTF2_EvtWriter_Metric (w, NULL, 400, THREAD_METRIC, 0, types, values);
  OTF2_EvtWriter_Metric (w, NULL, 500, ODD_METRIC, 2, types + 2, values + 2);
  OTF2_EvtWriter_Enter (w, NULL, 600, 0);
}

static void
write_worker (OTF2_EvtWriter *w)
{
  write_three (w, 150, THREAD_METRIC, -0.5);
}

static void
write_stream (OTF2_EvtWriter *w)
{
  OTF2_EvtWriter_Enter (w, NULL, 120, 0);
  OTF2_EvtWriter_Leave (w, NULL, 180, 0);
}

/* By its own ids: 0 is THREAD_METRIC. */
static void
write_other (OTF2_EvtWriter *w)
{
  OTF2_EvtWriter_Enter (w, NULL, 100, 0);
  write_three (w, 110, 0, 3.5);
}

static void
write_other_metrics (OTF2_EvtWriter *w)
{
  write_one (w, 130, OF_WORKER, 11);
}

static const struct
{
  OTF2_LocationRef id;
  OTF2_StringRef name;
  OTF2_LocationType type;
  OTF2_LocationGroupRef group;
  guint n_events;
  void (*write) (OTF2_EvtWriter *writer);
} locations[] = {
  { METRICS, TEXT_EMPTY, OTF2_LOCATION_TYPE_METRIC, 0, 6, write_metrics },
  { MASTER, TEXT_MASTER, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 10, write_master },
  { WORKER, TEXT_WORKER, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 1, write_worker },
  { STREAM, TEXT_STREAM, OTF2_LOCATION_TYPE_ACCELERATOR_STREAM, 1, 2, write_stream },
  { OTHER, TEXT_MASTER, OTF2_LOCATION_TYPE_CPU_THREAD, 2, 2, write_other },
  { OTHER_METRICS, TEXT_EMPTY, OTF2_LOCATION_TYPE_METRIC, 2, 1, write_other_metrics },
};

static void
write_locations (OTF2_Archive *archive)
{
  OTF2_IdMap *map = OTF2_IdMap_Create (OTF2_ID_MAP_SPARSE, 1);

  OTF2_IdMap_AddIdPair (map, 0, THREAD_METRIC);
  OTF2_Archive_OpenEvtFiles (archive);
  OTF2_Archive_OpenDefFiles (archive);
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    {
      OTF2_EvtWriter *events = OTF2_Archive_GetEvtWriter (archive, locations[i].id);
      OTF2_DefWriter *definitions = OTF2_Archive_GetDefWriter (archive, locations[i].id);

      locations[i].write (events);
      if (locations[i].id == OTHER)
        OTF2_DefWriter_WriteMappingTable (definitions, OTF2_MAPPING_METRIC, map);
      OTF2_Archive_CloseEvtWriter (archive, events);
      OTF2_Archive_CloseDefWriter (archive, definitions);
    }
  OTF2_Archive_CloseEvtFiles (archive);
  OTF2_Archive_CloseDefFiles (archive);
  OTF2_IdMap_Free (map);
}

static void
write_places (OTF2_GlobalDefWriter *w)
{
  OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 0, TEXT_MACHINE, TEXT_MACHINE,
                                            OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 1, TEXT_HOST, TEXT_NODE, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain (w, 1, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 2, TEXT_CARD, TEXT_DEVICE, 1);
  OTF2_GlobalDefWriter_WriteLocationGroup (w, 0, TEXT_RANK_0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 1,
                                           OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocationGroup (w, 1, TEXT_CONTEXT, OTF2_LOCATION_GROUP_TYPE_ACCELERATOR,
                                           2, 0);
  /* A process that the first one made keeps its own clock. */
  OTF2_GlobalDefWriter_WriteLocationGroup (w, 2, TEXT_RANK_1, OTF2_LOCATION_GROUP_TYPE_PROCESS, 1,
                                           0);
  for (guint i = 0; i < G_N_ELEMENTS (locations); i++)
    OTF2_GlobalDefWriter_WriteLocation (w, locations[i].id, locations[i].name, locations[i].type,
                                        locations[i].n_events, locations[i].group);
  OTF2_GlobalDefWriter_WriteLocation (w, SILENT, TEXT_WORKER, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 2);
}

static void
write_members (OTF2_GlobalDefWriter *w)
{
  OTF2_GlobalDefWriter_WriteMetricMember (w, 0, TEXT_INSTRUCTIONS, TEXT_EMPTY,
                                          OTF2_METRIC_TYPE_PAPI, OTF2_METRIC_ACCUMULATED_START,
                                          OTF2_TYPE_UINT64, OTF2_BASE_DECIMAL, 0, TEXT_EMPTY);
  OTF2_GlobalDefWriter_WriteMetricMember (w, 1, TEXT_BALANCE, TEXT_EMPTY, OTF2_METRIC_TYPE_USER,
                                          OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_INT64,
                                          OTF2_BASE_BINARY, 10, TEXT_BYTES);
  OTF2_GlobalDefWriter_WriteMetricMember (w, 2, TEXT_TEMPERATURE, TEXT_EMPTY,
                                          OTF2_METRIC_TYPE_OTHER, OTF2_METRIC_ABSOLUTE_NEXT,
                                          OTF2_TYPE_DOUBLE, OTF2_BASE_DECIMAL, -3, TEXT_KELVIN);
  OTF2_GlobalDefWriter_WriteMetricMember (w, 3, TEXT_POWER, TEXT_EMPTY, OTF2_METRIC_TYPE_OTHER,
                                          OTF2_METRIC_RELATIVE_LAST, OTF2_TYPE_UINT64,
                                          OTF2_BASE_DECIMAL, 3, TEXT_WATT);
  OTF2_GlobalDefWriter_WriteMetricMember (w, 4, TEXT_HUGE, TEXT_EMPTY, OTF2_METRIC_TYPE_OTHER,
                                          OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_DOUBLE,
                                          OTF2_BASE_DECIMAL, G_MAXINT64, TEXT_WATT);
}

static void
write_metric_definitions (OTF2_GlobalDefWriter *w)
{
  const OTF2_MetricMemberRef of_thread[] = { 0, 1, 2 };
  const OTF2_MetricMemberRef abstract[] = { 3 };
  const OTF2_MetricMemberRef odd[] = { 77, 4, 3 };
  static const struct
  {
    OTF2_MetricRef id;
    OTF2_MetricRef of;
    OTF2_LocationRef recorder;
    OTF2_MetricScope scope;
    guint64 scope_id;
  } instances[] = {
    { OF_HOST, ABSTRACT_METRIC, METRICS, OTF2_SCOPE_SYSTEM_TREE_NODE, 1 },
    { OF_PROCESS, ABSTRACT_METRIC, METRICS, OTF2_SCOPE_LOCATION_GROUP, 0 },
    { OF_WORKER, OF_HOST, OTHER_METRICS, OTF2_SCOPE_LOCATION, WORKER },
    { OF_TEAM, ABSTRACT_METRIC, METRICS, OTF2_SCOPE_GROUP, 5 },
    { OF_NOTHING, ABSTRACT_METRIC, METRICS, OTF2_SCOPE_SYSTEM_TREE_NODE, 99 },
    { OF_DEVICE, ABSTRACT_METRIC, METRICS, OTF2_SCOPE_SYSTEM_TREE_NODE, 2 },
    { OF_SILENT, ABSTRACT_METRIC, METRICS, OTF2_SCOPE_LOCATION, SILENT },
  };

  write_members (w);
  OTF2_GlobalDefWriter_WriteMetricClass (w, THREAD_METRIC, 3, of_thread,
                                         OTF2_METRIC_SYNCHRONOUS_STRICT, OTF2_RECORDER_KIND_CPU);
  OTF2_GlobalDefWriter_WriteMetricClass (w, ABSTRACT_METRIC, 1, abstract, OTF2_METRIC_ASYNCHRONOUS,
                                         OTF2_RECORDER_KIND_ABSTRACT);
  OTF2_GlobalDefWriter_WriteMetricClass (w, ODD_METRIC, 3, odd, OTF2_METRIC_SYNCHRONOUS,
                                         OTF2_RECORDER_KIND_CPU);
  for (guint i = 0; i < G_N_ELEMENTS (instances); i++)
    OTF2_GlobalDefWriter_WriteMetricInstance (w, instances[i].id, instances[i].of,
                                              instances[i].recorder, instances[i].scope,
                                              instances[i].scope_id);
}

static char *
write_archive (const char *folder)
{
  const guint64 team[] = { MASTER, OTHER };
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "old", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  OTF2_GlobalDefWriter *w;

  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_locations (archive);
  w = OTF2_Archive_GetGlobalDefWriter (archive);
  OTF2_GlobalDefWriter_WriteClockProperties (w, 1000000000, 0, 10000, 0);
  for (guint i = 0; i < N_TEXTS; i++)
    OTF2_GlobalDefWriter_WriteString (w, i, texts[i]);
  OTF2_GlobalDefWriter_WriteRegion (w, 0, TEXT_THING, TEXT_THING, TEXT_EMPTY, OTF2_REGION_ROLE_CODE,
                                    OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE, TEXT_EMPTY, 0, 0);
  OTF2_GlobalDefWriter_WriteGroup (w, 5, TEXT_TEAM, OTF2_GROUP_TYPE_LOCATIONS,
                                   OTF2_PARADIGM_UNKNOWN, OTF2_GROUP_FLAG_NONE, 2, team);
  write_places (w);
  write_metric_definitions (w);
  OTF2_Archive_CloseGlobalDefWriter (archive, w);
  OTF2_Archive_Close (archive);
  return g_build_filename (folder, "old.otf2", NULL);
}

typedef struct
{
  char *folder;
  char *path;
  SpurTrace *trace;
} Fixture;

static SpurTrace *
read_trace (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_otf2_read (path, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = otf2_archive_make_folder ();
  fixture->path = write_archive (fixture->folder);
  fixture->trace = read_trace (fixture->path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->trace);
  otf2_archive_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static SpurStream *
get_stream (SpurTrace *trace, OTF2_LocationRef location)
{
  guint s = 0;

  while (locations[s].id != location)
    s++;
  return spur_trace_get_stream (trace, s);
}

static guint64
get_field (SpurStream *stream, guint64 event, const char *name)
{
  const SpurEventLayout *layout;
  const guint8 *record = spur_stream_get_record (stream, event, &layout);
  int field = spur_event_layout_find_field (layout, name);

  g_assert_cmpint (field, >=, 0);
  return spur_event_layout_get_uint (layout, (guint) field, record);
}

static const char *
get_class (SpurStream *stream, guint64 event)
{
  const SpurEventLayout *layout;

  spur_stream_get_record (stream, event, &layout);
  return layout->name;
}

static double
get_load (SpurStream *stream, guint64 event)
{
  guint64 bits = get_field (stream, event, "load");
  double load;

  memcpy (&load, &bits, sizeof load);
  return load;
}

static const SpurObject *
get_target (SpurTrace *trace, SpurStream *stream, guint64 event)
{
  return spur_trace_get_object_info (trace, (guint32) get_field (stream, event, "target"));
}

static const char *
get_text (SpurTrace *trace, SpurStream *stream, guint64 event, const char *field)
{
  return spur_trace_get_string (trace, (guint32) get_field (stream, event, field));
}

static void
test_streams (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *target;
    const char *kind;
    guint clock;
    guint64 n_events;
  } expected[] = {
    { "Rank 0: power", "Rank 0: Master", "thread", 0, 6 },
    { "Rank 0: Master", "Rank 0: Master", "thread", 0, 13 },
    { "Rank 0: Worker", "Rank 0: Worker", "thread", 0, 3 },
    { "Context: Stream", "Context: Stream", "accelerator stream", 0, 2 },
    { "Rank 1", "Rank 1", "process", 1, 4 },
    { "Rank 1: power", "Rank 1", "process", 1, 1 },
  };
  SpurTrace *trace = fixture->trace;

  g_test_summary ("Threads, devices and metrics are streams, by the clocks of their processes.");

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, G_N_ELEMENTS (expected));
  g_assert_cmpuint (spur_trace_get_n_clocks (trace), ==, 2);
  for (guint s = 0; s < G_N_ELEMENTS (expected); s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);
      const SpurObject *target =
        spur_trace_get_object_info (trace, spur_stream_get_target (stream));

      g_assert_cmpstr (spur_stream_get_name (stream), ==, expected[s].name);
      g_assert_cmpstr (target->name, ==, expected[s].target);
      g_assert_cmpstr (target->kind, ==, expected[s].kind);
      g_assert_cmpuint (spur_stream_get_clock (stream), ==, expected[s].clock);
      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, expected[s].n_events);
    }
  g_assert_cmpstr (spur_trace_get_fact (trace, "hosts"), ==, "node17");
}

static void
test_members (Fixture *fixture, gconstpointer data)
{
  SpurTrace *trace = fixture->trace;
  SpurStream *master = get_stream (trace, MASTER);

  g_test_summary ("Each value of a record is a load in its unit; integers are kept in full.");

  g_assert_cmpstr (get_class (master, 0), ==, "Region_Enter_Event");
  g_assert_cmpstr (get_class (master, 1), ==, "OTF2_Unsigned_Metric_Event");
  g_assert_cmpuint (get_field (master, 1, "value"), ==, BEYOND_DOUBLES);
  g_assert_cmpfloat (get_load (master, 1), ==, (double) BEYOND_DOUBLES);
  g_assert_cmpstr (get_text (trace, master, 1, "metric"), ==, "instr");
  g_assert_cmpuint (get_field (master, 1, "unit"), ==, SPUR_NONE);
  g_assert_cmpstr (get_text (trace, master, 1, "mode"), ==, "accumulated since the start");
  g_assert_cmpstr (get_target (trace, master, 1)->name, ==, "Rank 0: Master: instr");
  g_assert_cmpstr (get_target (trace, master, 1)->kind, ==, "metric");
  g_assert_cmpuint (get_target (trace, master, 1)->parent, ==, spur_stream_get_target (master));
  g_assert_cmpstr (get_class (master, 2), ==, "OTF2_Signed_Metric_Event");
  g_assert_cmpint ((gint64) get_field (master, 2, "value"), ==, -3);
  g_assert_cmpfloat (get_load (master, 2), ==, -3 * 1024.0);
  g_assert_cmpstr (get_text (trace, master, 2, "unit"), ==, "B");
  g_assert_cmpstr (get_text (trace, master, 2, "mode"), ==, "absolute at this time");
  g_assert_cmpstr (get_class (master, 3), ==, "OTF2_Metric_Event");
  g_assert_cmpfloat (get_load (master, 3), ==, 1.5 / 1000);
  g_assert_cmpstr (get_text (trace, master, 3, "mode"), ==, "absolute until the next value");
  g_assert_cmpfloat (get_load (master, 6), ==, 2.5 / 1000);
  g_assert_cmpstr (get_class (master, 7), ==, "Region_Exit_Event");
  for (guint64 i = 0; i < 8; i++)
    g_assert_cmpint (spur_stream_get_ticks (master, i), ==, 100);
  g_assert_cmpfloat (get_load (get_stream (trace, WORKER), 2), ==, -0.5 / 1000);
  g_assert_cmpfloat (get_load (get_stream (trace, OTHER), 3), ==, 3.5 / 1000);
  g_assert_cmpstr (get_target (trace, get_stream (trace, OTHER), 3)->name, ==, "Rank 1: temp");
}

static void
test_scopes (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    OTF2_LocationRef location;
    guint64 event;
    double load;
    const char *target;
    const char *kind;
    const char *parent;
  } expected[] = {
    { METRICS, 0, 5000, "node17", "host", NULL },
    { METRICS, 1, 6000, "Rank 0", "process", "node17" },
    { METRICS, 2, 7000, "team", "group", NULL },
    { METRICS, 3, 8000, "Rank 0: Master", "thread", "node17" },
    { METRICS, 4, 9000, "card0", "device", "node17" },
    { METRICS, 5, 10000, "Rank 1: Worker", "thread", "node17" },
    { OTHER_METRICS, 0, 11000, "Rank 0: Worker", "thread", "node17" },
  };
  SpurTrace *trace = fixture->trace;

  g_test_summary ("An instance belongs to its scope, wherever it is recorded.");

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      SpurStream *stream = get_stream (trace, expected[i].location);
      const SpurObject *metric = get_target (trace, stream, expected[i].event);
      const SpurObject *scope = spur_trace_get_object_info (trace, metric->parent);
      g_autofree char *name = g_strconcat (expected[i].target, ": power", NULL);

      g_assert_cmpfloat (get_load (stream, expected[i].event), ==, expected[i].load);
      g_assert_cmpstr (metric->name, ==, name);
      g_assert_cmpstr (get_text (trace, stream, expected[i].event, "mode"), ==,
                       "relative since the value before");
      g_assert_cmpstr (scope->name, ==, expected[i].target);
      g_assert_cmpstr (scope->kind, ==, expected[i].kind);
      if (expected[i].parent == NULL)
        g_assert_cmpuint (scope->parent, ==, SPUR_NONE);
      else
        g_assert_cmpstr (spur_trace_get_object_info (trace, scope->parent)->name, ==,
                         expected[i].parent);
    }
}

static void
test_losses (Fixture *fixture, gconstpointer data)
{
  static const SpurLoss expected[] = {
    { "references of metrics to undefined scopes", 1 },
    { "metric records of undefined metrics", 1 },
    { "metric values of undefined members", 2 },
    { "metric values that are not in their record", 4 },
    { "metric values of types that metrics do not have", 1 },
    { "metric values that are not finite", 2 },
  };
  SpurTrace *trace = fixture->trace;

  g_test_summary ("What is no number, has no meaning or is not there is counted by its kind.");

  for (guint i = 0; i < spur_trace_get_n_losses (trace); i++)
    g_test_message ("%s: %" G_GUINT64_FORMAT, spur_trace_get_loss (trace, i)->what,
                    spur_trace_get_loss (trace, i)->count);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const SpurLoss *loss = spur_trace_get_loss (trace, i);

      g_assert_cmpstr (loss->what, ==, expected[i].what);
      g_assert_cmpuint (loss->count, ==, expected[i].count);
    }
}

static void
assert_same_events (SpurTrace *trace, SpurTrace *again, gint64 later_ticks)
{
  g_assert_cmpuint (spur_trace_get_n_streams (again), ==, spur_trace_get_n_streams (trace));
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      SpurStream *old_stream = spur_trace_get_stream (trace, s);
      SpurStream *new_stream = spur_trace_get_stream (again, s);
      guint64 n_events = spur_stream_get_n_events (old_stream);

      g_assert_cmpuint (spur_stream_get_n_events (new_stream), ==, n_events);
      for (guint64 i = 0; i < n_events; i++)
        {
          const SpurEventLayout *old_layout, *new_layout;
          const guint8 *old_record = spur_stream_get_record (old_stream, i, &old_layout);
          const guint8 *new_record = spur_stream_get_record (new_stream, i, &new_layout);

          g_assert_cmpmem (old_record, old_layout->n_bytes, new_record, new_layout->n_bytes);
          g_assert_cmpint (spur_stream_get_ticks (new_stream, i), ==,
                           spur_stream_get_ticks (old_stream, i) + later_ticks * s);
        }
    }
}

static void
test_rewrite (Fixture *fixture, gconstpointer data)
{
  SpurTrace *trace = fixture->trace;
  g_autofree char *output = g_build_filename (fixture->folder, "new.otf2", NULL);
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A rewritten archive has all metrics and device streams, at corrected times.");

  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    {
      g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (1000 * s);

      spur_correction_append_map (correction, s, map);
    }
  spur_trace_set_correction (trace, correction);
  spur_otf2_rewrite (fixture->path, trace, output, NULL, NULL, &error);
  g_assert_no_error (error);
  again = read_trace (output);
  assert_same_events (trace, again, 1000);
}

#define ADD(name, test) g_test_add ("/otf2-metrics/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("streams", test_streams);
  ADD ("members", test_members);
  ADD ("scopes", test_scopes);
  ADD ("losses", test_losses);
  ADD ("rewrite", test_rewrite);
  return g_test_run ();
}
