/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/logical/spur-clock-forward-private.h"

/* Who runs the streams of a forward pass: workers, each with streams of its own. A worker whose
 * streams all wait looks after the progress of others' for a while, and then sleeps.
 *
 * That is worth it only where streams go far before they wait. So one worker begins alone, and goes
 * on alone where they do not, or where workers sleep so much that their processors seem to be
 * somebody else's. */

guint spur_clock_min_turn_nodes = 256;

/* About as long as another worker takes for some dozens of nodes. */
#define N_LOOKS 400
#define SLEEP_US 200
/* After so many sleeps it should have been worth them. */
#define N_SLEEPS 32
#define MIN_SLEEP_NODES 4096

static void
push (SpurClockWorker *worker, guint32 stream)
{
  worker->queue[worker->queue_end] = stream;
  worker->queue_end = worker->queue_end + 1 == worker->n_room ? 0 : worker->queue_end + 1;
  worker->n_queued++;
}

static guint32
pop (SpurClockWorker *worker)
{
  guint32 stream = worker->queue[worker->queue_begin];

  worker->queue_begin = worker->queue_begin + 1 == worker->n_room ? 0 : worker->queue_begin + 1;
  worker->n_queued--;
  return stream;
}

void
spur_clock_wake (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  run->awaited_node = SPUR_CLOCK_NO_NODE;
  run->waits_in = SPUR_NONE;
  push (&self->workers[run->worker], stream);
}

static gboolean
waits (const SpurClockRun *run)
{
  return run->awaited_node != SPUR_CLOCK_NO_NODE || run->waits_in != SPUR_NONE;
}

/* Streams that others may have to wake. */
static void
list (SpurClockForward *self, SpurClockWorker *worker, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  if (self->n_workers == 1 || run->is_listed || !waits (run))
    return;
  if (run->awaited_node >= worker->first_node && run->awaited_node < worker->end_node)
    return;
  run->is_listed = TRUE;
  worker->listed[worker->n_listed++] = stream;
}

/* Wakes the listed streams that can go on. */
static gboolean
look (SpurClockForward *self, SpurClockWorker *worker)
{
  guint32 n_listed = 0;

  for (guint32 i = 0; i < worker->n_listed; i++)
    {
      guint32 stream = worker->listed[i];
      SpurClockRun *run = &self->runs[stream];

      if (waits (run) && !spur_clock_is_ready (self, stream))
        {
          worker->listed[n_listed++] = stream;
          continue;
        }
      run->is_listed = FALSE;
      if (waits (run))
        spur_clock_wake (self, stream);
    }
  worker->n_listed = n_listed;
  return worker->n_queued > 0;
}

static gboolean
look_for_a_while (SpurClockForward *self, SpurClockWorker *worker)
{
  for (guint i = 0; i < N_LOOKS; i++)
    {
      if (look (self, worker))
        return TRUE;
      if (g_atomic_int_get (&self->is_over))
        return FALSE;
      if (i % 64 == 63)
        g_thread_yield ();
    }
  return FALSE;
}

/* While all are idle nothing changes, so that nobody can go on if now nobody can. */
static gboolean
can_somebody_go_on (SpurClockForward *self)
{
  for (guint i = 0; i < self->n_workers; i++)
    {
      const SpurClockWorker *worker = &self->workers[i];

      for (guint32 k = 0; k < worker->n_listed; k++)
        {
          if (waits (&self->runs[worker->listed[k]]) &&
              spur_clock_is_ready (self, worker->listed[k]))
            return TRUE;
        }
    }
  return FALSE;
}

/* FALSE where all is over. */
static gboolean
sleep_until_ready (SpurClockForward *self, SpurClockWorker *worker)
{
  gboolean is_ready = FALSE;

  g_mutex_lock (&self->mutex);
  if (++worker->n_sleeps >= N_SLEEPS && spur_clock_min_turn_nodes > 0 &&
      worker->n_nodes < worker->n_sleeps * (guint64) MIN_SLEEP_NODES)
    g_atomic_int_set (&self->is_over, TRUE);
  self->n_idle++;
  while (!g_atomic_int_get (&self->is_over))
    {
      is_ready = look (self, worker);
      if (is_ready)
        break;
      if (self->n_idle == self->n_workers && !can_somebody_go_on (self))
        g_atomic_int_set (&self->is_over, TRUE);
      g_cond_broadcast (&self->cond);
      if (g_atomic_int_get (&self->is_over))
        break;
      g_cond_wait_until (&self->cond, &self->mutex, g_get_monotonic_time () + SLEEP_US);
    }
  self->n_idle--;
  g_mutex_unlock (&self->mutex);
  return is_ready;
}

static gboolean
run_queued (SpurClockForward *self, SpurClockWorker *worker, guint64 max_nodes)
{
  while (worker->n_queued > 0 && worker->n_nodes < max_nodes)
    {
      guint32 stream = pop (worker);
      guint64 first = self->runs[stream].node;

      if (worker->n_turns++ % 1024 == 0 && spur_job_is_cancelled (self->job, &worker->error))
        return FALSE;
      if (!spur_clock_run_stream (self, stream, &worker->error))
        return FALSE;
      worker->n_nodes += self->runs[stream].node - first;
      list (self, worker, stream);
      if (self->n_workers > 1 && g_atomic_int_get (&self->is_over))
        return FALSE;
    }
  return TRUE;
}

static void
work (guint index, gpointer user_data)
{
  SpurClockForward *self = user_data;
  SpurClockWorker *worker = &self->workers[index];

  while (run_queued (self, worker, G_MAXUINT64))
    {
      if (!look_for_a_while (self, worker) && !sleep_until_ready (self, worker))
        break;
    }
  g_atomic_int_set (&self->is_over, TRUE);
}

/* Streams that lie side by side belong to one worker, about as many nodes to each. */
static void
share_streams (SpurClockForward *self)
{
  guint64 n_nodes = self->nodes->n_nodes, n_before = 0;

  for (guint32 s = 0; s < self->n_streams; s++)
    {
      guint64 middle = n_before + self->nodes->streams[s].n_nodes / 2;
      guint64 index = n_nodes > 0 ? middle / (n_nodes / self->n_workers + 1) : 0;
      SpurClockWorker *worker = &self->workers[MIN (index, self->n_workers - 1)];

      self->runs[s].worker = (guint32) (worker - self->workers);
      worker->first_node = worker->n_room == 0 ? n_before : worker->first_node;
      worker->n_room++;
      n_before += self->nodes->streams[s].n_nodes;
      worker->end_node = n_before;
    }
}

/* Streams begin, or go on where they were. */
static void
crew_init (SpurClockForward *self, guint n_workers)
{
  self->n_workers = n_workers;
  self->workers = g_new0 (SpurClockWorker, n_workers);
  self->n_idle = 0;
  self->is_over = FALSE;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  share_streams (self);
  for (guint i = 0; i < n_workers; i++)
    {
      self->workers[i].queue = g_new (guint32, self->workers[i].n_room + 1);
      self->workers[i].listed = g_new (guint32, self->workers[i].n_room + 1);
    }
  for (guint32 s = 0; s < self->n_streams; s++)
    {
      SpurClockRun *run = &self->runs[s];

      run->awaited_node = SPUR_CLOCK_NO_NODE;
      run->waits_in = SPUR_NONE;
      run->is_listed = FALSE;
      if (run->node < run->last_node)
        push (&self->workers[run->worker], s);
    }
}

static void
crew_clear (SpurClockForward *self)
{
  for (guint32 s = 0; s < self->n_streams; s++)
    spur_clock_forget_wait (self, s);
  for (guint i = 0; i < self->n_workers; i++)
    {
      g_free (self->workers[i].queue);
      g_free (self->workers[i].listed);
      g_clear_error (&self->workers[i].error);
    }
  g_clear_pointer (&self->workers, g_free);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
}

static gboolean
take_error (SpurClockForward *self, GError **error)
{
  for (guint i = 0; i < self->n_workers; i++)
    {
      if (self->workers[i].error == NULL)
        continue;
      g_propagate_error (error, g_steal_pointer (&self->workers[i].error));
      return FALSE;
    }
  return TRUE;
}

/* One worker, until so many nodes are done. @goes_far: and all was not done then, and streams went
 * far before they waited. */
static gboolean
run_alone (
  SpurClockForward *self, guint64 max_nodes, gboolean *has_more, gboolean *goes_far, GError **error)
{
  SpurClockWorker *worker;
  gboolean is_good;

  crew_init (self, 1);
  worker = &self->workers[0];
  is_good = run_queued (self, worker, max_nodes) || take_error (self, error);
  *has_more = worker->n_queued > 0;
  *goes_far = worker->n_nodes >= worker->n_turns * (guint64) spur_clock_min_turn_nodes;
  crew_clear (self);
  return is_good;
}

static gboolean
run_together (SpurClockForward *self, guint n_workers, GError **error)
{
  SpurJob job = { NULL, NULL, NULL, n_workers };
  gboolean is_good;

  crew_init (self, n_workers);
  spur_job_run (&job, n_workers, work, self);
  is_good = take_error (self, error);
  crew_clear (self);
  return is_good;
}

/* So much is tried alone. */
#define MAX_TRIED_NODES (1u << 13)

/* Sweeps, and where they are not worth it one worker for a while, each time for longer. */
static gboolean
run_in_turns (SpurClockForward *self, GError **error)
{
  gboolean is_refused = spur_clock_sweep_nodes == 0 || self->pass->logical_ns != NULL;
  gboolean has_more = TRUE, goes_far;

  for (guint64 n_nodes = MAX_TRIED_NODES; has_more; n_nodes *= 2)
    {
      if (!is_refused && !spur_clock_sweep (self, &is_refused, error))
        return FALSE;
      if (!run_alone (self, is_refused ? G_MAXUINT64 : n_nodes, &has_more, &goes_far, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_clock_crew_run (SpurClockForward *self, guint n_workers, GError **error)
{
  gboolean has_more, goes_far;

  if (n_workers > 1)
    {
      if (!run_alone (self, MIN (self->nodes->n_nodes / 16, MAX_TRIED_NODES), &has_more, &goes_far,
                      error))
        return FALSE;
      if (has_more && goes_far && !run_together (self, n_workers, error))
        return FALSE;
    }
  return run_in_turns (self, error);
}
