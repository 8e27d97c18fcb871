/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/collect/spur-collect-live-private.h"

/* As files of recorders have it: the preamble, and room for the status, which is written over. */
#define SPUR_COLLECT_HEAD_BYTES 4096
#define SPUR_COLLECT_STATUS_BYTES (SPUR_COLLECT_HEAD_BYTES - SPUR_RECORDING_PREAMBLE_BYTES)

/* What is in the file of a recording. */
typedef struct
{
  guint64 n_packets;
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_missing; /* neither came, nor were said to be dropped, although later ones came */
  gboolean has_status;
  guint64 status_sequence;
  SpurPacketStatus status;
} SpurCollectFileCounts;

/* The recording of one recorder as it arrives, in a file of a collector's folder. What was appended
 * stays whatever becomes of the collector. */
typedef struct
{
  char *path;
  int descriptor;
  guint64 n_bytes; /* whole packets end here */
  guint8 preamble[SPUR_RECORDING_PREAMBLE_BYTES];
  GHashTable *writers;
  guint n_ranges;

  /* How much of it is on the disk for sure, and whether its name is. */
  guint64 n_synced_bytes;
  gboolean is_in_folder;
  gboolean has_sync_failed;

  SpurCollectFileCounts counts;
} SpurCollectFile;

/* What to do with a packet that is there from before. */
typedef gboolean (*SpurCollectFound) (const SpurPacket *packet, gpointer user_data, GError **error);

/* (transfer full): The file of the recording that begins with @preamble. What is there from before
 * is told to @found. */
SpurCollectFile *spur_collect_file_open (const char *path,
                                         const guint8 *preamble,
                                         SpurCollectFound found,
                                         gpointer user_data,
                                         GError **error);

void spur_collect_file_free (SpurCollectFile *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurCollectFile, spur_collect_file_free)

/* Whether a packet is there. */
gboolean spur_collect_file_has (SpurCollectFile *self, const SpurPacket *packet);

/* Appends a packet that is not there: @bytes with its header. Where that fails, nothing of it is in
 * the file. */
gboolean spur_collect_file_append (SpurCollectFile *self,
                                   const SpurPacket *packet,
                                   const guint8 *bytes,
                                   GError **error);

/* One way for a file to get to the disk: made and ended where the file is known, run by any thread,
 * also when the file is closed meanwhile. 0 or what errno was. */
typedef struct _SpurCollectSync SpurCollectSync;

SpurCollectSync *spur_collect_sync_new (SpurCollectFile *self, GError **error);
int spur_collect_sync_run (const SpurCollectSync *self);
void spur_collect_sync_free (SpurCollectSync *self);
int spur_collect_sync_folder (const char *path);

/* FALSE with an error where @number is one; then the next one writes all of that again. */
gboolean spur_collect_file_synced (SpurCollectFile *self,
                                   const SpurCollectSync *sync,
                                   int number,
                                   GError **error);

/* All of it at once. */
gboolean spur_collect_file_sync (SpurCollectFile *self, GError **error);

/* The sum; not above %G_MAXINT64, so that it can be shown. */
guint64 spur_collect_add_counts (guint64 a, guint64 b);

/* Until the next append; a folder may have more files than may be open at a time. */
void spur_collect_file_close (SpurCollectFile *self);

/* Threads that wait for the disk, so that the collector need not. What they have done is told in
 * the default main context. */
typedef struct _SpurCollectSyncer SpurCollectSyncer;

/* @number: 0, or what errno was. */
typedef void (*SpurCollectSyncDone) (SpurCollectSync *sync, int number, gpointer user_data);

SpurCollectSyncer *spur_collect_syncer_new (void);

/* Waits for what was begun, and tells it. */
void spur_collect_syncer_free (SpurCollectSyncer *self);

/* @sync: (transfer full): freed after @done. */
void spur_collect_syncer_run (SpurCollectSyncer *self,
                              SpurCollectSync *sync,
                              SpurCollectSyncDone done,
                              gpointer user_data);

/* The definitions of a trace that grows, as bodies of packets. Entries have the numbers that they
 * have in the trace, classes 1 more. */
typedef struct _SpurCollectDefine SpurCollectDefine;

SpurCollectDefine *spur_collect_define_new (SpurTrace *trace);
void spur_collect_define_free (SpurCollectDefine *self);

/* A packet of classes or definitions was put into the trace: of classes that this program does not
 * know only it has the ancestors. */
void spur_collect_define_note (SpurCollectDefine *self, const SpurPacket *packet);

/* (transfer full): What was not told yet, or the first part of it; NULL where all was. It is told
 * when that is said. */
GByteArray *spur_collect_define_make (SpurCollectDefine *self, SpurPacketKind *kind);
void spur_collect_define_told (SpurCollectDefine *self);

void spur_collect_define_put_u32 (GByteArray *body, guint32 value);
void spur_collect_define_put_u64 (GByteArray *body, guint64 value);
void spur_collect_define_put_text (GByteArray *body, const char *text);

/* Zeros, up to where a body may end. */
void spur_collect_define_pad (GByteArray *body);

/* The events of all recorders in one order, at their corrected times, as a recording that grows:
 * whole packets are in its file at any time, so that it can be opened and given on meanwhile. */

typedef struct
{
  SpurCollectFile *file; /* has whole packets up to its n_bytes */
  SpurCollectDefine *define;
  guint64 begin_ticks;
  GPtrArray *writers;
  guint64 n_waiting_words;
  guint64 max_waiting_words;
  guint64 n_packets;
  guint64 n_marks;
  guint64 n_statuses;
  gint64 left_ns;
  gint64 marked_ns;
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_untaken; /* of these, those that came and found no room */
  gint64 flushed_us;
  gboolean is_full;
  gboolean has_ended;
  gpointer scratch;
  guint8 *bytes;
} SpurCollectOutput;

/* (transfer full): @max_waiting_bytes: what may wait for a disk that takes nothing; what is beyond
 * is dropped and counted. */
SpurCollectOutput *spur_collect_output_new (const char *path,
                                            SpurCollectLive *live,
                                            guint64 max_waiting_bytes,
                                            GError **error);
void spur_collect_output_free (SpurCollectOutput *self);

/* An event leaves. */
void spur_collect_output_put (SpurCollectOutput *self, const SpurCollectEvent *event);

/* A packet of classes or definitions was taken. */
void spur_collect_output_note (SpurCollectOutput *self, const SpurPacket *packet);

/* Writes what is there, where it is time for it or @has_to. FALSE with an error of #GIOErrorEnum
 * where the file takes nothing: then it is tried again the next time. */
gboolean spur_collect_output_flush (SpurCollectOutput *self, gboolean has_to, GError **error);

/* Nothing more will come. FALSE with an error where not all could be written. */
gboolean spur_collect_output_finish (SpurCollectOutput *self, gboolean has_to_sync, GError **error);

/* Makes the packet with the counts, of at most SPUR_COLLECT_STATUS_BYTES. */
gsize spur_collect_output_make_status (SpurCollectOutput *self, guint8 *bytes);
