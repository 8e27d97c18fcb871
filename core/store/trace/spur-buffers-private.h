/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-stream.h"

G_BEGIN_DECLS

/*
 * The memory of the chunks that are being filled, of all streams of a trace that is written while
 * it is filled. Together they have no more than so much: who wants more makes others write what
 * they have, the largest first. These are only others that the same thread fills, as nobody else
 * can know what it is at.
 */
typedef struct _SpurBuffers SpurBuffers;

/* So much have new ones. */
extern gsize spur_buffers_max_bytes;

SpurBuffers *spur_buffers_new (void);
void spur_buffers_free (SpurBuffers *self);

/* How much each stream may have where all have as much, and never more than a half. */
gsize spur_buffers_get_share (SpurBuffers *self);

/* The calling thread is about to fill @n_bytes of the stream's, which are allocated by the stream;
 * 0 where it has none any more. */
void spur_buffers_set (SpurBuffers *self, SpurStream *stream, gsize n_bytes);

/* The most that they ever had. */
gsize spur_buffers_get_most (SpurBuffers *self);

G_END_DECLS
