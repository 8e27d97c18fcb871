/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-job.h"

/* One of several tasks, as #SpurJobTask, that may fail. */
typedef gboolean (*SpurOtf2Task) (guint index, gpointer user_data, GError **error);

/* Does independent tasks; FALSE with the error of the first one that failed. No task begins after
 * one has failed. */
gboolean spur_otf2_errors_run (
  const SpurJob *job, guint n_tasks, SpurOtf2Task task, gpointer user_data, GError **error);

void spur_otf2_errors_hold (void);
void spur_otf2_errors_release (void);

void spur_otf2_errors_begin (void);
gboolean spur_otf2_errors_fail (const char *path, const char *what, GError **error);
void spur_otf2_errors_end (void);

/* FALSE, with what the last system call said. */
gboolean spur_otf2_errors_fail_system (const char *path, GError **error);
