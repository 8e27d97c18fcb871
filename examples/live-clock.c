/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Two threads play ball with clocks that are a second apart. Each message carries 16 bytes more:
 * the sender's logical clocks. So no message arrives before it is sent, while the program runs, and
 * no process asks another one for the time (PDP'97 section 7).
 *
 *   cc -o live-clock live-clock.c $(pkg-config --cflags --libs spur-1)
 */
#include <spur.h>

#define N_ROUNDS 1000
#define SECOND_NS G_GINT64_CONSTANT (1000000000)

/* The message layer's own message. */
typedef struct
{
  SpurLiveStamp stamp;
  gint64 sent_raw_ns;
  gint64 sent_ns;
} Ball;

typedef struct
{
  GAsyncQueue *in;
  GAsyncQueue *out;
  gboolean begins;
  gint64 error_ns;
  SpurLiveClock clock;
  guint n_early_raw;
  guint n_early;
} Player;

/* What the player's own clock says: one of the two is a second slow. */
static gint64
read_clock (const Player *self)
{
  return g_get_monotonic_time () * 1000 + self->error_ns;
}

static void
throw_ball (Player *self)
{
  Ball *ball = g_new0 (Ball, 1);

  ball->sent_raw_ns = read_clock (self);
  ball->sent_ns = spur_live_clock_send (&self->clock, ball->sent_raw_ns, &ball->stamp);
  g_async_queue_push (self->out, ball);
}

static void
catch_ball (Player *self)
{
  g_autofree Ball *ball = g_async_queue_pop (self->in);
  gint64 raw_ns = read_clock (self);
  gint64 received_ns = spur_live_clock_receive (&self->clock, raw_ns, &ball->stamp);

  self->n_early_raw += raw_ns < ball->sent_raw_ns;
  self->n_early += received_ns < ball->sent_ns + self->clock.options.mu_ns;
}

static gpointer
exchange_messages (gpointer data)
{
  Player *self = data;

  if (self->begins)
    throw_ball (self);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      catch_ball (self);
      if (!self->begins || i + 1 < N_ROUNDS)
        throw_ball (self);
    }
  return NULL;
}

int
main (void)
{
  g_autoptr (GAsyncQueue) to_slow = g_async_queue_new_full (g_free);
  g_autoptr (GAsyncQueue) to_right = g_async_queue_new_full (g_free);
  SpurLiveClockOptions options;
  Player right = { .in = to_right, .out = to_slow, .begins = TRUE };
  Player slow = { .in = to_slow, .out = to_right, .error_ns = -SECOND_NS };
  GThread *thread;

  spur_live_clock_options_init (&options);
  options.mu_ns = 100;
  spur_live_clock_init (&right.clock, &options);
  spur_live_clock_init (&slow.clock, &options);

  thread = g_thread_new ("slow", exchange_messages, &slow);
  exchange_messages (&right);
  g_thread_join (thread);

  g_print ("the slow clock: %u of %d messages received before they were sent, by LC' %u\n",
           slow.n_early_raw, N_ROUNDS, slow.n_early);
  g_print ("the right one:  %u of %d, by LC' %u\n", right.n_early_raw, N_ROUNDS, right.n_early);
  g_print ("%" G_GUINT64_FORMAT " events, stamps of %zu bytes\n",
           right.clock.n_events + slow.clock.n_events, sizeof (SpurLiveStamp));
  return 0;
}
