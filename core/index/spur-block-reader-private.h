/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-index-private.h"
#include "core/store/packet/spur-packed-internal.h"

/* Times of a stream's events block by block, as they are shown: raw or corrected. They never fall.
 */
typedef struct
{
  const SpurIndexStream *stream;
  SpurTimeWalk walk;
  gboolean is_ns;
  /* Where the latest event that was asked for is. */
  SpurTickRun run;

  /* What was read last: events [first, first + n_events) and the begin of the block behind. */
  guint32 block;
  guint n_events;
  gint64 times_ns[SPUR_INDEX_BLOCK_EVENTS + 1];
} SpurBlockReader;

void spur_block_reader_init (SpurBlockReader *self,
                             const SpurIndexStream *stream,
                             SpurCorrection *correction);

/* The time of a block's first event; of the last event for the number of blocks. */
gint64 spur_block_reader_get_begin_ns (SpurBlockReader *self, guint32 block);

/* Blocks that begin at @time_ns or before. */
guint32 spur_block_reader_count_until (SpurBlockReader *self, gint64 time_ns);

/* The run of events with @event. */
const SpurTickRun *spur_block_reader_find_run (SpurBlockReader *self, guint64 event);

/* Raw times of the events of a block, none before the one before it. */
void spur_block_reader_read_ticks (SpurBlockReader *self, guint32 block, gint64 *ticks);

/* Reads the times of a block, if they are not there yet. */
void spur_block_reader_read (SpurBlockReader *self, guint32 block);

/* Whether the times from the begin of a block to that of another are the raw times, all stretched
 * by one factor, but for how they are rounded. */
gboolean spur_block_reader_is_line (SpurBlockReader *self, guint32 block, guint32 end);

/* Whether the times of @n_events are so long that rounding them does not count. */
gboolean spur_block_reader_is_long (const SpurBlockReader *self, gint64 n_events, gint64 length_ns);

/* Both for the blocks from one to another. */
gboolean spur_block_reader_is_even (
  SpurBlockReader *self, guint32 block, guint32 end, gint64 begin_ns, gint64 end_ns);
