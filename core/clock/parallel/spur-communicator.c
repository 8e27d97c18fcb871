/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collective communication, made of sends and receives between pairs of ranks. */
#include "core/clock/parallel/spur-communicator-private.h"

#define FOREVER G_MAXINT64

static SpurExchange alone = { .n_ranks = 1 };

SpurCommunicator spur_communicator_self = { .exchange = &alone, .n_ranks = 1 };

SpurCommunicator *
spur_communicator_get (SpurExchange *exchange)
{
  SpurCommunicator *self = exchange->ranks;

  if (self != NULL)
    return self;
  exchange->ranks = self = g_new0 (SpurCommunicator, 1);
  self->exchange = exchange;
  self->rank = exchange->rank;
  self->n_ranks = exchange->n_ranks;
  self->waiting = g_new0 (GQueue, exchange->n_ranks);
  for (guint i = 0; i < self->n_ranks; i++)
    g_queue_init (&self->waiting[i]);
  return self;
}

static void
free_communicator (SpurCommunicator *self)
{
  for (guint i = 0; i < self->n_ranks; i++)
    g_queue_clear_full (&self->waiting[i], (GDestroyNotify) g_byte_array_unref);
  g_free (self->waiting);
  g_free (self);
}

/**
 * spur_exchange_clear: (skip)
 * @self: an exchange
 *
 * Frees what is kept with an exchange, when all partitions are gone.
 *
 * Since: 1.0
 */
void
spur_exchange_clear (SpurExchange *self)
{
  SpurCommunicator *ranks;

  g_return_if_fail (self != NULL);

  ranks = g_steal_pointer (&self->ranks);
  if (ranks != NULL)
    free_communicator (ranks);
}

GByteArray **
spur_communicator_new_buffers (const SpurCommunicator *self)
{
  GByteArray **buffers = g_new (GByteArray *, self->n_ranks);

  for (guint i = 0; i < self->n_ranks; i++)
    buffers[i] = g_byte_array_new ();
  return buffers;
}

void
spur_communicator_free_buffers (const SpurCommunicator *self, GByteArray **buffers)
{
  for (guint i = 0; i < self->n_ranks; i++)
    g_clear_pointer (&buffers[i], g_byte_array_unref);
  g_free (buffers);
}

static void
send_to (SpurCommunicator *self, guint to, GByteArray *bytes)
{
  self->exchange->send (self->exchange, to, bytes);
}

/* The next message of a rank; what others send meanwhile is kept. */
static GByteArray *
wait_for (SpurCommunicator *self, guint from)
{
  while (g_queue_is_empty (&self->waiting[from]))
    {
      guint sender = 0;
      GByteArray *bytes = self->exchange->receive (self->exchange, FOREVER, &sender);

      if (bytes != NULL)
        g_queue_push_tail (&self->waiting[sender], bytes);
    }
  return g_queue_pop_head (&self->waiting[from]);
}

void
spur_communicator_all_to_all (SpurCommunicator *self, GByteArray **buffers)
{
  /* Each begins with the rank after its own, so that not all send to the same one at once. */
  for (guint i = 1; i < self->n_ranks; i++)
    {
      guint to = (self->rank + i) % self->n_ranks;

      send_to (self, to, g_steal_pointer (&buffers[to]));
    }
  for (guint i = 1; i < self->n_ranks; i++)
    {
      guint from = (self->rank + self->n_ranks - i) % self->n_ranks;

      buffers[from] = wait_for (self, from);
    }
}

static GByteArray *
copy_bytes (const GByteArray *bytes)
{
  GByteArray *result = g_byte_array_sized_new (bytes->len + 1);

  return g_byte_array_append (result, bytes->data, bytes->len);
}

/* The bytes of all ranks, one buffer each; takes @bytes. */
static GByteArray **
gather_buffers (SpurCommunicator *self, GByteArray *bytes)
{
  GByteArray **buffers = g_new0 (GByteArray *, self->n_ranks);

  for (guint i = 0; i < self->n_ranks; i++)
    buffers[i] = i == self->rank ? bytes : copy_bytes (bytes);
  spur_communicator_all_to_all (self, buffers);
  return buffers;
}

GByteArray *
spur_communicator_concatenate (SpurCommunicator *self, GByteArray *bytes)
{
  GByteArray **buffers;
  GByteArray *all;

  if (self->n_ranks == 1)
    return bytes;
  buffers = gather_buffers (self, bytes);
  all = g_byte_array_new ();
  for (guint r = 0; r < self->n_ranks; r++)
    spur_message_put (all, buffers[r]->data, buffers[r]->len);
  spur_communicator_free_buffers (self, buffers);
  return all;
}

void
spur_communicator_gather (SpurCommunicator *self, GArray *items, GCompareFunc compare)
{
  guint n_bytes = g_array_get_element_size (items);

  if (self->n_ranks > 1)
    {
      GByteArray *bytes = g_byte_array_new ();

      spur_message_put (bytes, items->data, (gsize) items->len * n_bytes);
      bytes = spur_communicator_concatenate (self, bytes);
      g_array_set_size (items, 0);
      if (bytes->len > 0)
        g_array_append_vals (items, bytes->data, bytes->len / n_bytes);
      g_byte_array_unref (bytes);
    }
  if (compare != NULL)
    g_array_sort (items, compare);
}

GByteArray *
spur_communicator_broadcast (SpurCommunicator *self, GByteArray *bytes)
{
  if (self->rank != 0)
    return wait_for (self, 0);
  for (guint i = 1; i < self->n_ranks; i++)
    send_to (self, i, copy_bytes (bytes));
  return bytes;
}

void
spur_communicator_follow (SpurCommunicator *self, gpointer bytes, gsize n_bytes)
{
  g_autoptr (GByteArray) buffer = NULL;
  SpurMessageReader reader;

  if (self->n_ranks == 1)
    return;
  if (self->rank == 0)
    {
      buffer = g_byte_array_new ();
      spur_message_put (buffer, bytes, n_bytes);
    }
  buffer = spur_communicator_broadcast (self, g_steal_pointer (&buffer));
  reader = spur_message_read (buffer);
  spur_message_take (&reader, bytes, n_bytes);
}

static gint64
reduce_pair (SpurReduction reduction, gint64 a, gint64 b)
{
  if (reduction == SPUR_REDUCE_SUM)
    return (gint64) ((guint64) a + (guint64) b);
  return reduction == SPUR_REDUCE_MIN ? MIN (a, b) : MAX (a, b);
}

static void
add_values (SpurReduction reduction, gint64 *values, gsize n_values, const GByteArray *bytes)
{
  SpurMessageReader reader = spur_message_read (bytes);

  for (gsize i = 0; i < n_values; i++)
    values[i] = reduce_pair (reduction, values[i], (gint64) spur_message_take_u64 (&reader));
}

void
spur_communicator_all_reduce (SpurCommunicator *self,
                              SpurReduction reduction,
                              gint64 *values,
                              gsize n_values)
{
  if (self->rank != 0)
    {
      GByteArray *bytes = g_byte_array_new ();

      spur_message_put (bytes, values, n_values * sizeof *values);
      send_to (self, 0, bytes);
    }
  for (guint i = 1; self->rank == 0 && i < self->n_ranks; i++)
    {
      g_autoptr (GByteArray) bytes = wait_for (self, i);

      add_values (reduction, values, n_values, bytes);
    }
  spur_communicator_follow (self, values, n_values * sizeof *values);
}

static GByteArray *
pack_error (const GError *error)
{
  GByteArray *bytes = g_byte_array_new ();
  const char *domain = error != NULL ? g_quark_to_string (error->domain) : NULL;

  if (error == NULL)
    return bytes;
  spur_message_put_u64 (bytes, (guint64) error->code);
  spur_message_put (bytes, domain, strlen (domain) + 1);
  spur_message_put (bytes, error->message, strlen (error->message) + 1);
  return bytes;
}

static GError *
unpack_error (const GByteArray *bytes)
{
  SpurMessageReader reader = spur_message_read (bytes);
  int code = (int) spur_message_take_u64 (&reader);
  const char *domain = (const char *) reader.next;

  return g_error_new_literal (g_quark_from_string (domain), code, domain + strlen (domain) + 1);
}

gboolean
spur_communicator_agree (SpurCommunicator *self, GError *own, GError **error)
{
  gint64 first = own != NULL ? self->rank : self->n_ranks;
  GByteArray **buffers;

  spur_communicator_all_reduce (self, SPUR_REDUCE_MIN, &first, 1);
  if (first == self->n_ranks)
    return TRUE;
  buffers = gather_buffers (self, pack_error (own));
  if (first != self->rank)
    {
      g_clear_error (&own);
      own = unpack_error (buffers[first]);
    }
  g_propagate_error (error, own);
  spur_communicator_free_buffers (self, buffers);
  return FALSE;
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
  SpurCommunicator *ranks;
  g_autoptr (GByteArray) told = NULL;

  g_return_if_fail (self != NULL && bytes != NULL);

  ranks = spur_communicator_get (self);
  if (self->rank == 0)
    {
      spur_communicator_broadcast (ranks, bytes);
      return;
    }
  told = spur_communicator_broadcast (ranks, NULL);
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, told->data, told->len);
}
