/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/codecs/otf2-metric-archive.h"

#include <math.h>
#include <otf2/otf2.h>

#define CHUNK_BYTES (256 * 1024)

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
  OTF2_MetricValue values[] = { { .unsigned_int = METERED_BEYOND_DOUBLES },
                                { .signed_int = -3 },
                                { .floating_point = last },
                                { 0 } };

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

static void
write_lost (OTF2_EvtWriter *w)
{
  write_one (w, METERED_LOST_TIME, UNDEFINED_METRIC, 12);
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
  { METERED_METRICS, TEXT_EMPTY, OTF2_LOCATION_TYPE_METRIC, 0, 6, write_metrics },
  { METERED_MASTER, TEXT_MASTER, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 10, write_master },
  { METERED_WORKER, TEXT_WORKER, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 1, write_worker },
  { METERED_STREAM, TEXT_STREAM, OTF2_LOCATION_TYPE_ACCELERATOR_STREAM, 1, 2, write_stream },
  { METERED_OTHER, TEXT_MASTER, OTF2_LOCATION_TYPE_CPU_THREAD, 2, 2, write_other },
  { METERED_OTHER_METRICS, TEXT_EMPTY, OTF2_LOCATION_TYPE_METRIC, 2, 1, write_other_metrics },
  { METERED_LOST, TEXT_EMPTY, OTF2_LOCATION_TYPE_METRIC, 1, 1, write_lost },
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
      if (locations[i].id == METERED_OTHER)
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
  OTF2_GlobalDefWriter_WriteLocation (w, METERED_SILENT, TEXT_WORKER, OTF2_LOCATION_TYPE_CPU_THREAD,
                                      0, 2);
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
    { OF_HOST, ABSTRACT_METRIC, METERED_METRICS, OTF2_SCOPE_SYSTEM_TREE_NODE, 1 },
    { OF_PROCESS, ABSTRACT_METRIC, METERED_METRICS, OTF2_SCOPE_LOCATION_GROUP, 0 },
    { OF_WORKER, OF_HOST, METERED_OTHER_METRICS, OTF2_SCOPE_LOCATION, METERED_WORKER },
    { OF_TEAM, ABSTRACT_METRIC, METERED_METRICS, OTF2_SCOPE_GROUP, 5 },
    { OF_NOTHING, ABSTRACT_METRIC, METERED_METRICS, OTF2_SCOPE_SYSTEM_TREE_NODE, 99 },
    { OF_DEVICE, ABSTRACT_METRIC, METERED_METRICS, OTF2_SCOPE_SYSTEM_TREE_NODE, 2 },
    { OF_SILENT, ABSTRACT_METRIC, METERED_METRICS, OTF2_SCOPE_LOCATION, METERED_SILENT },
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

char *
otf2_metric_archive_write (const char *folder)
{
  const guint64 team[] = { METERED_MASTER, METERED_OTHER };
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
