/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-region-private.h"
#include "core/causality/live/spur-live-classes.h"
#include "core/clock/live/spur-live-corrector.h"
#include "core/collect/spur-collector.h"
#include "core/record/reading/spur-recording-tables-internal.h"

/* The clocks of recorders against that of the collector. Time is in ns since the collector began.
 */
typedef struct
{
  gint64 begin_ns;
  gint64 begin_real_ns;
  guint8 boot[16];

  /* By boot and kind, since processes of one host read the same clock. */
  GHashTable *clocks;
} SpurCollectClocks;

/* At @ticks the time was @time_ns. */
typedef struct
{
  guint64 ticks;
  gint64 time_ns;
  guint64 hz;

  /* By what the resolution is known better the longer the clock is seen. */
  guint64 first_ticks;
  gint64 first_monotonic_ns;
  guint64 told_hz;
  gboolean is_shared;
} SpurCollectClock;

void spur_collect_clocks_init (SpurCollectClocks *self);
void spur_collect_clocks_clear (SpurCollectClocks *self);

gint64 spur_collect_clocks_get_now_ns (const SpurCollectClocks *self);

/* @ticks: the recorder's clock now, or 0. */
SpurCollectClock *spur_collect_clocks_find (SpurCollectClocks *self,
                                            const SpurRecordingPreamble *preamble,
                                            guint64 ticks);

/* Gives back what was found; clocks of one computer stay. */
void spur_collect_clock_unref (SpurCollectClock *self);

/* When the clock said @ticks, CLOCK_MONOTONIC of its computer said @monotonic_ns. */
void spur_collect_clock_calibrate (SpurCollectClock *self, guint64 ticks, gint64 monotonic_ns);

/* Clamped to +-2^60 ns. */
gint64 spur_collect_clock_get_ns (const SpurCollectClock *self, guint64 ticks);

/* The fact of a recording that a collector has written: its streams are those of many recorders. */
#define SPUR_COLLECT_FACT "collected"

/* The events of all recorders, in one order while they come. */
typedef struct _SpurLiveRecording SpurLiveRecording;

/* What a stream is called, until the last event that needs it has left. */
typedef struct
{
  gatomicrefcount n_refs;
  guint32 number; /* of all recordings together */
  guint32 target;
  char *name;
  char *full_name;
} SpurLiveLabel;

SpurLiveLabel *spur_live_label_ref (SpurLiveLabel *self);
void spur_live_label_unref (SpurLiveLabel *self);

/* An event that leaves, or how many were dropped. */
typedef struct
{
  gint64 time_ns;
  gint64 raw_ns;
  gboolean is_late;
  guint64 n_dropped;
  const SpurLiveRecording *recording;
  SpurLiveLabel *label;
  guint32 writer; /* of all recordings together, from 0 */
  guint64 position;
  guint class_index;
  const SpurEventLayout *layout;
  const guint8 *record;
} SpurCollectEvent;

typedef struct
{
  const SpurCollectOptions *limits;

  /* Whether a listener wants the events of a class. */
  gboolean (*wants) (const SpurEventLayout *layout, gpointer user_data);
  void (*deliver) (const SpurCollectEvent *event, gpointer user_data);

  /* Events of a class came. */
  void (*notice) (const SpurEventLayout *layout, guint64 n_events, gpointer user_data);

  /* Classes or definitions came. */
  void (*defined) (const SpurPacket *packet, gpointer user_data);
  gpointer user_data;
} SpurCollectLiveOptions;

typedef struct
{
  SpurCollectLiveOptions options;
  SpurTrace *trace; /* the definitions of all recordings; never sealed */
  SpurRecordingIndex index;
  SpurCollectClocks clocks; /* they say when time 0 was */
  SpurLiveCorrector *corrector;
  SpurRegion items; /* of the events in the corrector */
  SpurLiveClasses *classes;
  guint n_classes;
  guint n_groups;
  guint n_streams;
  guint32 n_labels;
  guint32 n_writers;
  guint64 n_passed_over; /* events that were not ordered: too many streams */
} SpurCollectLive;

struct _SpurLiveRecording
{
  SpurCollectLive *live;
  gatomicrefcount n_refs;
  SpurRecordingPreamble preamble;
  SpurCollectClock *clock;
  SpurRecordingTables tables;
  SpurRecordingIndex own_index; /* without a trace but where the recording is apart */
  GHashTable *streams;
  GHashTable *strays; /* by writer */
  char *host;
  char *program;
  gboolean is_collected;
};

SpurCollectLive *spur_collect_live_new (const SpurCollectLiveOptions *options);
void spur_collect_live_free (SpurCollectLive *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurCollectLive, spur_collect_live_free)

/* (transfer full): @ticks: the recording's clock now, or 0. @is_apart: its definitions do not go
 * together with those of others; it has its own, and its events are not put in order. */
SpurLiveRecording *spur_collect_live_add (SpurCollectLive *self,
                                          const SpurRecordingPreamble *preamble,
                                          guint64 ticks,
                                          gboolean is_apart);

/* Whether an error of definitions is of those of others: then the recording may be apart. */
gboolean spur_collect_live_is_conflict (const SpurLiveRecording *recording, const GError *error);

/* No more will come of it for now; others need not wait for it. */
void spur_collect_live_pause (SpurLiveRecording *recording);

void spur_live_recording_free (SpurLiveRecording *recording);

/* What the packet says of other packets: definitions, streams, facts. Events are looked at and
 * noticed, and go their way with spur_collect_live_push(), where listeners may want them. */
gboolean
spur_collect_live_take (SpurLiveRecording *recording, const SpurPacket *packet, GError **error);

gboolean
spur_collect_live_push (SpurLiveRecording *recording, const SpurPacket *packet, GError **error);

/* Time goes on. */
void spur_collect_live_tick (SpurCollectLive *self);

/* All that is here leaves. */
void spur_collect_live_finish (SpurCollectLive *self);

/* An event as a line of text. */
void spur_collect_line_append (GString *text,
                               SpurCollectLines lines,
                               SpurTrace *trace,
                               gint64 epoch_ns,
                               const SpurCollectEvent *event);
