/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
/* What becomes of writers in the child of a fork. */
#include "core/record/plain/spur-record-private.h"

#include <stdlib.h>
#include <sys/mman.h>

/* The parent goes on in shared memory before the child can look, which shall find it as it was. */
void
spur_rec_writers_before_fork (SpurRecord *record)
{
  for (Writer *self = atomic_load (&record->writers); self != NULL; self = self->next)
    {
      if (!self->is_shared || self->thread != &spur_rec_thread)
        continue;
      memcpy (self->kept, self, spur_rec_get_slot_bytes (record));
    }
}

/* Under the lock: gives a writer memory of its own instead of what it shares with the parent. */
static void
part_from_parent (SpurRecord *record, Writer *self)
{
  const void *kept = self->kept;
  size_t n_bytes = spur_rec_get_slot_bytes (record);
  bool is_shared = record->is_shared && spur_rec_map_slot (record, self) != NULL;

  if (!is_shared &&
      spur_rec_map (self, n_bytes, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == NULL)
    abort ();
  memcpy (self, kept, n_bytes);
  self->is_shared = is_shared;
}

static void
forget_writer (SpurRecord *record, Writer *self)
{
  if (!self->is_shared)
    {
      /* Its thread may have been in the middle of an event. */
      spur_rec_empty_block (self);
      __atomic_store_n (&self->open.is_busy, 0, __ATOMIC_RELAXED);
      memset (self->slot_magic, 0, sizeof self->slot_magic);
      self->next_free = record->free_writers;
      record->free_writers = self;
      return;
    }
  /* This thread was just handing over what is in it, and is not back from there. */
  if (atomic_load (&self->turn) != 0)
    return;
  spur_rec_unmap (self->out, spur_rec_get_private_bytes (record));
  spur_rec_unmap (self, spur_rec_get_slot_bytes (record));
}

/* In the child of a fork there is only this thread, perhaps in the middle of an event. What was
 * recorded before is the parent's. */
void
spur_rec_writers_in_child (SpurRecord *record)
{
  Writer *next, *kept = NULL;

  record->free_writers = NULL;
  for (Writer *self = atomic_load (&record->writers); self != NULL; self = next)
    {
      bool is_mine = self->thread == &spur_rec_thread;

      next = self->next;
      if (!is_mine && self->is_shared)
        {
          forget_writer (record, self);
          continue;
        }
      if (self->is_shared)
        part_from_parent (record, self);
      atomic_store (&self->turn, 0);
      self->n_packed = self->n_packets = 0;
      /* Counted on: an event that the fork interrupted may be about to store the next number. */
      self->n_inherited = self->open.n_events;
      memset (self->refused, 0, sizeof self->refused);
      if (is_mine)
        {
          self->packed = self->first = self->open.at;
          self->first[-1] = 0;
        }
      else
        forget_writer (record, self);
      self->next = kept;
      kept = self;
    }
  atomic_store (&record->writers, kept);
}
