/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

typedef struct _SpurRegionBlock SpurRegionBlock;

/*
 * Memory for many small things that go about in the order in which they came, as events on their
 * way do. They lie one behind the other in blocks, and a block is for others, or goes back to the
 * system, when all in it have gone. A thing that stays much longer than those around it keeps its
 * block.
 */
typedef struct
{
  SpurRegionBlock *current;
  /* Blocks with nothing in them, for the next things. */
  SpurRegionBlock *spare;
  guint n_spare;
  guint n_blocks;
} SpurRegion;

#define SPUR_REGION_BLOCK_BYTES ((gsize) 256 << 10)
/* Blocks that are kept though nothing is in them, 16 MiB: a hundred thousand events. */
#define SPUR_REGION_LEAST_SPARE 64
/* The most that a thing has; of the end of a block less than that is left unused. */
#define SPUR_REGION_MAX_BYTES ((gsize) 16 << 10)

/* A region may be all zeros at first. All that was allocated must have been freed before. */
void spur_region_clear (SpurRegion *self);

/* Aligned to 16 bytes, not zeroed; ends the program where there is no memory, as g_malloc() does.
 */
gpointer spur_region_alloc (SpurRegion *self, gsize n_bytes);

/* @thing: (nullable): what the same region gave. */
void spur_region_free (SpurRegion *self, gpointer thing);
