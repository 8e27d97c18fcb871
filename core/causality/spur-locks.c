/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The first and the last hand-over of each lock, which channels of all streams tell together.
 * Blocks of streams are looked at by several threads, and what they found is then put together. */
#include "config.h"

#include "core/causality/spur-locks-private.h"

#define MAX_BLOCKS 64

typedef struct
{
  const SpurScan *scans;
  guint n_streams;
  guint n_blocks;
  SpurLocks *blocks;
} Listing;

/* All numbers of a lock have one key. */
static SpurChannelKey
get_lock (const SpurChannelKey *key)
{
  return (SpurChannelKey){ key->group, 0, key->tag };
}

static void
add_span (SpurLocks *self, const SpurChannelKey *lock, SpurLockSpan span)
{
  guint32 number = spur_channels_find (&self->keys, lock);
  SpurLockSpan *all;

  if (self->spans == NULL)
    self->spans = g_array_new (FALSE, FALSE, sizeof (SpurLockSpan));
  if (number == self->spans->len)
    {
      g_array_append_val (self->spans, span);
      return;
    }
  all = &g_array_index (self->spans, SpurLockSpan, number);
  all->first = MIN (all->first, span.first);
  all->last = MAX (all->last, span.last);
}

static void
list_block (guint block, gpointer user_data)
{
  const Listing *listing = user_data;
  guint begin = (guint) ((guint64) listing->n_streams * block / listing->n_blocks);
  guint end = (guint) ((guint64) listing->n_streams * (block + 1) / listing->n_blocks);

  for (guint s = begin; s < end; s++)
    {
      const SpurScan *scan = &listing->scans[s];

      for (guint32 i = 0; scan->has_locks && i < scan->n_channels; i++)
        {
          const SpurChannelKey *key = &scan->channels[i].key;
          SpurChannelKey lock = get_lock (key);

          if ((key->group & SPUR_CHANNEL_HANDOVER) != 0)
            add_span (&listing->blocks[block], &lock, (SpurLockSpan){ key->ends, key->ends });
        }
    }
}

static void
add_block (SpurLocks *self, const SpurLocks *block)
{
  for (guint32 i = 0; i < block->keys.n_channels; i++)
    add_span (self, &block->keys.all[i].key, g_array_index (block->spans, SpurLockSpan, i));
}

void
spur_locks_init (SpurLocks *self, const SpurScan *scans, guint n_streams, const SpurJob *job)
{
  SpurLocks blocks[MAX_BLOCKS] = { 0 };
  Listing listing = { scans, n_streams, MIN (n_streams, MAX_BLOCKS), blocks };
  gboolean has_locks = FALSE;

  *self = (SpurLocks){ 0 };
  for (guint s = 0; s < n_streams; s++)
    has_locks |= scans[s].has_locks;
  if (!has_locks)
    return;
  spur_job_run (job, listing.n_blocks, list_block, &listing);
  for (guint b = 0; b < listing.n_blocks; b++)
    {
      add_block (self, &blocks[b]);
      spur_locks_clear (&blocks[b]);
    }
}

gboolean
spur_locks_get_span (const SpurLocks *self, const SpurChannelKey *key, SpurLockSpan *span)
{
  SpurChannelKey lock = get_lock (key);
  guint32 number = spur_channels_look_up (&self->keys, &lock);

  if (number == SPUR_NONE)
    return FALSE;
  *span = g_array_index (self->spans, SpurLockSpan, number);
  return TRUE;
}

void
spur_locks_clear (SpurLocks *self)
{
  spur_channels_clear (&self->keys);
  g_clear_pointer (&self->spans, g_array_unref);
}
