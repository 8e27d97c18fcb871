/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Threads, windows and operations that do not block: from records of OTF2 to edges. */
#include "config.h"

#include <otf2/otf2.h>

#include "core/causality/spur-check.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "tests/codecs/otf2-archive.h"

enum
{
  TEXT_EMPTY,
  TEXT_NAME,
  TEXT_BARRIER,
  TEXT_POST,
  TEXT_START,
  TEXT_COMPLETE,
  TEXT_WAIT,
  N_TEXTS
};

static const char *const texts[N_TEXTS] = {
  "",
  "name",
  "implicit barrier",
  "MPI_Win_post",
  "MPI_Win_start",
  "MPI_Win_complete",
  "MPI_Win_wait",
};

#define CHUNK_BYTES (256 * 1024)
#define COMM_WORLD 0
#define COMM_TEAM(rank) (10 + (rank))
#define COMM_THREADS 20
#define WINDOW 3
#define GROUP_OF(rank) (30 + (rank))

/* Two processes with a master and a worker each; location 2 r is the master of rank r. */
#define N_LOCATIONS 4

static OTF2_FlushType
always_flush (
  void *user_data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_last)
{
  return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flush_callbacks = { always_flush, NULL };

/* The other process comes later by this much, where it has to. */
static void
write_team (OTF2_EvtWriter *w, guint rank, gboolean is_master)
{
  if (is_master)
    OTF2_EvtWriter_ThreadFork (w, NULL, 10, OTF2_PARADIGM_OPENMP, 2);
  OTF2_EvtWriter_ThreadTeamBegin (w, NULL, is_master ? 11 : 12, COMM_TEAM (rank));
  OTF2_EvtWriter_ThreadAcquireLock (w, NULL, is_master ? 13 : 17, OTF2_PARADIGM_OPENMP, 5,
                                    is_master ? 0 : 1);
  OTF2_EvtWriter_ThreadReleaseLock (w, NULL, is_master ? 15 : 18, OTF2_PARADIGM_OPENMP, 5,
                                    is_master ? 0 : 1);
  OTF2_EvtWriter_Enter (w, NULL, is_master ? 20 : 21, TEXT_BARRIER);
  OTF2_EvtWriter_Leave (w, NULL, 30, TEXT_BARRIER);
  OTF2_EvtWriter_ThreadTeamEnd (w, NULL, is_master ? 40 : 38, COMM_TEAM (rank));
  if (is_master)
    OTF2_EvtWriter_ThreadJoin (w, NULL, 45, OTF2_PARADIGM_OPENMP);
}

/* Both processes begin the barrier first, and end the two operations in different orders. */
static void
write_non_blocking (OTF2_EvtWriter *w, guint rank)
{
  OTF2_EvtWriter_NonBlockingCollectiveRequest (w, NULL, 50, 100 + rank);
  OTF2_EvtWriter_NonBlockingCollectiveRequest (w, NULL, 51, 200 + rank);
  for (guint i = 0; i < 2; i++)
    {
      if (i == rank)
        OTF2_EvtWriter_NonBlockingCollectiveComplete (w, NULL, 60 + i, OTF2_COLLECTIVE_OP_BARRIER,
                                                      COMM_WORLD, OTF2_UNDEFINED_UINT32, 0, 0,
                                                      100 + rank);
      else
        OTF2_EvtWriter_NonBlockingCollectiveComplete (w, NULL, 60 + i, OTF2_COLLECTIVE_OP_ALLREDUCE,
                                                      COMM_WORLD, OTF2_UNDEFINED_UINT32, 8, 8,
                                                      200 + rank);
    }
}

static void
write_sync (OTF2_EvtWriter *w, OTF2_TimeStamp time, guint region, guint peer)
{
  OTF2_EvtWriter_Enter (w, NULL, time, region);
  OTF2_EvtWriter_RmaGroupSync (w, NULL, time + 2, OTF2_RMA_SYNC_LEVEL_NONE, WINDOW,
                               GROUP_OF (peer));
  OTF2_EvtWriter_Leave (w, NULL, time + 3, region);
}

/* Rank 1 exposes its window to rank 0. */
static void
write_window (OTF2_EvtWriter *w, guint rank)
{
  OTF2_EvtWriter_RmaCollectiveBegin (w, NULL, 70);
  OTF2_EvtWriter_RmaCollectiveEnd (w, NULL, 75, OTF2_COLLECTIVE_OP_BARRIER,
                                   OTF2_RMA_SYNC_LEVEL_PROCESS | OTF2_RMA_SYNC_LEVEL_MEMORY, WINDOW,
                                   OTF2_UNDEFINED_UINT32, 0, 0);
  if (rank == 1)
    {
      write_sync (w, 78, TEXT_POST, 0);
      write_sync (w, 98, TEXT_WAIT, 0);
      return;
    }
  write_sync (w, 82, TEXT_START, 1);
  OTF2_EvtWriter_RmaPut (w, NULL, 88, WINDOW, 1, 64, 7);
  write_sync (w, 90, TEXT_COMPLETE, 1);
  OTF2_EvtWriter_RmaAcquireLock (w, NULL, 110, WINDOW, 1, 0, OTF2_LOCK_EXCLUSIVE);
  OTF2_EvtWriter_RmaReleaseLock (w, NULL, 112, WINDOW, 1, 0);
}

/* One thread more, made and waited for by hand. */
static void
write_single (OTF2_EvtWriter *w, guint location)
{
  if (location == 0)
    {
      OTF2_EvtWriter_ThreadCreate (w, NULL, 120, COMM_THREADS, 1);
      OTF2_EvtWriter_ThreadWait (w, NULL, 140, COMM_THREADS, 1);
    }
  else if (location == 1)
    {
      OTF2_EvtWriter_ThreadBegin (w, NULL, 125, COMM_THREADS, 1);
      OTF2_EvtWriter_ThreadEnd (w, NULL, 130, COMM_THREADS, 1);
    }
}

static void
write_events (OTF2_Archive *archive)
{
  OTF2_Archive_OpenEvtFiles (archive);
  for (guint i = 0; i < N_LOCATIONS; i++)
    {
      OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter (archive, i);

      write_team (w, i / 2, i % 2 == 0);
      if (i % 2 == 0)
        {
          write_non_blocking (w, i / 2);
          write_window (w, i / 2);
        }
      write_single (w, i);
      OTF2_Archive_CloseEvtWriter (archive, w);
    }
  OTF2_Archive_CloseEvtFiles (archive);
}

static void
write_group (OTF2_GlobalDefWriter *w,
             OTF2_GroupRef id,
             OTF2_GroupType type,
             OTF2_Paradigm paradigm,
             guint n_members,
             const guint64 *members)
{
  OTF2_GlobalDefWriter_WriteGroup (w, id, TEXT_NAME, type, paradigm, OTF2_GROUP_FLAG_NONE,
                                   n_members, members);
}

static void
write_groups (OTF2_GlobalDefWriter *w)
{
  static const guint64 numbers[] = { 0, 1, 2, 3 }, masters[] = { 0, 2 };

  write_group (w, 1, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, 2, masters);
  write_group (w, 2, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 2, numbers);
  write_group (w, 3, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_OPENMP, 4, numbers);
  OTF2_GlobalDefWriter_WriteComm (w, COMM_WORLD, TEXT_NAME, 2, OTF2_UNDEFINED_COMM,
                                  OTF2_COMM_FLAG_NONE);
  for (guint i = 0; i < 2; i++)
    {
      write_group (w, COMM_TEAM (i), OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, 2,
                   numbers + 2 * i);
      OTF2_GlobalDefWriter_WriteComm (w, COMM_TEAM (i), TEXT_NAME, COMM_TEAM (i),
                                      OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
      write_group (w, GROUP_OF (i), OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, 1, numbers + i);
    }
  write_group (w, COMM_THREADS, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_OPENMP, 2, numbers);
  OTF2_GlobalDefWriter_WriteComm (w, COMM_THREADS, TEXT_NAME, COMM_THREADS, OTF2_UNDEFINED_COMM,
                                  OTF2_COMM_FLAG_NONE);
  OTF2_GlobalDefWriter_WriteRmaWin (w, WINDOW, TEXT_NAME, COMM_WORLD, OTF2_RMA_WIN_FLAG_NONE);
}

static void
write_definitions (OTF2_Archive *archive)
{
  OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter (archive);

  OTF2_GlobalDefWriter_WriteClockProperties (w, 1000000000, 0, 1000, 0);
  for (guint i = 0; i < N_TEXTS; i++)
    OTF2_GlobalDefWriter_WriteString (w, i, texts[i]);
  for (guint i = TEXT_BARRIER; i < N_TEXTS; i++)
    OTF2_GlobalDefWriter_WriteRegion (w, i, i, i, TEXT_EMPTY,
                                      i == TEXT_BARRIER ? OTF2_REGION_ROLE_IMPLICIT_BARRIER
                                                        : OTF2_REGION_ROLE_RMA,
                                      i == TEXT_BARRIER ? OTF2_PARADIGM_OPENMP : OTF2_PARADIGM_MPI,
                                      OTF2_REGION_FLAG_NONE, TEXT_EMPTY, 0, 0);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (w, 0, TEXT_NAME, TEXT_NAME,
                                            OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (guint i = 0; i < 2; i++)
    OTF2_GlobalDefWriter_WriteLocationGroup (w, i, TEXT_NAME, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                             OTF2_UNDEFINED_LOCATION_GROUP);
  for (guint i = 0; i < N_LOCATIONS; i++)
    OTF2_GlobalDefWriter_WriteLocation (w, i, TEXT_NAME, OTF2_LOCATION_TYPE_CPU_THREAD,
                                        OTF2_UNDEFINED_UINT64, i / 2);
  write_groups (w);
  OTF2_Archive_CloseGlobalDefWriter (archive, w);
}

static SpurTrace *
make_trace (void)
{
  g_autofree char *folder = otf2_archive_make_folder ();
  g_autofree char *anchor = g_build_filename (folder, "edges.otf2", NULL);
  g_autoptr (SpurCodec) codec = g_object_new (SPUR_TYPE_OTF2_CODEC, NULL);
  g_autoptr (GError) error = NULL;
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "edges", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  SpurTrace *trace;

  g_assert_nonnull (archive);
  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_events (archive);
  write_definitions (archive);
  OTF2_Archive_Close (archive);
  trace = spur_codec_read (codec, anchor, NULL, &error);
  g_assert_no_error (error);
  otf2_archive_remove_folder (folder);
  return trace;
}

static gint64
get_ns (SpurTrace *trace, guint stream, guint64 event)
{
  return spur_stream_get_raw_ns (spur_trace_get_stream (trace, stream), event);
}

static void
test_edges (void)
{
  static const gint64 expected[][4] = {
    { 1, 38, 0, 45 },   { 2, 80, 0, 84 }, { 1, 130, 0, 140 }, { 0, 10, 1, 12 }, { 0, 15, 1, 17 },
    { 0, 120, 1, 125 }, { 3, 38, 2, 45 }, { 0, 92, 2, 100 },  { 2, 10, 3, 12 }, { 2, 15, 3, 17 },
  };
  g_autoptr (SpurTrace) trace = make_trace ();
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  const SpurEdge *all;
  gsize n_edges;

  g_test_summary (
    "Teams, locks, single threads and windows make edges, from where to where it is.");

  all = spur_edges_get_all (edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    g_test_message ("%u %" G_GINT64_FORMAT " -> %u %" G_GINT64_FORMAT, all[i].from_stream,
                    get_ns (trace, all[i].from_stream, all[i].from_event), all[i].to_stream,
                    get_ns (trace, all[i].to_stream, all[i].to_event));
  g_assert_cmpuint (n_edges, ==, G_N_ELEMENTS (expected));
  for (gsize i = 0; i < n_edges; i++)
    {
      g_assert_cmpint (all[i].from_stream, ==, expected[i][0]);
      g_assert_cmpint (get_ns (trace, all[i].from_stream, all[i].from_event), ==, expected[i][1]);
      g_assert_cmpint (all[i].to_stream, ==, expected[i][2]);
      g_assert_cmpint (get_ns (trace, all[i].to_stream, all[i].to_event), ==, expected[i][3]);
    }
  g_assert_cmpuint (spur_edges_get_counts (edges)->n_unmatched, ==, 0);
}

static void
test_collectives (void)
{
  g_autoptr (SpurTrace) trace = make_trace ();
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  guint n_barriers = 0, n_reductions = 0;
  SpurCheck check;

  g_test_summary (
    "Operations that do not block are counted as they begin; fences and the barriers of "
    "teams are operations.");

  g_assert_cmpuint (spur_edges_get_n_collectives (edges), ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      g_assert_cmpuint (collective.n_members, ==, 2);
      n_barriers += collective.pattern == SPUR_PATTERN_BARRIER;
      n_reductions += collective.pattern == SPUR_PATTERN_N_TO_N;
      for (guint k = 0; k < 2; k++)
        {
          const SpurMember *member = &collective.members[k];
          gint64 enter_ns = get_ns (trace, member->stream, member->enter_event);

          if (collective.pattern == SPUR_PATTERN_N_TO_N)
            g_assert_cmpint (enter_ns, ==, 51);
          else
            g_assert_cmpint (enter_ns, !=, 51);
        }
    }
  g_assert_cmpuint (n_barriers, ==, 4);
  g_assert_cmpuint (n_reductions, ==, 1);
  spur_check_run (&check, trace, edges, NULL, 1, NULL);
  g_assert_true (spur_check_is_clean (&check));
}

static void
test_losses (void)
{
  g_autoptr (SpurTrace) trace = make_trace ();

  g_test_summary ("Locks of windows come without an order, which is said and nothing else.");

  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
  g_assert_cmpstr (spur_trace_get_loss (trace, 0)->what, ==,
                   "locks of windows without a recorded order");
  g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/otf2-edges/edges", test_edges);
  g_test_add_func ("/otf2-edges/collectives", test_collectives);
  g_test_add_func ("/otf2-edges/losses", test_losses);
  return g_test_run ();
}
