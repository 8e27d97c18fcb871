/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/* Standard output with a large buffer. A reader that goes away is no error: what follows is
 * dropped, and long listings ask spur_out_is_closed() and stop. */
typedef struct _SpurOut SpurOut;

SpurOut *spur_out_new (int fd);

/* Keeps everything in its buffer. */
SpurOut *spur_out_new_for_memory (void);

void spur_out_free (SpurOut *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurOut, spur_out_free)

/* The buffer itself, for appending; call spur_out_settle() now and then. */
GString *spur_out_buffer (SpurOut *self);

void spur_out_settle (SpurOut *self);

void spur_out_puts (SpurOut *self, const char *text);

void spur_out_printf (SpurOut *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

void spur_out_flush (SpurOut *self);

/* Whether what is put is dropped, as with --quiet. */
void spur_out_set_muted (SpurOut *self, gboolean is_muted);

gboolean spur_out_is_closed (SpurOut *self);

/* The first error other than a reader that went away, as an errno; 0 for none. */
int spur_out_get_errno (SpurOut *self);

gboolean spur_out_is_terminal (SpurOut *self);

guint spur_out_get_columns (SpurOut *self);
