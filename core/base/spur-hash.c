/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: BSD-2-Clause
 */
#include "core/base/spur-hash-private.h"

#include <endian.h>
#include <string.h>

/* The primes of XXH64. */
#define P1 UINT64_C (0x9E3779B185EBCA87)
#define P2 UINT64_C (0xC2B2AE3D27D4EB4F)
#define P3 UINT64_C (0x165667B19E3779F9)
#define P4 UINT64_C (0x85EBCA77C2B2AE63)
#define P5 UINT64_C (0x27D4EB2F165667C5)
#define STRIPE_BYTES 32
#define FIRST_LANES                                                                                \
  {                                                                                                \
    P1 + P2, P2, 0, 0 - P1                                                                         \
  }

static inline uint64_t
get_word (const uint8_t *bytes)
{
  uint64_t value;

  memcpy (&value, bytes, sizeof value);
  return le64toh (value);
}

static inline uint64_t
rotate_left (uint64_t value, unsigned n_bits)
{
  return value << n_bits | value >> (64 - n_bits);
}

static inline uint64_t
mix_lane (uint64_t lane, uint64_t input)
{
  return rotate_left (lane + input * P2, 31) * P1;
}

void
spur_hash_init (SpurHash *self)
{
  *self = (SpurHash){ .lanes = FIRST_LANES };
}

/* Returns how many bytes were taken: all whole stripes. */
static inline size_t
add_stripes (uint64_t lanes[4], const uint8_t *bytes, size_t n_bytes)
{
  uint64_t a = lanes[0], b = lanes[1], c = lanes[2], d = lanes[3];
  size_t n_taken = n_bytes / STRIPE_BYTES * STRIPE_BYTES;

  for (const uint8_t *end = bytes + n_taken; bytes < end; bytes += STRIPE_BYTES)
    {
      a = mix_lane (a, get_word (bytes));
      b = mix_lane (b, get_word (bytes + 8));
      c = mix_lane (c, get_word (bytes + 16));
      d = mix_lane (d, get_word (bytes + 24));
    }
  lanes[0] = a;
  lanes[1] = b;
  lanes[2] = c;
  lanes[3] = d;
  return n_taken;
}

void
spur_hash_add (SpurHash *self, const void *bytes, size_t n_bytes)
{
  const uint8_t *from = bytes;
  size_t n_waiting = self->n_bytes % STRIPE_BYTES;
  size_t n_taken;

  if (n_bytes == 0)
    return;
  self->n_bytes += n_bytes;
  if (n_waiting > 0)
    {
      size_t n_free = STRIPE_BYTES - n_waiting;
      size_t n_now = n_bytes < n_free ? n_bytes : n_free;

      memcpy (self->rest + n_waiting, from, n_now);
      if (n_waiting + n_now < STRIPE_BYTES)
        return;
      add_stripes (self->lanes, self->rest, STRIPE_BYTES);
      from += n_now;
      n_bytes -= n_now;
    }
  n_taken = add_stripes (self->lanes, from, n_bytes);
  memcpy (self->rest, from + n_taken, n_bytes - n_taken);
}

static inline uint64_t
merge_lanes (const uint64_t lanes[4])
{
  uint64_t hash = rotate_left (lanes[0], 1) + rotate_left (lanes[1], 7) +
                  rotate_left (lanes[2], 12) + rotate_left (lanes[3], 18);

  hash = (hash ^ mix_lane (0, lanes[0])) * P1 + P4;
  hash = (hash ^ mix_lane (0, lanes[1])) * P1 + P4;
  hash = (hash ^ mix_lane (0, lanes[2])) * P1 + P4;
  return (hash ^ mix_lane (0, lanes[3])) * P1 + P4;
}

/* @rest: what is behind the whole stripes. */
static inline uint64_t
finish_hash (const uint64_t lanes[4], uint64_t n_bytes, const uint8_t *rest)
{
  size_t n_rest = n_bytes % STRIPE_BYTES;
  uint64_t hash = (n_bytes >= STRIPE_BYTES ? merge_lanes (lanes) : P5) + n_bytes;
  size_t i = 0;

  for (; i + 8 <= n_rest; i += 8)
    hash = rotate_left (hash ^ mix_lane (0, get_word (rest + i)), 27) * P1 + P4;
  if (i + 4 <= n_rest)
    {
      uint32_t value;

      memcpy (&value, rest + i, sizeof value);
      hash = rotate_left (hash ^ le32toh (value) * P1, 23) * P2 + P3;
      i += 4;
    }
  for (; i < n_rest; i++)
    hash = rotate_left (hash ^ rest[i] * P5, 11) * P1;
  hash = (hash ^ hash >> 33) * P2;
  hash = (hash ^ hash >> 29) * P3;
  return hash ^ hash >> 32;
}

uint64_t
spur_hash_get (const SpurHash *self)
{
  return finish_hash (self->lanes, self->n_bytes, self->rest);
}

uint64_t
spur_hash_bytes (const void *bytes, size_t n_bytes)
{
  uint64_t lanes[] = FIRST_LANES;
  size_t n_taken = add_stripes (lanes, bytes, n_bytes);

  return finish_hash (lanes, n_bytes, (const uint8_t *) bytes + n_taken);
}
