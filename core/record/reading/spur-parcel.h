/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/packet/spur-packed-internal.h"

G_BEGIN_DECLS

/* Not installed: the parts of recordings (doc/recording.md), for all rooms that read them. */

#define SPUR_RECORDING_MAGIC "\211SREC\r\n\n"
#define SPUR_RECORDING_PREAMBLE_BYTES 96
#define SPUR_PARCEL_HEADER_BYTES 56
#define SPUR_PARCEL_MAX_BODY_BYTES (1u << 24)
#define SPUR_PARCEL_MAX_EVENTS (1u << 16)
#define SPUR_PARCEL_MAGIC 0x4C435053u

typedef enum
{
  SPUR_PARCEL_FACTS = 1,
  SPUR_PARCEL_CLOCK,
  SPUR_PARCEL_CLASSES,
  SPUR_PARCEL_DEFINITIONS,
  SPUR_PARCEL_STREAM,
  SPUR_PARCEL_EVENTS,
  SPUR_PARCEL_DROPS,
  SPUR_PARCEL_OFFSETS,
  SPUR_PARCEL_DELAYS,
  SPUR_PARCEL_STATUS,
  SPUR_PARCEL_MARK,
} SpurParcelKind;

/* Beyond what a writer can record, and what all of a recording can: 2^53 events of 30 ns each are
 * eight years. Sums of these stay within 63 bits. */
#define SPUR_PARCEL_MAX_COUNT (G_GUINT64_CONSTANT (1) << 53)
#define SPUR_PARCEL_MAX_SUM (G_GUINT64_CONSTANT (1) << 62)

/* Parcels of marks and of counts are not numbered among others: a file may not have them. */
#define SPUR_PARCEL_FIRST_MARK (G_GUINT64_CONSTANT (1) << 62)
#define SPUR_PARCEL_FIRST_STATUS (G_GUINT64_CONSTANT (1) << 63)

typedef enum
{
  SPUR_RECORDING_MONOTONIC = 1,
  SPUR_RECORDING_TSC = 2,
} SpurRecordingClock;

/* What a recording begins with. */
typedef struct
{
  guint16 major;
  guint16 minor;
  guint64 origin;
  guint32 process;
  guint32 clock;
  guint64 process_start;
  guint8 boot[16];
  guint64 hz;
  guint64 begin_ticks;
  gint64 begin_ns;
  gint64 begin_real_ns;
} SpurRecordingPreamble;

/* Whether a preamble is at @bytes: FALSE with SPUR_FORMAT_ERROR; @place is for its message. */
gboolean spur_recording_preamble_read (SpurRecordingPreamble *self,
                                       const guint8 *bytes,
                                       gsize n_bytes,
                                       const char *place,
                                       GError **error);

/* Makes the bytes of a preamble, as a recorder does. */
void spur_recording_preamble_put (const SpurRecordingPreamble *self, guint8 *bytes);

/* A parcel; the body is where it was found. */
typedef struct
{
  guint16 kind;
  guint32 writer;
  guint64 sequence;
  guint64 first;
  guint32 n_events;
  guint32 stream;
  guint32 n_bytes;
  guint64 body_hash;
  const guint8 *body;
} SpurParcel;

typedef enum
{
  /* A header of a parcel with all of its body, which is right. */
  SPUR_PARCEL_WHOLE,
  /* A header, but more bytes are needed for the rest. */
  SPUR_PARCEL_CUT,
  /* A header, and a body that is not what was written. */
  SPUR_PARCEL_DAMAGED,
  /* Too few bytes to tell. */
  SPUR_PARCEL_SHORT,
  /* No parcel begins here. */
  SPUR_PARCEL_NONE,
} SpurParcelState;

/* What is at @bytes. @self is set unless there is none, and the whole parcel has
 * SPUR_PARCEL_HEADER_BYTES + n_bytes bytes. */
SpurParcelState spur_parcel_read (SpurParcel *self, const guint8 *bytes, gsize n_bytes);

/* The same for one that was found to be whole before. */
void spur_parcel_read_header (SpurParcel *self, const guint8 *bytes);

/* Makes the header of a parcel with the checksum of its body. */
void spur_parcel_put_header (SpurParcel *self, guint8 *bytes);

/* How the counts of a recording stand, as its recorder says. */
typedef struct
{
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_bytes;
  gboolean has_ended;
} SpurParcelStatus;

/* Whether the header fits the kind, and the bodies of facts, streams, drops and counts are whole;
 * others are checked where they are read. FALSE with SPUR_FORMAT_ERROR. */
gboolean spur_parcel_check (const SpurParcel *self, GError **error);

/* FALSE where the body is too short. */
gboolean spur_parcel_read_status (const SpurParcel *self, SpurParcelStatus *status);

/* The columns of a parcel of events, as they lie in it. */
typedef struct
{
  guint32 number;
  guint32 n_events;
  guint32 n_fields;
  guint32 first_column;

  /* How many of them spur_parcel_events_next() has given. */
  guint32 n_taken;
} SpurParcelClass;

typedef struct
{
  guint32 n_events;
  guint32 n_classes;
  guint32 n_columns;
  SpurParcelClass *classes;
  SpurPackedColumn *columns;
  guint32 n_taken;
} SpurParcelEvents;

/* Sets what is in a parcel of events that is whole; @self may hold another one's before. Whatever
 * the bytes are, nothing beyond them is read later. NULL, or what is wrong with them. */
const char *spur_parcel_events_read (SpurParcelEvents *self, const SpurParcel *parcel);
void spur_parcel_events_clear (SpurParcelEvents *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurParcelEvents, spur_parcel_events_clear)

/* One event of a parcel: the @index-th of its class. */
typedef struct
{
  guint64 ticks;
  const SpurParcelClass *event_class;
  guint32 index;
} SpurParcelEvent;

/* Whether there are as many events of each class as the parcel says; only then can they be taken
 * one after the other. NULL, or what is wrong with them. */
const char *spur_parcel_events_check (SpurParcelEvents *self);

/* The next one; FALSE where none is left. */
gboolean spur_parcel_events_next (SpurParcelEvents *self, SpurParcelEvent *event);

/* The same as spur_packed_column_get() where nothing behind the values may be read. */
static inline guint64
spur_parcel_column_get (const SpurPackedColumn *self, guint32 index)
{
  const guint8 *at = self->values + (gsize) self->width * index;
  guint64 stored = 0;

  for (guint32 i = self->width; i-- > 0;)
    stored = stored << 8 | at[i];
  return self->base + (self->step * index >> SPUR_PACKED_STEP_BITS) + stored;
}

static inline guint64
spur_parcel_events_get_field (const SpurParcelEvents *self,
                              const SpurParcelEvent *event,
                              guint32 field)
{
  return spur_parcel_column_get (&self->columns[event->event_class->first_column + field],
                                 event->index);
}

/* Packing: events lie one behind the other as in blocks (doc/recording.md), each with the words of
 * its head and its fields. The body has room for all words and PACK_BODY_BYTES more, @scratch, all
 * 0 at first, for twice as many and PACK_SCRATCH_BYTES more. @next: the first event that is not in
 * this parcel any more. Returns the bytes of the body. */
#define SPUR_PARCEL_HEAD_WORDS 2
#define SPUR_PARCEL_PACK_BODY_BYTES 32768
#define SPUR_PARCEL_PACK_SCRATCH_BYTES 65536

gsize spur_parcel_pack (const guint64 *from,
                        const guint64 *to,
                        guint8 *body,
                        gpointer scratch,
                        const guint64 **next,
                        guint32 *n_events);

/* Bodies of other kinds are read from front to back. Once something is not there, all is zero and
 * @is_bad is set. */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
  gboolean is_bad;
} SpurParcelInput;

void spur_parcel_input_init (SpurParcelInput *self, const SpurParcel *parcel);
guint32 spur_parcel_input_u32 (SpurParcelInput *self);
guint64 spur_parcel_input_u64 (SpurParcelInput *self);
/* NUL-terminated, always valid UTF-8; never NULL. */
char *spur_parcel_input_text (SpurParcelInput *self);
/* The same, but NULL where none is there. */
char *spur_parcel_input_unit (SpurParcelInput *self);

/* FALSE with SPUR_FORMAT_ERROR where something was not there. */
gboolean
spur_parcel_input_check (const SpurParcelInput *self, const SpurParcel *parcel, GError **error);

G_END_DECLS
