/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/*
 * Keeps what of a mapped file is in memory small: readers say how much they are about to look at,
 * and when that was more than what may stay, all pages are given back. A reader that still
 * needs a page gets it again from the file.
 */
typedef struct
{
  const guint8 *bytes;
  gsize n_bytes;
  /* Read and changed by many threads. */
  guint64 max_bytes;
  guint64 n_touched_bytes;
} SpurPager;

/* Bytes of its file that a trace may have in memory by default. */
#define SPUR_PAGER_DEFAULT_BYTES ((guint64) 256 << 20)

/* @bytes begin where a mapping does. */
SpurPager *spur_pager_new (const guint8 *bytes, gsize n_bytes);

void spur_pager_set_max_bytes (SpurPager *self, guint64 max_bytes);

void spur_pager_drop (SpurPager *self);

/* @self may be NULL. */
static inline void
spur_pager_touch (SpurPager *self, gsize n_bytes)
{
  if (self == NULL)
    return;
  if (__atomic_add_fetch (&self->n_touched_bytes, n_bytes, __ATOMIC_RELAXED) >
      __atomic_load_n (&self->max_bytes, __ATOMIC_RELAXED))
    spur_pager_drop (self);
}
