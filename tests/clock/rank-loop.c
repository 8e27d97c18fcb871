/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "rank-loop.h"

typedef struct
{
  GByteArray *bytes;
  guint from;
} Arrival;

typedef struct
{
  GAsyncQueue **queues;
  guint32 jitter;
  RankFunc func;
  gpointer data;
} Loop;

typedef struct
{
  Loop *loop;
  SpurExchange exchange;
  GRand *rand;
} Rank;

static void
send (SpurExchange *exchange, guint to, GByteArray *bytes)
{
  Rank *rank = exchange->data;
  Arrival *arrival = g_new (Arrival, 1);

  if (rank->rand != NULL && g_rand_int_range (rank->rand, 0, 4) == 0)
    g_usleep ((gulong) g_rand_int_range (rank->rand, 0, 200));
  *arrival = (Arrival){ bytes, exchange->rank };
  g_async_queue_push (rank->loop->queues[to], arrival);
}

static GByteArray *
receive (SpurExchange *exchange, gint64 timeout_us, guint *from)
{
  Rank *rank = exchange->data;
  GAsyncQueue *queue = rank->loop->queues[exchange->rank];
  g_autofree Arrival *arrival =
    timeout_us == G_MAXINT64 ? g_async_queue_pop (queue)
                             : g_async_queue_timeout_pop (queue, (guint64) MAX (timeout_us, 0));

  if (arrival == NULL)
    return NULL;
  *from = arrival->from;
  return arrival->bytes;
}

static gpointer
run (gpointer data)
{
  Rank *rank = data;

  rank->loop->func (&rank->exchange, rank->loop->data);
  spur_exchange_clear (&rank->exchange);
  return NULL;
}

static void
free_arrival (gpointer data)
{
  Arrival *arrival = data;

  g_byte_array_unref (arrival->bytes);
  g_free (arrival);
}

void
rank_loop_run (guint n_ranks, guint32 jitter, RankFunc func, gpointer data)
{
  g_autofree GAsyncQueue **queues = g_new (GAsyncQueue *, n_ranks);
  g_autofree GThread **threads = g_new (GThread *, n_ranks);
  g_autofree Rank *ranks = g_new0 (Rank, n_ranks);
  Loop loop = { queues, jitter, func, data };

  for (guint r = 0; r < n_ranks; r++)
    queues[r] = g_async_queue_new_full (free_arrival);
  for (guint r = 0; r < n_ranks; r++)
    {
      ranks[r].loop = &loop;
      ranks[r].rand = jitter != 0 ? g_rand_new_with_seed (jitter + r) : NULL;
      ranks[r].exchange = (SpurExchange){ r, n_ranks, &ranks[r], send, receive };
      threads[r] = g_thread_new ("rank", run, &ranks[r]);
    }
  for (guint r = 0; r < n_ranks; r++)
    g_thread_join (threads[r]);
  for (guint r = 0; r < n_ranks; r++)
    {
      g_clear_pointer (&ranks[r].rand, g_rand_free);
      g_async_queue_unref (queues[r]);
    }
}
