/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "core/clock/parallel/spur-ranks-private.h"

/* Parcels of steps that all ranks take together, and those of the flow, are told apart by their
 * last byte: a rank that is ahead may send the one while another one still is at the other. */
#define STEP 0
#define FLOW 1

#define FOREVER G_MAXINT64

typedef struct
{
  GByteArray *bytes;
  guint from;
} Arrival;

SpurRanks *
spur_ranks_get (SpurExchange *exchange)
{
  SpurRanks *self = exchange->ranks;

  if (self != NULL)
    return self;
  exchange->ranks = self = g_new0 (SpurRanks, 1);
  self->exchange = exchange;
  self->rank = exchange->rank;
  self->n_ranks = exchange->n_ranks;
  self->waiting = g_new0 (GQueue, exchange->n_ranks);
  for (guint i = 0; i < self->n_ranks; i++)
    g_queue_init (&self->waiting[i]);
  g_queue_init (&self->flow);
  g_queue_init (&self->later);
  return self;
}

static void
free_arrival (gpointer data)
{
  Arrival *arrival = data;

  g_byte_array_unref (arrival->bytes);
  g_free (arrival);
}

static void
free_ranks (SpurRanks *self)
{
  for (guint i = 0; i < self->n_ranks; i++)
    g_queue_clear_full (&self->waiting[i], (GDestroyNotify) g_byte_array_unref);
  g_queue_clear_full (&self->flow, free_arrival);
  g_queue_clear_full (&self->later, free_arrival);
  g_free (self->waiting);
  g_free (self);
}

/**
 * spur_exchange_clear: (skip)
 * @self: an exchange
 *
 * Lets go of what is kept with an exchange, when all shares are gone.
 *
 * Since: 1.0
 */
void
spur_exchange_clear (SpurExchange *self)
{
  SpurRanks *ranks;

  g_return_if_fail (self != NULL);

  ranks = g_steal_pointer (&self->ranks);
  if (ranks != NULL)
    free_ranks (ranks);
}

GByteArray **
spur_ranks_new_parcels (const SpurRanks *self)
{
  GByteArray **parcels = g_new (GByteArray *, self->n_ranks);

  for (guint i = 0; i < self->n_ranks; i++)
    parcels[i] = g_byte_array_new ();
  return parcels;
}

void
spur_ranks_free_parcels (const SpurRanks *self, GByteArray **parcels)
{
  for (guint i = 0; i < self->n_ranks; i++)
    g_clear_pointer (&parcels[i], g_byte_array_unref);
  g_free (parcels);
}

static void
send (SpurRanks *self, guint to, GByteArray *bytes, guint8 kind)
{
  g_byte_array_append (bytes, &kind, 1);
  self->exchange->send (self->exchange, to, bytes);
}

static void
take_flow (SpurRanks *self, GByteArray *bytes, guint from)
{
  guint32 number;
  Arrival *arrival;

  memcpy (&number, bytes->data + bytes->len - sizeof number, sizeof number);
  if (number < self->flow_number)
    {
      g_byte_array_unref (bytes);
      return;
    }
  g_byte_array_set_size (bytes, bytes->len - (guint) sizeof number);
  arrival = g_new (Arrival, 1);
  *arrival = (Arrival){ bytes, from };
  g_queue_push_tail (number == self->flow_number ? &self->flow : &self->later, arrival);
}

/* Puts what comes next where it belongs; FALSE where nothing comes. */
static gboolean
take_next (SpurRanks *self, gint64 timeout_us)
{
  guint from = 0;
  GByteArray *bytes = self->exchange->receive (self->exchange, timeout_us, &from);
  guint8 kind;

  if (bytes == NULL)
    return FALSE;
  kind = bytes->data[bytes->len - 1];
  g_byte_array_set_size (bytes, bytes->len - 1);
  if (kind == STEP)
    g_queue_push_tail (&self->waiting[from], bytes);
  else
    take_flow (self, bytes, from);
  return TRUE;
}

static GByteArray *
wait_for (SpurRanks *self, guint from)
{
  while (g_queue_is_empty (&self->waiting[from]))
    take_next (self, FOREVER);
  return g_queue_pop_head (&self->waiting[from]);
}

void
spur_ranks_swap (SpurRanks *self, GByteArray **parcels)
{
  /* Everybody begins with the rank after its own, so that not all talk to the same one. */
  for (guint i = 1; i < self->n_ranks; i++)
    {
      guint to = (self->rank + i) % self->n_ranks;

      send (self, to, g_steal_pointer (&parcels[to]), STEP);
    }
  for (guint i = 1; i < self->n_ranks; i++)
    {
      guint from = (self->rank + self->n_ranks - i) % self->n_ranks;

      parcels[from] = wait_for (self, from);
    }
}

static GByteArray *
copy (const GByteArray *bytes)
{
  GByteArray *result = g_byte_array_sized_new (bytes->len + 1);

  return g_byte_array_append (result, bytes->data, bytes->len);
}

GByteArray **
spur_ranks_gather (SpurRanks *self, GByteArray *bytes)
{
  GByteArray **parcels = g_new0 (GByteArray *, self->n_ranks);

  for (guint i = 0; i < self->n_ranks; i++)
    parcels[i] = i == self->rank ? bytes : copy (bytes);
  spur_ranks_swap (self, parcels);
  return parcels;
}

GByteArray *
spur_ranks_broadcast (SpurRanks *self, GByteArray *bytes)
{
  if (self->rank != 0)
    return wait_for (self, 0);
  for (guint i = 1; i < self->n_ranks; i++)
    send (self, i, copy (bytes), STEP);
  return bytes;
}

static gint64
combine (SpurRanksOperation operation, gint64 a, gint64 b)
{
  if (operation == SPUR_RANKS_SUM)
    return (gint64) ((guint64) a + (guint64) b);
  return operation == SPUR_RANKS_MIN ? MIN (a, b) : MAX (a, b);
}

static void
add_values (SpurRanksOperation operation, gint64 *values, gsize n_values, const GByteArray *bytes)
{
  SpurParcelReader reader = spur_parcel_read (bytes);

  for (gsize i = 0; i < n_values; i++)
    values[i] = combine (operation, values[i], (gint64) spur_parcel_take_u64 (&reader));
}

void
spur_ranks_combine (SpurRanks *self, SpurRanksOperation operation, gint64 *values, gsize n_values)
{
  g_autoptr (GByteArray) result = NULL;

  if (self->rank != 0)
    {
      GByteArray *bytes = g_byte_array_new ();

      spur_parcel_put (bytes, values, n_values * sizeof *values);
      send (self, 0, bytes, STEP);
      result = spur_ranks_broadcast (self, NULL);
      memcpy (values, result->data, n_values * sizeof *values);
      return;
    }
  for (guint i = 1; i < self->n_ranks; i++)
    {
      g_autoptr (GByteArray) bytes = wait_for (self, i);

      add_values (operation, values, n_values, bytes);
    }
  result = g_byte_array_new ();
  spur_parcel_put (result, values, n_values * sizeof *values);
  spur_ranks_broadcast (self, result);
}

static GByteArray *
pack_error (const GError *error)
{
  GByteArray *bytes = g_byte_array_new ();
  const char *domain = error != NULL ? g_quark_to_string (error->domain) : NULL;

  if (error == NULL)
    return bytes;
  spur_parcel_put_u64 (bytes, (guint64) error->code);
  spur_parcel_put (bytes, domain, strlen (domain) + 1);
  spur_parcel_put (bytes, error->message, strlen (error->message) + 1);
  return bytes;
}

static GError *
unpack_error (const GByteArray *bytes)
{
  SpurParcelReader reader = spur_parcel_read (bytes);
  int code = (int) spur_parcel_take_u64 (&reader);
  const char *domain = (const char *) reader.next;

  return g_error_new_literal (g_quark_from_string (domain), code, domain + strlen (domain) + 1);
}

gboolean
spur_ranks_agree (SpurRanks *self, GError **error)
{
  const GError *own = error != NULL ? *error : NULL;
  gint64 first = own != NULL ? self->rank : self->n_ranks;
  GByteArray **parcels;

  spur_ranks_combine (self, SPUR_RANKS_MIN, &first, 1);
  if (first == self->n_ranks)
    return TRUE;
  parcels = spur_ranks_gather (self, pack_error (own));
  if (first != self->rank && error != NULL)
    {
      g_clear_error (error);
      *error = unpack_error (parcels[first]);
    }
  spur_ranks_free_parcels (self, parcels);
  return FALSE;
}

void
spur_ranks_begin_flow (SpurRanks *self)
{
  g_queue_clear_full (&self->flow, free_arrival);
  self->flow = self->later;
  g_queue_init (&self->later);
  self->flow_number++;
}

void
spur_ranks_send (SpurRanks *self, guint to, GByteArray *bytes)
{
  g_byte_array_append (bytes, (const guint8 *) &self->flow_number, sizeof self->flow_number);
  send (self, to, bytes, FLOW);
}

GByteArray *
spur_ranks_receive (SpurRanks *self, gint64 timeout_us, guint *from)
{
  gint64 end_us = timeout_us > 0 ? g_get_monotonic_time () + timeout_us : 0;
  g_autofree Arrival *arrival = NULL;

  while (g_queue_is_empty (&self->flow))
    {
      gint64 left_us = timeout_us > 0 ? end_us - g_get_monotonic_time () : 0;

      if (!take_next (self, MAX (left_us, 0)) && left_us <= 0)
        return NULL;
    }
  arrival = g_queue_pop_head (&self->flow);
  *from = arrival->from;
  return arrival->bytes;
}

/**
 * spur_exchange_tell: (skip)
 * @self: an exchange between ranks
 * @bytes: on rank 0 what to tell; on all others it is replaced by that
 *
 * Tells all ranks what rank 0 knows. All ranks call it.
 *
 * Since: 1.0
 */
void
spur_exchange_tell (SpurExchange *self, GByteArray *bytes)
{
  SpurRanks *ranks;
  g_autoptr (GByteArray) told = NULL;

  g_return_if_fail (self != NULL && bytes != NULL);

  ranks = spur_ranks_get (self);
  if (self->rank == 0)
    {
      spur_ranks_broadcast (ranks, bytes);
      return;
    }
  told = spur_ranks_broadcast (ranks, NULL);
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, told->data, told->len);
}
