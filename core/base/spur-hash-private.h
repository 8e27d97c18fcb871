/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

/*
 * XXH64 with seed 0, the checksum of containers: as good as any other at finding damage, and
 * several times faster than a CRC without instructions that not every processor has.
 */
typedef struct
{
  guint64 lanes[4];
  guint64 n_bytes;
  guint8 rest[32];
} SpurHash;

void spur_hash_init (SpurHash *self);

void spur_hash_add (SpurHash *self, gconstpointer bytes, gsize n_bytes);

guint64 spur_hash_get (const SpurHash *self);

/* All at once. */
guint64 spur_hash_bytes (gconstpointer bytes, gsize n_bytes);
