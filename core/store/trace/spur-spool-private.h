/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/container/spur-container-internal.h"
#include "core/store/trace/spur-buffers-private.h"

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
