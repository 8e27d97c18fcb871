/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-exchange.h"

G_BEGIN_DECLS

/* What ranks do together, on top of an exchange. All of them call the same functions in the same
 * order, but for the flow, which everybody sends and receives as it comes. */
typedef struct
{
  SpurExchange *exchange;
  guint rank;
  guint n_ranks;
  GQueue *waiting;
  GQueue flow;
  GQueue later;
  guint32 flow_number;
} SpurRanks;

/* The one of the exchange, which lives as long as it. */
SpurRanks *spur_ranks_get (SpurExchange *exchange);

/* One array of bytes for, or from, each rank. */
GByteArray **spur_ranks_new_parcels (const SpurRanks *self);

void spur_ranks_free_parcels (const SpurRanks *self, GByteArray **parcels);

/* Gives everybody its parcel and replaces the parcels by those from everybody. */
void spur_ranks_swap (SpurRanks *self, GByteArray **parcels);

/* The bytes of everybody; takes @bytes. */
GByteArray **spur_ranks_gather (SpurRanks *self, GByteArray *bytes);

/* The bytes of rank 0, whose @bytes are taken; the others give NULL. */
GByteArray *spur_ranks_broadcast (SpurRanks *self, GByteArray *bytes);

typedef enum
{
  SPUR_RANKS_SUM,
  SPUR_RANKS_MIN,
  SPUR_RANKS_MAX,
} SpurRanksOperation;

/* Combines the values of all ranks, place by place; everybody gets the result. */
void
spur_ranks_combine (SpurRanks *self, SpurRanksOperation operation, gint64 *values, gsize n_values);

/* Whether nobody has an error; else everybody gets that of the first rank that has one. */
gboolean spur_ranks_agree (SpurRanks *self, GError **error);

/* From now on the flow is a new one: what others still send of the one before is dropped, and what
 * they send before they come to end it is kept from those that are behind. Between two flows there
 * is a step that all take together. */
void spur_ranks_begin_flow (SpurRanks *self);

/* Takes @bytes. */
void spur_ranks_send (SpurRanks *self, guint to, GByteArray *bytes);

/* Of the flow; NULL where nothing comes within the time. */
GByteArray *spur_ranks_receive (SpurRanks *self, gint64 timeout_us, guint *from);

/* A reader of a parcel. Ranks run the same program, so what does not fit is a mistake in it. */
typedef struct
{
  const guint8 *next;
  const guint8 *end;
} SpurParcelReader;

static inline SpurParcelReader
spur_parcel_read (const GByteArray *parcel)
{
  return (SpurParcelReader){ parcel->data, parcel->data + parcel->len };
}

static inline gboolean
spur_parcel_is_at_end (const SpurParcelReader *self)
{
  return self->next == self->end;
}

static inline void
spur_parcel_take (SpurParcelReader *self, gpointer to, gsize n_bytes)
{
  if (G_UNLIKELY ((gsize) (self->end - self->next) < n_bytes))
    g_error ("a parcel from another rank ends too early: do all ranks run the same version?");
  /* Where there is nothing, there need not be a place for it. */
  if (n_bytes > 0)
    memcpy (to, self->next, n_bytes);
  self->next += n_bytes;
}

static inline guint64
spur_parcel_take_u64 (SpurParcelReader *self)
{
  guint64 value;

  spur_parcel_take (self, &value, sizeof value);
  return value;
}

static inline void
spur_parcel_put (GByteArray *parcel, gconstpointer from, gsize n_bytes)
{
  if (G_UNLIKELY (n_bytes > G_MAXUINT - 64 - parcel->len))
    g_error ("a parcel for another rank has more than 4 GiB: use more ranks");
  g_byte_array_append (parcel, from, (guint) n_bytes);
}

static inline void
spur_parcel_put_u64 (GByteArray *parcel, guint64 value)
{
  spur_parcel_put (parcel, &value, sizeof value);
}

G_END_DECLS
