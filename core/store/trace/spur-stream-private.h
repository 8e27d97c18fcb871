/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-arena-private.h"
#include "core/store/packet/spur-packed-internal.h"

#define SPUR_STREAM_NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Shared by spur-stream.c, which fills, and spur-stream-read.c, which reads. */
struct _SpurStream
{
  GObject parent_instance;

  const SpurClassTable *classes;
  guint index;
  guint clock;
  guint32 target;
  char *name;
  gint64 resolution_hz;
  guint64 origin;

  /* Either the one or the other holds the stream's chunks. */
  GArray *chunks;
  GArray *packed;
  /* Packed chunks that were unpacked on demand, by index; NULL for the others. */
  SpurChunk **kept;
  GMutex copying;
  SpurChunk *copied;
  guint copied_index;
  SpurArena arena;
  /* Packs what is added behind packed chunks; NULL where there was none. */
  SpurPackedWriter *packer;
  guint32 n_referred[SPUR_N_REFERENCES]; /* by what it packed, as in SpurChunkFacts */
  GArray *clock_offsets;
  guint64 n_events;
  guint64 n_steps_back;
  guint64 out_of_range;
  gint64 out_of_range_ticks;
  gint64 limit_ticks;
  gint64 last_ticks;
  gint64 min_ticks;
  gint64 max_ticks;

  /* The memory of the chunk that is being filled, in the arena or, where chunks are written away,
   * a block of @n_block_bytes bytes that @thread fills. */
  guint8 *block;
  gsize n_block_bytes;
  GThread *thread;

  /* The chunk that is being filled. */
  guint32 open_events;
  guint32 open_bytes;

  /* 0 while there is none. */
  guint32 max_open_events;
  guint32 last_events;
  guint32 max_events;
  guint32 max_bytes;
  guint32 record_bytes_per_event;
  gint64 base_ticks;
  guint32 *ticks;
  guint16 *class_column;
  guint32 *marks;
  guint8 *records;
};

void spur_stream_free_packer (SpurStream *self);
