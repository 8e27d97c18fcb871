/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-job.h"

#include "core/base/spur-workers-private.h"

/**
 * spur_job_report:
 * @job: (nullable): how the work is to be done
 * @what: the work that is going on
 * @n_done: units done
 * @n_total: units in all; 0 where that is unknown
 *
 * Calls the job's progress function, if there is one, in the calling thread.
 *
 * Since: 1.0
 */
void
spur_job_report (const SpurJob *job, const char *what, guint64 n_done, guint64 n_total)
{
  if (job != NULL && job->progress != NULL)
    job->progress (what, n_done, n_total, job->progress_data);
}

/**
 * spur_job_is_cancelled:
 * @job: (nullable): how the work is to be done
 * @error: set to %G_IO_ERROR_CANCELLED where the answer is %TRUE
 *
 * Checks the job's cancellable.
 *
 * Returns: whether the work is to stop
 *
 * Since: 1.0
 */
gboolean
spur_job_is_cancelled (const SpurJob *job, GError **error)
{
  return job != NULL && job->cancellable != NULL &&
         g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

/**
 * spur_job_get_n_threads:
 * @job: (nullable): how the work is to be done
 *
 * Gets the threads that the work may use: the processors' number where the job tells none.
 *
 * Returns: the number of threads, at least 1
 *
 * Since: 1.0
 */
guint
spur_job_get_n_threads (const SpurJob *job)
{
  if (job != NULL && job->n_threads > 0)
    return job->n_threads;

  return MAX (g_get_num_processors (), 1);
}

typedef struct
{
  SpurJobTask task;
  gpointer user_data;
  guint n_tasks;
  guint next;
} Tasks;

static void
do_tasks (gpointer data)
{
  Tasks *tasks = data;

  for (;;)
    {
      guint index = (guint) g_atomic_int_add ((gint *) &tasks->next, 1);

      if (index >= tasks->n_tasks)
        return;
      tasks->task (index, tasks->user_data);
    }
}

/**
 * spur_job_run:
 * @job: (nullable): how the work is to be done
 * @n_tasks: how many tasks there are
 * @task: (scope call): does one task; called from several threads at once
 * @user_data: handed to @task, not copied
 *
 * Does independent tasks on the threads of the job, the calling one among them, and waits for the
 * last one. A cancelled job does not stop it: tasks ask spur_job_is_cancelled() themselves.
 *
 * Which thread does which task is not defined, so a task may write only what is its own.
 *
 * Since: 1.0
 */
void
spur_job_run (const SpurJob *job, guint n_tasks, SpurJobTask task, gpointer user_data)
{
  Tasks tasks = { task, user_data, n_tasks, 0 };
  guint n_threads = MIN (spur_job_get_n_threads (job), MAX (n_tasks, 1));

  spur_workers_share (n_threads - 1, do_tasks, &tasks);
}
