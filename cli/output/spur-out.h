/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Standard output with a large buffer. A reader that goes away is no error: what follows is
 * dropped, and long listings look whether it is closed and stop. */
typedef struct
{
  int fd;          /* -1 where everything is kept in the buffer */
  int first_errno; /* of an error other than a reader that went away; 0 for none */
  gboolean is_closed;
  gboolean is_muted; /* what is put is dropped, as with --quiet */
  gboolean is_terminal;
  GString *buffer; /* for appending; call spur_out_settle() now and then */
} SpurOut;

SpurOut *spur_out_new (int fd);

/* Keeps everything in its buffer. */
SpurOut *spur_out_new_for_memory (void);

void spur_out_free (SpurOut *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOut, spur_out_free)

void spur_out_settle (SpurOut *self);

void spur_out_puts (SpurOut *self, const char *text);

void spur_out_printf (SpurOut *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

void spur_out_flush (SpurOut *self);

guint spur_out_get_columns (SpurOut *self);

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
