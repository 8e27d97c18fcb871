/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <otf2/otf2.h>

#include "core/causality/spur-edges.h"
#include "core/clock/spur-clock-corrector.h"
#include "plugins/formats/otf2/spur-otf2-codec.h"
#include "tests/codecs/otf2-archive.h"

/* Processes somewhere in a system tree, one location each: on which host they ran. */

#define CHUNK_BYTES (256 * 1024)
#define NONE OTF2_UNDEFINED_SYSTEM_TREE_NODE

enum
{
  TEXT_EMPTY,
  TEXT_MACHINE,
  TEXT_NODE,
  TEXT_SOCKET,
  TEXT_A,
  TEXT_B,
  N_TEXTS
};

static const char *const texts[N_TEXTS] = { "", "machine", "Node", "socket", "a", "b" };

enum
{
  NODE_MACHINE,
  NODE_A,
  NODE_A_SOCKET,
  NODE_B,
  NODE_CIRCLE_1,
  NODE_CIRCLE_2,
  N_NODES,
  NODE_MISSING,
};

static const struct
{
  guint name;
  guint class_name;
  guint32 parent;
  gboolean has_shared_memory;
} nodes[N_NODES] = {
  [NODE_MACHINE] = { TEXT_MACHINE, TEXT_MACHINE, NONE, FALSE },
  [NODE_A] = { TEXT_A, TEXT_EMPTY, NODE_MACHINE, TRUE },
  [NODE_A_SOCKET] = { TEXT_SOCKET, TEXT_SOCKET, NODE_A, FALSE },
  [NODE_B] = { TEXT_B, TEXT_NODE, NODE_MACHINE, FALSE },
  [NODE_CIRCLE_1] = { TEXT_SOCKET, TEXT_SOCKET, NODE_CIRCLE_2, FALSE },
  [NODE_CIRCLE_2] = { TEXT_SOCKET, TEXT_SOCKET, NODE_CIRCLE_1, FALSE },
};

/* Where each process ran, and what that host is called. */
static const struct
{
  guint32 node;
  const char *host;
} processes[] = {
  { NODE_A, "a" },        { NODE_A_SOCKET, "a" },  { NODE_B, "b" }, { NODE_MACHINE, NULL },
  { NODE_MISSING, NULL }, { NODE_CIRCLE_1, NULL }, { NODE_B, "b" },
};

#define N_PROCESSES G_N_ELEMENTS (processes)

static OTF2_FlushType
always_flush (
  void *user_data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_last)
{
  return OTF2_FLUSH;
}

static const OTF2_FlushCallbacks flush_callbacks = { always_flush, NULL };

static void
write_events (OTF2_Archive *archive)
{
  OTF2_Archive_OpenEvtFiles (archive);
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      OTF2_EvtWriter *w = OTF2_Archive_GetEvtWriter (archive, i);

      OTF2_EvtWriter_Enter (w, NULL, 10 + i, 0);
      OTF2_EvtWriter_Leave (w, NULL, 20 + i, 0);
      OTF2_Archive_CloseEvtWriter (archive, w);
    }
  OTF2_Archive_CloseEvtFiles (archive);
}

/* What belongs to a node comes before it where @is_late. */
static void
write_tree (OTF2_GlobalDefWriter *w, gboolean is_late)
{
  for (guint turn = 0; turn < 2; turn++)
    {
      for (guint i = 0; i < N_NODES; i++)
        {
          if (turn == (guint) is_late)
            OTF2_GlobalDefWriter_WriteSystemTreeNode (w, i, nodes[i].name, nodes[i].class_name,
                                                      nodes[i].parent);
          else if (nodes[i].has_shared_memory)
            OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain (w, i,
                                                            OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
        }
    }
}

static void
write_definitions (OTF2_Archive *archive, gboolean is_late)
{
  OTF2_GlobalDefWriter *w = OTF2_Archive_GetGlobalDefWriter (archive);

  OTF2_GlobalDefWriter_WriteClockProperties (w, 1000000000, 0, 1000, 0);
  for (guint i = 0; i < N_TEXTS; i++)
    OTF2_GlobalDefWriter_WriteString (w, i, texts[i]);
  OTF2_GlobalDefWriter_WriteRegion (w, 0, 0, 0, 0, OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER,
                                    OTF2_REGION_FLAG_NONE, 0, 0, 0);
  write_tree (w, is_late);
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      OTF2_GlobalDefWriter_WriteLocationGroup (w, i, TEXT_EMPTY, OTF2_LOCATION_GROUP_TYPE_PROCESS,
                                               processes[i].node, OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation (w, i, TEXT_EMPTY, OTF2_LOCATION_TYPE_CPU_THREAD, 2, i);
    }
  OTF2_Archive_CloseGlobalDefWriter (archive, w);
}

static SpurTrace *
make_trace (gboolean is_late)
{
  g_autofree char *folder = otf2_archive_make_folder ();
  g_autofree char *anchor = g_build_filename (folder, "hosts.otf2", NULL);
  g_autoptr (SpurCodec) codec = g_object_new (SPUR_TYPE_OTF2_CODEC, NULL);
  g_autoptr (GError) error = NULL;
  OTF2_Archive *archive =
    OTF2_Archive_Open (folder, "hosts", OTF2_FILEMODE_WRITE, CHUNK_BYTES, CHUNK_BYTES,
                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  SpurTrace *trace;

  g_assert_nonnull (archive);
  OTF2_Archive_SetFlushCallbacks (archive, &flush_callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  write_events (archive);
  write_definitions (archive, is_late);
  OTF2_Archive_Close (archive);
  trace = spur_codec_read (codec, anchor, NULL, &error);
  g_assert_no_error (error);
  otf2_archive_remove_folder (folder);
  return trace;
}

static void
test_hosts (gconstpointer data)
{
  g_autoptr (SpurTrace) trace = make_trace (data != NULL);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);

  g_test_summary ("The nearest node of the system tree that shares memory is the host.");

  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, N_PROCESSES);
  for (guint i = 0; i < N_PROCESSES; i++)
    {
      guint32 target = spur_stream_get_target (spur_trace_get_stream (trace, i));
      guint32 host = spur_definitions_get_object (definitions, target)->parent;

      if (processes[i].host == NULL)
        {
          g_assert_cmpuint (host, ==, SPUR_NONE);
          continue;
        }
      g_assert_cmpuint (host, !=, SPUR_NONE);
      g_assert_cmpstr (spur_definitions_get_object (definitions, host)->name, ==,
                       processes[i].host);
      g_assert_cmpstr (spur_definitions_get_object (definitions, host)->kind, ==, "host");
      g_assert_cmpuint (spur_definitions_get_object (definitions, host)->parent, ==, SPUR_NONE);
    }
  g_assert_cmpuint (spur_definitions_count_objects (definitions, SPUR_TYPE_TARGET), ==,
                    N_PROCESSES + 2);
}

/* Enough messages to and fro between all streams; only what process 6 sends contradicts others. */
static SpurEdges *
make_edges (SpurTrace *trace)
{
  SpurEdges *edges = spur_edges_new (N_PROCESSES);

  for (guint from = 0; from < N_PROCESSES; from++)
    {
      for (guint i = 0; i < 16 * N_PROCESSES; i++)
        {
          guint to = i % N_PROCESSES;
          gboolean is_wrong = to != from && from == 6;
          SpurEdge edge = { is_wrong ? 1 : 0, is_wrong ? 0 : 1, SPUR_MU_DEFAULT, from, to };

          if (to != from)
            spur_edges_add (edges, &edge);
        }
    }
  return edges;
}

static const char *
find_domains (SpurTrace *trace, SpurEdges *edges, const char *how, SpurCorrection *correction)
{
  g_autoptr (SpurClockCorrector) corrector = spur_clock_corrector_make ("hull", NULL);
  g_autoptr (GError) error = NULL;

  g_object_set (corrector, "domains", how, NULL);
  spur_clock_corrector_correct (corrector, trace, edges, correction, NULL, &error);
  g_assert_no_error (error);
  return spur_correction_get_fact (correction, "hull.domains");
}

static void
test_domains (void)
{
  static const struct
  {
    const char *how;
    const char *n_domains;
  } ways[] = { { "clock", "7" }, { "host", "5" }, { "found", "4" } };
  g_autoptr (SpurTrace) trace = make_trace (FALSE);
  g_autoptr (SpurEdges) edges = make_edges (trace);

  g_test_summary ("Streams of a host, or of these the ones that do not contradict each other, read "
                  "one clock.");

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (SpurCorrection) correction = spur_correction_new (N_PROCESSES);

      g_assert_cmpstr (find_domains (trace, edges, ways[i].how, correction), ==, ways[i].n_domains);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/otf2-hosts/nodes-first", NULL, test_hosts);
  g_test_add_data_func ("/otf2-hosts/domains-first", "late", test_hosts);
  g_test_add_func ("/otf2-hosts/domains", test_domains);
  return g_test_run ();
}
