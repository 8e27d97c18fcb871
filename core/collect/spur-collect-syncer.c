/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collect-output-private.h"

/* A disk sorts what it is to write; a few at a time are enough for that. */
#define N_THREADS 4

struct _SpurCollectSyncer
{
  GThreadPool *pool;
  GAsyncQueue *done;
  GSource *source;
};

typedef struct
{
  SpurCollectSync *sync;
  SpurCollectSyncDone done;
  gpointer user_data;
  int number;
} Job;

typedef struct
{
  GSource parent;
  SpurCollectSyncer *syncer;
} Source;

static void
run_job (gpointer data, gpointer user_data)
{
  SpurCollectSyncer *self = user_data;
  Job *job = data;

  job->number = spur_collect_sync_run (job->sync);
  g_async_queue_push (self->done, job);
  g_main_context_wakeup (NULL);
}

static gboolean
has_done (GSource *source)
{
  return g_async_queue_length (((Source *) source)->syncer->done) > 0;
}

static gboolean
prepare_source (GSource *source, gint *timeout_ms)
{
  *timeout_ms = -1;
  return has_done (source);
}

static void
tell_done (SpurCollectSyncer *self)
{
  Job *job;

  while ((job = g_async_queue_try_pop (self->done)) != NULL)
    {
      job->done (job->sync, job->number, job->user_data);
      spur_collect_sync_free (job->sync);
      g_free (job);
    }
}

static gboolean
dispatch_source (GSource *source, GSourceFunc callback, gpointer user_data)
{
  tell_done (((Source *) source)->syncer);
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs source_functions = {
  prepare_source, has_done, dispatch_source, NULL, NULL, NULL
};

SpurCollectSyncer *
spur_collect_syncer_new (void)
{
  SpurCollectSyncer *self = g_new0 (SpurCollectSyncer, 1);

  self->pool = g_thread_pool_new (run_job, self, N_THREADS, FALSE, NULL);
  self->done = g_async_queue_new ();
  self->source = g_source_new (&source_functions, sizeof (Source));
  ((Source *) self->source)->syncer = self;
  g_source_attach (self->source, NULL);
  return self;
}

void
spur_collect_syncer_free (SpurCollectSyncer *self)
{
  g_thread_pool_free (self->pool, FALSE, TRUE);
  tell_done (self);
  g_source_destroy (self->source);
  g_source_unref (self->source);
  g_async_queue_unref (self->done);
  g_free (self);
}

void
spur_collect_syncer_run (SpurCollectSyncer *self,
                         SpurCollectSync *sync,
                         SpurCollectSyncDone done,
                         gpointer user_data)
{
  Job *job = g_new (Job, 1);

  *job = (Job){ sync, done, user_data, 0 };
  g_thread_pool_push (self->pool, job, NULL);
}
