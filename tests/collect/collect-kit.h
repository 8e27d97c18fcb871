/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "core/collect/spur-collector-private.h"
#include "core/record/reading/spur-packet.h"

/* A recorder that makes the bytes of its recording one packet after the other, as doc/recording.md
 * describes them. */
typedef struct
{
  SpurRecordingPreamble preamble;
  guint8 head[SPUR_RECORDING_PREAMBLE_BYTES];
  GByteArray *bytes; /* packets */
  GArray *ends;      /* where each of them ends */
  guint64 sequences[16];
  guint64 positions[16];
  guint64 n_events;
  guint64 n_dropped;
} Kit;

/* Kit classes, as kit_define() numbers them. */
enum
{
  KIT_SEND = 1,
  KIT_RECEIVE,
  KIT_STATE,
  KIT_LOAD,
};

void kit_init (Kit *self, guint64 origin);
void kit_clear (Kit *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Kit, kit_clear)

/* Ticks now: of this computer's CLOCK_MONOTONIC. */
guint64 kit_now (void);

void kit_put (Kit *self,
              SpurPacketKind kind,
              guint32 writer,
              guint32 stream,
              guint32 n_events,
              GByteArray *body);

/* Facts, classes and objects: 0 to @n_objects - 1 are load objects, of the same names everywhere.
 */
void kit_define (Kit *self, guint32 n_objects);
void kit_put_stream (Kit *self, guint32 stream, const char *name);

/* @n_events of a class at @ticks, @step apart; @fields of all of them. */
void kit_put_events (Kit *self,
                     guint32 writer,
                     guint32 stream,
                     guint32 event_class,
                     guint32 n_events,
                     guint64 ticks,
                     guint64 step,
                     const guint64 *fields);
void kit_put_drops (Kit *self, guint32 writer, guint32 stream, guint32 n_events);
void kit_put_status (Kit *self, gboolean has_ended);

/* Nothing earlier is to come of any stream but @busy, which may be %SPUR_NONE. */
void kit_put_mark (Kit *self, guint64 ticks, guint32 busy);

/* What a recorder says first. */
void kit_make_hello (const Kit *self, const char *token, guint8 *bytes);

guint kit_get_n_fields (guint32 event_class);
