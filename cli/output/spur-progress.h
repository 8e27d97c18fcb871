/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* The progress of long work in a line on standard error: on a terminal only, and only after the
 * first second. */
typedef struct _SpurProgress SpurProgress;

SpurProgress *spur_progress_new (void);

void spur_progress_free (SpurProgress *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurProgress, spur_progress_free)

/* A SpurProgressFunc; from any thread. */
void spur_progress_report (const char *what, guint64 n_done, guint64 n_total, gpointer self);

/* Takes the line away; it comes back with the next report. */
void spur_progress_clear (SpurProgress *self);

/* Takes the line away for good. */
void spur_progress_end (SpurProgress *self);
