/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/*
 * Memory that only grows, and goes all at once. The first pages come from the heap; once there is
 * much of it, it lies in huge pages, because touching a new small page costs more than filling it.
 */
typedef struct
{
  GArray *slabs;
  guint8 *next;
  guint8 *end;
  guint8 *last;
  gsize n_bytes;
} SpurArena;

void spur_arena_init (SpurArena *self);

void spur_arena_clear (SpurArena *self);

/* Aligned to 8 bytes, not zeroed. */
gpointer spur_arena_alloc (SpurArena *self, gsize n_bytes);

/* Gives back what lies behind the first @n_bytes of the last allocation. */
void spur_arena_trim_last (SpurArena *self, gsize n_bytes);
