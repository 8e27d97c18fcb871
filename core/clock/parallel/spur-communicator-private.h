/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-exchange.h"

/* Collective communication between the ranks of a correction, on top of an exchange. All ranks call
 * the same functions in the same order. A process alone is a communicator of one rank, in which
 * every function is free. */
typedef struct
{
  SpurExchange *exchange;
  guint rank;
  guint n_ranks;
  /* Messages of each rank that have come and are not asked for yet. */
  GQueue *waiting;
} SpurCommunicator;

/* The communicator of the exchange, which lives as long as it. */
SpurCommunicator *spur_communicator_get (SpurExchange *exchange);

/* The communicator of a process alone. */
extern SpurCommunicator spur_communicator_self;

/* One array of bytes for, or from, each rank. */
GByteArray **spur_communicator_new_buffers (const SpurCommunicator *self);

void spur_communicator_free_buffers (const SpurCommunicator *self, GByteArray **buffers);

/* Sends each rank its buffer and replaces the buffers by those that the ranks sent here. */
void spur_communicator_all_to_all (SpurCommunicator *self, GByteArray **buffers);

/* The bytes of all ranks in their order; takes @bytes, and of one rank gives them back. */
GByteArray *spur_communicator_concatenate (SpurCommunicator *self, GByteArray *bytes);

/* Makes one array of the items of all ranks, in their order or sorted if @compare is not NULL. */
void spur_communicator_gather (SpurCommunicator *self, GArray *items, GCompareFunc compare);

/* The bytes of rank 0, whose @bytes are taken; the others give NULL. */
GByteArray *spur_communicator_broadcast (SpurCommunicator *self, GByteArray *bytes);

typedef enum
{
  SPUR_REDUCE_SUM,
  SPUR_REDUCE_MIN,
  SPUR_REDUCE_MAX,
} SpurReduction;

/* What rank 0 has becomes what all have: machines may differ in the last digit of what was computed
 * in floating point. */
void spur_communicator_follow (SpurCommunicator *self, gpointer bytes, gsize n_bytes);

/* Combines the values of all ranks, place by place; every rank gets the result. */
void spur_communicator_all_reduce (SpurCommunicator *self,
                                   SpurReduction reduction,
                                   gint64 *values,
                                   gsize n_values);

/* Whether no rank has an error; else every rank gets that of the first rank that has one. Takes
 * @own. */
gboolean spur_communicator_agree (SpurCommunicator *self, GError *own, GError **error);

/* A reader of a message. Ranks run the same program, so what does not fit is a mistake in it. */
typedef struct
{
  const guint8 *next;
  const guint8 *end;
} SpurMessageReader;

static inline SpurMessageReader
spur_message_read (const GByteArray *message)
{
  return (SpurMessageReader){ message->data, message->data + message->len };
}

static inline gboolean
spur_message_is_at_end (const SpurMessageReader *self)
{
  return self->next == self->end;
}

static inline void
spur_message_take (SpurMessageReader *self, gpointer to, gsize n_bytes)
{
  if (G_UNLIKELY ((gsize) (self->end - self->next) < n_bytes))
    g_error ("a message from another rank ends too early: do all ranks run the same version?");
  /* An empty array may have no address. */
  if (n_bytes > 0)
    memcpy (to, self->next, n_bytes);
  self->next += n_bytes;
}

static inline guint64
spur_message_take_u64 (SpurMessageReader *self)
{
  guint64 value;

  spur_message_take (self, &value, sizeof value);
  return value;
}

static inline void
spur_message_put (GByteArray *message, gconstpointer from, gsize n_bytes)
{
  if (G_UNLIKELY (n_bytes > G_MAXUINT - 64 - message->len))
    g_error ("a message for another rank has more than 4 GiB: use more ranks");
  g_byte_array_append (message, from, (guint) n_bytes);
}

static inline void
spur_message_put_u64 (GByteArray *message, guint64 value)
{
  spur_message_put (message, &value, sizeof value);
}
