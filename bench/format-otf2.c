/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* OTF2 by libotf2, as its documentation shows it. */
#include "config.h"

#include <glib/gstdio.h>
#include <otf2/otf2.h>

#include "bench/format.h"

static OTF2_FlushType
flush_now (void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_final)
{
  return OTF2_FLUSH;
}

static OTF2_TimeStamp
get_flush_time (void *data, OTF2_FileType type, OTF2_LocationRef location)
{
  return FORMAT_FIRST_NS;
}

static void
write_system (OTF2_GlobalDefWriter *writer, const FormatSample *sample)
{
  static const char *const strings[] = { "", "node", "p", "MPI", "comm" };
  guint64 n_each = sample->n_events / sample->n_streams;

  OTF2_GlobalDefWriter_WriteClockProperties (writer, 1000000000, FORMAT_FIRST_NS,
                                             sample->n_events * 100, OTF2_UNDEFINED_TIMESTAMP);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    OTF2_GlobalDefWriter_WriteString (writer, i, strings[i]);
  OTF2_GlobalDefWriter_WriteSystemTreeNode (writer, 0, 1, 1, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
  for (guint i = 0; i < sample->n_streams; i++)
    {
      OTF2_GlobalDefWriter_WriteLocationGroup (writer, i, 2, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                               OTF2_UNDEFINED_LOCATION_GROUP);
      OTF2_GlobalDefWriter_WriteLocation (writer, i, 2, OTF2_LOCATION_TYPE_CPU_THREAD, n_each, i);
    }
}

static void
write_definitions (OTF2_Archive *archive, const FormatSample *sample)
{
  OTF2_GlobalDefWriter *writer = OTF2_Archive_GetGlobalDefWriter (archive);
  g_autofree uint64_t *members = g_new (uint64_t, sample->n_streams);

  for (guint i = 0; i < sample->n_streams; i++)
    members[i] = i;
  write_system (writer, sample);
  OTF2_GlobalDefWriter_WriteGroup (writer, 0, 2, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, sample->n_streams, members);
  OTF2_GlobalDefWriter_WriteGroup (writer, 1, 2, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                   OTF2_GROUP_FLAG_NONE, sample->n_streams, members);
  OTF2_GlobalDefWriter_WriteComm (writer, 0, 4, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
  OTF2_Archive_CloseGlobalDefWriter (archive, writer);
}

static void
write_events (OTF2_Archive *archive, const FormatSample *sample)
{
  g_autofree OTF2_EvtWriter **writers = g_new (OTF2_EvtWriter *, sample->n_streams);
  FormatClock clock = FORMAT_CLOCK_INIT;

  for (guint i = 0; i < sample->n_streams; i++)
    writers[i] = OTF2_Archive_GetEvtWriter (archive, i);
  for (guint64 k = 0; k < sample->n_events / sample->n_streams; k++)
    {
      for (guint i = 0; i < sample->n_streams; i++)
        OTF2_EvtWriter_MpiSend (writers[i], NULL, format_clock_next (&clock, k, sample->n_streams),
                                FORMAT_RECEIVER (k), FORMAT_COMMUNICATOR (k), FORMAT_TAG (k),
                                FORMAT_LENGTH (k));
    }
  for (guint i = 0; i < sample->n_streams; i++)
    OTF2_Archive_CloseEvtWriter (archive, writers[i]);
}

static guint64
count_bytes (const char *folder, guint n_streams)
{
  guint64 n_bytes = 0;

  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/t/%u.evt", folder, i);

      n_bytes += format_get_file_bytes (path);
    }
  return n_bytes;
}

gboolean
format_otf2_make (const FormatSample *sample, FormatCost *cost)
{
  static OTF2_FlushCallbacks callbacks = { flush_now, get_flush_time };
  g_autofree char *folder = format_sample_get_path (sample, "otf2");
  OTF2_Archive *archive;

  format_cost_begin (cost);
  archive = OTF2_Archive_Open (folder, "t", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                               OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX,
                               OTF2_COMPRESSION_NONE);
  if (archive == NULL)
    return FALSE;
  OTF2_Archive_SetFlushCallbacks (archive, &callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  OTF2_Archive_OpenEvtFiles (archive);
  write_events (archive, sample);
  OTF2_Archive_CloseEvtFiles (archive);
  OTF2_Archive_OpenDefFiles (archive);
  for (guint i = 0; i < sample->n_streams; i++)
    OTF2_Archive_CloseDefWriter (archive, OTF2_Archive_GetDefWriter (archive, i));
  OTF2_Archive_CloseDefFiles (archive);
  write_definitions (archive, sample);
  OTF2_Archive_Close (archive);
  format_cost_end (cost);
  cost->has_sum = TRUE;
  cost->n_events = sample->n_events / sample->n_streams * sample->n_streams;
  cost->n_file_bytes = count_bytes (folder, sample->n_streams);
  return TRUE;
}

typedef struct
{
  FormatCost *cost;
  guint64 last_ns;
  gboolean is_disordered;
} Seen;

static OTF2_CallbackCode
take_local (OTF2_LocationRef location,
            OTF2_TimeStamp time,
            uint64_t position,
            void *data,
            OTF2_AttributeList *attributes,
            uint32_t receiver,
            OTF2_CommRef communicator,
            uint32_t tag,
            uint64_t length)
{
  Seen *seen = data;

  seen->cost->n_events++;
  seen->cost->sum += time + receiver + communicator + tag + length;
  return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_global (OTF2_LocationRef location,
             OTF2_TimeStamp time,
             void *data,
             OTF2_AttributeList *attributes,
             uint32_t receiver,
             OTF2_CommRef communicator,
             uint32_t tag,
             uint64_t length)
{
  Seen *seen = data;

  seen->cost->n_events++;
  seen->cost->sum += time + receiver + communicator + tag + length;
  seen->is_disordered |= time < seen->last_ns;
  seen->last_ns = time;
  return OTF2_CALLBACK_SUCCESS;
}

static void
read_definitions (OTF2_Reader *reader, guint n_streams, gboolean with_events)
{
  uint64_t n_read;
  gboolean has_files;

  OTF2_Reader_ReadAllGlobalDefinitions (reader, OTF2_Reader_GetGlobalDefReader (reader), &n_read);
  for (guint i = 0; i < n_streams; i++)
    OTF2_Reader_SelectLocation (reader, i);
  has_files = OTF2_Reader_OpenDefFiles (reader) == OTF2_SUCCESS;
  OTF2_Reader_OpenEvtFiles (reader);
  for (guint i = 0; i < n_streams; i++)
    {
      OTF2_DefReader *definitions = has_files ? OTF2_Reader_GetDefReader (reader, i) : NULL;

      if (definitions != NULL)
        {
          OTF2_Reader_ReadAllLocalDefinitions (reader, definitions, &n_read);
          OTF2_Reader_CloseDefReader (reader, definitions);
        }
      if (with_events)
        OTF2_Reader_GetEvtReader (reader, i);
    }
  if (has_files)
    OTF2_Reader_CloseDefFiles (reader);
}

static void
read_local (OTF2_Reader *reader, guint n_streams, Seen *seen)
{
  OTF2_EvtReaderCallbacks *callbacks = OTF2_EvtReaderCallbacks_New ();
  uint64_t n_read;

  OTF2_EvtReaderCallbacks_SetMpiSendCallback (callbacks, take_local);
  for (guint i = 0; i < n_streams; i++)
    {
      OTF2_EvtReader *events = OTF2_Reader_GetEvtReader (reader, i);

      OTF2_Reader_RegisterEvtCallbacks (reader, events, callbacks, seen);
      OTF2_Reader_ReadAllLocalEvents (reader, events, &n_read);
      OTF2_Reader_CloseEvtReader (reader, events);
    }
  OTF2_EvtReaderCallbacks_Delete (callbacks);
}

static void
read_global (OTF2_Reader *reader, Seen *seen)
{
  OTF2_GlobalEvtReader *events = OTF2_Reader_GetGlobalEvtReader (reader);
  OTF2_GlobalEvtReaderCallbacks *callbacks = OTF2_GlobalEvtReaderCallbacks_New ();
  uint64_t n_read;

  OTF2_GlobalEvtReaderCallbacks_SetMpiSendCallback (callbacks, take_global);
  OTF2_Reader_RegisterGlobalEvtCallbacks (reader, events, callbacks, seen);
  OTF2_GlobalEvtReaderCallbacks_Delete (callbacks);
  OTF2_Reader_ReadAllGlobalEvents (reader, events, &n_read);
  OTF2_Reader_CloseGlobalEvtReader (reader, events);
}

/* Opening is not counted. */
static gboolean
read_sample (const FormatSample *sample, FormatCost *cost, gboolean is_global)
{
  g_autofree char *folder = format_sample_get_path (sample, "otf2");
  g_autofree char *path = g_build_filename (folder, "t.otf2", NULL);
  OTF2_Reader *reader = OTF2_Reader_Open (path);
  Seen seen = { cost, 0, FALSE };

  if (reader == NULL)
    return FALSE;
  cost->n_file_bytes = count_bytes (folder, sample->n_streams);
  OTF2_Reader_SetSerialCollectiveCallbacks (reader);
  read_definitions (reader, sample->n_streams, is_global);
  format_cost_begin (cost);
  if (is_global)
    read_global (reader, &seen);
  else
    read_local (reader, sample->n_streams, &seen);
  format_cost_end (cost);
  cost->has_sum = TRUE;
  OTF2_Reader_Close (reader);
  return !seen.is_disordered;
}

gboolean
format_otf2_walk (const FormatSample *sample, FormatCost *cost)
{
  return read_sample (sample, cost, FALSE);
}

gboolean
format_otf2_merge (const FormatSample *sample, FormatCost *cost)
{
  return read_sample (sample, cost, TRUE);
}
