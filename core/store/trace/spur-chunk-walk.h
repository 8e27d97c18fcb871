/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-stream.h"

G_BEGIN_DECLS

/**
 * SpurChunkParts:
 * @SPUR_CHUNK_TICKS: the raw times
 * @SPUR_CHUNK_CLASSES: the event classes
 * @SPUR_CHUNK_RECORDS: the packed records
 * @SPUR_CHUNK_ALL: all of these
 *
 * The columns of events that are wanted.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CHUNK_TICKS = 1 << 0,
  SPUR_CHUNK_CLASSES = 1 << 1,
  SPUR_CHUNK_RECORDS = 1 << 2,
  SPUR_CHUNK_ALL = (1 << 3) - 1,
} SpurChunkParts;

typedef struct _SpurChunkWalk SpurChunkWalk;

SPUR_AVAILABLE_IN_ALL
SpurChunkWalk *spur_chunk_walk_new (SpurStream *stream, SpurChunkParts parts);

SPUR_AVAILABLE_IN_ALL
void spur_chunk_walk_free (SpurChunkWalk *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurChunkWalk, spur_chunk_walk_free)

SPUR_AVAILABLE_IN_ALL
void spur_chunk_walk_seek (SpurChunkWalk *self, guint64 event);

SPUR_AVAILABLE_IN_ALL
const SpurChunk *spur_chunk_walk_next (SpurChunkWalk *self);

G_END_DECLS
