/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <gio/gio.h>

#include "core/base/spur-version-macros.h"

G_BEGIN_DECLS

/**
 * SpurProgressFunc:
 * @what: the work that is going on, for example "reading"
 * @n_done: units done
 * @n_total: units in all; 0 where that is unknown
 * @user_data: what was given with the function
 *
 * Told of progress by long work, from any thread, at most some ten times a second.
 *
 * Since: 1.0
 */
typedef void (*SpurProgressFunc) (const char *what,
                                  guint64 n_done,
                                  guint64 n_total,
                                  gpointer user_data);

/**
 * SpurJob:
 * @progress: (nullable) (scope call): told of progress
 * @progress_data: handed to @progress
 * @cancellable: (nullable): stops the work
 * @n_threads: threads that the work may use; 0 for one per processor
 *
 * How a long piece of work is to be done. A %NULL job means: silently, not
 * cancellable, one thread per processor. The result never depends on it.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurProgressFunc progress;
  gpointer progress_data;
  GCancellable *cancellable;
  guint n_threads;
} SpurJob;

SPUR_AVAILABLE_IN_ALL
void spur_job_report (const SpurJob *job, const char *what, guint64 n_done, guint64 n_total);

SPUR_AVAILABLE_IN_ALL
gboolean spur_job_is_cancelled (const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
guint spur_job_get_n_threads (const SpurJob *job);

/**
 * SpurJobTask:
 * @index: which task, below the number of tasks
 * @user_data: what was given
 *
 * One of many independent tasks.
 *
 * Since: 1.0
 */
typedef void (*SpurJobTask) (guint index, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
void spur_job_run (const SpurJob *job, guint n_tasks, SpurJobTask task, gpointer user_data);

G_END_DECLS
