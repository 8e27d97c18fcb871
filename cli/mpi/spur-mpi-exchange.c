/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/mpi/spur-mpi-exchange.h"

#include <mpi.h>
#include <stdlib.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* What is longer goes in pieces, because MPI counts bytes in an int. */
#define PIECE_BYTES (1 << 28)

/* A rank that waits looks again and again at first, then it sleeps between looks, longer and
 * longer. With more ranks than processors no sleep is short: those who wait would keep the rank
 * that they wait for from the processor. */
#define N_LOOKS 4000
#define N_LOOKS_IF_CROWDED 40
#define LOOKS_A_SLEEP 8
#define SHORT_SLEEP_US 10
#define N_SHORT_SLEEPS 400
#define MIDDLE_SLEEP_US 100
#define N_MIDDLE_SLEEPS 1000
#define LONG_SLEEP_US 1000

/* How many sends are looked after at once. */
#define MAX_LOOKED_AT 32

enum
{
  TAG_LAST,
  TAG_PIECE,
  TAG_END,
};

typedef struct
{
  MPI_Request request;
  GByteArray *bytes;
  gboolean is_last;
} Sending;

typedef struct
{
  SpurExchange exchange;
  GQueue sending;
  /* Pieces so far, by rank. */
  GByteArray **pieces;
  guint n_ended;
  guint n_local;
  guint n_looks;
  guint n_short_sleeps;
} Mpi;

static void
start_send (Mpi *self, guint to, GByteArray *bytes, gsize offset, gsize n_bytes, int tag)
{
  Sending *sending = g_new (Sending, 1);

  sending->bytes = bytes;
  sending->is_last = tag != TAG_PIECE;
  MPI_Isend (bytes->data + offset, (int) n_bytes, MPI_BYTE, (int) to, tag, MPI_COMM_WORLD,
             &sending->request);
  g_queue_push_tail (&self->sending, sending);
}

/* Lets go of what has been sent. */
static void
look_after_sends (Mpi *self)
{
  GList *link = self->sending.head;

  for (guint i = 0; link != NULL && i < MAX_LOOKED_AT; i++)
    {
      Sending *sending = link->data;
      GList *next = link->next;
      int is_done = 0;

      MPI_Test (&sending->request, &is_done, MPI_STATUS_IGNORE);
      if (is_done)
        {
          if (sending->is_last)
            g_byte_array_unref (sending->bytes);
          g_free (sending);
          g_queue_delete_link (&self->sending, link);
        }
      link = next;
    }
}

static void
send_bytes (SpurExchange *exchange, guint to, GByteArray *bytes)
{
  Mpi *self = exchange->data;
  gsize offset = 0;

  for (; bytes->len - offset > PIECE_BYTES; offset += PIECE_BYTES)
    start_send (self, to, bytes, offset, PIECE_BYTES, TAG_PIECE);
  start_send (self, to, bytes, offset, bytes->len - offset, TAG_LAST);
  look_after_sends (self);
}

/* Takes what is there; NULL where it is not a whole. */
static GByteArray *
take_message (Mpi *self, const MPI_Status *status)
{
  guint from = (guint) status->MPI_SOURCE;
  GByteArray *bytes = self->pieces[from];
  int n_bytes = 0;
  guint n_before;

  MPI_Get_count (status, MPI_BYTE, &n_bytes);
  if (bytes == NULL)
    bytes = self->pieces[from] = g_byte_array_new ();
  n_before = bytes->len;
  g_byte_array_set_size (bytes, n_before + (guint) n_bytes);
  MPI_Recv (bytes->data + n_before, n_bytes, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG,
            MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (status->MPI_TAG == TAG_PIECE)
    return NULL;
  self->n_ended += status->MPI_TAG == TAG_END;
  return g_steal_pointer (&self->pieces[from]);
}

static void
rest_between_looks (const Mpi *self, guint64 n_looks)
{
  /* MPI may have to be called several times until it finds what is there. */
  if (n_looks < self->n_looks || n_looks % LOOKS_A_SLEEP != 0)
    return;
  n_looks = (n_looks - self->n_looks) / LOOKS_A_SLEEP;
  if (n_looks < self->n_short_sleeps)
    g_usleep (SHORT_SLEEP_US);
  else
    g_usleep (n_looks < self->n_short_sleeps + N_MIDDLE_SLEEPS ? MIDDLE_SLEEP_US : LONG_SLEEP_US);
}

static GByteArray *
receive_bytes (SpurExchange *exchange, gint64 timeout_us, guint *from)
{
  Mpi *self = exchange->data;
  gint64 start_us = timeout_us > 0 ? g_get_monotonic_time () : 0;

  for (guint64 n_looks = 0;; n_looks++)
    {
      MPI_Status status;
      int is_there = 0;

      MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
      if (is_there)
        {
          GByteArray *bytes = take_message (self, &status);

          *from = (guint) status.MPI_SOURCE;
          if (bytes != NULL)
            return bytes;
          n_looks = 0;
          continue;
        }
      look_after_sends (self);
      if (timeout_us <= 0 ||
          (n_looks % 16 == 15 && g_get_monotonic_time () - start_us >= timeout_us))
        return NULL;
      rest_between_looks (self, n_looks);
    }
}

static guint
count_local (int rank)
{
  MPI_Comm local;
  int n_local = 1;

  MPI_Comm_split_type (MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &local);
  MPI_Comm_size (local, &n_local);
  MPI_Comm_free (&local);
  return (guint) n_local;
}

SpurExchange *
spur_mpi_exchange_new (int *argc, char ***argv)
{
  Mpi *self = g_new0 (Mpi, 1);
  int provided, rank, n_ranks;

  MPI_Init_thread (argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &n_ranks);
  self->exchange = (SpurExchange){ (guint) rank, (guint) n_ranks, self, send_bytes, receive_bytes };
  self->pieces = g_new0 (GByteArray *, (gsize) n_ranks);
  g_queue_init (&self->sending);
  self->n_local = count_local (rank);
  self->n_looks = self->n_local >= g_get_num_processors () ? N_LOOKS_IF_CROWDED : N_LOOKS;
  self->n_short_sleeps = self->n_local > g_get_num_processors () ? 0 : N_SHORT_SLEEPS;
#ifdef __linux__
  /* Else a short sleep takes 50 us more. */
  prctl (PR_SET_TIMERSLACK, 1, 0, 0, 0);
#endif
  return &self->exchange;
}

guint
spur_mpi_exchange_get_n_local (SpurExchange *exchange)
{
  const Mpi *self = exchange->data;

  return self->n_local;
}

void
spur_mpi_exchange_free (SpurExchange *exchange)
{
  Mpi *self = exchange->data;

  spur_exchange_clear (exchange);
  /* Messages that no rank waits for still have to come before MPI can end. */
  for (guint r = 0; r < exchange->n_ranks; r++)
    {
      guint8 nothing = 0;

      if (r != exchange->rank)
        start_send (self, r, g_byte_array_append (g_byte_array_new (), &nothing, 1), 0, 1, TAG_END);
    }
  while (self->n_ended + 1 < exchange->n_ranks)
    {
      guint from;
      GByteArray *bytes = receive_bytes (exchange, G_USEC_PER_SEC, &from);

      g_clear_pointer (&bytes, g_byte_array_unref);
    }
  while (!g_queue_is_empty (&self->sending))
    look_after_sends (self);
  for (guint r = 0; r < exchange->n_ranks; r++)
    g_clear_pointer (&self->pieces[r], g_byte_array_unref);
  g_free (self->pieces);
  g_free (self);
  MPI_Finalize ();
}
