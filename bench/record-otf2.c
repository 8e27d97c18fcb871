/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event writer of libotf2: OTF2_EvtWriter_MpiSend has four fields and the time. */
#include "config.h"

#include <otf2/OTF2_Pthread_Locks.h>
#include <otf2/otf2.h>
#include <time.h>

#include "bench/record.h"

static OTF2_Archive *archive;
static OTF2_EvtWriter *writers[64];
static guint n_writers;
static char *place;

static guint64
now_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (guint64) now.tv_sec * 1000000000 + (guint64) now.tv_nsec;
}

static OTF2_FlushType
before_flush (
  void *data, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool is_final)
{
  return OTF2_FLUSH;
}

static OTF2_TimeStamp
after_flush (void *data, OTF2_FileType type, OTF2_LocationRef location)
{
  return now_ns ();
}

static OTF2_FlushCallbacks callbacks = { before_flush, after_flush };

static gboolean
begin (const char *folder, guint n_threads)
{
  place = g_build_filename (folder, "otf2", NULL);
  n_writers = n_threads;
  archive = OTF2_Archive_Open (place, "t", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                               OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX,
                               OTF2_COMPRESSION_NONE);
  OTF2_Archive_SetFlushCallbacks (archive, &callbacks, NULL);
  OTF2_Archive_SetSerialCollectiveCallbacks (archive);
  OTF2_Pthread_Archive_SetLockingCallbacks (archive, NULL);
  OTF2_Archive_OpenEvtFiles (archive);
  for (guint i = 0; i < n_threads; i++)
    writers[i] = OTF2_Archive_GetEvtWriter (archive, i);
  return TRUE;
}

static void
record_events (guint thread, guint64 n_events)
{
  OTF2_EvtWriter *writer = writers[thread];

  for (guint64 k = 0; k < n_events; k++)
    OTF2_EvtWriter_MpiSend (writer, NULL, now_ns (), (guint32) k & 7, thread, (guint32) k & 0xfff,
                            k * 3);
}

static guint64
end (void)
{
  guint64 n_bytes;

  for (guint i = 0; i < n_writers; i++)
    OTF2_Archive_CloseEvtWriter (archive, writers[i]);
  OTF2_Archive_CloseEvtFiles (archive);
  n_bytes = bench_get_folder_bytes (place);
  OTF2_Archive_Close (archive);
  return n_bytes;
}

const BenchRecorder bench_otf2 = { "otf2", begin, record_events, end, 1 };
