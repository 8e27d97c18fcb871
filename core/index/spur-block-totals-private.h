/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/index/spur-block-reader-private.h"

/* Totals by state up to a time in a block, from the row before or behind and the few events in
 * between. */
typedef struct
{
  /* Of a stream's states, modulo 2^32, up to the last event at the time or before. */
  guint32 ticks_by_state[SPUR_INDEX_MAX_ROW_STATES + 1];
  /* The state since then, and for how long. */
  guint32 last_state;
  double last_ticks;
  /* In the block. */
  guint event;
} SpurBlockTotals;

/* Sets @self to the totals at the begin of a block; for the number of blocks to those at the end.
 */
void spur_block_totals_begin (SpurBlockTotals *self, const SpurIndexStream *stream, guint32 block);

/* Sets @self to the totals @n_ticks after the begin of a block, which is before its end. The stream
 * has rows, and the block less than 2^32 ticks. */
void spur_block_totals_read (SpurBlockTotals *self,
                             SpurBlockReader *reader,
                             guint32 block,
                             double n_ticks);

/* An event near to this one will be read soon. */
void spur_block_totals_fetch (SpurBlockReader *reader, guint64 event);
