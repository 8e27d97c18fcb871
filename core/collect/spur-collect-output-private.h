/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/collect/spur-collect-file-private.h"
#include "core/collect/spur-collect-live-private.h"

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
typedef struct _SpurCollectOutput SpurCollectOutput;

struct _SpurCollectOutput
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
};

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
