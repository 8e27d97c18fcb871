/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/store/trace/spur-store-internal.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* Less would make readers wait for the kernel at every chunk. */
#define MIN_BYTES ((guint64) 1 << 20)

SpurPager *
spur_pager_new (const guint8 *bytes, gsize n_bytes)
{
  SpurPager *self = g_new0 (SpurPager, 1);

  self->bytes = bytes;
  self->n_bytes = n_bytes;
  self->max_bytes = SPUR_PAGER_DEFAULT_BYTES;
  self->fd = -1;
  return self;
}

void
spur_pager_free (SpurPager *self)
{
  if (self != NULL && self->fd >= 0)
    close (self->fd);
  g_free (self);
}

void
spur_pager_keep_file (SpurPager *self, int fd)
{
  if (self->fd < 0 && self->n_bytes > self->max_bytes)
    self->fd = fcntl (fd, F_DUPFD_CLOEXEC, 0);
}

gboolean
spur_pager_read (const SpurPager *self, const guint8 *from, gsize n_bytes, guint8 *to)
{
  return pread (self->fd, to, n_bytes, (off_t) (from - self->bytes)) == (gssize) n_bytes;
}

void
spur_pager_set_max_bytes (SpurPager *self, guint64 max_bytes)
{
  __atomic_store_n (&self->max_bytes, MAX (max_bytes, MIN_BYTES), __ATOMIC_RELAXED);
  spur_pager_drop (self);
}

void
spur_pager_drop (SpurPager *self)
{
  __atomic_store_n (&self->n_touched_bytes, 0, __ATOMIC_RELAXED);
  if (self->n_bytes > __atomic_load_n (&self->max_bytes, __ATOMIC_RELAXED))
    madvise ((gpointer) self->bytes, self->n_bytes, MADV_DONTNEED);
}
