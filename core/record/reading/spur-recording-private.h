/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/reading/spur-recording-reader.h"
#include "core/record/reading/spur-recording-tables-internal.h"

/* The fact that says how many predecessors events named; a recording does not have them. */
#define SPUR_RECORDING_PREDECESSORS_FACT "recording.predecessors"

/* A recording on its way to a trace. */

/* Kinds of places that are no packets. */
enum
{
  /* Events that lie unpacked in a file of blocks, at @bytes. */
  SPUR_PLACE_BLOCK = 256,
  /* What the recorder counted at last of a writer of which it dropped some: @first is one more than
   * the last event's number. */
  SPUR_PLACE_TOTAL,
};

/* Where in the recording a packet begins, and what of it is needed to put it in order. */
typedef struct
{
  guint64 offset;
  guint64 sequence;
  guint64 first;
  guint32 writer;
  guint32 stream;
  guint32 n_events;
  guint16 kind;
  const guint8 *bytes;
  gsize n_bytes;
  /* The greatest of its events, where a tail needs it. */
  guint64 last_ticks;
  /* It was there when the last cut of a tail was made. */
  gboolean was_cut;
} SpurPacketPlace;

/* An event before those that are read, which still matters. Its record refers to the tables of the
 * trace, where definitions that come later have later entries. */
typedef struct
{
  SpurEventLayout *layout;
  guint64 ticks;
  guint32 stream;
  guint32 record_at;
} SpurRecordingKept;

/* What is left of a recording up to a time of which the events are not read again. */
typedef struct
{
  /* Of packets that were there then, events whose time is, or follows one of their writer that is,
   * not before it are read. A stream may write its events later than others do. */
  guint64 from_ticks;
  /* guint64 by writer: the first event in the packets that are read. */
  GHashTable *firsts;
  /* Of SpurRecordingKept, by stream and in its order; and their records. */
  GArray *kept;
  GByteArray *records;
} SpurRecordingPast;

typedef struct
{
  char *name;
  guint32 target;
} SpurRecordingStream;

GHashTable *spur_recording_new_streams (void);

/* When the clock and the system's clock were read together. */
typedef struct
{
  guint64 ticks;
  gint64 monotonic_ns;
} SpurRecordingReading;

/* Both clocks at the same time. The other one is that of another recording, in its ticks; or it is
 * the CLOCK_MONOTONIC of another computer, in ns, and the deviation is a bound. */
typedef struct
{
  guint64 ticks;
  gboolean is_probe;
  guint8 reference_boot[16];
  guint64 reference_origin;
  guint64 reference_ticks;
  double deviation_ns;
} SpurRecordingOffset;

/* What the recorder measured of least delays. */
typedef struct
{
  guint64 n_rows;
  guint64 least_ns;
  guint64 most_ns;
} SpurRecordingDelays;

typedef struct
{
  SpurRecordingPreamble preamble;
  const char *path;
  const guint8 *bytes;
  gsize n_bytes;
  /* Of SpurPacketPlace: packets; then what lies in the file of blocks. */
  GArray *places;
  GArray *blocks;
  GBytes *block_bytes;
  /* Definitions in the file of blocks; without a body where there are none. */
  SpurPacket rows;

  SpurTrace *trace;
  SpurRecordingIndex index;
  SpurRecordingTables tables;
  /* Of SpurRecordingStream by number. */
  GHashTable *streams;
  GArray *readings;
  GArray *offsets;
  SpurRecordingDelays delays;
  GArray *totals;
  guint64 n_told_dropped;
  const SpurEventLayout *drop_layout;
  guint drop_class;
  guint64 epoch_ticks;
  guint64 hz;
  SpurRecordingCounts counts;
  /* What is not whole at its end may become so, and is no damage. */
  gboolean is_growing;
  /* NULL where all of the recording is read. */
  const SpurRecordingPast *past;
  /* Of each of the trace's streams its number in the recording. */
  GArray *numbers;
} SpurRecordingLoad;

void spur_recording_load_init (SpurRecordingLoad *self, const char *path);
void spur_recording_load_clear (SpurRecordingLoad *self);

/* (transfer full): The trace of the packets that were found, as far as they are whole. */
SpurTrace *spur_recording_load_finish (SpurRecordingLoad *self, GError **error);

/* Finds all packets and puts them in order. */
void spur_recording_scan (SpurRecordingLoad *self);

/* Finds packets from @offset on. Returns where to look on when the recording has grown: behind it
 * there may be holes that are filled then. */
gsize spur_recording_scan_from (SpurRecordingLoad *self, gsize offset);

void spur_recording_order_places (GArray *places);

/* The recorder locks its file as long as it has it. What is in blocks then may change while it is
 * being looked at. */
gboolean spur_recording_is_locked (const char *path);

/* Finds what a recorder that did not end well had not handed over yet. */
void spur_recording_find_blocks (SpurRecordingLoad *self);

/* Reads what is no event into the trace. */
gboolean spur_recording_define (SpurRecordingLoad *self, GError **error);

/* Reads events and drops into the trace's streams. */
gboolean spur_recording_fill (SpurRecordingLoad *self, GError **error);

/* The packet at @place, which was found to be whole. */
SpurPacket spur_recording_get_packet (const SpurRecordingLoad *self, const SpurPacketPlace *place);

/* (transfer full): The class of a name, the last one in @xml, with the GType that it has here. */
SpurEventLayout *spur_recording_parse_class (const char *name, const char *xml, GError **error);

/* As spur_recording_open() for a recording in memory, which errors call @path. */
SpurTrace *spur_recording_open_bytes (
  const char *path, GBytes *bytes, SpurRecordingCounts *counts, const SpurJob *job, GError **error);
