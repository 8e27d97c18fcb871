/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The bytes of recordings as doc/recording.md describes them, for whoever reads them: a file, a
 * collector. Nothing of what is read is trusted. */

#define SPUR_PREAMBLE_BYTES 96
#define SPUR_PARCEL_HEADER_BYTES 56
#define SPUR_PARCEL_MAX_BODY_BYTES (1u << 24)
#define SPUR_PARCEL_MAX_EVENTS (1u << 20)

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
} SpurParcelKind;

typedef enum
{
  SPUR_RECORDING_MONOTONIC = 1,
  SPUR_RECORDING_TSC,
} SpurRecordingClock;

/* What a recording begins with. */
typedef struct
{
  guint64 origin;
  guint32 process;
  guint32 clock;
  guint64 started;
  guint8 boot[16];
  guint64 resolution_hz;
  guint64 begin_ticks;
  gint64 begin_monotonic_ns;
  gint64 begin_real_ns;
} SpurPreamble;

/* The header of a parcel, and its body where it is there. */
typedef struct
{
  guint16 kind;
  guint32 n_bytes;
  guint32 writer;
  guint64 sequence;
  guint64 first;
  guint32 n_events;
  guint32 stream;
  guint64 body_hash;
  const guint8 *body;
} SpurParcel;

/* @bytes has 96. The errors are those of SPUR_STORE_ERROR, without a place. */
gboolean spur_preamble_parse (SpurPreamble *self, const guint8 *bytes, GError **error);

/* @bytes has 56; the body is not looked at. */
gboolean spur_parcel_parse_header (SpurParcel *self, const guint8 *bytes, GError **error);

/* Takes @body, which has as many bytes as the header says. */
gboolean spur_parcel_take_body (SpurParcel *self, const guint8 *body, GError **error);

/* Makes bytes of them; a recorder writes the same. */
void spur_preamble_put (const SpurPreamble *self, guint8 *bytes);
void spur_parcel_put_header (SpurParcel *self, guint8 *bytes);

/* A body that is read from its begin to its end. Once something is missing, all that follows is 0,
 * and @is_short stays. */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
  gboolean is_short;
} SpurBody;

void spur_body_init (SpurBody *self, const SpurParcel *parcel);
guint32 spur_body_get_u32 (SpurBody *self);
guint64 spur_body_get_u64 (SpurBody *self);

/* (transfer full): a text, or NULL where it is short or has a NUL inside. */
char *spur_body_get_text (SpurBody *self);

gboolean spur_body_check (const SpurBody *self, const SpurParcel *parcel, GError **error);

/* How the counts of a recording stand, as its recorder says. */
typedef struct
{
  guint64 n_events;
  guint64 n_dropped;
  guint64 n_bytes;
  gboolean has_ended;
} SpurParcelStatus;

gboolean spur_parcel_read_status (const SpurParcel *self, SpurParcelStatus *status, GError **error);

typedef struct
{
  guint64 base;
  guint64 step;
  guint32 width;
  const guint8 *values;
} SpurParcelColumn;

typedef struct
{
  guint32 number;
  guint32 n_events;
  guint32 n_fields;
  guint32 first_column;
  guint32 n_taken;
} SpurParcelClass;

/* The events of a parcel, which are taken one after the other. */
typedef struct
{
  guint32 n_events;
  guint32 n_classes;
  guint32 n_taken;
  SpurParcelClass *classes;
  SpurParcelColumn *columns;
} SpurParcelEvents;

/* One of them. @class_number: as the recording counts; fields by spur_parcel_events_get_field(). */
typedef struct
{
  guint64 ticks;
  const SpurParcelClass *event_class;
  guint32 index;
} SpurParcelEvent;

gboolean spur_parcel_events_init (SpurParcelEvents *self, const SpurParcel *parcel, GError **error);

void spur_parcel_events_clear (SpurParcelEvents *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SpurParcelEvents, spur_parcel_events_clear)

/* From the first one again. */
void spur_parcel_events_rewind (SpurParcelEvents *self);

/* FALSE where none is left. */
gboolean spur_parcel_events_next (SpurParcelEvents *self, SpurParcelEvent *event);

static inline guint64
spur_parcel_column_get (const SpurParcelColumn *self, guint32 index)
{
  const guint8 *at = self->values + (gsize) self->width * index;
  guint64 stored = 0;

  for (guint32 i = self->width; i-- > 0;)
    stored = stored << 8 | at[i];
  return self->base + ((self->step * index) >> 16) + stored;
}

static inline guint64
spur_parcel_events_get_field (const SpurParcelEvents *self,
                              const SpurParcelEvent *event,
                              guint32 field)
{
  return spur_parcel_column_get (&self->columns[event->event_class->first_column + field],
                                 event->index);
}

G_END_DECLS
