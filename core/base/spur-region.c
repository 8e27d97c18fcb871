/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-region-private.h"

#include <sys/mman.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(at, n_bytes) ((void) (at))
#define ASAN_UNPOISON_MEMORY_REGION(at, n_bytes) ((void) (at))
#endif

#define UNIT_BYTES ((gsize) 16)

/* New memory costs more than what is done with it, so that things that come in bursts find what
 * those of the last burst left: for four blocks that are in use one is kept, and at least
 * SPUR_REGION_LEAST_SPARE. */
#define SPARE_DIVISOR 4

struct _SpurRegionBlock
{
  SpurRegionBlock *next;
  gsize n_used_bytes;
  guint n_things;
};

#define HEAD_BYTES ((sizeof (SpurRegionBlock) + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES)

G_STATIC_ASSERT (HEAD_BYTES + SPUR_REGION_MAX_BYTES <= SPUR_REGION_BLOCK_BYTES);

/* The block of a thing is found by its address: blocks begin at multiples of their size. */
static SpurRegionBlock *
find_block (gpointer thing)
{
  gsize offset = (gsize) thing & (SPUR_REGION_BLOCK_BYTES - 1);

  return (SpurRegionBlock *) (gpointer) ((guint8 *) thing - offset);
}

static SpurRegionBlock *
map_block (void)
{
  const gsize n_bytes = 2 * SPUR_REGION_BLOCK_BYTES;
  guint8 *bytes = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  gsize before;

  if (bytes == MAP_FAILED)
    g_error ("no memory for a block of %" G_GSIZE_FORMAT " bytes", SPUR_REGION_BLOCK_BYTES);
  before = -(gsize) bytes & (SPUR_REGION_BLOCK_BYTES - 1);
  if (before > 0)
    munmap (bytes, before);
  munmap (bytes + before + SPUR_REGION_BLOCK_BYTES, SPUR_REGION_BLOCK_BYTES - before);
  return (SpurRegionBlock *) (gpointer) (bytes + before);
}

static void
unmap_block (SpurRegion *self, SpurRegionBlock *block)
{
  self->n_blocks--;
  ASAN_UNPOISON_MEMORY_REGION (block, SPUR_REGION_BLOCK_BYTES);
  munmap (block, SPUR_REGION_BLOCK_BYTES);
}

static SpurRegionBlock *
take_block (SpurRegion *self)
{
  SpurRegionBlock *block = self->spare;

  if (block != NULL)
    {
      self->spare = block->next;
      self->n_spare--;
    }
  else
    {
      block = map_block ();
      self->n_blocks++;
    }
  *block = (SpurRegionBlock){ .n_used_bytes = HEAD_BYTES };
  return block;
}

static void
give_block (SpurRegion *self, SpurRegionBlock *block)
{
  block->next = self->spare;
  self->spare = block;
  self->n_spare++;
  while (self->n_spare > SPUR_REGION_LEAST_SPARE + (self->n_blocks - self->n_spare) / SPARE_DIVISOR)
    unmap_block (self, take_block (self));
}

void
spur_region_clear (SpurRegion *self)
{
  if (self->current != NULL)
    unmap_block (self, self->current);
  while (self->spare != NULL)
    unmap_block (self, take_block (self));
  *self = (SpurRegion){ 0 };
}

gpointer
spur_region_alloc (SpurRegion *self, gsize n_bytes)
{
  SpurRegionBlock *block = self->current;
  gpointer thing;

  g_assert (n_bytes <= SPUR_REGION_MAX_BYTES);
  n_bytes = (MAX (n_bytes, 1) + UNIT_BYTES - 1) / UNIT_BYTES * UNIT_BYTES;
  if (block == NULL || block->n_used_bytes + n_bytes > SPUR_REGION_BLOCK_BYTES)
    block = self->current = take_block (self);
  thing = (guint8 *) block + block->n_used_bytes;
  block->n_used_bytes += n_bytes;
  block->n_things++;
  ASAN_UNPOISON_MEMORY_REGION (thing, n_bytes);
  return thing;
}

void
spur_region_free (SpurRegion *self, gpointer thing)
{
  SpurRegionBlock *block = find_block (thing);

  if (thing == NULL)
    return;
  /* Its first bytes are enough to notice that it is used afterwards. */
  ASAN_POISON_MEMORY_REGION (thing, UNIT_BYTES);
  if (--block->n_things > 0)
    return;
  if (block == self->current)
    block->n_used_bytes = HEAD_BYTES;
  else
    give_block (self, block);
}
