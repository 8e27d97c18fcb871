/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*
 * XXH64 with seed 0, the checksum of containers: as good as any other at finding damage, and
 * several times faster than a CRC without instructions that not every processor has. In C11 and
 * nothing else, for the plain recorder, too.
 */
typedef struct
{
  uint64_t lanes[4];
  uint64_t n_bytes;
  uint8_t rest[32];
} SpurHash;

void spur_hash_init (SpurHash *self);

void spur_hash_add (SpurHash *self, const void *bytes, size_t n_bytes);

uint64_t spur_hash_get (const SpurHash *self);

/* All at once. */
uint64_t spur_hash_bytes (const void *bytes, size_t n_bytes);
