/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-arena-private.h"

#include <sys/mman.h>

#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define SLAB_BYTES ((gsize) 32 << 20)
#define HEAP_BYTES ((gsize) 1 << 20)

typedef struct
{
  guint8 *bytes;
  gsize n_mapped_bytes;
} Slab;

static gsize
round_up (gsize n_bytes, gsize unit)
{
  return (n_bytes + unit - 1) / unit * unit;
}

void
spur_arena_init (SpurArena *self)
{
  *self = (SpurArena){ g_array_new (FALSE, FALSE, sizeof (Slab)), NULL, NULL, NULL, 0 };
}

void
spur_arena_clear (SpurArena *self)
{
  for (guint i = 0; i < self->slabs->len; i++)
    {
      Slab *slab = &g_array_index (self->slabs, Slab, i);

      if (slab->n_mapped_bytes > 0)
        munmap (slab->bytes, slab->n_mapped_bytes);
      else
        g_free (slab->bytes);
    }
  g_array_unref (self->slabs);
}

/* A slab begins at a multiple of the huge page, so that the kernel can use them. */
static gboolean
map_slab (SpurArena *self, gsize n_bytes)
{
  gsize n_mapped_bytes = round_up (n_bytes, SLAB_BYTES) + HUGE_PAGE_BYTES;
  guint8 *bytes = mmap (NULL, n_mapped_bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  Slab slab = { bytes, n_mapped_bytes };

  if (bytes == MAP_FAILED)
    return FALSE;
  g_array_append_val (self->slabs, slab);
  self->next = (guint8 *) round_up ((gsize) bytes, HUGE_PAGE_BYTES);
  self->end = bytes + n_mapped_bytes;
  madvise (self->next, (gsize) (self->end - self->next), MADV_HUGEPAGE);
  return TRUE;
}

gpointer
spur_arena_alloc (SpurArena *self, gsize n_bytes)
{
  Slab slab;

  n_bytes = round_up (n_bytes, 8);
  if (n_bytes > (gsize) (self->end - self->next) &&
      (self->n_bytes < HEAP_BYTES || !map_slab (self, n_bytes)))
    {
      slab = (Slab){ g_malloc (n_bytes), 0 };
      g_array_append_val (self->slabs, slab);
      self->next = slab.bytes;
      self->end = slab.bytes + n_bytes;
    }
  self->n_bytes += n_bytes;
  self->last = self->next;
  self->next += n_bytes;
  return self->last;
}

void
spur_arena_trim_last (SpurArena *self, gsize n_bytes)
{
  guint8 *next = self->last + round_up (n_bytes, 8);

  self->n_bytes -= (gsize) (self->next - next);
  self->next = next;
}
