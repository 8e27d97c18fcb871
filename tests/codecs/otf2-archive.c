/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/codecs/otf2-archive.h"

#include <glib/gstdio.h>
#include <otf2/otf2.h>

enum
{
  TEXT_EMPTY,
  TEXT_HOST,
  TEXT_RANK_0,
  TEXT_RANK_1,
  TEXT_MASTER,
  TEXT_WORKER,
  TEXT_MAIN,
  TEXT_SEND,
  TEXT_OFF,
  TEXT_WORLD,
  TEXT_SELF,
  TEXT_REVERSED,
  N_TEXTS
};

static const char *const texts[N_TEXTS] = {
  "",     "node17",   "MPI Rank 0",      "MPI Rank 1",     "Master thread", "Worker",
  "main", "MPI_Send", "MEASUREMENT OFF", "MPI_COMM_WORLD", "MPI_COMM_SELF", "reversed",
};

/* The least that libotf2 takes; it is allocated over and over when damaged files are read. */
#define CHUNK_BYTES (256 * 1024)

#define REGION_MAIN 100
#define REGION_SEND 4000000000
#define REGION_OFF 3
#define REGION_UNDEFINED 55
#define COMM_WORLD 5
#define COMM_SELF 6
#define COMM_REVERSED 536870911

char *
otf2_archive_make_folder (void)
{
  char *folder = g_dir_make_tmp ("spur-otf2-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

void
otf2_archive_remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        otf2_archive_remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

static OTF2_FlushType
always_flush (
  void *user_data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_last)
{
  return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flush_callbacks = { always_flush, NULL };

static void
write_master (OTF2_EvtWriter *w)
{
  OTF2_AttributeList *attributes = OTF2_AttributeList_New ();
  OTF2_Type types[] = { OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE };
  OTF2_MetricValue values[] = { { .unsigned_int = 17 }, { .floating_point = 0.5 } };
  OTF2_StringRef arguments[] = { TEXT_MAIN, TEXT_SEND };

  OTF2_AttributeList_AddUint64 (attributes, 0, 26601);
  OTF2_EvtWriter_ProgramBegin (w, attributes, 1000, TEXT_MAIN, 2, arguments);
  OTF2_EvtWriter_Enter (w, NULL, 1010, REGION_MAIN);
  OTF2_EvtWriter_MpiIrecvRequest (w, NULL, 1020, 1);
  OTF2_EvtWriter_MpiIrecvRequest (w, NULL, 1030, G_GUINT64_CONSTANT (1) << 40);
  OTF2_EvtWriter_MpiIsend (w, NULL, 1040, 1, COMM_WORLD, 9, 64, 3);
  OTF2_EvtWriter_MpiIrecv (w, NULL, 1050, 1, COMM_WORLD, 4, 16, G_GUINT64_CONSTANT (1) << 40);
  OTF2_EvtWriter_MpiIrecv (w, NULL, 1060, 1, COMM_WORLD, 4, 8, 1);
  OTF2_EvtWriter_MpiIsendComplete (w, NULL, 1070, 3);
  OTF2_EvtWriter_Metric (w, NULL, 1080, 0, 2, types, values);
  OTF2_EvtWriter_ParameterInt (w, NULL, 1080, 0, -1);
  OTF2_EvtWriter_MpiCollectiveBegin (w, NULL, 1090);
  OTF2_EvtWriter_MpiCollectiveEnd (w, NULL, 1100, OTF2_COLLECTIVE_OP_ALLREDUCE, COMM_REVERSED,
                                   OTF2_UNDEFINED_UINT32, 16, 16);
  OTF2_EvtWriter_MpiCollectiveBegin (w, NULL, 1110);
  OTF2_EvtWriter_MpiCollectiveEnd (w, NULL, 1120, OTF2_COLLECTIVE_OP_BCAST, COMM_REVERSED, 1, 8, 8);
  OTF2_EvtWriter_MpiCollectiveBegin (w, NULL, 1122);
  OTF2_EvtWriter_MpiCollectiveEnd (w, NULL, 1124, OTF2_COLLECTIVE_OP_ALLTOALLV, COMM_SELF,
                                   OTF2_UNDEFINED_UINT32, 8, 8);
  OTF2_EvtWriter_MpiCollectiveBegin (w, NULL, 1126);
  OTF2_EvtWriter_MpiCollectiveEnd (w, NULL, 1128, OTF2_COLLECTIVE_OP_REDUCE, COMM_WORLD, 2, 8, 8);
  OTF2_EvtWriter_MpiSend (w, NULL, 1130, 7, COMM_WORLD, 9, 64);
  OTF2_EvtWriter_MpiSend (w, NULL, 1131, 0, COMM_SELF, 9, 64);
  OTF2_EvtWriter_MpiSend (w, NULL, 1132, 0, 77, 9, 64);
  OTF2_EvtWriter_Leave (w, NULL, 1140, REGION_MAIN);
  OTF2_EvtWriter_Enter (w, NULL, 1150, REGION_UNDEFINED);
  OTF2_EvtWriter_Leave (w, NULL, 1160, REGION_UNDEFINED);
  OTF2_EvtWriter_ProgramEnd (w, NULL, 1200, 0);
  OTF2_AttributeList_Delete (attributes);
}

static void
write_worker (OTF2_EvtWriter *w)
{
  OTF2_EvtWriter_ThreadBegin (w, NULL, 1005, COMM_WORLD, 1);
  OTF2_EvtWriter_MpiSend (w, NULL, 1015, 1, COMM_WORLD, 1, 8);
  OTF2_EvtWriter_ThreadEnd (w, NULL, 1025, COMM_WORLD, 1);
}

/* With ids of its own: 0 is main, 1 is MPI_Send. Begins before the global offset. */
static void
write_remote (OTF2_EvtWriter *w)
{
  OTF2_EvtWriter_Enter (w, NULL, 900, 0);
  OTF2_EvtWriter_Enter (w, NULL, 1042, 1);
  OTF2_EvtWriter_MpiSend (w, NULL, 1043, 0, COMM_WORLD, 4, 8);
  OTF2_EvtWriter_Leave (w, NULL, 1044, 1);
  OTF2_EvtWriter_MpiSend (w, NULL, 1045, 1, COMM_REVERSED, 4, 16);
  OTF2_EvtWriter_MpiRecv (w, NULL, 1046, 0, COMM_WORLD, 1, 8);
  OTF2_EvtWriter_MpiIrecv (w, NULL, 1047, 0, COMM_WORLD, 9, 64, 99);
  OTF2_EvtWriter_MpiCollectiveBegin (w, NULL, 1091);
  OTF2_EvtWriter_MpiCollectiveEnd (w, NULL, 1101, OTF2_COLLECTIVE_OP_ALLREDUCE, COMM_REVERSED,
                                   OTF2_UNDEFINED_UINT32, 16, 16);
  OTF2_EvtWriter_MpiCollectiveBegin (w, NULL, 1111);
  OTF2_EvtWriter_MpiCollectiveEnd (w, NULL, 1121, OTF2_COLLECTIVE_OP_BCAST, COMM_REVERSED, 1, 8, 8);
  OTF2_EvtWriter_Leave (w, NULL, 1161, 0);
}

static void
write_events (OTF2_Archive *archive)
{
  static const struct
  {
    OTF2_LocationRef location;
    void (*write) (OTF2_EvtWriter *writer);
  } streams[] = { { SMALL_MASTER, write_master },
                  { SMALL_WORKER, write_worker },
                  { SMALL_REMOTE, write_remote } };

  OTF2_Archive_OpenEvtFiles (archive);
  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    {
      OTF2_EvtWriter *writer = OTF2_Archive_GetEvtWriter (archive, streams[i].location);

      streams[i].write (writer);
      OTF2_Archive_CloseEvtWriter (archive, writer);
    }
  OTF2_Archive_CloseEvtFiles (archive);
}

static void
write_local_definitions (OTF2_Archive *archive)
{
  OTF2_IdMap *map = OTF2_IdMap_Create (OTF2_ID_MAP_DENSE, 2);
  OTF2_DefWriter *writer;

  OTF2_IdMap_AddIdPair (map, 0, REGION_MAIN);
  OTF2_IdMap_AddIdPair (map, 1, REGION_SEND);
  OTF2_Archive_OpenDefFiles (archive);
  writer = OTF2_Archive_GetDefWriter (archive, SMALL_MASTER);
  OTF2_DefWriter_WriteClockOffset (writer, 1000, 50, 2.5);
  OTF2_DefWriter_WriteClockOffset (writer, 5000, -150, 0);
  OTF2_Archive_CloseDefWriter (archive, writer);
  writer = OTF2_Archive_GetDefWriter (archive, SMALL_WORKER);
  OTF2_Archive_CloseDefWriter (archive, writer);
  writer = OTF2_Archive_GetDefWriter (archive, SMALL_REMOTE);
  OTF2_DefWriter_WriteMappingTable (writer, OTF2_MAPPING_REGION, map);
  OTF2_Archive_CloseDefWriter (archive, writer);
  OTF2_Archive_CloseDefFiles (archive);
  OTF2_IdMap_Free (map);
}

static void
write_region (OTF2_GlobalDefWriter *w,
              OTF2_RegionRef id,
              OTF2_StringRef name,
              OTF2_RegionRole role,
              OTF2_Paradigm paradigm)
{
  OTF2_GlobalDefWriter_WriteRegion (w, id, name, name, TEXT_EMPTY, role, paradigm,
                                    OTF2_REGION_FLAG_NONE, TEXT_EMPTY, 0, 0);
}

static void
write_groups (OTF2_GlobalDefWriter *w)
{
  const guint64 locations[] = { SMALL_MASTER, SMALL_REMOTE };
  const guint64 all[] = { 0, 1 };
  const guint64 reversed[] = { 1, 0 };

  OTF2_GlobalDefWriter_WriteComm (w, COMM_REVERSED, TEXT_REVERSED, 3, COMM_WORLD,
                                  OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteGroup (w, 1, TEXT_EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                   OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2, locations);
  /* The same id again, as EZTrace writes it. */
  OTF2_GlobalDefWriter_WriteGroup (w, 1, TEXT_EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, 2, all);
  OTF2_GlobalDefWriter_WriteGroup (w, 2, TEXT_EMPTY, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, 0, NULL);
  OTF2_GlobalDefWriter_WriteGroup (w, 3, TEXT_EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, 2, reversed);
  OTF2_GlobalDefWriter_WriteComm (w, COMM_WORLD, TEXT_WORLD, 1, OTF2_UNDEFINED_COMM,
                                  OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteComm (w, COMM_SELF, TEXT_SELF, 2, OTF2_UNDEFINED_COMM,
                                  OTF2_COMM_FLAG_NONE);
}

/* What is referred to often comes after what refers to it. */
static void
write_global_definitions (OTF2_Archive *archive)
{
  OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter (archive);

  write_groups (w);
  OTF2_GlobalDefWriter_WriteLocation (w, SMALL_REMOTE, TEXT_MASTER, OTF2_LOCATION_TYPE_CPU_THREAD,
                                      12, 1);
  OTF2_GlobalDefWriter_WriteLocation (w, SMALL_MASTER, TEXT_MASTER, OTF2_LOCATION_TYPE_CPU_THREAD,
                                      25, 0);
  OTF2_GlobalDefWriter_WriteLocation (w, SMALL_WORKER, TEXT_WORKER, OTF2_LOCATION_TYPE_CPU_THREAD,
                                      3, 0);
  OTF2_GlobalDefWriter_WriteLocation (w, 4, TEXT_WORKER, OTF2_LOCATION_TYPE_CPU_THREAD, 0, 0);
  OTF2_GlobalDefWriter_WriteLocation (w, 5, TEXT_WORKER, OTF2_LOCATION_TYPE_METRIC, 0, 0);
  OTF2_GlobalDefWriter_WriteLocationGroup (w, 0, TEXT_RANK_0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                           OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteLocationGroup (w, 1, TEXT_RANK_1, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                           OTF2_UNDEFINED_LOCATION_GROUP);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 0, TEXT_HOST, TEXT_HOST,
                                            OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  write_region (w, REGION_SEND, TEXT_SEND, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER);
  write_region (w, REGION_MAIN, TEXT_MAIN, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER);
  write_region (w, REGION_OFF, TEXT_OFF, OTF2_REGION_ROLE_ARTIFICIAL, OTF2_PARADIGM_USER);
  OTF2_GlobalDefWriter_WriteClockProperties (w, SMALL_RESOLUTION_HZ, SMALL_GLOBAL_OFFSET, 4000, 0);
  for (guint i = 0; i < N_TEXTS; i++)
    OTF2_GlobalDefWriter_WriteString (w, i, texts[i]);
  OTF2_Archive_CloseGlobalDefWriter (archive, w);
}

char *
otf2_archive_write_small (const char *folder)
{
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "small", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);

  g_assert_nonnull (archive);
  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  OTF2_Archive_SetCreator (archive, "tests");
  write_events (archive);
  write_local_definitions (archive);
  write_global_definitions (archive);
  OTF2_Archive_Close (archive);
  return g_build_filename (folder, "small.otf2", NULL);
}
