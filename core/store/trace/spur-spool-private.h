/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/container/spur-container-internal.h"

/*
 * The memory of the chunks that are being filled, of all streams of a trace that is written while
 * it is filled. Together they are bounded: a stream that needs more makes others write their
 * chunks, the largest first, but only streams that the same thread fills, as others may be in use.
 */
typedef struct _SpurBuffers SpurBuffers;

/* The bound of new ones. */
extern gsize spur_buffers_max_bytes;

SpurBuffers *spur_buffers_new (void);
void spur_buffers_free (SpurBuffers *self);

/* How much each stream may have where all have as much, and never more than a half. */
gsize spur_buffers_get_share (SpurBuffers *self);

/* Makes a stream write its chunk and free its memory. */
typedef void (*SpurBufferDrop) (SpurStream *stream);

/* The calling thread is about to fill @n_bytes of the stream's, which are allocated by the stream;
 * 0 where it has none any more. Streams that have to make room are dropped. */
void spur_buffers_set (
  SpurBuffers *self, SpurStream *stream, guint index, gsize n_bytes, SpurBufferDrop drop);

/* The most that they ever had. */
gsize spur_buffers_get_most (SpurBuffers *self);

/*
 * Where the chunks of a trace go while it is filled, so that their memory can be used again: the
 * container that it is to become.
 */
SpurSpool *spur_spool_new (const SpurClassTable *table, const char *path, GError **error);
void spur_spool_free (SpurSpool *self);

/* Packs a chunk and writes it. Streams may do so at the same time. After a failure, which
 * spur_spool_finish() reports, chunks are only counted. */
void spur_spool_add (SpurSpool *self, const SpurChunk *chunk, SpurPackedChunk *packed);

/* What chunks are filled in before. */
SpurBuffers *spur_spool_get_buffers (SpurSpool *self);

/* When the trace is sealed: maps the chunks, and tells where the first byte of the file is. */
const guint8 *spur_spool_finish (SpurSpool *self, gsize *n_mapped_bytes, GError **error);

/* NULL where the container was made, or was to be another file. */
SpurContainerOutput *
spur_spool_steal_output (SpurSpool *self, const char *path, SpurContainerSection *chunks);

/* The greatest entries that events refer to. */
const SpurChunkFacts *spur_spool_get_facts (SpurSpool *self);
