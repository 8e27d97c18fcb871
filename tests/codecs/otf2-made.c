/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/codecs/otf2-made.h"

#include <otf2/otf2.h>

#define CHUNK_BYTES (256 * 1024)

static OTF2_FlushType
always_flush (
  void *user_data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_last)
{
  return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flush_callbacks = { always_flush, NULL };

static void
write_planned_events (OTF2_Archive *archive, const MadePlan *plan)
{
  OTF2_Archive_OpenEvtFiles (archive);
  OTF2_Archive_OpenDefFiles (archive);
  for (guint l = 0; l < MADE_LOCATIONS; l++)
    {
      OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter (archive, l);
      OTF2_DefWriter *definitions = OTF2_Archive_GetDefWriter (archive, l);

      for (guint i = 0; i < plan->n_events; i++)
        {
          guint64 ticks = plan->first_ticks + i * plan->step_ticks;

          if (i % 2 == 0)
            OTF2_EvtWriter_Enter (writer, NULL, ticks, 0);
          else
            OTF2_EvtWriter_Leave (writer, NULL, ticks, 0);
        }
      OTF2_Archive_CloseEvtWriter (archive, writer);
      OTF2_Archive_CloseDefWriter (archive, definitions);
    }
  OTF2_Archive_CloseEvtFiles (archive);
  OTF2_Archive_CloseDefFiles (archive);
}

static void
write_planned_definitions (OTF2_Archive *archive, const MadePlan *plan)
{
  OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter (archive);
  guint64 length = plan->n_events * plan->step_ticks + 1;

  OTF2_GlobalDefWriter_WriteClockProperties (writer, plan->resolution_hz, plan->global_offset,
                                             length, 1000000000000);
  OTF2_GlobalDefWriter_WriteString (writer, 0, "thing");
  OTF2_GlobalDefWriter_WriteRegion (writer, 0, 0, 0, 0, OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER,
                                    OTF2_REGION_FLAG_NONE, 0, 0, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (writer, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (guint l = 0; l < MADE_LOCATIONS; l++)
    {
      OTF2_GlobalDefWriter_WriteLocationGroup (writer, l, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                               OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation (writer, l, 0, OTF2_LOCATION_TYPE_CPU_THREAD,
                                          plan->n_events, l);
    }
  OTF2_Archive_CloseGlobalDefWriter (archive, writer);
}

char *
made_write_planned (const char *folder, const MadePlan *plan)
{
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "old", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);

  g_assert_nonnull (archive);
  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_planned_events (archive, plan);
  write_planned_definitions (archive, plan);
  OTF2_Archive_Close (archive);
  return g_build_filename (folder, "old.otf2", NULL);
}

/* One of each kind that has a form of its own: a single field, fields, lists, strings, none; each
 * with a list of attributes before it. */
static void
write_kinds (OTF2_EvtWriter *w)
{
  OTF2_AttributeList *list = OTF2_AttributeList_New ();
  OTF2_Type types[] = { OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE };
  OTF2_MetricValue values[] = { { .unsigned_int = 5 }, { .floating_point = 0.25 } };
  OTF2_StringRef arguments[] = { 0, 0, 0 };
  guint64 t = 20000;

#define WITH_ATTRIBUTES(call)                                                                      \
  OTF2_AttributeList_AddUint64 (list, 0, G_MAXUINT64 - t);                                         \
  OTF2_AttributeList_AddDouble (list, 1, 0.5);                                                     \
  OTF2_AttributeList_AddInt8 (list, 2, 5);                                                         \
  OTF2_EvtWriter_##call;                                                                           \
  t += t % 3

  WITH_ATTRIBUTES (ProgramBegin (w, list, t, 0, 3, arguments));
  WITH_ATTRIBUTES (Enter (w, list, t, OTF2_UNDEFINED_REGION));
  WITH_ATTRIBUTES (Enter (w, list, t, 0));
  WITH_ATTRIBUTES (MeasurementOnOff (w, list, t, OTF2_MEASUREMENT_OFF));
  WITH_ATTRIBUTES (BufferFlush (w, list, t, t + 5));
  WITH_ATTRIBUTES (MpiIsendComplete (w, list, t, 5));
  WITH_ATTRIBUTES (MpiCollectiveBegin (w, list, t));
  WITH_ATTRIBUTES (Metric (w, list, t, 7, 2, types, values));
  WITH_ATTRIBUTES (ParameterString (w, list, t, 1, 0));
  WITH_ATTRIBUTES (ParameterInt (w, list, t, 1, G_MININT64));
  WITH_ATTRIBUTES (ThreadFork (w, list, t, OTF2_PARADIGM_OPENMP, 4));
  WITH_ATTRIBUTES (ThreadTaskCreate (w, list, t, 1, 2, 3));
  WITH_ATTRIBUTES (RmaAtomic (w, list, t, 1, 2, OTF2_RMA_ATOMIC_TYPE_SWAP, 8, 8, 9));
  WITH_ATTRIBUTES (IoSeek (w, list, t, 1, -5, OTF2_IO_SEEK_FROM_START, 17));
  WITH_ATTRIBUTES (CallingContextEnter (w, list, t, 3, 4));
  WITH_ATTRIBUTES (CallingContextSample (w, list, t, 3, 4, 5));
  WITH_ATTRIBUTES (CommCreate (w, list, t, 3));
  WITH_ATTRIBUTES (ProgramEnd (w, list, t, -1));
#undef WITH_ATTRIBUTES
  OTF2_AttributeList_Delete (list);
}

char *
made_write_kinds (const char *folder)
{
  const MadePlan plan = { 1000000000, 20000, 18, 0, 1000 };
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "old", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);

  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  OTF2_Archive_OpenEvtFiles (archive);
  OTF2_Archive_OpenDefFiles (archive);
  for (guint l = 0; l < MADE_LOCATIONS; l++)
    {
      OTF2_EvtWriter *events = OTF2_Archive_GetEvtWriter (archive, l);
      OTF2_DefWriter *definitions = OTF2_Archive_GetDefWriter (archive, l);

      write_kinds (events);
      OTF2_Archive_CloseEvtWriter (archive, events);
      OTF2_Archive_CloseDefWriter (archive, definitions);
    }
  OTF2_Archive_CloseEvtFiles (archive);
  OTF2_Archive_CloseDefFiles (archive);
  write_planned_definitions (archive, &plan);
  OTF2_Archive_Close (archive);
  return g_build_filename (folder, "old.otf2", NULL);
}

static void
write_others (OTF2_Archive *archive)
{
  OTF2_EvtWriter *events;
  OTF2_SnapWriter *snapshots;
  OTF2_DefWriter *definitions;
  OTF2_MarkerWriter *markers;

  OTF2_Archive_OpenEvtFiles (archive);
  OTF2_Archive_OpenDefFiles (archive);
  OTF2_Archive_OpenSnapFiles (archive);
  events = OTF2_Archive_GetEvtWriter (archive, 0);
  OTF2_EvtWriter_Enter (events, NULL, 1000, 0);
  OTF2_EvtWriter_BufferFlush (events, NULL, 2000, 2500);
  OTF2_EvtWriter_Leave (events, NULL, 3000, 0);
  OTF2_Archive_CloseEvtWriter (archive, events);
  events = OTF2_Archive_GetEvtWriter (archive, 1);
  for (guint i = 0; i < 3; i++)
    OTF2_EvtWriter_Enter (events, NULL, 1000, 0);
  OTF2_Archive_CloseEvtWriter (archive, events);
  snapshots = OTF2_Archive_GetSnapWriter (archive, 0);
  OTF2_SnapWriter_SnapshotStart (snapshots, NULL, 1500, 1);
  OTF2_SnapWriter_Enter (snapshots, NULL, 1500, 1000, 0);
  OTF2_SnapWriter_SnapshotEnd (snapshots, NULL, 1500, 2);
  OTF2_Archive_CloseSnapWriter (archive, snapshots);
  for (guint l = 0; l < MADE_LOCATIONS; l++)
    {
      definitions = OTF2_Archive_GetDefWriter (archive, l);
      OTF2_Archive_CloseDefWriter (archive, definitions);
    }
  OTF2_Archive_CloseEvtFiles (archive);
  OTF2_Archive_CloseDefFiles (archive);
  OTF2_Archive_CloseSnapFiles (archive);
  markers = OTF2_Archive_GetMarkerWriter (archive);
  OTF2_MarkerWriter_WriteDefMarker (markers, 0, "group", "kind", OTF2_SEVERITY_LOW);
  OTF2_MarkerWriter_WriteMarker (markers, 1000, 2000, 0, OTF2_MARKER_SCOPE_LOCATION, 0, "here");
  OTF2_MarkerWriter_WriteMarker (markers, 255, 10, 0, OTF2_MARKER_SCOPE_GLOBAL, 0, "here");
  OTF2_Archive_CloseMarkerWriter (archive, markers);
}

char *
made_write_others (const char *folder)
{
  const MadePlan plan = { 1000000000, 0, 3, 1000, 1000 };
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "old", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);

  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_others (archive);
  write_planned_definitions (archive, &plan);
  OTF2_Archive_Close (archive);
  return g_build_filename (folder, "old.otf2", NULL);
}
