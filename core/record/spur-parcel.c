/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/spur-parcel-private.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-hash-private.h"
#include "core/store/spur-trace.h"

#define PREAMBLE_MAGIC "\211SREC\r\n\n"
#define PREAMBLE_HASHED 88
#define PARCEL_MAGIC 0x4C435053u
#define HEADER_HASHED 48
#define BYTE_ORDER_MARK 0x01020304u
#define MAJOR 1

gboolean
spur_preamble_parse (SpurPreamble *self, const guint8 *bytes, GError **error)
{
  guint16 major = spur_get_le16 (bytes + 8);

  if (memcmp (bytes, PREAMBLE_MAGIC, 8) != 0 || spur_get_le32 (bytes + 12) != BYTE_ORDER_MARK)
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT,
                   "the bytes are not those of a recording");
      return FALSE;
    }
  if (spur_get_le64 (bytes + PREAMBLE_HASHED) != spur_hash_bytes (bytes, PREAMBLE_HASHED))
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_CHECKSUM,
                   "the checksum of the preamble is wrong");
      return FALSE;
    }
  if (major != MAJOR)
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_VERSION,
                   "the recording is of version %u, this program reads version %u", major, MAJOR);
      return FALSE;
    }
  self->origin = spur_get_le64 (bytes + 16);
  self->process = spur_get_le32 (bytes + 24);
  self->clock = spur_get_le32 (bytes + 28);
  self->started = spur_get_le64 (bytes + 32);
  memcpy (self->boot, bytes + 40, sizeof self->boot);
  self->resolution_hz = spur_get_le64 (bytes + 56);
  self->begin_ticks = spur_get_le64 (bytes + 64);
  self->begin_monotonic_ns = (gint64) spur_get_le64 (bytes + 72);
  self->begin_real_ns = (gint64) spur_get_le64 (bytes + 80);
  if (self->origin == 0 || self->resolution_hz == 0 || self->resolution_hz > G_MAXINT64 ||
      (self->clock != SPUR_RECORDING_MONOTONIC && self->clock != SPUR_RECORDING_TSC))
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                   "the preamble has origin %" G_GUINT64_FORMAT ", clock %u of %" G_GUINT64_FORMAT
                   " ticks a second; expected no zeros, and clock 1 or 2",
                   self->origin, self->clock, self->resolution_hz);
      return FALSE;
    }
  return TRUE;
}

void
spur_preamble_put (const SpurPreamble *self, guint8 *bytes)
{
  memcpy (bytes, PREAMBLE_MAGIC, 8);
  spur_put_le16 (bytes + 8, MAJOR);
  spur_put_le16 (bytes + 10, 0);
  spur_put_le32 (bytes + 12, BYTE_ORDER_MARK);
  spur_put_le64 (bytes + 16, self->origin);
  spur_put_le32 (bytes + 24, self->process);
  spur_put_le32 (bytes + 28, self->clock);
  spur_put_le64 (bytes + 32, self->started);
  memcpy (bytes + 40, self->boot, sizeof self->boot);
  spur_put_le64 (bytes + 56, self->resolution_hz);
  spur_put_le64 (bytes + 64, self->begin_ticks);
  spur_put_le64 (bytes + 72, (guint64) self->begin_monotonic_ns);
  spur_put_le64 (bytes + 80, (guint64) self->begin_real_ns);
  spur_put_le64 (bytes + PREAMBLE_HASHED, spur_hash_bytes (bytes, PREAMBLE_HASHED));
}

gboolean
spur_parcel_parse_header (SpurParcel *self, const guint8 *bytes, GError **error)
{
  if (spur_get_le32 (bytes) != PARCEL_MAGIC)
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT, "no parcel begins here");
      return FALSE;
    }
  if (spur_get_le64 (bytes + HEADER_HASHED) != spur_hash_bytes (bytes, HEADER_HASHED))
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_CHECKSUM,
                   "the checksum of the parcel's header is wrong");
      return FALSE;
    }
  *self = (SpurParcel){ .kind = spur_get_le16 (bytes + 4),
                        .n_bytes = spur_get_le32 (bytes + 8),
                        .writer = spur_get_le32 (bytes + 12),
                        .sequence = spur_get_le64 (bytes + 16),
                        .first = spur_get_le64 (bytes + 24),
                        .n_events = spur_get_le32 (bytes + 32),
                        .stream = spur_get_le32 (bytes + 36),
                        .body_hash = spur_get_le64 (bytes + 40) };
  if (self->n_bytes > SPUR_PARCEL_MAX_BODY_BYTES || self->n_bytes % 8 != 0)
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                   "a parcel of %u bytes; expected a multiple of 8, at most %u", self->n_bytes,
                   SPUR_PARCEL_MAX_BODY_BYTES);
      return FALSE;
    }
  return TRUE;
}

gboolean
spur_parcel_take_body (SpurParcel *self, const guint8 *body, GError **error)
{
  if (self->body_hash != spur_hash_bytes (body, self->n_bytes))
    {
      g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_CHECKSUM,
                   "the checksum of parcel %" G_GUINT64_FORMAT " of writer %u is wrong",
                   self->sequence, self->writer);
      return FALSE;
    }
  self->body = body;
  return TRUE;
}

void
spur_parcel_put_header (SpurParcel *self, guint8 *bytes)
{
  self->body_hash = spur_hash_bytes (self->body, self->n_bytes);
  spur_put_le32 (bytes, PARCEL_MAGIC);
  spur_put_le16 (bytes + 4, self->kind);
  spur_put_le16 (bytes + 6, 0);
  spur_put_le32 (bytes + 8, self->n_bytes);
  spur_put_le32 (bytes + 12, self->writer);
  spur_put_le64 (bytes + 16, self->sequence);
  spur_put_le64 (bytes + 24, self->first);
  spur_put_le32 (bytes + 32, self->n_events);
  spur_put_le32 (bytes + 36, self->stream);
  spur_put_le64 (bytes + 40, self->body_hash);
  spur_put_le64 (bytes + HEADER_HASHED, spur_hash_bytes (bytes, HEADER_HASHED));
}

void
spur_body_init (SpurBody *self, const SpurParcel *parcel)
{
  *self = (SpurBody){ parcel->body, parcel->body + parcel->n_bytes, FALSE };
}

static const guint8 *
take (SpurBody *self, gsize n_bytes)
{
  const guint8 *at = self->at;

  if (self->is_short || (gsize) (self->end - at) < n_bytes)
    {
      self->is_short = TRUE;
      return NULL;
    }
  self->at += n_bytes;
  return at;
}

guint32
spur_body_get_u32 (SpurBody *self)
{
  const guint8 *at = take (self, 4);

  return at != NULL ? spur_get_le32 (at) : 0;
}

guint64
spur_body_get_u64 (SpurBody *self)
{
  const guint8 *at = take (self, 8);

  return at != NULL ? spur_get_le64 (at) : 0;
}

char *
spur_body_get_text (SpurBody *self)
{
  guint32 n_bytes = spur_body_get_u32 (self);
  const guint8 *at = take (self, n_bytes);

  if (at == NULL || memchr (at, '\0', n_bytes) != NULL)
    {
      self->is_short = TRUE;
      return NULL;
    }
  return g_strndup ((const char *) at, n_bytes);
}

gboolean
spur_body_check (const SpurBody *self, const SpurParcel *parcel, GError **error)
{
  if (!self->is_short)
    return TRUE;
  g_set_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_TRUNCATED,
               "parcel %" G_GUINT64_FORMAT " of writer %u, of kind %u, ends within a row",
               parcel->sequence, parcel->writer, parcel->kind);
  return FALSE;
}

gboolean
spur_parcel_read_status (const SpurParcel *self, SpurParcelStatus *status, GError **error)
{
  SpurBody body;

  spur_body_init (&body, self);
  status->n_events = spur_body_get_u64 (&body);
  status->n_dropped = spur_body_get_u64 (&body);
  status->n_bytes = spur_body_get_u64 (&body);
  status->has_ended = spur_body_get_u32 (&body) == 1;
  return spur_body_check (&body, self, error);
}
