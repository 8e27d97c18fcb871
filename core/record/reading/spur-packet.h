/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/record/spur-record-wire-internal.h"
#include "core/store/packet/spur-packed-internal.h"

/* Not installed: the parts of recordings (doc/recording.md), for all rooms that read them. */

/* Beyond what a writer can record, and what all of a recording can: 2^53 events of 30 ns each are
 * eight years. Sums of these stay within 63 bits. */
#define SPUR_PACKET_MAX_COUNT (G_GUINT64_CONSTANT (1) << 53)
#define SPUR_PACKET_MAX_SUM (G_GUINT64_CONSTANT (1) << 62)

/* Whether a preamble is at @bytes: FALSE with SPUR_FORMAT_ERROR; @place is for its message. */
gboolean spur_recording_preamble_read (SpurRecordingPreamble *self,
                                       const guint8 *bytes,
                                       gsize n_bytes,
                                       const char *place,
                                       GError **error);

/* Makes the bytes of a preamble, as a recorder does. */
void spur_recording_preamble_put (const SpurRecordingPreamble *self, guint8 *bytes);

/* A packet; the body is where it was found. */
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
} SpurPacket;

typedef enum
{
  /* A header of a packet with all of its body, which is right. */
  SPUR_PACKET_WHOLE,
  /* A header, but more bytes are needed for the rest. */
  SPUR_PACKET_CUT,
  /* A header, and a body that is not what was written. */
  SPUR_PACKET_DAMAGED,
  /* Too few bytes to tell. */
  SPUR_PACKET_SHORT,
  /* No packet begins here. */
  SPUR_PACKET_NONE,
} SpurPacketState;

/* What is at @bytes. @self is set unless there is none, and the whole packet has
 * SPUR_PACKET_HEADER_BYTES + n_bytes bytes. */
SpurPacketState spur_packet_read (SpurPacket *self, const guint8 *bytes, gsize n_bytes);

/* The same for one that was found to be whole before. */
void spur_packet_read_header (SpurPacket *self, const guint8 *bytes);

/* Makes the header of a packet with the checksum of its body. */
void spur_packet_put_header (SpurPacket *self, guint8 *bytes);

/* How the counts of a recording stand, as its recorder says. */
typedef struct
{
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_bytes;
  gboolean has_ended;
} SpurPacketStatus;

/* Whether the header fits the kind, and the bodies of facts, streams, drops and counts are whole;
 * others are checked where they are read. FALSE with SPUR_FORMAT_ERROR. */
gboolean spur_packet_check (const SpurPacket *self, GError **error);

/* FALSE with SPUR_FORMAT_ERROR that says which packet it is. */
gboolean spur_packet_refuse (const SpurPacket *packet, GError **error, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* FALSE where the body is too short. */
gboolean spur_packet_read_status (const SpurPacket *self, SpurPacketStatus *status);

/* The columns of a packet of events, as they lie in it. */
typedef struct
{
  guint32 number;
  guint32 n_events;
  guint32 n_fields;
  guint32 first_column;

  /* How many of them spur_packet_events_next() has given. */
  guint32 n_taken;
} SpurPacketClass;

typedef struct
{
  guint32 n_events;
  guint32 n_classes;
  guint32 n_columns;
  SpurPacketClass *classes;
  SpurPackedColumn *columns;
  guint32 n_taken;
} SpurPacketEvents;

/* Sets what is in a packet of events that is whole; @self may hold another one's before. Whatever
 * the bytes are, nothing beyond them is read later. NULL, or what is wrong with them. */
const char *spur_packet_events_read (SpurPacketEvents *self, const SpurPacket *packet);
void spur_packet_events_clear (SpurPacketEvents *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurPacketEvents, spur_packet_events_clear)

/* One event of a packet: the @index-th of its class. */
typedef struct
{
  guint64 ticks;
  const SpurPacketClass *event_class;
  guint32 index;
} SpurPacketEvent;

/* Whether there are as many events of each class as the packet says; only then can they be taken
 * one after the other. NULL, or what is wrong with them. */
const char *spur_packet_events_check (SpurPacketEvents *self);

/* The next one; FALSE where none is left. */
gboolean spur_packet_events_next (SpurPacketEvents *self, SpurPacketEvent *event);

/* The same as spur_packed_column_get() where nothing behind the values may be read. */
static inline guint64
spur_packet_column_get (const SpurPackedColumn *self, guint32 index)
{
  const guint8 *at = self->values + (gsize) self->width * index;
  guint64 stored = 0;

  for (guint32 i = self->width; i-- > 0;)
    stored = stored << 8 | at[i];
  return self->base + (self->step * index >> SPUR_PACKED_STEP_BITS) + stored;
}

static inline guint64
spur_packet_events_get_field (const SpurPacketEvents *self,
                              const SpurPacketEvent *event,
                              guint32 field)
{
  return spur_packet_column_get (&self->columns[event->event_class->first_column + field],
                                 event->index);
}

/* Packing: events lie one behind the other as in blocks (doc/recording.md), each with the words of
 * its head and its fields. The body has room for all words and PACK_BODY_BYTES more, @scratch, all
 * 0 at first, for twice as many and PACK_SCRATCH_BYTES more. @next: the first event that is not in
 * this packet any more. Returns the bytes of the body. */
#define SPUR_PACKET_PACK_BODY_BYTES 32768
#define SPUR_PACKET_PACK_SCRATCH_BYTES 65536

gsize spur_packet_pack (const guint64 *from,
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
} SpurPacketInput;

void spur_packet_input_init (SpurPacketInput *self, const SpurPacket *packet);
guint32 spur_packet_input_u32 (SpurPacketInput *self);
guint64 spur_packet_input_u64 (SpurPacketInput *self);
/* NUL-terminated, always valid UTF-8; never NULL. */
char *spur_packet_input_text (SpurPacketInput *self);
/* The same, but NULL where none is there. */
char *spur_packet_input_unit (SpurPacketInput *self);

/* FALSE with SPUR_FORMAT_ERROR where something was not there. */
gboolean
spur_packet_input_check (const SpurPacketInput *self, const SpurPacket *packet, GError **error);
